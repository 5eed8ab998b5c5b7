"""A curator's day: a card is written in the admin, and whoever builds a legion has it at once."""

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import expect

from catalog import roles

from .table import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PASSWORD = "nine lanterns under water"


def test_a_card_that_a_curator_publishes_can_be_fielded_at_once(visit):
    wynne = get_user_model().objects.create_user("wynne", password=PASSWORD)
    for role in (roles.CURATOR, roles.PUBLISHER):  # nobody else is there who could approve it
        roles.grant(wynne, role)
    player, curator = visit(), visit()
    table = Table(player).open()
    table.lay_out("Wraith")

    curator.goto("/admin/")
    curator.get_by_label("Username or email").fill("wynne")
    curator.get_by_label("Password", exact=True).fill(PASSWORD)
    curator.get_by_role("main").get_by_role("button", name="Log in", exact=True).click()
    expect(curator).to_have_url("/admin/")
    curator.get_by_role("main").get_by_role("link", name="Add").first.click()
    curator.get_by_role("radio", name="attack-wing: Creature").check()
    curator.get_by_role("button", name="Go on").click()

    curator.get_by_label("Title or address").first.fill("A card on the table before me")
    curator.get_by_label("Name", exact=True).first.fill("Lantern Wyrm")
    curator.get_by_label("Cost", exact=True).fill("a lot")
    curator.get_by_label("Level", exact=True).fill("7")
    curator.get_by_label("Alignment", exact=True).select_option("good")
    curator.get_by_label("Movement", exact=True).select_option("flying")
    curator.get_by_role("group", name="Upgrade banner 1").get_by_label("Upgrade icon").select_option("dragon")
    curator.get_by_label("Why (needed)", exact=True).fill("Seen at last")
    curator.get_by_role("button", name="Publish", exact=True).click()

    # What cannot be read is told beside its field, and nothing that was written is gone.
    told = curator.get_by_role("alert").filter(has_text="Not saved: 1 fault")
    expect(told).to_contain_text("Cost")
    expect(curator.get_by_label("Name", exact=True).first).to_have_value("Lantern Wyrm")
    cost = curator.get_by_label("Cost", exact=True)
    expect(cost).to_have_value("a lot")
    expect(cost).to_have_attribute("aria-invalid", "true")
    cost.fill("33")
    curator.get_by_role("button", name="Publish", exact=True).click()
    expect(curator.get_by_text("Published as release 2")).to_be_visible()

    # A legion under way stays with its release; a new one has the card, and so has the card browser.
    player.reload()
    expect(player.locator(".limits__release")).to_contain_text("Legal when you built it (release 1)")
    table.open("/build/attack-wing/")
    table.lay_out("Lantern Wyrm")
    table.equip("Lantern Wyrm", "Dragon", "Stoop from the Louvres")
    table.says("36 of 120 points, 84 left", "Legal")
    player.goto("/cards/attack-wing/lantern-wyrm/")
    expect(player.get_by_role("heading", name="Lantern Wyrm", level=1)).to_be_visible()
    expect(player.locator(".sources")).to_contain_text("A card on the table before me")

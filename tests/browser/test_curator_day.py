"""A curator's day: a card written in the admin is available in the builder at once."""

import re

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import expect

from catalog import permissions
from catalog.models import Record, Revision
from tests import factories
from tests.browser.builder_driver import BuilderDriver

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PASSWORD = "nine lanterns under water"


def test_a_card_that_a_curator_publishes_can_be_fielded_at_once(visit):
    wynne = get_user_model().objects.create_user("wynne", password=PASSWORD)
    for role in (permissions.CURATOR, permissions.PUBLISHER):  # nobody else could approve it
        permissions.grant(wynne, role)
    player, curator = visit(), visit()
    table = BuilderDriver(player).open()
    table.lay_out("Wraith")

    curator.goto("/admin/")
    curator.get_by_label("Username or email").fill("wynne")
    curator.get_by_label("Password", exact=True).fill(PASSWORD)
    curator.get_by_role("main").get_by_role("button", name="Log in", exact=True).click()
    expect(curator).to_have_url("/admin/")
    curator.get_by_role("main").locator("a.addlink[href='/admin/catalog/card/add/']").click()
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

    # Errors are shown at their fields, and nothing that was written is lost.
    alert = curator.get_by_role("alert").filter(has_text="Not saved: 1 fault")
    expect(alert).to_contain_text("Cost")
    expect(curator.get_by_label("Name", exact=True).first).to_have_value("Lantern Wyrm")
    cost = curator.get_by_label("Cost", exact=True)
    expect(cost).to_have_value("a lot")
    expect(cost).to_have_attribute("aria-invalid", "true")
    cost.fill("33")
    curator.get_by_role("button", name="Publish", exact=True).click()
    expect(curator.get_by_text("Published as release 2")).to_be_visible()

    # An existing legion keeps its release; a new one has the card, and so has the card browser.
    player.reload()
    expect(player.locator(".limits__release")).to_contain_text("Legal when you built it (release 1)")
    table.open("/build/attack-wing/")
    table.offer_open_sets()
    table.lay_out("Lantern Wyrm")
    table.equip("Lantern Wyrm", "Dragon", "Stoop from the Louvres")
    table.says("36 of 120 points, 84 left", "Legal")
    player.goto("/cards/attack-wing/lantern-wyrm/")
    expect(player.get_by_role("heading", name="Lantern Wyrm", level=1)).to_be_visible()
    expect(player.locator(".sources")).to_contain_text("A card on the table before me")


# -- from the printed card, with the keyboard alone ----------------------------------------------------------------

KEY, THINK = 0.28, 1.35
"""Seconds for a key and for preparing the next field: the Keystroke-Level Model of Card, Moran and Newell for an
untrained typist (a real clock cannot test that). A key combination counts as two keys.
"""


class Typist:
    """A curator who copies a printed card without a mouse: counts keys and pauses for thought."""

    def __init__(self, page):
        self.page, self.keys, self.thoughts = page, 0, 0

    @property
    def seconds(self):
        return self.keys * KEY + self.thoughts * THINK

    def press(self, key):
        self.page.keyboard.press(key)
        self.keys += 1 + key.count("+")

    def type(self, text):
        self.page.keyboard.type(text)
        self.keys += len(text) + sum(letter.isupper() for letter in text)

    def go_to(self, field):
        """Tab to a field, counting one key for each field; go no further than the end of the page."""
        field = field.element_handle()
        for _ in range(200):
            if field.evaluate("one => one === document.activeElement"):
                self.thoughts += 1
                return
            self.press("Tab")
        raise AssertionError("The keyboard does not come to that field.")

    def say(self, field, text):
        self.go_to(field)
        self.type(text)

    def choose(self, field, word):
        """Move down to an option, one key each."""
        self.go_to(field)
        for _ in range(20):
            if field.locator("option:checked").inner_text() == word:
                return
            self.press("ArrowDown")
        raise AssertionError(f"The keyboard does not come to {word!r}.")

    def tick(self, field):
        self.go_to(field)
        self.press("Space")


@pytest.fixture
def writing(visit):
    """The form of a new creature, filled with values of the previous creature from its box."""
    wynne = get_user_model().objects.create_user("wynne", password=PASSWORD)
    for role in (permissions.CURATOR, permissions.PUBLISHER):
        permissions.grant(wynne, role)
    factories.publish(factories.card_set(slug="the-box"))
    before = factories.creature(
        slug="before", set="the-box", sources={"": {"source": "The printed card", "checked": True}}
    )
    factories.save_draft(before, by=wynne, why="From the box")
    page = visit()
    page.goto("/admin/")
    page.get_by_label("Username or email").fill("wynne")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Log in", exact=True).click()
    page.goto("/admin/catalog/card/add/?of=attack-wing/creature")
    page.get_by_role("link", name="Fill in its set and its source").click()
    expect(page.get_by_text("Its set and its source are filled in below; look at them.")).to_be_visible()
    return page


def test_the_drawn_card_changes_while_somebody_types_and_the_keyboard_stays(writing):
    name, cost = writing.get_by_label("Name", exact=True).first, writing.get_by_label("Cost", exact=True)
    face = writing.locator(".muster-face")
    name.focus()
    writing.keyboard.type("Lantern Wyrm")
    expect(face.locator("svg")).to_contain_text("Lantern Wyrm")
    expect(name).to_be_focused()
    cost.focus()
    writing.keyboard.type("a lot")
    quiet = writing.locator(".muster-preview-error")
    expect(quiet).to_have_count(1)
    expect(cost).to_have_attribute("aria-describedby", re.compile(r"_preview_error"))
    cost.fill("33")
    expect(quiet).to_have_count(0)
    expect(face.locator("svg")).to_contain_text("33")
    assert not Record.objects.filter(slug="lantern-wyrm").exists()
    assert not writing.locator("[aria-live], [role=status], [role=alert]").count()


def test_a_complete_creature_is_written_from_the_printed_card_in_two_minutes_of_keys(writing):
    """From the first field of the card to the publish button; the set and the source are kept from the previous
    card.
    """
    typist, named = Typist(writing), lambda label: writing.get_by_label(label, exact=True).first
    row = lambda title: writing.get_by_role("group", name=title)  # noqa: E731
    named("Name").focus()
    typist.say(named("Name"), "Lantern Wyrm")
    typist.say(named("Class"), "Gold Dragon")
    typist.say(named("Keywords"), "gold-dragon")
    typist.choose(named("Unique"), "yes")
    for fact, number in {
        "Cost": 41,
        "Level": 9,
        "Primary weapon value": 4,
        "Agility": 2,
        "Health": 6,
        "Armor": 2,
    }.items():
        typist.say(named(fact), str(number))
    typist.choose(named("Alignment"), "good")
    typist.tick(named("fire"))
    for number, icon in enumerate(["dragon", "dragon", "arcane"], start=1):
        typist.choose(row(f"Upgrade banner {number}").get_by_label("Upgrade icon"), icon)
    for action in ("dodge", "target", "concentrate"):
        typist.tick(named(action))
    weapon = row("Primary weapons 1")
    typist.say(weapon.get_by_label("Name"), "Bite")
    typist.choose(weapon.get_by_label("Melee"), "yes")
    typist.choose(weapon.get_by_label("Arc"), "forward")
    typist.say(weapon.get_by_label("Range"), "2")
    typist.choose(named("Movement"), "flying")
    typist.choose(named("Base"), "large")
    typist.choose(named("Troop"), "no")
    typist.say(named("Rules text"), "Once a round it may turn before it strikes.")
    typist.say(named("Why (needed)"), "Seen at last")
    typist.go_to(writing.get_by_role("button", name="Publish", exact=True))
    typist.press("Enter")
    expect(writing.get_by_text("Published as release")).to_be_visible()
    wyrm = Revision.objects.newest().get(slug="lantern-wyrm")
    assert not wyrm.wanted
    assert typist.seconds < 120, f"{typist.keys} keys, {typist.thoughts} thoughts: {typist.seconds:.0f} s"

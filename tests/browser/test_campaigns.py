"""A campaign with three players: from the invitation, over both adventures of the rulebook, to the winner."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from catalog.models import Release
from legions.accounts.holders import Holder
from legions.campaigns import services
from legions.campaigns.models import Campaign
from legions.changes.basic import AddCreature
from legions.saved_lists.models import Legion
from legions.saved_lists.services import edit_legion as change_list
from tests import factories
from tests.browser.conftest import PHONE
from tests.browser.error_watch import ErrorWatch

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LAIR, AMBUSH = "In for a Penny, In for a Pounding", "Ambush in the Valley"


def choose(page: Page, **choices: str) -> None:
    """Choose options in fields by their labels."""
    for label, value in choices.items():
        page.get_by_label(label, exact=True).select_option(value)


def enter(page: Page, adventure: str, players: dict[str, str], ends: dict[str, str]) -> None:
    """Open the form of a game and enter the side and the result of each player."""
    page.get_by_role("link", name=f"Record a result {adventure}").click()
    choose(page, **players)
    for side, end in ends.items():
        page.get_by_label(f"{side} …", exact=True).select_option(end)


def start(page: Page) -> str:
    """Start the campaign of the rulebook from the game's page, as Ann; return the invitation link."""
    page.goto("/cards/attack-wing/")
    page.get_by_label("D&D Attack Wing", exact=True).get_by_role("link", name="Campaigns").click()
    page.get_by_role("link", name="Start a campaign of these Primordial graveyard").click()
    page.get_by_label("Name of the campaign").fill("The winter league")
    page.get_by_label("Your name in it").fill("Ann")
    expect(page.get_by_label(LAIR)).to_be_checked()
    page.get_by_role("link", name="Settle it now").click()
    page.get_by_label("All of them have won together.").check()
    page.get_by_role("button", name="Start the campaign").click()
    expect(page.get_by_role("heading", name="The winter league")).to_be_visible()
    return page.get_by_label("Link of the invitation").input_value()


def sit_down(page: Page, invitation: str, name: str) -> None:
    """Take a seat by the invitation link."""
    page.goto(invitation)
    page.get_by_label("Your name in the campaign").fill(name)
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("heading", name="Your seat")).to_be_visible()


def save(page: Page, follows: str, button: str, card: tuple[str, str] | None = None) -> None:
    """Preview the result, choose the card that a player takes, and save."""
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text(follows)).to_be_visible()
    if card is not None:
        page.get_by_label(f"The card that {card[0]} takes").select_option(card[1])
    page.get_by_role("button", name=button).click()


def test_three_players_play_both_adventures_of_the_rulebook_from_invitation_to_winner(
    visit: Callable[..., Page], visit_as: Callable[..., Page]
) -> None:
    ann, bo, cy = visit(), visit_as(factories.UserFactory(username="bo")), visit(viewport=PHONE, has_touch=True)
    invitation = start(ann)
    campaign = ann.url.partition("#")[0]
    sit_down(bo, invitation, "Bo")  # with an account
    sit_down(cy, invitation, "Cy")  # a guest with a phone

    # Ann and Cy play the first adventure. Cy enters it on the phone; Ann confirms.
    players = {"Ann": "Eshaedra", "Cy": "Galadaeros"}
    enter(cy, LAIR, players, {"Eshaedra": "was still there", "Galadaeros": "was defeated"})
    save(cy, "Total victory, paragraph 1", "Save the game", ("Ann", "Aerobat Amulet"))
    ann.reload()
    expect(ann.get_by_text("In the lead: Ann.")).to_be_visible()
    expect(ann.locator("#player-player-1").get_by_role("link", name="Aerobat Amulet")).to_be_visible()
    ann.get_by_role("button", name="Confirm In for a Penny").click()
    expect(ann.get_by_text("Ann confirms it.")).to_be_visible()

    # Ann builds a list for the second, with her point of experience and the amulet.
    ann.get_by_label("Build a list for").select_option("ambush-in-the-valley/eshaedra")
    ann.get_by_role("button", name="Build", exact=True).click()
    experience = ann.locator("#experience")
    expect(experience).to_contain_text("55 + 0 bought, 1 XP left")
    ann.get_by_role("button", name="Buy a point for 1 XP").click()
    expect(experience).to_contain_text("55 + 1 bought, 0 XP left")
    expect(ann.locator("#more-points")).to_be_disabled()
    expect(ann.locator("#won")).to_contain_text(f"Won in {LAIR}.")

    # All three play it. Bo enters a wrong result, Ann disputes it, Bo corrects it.
    players = {"Ann": "Eshaedra", "Bo": "Balagos", "Cy": "Galadaeros"}
    bo.goto(campaign)
    enter(bo, AMBUSH, players, dict.fromkeys(players.values(), "was defeated"))
    save(bo, "Partial victory, paragraph 6", "Save the game")
    ann.goto(campaign)
    ann.locator("#entry-e5").get_by_text("Dispute").first.click()
    ann.get_by_label("What was different?").fill("Balagos got away last.")
    ann.get_by_role("button", name="Dispute Ambush").click()
    expect(ann.get_by_text("Ann disputes it: Balagos got away last.")).to_be_visible()
    bo.goto(campaign)
    expect(bo.get_by_text("Ann disputes it: Balagos got away last.")).to_be_visible()
    bo.get_by_role("link", name="Correct Ambush").click()
    bo.get_by_label("Balagos …").select_option("left the table")
    for place, side in enumerate(("galadaeros", "eshaedra", "balagos"), start=1):
        bo.locator(f"[name=place_{side}]").select_option(str(place))
    save(bo, "Total victory, paragraph 1", "Save the correction", ("Bo", "Ring of Swift Breath"))
    expect(bo.get_by_text("In the lead: Bo.")).to_be_visible()

    # Ann ends it, and everybody with the link can read it.
    ann.goto(campaign)
    ann.get_by_role("button", name="End the campaign").click()
    expect(ann.get_by_text("The winner: Bo.")).to_be_visible()
    ann.get_by_role("button", name="Create a read-only link").click()
    cy.goto(ann.get_by_label("Read-only link").input_value())
    expect(cy.get_by_text("The winner: Bo.")).to_be_visible()
    expect(cy.get_by_role("button", name="Correct")).to_have_count(0)


WIDE = {"width": 1440, "height": 900}
ROPE, WEIR = "a-rope-short-at-matins", "the-weir-is-opened"
SIDES = {"player-1": "ringers", "player-2": "toll-house"}


def play(campaign: Campaign, adventure: str, ringers: dict[str, Any], card: str) -> None:
    """Enter a game that the ringers have won, with the card that their player took."""
    seats = [{"player": player, "side": side} for player, side in SIDES.items()]
    report = {"sides": {"ringers": ringers, "toll-house": {"end": "present", "holds": []}}}
    told = {"type": "played", "adventure": adventure, "seats": seats, "report": report}
    rewards = [{"player": "player-1", "card": card}]
    services.enter(campaign=campaign, document={**told, "rewards": rewards}, by="player-1")
    campaign.refresh_from_db()


@pytest.mark.parametrize(
    "options", [{"viewport": WIDE}, {"viewport": PHONE, "has_touch": True}], ids=["desktop", "phone"]
)
def test_experience_buys_a_slot_at_its_creature_and_a_won_artifact_goes_into_it(
    release: Release, visit_as: Callable[..., Page], options: dict[str, Any]
) -> None:
    user = factories.UserFactory(username="ann")
    page = visit_as(user, **options)
    page.goto("/campaigns/attack-wing/new/")
    page.locator("label[for=story-story-the-silent-stroke]").click()
    expect(page.get_by_label("The Weir Is Opened")).to_be_checked()
    expect(page.get_by_label(LAIR)).to_be_hidden()
    expect(page.get_by_role("button", name="Start the campaign")).to_be_in_viewport()
    page.get_by_role("button", name="Start the campaign").click()
    expect(page.get_by_role("heading", name="The silent stroke", exact=True)).to_be_visible()

    campaign = Campaign.objects.get()
    services.take_seat(campaign=campaign, holder=Holder(guest_key="a guest"), name="Bo")
    play(campaign, ROPE, {"end": "left", "exit": "north", "holds": [1]}, "crown-of-dripping-lead")
    play(campaign, WEIR, {"end": "present", "holds": [1, 2]}, "the-first-sounding-line")
    page.reload()
    page.get_by_label("Build a list for").select_option("a-writ-for-the-eighth-tower/ringers")
    page.get_by_role("button", name="Build", exact=True).click()
    legion = Legion.objects.get()
    change_list(legion=legion, base=legion.version, change=AddCreature("bronze-diver", ("harpoon-and-float",)))
    page.reload()
    experience = page.locator("#experience")
    expect(experience).to_contain_text("80 + 0 bought, 3 XP left")
    page.locator("#slot-offer-0 > summary").click()
    page.locator("#buy-slot-0-equipment").click()
    expect(page.locator(".slot--bought")).to_contain_text("bought for 2 XP")
    expect(experience).to_contain_text("1 XP left")
    expect(page.locator("#won")).to_contain_text("Won in The Weir Is Opened. Fits the bought slot of Bronze Diver.")
    page.get_by_role("button", name="Add The First Sounding-Line").click()
    expect(page.locator(".slots")).to_contain_text("The First Sounding-Line")
    page.get_by_role("button", name="Give the bought slot back").click()
    expect(experience).to_contain_text("3 XP left")


def press_to(page: Page, name: str, steps: int = 60) -> None:
    """Move by Tab to the button of this name and press Enter."""
    for _ in range(steps):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == name:
            return page.keyboard.press("Enter")
    raise AssertionError(f"no button {name} within {steps} steps")


def test_an_own_adventure_is_written_without_scripts_with_keys_and_taken_over_by_somebody_else(
    release: Release, visit_as: Callable[..., Page], watch: ErrorWatch
) -> None:
    watch.foresee("status of 400")
    watch.foresee("status of 410")
    ann = visit_as(factories.UserFactory(username="ann"), java_script_enabled=False)
    ann.goto("/campaigns/attack-wing/")
    ann.get_by_role("link", name="Start a campaign", exact=True).click()
    ann.get_by_label("Name of the campaign").fill("Cellars")
    ann.get_by_role("radio", name="Your own").focus()
    ann.keyboard.press("Space")
    ann.get_by_role("button", name="Start the campaign").click()
    expect(ann.get_by_role("heading", name="Write an adventure")).to_be_visible()

    # A third side by keyboard alone; errors are shown at their fields.
    ann.get_by_label("Name", exact=True).first.fill("The cellar door")
    ann.locator("#id_side-1-exits").focus()
    press_to(ann, "Add a side")
    expect(ann.locator("#id_side-2-name")).to_be_focused()
    ann.get_by_role("button", name="Try it").last.click()
    expect(ann.locator(".field--bad #id_side-2-name")).to_be_visible()
    ann.locator("#id_side-2-name").fill("The rats")
    ann.locator("#id_outcome-0-case-0-side-3-is").select_option("lost")
    ann.get_by_role("button", name="Save the adventure").click()
    expect(ann.get_by_role("heading", name="The cellar door")).to_be_visible()
    expect(ann.get_by_text("C The rats")).to_be_visible()

    # Once published, another user with a campaign reads and copies it.
    ann.get_by_role("button", name="Publish by a link").click()
    link = ann.get_by_label("Link of the adventure").input_value()
    bo = visit_as(factories.UserFactory(username="bo"), viewport=PHONE, has_touch=True)
    bo.goto(link)
    bo.get_by_role("link", name="Start a campaign with it").click()
    bo.get_by_label("Name of the campaign").fill("Attics")
    bo.get_by_role("button", name="Start the campaign").click()
    expect(bo.get_by_role("link", name="The cellar door", exact=True)).to_be_visible()
    bo.goto(link)
    bo.get_by_role("button", name="Copy it there").click()
    expect(bo.get_by_text("you can change your copy")).to_be_visible()
    ann.get_by_role("button", name="End the link").click()
    bo.goto(link)
    expect(bo.get_by_role("heading", name="This link was ended")).to_be_visible()


@pytest.mark.parametrize(
    "options", [{"viewport": WIDE}, {"viewport": PHONE, "has_touch": True}], ids=["desktop", "phone"]
)
def test_a_list_at_the_table_comes_into_a_new_campaign_with_its_cards(
    release: Release, visit_as: Callable[..., Page], options: dict[str, Any]
) -> None:
    user = factories.UserFactory(username="ann")
    legion = factories.legion({"card": "maurghoros"}, {"card": "wraith"}, owner=user, name="Bones and embers")
    page = visit_as(user, **options)
    page.goto(f"/legions/{legion.pk}/play/")
    page.get_by_role("link", name="Start a campaign with this list").click()
    brought = page.get_by_text("“Bones and embers” comes along: Maurghoros, Wraith")
    expect(brought).to_be_in_viewport()
    page.get_by_role("button", name="Start the campaign").click()
    expect(brought).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(page.get_by_label("With the cards of")).to_have_value(str(legion.pk))
    page.get_by_role("button", name="Build", exact=True).click()
    expect(page).to_have_url(re.compile("/legions/"))
    built = Legion.objects.exclude(pk=legion.pk).get()
    assert [pick["card"] for pick in built.document["picks"]][:2] == ["maurghoros", "wraith"]
    page.goto(f"/legions/{legion.pk}/play/")
    page.get_by_role("link", name=Campaign.objects.get().name).click()
    expect(brought).to_be_visible()

"""Custom adventures of a campaign: entered in fields or as JSON, checked by the linter, played."""

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core import signing
from django.test import Client

from legions.accounts.holders import Holder
from legions.campaigns import services
from legions.campaigns.adventure_form import AdventureForm
from legions.campaigns.adventure_rows import MAX_OUTCOMES, MAX_SIDES
from legions.campaigns.models import Campaign
from legions.campaigns.own_adventure_views import SIGNING_SALT, blank_adventure
from legions.campaigns.records import JudgedRecord
from legions.cards.stock import stock
from legions.saved_lists.models import Legion
from tests import factories
from tests.clients import logged_in
from tests.legions.campaign_helpers import (
    GAME,
    GUEST,
    HILL,
    address,
    as_guest,
    do,
    game_won,
    new_campaign,
    roles,
)
from tests.legions.form_parser import FormParser
from tests.legions.page_parser import Page
from tests.nonempty import nonempty

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("hill")]

CATALOG = [json.loads(file.read_text()) for file in sorted(Path("fixtures").glob("*/adventures/*.json"))]


def page_of(campaign: Campaign) -> str:
    return address(campaign, "write")


def write(client: Client, campaign: Campaign, document: Any, button: str = "save", seen: str = "") -> Any:
    """Send an adventure as JSON, based on the campaign's adventure of that time."""
    text = document if isinstance(document, str) else json.dumps(document)
    return client.post(page_of(campaign), {"json": text, "do": button, "seen": seen})


def text_of(response: Any) -> dict[str, Any]:
    """Return the adventure shown as JSON on a page."""
    found = re.search(r"<textarea[^>]*name=.json.[^>]*>(.*?)</textarea>", response.content.decode(), re.DOTALL)
    assert found
    document: dict[str, Any] = json.loads(html.unescape(found[1]))
    return document


def fields_of(response: Any) -> dict[str, Any]:
    """Return the data that a browser would send from the form on a page, without a button."""
    known = FormParser(response).fields
    return {name: values for name, values in known.items() if name not in ("do", "csrfmiddlewaretoken")}


def fill(client: Client, campaign: Campaign, page: Any, button: str = "save", **fields: Any) -> Any:
    """Change fields of the form on a page, and press a button."""
    return client.post(page_of(campaign), {**fields_of(page), **fields, "do": button})


def own(campaign: Campaign) -> list[dict[str, Any]]:
    adventures: list[dict[str, Any]] = Campaign.objects.get(pk=campaign.pk).head.get("adventures", [])
    return adventures


def build_for(client: Client, campaign: Campaign, side: str) -> Legion:
    return Legion.objects.get(pk=do(client, campaign, "build", side=side)["Location"].split("/")[2])


# -- in fields -------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_a_leader_writes_an_adventure_in_a_form_and_it_is_played(campaign: Campaign, ann: Any) -> None:
    leader = logged_in(ann)
    blank = leader.get(page_of(campaign))
    said = {"name": "The Ford", "side-0-name": "Millers", "outcome-0-text": "They hold the ford.", "rounds": "6"}
    assert "Nothing is wrong with it." in fill(leader, campaign, blank, "check", **said).content.decode()
    assert not own(campaign)
    there = fill(leader, campaign, blank, **said)["Location"]
    assert there == address(campaign, "adventures", "the-ford")
    [written] = own(campaign)
    assert (written["name"], written["sides"][0]["name"], written["rounds"]) == ("The Ford", "Millers", 6)
    assert "Millers" in as_guest().get(there).content.decode()
    assert Client().get(there).status_code == 404
    legion = build_for(leader, campaign, "the-ford/first")
    assert "name" not in legion.document["campaign"]["record"]["entries"][0]
    again = leader.get(f"{page_of(campaign)}?edit=the-ford")
    fill(leader, campaign, again, name="The Other Ford")
    assert [(one["slug"], one["name"]) for one in own(campaign)] == [("the-ford", "The Other Ford")]
    game = {**game_won(), "adventure": "the-ford", "report": {"sides": {"first": {"end": "won"}}}}
    game["seats"] = [{"player": "player-1", "side": "first"}, {"player": "player-2", "side": "second"}]
    services.enter(campaign=campaign, document=game, by="player-1")
    assert JudgedRecord(Campaign.objects.get(pk=campaign.pk)).players["player-1"]["xp"]["least"] == 1
    assert "has been played" in fill(leader, campaign, again).content.decode()
    removed = leader.post(address(campaign, "adventures"), {"do": "remove/the-ford"})
    assert "has been played" in removed.content.decode()


@pytest.mark.sampled
def test_two_adventures_may_have_the_same_name(campaign: Campaign, ann: Any) -> None:
    leader = logged_in(ann)
    for text in ("By day.", "By night.", "By night."):  # the last one is the second, sent twice
        fill(leader, campaign, leader.get(page_of(campaign)), name="Over the Hill", text=text)
    assert [one["slug"] for one in own(campaign)] == [f"{HILL}-2", f"{HILL}-3"]
    assert leader.post(address(campaign, "adventures"), {"do": f"remove/{HILL}-2"}).status_code == 302
    assert [one["slug"] for one in own(campaign)] == [f"{HILL}-3"]


def test_rows_are_added_and_removed_and_nothing_that_was_written_is_lost(campaign: Campaign, ann: Any) -> None:
    leader = logged_in(ann)
    page = fill(leader, campaign, leader.get(page_of(campaign)), "add-side", name="The Ford")
    assert 'id="id_side-2-name"' in page.content.decode()
    assert "autofocus" in Page(page).all("input", id="id_side-2-name")[0]
    page = fill(leader, campaign, page, "add-piece", **{"side-2-name": "Eels"})
    page = fill(leader, campaign, page, "add-outcome", **{"piece-0-what": "A boat"})
    page = fill(leader, campaign, page, "add-case/2", **{"outcome-2-text": "Nobody crosses."})
    lost = {f"outcome-2-case-0-{side}-is": "lost" for side in ("first", "second", "side-3")}
    more = {"outcome-2-victory": "draw", "outcome-2-case-1-side-3-holds": "1", "outcome-2-earned-side-3-xp": "2"}
    page = fill(leader, campaign, page, "check", most_held="1", **lost, **more)
    page = fill(leader, campaign, page, "remove-case/2/1")
    page = fill(leader, campaign, page, "remove-outcome/0")
    assert fill(leader, campaign, page).status_code == 302, fill(leader, campaign, page).content.decode()
    [written] = own(campaign)
    assert written["pieces"] == [{"number": 1, "what": "A boat"}]
    assert [one["paragraph"] for one in written["outcomes"]] == ["2", "3"]
    conditions = [{"side": side, "is": ["lost"]} for side in ("first", "second", "side-3")]
    assert written["outcomes"][1]["when"] == [{"all": conditions}]
    assert written["outcomes"][1]["earned"] == [{"side": "side-3", "xp": 2}]
    page = fill(leader, campaign, leader.get(f"{page_of(campaign)}?edit=the-ford"), "remove-side/2")
    fill(leader, campaign, fill(leader, campaign, page, "remove-piece/0", most_held=""))
    [written] = own(campaign)
    assert "pieces" not in written
    assert written["outcomes"][1]["when"] == [{"all": conditions[:2]}]


@pytest.mark.one_variant
@pytest.mark.parametrize("document", CATALOG, ids=lambda document: document["slug"])
def test_a_form_that_changes_nothing_changes_nothing_of_an_adventure(document: dict[str, Any]) -> None:
    """Adventures of the catalog have every part that the form knows, and many more."""
    cards = [card_called(slug) for slug in sorted(cards_in(document))]
    if cards:
        factories.publish(*cards)
    catalog = stock(document["game"])
    blank = AdventureForm(None, document, catalog, buys=True)
    form = AdventureForm(blank.as_data(), document, catalog, buys=True)
    assert not form.errors
    assert form.document() == document


def cards_in(value: Any, field: str = "") -> set[str]:
    """Return the cards that an adventure names anywhere."""
    if isinstance(value, str):
        return {value} if field in ("card", "cards", "required_cards") else set()
    pairs = value.items() if isinstance(value, dict) else ((field, one) for one in value if isinstance(value, list))
    return {card for key, one in pairs if isinstance(one, str | dict | list) for card in cards_in(one, key)}


def card_called(slug: str) -> dict[str, Any]:
    return factories.creature(slug=slug, name=slug.replace("-", " ").title())


@pytest.mark.parametrize(
    ("name", "slug"), [("!", "own-adventure"), (f"{'a' * 79} b", "a" * 79), ("The Ford", "the-ford")]
)
def test_any_name_of_an_adventure_yields_a_slug(campaign: Campaign, name: str, slug: str) -> None:
    assert services.free_slug(name, campaign) == slug


@pytest.mark.sampled
def test_fields_that_the_form_does_not_have_are_kept(campaign: Campaign, ann: Any) -> None:
    leader = logged_in(ann)
    hard = {"all": [{"side": "upper", "is": ["won"], "after": ["lower"]}]}
    good = factories.adventure(slug="ours", storyline="ours", booster_points=3)
    good["sides"] = [{**side, "ends": ["left", "won"]} for side in good["sides"]]
    good["outcomes"].append({**good["outcomes"][0], "paragraph": "3", "victory": "partial", "when": [hard]})
    good["outcomes"][2]["when"][0]["all"][0]["is"] = ["left"]
    assert write(leader, campaign, good).status_code == 302
    page = leader.get(f"{page_of(campaign)}?edit=ours")
    assert "the storyline and points of a booster" in Page(page).words
    assert "more than the fields can say" in Page(page).words
    fill(leader, campaign, page, name="Ours")
    assert own(campaign) == [{**good, "name": "Ours"}]


@pytest.mark.sampled
def test_faults_are_shown_at_their_fields(campaign: Campaign, ann: Any) -> None:
    factories.publish(factories.creature(slug="giant", name="Giant", cost=70))
    Campaign.objects.update(head={"release": 2})
    leader = logged_in(ann)
    blank = leader.get(page_of(campaign))
    for said, where, words in (
        ({"name": ""}, "name", ""),
        ({"players": "many"}, "players", ""),
        ({"rounds": "0"}, "rounds", ""),
        ({"side-0-cards": "Nobody"}, "side-0-cards", "There is no card “Nobody”"),
        ({"side-1-cards": "giant"}, "side-1-cards", "cost 70 points already; the side has 60"),
        ({"side-0-ends": []}, "outcome-0-case-0-first-is", "cannot be with this side"),
        ({"side-0-from_west": "3"}, "side-0-from_west", ""),
        ({"outcome-0-paragraph": "!"}, "outcome-0-paragraph", ""),
        ({"outcome-1-paragraph": "1"}, "outcome-1-paragraph", "used above"),
        ({"outcome-1-case-0-second-is": ""}, "outcome-1-case-0-first-is", ""),
        (
            {"outcome-1-case-0-second-is": "lost", "outcome-1-case-0-first-is": "won"},
            "outcome-1-case-0-first-is",
            "Nothing leads",
        ),
        ({"outcome-0-earned-first-xp": "1001"}, "outcome-0-earned-first-xp", ""),
        ({"outcome-0-case-0-first-is": "vanished"}, "outcome-0-case-0-first-is", ""),
    ):
        response = fill(leader, campaign, blank, **said)
        assert response.status_code == 400, said
        errors = FormParser(response).errors
        assert where in errors and words in errors[where], (said, errors)
        assert not own(campaign)


@pytest.mark.sampled
def test_cards_are_named_as_players_call_them(campaign: Campaign, ann: Any) -> None:
    twins = [factories.creature(slug=f"twin-{one}", name="Twin", cost=5) for one in ("a", "b")]
    factories.publish(factories.creature(slug="giant", name="Giant, the Old", cost=30), *twins)
    Campaign.objects.update(head={"release": 2})
    leader = logged_in(ann)
    page = leader.get(page_of(campaign))
    asked = fill(leader, campaign, page, **{"side-0-cards": "Twin"})
    assert "Several cards are called “Twin”. Write which one: twin-a or twin-b." in Page(asked).words
    fill(
        leader,
        campaign,
        page,
        **{"side-0-cards": "giant, THE old\ntwin-b\n\n", "outcome-0-earned-first-cards": "twin-a"},
    )
    [written] = own(campaign)
    assert written["sides"][0]["required_cards"] == ["giant", "twin-b"]
    assert written["outcomes"][0]["earned"] == [{"side": "first", "xp": 1, "cards": ["twin-a"]}]
    assert "Giant, the Old\ntwin-b" in leader.get(f"{page_of(campaign)}?edit={written['slug']}").content.decode()


@pytest.mark.sampled
@pytest.mark.parametrize("carried", ["", "x", "e30:1:2", None])
def test_a_form_that_was_tampered_with_says_nothing(campaign: Campaign, ann: Any, carried: str | None) -> None:
    leader = logged_in(ann)
    forged = signing.dumps([{"sides": 1}, True], salt="another") if carried is None else carried
    response = leader.post(page_of(campaign), {"carried": forged, "do": "save"})
    assert response.status_code == 400
    assert "Nothing was saved" in response.content.decode()
    assert not own(campaign)


@pytest.mark.sampled
def test_a_button_that_no_form_has_does_nothing(campaign: Campaign, ann: Any) -> None:
    leader = logged_in(ann)
    page = leader.get(page_of(campaign))
    for what in (
        "remove-side/9",
        "remove-side",
        "add-case/99",
        "remove-case/0/7",
        "remove-side/-1",
        "dance",
        "add-case/x",
    ):
        assert fill(leader, campaign, page, what).status_code == 200
    assert not own(campaign)


@pytest.mark.sampled
def test_the_page_stays_small_for_large_adventures(campaign: Campaign, ann: Any) -> None:
    leader = logged_in(ann)
    page = leader.get(page_of(campaign))
    for what in ("add-piece", "add-side", "add-outcome"):
        while page.status_code == 200:
            page = fill(leader, campaign, page, what)
        assert "There is no room for more here." in Page(page).words
        assert len(page.content) < 100_000
        page = fill(leader, campaign, page, "remove-piece/0")
    big = factories.adventure(slug="ours")
    big["sides"] += [{**big["sides"][0], "side": f"side-{one}"} for one in range(MAX_SIDES - 2)]
    big["outcomes"] += [{**big["outcomes"][0], "paragraph": str(one)} for one in range(3, MAX_OUTCOMES + 1)]
    page = write(leader, campaign, big, "form")
    assert (page.status_code, len(page.content) < 100_000) == (400, True)
    longer = {**big, "sides": [*big["sides"], {**big["sides"][0], "side": "one-more"}], "outcomes": big["outcomes"][:2]}
    assert "It is too long for the form" in write(leader, campaign, longer, "form").content.decode()
    assert write(leader, campaign, longer).status_code == 302
    assert text_of(leader.get(f"{page_of(campaign)}?edit=ours"))["sides"] == longer["sides"]


# -- as JSON ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["", "&json=1"])
def test_a_change_of_another_window_is_not_lost_but_by_saving_twice(campaign: Campaign, ann: Any, way: str) -> None:
    leader = logged_in(ann)
    write(leader, campaign, factories.adventure(slug="ours", name="Ours"))
    page = leader.get(f"{page_of(campaign)}?edit=ours{way}")
    first, late = own(campaign)[0], {**own(campaign)[0], "text": "Written late."}
    sent = {"text": "Written late."} if not way else {"json": json.dumps(late)}
    campaign.refresh_from_db()
    write(leader, campaign, {**first, "text": "Written meanwhile."}, seen=services.adventure_state(campaign, "ours"))
    refused = fill(leader, campaign, page, **sent)
    assert refused.status_code == 400
    assert "“Ours” was changed since you opened it" in html.unescape(refused.content.decode())
    assert own(campaign)[0]["text"] == "Written meanwhile."
    assert fill(leader, campaign, refused).status_code == 302
    assert own(campaign) == [late]


@pytest.mark.sampled
def test_json_under_the_slug_of_another_adventure_does_not_replace_it_unasked(campaign: Campaign, ann: Any) -> None:
    leader = logged_in(ann)
    write(leader, campaign, factories.adventure(slug="ours", name="Ours"))
    assert write(leader, campaign, factories.adventure(slug="ours", name="Theirs")).status_code == 400
    assert write(leader, campaign, factories.adventure(slug="ours", name="Ours")).status_code == 302
    assert [one["name"] for one in own(campaign)] == ["Ours"]


@pytest.mark.sampled
def test_form_and_json_lead_to_each_other_with_what_is_written(campaign: Campaign, ann: Any) -> None:
    leader = logged_in(ann)
    as_json = fill(leader, campaign, leader.get(page_of(campaign)), "json", name="The Ford")
    document = text_of(as_json)
    assert (document["name"], document["slug"]) == ("The Ford", "the-ford")
    assert text_of(leader.get(f"{page_of(campaign)}?json=1"))["slug"] == "our-adventure"
    page = write(leader, campaign, {**document, "rounds": 7}, "form")
    assert fields_of(page)["rounds"] == ["7"]
    assert "Nothing is wrong with it." in write(leader, campaign, document, "check").content.decode()
    assert write(leader, campaign, document)["Location"] == address(campaign, "adventures", "the-ford")
    for text in ("{", "[]", '{"kind": "adventure", "game": "attack-wing", "sides": 3}'):
        assert write(leader, campaign, text, "form").status_code == 400


@pytest.mark.sampled
def test_an_adventure_of_the_game_is_copied(campaign: Campaign, ann: Any) -> None:
    leader = logged_in(ann)
    fill(leader, campaign, leader.get(f"{page_of(campaign)}?copy={HILL}"))
    [written] = own(campaign)
    assert (written["slug"], written["name"], written["official"]) == (
        "copy-of-over-the-hill",
        "Copy of Over the Hill",
        False,
    )
    assert leader.get(f"{page_of(campaign)}?copy=nothing&edit=nothing").status_code == 200
    assert "Copy of Over the Hill" in Page(leader.get(address(campaign, "adventures"))).words
    fill(leader, campaign, leader.get(f"{page_of(campaign)}?copy={written['slug']}"))
    assert [one["name"] for one in own(campaign)] == ["Copy of Over the Hill", "Copy of Copy of Over the Hill"]


@pytest.mark.sampled
def test_an_adventure_with_faults_of_the_linter_is_not_saved(campaign: Campaign, ann: Any) -> None:
    factories.publish(factories.creature(slug="giant", cost=70))
    Campaign.objects.update(head={"release": 2})
    leader, good = logged_in(ann), factories.adventure(slug="ours")
    never = {**good, "outcomes": [good["outcomes"][0], {**good["outcomes"][0], "paragraph": "2"}]}
    dear = [{**side, "required_cards": ["giant"]} for side in good["sides"]]
    strange = [{**side, "required_cards": ["nobody"]} for side in good["sides"]]
    for document, said in (
        ("{", "JSON"),
        ("[]", "no adventure of the game"),
        ({**good, "game": "dungeon-command"}, "no adventure of the game"),
        ({**good, "name": ""}, "/name"),
        (never, "Nothing leads to"),
        ({**good, "sides": dear}, "cost 70 points already; the side has 60"),
        ({**good, "sides": strange}, "There is no card “nobody”"),
    ):
        response = write(leader, campaign, document)
        assert response.status_code == 400, said
        assert said in html.unescape(response.content.decode()), said
    assert not own(campaign)


@pytest.mark.sampled
def test_only_who_leads_writes_adventures(campaign: Campaign, ann: Any) -> None:
    carried = signing.dumps([blank_adventure(GAME), True], salt=SIGNING_SALT, compress=True)
    for role, browser in nonempty(roles(ann).items()):
        expected = 200 if role == "leader" else 404
        assert browser.get(address(campaign, "adventures")).status_code == expected, role
        assert browser.get(page_of(campaign)).status_code == expected, role
        if role != "leader":
            assert write(browser, campaign, factories.adventure(slug="ours")).status_code == 404, role
            assert browser.post(page_of(campaign), {"carried": carried, "do": "save"}).status_code == 404, role
            assert browser.post(address(campaign, "adventures"), {"do": "remove/x"}).status_code == 404, role
    assert not own(campaign)


@pytest.mark.sampled
def test_a_campaign_shows_its_story_and_one_next_step_and_its_adventures_lead_back_to_it() -> None:
    facts = {"storyline": "the-long-war", "storyline_text": "It is long."}
    release = factories.publish(factories.adventure(slug="first", name="First", number=1, **facts)).number
    ann = factories.UserFactory()
    campaign = new_campaign(Holder(user=ann), plan=["first", HILL])
    leader = logged_in(ann)

    def steps() -> tuple[str, list[str]]:
        page = Page(leader.get(address(campaign)))
        main = [one["id"] if one.get("id") else one.get("value") or one["href"] for one in filled(page)]
        return page.words.partition("Next: ")[2], main

    page = Page(leader.get(address(campaign)))
    assert "It is long." in page.words
    assert [one["src"] for one in page.all("img")] == [f"/storylines/{release}/{GAME}/the-long-war.svg"]
    words, main = steps()
    assert words.startswith("Invite players: copy the link for them.")
    assert main == ["copy-invite"]
    services.take_seat(campaign=campaign, holder=GUEST, name="Bo")
    words, main = steps()
    assert words.startswith("Build your list for First.")
    assert main == ["build"]
    build_for(leader, campaign, "first/upper")
    words, main = steps()
    assert words.startswith("Play First, then record its result.")
    assert main == [address(campaign, "games", "first")]
    services.enter(campaign=campaign, document=game_won(adventure="first"), by="player-1")
    assert steps()[0].startswith("Build your list for")
    services.end_campaign(campaign=campaign, by="player-1")
    words, main = steps()
    assert not words and not main

    shown = Page(leader.get(address(campaign, "adventures", "first")))
    assert shown.all("a", href=address(campaign))
    assert "Start a campaign with it" not in shown.words
    assert leader.get(address(campaign, "adventures", "nowhere")).status_code == 404
    assert Client().get(address(campaign, "adventures", "first")).status_code == 404


def filled(page: Page) -> list[dict[str, str]]:
    """Return the attributes of the filled buttons of a page."""
    found = [*page.all("a"), *page.all("button")]
    return [one for one in found if "button--main" in one.get("class", "").split()]


def test_the_form_of_a_result_names_tokens_and_asks_for_the_order_in_words(campaign: Campaign, ann: Any) -> None:
    bell = next(one for one in CATALOG if one["slug"] == "the-ninth-bell")
    bell = {field: value for field, value in bell.items() if field != "claims"}
    Campaign.objects.update(head={**campaign.head, "adventures": [bell]})
    words = Page(logged_in(ann).get(address(campaign, "games", "the-ninth-bell"))).words
    assert "Tokens it held 9: The clapper of the ninth bell None of them" in words
    assert "If it was defeated or left: in which order? Not known first second third" in words

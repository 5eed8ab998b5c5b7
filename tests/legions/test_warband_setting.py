"""Settings of a warband in the builder in addition to its creatures: faction, map, terrain tiles, waivers and
questions.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from catalog import import_export, publishing
from catalog.documents.errors import InvalidInput
from legions.builder import forms
from legions.changes import setting
from legions.saved_lists.models import Legion
from legions.sharing import services as sharing_services
from tests import factories
from tests.legions.page_parser import Page

FIXTURES = Path(settings.BASE_DIR) / "fixtures"
NEW, OLD = "dnd-miniatures-2008", "dnd-miniatures-2003"
OPEN_SETS = {"the-wood-that-walks", "the-parliament-on-the-ice"}


def title(slug: str) -> str:
    return slug.replace("-", " ").title()


MADE: list[tuple[dict[str, Any], Any, dict[str, Any], str]] = [
    ({}, setting.SetField("faction", "wild"), {"faction": "wild"}, "Faction: wild."),
    ({"faction": "wild"}, setting.SetField("faction", None), {}, "No faction chosen."),
    ({"map": "a"}, setting.SetField("map", "wide-plain"), {"map": "wide-plain"}, "Map: Wide Plain."),
    ({}, setting.AddTiles(("pond",)), {"tiles": ["pond"]}, "Pond brought."),
    ({"tiles": ["pond"]}, setting.AddTiles(("pond",)), {"tiles": ["pond", "pond"]}, "Pond brought."),
    ({"tiles": ["pond", "wall"]}, setting.RemoveTile(0), {"tiles": ["wall"]}, "Pond left at home."),
    ({"tiles": ["wall"]}, setting.RemoveTile(0), {}, "Wall left at home."),
    ({}, setting.AddTiles(("pond", "wall")), {"tiles": ["pond", "wall"]}, "2 tiles brought."),
    (
        {},
        setting.SetTreasure((2, 0, 1), 5),
        {"treasure": {"chests": [1, 1, 3], "tokens": 5}},
        "Treasure: 3 chest markers, 5 tokens.",
    ),
    ({"treasure": {"chests": [1], "tokens": 1}}, setting.SetTreasure((0, 0, 0), 0), {}, "No treasure brought."),
    ({"pool": {"orc": 1}}, setting.AddOpened("orc", 2), {"pool": {"orc": 3}}, "2 figures of Orc opened."),
    ({"pool": {"orc": 3}}, setting.SetOpened("orc", 1), {"pool": {"orc": 1}}, "Orc: 1 figure opened."),
    ({"pool": {"orc": 3}}, setting.SetOpened("orc", 0), {}, "Orc: none opened."),
    ({}, setting.OpenUncounted(), {}, "Cards on the table counted as opened."),
]


@pytest.mark.parametrize(("before", "change", "after", "message"), MADE)
def test_a_change_of_fields_outside_the_picks(
    before: dict[str, Any], change: Any, after: dict[str, Any], message: str
) -> None:
    document = {"game": OLD, "picks": [], **before}
    assert change.words(document, title) == message
    assert change.apply(document) == {"game": OLD, "picks": [], **after}
    assert change.focus_pointer(document) is None


def test_picked_cards_count_as_opened_and_no_opened_card_is_lost() -> None:
    picks = [{"card": "orc", "count": 2}, {"card": "orc"}, {"card": "elf"}]
    after = setting.OpenUncounted().apply({"game": OLD, "picks": picks, "pool": {"orc": 1, "elf": 4, "imp": 2}})
    assert after["pool"] == {"orc": 3, "elf": 4, "imp": 2}


PARTS: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({"minion_of": "chief"}, {"minion_of": "chief"}, "Orc: minion of Chief."),
    ({"summoned_by": "druid"}, {"summoned_by": "druid"}, "Orc: summoned by Druid."),
    (
        {"unit": "left-wing", "formed": True},
        {"unit": "left-wing", "formed": True},
        "Orc: in the formed unit left wing.",
    ),
    ({"formed": True}, {}, "Orc: one of the list."),
    ({"attached_to": "left-wing"}, {"attached_to": "left-wing"}, "Orc: attached to the unit left wing."),
    ({}, {}, "Orc: one of the list."),
]


@pytest.mark.parametrize(("fields", "after", "message"), PARTS)
def test_a_pick_is_given_a_part_and_keeps_its_count(
    fields: dict[str, Any], after: dict[str, Any], message: str
) -> None:
    change = setting.SetPart(1, **fields)
    document = {"game": OLD, "picks": [{"card": "elf"}, {"card": "orc", "count": 3, "minion_of": "elf", "unit": "a"}]}
    assert change.words(document, title) == message
    assert change.apply(document)["picks"] == [{"card": "elf"}, {"card": "orc", "count": 3, **after}]


@pytest.mark.parametrize("card", ["chief", "boss"])
def test_a_single_card_takes_the_place_of_the_others_of_its_kind(card: str) -> None:
    change = setting.ReplaceSingle(card, frozenset(("chief", "boss", "king")))
    picks = [{"card": "orc"}, {"card": "boss", "count": 2}, {"card": "elf"}, {"card": "king"}]
    after = change.apply({"game": OLD, "picks": picks})
    assert after["picks"] == [{"card": "orc"}, {"card": card}, {"card": "elf"}]
    assert change.apply(after) == after
    assert change.apply({"game": OLD, "picks": []})["picks"] == [{"card": card}]


@pytest.mark.parametrize("index", [0, 7])
def test_a_tile_that_is_not_there_is_a_fault(index: int) -> None:
    with pytest.raises(InvalidInput):
        setting.RemoveTile(index).apply({"game": OLD, "picks": []})


def test_only_a_faction_and_a_map_are_set_so() -> None:
    with pytest.raises(InvalidInput):
        forms.parse_change("set/name", {"value": "x"}, {}, game=OLD)


@pytest.fixture
def catalog(db: Any) -> None:
    """The two games with their open sets."""
    found = import_export.read(import_export.find([FIXTURES / NEW, FIXTURES / OLD])).documents
    documents = [one for one in found if one["kind"] in ("game", "format", "set") or one.get("set") in OPEN_SETS]
    publishing.publish(documents, by=None, why="Shelves")


@pytest.fixture
def lay_out(catalog: None, client: Client) -> Callable[[str, str], Legion]:
    """Return a function that starts a client's list from a ready warband."""

    def lay(game: str, ready: str) -> Legion:
        client.post(f"/build/{game}/", {"do": f"ready/{ready}"})
        return Legion.objects.latest("created_at")

    return lay


def send(client: Client, legion: Legion, **fields: str) -> Legion:
    client.post(f"/legions/{legion.pk}/", {"version": str(legion.version), **fields})
    legion.refresh_from_db()
    return legion


@pytest.mark.sampled
def test_a_faction_and_a_map_are_chosen_in_the_builder(client: Client, lay_out: Callable[[str, str], Legion]) -> None:
    legion = lay_out(NEW, "the-night-shift-at-the-gate")
    legion = send(client, legion, do="set/faction", value="wild")
    assert legion.document["faction"] == "wild"
    legion = send(client, legion, do="set/map", value="")
    assert "map" not in legion.document
    page = Page(client.get(f"/legions/{legion.pk}/"))
    assert "The warband has no battle map." in page.text


@pytest.mark.sampled
def test_a_waiver_is_shown_with_the_card_that_gives_it(client: Client, lay_out: Callable[[str, str], Legion]) -> None:
    legion = lay_out(NEW, "the-night-shift-at-the-gate")
    assert "Waived by Debt-Reeve Sallow." in Page(client.get(f"/legions/{legion.pk}/")).text


@pytest.mark.sampled
def test_tiles_are_added_and_removed(client: Client, lay_out: Callable[[str, str], Legion]) -> None:
    legion = lay_out(OLD, "first-session-of-the-winter")
    legion = send(client, legion, do="tile", tile="pressure-ridge")
    assert legion.document["tiles"][-1] == "pressure-ridge"
    legion = send(client, legion, do="tile-away/0")
    assert legion.document["tiles"][0] == "speakers-hole"


@pytest.mark.sampled
def test_an_open_question_is_shown_with_both_readings(client: Client, catalog: None) -> None:
    picks = [{"card": "speaker-ysolde-marr"}, {"card": "bonfire-fiddler"}]
    warband = {"game": OLD, "faction": "lawful-good", "picks": picks}
    client.post(f"/build/{OLD}/", {"do": "paste", "text": json.dumps(warband)})
    page = Page(client.get(f"/legions/{Legion.objects.latest('created_at').pk}/"))
    assert "The rules leave open: Does a commander's Warband Building admit another commander?" in page.text
    assert "One reading:" in page.text
    assert "Another:" in page.text


@pytest.mark.sampled
@pytest.mark.parametrize(
    "address",
    [
        f"/cards/{NEW}/?factions=wild&alignment=good&size=medium",
        f"/cards/{OLD}/?factions=chaotic-evil&size=huge&sort=-level",
        f"/cards/{NEW}/market-of-hollowmark/",
        f"/cards/{OLD}/black-ice/",
        f"/cards/{OLD}/musher-of-the-far-bank/",
        f"/rules/{NEW}/",
        f"/rules/{OLD}/",
        f"/build/{OLD}/?card=justice-hoar",
    ],
)
def test_the_pages_of_both_games_answer(client: Client, catalog: None, address: str) -> None:
    assert client.get(address).status_code == 200


@pytest.mark.sampled
def test_filters_find_what_they_ask_for(client: Client, catalog: None) -> None:
    page = Page(client.get(f"/cards/{NEW}/?factions=wild&size=huge"))
    assert "Furlong Oak" in page.text
    assert "Rootling" not in page.text


def test_public_lists_are_found_by_their_faction(client: Client, catalog: None) -> None:
    owner = factories.UserFactory()
    for name, faction in (("Alpha", "wild"), ("Beta", "underdark"), ("Gamma", None)):
        fields = {"faction": faction} if faction else {}
        legion = factories.legion(owner=owner, game=NEW, name=name, **fields)
        sharing_services.list_in_gallery(legion=legion)
    page = Page(client.get(f"/shared/?game={NEW}&faction=wild"))
    assert "Alpha" in page.words and "Beta" not in page.words and "Gamma" not in page.words
    assert "Wild: 1" in page.words and "Borderlands: 0" in page.words
    assert "Choose a game with factions first" in Page(client.get("/shared/")).words

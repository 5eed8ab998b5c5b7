"""The pages of a game of decks without points: its card browser, its cards, and its builder."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from legions.saved_lists import ready_lists
from legions.saved_lists.models import Legion
from legions.sharing import services as sharing_services
from rulesapi.judging import completion_jobs
from tests import factories, worlds
from tests.legions.page_parser import Page
from tests.nonempty import nonempty

GAME = "dungeon-command"
FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / GAME
NEW = f"/build/{GAME}/"

pytestmark = pytest.mark.django_db


@worlds.once_a_module
def catalog() -> None:
    documents = [json.loads(file.read_text("utf-8")) for file in sorted(FIXTURES.rglob("*.json"))]
    factories.publish(*documents)


@pytest.fixture(autouse=True)
def world(catalog: None) -> None:
    """Publish all shipped cards of the game."""


def found(client: Any, query: str) -> set[str]:
    page = Page(client.get(f"/cards/{GAME}/?view=list&{query}"))
    return {link["href"].split("/")[-2] for link in page.all("a") if link.get("class") == "card-row__name"}


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("query", "slugs"),
    [
        ("q=drow&kind=creature&level_min=4", {"drider", "drow-assassin"}),
        ("q=drow&kind=order", {"faerie-fire"}),
        ("q=regenerate&kind=creature", {"feral-troll"}),
        ("ability=wis&kind=creature&level_max=3", {"dwarf-cleric", "drow-priestess", "orc-druid"}),
        ("ability=wis&action=standard", {"lolths-blessing", "scheme", "overseers-whip", "turn-undead"}),
        ("kind=commander&set=heart-of-cormyr", {"rhynseera-the-alarphon", "valnar-trueblade"}),
        ("level_min=6&kind=order", {"sneak-attack", "terrifying-revelation"}),
    ],
)
def test_the_browser_finds_cards_by_what_this_game_has(client: Any, query: str, slugs: set[str]) -> None:
    assert found(client, query) == slugs


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("slug", "expected"),
    [
        ("goblin-wolf-rider", ["Level 4 creature, DEX, CHA", "Hit points", "Dexterity, Charisma", "Start a warband"]),
        ("elf-archer", ["10 within 10 squares"]),
        ("level-up", ["Level 1 order, any ability, minor", "Creatures with the keyword humanoid only."]),
        ("faerie-fire", ["To its target", "Drow"]),
        ("valnar-trueblade", ["Commander, Leadership 7, Morale 14", "Versatile"]),
        ("drow-blademaster", ["what Flashing Blades does"]),
        ("heart-of-cormyr-small-tile-1", ["Small tile", "treasure squares"]),
    ],
)
def test_a_card_page_uses_the_words_of_the_game(client: Any, slug: str, expected: Iterable[str]) -> None:
    page = Page(client.get(f"/cards/{GAME}/{slug}/"))
    for word in nonempty(expected):
        assert word in page.words, word
    assert "points" not in page.words.split("Sources")[0].replace("Hit points", "")


def test_the_rules_page_lists_every_rule(client: Any) -> None:
    words = Page(client.get(f"/rules/{GAME}/")).words
    for title in ("Minimum of creatures", "Order that no creature can play", "Size of the teams", "First game"):
        assert title in words


def started(client: Any, *changes: str) -> Legion:
    """Return a saved warband after these changes."""
    client.post(NEW, {"do": changes[0]})
    legion = Legion.objects.get()
    for change in changes[1:]:
        client.post(f"/legions/{legion.pk}/", {"do": change, "version": legion.version})
        legion.refresh_from_db()
    return legion


def test_a_card_that_is_added_again_is_counted_up(client: Any) -> None:
    legion = started(client, "add/elf-archer", "add/parry", "add/elf-archer")
    assert legion.document["picks"] == [{"card": "elf-archer", "count": 2}, {"card": "parry"}]


@pytest.mark.sampled
@pytest.mark.parametrize("slug", [one.slug for one in ready_lists.ready_lists(GAME)])
def test_a_ready_warband_is_laid_out_as_two_decks_and_a_commander(client: Any, slug: str) -> None:
    legion = started(client, f"ready/{slug}")
    page = Page(client.get(f"/legions/{legion.pk}/?unfolded=plots"))
    for words in (
        "Creature deck 12 cards, at least 12",
        "Order deck 36 cards, at least 30",
        "12 creatures, 36 orders, 1 commander",
        "Legal",
        "opening hands of",
    ):
        assert words in page.words, words
    links = [link.get("href", "") for link in page.all("a")]
    packs = [link for link in links if re.fullmatch(f"/sets/{GAME}/.+/", link)]
    assert packs == [f"/sets/{GAME}/{slug}/"]
    assert "No creature here can play it" not in page.words
    assert "points" not in page.words
    assert {svg["class"] for svg in page.all("svg") if svg.get("class") == "plot"} == {"plot"}


@pytest.mark.sampled
def test_the_builder_says_who_can_play_what(client: Any) -> None:
    legion = started(client, "add/valnar-trueblade", "add/dwarf-cleric", "add/human-ranger", "add/killing-strike")
    client.post(f"/legions/{legion.pk}/", {"do": "add/fireball", "version": legion.version})
    page = Page(client.get(f"/legions/{legion.pk}/"))
    assert "2 creatures with help" in page.words
    assert "With assisting creatures: Dwarf Cleric, Human Ranger." in page.words
    assert page.words.count("No creature here can play it") == 1
    assert "No creature of the warband has Intelligence, which Fireball needs." in page.words


@pytest.mark.sampled
def test_the_opening_chance_is_exact(client: Any) -> None:
    legion = started(client, "add/delthrin-everet", "add/ogre", "add/wolf")
    legion.document["picks"] = [
        {"card": "lokar-of-the-stonelands"},
        {"card": "orc-drudge", "count": 1},
        {"card": "horned-devil", "count": 4},
    ]
    Legion.objects.filter(pk=legion.pk).update(document=legion.document)
    assert "every one holds a creature" in Page(client.get(f"/legions/{legion.pk}/")).words


@pytest.mark.sampled
def test_on_a_table_that_is_not_full_yet_every_card_that_may_be_added_fits(client: Any) -> None:
    legion = started(client, "add/elf-archer", "add/valnar-trueblade")
    page = Page(client.get(f"/legions/{legion.pk}/?slot=creature&shelf=order"))
    assert "Fits" in page.words and "Does not fit" not in page.words
    legion.document["picks"][0]["count"] = 4
    Legion.objects.filter(pk=legion.pk).update(document=legion.document)
    words = Page(client.get(f"/legions/{legion.pk}/?slot=creature&shelf=creature&upto=100")).words
    assert "The warband has Elf Archer 5 times." in words


@pytest.mark.sampled
def test_the_drawer_shows_one_shelf_at_a_time_and_all_when_searched(client: Any) -> None:
    def shown(query: str) -> set[str]:
        page = Page(client.get(f"{NEW}?{query}&upto=500"))
        return {link["href"].split("/")[-2] for link in page.all("a", **{"class": "candidate__name"})}

    assert len(shown("slot=creature")) == 10
    assert len(shown("slot=creature&shelf=creature")) == 50
    assert {"web", "giant-spider"} <= shown("slot=creature&shelf=commander&q=spider")
    assert shown("slot=creature&shelf=nothing") == shown("slot=creature")


@pytest.mark.sampled
def test_the_format_is_chosen_without_points(client: Any) -> None:
    legion = started(client, "ready/sting-of-lolth")
    client.post(f"/legions/{legion.pk}/", {"do": "limits", "format": "first-game", "version": legion.version})
    legion.refresh_from_db()
    assert legion.document["format"] == "first-game"
    words = Page(client.get(f"/legions/{legion.pk}/")).words
    assert "For a first game each player has 6 creatures. This list has 12." in words


def test_a_misplaced_card_is_shown_and_reported(client: Any) -> None:
    legion = started(client, "add/elf-archer", "add/heart-of-cormyr-large-tile-1", "add/no-such-card")
    words = Page(client.get(f"/legions/{legion.pk}/")).words
    assert "In no deck" in words
    assert "Heart of Cormyr large tile 1 is a battlefield tile." in words


def test_a_contradicted_part_of_a_fact_is_reported_separately(client: Any) -> None:
    legion = started(client, "add/wolf")
    facts = {"wolf": {"powers": [{"name": "Trip", "text": "It falls."}]}}
    Legion.objects.filter(pk=legion.pk).update(document={**legion.document, "facts": facts})
    words = Page(client.get(f"/legions/{legion.pk}/")).words
    assert "Partly used: the catalog says 0, text: What its melee attack damages is tapped." in words


# -- completions ---------------------------------------------------------------------------------------------------


def offered_steps(client: Any, response: Any) -> str:
    """Return the edits of the first offer on the page after a response."""
    page = Page(client.get(response["Location"].removesuffix("#offers")))
    return str(page.all("input", name="steps")[0]["value"])


def test_an_empty_table_offers_one_pack_to_play_with_and_a_warband_to_be_put_together(client: Any) -> None:
    page = Page(client.get(NEW))
    assert "Play with one Faction Pack" in page.words
    assert page.all("a", id="fill-from-boxes")
    assert page.all("a", id="complete")


@pytest.mark.sampled
def test_a_warband_that_only_lacks_cards_is_completed_and_legal_on_a_yes(
    client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(completion_jobs, "INLINE_SECONDS", 30)
    legion = started(client, "add/dwarven-defender")
    page = Page(client.get(f"/legions/{legion.pk}/"))
    assert page.all("a", id="complete")
    assert not page.all("a", id="repair")
    asked = client.get(f"/legions/{legion.pk}/?fill=1")
    assert "Points used" not in Page(asked).words
    (aims,) = re.findall(r'<select[^>]* id="aim".*?</select>', asked.content.decode())
    offered = re.findall(r'<option value="(\w+)"', aims)
    assert offered[:2] == ["level", "hit_points"]
    assert "points" not in offered
    fields = {"do": "fill", "aim": "level", "version": legion.version}
    steps = offered_steps(client, client.post(f"/legions/{legion.pk}/", fields))
    client.post(f"/legions/{legion.pk}/", {"do": "take-up", "steps": steps, "version": legion.version})
    assert "Legal" in Page(client.get(f"/legions/{legion.pk}/")).words


@pytest.mark.sampled
def test_a_warband_with_too_many_copies_is_repaired_with_the_fewest_changes(
    client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(completion_jobs, "INLINE_SECONDS", 30)
    legion = started(client, "add/dwarven-defender")
    legion.document = {**legion.document, "picks": [{"card": "dwarven-defender", "count": 9}]}
    legion.save()
    page = Page(client.get(f"/legions/{legion.pk}/?mend=1"))
    assert "Change the number of Dwarven Defender from 9 to 4." in page.words
    assert "There may be smaller ones" not in page.words


def shared_warband(client: Any, *picks: dict[str, Any]) -> str:
    """Return the HTML of the table of a shared warband with these picks."""
    legion = factories.legion(*picks, game=GAME)
    sharing_services.share_legion(legion=legion)
    html: str = client.get(f"/s/{legion.share_key}/").content.decode()
    return html[html.index('class="shared-page__table"') : html.index('class="verdict-strip"')]


def test_a_shared_warband_shows_its_commander_its_creatures_and_its_orders_by_level(client) -> None:
    ready = ready_lists.find_ready_list(GAME, "blood-of-gruumsh")
    assert ready is not None
    html = shared_warband(client, *ready.document["picks"])
    commander, creatures, orders = (html.index(f'id="deck-{name}"') for name in ("commander", "creatures", "orders"))
    assert commander < creatures < orders
    assert html[:creatures].count('class="face"') == 1 and "Drogar" in html[:creatures]
    assert html[creatures:orders].count('class="face"') == 10 and html[creatures:orders].count(">×2</b>") == 2
    assert 'class="face"' not in html[orders:]
    assert re.findall(r"(Level [0-9]+)\s*· ([0-9]+)", html[orders:]) == [
        ("Level 1", "12"),
        ("Level 2", "6"),
        ("Level 3", "16"),
        ("Level 4", "2"),
    ]
    assert "immediate" in html[orders:] and "<title>Levels</title>" in html


def test_a_shared_warband_without_a_commander_and_with_a_lost_card_shows_what_there_is(client) -> None:
    html = shared_warband(client, {"card": "owlbear"}, {"card": "nobody"})
    assert html.index("Owlbear") < html.index("In no deck") < html.index("Not in this release")

"""List settings other than picks in the other games: each has controls, and is shown on the shared page."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from catalog import import_export
from legions.saved_lists.models import Legion
from legions.sharing import services as sharing_services
from rulesapi.engine.core.library import find_ruleset
from rulesapi.engine.core.parsing import GAME_FIELDS, GAME_PICK_FIELDS
from tests import factories, worlds
from tests.legions.page_parser import Page

FIXTURES = Path(settings.BASE_DIR) / "fixtures"
COMMAND, NEW, OLD = "dungeon-command", "dnd-miniatures-2008", "dnd-miniatures-2003"
OPEN_SETS = {"the-wood-that-walks", "the-parliament-on-the-ice"}

pytestmark = [pytest.mark.django_db]

Lay = Callable[..., Legion]


@worlds.once_a_module
def world() -> None:
    found = import_export.read(import_export.find([FIXTURES / game for game in (COMMAND, NEW, OLD)])).documents
    # Rulings may be about cards of the other sets, and sections refer to rulings.
    cards = [one for one in found if one["kind"] not in ("ruling", "section")]
    publishable = [one for one in cards if one["game"] == COMMAND or one.get("set") in {None, *OPEN_SETS}]
    factories.publish(*publishable)


@pytest.fixture
def lay(world: None, client: Client) -> Lay:
    """Return a function that starts a list of the client's."""

    def lay_out(game: str, *picks: str | dict[str, Any], **fields: Any) -> Legion:
        lines = [{"card": pick} if isinstance(pick, str) else pick for pick in picks]
        document = json.dumps({"game": game, **fields, "picks": lines})
        client.post(f"/build/{game}/", {"do": "paste", "text": document})
        return Legion.objects.latest("created_at")

    return lay_out


def send(client: Client, legion: Legion, **fields: str) -> Legion:
    client.post(f"/legions/{legion.pk}/", {"version": str(legion.version), **fields})
    legion.refresh_from_db()
    return legion


def shown(client: Client, legion: Legion, *unfolded: str) -> Page:
    return Page(client.get(f"/legions/{legion.pk}/", {"unfolded": " ".join(unfolded)}))


CONTROLS = {
    "faction": "set/faction",
    "map": "set/map",
    "tiles": "tile",
    "treasure": "treasure",
    "pool": "open",
    **dict.fromkeys(("minion_of", "summoned_by", "unit", "formed", "attached_to"), "part/0"),
}
"""The request of the button for each field of a list."""

SAYING: dict[str, tuple[list[str], dict[str, Any]]] = {
    COMMAND: (["elf-archer"], {"tiles": ["heart-of-cormyr-large-tile-1"]}),
    NEW: (["rootling"], {"format": "sealed-booster"}),
    OLD: (["sledge-mastiff"], {"format": "limited"}),
}


@pytest.mark.sampled
@pytest.mark.parametrize("game", SAYING)
def test_each_field_that_only_some_games_have_has_a_control_where_its_game_has_it(
    client: Client, lay: Lay, game: str
) -> None:
    picks, fields = SAYING[game]
    page = shown(client, lay(game, *picks, **fields), "part-of-0")
    values = [button.get("value") or "" for button in page.all("button")]
    buttons = {*values, *(value.rpartition("/")[0] for value in values)}
    ruleset = find_ruleset(f"{game}/1")
    own = (ruleset.fields & GAME_FIELDS) | (ruleset.pick_fields & GAME_PICK_FIELDS)
    assert own - {"against"} <= CONTROLS.keys()  # only teams have it, and each list is saved alone
    for field, button in CONTROLS.items():
        assert (button in buttons) == (field in own), field


@pytest.mark.sampled
def test_treasure_is_added_for_tiles_and_its_finding_links_there(client: Client, lay: Lay) -> None:
    tile = "heart-of-cormyr-small-tile-1"
    legion = lay(COMMAND, "elf-archer")
    assert "set-treasure" not in {button.get("id") for button in shown(client, legion).all("button")}
    legion = send(client, legion, do="tile", tile=f"{tile},{tile}")
    legion = send(client, legion, do="treasure", ones="1", twos="", threes="2", tokens="6")
    assert legion.document["tiles"] == [tile, tile]
    assert legion.document["treasure"] == {"chests": [1, 3, 3], "tokens": 6}
    page = shown(client, legion)
    assert "come to 7 Treasure tokens. 6 are brought." in page.words
    assert page.all("a", href="#treasure") and page.all("section", id="treasure")
    assert page.all("input", name="threes")[0]["value"] == "2"


@pytest.mark.sampled
@pytest.mark.parametrize("wrong", ["x", "-1", "151", "1e9"])
def test_a_wrong_number_of_chests_changes_nothing_and_stays_in_its_field(client: Client, lay: Lay, wrong: str) -> None:
    legion = lay(COMMAND, "elf-archer", tiles=["heart-of-cormyr-small-tile-1"])
    data = {"do": "treasure", "version": str(legion.version), "ones": wrong, "tokens": "2"}
    answer = client.post(f"/legions/{legion.pk}/", data)
    assert answer.status_code == 400
    assert Page(answer).all("input", name="ones")[0]["value"] == wrong
    legion.refresh_from_db()
    assert "treasure" not in legion.document


@pytest.mark.sampled
def test_another_commander_takes_the_place_of_the_first_and_undo_brings_it_back(client: Client, lay: Lay) -> None:
    legion = lay(COMMAND, "elf-archer", "valnar-trueblade")
    drawer = Page(client.get(f"/legions/{legion.pk}/?slot=creature&shelf=commander"))
    assert "Takes the place of Valnar Trueblade." in drawer.words
    assert not drawer.all("button", value="add/valnar-trueblade")
    legion = send(client, legion, do="add/morgana-valistova")
    assert legion.document["picks"] == [{"card": "elf-archer"}, {"card": "morgana-valistova"}]
    page = shown(client, legion)
    assert "Morgana Valistova added in place of Valnar Trueblade: there is one only." in page.words
    assert page.all("button", id="undo-last")
    legion = send(client, legion, do="undo")
    assert legion.document["picks"][1] == {"card": "valnar-trueblade"}


def test_either_of_two_commanders_can_be_chosen(client: Client, lay: Lay) -> None:
    legion = lay(COMMAND, "valnar-trueblade", "morgana-valistova")
    legion = send(client, legion, do="add/morgana-valistova")
    assert legion.document["picks"] == [{"card": "morgana-valistova"}]


@pytest.mark.sampled
def test_a_first_game_says_how_many_cards_it_has(client: Client, lay: Lay) -> None:
    page = shown(client, lay(COMMAND, "elf-archer", format="first-game"))
    assert "1 of 6 cards" in page.words
    assert "A list with tiles has 1 large and 1 small." in page.words


@pytest.mark.sampled
def test_opened_figures_are_written_down_and_laid_out_from_there(client: Client, lay: Lay) -> None:
    legion = lay(NEW, "rootling", format="sealed-booster")
    page = shown(client, legion)
    assert "The warband does not list the figures its player has opened." in page.words
    assert page.all("a", href="#pool") and page.all("section", id="pool")
    legion = send(client, legion, do="open-standing")
    legion = send(client, legion, do="open", card="moss-bear", copies="2")
    assert legion.document["pool"] == {"rootling": 1, "moss-bear": 2}
    page = shown(client, legion)
    assert "2 opened, 0 on the table" in page.words
    assert [button["value"] for button in page.all("button") if (button.get("id") or "").startswith("field-")] == [
        "add/moss-bear"
    ]
    legion = send(client, legion, do="opened/moss-bear/0")
    assert legion.document["pool"] == {"rootling": 1}


@pytest.mark.sampled
def test_opened_figures_are_not_asked_for_where_nothing_is_opened(client: Client, lay: Lay) -> None:
    assert not shown(client, lay(NEW, "rootling")).all("section", id="pool")
    assert shown(client, lay(NEW, "rootling", pool={"moss-bear": 1})).all("section", id="pool")


@pytest.mark.sampled
def test_minions_are_assigned_to_cards_that_bring_minions(client: Client, lay: Lay) -> None:
    legion = lay(OLD, "musher-of-the-far-bank", "justice-hoar", {"card": "sledge-mastiff", "count": 3})
    page = shown(client, legion, "part-of-0", "part-of-1")
    assert "No creature here brings minions" in page.words  # for one that does
    legion = send(client, legion, do="part/2", minion_of="musher-of-the-far-bank")
    assert legion.document["picks"][2]["minion_of"] == "musher-of-the-far-bank"
    page = shown(client, legion)
    assert "brings 2 minions at most. The warband has 3." in page.words
    assert page.all("a", href="#part-2") and page.all("summary", id="part-2")


@pytest.mark.sampled
def test_units_are_named_in_own_words_and_others_attached_to_them(client: Client, lay: Lay) -> None:
    legion = lay(OLD, {"card": "breaker-with-a-maul", "count": 8}, "ulla-splitbeam", format="mass-battles")
    legion = send(client, legion, do="part/0", unit="  Léft Wing ", formed="1")
    legion = send(client, legion, do="part/1", attached_to="left-wing")
    legion = send(client, legion, do="set/faction", value="chaotic-evil")
    assert legion.document["picks"] == [
        {"card": "breaker-with-a-maul", "count": 8, "unit": "left-wing", "formed": True},
        {"card": "ulla-splitbeam", "attached_to": "left-wing"},
    ]
    assert "Legal" in shown(client, legion).words
    for wrong in ("!!!", "x" * 101):
        data = {"do": "part/0", "unit": wrong, "version": str(legion.version)}
        assert client.post(f"/legions/{legion.pk}/", data).status_code == 400


@pytest.mark.parametrize("do", ["part/7", "part/0", "tile", "open", "opened/rootling/x", "treasure"])
def test_an_invalid_field_is_refused_and_nothing_is_lost(client: Client, lay: Lay, do: str) -> None:
    legion = lay(NEW, "rootling")
    fields = {"unit": "wing", "tokens": "1", "tile": "black-ice", "card": "", "copies": "0"}
    answer = client.post(f"/legions/{legion.pk}/", {"do": do, "version": str(legion.version), **fields})
    assert answer.status_code == 400
    before = legion.document
    legion.refresh_from_db()
    assert legion.document == before


@pytest.mark.sampled
def test_a_list_of_creatures_that_carry_nothing_keeps_its_drawer_of_creatures(client: Client, lay: Lay) -> None:
    legion = lay(OLD, "sledge-mastiff")
    answer = client.post(f"/legions/{legion.pk}/", {"do": "add/rime-clerk", "version": str(legion.version)})
    assert answer["Location"] == f"/legions/{legion.pk}/"
    assert "Upgrades for" not in Page(client.get(f"/legions/{legion.pk}/?at=/picks/0")).words


def test_a_shared_page_says_what_the_list_brings_and_the_part_of_each_pick(client: Client, lay: Lay) -> None:
    picks = ["musher-of-the-far-bank", {"card": "sledge-mastiff", "minion_of": "musher-of-the-far-bank"}]
    legion = lay(OLD, *picks, tiles=["black-ice", "black-ice"], faction="lawful-good")
    page = Page(client.get(f"/s/{sharing_services.share_legion(legion=legion)}/"))
    assert "Lawful good" in page.words
    assert "2 × Black Ice" in page.words
    assert "Minion of Musher of the Far Bank" in page.words


@pytest.mark.sampled
def test_a_shared_page_has_the_place_of_what_a_list_lacks(client: Client, lay: Lay) -> None:
    page = Page(client.get(f"/s/{sharing_services.share_legion(legion=lay(NEW, 'rootling'))}/"))
    for place in ("faction", "map"):
        assert page.all("a", href=f"#{place}") and page.all("div", id=place)

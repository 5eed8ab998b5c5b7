"""The sheet of a set: the contents of its cells, their meaning, and their storage."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client

from catalog import documents
from catalog.tables.cells import InvalidCell
from legions.accounts.holders import GUEST_KEY
from legions.cards.stock import stock
from legions.game_words import PACKAGES, words_of_game
from legions.game_words.sheet_columns import SheetColumn, choice_keys, property_of
from legions.own_numbers import services as own_numbers_services
from legions.own_numbers.cell_texts import key_help, read_cell, write_cell
from legions.own_numbers.fact_table import columns_of
from legions.own_numbers.models import OwnNumbers
from legions.set_sheets.sheet_page import SetSheet
from rulesapi.engine.core.library import find_ruleset
from tests import factories
from tests.legions.page_parser import Page
from tests.nonempty import nonempty
from tests.throttles import used_up

AW, OLD, NEW = "attack-wing", "dnd-miniatures-2003", "dnd-miniatures-2008"
SHEET = f"/sets/{AW}/test-set/sheet/"
JSON = {"Accept": "application/json"}


def fact(game: str, kind: str, key: str, text: str) -> Any:
    (column,) = [one for one in words_of_game(game).sheets[kind] if one.key == key]
    found = read_cell(game, kind, column, text)
    return found if len(column.facts) > 1 else found[key]


# -- cells -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("dddai", ["dragon", "dragon", "dragon", "arcane", "divine"]),
        ("3 dragon, arcane, divine", ["dragon", "dragon", "dragon", "arcane", "divine"]),
        ("3d a i", ["dragon", "dragon", "dragon", "arcane", "divine"]),
        ("Dragon ARCANE", ["dragon", "arcane"]),
        ("2 dragons, arcane", ["dragon", "dragon", "arcane"]),
        ("dr; di", ["dragon", "divine"]),
        ("-", []),
        ("none", []),
        ("0", []),
    ],
)
def test_the_icons_of_a_banner_are_written_by_their_keys_words_or_beginnings(text: str, value: list[str]) -> None:
    assert fact(AW, "creature", "slots", text) == value


@pytest.mark.parametrize(("text", "value"), [("y", True), ("Yes", True), ("ja", True), ("n", False), ("-", False)])
def test_yes_and_no_take_one_key(text: str, value: bool) -> None:
    assert fact(AW, "creature", "unique", text) is value


@pytest.mark.parametrize(
    ("text", "leads", "rating", "difficult"),
    [("c5", True, 5, 0), ("d4", False, 0, 4), ("C 5 d4", True, 5, 4), ("-", False, 0, 0), ("commander 3", True, 3, 0)],
)
def test_a_commanders_and_a_difficult_creatures_rating_share_a_column(text, leads, rating, difficult) -> None:
    assert fact(OLD, "creature", "commander", text) == {
        "commander": leads,
        "commander_rating": rating,
        "difficult": difficult,
    }


def test_a_single_rating_needs_no_letter() -> None:
    assert fact(NEW, "creature", "champion", "3") == {"champion": True, "champion_rating": 3}
    assert fact(NEW, "creature", "champion", "-") == {"champion": False, "champion_rating": 0}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("-", []),
        ("good", [{"alignment": ["good"]}]),
        ("fire/cold, level 5", [{"energy": ["fire", "cold"]}, {"level_at_least": 5}]),
        ("not evil", [{"not": {"alignment": ["evil"]}}]),
        ("Red Dragon", [{"keyword": ["red-dragon"]}]),
        ('[{"troop": false}]', [{"troop": False}]),
        ("troop", [{"troop": True}]),
    ],
)
def test_a_restriction_is_written_in_words(text: str, value: list[Any]) -> None:
    assert fact(AW, "upgrade", "requires", text) == value


def test_usually_empty_facts_are_entered_with_one_key() -> None:
    none: dict[str, Any] = {key: [] for key in ("excludes", "penalties", "grants", "limits", "exempt")}
    assert fact(AW, "upgrade", "excludes", "-") == none
    with pytest.raises(InvalidCell, match="on the page of the card"):
        fact(AW, "upgrade", "excludes", "costs 5 more")


@pytest.mark.parametrize(
    ("game", "kind", "key", "text", "message"),
    [
        (AW, "creature", "cost", "many", "whole number"),
        (AW, "creature", "cost", "-", "whole number"),
        (AW, "creature", "cost", "٣", "whole number"),
        (AW, "creature", "cost", "4.5", "whole number"),
        (AW, "creature", "unique", "perhaps", "y or n"),
        (AW, "creature", "slots", "wings", "There is no “wings”. There are: dragon, equipment"),
        (AW, "upgrade", "slot", "-", "There is no"),
        (AW, "creature", "costs", "2 3 4", "5 numbers in a row"),
        (OLD, "creature", "commander", "5", "a letter and a number"),
        (OLD, "creature", "commander", "x5", "a letter and a number"),
        (OLD, "creature", "commander", "1" * 900 + "!", "a letter and a number"),
        (OLD, "creature", "commander", "c1" + " " * 400 + "," * 400 + "!", "a letter and a number"),
        (OLD, "creature", "factions", "l", "Several words begin so: lawful-good, lawful-evil"),
        (AW, "creature", "slots", "d" * 2000, "too long"),
        (AW, "upgrade", "requires", "///", "not a condition"),
        (AW, "upgrade", "requires", "[", "JSON"),
    ],
)
def test_an_invalid_cell_is_refused_with_advice(game, kind, key, text, message) -> None:
    with pytest.raises(InvalidCell, match=message.replace("“", ".").replace("”", ".")):
        fact(game, kind, key, text)


def test_every_word_has_a_key_of_its_own() -> None:
    assert choice_keys(("dragon", "equipment", "divine", "any")) == {
        "dragon": "d",
        "equipment": "e",
        "divine": "i",
        "any": "a",
    }
    assert choice_keys(("lawful-good", "lawful-evil", "none")) == {"lawful-good": "lg", "lawful-evil": "le"}


def published() -> list[dict[str, Any]]:
    folder = Path(settings.BASE_DIR) / "fixtures"
    found = (json.loads(file.read_text("utf-8")) for file in sorted(folder.rglob("*.json")))
    return [one for one in found if one["kind"] not in documents.COMMON_TYPES]


@pytest.mark.sampled
def test_the_text_of_a_cell_is_read_as_the_same_value() -> None:
    shown = 0
    for card in nonempty(published()):
        for column in words_of_game(card["game"]).sheets.get(card["kind"], ()):
            text = write_cell(card["game"], card["kind"], column, card)
            if not text or (column.says_none_alone and text != "-"):
                continue
            said = read_cell(card["game"], card["kind"], column, text)
            assert said == {key: card[key] for key in column.facts}, (card["slug"], text)
            shown += 1
    assert shown > 1_000


@pytest.mark.sampled
def test_every_fact_that_decides_a_list_has_a_cell_and_every_cell_its_help() -> None:
    for package in PACKAGES:
        game = package.replace("_", "-")
        ruleset = find_ruleset(f"{game}/1")
        for kind, deciding in nonempty(ruleset.deciding_facts.items()):
            columns = columns_of(game, kind, f"{game}/1")
            known = {fact for column in columns for fact in column.facts}
            wanted = {one.fact for one in deciding if property_of(game, kind, one.fact).nullable}
            assert wanted <= known, (game, kind)
            assert all(key_help(game, kind, column) for column in columns if column.ratings)


# -- the page ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def world(db: None) -> None:
    cache.clear()
    factories.publish_frame(
        factories.card_set(slug="test-set", name="Test Set"),
        factories.creature(slug="beast", name="Beast", set="test-set", cost=None, slots=None, unique=None),
        factories.creature(slug="giant", name="Giant", set="test-set", cost=9, formerly=["old-giant"]),
        factories.upgrade(slug="club", name="Club", set="test-set", cost=None, excludes=None, penalties=None),
        factories.creature(slug="other", name="Other", cost=None),
    )


def cells(response: Any) -> dict[str, str]:
    fields = Page(response).all("input")
    return {one["name"]: one["value"] for one in fields if one.get("name", "").startswith("c.")}


def send(client: Client, **texts: str) -> Any:
    named = {f"c.{name.replace('__', '.')}": text for name, text in texts.items()}
    response = client.post(SHEET, named, headers=JSON)
    assert response.status_code == 200, response.content
    return response.json()


def said(slug: str = "beast") -> dict[str, Any]:
    return OwnNumbers.objects.get().facts.get(slug, {})


pages = pytest.mark.usefixtures("world")


@pages
def test_a_sheet_asks_for_what_is_missing_and_shows_the_rest_with_its_source(client) -> None:
    response = client.get(SHEET)
    assert cells(response) == {
        "c.beast.cost": "",
        "c.beast.unique": "",
        "c.beast.slots": "",
        "c.club.cost": "",
        "c.club.excludes": "",
    }
    words = Page(response).words
    assert "5 numbers missing" in words
    assert "My card differs" in words
    assert "Other" not in words.split("Creatures")[1].split("Upgrades")[0]
    assert not OwnNumbers.objects.exists()
    assert "guest_key" not in client.session


@pytest.mark.sampled
@pages
@pytest.mark.db_facing
def test_input_of_a_guest_is_saved_at_once_and_shown_in_full(client) -> None:
    told = send(client, beast__cost="42", beast__slots="dda")
    assert told["cells"]["c.beast.slots"] == {"text": "2 dragon, arcane", "state": "own", "error": ""}
    assert (told["missing"], told["own"]) == (3, 2)
    assert said() == {"cost": 42, "slots": ["dragon", "dragon", "arcane"]}
    assert client.session[GUEST_KEY] == OwnNumbers.objects.get().guest_key
    assert cells(client.get(SHEET))["c.beast.cost"] == "42"
    send(client, beast__cost="", beast__unique="?")
    assert said() == {"slots": ["dragon", "dragon", "arcane"]}


@pages
def test_an_invalid_cell_does_not_prevent_saving_others(client) -> None:
    told = send(client, beast__cost="1001", beast__unique="n", club__cost="x", nobody__cost="3", giant__cost="4")
    errors = {name: cell["error"] for name, cell in told["cells"].items()}
    assert "1,000" in errors["c.beast.cost"]
    assert "whole number" in errors["c.club.cost"]
    assert "no such cell" in errors["c.nobody.cost"]
    assert "The catalog has another value for cost" in errors["c.giant.cost"]
    assert errors["c.beast.unique"] == ""
    assert OwnNumbers.objects.get().facts == {"beast": {"unique": False}}


@pytest.mark.sampled
@pages
def test_without_scripts_one_press_keeps_what_was_changed_and_nothing_else(client) -> None:
    send(client, beast__cost="42")
    fields = {one["name"]: one.get("value", "") for one in Page(client.get(SHEET)).all("input")}
    send(client, beast__cost="43")  # in another tab meanwhile
    response = client.post(SHEET, {**fields, "c.beast.slots": "d", "c.club.cost": "5"})
    assert (response.status_code, response["Location"]) == (302, SHEET)
    assert OwnNumbers.objects.get().facts == {"beast": {"cost": 43, "slots": ["dragon"]}, "club": {"cost": 5}}
    response = client.post(SHEET, {**fields, "c.beast.cost": "42", "c.beast.slots": "wings"})
    assert response.status_code == 400
    assert cells(response)["c.beast.slots"] == "wings"
    assert "There is no “wings”" in Page(response).words
    assert said()["cost"] == 43


@pytest.mark.sampled
@pages
def test_the_last_change_is_taken_back_with_one_press(client) -> None:
    send(client, beast__cost="42")
    send(client, beast__cost="43", club__cost="5")
    version = OwnNumbers.objects.get().version
    assert client.post(SHEET, {"do": f"undo/{version}"}).status_code == 302
    assert OwnNumbers.objects.get().facts == {"beast": {"cost": 42}}
    page = client.post(SHEET, {"do": f"undo/{version}"}, follow=True)
    assert "in the meantime" in Page(page).words
    assert client.post(SHEET, {"do": "undo/٣"}, follow=True).status_code == 200


@pytest.mark.sampled
@pages
def test_changes_are_undone_and_redone_step_by_step_on_reloaded_pages(client) -> None:
    for cost in ("41", "42", "43"):
        send(client, beast__cost=cost)
    for cost in (42, 41, None):
        button = Page(client.get(SHEET)).all("button", id="undo")[0]
        client.post(SHEET, {"do": button["value"]})
        assert said().get("cost") == cost
    words = Page(client.get(SHEET)).words
    assert "Redo" in words
    for cost in (41, 42, 43):
        button = Page(client.get(SHEET)).all("button", id="redo")[0]
        client.post(SHEET, {"do": button["value"]})
        assert said()["cost"] == cost


@pytest.mark.sampled
@pages
def test_a_script_gets_all_cells_and_the_possible_steps_after_a_step(client) -> None:
    send(client, beast__cost="41")
    told = send(client, club__cost="5")
    assert (told["undo"], told["redo"]) == ("Club: cost.", "")
    back = client.post(SHEET, {"do": f"undo/{told['version']}"}, headers=JSON).json()
    assert {name: cell["text"] for name, cell in back["cells"].items() if cell["text"]} == {"c.beast.cost": "41"}
    assert (back["undo"], back["redo"], back["what"]) == ("Beast: cost.", "Club: cost.", "Taken back: Club: cost.")
    late = client.post(SHEET, {"do": f"redo/{told['version']}"}, headers=JSON)
    assert late.status_code == 409
    assert "nothing was done again" in late.json()["error"]
    assert late.json()["version"] == back["version"]
    again = client.post(SHEET, {"do": f"redo/{back['version']}"}, headers=JSON).json()
    assert (again["cells"]["c.club.cost"]["text"], again["redo"]) == ("5", "")


@pages
def test_a_step_that_there_is_no_room_for_is_refused_in_words(client, monkeypatch) -> None:
    send(client, beast__cost="41")
    version = send(client, beast__cost="")["version"]
    monkeypatch.setattr(own_numbers_services, "MAX_CARDS", 0)
    response = client.post(SHEET, {"do": f"undo/{version}"}, headers=JSON)
    assert (response.status_code, "which is the limit" in response.json()["error"]) == (409, True)
    assert "which is the limit" in Page(client.post(SHEET, {"do": f"undo/{version}"}, follow=True)).words


@pages
def test_a_doubtful_fact_is_marked_next_to_its_source(client) -> None:
    sources = {
        "": {"source": "A book", "checked": False},
        "/cost": {"source": "A picture", "checked": False, "doubt": "Read off a small picture."},
    }
    factories.publish(factories.creature(slug="beast", name="Beast", set="test-set", cost=40, sources=sources))
    words = Page(client.get(SHEET)).words
    assert "doubtful: Read off a small picture." in words
    assert words.count("doubtful") == 1


@pytest.mark.sampled
@pages
def test_numbers_of_others_that_the_catalog_learns_become_known(client) -> None:
    send(client, beast__cost="42")
    factories.publish(factories.creature(slug="beast", name="Beast", set="test-set", cost=40, slots=None, unique=None))
    assert "c.beast.cost" not in cells(client.get(SHEET))


@pages
@pytest.mark.parametrize(
    "data",
    [
        {"c.": "1"},
        {"c..": "1"},
        {"c.beast.": "1"},
        {"c.beast.cost.x": "1"},
        {"c.beast.name": "Bert"},
        {"c.beast.cost": "\0"},
        {"c.beast.cost": "\ud800"},
        {"c.beast.slots": "d" * 1000},
        {"c.club.requires": "[[[[[[[["},
        {"c.beast.cost": "1", "seen": "[]"},
        {"c.beast.cost": "x", "seen": "{" * 500},
    ],
)
def test_hostile_cells_are_refused_or_escaped(client, data) -> None:
    body = "&".join(f"{key}={value}" for key, value in data.items()).encode("utf-8", "surrogatepass")
    response = client.post(SHEET, body, content_type="application/x-www-form-urlencoded", headers=JSON)
    assert response.status_code in {200, 400}
    assert client.get(SHEET).status_code == 200


@pages
def test_cells_are_sent_no_oftener_than_the_limit_allows(client) -> None:
    used_up("sheets")
    assert client.post(SHEET, {"c.beast.cost": "4"}, headers=JSON).status_code == 429
    assert not OwnNumbers.objects.exists()


@pytest.mark.sampled
@pages
def test_a_sheet_is_that_of_a_set_there_is(client) -> None:
    assert client.get(f"/sets/{AW}/nothing/sheet/").status_code == 404
    assert client.get("/sets/no-game/test-set/sheet/").status_code == 404
    factories.publish(factories.card_set(slug="new-set", name="New Set", formerly=["newest-set"]))
    assert client.get(f"/sets/{AW}/newest-set/sheet/")["Location"] == f"/sets/{AW}/new-set/sheet/"
    assert "No card of it has numbers" in Page(client.get(f"/sets/{AW}/new-set/sheet/")).words


@pages
def test_the_number_of_cards_missing_from_the_catalog_is_shown_if_known() -> None:
    sheet = SetSheet(stock(AW), "test-set")
    assert (sheet.known_cards, sheet.unlisted_cards) == (3, 0)
    numbered = {
        slug: type(card)(card.game, slug, {**card.document, "number": place}, card.stands)
        for place, (slug, card) in enumerate(stock(AW).cards.items(), 70)
    }
    sheet = SetSheet(type(sheet.stock)(1, sheet.stock.game, {}, {}, sheet.stock.sets, numbered, {}), "test-set")
    assert sheet.unlisted_cards >= 60


@pytest.mark.sampled
@pages
@pytest.mark.db_facing
def test_a_sheet_goes_out_and_comes_back_as_csv(client) -> None:
    send(client, beast__cost="42", beast__slots="-", club__excludes="-")
    text = client.get(f"{SHEET}export.csv").content.decode()
    assert text.startswith("\ufeffcard,name,cost,unique,level,slots")
    assert "beast,Beast,42,,1,'-" in text or "beast,Beast,42" in text
    other = Client()
    assert other.post(f"{SHEET}import/", {"text": text})["Location"] == SHEET
    assert OwnNumbers.objects.first().facts == OwnNumbers.objects.last().facts
    assert OwnNumbers.objects.count() == 2
    again = other.post(f"{SHEET}import/", {"text": text}, follow=True)
    assert "Nothing has changed" in Page(again).words


@pages
def test_a_file_with_an_invalid_cell_is_refused_with_row_and_column(client) -> None:
    lines = "name;Cost;Unique\nBeast;42;perhaps\nNobody;3;y\n"
    words = Page(client.post(f"{SHEET}import/", {"text": lines})).words
    assert "A3: No card of this set is called so." in words and "C2: Write y or n." in words
    response = client.post(f"{SHEET}import/", {"text": "name;Cost;Unique\nBeast;42;perhaps\nGiant;8;n\n"})
    assert response.status_code == 400
    words = Page(response).words
    assert "C2: Write y or n." in words
    assert "B3: The catalog has another value for cost." in words
    assert not OwnNumbers.objects.filter(facts__has_key="beast").exists()


@pages
@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("", 400),
        ("card\nbeast", 400),
        ("cost\n4", 400),
        ("what,ever\n1,2", 400),
        ('card,cost\n"beast,4', 400),
        ("card,cost\n" + "beast,4\n" * 1001, 400),
        ("card,cost\nbeast,=1+1", 400),
        ("card,cost\nbeast,\0", 400),
        ("x" * 300_000, 413),
    ],
)
def test_a_file_that_is_none_is_refused(client, text, status) -> None:
    response = client.post(f"{SHEET}import/", {"text": text})
    assert response.status_code in {status, 413}, Page(response).words
    assert not OwnNumbers.objects.filter(facts__has_key="beast").exists()


@pages
def test_no_cell_of_a_file_is_a_formula(client) -> None:
    factories.publish(factories.creature(slug="sum", name="=1+1", set="test-set", cost=None))
    text = client.get(f"{SHEET}export.csv").content.decode()
    assert "sum,'=1+1," in text
    assert client.post(f"{SHEET}import/", {"text": text.replace("sum,'=1+1,", "sum,'=1+1,5")}).status_code in {302, 400}


def test_columns_say_what_they_are() -> None:
    assert SheetColumn(("cost",)).key == "cost"
    assert not SheetColumn(("cost",)).says_none_alone


# -- the order of the cards --------------------------------------------------------------------------------------------


@pytest.fixture
def box(db: None) -> None:
    cache.clear()
    factories.publish_frame(
        factories.card_set(slug="test-set", name="Test Set"),
        factories.upgrade(slug="club", name="Club", set="test-set", cost=None),
        factories.creature(slug="ape", name="Ape", set="test-set"),
        factories.creature(slug="bat", name="Bat", set="test-set", cost=None, slots=None, unique=None),
        factories.creature(slug="cat", name="Cat", set="test-set", cost=None, slots=None),
        factories.creature(slug="dog", name="Dog", set="test-set", cost=None),
    )


def row_order(response: Any) -> list[str]:
    return [row["id"].removeprefix("row-") for row in Page(response).all("tr") if row.get("id", "").startswith("row-")]


@pytest.mark.usefixtures("box")
def test_the_numbers_that_decide_most_come_first_and_no_row_moves_while_it_is_filled_in(client) -> None:
    order = ["dog", "cat", "bat", "ape", "club"]
    assert row_order(client.get(SHEET)) == order
    send(client, bat__cost="3", bat__slots="d", bat__unique="y")
    assert row_order(client.get(SHEET)) == order


@pytest.mark.usefixtures("box")
def test_the_sheet_names_the_cards_that_few_numbers_make_playable(client) -> None:
    page = Page(client.get(SHEET))
    assert "6 numbers make Dog, Cat and Bat playable" in page.words
    assert page.all("a", href="?page=1#row-dog")
    assert not page.all("a", href="?order=number")  # its cards have no numbers


@pytest.fixture
def numbered_box(db: None) -> str:
    """Publish a set whose cards are numbered, and return the address of its sheet."""
    cache.clear()
    game = "dnd-miniatures-2008"
    files = sorted((Path(__file__).parents[2] / "fixtures" / game).rglob("*.json"))
    factories.publish(*(json.loads(file.read_text("utf-8")) for file in files))
    return f"/sets/{game}/dungeons-of-dread/sheet/"


@pytest.mark.sampled
def test_a_numbered_set_is_shown_by_number_too_and_stays_so_after_saving(client, numbered_box) -> None:
    by_number = f"{numbered_box}?order=number"
    page = Page(client.get(numbered_box))
    assert page.all("a", href="?order=number")
    rows = row_order(client.get(by_number))
    cards = [stock("dnd-miniatures-2008").cards[slug].document for slug in rows]
    numbers = [card.get("number") or 0 for card in cards if card["kind"] == "creature"]
    assert numbers == sorted(nonempty(numbers))
    assert row_order(client.get(f"{numbered_box}?order=upside-down")) == row_order(client.get(numbered_box)) != rows
    saved = client.post(by_number, {f"c.{rows[0]}.cost": "5"})
    assert (saved.status_code, saved["Location"]) == (302, by_number)
    lines = client.get(f"{numbered_box}export.csv").content.decode("utf-8-sig").splitlines()
    assert [line.split(",")[0] for line in lines[1:]] == rows

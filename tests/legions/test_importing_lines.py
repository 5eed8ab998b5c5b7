"""The import page by lines: a title can be read as a card, and lines that no verdict accepts are reported."""

from html import unescape

import pytest

from legions import importing
from legions.collection import csv_files
from rulesapi.judging import verdicts
from tests import worlds
from tests.legions.builder_helpers import publish_cards
from tests.legions.page_parser import Page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("world")]


@worlds.once_a_module
def world() -> None:
    publish_cards()


def send(client, text="", **more):
    return client.post("/import/", {"text": text, **more})


def test_a_button_reads_a_title_as_a_card(client) -> None:
    page = Page(send(client, "Death Tyrant\nGiant"))
    (button,) = page.all("button", name="card_line")
    assert button["form"] == page.all("form", id="paste")[0]["id"] and button["value"] == "1"
    again = Page(send(client, "Death Tyrant\nGiant", card_line=button["value"]))
    assert not again.all("button", name="card_line")
    assert "1x Death Tyrant" in again.words and "Not known: 1" in again.words


@pytest.mark.one_variant
@pytest.mark.parametrize("line", ["", "0", "-1", "1e3", "99", "9" * 40, "1; x", "\u0661"])
def test_a_line_that_is_not_there_changes_nothing(client, line) -> None:
    response = send(client, "Death Tyrant\nGiant", card_line=line)
    assert response.status_code == 200
    assert Page(response).all("button", name="card_line")


def test_the_line_of_a_button_is_that_of_the_text_which_the_form_holds(client) -> None:
    response = send(client, "\n\n```\n**Death Tyrant**\nGiant\n```")
    (button,) = Page(response).all("button", name="card_line")
    held = unescape(response.content.decode().partition('name="text"')[2].partition(">")[2].partition("</textarea>")[0])
    assert held.splitlines()[int(button["value"]) - 1] == "Death Tyrant"
    assert "1x Death Tyrant" in Page(send(client, held, card_line=button["value"])).words


def test_understood_lines_without_a_card_are_not_counted_as_cards(client) -> None:
    words = Page(send(client, "# Mine\nCreatures:\nGiant\n---\nTotal: 30 points")).words
    assert "Understood: 1." in words
    assert words.count("No card") >= 4


def test_only_headings_are_not_a_list(client) -> None:
    assert "No line of this names a card" in Page(send(client, "# Mine\nCreatures:\n", game="attack-wing")).words


@pytest.mark.parametrize("setting", ["format nonsense", "release 99", "house rule nonsense"])
def test_values_that_no_verdict_accepts_are_reported_with_their_line(client, setting) -> None:
    response = send(client, f"# Mine ({setting})\nGiant")
    assert response.status_code == 400
    words = Page(response).words
    assert f"Line 1, “{setting}”" in words and "# Mine" in words


@pytest.mark.parametrize("text", ["2xGiant", "(2) Giant", "2. Giant", "Giant, 2", "two Giant"])
def test_counts_are_read_on_the_page_and_in_a_collection(text) -> None:
    taken = importing.parse_import(f"# Mine\n{text}".encode(), "attack-wing")
    assert taken.document["picks"] == [{"card": "giant", "count": 2}]
    sheet = csv_files.read_csv(f"{text}\nClub x3\n".encode(), verdicts.library("attack-wing"), {})
    assert sheet.counts.cards == {"giant": 2, "club": 3}


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("line", "outcome", "copies"),
    [
        ("Giant x2", "mapped", 2),
        ("2xGiant", "mapped", 2),
        ("Giant (2x)", "mapped", 2),
        ("2.5 Giant", "guessed", 1),
        ("Giant #2", "guessed", 1),
        ("-1 Giant", "dropped", None),
        ("Giant x10001", "dropped", None),
    ],
)
def test_a_collection_as_text_counts_or_reports(line, outcome, copies) -> None:
    sheet = csv_files.read_csv(f"{line}\nClub\n".encode(), verdicts.library("attack-wing"), {})
    row = sheet.rows[0]
    assert row.outcome == outcome and row.message
    assert sheet.counts.cards.get("giant") == copies


def test_a_misspelt_name_keeps_its_count_in_a_collection() -> None:
    sheet = csv_files.read_csv(b"Gaint x2\nClub\n", verdicts.library("attack-wing"), {})
    assert sheet.counts.cards == {"giant": 2, "club": 1}
    assert sheet.rows[0].outcome == "guessed"

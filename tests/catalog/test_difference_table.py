"""The differences between two states of a document for curators: without JSON, and not by color alone."""

import re
from typing import Any

import pytest

from catalog.admin.difference_table import document_rows

CLUB = {"name": "Club", "melee": True, "arc": "forward", "range": 1}
BITE = {"name": "Bite", "melee": False, "arc": None, "range": 2}


def compared(before: dict[str, Any], after: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Return the rows as a screen reader reads them, without marks."""
    return [
        (row.fact, *(re.sub(r"<[^>]+>", "", side) for side in (row.before, row.after)))
        for row in document_rows(before, after)
    ]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({"cost": None}, {"cost": 3}, [("cost", "not known", "3")]),
        ({}, {"minimum_level": 3}, [("minimum level", "(absent)", "3")]),
        ({"unique": True}, {"unique": False}, [("unique", "yes", "no")]),
        ({"slots": ["arcane"]}, {"slots": []}, [("slots", "arcane", "none")]),
        (
            {"slots": ["arcane", "heroic"]},
            {"slots": ["arcane", "dragon"]},
            [("slots", "arcane, gone: heroic", "arcane, new: dragon")],
        ),
        (
            {"weapons": [CLUB]},
            {"weapons": [CLUB, BITE]},
            [("weapons › Bite", "(absent)", "name: Bite, melee: no, arc: not known, range: 2")],
        ),
        ({"weapons": [CLUB, BITE]}, {"weapons": [BITE, {**CLUB, "range": 3}]}, [("weapons › Club › range", "1", "3")]),
        (
            {"weapons": [CLUB]},
            {"weapons": None},
            [("weapons", "name: Club, melee: yes, arc: forward, range: 1", "not known")],
        ),
        (
            {"requires": [{"level_at_least": 3}]},
            {"requires": [{"level_at_least": 4}]},
            [("requires › no. 1 › level at least", "3", "4")],
        ),
        (
            {"requires": [{"not": {"keyword": ["troop"]}}]},
            {"requires": []},
            [("requires › no. 1", "not: (keyword: (troop))", "(absent)")],
        ),
        ({"rows": [[1], [2]]}, {"rows": [[2], [1]]}, [("rows", "1; 2", "2; 1 (in another order)")]),
    ],
)
def test_each_fact_and_each_part_of_one_has_its_own_row(before: Any, after: Any, expected: Any) -> None:
    assert compared(before, after) == expected
    assert not re.search(r'[{}"\[\]]', "".join(word for row in compared(before, after) for word in row))


def test_the_words_that_changed_in_a_text_are_marked() -> None:
    before = "Stands in the open field until dawn."
    (row,) = document_rows({"text": before}, {"text": before.replace("open", "muddy")})
    assert row.before == ('Stands in the <del><span class="visually-hidden">gone: </span>open</del> field until dawn.')
    assert row.after == 'Stands in the <ins><span class="visually-hidden">new: </span>muddy</ins> field until dawn.'


def test_a_sentence_more_at_the_end_is_all_that_is_marked() -> None:
    (row,) = document_rows({"text": "It may count as a dodge."}, {"text": "It may count as a dodge. Never twice."})
    assert row.before == "It may count as a dodge."
    assert row.after.endswith('dodge. <ins><span class="visually-hidden">new: </span>Never twice.</ins>')


def test_dissimilar_texts_are_shown_unmarked() -> None:
    (row,) = document_rows({"text": "Never moves at all."}, {"text": "Flies wherever it likes to go"})
    assert (row.before, row.after) == ("Never moves at all.", "Flies wherever it likes to go")


def test_user_text_is_escaped() -> None:
    (row,) = document_rows({"text": "one <b>two</b> three"}, {"text": "one <script>x</script> three"})
    assert "<b>" not in row.before and "<script>" not in row.after
    assert "&lt;script&gt;" in row.after


def test_a_very_long_text_is_compared_in_time() -> None:
    before, after = "word " * 20_000, "other " * 20_000
    (row,) = document_rows({"text": before}, {"text": after})
    assert (row.before, row.after) == (before, after)

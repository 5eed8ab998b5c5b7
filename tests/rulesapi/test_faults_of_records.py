"""Faults of campaign records: at their pointer, by the type of the entry."""

from copy import deepcopy
from typing import Any

import pytest

from catalog.documents.validation import faults_under_schema

RECORD: dict[str, Any] = {
    "game": "attack-wing",
    "entries": [
        {"type": "joined", "id": "a", "player": "ann"},
        {
            "type": "played",
            "id": "g",
            "adventure": "hoard",
            "seats": [{"player": "ann", "side": "upper"}],
            "report": {"sides": {"upper": {"end": "left"}}},
        },
    ],
}
TYPES = "joined, left, replaced, played, corrected, upgraded, settled, ended"


@pytest.mark.parametrize(
    ("entry", "change", "pointer", "message"),
    [
        (1, {"report": {"sides": {"upper": {"health": "3"}}}}, "/report/sides/upper/health", "Write a whole number."),
        (1, {"report": {"sides": {"upper": {"holds": ["x"]}}}}, "/report/sides/upper/holds/0", "Write a whole number."),
        (1, {"seats": [{"player": "ann", "side": 3}]}, "/seats/0/side", "Write a text."),
        (0, {"type": "joinde"}, "/type", f"Write one of: {TYPES}."),
        (0, {"type": None}, "/type", f"Write one of: {TYPES}."),
    ],
)
def test_a_fault_in_an_entry_is_at_its_place(entry: int, change: dict[str, Any], pointer: str, message: str) -> None:
    record = deepcopy(RECORD)
    record["entries"][entry] |= change
    faults = faults_under_schema("campaign.schema.json", record)
    assert [(one.pointer, one.message) for one in faults] == [(f"/entries/{entry}{pointer}", message)]


def test_an_entry_without_a_type_lacks_it() -> None:
    record = deepcopy(RECORD)
    del record["entries"][0]["type"]
    faults = faults_under_schema("campaign.schema.json", record)
    assert [(one.pointer, one.code, one.message) for one in faults] == [("/entries/0", "missing", "“type” is missing.")]


def test_an_entry_that_is_no_object_is_of_the_wrong_type() -> None:
    faults = faults_under_schema("campaign.schema.json", {**RECORD, "entries": [7]})
    assert [(one.pointer, one.code, one.message) for one in faults] == [
        ("/entries/0", "wrong-type", "Write an object.")
    ]


def test_a_corrected_entry_is_null_or_an_object() -> None:
    correction = {"type": "corrected", "id": "c", "of": "g", "entry": 7}
    faults = faults_under_schema("campaign.schema.json", {**RECORD, "entries": [*RECORD["entries"], correction]})
    [fault] = faults
    assert (fault.pointer, fault.message) == ("/entries/2/entry", "Write null if it is not known, or an object.")

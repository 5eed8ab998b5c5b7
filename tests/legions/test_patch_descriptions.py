"""Descriptions of an offer's patch steps in the reader's language."""

from typing import Any

import pytest
from django.utils.translation import override

from legions.changes.patches import describe_steps

POOL = (("remove", None, "no The Ford", "kein The Ford"), ("add", 2, "2 × The Ford", "2 × The Ford"))


@pytest.mark.parametrize(
    ("field", "sentence", "english", "german"),
    [
        ("points", 60, "Points: 60.", "Punkte: 60."),
        ("faction", "wild", "Faction: Wild.", "Fraktion: Wild."),
        ("map", "ford", "Battle map: The Ford.", "Schlachtplan: The Ford."),
        ("tiles", ["ford", "ford"], "Tiles: The Ford and The Ford.", "Platten: The Ford und The Ford."),
    ],
)
def test_a_field_of_a_list_that_an_offer_sets_is_named_in_the_language_of_the_page(
    field: str, sentence: Any, english: str, german: str
) -> None:
    steps = [{"op": "add", "path": f"/{field}", "value": sentence}]
    for language, words in (("en", english), ("de", german)):
        with override(language):
            (edit,) = describe_steps(steps, {"picks": []}, lambda slug: "The Ford" if slug == "ford" else slug, str)
        assert edit.words == words


def test_proposals_are_described_in_the_language_of_the_page() -> None:
    for language, words in (("en", "Set points to 60."), ("de", "Punkte auf 60 setzen.")):
        with override(language):
            (edit,) = describe_steps([{"op": "add", "path": "/points", "value": 60}], {"picks": []}, str, str)
        assert edit.proposal == words


@pytest.mark.parametrize(("op", "copies", "english", "german"), POOL)
def test_a_figure_of_the_pool_that_an_offer_changes_is_named(op: str, copies: Any, english: str, german: str) -> None:
    steps = [{"op": op, "path": "/pool/ford", "value": copies}]
    for language, words in (("en", f"Opened figures: {english}."), ("de", f"Geöffnete Figuren: {german}.")):
        with override(language):
            (edit,) = describe_steps(steps, {"picks": [], "pool": {"ford": 1}}, lambda slug: "The Ford", str)
        assert (edit.words, edit.at) == (words, ("/pool/ford",))

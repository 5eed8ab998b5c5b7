"""Cards with many unknown facts: large arms, the known facts in words, and the number of missing facts."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalog.documents import card_facts
from catalog.documents.schemas import NON_FACT_KEYS, load_schemas, schema_path
from catalog.faces.coats_of_arms import INK, arms_of
from catalog.faces.parts import (
    AMBER,
    END,
    QUIET,
    TEXT,
    describe_card,
    footer,
    mark,
    names,
    panel,
    paper,
    rule,
    rules,
    seal,
    svg_document,
)
from catalog.faces.typography import SANS, capitalized_word, cut, plain_text, schema_word, text, width

MIN_UNKNOWN_FACTS = 5
"""Number of unknown facts from which a face would show little but signs for them."""

MAX_ROWS = 3
"""Maximum number of lines of known facts, with two facts each."""

_SHOWN_ELSEWHERE = NON_FACT_KEYS | {"name", "class", "cost", "unique", "set", "keywords"}


def is_sparse(document: dict[str, Any]) -> bool:
    """Return whether a card has so many unknown facts that it is drawn as a sparse card."""
    return len(card_facts.wanted_facts(document)) >= MIN_UNKNOWN_FACTS


def missing_words(document: dict[str, Any]) -> str:
    """Return the number of missing facts of a card in words."""
    number = len(card_facts.wanted_facts(document))
    return ngettext("{number} fact missing", "{number} facts missing", number).format(number=number)


def sparse_card(document: dict[str, Any], official: bool | None, set_name: str | None) -> str:
    """Return the face of a sparse card."""
    arms = arms_of(document)
    known = list(_known_facts(document))
    missing = missing_words(document)
    kind = str(document.get("class") or _title_of(document))
    name = document.get("name")
    rows = [known[place : place + 2] for place in range(0, min(len(known), 2 * MAX_ROWS), 2)]
    card_text = document.get("text")
    high = 516 if len(rows) < MAX_ROWS and not card_text else 430
    first = high + 168
    below = first - 22 + 38 * len(rows)
    drawing = [
        paper(arms),
        panel(arms, high),
        seal(document["cost"], document.get("unique")) if document.get("cost") is not None else "",
        names(name, kind, high + 86, END - TEXT),
        rule(high + 134),
        *(_row(row, first + 38 * number) for number, row in enumerate(rows)),
        rules(card_text, "", below + 6, 786 - below) if card_text else "",
        mark("edit", TEXT, 789, 26, AMBER),
        text(missing, TEXT + 36, 810, 24, fill=AMBER),
        footer(official, set_name),
    ]
    said = [kind, *(f"{label} {value}" for label, value in known), missing]
    if document.get("cost") is not None:
        said.insert(1, _("Cost {cost} points").format(cost=document["cost"]))
    title = plain_text(name or _("A card whose name is not known"))
    return svg_document(title, describe_card(said, card_text, arms), "".join(drawing))


def _row(facts: list[tuple[str, str]], y: float) -> str:
    wide = (END - TEXT) / len(facts)
    return "".join(_fact(label, value, TEXT + wide * place, y, wide - 12) for place, (label, value) in enumerate(facts))


def _fact(label: str, value: str, x: float, y: float, wide: float) -> str:
    room = max(40.0, wide - width(f"{label} ", 23))
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="23" fill="{INK}"{_FACE}>'
        f'<tspan fill="{QUIET}">{escape(label)} </tspan><tspan>{escape(cut(value, 23, room))}</tspan></text>'
    )


_FACE = f' font-family="{SANS}"'


def _known_facts(document: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield label and value of the known facts that fit into a few words."""
    properties = load_schemas()[schema_path(document)]["properties"]
    for key, schema in properties.items():
        if key in _SHOWN_ELSEWHERE or document.get(key) is None:
            continue
        value = _value(document[key])
        if value:
            yield _(schema.get("title") or key.replace("_", " ").capitalize()), value


def _value(value: Any) -> str:
    """Return a value in words; empty if it takes more than a few."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return capitalized_word(value)
    if isinstance(value, list) and value and all(isinstance(one, str) for one in value):
        return ", ".join(map(schema_word, value)).capitalize()
    return ""


def _title_of(document: dict[str, Any]) -> str:
    return _(load_schemas()[schema_path(document)]["title"])

"""Cards with many unknown facts: large arms, the known facts in words, and the number of missing facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any, NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalog.documents import card_facts
from catalog.documents.schemas import NON_FACT_KEYS, load_schemas, schema_path
from catalog.faces.coats_of_arms import INK, arms_of
from catalog.faces.drawn_card import DrawnCard, fact_label
from catalog.faces.parts import (
    AMBER,
    END,
    QUIET,
    TEXT,
    describe_card,
    footer,
    mark,
    names,
    own_bar,
    own_underline,
    panel,
    paper,
    rule,
    rules,
    seal,
    svg_document,
)
from catalog.faces.typography import SANS, capitalized_word, cut, schema_word, text, width

MIN_UNKNOWN_FACTS = 5
"""Number of unknown facts from which a face would show little but signs for them."""

MAX_ROWS = 3
"""Maximum number of lines of known facts, with two facts each."""

_SHOWN_ELSEWHERE = NON_FACT_KEYS | {"name", "class", "cost", "unique", "set", "also_in", "keywords"}


class _KnownFact(NamedTuple):
    label: str
    value: str
    own: bool


def is_sparse(document: dict[str, Any]) -> bool:
    """Return whether a card has so many unknown facts that it is drawn as a sparse card."""
    return len(card_facts.wanted_facts(document)) >= MIN_UNKNOWN_FACTS


def missing_words(document: dict[str, Any]) -> str:
    """Return the number of missing facts of a card in words."""
    number = len(card_facts.wanted_facts(document))
    return ngettext("{number} fact missing", "{number} facts missing", number).format(number=number)


def sparse_card(card: DrawnCard) -> str:
    """Return the face of a sparse card."""
    document = card.document
    arms = arms_of(document)
    known = sorted(_known_facts(card), key=lambda fact: not fact.own)
    missing = missing_words(document)
    kind = str(document.get("class") or _title_of(document))
    own_name, own_kind = card.is_own("name"), card.is_own("class")
    rows = _rows(known)[:MAX_ROWS]
    card_text = document.get("text")
    high = 516 if len(rows) < MAX_ROWS and not card_text else 430
    first = high + 168
    below = first - 22 + 38 * len(rows)
    drawing = [
        paper(arms),
        panel(arms, high),
        seal(card) if document.get("cost") is not None else "",
        names(document.get("name"), kind, high + 86, END - TEXT, own_name=own_name, own_line=own_kind),
        rule(high + 134),
        *(_row(row, first + 38 * number) for number, row in enumerate(rows)),
        rules(card_text, "", below + 6, 786 - below) if card_text else "",
        own_bar(card.is_own("text") and bool(card_text), below + 6, 770 - below),
        mark("edit", TEXT, 789, 26, AMBER),
        text(missing, TEXT + 36, 810, 24, fill=AMBER),
        footer(card),
    ]
    said = [kind, *(f"{fact.label} {fact.value}" for fact in known), missing]
    if document.get("cost") is not None:
        said.insert(1, _("Cost {cost} points").format(cost=document["cost"]))
    return svg_document(card.title, describe_card(card, said, card_text, arms), "".join(drawing), named=card.is_named)


def _rows(facts: Sequence[_KnownFact]) -> list[list[_KnownFact]]:
    """Return facts in rows of two; a fact that needs more than half of the width has a row of its own."""
    rows: list[list[_KnownFact]] = []
    for fact in facts:
        if rows and len(rows[-1]) == 1 and _is_short(rows[-1][0]) and _is_short(fact):
            rows[-1].append(fact)
        else:
            rows.append([fact])
    return rows


def _is_short(fact: _KnownFact) -> bool:
    return width(f"{fact.label} {fact.value}", 23) <= (END - TEXT) / 2 - 12


def _row(facts: list[_KnownFact], y: float) -> str:
    wide = (END - TEXT) / (2 if _is_short(facts[0]) else 1)
    return "".join(_fact(fact, TEXT + wide * place, y, wide - 12) for place, fact in enumerate(facts))


def _fact(fact: _KnownFact, x: float, y: float, wide: float) -> str:
    start = width(f"{fact.label} ", 23)
    shown = cut(fact.value, 23, max(40.0, wide - start))
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="23" fill="{INK}"{_FACE}>'
        f'<tspan fill="{QUIET}">{escape(fact.label)} </tspan><tspan>{escape(shown)}</tspan></text>'
        + own_underline(fact.own, x + start, x + start + width(shown, 23), y + 8)
    )


_FACE = f' font-family="{SANS}"'


def _known_facts(card: DrawnCard) -> Iterator[_KnownFact]:
    """Yield the known facts that fit into a few words."""
    properties = load_schemas()[schema_path(card.document)]["properties"]
    for key, schema in properties.items():
        if key in _SHOWN_ELSEWHERE or card.get(key) is None:
            continue
        value = _value(card.get(key))
        if value:
            yield _KnownFact(fact_label(key, schema), value, card.is_own(key))


def _value(value: Any) -> str:
    """Return a value in words; empty if it takes more than a few."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return capitalized_word(value)
    if isinstance(value, list) and value and all(isinstance(one, str) for one in value):
        words = (
            schema_word(word) if count == 1 else f"{count} × {schema_word(word)}"
            for word, count in Counter(value).items()
        )
        return capfirst(", ".join(words))
    return ""


def _title_of(document: dict[str, Any]) -> str:
    return _(load_schemas()[schema_path(document)]["title"])

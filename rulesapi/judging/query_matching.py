"""Matching of a single card document against a card query, with None as the result if it is unknown.

The database gives equal answers (`catalog.search.filters`), which a test ensures. This module is outside the catalog
because it combines truth values with `engine.values.truth`, as the rules do.
"""

from collections.abc import Callable, Mapping
from operator import eq, ge, gt, le, lt
from typing import Any

from catalog import documents
from catalog.search.card_texts import UNKNOWN, search_texts
from catalog.search.conditions import (
    WANTED,
    Comparison,
    Condition,
    Conjunction,
    Contains,
    Disjunction,
    FromOpenSet,
    HasState,
    InSelection,
    InSet,
    IsKind,
    IsTrue,
    IsUnknown,
    Leaf,
    MentionsText,
    MentionsWord,
    Negation,
    OneOf,
)
from catalog.search.fields import Field
from rulesapi.engine.values.truth import Truth, all3, any3, not3

_COMPARED = {":": eq, "<": lt, "<=": le, ">": gt, ">=": ge}

Texts = Callable[[], Mapping[str, str]]
"""A function that returns the folded texts of a card, which take longer to make than most conditions to evaluate."""


def matches(condition: Condition, document: dict[str, Any], texts: Texts | None = None) -> Truth:
    """Return whether a condition holds for a card; None if that is unknown.

    `texts` is called only if the condition is about texts; by default it makes them from the document.
    """
    if isinstance(condition, Negation):
        return not3(matches(condition.condition, document, texts))
    if isinstance(condition, Conjunction):
        return all3(matches(one, document, texts) for one in condition.conditions)
    if isinstance(condition, Disjunction):
        return any3(matches(one, document, texts) for one in condition.conditions)
    return _leaf(condition, document, texts or (lambda: search_texts(document)))


def _leaf(leaf: Leaf, document: dict[str, Any], texts: Texts) -> Truth:
    if isinstance(leaf, (MentionsText, MentionsWord)):
        return leaf.is_said(texts())
    if isinstance(leaf, (IsKind, InSet, FromOpenSet)):
        return _of(leaf, document)
    if isinstance(leaf, IsUnknown):
        return any(key in document and document[key] is None for key in leaf.keys)
    if isinstance(leaf, HasState):
        return bool(documents.wanted_pointers(document)) if leaf.what == WANTED else leaf.what in document
    if isinstance(leaf, InSelection):
        slug = document["slug"]
        return True if slug in leaf.cards.yes else None if slug in leaf.cards.maybe else False
    return _fact(leaf, leaf.field, document, texts)


def _of(leaf: IsKind | InSet | FromOpenSet, document: dict[str, Any]) -> Truth:
    if isinstance(leaf, IsKind):
        return document["kind"] in leaf.kinds
    if isinstance(leaf, FromOpenSet):
        return document.get("set") in leaf.slugs
    if "set" not in document:
        return False
    if not set(leaf.slugs).isdisjoint(documents.sets_of(document)):
        return True
    return None if document["set"] is None else False


def _fact(leaf: OneOf | Comparison | IsTrue | Contains, field: Field, document: dict[str, Any], texts: Texts) -> Truth:
    keys = [fact.key for fact in field.facts if fact.key in document]
    if isinstance(leaf, Contains):
        return any3(_contains(leaf, document[key], texts().get(key)) for key in keys)
    return any3(_value(leaf, document[key]) for key in keys)


def _value(leaf: OneOf | Comparison | IsTrue, value: Any) -> Truth:
    if value is None:
        return None
    if isinstance(leaf, OneOf):
        return any(word in (value if isinstance(value, list) else [value]) for word in leaf.words)
    if isinstance(leaf, Comparison):
        return bool(_COMPARED[leaf.sign](value, leaf.number))
    return bool(value)


def _contains(leaf: Contains, value: Any, text: str | None) -> Truth:
    if value is None:
        return None
    if text is not None and leaf.text in text:
        return True
    return None if text is None or text.endswith(UNKNOWN) else False

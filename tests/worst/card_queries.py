"""Random card queries (`?q=`) from the grammar of queries, most of which are valid."""

from random import Random
from typing import Any

from catalog.search.fields import Field, FieldType, QueryLanguage, query_language
from catalog.search.syntax import (
    MAX_QUERY_LENGTH,
    MAX_TERMS,
    AnyOf,
    Compare,
    Not,
    Term,
    Value,
    Word,
    all_of,
    any_of,
    write,
)
from rulesapi.engine.core.upgrades import Upgrade
from tests.engine.published_libraries import library

MAX_NEGATIONS = 3
"""Maximum negations of one term; each but the last adds brackets, whose nesting is limited."""

SIGNS = (":", "!=", "<", "<=", ">", ">=")
WORDS = ("e", "a", "the", "dragon", "damage", "creature", "s s", "of the")


def random_query(chance: Random, game: str, slugs: list[str]) -> str:
    """Return a query of the maximum length that includes questions about the cards with these slugs."""
    known, documents = query_language(game), [*library(game).documents.values()]
    terms: list[Term] = []
    sorts = [("word",), ("field",), ("word", "field", "is", "kind")]
    if any(isinstance(card, Upgrade) for card in library(game).all_cards):
        sorts += [("fits",), ("word", "field", "fits")]
    kinds = chance.choice(sorts)
    while len(terms) < MAX_TERMS:
        term = _term(chance, known, documents, slugs, chance.choice(kinds))
        for _ in range(chance.choice((0, 0, 1, MAX_NEGATIONS))):
            term = Not(term)
        if len(write(all_of([*terms, term]))) > MAX_QUERY_LENGTH - len(terms) * len(" or "):
            break
        terms.append(term)
    return write(any_of(terms) if chance.random() < 0.5 else all_of(_paired(chance, terms)))


def _paired(chance: Random, terms: list[Term]) -> list[Term]:
    """Return the terms, some of them joined in pairs by "or"."""
    if chance.random() < 0.5:
        return terms
    return [
        any_of([one, other]) if not isinstance(one, AnyOf) else one
        for one, other in zip(terms[::2], terms[1::2], strict=False)
    ]


def _term(
    chance: Random, language: QueryLanguage, documents: list[dict[str, Any]], slugs: list[str], kind: str
) -> Term:
    if kind == "word":
        return Word(chance.choice(WORDS))
    if kind == "kind":
        return Compare("kind", ":", (Value(chance.choice([*language.kinds])),))
    if kind == "is":
        return Compare("is", ":", (Value(chance.choice(["retired", "open", "official", "wanted", *language.flags])),))
    if kind == "fits":
        some = chance.sample(slugs, min(len(slugs), chance.choice((1, 40))))
        return Compare("fits", ":", tuple(map(Value, _short_enough(some))))
    return _compared(chance, chance.choice([*language.fields.values()]), documents)


def _short_enough(slugs: list[str]) -> list[str]:
    """Return as many of the slugs as a query has room for, the shortest first."""
    chosen: list[str] = []
    for slug in sorted(slugs, key=len):
        if sum(map(len, chosen)) + 2 * len(chosen) + len(slug) > MAX_QUERY_LENGTH - 40:
            break
        chosen.append(slug)
    return chosen


def _compared(chance: Random, field: Field, documents: list[dict[str, Any]]) -> Term:
    """Return a comparison of a fact with a value from some card."""
    values = [one[fact.key] for one in documents for fact in field.facts if one.get(fact.key) not in (None, [], {})]
    if not values or chance.random() < 0.1:
        return Compare(field.name, ":", (Value(None),))
    value = chance.choice(values)
    if field.sort is FieldType.NUMBER:
        return Compare(field.name, chance.choice(SIGNS), (Value(str(value)),))
    if field.sort is FieldType.FLAG:
        return Compare(field.name, ":", (Value(chance.choice(("yes", "no"))),))
    if field.sort is FieldType.TEXT:
        return Compare(field.name, ":", (Value(chance.choice(WORDS)),))
    return Compare(field.name, ":", (Value(str(chance.choice(value) if isinstance(value, list) else value)),))

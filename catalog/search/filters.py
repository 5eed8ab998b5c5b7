"""Conversion of conditions to database filters, for SQLite and PostgreSQL.

SQL has three-valued logic like conditions: each condition is an expression that is NULL if its result is unknown, and
NOT keeps NULL. The filters therefore use lookup expressions instead of keywords: Django adds to a negated keyword
that NULL matches.
"""

from collections.abc import Iterable
from functools import reduce
from operator import and_, or_

from django.db.models import BooleanField, Case, F, Func, IntegerField, Q, Value, When
from django.db.models.fields.json import KT
from django.db.models.functions import Cast
from django.db.models.lookups import Contains as HasText
from django.db.models.lookups import Exact, GreaterThan, GreaterThanOrEqual, In, IsNull, LessThan, LessThanOrEqual

from catalog.models import fact_text, sold_again_in
from catalog.search.card_texts import EVERYTHING, STEMS, TITLE, UNKNOWN
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

# A key with an unknown value, in canonical JSON. Within a text the closing quote would follow a backslash.
NULL_FACT = r'[A-Za-z0-9_-]":null[,}]'
_COMPARED = {":": Exact, "<": LessThan, "<=": LessThanOrEqual, ">": GreaterThan, ">=": GreaterThanOrEqual}
_NUMBERS = frozenset({"cost", "level"})
"""Facts with a database column for their number."""
_COLUMNS = _NUMBERS | {"slot", "alignment", "energy"}
"""Facts with a database column, which is NULL if the fact is unknown or absent: read instead of the document."""
SEARCHED_COLUMNS = {EVERYTHING: "searched_words", STEMS: "searched_stems", TITLE: "searched_title"}
"""The columns of the searchable texts of whole cards."""


def to_q(condition: Condition) -> Q:
    """Return the filter for revisions of cards. It matches cards for which the condition certainly holds."""
    if isinstance(condition, Negation):
        return ~to_q(condition.condition)
    if isinstance(condition, Conjunction):
        return reduce(and_, map(to_q, condition.conditions), Q())
    if isinstance(condition, Disjunction):
        return reduce(or_, map(to_q, condition.conditions))
    return _leaf(condition)


def _leaf(leaf: Leaf) -> Q:
    if isinstance(leaf, MentionsText):
        return _has_text(EVERYTHING, leaf.text)
    if isinstance(leaf, MentionsWord):
        begun = f" {leaf.text}"
        if leaf.incomplete:
            return says(leaf.phrases) | _has_text(TITLE, leaf.text) | _has_text(EVERYTHING, begun)
        return says(leaf.phrases) | _has_text(TITLE, begun)
    if isinstance(leaf, (IsKind, InSet, FromOpenSet)):
        return _of(leaf)
    if isinstance(leaf, IsUnknown):
        return reduce(or_, (Q(IsNull(_text(key), True)) & _has(key) for key in leaf.keys))
    if isinstance(leaf, HasState):
        return Q(text__regex=NULL_FACT) if leaf.what == WANTED else Q(document__has_key=leaf.what)
    if isinstance(leaf, InSelection):
        return _among(leaf)
    return reduce(or_, (_value(leaf, one.key, one.many) & _has(one.key) for one in leaf.field.facts))


def named(leaf: MentionsText | MentionsWord) -> Q:
    """Return the condition that the name or class of a card contains a searched word."""
    if isinstance(leaf, MentionsText):
        return _has_text(TITLE, leaf.text)
    return reduce(or_, (_has_text(TITLE, phrase) for phrase in leaf.phrases), _has_text(TITLE, f" {leaf.text}"))


def says(phrases: Iterable[str]) -> Q:
    """Return the condition that a card has one of these phrases among its stems."""
    return reduce(or_, (_has_text(STEMS, phrase) for phrase in phrases))


def _has_text(key: str, text: str) -> Q:
    return Q(HasText(F(SEARCHED_COLUMNS[key]), text))


def _of(leaf: IsKind | InSet | FromOpenSet) -> Q:
    if isinstance(leaf, IsKind):
        return Q(In(F("kind"), leaf.kinds))
    if isinstance(leaf, InSet):
        again = reduce(or_, map(sold_again_in, leaf.slugs))
        return (_has("set") & Q(In(F("set_slug"), leaf.slugs))) | (_has("also_in") & again)
    return Q(set_slug__isnull=False) & Q(In(F("set_slug"), leaf.slugs)) if leaf.slugs else _never()


def _among(leaf: InSelection) -> Q:
    cards = leaf.cards
    yes = Q(In(F("slug"), sorted(cards.yes))) if cards.yes else _never()
    if not cards.maybe:
        return yes
    return Q(
        Case(
            When(yes, then=Value(True)),
            When(In(F("slug"), sorted(cards.maybe)), then=None),
            default=Value(False),
            output_field=BooleanField(),
        )
    )


def _has(key: str) -> Q:
    """Return the condition that a card has a fact, known or not. Documents are read last: they are long."""
    has = Q(document__has_key=key)
    return Q(IsNull(F(key), False)) | has if key in _COLUMNS else has


def _text(key: str) -> F | Func:
    """Return the text of a fact; NULL if it is unknown or absent."""
    return F(key) if key in _COLUMNS else fact_text(key)


def _never() -> Q:
    return Q(Exact(Value(0), Value(1)))


def _value(leaf: OneOf | Comparison | IsTrue | Contains, key: str, many: bool) -> Q:
    if isinstance(leaf, OneOf):
        if many:
            return reduce(or_, (Q(HasText(_text(key), f'"{word}"')) for word in leaf.words))
        return Q(In(_text(key), leaf.words))
    if isinstance(leaf, Comparison):
        number = F(key) if key in _NUMBERS else Cast(fact_text(key), IntegerField())
        return Q(_COMPARED[leaf.sign](number, leaf.number))
    if isinstance(leaf, IsTrue):
        return Q(Exact(fact_text(key), Value("true")))
    return _contains(KT(f"folded__{key}"), leaf.text)


def _contains(text: Func, searched: str) -> Q:
    """Return the condition that a folded text contains another; NULL if it does not and is partly unknown."""
    return Q(
        Case(
            When(IsNull(text, True), then=None),
            When(HasText(text, searched), then=Value(True)),
            When(HasText(text, UNKNOWN), then=None),
            default=Value(False),
            output_field=BooleanField(),
        )
    )

"""A condition as one question to the database, SQLite and PostgreSQL alike.

SQL answers yes, no or NULL just as we do, so each condition is an expression that is NULL where the answer is not
known, and `NOT` leaves it so. That is why there are lookups as expressions here and no keywords: Django adds to a
negated keyword that NULL passes.
"""

from functools import reduce
from operator import and_, or_

from django.db.models import BooleanField, Case, F, Func, IntegerField, Q, Value, When
from django.db.models.fields.json import KT
from django.db.models.functions import Cast
from django.db.models.lookups import Contains as HasText
from django.db.models.lookups import Exact, GreaterThan, GreaterThanOrEqual, In, IsNull, LessThan, LessThanOrEqual

from catalog.models import fact

from .conditions import (
    WANTED,
    Among,
    Condition,
    Contains,
    Either,
    Every,
    Flag,
    FromOpenSet,
    InSet,
    Kind,
    Leaf,
    Marked,
    NotKnown,
    Number,
    OneOf,
    Opposite,
    Says,
)
from .folding import EVERYTHING, UNKNOWN

# A key whose value is not known, in canonical JSON. Inside a text the closing quote would stand after a backslash.
WANTING = r'[A-Za-z0-9_-]":null[,}]'
_COMPARED = {":": Exact, "<": LessThan, "<=": LessThanOrEqual, ">": GreaterThan, ">=": GreaterThanOrEqual}
_NUMBERS = frozenset({"cost", "level"})
"""Facts that have a column of their own."""


def where(condition: Condition) -> Q:
    """Return what revisions of cards are filtered by: it is true of those for which the condition surely holds."""
    if isinstance(condition, Opposite):
        return ~where(condition.condition)
    if isinstance(condition, Every):
        return reduce(and_, map(where, condition.conditions), Q())
    if isinstance(condition, Either):
        return reduce(or_, map(where, condition.conditions))
    return _leaf(condition)


def _leaf(leaf: Leaf) -> Q:
    if isinstance(leaf, Says):
        return Q(HasText(KT(f"folded__{EVERYTHING}"), leaf.text))
    if isinstance(leaf, (Kind, InSet, FromOpenSet)):
        return _of(leaf)
    if isinstance(leaf, NotKnown):
        return reduce(or_, (_has(key) & Q(IsNull(fact(key), True)) for key in leaf.keys))
    if isinstance(leaf, Marked):
        return Q(text__regex=WANTING) if leaf.what == WANTED else Q(document__has_key=leaf.what)
    if isinstance(leaf, Among):
        return _among(leaf)
    return reduce(or_, (_has(one.key) & _value(leaf, one.key, one.many) for one in leaf.field.facts))


def _of(leaf: Kind | InSet | FromOpenSet) -> Q:
    if isinstance(leaf, Kind):
        return Q(In(F("kind"), leaf.kinds))
    if isinstance(leaf, InSet):
        return _has("set") & Q(In(F("set_slug"), leaf.slugs))
    return Q(set_slug__isnull=False) & Q(In(F("set_slug"), leaf.slugs)) if leaf.slugs else _never()


def _among(leaf: Among) -> Q:
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
    return Q(document__has_key=key)


def _never() -> Q:
    return Q(Exact(Value(0), Value(1)))


def _value(leaf: OneOf | Number | Flag | Contains, key: str, many: bool) -> Q:
    if isinstance(leaf, OneOf):
        if many:
            return reduce(or_, (Q(HasText(fact(key), f'"{word}"')) for word in leaf.words))
        return Q(In(fact(key), leaf.words))
    if isinstance(leaf, Number):
        number = F(key) if key in _NUMBERS else Cast(fact(key), IntegerField())
        return Q(_COMPARED[leaf.sign](number, leaf.number))
    if isinstance(leaf, Flag):
        return Q(Exact(fact(key), Value("true")))
    return _contains(KT(f"folded__{key}"), leaf.text)


def _contains(text: Func, searched: str) -> Q:
    """Return whether a folded text has another in it; NULL when it has not and something in it is not known."""
    return Q(
        Case(
            When(IsNull(text, True), then=None),
            When(HasText(text, searched), then=Value(True)),
            When(HasText(text, UNKNOWN), then=None),
            default=Value(False),
            output_field=BooleanField(),
        )
    )

"""A query read back in words: "Spells with the energy type fire, with a cost of 4 or less"."""

from collections.abc import Iterable

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
from .fields import Language

_SIGNS = {":": "{}", "<": "less than {}", "<=": "{} or less", ">": "more than {}", ">=": "{} or more"}


def sentence(condition: Condition, language: Language) -> str:
    """Return what a query asks for, without a full stop: "All cards" where it asks nothing."""
    asked = list(condition.conditions) if isinstance(condition, Every) else [condition]
    if not asked:
        return "All cards"
    subject = "Cards"
    for one in asked:
        if isinstance(one, Kind):
            subject = _kinds(one, language)
            subject = subject[:1].upper() + subject[1:]
            asked.remove(one)
            break
    phrases = [_phrase(one, language) for one in asked]
    return f"{subject} {', '.join(phrases)}" if phrases else subject


def _phrase(condition: Condition, language: Language, *, holds: bool = True) -> str:
    if isinstance(condition, Opposite):
        return _phrase(condition.condition, language, holds=not holds)
    if isinstance(condition, (Every, Either)):
        word = " and " if isinstance(condition, Every) else " or "
        joined = word.join(_part(one, language) for one in condition.conditions)
        return joined if holds else f"other than those {joined}"
    return _leaf(condition, language, holds)


def _part(condition: Condition, language: Language) -> str:
    """Return one of several parts; one that has parts itself stands in brackets."""
    said = _phrase(condition, language)
    return f"({said})" if isinstance(condition, (Every, Either)) else said


def _leaf(leaf: Leaf, language: Language, holds: bool) -> str:  # noqa: C901 - one line for each sort of condition
    having = "with" if holds else "without"
    if isinstance(leaf, Says):
        return f"{'saying' if holds else 'not saying'} “{leaf.spoken}”"
    if isinstance(leaf, Kind):
        return f"that are {'' if holds else 'no '}{_kinds(leaf, language)}"
    if isinstance(leaf, InSet):
        return f"{'' if holds else 'not '}from {_listed(leaf.titles)}"
    if isinstance(leaf, OneOf):
        return f"{having} the {leaf.field.label} {_listed(word.replace('-', ' ') for word in leaf.words)}"
    if isinstance(leaf, Number):
        return f"{having} {_article(leaf.field.label)} of {_SIGNS[leaf.sign].format(leaf.number)}"
    if isinstance(leaf, Flag):
        return f"{'' if holds else 'not '}marked “{leaf.field.label}”"
    if isinstance(leaf, Contains):
        return f"{having} “{leaf.spoken}” in the {leaf.field.label}"
    if isinstance(leaf, NotKnown):
        return f"{'' if holds else 'other than those '}whose {leaf.label} is not known"
    if isinstance(leaf, Marked):
        if leaf.what == WANTED:
            return f"with {'' if holds else 'no '}facts that are not known"
        return f"that are {'' if holds else 'not '}{leaf.what}"
    if isinstance(leaf, FromOpenSet):
        return "from open sets" if holds else "from the publisher"
    assert isinstance(leaf, Among)
    return f"{'' if holds else 'other than those '}that {leaf.cards.words}"


def _kinds(leaf: Kind, language: Language) -> str:
    return _listed(f"{language.kinds[kind].lower()}s" for kind in leaf.kinds)


def _article(label: str) -> str:
    if label.endswith("s") and not label.endswith("ss"):
        return label
    return f"{'an' if label[0] in 'aeiou' else 'a'} {label}"


def _listed(words: Iterable[str]) -> str:
    *rest, last = list(words)
    return f"{', '.join(rest)} or {last}" if rest else last

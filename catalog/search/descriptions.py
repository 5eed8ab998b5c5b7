"""Descriptions of queries in words: “Spells with the energy type fire, with a cost of 4 or less”.

They are in the active language, which is English for the API.
"""

from collections.abc import Iterable

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

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
from catalog.search.fields import WORD, QueryLanguage


def describe(condition: Condition, language: QueryLanguage) -> str:
    """Return the description of a query, without a full stop; “All cards” for an empty query."""
    conditions = list(condition.conditions) if isinstance(condition, Conjunction) else [condition]
    if not conditions:
        return _("All cards")
    subject = _("Cards")
    for one in conditions:
        if isinstance(one, IsKind):
            subject = _kinds(one, language)
            subject = subject[:1].upper() + subject[1:]
            conditions.remove(one)
            break
    phrases = [_phrase(one, language) for one in conditions]
    return f"{subject} {', '.join(phrases)}" if phrases else subject


def translatable_words(language: QueryLanguage) -> list[str]:
    """Return the words about a game's cards that appear inside sentences."""
    return [*(field.label for field in language.fields.values()), *map(_several, language.kinds.values())]


def _phrase(condition: Condition, language: QueryLanguage, *, holds: bool = True) -> str:
    if isinstance(condition, Negation):
        return _phrase(condition.condition, language, holds=not holds)
    if isinstance(condition, (Conjunction, Disjunction)):
        word = _("and") if isinstance(condition, Conjunction) else _("or")
        joined = f" {word} ".join(_part(one, language) for one in condition.conditions)
        return joined if holds else _("other than those {condition}").format(condition=joined)
    return _leaf(condition, language, holds)


def _part(condition: Condition, language: QueryLanguage) -> str:
    """Return the phrase of one of several parts, in parentheses if it has parts itself."""
    phrase = _phrase(condition, language)
    return f"({phrase})" if isinstance(condition, (Conjunction, Disjunction)) else phrase


def _leaf(leaf: Leaf, language: QueryLanguage, holds: bool) -> str:  # noqa: C901 - one line for each type of condition
    if isinstance(leaf, (MentionsText, MentionsWord)):
        return (_("saying “{words}”") if holds else _("not saying “{words}”")).format(words=leaf.spoken)
    if isinstance(leaf, IsKind):
        return (_("that are {kinds}") if holds else _("that are no {kinds}")).format(kinds=_kinds(leaf, language))
    if isinstance(leaf, InSet):
        return (_("from {sets}") if holds else _("not from {sets}")).format(sets=_listed(leaf.titles))
    if isinstance(leaf, OneOf):
        message = _("with the {fact} {words}") if holds else _("without the {fact} {words}")
        named = (pgettext("value", word).replace("-", " ") for word in leaf.words)
        return message.format(fact=_word(leaf.field.label), words=_listed(named))
    if isinstance(leaf, Comparison):
        message = _("with {fact} of {number}") if holds else _("without {fact} of {number}")
        return message.format(fact=_article(leaf.field.label), number=_number(leaf))
    if isinstance(leaf, IsTrue):
        return (_("marked “{fact}”") if holds else _("not marked “{fact}”")).format(fact=_word(leaf.field.label))
    if isinstance(leaf, Contains):
        message = _("with “{words}” in the {fact}") if holds else _("without “{words}” in the {fact}")
        return message.format(words=leaf.spoken, fact=_word(leaf.field.label))
    if isinstance(leaf, IsUnknown):
        message = _("whose {fact} is not known") if holds else _("other than those whose {fact} is not known")
        return message.format(fact=_word(leaf.label))
    if isinstance(leaf, HasState):
        if leaf.what == WANTED:
            return _("with facts that are not known") if holds else _("with no facts that are not known")
        return _("that are retired") if holds else _("that are not retired")
    if isinstance(leaf, FromOpenSet):
        return _("from open sets") if holds else _("from the publisher")
    assert isinstance(leaf, InSelection)
    message = _("that {condition}") if holds else _("other than those that {condition}")
    return message.format(condition=leaf.cards.words)


def _number(leaf: Comparison) -> str:
    message = {
        ":": "{number}",
        "<": _("less than {number}"),
        "<=": _("{number} or less"),
        ">": _("more than {number}"),
        ">=": _("{number} or more"),
    }[leaf.sign]
    return message.format(number=leaf.number)


def _kinds(leaf: IsKind, language: QueryLanguage) -> str:
    return _listed(_word(_several(language.kinds[kind])) for kind in leaf.kinds)


def _several(title: str) -> str:
    return f"{title.lower()}s"


def _word(word: str) -> str:
    return pgettext(WORD, word)


def _article(label: str) -> str:
    """Return a word with its article in English; in languages with grammatical gender the word alone."""
    if not (get_language() or "en").startswith("en"):
        return _word(label)
    if label.endswith("s") and not label.endswith("ss"):
        return label
    return f"{'an' if label[0] in 'aeiou' else 'a'} {label}"


def _listed(phrases: Iterable[str]) -> str:
    *rest, last = list(phrases)
    return f"{', '.join(rest)} {_('or')} {last}" if rest else last

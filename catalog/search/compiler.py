"""Compilation of queries: terms are bound to the facts of a game, and unknown words are reported as faults.

No query is rejected: a term without meaning is left out, and its fault points to it.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from catalog import documents
from catalog.documents.errors import Fault
from catalog.documents.suggestions import did_you_mean
from catalog.documents.text_folding import fold
from catalog.search import syntax
from catalog.search.conditions import (
    RETIRED,
    WANTED,
    CardSelection,
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
    MentionsText,
    MentionsWord,
    Negation,
    OneOf,
)
from catalog.search.fields import WORD, Field, FieldType, QueryLanguage
from catalog.search.syntax import Span, Value
from catalog.search.translated_words import word_phrases
from catalog.search.words import without_punctuation

MAX_COMPARED_NUMBER = 1_000_000
MAX_NEAR = 3
MAX_LISTED = 12
YES, NO = frozenset({"yes", "true"}), frozenset({"no", "false"})
OPEN = "open"
_COMMON_NAMES = ("kind", "set", "is", "fits")
"""Names in queries that every game has."""
_SYMBOL = re.compile(r"[^\w\s'’‘ʼ`´,;:.!?…/&‐‑–—-]")
"""A character that is searched literally."""


class UnavailableTerm(Exception):
    """A term that cannot be evaluated here, with a sentence for people."""


def _nothing() -> Mapping[str, Any]:
    return {}


def _any_word(_key: str) -> Collection[str] | None:
    return None


def no_creature(_slug: str | None) -> CardSelection:
    """Raise UnavailableTerm: the context does not know which cards fit a creature."""
    raise UnavailableTerm(_("What fits is only known in a game whose cards are carried by creatures. Name the game."))


def _nothing_said(_phrases: Collection[str]) -> Collection[str]:
    return ()


def _no_collection() -> CardSelection:
    raise UnavailableTerm(_("Without a collection, “have” cannot be searched."))


@dataclass(frozen=True, slots=True)
class QueryContext:
    """The data of a query besides the schemas. Each function is called only if a term needs it.

    `sets` returns the documents of the sets, keyed by slug. `words` returns the words of any card for a fact with an
    open list, None if unknown words should be accepted. `fits` returns the cards that may be attached to the card with
    this slug, or for None to the currently selected creature. `owned` returns the cards of the current collection. Both
    raise UnavailableTerm. `said` returns the phrases that any card has among its stems: a word that no card contains is
    searched as part of a word. It is called once.
    """

    sets: Callable[[], Mapping[str, Any]] = _nothing
    words: Callable[[str], Collection[str] | None] = _any_word
    fits: Callable[[str | None], CardSelection] = no_creature
    owned: Callable[[], CardSelection] = _no_collection
    said: Callable[[Collection[str]], Collection[str]] = _nothing_said


@dataclass(frozen=True, slots=True)
class CompiledQuery:
    """A query as it was understood: its parsed term, its condition, and faults for the parts that were left out."""

    term: syntax.Term
    condition: Condition
    faults: tuple[Fault, ...]

    @property
    def empty(self) -> bool:
        """True if the query has no conditions."""
        return self.condition == Conjunction(())


def compile_query(text: str, language: QueryLanguage, around: QueryContext | None = None) -> CompiledQuery:
    """Return the meaning of a query on the cards of `language`. Never raises for any text."""
    read = syntax.parse(text)
    around = around or QueryContext()
    phrases = {word.text: word_phrases(word.text, language.game) for word in _free_words(read.term)}
    every = {phrase for several in phrases.values() for phrase in several}
    binder = _Binder(language, around, phrases, frozenset(around.said(every) if every else ()))
    condition = binder.bind(read.term)
    faults = sorted([*read.faults, *binder.faults], key=lambda fault: fault.offset or 0)
    return CompiledQuery(read.term, condition or Conjunction(()), tuple(faults))


def _free_words(term: syntax.Term) -> Iterator[syntax.Word]:
    """Yield the words of a query that match in all their forms: neither quoted nor excluded."""
    if isinstance(term, (syntax.All, syntax.AnyOf)):
        for one in term.terms:
            yield from _free_words(one)
    elif isinstance(term, syntax.Word) and not term.exact:
        yield term
    elif isinstance(term, syntax.Compare) and not term.values:
        yield _before_colon(term)


def _before_colon(term: syntax.Compare) -> syntax.Word:
    """Return the word before a colon without a value."""
    return syntax.Word(term.name, at=Span(term.at.offset, len(term.name)))


class _UnknownWord(Exception):
    """An unknown word of the query."""

    def __init__(self, code: str, message: str, span: Span) -> None:
        super().__init__(message)
        self.fault = syntax.query_fault(code, message, span)


@dataclass
class _Binder:
    """Binds terms to fields. A term without meaning is left out, and its fault recorded."""

    language: QueryLanguage
    around: QueryContext
    phrases: Mapping[str, tuple[str, ...]]
    said: frozenset[str]
    faults: list[Fault] = field(default_factory=list)

    def bind(self, term: syntax.Term, *, negated: bool = False) -> Condition | None:
        """Return the condition of a term, None if none of it is understood.

        Words of a `negated` term are excluded exactly as written: excluding more forms would hide cards.
        """
        if isinstance(term, (syntax.All, syntax.AnyOf)):
            found = [one for inner in term.terms if (one := self.bind(inner, negated=negated)) is not None]
            if not found:
                return None
            joined = Conjunction if isinstance(term, syntax.All) else Disjunction
            return found[0] if len(found) == 1 else joined(tuple(found))
        if isinstance(term, syntax.Not):
            below = self.bind(term.term, negated=True)
            return None if below is None else Negation(below)
        try:
            if isinstance(term, syntax.Compare) and not term.values and not self._knows(term.name):
                term = _before_colon(term)
            if isinstance(term, syntax.Word):
                return self._exact_words(term) if negated or term.exact else self._free_word(term)
            return self._compared(term)
        except _UnknownWord as error:
            self.faults.append(error.fault)
            return None

    def _exact_words(self, term: syntax.Word) -> Condition:
        return MentionsText(_searched(term.text, term.at), term.text)

    def _free_word(self, term: syntax.Word) -> Condition:
        text = _searched(term.text, term.at)
        phrases = self.phrases[term.text]
        if not phrases or _SYMBOL.search(term.text):  # “+2”, “100%”: no stem
            return MentionsText(text, term.text)
        return MentionsWord(text, phrases, self.said.isdisjoint(phrases), term.text)

    def _compared(self, term: syntax.Compare) -> Condition:
        name = term.name.lower()
        if not term.values:
            raise _UnknownWord(
                "missing-value", _("“{asked}” needs a value after it.").format(asked=f"{term.name}{term.sign}"), term.at
            )
        special = {"kind": self._kind, "set": self._set, "is": self._is, "fits": self._fits}.get(name)
        found = self.language.field(name)
        if special is None and found is None:
            raise self._no_such_field(term)
        sign = ":" if term.sign == "!=" else term.sign
        ordered = found is not None and special is None and found.sort is FieldType.NUMBER
        if sign != ":" and not ordered:
            message = _("“{name}” is no number, so it takes “:”, not “{sign}”.").format(name=term.name, sign=term.sign)
            raise _UnknownWord("not-a-number", message, Span(term.at.offset, len(term.name) + len(term.sign)))
        if sign != ":" and len(term.values) > 1:
            message = _("“{sign}” needs one number after it.").format(sign=term.sign)
            raise _UnknownWord("too-many-values", message, term.values[1].at)
        condition = special(term) if special else self._field(found, sign, term)
        return Negation(condition) if term.sign == "!=" else condition

    def _knows(self, name: str) -> bool:
        return name.lower() in _COMMON_NAMES or self.language.field(name) is not None

    def _no_such_field(self, term: syntax.Compare) -> _UnknownWord:
        known = [*self.language.by_name, *_COMMON_NAMES]
        near = [name.replace("_", "-") for name in _near(term.name.lower().replace("-", "_"), known)]
        message = _("No card has “{name}”.").format(name=term.name) + (
            did_you_mean(near, _(_QUOTE)) or f" {_(_ALL_NAMES)}"
        )
        return _UnknownWord("unknown-field", message, Span(term.at.offset, len(term.name)))

    # -- terms of every game -----------------------------------------------------------------------------------------

    def _kind(self, term: syntax.Compare) -> Condition:
        kinds = {fold(kind): kind for kind in self.language.kinds}
        kinds |= {fold(title): kind for kind, title in self.language.kinds.items()}
        kinds |= {f"{spoken}s": kind for spoken, kind in kinds.items()}
        return IsKind(tuple(_listed(value, kinds, "kind of card") for value in term.values))

    def _set(self, term: syntax.Compare) -> Condition:
        sets = self.around.sets()
        known = {fold(str(one.get("name") or slug)): slug for slug, one in sets.items()}
        known |= {fold(slug): slug for slug in sets}
        slugs = tuple(_listed(value, known, "set") for value in term.values if value.text is not None)
        titles = tuple(str(sets[slug].get("name") or slug) for slug in slugs)
        return self._or_not_known(term, ("set",), "set", InSet(slugs, titles) if slugs else None)

    def _is(self, term: syntax.Compare) -> Condition:
        return _any_of([self._mark(value) for value in term.values])

    def _mark(self, value: Value) -> Condition:
        flags = {fold(name): one for name, one in self.language.flags.items()}
        known = {**dict.fromkeys((RETIRED, OPEN, "official", WANTED, *syntax.MARKS)), **flags}
        word = _listed(value, {name: name for name in known}, "mark")
        if (flag := known[word]) is not None:
            return IsTrue(flag)
        if word in (OPEN, "official"):
            ours = FromOpenSet(tuple(slug for slug, one in self.around.sets().items() if not one["official"]))
            return ours if word == OPEN else Negation(ours)
        if word == "owned":
            return self._picked(self.around.owned, value.at)
        if word == "fits":
            return self._picked(lambda: self.around.fits(None), value.at)
        return HasState(word)

    def _fits(self, term: syntax.Compare) -> Condition:
        return _any_of([self._fits_one(value) for value in term.values])

    def _fits_one(self, value: Value) -> Condition:
        slug = documents.slugify(value.text or "")
        return self._picked(lambda: self.around.fits(slug), value.at)

    def _picked(self, ask: Callable[[], CardSelection], span: Span) -> Condition:
        try:
            return InSelection(ask())
        except UnavailableTerm as error:
            raise _UnknownWord("cannot-ask", str(error), span) from error

    # -- facts of the game ---------------------------------------------------------------------------------------

    def _field(self, fact_field: Field | None, sign: str, term: syntax.Compare) -> Condition:
        assert fact_field is not None
        conditions: list[Condition] = []
        known_values = [value for value in term.values if value.text is not None]
        if fact_field.sort is FieldType.CHOICE and known_values:
            conditions.append(OneOf(fact_field, tuple(self._word(value, fact_field) for value in known_values)))
        elif fact_field.sort is FieldType.NUMBER:
            conditions += [Comparison(fact_field, sign, _number(value, fact_field)) for value in known_values]
        elif fact_field.sort is FieldType.FLAG:
            conditions += [_flag(value, fact_field) for value in known_values]
        else:
            conditions += [
                Contains(fact_field, _searched(value.text, value.at), value.text or "") for value in known_values
            ]
        if sign != ":" and len(known_values) < len(term.values):
            raise _UnknownWord("wrong-value", _("To search for what is not known, write “:?”."), term.values[0].at)
        keys = tuple(fact.key for fact in fact_field.facts)
        return self._or_not_known(term, keys, fact_field.label, _any_of(conditions) if conditions else None)

    def _or_not_known(
        self, term: syntax.Compare, keys: tuple[str, ...], label: str, condition: Condition | None
    ) -> Condition:
        if all(value.text is not None for value in term.values):
            assert condition is not None
            return condition
        unknown = IsUnknown(keys, label)
        return unknown if condition is None else Disjunction((condition, unknown))

    def _word(self, value: Value, choice_field: Field) -> str:
        if word := choice_field.abbreviations.get(fold(value.text or "")):
            return word
        if choice_field.values:
            return _listed(value, choice_field.values, choice_field.label)
        known = {fold(word): word for fact in choice_field.facts for word in self.around.words(fact.key) or ()}
        plain = documents.slugify(value.text or "")
        if not known:
            return plain
        return _listed(value, known, choice_field.label)


_QUOTE = gettext_noop("“{word}”")
_ALL_NAMES = gettext_noop(
    "Search by kind, set, or any fact of a card; words without a colon are searched in the whole card."
)


def _any_of(conditions: list[Condition]) -> Condition:
    return conditions[0] if len(conditions) == 1 else Disjunction(tuple(conditions))


def _searched(text: str | None, span: Span) -> str:
    plain = fold(without_punctuation(text or ""))
    if not plain:
        raise _UnknownWord("nothing-to-find", _("Enter a word to search for."), span)
    return plain


def _listed(value: Value, words_by_form: Mapping[str, str], label: str) -> str:
    """Return the known word that a value selects. Raises _UnknownWord with similar words."""
    if value.text is None:
        message = _("“?” finds none: the {fact} of every card is known.").format(fact=pgettext(WORD, label))
        raise _UnknownWord("wrong-value", message, value.at)
    plain = fold(value.text)
    if plain in words_by_form:
        return words_by_form[plain]
    near = [words_by_form[one] for one in _near(plain, words_by_form)]
    choices = list(dict.fromkeys(words_by_form.values()))
    listed = ""
    if 0 < len(choices) <= MAX_LISTED:
        listed = " " + _("Known are: {choices}.").format(choices=", ".join(choices))
    message = _("“{word}” is no {fact}.").format(word=_short(value.text), fact=pgettext(WORD, label))
    message += did_you_mean(near, _(_QUOTE)) or listed
    raise _UnknownWord("unknown-value", message, value.at)


def _number(value: Value, number_field: Field) -> int:
    text = value.text or ""
    if not text.isdecimal():
        message = _("“{name}” is compared with a whole number, not “{word}”.").format(
            name=number_field.name, word=_short(text)
        )
        raise _UnknownWord("wrong-value", message, value.at)
    if len(text) > len(str(MAX_COMPARED_NUMBER)) or int(text) > MAX_COMPARED_NUMBER:
        message = _("“{name}” is compared with numbers up to {most}.").format(
            name=number_field.name, most=f"{MAX_COMPARED_NUMBER:,}"
        )
        raise _UnknownWord("wrong-value", message, value.at)
    return int(text)


def _flag(value: Value, flag_field: Field) -> Condition:
    text = fold(value.text or "")
    if text not in YES | NO:
        message = _("“{name}” is yes or no, not “{word}”.").format(name=flag_field.name, word=_short(value.text or ""))
        raise _UnknownWord("wrong-value", message, value.at)
    return IsTrue(flag_field) if text in YES else Negation(IsTrue(flag_field))


def _near(word: str, candidates: Collection[str]) -> list[str]:
    """Return the known words closest to an unknown word: words that begin with it, then words of similar spelling."""
    begun = sorted(one for one in candidates if len(word) > 1 and one.startswith(word))
    return list(dict.fromkeys((*begun, *get_close_matches(word[:60], list(candidates), n=MAX_NEAR))))[:MAX_NEAR]


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"

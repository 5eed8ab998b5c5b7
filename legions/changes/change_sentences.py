"""Stored descriptions of changes, translated into the reader's language.

A change is stored as the sentence shown when it was made, in the language of that time. The sentences come from few
templates: they are parsed with the templates and formatted again. A sentence that no template matches is shown as
stored.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from django.conf import settings
from django.utils import translation
from django.utils.translation import get_language, gettext, ngettext

from legions.site import wording

Template = str | tuple[str, str]
"""A message, or its singular and plural, chosen by the first number in it."""

GENERIC = "{field}: {value}."
"""The template without translatable words: a field of a list, or the part of a card in it."""

TEMPLATES: tuple[Template, ...] = (
    "Started.",
    "Imported.",
    "Imported from a file.",
    "Opened from a link.",
    "Copied from {name}.",
    "Copied from {name}. Its own numbers came along.",
    "A variant of {name}, from change {number}.",
    "Back to change {number}: {what}",
    "Undone: {what}",
    "Taken back: %(what)s",
    "Made by {name}.",
    "Changed by {name}.",
    "{card} added.",
    "{card} with {upgrades} added.",
    "{card} added in place of {others}: there is one only.",
    "{card} removed.",
    "{card} copied.",
    "{card}: {count} of them.",
    ("{card}: {soldiers} soldier.", "{card}: {soldiers} soldiers."),
    "{card} added to {creature}.",
    "{card} taken from {creature}.",
    "{card} moved from {giver} to {taker}.",
    "{card} moved from {creature} to {other}.",
    "{card} removed, with {upgrades}.",
    "{card} added, with {upgrades}.",
    "{other} in the place of {card}.",
    "{other} in the place of {card} on {creature}.",
    "{card}: {now} in the place of {before}.",
    "{card}: {now} soldiers in the place of {before}.",
    "Opened figures: {count} × {card}.",
    "Opened figures: no {card}.",
    "{field}: none.",
    GENERIC,
    "Format changed.",
    "Limit set to {points} points.",
    "The format's own limit.",
    "Nothing changed.",
    "House rule {name} on.",
    "House rule {name} off.",
    "Renamed to {name}.",
    "Name removed.",
    "Notes changed.",
    "Notes removed.",
    "Now judged by release {release}.",
    "{name} loaded.",
    "List loaded.",
    "Cards of {name} loaded. Adventure, name and limit of this list stay.",
    "Cards loaded. Adventure, name and limit of this list stay.",
    "Tagged {tags}.",
    "No longer tagged {tags}.",
    "Only official cards are offered.",
    "Offered are official cards and those of {sets}.",
    "{tile} brought.",
    "{number} tiles brought.",
    "{tile} left at home.",
    "No treasure brought.",
    "No faction chosen.",
    "No map chosen.",
    "Treasure: {markers}, {tokens}.",
    "{card}: none opened.",
    ("{card}: {number} figure opened.", "{card}: {number} figures opened."),
    ("{number} figure of {card} opened.", "{number} figures of {card} opened."),
    "Cards on the table counted as opened.",
    "Your cards for this list are saved.",
    "Checked against the cards you own.",
    "This list no longer has its own count of your cards.",
    "No points bought.",
    ("%(points)d point bought.", "%(points)d points bought."),
    "A slot bought for {card}: {icon}.",
    "{card} has no bought slot any more.",
    "Updated to the current state of the campaign.",
    "{card}: {fact} entered by you.",
    "{card}: {fact} no longer entered by you.",
    "{card}: {fact} {value}, for all your lists.",
    "{number} numbers from your cards.",
    "What you entered as a guest was added.",
    "What you counted as a guest was added: of each the greater number.",
    ("{set}: {number} number.", "{set}: {number} numbers."),
    "%(title)s: %(now)s instead of %(seen)s.",
    ("%(title)s: one more of its %(number)s card.", "%(title)s: one more of each of its %(number)s cards."),
    ("%(title)s: one less of its %(number)s card.", "%(title)s: one less of each of its %(number)s cards."),
    ("Boxes of %(number)s set counted anew.", "Boxes of %(number)s sets counted anew."),
)
"""The sentences with which changes are stored. A description has one or several, separated by spaces."""

PARTS: tuple[Template, ...] = (
    "{card} of {number} soldiers",
    "one of the list",
    "minion of {card}",
    "summoned by {card}",
    "in the formed unit {unit}",
    "in the unit {unit}",
    "attached to the unit {unit}",
    ("%(number)d chest marker", "%(number)d chest markers"),
    ("%(number)d token", "%(number)d tokens"),
)
"""Templates for parts of sentences."""

FORMER = {
    "Brought up to the campaign as it stands.": "Updated to the current state of the campaign.",
    "What you said as a guest was added.": "What you entered as a guest was added.",
    "What you have is written down.": "Your cards for this list are saved.",
    "Checked against what you have.": "Checked against the cards you own.",
    "This list says nothing of its own any more about what you have.": (
        "This list no longer has its own count of your cards."
    ),
    "What stands on the table counted as opened.": "Cards on the table counted as opened.",
    "Die Grenze des Formats.": "The format's own limit.",
}
"""Former sentences of stored changes, and their present wording."""

NUMBERS = frozenset({"count", "soldiers", "points", "release", "number", "now", "seen", "before"})
"""The placeholders whose values are numbers."""

NESTED = frozenset({"what", "card", "markers", "tokens"})
"""The placeholders whose values are formatted with templates themselves."""

_HOLE = re.compile(r"\{(\w+)\}|%\((\w+)\)[sd]")
_SENTENCE_END = re.compile(r"(?<=\.) ")


class _Parser(NamedTuple):
    """The parser of one template in one language; `letters` is the number of letters in the template."""

    letters: int
    pattern: re.Pattern[str]
    template: Template
    language: str


class _ReadSentence(NamedTuple):
    """A parsed sentence: its template, its values and its language."""

    template: Template
    values: dict[str, str]
    language: str

    @property
    def is_generic(self) -> bool:
        """True if the template is the same in each language, so that only the values reveal the language."""
        return self.template == GENERIC


def retold(description: str) -> str:
    """Return the description of a change in the current language, or as stored if no template matches."""
    return _retold(description, get_language() or settings.LANGUAGE_CODE)


@lru_cache(maxsize=2000)
def _retold(description: str, language: str) -> str:
    return " ".join(_sentence(one, language) for one in _sentences(FORMER.get(description, description)))


def _sentences(description: str) -> list[str]:
    """Return the sentences of a stored description. The last one may be truncated."""
    parts = _SENTENCE_END.split(description)
    return parts if all(map(_read, parts)) or _read(description) is None else [description]


def _sentence(sentence: str, language: str) -> str:
    read = _read(sentence)
    if read is None or (read.language == language and not read.is_generic):
        return sentence
    values = {name: _value(name, value, language) for name, value in read.values.items()}
    words = _formatted(read.template, values)
    return words % values if "%(" in words else words.format(**values)


def _value(name: str, value: str, language: str) -> str:
    if name in NESTED:
        return _retold(value, language)
    if name == "icon":
        return wording.schema_word(value)
    if name == "field":
        return gettext(value)
    if name == "value":
        return ", ".join(_part(part, language) for part in value.split(", "))
    return wording.inline_noun(_fact(value)) if name == "fact" else value


def _part(text: str, language: str) -> str:
    return _sentence(text, language) if _read(text) else _fact(text)


def _fact(name: str) -> str:
    """Return the label of a fact in the current language, or as stored if it has no translation."""
    known = name.capitalize()
    return gettext(known) if gettext(known) != known else name


def _formatted(template: Template, values: dict[str, str]) -> str:
    if isinstance(template, str):
        return gettext(template)
    number = next(int(one) for name, one in values.items() if name in NUMBERS)
    return ngettext(*template, number).replace(")d", ")s")


@lru_cache(maxsize=2000)
def _read(sentence: str) -> _ReadSentence | None:
    """Return the parsed sentence, or None if no template matches."""
    for parser in _parsers():
        if match := parser.pattern.fullmatch(sentence):
            return _ReadSentence(parser.template, match.groupdict(), parser.language)
    return None


@cache
def _parsers() -> tuple[_Parser, ...]:
    """Return the parsers of all templates and languages, those with the most letters first, because they are the most
    specific.
    """
    made = []
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            made += [_parser(words, one, language) for one in (*TEMPLATES, *PARTS) for words in _forms(one)]
    return tuple(sorted(made, key=lambda parser: -parser.letters))


def _forms(template: Template) -> Iterator[str]:
    if isinstance(template, str):
        yield gettext(template)
    else:
        yield from dict.fromkeys((ngettext(*template, 1), ngettext(*template, 2)))


def _parser(wording: str, template: Template, language: str) -> _Parser:
    pattern, letters, end = "", 0, 0
    for hole in _HOLE.finditer(wording):
        name = hole[1] or hole[2]
        value = r"[0-9]+" if name in NUMBERS else r".+?"
        pattern += f"{re.escape(wording[end : hole.start()])}(?P<{name}>{value})"
        letters += hole.start() - end
        end = hole.end()
    return _Parser(
        letters + len(wording) - end, re.compile(pattern + re.escape(wording[end:]), re.DOTALL), template, language
    )

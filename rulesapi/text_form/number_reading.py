"""The reader of numbers next to a card name: how they are written and what each one means, for all text inputs.

The meaning is decided in this order:

1. a number with a multiplication sign or a word for copies, or a number word, is a count;
2. `60 pts`, `cost 60` and `3 soldiers` name their meaning;
3. a number equal to the known cost of the card, or to that cost times the number of copies, is points;
4. `1.`, `2.`, `3.` or `#1`, `#2` that continue through the lines are numbering (`numbering` removes them);
5. a number before the name, or after it and separated by a comma, a semicolon, a bar or a star, is a count.

Any other number is not read and is reported.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalog.documents.suggestions import listed

NumberForm = Literal["times", "points", "soldiers", "before", "set-apart", "bracket", "other"]
"""The notation of a number; `before`, `set-apart` (after the name), `bracket` and `other` leave its meaning open."""

MAX_LIKELY_COPIES = 12
"""The largest number before a name that may be a count even if it is also the cost of the card."""

MAX_NUMBER_LENGTH = 40
"""The maximum length, in characters, of a number after a name, including the words and signs around it."""

POINT_WORDS = r"(?:points?|pts?|punkten?|punkt|pkte?|p)\b"
_COST_WORDS = r"(?:costs?|kosten|kostet|preis|price|points|punkte|pts)"
_COPIES = r"(?:copies|copy|kopien?|pieces?|pcs|stück|stck|stk|exemplare?)\b\.?"
_LIKE_COPIES = r"(?:mal|times|st)\b\.?"
"""Words for copies that can also begin a name."""
_COUNT_LABELS = r"(?:qty|quantity|count|copies|anzahl|menge)"
_SOLDIERS = r"(?:soldiers?|soldat(?:en)?)\b"
_EACH = r"(?:each|apiece|je|pro)\b"
_OF = r"(?:\s*(?:of|von)\b)?"
MAX_PARTS = 4
"""The maximum number of numbers in one bracket."""

_MARKS = " \t.,:;|()[]{}<>-–—/"
_SIGN = "x×✕✖⨯╳х\uff58"
_STARS = "*\uff0a∗·∙⋅•"
_INTEGER = r"\d{1,9}"
_FRACTION = "[¼-¾⅐-⅞↉]"
_NUMBER_WORDS = (
    ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    ("ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"),
)
_WORD_VALUES = {word: value for words in _NUMBER_WORDS for value, word in enumerate(words, start=1)} | dict.fromkeys(
    ("a", "an", "eine", "einen"), 1
)
_WORD_VALUES |= {f"{word}mal": value for value, word in enumerate(_NUMBER_WORDS[1], start=1)} | {
    "twice": 2,
    "thrice": 3,
}
_NUMBER_WORD = "|".join(sorted(_WORD_VALUES, key=len, reverse=True))
_AMOUNT = rf"{_INTEGER}|(?:{_NUMBER_WORD})(?![^\W_])"
_ROMAN = r"(?-i:X{1,3}(?:I[XV]|V?I{0,3})|I[XV]|VI{0,3}|I{2,3})(?![^\W_])"
"""Roman numerals from II on."""
_LABELED = rf"(?:#|№|n[°º]|no\.|nr\.?)\s?{_INTEGER}"

_ODD = (
    rf"(?:[-−–+±~]\s?(?=\d|{_FRACTION}))?"
    rf"(?:\d[\d.,/’']*(?:e[-+]?\d+|[-–~]\d+|\+(?=\s)|(?:st|nd|rd|th)\b)?{_FRACTION}?|{_FRACTION}|[\u2460-\u249b\u2776-\u2793\u2160-\u2188⁰¹²³⁴-⁹])%?"
)


@dataclass(frozen=True, slots=True)
class Number:
    """A number as written next to a name; `value` is None if it is no whole number."""

    text: str
    value: int | None
    form: NumberForm


class NumberEnd(NamedTuple):
    """A number at one end of a text, and the rest of the text. A `weak` one counts only if the rest is a known name."""

    number: Number
    rest: str
    weak: bool = False


@dataclass(frozen=True, slots=True)
class NumbersRead:
    """The meaning of all numbers next to a name. `doubts` are sentences about ambiguous ones."""

    count: int = 1
    soldiers: int | None = None
    cost: int | None = None
    unread: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()


# -- notations of numbers ----------------------------------------------------------------------------------------------


def _pattern(expression: str) -> re.Pattern[str]:
    return re.compile(expression, re.IGNORECASE)


_LEADING: tuple[tuple[re.Pattern[str], NumberForm, bool], ...] = (
    (_pattern(rf"({_AMOUNT})\s*{_COPIES}{_OF}\s*(?=\S)"), "times", False),
    (_pattern(rf"{_COUNT_LABELS}\b\.?\s*[:=]?\s*({_INTEGER})\s*[{_SIGN}:,;|]?\s+(?=\S)"), "times", False),
    (_pattern(rf"({_INTEGER})\s*[{_SIGN}]\s*(?=\S)"), "times", False),
    (_pattern(rf"[{_SIGN}]\s*({_INTEGER})(?:\s*[.:,)-])?(?:\s+|(?=[^\W\d]|[\[({{\"“„*]))"), "times", False),
    (_pattern(rf"({_AMOUNT})\s*{_SOLDIERS}{_OF}\s*[:,]?\s*(?=\S)"), "soldiers", False),
    (_pattern(rf"({_INTEGER})\s*{POINT_WORDS}\.?\s*[:,;|–—-]?\s*(?=\S)"), "points", False),
    (_pattern(rf"({_INTEGER})\s*(?:[.):,;|{_STARS}]|\s[-–—](?=\s)|[-–—](?=\s))\s*(?=[^\d\s])"), "before", False),
    (_pattern(rf"({_INTEGER})\s+(?=\S)"), "before", False),
    (_pattern(rf"({_LABELED})[.:)]?\s*(?=[^\d\s])"), "other", False),
    (_pattern(rf"({_INTEGER})(?:[-–—](?=[^\W\d_])|(?=[^\W\d_]))"), "before", True),
    (_pattern(rf"({_INTEGER})\s+(?:{_LIKE_COPIES}{_OF}|of\b|von\b)\s*(?=\S)"), "times", True),
    (_pattern(rf"({_INTEGER}){_LIKE_COPIES}\s+(?=\S)"), "times", True),
    (_pattern(rf"({_NUMBER_WORD})\s+(?:[{_SIGN}]\s+)?(?=\S)"), "times", True),
    (_pattern(rf"({_ODD})\s*[{_SIGN}]?\s+(?=\S)"), "other", False),
    (_pattern(rf"({_ODD})[{_SIGN}]?(?=[^\W\d_])"), "other", True),
    (_pattern(rf"({_ROMAN}[{_SIGN}]?)[.):]?\s+(?=\S)"), "other", True),
    (_pattern(r"([a-z])[.)]\s+(?=\S)"), "other", True),
    (_pattern(rf"((?-i:X{{1,3}}(?:I[XV]|V?I{{0,3}})|I[XV]|VI{{0,3}}|I{{2,3}}))[{_SIGN}]\s*(?=\S)"), "other", True),
)
"""The notations before a name, the likeliest first, each with its form and whether it can be part of the name."""

_TRAILING: tuple[tuple[re.Pattern[str], NumberForm, bool], ...] = (
    (_pattern(rf"\s+[{_SIGN}]\s*({_AMOUNT})\Z"), "times", False),
    (_pattern(rf"(?:\s*[,;|:]\s*|\s+)({_INTEGER})\s*[{_SIGN}]\Z"), "times", False),
    (_pattern(rf"(?:\s*[,;|:]\s*|\s+[-–—]\s+|\s+)({_AMOUNT})\s*{_COPIES}\Z"), "times", False),
    (
        _pattern(rf"(?:\s*[,;|:]\s*|\s+[-–—]\s+|\s+(?:with|mit)\s+|\s+)({_AMOUNT})\s*{_SOLDIERS}(?:\s+{_EACH})?\Z"),
        "soldiers",
        False,
    ),
    (
        _pattern(rf"(?:\s*[,;|]\s*|\s+[-–—]\s+|\s+){_COST_WORDS}\s*[:=]?\s*({_INTEGER})(?:\s*{POINT_WORDS}\.?)?\Z"),
        "points",
        False,
    ),
    (
        _pattern(
            rf"(?:\s*[:=,;|…]\s*|\s*\.{{2,}}\s*|\s+[-–—]\s*|\s+@?\s*)\+?({_INTEGER})\s*{POINT_WORDS}\.?(?:\s*{_EACH})?\Z"
        ),
        "points",
        False,
    ),
    (_pattern(rf"\s*[,;|{_STARS}]\s*({_INTEGER})\.?\Z"), "set-apart", False),
    (
        _pattern(rf"(?:\s*[:=@$€£…]\s*|\s*\.{{2,}}\s*|\s*/\s*|\s+[-–—]\s+|\s+)\+?({_INTEGER})\.?\Z"),
        "other",
        False,
    ),
    (_pattern(rf"\s*({_LABELED})\Z"), "other", False),
    (_pattern(rf"\s+({_ODD})\Z"), "other", False),
    (_pattern(r"(?<=[)\]])\s+([^\W\d_]{0,5}-?\d[\w-]*)[★†*]?\Z"), "other", False),
    (_pattern(rf"(?<=\w)[{_SIGN}]\s*({_INTEGER})\Z"), "times", True),
    (_pattern(rf"(?<=\w)({_INTEGER})[{_SIGN}]\Z"), "times", True),
    (_pattern(rf"(?<=[^\W\d_])({_INTEGER})\Z"), "other", True),
    (_pattern(rf"\s+({_ROMAN})\Z"), "other", True),
)
"""The notations after a name."""

_SUM = rf"(?:\s*[+-]\s*{_INTEGER})"
_BRACKETED: tuple[tuple[re.Pattern[str], NumberForm], ...] = (
    (_pattern(rf"({_AMOUNT})\s*{_SOLDIERS}(?:\s+{_EACH})?\Z"), "soldiers"),
    (_pattern(rf"{_SOLDIERS}\s*[:=]?\s*({_INTEGER})\Z"), "soldiers"),
    (_pattern(rf"[{_SIGN}]\s*({_AMOUNT})\Z"), "times"),
    (_pattern(rf"({_AMOUNT})\s*(?:[{_SIGN}]|{_COPIES}|{_LIKE_COPIES})\Z"), "times"),
    (_pattern(rf"({_NUMBER_WORD})\Z"), "times"),
    (_pattern(rf"{_COUNT_LABELS}\b\.?\s*[:=]?\s*[{_SIGN}]?({_INTEGER})\Z"), "times"),
    (
        _pattern(rf"[+@]?({_INTEGER}){_SUM}*(?:\s*=\s*{_INTEGER})?\s*(?:{POINT_WORDS}\.?\s*(?:{_EACH})?|{_EACH})\Z"),
        "points",
    ),
    (_pattern(rf"[+@]?({_INTEGER}){_SUM}*\s*{POINT_WORDS}\.?\Z"), "points"),
    (_pattern(rf"{_COST_WORDS}\s*[:=]?\s*({_INTEGER})(?:\s*{POINT_WORDS}\.?)?\Z"), "points"),
    (_pattern(rf"{_INTEGER}\s*{POINT_WORDS}:\s*({_INTEGER}){_SUM}+\Z"), "points"),
    (_pattern(rf"{_INTEGER}\s*{POINT_WORDS}:\s*({_INTEGER})\Z"), "points"),
    (_pattern(rf"[+@$€£]?({_INTEGER}){_SUM}*(?:\s*=\s*{_INTEGER})?\Z"), "bracket"),
)
"""The notations inside a bracket."""
_ROMAN_WORD = _pattern(rf"[({{\[]?{_ROMAN}")


def leading_numbers(text: str) -> Iterator[NumberEnd]:
    """Yield each way to take a number off the beginning of a text."""
    for pattern, form, weak in _LEADING:
        if match := pattern.match(text):
            shown = text[: match.end()].strip(" \t:,;|.")
            number = Number(shown if form == "other" else match[1], _value(match[1], form), form)
            yield NumberEnd(number, text[match.end() :], weak)


def trailing_numbers(text: str) -> Iterator[NumberEnd]:
    """Yield each way to take a number off the end of a text."""
    tail = max(0, len(text) - MAX_NUMBER_LENGTH)
    for pattern, form, weak in _TRAILING:
        if (match := pattern.search(text, tail)) and match.start():
            yield NumberEnd(Number(match[1], _value(match[1], form), form), text[: match.start()], weak)


def number_in_bracket(inside: str, bracket: str) -> Number | None:
    """Return the number inside a bracket; None if the bracket contains anything else."""
    for pattern, form in _BRACKETED:
        if match := pattern.match(inside):
            return Number(bracket, _value(match[1], form), form)
    return None


def numbers_in_bracket(inside: str, bracket: str) -> tuple[Number, ...]:
    """Return the numbers of a bracket that contains only numbers: “3 soldiers, 20 points”; empty for any other
    bracket.
    """
    parts = [part.strip() for part in inside.split(",")]
    if len(parts) > MAX_PARTS:
        return ()
    numbers = [number_in_bracket(part, bracket) for part in parts]
    found = tuple(number for number in numbers if number is not None)
    alone = len(parts) == 1 or all(number.form in ("soldiers", "times", "points") for number in found)
    return found if len(found) == len(parts) and alone else ()


def left_out_numbers(text: str, title: str) -> tuple[str, ...]:
    """Return the number words of a text that are missing from the title of a card."""
    known = set(title.casefold().split())
    words = [word.strip(_MARKS) for word in text.split()]
    return tuple(word for word in words if word.casefold() not in known and _is_number_word(word))


def _is_number_word(word: str) -> bool:
    return says_a_number(word) or _ROMAN_WORD.match(word) is not None or _WORD_VALUES.get(word.casefold(), 1) > 1


def says_a_number(text: str) -> bool:
    """Return whether a text contains a numeric character."""
    return any(character.isnumeric() for character in text)


def takes_a_card_out(number: Number) -> bool:
    """Return whether a number before a name is negative."""
    return number.form == "other" and number.text[0] in "-−–"


def _value(digits: str, form: NumberForm) -> int | None:
    if digits.isdecimal():
        return int(digits)
    return _WORD_VALUES.get(digits.casefold()) if form in ("times", "soldiers") else None


# -- meanings of numbers -----------------------------------------------------------------------------------------------


def read_numbers(numbers: Sequence[Number], known_cost: int | None, *, may_cost: bool = False) -> NumbersRead:
    """Return the meaning of the numbers next to a card name; `known_cost` is the card's cost, None if unknown.

    `may_cost` says that the card costs points but the amount is unknown.
    """
    numbers = _with_cost_for_count(numbers, known_cost)
    times = [number for number in numbers if number.form == "times"]
    if times:
        options: list[Number | None] = [times[0]]
    else:
        options = [None, *(number for number in numbers if number.form in ("before", "set-apart"))]
    if _is_rather_a_count(numbers, known_cost):
        options.reverse()
    if may_cost:
        options = [number for number in options if number is None or number.form == "times" or _is_likely_count(number)]
    readings = [_with_count(numbers, counted, known_cost) for counted in options]
    read = min(readings, key=lambda reading: (len(reading.unread), reading.count > MAX_LIKELY_COPIES))
    counted = options[readings.index(read)]
    if may_cost and counted is not None and counted.form == "set-apart" and counted.value not in (None, 1):
        message = _("“{number}” was read as a count. If it is the cost, write “{number} points”.")
        return replace(read, doubts=(*read.doubts, message.format(number=counted.text)))
    return read


def _with_cost_for_count(numbers: Sequence[Number], known_cost: int | None) -> Sequence[Number]:
    """Return the numbers of “2 x 25”, where 25 is the known cost, with 2 as the count and 25 as the cost."""
    places = [place for place, number in enumerate(numbers) if number.form == "times" and number.value == known_cost]
    free = [
        place for place, number in enumerate(numbers) if number.form in ("other", "before") and _could_count(number)
    ]
    if len(places) != 1 or len(free) != 1:
        return numbers
    forms: dict[int, NumberForm] = {places[0]: "points", free[0]: "times"}
    return [replace(number, form=forms.get(place, number.form)) for place, number in enumerate(numbers)]


def _with_count(numbers: Sequence[Number], counted: Number | None, known_cost: int | None) -> NumbersRead:
    """Return the meaning of the other numbers if `counted` is the count."""
    count = 1 if counted is None or counted.value is None else counted.value
    soldiers: int | None = None
    cost: int | None = None
    unread, doubts = [], []
    for number in numbers:
        if number is counted:
            continue
        if number.form == "soldiers" and soldiers is None:
            soldiers = number.value
        elif number.form == "points" and cost is None:
            cost = number.value
        elif known_cost is not None and number.value in (known_cost, known_cost * count) and number.form != "times":
            cost = number.value if cost is None else cost
            if counted is None and number.form in ("before", "set-apart") and _could_count(number):
                message = _(
                    "It costs {number}, so {number} was read as its cost. For copies write “{number}x” before it."
                )
                doubts.append(message.format(number=number.value))
        else:
            unread.append(number.text)
    return NumbersRead(count, soldiers, cost, tuple(unread), tuple(doubts))


def _is_rather_a_count(numbers: Sequence[Number], known_cost: int | None) -> bool:
    """Return whether a number equal to the known cost is a count because another number states the cost."""
    free = [number for number in numbers if number.form in ("before", "set-apart") and number.value == known_cost]
    said = any(number.form in ("points", "bracket", "other") and number.value is not None for number in numbers)
    return said and any(map(_could_count, free))


def _could_count(number: Number) -> bool:
    return number.value is not None and 1 < number.value <= MAX_LIKELY_COPIES


def _is_likely_count(number: Number) -> bool:
    return number.value is not None and number.value <= MAX_LIKELY_COPIES


def unread_words(unread: Iterable[str], *, costs: bool = True) -> str:
    """Return the message about numbers that were not read and their possible meanings; `costs` if cards cost points."""
    shown = [f"“{text}”" for text in unread]
    message = ngettext("{numbers} was not read.", "{numbers} were not read.", len(shown))
    could_be = (
        _("If it is a count, write it as “2x” before the name; if it is the cost, as “60 points” behind it.")
        if costs
        else _("If it is a count, write it as “2x” before the name.")
    )
    return f"{message.format(numbers=listed(shown, _('and')))} {could_be}"

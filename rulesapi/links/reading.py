"""From the code of a link to the legion in it. Anything may be sent as a code, so every number is held in bounds."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext

from catalog import guard
from catalog.faults import Malformed
from rulesapi.engine.model import CannotJudge
from rulesapi.engine.ruleset import Library

from .bits import Reader
from .codes import MEANT, Unreadable, check, unseal
from .words import take_field, take_value, take_word
from .writing import DATE, meant

MOST_COUNT = 500
"""The largest count of one pick; more copies stand in more picks."""

Find = Callable[[int, int], Library]


def read(code: str, find: Find) -> dict[str, Any]:
    """The legion's document in a code: the list, the release and the date, without what only says a default.

    `find` gives the library of a release and of the game that stands at a number in that release's games, in the order
    of their slugs; it raises LookupError when there is none. Raises Unreadable.
    """
    characters, checked = unseal(code)
    try:
        reader = Reader(characters)
        library = find(reader.number(4), reader.number(2))
        legion = _legion(reader, library)
        guard.check(legion)
        meaning = meant(library, legion)
    except (ValueError, LookupError, TypeError, Malformed, CannotJudge) as error:
        raise _of_another_catalog() from error
    if check(meaning, MEANT) != checked:
        raise _of_another_catalog()
    return legion


def _of_another_catalog() -> Unreadable:
    message = gettext(
        "This link is whole, but not one of this site: its numbers mean other cards here, or a release that there is"
        " not. Open it where it was made."
    )
    return Unreadable("other-catalog", message)


def _legion(of: Reader, library: Library) -> dict[str, Any]:
    legion: dict[str, Any] = {"game": library.game, "release": library.release}
    if of.fixed(1):
        legion["format"] = take_word(of, sorted(library.formats))
    if of.fixed(1):
        legion["points"] = of.number(7)
    if of.fixed(1):
        digits = f"{of.fixed(DATE):08}"
        legion["on"] = f"{digits[:-4]}-{digits[-4:-2]}-{digits[-2:]}"
    if rules := [take_word(of, sorted(library.house_rules)) for _ in of.many()]:
        legion["house_rules"] = rules
    cards = sorted(library.cards)
    if facts := {take_word(of, cards): take_value(of, cards) for _ in of.many()}:
        legion["facts"] = facts
    players = of.many()
    if not players:
        legion |= _part(of, cards)
    else:
        legion |= _own(of, cards)
        legion["team"] = [_part(of, cards) for _ in players]
    of.end()
    return legion


def _part(of: Reader, cards: list[str]) -> dict[str, Any]:
    own = _own(of, cards)
    picks: list[dict[str, Any]] = []
    for _ in of.many(3):
        picks += _lines(of, cards)
        if len(picks) > guard.ARRAY_LIMIT:
            raise ValueError("more picks than a legion has")
    return {**own, "picks": picks}


def _lines(of: Reader, cards: list[str]) -> list[dict[str, Any]]:
    """The picks that one line stands for: one for each copy that carries something, else as few as take the count."""
    line: dict[str, Any] = {"card": take_word(of, cards)}
    copies = of.number() + 1
    if copies > MOST_COUNT * guard.ARRAY_LIMIT:
        raise ValueError("more copies than a legion has")
    soldiers = of.number()
    if soldiers:
        line["soldiers"] = 0 if soldiers == 1 else soldiers
    upgrades = [take_word(of, cards) for _ in of.many(1)]
    line |= _own(of, cards)
    if upgrades:
        if max(copies, len(upgrades)) > guard.ARRAY_LIMIT:
            raise ValueError("more cards than a legion has")
        return [{**line, "upgrades": list(upgrades)} for _ in range(copies)]
    full, rest = divmod(copies, MOST_COUNT)
    counts = [MOST_COUNT] * full + [rest] * bool(rest)
    return [line if count == 1 else {**line, "count": count} for count in counts]


def _own(of: Reader, cards: list[str]) -> dict[str, Any]:
    return {take_field(of): take_value(of, cards) for _ in of.many()}

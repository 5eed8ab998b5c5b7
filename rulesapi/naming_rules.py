"""Formats, house rules and rulings name rules by their codes; before one is published they are looked for."""

from collections.abc import Iterator
from typing import Any

from catalog.faults import Fault

from .engine.house import misfits
from .engine.ruleset import find_ruleset
from .saying import say


def faults(document: dict[str, Any], game: dict[str, Any] | None) -> Iterator[Fault]:
    """Yield what a document asks of the rules of its game that they cannot give.

    Nothing of a game whose rules Muster does not know: nothing is judged by them either.
    """
    if game is None:
        return
    try:
        ruleset = find_ruleset(game["ruleset"])
    except LookupError:
        return
    for pointer, sentence in misfits(document, ruleset):
        yield Fault(pointer, "unfit-rule", say(sentence))

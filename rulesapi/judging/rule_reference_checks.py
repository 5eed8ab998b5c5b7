"""Formats, house rules and rulings name rules by their codes; before one is published they are looked for."""

from collections.abc import Iterator
from typing import Any

from catalog.documents.errors import Fault

from ..engine.core.library import find_ruleset
from ..engine.core.unsupported_requests import unsupported_requests
from ..translation import translated


def rule_reference_errors(document: dict[str, Any], game: dict[str, Any] | None) -> Iterator[Fault]:
    """Yield what a document asks of the rules of its game that they cannot give.

    Nothing of a game whose rules Muster does not know: nothing is judged by them either.
    """
    if game is None:
        return
    try:
        ruleset = find_ruleset(game["ruleset"])
    except LookupError:
        return
    for pointer, sentence in unsupported_requests(document, ruleset):
        yield Fault(pointer, "unfit-rule", translated(sentence))

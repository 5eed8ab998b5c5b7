"""Checks of references to rules, as in formats and rulings, before their publication."""

from collections.abc import Iterator
from typing import Any

from catalog.documents.errors import Fault
from rulesapi.engine.core.library import ruleset_of
from rulesapi.engine.core.unsupported_requests import unsupported_requests
from rulesapi.engine.values.messages import phrase
from rulesapi.judging.resolutions import play_ruleset
from rulesapi.translation import translated


def rule_reference_errors(document: dict[str, Any], game: dict[str, Any] | None) -> Iterator[Fault]:
    """Yield a fault for each request in a document that the ruleset of its game does not support.

    A game without a known ruleset has none, since nothing is judged by it.
    """
    if game is None:
        return
    try:
        ruleset = ruleset_of(game)
    except LookupError:
        return
    if document["kind"] == "reference":
        yield from _unknown_rules(document, {rule.code for rule in ruleset.rules}, ruleset.name)
        return
    for pointer, sentence in unsupported_requests(document, ruleset):
        yield Fault(pointer, "unfit-rule", translated(sentence))


def _unknown_rules(reference: dict[str, Any], of_lists: set[str], game: str) -> Iterator[Fault]:
    """Yield a fault for each rule in a reference that exists neither for lists nor for play."""
    play = play_ruleset(reference["game"])
    known = of_lists | {rule.code for rule in play.rules.values()} if play else of_lists
    for number, code in enumerate(reference.get("rules", ())):
        if code not in known:
            sentence = phrase("{game} has no rule {code}.", game=game, code=code)
            yield Fault(f"/rules/{number}", "unfit-rule", translated(sentence))

"""The card that another card is played with, according to the game."""

from typing import Any

from catalog.documents.errors import InvalidInput
from catalog.snapshots import Snapshot
from rulesapi.judging import verdicts
from rulesapi.judging.resolutions import play_ruleset


def played_with(card: dict[str, Any], snapshot: Snapshot) -> dict[str, Any] | None:
    """Return the card of a release that a card is played with, None for a card or a game without one."""
    play = play_ruleset(card["game"])
    if play is None or play.played_with is None:
        return None
    try:
        found = play.played_with(card, lambda: verdicts.library_at(card["game"], snapshot).documents)
    except InvalidInput:  # the release has no document of the game, or the rules for its lists are unknown
        return None
    return None if found is None else dict(found)

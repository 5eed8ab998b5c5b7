"""The card that another card is played with, according to the game."""

from typing import Any

from catalog.documents.errors import InvalidInput
from catalog.snapshots import Snapshot
from rulesapi.engine.resolutions.play_rulesets import find_play_ruleset
from rulesapi.judging import verdicts


def played_with(card: dict[str, Any], snapshot: Snapshot) -> dict[str, Any] | None:
    """Return the card of a release that a card is played with, None for a card or a game without one."""
    try:
        play = find_play_ruleset(card["game"])
        if play.played_with is None:
            return None
        found = play.played_with(card, lambda: verdicts.library_at(card["game"], snapshot).documents)
    except (LookupError, InvalidInput):
        return None
    return None if found is None else dict(found)

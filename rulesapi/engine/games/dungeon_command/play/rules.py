"""Rules of play of Dungeon Command with their pages: those about cards, and how a rule is written."""

from __future__ import annotations

from rulesapi.engine.resolutions.card_rules import card_rules
from rulesapi.engine.resolutions.entry_limits import limit_rule
from rulesapi.engine.resolutions.model import PlayRule
from rulesapi.engine.values.citations import heading_citation

GAME = "dungeon-command"
RULEBOOK = "Dungeon Command rulebook"


def happens(
    code: str, title: str, page: int, section: str, text: str, *messages: str, address: str | None = None
) -> PlayRule:
    """Return a rule that describes what happens. Without messages, its text is its message.

    `address` is that of its section, if it does not follow from page and heading.
    """
    cite = heading_citation(RULEBOOK, page, section, address)
    return PlayRule(f"{GAME}/{code}", title, text, cite, messages or (text,))


def forbids(code: str, title: str, page: int, section: str, text: str, *messages: str) -> PlayRule:
    """Return a rule that forbids something."""
    return PlayRule(f"{GAME}/{code}", title, text, heading_citation(RULEBOOK, page, section), messages, "error")


_CARDS = heading_citation(RULEBOOK, 7, "All Cards")
OF_CARDS = (*card_rules(GAME, _CARDS), limit_rule(GAME, _CARDS))

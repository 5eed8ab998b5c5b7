"""The rules of play of D&D Attack Wing with their pages: effects of steps, and prohibitions.

The courses of the questions name the rules by their short codes. The texts paraphrase the rulebook.
"""

from __future__ import annotations

from rulesapi.engine.resolutions.card_rules import card_rules
from rulesapi.engine.resolutions.entry_limits import limit_rule
from rulesapi.engine.resolutions.model import PlayRule
from rulesapi.engine.values.citations import heading_citation
from rulesapi.engine.values.model import Severity

GAME = "attack-wing"
RULEBOOK = "Attack Wing rulebook"


def play_rule(
    code: str,
    title: str,
    page: int,
    section: str,
    text: str,
    *messages: str,
    level: Severity | None = None,
    address: str | None = None,
) -> PlayRule:
    """Return a rule of the rulebook. Without messages, its text is its message.

    `address` is that of its section, if it does not follow from page and heading.
    """
    cite = heading_citation(RULEBOOK, page, section, address)
    return PlayRule(f"{GAME}/{code}", title, text, cite, messages or (text,), level)


def forbidden(
    code: str, title: str, page: int, section: str, text: str, *messages: str, address: str | None = None
) -> PlayRule:
    """Return a rule that forbids something."""
    return play_rule(code, title, page, section, text, *messages, level="error", address=address)


OF_CARDS = heading_citation(RULEBOOK, 5, "Creature Card Anatomy")
SITUATIONS = (
    *card_rules(GAME, OF_CARDS),
    limit_rule(GAME, OF_CARDS),
    forbidden(
        "no-such-range",
        "Range",
        13,
        "Range Ruler",
        "A range is one of the four sections of the ruler.",
        "There is no range {range}: the ruler has ranges 1 to 4.",
    ),
    forbidden(
        "too-many-soldiers",
        "Soldiers",
        30,
        "Troop Rules",
        "A troop has one to six soldiers.",
        "A troop has 1 to {most} soldiers. {creature} cannot have {soldiers}.",
    ),
)

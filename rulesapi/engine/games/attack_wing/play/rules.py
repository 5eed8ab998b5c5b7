"""The rules of play of D&D Attack Wing with their pages: effects of steps, and prohibitions.

The courses of the questions name the rules by their short codes. The texts paraphrase the rulebook.
"""

from __future__ import annotations

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


SITUATIONS = (
    play_rule(
        "unknown-card",
        "Unknown card",
        5,
        "Creature Card Anatomy",
        "A card that a situation names is in the catalog.",
        "The catalog has no card called {card}. Did you mean {nearest:or}? Otherwise, enter its numbers.",
        "The catalog has no card called {card}. Enter its numbers instead.",
        level="error",
    ),
    forbidden(
        "wrong-kind",
        "Another kind of card",
        5,
        "Creature Card Anatomy",
        "A card is used in a situation as what it is: a creature attacks, an upgrade is used.",
        "{card} is no {kinds:or}. Name another card, or enter numbers instead.",
    ),
    play_rule(
        "fact-differs",
        "Another number than printed",
        5,
        "Creature Card Anatomy",
        "A number entered by the players counts before the one in the catalog.",
        "You entered {said} for {fact} of {card}. The catalog has {printed}.",
        level="warning",
    ),
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

"""The rules about cards that situations of any game name (see `participants.card_breaches`)."""

from __future__ import annotations

from rulesapi.engine.resolutions.model import PlayRule
from rulesapi.engine.resolutions.participants import FACT_DIFFERS, UNKNOWN_CARD, WRONG_KIND
from rulesapi.engine.values.model import Citation


def card_rules(game: str, cite: Citation) -> tuple[PlayRule, ...]:
    """Return the rules of a game about named cards. `cite` is the section about the parts of a card."""
    return (
        PlayRule(
            f"{game}/{UNKNOWN_CARD}",
            "Unknown card",
            "A card that a situation names is in the catalog.",
            cite,
            (
                "The catalog has no card called {card}. Did you mean {nearest:or}? Otherwise, enter its numbers.",
                "The catalog has no card called {card}. Enter its numbers instead.",
            ),
            "error",
        ),
        PlayRule(
            f"{game}/{WRONG_KIND}",
            "Another kind of card",
            "A card is used in a situation as what it is.",
            cite,
            ("{card} is no {kinds:or}. Name another card, or enter numbers instead.",),
            "error",
        ),
        PlayRule(
            f"{game}/{FACT_DIFFERS}",
            "Another number than printed",
            "A number entered by the players counts before the one in the catalog.",
            cite,
            ("You entered {said} as “{label}” of {card}. The catalog has {printed}.",),
            "warning",
        ),
    )

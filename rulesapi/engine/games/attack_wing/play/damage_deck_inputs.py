"""The inputs of the damage deck: the deck, and the events with its cards."""

from __future__ import annotations

from rulesapi.engine.games.attack_wing.play.parts import DECK_ASKED, GameSituation
from rulesapi.engine.resolutions.inputs import (
    Part,
    asked_slugs,
    deal_of,
    log_of,
    number_or,
    one_card,
    one_of_or,
    set_with,
    text,
    texts,
    tick,
)

DAMAGE_CARD = "damage-card"
DAMAGE, TURN_DOWN, DISCARD, DEFEAT, END_PHASE = "damage", "turn-down", "discard", "defeat", "end-phase"
DOES = {
    DAMAGE: "Damage is dealt",
    TURN_DOWN: "A card is turned face down",
    DISCARD: "A damage card is discarded",
    DEFEAT: "The creature is defeated",
    END_PHASE: "An End Phase",
}
OF_CREATURE = ("does", frozenset([DAMAGE, TURN_DOWN, DISCARD, DEFEAT]))
OF_CARD = ("does", frozenset([DAMAGE, TURN_DOWN, DISCARD]))
OF_DAMAGE = ("does", DAMAGE)
"""The input and the values with which the other inputs of an event are shown."""


class DeckEvent(Part):
    """Event with damage cards."""

    does = one_of_or(
        DAMAGE,
        "damage is dealt",
        "What happens",
        DOES,
        help="A defeated creature discards its cards; an End Phase takes Duration Tokens away.",
    )
    creature = text(
        "Creature", help="Its name.", offers=("creature",), shown_if=OF_CREATURE, asked="which creature {who} is about"
    )
    normal = number_or(0, "none", "Normal damage", 40, shown_if=OF_DAMAGE)
    critical = number_or(0, "none", "Critical damage", 40, shown_if=OF_DAMAGE)
    troop = tick("It is a troop of several soldiers", help="Then all of its cards lie face down.", shown_if=OF_DAMAGE)
    named_card = one_card(
        "Damage card",
        DAMAGE_CARD,
        entered_as="card",
        help="The card that is drawn face up by hand, turned down or discarded.",
        omitted="a card that lies face down is discarded; needed for a card that is turned down",
        asked="which damage card {who} is about",
        shown_if=OF_CARD,
    )
    cards = asked_slugs(
        "Cards drawn",
        40,
        help="The cards that were drawn by hand face up, if there are several.",
        asked="which damage card was drawn face up",
    )


class DamageDeck(GameSituation):
    """A damage deck in play: how it was shuffled, and what was dealt from it so far."""

    set = set_with(
        "Set",
        DAMAGE_CARD,
        "Another one, drawn by hand",
        help="The set with the damage cards of the deck.",
        omitted="a deck of unknown cards, which is drawn by hand",
        fact="deck",
        asked=DECK_ASKED,
    )
    deal = deal_of(
        "Deal",
        "set",
        help="Your own name for this game. Muster generates a secret seed from it and shows the checksum of the seed; "
        "with reveal it shows the seed.",
        omitted="without a seed, the deck is shuffled and drawn by hand",
    )
    words = texts(
        "A word from each player",
        10,
        100,
        in_one_line=True,
        help="Given after the checksum was shown, so that nobody alone chooses the order.",
    )
    reveal = tick(
        "Show the seed: the game is over", help="Whether the seed and the whole order are shown.", omitted="no"
    )
    events = log_of(DeckEvent, "Event", 200, plural="Events", help="What happened with damage cards so far, in order.")
    seed = text(
        "Seed",
        200,
        least=8,
        folded=True,
        help="The seed, if you know it: your own, or one that was revealed.",
        omitted="generated from deal",
    )
    checksum = text(
        "Checksum",
        64,
        least=64,
        pattern="^[0-9a-f]{64}$",
        folded=True,
        help="The checksum of the seed that was shown before, for comparison.",
        omitted="the seed is not compared",
    )

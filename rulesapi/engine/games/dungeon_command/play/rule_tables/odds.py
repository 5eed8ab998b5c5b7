"""Rules of drawing cards (p. 3, 6, 8, 11)."""

from rulesapi.engine.games.dungeon_command.play.rules import forbids, happens

RULES = (
    happens(
        "order-hand",
        "Starting Order hand",
        6,
        "Starting Order Hand",
        "At the start the player draws as many orders as the commander says.",
        "{commander} starts with {cards} {cards:order|orders}.",
    ),
    happens(
        "order-each-turn",
        "An order in each turn",
        8,
        "Draw 1 Order Card",
        "In the Refresh phase of each of its turns, a player draws 1 order.",
        "An order is drawn in each own turn: {turn} more by turn {turn}.",
    ),
    happens(
        "order-deck-empty",
        "The Order deck runs out",
        11,
        "Playing Order Cards",
        "An Order deck that runs out is not shuffled again.",
        "The Order deck has {deck} {deck:card|cards} and is not shuffled again: all have been drawn.",
    ),
    happens(
        "creature-hand",
        "Creature hand",
        6,
        "Creature Hand",
        "At the start the player draws as many creatures as the commander says.",
        "{commander} starts with {cards} {cards:creature|creatures} in hand.",
    ),
    forbids(
        "orders-in-deck",
        "More orders than the deck has",
        3,
        "Order Cards",
        "Orders are drawn from the Order deck.",
        "{copies} orders are more than the Order deck has: {deck}.",
    ),
    forbids(
        "creatures-in-deck",
        "More creatures than the deck has",
        3,
        "Creature Cards",
        "Creatures are drawn from the Creature deck.",
        "{able} creatures are more than the Creature deck has: {deck}.",
    ),
)

"""The rules of play of Dungeon Command with their pages. The texts paraphrase the rulebook."""

from __future__ import annotations

from rulesapi.engine.resolutions.card_rules import card_rules
from rulesapi.engine.resolutions.model import PlayRule
from rulesapi.engine.values.citations import heading_citation

GAME = "dungeon-command"
RULEBOOK = "Dungeon Command rulebook"


def happens(code: str, title: str, page: int, section: str, text: str, *messages: str) -> PlayRule:
    """Return a rule that describes what happens. Without messages, its text is its message."""
    return PlayRule(f"{GAME}/{code}", title, text, heading_citation(RULEBOOK, page, section), messages or (text,))


def forbids(code: str, title: str, page: int, section: str, text: str, *messages: str) -> PlayRule:
    """Return a rule that forbids something."""
    return PlayRule(f"{GAME}/{code}", title, text, heading_citation(RULEBOOK, page, section), messages, "error")


RULES = (
    *card_rules(GAME, heading_citation(RULEBOOK, 7, "All Cards")),
    forbids(
        "order-standard",
        "Standard action",
        12,
        "Standard",
        "A creature takes a standard action only in its own activation.",
        "{order} is a standard action: {acting} can take it only in its own activation.",
    ),
    forbids(
        "order-minor",
        "Minor action",
        12,
        "Minor",
        "A creature takes minor actions only in its own activation, tapped or not.",
        "{order} is a minor action: {acting} can take it only in its own activation.",
    ),
    happens(
        "order-immediate",
        "Immediate action",
        12,
        "Immediate",
        "A creature can take an immediate action in the turn of any player.",
        "{order} is an immediate action: {acting} can take it in the turn of any player.",
    ),
    forbids(
        "order-while-tapped",
        "Tapped already",
        8,
        "Tapping",
        "A tapped creature cannot take an action for which it would tap.",
        "{acting} is tapped, and has to tap for {order}, a {action} action.",
    ),
    happens(
        "order-taps",
        "The acting creature taps",
        8,
        "Tapping",
        "A creature taps for a standard or an immediate action.",
        "{acting} taps for {order}, a {action} action.",
    ),
    forbids(
        "order-requires",
        "Requires",
        11,
        "Requires",
        "An order with “Requires” is only for creatures with that keyword.",
        "{order} requires the keyword {keywords!k:or}. {acting} does not have it.",
    ),
    happens(
        "order-affinity",
        "Affinity",
        11,
        "Affinity",
        "A creature with the keyword of an affinity needs neither the ability nor the level of the order.",
        "{order} has an affinity that {acting} has the keyword for: ability and level do not matter.",
    ),
    forbids(
        "order-ability",
        "Ability of an order",
        11,
        "Playing Order Cards",
        "The acting creature has the ability of the order. Assisting creatures do not replace it.",
        "{acting} does not have the ability that {order} needs: {ability}.",
    ),
    happens(
        "order-level",
        "Level of an order",
        11,
        "Playing Order Cards",
        "The level of the acting creature is that of the order or higher.",
        "{acting} has level {level}. {order} needs {needed}.",
    ),
    happens(
        "assist-tapped",
        "Tapped creatures do not assist",
        8,
        "Tapping",
        "A tapped creature cannot assist, because it would have to tap.",
        "{helper} is tapped and cannot assist.",
    ),
    happens(
        "assist-ability",
        "Ability of assisting creatures",
        12,
        "Assisting Creatures",
        "Each assisting creature has the ability of the order.",
        "{helper} does not have the ability of {order} and cannot assist.",
    ),
    happens(
        "order-assisted",
        "Assisting creatures",
        12,
        "Assisting Creatures",
        "Adjacent creatures of the same controller can tap to add their levels.",
        "{helpers} {count:taps|tap} to assist. With {added} {added:level|levels} more, {acting} has {sum}.",
    ),
    forbids(
        "order-level-too-low",
        "Level too low",
        12,
        "Assisting Creatures",
        "The levels of the acting and the assisting creatures add up to the level of the order.",
        "{acting} has level {level}, with {count} that can assist {sum}. {order} needs {needed}.",
        "{acting} has level {level}, and nobody can assist. {order} needs {needed}.",
    ),
    forbids(
        "order-ranged",
        "Ranged attack",
        13,
        "Ranged Attacks",
        "An order that makes a ranged attack is for creatures with Ranged Damage, unless its text says otherwise.",
        "{order} makes a ranged attack, and {acting} has no Ranged Damage.",
    ),
    happens(
        "take-damage",
        "Damage",
        14,
        "Damaging and Destroying Creatures",
        "A creature gets a damage token for each 10 points of damage that it takes.",
        "{creature} takes {damage} damage: {tokens} damage {tokens:token|tokens}.",
    ),
    happens(
        "destroyed",
        "Destroyed",
        14,
        "Damaging and Destroying Creatures",
        "A creature with as much damage as Hit Points, or more, is destroyed.",
        "{creature} has {damage} damage and {hit_points} Hit Points: it is destroyed.",
    ),
    happens(
        "destroyed-morale",
        "Morale for a destroyed creature",
        14,
        "Damaging and Destroying Creatures",
        "The owner of a destroyed creature loses Morale equal to its printed level.",
        "The owner of {creature} loses {level} Morale, its printed level.",
    ),
    forbids(
        "destroyed-before",
        "Destroyed already",
        14,
        "Damaging and Destroying Creatures",
        "A destroyed creature takes no damage.",
        "{creature} has {damage} damage and {hit_points} Hit Points: it is destroyed already.",
    ),
    happens(
        "cower",
        "Cowering",
        14,
        "Cowering",
        "A creature that cowers takes no damage. Its controller loses 1 Morale for each 10 points of it.",
        "{creature} cowers and takes none of the {damage} damage. Its controller loses {lost} Morale.",
    ),
    forbids(
        "cower-morale",
        "Too little Morale to cower",
        14,
        "Cowering",
        "A creature cannot cower if the Morale is too low for the whole loss.",
        "Cowering would cost {lost} Morale. {morale} Morale is too little, and the loss cannot be divided.",
    ),
    happens(
        "morale-gone",
        "The game ends",
        14,
        "Ending the Game",
        "The game ends at once when the Morale of a player is 0 or less.",
    ),
    forbids(
        "game-over",
        "The game has ended",
        14,
        "Ending the Game",
        "A player with 0 Morale or less takes no further part.",
        "With 0 Morale the game has ended already.",
    ),
)

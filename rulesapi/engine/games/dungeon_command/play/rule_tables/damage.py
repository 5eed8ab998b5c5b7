"""Rules of damage and cowering (p. 14)."""

from rulesapi.engine.games.dungeon_command.play.rules import forbids, happens

RULES = (
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
        "With 0 Morale or less the game has ended already.",
    ),
)

"""Rules of movement (p. 9-11)."""

from rulesapi.engine.games.dungeon_command.play.rules import forbids, happens

RULES = (
    happens(
        "move-speed",
        "Speed",
        9,
        "Moving",
        "A creature moves at most as many squares as its Speed.",
        "The movement of {creature} takes {cost} of {limit} squares.",
    ),
    forbids(
        "move-too-far",
        "Too far",
        9,
        "Moving",
        "A creature moves at most as many squares as its Speed.",
        "The movement of {creature} takes {cost} squares. It has {limit}.",
    ),
    happens(
        "move-near",
        "Starting next to an enemy",
        10,
        "Enemy Creatures and Movement",
        "A creature that starts its movement next to an enemy has Speed 1.",
        "{creature} starts next to an enemy: its Speed is 1.",
    ),
    forbids(
        "move-stop",
        "Stopping next to an enemy",
        10,
        "Enemy Creatures and Movement",
        "A creature stops as soon as it enters a square next to an enemy.",
        "{creature} has to stop next to the enemy.",
    ),
    happens(
        "move-difficult",
        "Difficult terrain",
        10,
        "Difficult Terrain",
        "A square of difficult terrain, of an obstacle or of hazardous terrain takes 1 square more.",
    ),
    forbids(
        "difficult-squares",
        "More difficult terrain than squares",
        10,
        "Difficult Terrain",
        "Each square that a creature enters is difficult terrain or not.",
        "Of {squares} {squares:square|squares} of movement {difficult} cannot be difficult terrain.",
    ),
    happens(
        "move-over",
        "Flying and Burrow",
        10,
        "Special Movement",
        "A creature with Flying or Burrow ignores terrain and passes enemies; walls stop a flying one.",
    ),
    happens(
        "move-shift",
        "Shift",
        11,
        "Shift",
        "A shifting creature does not stop next to enemies, and moves as many squares as the effect says.",
        "{creature} shifts up to {squares} squares.",
    ),
)

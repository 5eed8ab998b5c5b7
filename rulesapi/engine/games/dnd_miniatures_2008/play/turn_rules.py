"""The rules of the actions of a turn."""

from __future__ import annotations

from rulesapi.engine.games.dnd_miniatures_2008.play.guide import forbids, happens

TURN_RULES = (
    happens(
        "actions-of-turn",
        "403.1 411.1 412.1 413.1",
        "Actions of a turn",
        "A creature has 1 move action, 1 attack action and 1 minor action on its turn, in any order.",
    ),
    happens(
        "move-for-attack",
        "403.1.b 403.1.a",
        "In place of an action",
        "A move or minor action can take the place of the attack action, and a minor action that of the move action.",
        "{creature} can take another move action in place of its attack action.",
    ),
    forbids(
        "too-many-actions",
        "403.1 403.1.a 403.1.b 414.1.a",
        "More actions than a turn has",
        "A turn has room for 1 attack, and for 3 actions in all. Free actions do not count.",
        "{creature} would have taken {attacks} attack, {moves} move and {minors} minor actions: more than a turn has.",
    ),
    happens(
        "dazed-one-action",
        "903.1 902.1 904.1",
        "One action of a Dazed creature",
        "A Dazed creature takes only one action on its turn: a move, an attack, or a minor action.",
        "{creature} is {condition}: one action in the whole turn.",
    ),
    happens(
        "dazed-no-answer",
        "903.1 415.1 612.1",
        "No answers of a Dazed creature",
        "A Dazed creature takes no opportunity attacks, no immediate actions, and no actions on the turns of others.",
        "{creature} is {condition}: no opportunity attacks and no immediate actions.",
    ),
    happens(
        "opportunity-once",
        "612.1.a 612.1",
        "One opportunity attack",
        "A creature takes one opportunity attack on a turn of a creature.",
        "{creature} has taken its opportunity attack of this turn.",
    ),
    happens(
        "immediate-once",
        "415.1.a 415.1",
        "One immediate action",
        "A creature takes one immediate action on a turn of a creature, except when it is destroyed.",
        "{creature} has taken its immediate action of this turn.",
    ),
    happens(
        "stunned-no-actions",
        "910.1 906.1",
        "No actions of a Stunned creature",
        "A creature that is Stunned or Helpless takes no actions.",
        "{creature} is {condition} and takes no actions.",
    ),
    happens(
        "turn-replaced",
        "410.1",
        "A power that replaces the turn",
        "After a power that replaces its turn a creature takes no further actions in that turn.",
        "{creature} has used a power that replaces its turn, and takes no further actions.",
    ),
    happens(
        "confused-dominated",
        "902.2 904.2",
        "Confused: Dominated",
        "On 1 to 5 a Confused creature is Dominated until the end of its turn.",
        "{roll}: {creature} is Dominated until the end of its turn.",
    ),
    happens(
        "confused-idle",
        "902.2",
        "Confused: no actions",
        "On 6 to 15 a Confused creature takes no actions on its turn.",
        "{roll}: {creature} takes no actions on this turn.",
    ),
    happens(
        "confused-acts",
        "902.2",
        "Confused: its owner controls it",
        "On 16 to 20 the owner of a Confused creature controls it on its turn.",
        "{roll}: the owner of {creature} controls it.",
    ),
    happens(
        "dominated",
        "904.2 805.1",
        "Dominated",
        "The owner of the creature that caused it controls a Dominated creature on its turn.",
        "{creature} is Dominated: the owner of the creature that caused it decides.",
    ),
    happens(
        "basic-attacks-alone",
        "902.1 904.1",
        "Basic attacks and no powers",
        "A creature that is Confused or Dominated chooses only basic attacks and uses no activated powers.",
        "{creature} is {condition}: only basic attacks, and no activated powers.",
    ),
    happens(
        "immobilized-stays",
        "907.1 907.3 412.1.a",
        "Immobilized",
        "An Immobilized creature has speed 0: it does not move, shift or charge.",
        "{creature} is Immobilized: it does not move, shift or charge.",
    ),
    happens(
        "charged-stays",
        "413.3.e",
        "No move after a charge",
        "A creature does not move on its turn after a charge.",
        "{creature} has charged and does not move any more on this turn.",
    ),
    happens(
        "dismounted-stays",
        "412.6.b 412.5.e",
        "No move after dismounting",
        "A creature does not move on the turn in which it has dismounted.",
        "{creature} has dismounted and does not move on this turn.",
    ),
    happens(
        "slowed",
        "909.1 909.2 412.2.a",
        "Slowed",
        "A Slowed creature has speed 2, or its own speed if that is less.",
        "{creature} is Slowed: its speed is 2.",
    ),
)

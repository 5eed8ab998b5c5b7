"""The inputs of a creature's activation."""

from __future__ import annotations

from typing import Any

from rulesapi.engine.games.attack_wing.play.dials import (
    MANEUVER_CARD,
    DialLine,
    Dials,
    Revealed,
)
from rulesapi.engine.games.attack_wing.play.parts import (
    AIR,
    ATTACK_FACES,
    BAR_ACTIONS,
    BOTH,
    GROUND,
    LEVELS,
    LONGEST_RANGE,
    Creature,
    GameSituation,
    without_room,
)
from rulesapi.engine.resolutions.input_kinds import Section
from rulesapi.engine.resolutions.inputs import (
    Input,
    Part,
    dice,
    flag,
    measured,
    one_card,
    one_of,
    one_of_or,
    one_part,
    optional_parts,
    several_parts,
    tick,
)
from rulesapi.engine.resolutions.model import Missing
from rulesapi.engine.values.model import Document, value_object

REVEAL, DONE = "reveal", "done"
"""The stages of an answer: before the maneuver is executed, and afterwards."""
KEEP, NOBODY = "keep", "none"
PASS, OF_A_CARD = "pass", "card"
ACTIONS = BAR_ACTIONS | {
    PASS: "Pass",
    OF_A_CARD: "Action of a card",
    "remove-disabled": "Take off a Disabled Token",
}
ALTITUDES = {
    KEEP: "It keeps its altitude",
    "swoop": "Swoop",
    "stop-swooping": "Stop swooping",
    "land": "Land",
    "take-off": "Take off",
}
STATE = Section("Its state", folded=True)
AFTERWARDS = Section("Afterwards")
WAY = Section("Where it ends", folded=True)


class OverrunRoll(Part):
    """Dice of an overrun check."""

    mover = dice("Of the moving creature", ATTACK_FACES, 6)
    stander = dice("Of the creature in its way", ATTACK_FACES, 6)


class Blocker(Part):
    """Opposing ground creature in the way."""

    base = one_of(
        "Base",
        {"small": "small", "large": "large"},
        menu=True,
        or_null=True,
        asked="whether the base of {who} is small or large",
    )
    rolled = one_part(
        OverrunRoll, "Rolled", shown_if="base", omitted="not rolled yet", asked="the dice of the overrun check"
    )


class MetObstacle(Part):
    """Obstacle that the template or the base meets."""

    affects = one_of(
        "Affects",
        LEVELS | {BOTH: "both play levels"},
        menu=True,
        asked="which play level each of the obstacles affects",
    )
    before_creatures = tick(
        "Before the creatures in its way",
        help="Whether it is met before the first of the creatures in the way.",
        omitted="it is behind that creature, so a creature that is stopped there does not meet it",
    )


class Maneuver(GameSituation):
    """A creature that is activated."""

    creature = one_part(
        Creature,
        "Creature",
        called="The creature",
        asked="which creature is activated",
        shows=(),
        sections={
            STATE: (
                Creature.exhaustion,
                Creature.play_level,
                Creature.swooping,
                Creature.altitude_changed,
                Creature.can_fly,
                Creature.actions_done,
                Creature.action_spent,
                Creature.met_obstacle,
                Creature.soldiers,
                Creature.pressed,
            )
        },
    )
    maneuver_card = one_card(
        "Maneuver card",
        MANEUVER_CARD,
        help="The card of its dials.",
        omitted="the maneuver card of its class, if the catalog has one",
        folded=True,
    )
    maneuvers = several_parts(
        DialLine,
        "Maneuver",
        80,
        plural="Maneuvers",
        help="The maneuvers of its dials, if no card has them.",
        omitted="those of the card; without one, the revealed maneuver is assumed to be on its dial",
        asked="which maneuvers the dial has",
        folded=True,
    )
    revealed = one_part(
        Revealed,
        "Revealed maneuver",
        shows=(Revealed.bearing, Revealed.side, Revealed.speed, Revealed.forced),
        shown_if="creature",
        omitted="nothing has been revealed yet",
    )
    altitude = one_of_or(
        KEEP,
        "it keeps its altitude",
        "Change of altitude",
        ALTITUDES,
        menu=True,
        section=AFTERWARDS,
        shown_if="creature",
    )
    action = one_of("Action", ACTIONS, omitted="none yet", menu=True, section=AFTERWARDS, shown_if="creature")
    free = tick(
        "A card makes it a free action",
        help="Whether a card makes it a free action. One can be performed without a maneuver.",
        section=AFTERWARDS,
        shown_if=("action", frozenset(ACTIONS) - {PASS}),
    )
    another_card = flag(
        "It is the action of another card than before",
        help="Whether the action is from another card than the actions of cards already performed in this round. "
        "Needed if there was one.",
        asked="whether the action is of another card than the one before",
        section=AFTERWARDS,
        shown_if=("action", OF_A_CARD),
    )
    enemy_range = measured(
        "Range of the enemy it targets",
        LONGEST_RANGE,
        help="The range of the enemy that the target action names; null if it is out of range.",
        menu=True,
        section=AFTERWARDS,
        shown_if=("action", "target"),
    )
    feint_blocked = tick("No room for the feint", section=AFTERWARDS, shown_if=("action", "feint"))
    no_room = without_room("the maneuver", WAY)
    leaves = tick("Its base ends outside the play area", section=WAY)
    edge = one_of(
        "At which edge",
        {"north": "north", "east": "east", "south": "south", "west": "west"},
        menu=True,
        help="The edge at which it would leave. Needed if an adventure has walls at some edges.",
        asked="by which edge of the play area the creature leaves",
        section=WAY,
        shown_if=("leaves", True),
    )
    adventure_keeps_fled = tick(
        "By a way out that the adventure allows",
        help="Whether it leaves by a way out that the adventure allows.",
        section=WAY,
        shown_if=("leaves", True),
    )
    overlap = one_of_or(
        NOBODY,
        "none",
        "It would end on",
        {NOBODY: "nobody", GROUND: "a ground creature", AIR: "a creature in the air"},
        help="The creature whose base it would end on.",
        menu=True,
        section=WAY,
    )
    blockers = optional_parts(
        Blocker,
        "Creature in its way",
        20,
        plural="In its way",
        help="Opposing ground creatures that it moves through, in their order.",
        folded=True,
    )
    obstacles = optional_parts(
        MetObstacle,
        "Obstacle",
        20,
        plural="Obstacles",
        help="The obstacles that the template or the base meets.",
        folded=True,
    )

    def missing(self, field: Input[Any], rule: str) -> Missing:
        """Return that an input is unknown, with its own place."""
        return Missing("", f"/{field.name}", self.place(field), rule)


@value_object
class Activation:
    """A creature that is activated, and its state at the table."""

    ask: Maneuver
    who: Creature
    level: str | None
    swooping: bool
    exhaustion: int
    dials: Dials | None
    adventure: Document | None

    @property
    def names(self) -> dict[str, Any]:
        """The fact of messages that name only the creature."""
        return {"creature": self.who.name}

    @property
    def reveals(self) -> bool:
        """True if anything is entered about a revealed maneuver."""
        return self.ask.has(Maneuver.revealed)

    def unknown_level(self, rule: str) -> Missing:
        """Return that its play level is unknown, which follows from its movement."""
        return self.who.missing(Creature.movement, rule)

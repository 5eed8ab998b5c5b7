"""The situation of a creature's activation, and the answer about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rulesapi.engine.games.attack_wing.play.dials import (
    BEARINGS,
    COLOURS,
    HANDS,
    MANEUVER_CARD,
    PIVOT,
    DialLine,
    DialManeuver,
    Dials,
    Revealed,
    ShownManeuver,
    maneuver_phrase,
)
from rulesapi.engine.games.attack_wing.play.parts import ACTIONS as ON_THE_BAR
from rulesapi.engine.games.attack_wing.play.parts import ATTACK_FACES, LEVELS, TOKENS, Creature, GameSituation
from rulesapi.engine.resolutions.answers import LEFT_OUT, AnswerFields, answer, told
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
from rulesapi.engine.values.messages import Phrase, phrase
from rulesapi.engine.values.model import Document, value_object

REVEAL, DONE = "reveal", "done"
"""The stages of an answer: before the maneuver is executed, and afterwards."""
KEEP, NOBODY, EITHER = "keep", "none", "both"
PASS, OF_A_CARD = "pass", "card"
ACTIONS = ON_THE_BAR | {
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
LONGEST = 4
"""The last section of the ruler."""
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
        LEVELS | {EITHER: "both play levels"},
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
        LONGEST,
        help="The range of the enemy that the target action names; null if it is out of range.",
        menu=True,
        section=AFTERWARDS,
        shown_if=("action", "target"),
    )
    feint_blocked = tick("No room for the feint", section=AFTERWARDS, shown_if=("action", "feint"))
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
        {NOBODY: "nobody", "ground": "a ground creature", "air": "a creature in the air"},
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


# The answer -----------------------------------------------------------------------------------------------------------


@answer
class ExecutedManeuver(AnswerFields):
    """The maneuver that is executed."""

    bearing: str = told("Bearing", dict.fromkeys(BEARINGS, ""))
    side: str | None = told("Side", dict.fromkeys(HANDS, ""), help="Null if it is not known.")
    speed: int = told("Speed")
    colour: str | None = told("Colour", dict.fromkeys(COLOURS, ""), help="Null if it is not known.")
    forced: bool = told("Forced", default=LEFT_OUT)


@answer
class ManeuverChoice(AnswerFields):
    """A maneuver of the dial, and whether the creature may choose it."""

    dial: str | None = told("Dial", dict.fromkeys(("ground", "flight"), ""), help="Null if it is not known.")
    bearing: str = told("Bearing", dict.fromkeys(BEARINGS, ""))
    side: str = told("Side", dict.fromkeys(HANDS, ""))
    speed: int = told("Speed")
    colour: str = told("Colour", dict.fromkeys(COLOURS, ""))
    allowed: bool | None = told("Allowed", help="Null if it is not known.")


@answer
class ActionChoice(AnswerFields):
    """An action, and the rule that forbids it."""

    action: str = told("Action", dict.fromkeys(ACTIONS, ""))
    allowed: bool | None = told("Allowed", help="Null if it is not known.")
    rule: str | None = told("Rule", help="The code of the rule that forbids it.")


@answer
class Choices(AnswerFields):
    """The options of the creature."""

    maneuvers: list[ManeuverChoice] | None = told("Maneuvers", help="Null if the dial is not known.")
    altitudes: list[str] | None = told("Changes of altitude", help="Null if they are not known.")
    bearings: list[str] = told("Bearings to choose from", default=LEFT_OUT)
    actions: list[ActionChoice] = told("Actions", default=LEFT_OUT)


@answer
class OverrunDice(AnswerFields):
    """The dice of an overrun check."""

    dice: list[int] = told("Dice", "Attack dice of the overrun check: {dice}.", help="Of the moving creature first.")


@answer
class ManeuverOdds(AnswerFields):
    """The dice that are still to be rolled."""

    overrun: OverrunDice = told("Overrun check")


@answer
class ManeuverAnswer(AnswerFields):
    """The answer: the creature after its maneuver and its action, and its options."""

    stage: str = told("Stage", {REVEAL: "", DONE: ""}, help="“reveal” until a maneuver is executed.")
    executed: ExecutedManeuver = told("Executed maneuver", default=LEFT_OUT)
    fled: bool | None = told("Flees", {True: "It flees."}, help="Null if it is not known.", default=LEFT_OUT)
    defeated: bool | None = told("Defeated", help="Null if it is not known.", default=LEFT_OUT)
    hit_wall: bool = told("Hits a wall", default=LEFT_OUT)
    stopped: bool | None = told(
        "Stopped",
        {True: "The overrun fails: it stops at the first creature in its way."},
        help="By an overrun check. Null if it is not known.",
        default=LEFT_OUT,
    )
    obstacle_dice: int | None = told(
        "Dice of obstacles",
        {0: "", ...: "Attack dice of damage that obstacles roll: {obstacle_dice}."},
        help="Null if they are not known.",
        default=LEFT_OUT,
    )
    exhaustion: int | None = told(
        "Exhaustion Tokens", "Exhaustion Tokens: {exhaustion}.", help="Null if they are not known.", default=LEFT_OUT
    )
    play_level: str | None = told(
        "Play level",
        {"ground": "It is on the ground.", "air": "It is in the air."},
        help="Null if it is not known.",
        default=LEFT_OUT,
    )
    swooping: bool = told("Swooping", {True: "It swoops."}, default=LEFT_OUT)
    tokens: list[str] = told("New tokens", default=LEFT_OUT)
    choices: Choices = told("Options", default=LEFT_OUT)
    odds: ManeuverOdds | None = told("Odds", default=None)

    @classmethod
    def summary(cls, values: Mapping[str, Any]) -> Iterable[Phrase]:
        """Return sentences about new tokens and the options that are open."""
        choices = values.get("choices") or {}
        tokens = values.get("tokens")
        if tokens:
            labels = TOKENS | {PIVOT: BEARINGS[PIVOT]}
            yield phrase("Tokens: {tokens}.", tokens=[Phrase(labels[one], {}) for one in tokens])
        if values["stage"] == REVEAL and tokens is None:
            yield phrase("Now reveal its maneuver.")
        barred = [one for one in choices.get("maneuvers") or () if one["allowed"] is False]
        if barred:
            maneuvers = [DialManeuver(**{key: one[key] for key in one if key != "allowed"}) for one in barred]
            phrases = list(dict.fromkeys(map(maneuver_phrase, maneuvers)))
            yield phrase("Maneuvers it may not choose: {maneuvers}.", maneuvers=phrases)
        if altitudes := choices.get("altitudes"):
            labels_of_changes = [Phrase(ALTITUDES[one], {}) for one in altitudes]
            yield phrase("Changes of altitude that are open: {altitudes:or}.", altitudes=labels_of_changes)
        if allowed := [one["action"] for one in choices.get("actions") or () if one["allowed"]]:
            yield phrase("Actions that are open: {actions:or}.", actions=[Phrase(ACTIONS[one], {}) for one in allowed])


def executed(maneuver: ShownManeuver, revealed: Revealed) -> ExecutedManeuver:
    """Return an executed maneuver for the answer."""
    return ExecutedManeuver(
        bearing=maneuver.bearing,
        side=maneuver.side,
        speed=maneuver.speed,
        colour=maneuver.colour,
        forced=revealed.forced if revealed.has(Revealed.forced) else LEFT_OUT,
    )

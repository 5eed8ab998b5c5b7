"""The answer about a creature's activation, and its odds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rulesapi.engine.games.attack_wing.play.dials import (
    BEARINGS,
    COLOURS,
    HANDS,
    DialManeuver,
    Revealed,
    ShownManeuver,
    maneuver_phrase,
)
from rulesapi.engine.games.attack_wing.play.maneuver_inputs import ACTIONS, ALTITUDES, DONE, REVEAL
from rulesapi.engine.games.attack_wing.play.parts import AIR, GROUND, PIVOT, TOKENS
from rulesapi.engine.resolutions.answers import LEFT_OUT, AnswerFields, answer, told
from rulesapi.engine.values.messages import Phrase, phrase


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
    executed: ExecutedManeuver = told(
        "Executed maneuver", help="Missing if its bearing depends on a play level that is not known.", default=LEFT_OUT
    )
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
        {GROUND: "It is on the ground.", AIR: "It is in the air."},
        help="Null if it is not known.",
        default=LEFT_OUT,
    )
    swooping: bool | None = told("Swooping", {True: "It swoops."}, help="Null if it is not known.", default=LEFT_OUT)
    tokens: list[str] = told("New tokens", default=LEFT_OUT)
    pressed: int | None = told(
        "Pressed soldiers",
        {0: "", ...: "Pressed soldiers: {pressed}."},
        help="Of a troop that has formed again. Null if they are not known.",
        default=LEFT_OUT,
    )
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

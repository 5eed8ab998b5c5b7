"""Deploying creatures: whether Leadership, moment and Start area allow it (p. 6, 8, 14)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rulesapi.engine.games.dungeon_command.play.creatures import LeveledCreature
from rulesapi.engine.games.dungeon_command.play_rules import MIN_LEVEL
from rulesapi.engine.resolutions.answers import AnswerFields, answer, told
from rulesapi.engine.resolutions.declared import declared
from rulesapi.engine.resolutions.inputs import (
    Part,
    Situation,
    fact,
    flag,
    number,
    one_of,
    one_part,
    several_parts,
    tick,
)
from rulesapi.engine.resolutions.model import Breach, Course, Step
from rulesapi.engine.values.truth import Truth, all3

START, PHASE, OTHER = "start", "deploy-phase", "other"
WHEN = {START: "Before the first turn", PHASE: "In its Deploy phase", OTHER: "At another time"}
ROOM, CROWDED, NO_AREA = "room", "crowded", "none"
START_AREA = {
    ROOM: "It has room for all",
    CROWDED: "It has no room for all",
    NO_AREA: "First game: the tile of player 2 has none",
}
MAX_LEADERSHIP, MAX_CREATURES = 99, 20
Range = tuple[int, int]


class Leader(Part, kind="commander"):
    """The commander of the warband."""

    leadership = fact(
        int, "Starting Leadership", help="The starting Leadership.", asked="the starting Leadership of {who}"
    )


class NewCreature(LeveledCreature):
    """A creature that would be deployed."""

    not_in_hand = tick("Its card is not in hand", folded=True)
    no_miniature = tick("Its miniature is not available", folded=True)


class Deployment(Situation):
    """Creatures that a warband would deploy together."""

    commander = one_part(Leader, "Commander")
    when = one_of("When", WHEN, asked="when the creatures are deployed")
    leadership = number(
        "Leadership on the track",
        MAX_LEADERSHIP,
        least=1,
        shown_if=("when", PHASE),
        asked="the Leadership on the track",
    )
    increased = flag(
        "Increased in this phase",
        help="Whether the marker shows the increase by 1 of this Deploy phase already.",
        shown_if=("when", PHASE),
        asked="whether the marker shows the increase of this Deploy phase already",
    )
    creatures = several_parts(
        NewCreature,
        "New creature",
        MAX_CREATURES,
        plural="Creatures to deploy",
        asked="which creatures are deployed",
    )
    deployed = several_parts(
        LeveledCreature,
        "Deployed creature",
        MAX_CREATURES,
        plural="Deployed already",
        help="The creatures of the warband that are on the battlefield.",
        asked="which creatures of the warband are on the battlefield",
    )
    outside = tick("A base is not completely within the Start area", folded=True)
    start_area = one_of("Start area", START_AREA, folded=True, asked="whether the Start area has room for all bases")


@answer
class DeploymentAnswer(AnswerFields):
    """The answer: whether the creatures can be deployed, and their levels with those on the battlefield."""

    deployable: bool | None = told(
        "Whether the creatures can be deployed",
        {True: "The creatures can be deployed.", False: "The creatures cannot be deployed."},
    )
    levels: int | None = told("Levels", "Levels on the battlefield: {levels}.", help="Null if they are not known.")
    leadership: int | None = told("Leadership", "Leadership: {leadership}.", help="Null if it is not known.")
    draws: int | None = told(
        "Cards to draw", "Creature cards to draw: {draws}.", help="After the first deployment; else null."
    )


def deploy(ask: Deployment) -> Course[DeploymentAnswer]:
    """Answer whether creatures can be deployed now."""
    when = yield from ask.need(Deployment.when, "deploy-phase")
    creatures = yield from ask.need(Deployment.creatures, "deploy-levels")
    if when == OTHER:
        yield Breach("deploy-phase", (ask.place(Deployment.when),), {})
        return DeploymentAnswer(deployable=False, levels=None, leadership=None, draws=None)
    leadership = yield from _leadership(ask, when)
    if not creatures:
        allowed = yield from _nobody(ask, when, creatures)
        return DeploymentAnswer(deployable=allowed, levels=None, leadership=_only(leadership), draws=None)
    present = yield from _present(ask, when)
    within, levels = yield from _within(ask, when, leadership, present, creatures)
    ready = yield from _ready(creatures)
    placed = yield from _placed(ask)
    deployable = all3((within, ready, placed))
    draws = None
    if deployable and when == START:
        draws = len(creatures)
        yield Step("deploy-draws", {"cards": draws}, sets=_on_the_battlefield(ask, (), creatures))
    elif deployable:
        yield Step("deploy-later", {}, sets=_on_the_battlefield(ask, present or (), creatures))
    return DeploymentAnswer(deployable=deployable, levels=levels, leadership=_only(leadership), draws=draws)


def _only(leadership: Range | None) -> int | None:
    """Return the Leadership if it is known exactly."""
    return leadership[0] if leadership and leadership[0] == leadership[1] else None


def _leadership(ask: Deployment, when: str | None) -> Course[Range | None]:
    """Return the least and the most Leadership that the warband may have; None if nothing is known about it."""
    if when is None:
        return None
    names = {"commander": ask.commander.name}
    if when == START:
        start = yield from ask.commander.need(Leader.leadership, "leadership-start")
        if start is None:
            return None
        yield Step("leadership-start", {**names, "leadership": start})
        return start, start
    shown = yield from ask.need(Deployment.leadership, "leadership-rises")
    if shown is None:
        return None
    if ask.increased is None:
        return shown, shown + 1
    if ask.increased:
        return shown, shown
    sets = (*ask.sets(Deployment.leadership, shown + 1), *ask.sets(Deployment.increased, True))
    yield Step("leadership-rises", names, shown, shown + 1, sets=sets)
    return shown + 1, shown + 1


def _nobody(ask: Deployment, when: str | None, creatures: Sequence[NewCreature] | None) -> Course[Truth]:
    """Return whether it is allowed to deploy no creature; None if it is not known which ones are deployed."""
    if creatures is None or when is None:
        return None
    if when == START:
        yield Breach("deploy-none", (ask.place(Deployment.creatures),), {})
        return False
    yield Step("deploy-nobody", {})
    return True


def _present(ask: Deployment, when: str | None) -> Course[Sequence[LeveledCreature] | None]:
    """Return the creatures on the battlefield; None if they are not known."""
    if when == START:
        return ()
    return None if when is None else (yield from ask.need(Deployment.deployed, "deploy-levels"))


def _within(
    ask: Deployment,
    when: str | None,
    leadership: Range | None,
    present: Sequence[LeveledCreature] | None,
    new: Sequence[NewCreature],
) -> Course[tuple[Truth, int | None]]:
    """Return whether the levels of all creatures are within Leadership, and their sum if it is known."""
    creatures = [*(present or ()), *new]
    levels = [one.printed_level for one in creatures]
    least = sum(level or MIN_LEVEL for level in levels)
    known = None if present is None or None in levels else least
    if leadership and least > leadership[1]:
        facts = {"levels": least, "leadership": leadership[1]}
        rule = "deploy-start-over-leadership" if when == START else "deploy-over-leadership"
        yield Breach(rule, (ask.place(Deployment.creatures),), facts)
        return False, known
    for one in creatures:
        yield from one.need_level("deploy-levels")
    if known is None or leadership is None:
        return None, known
    if known > leadership[0]:
        yield from ask.need(Deployment.increased, "leadership-rises")
        return None, known
    yield Step("deploy-levels", {"levels": known, "leadership": leadership[0]})
    return True, known


def _on_the_battlefield(
    ask: Deployment, present: Sequence[LeveledCreature], new: Sequence[NewCreature]
) -> tuple[tuple[str, Any], ...]:
    """Return that the new creatures follow those that are deployed already."""
    start = ask.place(Deployment.deployed)
    creatures = [{"card": one.slug} if one.slug else {"name": str(one.name), "level": one.printed_level} for one in new]
    return tuple((f"{start}/{place}", one) for place, one in enumerate(creatures, start=len(present)))


def _ready(creatures: Iterable[NewCreature]) -> Course[Truth]:
    """Return whether cards and miniatures of the creatures are at hand."""
    lacking = []
    for one in creatures:
        if one.not_in_hand:
            lacking.append(Breach("deploy-hand", (one.place(NewCreature.not_in_hand),), {"creature": one.name}))
        if one.no_miniature:
            lacking.append(Breach("deploy-miniature", (one.place(NewCreature.no_miniature),), {"creature": one.name}))
    yield from lacking
    return not lacking


def _placed(ask: Deployment) -> Course[Truth]:
    """Return whether bases may be placed outside of the Start area, if some are."""
    if not ask.outside:
        return True
    area = yield from ask.need(Deployment.start_area, "deploy-outside")
    if area == ROOM:
        yield Breach("deploy-outside", (ask.place(Deployment.outside),), {})
        return False
    if area is not None:
        yield Step("deploy-crowded" if area == CROWDED else "deploy-anywhere", {})
    return None if area is None else True


DEPLOYMENT = declared(
    "deploy",
    "Deploying creatures",
    "Whether creatures can be deployed now, with Leadership, and how many cards are drawn after the first time.",
    Deployment,
    DeploymentAnswer,
    deploy,
    permits=True,
)

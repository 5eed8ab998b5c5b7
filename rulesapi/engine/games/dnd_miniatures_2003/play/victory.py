"""Victory points: which creatures give them, and to whom (FAQ, Control, Summon, Lich Necromancer)."""

from __future__ import annotations

from rulesapi.engine.resolutions.answers import AnswerFields, answer, told
from rulesapi.engine.resolutions.declared import declared
from rulesapi.engine.resolutions.input_kinds import OneOf
from rulesapi.engine.resolutions.inputs import Input, Part, Situation, fact, flag, number, one_of, several_parts
from rulesapi.engine.resolutions.model import Breach, Course, Step
from rulesapi.engine.values.truth import Truth

FIRST, SECOND = "first", "second"
OWNERS = {FIRST: "The first player", SECOND: "The second player"}
WARBAND, SUMMONED, MINION, RAISED = "warband", "summoned", "minion", "raised"
ROLES = {
    WARBAND: "A creature of the warband",
    SUMMONED: "A summoned creature",
    MINION: "A minion",
    RAISED: "An undead that the Lich Necromancer’s effect created",
}
ELIMINATED, WITH_SUMMONER, BORROWED, KEPT = "eliminated", "with-summoner", "temporary-control", "permanent-control"
FATES = {
    ELIMINATED: "Eliminated",
    WITH_SUMMONER: "Eliminated with its summoner",
    BORROWED: "Eliminated under temporary control of the opponent",
    KEPT: "Under permanent control of the opponent, or destroyed under it",
}


class Lost(Part, kind="creature"):
    """A creature that a player has lost."""

    owner = one_of("Lost by", OWNERS, asked="which player has lost {who}")
    role: Input[str] = Input(OneOf(ROLES), "It is", default=WARBAND, omitted="a creature of the warband")
    fate: Input[str] = Input(OneOf(FATES), "Fate", default=ELIMINATED, omitted="eliminated")
    cost = fact(int)
    points = number(
        "Victory points",
        1000,
        folded=True,
        help="Entered points need no agreement about costs.",
        asked="the victory points that {who} gives",
    )


class VictoryPoints(Situation):
    """The creatures that two players have lost."""

    lost = several_parts(Lost, "Creature", 40, plural="Lost creatures", asked="which creatures were lost")
    by_cost = flag(
        "A creature gives its cost",
        asked="whether a creature gives its cost in victory points, which the FAQ does not say",
    )
    tournament = flag("A tournament", folded=True, asked="whether it is a tournament")
    agreed = flag(
        "Creatures that fall with their summoner count",
        folded=True,
        asked="whether creatures that fall with their summoner count outside tournaments, which the FAQ does not say",
    )


@answer
class VictoryAnswer(AnswerFields):
    """The answer: the victory points of both players."""

    first: int | None = told("Victory points of the first player", "The first player has {first} victory points.")
    second: int | None = told("Victory points of the second player", "The second player has {second} victory points.")


def victory_points(ask: VictoryPoints) -> Course[VictoryAnswer]:
    """Answer which victory points the players have for creatures that the other one has lost."""
    scores: dict[str, int | None] = {FIRST: 0, SECOND: 0}
    lost = yield from ask.need(VictoryPoints.lost, "victory-points")
    for one in lost or ():
        points = yield from _points(ask, one)
        owner = None if points == 0 else (yield from one.need(Lost.owner, "victory-points"))
        if points and owner:
            yield Step(_rule(one), {"creature": one.name, "points": points})
        for player in scores if owner is None else {FIRST, SECOND} - {owner}:
            before = scores[player]
            known = points == 0 or (points is not None and owner is not None)
            scores[player] = before + (points or 0) if before is not None and known else None
    if lost is None:
        return VictoryAnswer(first=None, second=None)
    return VictoryAnswer(first=scores[FIRST], second=scores[SECOND])


def _rule(lost: Lost) -> str:
    if lost.fate in (BORROWED, KEPT):
        return lost.fate
    return "summoned-score" if lost.role in (SUMMONED, MINION) else "victory-points"


def _points(ask: VictoryPoints, lost: Lost) -> Course[int | None]:
    """Return the victory points that a lost creature gives, None if they are not known."""
    if lost.role == RAISED:
        yield Step("raised-score-nothing", {"creature": lost.name})
        return 0
    if lost.fate == WITH_SUMMONER:
        counts = yield from _with_summoner(ask, lost)
        if not counts:
            return None if counts is None else 0
    entered = lost.points
    if entered is not None and ask.by_cost is not True:
        return entered
    by_cost = yield from ask.need(VictoryPoints.by_cost, "victory-points")
    if by_cost is None:
        return None
    points = yield from lost.need(Lost.cost if by_cost else Lost.points, "victory-points")
    if None not in (entered, points) and entered != points:
        places = (lost.place(Lost.points), ask.place(VictoryPoints.by_cost))
        yield Breach("points-not-cost", places, {"creature": lost.name, "points": entered, "cost": points})
        return None
    return points


def _with_summoner(ask: VictoryPoints, lost: Lost) -> Course[Truth]:
    """Return whether a creature that falls with its summoner gives victory points."""
    if lost.role != SUMMONED:
        yield Breach("not-summoned", (lost.place(Lost.fate), lost.place(Lost.role)), {"creature": lost.name})
        return None
    counts = yield from ask.need(VictoryPoints.tournament, "summoned-score")
    if counts is False:
        counts = yield from ask.need(VictoryPoints.agreed, "summoned-score")
    if counts is False:
        yield Step("by-agreement", {"creature": lost.name})
    return counts


VICTORY_POINTS = declared(
    "victory-points",
    "Victory points",
    "Which victory points two players have for creatures that the other one has lost.",
    VictoryPoints,
    VictoryAnswer,
    victory_points,
)

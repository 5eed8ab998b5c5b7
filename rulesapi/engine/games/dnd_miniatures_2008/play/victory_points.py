"""Victory points by round, and the end of Assault, Bounty and Uncontested Victory (103-107)."""

from __future__ import annotations

from collections.abc import Iterator

from rulesapi.engine.resolutions.answers import AnswerFields, Place, answer, told
from rulesapi.engine.resolutions.declared import declared
from rulesapi.engine.resolutions.input_kinds import OneOf
from rulesapi.engine.resolutions.inputs import (
    Input,
    Part,
    Situation,
    fact,
    number,
    number_or,
    one_of,
    one_part,
    optional_parts,
    tick,
)
from rulesapi.engine.resolutions.model import Breach, Course, Step

ASSAULT, BOUNTY, UNCONTESTED = "assault", "bounty", "uncontested-victory"
SCENARIOS = {ASSAULT: "Assault", BOUNTY: "Bounty", UNCONTESTED: "Uncontested Victory"}
BOTH = "both"
READINGS = {"instead": "5 points in place of the 10 of Assault", BOTH: "5 points besides the 10 of Assault"}
HIGHER = "higher-total"
REACHED = {HIGHER: "The higher total wins", "center": "The creature closest to the center wins"}
TIMED = {HIGHER: "The higher total wins", "draw": "A draw"}
TIME, QUIET = "time", "quiet"
ENDS = {
    TIME: "Time is up",
    QUIET: "10 rounds without a fight",
    "one-concedes": "One player concedes",
    "other-concedes": "The other player concedes",
}
LIMITS = (50, 100, 200, 500, 1000)
HELD, UNCONTESTED_AREA, BOUNTY_MORE = 10, 5, 5
MAX_ROUNDS, MAX_FALLEN = 40, 30
Pair = list[int]
"""A number for each of the two players."""


class Fallen(Part, kind="creature"):
    """An eliminated creature."""

    owner = one_of("Owner", {"one": "One player", "other": "Other player"}, asked="who owns {who}")
    cost = fact(int)
    round = number_or(1, "round 1", "Round", MAX_ROUNDS)


class Round(Part):
    """The victory areas at the end of a round."""

    one_holds = tick("One player holds an area of the own side")
    other_holds = tick("The other player holds an area of the own side")
    one_areas = number_or(0, "none", "Uncontested areas of one player", 9)
    other_areas = number_or(0, "none", "Uncontested areas of the other player", 9)


class Closest(Part):
    """A player, with the creature that is closest to the center of the map."""

    distance = number("Distance of the closest creature to the center", 60, folded=True)
    cost = number("Cost of that creature", 1000, folded=True, asked="what the creature closest to the center costs")


class VictoryPoints(Situation):
    """A game with its eliminated creatures and its rounds."""

    scenario = one_of("Scenario", SCENARIOS, asked="which scenario is played")
    limit = number_or(200, "200", "Point limit", 1000)
    ended: Input[str | None] = Input(OneOf(ENDS), "The game ends because", omitted="only points end it", folded=True)
    fallen = optional_parts(Fallen, "Eliminated creature", MAX_FALLEN, plural="Eliminated creatures")
    rounds = optional_parts(Round, "Round", MAX_ROUNDS, plural="Victory areas by round", folded=True)
    one = one_part(Closest, "One player")
    other = one_part(Closest, "Other player")
    reading = one_of("Uncontested areas, as agreed", READINGS, folded=True, asked="how you agreed to score areas")
    both = one_of(
        "Both reach the limit, as agreed", REACHED, folded=True, asked="what you agreed if both reach the limit"
    )
    time = one_of("Time is up, as agreed", TIMED, folded=True, asked="what you agreed for the end of the time")


@answer
class RoundScore(AnswerFields):
    """The points of a round, and the totals after it."""

    round: int = told("Round")
    one: int = told("One player")
    other: int = told("Other player")
    one_total: int = told("Total of one player")
    other_total: int = told("Total of the other player")


@answer
class VictoryPointsAnswer(AnswerFields):
    """The answer: the points, and whether the game has ended."""

    ends: bool | None = told("Whether the game ends", {True: "The game ends.", False: "The game goes on."})
    winner: Place | None = told("Winner", "{winner} wins.", help="Null if nobody has won, or if it is not known.")
    one: int | None = told("Victory points of one player", "One player: {one} victory points.")
    other: int | None = told("Victory points of the other player", "Other player: {other} victory points.")
    scenario: str | None = told("Scenario", {one: f"Scenario: {name}." for one, name in SCENARIOS.items()})
    limit: int = told("Point limit", "Point limit: {limit}.")
    rounds: list[RoundScore] | None = told("Points by round")


def victory_points(ask: VictoryPoints) -> Course[VictoryPointsAnswer]:
    """Answer who has how many victory points, and whether the game has ended with a winner."""
    scenario = yield from ask.need(VictoryPoints.scenario, "eliminated")
    if ask.limit not in LIMITS:
        yield Breach("limit-not-played", (ask.place(VictoryPoints.limit),), {"limit": ask.limit})
    scores = (yield from _scores(ask, scenario)) if scenario else None
    conceded = {"one-concedes": ask.other, "other-concedes": ask.one}.get(ask.ended or "")
    if conceded is not None:
        yield Step("conceded", {"winner": conceded.name})
    if scores is None:
        return _answered(ask, None, None if conceded is None else True, conceded)
    totals = [sum(score[player] for score in scores.values()) for player in (0, 1)]
    ends, winner = (True, conceded) if conceded else (yield from _end(ask, totals))
    return _answered(ask, scores, ends, winner)


def _answered(
    ask: VictoryPoints, scores: dict[int, Pair] | None, ends: bool | None, winner: Closest | None
) -> VictoryPointsAnswer:
    sheet = None if scores is None else [*_sheet(scores)]
    last = sheet[-1] if sheet else None
    none_yet = None if sheet is None else 0
    return VictoryPointsAnswer(
        ends=ends,
        winner=None if winner is None else Place(winner.at),
        one=last.one_total if last else none_yet,
        other=last.other_total if last else none_yet,
        scenario=ask.scenario,
        limit=ask.limit,
        rounds=sheet,
    )


def _sheet(scores: dict[int, Pair]) -> Iterator[RoundScore]:
    """Yield each round with its points and the totals after it."""
    one_total = other_total = 0
    for number_of_round in range(1, max(scores, default=0) + 1):
        one, other = scores.get(number_of_round, [0, 0])
        one_total, other_total = one_total + one, other_total + other
        yield RoundScore(round=number_of_round, one=one, other=other, one_total=one_total, other_total=other_total)


# Points ---------------------------------------------------------------------------------------------------------------


def _scores(ask: VictoryPoints, scenario: str) -> Course[dict[int, Pair] | None]:
    """Return the points of both players by round; None if they are not known."""
    scores: dict[int, Pair] = {}
    eliminated = yield from _of_eliminated(ask, scenario, scores)
    areas = yield from _of_areas(ask, scenario, scores)
    return scores if eliminated and areas else None


def _of_eliminated(ask: VictoryPoints, scenario: str, scores: dict[int, Pair]) -> Course[bool]:
    """Add the points for eliminated creatures, and return whether all are known."""
    known = True
    for one in ask.fallen:
        owner = yield from one.need(Fallen.owner, "eliminated")
        cost = yield from one.need(Fallen.cost, "eliminated")
        if owner is None or cost is None:
            known = False
            continue
        more = BOUNTY_MORE if scenario == BOUNTY else 0
        facts = {"creature": one.name, "points": cost + more}
        yield Step("bounty" if more else "eliminated", facts, None, cost + more)
        scores.setdefault(max(one.round, 1), [0, 0])[owner == "one"] += cost + more
    return known


def _of_areas(ask: VictoryPoints, scenario: str, scores: dict[int, Pair]) -> Course[bool]:
    """Add the points for victory areas, and return whether all are known."""
    ten = scenario != UNCONTESTED
    if not ten and any(one.one_holds or one.other_holds for one in ask.rounds):
        reading = yield from ask.need(VictoryPoints.reading, "uncontested")
        if reading is None:
            return False
        ten = reading == BOTH
    for place, one in enumerate(ask.rounds, 1):
        points = [HELD * one.one_holds, HELD * one.other_holds] if ten else [0, 0]
        if any(points):
            yield Step("holds-area", {"round": place, "one": points[0], "other": points[1]})
        areas = [one.one_areas, one.other_areas] if scenario == UNCONTESTED else [0, 0]
        if any(areas):
            five = {"one": areas[0] * UNCONTESTED_AREA, "other": areas[1] * UNCONTESTED_AREA}
            yield Step("uncontested", {"round": place} | five)
        score = scores.setdefault(place, [0, 0])
        for player in (0, 1):
            score[player] += points[player] + areas[player] * UNCONTESTED_AREA
    return True


# The end --------------------------------------------------------------------------------------------------------------


def _end(ask: VictoryPoints, totals: Pair) -> Course[tuple[bool | None, Closest | None]]:
    """Return whether the game ends, and who wins."""
    reached = [total >= ask.limit for total in totals]
    ahead = None if totals[0] == totals[1] else (ask.one, ask.other)[totals[1] > totals[0]]
    if any(reached) and not all(reached) and ahead is not None:
        yield Step("reached-limit", {"winner": ahead.name, "limit": ask.limit})
        return True, ahead
    if not any(reached) and ask.ended is None:
        return False, None
    rule, agreed = yield from _agreed(ask, all(reached), ahead)
    if agreed is None:
        return (None if all(reached) and ahead is None else True), None
    if agreed == HIGHER and ahead is not None:
        yield Step(rule, {"winner": ahead.name})
        return True, ahead
    if agreed == "draw":
        yield Step("time-draw", {})
        return True, None
    return (yield from _broken_tie(ask, goes_on=all(reached)))


def _agreed(ask: VictoryPoints, reached: bool, ahead: Closest | None) -> Course[tuple[str, str | None]]:
    """Return the rule of the end and how it is decided, as far as the players have to agree on it."""
    if reached:
        return "both-reached", HIGHER if ahead is None else (yield from ask.need(VictoryPoints.both, "both-reached"))
    if ask.ended == TIME:
        return "time-up", (yield from ask.need(VictoryPoints.time, "time-up"))
    return "no-fight", HIGHER


def _broken_tie(ask: VictoryPoints, *, goes_on: bool) -> Course[tuple[bool | None, Closest | None]]:
    """Return whether the game ends after the tiebreakers, and who wins by them."""
    sides = (ask.one, ask.other)
    for field, rule, greatest in ((Closest.distance, "tie-distance", False), (Closest.cost, "tie-cost", True)):
        first = yield from ask.one.need(field, rule)
        second = yield from ask.other.need(field, rule)
        if first is None or second is None:
            return None, None
        if first != second:
            winner = sides[(second > first) is greatest]
            yield Step(rule, {"winner": winner.name})
            return True, winner
    yield Step("tie-goes-on" if goes_on else "tie-stays", {})
    return not goes_on, None


VICTORY_POINTS = declared(
    "victory-points",
    "Victory points",
    "How many victory points both players have, round by round, and whether the game has ended with a winner.",
    VictoryPoints,
    VictoryPointsAnswer,
    victory_points,
)

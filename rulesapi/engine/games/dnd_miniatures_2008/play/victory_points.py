"""Victory points by round, and the end of Assault, Bounty and Uncontested Victory (103-107)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rulesapi.engine.games.dnd_miniatures_2008.play.victory_end import End, by_points, without_points
from rulesapi.engine.games.dnd_miniatures_2008.play.victory_inputs import (
    BOTH,
    BOUNTY,
    UNCONTESTED,
    Fallen,
    VictoryPoints,
    VictoryPointsAnswer,
)
from rulesapi.engine.games.dnd_miniatures_2008.play.victory_tally import Tally
from rulesapi.engine.resolutions.answers import Place
from rulesapi.engine.resolutions.declared import declared
from rulesapi.engine.resolutions.model import Breach, Course, Step

LIMITS = (50, 100, 200, 500, 1000)
COST_CAPS = {
    50: (35, "costs-over-35"),
    100: (75, "costs-over-75"),
    200: (150, "costs-over-150"),
    500: (500, "costs-over-limit"),
    1000: (1000, "costs-over-limit"),
}
"""The highest cost of a creature of a warband, and the rule that says so, by point limit (101.2 to 101.6)."""
HELD, UNCONTESTED_AREA, BOUNTY_MORE = 10, 5, 5


def victory_points(ask: VictoryPoints) -> Course[VictoryPointsAnswer]:
    """Answer who has how many victory points, and whether the game has ended with a winner."""
    scenario = yield from ask.need(VictoryPoints.scenario, "eliminated")
    if ask.limit not in LIMITS:
        yield Breach("limit-not-played", (ask.place(VictoryPoints.limit),), {"limit": ask.limit})
    for player in (ask.one, ask.other):
        player.said.get("name")  # says who it is: it decides nothing, but is no input without effect
    tally = Tally(ask.limit, known=scenario is not None)
    end = (yield from _played(ask, scenario, tally)) if scenario else None
    ends, winner = (yield from without_points(ask, tally)) if end is None else end
    one, other = tally.totals if tally.known else (None, None)
    return VictoryPointsAnswer(
        ends=ends,
        winner=None if winner is None else Place(winner.at),
        one=one,
        other=other,
        scenario=scenario,
        limit=ask.limit,
        rounds=[*tally.sheet()] if tally.known else None,
    )


def _played(ask: VictoryPoints, scenario: str, tally: Tally) -> Course[End | None]:
    """Add the points of each round until they end the game, and return how they do; None if they do not."""
    in_order = sorted(ask.fallen, key=_round_of)
    fallen = {number: [*group] for number, group in groupby(in_order, _round_of)}
    for number in range(1, max([len(ask.rounds), *fallen]) + 1):
        end = yield from _round(ask, scenario, tally, number, fallen.get(number, ()))
        if end is not None:
            return end
    return None


def _round_of(fallen: Fallen) -> int:
    return max(fallen.round, 1)


def _round(
    ask: VictoryPoints, scenario: str, tally: Tally, number: int, fallen: Sequence[Fallen]
) -> Course[End | None]:
    """Add the points of a round, and return how they end the game; None if they do not."""
    for place, one in enumerate(fallen):
        yield from _eliminated(ask, one, tally, number)
        goes_on = yield from _in_one_action(scenario, tally, fallen[place + 1 :])
        end = (yield from by_points(ask, tally, number)) if goes_on is False else None
        if end is not None or goes_on is None:
            tally.known = tally.known and goes_on is not None
            return end or (None, None)
    yield from _areas(ask, scenario, tally, number)
    return (yield from by_points(ask, tally, number))


def _eliminated(ask: VictoryPoints, fallen: Fallen, tally: Tally, number: int) -> Course[None]:
    """Add the points for an eliminated creature (105.3.a, 106.2.a)."""
    owner = yield from fallen.need(Fallen.owner, "eliminated")
    cost = yield from fallen.need(Fallen.cost, "eliminated")
    if owner is None or cost is None:
        tally.known = False
        return
    most, rule = COST_CAPS.get(tally.limit, (cost, ""))
    if cost > most:
        facts = {"creature": fallen.name, "cost": cost, "limit": tally.limit, "most": most}
        yield Breach(rule, (fallen.at,), facts)
    points = _points(owner, cost, ask.scenario)
    step = "bounty" if ask.scenario == BOUNTY else "eliminated"
    scorer = ask.other if owner == "one" else ask.one
    side = scorer.at.removeprefix("/")
    facts = {"creature": fallen.name, "points": sum(points), "scorer": scorer.name, "side": side, "round": number}
    yield Step(step, facts, None, sum(points))
    tally.score(number, points)


def _points(owner: str, cost: int, scenario: str | None) -> list[int]:
    """Return the points of both players for an eliminated creature."""
    points = cost + (BOUNTY_MORE if scenario == BOUNTY else 0)
    return [0, points] if owner == "one" else [points, 0]


def _in_one_action(scenario: str, tally: Tally, later: Sequence[Fallen]) -> Course[bool | None]:
    """Return whether the next creature of the round falls before its points are compared with the limit.

    It is asked where it decides who wins.
    """
    enough = tally.would_win()
    if not later or not tally.known or not any(enough):
        return False
    if all(enough) or all(tally.would_win(_further(scenario, later))):
        return (yield from later[0].need(Fallen.together, "reached-limit"))
    return later[0].together or False


def _further(scenario: str, later: Sequence[Fallen]) -> list[int]:
    """Return the most points that both players can have by creatures that are eliminated later in a round."""
    further = [0, 0]
    for one in later:
        cost = 1000 if one.cost is None else one.cost
        for owner in (one.owner,) if one.owner else ("one", "other"):
            further = [sum(pair) for pair in zip(further, _points(owner, cost, scenario), strict=True)]
    return further


def _areas(ask: VictoryPoints, scenario: str, tally: Tally, number: int) -> Course[None]:
    """Add the points for the victory areas of a round (105.4.a, 107.2.a)."""
    if number > len(ask.rounds):
        return
    areas = ask.rounds[number - 1]
    held = [HELD * areas.one_holds, HELD * areas.other_holds]
    if scenario == UNCONTESTED and any(held):
        reading = yield from ask.need(VictoryPoints.reading, "uncontested")
        tally.known = tally.known and reading is not None
        held = held if reading == BOTH else [0, 0]
    if any(held):
        yield Step("holds-area", {"round": number, "one": held[0], "other": held[1]})
    alone = [UNCONTESTED_AREA * (scenario == UNCONTESTED and one) for one in (areas.one_areas, areas.other_areas)]
    if any(alone):
        yield Step("uncontested", {"round": number, "one": alone[0], "other": alone[1]})
    tally.score(number, [sum(pair) for pair in zip(held, alone, strict=True)])


VICTORY_POINTS = declared(
    "victory-points",
    "Victory points",
    "How many victory points both players have, round by round, and whether the game has ended with a winner.",
    VictoryPoints,
    VictoryPointsAnswer,
    victory_points,
    endings={"ends": "The game ends without it."},
)

"""The end of a game: by points, by conceding, by the time, or without a fight (103, 105.4)."""

from __future__ import annotations

from rulesapi.engine.games.dnd_miniatures_2008.play.victory_inputs import (
    CENTER,
    DRAW,
    GOES_ON,
    HIGHER,
    ONE_CONCEDES,
    OTHER_CONCEDES,
    QUIET,
    TIME,
    Closest,
    VictoryPoints,
)
from rulesapi.engine.games.dnd_miniatures_2008.play.victory_tally import Tally
from rulesapi.engine.resolutions.model import Breach, Course, Step

QUIET_ROUNDS = 10
End = tuple[bool | None, Closest | None]
"""Whether the game ends, and who wins; None for what is not known, and for no winner."""


def by_points(ask: VictoryPoints, tally: Tally, number: int) -> Course[End | None]:
    """Return how points end the game at the end of an action, a turn or a round; None if it goes on (103.2.b)."""
    enough = tally.would_win()
    if not tally.known or not any(enough):
        return None
    winner = None if all(enough) else (ask.one, ask.other)[enough[1]]
    conceded = winner_by_conceding(ask)
    if conceded is not None and (winner is None or winner.at != conceded.at) and ask.ended:
        before = yield from ask.need(VictoryPoints.before, "conceded")
        if before is None:
            return True if winner else None, None
        if before:
            return (yield from conceding(conceded))
    if winner is None:
        return (yield from _by_both(ask, tally))
    rule = "reached-limit" if tally.tied is None else "first-to-score"
    yield Step(rule, {"winner": winner.name, "limit": tally.limit, "round": number})
    return True, winner


def winner_by_conceding(ask: VictoryPoints) -> Closest | None:
    """Return the opponent of the player who concedes; None if nobody does."""
    return {ONE_CONCEDES: ask.other, OTHER_CONCEDES: ask.one}.get(ask.ended or "")


def conceding(winner: Closest) -> Course[End]:
    """Return that the opponent of the player who concedes wins (103.3.a)."""
    yield Step("conceded", {"winner": winner.name})
    return True, winner


def without_points(ask: VictoryPoints, tally: Tally) -> Course[End]:
    """Return whether a game that points have not ended has ended otherwise, and who wins."""
    ended = ask.ended
    conceded = winner_by_conceding(ask)
    if conceded is not None:
        return (yield from conceding(conceded)) if tally.known or ask.before else (True, None)
    if not tally.known:
        return None, None
    if ended is None or (ended == QUIET and (yield from _fought(ask))):
        return False, None
    ahead = _ahead(ask, tally)
    agreed = (yield from ask.need(VictoryPoints.time, "time-up")) if ended == TIME else HIGHER
    if agreed == HIGHER and ahead is not None:
        yield Step("time-up" if ended == TIME else "no-fight", {"winner": ahead.name})
        return True, ahead
    if agreed == DRAW:
        yield Step("time-draw", {})
    return (True, None) if agreed in (None, DRAW) else (yield from _broken_tie(ask, "tie-stays"))


def _fought(ask: VictoryPoints) -> Course[bool]:
    """Return whether the last 10 rounds were not 10 rounds without a fight (103.3.c)."""
    fallen, rounds = ask.fallen, len(ask.rounds)
    played = max(ask.played, rounds, *(one.round for one in fallen), 0)
    if played < QUIET_ROUNDS:
        places = [ask.place(field) for field in (VictoryPoints.ended, VictoryPoints.played) if ask.has(field)]
        yield Breach("too-few-rounds", tuple(places), {"rounds": played})
        return True
    late = [one for one in fallen if one.round > played - QUIET_ROUNDS and not one.unfought]
    for one in late:
        facts = {"creature": one.name, "round": one.round, "first": played - QUIET_ROUNDS + 1, "last": played}
        yield Breach("fought-in-round", (one.at, ask.place(VictoryPoints.ended)), facts)
    return bool(late)


# Both players ---------------------------------------------------------------------------------------------------------


def _by_both(ask: VictoryPoints, tally: Tally) -> Course[End | None]:
    """Return how the game ends if both players have met the conditions at once; None if it goes on."""
    if tally.tied is not None:
        return (yield from _both_score_first(ask, tally))
    ahead = _ahead(ask, tally)
    if ahead is not None:
        agreed = yield from ask.need(VictoryPoints.both, "both-reached")
        if agreed != CENTER:
            yield from [Step("both-reached", {"winner": ahead.name})] if agreed else ()
            return (True, ahead) if agreed else (None, None)
    end = yield from _broken_tie(ask, "tie-goes-on")
    return _unless_it_goes_on(tally, end)


def _both_score_first(ask: VictoryPoints, tally: Tally) -> Course[End | None]:
    """Return how the game ends if both players score at once after a tie, which the guide leaves open."""
    agreed = yield from ask.need(VictoryPoints.at_once, "first-to-score")
    if agreed is None:
        return None, None
    winner = {"one": ask.one, "other": ask.other}.get(agreed)
    yield Step("both-score-first", {"winner": winner.name if winner else None})
    return _unless_it_goes_on(tally, (agreed != GOES_ON, winner))


def _unless_it_goes_on(tally: Tally, end: End) -> End | None:
    """Return how a game ends; None if it goes on, and the first player wins who scores from now on (105.4.d)."""
    if end[0] is not False:
        return end
    tally.tied = tally.totals
    return None


def _ahead(ask: VictoryPoints, tally: Tally) -> Closest | None:
    one, other = tally.totals
    return None if one == other else (ask.one, ask.other)[other > one]


def _broken_tie(ask: VictoryPoints, in_everything: str) -> Course[End]:
    """Return whether the game ends after the tiebreakers, and who wins by them (105.4.b to 105.4.d)."""
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
    yield Step(in_everything, {})
    return in_everything == "tie-stays", None

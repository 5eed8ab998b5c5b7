"""End of the game: whether it has ended, and who has won, players or teams (p. 14-15)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulesapi.engine.resolutions.answers import AnswerFields, Place, answer, told
from rulesapi.engine.resolutions.declared import declared
from rulesapi.engine.resolutions.input_kinds import Number
from rulesapi.engine.resolutions.inputs import Input, Part, Situation, number, several_parts, tick
from rulesapi.engine.resolutions.model import Breach, Course, Step
from rulesapi.engine.values.messages import Phrase, phrase
from rulesapi.engine.values.truth import Truth

MAX_PLAYERS, MAX_TEAMS = 6, 3
MOST, LEAST = 99, -99


class Player(Part):
    """A player when the game ends."""

    morale = number("Morale", MOST, least=LEAST, asked="the Morale of {who}")
    no_creatures = tick("Ended the turn without creatures")
    team = Input[int | None](Number(1, MAX_TEAMS), "Team", omitted="plays alone", folded=True)
    levels = number(
        "Levels on the battlefield",
        MOST,
        help="Of all creatures together, for a tie of Morale.",
        folded=True,
        asked="the levels on the battlefield of {who}",
    )


class Ending(Situation):
    """The players of a game."""

    players = several_parts(Player, "Player", MAX_PLAYERS, opens=2, plural="Players", asked="who plays")


@answer
class EndingAnswer(AnswerFields):
    """The answer: whether the game has ended, and the winners."""

    ended: bool | None = told("Whether the game has ended", {False: "The game goes on."})
    winners: list[Place] | None = told(
        "Winners", "Winner: {winners}.", help="The players of the winning team; all of a draw. Null if not known."
    )
    draw: bool | None = told("Draw", {True: "The game ends in a draw."})


@dataclass(frozen=True, slots=True)
class Side:
    """A player who plays alone, or the players of a team."""

    name: Phrase | str
    players: tuple[Player, ...]

    @property
    def can_win(self) -> bool:
        """False for those who ended the game without creatures."""
        return not any(one.no_creatures for one in self.players)

    def total(self, field: Input[int | None], rule: str) -> Course[int | None]:
        """Return the sum of a number of all players, asking for what is not known."""
        numbers = []
        for one in self.players:
            numbers.append((yield from one.need(field, rule)))
        known = [number for number in numbers if number is not None]
        return sum(known) if len(known) == len(numbers) else None


OPEN = EndingAnswer(ended=None, winners=None, draw=None)


def end(ask: Ending) -> Course[EndingAnswer]:
    """Answer whether the game has ended, and who has won."""
    players = yield from ask.need(Ending.players, "winner")
    if players is None:
        return OPEN
    sides = _sides(players)
    if not (yield from _possible(ask, players, sides)):
        return OPEN
    ended = yield from _ended(players)
    if not ended:
        return EndingAnswer(ended=ended, winners=None, draw=None)
    left = [side for side in sides if side.can_win]
    for rule, field in (("winner", Player.morale), ("winner-levels", Player.levels)):
        if len(left) > 1:
            best = yield from _highest(left, rule, field)
            if best is None:
                return EndingAnswer(ended=True, winners=None, draw=None)
            left = best
    yield Step("draw" if len(left) > 1 else "winner-is", {"sides": [side.name for side in left]})
    winners = [Place(one.at) for side in left for one in side.players]
    return EndingAnswer(ended=True, winners=winners, draw=len(left) > 1)


def _sides(players: Sequence[Player]) -> list[Side]:
    """Return the teams in order, and each player without a team alone."""
    teams: dict[object, list[Player]] = {}
    for one in players:
        teams.setdefault(one.team or one.at, []).append(one)
    return [
        Side(phrase("Team {number}", number=key) if isinstance(key, int) else members[0].name, tuple(members))
        for key, members in teams.items()
    ]


def _possible(ask: Ending, players: Sequence[Player], sides: Sequence[Side]) -> Course[bool]:
    """Return whether there can be such players when a game ends."""
    found = []
    if len(sides) < 2:
        found.append(Breach("two-sides", (ask.place(Ending.players),), {}))
    if len({len(side.players) for side in sides}) > 1:
        found.append(Breach("equal-teams", (ask.place(Ending.players),), {}))
    without = [one for one in players if one.no_creatures]
    if len(without) > 1:
        places = tuple(one.place(Player.no_creatures) for one in without)
        found.append(Breach("one-turn", places, {"players": [one.name for one in without]}))
    found += [
        Breach("no-creatures-no-levels", (one.place(Player.levels),), {"player": one.name})
        for one in without
        if one.levels
    ]
    yield from found
    return not found


def _ended(players: Sequence[Player]) -> Course[Truth]:
    """Return whether the game has ended: by a player without creatures, or by a lack of Morale."""
    for one in players:
        if one.no_creatures:
            yield Step("no-creatures", {"player": one.name})
            return True
    for one in players:
        if one.morale is not None and one.morale <= 0:
            yield Step("morale-at-end", {"player": one.name, "morale": str(one.morale)})
            return True
    known = True
    for one in players:
        known = (yield from one.need(Player.morale, "morale-at-end")) is not None and known
    if known:
        yield Step("game-goes-on", {})
    return False if known else None


def _highest(sides: Sequence[Side], rule: str, field: Input[int | None]) -> Course[list[Side] | None]:
    """Return the sides with the highest sum of a number; None if it is not known."""
    totals = []
    for side in sides:
        totals.append((yield from side.total(field, rule)))
    known = [total for total in totals if total is not None]
    if len(known) < len(totals):
        return None
    best = [side for side, total in zip(sides, known, strict=True) if total == max(known)]
    yield Step(rule, {"sides": [side.name for side in best], "count": len(best), "most": str(max(known))})
    return best


ENDING = declared(
    "winner",
    "End and winner",
    "Whether the game has ended, and which player or team has won.",
    Ending,
    EndingAnswer,
    end,
)

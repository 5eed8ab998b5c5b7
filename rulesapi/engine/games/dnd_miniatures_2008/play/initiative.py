"""Set-up and initiative: who rolls twice, who wins the roll, and the order of turns (102, 302, 303)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain

from rulesapi.engine.resolutions.answers import AnswerFields, ChanceRow, Place, answer, told
from rulesapi.engine.resolutions.declared import declared
from rulesapi.engine.resolutions.inputs import Input, OnePart, Part, Situation, fact, number, one_of, rolled_die, tick
from rulesapi.engine.resolutions.model import Breach, Course, Step
from rulesapi.engine.resolutions.odds_fields import outcome_rows
from rulesapi.engine.values.chances import Chances, both, of_die

SET_UP, ROUND = "set-up", "round"
WHEN = {SET_UP: "Set-up of the game", ROUND: "Start of a round"}
AS_IN_SET_UP, ROLL_AGAIN = "as-in-set-up", "roll-again"
TIES = {AS_IN_SET_UP: "The higher Champion rating wins, as in set-up", ROLL_AGAIN: "Roll again"}
PLAYERS, TIED = ("one", "other"), "tie"
MAX_CREATURES = 30


class Side(Part, kind="creature"):
    """A player, with the champion that has the highest Champion rating."""

    champion_rating = fact(int, help="0 without a champion. If omitted: the printed one.", folded=False)
    dazed = tick(
        "Dazed, or another condition that includes it",
        help="If the player has another champion, name that one instead.",
        folded=True,
    )
    roll = rolled_die("d20")
    second = rolled_die("Second d20")
    creatures = number("Creatures that have not activated", MAX_CREATURES, folded=True)


class Initiative(Situation):
    """Two players who roll for initiative, or for the choice at set-up."""

    when = one_of("When", WHEN, asked="whether the game is set up or a round begins")
    one: Input[Side] = Input(OnePart(Side), "One player", omitted="a player whose champion is not named")
    other: Input[Side] = Input(OnePart(Side), "Other player", omitted="a player whose champion is not named")
    chosen = one_of("Player 1, by choice of the winner", {"one": "One player", "other": "Other player"}, folded=True)
    tie = one_of(
        "Tied roll of a round, as agreed",
        TIES,
        folded=True,
        asked="how you break a tied roll of a round, which the rules guide does not say",
    )


@answer
class WinnerChance(ChanceRow):
    """The chance of a player to win the roll."""

    outcome: str = told("Winner of the roll", {"one": "One player", "other": "Other player", TIED: "Nobody: a tie"})


@answer
class InitiativeOdds(AnswerFields):
    """The odds of a roll whose dice are open, with the dice that are rolled again after a tie."""

    winner: list[WinnerChance] = told(
        "Chance to win the roll", help="The chance of a tie is left only if it is not known how you break one."
    )


@answer
class InitiativeAnswer(AnswerFields):
    """The answer: who wins the roll, and what follows."""

    winner: Place | None = told("Winner of the roll", "{winner} wins the roll and chooses who is Player 1.")
    again: bool | None = told("Whether both roll again", {True: "The rolls are tied: both roll again."})
    twice: Place | None = told("Who rolls twice", "{twice} rolls twice and takes the higher roll.")
    first: Place | None = told("Who sets up first, or takes the first turn", "First: {first}.")
    turns: list[Place] | None = told("Turns of the round", "Turns: {turns}.", help="Null if it is not asked.")
    odds: InitiativeOdds | None = told("Odds")


def initiative(ask: Initiative) -> Course[InitiativeAnswer]:
    """Answer who wins the roll at set-up or at the start of a round, and what follows."""
    when = yield from ask.need(Initiative.when, "set-up-won")
    if when is None:
        return InitiativeAnswer(winner=None, again=None, twice=None, first=None, turns=None, odds=None)
    sides = (ask.one, ask.other)
    first, turns = yield from _order(ask, when)
    ratings = (yield from _rating(ask.one, when)), (yield from _rating(ask.other, when))
    if None in ratings:
        return InitiativeAnswer(winner=None, again=None, twice=None, first=first, turns=turns, odds=None)
    higher = _greater(sides, ratings)
    if higher is not None:
        yield Step(f"{when}-twice", {"side": higher.name})
    for side in sides:
        if side is not higher and side.second is not None:
            yield Breach(f"{when}-second-roll", (side.place(Side.second),), {"side": side.name})
    winner, again = yield from _outcome(ask, when, sides, higher)
    if again and ask.chosen:
        yield Breach(f"{when}-chosen-by-nobody", (ask.place(Initiative.chosen),), {})
    return InitiativeAnswer(
        winner=_place(winner),
        again=again,
        twice=_place(higher),
        first=first,
        turns=turns,
        odds=None if winner or again else _odds(ask, when, sides, higher),
    )


def _place(side: Side | None) -> Place | None:
    return None if side is None else Place(side.at)


def _greater(sides: tuple[Side, Side], numbers: Sequence[int | None]) -> Side | None:
    """Return the side with the greater number; None if they are equal."""
    first, second = (one or 0 for one in numbers)
    return None if first == second else sides[second > first]


def _rating(side: Side, when: str) -> Course[int | None]:
    """Return the Champion rating that counts: none at a round of a champion that is Dazed (903.1)."""
    if when == ROUND and side.dazed:
        yield Step("dazed-champion", {"side": side.name})
        return 0
    return (yield from side.need(Side.champion_rating, f"{when}-twice"))


def _wins_anyway(ask: Initiative, when: str, sides: tuple[Side, Side], higher: Side) -> bool:
    """Return whether a player with the higher Champion rating wins by the first roll, whatever the second one is."""
    other = sides[1 - sides.index(higher)]
    if higher.second is not None or higher.roll is None or other.roll is None:
        return False
    by_tie = higher.roll == other.roll and (when == SET_UP or ask.tie == AS_IN_SET_UP)
    return by_tie or higher.roll > other.roll


def _outcome(
    ask: Initiative, when: str, sides: tuple[Side, Side], higher: Side | None
) -> Course[tuple[Side | None, bool | None]]:
    """Return who wins the roll, and whether both roll again; None for what is not rolled or not known."""
    if higher is not None and _wins_anyway(ask, when, sides, higher):
        yield Step(f"{when}-won", {"side": higher.name})
        return higher, False
    one = yield from _rolled(sides[0], when, twice=sides[0] is higher)
    other = yield from _rolled(sides[1], when, twice=sides[1] is higher)
    totals = (one, other)
    return (yield from _won(ask, when, totals, higher)) if None not in totals else (None, None)


def _rolled(side: Side, when: str, *, twice: bool) -> Course[int | None]:
    """Return the roll that counts for a player; None if it is not rolled yet."""
    if not twice or side.roll is None:
        return side.roll
    second = yield from side.need(Side.second, f"{when}-higher")
    if second is None:
        return None
    total = max(side.roll, second)
    yield Step(f"{when}-higher", {"side": side.name, "total": total}, None, total)
    return total


def _won(
    ask: Initiative, when: str, totals: Sequence[int | None], higher: Side | None
) -> Course[tuple[Side | None, bool | None]]:
    """Return who wins the roll, and whether both roll again."""
    winner = _greater((ask.one, ask.other), totals)
    if winner is not None:
        yield Step(f"{when}-won", {"side": winner.name})
        return winner, False
    if higher is None:
        yield Step(f"{when}-again", {})
        return None, True
    agreed = AS_IN_SET_UP if when == SET_UP else (yield from ask.need(Initiative.tie, "round-tie"))
    if agreed is None:
        return None, None
    wins = agreed == AS_IN_SET_UP
    yield Step(f"{when}-tie", {"side": higher.name}) if wins else Step("round-again", {})
    return (higher, False) if wins else (None, True)


# Odds -----------------------------------------------------------------------------------------------------------------


def _odds(ask: Initiative, when: str, sides: tuple[Side, Side], higher: Side | None) -> InitiativeOdds | None:
    """Return the odds of a roll; None if all of its dice are rolled."""
    dice = [(side.roll, *((side.second,) if side is higher else ())) for side in sides]
    if None not in chain(*dice):
        return None
    chances = dict(_compared(dice))
    if higher is None or (when == ROUND and ask.tie == ROLL_AGAIN):
        chances = after_ties(chances, _compared([[None] * len(rolled) for rolled in dice]))
    elif when == SET_UP or ask.tie == AS_IN_SET_UP:
        rated = PLAYERS[sides.index(higher)]
        chances[rated] = chances.get(rated, Fraction(0)) + chances.pop(TIED, Fraction(0))
    return InitiativeOdds(winner=outcome_rows(WinnerChance, chances, (*PLAYERS, TIED)))


def _compared(dice: Sequence[Sequence[int | None]]) -> Chances[str]:
    """Return the chance of each player to have the higher roll, and of a tie; None is a die that is not rolled."""
    one, other = (_highest(rolled) for rolled in dice)
    return both(one, other, lambda mine, yours: TIED if mine == yours else "one" if mine > yours else "other")


def _highest(dice: Sequence[int | None]) -> Chances[int]:
    """Return the chances of the highest of some dice."""
    found: Chances[int] = {0: Fraction(1)}
    for die in dice:
        found = both(found, of_die(lambda face: face) if die is None else {die: Fraction(1)}, max)
    return found


def after_ties(first: Chances[str], again: Chances[str]) -> dict[str, Fraction]:
    """Return the chances of the players to win if a tie is rolled again until there is none."""
    decided = 1 - again.get(TIED, Fraction(0))
    tied = first.get(TIED, Fraction(0)) / decided
    return {player: first.get(player, Fraction(0)) + tied * again.get(player, Fraction(0)) for player in PLAYERS}


# The order ------------------------------------------------------------------------------------------------------------


def _order(ask: Initiative, when: str) -> Course[tuple[Place | None, list[Place] | None]]:
    """Return who goes first by the winner's choice of Player 1, and the turns of a round."""
    if ask.chosen is None:
        return None, None
    sides = (ask.one, ask.other) if ask.chosen == "one" else (ask.other, ask.one)
    yield Step(f"{when}-order", {"first": sides[0].name, "second": sides[1].name})
    if when == SET_UP:
        return Place(sides[1].at), None
    if sides[0].creatures is None and sides[1].creatures is None:
        return Place(sides[0].at), None
    first = yield from sides[0].need(Side.creatures, "round-order")
    second = yield from sides[1].need(Side.creatures, "round-order")
    if first is None or second is None:
        return Place(sides[0].at), None
    turns = [Place(sides[player].at) for player in turns_of_round(first, second)]
    return turns[0] if turns else None, turns


def turns_of_round(first: int, second: int) -> list[int]:
    """Return whose creature takes each turn, 0 for Player 1: one turn, then two each in turn, some of them skipped."""
    left, taken, player, number = [first, second], list[int](), 0, 1
    while sum(left):
        acting = min(number, left[player])
        taken += [player] * acting
        left[player] -= acting
        player, number = 1 - player, 2
    return taken


INITIATIVE = declared(
    "initiative",
    "Set-up and initiative",
    "Who rolls twice, who wins the roll, and who sets up or takes turns in which order.",
    Initiative,
    InitiativeAnswer,
    initiative,
)

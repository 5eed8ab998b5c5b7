"""Initiative: who wins the check, and the exact chances of open rolls (FAQ, Improved Initiative)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod

from rulesapi.engine.resolutions.answers import AnswerFields, ChanceRow, answer, told
from rulesapi.engine.resolutions.declared import declared
from rulesapi.engine.resolutions.inputs import (
    Part,
    Situation,
    flag,
    number,
    number_or,
    one_of,
    rolled_die,
    several_parts,
)
from rulesapi.engine.resolutions.model import Breach, Course, Step
from rulesapi.engine.values.chances import D20, chance_document

ROUND, TERRAIN = "round", "terrain"
CHECKS = {ROUND: "Of a round", TERRAIN: "For placing terrain"}
ROLLS = tuple(range(1, D20 + 1))


class Side(Part):
    """A warband in an initiative check."""

    bonus = number("Initiative bonus", 30, least=-10, asked="the initiative bonus of a warband")
    improved = number_or(0, "none", "Improved Initiative", 20, help="8 for Ryld Argith.")
    rolled = rolled_die("Rolled on the d20")


class Initiative(Situation):
    """An initiative check of two or more warbands."""

    check = one_of("Initiative check", CHECKS, asked="whether the check is for a round or for terrain")
    revealed = flag(
        "Warbands and terrain tiles are revealed",
        shown_if=("check", TERRAIN),
        asked="whether warbands and terrain tiles are revealed",
    )
    sides = several_parts(Side, "Warband", 4, opens=2, plural="Warbands", asked="which warbands there are")


@answer
class WarbandChance(ChanceRow):
    """The chance of a warband to win."""

    warband: int = told("Warband", "Warband {warband}", help="Its number, from 1 on.")


@answer
class InitiativeOdds(AnswerFields):
    """The odds of a check that is not rolled yet."""

    wins: list[WarbandChance] = told("Chance to win of each warband")
    tie: Fraction = told("Chance of a tie", "Chance of a tie: {tie}.", help="With equal totals and bonuses.")


@answer
class InitiativeAnswer(AnswerFields):
    """The answer: who wins the check, or how likely each side does."""

    winner: int | None = told(
        "Winner", "Warband {winner} wins the check.", help="Its number, from 1 on. Null before the rolls and for a tie."
    )
    totals: list[int] | None = told(
        "Totals", "Totals: {totals}.", help="In the order of the sides. Null before the rolls."
    )
    odds: InitiativeOdds | None = told("Odds")


def initiative(ask: Initiative) -> Course[InitiativeAnswer]:
    """Answer who wins an initiative check."""
    nothing = InitiativeAnswer(winner=None, totals=None, odds=None)
    check = yield from ask.need(Initiative.check, "initiative")
    if check == TERRAIN:
        revealed = yield from ask.need(Initiative.revealed, "reveal-first")
        if revealed is False:
            yield Breach("reveal-first", (ask.place(Initiative.revealed),), {})
            return nothing
    sides = yield from ask.need(Initiative.sides, "initiative")
    if sides is None:
        return nothing
    if len(sides) < 2:
        yield Breach("one-warband", (ask.place(Initiative.sides),), {"sides": len(sides)})
        return nothing
    bonuses = []
    for one in sides:
        bonus = yield from one.need(Side.bonus, "initiative")
        bonuses.append(None if bonus is None else bonus + one.improved)
        if one.improved and bonus is not None:
            yield Step("improved-initiative", {"side": one.name, "by": one.improved}, bonus, bonus + one.improved)
    known = [bonus for bonus in bonuses if bonus is not None]
    if len(known) < len(sides):
        return nothing
    rolled = [one.rolled for one in sides]
    if None in rolled:
        won = chances_to_win(known, [ROLLS if one is None else (one,) for one in rolled])
        wins = [WarbandChance(**chance_document(chance), warband=place) for place, chance in enumerate(won, start=1)]
        return InitiativeAnswer(winner=None, totals=None, odds=InitiativeOdds(wins=wins, tie=Fraction(1 - sum(won))))
    totals = [bonus + (one or 0) for bonus, one in zip(known, rolled, strict=True)]
    return InitiativeAnswer(winner=(yield from _winner(sides, known, totals)), totals=totals, odds=None)


def _winner(sides: Sequence[Side], bonuses: Sequence[int], totals: Sequence[int]) -> Course[int | None]:
    """Return the number of the side that wins; None for a tie that the bonuses do not break."""
    yield Step("initiative", {"totals": list(totals)})
    keys = [*zip(totals, bonuses, strict=True)]
    best = [side for side, key in zip(sides, keys, strict=True) if key == max(keys)]
    if len(best) > 1:
        yield Step("tie-remains", {"sides": [one.name for one in best]})
        return None
    if list(totals).count(max(totals)) > 1:
        yield Step("tie-by-bonus", {"side": best[0].name, "bonus": max(keys)[1]})
    return keys.index(max(keys)) + 1


def chances_to_win(bonuses: Sequence[int], rolls: Sequence[Sequence[int]]) -> list[Fraction]:
    """Return the chance of each side to win, by its total and then by its bonus; `rolls` are its possible rolls."""
    ways = prod(map(len, rolls))
    found = []
    for place, bonus in enumerate(bonuses):
        others = [(one, rolls[at]) for at, one in enumerate(bonuses) if at != place]
        wins = (
            prod(sum((of + roll, of) < (bonus + own, bonus) for roll in possible) for of, possible in others)
            for own in rolls[place]
        )
        found.append(Fraction(sum(wins), ways))
    return found


INITIATIVE = declared(
    "initiative",
    "Initiative",
    "Who wins an initiative check, and how likely it is before the rolls.",
    Initiative,
    InitiativeAnswer,
    initiative,
)

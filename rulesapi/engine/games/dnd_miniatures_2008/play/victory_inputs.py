"""The situation of victory points, and the answer about them: a game with its eliminated creatures and its rounds."""

from __future__ import annotations

from rulesapi.engine.resolutions.answers import AnswerFields, Place, answer, told
from rulesapi.engine.resolutions.input_kinds import OneOf
from rulesapi.engine.resolutions.inputs import (
    Input,
    Part,
    Situation,
    fact,
    flag,
    number,
    number_or,
    one_of,
    one_part,
    optional_parts,
    tick,
)

ASSAULT, BOUNTY, UNCONTESTED = "assault", "bounty", "uncontested-victory"
SCENARIOS = {ASSAULT: "Assault", BOUNTY: "Bounty", UNCONTESTED: "Uncontested Victory"}
BOTH = "both"
READINGS = {"instead": "5 points in place of the 10 of Assault", BOTH: "5 points besides the 10 of Assault"}
HIGHER, CENTER, DRAW, GOES_ON = "higher-total", "center", "draw", "goes-on"
REACHED = {HIGHER: "The higher total wins", CENTER: "The creature closest to the center wins"}
TIMED = {HIGHER: "The higher total wins", DRAW: "A draw"}
AT_ONCE = {"one": "One player wins", "other": "The other player wins", GOES_ON: "The game goes on"}
TIME, QUIET, ONE_CONCEDES, OTHER_CONCEDES = "time", "quiet", "one-concedes", "other-concedes"
ENDS = {
    TIME: "Time is up",
    QUIET: "10 rounds without a fight",
    ONE_CONCEDES: "One player concedes",
    OTHER_CONCEDES: "The other player concedes",
}
MAX_ROUNDS, MAX_FALLEN = 40, 30


class Fallen(Part, kind="creature"):
    """An eliminated creature."""

    owner = one_of("Owner", {"one": "One player", "other": "Other player"}, asked="who owns {who}")
    cost = fact(int)
    round = number_or(1, "round 1", "Round", MAX_ROUNDS)
    together = flag(
        "In the same action as the one before it",
        folded=True,
        help="Or without the end of an action, a turn or the round in between.",
        omitted="in a later one; asked where it decides who wins",
        asked="whether {who} was eliminated in the same action as the creature before it",
    )
    unfought = tick(
        "Eliminated without a fight",
        folded=True,
        help="Without damage by an enemy, an attack roll or a saving throw, as by terrain.",
    )


class Round(Part):
    """The victory areas at the end of a round."""

    one_holds = tick("One player holds an area of the own side")
    other_holds = tick("The other player holds an area of the own side")
    one_areas = number_or(0, "none", "Uncontested areas of one player", 9)
    other_areas = number_or(0, "none", "Uncontested areas of the other player", 9)


class Closest(Part, named=True):
    """A player, with the creature that is closest to the center of the map."""

    distance = number("Distance of the closest creature to the center", 60, folded=True)
    cost = number("Cost of that creature", 1000, folded=True, asked="what the creature closest to the center costs")


class VictoryPoints(Situation):
    """A game with its eliminated creatures and its rounds."""

    scenario = one_of("Scenario", SCENARIOS, asked="which scenario is played")
    limit = number_or(200, "200", "Point limit", 1000)
    ended: Input[str | None] = Input(OneOf(ENDS), "The game ends because", omitted="only points end it", folded=True)
    before = flag(
        "Conceded before anyone had reached the limit",
        folded=True,
        help="A player can concede at any time, also in the action that brings the points.",
        asked="whether the player conceded before anyone had reached the limit",
    )
    played = number_or(0, "the rounds that are entered", "Rounds played", MAX_ROUNDS, folded=True)
    fallen = optional_parts(
        Fallen,
        "Eliminated creature",
        MAX_FALLEN,
        plural="Eliminated creatures",
        help="Those of a round in the order in which they were eliminated.",
    )
    rounds = optional_parts(Round, "Round", MAX_ROUNDS, plural="Victory areas by round", folded=True)
    one = one_part(Closest, "One player")
    other = one_part(Closest, "Other player")
    reading = one_of("Uncontested areas, as agreed", READINGS, folded=True, asked="how you agreed to score areas")
    both = one_of(
        "Both reach the limit, as agreed", REACHED, folded=True, asked="what you agreed if both reach the limit"
    )
    at_once = one_of(
        "Both score at once after a tie, as agreed",
        AT_ONCE,
        folded=True,
        asked="what you agreed if both score at once after a tie",
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
    rounds: list[RoundScore] | None = told("Points by round", help="Up to the round in which the game ends.")

"""The rules of victory points and of the end of the game."""

from __future__ import annotations

from rulesapi.engine.games.dnd_miniatures_2008.play.guide import forbids, happens, warns

COSTS_TOO_MUCH = (
    "{creature} costs {cost}. A warband of {limit} points has no creature that costs more than {most}, unless a card"
    " allows it."
)

VICTORY_RULES = (
    forbids(
        "limit-not-played",
        "105.2.a",
        "Point limits of the scenarios",
        "The scenarios are played at 50, 100, 200, 500 or 1000 points.",
        "No scenario is played at {limit} points, but at 50, 100, 200, 500 or 1000.",
    ),
    warns(
        "costs-over-35",
        "101.4",
        "Cost of a creature of a warband",
        "A creature of a warband of 50 points costs at most 35.",
        COSTS_TOO_MUCH,
    ),
    warns(
        "costs-over-75",
        "101.3",
        "Cost of a creature of a warband",
        "A creature of a warband of 100 points costs at most 75.",
        COSTS_TOO_MUCH,
    ),
    warns(
        "costs-over-150",
        "101.2",
        "Cost of a creature of a warband",
        "A creature of a warband of 200 points costs at most 150.",
        COSTS_TOO_MUCH,
    ),
    warns(
        "costs-over-limit",
        "101.5 101.6",
        "Cost of a creature of a warband",
        "The creatures of a warband of 500 or 1000 points cost no more than its limit.",
        COSTS_TOO_MUCH,
    ),
    happens(
        "eliminated",
        "105.3.a 804.4.a 206.1.a 106.1 107.1",
        "Points for an eliminated creature",
        "The opponent of the owner of an eliminated creature scores its cost.",
        "{creature} is eliminated in round {round}: {points} points for {scorer}.",
    ),
    happens(
        "bounty",
        "106.2.a 105.3.a",
        "Points for an eliminated creature in Bounty",
        "In Bounty the opponent of its owner scores 5 points more than its cost.",
        "{creature} is eliminated in round {round}: {points} points with the 5 of Bounty for {scorer}.",
    ),
    happens(
        "holds-area",
        "105.4.a 304.1 106.1 107.1",
        "Points for a victory area",
        "At the end of a round a player with a creature in a victory area of the own side scores 10 points.",
        "Round {round}, areas of the own side: {one} points and {other} points.",
    ),
    happens(
        "uncontested",
        "107.2.a 304.1",
        "Points for uncontested areas",
        "In Uncontested Victory each area that only one player occupies scores 5 points. Whether the 10 points of"
        " Assault are scored as well, the guide does not say.",
        "Round {round}, uncontested areas: {one} points and {other} points.",
    ),
    happens(
        "conceded",
        "103.3.a 103.2.a 109.1.a",
        "Conceding",
        "A player who concedes loses the game.",
        "{winner} wins, because the opponent concedes.",
    ),
    happens(
        "reached-limit",
        "103.2.b 103.1 804.4.b 104.2",
        "Reaching the limit",
        "A player with as many victory points as the limit, or more, wins at the end of an action, turn or round.",
        "{winner} has reached {limit} points in round {round} and wins. The game ends at once.",
    ),
    happens(
        "both-reached",
        "103.2.b 105.4.b",
        "Both reach the limit",
        "If both reach the limit with unequal totals, the players agree on what counts: the guide does not say.",
        "Both have reached the limit. As agreed, {winner} wins with the higher total.",
    ),
    happens(
        "first-to-score",
        "105.4.d 103.1",
        "The first to score after a tie",
        "After a tie in everything the first player to score any points wins.",
        "{winner} is the first to score after the tie, in round {round}, and wins.",
    ),
    happens(
        "both-score-first",
        "105.4.d 103.2.b",
        "Both score at once after a tie",
        "If both score at once after a tie in everything, the players agree on what counts: the guide does not say.",
        "Both score at once after the tie. As agreed, {winner} wins.",
        "Both score at once after the tie. As agreed, the game goes on.",
    ),
    happens(
        "time-up",
        "103.1.a",
        "Time is up",
        "A game with a time limit ends after the round. Who wins the guide does not say: the players agree.",
        "Time is up. As agreed, {winner} wins with the higher total.",
    ),
    happens(
        "time-draw",
        "103.1.a",
        "Time is up: a draw",
        "Players may agree that a game whose time is up is a draw.",
        "Time is up. As agreed, it is a draw.",
    ),
    happens(
        "no-fight",
        "103.3.c",
        "Ten rounds without a fight",
        "After 10 rounds without damage, attack rolls and saving throws the higher total wins.",
        "After 10 rounds without a fight {winner} wins with the higher total.",
    ),
    forbids(
        "too-few-rounds",
        "103.3.c",
        "Fewer than ten rounds",
        "A game ends without a fight after 10 rounds in a row without damage, attack rolls and saving throws.",
        "{rounds} {rounds:round|rounds} played: a game without a fight ends after 10.",
    ),
    forbids(
        "fought-in-round",
        "103.3.c",
        "A fight in the last ten rounds",
        "A creature that an enemy’s damage, an attack roll or a saving throw eliminates has fallen in a fight.",
        "{creature} is eliminated in round {round}: rounds {first} to {last} are not 10 rounds without a fight.",
    ),
    happens(
        "tie-distance",
        "105.4.b",
        "Tie: the center of the map",
        "Of tied players the one with a creature closer to the center of the map wins.",
        "{winner} has the creature that is closer to the center, and wins.",
    ),
    happens(
        "tie-cost",
        "105.4.c",
        "Tie: the cost of the closest creature",
        "If both are equally close, the player whose closest creature costs more wins.",
        "{winner} has the closest creature that costs more, and wins.",
    ),
    happens(
        "tie-goes-on",
        "105.4.d",
        "Tie: the game goes on",
        "If that is tied as well, the game goes on, and the first player to score any points wins.",
    ),
    happens(
        "tie-stays",
        "103.3.c 105.4.d",
        "Tie: no winner",
        "If a game that has ended is tied in everything, the guide names no winner.",
    ),
)

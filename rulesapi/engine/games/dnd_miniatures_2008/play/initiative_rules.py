"""The rules of set-up and initiative."""

from __future__ import annotations

from rulesapi.engine.games.dnd_miniatures_2008.play.guide import forbids, happens

NO_SECOND_ROLL = "{side}: the Champion rating is not higher, so there is no second roll."
HIGHER_ROLL = "{side}: {total} is the higher roll and counts."
CHOSEN_BY_NOBODY = "Both roll again: nobody has chosen yet who is Player 1."

INITIATIVE_RULES = (
    happens(
        "dazed-champion",
        "903.1 302.2",
        "Dazed champion",
        "For initiative rolls of a round, a Dazed creature has no Champion rating.",
        "{side}: the champion is Dazed and does not count for the roll.",
    ),
    happens(
        "set-up-twice",
        "102.3 102.1 102.3.a 102.3.b",
        "Two rolls at set-up",
        "At set-up the player with the higher Champion rating rolls twice and takes the higher roll.",
        "{side}: the Champion rating is higher. Roll twice and take the higher roll.",
    ),
    happens(
        "round-twice",
        "302.2 110.3 110.3.a 110.3.b",
        "Two rolls for initiative",
        "The player with the active champion of the higher rating rolls twice and takes the higher roll.",
        "{side}: the Champion rating is higher. Roll twice and take the higher roll.",
    ),
    forbids(
        "set-up-second-roll",
        "102.3",
        "No second roll at set-up",
        "Only a player with the higher Champion rating rolls twice.",
        NO_SECOND_ROLL,
    ),
    forbids(
        "round-second-roll",
        "302.2 110.3",
        "No second roll for initiative",
        "Only a player whose active champion has the higher rating rolls twice.",
        NO_SECOND_ROLL,
    ),
    happens(
        "set-up-higher",
        "102.3",
        "The higher of two rolls at set-up",
        "Of two rolls the higher one counts.",
        HIGHER_ROLL,
    ),
    happens(
        "round-higher",
        "302.2",
        "The higher of two rolls for initiative",
        "Of two rolls the higher one counts.",
        HIGHER_ROLL,
    ),
    happens(
        "set-up-won",
        "102.4",
        "The higher roll at set-up",
        "The player with the higher roll chooses which player is Player 1 and selects the map.",
        "{side}: the higher roll. The player chooses who is Player 1.",
    ),
    happens(
        "set-up-tie",
        "102.4.a",
        "Tied roll at set-up",
        "If the rolls are tied, the player with the higher Champion rating has the higher roll.",
        "The rolls are tied, and {side} has the higher Champion rating: that player chooses who is Player 1.",
    ),
    happens(
        "set-up-again",
        "102.4.b",
        "Tied roll without a higher champion",
        "If the rolls are tied and no Champion rating is higher, both players roll again.",
    ),
    forbids(
        "set-up-chosen-by-nobody",
        "102.4 102.4.b",
        "No choice without a higher roll at set-up",
        "The player with the higher roll chooses who is Player 1.",
        CHOSEN_BY_NOBODY,
    ),
    forbids(
        "round-chosen-by-nobody",
        "302.3",
        "No choice without a higher roll for initiative",
        "The player with the higher roll chooses who is Player 1 in this round.",
        CHOSEN_BY_NOBODY,
    ),
    happens(
        "set-up-order",
        "102.5 102.6 102.6.a 102.6.b 102.6.c 102.7",
        "Order of set-up",
        "Player 1 chooses the battle map. Player 2 chooses a start area and sets up, then Player 1 in the other one.",
        "{first} is Player 1 and chooses the battle map. {second} chooses a start area and sets up first.",
    ),
    happens(
        "round-won",
        "302.3",
        "The higher roll for initiative",
        "The player with the higher roll chooses who is Player 1 in this round.",
        "{side}: the higher roll. The player chooses who is Player 1 in this round.",
    ),
    happens(
        "round-tie",
        "302.3 102.4.a",
        "Tied roll for initiative",
        "The guide does not say who wins a tied roll of a round. Players agree: as in set-up, or they roll again.",
        "The rolls are tied. As agreed, {side} wins with the higher Champion rating, as in set-up.",
    ),
    happens(
        "round-again",
        "302.3 102.4.b",
        "Tied roll for initiative: again",
        "Players who agreed on it, or who have no higher Champion rating, roll again after a tied roll.",
        "The rolls are tied: both players roll again.",
    ),
    happens(
        "round-order",
        "303.1 303.1.a",
        "Order of turns",
        "Player 1 takes a turn with one creature. Then the players take turns with two each until all have activated.",
        "{first} is Player 1 and takes a turn with one creature. Then {second} and {first} take turns with two each.",
    ),
)

"""The dispute roll, for what is too close to call (p. 32)."""

from __future__ import annotations

from rulesapi.engine.games.attack_wing.play.dice import other_number
from rulesapi.engine.games.attack_wing.play.parts import (
    ATTACK_FACES,
    DEFENSE_FACES,
    OF_DISPUTE,
    GameSituation,
    Icons,
)
from rulesapi.engine.resolutions.answers import AnswerFields, answer, told
from rulesapi.engine.resolutions.declared import declared
from rulesapi.engine.resolutions.inputs import Part, dice, one_part
from rulesapi.engine.resolutions.model import Course, Step

DICE_EACH = 5
"""The number of dice of each side."""


class DisputeDice(Part):
    """The dice of a dispute roll."""

    attack = dice("Attack dice", ATTACK_FACES, 10, counted=DICE_EACH)
    defense = dice("Defense dice", DEFENSE_FACES, 10, counted=DICE_EACH)


class Dispute(GameSituation):
    """A case that is too close to call."""

    rolled = one_part(DisputeDice, "Rolled", omitted="not rolled yet")
    icons = one_part(Icons, "Icons", kept=True)


@answer
class DisputeReading(AnswerFields):
    """The roll by one meaning of the icon."""

    icon: str = told("Icon", "If the icon is “{icon}”: {attack} against {defense}.", labels=OF_DISPUTE)
    attack: int = told("Attack dice that show it")
    defense: int = told("Defense dice that show it")


@answer
class DisputeAnswer(AnswerFields):
    """The answer: who wins the dispute."""

    winner: str | None = told(
        "Winner",
        {
            "attack": "Who rolls the attack dice wins.",
            "defense": "Who rolls the defense dice wins.",
            "tie": "A tie. The rulebook does not say who wins; our reading: roll again.",
        },
        help="Null if the icon decides and is not known, or if nothing is rolled.",
    )
    readings: list[DisputeReading] = told("Readings of the icon")


def dispute(ask: Dispute) -> Course[DisputeAnswer]:
    """Answer who wins a dispute roll: five attack dice against five defense dice, where the most of one face wins.

    The face is an icon missing from the rulebook's text. Both dice share only concentrate and blank, and the table
    states which one counts.
    """
    icon, rolled = ask.icons.dispute, ask.rolled
    attack, defense = rolled.attack, rolled.defense
    if attack is None or defense is None:
        if icon is None:
            yield ask.icons.missing(Icons.dispute, "dispute")
        yield Step("dispute-dice", {"dice": DICE_EACH})
        return DisputeAnswer(winner=None, readings=[])
    wrong = [
        *other_number(rolled.place(DisputeDice.attack), attack, DICE_EACH),
        *other_number(rolled.place(DisputeDice.defense), defense, DICE_EACH),
    ]
    yield from wrong
    if wrong:
        return DisputeAnswer(winner=None, readings=[])
    readings = [
        DisputeReading(icon=one, attack=attack.count(one), defense=defense.count(one))
        for one in ([icon] if icon else OF_DISPUTE)
    ]
    winners = {_most(one.attack, one.defense) for one in readings}
    decided = winners.pop() if len(winners) == 1 else None
    if decided is None:
        yield ask.icons.missing(Icons.dispute, "dispute")
    elif decided == "tie":
        yield Step("dispute-tied", {})
    else:
        yield Step("dispute", {"dice": decided})
    return DisputeAnswer(winner=decided, readings=readings)


def _most(attack: int, defense: int) -> str:
    if attack == defense:
        return "tie"
    return "attack" if attack > defense else "defense"


DISPUTE = declared("dispute", "Dispute roll", "Who settles what is too close to call.", Dispute, DisputeAnswer, dispute)

"""The situation of an attack roll: attacker, target, and what is between them."""

from __future__ import annotations

from rulesapi.engine.games.dnd_miniatures_2008.play.creatures import (
    DAZED,
    MAX_BONUS,
    MAX_CHANGES,
    TARGETED,
    AttackingCreature,
    Change,
    conditions,
    of_attack,
    words,
)
from rulesapi.engine.resolutions.input_kinds import Number, OneOf
from rulesapi.engine.resolutions.inputs import (
    Input,
    Part,
    Situation,
    fact,
    number_or,
    one_part,
    optional_parts,
    rolled_die,
    tick,
)
from rulesapi.engine.values.chances import D20


class Attacker(AttackingCreature):
    """The creature that attacks."""

    bonus: Input[int | None] = of_attack(Number(-20, MAX_BONUS), "Attack bonus", "the attack bonus of {who}")
    against: Input[str | None] = of_attack(OneOf(TARGETED), "Against", "which defense the attack of {who} is against")
    conditions = conditions("Conditions", "blinded", *DAZED, "immobilized")
    state = words(
        "More about it",
        {
            "unseen": "The target cannot see it",
            "blindsight": "Its Blindsight reaches the target",
            "sacred-circle": "In a sacred circle",
            "blood-rock": "On blood rock",
            "squeezing": "Squeezing",
        },
        folded=True,
    )
    attacked = tick("It has taken the attack action of its turn", folded=True)
    charged = tick("It has charged in its turn", folded=True)


class Target(Part, kind="creature"):
    """The creature that is attacked."""

    ac = fact(
        int,
        "Armor Class",
        asked="the Armor Class of {who}",
        help="Its current Armor Class. If omitted: the printed one.",
    )
    defense = fact(int, help="Its current defense of the kind that is attacked. If omitted: the printed one.")
    conditions = conditions("Conditions", "blinded", *DAZED)
    state = words(
        "More about it",
        {
            "unseen": "The attacker cannot see it",
            "squeezing": "Squeezing",
            "exposed": "An effect lets it grant combat advantage",
        },
        folded=True,
    )
    conceal = number_or(0, "none", "Conceal", D20, folded=True)


class AttackRoll(Situation):
    """An attack on a target."""

    attacker = one_part(Attacker, "Attacker")
    target = one_part(Target, "Target creature")
    flanked = tick("The attacker flanks the target")
    cover = tick("Cover")
    charge = tick("Charge")
    opportunity = tick("Opportunity attack", folded=True)
    rolled = rolled_die("d20")
    conceal_roll = rolled_die("d20 for Conceal", folded=True, asked="what the d20 for Conceal shows")
    changes = optional_parts(
        Change, "Effect", MAX_CHANGES, idle=Change.number, plural="Effects on the attack", folded=True
    )


def hidden_at(ask: AttackRoll) -> str | None:
    """Return the place that says that the attacker does not see its target; None if it does."""
    if "blinded" in ask.attacker.conditions:
        return ask.attacker.place(Attacker.conditions)
    unseen = "unseen" in ask.target.state and "blindsight" not in ask.attacker.state
    return ask.target.place(Target.state) if unseen else None

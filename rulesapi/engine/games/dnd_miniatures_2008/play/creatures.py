"""Creatures at the table: the attacks of their cards, their conditions, and the effects that add to a number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, Unpack, cast

from rulesapi.engine.resolutions.input_kinds import Flag, Number, OneOf, SeveralOf
from rulesapi.engine.resolutions.inputs import Input, Kind, Options, Part, flag, number, one_of, several_parts, text
from rulesapi.engine.resolutions.model import Breach, Course, Missing, Step
from rulesapi.engine.resolutions.participants import differing
from rulesapi.engine.resolutions.reading import peek
from rulesapi.engine.values.truth import Truth

T = TypeVar("T")

CONDITIONS = {
    "blinded": "Blinded",
    "confused": "Confused",
    "dazed": "Dazed",
    "dominated": "Dominated",
    "enervated": "Enervated",
    "helpless": "Helpless",
    "immobilized": "Immobilized",
    "slowed": "Slowed",
    "stunned": "Stunned",
}
DAZED = ("dazed", "confused", "dominated", "stunned", "helpless")
"""The conditions of a creature that is Dazed (902.1, 903.1, 904.1, 906.1, 910.1)."""
STUNNED = ("stunned", "helpless")
"""The conditions of a creature that is Stunned (906.1, 910.1)."""
ONLY_BASIC = ("confused", "dominated")
"""The conditions of a creature that can only choose basic attacks (902.1, 904.1)."""
MANNERS = {"melee": "Melee", "ranged": "Ranged", "close": "Close attack", "area": "Area"}
TARGETED = {"ac": "AC", "fortitude": "Fortitude", "reflex": "Reflex", "will": "Will"}
MAX_ATTACKS, MAX_BONUS, MAX_DAMAGE = 12, 60, 500


def words(label: str, choices: Mapping[str, str], **options: Unpack[Options]) -> Input[Sequence[str]]:
    """Return a choice of several words, none if omitted. A word that the course does not look for is unused."""
    return Input(SeveralOf(choices), label, default=(), **({"omitted": "none"} | options))


def conditions(label: str, *offered: str) -> Input[Sequence[str]]:
    """Return the conditions of a creature, of those that matter to the question."""
    return words(label, {one: CONDITIONS[one] for one in offered}, folded=True)


def first_of(wanted: Sequence[str], entered: Sequence[str]) -> str | None:
    """Return the first of the wanted words that is entered; the words after it are not read."""
    return next((one for one in wanted if one in entered), None)


# Attacks of cards -----------------------------------------------------------------------------------------------------


class PrintedAttack(Part, named=True):
    """An attack on the card of a creature."""

    manner = one_of("Kind of attack", MANNERS, omitted="it is not known")
    basic = flag("Basic attack", omitted="it is not known")
    bonus = number("Attack bonus", MAX_BONUS, least=-20, omitted="it is not known")
    against = one_of("Against", TARGETED, omitted="it is not known")
    damage = number("Damage", MAX_DAMAGE, omitted="it is not known")


class OfAttack(Input[T]):
    """An input that the chosen attack of the part's card answers if players do not."""

    def _value(self, part: Part) -> Any:
        value = super()._value(part)
        if value is None and isinstance(part, AttackingCreature) and (attack := part.chosen_attack) is not None:
            value = getattr(attack, self.name)
        return value


def of_attack(kind: Kind, label: str, asked: str) -> Input[Any]:
    """Return an input that the chosen attack answers, asked for where neither card nor players give it."""
    return OfAttack(kind, label, omitted="that of the attack of its card", folded=True, asked=asked)


class AttackingCreature(Part, kind="creature"):
    """A creature with the attack that it makes."""

    attack: Input[int] = Input(
        Number(1, MAX_ATTACKS, entries="attacks"),
        "Attack of the card",
        default=1,
        omitted="its first",
        help="The place among the attacks of the card.",
    )
    attacks = several_parts(
        PrintedAttack,
        "Printed attack",
        MAX_ATTACKS,
        plural="Attacks of the card",
        of_card=True,
        folded=True,
        help="If its card is known, but not what its attacks are.",
        omitted="those of its card",
    )
    manner: Input[str | None] = of_attack(OneOf(MANNERS), "Kind of attack", "the kind of attack of {who}")
    basic: Input[bool | None] = of_attack(Flag(), "Basic attack", "whether the attack of {who} is a basic attack")

    def need(self, field: Input[T | None], rule: str) -> Course[T | None]:
        """Return an input that a rule needs; a basic attack whose kind is not entered is a melee attack (212.2.b)."""
        if isinstance(field, OfAttack) and field.name == "manner" and self.manner is None and self.basic:
            return cast("T", "melee")
        return (yield from super().need(field, rule))

    @property
    def chosen_attack(self) -> PrintedAttack | None:
        """The chosen attack; None if there is no such attack, or if the attacks are not known."""
        attacks = self.attacks or ()
        chosen = attacks[self.attack - 1] if self.attack <= len(attacks) else None
        if chosen is not None:
            chosen.said.get("name")  # says which attack it is: it decides nothing, but is no input without effect
        return chosen

    def missing(self, field: Input[Any], rule: str) -> Missing:
        """Return that an input is unknown; the players are asked for a number of an attack."""
        missing = super().missing(field, rule)
        return Missing("", missing.fact, missing.at, rule) if isinstance(field, OfAttack) else missing

    def no_such_attack(self) -> Course[bool]:
        """Return whether the card does not have the chosen attack."""
        attacks = self.attacks
        lacks = attacks is not None and self.attack > max(1, len(attacks))
        if lacks:
            facts = {"creature": self.name, "number": self.attack, "count": len(attacks or ())}
            yield Breach("no-such-attack", (self.place(AttackingCreature.attack),), facts)
        return lacks

    def other_than_printed(self) -> Course[None]:
        """Yield what players entered of the attack although the card has something else."""
        said, attack = peek(self.said), self.chosen_attack
        for name in (name for name, field in self.inputs.items() if isinstance(field, OfAttack) and name in said):
            printed = None if attack is None or AttackingCreature.attacks.name in said else getattr(attack, name)
            if printed not in (None, said[name]):
                facts = {"card": self.name, "fact": name, "label": self.inputs[name].title}
                yield differing(f"{self.at}/{name}", facts, said[name], printed)

    def no_melee_attack(self) -> Course[bool]:
        """Return whether the attack is called a basic attack, but is no melee attack (212.2.b)."""
        said, attack = self.said, self.chosen_attack
        printed = {} if attack is None else attack.said
        basic, manner = (said.get(field.name, printed.get(field.name)) for field in BASIC_MANNER)
        if not basic or manner in (None, "melee"):
            return False
        entered = next((field.name for field in BASIC_MANNER if field.name in said), "")
        inside = f"{attack.at}/{PrintedAttack.basic.name}" if attack is not None and "attacks" in said else self.at
        places = (f"{self.at}/{entered}" if entered else inside,)
        yield Breach("basic-melee", places, {"attacker": self.name, "manner": self.manner})
        return True


BASIC_MANNER = (AttackingCreature.basic, AttackingCreature.manner)
"""The inputs that contradict each other if a basic attack is no melee attack."""


def counts_in_melee(
    attacker: AttackingCreature, part: Part, field: Input[Sequence[str]], word: str, rule: str
) -> Course[Truth]:
    """Return whether a word about a part counts, as it does for melee attacks; None if a rule needs the kind of attack.

    For another attack the word is unused.
    """
    if word not in peek(part.said).get(field.name, ()):
        return False
    manner = yield from attacker.need(AttackingCreature.manner, rule)
    counts = manner in (None, "melee") and word in field.__get__(part, type(part))
    return None if manner is None else counts


# Effects that add to a number -----------------------------------------------------------------------------------------


class Change(Part):
    """A bonus or penalty by an effect."""

    because = text("Effect", help="Of effects of one name and number one counts. If omitted: it is unlike others.")
    number = number("Bonus or penalty", MAX_BONUS, least=-MAX_BONUS, asked="how large a bonus or penalty is")


MAX_CHANGES = 6


def different(entered: Sequence[Change], rule: str) -> Course[list[tuple[str, int | None]]]:
    """Return the name and number of each effect that counts: of identical ones only the first (706.2.a)."""
    found: list[tuple[str, int | None]] = []
    for one in entered:
        effect = one.because or "", (yield from one.need(Change.number, rule))
        if effect in found and one.because:
            yield Step("identical-effects", {"effect": one.because})
        else:
            found.append(effect)
    return found


def signed(amount: int) -> str:
    """Return a number with its sign."""
    return f"+{amount}" if amount >= 0 else f"−{-amount}"

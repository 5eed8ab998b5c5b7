"""Attacks that cannot be made: conditions, charges, opportunity attacks, and targets out of sight."""

from __future__ import annotations

from typing import Any

from rulesapi.engine.games.dnd_miniatures_2008.play.attack_inputs import Attacker, AttackRoll, hidden_at
from rulesapi.engine.games.dnd_miniatures_2008.play.creatures import CONDITIONS, DAZED, ONLY_BASIC, STUNNED, first_of
from rulesapi.engine.resolutions.model import Breach, Course
from rulesapi.engine.values.messages import phrase

Forbidden = tuple[str, str, str]
"""The rule of a breach, its place, and the condition that causes it; empty without one."""


def forbidden(ask: AttackRoll, names: dict[str, Any]) -> Course[bool]:
    """Return whether the attack cannot be made."""
    if (yield from ask.attacker.no_such_attack()):
        return True
    yield from ask.attacker.other_than_printed()
    no_melee = yield from ask.attacker.no_melee_attack()
    found = [*(yield from _unable(ask)), *(yield from _unseen(ask))]
    for rule, place, condition in dict.fromkeys(found):
        yield Breach(rule, (place,), names | ({"condition": phrase(CONDITIONS[condition])} if condition else {}))
    return no_melee or bool(found)


def _unable(ask: AttackRoll) -> Course[list[Forbidden]]:
    """Return the breaches by conditions of the attacker, and by what it has done."""
    attacker = ask.attacker
    if stunned := first_of(STUNNED, attacker.conditions):
        return [("stunned-acts", attacker.place(Attacker.conditions), stunned)]
    found = yield from _no_opportunity(ask) if ask.opportunity else _no_action(ask)
    if ask.flanked and (flanks := first_of(("blinded", *DAZED), attacker.conditions)):
        found.append(("cannot-flank", ask.place(AttackRoll.flanked), flanks))
    return found


def _no_opportunity(ask: AttackRoll) -> Course[list[Forbidden]]:
    """Return the breaches of an opportunity attack."""
    attacker, place = ask.attacker, ask.place(AttackRoll.opportunity)
    found = yield from _not_basic(ask, "opportunity-basic", place)
    if dazed := first_of(DAZED, attacker.conditions):
        found.append(("opportunity-dazed", attacker.place(Attacker.conditions), dazed))
    if hidden := hidden_at(ask):
        found.append(("opportunity-unseen", hidden, ""))
    return [*found, ("opportunity-charges", ask.place(AttackRoll.charge), "")] if ask.charge else found


def _no_action(ask: AttackRoll) -> Course[list[Forbidden]]:
    """Return the breaches of an attack action, with those of a charge."""
    attacker, at, charge = ask.attacker, ask.attacker.place(Attacker.conditions), ask.place(AttackRoll.charge)
    before = next((one for one in (Attacker.attacked, Attacker.charged) if one.__get__(attacker, Attacker)), None)
    found = [("attacked-already", attacker.place(before), "")] if before else []
    if limited := first_of(ONLY_BASIC, attacker.conditions):
        found += yield from _not_basic(ask, "only-basic", at, limited)
    if ask.charge:
        found += yield from _not_basic(ask, "charge-basic", charge)
    if ask.charge and "immobilized" in attacker.conditions:
        found.append(("immobilized-charges", charge, ""))
    return found


def _not_basic(ask: AttackRoll, rule: str, place: str, condition: str = "") -> Course[list[Forbidden]]:
    """Return the breach of a rule that asks for a basic attack."""
    basic = yield from ask.attacker.need(Attacker.basic, rule)
    return [(rule, place, condition)] if basic is False else []


def _unseen(ask: AttackRoll) -> Course[list[Forbidden]]:
    """Return the breaches because the attacker does not see its target."""
    place = hidden_at(ask)
    if place is None or ask.charge:
        return [("charge-unseen", place, "")] if place else []
    manner = yield from ask.attacker.need(Attacker.manner, "ranged-unseen")
    if manner == "area" and "blinded" in ask.attacker.conditions:
        return [("area-blinded", place, "")]
    return [("ranged-unseen", place, "")] if manner == "ranged" else []

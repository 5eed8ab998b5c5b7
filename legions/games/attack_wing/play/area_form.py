"""The form of an area attack, with an answer that has a row for each creature in the area."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from legions.games.attack_wing.play.attack_form import FightForm
from legions.games.attack_wing.play.words import chance
from legions.play.forms import Result, ResultTable
from legions.play.situation_fields import MAX_ENTRIES
from legions.site.plots import decimal, percent
from rulesapi.engine.games.attack_wing.play.attack_inputs import ATTACKER, DEFENDER, OF_TARGET

TARGETS = "targets"
TODAYS_NAMES = {
    "name": "creature",
    "range": "measured_range",
    "arc": "measured_arc",
    "attacker_spends": "spend_attacker",
    "spends": "spend_defender",
    **{name: name for name in ("rolled_attack", "rolled_defense", "caught", "friend", "pivot_of_friend")},
    **{one.name: f"creature_{one.name}" for one in OF_TARGET},
}
"""The ends of the names of fields of a creature, keyed by their former names."""


class AreaAttackForm(FightForm):
    """The form for an area attack on several creatures."""

    max_parts = 1 + 4 + MAX_ENTRIES * (5 + 2 * MAX_ENTRIES)
    """The situation, the parts of the attack, and each creature with its parts and with two lists of dice."""
    former_names = {
        f"t{place}_{former}": f"{TARGETS}_{place}_{name}"
        for place in range(MAX_ENTRIES)
        for former, name in TODAYS_NAMES.items()
    }

    def dice_rolled(self, resolution: Mapping[str, Any]) -> dict[str, int | None]:
        """Return the number of attack dice and of defense dice for each creature."""
        targets = zip(self._entries(TARGETS), resolution["result"]["targets"], strict=False)
        kinds = ("attack", "defense")
        return {f"{path}_rolled_{kind}": one.get(f"{kind}_dice") for path, one in targets for kind in kinds}

    def result(self, resolution: Mapping[str, Any]) -> Result:
        """Return the damage of each creature, or its odds."""
        found = resolution["result"]["targets"]
        if not found:
            return super().result(resolution)
        odds = (resolution["odds"] or {}).get("targets") or [None] * len(found)
        rows = [_row(one, of_it) for one, of_it in zip(found, odds, strict=True)]
        columns = (_("Creature"), _("Dice"), _("Damage"), _("Defeated"))
        return Result(tables=(ResultTable(_("Each creature"), columns, rows),))

    def _fighters(self, situation: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], Mapping[str, Any]]]:
        yield ATTACKER, situation[ATTACKER], {}
        for target in situation.get(TARGETS, ()):
            if "creature" in target:
                yield DEFENDER, target["creature"], target.get("spend", {})

    def _defenders(self) -> list[str]:
        return self._targets

    @cached_property
    def _targets(self) -> list[str]:
        return [name for name in self.fields if name.startswith(f"{TARGETS}_") and name.endswith("_creature")]


def _row(target: Mapping[str, Any], odds: Mapping[str, Any] | None) -> list[str]:
    """Return the table row of a creature: its name, dice, known damage, and whether it is defeated."""
    dice = [
        "?" if target[name] is None else str(target[name]) for name in ("attack_dice", "defense_dice") if name in target
    ]
    return [target["name"], " : ".join(dice), _damage_words(target, odds), _defeat_words(target, odds)]


def _damage_words(target: Mapping[str, Any], odds: Mapping[str, Any] | None) -> str:
    if target["stage"] == "unaffected":
        return _("not affected")
    if damage := target.get("damage"):
        return _("%(normal)d normal, %(critical)d critical") % damage
    if odds is None:
        words = {"measure": _("tap the range"), "defense-dice": _("roll the defense dice"), "damage": _("not known")}
        return words.get(target["stage"], "")
    return _("%(mean)s on average") % {"mean": decimal(float(chance(odds["mean"])))}


def _defeat_words(target: Mapping[str, Any], odds: Mapping[str, Any] | None) -> str:
    if target.get("soldiers_lost"):
        return _("Soldiers lost: %(number)d") % {"number": target["soldiers_lost"]}
    if target.get("removed_in_end_phase"):
        return _("in the End Phase")
    return percent(chance(odds["lethal"])) if odds and odds["lethal"] else ""

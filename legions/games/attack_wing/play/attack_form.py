"""An attack as its page asks for it. What is usual is left out: the first weapon, in its arc, nothing between."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from legions.play.forms import FacesField, Group, NamedCard, Result, choice, number, one_of, tick, ticks
from legions.play.table import Table

from .fight_form import OTHER_LIST, FightForm, faces_of
from .words import (
    ATTACK_FACES,
    CREATURES,
    DEFENSE_FACES,
    PLAY_LEVELS,
    TOKENS,
    UPGRADES,
    odds_plot,
    odds_words,
    token_words,
)

OUT_OF_RANGE = "0"
SIDES = ("attacker", "defender")
WEAPON, UPGRADE = "weapon", "upgrade"
OF_CARD = ("attack", "agility", "health", "armor")
AT_TABLE = ("damage", "shattered", "soldiers", "pressed", "swooping", "play_level")
YES_NO = {"yes": gettext_lazy("Yes"), "no": gettext_lazy("No")}
CHANGES = {
    "attack-dice": gettext_lazy("attack dice"),
    "defense-dice": gettext_lazy("defense dice"),
    "hits": gettext_lazy("hits"),
    "criticals": gettext_lazy("criticals"),
    "dodges": gettext_lazy("dodges"),
}
MAX_REROLLS = 16
"""Dice for which a re-roll is asked; more dice are not counted either."""


class AttackForm(FightForm):
    """Who attacks whom, with what, and what was rolled."""

    rolls = True

    attacker_pick = one_of(gettext_lazy("Attacker"), {})
    defender_pick = one_of(gettext_lazy("Defender"), {})
    attacker = NamedCard(gettext_lazy("Attacker"), CREATURES)
    defender = NamedCard(gettext_lazy("Defender"), CREATURES)
    range = one_of(
        gettext_lazy("Range"),
        {**{str(one): str(one) for one in (1, 2, 3, 4)}, OUT_OF_RANGE: gettext_lazy("out of range or arc")},
    )
    measured_arc = choice(
        gettext_lazy("The target lies in"),
        {"forward": gettext_lazy("the forward arc"), "rear": gettext_lazy("the rear arc")},
    )
    form = one_of(gettext_lazy("With"), {})
    upgrade = NamedCard(gettext_lazy("An upgrade or spell"), UPGRADES)
    attacker_spends = ticks(
        gettext_lazy("The attacker spends"), {one: TOKENS[one] for one in ("charge", "target", "concentrate")}
    )
    defender_spends = ticks(gettext_lazy("The defender spends"), {one: TOKENS[one] for one in ("dodge", "concentrate")})
    pivot = tick(gettext_lazy("The defender has a Pivot Token"))
    interposing = number(gettext_lazy("Ground creatures between"))
    obstacles = number(gettext_lazy("Obstacles under the ruler"))
    rolled_attack = FacesField(gettext_lazy("Attack dice rolled"), ATTACK_FACES)
    rolled_defense = FacesField(gettext_lazy("Defense dice rolled"), DEFENSE_FACES)
    attacker_attack = number(gettext_lazy("Primary weapon value"))
    weapon_melee = choice(gettext_lazy("Weapon"), {"yes": gettext_lazy("melee"), "no": gettext_lazy("ranged")})
    weapon_range = number(gettext_lazy("Longest range"), 4, least=1)
    upgrade_dice = number(gettext_lazy("Its attack dice"))
    upgrade_melee = choice(gettext_lazy("It attacks"), {"yes": gettext_lazy("melee"), "no": gettext_lazy("ranged")})
    upgrade_range = forms.CharField(label=gettext_lazy("Its range"), required=False, max_length=20)
    upgrade_costs = ticks(gettext_lazy("It costs"), TOKENS)
    upgrade_area = choice(gettext_lazy("It is an area attack"), YES_NO)
    upgrade_penetrates = choice(gettext_lazy("It penetrates armor"), YES_NO)
    upgrade_free = tick(gettext_lazy("It costs no token"))
    upgrade_disabled = tick(gettext_lazy("It is disabled"))
    upgrade_duration_tokens = number(gettext_lazy("Duration Tokens on it"))
    caught = number(gettext_lazy("Soldiers in the area"), least=1)
    attacker_attacked = tick(gettext_lazy("It has attacked in this round"))
    attacker_charged = tick(gettext_lazy("It has charged in this round"))
    attacker_no_attack = tick(gettext_lazy("It has a No Attack Token"))
    attacker_play_level = choice(gettext_lazy("Position of the attacker"), PLAY_LEVELS)
    attacker_swooping = tick(gettext_lazy("The attacker swoops"))
    attacker_soldiers = number(gettext_lazy("Soldiers of the attacker"))
    attacker_pressed = number(gettext_lazy("Pressed soldiers of the attacker"))
    defender_agility = number(gettext_lazy("Agility"))
    defender_health = number(gettext_lazy("Health"))
    defender_armor = number(gettext_lazy("Armor"))
    defender_damage = number(gettext_lazy("Damage cards"))
    defender_shattered = number(gettext_lazy("Shattered Armor Tokens"))
    defender_play_level = choice(gettext_lazy("Position of the defender"), PLAY_LEVELS)
    defender_swooping = tick(gettext_lazy("The defender swoops"))
    defender_soldiers = number(gettext_lazy("Soldiers of the defender"))
    defender_pressed = number(gettext_lazy("Pressed soldiers of the defender"))
    change_what = choice(gettext_lazy("A card changes"), CHANGES)
    change_by = number(gettext_lazy("By"), 20, least=-20)
    change_because = forms.CharField(label=gettext_lazy("Because of"), required=False, max_length=200)
    change_side = choice(
        gettext_lazy("Card of"), {"attacker": gettext_lazy("the attacker"), "defender": gettext_lazy("the defender")}
    )
    change_adventure = tick(gettext_lazy("A rule of the adventure, not of a card"))

    def __init__(self, data: Any, table: Table) -> None:
        """Offer the creatures of the lists chosen, and the weapons of the attacker."""
        super().__init__(data, table)
        for side in SIDES:
            self.fields[f"{side}_pick"].choices = self.pick_names  # type: ignore[attr-defined]
        self.fields["form"].choices = self._forms()  # type: ignore[attr-defined]
        rolled = faces_of(self.data, "rolled_attack") if self._spends("target") else []
        for place in range(min(MAX_REROLLS, len(rolled))):
            self.fields[f"again_{place}"] = choice(_("Re-roll die %(number)d") % {"number": place + 1}, ATTACK_FACES)

    def shown_groups(self) -> tuple[Group, ...]:
        """Return the groups of fields; a field for which there is no choice is left out."""
        named = self._named_by()
        again = tuple(name for name in self.fields if name.startswith("again_"))
        form = ("form",) if len(self.fields["form"].choices) > 1 else ()  # type: ignore[attr-defined]
        rest = [field for field in self._either_way() if field not in named]
        return (
            Group(_("The attack"), (*named, "range", *form)),
            Group(
                _("Tokens and what lies between"),
                ("attacker_spends", "defender_spends", "pivot", "interposing", "obstacles"),
            ),
            Group(_("Dice"), ("rolled_attack", *again, "rolled_defense")),
            Group(_("Creatures of lists"), ("own_list", "other_list", *rest), folded=True),
            Group(
                _("An upgrade or spell attacks"),
                (
                    "upgrade",
                    "upgrade_dice",
                    "upgrade_range",
                    "upgrade_melee",
                    "upgrade_costs",
                    "upgrade_free",
                    "upgrade_duration_tokens",
                    "upgrade_area",
                    "upgrade_penetrates",
                    "upgrade_disabled",
                    "caught",
                ),
                folded=True,
            ),
            Group(
                _("More of the attacker"),
                (
                    "attacker_attack",
                    "weapon_melee",
                    "weapon_range",
                    "attacker_play_level",
                    "attacker_soldiers",
                    "attacker_pressed",
                    "attacker_swooping",
                    "attacker_attacked",
                    "attacker_charged",
                    "attacker_no_attack",
                    "measured_arc",
                ),
                folded=True,
            ),
            Group(
                _("More of the defender"),
                (
                    "defender_agility",
                    "defender_health",
                    "defender_armor",
                    "defender_damage",
                    "defender_shattered",
                    "defender_play_level",
                    "defender_soldiers",
                    "defender_pressed",
                    "defender_swooping",
                ),
                folded=True,
            ),
            Group(
                _("A card changes a number"),
                ("change_what", "change_by", "change_because", "change_side", "change_adventure"),
                folded=True,
            ),
        )

    def _named_by(self) -> list[str]:
        """The fields for who fights: creatures of a list are tapped, one of an enemy without a list is named."""
        enemies = any(key.startswith(OTHER_LIST) for key in self.picks) or (self.data or {}).get("defender_pick")
        return ["attacker_pick" if self.picks else "attacker", "defender_pick" if enemies else "defender"]

    def _either_way(self) -> list[str]:
        """All fields for who fights, once there are lists."""
        return [*SIDES, *(f"{side}_pick" for side in SIDES)] if self.picks else []

    def situation(self) -> dict[str, Any] | None:
        """The attack, once attacker and defender are named."""
        creatures = {side: self._creature(side) for side in SIDES}
        if not all(creatures.values()):
            return None
        found: dict[str, Any] = {**creatures, "spend": self._spent()}
        found |= self._made_with()
        found |= self.said({"interposing": "interposing", "obstacles": "obstacles", "caught": "caught"})
        if chosen := self.value("range"):
            found["measured"] = {"range": None if chosen == OUT_OF_RANGE else int(chosen)}
            found["measured"] |= self.said({"arc": "measured_arc"})
        if change := self._change():
            found["changes"] = [change]
        if rolled := self._rolled():
            found["rolled"] = rolled
        if dice := self.table.memory.get("dice"):
            found["dice"] = dict(dice)
        return found

    def names_of(self, at: str, fact: str) -> Any:
        """A fact of a weapon is said by two fields, and how a creature moves by where it stands."""
        if fact == "/weapons":
            yield from ("weapon_melee", "weapon_range")
        elif fact == "/spends":
            yield from ("upgrade_costs", "upgrade_free")
        elif fact == "/movement":
            yield f"{at[1:]}_play_level"
        else:
            yield from super().names_of(at, fact)

    # -- what is chosen --------------------------------------------------------------------------------------------

    def _forms(self) -> list[tuple[str, str]]:
        """The weapons of the attacker, and the upgrades that it carries in its list."""
        pick = self.chosen("attacker")
        weapons = self.table.cards.get(pick.get("card", ""), {}).get("weapons") or ()
        found = [(f"{WEAPON}:{one['name']}", one["name"]) for one in weapons if one["name"]]
        carried = [slug for slug in pick.get("upgrades", ()) if slug in self.table.cards]
        return [*found, *((f"{UPGRADE}:{slug}", self.table.cards[slug].get("name") or slug) for slug in carried)]

    def _spends(self, token: str) -> bool:
        data = self.data
        return bool(data) and token in (data.getlist("attacker_spends") if hasattr(data, "getlist") else ())

    # -- the parts of the situation ----------------------------------------------------------------------------------

    def _creature(self, side: str) -> dict[str, Any]:
        text = self.value(side, "").strip()
        pick = self.picks.get(self.value(f"{side}_pick", ""))
        if text:
            found = self.card_or_name(text, CREATURES)
        elif pick:
            found = {"card": pick["card"]} | ({"soldiers": pick["soldiers"]} if "soldiers" in pick else {})
        else:
            return {}
        states = ("attacked", "charged", "no_attack")
        found |= self.said({name: f"{side}_{name}" for name in (*OF_CARD, *AT_TABLE, *states)})
        held = ["charge", "target", "concentrate"] if side == "attacker" else ["dodge", "concentrate"]
        if side == "defender" and self.value("pivot"):
            held.append("pivot")
        return found | {"tokens": held}

    def _spent(self) -> dict[str, list[str]]:
        return {side: list(self.value(f"{side}_spends", ())) for side in SIDES}

    def _made_with(self) -> dict[str, Any]:
        kind, _colon, name = self.value("form", "").partition(":")
        text = self.value("upgrade", "").strip()
        if text or kind == UPGRADE:
            return {"upgrade": self._upgrade(text, name)}
        said = self.said({"range": "weapon_range"})
        if melee := self.value("weapon_melee"):
            said["melee"] = melee == "yes"
        if said:
            return {"weapon": self._printed_weapon(name) | said}
        return {"weapon": {"name": name}} if name else {}

    def _printed_weapon(self, name: str) -> dict[str, Any]:
        """What is printed of the weapon, for what is said to be added."""
        weapons = self.table.cards.get(self.chosen("attacker").get("card", ""), {}).get("weapons") or ()
        found: Mapping[str, Any] = next((one for one in weapons if one["name"] == name or not name), {})
        facts = {fact: found[fact] for fact in ("name", "melee", "range") if found.get(fact) is not None}
        return facts | ({"arc": found["arc"]} if found.get("arc") in ("forward", "rear") else {})

    def _upgrade(self, text: str, slug: str) -> dict[str, Any]:
        found: dict[str, Any] = self.card_or_name(text, UPGRADES) if text else {"card": slug}
        facts = ("dice", "range", "costs", "disabled", "duration_tokens")
        found |= self.said({fact: f"upgrade_{fact}" for fact in facts})
        if self.value("upgrade_free"):
            found["costs"] = []
        for fact in ("melee", "area", "penetrates"):
            if said := self.value(f"upgrade_{fact}"):
                found[fact] = said == "yes"
        return found

    def _change(self) -> dict[str, Any] | None:
        names = ("what", "by", "because", "side", "adventure")
        said = self.said({name: f"change_{name}" for name in names})
        return said if {"what", "by"} <= said.keys() and said.setdefault("because", _("a card")) else None

    def _rolled(self) -> dict[str, Any]:
        attack, defense = self.value("rolled_attack", []), self.value("rolled_defense", [])
        if not attack:
            return {}
        again = [
            {"die": place, "face": face}
            for place in range(len(attack))
            if (face := self.value(f"again_{place}")) is not None
        ]
        return {"attack": attack} | ({"reroll": again} if again else {}) | ({"defense": defense} if defense else {})

    # -- the answer --------------------------------------------------------------------------------------------------

    def result(self, resolution: Mapping[str, Any]) -> Result:
        """The dice, the damage or its odds, and what each token would add."""
        found, odds = resolution["result"], resolution["odds"]
        lines = [*_dice_lines(found), *_after_lines(found)]
        if odds is None:
            return Result(_stage_words(found), lines, ends=found["stage"] == "lost")
        lines += [token_words(one) for one in odds["tokens"]]
        return Result(odds_words(odds), lines, (odds_plot(odds),))


def _stage_words(found: Mapping[str, Any]) -> str:
    damage = found.get("damage")
    if damage is not None:
        return _("%(normal)d normal and %(critical)d critical damage.") % damage
    return {
        "declare": "",
        "measure": _("Now measure: tap the range."),
        "lost": _("The attack is lost."),
        "defense-dice": _("%(hits)d hits and %(criticals)d criticals. Now the defense dice.") % found
        if "hits" in found
        else "",
    }.get(found["stage"], "")


def _dice_lines(found: Mapping[str, Any]) -> list[str]:
    words = {"attack_dice": _("Attack dice: %(number)d"), "defense_dice": _("Defense dice: %(number)d")}
    return [template % {"number": found[key]} for key, template in words.items() if found.get(key) is not None]


def _after_lines(found: Mapping[str, Any]) -> list[str]:
    lines = []
    if found.get("damage_cards"):
        lines.append(_("Damage cards beside the defender: %(number)d") % {"number": found["damage_cards"]})
    if found.get("soldiers_lost"):
        lines.append(_("Soldiers lost: %(number)d") % {"number": found["soldiers_lost"]})
    if found.get("removed_in_end_phase"):
        lines.append(_("Defeated: removed in the End Phase."))
    return lines

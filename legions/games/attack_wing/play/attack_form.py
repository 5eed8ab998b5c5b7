"""The form for an attack. The defaults are the first weapon, a target in its arc, and nothing in between."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from legions.games.attack_wing.play.fight_form import OTHER_LIST, FightForm, faces_of
from legions.games.attack_wing.play.words import (
    ATTACK_FACES,
    CREATURES,
    DEFENSE_FACES,
    PLAY_LEVELS,
    TOKENS,
    UPGRADES,
    YES_NO,
    odds_plot,
    odds_words,
    token_words,
)
from legions.play.forms import FacesField, Group, NamedCard, Result, choice, number, one_of, tick, ticks
from legions.play.question_context import Table

OUT_OF_RANGE = "0"
FAR = 4
"""The range at which the defender rolls an extra die."""
SIDES = ("attacker", "defender")
WEAPON, UPGRADE = "weapon", "upgrade"
OF_CARD = ("attack", "agility", "health", "armor")
AT_TABLE = ("damage", "shattered", "soldiers", "pressed", "swooping", "play_level")
CHANGES = {
    "attack-dice": gettext_lazy("attack dice"),
    "defense-dice": gettext_lazy("defense dice"),
    "hits": gettext_lazy("hits"),
    "criticals": gettext_lazy("criticals"),
    "dodges": gettext_lazy("dodges"),
}
OBSTACLES = {**PLAY_LEVELS, "both": gettext_lazy("on both play levels")}
MAX_REROLLS = 16
"""Maximum dice with re-roll fields, which is also the maximum of counted dice."""
REROLLS = ("again", "card_again", "defense_again")
"""Prefixes of the names of re-roll fields: by the token, and by cards."""


class AttackForm(FightForm):
    """The form for one attack: attacker, defender, weapon and rolled dice."""

    rolls = True
    of_creature = "attacker"

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
    obstacles = number(gettext_lazy("Obstacles under the ruler"), 20)
    obstacles_affects = choice(gettext_lazy("The obstacles are"), OBSTACLES)
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
    upgrade_resisted = choice(gettext_lazy("The defender is of its energy type"), YES_NO)
    upgrade_free = tick(gettext_lazy("It costs no token"))
    upgrade_disabled = tick(gettext_lazy("It is disabled"))
    upgrade_duration_tokens = number(gettext_lazy("Duration Tokens on it"))
    upgrade_discarded = tick(gettext_lazy("It is discarded"))
    caught = number(gettext_lazy("Soldiers in the area"), least=1)
    measured_far = tick(gettext_lazy("A burst: the defender is at range 4 of the attacker"))
    attacker_attacked = tick(gettext_lazy("It has attacked in this round"))
    attacker_charged = tick(gettext_lazy("It has charged in this round"))
    attacker_no_attack = tick(gettext_lazy("It has a No Attack Token"))
    attacker_play_level = choice(gettext_lazy("Position of the attacker"), PLAY_LEVELS)
    attacker_swooping = tick(gettext_lazy("The attacker swoops"))
    attacker_soldiers = number(gettext_lazy("Soldiers of the attacker"))
    attacker_pressed = number(gettext_lazy("Pressed soldiers of the attacker"))
    defender_dodges = number(gettext_lazy("Dodge Tokens it spends, if more than one"), 9)
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
    change_first = choice(gettext_lazy("Before re-rolls and tokens of that side"), YES_NO)
    change_die = number(gettext_lazy("Which die loses a result by it"), 40, least=1)
    change_adventure = tick(gettext_lazy("A rule of the adventure, not of a card"))

    reroll_because = forms.CharField(
        label=gettext_lazy("A card that re-rolls attack dice"), required=False, max_length=200
    )
    reroll_side = choice(
        gettext_lazy("Card of"), {"attacker": gettext_lazy("the attacker"), "defender": gettext_lazy("the defender")}
    )
    reroll_twice = tick(gettext_lazy("It re-rolls dice that were re-rolled before, too"))
    defense_reroll_because = forms.CharField(
        label=gettext_lazy("A card that re-rolls defense dice"), required=False, max_length=200
    )

    def __init__(self, data: Any, table: Table) -> None:
        """Offer the creatures of the chosen lists and the weapons of the attacker."""
        super().__init__(data, table)
        for side in SIDES:
            self.fields[f"{side}_pick"].choices = self.pick_names  # type: ignore[attr-defined]
        self.fields["form"].choices = self._forms()  # type: ignore[attr-defined]
        self.fields["form"].label = self._form_label()
        if self._spends("target"):
            self._ask_again("again", "rolled_attack", _("Re-roll die %(number)d"), ATTACK_FACES)
        if self._is_said("reroll_because"):
            self._ask_again("card_again", "rolled_attack", _("Re-roll die %(number)d by the card"), ATTACK_FACES)
        if self._is_said("defense_reroll_because"):
            self._ask_again("defense_again", "rolled_defense", _("Re-roll defense die %(number)d"), DEFENSE_FACES)

    def _ask_again(self, start: str, rolled: str, label: str, faces: Mapping[str, Any]) -> None:
        """Add a field for each rolled die, for the face it shows after a re-roll."""
        for place in range(min(MAX_REROLLS, len(faces_of(self.data, rolled)))):
            self.fields[f"{start}_{place}"] = choice(label % {"number": place + 1}, faces)

    def _is_said(self, name: str) -> bool:
        return bool((self.data or {}).get(name, "").strip())

    def shown_groups(self) -> tuple[Group, ...]:
        """Return the groups of fields; fields without choices are left out."""
        named = self._named_by()
        again = {start: tuple(name for name in self.fields if name.startswith(f"{start}_")) for start in REROLLS}
        form = ("form",) if len(self.fields["form"].choices) > 1 else ()  # type: ignore[attr-defined]
        rest = [field for field in self._either_way() if field not in named]
        return (
            Group(_("The attack"), (*named, "range", *form)),
            Group(
                _("Tokens and what lies between"),
                ("attacker_spends", "defender_spends", "pivot", "interposing", "obstacles", "obstacles_affects"),
            ),
            Group(
                _("Dice"),
                ("rolled_attack", *again["again"], *again["card_again"], "rolled_defense", *again["defense_again"]),
            ),
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
                    "upgrade_resisted",
                    "upgrade_disabled",
                    "upgrade_discarded",
                    "caught",
                    "measured_far",
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
                    "attacks_again",
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
                    "defender_dodges",
                ),
                folded=True,
            ),
            Group(
                _("A card changes a number"),
                (
                    "change_what",
                    "change_by",
                    "change_because",
                    "change_side",
                    "change_first",
                    "change_die",
                    "change_adventure",
                ),
                folded=True,
            ),
            Group(
                _("Cards that re-roll dice, and too few dice"),
                (
                    "reroll_because",
                    "reroll_side",
                    "reroll_twice",
                    "defense_reroll_because",
                    "at_hand_attack",
                    "at_hand_defense",
                ),
                folded=True,
            ),
        )

    def _named_by(self) -> list[str]:
        """Return the fields that name the two creatures: a list's creatures are picked, an enemy without a list is
        typed.
        """
        data = self.data or {}
        lists = {key[: len(OTHER_LIST)] for key in self.picks}
        attacking = data.get("attacker_pick", "")[: len(OTHER_LIST)]
        enemies = (OTHER_LIST in lists and lists != {attacking}) or data.get("defender_pick")
        return ["attacker_pick" if self.picks else "attacker", "defender_pick" if enemies else "defender"]

    def _either_way(self) -> list[str]:
        return [*SIDES, *(f"{side}_pick" for side in SIDES)] if self.picks else []

    def situation(self) -> dict[str, Any] | None:
        """Return the attack, or None until attacker and defender are named."""
        creatures = {side: self._creature(side) for side in SIDES}
        if not all(creatures.values()):
            return None
        found: dict[str, Any] = {**creatures, "spend": self._spent()}
        found |= self._made_with()
        found |= self.said({"interposing": "interposing", "caught": "caught"}) | self._obstacles()
        if chosen := self.value("range"):
            found["measured"] = {"range": None if chosen == OUT_OF_RANGE else int(chosen)}
            found["measured"] |= self.said({"arc": "measured_arc"})
            if self.value("measured_far"):
                found["measured"]["from_attacker"] = FAR
        if change := self._change():
            found["changes"] = [change]
        if rolled := self._rolled():
            found["rolled"] = rolled
        return found | self.of_the_table()

    def names_of(self, pointer: str, fact: str) -> Any:
        """Yield the fields for a fact; weapons and spent tokens have two fields, and movement follows from the play
        level.
        """
        if fact == "/weapons":
            yield from ("weapon_melee", "weapon_range")
        elif fact == "/spends":
            yield from ("upgrade_costs", "upgrade_free")
        elif fact == "/movement":
            yield f"{pointer[1:]}_play_level"
        elif fact == "/energy":
            yield "upgrade_resisted"
        elif (pointer, fact) == ("/measured", "/range"):
            yield "range"
        elif pointer.startswith("/changes/"):
            yield "change_die" if fact == "/turned" else f"change{fact.replace('/', '_')}"
        else:
            yield from super().names_of(pointer, fact)

    # -- choices ---------------------------------------------------------------------------------------------------

    def _forms(self) -> list[tuple[str, str]]:
        """Return the attacker's weapons and the upgrades it carries in its list, as choices."""
        pick = self.chosen("attacker")
        weapons = self.table.cards.get(pick.get("card", ""), {}).get("weapons") or ()
        found = [(f"{WEAPON}:{one['name']}", one["name"]) for one in weapons if one["name"]]
        carried = [slug for slug in pick.get("upgrades", ()) if slug in self.table.cards]
        return [*found, *((f"{UPGRADE}:{slug}", self.table.cards[slug].get("name") or slug) for slug in carried)]

    def _form_label(self) -> str:
        """Return the label of the weapons, with the one that is assumed until one is chosen."""
        name = str(self.fields["form"].choices[0][1]) if self.fields["form"].choices else ""  # type: ignore[attr-defined]
        if not name or any((self.data or {}).get(field) for field in ("form", "upgrade")):
            return _("With")
        return _("With (%(weapon)s, the first one, until you choose)") % {"weapon": name}

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
        if side == "defender":
            held += ["dodge"] * max(0, self.value("defender_dodges", 0) - 1) + ["pivot"] * bool(self.value("pivot"))
        return found | {"tokens": held}

    def _spent(self) -> dict[str, list[str]]:
        found = {side: list(self.value(f"{side}_spends", ())) for side in SIDES}
        if dodges := self.value("defender_dodges", 0):
            found["defender"] = [one for one in found["defender"] if one != "dodge"] + ["dodge"] * dodges
        return found

    def _obstacles(self) -> dict[str, Any]:
        """Return the obstacles, each with its play level if that was entered."""
        number_of, affects = self.value("obstacles"), self.value("obstacles_affects")
        if not number_of:
            return {}
        return {"obstacles": [{"affects": affects}] * number_of if affects else number_of}

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
        """Return the printed facts of a weapon, the first one without a name."""
        weapons = self.table.cards.get(self.chosen("attacker").get("card", ""), {}).get("weapons") or ()
        found: Mapping[str, Any] = next((one for one in weapons if one["name"] == name or not name), {})
        facts = {fact: found[fact] for fact in ("name", "melee", "range") if found.get(fact) is not None}
        return facts | ({"arc": found["arc"]} if found.get("arc") in ("forward", "rear") else {})

    def _upgrade(self, text: str, slug: str) -> dict[str, Any]:
        found: dict[str, Any] = self.card_or_name(text, UPGRADES) if text else {"card": slug}
        facts = ("dice", "range", "costs", "disabled", "discarded", "duration_tokens")
        found |= self.said({fact: f"upgrade_{fact}" for fact in facts})
        if self.value("upgrade_free"):
            found["costs"] = []
        for fact in ("melee", "area", "penetrates", "resisted"):
            if said := self.value(f"upgrade_{fact}"):
                found[fact] = said == "yes"
        return found

    def _change(self) -> dict[str, Any] | None:
        names = ("what", "by", "because", "side", "adventure")
        said: dict[str, Any] = self.said({name: f"change_{name}" for name in names})
        if not {"what", "by"} <= said.keys():
            return None
        said.setdefault("because", _("a card"))
        if first := self.value("change_first"):
            said["first"] = first == "yes"
        if die := self.value("change_die"):
            said["turned"] = [die - 1]
        return said

    def _rolled(self) -> dict[str, Any]:
        attack, defense = self.value("rolled_attack", []), self.value("rolled_defense", [])
        of_card = self.said({"because": "reroll_because", "twice": "reroll_twice", "side": "reroll_side"})
        again = self._again("again", attack, {}) + self._again("card_again", attack, of_card)
        defense_again = self._again("defense_again", defense, self.said({"because": "defense_reroll_because"}))
        found = {"attack": attack, "reroll": again, "defense": defense, "defense_reroll": defense_again}
        return {name: faces for name, faces in found.items() if faces}

    def _again(self, start: str, rolled: list[str], by: dict[str, Any]) -> list[dict[str, Any]]:
        """Return the re-rolls that were entered in the fields with this prefix."""
        faces = {place: self.value(f"{start}_{place}") for place in range(len(rolled))}
        return [{"die": place, "face": face, **by} for place, face in faces.items() if face is not None]

    # -- the answer --------------------------------------------------------------------------------------------------

    def dice_rolled(self, resolution: Mapping[str, Any]) -> dict[str, int | None]:
        """Return the number of attack dice and of defense dice."""
        found = resolution["result"]
        return {"rolled_attack": found.get("attack_dice"), "rolled_defense": found.get("defense_dice")}

    def result(self, resolution: Mapping[str, Any]) -> Result:
        """Return the dice, the damage or its odds, and the effect of each unspent token."""
        found, odds = resolution["result"], resolution["odds"]
        lines = [*_dice_lines(found), *_after_lines(found)]
        if odds is None:
            return Result(_stage_words(found), lines, ends=found["stage"] in ("lost", "unaffected"))
        lines += [token_words(one) for one in odds["tokens"]]
        return Result(odds_words(odds), lines, (odds_plot(odds),))


def _stage_words(outcome: Mapping[str, Any]) -> str:
    damage = outcome.get("damage")
    if damage is not None:
        return _("%(normal)d normal and %(critical)d critical damage.") % damage
    return {
        "declare": "",
        "measure": _("Now measure: tap the range."),
        "lost": _("The attack is lost."),
        "unaffected": _("The burst does not reach the defender."),
        "defense-dice": _("%(hits)d hits and %(criticals)d criticals. Now the defense dice.") % outcome
        if outcome.get("hits") is not None and "dodges" not in outcome
        else "",
    }.get(outcome["stage"], "")


def _dice_lines(outcome: Mapping[str, Any]) -> list[str]:
    words = {"attack_dice": _("Attack dice: %(number)d"), "defense_dice": _("Defense dice: %(number)d")}
    return [template % {"number": outcome[key]} for key, template in words.items() if outcome.get(key) is not None]


def _after_lines(outcome: Mapping[str, Any]) -> list[str]:
    lines = []
    if outcome.get("damage_cards"):
        lines.append(_("Damage cards beside the defender: %(number)d") % {"number": outcome["damage_cards"]})
    if outcome.get("soldiers_lost"):
        lines.append(_("Soldiers lost: %(number)d") % {"number": outcome["soldiers_lost"]})
    if outcome.get("removed_in_end_phase"):
        lines.append(_("Defeated: removed in the End Phase."))
    return lines

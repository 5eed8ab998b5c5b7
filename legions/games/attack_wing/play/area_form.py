"""The form for an area attack: the attack, then each affected creature and one more to name."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from legions.games.attack_wing.play.attack_form import FAR
from legions.games.attack_wing.play.fight_form import FightForm
from legions.games.attack_wing.play.words import (
    ATTACK_FACES,
    CREATURES,
    DEFENSE_FACES,
    PLAY_LEVELS,
    TOKENS,
    UPGRADES,
    YES_NO,
    chance,
)
from legions.play.forms import (
    Entry,
    FacesField,
    Group,
    NamedCard,
    Result,
    ResultTable,
    choice,
    number,
    one_of,
    tick,
    ticks,
)
from legions.play.question_context import Table
from legions.site.plots import decimal, percent

MAX_TARGETS = 8
"""Maximum creatures on the page, which keeps it small; a situation may have more."""
OUT_OF_AREA = "0"
BOTH = "both"
OF_CREATURE = ("agility", "health", "armor", "damage", "shattered", "soldiers", "pressed", "play_level", "swooping")
BURST_TOKEN = {
    "inside": gettext_lazy("within range and arc"),
    "outside": gettext_lazy("in part outside"),
    "overlapping": gettext_lazy("on a base"),
}


class AreaAttackForm(FightForm):
    """The form for an area attack on several creatures."""

    rolls = True

    attacker_pick = one_of(gettext_lazy("Attacker"), {})
    attacker = NamedCard(gettext_lazy("Attacker"), CREATURES)
    form = one_of(gettext_lazy("With"), {})
    upgrade = NamedCard(gettext_lazy("An upgrade or spell"), UPGRADES)
    level = one_of(gettext_lazy("It strikes"), {**PLAY_LEVELS, BOTH: gettext_lazy("both play levels")})
    burst_token = one_of(gettext_lazy("The Burst Token lies"), BURST_TOKEN)
    charge = tick(gettext_lazy("The attacker spends its Charge Token"))
    attacker_attack = number(gettext_lazy("Primary weapon value"))
    attacker_attacked = tick(gettext_lazy("It has attacked in this round"))
    attacker_no_attack = tick(gettext_lazy("It has a No Attack Token"))
    attacker_pressed = number(gettext_lazy("Pressed soldiers of the attacker"))
    attacker_play_level = choice(gettext_lazy("Position of the attacker"), PLAY_LEVELS)
    attacker_swooping = tick(gettext_lazy("The attacker swoops"))
    upgrade_dice = number(gettext_lazy("Its attack dice"))
    upgrade_range = forms.CharField(label=gettext_lazy("Its range"), required=False, max_length=20)
    upgrade_melee = choice(gettext_lazy("It attacks"), {"yes": gettext_lazy("melee"), "no": gettext_lazy("ranged")})
    upgrade_costs = ticks(gettext_lazy("It costs"), TOKENS)
    upgrade_free = tick(gettext_lazy("It costs no token"))
    upgrade_penetrates = choice(gettext_lazy("It penetrates armor"), YES_NO)
    upgrade_disabled = tick(gettext_lazy("It is disabled"))
    upgrade_discarded = tick(gettext_lazy("It is discarded"))
    upgrade_duration_tokens = number(gettext_lazy("Duration Tokens on it"))

    def __init__(self, data: Any, table: Table) -> None:
        """Offer the creatures and upgrades of the lists, and one more creature than is named."""
        super().__init__(data, table)
        self.fields["attacker_pick"].choices = self.pick_names  # type: ignore[attr-defined]
        self.fields["form"].choices = self._carried()  # type: ignore[attr-defined]
        self.shown = min(MAX_TARGETS, self._named() + 1)
        for place in range(self.shown):
            self.fields |= {f"t{place}_{name}": field for name, field in self._target_fields().items()}

    def shown_groups(self) -> tuple[Group, ...]:
        """Return the groups of fields: the attack, then each creature, with the rare fields folded."""
        attacker = "attacker_pick" if self.picks else "attacker"
        form = ("form",) if self.fields["form"].choices else ()  # type: ignore[attr-defined]
        upgrade = () if form else ("upgrade",)
        others = ("attacker",) if self.picks else ()
        burst = ("burst_token",) if (self.data or {}).get("burst_token") else ()
        return (
            Group(_("The attack"), (attacker, *form, *upgrade, "level", *burst)),
            self._group_of_targets(),
            Group(_("Creatures of lists"), ("own_list", "other_list", *others), folded=True),
            Group(
                _("More of the attack"),
                (
                    *(() if upgrade else ("upgrade",)),
                    "upgrade_dice",
                    "upgrade_range",
                    "upgrade_melee",
                    "upgrade_costs",
                    "upgrade_free",
                    "upgrade_penetrates",
                    "upgrade_duration_tokens",
                    "upgrade_disabled",
                    "upgrade_discarded",
                    "attacker_attack",
                    "attacker_pressed",
                    "attacker_play_level",
                    "attacker_swooping",
                    "charge",
                    "attacker_attacked",
                    "attacks_again",
                    "attacker_no_attack",
                    "at_hand_attack",
                    "at_hand_defense",
                ),
                folded=True,
            ),
        )

    def situation(self) -> dict[str, Any] | None:
        """Return the attack, or None until the attacker, the upgrade and one creature are named."""
        attacker, upgrade = self._attacker(), self._upgrade()
        targets = [self._target(place) for place in self._places()]
        if not (attacker and upgrade and targets):
            return None
        found = {"attacker": attacker, "upgrade": upgrade, "targets": targets}
        found |= self.said({name: name for name in ("level", "burst_token", "charge")})
        return found | self.of_the_table()

    def names_of(self, pointer: str, fact: str) -> Iterator[str]:
        """Yield the fields for a fact; the fields of a creature are prefixed with its place on the page."""
        _empty, first, *rest = [*pointer.split("/"), ""]
        if first == "targets":
            asked = {"/movement": "play_level", "/energy": "of_energy"}
            names = asked.get(fact, fact.strip("/").replace("/", "_"))
            yield f"t{self._places()[int(rest[0])]}_{names}"
        elif fact == "/movement":
            yield f"{first}_play_level"
        elif fact == "/spends":
            yield from ("upgrade_costs", "upgrade_free")
        else:
            yield from super().names_of(pointer, fact)

    def dice_rolled(self, resolution: Mapping[str, Any]) -> dict[str, int | None]:
        """Return the number of attack dice and of defense dice for each creature."""
        targets = zip(self._places(), resolution["result"].get("targets", ()), strict=False)
        kinds = ("attack", "defense")
        return {f"t{place}_rolled_{kind}": one.get(f"{kind}_dice") for place, one in targets for kind in kinds}

    def result(self, resolution: Mapping[str, Any]) -> Result:
        """Return the damage of each creature, or its odds."""
        found = resolution["result"]
        if found["stage"] == "failed":
            return Result(_("The attack fails."), ends=True)
        odds = (resolution["odds"] or {}).get("targets") or [None] * len(found["targets"])
        rows = [_row(one, of_it) for one, of_it in zip(found["targets"], odds, strict=True)]
        if not rows:
            return Result()
        columns = (_("Creature"), _("Dice"), _("Damage"), _("Defeated"))
        return Result("", tables=(ResultTable(_("Each creature"), columns, rows),))

    # -- the fields of one creature --------------------------------------------------------------------------------

    def _target_fields(self) -> dict[str, forms.Field]:
        return {
            "pick": choice(_("Creature"), dict(self.pick_names)),
            "name": NamedCard(_("Creature"), CREATURES),
            "range": one_of(
                _("Range"), {**{str(one): str(one) for one in (1, 2, 3, 4)}, OUT_OF_AREA: _("not in the area")}
            ),
            "rolled_attack": FacesField(_("Attack dice rolled"), ATTACK_FACES),
            "rolled_defense": FacesField(_("Defense dice rolled"), DEFENSE_FACES),
            "attacker_spends": ticks(_("The attacker spends"), {one: TOKENS[one] for one in ("target", "concentrate")}),
            "spends": ticks(_("It spends"), {one: TOKENS[one] for one in ("dodge", "concentrate")}),
            "pivot": tick(_("It has a Pivot Token")),
            "friend": tick(_("It is on the side of the attacker")),
            "pivot_of_friend": choice(_("A friend’s Pivot Token gives a die"), YES_NO),
            "far": tick(_("A burst: it is at range 4 of the attacker")),
            "of_energy": choice(_("It is of the energy type of the attack"), YES_NO),
            "caught": number(_("Soldiers in the area"), least=1),
            "play_level": choice(_("Level"), PLAY_LEVELS),
            "swooping": tick(_("It swoops")),
            "arc": choice(_("The target lies in"), {"forward": _("the forward arc"), "rear": _("the rear arc")}),
            "agility": number(_("Agility")),
            "armor": number(_("Armor")),
            "health": number(_("Health")),
            "damage": number(_("Damage cards")),
            "shattered": number(_("Shattered Armor Tokens")),
            "soldiers": number(_("Soldiers")),
            "pressed": number(_("Pressed soldiers")),
        }

    def _group_of_targets(self) -> Group:
        """Return the creatures in the area, each in a line, and the fields to name the next one."""
        named = self._places()
        lacking = next((place for place in named if not (self.data or {}).get(f"t{place}_range")), None)
        entries = tuple(self._entry(place, opens=place == lacking) for place in named)
        names = [name for place in range(self.shown) if place not in named for name in self._who(place)]
        return Group(_("Creatures in the area"), tuple(names), key="targets", entries=entries)

    def _who(self, place: int) -> list[str]:
        """Return the fields to name a creature."""
        return [f"t{place}_pick", f"t{place}_name"] if self.picks else [f"t{place}_name"]

    def _entry(self, place: int, *, opens: bool) -> Entry:
        """Return a creature in the area as an entry of their list."""
        main = ("range", "rolled_attack", "rolled_defense")
        rare = [f"t{place}_{name}" for name in self._target_fields() if name not in (*main, "pick", "name")]
        shown = [f"t{place}_{name}" for name in main]
        said, creature = self.words_of([*shown, *rare]), self._creature(place)
        card = self.table.cards.get(creature.get("card", ""), {})
        title = str(creature.get("name") or card.get("name") or _("Creature %(number)d") % {"number": place + 1})
        return Entry(f"targets_{place}", title, said, (*self._who(place), *shown), tuple(rare), opens=opens)

    def _is_named(self, place: int) -> bool:
        data = self.data or {}
        return any(data.get(f"t{place}_{name}", "").strip() for name in ("pick", "name"))

    def _named(self) -> int:
        """Return the number of places up to the last named one."""
        return max((place + 1 for place in range(MAX_TARGETS) if self._is_named(place)), default=0)

    def _places(self) -> list[int]:
        """Return the named places, in the order of the creatures in the situation."""
        return [place for place in range(self.shown) if self._is_named(place)]

    # -- the parts of the situation ----------------------------------------------------------------------------------

    def _carried(self) -> list[tuple[str, str]]:
        """Return the upgrades in the attacker's list that can attack an area."""
        cards = self.table.cards
        carried = [slug for slug in self.chosen("attacker").get("upgrades", ()) if slug in cards]
        return [(slug, cards[slug].get("name") or slug) for slug in carried if cards[slug].get("area") is not False]

    def _attacker(self) -> dict[str, Any]:
        text, pick = self.value("attacker", "").strip(), self.picks.get(self.value("attacker_pick", ""))
        if text:
            found = self.card_or_name(text, CREATURES)
        elif pick:
            found = _picked(pick)
        else:
            return {}
        facts = ("attack", "attacked", "no_attack", "pressed", "play_level", "swooping")
        return found | self.said({fact: f"attacker_{fact}" for fact in facts}) | {"tokens": list(TOKENS)}

    def _upgrade(self) -> dict[str, Any]:
        text, slug = self.value("upgrade", "").strip(), self.value("form", "")
        if not (text or slug):
            return {}
        found: dict[str, Any] = self.card_or_name(text, UPGRADES) if text else {"card": slug}
        facts = ("dice", "range", "costs", "disabled", "discarded", "duration_tokens")
        found |= self.said({fact: f"upgrade_{fact}" for fact in facts})
        if self.value("upgrade_free"):
            found["costs"] = []
        for fact in ("melee", "penetrates"):
            if said := self.value(f"upgrade_{fact}"):
                found[fact] = said == "yes"
        return found

    def _energy(self) -> list[str]:
        card = self.table.cards.get(self._upgrade().get("card", ""), {})
        return list(card.get("energy") or ())

    def _target(self, place: int) -> dict[str, Any]:
        def of(name: str) -> Any:
            return self.value(f"t{place}_{name}")

        found: dict[str, Any] = {"creature": self._creature(place)}
        if chosen := of("range"):
            out = chosen == OUT_OF_AREA
            found["measured"] = {"range": None if out else int(chosen), "in_arc": not out}
            found["measured"] |= self.said({"arc": f"t{place}_arc"})
            if of("far"):
                found["measured"]["from_attacker"] = FAR
        found |= self.said({"caught": f"t{place}_caught", "friend": f"t{place}_friend"})
        if counts := of("pivot_of_friend"):
            found["pivot_of_friend"] = counts == "yes"
        found["spend"] = {"attacker": of("attacker_spends") or [], "defender": of("spends") or []}
        rolled = {"attack": of("rolled_attack"), "defense": of("rolled_defense")}
        if any(rolled.values()):
            found["rolled"] = {die: faces for die, faces in rolled.items() if faces}
        return found

    def _creature(self, place: int) -> dict[str, Any]:
        text = self.value(f"t{place}_name", "").strip()
        pick = self.picks.get(self.value(f"t{place}_pick", ""))
        if text:
            found = self.card_or_name(text, CREATURES)
        elif pick:
            found = _picked(pick)
        else:
            return {}
        if of_energy := self.value(f"t{place}_of_energy"):
            found["energy"] = self._energy() if of_energy == "yes" else []
        tokens = ["dodge", "concentrate", *(["pivot"] if self.value(f"t{place}_pivot") else [])]
        return found | self.said({fact: f"t{place}_{fact}" for fact in OF_CREATURE}) | {"tokens": tokens}


def _picked(pick: Mapping[str, Any]) -> dict[str, Any]:
    """Return a creature of a list in the format of a situation."""
    return {"card": pick["card"]} | ({"soldiers": pick["soldiers"]} if "soldiers" in pick else {})


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
        return {"measure": _("tap the range"), "defense-dice": _("roll the defense dice")}.get(target["stage"], "")
    return _("%(mean)s on average") % {"mean": decimal(float(chance(odds["mean"])))}


def _defeat_words(target: Mapping[str, Any], odds: Mapping[str, Any] | None) -> str:
    if target.get("soldiers_lost"):
        return _("Soldiers lost: %(number)d") % {"number": target["soldiers_lost"]}
    if target.get("removed_in_end_phase"):
        return _("in the End Phase")
    return percent(chance(odds["lethal"])) if odds and odds["lethal"] else ""

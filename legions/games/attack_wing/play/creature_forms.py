"""Forms for damage outside combat, upgrades, troops and disputes."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from legions.games.attack_wing.play.words import ATTACK_FACES, CREATURES, DEFENSE_FACES, UPGRADES, YES_NO, chance
from legions.play.forms import FacesField, Group, NamedCard, Result, SituationForm, choice, number, tick
from legions.play.question_context import Table
from legions.site.plots import Plot, PlotRow, percent
from rulesapi.engine.games.attack_wing.play.table import DISPUTE_DICE
from rulesapi.engine.games.attack_wing.pricing import MAX_SOLDIERS

ICON_WORDS = {
    "hit": ATTACK_FACES["hit"],
    "critical": ATTACK_FACES["critical"],
    "hit-or-critical": gettext_lazy("Hit or critical"),
    "concentrate": ATTACK_FACES["concentrate"],
    "blank": ATTACK_FACES["blank"],
}
SIDE_WORDS = {
    "attack": gettext_lazy("Who rolls the attack dice wins."),
    "defense": gettext_lazy("Who rolls the defense dice wins."),
    "tie": gettext_lazy("A tie. The rulebook does not say who wins; our reading: roll again."),
}
LEADER_ROLLS = "soldier-falls"
ROWS_AHEAD, ROWS_BEHIND, ASIDE = 1, 4, 3
"""Grid places ahead of the Point Soldier, behind and to each side: some more than the rules allow."""


class DamageForm(SituationForm):
    """The form for damage that is not caused by an attack."""

    of_creature = "creature"

    creature = NamedCard(gettext_lazy("Creature"), CREATURES)
    normal = number(gettext_lazy("Normal damage"))
    critical = number(gettext_lazy("Critical damage"))
    creature_damage = number(gettext_lazy("Damage cards beside it"))
    creature_soldiers = number(gettext_lazy("Soldiers"))
    creature_pressed = number(gettext_lazy("Pressed soldiers"))
    creature_leader = tick(gettext_lazy("The troop has a Leader"))
    creature_health = number(gettext_lazy("Health"))
    creature_armor = number(gettext_lazy("Armor"))
    obstacles_ground = FacesField(gettext_lazy("Attack dice of ground obstacles"), ATTACK_FACES)
    obstacles_both = FacesField(gettext_lazy("Attack dice of obstacles that reach the air, too"), ATTACK_FACES)
    obstacles_air = FacesField(gettext_lazy("Attack dice of obstacles in the air"), ATTACK_FACES)
    deck = number(gettext_lazy("Cards in the damage deck"), 1000)
    discards = number(gettext_lazy("Discarded damage cards"), 1000)
    groups = (
        Group(gettext_lazy("The damage"), ("creature", "normal", "critical", "creature_damage")),
        Group(gettext_lazy("A troop"), ("creature_soldiers", "creature_pressed", "creature_leader"), folded=True),
        Group(
            gettext_lazy("Obstacles that it met"),
            ("obstacles_ground", "obstacles_both", "obstacles_air", "creature_armor"),
            folded=True,
        ),
        Group(gettext_lazy("More"), ("creature_health", "deck", "discards"), folded=True),
    )

    def situation(self) -> dict[str, Any] | None:
        """Return the damage, or None until a creature is named."""
        name = self.value("creature", "").strip()
        if not name:
            return None
        facts = ("damage", "soldiers", "pressed", "leader", "health", "armor")
        creature = self.card_or_name(name, CREATURES) | self.said({fact: f"creature_{fact}" for fact in facts})
        numbers = ("normal", "critical", "deck", "discards")
        obstacles = [
            {"affects": affects, "rolled": face}
            for affects in ("ground", "both", "air")
            for face in self.value(f"obstacles_{affects}", ())
        ]
        found = {"creature": creature} | self.said({fact: fact for fact in numbers})
        return found | ({"obstacles": obstacles} if obstacles else {})

    def result(self, resolution: Mapping[str, Any]) -> Result:
        """Return the dealt damage and its effect on the creature."""
        found = resolution["result"]
        lines = []
        if found["damage_cards"] is not None:
            lines.append(_("Damage cards beside it: %(number)d") % {"number": found["damage_cards"]})
        if found["soldiers_lost"]:
            lines.append(_("Soldiers lost: %(number)d") % {"number": found["soldiers_lost"]})
        if found["removed_in_end_phase"]:
            lines.append(_("Defeated: removed in the End Phase."))
        damage = found["damage"]
        words = _("%(normal)d normal and %(critical)d critical damage.") % damage if None not in damage.values() else ""
        return Result(words, lines)


class UpgradeForm(SituationForm):
    """The form for an upgrade that is used, loses tokens or leaves the game, and for a Leader whose soldiers fall."""

    rolls = True

    upgrade = NamedCard(gettext_lazy("An upgrade or spell"), UPGRADES)
    does = choice(
        gettext_lazy("What happens"),
        {
            "use": gettext_lazy("It is used"),
            "disable": gettext_lazy("It is disabled"),
            "enable": gettext_lazy("Its Disabled Token is taken off"),
            "discard": gettext_lazy("It is discarded"),
            "defeat": gettext_lazy("Its creature is defeated"),
            "lose-token": gettext_lazy("A Duration Token goes from it"),
            "dispel": gettext_lazy("Its Effect Token is taken away"),
            LEADER_ROLLS: gettext_lazy("It is a Leader, and soldiers fall"),
        },
    )
    upgrade_duration_tokens = number(gettext_lazy("Duration Tokens on it"))
    upgrade_places_tokens = number(gettext_lazy("Duration Tokens it places"))
    upgrade_permanent = tick(gettext_lazy("A Permanent Duration Token lies on it"))
    upgrade_continuous = choice(gettext_lazy("It has a Continuous Effect"), YES_NO)
    upgrade_disabled = tick(gettext_lazy("It is disabled now"))
    upgrade_discarded = tick(gettext_lazy("It is discarded already"))
    upgrade_disables_itself = choice(gettext_lazy("It is disabled when used"), YES_NO)
    recipient = NamedCard(gettext_lazy("Whom its effect affects"), CREATURES)
    recipient_soldiers = number(gettext_lazy("Soldiers"))
    fallen = number(
        gettext_lazy("Soldiers that fell"), MAX_SOLDIERS, least=1, help_text=gettext_lazy("Left empty: one.")
    )
    fled = number(gettext_lazy("Soldiers that fled"), MAX_SOLDIERS - 1)
    fled_count = choice(gettext_lazy("It is rolled for those that fled, too"), YES_NO)
    discarded_by = choice(
        gettext_lazy("Its card says: discarded by"),
        {one: ICON_WORDS[one] for one in ("hit", "critical", "hit-or-critical")},
    )
    rolled = FacesField(gettext_lazy("Attack dice rolled"), ATTACK_FACES)

    def shown_groups(self) -> tuple[Group, ...]:
        """Return the groups of fields; the Leader's group is shown only for the Leader's roll."""
        first = Group(_("The upgrade"), ("upgrade", "does"))
        tokens = ("upgrade_duration_tokens", "upgrade_permanent", "upgrade_continuous")
        if (self.data or {}).get("does") == LEADER_ROLLS:
            asked = ("fallen", "fled", "fled_count", "discarded_by", "rolled")
            return first, Group(_("The Leader"), asked), Group(_("How it lies there"), tokens, folded=True)
        lies = ("upgrade_places_tokens", "upgrade_disabled", "upgrade_discarded", "upgrade_disables_itself")
        return (
            first,
            Group(_("How it lies there"), (*tokens, *lies)),
            Group(_("Whom its effect affects"), ("recipient", "recipient_soldiers"), folded=True),
        )

    def situation(self) -> dict[str, Any] | None:
        """Return the upgrade and its event, or None until both are entered."""
        name, does = self.value("upgrade", "").strip(), self.value("does")
        if not name or not does:
            return None
        facts = ("duration_tokens", "places_tokens", "permanent", "disabled", "discarded")
        upgrade = self.card_or_name(name, UPGRADES) | self.said({fact: f"upgrade_{fact}" for fact in facts})
        upgrade |= self._yes_or_no("upgrade_continuous", "upgrade_disables_itself")
        found: dict[str, Any] = {"upgrade": upgrade, "does": does} | _of_memory(self.table, "", "dice")
        if recipient := self.value("recipient", "").strip():
            soldiers = self.said({"soldiers": "recipient_soldiers"})
            found["recipient"] = self.card_or_name(recipient, CREATURES) | soldiers
        if does == LEADER_ROLLS:
            of_leader = ("fallen", "fled", "discarded_by", "rolled")
            found |= self.said({fact: fact for fact in of_leader}) | self._yes_or_no("fled_count")
        return found

    def _yes_or_no(self, *names: str) -> dict[str, bool]:
        """Return the answered yes-or-no fields, without the prefix `upgrade_`."""
        said = {name.removeprefix("upgrade_"): self.value(name) for name in names}
        return {name: value == "yes" for name, value in said.items() if value}

    def names_of(self, pointer: str, fact: str) -> Iterator[str]:
        """Yield the fields for a fact; the effect and the use of a card are yes-or-no fields."""
        asked = {"/when_used": "upgrade_disables_itself", "/headers": "upgrade_continuous"}
        yield from (asked[fact],) if fact in asked else super().names_of(pointer, fact)

    def dice_rolled(self, resolution: Mapping[str, Any]) -> dict[str, int | None]:
        """Return the number of attack dice for the Leader."""
        return {"rolled": resolution["result"].get("dice")}

    def result(self, resolution: Mapping[str, Any]) -> Result:
        """Return the state of the upgrade afterwards, and whether its effect lasts."""
        found, odds = resolution["result"], resolution["odds"]
        lines = []
        if found["duration_tokens"] is not None:
            lines.append(_("Duration Tokens on it: %(number)d") % {"number": found["duration_tokens"]})
        words = {
            "disabled": _("It is disabled."),
            "discarded": _("It is discarded."),
            "effect_lasts": _("Its effect lasts."),
        }
        lines += [words[fact] for fact in words if found.get(fact)]
        if found.get("dice"):
            lines.append(_("Attack dice for the Leader: %(number)d") % {"number": found["dice"]})
        if odds:
            chance_of = percent(chance(odds["discarded"]))
            lines.append(_("Chance that it is discarded: %(chance)s") % {"chance": chance_of})
        return Result(_("It is used.") if found["used"] else "", lines)


class MoraleForm(SituationForm):
    """The form for the morale check when the Point Soldier falls."""

    rolls = True

    soldiers = number(gettext_lazy("Soldiers left"), 99)
    leader = tick(gettext_lazy("The troop has a Leader"))
    rolled = FacesField(gettext_lazy("Attack dice rolled"), ATTACK_FACES)
    groups = (Group(gettext_lazy("The troop"), ("soldiers", "leader")), Group(gettext_lazy("Dice"), ("rolled",)))

    def situation(self) -> dict[str, Any] | None:
        """Return the check, or None until the number of remaining soldiers is entered."""
        if self.value("soldiers") is None:
            return None
        found: dict[str, Any] = self.said({"soldiers": "soldiers", "leader": "leader", "rolled": "rolled"})
        return found | _of_memory(self.table, "morale", "dice")

    def result(self, resolution: Mapping[str, Any]) -> Result:
        """Return the number of soldiers that flee, or the chance of each number."""
        found, odds = resolution["result"], resolution["odds"]
        if found["fled"] is not None:
            return Result(_("Soldiers that flee: %(number)d") % {"number": found["fled"]})
        readings = odds["fled"] if odds else ()
        lines = [
            _("If the icon is “%(icon)s”: %(number)d flee.") % {"icon": ICON_WORDS[one["icon"]], "number": one["fled"]}
            for one in found["readings"]
        ]
        return Result("", lines, tuple(_fled_plot(one) for one in readings))


def _fled_plot(reading: Mapping[str, Any]) -> Plot:
    rows = tuple(PlotRow(str(one["fled"]), (one["value"],), (percent(chance(one)),)) for one in reading["chances"])
    title = _("How many flee, if the icon is “%(icon)s”") % {"icon": ICON_WORDS[reading["icon"]]}
    return Plot(title, (_("chance"),), rows)


def _of_memory(table: Table, icon: str, *parts: str) -> dict[str, Any]:
    """Return the facts of a situation that the table has entered before: one icon, and these `parts`."""
    icons = table.memory.get("icons", {})
    found: dict[str, Any] = {"icons": {icon: icons[icon]}} if icon in icons else {}
    return found | {part: dict(table.memory[part]) for part in parts if table.memory.get(part)}


class DisputeForm(SituationForm):
    """The form for the roll that settles a dispute."""

    rolls = True

    rolled_attack = FacesField(gettext_lazy("Five attack dice"), ATTACK_FACES)
    rolled_defense = FacesField(gettext_lazy("Five defense dice"), DEFENSE_FACES)
    groups = (Group(gettext_lazy("Dice"), ("rolled_attack", "rolled_defense")),)

    def situation(self) -> dict[str, Any] | None:
        """Return the roll, without dice until both sides have rolled."""
        attack, defense = self.value("rolled_attack"), self.value("rolled_defense")
        rolled = {"rolled": {"attack": attack, "defense": defense}} if attack and defense else {}
        return rolled | _of_memory(self.table, "dispute")

    def dice_rolled(self, resolution: Mapping[str, Any]) -> dict[str, int | None]:
        """Return the five dice of each kind."""
        return {"rolled_attack": DISPUTE_DICE, "rolled_defense": DISPUTE_DICE}

    def result(self, resolution: Mapping[str, Any]) -> Result:
        """Return the winner, or the result for each possible icon."""
        found = resolution["result"]
        lines = [
            _("If the icon is “%(icon)s”: %(attack)d against %(defense)d.")
            % {"icon": ICON_WORDS[one["icon"]], "attack": one["attack"], "defense": one["defense"]}
            for one in found["readings"]
        ]
        return Result(str(SIDE_WORDS[found["winner"]]) if found["winner"] else "", lines)


class PlacesField(forms.MultipleChoiceField):
    """A grid of places to select."""

    grid = True


def _place_word(right: int, back: int) -> str:
    """Return the label of a grid place: a visible mark, and its position as text for screen readers."""
    if (right, back) == (0, 0):
        return format_html('<span aria-hidden="true">▲</span><span class="vh">{}</span>', _("Point Soldier"))
    words = _("%(right)d to the right, %(back)d behind") % {"right": right, "back": back}
    return format_html('<span aria-hidden="true">·</span><span class="vh">{}</span>', words)


class FormationForm(SituationForm):
    """The form for the formation of a troop, selected on a grid."""

    soldiers = PlacesField(
        label=gettext_lazy("Tap where the other soldiers are. ▲ is the Point Soldier and faces up."),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    groups = (Group(gettext_lazy("The formation"), ("soldiers",)),)

    def __init__(self, data: Any, table: Table) -> None:
        """Offer the places of the grid."""
        super().__init__(data, table)
        self.fields["soldiers"].choices = [  # type: ignore[attr-defined]
            (f"{right}_{back}", _place_word(right, back))
            for back in range(-ROWS_AHEAD, ROWS_BEHIND + 1)
            for right in range(-ASIDE, ASIDE + 1)
        ]

    def situation(self) -> dict[str, Any] | None:
        """Return the places of the soldiers without the Point Soldier's own, or None if none is selected."""
        places = [[int(part) for part in one.split("_")] for one in self.value("soldiers", ())]
        return {"soldiers": [place for place in places if place != [0, 0]]} if places else None

    def result(self, resolution: Mapping[str, Any]) -> Result:
        """Return the number of soldiers in the formation."""
        return Result(_("Soldiers: %(number)d") % {"number": resolution["result"]["soldiers"]})

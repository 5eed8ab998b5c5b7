"""The forms of attacks: creatures of lists, their tokens and soldiers, and the weapons of the attacker."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from legions.games.attack_wing.play.words import CREATURES
from legions.my_lists.named_lists import NamedList
from legions.play.declared_form import DeclaredForm
from legions.play.forms import Group, Result, choice, ticks
from legions.play.question_context import OTHER_LIST, Table
from rulesapi.engine.games.attack_wing.play.attack_answers import FAILED, LOST, UNAFFECTED
from rulesapi.engine.games.attack_wing.play.attack_inputs import ATTACKER, DEFENDER, DEFENSE_TOKENS
from rulesapi.engine.games.attack_wing.play.parts import PIVOT, TOKENS

WEAPON, RANGE, ROLLED = "weapon", "measured_range", "rolled_attack"
HELD = {ATTACKER: tuple(TOKENS), DEFENDER: tuple(DEFENSE_TOKENS)}
"""The tokens that each side is taken to have next to its creature, since only those that it spends count."""
ENDS = (LOST, UNAFFECTED, FAILED)
"""The stages of attacks that hit nobody."""
MAX_LINK_LENGTH = 300


class FightForm(DeclaredForm):
    """A form with creatures of the opponent's list, and with tokens and soldiers that need not be entered."""

    def __init__(self, data: Any, table: Table) -> None:
        super().__init__(data, table)
        self.fields[OTHER_LIST] = forms.CharField(
            label=_("The opponent’s list"),
            required=False,
            max_length=MAX_LINK_LENGTH,
            widget=forms.TextInput(attrs={"placeholder": _("its link"), "autocomplete": "off"}),
        )
        for name in self._creatures():
            if (tokens := f"{name}_tokens") in self.fields:
                self.fields[tokens] = ticks(self.fields[tokens].label, {PIVOT: _("Pivot")})

    @classmethod
    def fields_for(cls, key: str, pick: Mapping[str, Any] | None = None, title: str = "") -> dict[str, str]:
        """Return the fields with a list, the creature of a pick as the attacker, and the soldiers of a troop."""
        return super().fields_for(key, pick, title) | _soldiers(ATTACKER, pick or {})

    def shown_groups(self) -> tuple[Group, ...]:
        """Return the declared groups, the last folded one with the link of the opponent's list."""
        groups = super().shown_groups()
        last = [group for group in groups if group.folded][-1]
        return tuple(replace(one, names=(*one.names, OTHER_LIST)) if one is last else one for one in groups)

    def is_read_ahead(self, name: str) -> bool:
        """Return whether a field decides which creatures are offered."""
        return name == OTHER_LIST or super().is_read_ahead(name)

    def clean_other_list(self) -> str:
        """Reject a link that leads to no list."""
        link: str = self.cleaned_data[OTHER_LIST]
        self.find_list(OTHER_LIST, link)
        return link

    def offered_from(self, name: str) -> NamedList | None:
        """Return the list whose cards a field offers: that of the opponent for a defender."""
        return (self._opponents_list() if name in self._defenders() else None) or super().offered_from(name)

    def at_hand(self, name: str) -> list[str]:
        """Return the names of the cards of the list that a field offers."""
        opponents = self._opponents_list() if name in self._defenders() else None
        return self.table.at_hand(CREATURES, opponents) if opponents else super().at_hand(name)

    def after_take(self, data: QueryDict, field: str, name: str, title: str) -> QueryDict:
        """Return the form data after a card is put into a field, with the soldiers of a troop."""
        data = super().after_take(data, field, name, title)
        offered = self.offered_from(field) or self.table.list_at_hand
        slug = self.card_named(title, CREATURES)
        picks = offered.picks if offered and slug and field in self._creatures() else []
        for soldiers in (_soldiers(field, pick) for pick in picks[::-1] if pick["card"] == slug):
            for soldiers_field, number in soldiers.items():
                data[soldiers_field] = number
        return data

    def situation(self) -> dict[str, Any] | None:
        """Return the situation, with the tokens that can be spent next to each creature."""
        situation = super().situation()
        if situation is None:
            return None
        for side, creature, spent in self._fighters(situation):
            creature["tokens"] = _held(side, spent.get(side, ())) + creature.get("tokens", [])
        return situation

    def result(self, resolution: Mapping[str, Any]) -> Result:
        """Return the result; that nobody is hit is the whole answer."""
        return replace(super().result(resolution), ends=resolution["result"]["stage"] in ENDS)

    def _fighters(self, situation: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], Mapping[str, Any]]]:
        """Yield each side with its creature in a situation, and the tokens that are spent in its attack."""
        raise NotImplementedError

    def _defenders(self) -> list[str]:
        """Return the names of the fields of creatures that are attacked."""
        raise NotImplementedError

    def _creatures(self) -> list[str]:
        return [ATTACKER, *self._defenders()]

    def _opponents_list(self) -> NamedList | None:
        link = (self.data or {}).get(OTHER_LIST, "")[:MAX_LINK_LENGTH]
        try:
            return self.table.find_list(link) if link else None
        except forms.ValidationError:
            return None


class AttackForm(FightForm):
    """The form of an attack on one creature, on which the weapon is chosen among those of the attacker."""

    former_names = {
        "range": "measured_range",
        "attacker_spends": "spend_attacker",
        "defender_spends": "spend_defender",
    }

    def __init__(self, data: Any, table: Table) -> None:
        super().__init__(data, table)
        self.has_choice = self._offer_weapons()
        if RANGE in self.fields and (self.data or {}).get(ROLLED):  # the range is settled, and dice need the room
            field = self.fields[RANGE]
            self.fields[RANGE] = choice(field.label, dict(field.choices))  # type: ignore[attr-defined]

    def shown_groups(self) -> tuple[Group, ...]:
        """Return the groups, with the weapon behind the creatures if there is a choice."""
        first, *others = super().shown_groups()
        if not self.has_choice:
            return (first, *others)
        after = first.names.index(DEFENDER) + 1
        names = (*first.names[:after], WEAPON, *first.names[after:])
        return tuple(
            replace(group, names=names if group is first else tuple(name for name in group.names if name != WEAPON))
            for group in (first, *others)
        )

    def _offer_weapons(self) -> bool:
        """Return whether the attacker has several weapons, and offer them if nothing else is entered."""
        slug = self.card_named((self.data or {}).get(ATTACKER, "").strip(), CREATURES)
        weapons = (self.table.cards[slug].get("weapons") or ()) if slug else ()
        names = [str(one["name"]) for one in weapons if one.get("name")]
        has_choice = WEAPON in self.fields and len(names) > 1 and (self.data or {}).get(WEAPON, "") in ("", *names)
        if has_choice:
            first = _("%(name)s, the first one") % {"name": names[0]}
            choices = [("", first), *((name, name) for name in names)]
            self.fields[WEAPON] = forms.ChoiceField(label=self.fields[WEAPON].label, required=False, choices=choices)
        return has_choice

    def _fighters(self, situation: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], Mapping[str, Any]]]:
        spent = situation.get("spend", {})
        yield from ((side, situation[side], spent) for side in HELD)

    def _defenders(self) -> list[str]:
        return [DEFENDER]


def _held(side: str, spent: Any) -> list[str]:
    """Return the tokens that a side is taken to have: each once, or as often as it is spent."""
    return [token for token in HELD[side] for _time in range(max(1, list(spent).count(token)))]


def _soldiers(field: str, pick: Mapping[str, Any]) -> dict[str, str]:
    """Return the field with the soldiers of a troop of a list, for the field with its name."""
    return {f"{field}_soldiers": str(pick["soldiers"])} if "soldiers" in pick else {}

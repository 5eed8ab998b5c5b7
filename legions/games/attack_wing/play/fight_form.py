"""Shared parts of the attack forms: creatures from lists and the upgrades they carry."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from legions.games.attack_wing.play.words import CREATURES
from legions.my_lists.named_lists import is_shared
from legions.play.forms import SituationForm, number, split_faces
from legions.play.question_context import Table

OWN_LIST, OTHER_LIST = "0-", "1-"
"""Prefixes of the keys of picks, followed by the pick's place in its list."""


class FightForm(SituationForm):
    """A situation form with creatures from lists."""

    own_list = forms.ChoiceField(label=gettext_lazy("Creatures from your list"), required=False)
    other_list = forms.CharField(
        label=gettext_lazy("And from a shared list"),
        required=False,
        max_length=300,
        widget=forms.TextInput(attrs={"placeholder": gettext_lazy("its link"), "autocomplete": "off"}),
    )

    attacks_again = forms.CharField(label=gettext_lazy("A card allows another attack"), required=False, max_length=200)
    at_hand_attack = number(gettext_lazy("Attack dice at hand, if too few"), least=1)
    at_hand_defense = number(gettext_lazy("Defense dice at hand, if too few"), least=1)

    def __init__(self, data: Any, table: Table) -> None:
        """Offer the user's lists and the creatures of the chosen lists."""
        super().__init__(data, table)
        self.fields["own_list"].choices = [("", "–"), *table.own_lists]  # type: ignore[attr-defined]
        self.picks = self._picks()
        self.pick_names = list(self._pick_names())

    @classmethod
    def fields_for(cls, key: str, place: int | None = None, title: str = "") -> dict[str, str]:
        """Return the fields with a list chosen, and the creature at a place of the list as the attacker."""
        name, start = ("other_list", OTHER_LIST) if is_shared(key) else ("own_list", OWN_LIST)
        pick = {} if place is None else {"attacker_pick": f"{start}{place}"}
        return {**super().fields_for(key), name: key, **pick}

    def is_read_ahead(self, name: str) -> bool:
        """Return whether a field decides which creatures are offered."""
        return name in ("own_list", "other_list")

    def of_the_table(self) -> dict[str, Any]:
        """Return the facts that hold for any attack: the faces of the dice, the dice at hand, further attacks by
        cards.
        """
        found: dict[str, Any] = self.said({"attacks_again": "attacks_again"})
        if at_hand := self.said({"attack": "at_hand_attack", "defense": "at_hand_defense"}):
            found["at_hand"] = at_hand
        if dice := self.table.memory.get("dice"):
            found["dice"] = dict(dice)
        return found

    def chosen(self, side: str) -> dict[str, Any]:
        """Return the chosen pick or card of a side, read from the unvalidated data."""
        data = self.data or {}
        if text := data.get(side, "").strip():
            slug = self.card_named(text, CREATURES)
            return {"card": slug} if slug else {}
        return self.picks.get(data.get(f"{side}_pick", ""), {})

    def _picks(self) -> dict[str, dict[str, Any]]:
        found: dict[str, dict[str, Any]] = {}
        for start, name in ((OWN_LIST, "own_list"), (OTHER_LIST, "other_list")):
            chosen = (self.data or {}).get(name, "")
            if not chosen:
                continue
            try:
                picks = self.table.find_list(chosen).picks
            except forms.ValidationError:
                continue
            found |= {f"{start}{place}": pick for place, pick in enumerate(picks)}
        return found

    def clean_other_list(self) -> str:
        """Reject a link that leads to no list."""
        chosen: str = self.cleaned_data["other_list"]
        if chosen:
            self.find_list("other_list", chosen)
        return chosen

    def _pick_names(self) -> Iterator[tuple[str, str]]:
        """Yield the key and name of each pick. If several picks have one name, those after the first are numbered."""
        counts: dict[str, int] = {}
        for key, pick in self.picks.items():
            card = self.table.cards.get(pick["card"], {})
            name = str(card.get("name") or pick["card"])
            counts[name] = counts.get(name, 0) + 1
            yield key, name if counts[name] == 1 else f"{name} {counts[name]}"


def faces_of(data: Mapping[str, str] | None, name: str) -> list[str]:
    """Return the faces that were entered in a field, read from the unvalidated data."""
    return split_faces((data or {}).get(name, ""))

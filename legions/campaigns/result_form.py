"""The form for the result of a game: sides, how they ended, and rewards.

It asks only for facts that the outcomes of the adventure depend on. An empty field means unknown.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from legions.campaigns.forms import NotesField
from legions.campaigns.models import REASON_LENGTH
from legions.campaigns.records import Document, JudgedRecord
from legions.campaigns.result_fields import AskedFacts, ResultFields
from legions.cards.stock import Stock
from legions.site.marked_text import MarkedText
from rulesapi.engine.campaigns.adventures import ENDED, Adventure
from rulesapi.engine.campaigns.records import PLAYED


class ResultForm(forms.Form):
    """The form for a game of an adventure. `brought` are the players' lists as seats, by player."""

    use_required_attribute = False

    def __init__(
        self,
        data: Any,
        *,
        adventure: Adventure,
        judged: JudgedRecord,
        catalog: Stock,
        players: Iterable[str],
        told: Document | None = None,
        brought: Mapping[str, Document] | None = None,
        corrects: bool = False,
    ) -> None:
        super().__init__(data)
        self.adventure, self.judged, self.catalog = adventure, judged, catalog
        self.players = list(players)
        self._said = judged.words_of(adventure.slug)
        self.brought = dict(brought or {})
        self.told = told or {}
        self.asked = AskedFacts.of(adventure)
        made = ResultFields(adventure, judged, self._said, catalog, self.told, self.brought, self.asked)
        for player in self.players:
            self.fields |= made.of_player(player)
        for side in adventure.sides.values():
            self.fields |= made.of_side(side)
        self.fields["on"] = forms.DateField(
            label=_("Day"),
            required=False,
            initial=self.told.get("on", timezone.localdate().isoformat() if not told else None),
            widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        )
        self.fields["notes"] = NotesField()
        self.fields["notes"].initial = self.told.get("notes", "")
        if corrects:
            self.fields["why"] = forms.CharField(
                label=_("Why it is corrected"), required=False, max_length=REASON_LENGTH
            )

    # -- field groups ------------------------------------------------------------------------------------------

    @property
    def player_fields(self) -> list[forms.BoundField]:
        """The fields for the players' sides."""
        return [self[f"side_{player}"] for player in self.players]

    @property
    def side_groups(self) -> list[tuple[MarkedText, list[forms.BoundField]]]:
        """The fields for each side's end, by side."""
        names = ("end", "exit", "health", "holds", "place")
        return [
            (
                self._said.side(side.slug, side.name),
                [self[f"{one}_{side.slug}"] for one in names if f"{one}_{side.slug}" in self.fields],
            )
            for side in self.adventure.sides.values()
        ]

    @property
    def bought_fields(self) -> list[forms.BoundField]:
        """The fields for purchases and used cards."""
        names = (f"{one}_{player}" for player in self.players for one in ("points", "artifacts"))
        return [self[name] for name in names if name in self.fields]

    @property
    def has_bought(self) -> bool:
        """True if any of `bought_fields` has a value or an error."""
        return any(field.errors or field.value() for field in self.bought_fields)

    def offered_cards(self, offered: Mapping[str, Iterable[str]]) -> list[forms.BoundField]:
        """Return the fields for the cards that players take, each limited to the cards `offered` to its player."""
        found = []
        for player, cards in offered.items():
            field = self.fields.get(f"card_{player}")
            if isinstance(field, forms.ChoiceField):
                field.choices = [("", _("Not chosen yet")), *((card, self.catalog.title(card)) for card in cards)]
                found.append(self[f"card_{player}"])
        return found

    # -- cleaned data ------------------------------------------------------------------------------------------

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data. Raises ValidationError for a game without players or with two winners, and for two
        sides at one place of the order.
        """
        data = super().clean() or self.cleaned_data
        if not any(data.get(f"side_{player}") for player in self.players):
            raise ValidationError(_("Choose who took which side."))
        if self.asked.order:
            places = [data.get(f"place_{side}") for side in self.adventure.sides if data.get(f"place_{side}")]
            if len(places) != len(set(places)):
                raise ValidationError(_("Two sides cannot have been defeated or left at the same place of the order."))
        if len(self.adventure.sides) == 2 and all(data.get(f"end_{side}") == "won" for side in self.adventure.sides):
            raise ValidationError(_("Both sides cannot have won. Change one of them."))
        return data

    def document(self) -> Document:
        """Return the entry of the record."""
        data = self.cleaned_data
        seats = [self._seat(player) for player in self.players if data.get(f"side_{player}")]
        entry: Document = {"type": PLAYED, "adventure": self.adventure.slug, "seats": seats}
        if data.get("on"):
            entry["on"] = data["on"].isoformat()
        entry["report"] = self._report()
        rewards = [
            {"player": seat["player"], "card": card} for seat in seats if (card := data.get(f"card_{seat['player']}"))
        ]
        if rewards:
            entry["rewards"] = rewards
        if data.get("notes"):
            entry["notes"] = data["notes"]
        return entry

    def _seat(self, player: str) -> Document:
        data = self.cleaned_data
        side = data[f"side_{player}"]
        before = next((seat for seat in self.told.get("seats", ()) if seat["player"] == player), None)
        known = before or self.brought.get(player, {})
        seat: Document = {"player": player, "side": side}
        if known.get("side") == side:
            seat |= {field: known[field] for field in ("list", "slots_bought") if field in known}
        if bought := data.get(f"points_{player}"):
            seat["points_bought"] = bought
        if artifacts := data.get(f"artifacts_{player}"):
            seat["artifacts"] = artifacts
        return seat

    def _report(self) -> Document:
        data = self.cleaned_data
        sides = {side: said for side in self.adventure.sides if (said := self._side_report(side))}
        report: Document = {"sides": sides}
        placed = {side: data.get(f"place_{side}") for side in sides if sides[side].get("end") in ENDED}
        if self.asked.order and placed and (len(placed) == 1 or all(placed.values())):
            report["order"] = sorted(placed, key=lambda side: placed[side] or 0)
        return report

    def _side_report(self, side: str) -> Document:
        data, said = self.cleaned_data, {}
        for field in ("end", "exit", "health"):
            value = data.get(f"{field}_{side}")
            if value not in (None, ""):
                said[field] = value
        if said.get("end") != "left":
            said.pop("exit", None)
        if holds := data.get(f"holds_{side}"):
            said["holds"] = sorted(int(one) for one in holds if one != "none")
        return said

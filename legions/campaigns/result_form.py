"""The form for the result of a game: sides, how they ended, and rewards.

It asks only for facts that the outcomes of the adventure depend on. An empty field means unknown.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from legions.campaigns.forms import NotesField
from legions.campaigns.game_results import ENDS
from legions.campaigns.models import REASON_LENGTH
from legions.campaigns.records import Document, JudgedRecord
from legions.cards.stock import Stock
from legions.site import wording
from legions.site.marked_text import MarkedText, fill_marked, join_marked, marked_text
from rulesapi.engine.campaigns.adventures import ENDED, Adventure, Condition, Side
from rulesapi.engine.campaigns.records import PLAYED

NOT_KNOWN = ("", gettext_lazy("Not known"))
NOT_THERE = ("", gettext_lazy("Did not play"))
PLACES = (
    pgettext_lazy("side", "first"),
    pgettext_lazy("side", "second"),
    pgettext_lazy("side", "third"),
    pgettext_lazy("side", "fourth"),
)
"""The first places in the order in which sides were defeated or left."""
MAX_HEALTH = 1_000
MAX_BOUGHT = 1_000


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
        self.asked = _Asked(adventure)
        self._add_players()
        for side in adventure.sides.values():
            self._add_side(side)
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

    # -- fields ------------------------------------------------------------------------------------------------

    def _add_players(self) -> None:
        seats = {seat["player"]: seat for seat in self.told.get("seats", ())} or self.brought
        rewards = {one["player"]: one.get("card", "") for one in self.told.get("rewards", ())}
        sides = [(side.slug, str(self._said.side(side.slug, side.name))) for side in self.adventure.sides.values()]
        buys = self.judged.terms.points_per_xp
        carried = _("Artifacts that {player} carried") if buys else _("Earned cards that {player} used")
        for player in self.players:
            seat = seats.get(player, {})
            name = self.judged.name_of(player)
            self.fields[f"side_{player}"] = forms.ChoiceField(
                label=name, required=False, choices=[NOT_THERE, *sides], initial=seat.get("side", "")
            )
            if buys:
                self.fields[f"points_{player}"] = forms.IntegerField(
                    label=_("Points that {player} bought").format(player=name),
                    required=False,
                    min_value=0,
                    max_value=MAX_BOUGHT,
                    initial=seat.get("points_bought") or None,
                    widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
                )
            if cards := self._carriable(player, seat):
                self.fields[f"artifacts_{player}"] = forms.MultipleChoiceField(
                    label=carried.format(player=name),
                    required=False,
                    choices=[(card, marked_text(self.catalog.title(card))) for card in cards],
                    initial=seat.get("artifacts", ()),
                    widget=forms.CheckboxSelectMultiple,
                )
            if cards := self._earnable():
                self.fields[f"card_{player}"] = forms.ChoiceField(
                    label=_("The card that {player} takes").format(player=name),
                    required=False,
                    choices=[("", _("None, or not chosen yet")), *((card, self.catalog.title(card)) for card in cards)],
                    initial=rewards.get(player, ""),
                )

    def _carriable(self, player: str, seat: Mapping[str, Any]) -> list[str]:
        """Return the cards of a player, the cards that anybody may claim in the adventure, and cards entered before."""
        mine = [card["card"] for card in self.judged.players[player]["cards"]]
        claimed = [card for claim in self.adventure.claims for card in sorted(claim.cards)]
        return list(dict.fromkeys([*mine, *claimed, *seat.get("artifacts", ())]))

    def _earnable(self) -> list[str]:
        rewards = (reward for outcome in self.adventure.outcomes for reward in outcome.earned)
        return list(dict.fromkeys(card for reward in rewards for card in reward.cards))

    def _add_side(self, side: Side) -> None:
        report = self.told.get("report", {})
        said = report.get("sides", {}).get(side.slug, {})
        ends = [(end, ENDS[end]) for end in side.ends]
        self.fields[f"end_{side.slug}"] = forms.ChoiceField(
            label=fill_marked(_("{side} …"), side=self._said.side(side.slug, side.name)),
            required=False,
            choices=[NOT_KNOWN, *ends],
            initial=said.get("end", ""),
        )
        if side.exits:
            exits = [(way, wording.schema_word(way).replace("-", " ")) for way in side.exits]
            self.fields[f"exit_{side.slug}"] = forms.ChoiceField(
                label=_("Left by"), required=False, choices=[NOT_KNOWN, *exits], initial=said.get("exit", "")
            )
        if side.slug in self.asked.health:
            self.fields[f"health_{side.slug}"] = forms.IntegerField(
                label=_("Health left"),
                required=False,
                min_value=0,
                max_value=MAX_HEALTH,
                initial=said.get("health"),
                widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            )
        if self.asked.asks_tokens(side.slug):
            tokens = [(str(number), self._token_words(number)) for number in self.adventure.tokens]
            self.fields[f"holds_{side.slug}"] = forms.MultipleChoiceField(
                label=_("Tokens it held"),
                required=False,
                choices=[*tokens, ("none", _("None of them"))],
                initial=[str(one) for one in said.get("holds", ())] or (["none"] if "holds" in said else []),
                widget=forms.CheckboxSelectMultiple,
            )
        if self.asked.order:
            order = report.get("order", ())
            self.fields[f"place_{side.slug}"] = forms.TypedChoiceField(
                label=_("If it was defeated or left: in which order?"),
                required=False,
                coerce=int,
                empty_value=None,
                choices=[
                    NOT_KNOWN,
                    *((str(one), _place_words(one)) for one in range(1, len(self.adventure.sides) + 1)),
                ],
                initial=str(order.index(side.slug) + 1) if side.slug in order else "",
            )

    def _token_words(self, number: int) -> str:
        """Return the number of a token with its meaning and its card, as far as the adventure has them."""
        card = self.adventure.cards_by_token.get(number)
        pieces = self.adventure.document.get("pieces", ())
        what = next((one["what"] for one in pieces if one["number"] == number and one.get("what")), "")
        words = [self._said.piece(number, what)] if what else []
        if card and self.catalog.title(card) not in what:
            words.append(marked_text(self.catalog.title(card)))
        return join_marked(": ", (number, join_marked(", ", words))) if words else str(number)

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


def _place_words(place: int) -> str:
    """Return a place in the order of the sides as text."""
    return str(PLACES[place - 1]) if place <= len(PLACES) else str(place)


class _Asked:
    """The facts that the outcomes of an adventure depend on, apart from how each side ended."""

    def __init__(self, adventure: Adventure) -> None:
        conditions = adventure.conditions
        self.health = {one.side for one in conditions if _asks_health(one)}
        ending = any(side.leaving_ends for side in adventure.sides.values())
        self.order = ending or any(one.after or one.before for one in conditions)
        rewards = (reward for outcome in adventure.outcomes for reward in outcome.earned)
        self._tokens = {one.side for one in conditions if one.tokens is not None}
        self._tokens |= {reward.side for reward in rewards if reward.only_held}
        self._held = bool(adventure.tokens and adventure.most_held)
        if adventure.claims or adventure.cards_by_token:
            self._tokens |= set(adventure.sides)  # a card carried off may be used in a later adventure

    def asks_tokens(self, side: str) -> bool:
        """Return whether the form asks for the tokens of a side."""
        return self._held and side in self._tokens


def _asks_health(condition: Condition) -> bool:
    return condition.least_health is not None or condition.most_health is not None

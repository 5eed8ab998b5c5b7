"""The fields of the form for the result of a game: those of each player and of each side."""

from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from legions.campaigns.adventure_translations import AdventureTexts
from legions.campaigns.game_results import ENDS
from legions.campaigns.records import Document, JudgedRecord
from legions.cards.stock import Stock
from legions.site import wording
from legions.site.marked_text import fill_marked, join_marked, marked_text
from rulesapi.engine.campaigns.adventures import Adventure, Side

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


@dataclass(frozen=True, slots=True)
class AskedFacts:
    """The facts that the outcomes of an adventure depend on, apart from how each side ended.

    `health` and `tokens` are the sides whose health and tokens are asked for.
    """

    health: Set[str]
    tokens: Set[str]
    order: bool

    @classmethod
    def of(cls, adventure: Adventure) -> "AskedFacts":
        """Return the facts that an adventure asks for."""
        conditions = adventure.conditions
        ending = any(side.leaving_ends for side in adventure.sides.values())
        return cls(
            {one.side for one in conditions if one.least_health is not None or one.most_health is not None},
            _sides_with_tokens(adventure) if adventure.tokens and adventure.most_held else set(),
            ending or any(one.after or one.before for one in conditions),
        )


def _sides_with_tokens(adventure: Adventure) -> set[str]:
    if adventure.claims or adventure.cards_by_token:
        return set(adventure.sides)  # a card carried off may be used in a later adventure
    rewards = (reward for outcome in adventure.outcomes for reward in outcome.earned)
    by_condition = {one.side for one in adventure.conditions if one.tokens is not None}
    return by_condition | {reward.side for reward in rewards if reward.only_held}


@dataclass(frozen=True, slots=True)
class ResultFields:
    """The fields for a game of an adventure, with the values of a game that was `told` before.

    `brought` are the players' lists as seats, by player.
    """

    adventure: Adventure
    judged: JudgedRecord
    words: AdventureTexts
    catalog: Stock
    told: Document
    brought: Mapping[str, Document]
    asked: AskedFacts

    def of_player(self, player: str) -> dict[str, forms.Field]:
        """Return the fields of a player: the side, what was bought and carried, and the card that is taken."""
        seats = {seat["player"]: seat for seat in self.told.get("seats", ())} or self.brought
        rewards = {one["player"]: one.get("card", "") for one in self.told.get("rewards", ())}
        sides = [(side.slug, str(self.words.side(side.slug, side.name))) for side in self.adventure.sides.values()]
        buys = self.judged.terms.points_per_xp
        carried = _("Artifacts that {player} carried") if buys else _("Earned cards that {player} used")
        seat, name = seats.get(player, {}), self.judged.name_of(player)
        made: dict[str, forms.Field] = {
            f"side_{player}": forms.ChoiceField(
                label=name, required=False, choices=[NOT_THERE, *sides], initial=seat.get("side", "")
            )
        }
        if buys:
            made[f"points_{player}"] = forms.IntegerField(
                label=_("Points that {player} bought").format(player=name),
                required=False,
                min_value=0,
                max_value=MAX_BOUGHT,
                initial=seat.get("points_bought") or None,
                widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            )
        if cards := self._carriable(player, seat):
            made[f"artifacts_{player}"] = forms.MultipleChoiceField(
                label=carried.format(player=name),
                required=False,
                choices=[(card, marked_text(self.catalog.title(card))) for card in cards],
                initial=seat.get("artifacts", ()),
                widget=forms.CheckboxSelectMultiple,
            )
        if cards := self._earnable():
            made[f"card_{player}"] = forms.ChoiceField(
                label=_("The card that {player} takes").format(player=name),
                required=False,
                choices=[("", _("None, or not chosen yet")), *((card, self.catalog.title(card)) for card in cards)],
                initial=rewards.get(player, ""),
            )
        return made

    def of_side(self, side: Side) -> dict[str, forms.Field]:
        """Return the fields of a side: how it ended, and the facts that outcomes depend on."""
        report = self.told.get("report", {})
        said = report.get("sides", {}).get(side.slug, {})
        ends = [(end, ENDS[end]) for end in side.ends]
        made: dict[str, forms.Field] = {}
        made[f"end_{side.slug}"] = forms.ChoiceField(
            label=fill_marked(_("{side} …"), side=self.words.side(side.slug, side.name)),
            required=False,
            choices=[NOT_KNOWN, *ends],
            initial=said.get("end", ""),
        )
        if side.exits:
            exits = [(way, wording.schema_word(way).replace("-", " ")) for way in side.exits]
            made[f"exit_{side.slug}"] = forms.ChoiceField(
                label=_("Left by"), required=False, choices=[NOT_KNOWN, *exits], initial=said.get("exit", "")
            )
        if side.slug in self.asked.health:
            made[f"health_{side.slug}"] = forms.IntegerField(
                label=_("Health left"),
                required=False,
                min_value=0,
                max_value=MAX_HEALTH,
                initial=said.get("health"),
                widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            )
        if side.slug in self.asked.tokens:
            tokens = [(str(number), self._token_words(number)) for number in self.adventure.tokens]
            made[f"holds_{side.slug}"] = forms.MultipleChoiceField(
                label=_("Tokens it held"),
                required=False,
                choices=[*tokens, ("none", _("None of them"))],
                initial=[str(one) for one in said.get("holds", ())] or (["none"] if "holds" in said else []),
                widget=forms.CheckboxSelectMultiple,
            )
        if self.asked.order:
            order = report.get("order", ())
            made[f"place_{side.slug}"] = forms.TypedChoiceField(
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
        return made

    def _carriable(self, player: str, seat: Mapping[str, Any]) -> list[str]:
        """Return the cards of a player, the cards that anybody may claim in the adventure, and cards entered before."""
        mine = [card["card"] for card in self.judged.players[player]["cards"]]
        claimed = [card for claim in self.adventure.claims for card in sorted(claim.cards)]
        return list(dict.fromkeys([*mine, *claimed, *seat.get("artifacts", ())]))

    def _earnable(self) -> list[str]:
        rewards = (reward for outcome in self.adventure.outcomes for reward in outcome.earned)
        return list(dict.fromkeys(card for reward in rewards for card in reward.cards))

    def _token_words(self, number: int) -> str:
        """Return the number of a token with its meaning and its card, as far as the adventure has them."""
        card = self.adventure.cards_by_token.get(number)
        pieces = self.adventure.document.get("pieces", ())
        what = next((one["what"] for one in pieces if one["number"] == number and one.get("what")), "")
        words = [self.words.piece(number, what)] if what else []
        if card and self.catalog.title(card) not in what:
            words.append(marked_text(self.catalog.title(card)))
        return join_marked(": ", (number, join_marked(", ", words))) if words else str(number)


def _place_words(place: int) -> str:
    """Return a place in the order of the sides as text."""
    return str(PLACES[place - 1]) if place <= len(PLACES) else str(place)

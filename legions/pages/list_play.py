"""A list at the table: the referee's questions about its creatures, the campaigns of its game, and its opening hand."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from legions.accounts.holders import Holder, held_by
from legions.campaigns.models import Campaign, CampaignSeat
from legions.cards.game_summaries import game_summaries
from legions.cards.stock import CardView
from legions.my_lists.named_lists import NamedList
from legions.pages.play_offers import PlayOffer, play_offers
from legions.play.play_hooks import play_hooks
from legions.site import wording
from legions.table.table_hooks import table_hooks
from legions.verdicts.rulings import NamedLink
from rulesapi.judging.resolutions import play_ruleset

MAX_CAMPAIGNS = 5
"""The maximum number of campaigns shown."""


@dataclass(frozen=True, slots=True)
class ListCreature:
    """A creature of a list with its number of copies, the upgrades it carries, and the questions about it.

    The links lead to questions with the list and the creature filled in.
    """

    card: CardView
    count: int
    carried: tuple[CardView, ...]
    links: tuple[NamedLink, ...]


@dataclass(frozen=True)
class ListAtPlay:
    """A list at the table, for the user who looks at it.

    Its cards are those of its release with the own numbers that it is judged with, as the referee and the odds have
    them. `game_document` is the game of the list.
    """

    named: NamedList
    game_document: Mapping[str, Any]
    holder: Holder

    @property
    def name(self) -> str:
        """The name of the list."""
        return self.named.name

    @cached_property
    def offer(self) -> PlayOffer:
        """The parts of the game for play."""
        return play_offers(game_summaries([self.game_document]))[0]

    @property
    def game(self) -> str:
        """The slug of the game."""
        return self.named.legion.game

    @cached_property
    def creatures(self) -> list[ListCreature]:
        """The creatures that questions can be about. Equal creatures without upgrades are counted together."""
        found: dict[tuple[str, int | None], ListCreature] = {}
        for place, pick in enumerate(self.named.picks):
            card = self.named.stock.card(pick["card"])
            links = tuple(self._about(place, pick, card)) if card.known else ()
            if not links:
                continue
            carried = tuple(map(self.named.stock.card, pick.get("upgrades", ())))
            key = card.slug, place if carried else None
            before = found.get(key, ListCreature(card, 0, carried, links))
            found[key] = ListCreature(card, before.count + pick.get("count", 1), carried, before.links)
        return list(found.values())

    @property
    def fan(self) -> list[CardView]:
        """Up to three cards whose faces represent the list."""
        return self.named.line.fan

    @property
    def questions(self) -> list[NamedLink]:
        """The questions about no creature, such as those about the list as a whole, with the list filled in."""
        kinds = {one.card.document["kind"] for one in self.creatures}
        forms = play_hooks(self.game).forms
        return [self._question(name) for name, form in forms.items() if not any(map(form.asks_about, kinds))]

    @property
    def has_hand(self) -> bool:
        """True if the game has opening hands."""
        return bool(table_hooks(self.game).hand_template)

    @cached_property
    def campaigns(self) -> list[NamedLink]:
        """The user's newest campaigns of the game. A campaign in which they have a seat gets the list."""
        if not self.holder:
            return []
        found = Campaign.objects.of(self.holder).filter(game=self.game).order_by("-updated_at", "pk")
        seats = CampaignSeat.objects.filter(held_by(self.holder, account="user"), campaign=OuterRef("pk"))
        return [
            NamedLink(one.name, reverse("campaign", args=[one.pk]) + (self.list_query if one.seated else ""))
            for one in found.annotate(seated=Exists(seats))[:MAX_CAMPAIGNS]
        ]

    @property
    def starts_campaign(self) -> bool:
        """True if a campaign can be started with the list."""
        return self.offer.summary.judged and bool(self.list_query)

    @property
    def list_query(self) -> str:
        """The query string that brings the list into a campaign; empty for a list without cards."""
        return f"?{urlencode({'list': self.named.key})}" if self.named.picks else ""

    def _about(self, place: int, pick: Mapping[str, Any], card: CardView) -> Iterator[NamedLink]:
        """Yield the questions about the creature at a place of the list, then the odds of its attacks."""
        for name, form in play_hooks(self.game).forms.items():
            if form.asks_about(card.document["kind"]):
                yield self._question(name, pick, card.title)
        for number, attack in enumerate(play_hooks(self.game).attacks(card.document)):
            query = urlencode({"attacker": self.named.key, "weapon": f"{place}.{number}"})
            title = _("Odds of %(weapon)s") % {"weapon": attack}
            yield NamedLink(title, f"{reverse('odds', args=[self.game])}?{query}")

    def _question(self, name: str, pick: Mapping[str, Any] | None = None, title: str = "") -> NamedLink:
        play = play_ruleset(self.game)
        assert play is not None
        query = urlencode(play_hooks(self.game).forms[name].fields_for(self.named.key, pick, title))
        address = f"{reverse('question', args=[self.game, name])}?{query}"
        return NamedLink(wording.translated(play.questions[name].title), address)

"""A list at the table: the referee's questions about its creatures, the campaigns of its game, and its opening hand."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from legions.accounts.holders import Holder
from legions.campaigns.models import Campaign
from legions.cards.game_summaries import game_summaries
from legions.cards.stock import CardView
from legions.my_lists.list_lines import ListLine
from legions.pages.play_offers import PlayOffer, play_offers
from legions.play.play_hooks import play_hooks
from legions.saved_lists.models import Legion
from legions.site import wording
from legions.table.table_hooks import table_hooks
from rulesapi.judging.resolutions import play_ruleset

MAX_CAMPAIGNS = 5
"""The maximum number of campaigns shown."""


@dataclass(frozen=True, slots=True)
class PlayLink:
    """A link to a question with a list, and perhaps one of its creatures, filled in."""

    title: str
    address: str


@dataclass(frozen=True, slots=True)
class ListCreature:
    """A creature of a list with its number of copies, the upgrades it carries, and the questions about it."""

    card: CardView
    count: int
    carried: tuple[CardView, ...]
    links: tuple[PlayLink, ...]


@dataclass(frozen=True)
class ListAtPlay:
    """A list at the table, for the user who looks at it.

    `key` is the key of the list in addresses, `document` the game of the list. Cards come from the newest release,
    which the referee uses, too.
    """

    legion: Legion
    key: str
    document: Mapping[str, Any]
    holder: Holder

    @cached_property
    def offer(self) -> PlayOffer:
        """The parts of the game for play."""
        return play_offers(game_summaries([self.document]))[0]

    @property
    def game(self) -> str:
        """The slug of the game."""
        return self.legion.game

    @cached_property
    def creatures(self) -> list[ListCreature]:
        """The creatures that questions can be about. Equal creatures without upgrades are counted together."""
        stock = self.offer.summary.stock
        found: dict[tuple[str, int | None], ListCreature] = {}
        for place, pick in enumerate(self.legion.document.get("picks", ())):
            card = stock.card(pick["card"])
            links = tuple(self._about(place, card)) if card.known else ()
            if not links:
                continue
            carried = tuple(map(stock.card, pick.get("upgrades", ())))
            key = card.slug, place if carried else None
            before = found.get(key, ListCreature(card, 0, carried, links))
            found[key] = ListCreature(card, before.count + pick.get("count", 1), carried, before.links)
        return list(found.values())

    @property
    def fan(self) -> list[CardView]:
        """Up to three cards whose faces represent the list."""
        return ListLine(self.legion.document, self.offer.summary.stock, None, waits=False).fan

    @property
    def questions(self) -> list[PlayLink]:
        """The questions about the list as a whole, with the list filled in."""
        forms = play_hooks(self.game).forms
        return [self._question(name) for name, form in forms.items() if not form.of_creature]

    @property
    def has_hand(self) -> bool:
        """True if the game has opening hands."""
        return bool(table_hooks(self.game).hand_template)

    @cached_property
    def campaigns(self) -> list[Campaign]:
        """The user's newest campaigns of the game."""
        if not self.holder:
            return []
        return list(
            Campaign.objects.of(self.holder).filter(game=self.game).order_by("-updated_at", "pk")[:MAX_CAMPAIGNS]
        )

    def _about(self, place: int, card: CardView) -> Iterator[PlayLink]:
        """Yield the questions about the creature at a place of the list, then the odds of its attacks."""
        for name, form in play_hooks(self.game).forms.items():
            if form.asks_about(card.document["kind"]):
                yield self._question(name, place, card.title)
        for number, attack in enumerate(play_hooks(self.game).attacks(card.document)):
            query = urlencode({"attacker": self.key, "weapon": f"{place}.{number}"})
            title = _("Odds of %(weapon)s") % {"weapon": attack}
            yield PlayLink(title, f"{reverse('odds', args=[self.game])}?{query}")

    def _question(self, name: str, place: int | None = None, title: str = "") -> PlayLink:
        play = play_ruleset(self.game)
        assert play is not None
        query = urlencode(play_hooks(self.game).forms[name].fields_for(self.key, place, title))
        address = f"{reverse('question', args=[self.game, name])}?{query}"
        return PlayLink(wording.translated(play.questions[name].title), address)

"""Outcomes of a user's offers, fact by fact."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from catalog.models import Contribution
from catalog.models.contributions import ContributionState
from legions.cards.stock import CardView, stock
from legions.changes.own_facts import fact_label, value_words


@dataclass(frozen=True, slots=True)
class OfferedFact:
    """An offered fact: its label, its value, and its outcome as text."""

    label: str
    words: str
    became: str
    mark: str
    why: str


@dataclass(frozen=True, slots=True)
class OfferMessage:
    """A question or an answer about an offer."""

    mine: bool
    words: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class OfferView:
    """An offer as its author sees it."""

    offer: Contribution
    card: CardView
    facts: tuple[OfferedFact, ...]
    messages: tuple[OfferMessage, ...]

    @property
    def needs_answer(self) -> bool:
        """True if a curator waits for an answer."""
        return self.offer.state == ContributionState.ASKED

    @property
    def state(self) -> str:
        """The state of the offer as text."""
        return {
            ContributionState.OFFERED: _("Waits for a curator"),
            ContributionState.ASKED: _("A curator asks you something"),
            ContributionState.ACCEPTED: _("Accepted"),
            ContributionState.DECLINED: _("Declined"),
            ContributionState.WITHDRAWN: _("Taken back"),
            ContributionState.UNDONE: _("Undone"),
            ContributionState.DISPUTED: _("Sources disagree"),
        }[ContributionState(self.offer.state)]


def offer_views(offers: Iterable[Contribution]) -> list[OfferView]:
    """Return offers as their author sees them. The `offers` have their records loaded."""
    found = list(offers)
    stocks = {game: stock(game) for game in {one.game for one in found}}
    return [_offer_view(one, stocks[one.game].card(one.record.slug)) for one in found]


def _offer_view(offer: Contribution, card: CardView) -> OfferView:
    facts = tuple(_fact(offer, card, fact, value) for fact, value in offer.facts.items())
    messages = tuple(
        OfferMessage(message["who"] == "player", message["said"], parse_datetime(message["at"]))
        for message in offer.messages
    )
    return OfferView(offer, card, facts, messages)


def _fact(offer: Contribution, card: CardView, fact: str, value: Any) -> OfferedFact:
    how = offer.decided.get(fact, {})
    did = how.get("do", "")
    published = did == "accept" and card.document.get(fact) == value
    became, mark = {
        "accept": (_("accepted, for the next release"), "check"),
        "decline": (_("declined"), "close"),
        "undone": (_("undone"), "undo"),
        "keep": (_("shown beside the catalog’s value until a curator decides"), ""),
    }.get(did, (_("waits") if offer.waits else _("not decided"), ""))
    if published:
        became = _("accepted and published")
    kind = card.document.get("kind", "")
    return OfferedFact(
        fact_label(offer.game, kind, fact), value_words(offer.game, fact, value), became, mark, how.get("why", "")
    )

"""The sources of the cards that the builder offers: official sets, and the chosen open sets."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from legions.cards.stock import CardView, Stock
from legions.changes.sources import SEPARATOR
from rulesapi.engine.core.formats import CardSelector
from rulesapi.engine.core.sources import chosen_open_sets
from rulesapi.judging import verdicts


@dataclass(frozen=True, slots=True)
class OpenSetChoice:
    """An open set of the game: whether its cards are offered, and the button that changes that.

    `change` are the open sets that are offered after a click on the button, joined as in its form value.
    """

    slug: str
    name: str
    offered: bool
    change: str


@dataclass(frozen=True)
class CardSources:
    """The open sets of a game, and which of them the builder offers cards of.

    `stated` means that the list says so itself; otherwise the choice follows from its cards.
    """

    open_sets: tuple[OpenSetChoice, ...]
    stated: bool

    @cached_property
    def offered(self) -> frozenset[str]:
        """The slugs of the open sets whose cards are offered."""
        return frozenset(one.slug for one in self.open_sets if one.offered)

    @property
    def left_out(self) -> list[OpenSetChoice]:
        """The open sets whose cards are not offered."""
        return [one for one in self.open_sets if not one.offered]

    @property
    def all_of_them(self) -> str:
        """The form value of the button that selects all open sets."""
        return SEPARATOR.join(one.slug for one in self.open_sets)

    def offers(self, card: CardView) -> bool:
        """Return whether a card is offered."""
        return not card.open_set or card.document["set"] in self.offered


def card_sources(document: dict[str, Any], stock: Stock, carrying: str = "") -> CardSources:
    """Return the card sources of a list. `carrying` is a card that will be added together with the next choice."""
    sets = {slug: one["name"] or slug for slug, one in stock.sets.items() if not one["official"]}
    if not sets:
        return CardSources((), "sources" in document)
    coming = CardSelector(frozenset({carrying} - {""}), frozenset(), frozenset())
    chosen = chosen_open_sets(verdicts.library_for(document), document, coming)
    choices = [
        OpenSetChoice(slug, name, slug in chosen, SEPARATOR.join(sorted(chosen ^ {slug})))
        for slug, name in sorted(sets.items(), key=lambda open_set: open_set[1])
    ]
    return CardSources(tuple(choices), "sources" in document)

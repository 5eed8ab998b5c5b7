"""Whose cards the builder offers for a list: the publisher's alone, or those of open sets as well."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from catalog.documents.errors import Fault, InvalidInput
from legions.builder.changes import Change, Document, Titles, with_fields
from legions.cards.stock import CardView, Stock
from legions.site import wording
from rulesapi.engine.core.formats import CardSelector
from rulesapi.engine.core.sources import OFFICIAL, chosen_open_sets
from rulesapi.judging import verdicts

SEPARATOR = "+"
"""Between the slugs of open sets in the value of a button; no slug has one."""


@dataclass(frozen=True, slots=True)
class OpenSetChoice:
    """An open set of the game: whether its cards are offered, and the button that changes that.

    `change` are the open sets that would be offered then, as the button names them.
    """

    slug: str
    name: str
    offered: bool
    change: str


@dataclass(frozen=True, slots=True)
class CardSources:
    """The open sets of a game, none where it has none, and which of them a list is offered cards of.

    `stated` tells whether the list says so itself; else it follows from the cards that it has.
    """

    open_sets: tuple[OpenSetChoice, ...]
    stated: bool

    @property
    def offered(self) -> frozenset[str]:
        """The slugs of the open sets whose cards are offered."""
        return frozenset(one.slug for one in self.open_sets if one.offered)

    @property
    def left_out(self) -> list[OpenSetChoice]:
        """The open sets whose cards are not offered."""
        return [one for one in self.open_sets if not one.offered]

    @property
    def all_of_them(self) -> str:
        """Every open set, as a button names them."""
        return SEPARATOR.join(one.slug for one in self.open_sets)

    def offers(self, card: CardView) -> bool:
        """Return whether a card is offered."""
        return not card.open_set or card.document["set"] in self.offered


def card_sources(document: dict[str, Any], stock: Stock, carrying: str = "") -> CardSources:
    """Return whose cards are offered for a list; `carrying` is a card that will lie in it with what is chosen."""
    sets = {slug: one["name"] or slug for slug, one in stock.sets.items() if not one["official"]}
    if not sets:
        return CardSources((), "sources" in document)
    coming = CardSelector(frozenset({carrying} - {""}), frozenset(), frozenset())
    chosen = chosen_open_sets(verdicts.library_for(document), document, coming)
    choices = [
        OpenSetChoice(slug, name, slug in chosen, SEPARATOR.join(sorted(chosen ^ {slug})))
        for slug, name in sorted(sets.items(), key=lambda one: one[1])
    ]
    return CardSources(tuple(choices), "sources" in document)


@dataclass(frozen=True, slots=True)
class SetSources(Change):
    """Say of which open sets cards are offered beside the official ones; `names` are what these are called."""

    open_sets: tuple[str, ...]
    names: tuple[str, ...]

    def apply(self, document: Document) -> Document:
        return with_fields(document, sources=[OFFICIAL, *self.open_sets])

    def words(self, document: Document, title: Titles) -> str:
        if not self.names:
            return _("Only official cards are offered.")
        return _("Offered are official cards and those of {sets}.").format(sets=wording.join_and(self.names))


def parse_sources(value: str, sets: Mapping[str, Mapping[str, Any]]) -> SetSources:
    """Return the change that a button names. Raises InvalidInput for what is no open set among `sets`."""
    slugs = tuple(dict.fromkeys(filter(None, value.split(SEPARATOR))))
    unknown = [slug for slug in slugs if slug not in sets or sets[slug]["official"]]
    if unknown:
        message = _("There is no open set {names} of this game. Load the page again.")
        raise InvalidInput(
            "invalid-form", [Fault("/sources", "unknown", message.format(names=wording.join_or(_quoted(unknown))))]
        )
    return SetSources(slugs, tuple(sets[slug]["name"] or slug for slug in slugs))


def _quoted(slugs: Iterable[str]) -> list[str]:
    return [f"“{slug}”" for slug in slugs]

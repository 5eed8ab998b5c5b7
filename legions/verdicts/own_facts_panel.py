"""A legion's own numbers for pages: the value for each card, and its use in the verdict."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from legions.cards.stock import CardView, Stock
from legions.changes import own_facts

OTHER_PART = ""
"""The placeholder for the fact when a part of a fact is formatted: special texts of a fact are for whole values."""


@dataclass(frozen=True, slots=True)
class OwnFactRow:
    """An own number. `note` says why it is not used; it is empty for a used one.

    It is `offerable` if the catalog does not know the fact, or only a part of it.
    """

    fact: str
    label: str
    words: str
    note: str
    value: Any
    offerable: bool


@dataclass(frozen=True, slots=True)
class CardOwnFacts:
    """A card with its own numbers. `slug` is the one in the legion's document."""

    slug: str
    card: CardView
    numbers: tuple[OwnFactRow, ...]

    @property
    def offerable(self) -> list[OwnFactRow]:
        """The numbers that curators could use."""
        return [one for one in self.numbers if one.offerable]

    def offered(self, standing: dict[str, dict[str, Any]]) -> bool:
        """Return whether all offerable numbers are offered already; `standing` are the existing offers, keyed by
        card.
        """
        mine = standing.get(self.card.slug, {})
        return bool(self.offerable) and all(mine.get(one.fact) == one.value for one in self.offerable)


def own_facts_by_card(document: dict[str, Any], entries: Iterable[dict[str, Any]], stock: Stock) -> list[CardOwnFacts]:
    """Return the own numbers of a legion; `entries` are those about them in its verdict."""
    rows_by_fact: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in entries:
        rows_by_fact.setdefault((row["card"], row["fact"].split("/")[1]), []).append(row)
    return [
        CardOwnFacts(
            slug,
            stock.card(slug),
            tuple(
                _number(stock.card(slug), fact, value, rows_by_fact.get((slug, fact), []))
                for fact, value in facts.items()
            ),
        )
        for slug, facts in document.get("facts", {}).items()
    ]


def _number(card: CardView, fact: str, value: Any, entries: list[dict[str, Any]]) -> OwnFactRow:
    label = own_facts.fact_label(card.game, card.document.get("kind", ""), fact)
    offerable = any(row["state"] in ("used", "not-in-legion") for row in entries)
    return OwnFactRow(
        fact, label, own_facts.value_words(card.game, fact, value), _note(card, fact, entries), value, offerable
    )


def _note(card: CardView, fact: str, entries: list[dict[str, Any]]) -> str:
    states = {row["state"] for row in entries}
    if "not-in-catalog" in states:
        return _("Not used: the catalog does not have this card.")
    known = [row for row in entries if row["state"] == "known"]
    if known:
        parts = ", ".join(_catalog_note(card, fact, row) for row in known)
        message = (
            _("Not used: the catalog says {parts}.")
            if len(known) == len(entries)
            else _("Partly used: the catalog says {parts}.")
        )
        return message.format(parts=parts)
    if "not-in-legion" in states:
        return _("Not used: the card is not in the legion.")
    return "" if entries else _("Not used: the catalog knows it already.")


def _catalog_note(card: CardView, fact: str, row: dict[str, Any]) -> str:
    if row["catalog"] is None:
        if fact in card.document:
            return _("that this does not go with the rest of the card")
        return _("that this card has no such fact")
    part = row["fact"].split("/")[2:]
    words = own_facts.value_words(card.game, OTHER_PART if part else fact, row["catalog"])
    return f"{', '.join(part)}: {words}" if part else words

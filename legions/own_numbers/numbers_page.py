"""The page of own numbers of a game: entered facts by card, and missing facts of the user's lists."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from django.core.paginator import Page, Paginator

from legions.accounts.holders import Holder
from legions.cards.stock import CardView, Stock
from legions.changes import own_facts
from legions.own_numbers.applied_numbers import with_numbers
from legions.own_numbers.models import OwnNumbers
from legions.own_numbers.number_fields import NumberField, number_field
from legions.own_numbers.services import Facts, current_facts
from legions.saved_lists.models import Legion
from legions.verdicts.batches import judge_grouped
from legions.verdicts.deciding_facts import deciding_facts

PAGE_SIZE = 50
MAX_LISTS = 50
"""The maximum number of lists that are searched for missing facts, the latest changes first."""
MAX_ASKED = 12


@dataclass(frozen=True, slots=True)
class NumberRow:
    """An own number with its label and value; `known` is the value in the catalog, or empty."""

    fact: str
    label: str
    words: str
    known: str


@dataclass(frozen=True, slots=True)
class NumberedCard:
    """A card with its own numbers. `slug` is the one they are stored under."""

    slug: str
    card: CardView
    rows: tuple[NumberRow, ...]


@dataclass(frozen=True, slots=True)
class AskedNumber:
    """A missing fact with the number of lists that depend on it, and its field."""

    lists: int
    field: NumberField


@dataclass
class NumbersPage:
    """The own numbers of `holder` in a game; `refused` are invalid fields, `fault` is another error."""

    stock: Stock
    holder: Holder
    number: str | None = None
    refused: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    fault: str = ""

    @property
    def game(self) -> str:
        return str(self.stock.game["slug"])

    @cached_property
    def numbers(self) -> OwnNumbers | None:
        """The stored numbers, or None if nothing was ever entered."""
        return OwnNumbers.objects.of(self.holder, self.game)

    @cached_property
    def facts(self) -> Facts:
        """The own numbers by card and fact."""
        return current_facts(self.numbers) if self.numbers is not None else {}

    @cached_property
    def page(self) -> Page:
        """A page of the cards with own numbers, by name."""
        slugs = sorted(self.facts, key=lambda slug: (self.stock.title(slug).casefold(), slug))
        return Paginator(slugs, PAGE_SIZE).get_page(self.number)

    @property
    def cards(self) -> list[NumberedCard]:
        """The cards on the page with their numbers."""
        return [self._numbered(slug) for slug in self.page]

    @cached_property
    def asked(self) -> list[AskedNumber]:
        """The missing facts of the latest lists that fit a small field, by influence."""
        found = []
        for one in deciding_facts(self._verdicts):
            field_of_it = number_field(self.stock.card(one.card), one.card, one.fact, "o", self.refused)
            if field_of_it is not None:
                found.append(AskedNumber(one.lists, field_of_it))
        return found[:MAX_ASKED]

    @property
    def _verdicts(self) -> list[dict[str, object]]:
        lists = Legion.objects.held_by(self.holder).not_deleted().filter(game=self.game, archived_at=None)
        documents = [
            {**with_numbers(legion.document, self.facts), "release": self.stock.release}
            for legion in lists.order_by("-updated_at", "pk")[:MAX_LISTS]
        ]
        return [verdict for verdict in judge_grouped(documents) if isinstance(verdict, dict)]

    def _numbered(self, slug: str) -> NumberedCard:
        card = self.stock.card(slug)
        kind = card.document.get("kind", "")
        return NumberedCard(
            slug,
            card,
            tuple(
                NumberRow(
                    fact,
                    own_facts.fact_label(card.game, kind, fact),
                    own_facts.value_words(card.game, fact, value),
                    "" if (known := card.document.get(fact)) is None else own_facts.value_words(card.game, fact, known),
                )
                for fact, value in self.facts[slug].items()
            ),
        )

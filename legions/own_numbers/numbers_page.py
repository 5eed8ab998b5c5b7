"""The page of somebody's own numbers in a game: what they say of which card, and what their lists wait for."""

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
"""Lists, those changed last, that are asked what they wait for."""
MAX_ASKED = 12


@dataclass(frozen=True, slots=True)
class NumberRow:
    """One number: what it is called and says; `known` is what the catalog says instead, empty where it says nothing."""

    fact: str
    label: str
    words: str
    known: str


@dataclass(frozen=True, slots=True)
class NumberedCard:
    """A card with what is said of it. `slug` is the one that it is said by."""

    slug: str
    card: CardView
    rows: tuple[NumberRow, ...]


@dataclass(frozen=True, slots=True)
class AskedNumber:
    """A number that lists wait for: of how many, and its field."""

    lists: int
    field: NumberField


@dataclass
class NumbersPage:
    """The own numbers of `holder` in a game; `refused` fields could not be taken, `fault` says what else went wrong."""

    stock: Stock
    holder: Holder
    number: str | None = None
    refused: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    fault: str = ""

    @property
    def game(self) -> str:
        """The slug of the game."""
        return str(self.stock.game["slug"])

    @cached_property
    def numbers(self) -> OwnNumbers | None:
        """The numbers, None where nothing was ever said."""
        return OwnNumbers.objects.of(self.holder, self.game)

    @cached_property
    def facts(self) -> Facts:
        """The same, by card and fact."""
        return current_facts(self.numbers) if self.numbers is not None else {}

    @cached_property
    def page(self) -> Page:
        """The cards of which something is said, by name; a page of them."""
        slugs = sorted(self.facts, key=lambda slug: (self.stock.title(slug).casefold(), slug))
        return Paginator(slugs, PAGE_SIZE).get_page(self.number)

    @property
    def cards(self) -> list[NumberedCard]:
        """The cards on that page, each with its numbers."""
        return [self._numbered(slug) for slug in self.page]

    @cached_property
    def asked(self) -> list[AskedNumber]:
        """What the lists that were changed last wait for, that first on which most hangs; each with a small field."""
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

"""The order of the cards in a search."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, F, IntegerField, OrderBy, Q, When
from django.db.models.functions import Coalesce, Lower

from catalog import documents
from catalog.models import fact_text
from catalog.search import closest_cards
from catalog.search.conditions import SearchedWord
from legions.game_words import SortOrder

OWNED_FIRST = "owned"
ALIASES = {"title_text": Coalesce(F("name"), fact_text("class"), F("slug"))}
"""The names by which an order refers to expressions."""
BY_TITLE = (OrderBy(Lower("title_text")), OrderBy(F("slug")))


@dataclass(frozen=True, slots=True)
class CardOrder:
    """The orders of a game: by its `sorts`, by its `sets`, by owned `copies`, and by `searched` words."""

    sorts: Mapping[str, SortOrder]
    sets: Mapping[str, Mapping[str, Any]]
    copies: Mapping[str, int]
    searched: Sequence[SearchedWord]

    def by(self, sort: str) -> list[OrderBy]:
        """Return the requested order, else the game's default order after cards whose names match the query.

        In each order official cards come before those of open sets, so that an official card with an unknown value is
        not sorted behind invented ones.
        """
        if sort == "name":
            return [*self.official_first(), *BY_TITLE]
        if sort == "newest":
            return [*self.official_first(), OrderBy(F("since"), descending=True), *BY_TITLE]
        if sort == OWNED_FIRST:
            return [_first_of(Q(slug__in=sorted(self.copies))), *self.official_first(), *BY_TITLE]
        requested = self.sorts[sort]
        numbers = OrderBy(requested.expression, descending=requested.descending, nulls_last=True)
        return [*([] if sort else self._by_name()), *self.official_first(), numbers, *BY_TITLE]

    def official_first(self) -> list[OrderBy]:
        """Return the order that puts official cards first; empty for a game without open sets."""
        open_sets = sorted(slug for slug, one in self.sets.items() if not one["official"])
        return [_first_of(~Q(set_slug__in=open_sets) | Q(set_slug=None))] if open_sets else []

    def _by_name(self) -> list[OrderBy]:
        """Return the order by the number of searched words in the name."""
        if not self.searched:
            return []
        whole = documents.slugify(" ".join(word.text for word in self.searched))
        called = [_first_of(Q(slug__contains=whole))] if whole else []
        return [*called, OrderBy(closest_cards.words_named(self.searched), descending=True)]


def _first_of(which: Q) -> OrderBy:
    """Return the order that puts matching cards first."""
    return OrderBy(Case(When(which, then=0), default=1, output_field=IntegerField()))

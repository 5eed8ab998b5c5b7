"""A list with its verdict, for read-only pages: a shared list, one in a link, an imported one, or a past state."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from legions.cards.stock import CardView, Stock, format_name, stock_for
from legions.table.pick_views import PickView
from legions.table.table_hooks import TableHooks, table_hooks
from legions.table.table_layout import Selection, lay_out_picks
from legions.verdicts.view_models import VerdictView, verdict_view

FEW_PICKS, MANY_PICKS = 4, 9
"""The maximum number of picks that are drawn large, and the minimum number of picks that are drawn small."""
MAX_LEVEL = 4
"""The maximum number of copies of a card that are drawn at their level."""


@dataclass(frozen=True, slots=True)
class NumberTable:
    """The main numbers of the picks: the titles of the facts, and for each pick its numbers with their facts."""

    titles: tuple[str, ...]
    rows: tuple[tuple[PickView, list[tuple[str, int | None]]], ...]


class JudgedList:
    """A list with its verdict. `own_word` is true if its own numbers were entered by the reader."""

    document: dict[str, Any]
    own_word = False

    @cached_property
    def stock(self) -> Stock:
        """The catalog snapshot that the list is judged by."""
        return stock_for(self.document)

    @cached_property
    def verdict(self) -> VerdictView:
        """The verdict. Raises InvalidInput if the list cannot be judged."""
        return verdict_view(self.document, self.stock, self.own_word)

    @cached_property
    def picks(self) -> list[PickView]:
        """The creatures with their upgrades."""
        return lay_out_picks(self.document, self.verdict, Selection())

    @property
    def hooks(self) -> TableHooks:
        """The hooks for the table of its game."""
        return table_hooks(self.document["game"])

    @cached_property
    def laid(self) -> Any:
        """The data for the game's own template of a table to read."""
        return self.hooks.laid_view(self.document, self.stock, self.picks)

    @cached_property
    def stacks(self) -> list[PickView]:
        """The picks to read: equal picks that carry nothing and have no findings are one with all their copies."""
        return stacked(self.picks)

    @property
    def laid_size(self) -> str:
        """The size in which the picks are drawn, a part of a CSS class."""
        number = len(self.stacks)
        return "few" if number <= FEW_PICKS else "many" if number >= MANY_PICKS else "some"

    @cached_property
    def numbers(self) -> NumberTable:
        """The main numbers of the picks of which any is known; without rows in a game that shows none."""
        facts = self.hooks.numbers
        rows = ((pick, [(fact, pick.card.document.get(fact)) for fact in facts]) for pick in self.stacks)
        return NumberTable(
            tuple(map(str, facts.values())),
            tuple((pick, numbers) for pick, numbers in rows if any(number is not None for _fact, number in numbers)),
        )

    @cached_property
    def levels(self) -> list[tuple[int | None, list[CardView]]]:
        """The cards of the picks by level, a card for each copy: the lowest level first, an unknown one last."""

        def level(pick: PickView) -> tuple[bool, int]:
            known = pick.card.document.get("level")
            return known is None, known or 0

        picks = sorted((pick for pick in self.stacks if pick.card.known), key=level)
        return [
            (None if unknown else number, [pick.card for pick in group for _copy in range(min(pick.count, MAX_LEVEL))])
            for (unknown, number), group in groupby(picks, key=level)
        ]

    @property
    def empty(self) -> bool:
        """True if the list has no cards: it is new, not illegal."""
        return not self.picks

    @property
    def word(self) -> str:
        """The outcome for people. An empty list is only described as empty."""
        return _("Nothing on the table") if self.empty else self.verdict.word

    @property
    def format(self) -> str:
        """The name of the format."""
        return format_name(self.stock, self.verdict.verdict["format"])


def stacked(picks: Sequence[PickView]) -> list[PickView]:
    """Return picks for reading: equal ones without upgrades and findings are combined, and their copies added up.

    The `others` of a combined pick are the anchors of its picks after the first.
    """
    found: dict[object, PickView] = {}
    for pick in picks:
        plain = pick.bare and not pick.faulty and not pick.notes and not (pick.part and pick.part.words)
        key = (pick.card.slug, pick.soldiers, pick.seal_points) if plain else pick.index
        first = found.get(key)
        found[key] = pick if first is None else _together(first, pick)
    return list(found.values())


def _together(first: PickView, pick: PickView) -> PickView:
    return replace(
        first,
        count=first.count + pick.count,
        points=None if first.points is None or pick.points is None else first.points + pick.points,
        own_points=(
            None if first.own_points is None or pick.own_points is None else first.own_points + pick.own_points
        ),
        others=(*first.others, pick.anchor),
    )

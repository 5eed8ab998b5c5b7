"""The drawer of the builder: the selected place of a list, and the cards that could go there."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from catalog.documents.errors import InvalidInput
from catalog.documents.text_folding import fold
from catalog.search.compiler import CompiledQuery
from legions.builder.candidate_list import (
    SORT_ORDERS,
    CandidateList,
    candidate_list,
    matching_slugs,
    only_over_limit,
    sectioned,
    shown_count,
    singles_with_rivals,
    slugs_for_place,
    sorted_slugs,
    too_large_list,
    with_points_over,
)
from legions.builder.candidate_rows import CandidateRows, carrier_rows, replacement_rows, rows_at
from legions.builder.candidate_search import parse_query
from legions.builder.card_sources import CardSources, card_sources
from legions.builder.deferred_parts import MAY_FIT_FOLD
from legions.builder.judged_table import JudgedTable
from legions.builder.other_places import elsewhere
from legions.builder.upgrade_transfers import UpgradeTransfers, upgrade_transfers
from legions.builder.won_artifacts import WonArtifact, won_artifacts
from legions.cards.name_search import closest_slugs, similar_names
from legions.cards.stock import CardView, Stock
from legions.site.plots import Plot
from legions.table.pick_views import PickView
from legions.table.slot_assignment import ANY_SLOT
from legions.table.table_layout import MAX_EXPANDED, Selection, lay_out_picks
from rulesapi.judging import verdicts

MAX_SHOWN_FOR_NAME = 120
"""The maximum number of cards that are drawn to show the one with exactly the name searched for."""


@dataclass(frozen=True, slots=True)
class _FoundSlugs:
    """The cards that a search shows, in order; `closest` if none has all the words searched for."""

    ordered: Sequence[str]
    closest: bool = False


@dataclass(frozen=True)
class Drawer:
    """The table of the builder with a `selection`.

    `card` is the card in the address of a new table. `carrying` is an upgrade for which the drawer offers creatures
    that could carry it.
    """

    table: JudgedTable
    selection: Selection
    carrying: str = ""
    card: str = ""

    @cached_property
    def picks(self) -> list[PickView]:
        """The cards on the table."""
        return lay_out_picks(self.table.judged, self.table.verdict, self.selection)

    @property
    def pages(self) -> list[tuple[int, int, bool]]:
        """The blocks of lines that are rendered in full together; empty for a short list.

        A block has the indexes of its first line and of the line after its last, and whether it is the one on the page.
        """
        number = len(self.picks)
        if number <= MAX_EXPANDED:
            return []
        now = self.selection.whole(number)
        firsts = range(0, number, MAX_EXPANDED)
        return [(first, min(number, first + MAX_EXPANDED), first == now.start) for first in firsts]

    @property
    def plots(self) -> list[Plot]:
        """The charts of the list; empty if the game has none."""
        return self.table.hooks.plots(self.picks, self.table.verdict)

    @cached_property
    def artifacts(self) -> list[WonArtifact]:
        """The cards won in the campaign of the list that are not in it."""
        return won_artifacts(self.table, self.picks)

    @cached_property
    def transfers(self) -> UpgradeTransfers | None:
        """The upgrades that could be moved between creatures, or None."""
        return upgrade_transfers(self.picks)

    @property
    def icons(self) -> list[str]:
        """The slot icons of the selected creature, each once; none if its slots are unknown."""
        if self.selection.index is None:
            return []
        return list(dict.fromkeys(row.icon for row in self.picks[self.selection.index].rows if row.icon != ANY_SLOT))

    def has_open(self, icon: str) -> bool:
        """Return whether the selected creature has an open slot of `icon`."""
        if self.selection.index is None:
            return False
        return any(row.state == "open" and row.icon == icon for row in self.picks[self.selection.index].rows)

    @cached_property
    def sources(self) -> CardSources:
        """The open sets whose cards are offered."""
        return card_sources(self.table.document, self._stock, self.carrying)

    @property
    def sort_orders(self) -> dict[str, Any]:
        """The orders for candidates, with their names."""
        return {slug: words for slug, words in SORT_ORDERS.items() if slug != "cost" or self.table.game_words.priced}

    @property
    def upgrade_title(self) -> str:
        """The title of the upgrade that the creature is chosen for."""
        return self._stock.title(self.carrying)

    @cached_property
    def _stock(self) -> Stock:
        return self.table.stock

    # -- addresses -------------------------------------------------------------------------------------------------

    def address_with(self, **params: Any) -> str:
        """Return the address of the table in its present state, with more query parameters."""
        current = {"card": self.card} if self.card else {}
        if self.selection.index is not None:
            current["at"] = self.selection.at
        if self.selection.lines:
            current["lines"] = str(self.selection.lines)
        query = urlencode({**current, **params}, safe="/")
        return f"{self.table.address}?{query}" if query else self.table.address

    @cached_property
    def folds_address(self) -> str:
        """The address of the table with a fold open, without the id of the fold at its end."""
        return self.address_with(unfolded="")

    @cached_property
    def candidates_address(self) -> str:
        """The address of the table with the drawer open."""
        return self.candidates_address_with()

    def candidates_address_with(self, **params: Any) -> str:
        """Return the address of the table with the drawer open, with more query parameters."""
        selection = self.selection
        current = {"slot": (selection.slot or "all") if selection.index is not None else "creature"}
        if selection.kind:
            current["shelf"] = selection.kind
        if selection.query:
            current["q"] = selection.query
        if selection.upto:
            current["upto"] = str(selection.upto)
        if selection.sort:
            current["sort"] = selection.sort
        return self.address_with(**{**current, **params})

    # -- candidates ------------------------------------------------------------------------------------------------

    @property
    def may_fit_fold(self) -> str:
        """The id of the fold of cards that may fit."""
        return MAY_FIT_FOLD

    @cached_property
    def candidates(self) -> CandidateList:
        """The cards that could go to the selected place."""
        document, stock = self.table.document, self._stock
        here = slugs_for_place(self.selection, self.icons, stock)
        among = {slug for slug in here if self.sources.offers(stock.cards[slug])}
        sought, all_tried = parse_query(
            self.selection.query, self.table.searched, stock, lambda: self._candidate_rows(among)
        )
        found_slugs = self._found_slugs(among, sought)
        ordered = [slug for slug in found_slugs.ordered if slug in among]
        left_out = len(matching_slugs(here - among, sought, stock))
        taking = {} if self.carrying else singles_with_rivals(document, ordered, stock)
        meant = self._meant_by_name(found_slugs.ordered)
        most = max(shown_count(self.selection), min(len(ordered), MAX_SHOWN_FOR_NAME) if meant else 0)
        try:
            first, number, complete = self._first_candidates(ordered, taking, most + 1)
        except InvalidInput as error:
            if error.code != "too-many-cards":
                raise
            return too_large_list(error.faults[0].message, document, self.selection, stock)
        if self.selection.query and not self.carrying:
            others = [slug for slug in found_slugs.ordered if slug not in among]
            first, number = self._with_elsewhere(first, number, ordered, others)
        places = [at for at, one in enumerate(first[:MAX_SHOWN_FOR_NAME], 1) if one["card"] in meant]
        unknown_costs = sum(stock.card(slug).cost is None for slug in ordered)
        selection = (
            replace(self.selection, upto=max([shown_count(self.selection), *places])) if places else self.selection
        )
        nothing = found_slugs.closest or not number
        return replace(
            candidate_list(first, number, document, selection, stock, taking, sought, unknown_costs),
            complete=complete and all_tried,
            left_out=left_out,
            closest=found_slugs.closest,
            near=similar_names(sought.condition, self._offered_cards(among)) if nothing else (),
        )

    def _meant_by_name(self, slugs: Iterable[str]) -> set[str]:
        """Return the cards whose name is exactly the query: they are shown however many others match."""
        name = fold(self.selection.query)
        return {slug for slug in slugs if fold(self._stock.card(slug).title) == name} if name else set()

    def _found_slugs(self, among: Set[str], sought: CompiledQuery) -> _FoundSlugs:
        """Return the offered cards that match the search, here and elsewhere; if there are none, the closest ones."""
        owned = self.table.owned
        have = {slug for slug, number in owned.copies.items() if number} if owned else frozenset()
        offered = among | {card.slug for card in self._offered_cards(among)}
        if found := matching_slugs(offered, sought, self._stock):
            return _FoundSlugs(sorted_slugs(found, sought, self._stock, have, self.selection.sort))
        closest = closest_slugs(sought.condition, [self._stock.cards[slug] for slug in sorted(offered)])
        if self.selection.sort:
            closest = sorted_slugs(closest, sought, self._stock, have, self.selection.sort)
        return _FoundSlugs(closest, closest=bool(closest))

    def _offered_cards(self, among: Set[str]) -> list[CardView]:
        """Return the cards that a search can find: those for the place, and with a query those for other places,
        too.
        """
        found = [self._stock.cards[slug] for slug in sorted(among)]
        if self.selection.query and not self.carrying:
            others = (card for slug, card in self._stock.cards.items() if slug not in among)
            found += [card for card in others if self._is_offered_elsewhere(card)]
        return sorted(found, key=lambda card: bool(card.open_set))

    def _is_offered_elsewhere(self, card: CardView) -> bool:
        return (card.carried or card.stands) and "retired" not in card.document and self.sources.offers(card)

    def _with_elsewhere(
        self, first: list[dict[str, Any]], number: int, ordered: Sequence[str], others: Sequence[str]
    ) -> tuple[list[dict[str, Any]], int]:
        """Return the first candidates and their number, including cards that fit elsewhere or have no place here."""
        refused = [one["card"] for one in first if not one["fits"] and not only_over_limit(one)]
        found = elsewhere(
            self.table.searched,
            self._stock,
            self.selection,
            self.picks,
            refused=refused,
            others=others,
            apart=self.table.verdict.ledger.limit_codes,
        )
        moved = {one["card"] for one in found}
        kept = [one for one in first if one["card"] not in moved]
        return sectioned([*kept, *found], [*ordered, *others]), number + len(found) - (len(first) - len(kept))

    def _candidate_rows(self, among: set[str]) -> CandidateRows:
        """Return cards as candidates for the selected place. Raises InvalidInput `too-many-cards`."""
        if self.carrying:
            return CandidateRows(carrier_rows(self.carrying, self.table.searched, sorted(among)))
        taking = singles_with_rivals(self.table.document, among, self._stock)
        return rows_at(self.table.searched, self.selection.at, among, taking)

    def _first_candidates(
        self, ordered: Sequence[str], taking: Mapping[str, frozenset[str]], most: int
    ) -> tuple[list[dict[str, Any]], int, bool]:
        """Return the first `most` of the cards `ordered` as candidates, their number, and whether all were tried.

        If not all cards were tried, the number counts only the tried ones. Raises InvalidInput `too-many-cards`.
        """
        searched = self.table.searched
        if self.carrying:
            found = carrier_rows(self.carrying, searched, ordered)
            return sectioned(found, ordered)[:most], len(found), True
        others = [slug for slug in ordered if slug not in taking]
        first, number, complete = verdicts.top_candidates(
            searched, self.selection.at, others, most, apart=self.table.verdict.ledger.limit_codes
        )
        instead = replacement_rows(searched, taking)
        complete = complete and instead.complete
        priced = [with_points_over(one, self.table.verdict.points, self._stock) for one in (*first, *instead.rows)]
        found = sectioned(priced, ordered)[:most]
        return found, number + len(instead.rows) if complete else len(found), complete

"""Top candidates: the first cards for a place of a legion, without details of all the others."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from rulesapi.engine.core.library import Library
from rulesapi.engine.core.sources import with_proposed_cards
from rulesapi.engine.search.candidates import BUDGET, Candidate, PlaceBaseline, TriedOption, baseline_at
from rulesapi.engine.values.model import Document


class TopCandidates(NamedTuple):
    """The first cards that could be added at a place, and the number of all cards.

    Unless `complete`, not all of these were tried, and some of the others may fit.
    """

    candidates: list[Candidate]
    number: int
    complete: bool


def top_candidates(
    library: Library,
    legion: Document,
    pointer: str,
    slugs: Sequence[str],
    most: int,
    budget: int = BUDGET,
    *,
    apart: Collection[str] = (),
) -> TopCandidates:
    """Return the first `most` of the cards `slugs`, in order, but those that fit first, then those that may, then
    others.

    A card with which the known price exceeds the limit counts as one that may fit, even if an unseen text may reduce
    the price enough. Cards that are not of the legion's sources are left out. A card that only the rules `apart` (by
    code) forbid, such as the point limit, comes before those that others forbid. The results equal those of
    `candidates`, in less time than it takes for all: once enough cards fit no other is tried, and one that cannot
    simply fit is examined no further unless it is among the first. The search stops at the `budget`. Raises the errors
    of `candidates`.
    """
    before = baseline_at(with_proposed_cards(library, legion), legion, pointer)
    cards_by_slug, options = before.judge.library.cards, set(before.options)
    cards = [card for card in map(cards_by_slug.get, slugs) if card in options]
    fits: list[Candidate] = []
    others: list[TriedOption] = []
    complete = True
    for card in cards:
        if len(fits) == most:
            break
        if before.work > budget:
            complete = False
            break
        tried = before.try_option(card)
        candidate = None if before.cannot_fit(tried) else before.candidate(tried)
        if candidate is None or candidate.unknown or before.passes_limit(tried):
            others.append(tried)
        else:
            fits.append(candidate)
    may_fit: list[Candidate] = []
    refused: list[TriedOption] = []
    for tried in others:
        if len(fits) + len(may_fit) == most:
            break
        if before.refuses(tried):
            refused.append(tried)
        else:
            may_fit.append(before.candidate(tried))
    first = [*fits, *may_fit]
    shown = _first_refused(before, refused, most - len(first), apart)
    return TopCandidates([*first, *map(before.candidate, shown)], len(cards), complete)


def _first_refused(
    before: PlaceBaseline, refused: Sequence[TriedOption], most: int, apart: Collection[str]
) -> list[TriedOption]:
    """Return the first `most` refused options: first options that only rules `apart` forbid, then the others.

    The search stops once there are enough of the first group; in a list near its limit that is soon.
    """
    near: list[TriedOption] = []
    others: list[TriedOption] = []
    for tried in refused:
        if len(near) == most:
            return near
        (others if not apart or before.refuses(tried, apart=apart) else near).append(tried)
    return [*near, *others][:most]

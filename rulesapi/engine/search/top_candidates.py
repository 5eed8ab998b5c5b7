"""The first cards that could stand in a place of a legion, without a word of all the others."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from rulesapi.engine.core.library import Library
from rulesapi.engine.core.sources import with_proposed_cards
from rulesapi.engine.search.candidates import BUDGET, Candidate, PlaceBaseline, TriedOption, baseline_at
from rulesapi.engine.values.model import Document


class TopCandidates(NamedTuple):
    """The first cards that could be added at a place, and how many there are with all others.

    Unless `complete` not all of these were tried, and some of the others may fit.
    """

    candidates: list[Candidate]
    number: int
    complete: bool


def top_candidates(
    library: Library,
    legion: Document,
    at: str,
    slugs: Sequence[str],
    most: int,
    budget: int = BUDGET,
    *,
    apart: Collection[str] = (),
) -> TopCandidates:
    """The first `most` of the cards `slugs`, in their order, but those that fit before those that may, then others.

    A card with which what is known of the price passes the limit only may fit, however much may be taken off that.
    Those that are not of the legion's sources are left out. What is forbidden by nothing but the rules `apart` (by
    their codes), such as that of the limit, stands before what others forbid.
    They are what `candidates` says of them, in less time than it takes for all: once enough fit no other is tried, and
    one that surely does not just fit is looked into no further, unless it is among the first all the same. Past the
    `budget` no other is tried either. Raises what `candidates` raises.
    """
    before = baseline_at(with_proposed_cards(library, legion), legion, at)
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
    """The first `most` of the options that are refused: those that only rules `apart` forbid, then the others.

    Once there are enough of the former nothing more is asked, which is soon in a list that is near its limit.
    """
    near: list[TriedOption] = []
    others: list[TriedOption] = []
    for tried in refused:
        if len(near) == most:
            return near
        (others if not apart or before.refuses(tried, apart=apart) else near).append(tried)
    return [*near, *others][:most]

"""Limits for warbands of both editions: points, numbers of creatures, costs, sizes, names and pools.

The first line of a rule's docstring is its text for readers. The numbers are data of the format.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from rulesapi.engine.core.common_rules import NO_RESULTS, RuleOutput
from rulesapi.engine.core.formats import Format, SizeLimits
from rulesapi.engine.core.legion import Legion, Lines, Pick
from rulesapi.engine.core.library import Library
from rulesapi.engine.games.dnd_miniatures.cards import SIZES
from rulesapi.engine.values.interpretations import ExcusedBreach, RuleResult, WaivedBy
from rulesapi.engine.values.model import Card, MissingFact, Price, RuleBreach
from rulesapi.engine.values.names import sorted_pointers

NeededFact = tuple[Any, str]
"""A fact that would decide a question: its card and its pointer in that card."""


class Waiver(NamedTuple):
    """The card that waives a restriction for another card, or if that is unknown, the facts that would decide.

    `own` are pointers into the card itself, and `others` are facts of cards that may waive the restriction for it.
    `alike` are facts of cards that may waive it for every card.
    """

    by: WaivedBy | None
    own: tuple[str, ...] = ()
    others: tuple[NeededFact, ...] = ()
    alike: tuple[NeededFact, ...] = ()

    @property
    def open(self) -> bool:
        """True if any unknown fact would decide."""
        return bool(self.own or self.others or self.alike)


class WaiverSource(Protocol):
    """The waivers of one restriction among the cards of one warband."""

    def of(self, card: Any, /) -> Waiver:
        """Return the waiver for a card."""

    def missing_facts(self, excuse: Waiver, card: Any, pointer: str, /) -> Iterable[MissingFact]:
        """Return the facts that would decide the waiver for a card. Facts of other cards are returned only once."""


WaiverLookup = Callable[[Lines, str], WaiverSource]
"""Function from a player's list and a restriction code to the waivers of that restriction."""


def size_limits(legion: Legion) -> SizeLimits | None:
    """Return the limits at the legion's point limit, or None if the format sets none there."""
    return None if legion.limit is None else legion.format.sizes.get(legion.limit)


def creatures_at_most(format: Format, limit: int | None) -> int | None:
    """Return the maximum number of creatures in a format at a point limit, or None if it sets none there."""
    size = None if limit is None else format.sizes.get(limit)
    return None if size is None else size.creatures_at_most


def picks_by_card(picks: Iterable[Pick]) -> dict[Any, list[Pick]]:
    """Return the picks of each card, keyed by card (a card class of the edition)."""
    found: dict[Any, list[Pick]] = {}
    for pick in picks:
        found.setdefault(pick.card, []).append(pick)
    return found


def places(picks: Iterable[Pick]) -> tuple[str, ...]:
    """Return the pointers of picks."""
    return sorted_pointers(pick.at for pick in picks)


def creature_count(picks: Iterable[Pick]) -> int:
    """Return the number of creatures in picks, copies included."""
    return sum([pick.copies for pick in picks])


def first_waiver(waivers: Iterable[WaivedBy | None]) -> WaivedBy:
    """Return the waiver whose card comes first by slug."""
    return min((by for by in waivers if by is not None), key=lambda by: by.slug)


def breach_unless_waived(
    excuses: WaiverSource, excuse: Waiver, pick: Pick, broken: RuleBreach | None, missing: Sequence[MissingFact] = ()
) -> Iterable[RuleResult]:
    """Yield a breach, or the facts that would decide it, or an excused breach if a card waives the restriction.

    `broken` is None if the breach itself depends on the `missing` facts. `excuse` is the waiver for the card of the
    pick.
    """
    if excuse.by is None:
        if broken and not excuse.open:
            yield broken
        else:
            yield from missing
            yield from excuses.missing_facts(excuse, pick.card, pick.at)
    elif broken is not None:
        yield ExcusedBreach(broken.at, broken.facts, excuse.by)


def is_surely_within_limit(legion: Legion) -> bool:
    """Return whether the whole legion certainly costs no more than its limit, so that no player's list exceeds it."""
    ceiling = legion.price.upper_bound
    return legion.limit is None or (ceiling is not None and ceiling <= legion.limit)


def point_limit(legion: Legion, library: Library) -> Iterable[RuleResult]:
    """The warband costs at most the points of the game."""
    return NO_RESULTS if is_surely_within_limit(legion) else _over_limit(legion, library)


def _over_limit(legion: Legion, library: Library) -> RuleOutput:
    limit = legion.limit
    if limit is None:
        return
    for part, price in prices(legion, library):
        if price.upper_bound is not None and price.upper_bound <= limit:
            continue
        if price.least > limit:
            amount = {"known": price.known} if price.total is None else {"total": price.total}
            at = sorted_pointers((legion.limit_pointer, part.at)) if legion.team else (legion.limit_pointer,)
            yield RuleBreach(at, {**amount, "limit": limit})
        else:
            yield from price.missing_facts


def prices(legion: Legion, library: Library) -> list[tuple[Lines, Price]]:
    """Return the price of each player's list. The point limit applies to each player alone."""
    if not legion.team:
        return [(part, legion.price) for part in legion.parts]
    return [(part, library.ruleset.price(part, legion.format)) for part in legion.parts]


def creature_cost_cap(legion: Legion, to_excuses: WaiverLookup) -> RuleOutput:
    """Yield the results for creatures with a printed cost that is or may be above the cap of the game size."""
    size = size_limits(legion)
    if size is None or size.creature_cost_at_most is None:
        return
    most = size.creature_cost_at_most
    for part in legion.parts:
        dear = [pick for pick in part.picks if pick.card.cost is None or pick.card.cost > most]
        if not dear:
            continue
        excuses = to_excuses(part, "creature-cost-cap")
        for card, picks in picks_by_card(dear).items():
            excuse = excuses.of(card)
            if card.cost is None:
                missing = [MissingFact(card.slug, "/cost", pick.at) for pick in picks]
                yield from breach_unless_waived(excuses, excuse, picks[0], None, missing)
            else:
                facts = {"creature": card.title, "cost": card.cost, "most": most, "limit": legion.limit}
                yield from breach_unless_waived(excuses, excuse, picks[0], RuleBreach(places(picks), facts))


def size(legion: Legion, to_excuses: WaiverLookup) -> RuleOutput:
    """Yield the results for creatures that are or may be larger than the game size allows.

    At a point limit that is no game size, a creature may be as large as any game size allows.
    """
    sizes = legion.format.sizes
    chosen = size_limits(legion)
    found = [row.largest_size for row in (sizes.values() if chosen is None else [chosen])]
    allowed = [SIZES.index(name) for name in found if name is not None]
    if len(allowed) < len(found) or not allowed:
        return
    most = max(allowed)
    fitting = SIZES[: most + 1]
    for part in legion.parts:
        large = [pick for pick in part.picks if pick.card.size not in fitting]
        if not large:
            continue
        excuses = to_excuses(part, "size")
        for card, picks in picks_by_card(large).items():
            named = picks[0].card.size
            if named is None:
                missing = [MissingFact(card.slug, "/size", pick.at) for pick in picks]
                yield from breach_unless_waived(
                    excuses, _size_waiver(excuses, picks[0].card, most), picks[0], None, missing
                )
            else:
                facts = {"creature": card.title, "size": named, "largest": SIZES[most]}
                facts |= {} if chosen is None else {"limit": legion.limit}
                yield from breach_unless_waived(excuses, excuses.of(card), picks[0], RuleBreach(places(picks), facts))


def _size_waiver(excuses: WaiverSource, card: Any, most: int) -> Waiver:
    """Return the waiver that covers every size that is too large, or the facts that would decide."""
    cases = [excuses.of(_of_size(card, name)) for name in SIZES[most + 1 :]]
    by = cases[0].by if cases and all(case.by for case in cases) else None
    own = tuple([fact for case in cases for fact in case.own])
    alike = next((case.alike for case in cases if case.alike), ())
    return Waiver(by, own, tuple([need for case in cases for need in case.others]), alike)


@lru_cache(maxsize=2000)
def _of_size(card: Any, name: str) -> Any:
    """Return the card as if it had that size. Cached, because a search asks again with each card that it tries."""
    return replace(card, size=name)


def unnamed_unique_results(picks: Sequence[Pick]) -> RuleOutput:
    """Yield the unknown facts of picks that are or may be unique: a card without a name could share that of another."""
    if len({pick.card for pick in picks}) > 1 and any(pick.card.name is None for pick in picks):
        for pick in picks:
            if pick.card.name is None:
                yield MissingFact(pick.card.slug, "/name", pick.at)
            if pick.card.unique is None:
                yield MissingFact(pick.card.slug, "/unique", pick.at)


def from_pool(legion: Legion, library: Library) -> RuleOutput:
    """Yield a breach if the player's pool is missing or contains a fielded creature too few times."""
    for part in legion.parts:
        pool = legion.fields[part.at].get("pool")
        if pool is None:
            yield RuleBreach((part.at,), {})
            continue
        opened: Counter[Card] = Counter()
        for slug, copies in pool.items():
            if slug in library.cards:
                opened[library.cards[slug]] += copies
        for card, picks in picks_by_card(part.picks).items():
            copies_used = creature_count(picks)
            if copies_used > opened[card]:
                yield RuleBreach(places(picks), {"creature": card.title, "copies": copies_used, "opened": opened[card]})

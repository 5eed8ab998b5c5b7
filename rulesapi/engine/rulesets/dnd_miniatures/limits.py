"""What warbands of both editions keep to: points, numbers of creatures, costs, sizes, names and pools.

The first line of a docstring is the rule as people read it. What the numbers are is data of the format.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, Protocol

from rulesapi.engine.common import NOTHING, Said
from rulesapi.engine.formats import Size
from rulesapi.engine.model import Broken, Card, Legion, Pick, Price, Wanting
from rulesapi.engine.names import in_order
from rulesapi.engine.reading import Lines
from rulesapi.engine.readings import By, Excused, Thing
from rulesapi.engine.ruleset import Library
from rulesapi.engine.rulesets.dnd_miniatures.cards import SIZES

Need = tuple[Any, str]
"""A fact that would tell something, by its card and its pointer in that."""


class Excuse(NamedTuple):
    """The card that waives a restriction for another one; while that is not known, the facts that would tell.

    `own` are pointers into the card itself, `others` facts of cards that may waive it; `alike` are such facts of cards
    that may waive it for every card.
    """

    by: By | None
    own: tuple[str, ...] = ()
    others: tuple[Need, ...] = ()
    alike: tuple[Need, ...] = ()

    @property
    def open(self) -> bool:
        """Whether any fact would tell."""
        return bool(self.own or self.others or self.alike)


class Excuses(Protocol):
    """Whether the cards of one warband waive one restriction for others of it."""

    def of(self, card: Any, /) -> Excuse:
        """Whether it is waived for a card."""

    def wanting(self, excuse: Excuse, card: Any, at: str, /) -> Iterable[Wanting]:
        """The facts of an excuse for a card in its place, without those of other cards that were told before."""


ToExcuses = Callable[[Lines, str], Excuses]
"""What waives the restriction of that code in a player's list."""


def of_size(legion: Legion) -> Size | None:
    """What holds at the legion's point limit, if its format says anything of that."""
    return None if legion.limit is None else legion.format.sizes.get(legion.limit)


def by_card(picks: Iterable[Pick]) -> dict[Any, list[Pick]]:
    """The picks of each card, which is of a class that the edition knows."""
    found: dict[Any, list[Pick]] = {}
    for pick in picks:
        found.setdefault(pick.card, []).append(pick)
    return found


def places(picks: Iterable[Pick]) -> tuple[str, ...]:
    """Where picks stand."""
    return in_order(pick.at for pick in picks)


def number(picks: Iterable[Pick]) -> int:
    """How many creatures picks are."""
    return sum([pick.copies for pick in picks])


def first_by(waivers: Iterable[By | None]) -> By:
    """Of several cards that waive a restriction the first by slug."""
    return min((by for by in waivers if by is not None), key=lambda by: by.slug)


def unless_excused(
    excuses: Excuses, excuse: Excuse, pick: Pick, broken: Broken | None, wanting: Sequence[Wanting] = ()
) -> Iterable[Thing]:
    """What is said of a thing that is wrong, or could be while facts are `wanting`, when a card may waive it.

    `excuse` is what is known of that for the card of a pick.
    """
    if excuse.by is None:
        if broken and not excuse.open:
            yield broken
        else:
            yield from wanting
            yield from excuses.wanting(excuse, pick.card, pick.at)
    elif broken is not None:
        yield Excused(broken.at, broken.facts, excuse.by)


def point_limit(legion: Legion, library: Library) -> Iterable[Thing]:
    """The warband costs at most the points of the game."""
    limit, ceiling = legion.limit, legion.price.ceiling
    return NOTHING if limit is None or (ceiling is not None and ceiling <= limit) else _over(legion, library, limit)


def _over(legion: Legion, library: Library, limit: int) -> Said:
    for part, price in prices(legion, library):
        if price.ceiling is not None and price.ceiling <= limit:
            continue
        if price.known > limit:
            amount = {"known": price.known} if price.total is None else {"total": price.total}
            at = in_order((legion.limit_at, part.at)) if legion.team else (legion.limit_at,)
            yield Broken(at, {**amount, "limit": limit})
        else:
            yield from price.wanting


def prices(legion: Legion, library: Library) -> list[tuple[Lines, Price]]:
    """What the list of each player costs: each of them keeps to the limit alone."""
    if not legion.team:
        return [(part, legion.price) for part in legion.parts]
    return [(part, library.ruleset.price(part, legion.format)) for part in legion.parts]


def creature_cost_cap(legion: Legion, to_excuses: ToExcuses) -> Said:
    """What is printed on a creature of more than its size of game allows, or may be."""
    size = of_size(legion)
    if size is None or size.creature_cost_at_most is None:
        return
    most = size.creature_cost_at_most
    for part in legion.parts:
        dear = [pick for pick in part.picks if pick.card.cost is None or pick.card.cost > most]
        if not dear:
            continue
        excuses = to_excuses(part, "creature-cost-cap")
        for card, picks in by_card(dear).items():
            excuse = excuses.of(card)
            if card.cost is None:
                wanting = [Wanting(card.slug, "/cost", pick.at) for pick in picks]
                yield from unless_excused(excuses, excuse, picks[0], None, wanting)
            else:
                facts = {"creature": card.title, "cost": card.cost, "most": most, "limit": legion.limit}
                yield from unless_excused(excuses, excuse, picks[0], Broken(places(picks), facts))


def size(legion: Legion, to_excuses: ToExcuses) -> Said:
    """What is larger than its size of game allows, or may be; at a limit that is not played, larger than any does."""
    sizes = legion.format.sizes
    chosen = of_size(legion)
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
        for card, picks in by_card(large).items():
            named = picks[0].card.size
            if named is None:
                wanting = [Wanting(card.slug, "/size", pick.at) for pick in picks]
                yield from unless_excused(excuses, _if_larger(excuses, picks[0].card, most), picks[0], None, wanting)
            else:
                facts = {"creature": card.title, "size": named, "largest": SIZES[most]}
                facts |= {} if chosen is None else {"limit": legion.limit}
                yield from unless_excused(excuses, excuses.of(card), picks[0], Broken(places(picks), facts))


def _if_larger(excuses: Excuses, card: Any, most: int) -> Excuse:
    """Who waives the size of a creature whatever it is, if it is too large; and the facts that would tell."""
    cases = [excuses.of(replace(card, size=name)) for name in SIZES[most + 1 :]]
    by = cases[0].by if cases and all(case.by for case in cases) else None
    own = tuple([fact for case in cases for fact in case.own])
    alike = next((case.alike for case in cases if case.alike), ())
    return Excuse(by, own, tuple([need for case in cases for need in case.others]), alike)


def nameless(picks: Sequence[Pick]) -> Said:
    """Of unique creatures, or such as may be, one without a known name could have that of any other."""
    if len({pick.card for pick in picks}) > 1 and any(pick.card.name is None for pick in picks):
        for pick in picks:
            if pick.card.name is None:
                yield Wanting(pick.card.slug, "/name", pick.at)
            if pick.card.unique is None:
                yield Wanting(pick.card.slug, "/unique", pick.at)


def from_pool(legion: Legion, library: Library) -> Said:
    """What is fielded that the player's own pool does not have, or not so often."""
    for part in legion.parts:
        said = legion.fields[part.at].get("pool")
        if said is None:
            yield Broken((part.at,), {})
            continue
        opened: Counter[Card] = Counter()
        for slug, copies in said.items():
            if slug in library.cards:
                opened[library.cards[slug]] += copies
        for card, picks in by_card(part.picks).items():
            fielded = number(picks)
            if fielded > opened[card]:
                yield Broken(places(picks), {"creature": card.title, "copies": fielded, "opened": opened[card]})

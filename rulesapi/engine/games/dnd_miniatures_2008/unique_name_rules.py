"""Unique creatures with identical names, as 203.2, 203.2.a and 707.13.a of the rules guide have them.

Two names without a title are identical where the costs are too. Where a name has a title behind a comma, the parts
before it are compared; whether the costs then still count is an open question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from rulesapi.engine.core.legion import Legion, Lines, Pick
from rulesapi.engine.core.rule_hints import CardKey
from rulesapi.engine.games.dnd_miniatures.cards import Creature2008, may_be_unique_creature
from rulesapi.engine.games.dnd_miniatures.limit_rules import (
    Waiver,
    creature_count,
    first_waiver,
    places,
    unnamed_unique_results,
)
from rulesapi.engine.games.dnd_miniatures_2008.waivers import ChampionWaivers
from rulesapi.engine.values.interpretations import ExcusedBreach, RuleResult, UnresolvedQuestion, breaches_in
from rulesapi.engine.values.model import Card, MissingFact, RuleBreach

IDENTICAL_NAMES, NAME_ALONE, NAME_AND_COST = "identical-names", "name-alone", "name-and-cost"


def identical_name_results(legion: Legion) -> list[RuleResult]:
    """What stands twice in a warband and is unique, or may be.

    A search asks this of each card that it tries, so the results are lists here: they are many, and to hand each on
    from one generator to the next took longer than to find it.
    """
    found: list[RuleResult] = []
    interpretation = legion.format.interpretations.get(IDENTICAL_NAMES)
    for part in legion.parts:
        named: dict[str, list[Pick]] = {}
        for pick in part.picks:
            if pick.card.unique is not False:
                named.setdefault(pick.card.short, []).append(pick)
        twice = [picks for picks in named.values() if len(picks) > 1 or picks[0].copies > 1]
        if not twice and not part.has_unnamed_card:
            continue
        excuses = _UniqueWaivers(part)
        if part.has_unnamed_card:
            found += _unnamed_results(part, excuses, interpretation)
        for picks in twice:
            found += _name_results(picks, excuses, interpretation)
    return found


def shares_name(legion: Legion) -> Callable[[Card], bool]:
    """Creatures of a name that stands in the legion, and, where one stands there twice, whoever may waive Unique.

    Any creature where a name is not known.
    """
    copies = Counter[str]()
    for pick in legion.picks:
        if may_be_unique_creature(pick.card):
            copies[pick.card.short] += pick.copies
    twice = any(number > 1 for number in copies.values())

    def may_matter(card: Card) -> bool:
        if legion.has_unnamed_card or card.name is None:
            return True
        if not isinstance(card, Creature2008):
            return False
        same_name = card.unique is not False and card.short in copies
        return same_name or (twice and card.building != () and card.leader is not False)

    return may_matter


def alike_by_waiving(legion: Legion) -> CardKey:
    """Creatures of another name than all of the legion that may waive Unique, of which nobody knows for whom."""
    names = {pick.card.short for pick in legion.picks}

    def key(card: Card) -> Hashable:
        if legion.has_unnamed_card or not isinstance(card, Creature2008) or card.name is None or card.short in names:
            return None
        return ("unknown", card.leader) if card.building is None else None

    return key


@lru_cache(maxsize=4_000)
def _as_unique(card: Creature2008) -> Creature2008:
    return replace(card, unique=True)


class _UniqueWaivers:
    """Who waives Unique for the creatures of a warband, if they have that power."""

    def __init__(self, part: Lines) -> None:
        self._waivers = ChampionWaivers(part, "unique")
        self._excuses: dict[Creature2008, Waiver] = {}

    def of(self, card: Creature2008) -> Waiver:
        """Whether Unique is waived for a card."""
        if card not in self._excuses:
            self._excuses[card] = self._waivers.of(card if card.unique else _as_unique(card))
        return self._excuses[card]

    def missing_facts(self, picks: Iterable[Pick]) -> list[MissingFact]:
        """The facts that would tell of these."""
        facts: list[MissingFact] = []
        for pick in picks:
            facts += self._waivers.missing_facts(self.of(pick.card), pick.card, pick.at)
        return facts


def _unnamed_results(part: Lines, excuses: _UniqueWaivers, interpretation: str | None) -> Iterator[RuleResult]:
    """What could have the name of another, of those for which Unique is not waived."""
    counting = [pick for pick in part.picks if pick.card.unique is not False and excuses.of(pick.card).by is None]
    sharing = _possibly_same_name(dict.fromkeys(pick.card for pick in counting), interpretation)
    could = [pick for pick in counting if pick.card in sharing]
    yield from unnamed_unique_results(could)
    yield from (MissingFact(pick.card.slug, "/cost", pick.at) for pick in could if pick.card.cost is None)
    yield from excuses.missing_facts(could)


def _possibly_same_name(cards: Iterable[Creature2008], interpretation: str | None) -> set[Creature2008]:
    """The cards that could have the name of another one, of two of which one has no known name."""
    every, nameless = Counter[int | None](), Counter[int | None]()
    known = list(cards)
    for card in known:
        every[card.cost] += 1
        nameless[card.cost] += card.name is None

    def could(card: Creature2008) -> bool:
        others, itself = (nameless, 0) if card.name is not None else (every, 1)
        if interpretation != NAME_AND_COST or card.cost is None:
            return others.total() > itself
        return others[None] + others[card.cost] > itself

    return set(filter(could, known))


def _name_results(picks: list[Pick], excuses: _UniqueWaivers, interpretation: str | None) -> list[RuleResult]:
    """What of creatures of one name is wrong when those count for which Unique is not waived."""
    by = [excuse.by for excuse in (excuses.of(pick.card) for pick in picks) if excuse.by]
    counting = [pick for pick in picks if excuses.of(pick.card).by is None] if by else picks
    things = list(_identity_results(counting, interpretation))
    if things:
        open_ = breaches_in(things) and any(excuses.of(pick.card).open for pick in counting)
        return [*(() if open_ else things), *excuses.missing_facts(counting)]
    if not by:
        return []
    first = first_waiver(by)
    return [
        ExcusedBreach(one.at, one.facts, first)
        for one in _identity_results(picks, interpretation)
        if isinstance(one, RuleBreach)
    ]


def _identity_results(picks: list[Pick], interpretation: str | None) -> Iterator[RuleResult]:
    sure = [pick for pick in picks if pick.card.unique]
    alone = _same_name(sure) if sure else False
    both = _same_name_and_cost(sure) if sure else []
    if interpretation == NAME_ALONE and alone:
        yield _identity_breach(sure)
    elif both:
        yield _identity_breach(both)
    else:
        if alone and interpretation is None:
            yield UnresolvedQuestion(IDENTICAL_NAMES, places(sure))
        if creature_count(sure) > 1:
            yield from (MissingFact(pick.card.slug, "/cost", pick.at) for pick in sure if pick.card.cost is None)
        maybe = [pick for pick in picks if pick.card.unique is None]
        if maybe and _possibly_identical(picks, by_name=interpretation != NAME_AND_COST and not alone):
            yield from (MissingFact(pick.card.slug, "/unique", pick.at) for pick in maybe)
            if creature_count(sure) <= 1 and len({pick.card for pick in picks}) > 1:
                yield from (MissingFact(pick.card.slug, "/cost", pick.at) for pick in picks if pick.card.cost is None)


def _identity_breach(picks: list[Pick]) -> RuleBreach:
    name = min(pick.card.title.partition(",")[0] for pick in picks)
    return RuleBreach(places(picks), {"name": name, "copies": creature_count(picks)})


def _same_name(picks: list[Pick]) -> bool:
    """Whether there are two by the reading that with a title the name alone is compared."""
    return creature_count(picks) > 1 and any(pick.card.titled for pick in picks)


def _same_name_and_cost(picks: list[Pick]) -> list[Pick]:
    """Those of which there are two with one cost; copies of one card have the same cost, known or not."""
    by_cost: dict[object, list[Pick]] = {}
    for pick in picks:
        by_cost.setdefault(pick.card if pick.card.cost is None else pick.card.cost, []).append(pick)
    return [pick for same in by_cost.values() if creature_count(same) > 1 for pick in same]


def _possibly_identical(picks: list[Pick], *, by_name: bool) -> bool:
    """Whether two would clash if all were unique, and unknown costs what they need to be."""
    unknown = creature_count(picks) > 1 and any(pick.card.cost is None for pick in picks)
    return (by_name and _same_name(picks)) or unknown or bool(_same_name_and_cost(picks))

"""Unique creatures with identical names (203.2, 203.2.a and 707.13.a of the rules guide).

Two names without a title are identical if the costs are equal too. If a name has a title after a comma, the parts
before the comma are compared; whether the costs then still count is an open question.
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
    """Return the results for creatures that occur twice in a warband and are or may be unique.

    For speed it returns a list, not a generator: a search calls this function for each card that it tries.
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
    """Return a predicate for the cards that may change the results.

    These are creatures with a name in the legion and, if a name occurs twice, creatures that may waive Unique. If a
    name is unknown, they are all cards.
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
    """Return a card key that groups creatures with a new name and unknown Warband Building, by their leader fact."""
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
    """The waivers of Unique for the creatures of a warband, as if all of them had that power."""

    def __init__(self, part: Lines) -> None:
        self._waivers = ChampionWaivers(part, "unique")
        self._excuses: dict[Creature2008, Waiver] = {}

    def of(self, card: Creature2008) -> Waiver:
        """Return the waiver of Unique for a card."""
        if card not in self._excuses:
            self._excuses[card] = self._waivers.of(card if card.unique else _as_unique(card))
        return self._excuses[card]

    def missing_facts(self, picks: Iterable[Pick]) -> list[MissingFact]:
        """Return the facts that would decide the waivers for these picks."""
        facts: list[MissingFact] = []
        for pick in picks:
            facts += self._waivers.missing_facts(self.of(pick.card), pick.card, pick.at)
        return facts


def _unnamed_results(part: Lines, excuses: _UniqueWaivers, interpretation: str | None) -> Iterator[RuleResult]:
    """Yield the unknown facts of picks without a waiver that could share the name of another."""
    counting = [pick for pick in part.picks if pick.card.unique is not False and excuses.of(pick.card).by is None]
    sharing = _possibly_same_name(dict.fromkeys(pick.card for pick in counting), interpretation)
    could = [pick for pick in counting if pick.card in sharing]
    yield from unnamed_unique_results(could)
    yield from (MissingFact(pick.card.slug, "/cost", pick.at) for pick in could if pick.card.cost is None)
    yield from excuses.missing_facts(could)


def _possibly_same_name(cards: Iterable[Creature2008], interpretation: str | None) -> set[Creature2008]:
    """Return the cards that could share the name of another card because either name is unknown."""
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
    """Return the results for creatures of one name. Only creatures without a waiver count."""
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
    """Return whether the picks of one short name count as identical if the reading compares only names."""
    return creature_count(picks) > 1 and any(pick.card.titled for pick in picks)


def _same_name_and_cost(picks: list[Pick]) -> list[Pick]:
    """Return the picks that share their cost with another. Copies of one card have the same cost, known or not."""
    by_cost: dict[object, list[Pick]] = {}
    for pick in picks:
        by_cost.setdefault(pick.card if pick.card.cost is None else pick.card.cost, []).append(pick)
    return [pick for same in by_cost.values() if creature_count(same) > 1 for pick in same]


def _possibly_identical(picks: list[Pick], *, by_name: bool) -> bool:
    """Return whether two creatures of one name would clash if all were unique and unknown costs were equal."""
    unknown = creature_count(picks) > 1 and any(pick.card.cost is None for pick in picks)
    return (by_name and _same_name(picks)) or unknown or bool(_same_name_and_cost(picks))

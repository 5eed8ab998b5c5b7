"""What could be added to a legion: creatures, and what each of them could carry at what price, as the rules say it.

No rule stands here a second time. Those that speak of a card in its place whatever else there is (`SolverBound.APART`)
are asked; so is the price. A card of which a fact is not known is offered like any other: what the fact decides beside
other cards is said in rows of the model. Apart stand cards that are in no legal legion while the fact is not known
(`undecided`), and those that could be in one but are not offered (`left_out`): of these nothing is claimed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from rulesapi.engine.core.evaluation import Terms, expand_legion, price_of, rules_in_force
from rulesapi.engine.core.formats import CardSelector
from rulesapi.engine.core.legion import CarriedUpgrade, Legion, Lines, Pick
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.rules import Rule
from rulesapi.engine.core.solver_bounds import SolverBound
from rulesapi.engine.core.upgrades import Upgrade
from rulesapi.engine.values.model import Card, Creature, MissingFact, PickableCard, RuleBreach
from rulesapi.engine.values.truth import Truth

FIRST_PICK = "/picks/0"
OfferedCard = TypeVar("OfferedCard", bound=Card)
Places = Mapping[Upgrade, int]
"""Upgrades with their price in a place, without what they cost for each card of a family."""


class UnboundedPrice(Exception):
    """What a card costs in a place has no greatest value, for all that is known."""


@dataclass(slots=True)
class AvailableCards:
    """The cards of a library that may be added to a legion under its terms; `pool` is the question's own.

    Three sets are gathered while it is asked. `undecided` are cards with which no legion is legal while a fact is not
    known, and those of which it is not known whether the pool has them. `left_out` are cards that may stand in a legal
    legion and are not offered: what they would cost is open, or so is a number of which less is wanted
    (`minimized_numbers`). `unweighed` are cards that are offered, though one of the numbers `weighed` is not known: it
    counts nothing.
    """

    library: Library
    terms: Terms
    pool: CardSelector | None
    weighed: Collection[str]
    minimized_numbers: Collection[str]
    left_out: set[Card] = field(default_factory=set)
    undecided: set[Card] = field(default_factory=set)
    unweighed: set[Card] = field(default_factory=set)
    _apart: tuple[Rule, ...] = ()
    _seated: bool = True
    _upgrades: tuple[Upgrade, ...] = ()
    _carries: dict[Creature, Places] = field(default_factory=dict)

    def __post_init__(self) -> None:
        hints = self.library.ruleset.hints_for
        deciding = [rule for rule, level in rules_in_force(self.terms) if level == "error"]
        self._apart = tuple(rule for rule in deciding if hints(rule).bound is SolverBound.APART)
        self._seated = any(hints(rule).bound is SolverBound.SLOTS for rule in deciding)
        self._upgrades = tuple(self._offered(Upgrade))

    def creatures(self) -> Iterator[tuple[Creature, int, int]]:
        """Every creature that may be added, with a number of soldiers and the price; troops once for each size."""
        for card in self._offered(Creature):
            for soldiers in sorted({1, *map(int, card.costs or ())}):
                lines = _lines(card, soldiers, ())
                price = price_of(self.library.ruleset, self.terms, lines)
                at, missing = self._results(lines)
                if at:
                    continue
                if missing or price.upper_bound is None:
                    self.undecided.add(card)
                elif price.total is None:
                    self.left_out.add(card)
                else:
                    yield card, soldiers, price.total

    def cards(self) -> Iterator[PickableCard]:
        """Every card that may be added to a list whose cards carry nothing."""
        return self.allowed(self._offered(PickableCard))

    def allowed(self, cards: Iterable[OfferedCard]) -> Iterator[OfferedCard]:
        """Those of some cards, which carry nothing, that may stand in a list, whatever else is in it."""
        for card in cards:
            at, missing = self._results(Lines((Pick(FIRST_PICK, card, 1, 1, (), {}),), (), (), (), (), False))
            if missing and not at:
                self.undecided.add(card)
            elif not at:
                yield card

    def leave_out(self, visited: Collection[Card]) -> None:
        """Leave out all creatures but those."""
        self.left_out |= set(self._offered(Creature)) - set(visited)

    def leave_out_upgrades(self) -> None:
        """Leave out all upgrades, where one may be missing somewhere."""
        self.left_out |= set(self._upgrades)

    def carries(self, creature: Creature) -> Places:
        """The upgrades that a creature could carry if there were slots for them."""
        if creature not in self._carries:
            self._carries[creature] = self._places(creature, self._assigned_on(creature))
        return self._carries[creature]

    def _assigned_on(self, creature: Creature) -> list[Upgrade]:
        """The upgrades for which a creature could have a slot; one of unknown slot needs each that it could want."""
        if not self._seated:
            return list(self._upgrades)
        if creature.banner is None:
            return []
        reached = _reachable_icons(self.slots(creature), self._upgrades)
        return [u for u in self._upgrades if (u.icons & reached if u.slot_known else u.icons <= reached)]

    def slots(self, creature: Creature) -> Mapping[str, int]:
        """The slots of a creature by icon: those printed, and those that house rules add at best."""
        printed, house = creature.banner or {}, self.terms.house_rules
        if house is None or not house.slots:
            return printed
        return Counter(printed) + Counter(house.most_slots(creature))

    def price(self, creature: Creature, upgrade: Upgrade) -> int | None:
        """What a card costs on that bearer, without what it costs for each card of a family; `None`: not known.

        Raises UnboundedPrice where it has no greatest price, so that no legion with it surely keeps to a limit.
        """
        if upgrade.flat_cost is not None:
            return upgrade.flat_cost
        bearer = creature if creature.cost is not None else replace(creature, cost=0)
        price = price_of(self.library.ruleset, self.terms, _lines(bearer, 1, (upgrade,)))
        if price.upper_bound is None:
            raise UnboundedPrice
        points = [line["points"] for line in price.lines if line["at"] != FIRST_PICK]
        known = sum(number for number in points if number is not None)
        each = upgrade.cost_each
        alone = each.cost if each and not each.family.isdisjoint(upgrade.keywords or ()) else 0
        return None if None in points else known - alone

    def _offered(self, kind: type[OfferedCard]) -> Iterator[OfferedCard]:
        """The cards of a kind that are not retired, not kept out by the pool, and in it as far as is known."""
        for card in self.library.all_cards:
            if isinstance(card, kind) and card.retired is None:
                inside: Truth = self.pool is None or self.pool.truth_for(card)
                if inside is None:
                    self.undecided.add(card)
                elif inside and any(card.numbers.get(fact, 0) is None for fact in self.minimized_numbers):
                    self.left_out.add(card)
                elif inside:
                    if any(card.numbers.get(fact, 0) is None for fact in self.weighed):
                        self.unweighed.add(card)
                    yield card

    def _places(self, creature: Creature, upgrades: list[Upgrade]) -> Places:
        """Those of the upgrades that may stand on the creature: all are asked at once, as if it carried them all."""
        refused, missing = self._results(_lines(creature, 1, upgrades))
        if any(fact.at == FIRST_PICK for fact in missing):
            # A fact of the creature itself is wanting: only asking one by one tells for which of the upgrades.
            answers = {u: self._results(_lines(creature, 1, (u,))) for u in upgrades}
            unknown = {u for u, (at, facts) in answers.items() if facts and not at}
            fitting = [u for u, (at, facts) in answers.items() if not at and not facts]
        else:
            unsure = {fact.at for fact in missing}
            unknown = {u for number, u in enumerate(upgrades) if _at(number) in unsure and _at(number) not in refused}
            fitting = [u for number, u in enumerate(upgrades) if _at(number) not in refused and u not in unknown]
        self.undecided |= unknown
        places: dict[Upgrade, int] = {}
        for upgrade in fitting:
            try:
                price = self.price(creature, upgrade)
            except UnboundedPrice:
                self.undecided.add(upgrade)
                continue
            if price is None:
                self.left_out.add(upgrade)
            else:
                places[upgrade] = price
        return places

    def _results(self, lines: Lines) -> tuple[set[str], list[MissingFact]]:
        """The places that a rule refuses, and the facts that would decide."""
        legion: Legion = expand_legion(self.library, self.terms, lines)
        refused: set[str] = set()
        missing: list[MissingFact] = []
        for rule in self._apart:
            for thing in rule.check(legion, self.library) if rule.check else ():
                if isinstance(thing, MissingFact):
                    missing.append(thing)
                elif isinstance(thing, RuleBreach):
                    refused.update(thing.at)
        return refused, missing


def _at(number: int) -> str:
    return f"{FIRST_PICK}/upgrades/{number}"


def _lines(creature: Creature, soldiers: int, upgrades: Iterable[Upgrade]) -> Lines:
    carried = tuple(CarriedUpgrade(_at(number), upgrade) for number, upgrade in enumerate(upgrades))
    return Lines((Pick(FIRST_PICK, creature, 1, soldiers, carried, {}),), carried, (), (), (), False)


def _reachable_icons(slots: Mapping[str, int], upgrades: Iterable[Upgrade]) -> frozenset[str]:
    """The icons of a creature's slots and those that cards could add to them, one after the other."""
    reached = frozenset(slots)
    granting = [(upgrade.icons, frozenset(upgrade.grants)) for upgrade in upgrades if upgrade.grants]
    while wider := frozenset(icon for of, to in granting if of & reached for icon in to) - reached:
        reached |= wider
    return reached

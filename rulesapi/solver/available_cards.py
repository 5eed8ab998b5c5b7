"""The cards that can be added to a legion: creatures, and the upgrades each can carry at which price, by the rules.

No rule is implemented here again. Rules about a card in its place regardless of the rest of the legion
(`SolverBound.APART`) are evaluated, and so is the price. A card with an unknown fact is offered like any other if the
fact only matters together with other cards; rows of the model cover that. Cards that are in no legal legion while the
fact is unknown (`undecided`) and cards that could be in one but are not offered (`left_out`) are kept separately;
nothing is claimed about them.
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

COST = "/cost"
FIRST_PICK = "/picks/0"
OfferedCard = TypeVar("OfferedCard", bound=Card)
Places = Mapping[Upgrade, int]
"""Upgrades with their price in a place, without the part that depends on other cards of a family."""


class UnboundedPrice(Exception):
    """The price of a card in a place has no known upper bound."""


@dataclass(slots=True)
class AvailableCards:
    """The cards of a library that may be added to a legion under its terms; `pool` is the pool of the request.

    Three sets are filled during the search. `undecided` are cards with which no legion is legal while a fact is
    unknown, and cards of which it is unknown whether they are in the pool. `left_out` are cards that may be in a legal
    legion but are not offered, because their price or one of the `minimized_numbers` is unknown. `unweighed` are
    offered cards with an unknown value of one of the `weighed` numbers; that value counts as 0. `unknown_facts` has,
    for each card that is not offered because of unknown facts, the first of these facts.
    """

    library: Library
    terms: Terms
    pool: CardSelector | None
    weighed: Collection[str]
    minimized_numbers: Collection[str]
    left_out: set[Card] = field(default_factory=set)
    undecided: set[Card] = field(default_factory=set)
    unweighed: set[Card] = field(default_factory=set)
    unknown_facts: dict[Card, str] = field(default_factory=dict)
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
        """Yield every creature that may be added, with a number of soldiers and the price; troops once per size."""
        for card in self._offered(Creature):
            for soldiers in sorted({1, *map(int, card.costs or ())}):
                lines = _lines(card, soldiers, ())
                price = price_of(self.library.ruleset, self.terms, lines)
                at, missing = self._results(lines)
                if at:
                    continue
                if missing or price.upper_bound is None:
                    self.undecide(card, (*price.missing_facts, *missing))
                elif price.total is None:
                    self.left_out.add(card)
                    self._note(card, price.missing_facts)
                else:
                    yield card, soldiers, price.total

    def cards(self) -> Iterator[PickableCard]:
        """Yield every card that may be added to a list whose cards carry nothing."""
        return self.allowed(self._offered(PickableCard))

    def allowed(self, cards: Iterable[OfferedCard]) -> Iterator[OfferedCard]:
        """Yield the given cards, which carry nothing, that may be in a list regardless of its other cards."""
        for card in cards:
            at, missing = self._results(Lines((Pick(FIRST_PICK, card, 1, 1, (), {}),), (), (), (), (), False))
            if missing and not at:
                self.undecide(card, missing)
            elif not at:
                yield card

    def undecide(self, card: Card, missing: Iterable[MissingFact]) -> None:
        """Record a card that keeps every list from being legal while one of these facts is unknown."""
        self.undecided.add(card)
        self._note(card, missing)

    def _note(self, card: Card, missing: Iterable[MissingFact]) -> None:
        """Record the first unknown fact of the card itself, in the order in which the game asks for facts."""
        order = [f"/{one.fact}" for one in self.library.ruleset.deciding_facts.get(card.kind, ())]
        facts = [fact.fact for fact in missing if fact.card == card.slug]
        first = min(facts, key=lambda fact: order.index(fact) if fact in order else len(order), default=None)
        if first is not None:
            self.unknown_facts.setdefault(card, first)

    def leave_out(self, visited: Collection[Card]) -> None:
        """Add all creatures except the visited ones to `left_out`."""
        self.left_out |= set(self._offered(Creature)) - set(visited)

    def leave_out_upgrades(self) -> None:
        """Add all upgrades to `left_out`, for a program that may omit upgrades."""
        self.left_out |= set(self._upgrades)

    def carries(self, creature: Creature) -> Places:
        """Return the upgrades that a creature could carry if it had the slots."""
        if creature not in self._carries:
            self._carries[creature] = self._places(creature, self._assigned_on(creature))
        return self._carries[creature]

    def _assigned_on(self, creature: Creature) -> list[Upgrade]:
        """Return the upgrades a creature could have a slot for; one with unknown slots counts if all its icons are
        reachable.
        """
        if not self._seated:
            return list(self._upgrades)
        if creature.banner is None:
            return []
        reached = _reachable_icons(self.slots(creature), self._upgrades)
        return [u for u in self._upgrades if (u.icons & reached if u.slot_known else u.icons <= reached)]

    def slots(self, creature: Creature) -> Mapping[str, int]:
        """Return the slots of a creature by icon: the printed ones and the most that house rules can add."""
        printed, house = creature.banner or {}, self.terms.house_rules
        if house is None or not house.slots:
            return printed
        return Counter(printed) + Counter(house.most_slots(creature))

    def price(self, creature: Creature, upgrade: Upgrade) -> int | None:
        """Return the price of an upgrade on that bearer, without its cost per card of a family; None if it is unknown.

        Raises UnboundedPrice if the price has no known upper bound, so that no legion with the card surely keeps a
        limit.
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
        """Yield the cards of a kind that are not retired and surely in the pool; record the others that may be
        relevant.
        """
        for card in self.library.all_cards:
            if isinstance(card, kind) and card.retired is None:
                inside: Truth = self.pool is None or self.pool.truth_for(card)
                if inside is None:
                    self.undecided.add(card)
                elif inside and any(card.numbers.get(fact, 0) is None for fact in self.minimized_numbers):
                    self.left_out.add(card)
                    unknown = (fact for fact in self.minimized_numbers if card.numbers.get(fact, 0) is None)
                    self.unknown_facts.setdefault(card, f"/{min(unknown)}")
                elif inside:
                    if any(card.numbers.get(fact, 0) is None for fact in self.weighed):
                        self.unweighed.add(card)
                    yield card

    def _places(self, creature: Creature, upgrades: list[Upgrade]) -> Places:
        """Return the upgrades that may be on the creature, with prices; all are checked at once, as if it carried them
        all.
        """
        refused, missing = self._results(_lines(creature, 1, upgrades))
        if any(fact.at == FIRST_PICK for fact in missing):
            # A fact of the creature itself is missing: only separate checks show which of the upgrades depend on it.
            answers = {u: self._results(_lines(creature, 1, (u,))) for u in upgrades}
            missing = [fact for _, facts in answers.values() for fact in facts]
            unknown = {u for u, (at, facts) in answers.items() if facts and not at}
            fitting = [u for u, (at, facts) in answers.items() if not at and not facts]
        else:
            unsure = {fact.at for fact in missing}
            unknown = {
                u
                for number, u in enumerate(upgrades)
                if _upgrade_pointer(number) in unsure and _upgrade_pointer(number) not in refused
            }
            fitting = [
                u for number, u in enumerate(upgrades) if _upgrade_pointer(number) not in refused and u not in unknown
            ]
        self.undecided |= unknown
        for upgrade in unknown:
            self._note(upgrade, missing)
        places: dict[Upgrade, int] = {}
        for upgrade in fitting:
            try:
                price = self.price(creature, upgrade)
            except UnboundedPrice:
                self.undecided.add(upgrade)
                self.unknown_facts.setdefault(upgrade, COST)
                continue
            if price is None:
                self.left_out.add(upgrade)
                self.unknown_facts.setdefault(upgrade, COST)
            else:
                places[upgrade] = price
        return places

    def _results(self, lines: Lines) -> tuple[set[str], list[MissingFact]]:
        """Return the places that a rule rejects, and the missing facts that would decide."""
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


def _upgrade_pointer(number: int) -> str:
    return f"{FIRST_PICK}/upgrades/{number}"


def _lines(creature: Creature, soldiers: int, upgrades: Iterable[Upgrade]) -> Lines:
    carried = tuple(CarriedUpgrade(_upgrade_pointer(number), upgrade) for number, upgrade in enumerate(upgrades))
    return Lines((Pick(FIRST_PICK, creature, 1, soldiers, carried, {}),), carried, (), (), (), False)


def _reachable_icons(slots: Mapping[str, int], upgrades: Iterable[Upgrade]) -> frozenset[str]:
    """Return the icons of a creature's slots and of slots that upgrades could add, directly or indirectly."""
    reached = frozenset(slots)
    granting = [(upgrade.icons, frozenset(upgrade.grants)) for upgrade in upgrades if upgrade.grants]
    while wider := frozenset(icon for of, to in granting if of & reached for icon in to) - reached:
        reached |= wider
    return reached

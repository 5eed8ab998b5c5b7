"""Columns and rows: what may be added to a legion, as an integer program.

A group is a creature with a number of soldiers: how many of it stand (a column), and how many of these carry each
upgrade (a column each). Bodies of one group are alike, so that the solver need not tell them apart; where that says too
little, a group is split into bodies that each stand at most once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import isqrt

from rulesapi.engine.core.house_rules import Allowance
from rulesapi.engine.core.solver_bounds import AtMostBound, SolverBound
from rulesapi.engine.core.upgrades import Upgrade, UpgradeLimit
from rulesapi.engine.values.model import Card, Creature, OwnedCopies

Row = tuple[float, float, Mapping[int, float]]
"""The least and the most that a sum of columns may come to; columns with what one of each counts."""

EMPTY_WORDS: frozenset[str] = frozenset()

NO_LOWER_BOUND = float("-inf")
NO_UPPER_BOUND = float("inf")


@dataclass(frozen=True, slots=True, eq=False)
class BodyGroup:
    """Bodies that are alike: at least and at most so many, what each costs bare, what all of them hold already.

    `slots` are those that each has by icon, without what cards add; `offers` are the upgrades that one could carry
    more, with their price there, those that it holds among them.
    """

    creature: Creature
    soldiers: int
    cost: int
    least: int
    most: int
    slots: Mapping[str, int]
    carried: tuple[Upgrade, ...]
    offers: Mapping[Upgrade, int]


@dataclass(slots=True)
class IntegerProgram:
    """An integer program that wants its objective as large as can be. All columns are whole numbers."""

    low: list[int] = field(default_factory=list)
    high: list[int] = field(default_factory=list)
    worth: list[int] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)

    def column(self, low: int, high: int, worth: int = 0) -> int:
        """A new column; returns its number."""
        self.low.append(low)
        self.high.append(high)
        self.worth.append(worth)
        return len(self.low) - 1

    def row(self, columns: Mapping[int, float], most: float, least: float = NO_LOWER_BOUND) -> None:
        """A new row, unless its columns cannot break it."""
        highest = sum(count * (self.high[one] if count > 0 else self.low[one]) for one, count in columns.items())
        if columns and (least > NO_LOWER_BOUND or highest > most):
            self.rows.append((least, most, columns))


@dataclass(frozen=True, slots=True)
class ProgramFrame:
    """What bounds a legion whatever is in it: the bounds that its format has as errors, limit, weights, collection.

    `owned` is the collection that the legion is checked against, if it is; `sealed` that no more unique card may join.
    `allowances` are the house rules' own limits.
    """

    bounds: frozenset[SolverBound]
    at_most: tuple[AtMostBound, ...]
    limit: int
    weights: Mapping[str, int]
    points: int
    owned: OwnedCopies | None
    sealed: bool
    allowances: tuple[Allowance, ...]

    def worth(self, card: Card, price: int) -> int:
        """What one of a card adds to the objective."""
        return self.points * price + sum(
            weight * (card.numbers.get(fact) or 0) for fact, weight in self.weights.items()
        )


class OutOfTime(Exception):
    """The time is over before the model is complete."""


class LegionProgram:
    """The model of groups in a frame, with the columns that stand for each of them.

    `going_on` is asked before each group whether there is time. Raises OutOfTime where there is none.
    """

    def __init__(
        self, frame: ProgramFrame, groups: Iterable[BodyGroup], going_on: Callable[[], bool] = lambda: True
    ) -> None:
        self.frame = frame
        self.groups = list(groups)
        self.model = IntegerProgram()
        self.bodies: list[int] = []
        self.carries: list[dict[Upgrade, int]] = []
        for group in self.groups:
            self._columns(group)
        self._in_all: dict[Card, list[int]] = {}
        for group, body, columns in zip(self.groups, self.bodies, self.carries, strict=True):
            self._in_all.setdefault(group.creature, []).append(body)
            for upgrade, column in columns.items():
                self._in_all.setdefault(upgrade, []).append(column)
        for number in range(len(self.groups)):
            if not going_on():
                raise OutOfTime
            self._group(number)
        self._whole()
        self._price()

    def _columns(self, group: BodyGroup) -> None:
        frame, model = self.frame, self.model
        self.bodies.append(model.column(group.least, group.most, frame.worth(group.creature, group.cost)))
        once = SolverBound.ONCE in frame.bounds
        columns = {}
        for upgrade, price in group.offers.items():
            already_carried = group.carried.count(upgrade)
            most = group.most if once or already_carried else group.most * _slot_capacity(group)
            columns[upgrade] = model.column(
                already_carried * group.least,
                already_carried * group.least if already_carried and once else most,
                frame.worth(upgrade, price),
            )
        self.carries.append(columns)

    # -- what a group may carry ------------------------------------------------------------------------------------

    def _group(self, number: int) -> None:
        body, columns = self.bodies[number], self.carries[number]
        bounds = self.frame.bounds
        if SolverBound.ONCE in bounds:
            self._once(number, body, columns)
        if SolverBound.SLOTS in bounds:
            self._slots(self.groups[number], body, columns)
        if SolverBound.EXCLUDES in bounds:
            self._excludes(number, body, columns)
        if SolverBound.LIMITS in bounds:
            self._limits(body, columns, self._most_carried(number))
        for limit in self.frame.allowances:
            if limit.per == "creature":
                self._within(
                    body, {columns[card]: 1 for card in columns if _limit_may_count(limit, card)}, limit.at_most
                )

    def _once(self, number: int, body: int, columns: Mapping[Upgrade, int]) -> None:
        """Of one name a body carries one; what competes for a single slot needs no row for that."""
        by_name: dict[str, list[int]] = {}
        seated = SolverBound.SLOTS in self.frame.bounds
        single = _single_slots(self.groups[number], {upgrade.icons for upgrade in columns}) if seated else set()
        for upgrade, column in columns.items():
            if upgrade.icons not in single:
                by_name.setdefault(upgrade.identity, []).append(column)
        for same in by_name.values():
            self._within(body, dict.fromkeys(same, 1), 1)
        for upgrade, column in columns.items():
            if upgrade.name is None:  # it could have the name of any other
                self._alone(number, column, {other for one, other in columns.items() if one is not upgrade}, 0)

    def _alone(self, number: int, column: int, others: Iterable[int], others_at_most: int) -> None:
        """Where a card stands on a body, so many of the others do at most."""
        sums: dict[int, float] = dict.fromkeys(others, 1)
        most = min(self._most_carried(number), sum(self.model.high[one] for one in sums))
        if most > others_at_most:
            sums[column] = sums.get(column, 0) + most - others_at_most
            self._within(self.bodies[number], sums, most)

    def _most_carried(self, number: int) -> float:
        """How many upgrades a body carries at most."""
        return _slot_capacity(self.groups[number]) if SolverBound.SLOTS in self.frame.bounds else NO_UPPER_BOUND

    def _within(self, body: int, columns: Mapping[int, float], most: float) -> None:
        """On each body the columns come to so many at most."""
        self.model.row({**columns, body: -most}, 0)

    def _slots(self, group: BodyGroup, body: int, columns: Mapping[Upgrade, int]) -> None:
        """For each kind of card: those that stand in such icons only find as many slots, printed and granted.

        A card of unknown slot wants one of each icon that may be its own.
        """
        doubtful = {icon for upgrade in columns if not upgrade.slot_known for icon in upgrade.icons}
        for icons in {upgrade.icons for upgrade in columns} | {frozenset((icon,)) for icon in doubtful}:
            sums = {column: 1 for upgrade, column in columns.items() if _may_need_slot(upgrade, icons)}
            for upgrade, column in columns.items():
                if granted := sum((upgrade.grants or {}).get(icon, 0) for icon in icons):
                    sums[column] = sums.get(column, 0) - granted
            printed = sum(group.slots.get(icon, 0) for icon in icons)
            self.model.row({**{one: count for one, count in sums.items() if count}, body: -printed}, 0)

    def _excludes(self, number: int, body: int, columns: Mapping[Upgrade, int]) -> None:
        """Of the cards that shut out a keyword and have it one may stand; no other with it beside one that does.

        What a card shuts out that is not known could be any keyword, and a keyword that is not known any that is.
        """
        self._may_exclude(number, columns)
        keywords = {keyword for upgrade in columns for keyword in upgrade.excludes or ()}
        for keyword in sorted(keywords):
            carriers = [upgrade for upgrade in columns if keyword in (upgrade.keywords or ())]
            both = {columns[upgrade]: 1 for upgrade in carriers if keyword in (upgrade.excludes or ())}
            if len(both) > 1:
                self._within(body, both, 1)
            for upgrade in carriers:
                if both and columns[upgrade] not in both:
                    self._within(body, {**both, columns[upgrade]: 1}, 1)
            for upgrade, column in columns.items():
                if keyword in (upgrade.excludes or ()) and upgrade not in carriers:
                    for other in carriers:
                        self._within(body, {column: 1, columns[other]: 1}, 1)

    def _may_exclude(self, number: int, columns: Mapping[Upgrade, int]) -> None:
        """No card stands beside one that may shut it out."""
        for upgrade, column in columns.items():
            if upgrade.excludes is None:
                rivals = {other for one, other in columns.items() if one is not upgrade and one.keywords != EMPTY_WORDS}
                self._alone(number, column, rivals, 0)
            elif upgrade.keywords is None:
                excluding = {other for one, other in columns.items() if one is not upgrade and one.excludes}
                self._alone(number, column, excluding, 0)

    def _limits(self, body: int, columns: Mapping[Upgrade, int], most_carried: float) -> None:
        """Where a card that states a limit stands, so many of the family do at most on that body."""
        for limit, stating in _stated_limits(columns.items(), "creature").items():
            family = _counted_columns(columns.items(), limit)
            most = min(most_carried, sum(self.model.high[column] for column in family))
            if set(family) <= set(stating) and limit.at_most:
                self._within(body, family, limit.at_most)
            elif most > limit.at_most:
                for column in stating:
                    self._within(body, {**family, column: family.get(column, 0) + most - limit.at_most}, most)

    # -- what the legion may have ----------------------------------------------------------------------------------

    def _whole(self) -> None:
        bounds, model = self.frame.bounds, self.model
        if SolverBound.UNIQUE in bounds:
            self._unique()
        if SolverBound.CREATURE in bounds:
            model.row(dict.fromkeys(self.bodies, 1), NO_UPPER_BOUND, 1)
        if self.frame.owned is not None:
            for card, columns in self._in_all.items():
                standing = sum(model.low[column] for column in columns)
                model.row(dict.fromkeys(columns, 1), max(standing, self.frame.owned.get(card, 0)))
        for few in self.frame.at_most:
            counted = [one for card, columns in self._upgrades() if few.counts(card) for one in columns]
            model.row(dict.fromkeys(counted, 1), few.number)
        for limit in self.frame.allowances:
            if limit.per == "legion":
                meant = [columns for card, columns in self._in_all.items() if _limit_may_count(limit, card)]
                model.row({column: 1 for columns in meant for column in columns}, limit.at_most)
        if SolverBound.LIMITS in bounds:
            self._limits_of_all()

    def _upgrades(self) -> list[tuple[Upgrade, list[int]]]:
        return [(card, columns) for card, columns in self._in_all.items() if isinstance(card, Upgrade)]

    def _unique(self) -> None:
        """A name stands once among the cards that are, or may be, unique."""
        by_name: dict[str, list[int]] = {}
        nameless: list[str] = []
        for card, columns in self._in_all.items():
            if card.unique is not False:
                by_name.setdefault(card.identity, []).extend(columns)
                nameless += [card.identity] if card.name is None else []
        for columns in by_name.values():
            standing = sum(self.model.low[column] for column in columns)
            self.model.row(dict.fromkeys(columns, 1), standing if self.frame.sealed else 1)
        for name in nameless:  # it could be any of the others
            others = dict.fromkeys([one for other, some in by_name.items() if other != name for one in some], 1)
            most = len(by_name) - 1
            self.model.row({**others, **dict.fromkeys(by_name[name], most)}, most)

    def _limits_of_all(self) -> None:
        """The limits that cards state for the legion, each with a column for whether the card stands anywhere."""
        pairs = [(card, column) for card, columns in self._upgrades() for column in columns]
        for limit, stating in _stated_limits(pairs, "legion").items():
            family = _counted_columns(pairs, limit)
            most = sum(self.model.high[column] for column in family)
            if set(family) <= set(stating) and limit.at_most:
                self.model.row(family, limit.at_most)
            elif most > limit.at_most:
                there = self._there(stating)
                self.model.row({**family, there: most - limit.at_most}, most)
        unsaid = [column for card, column in pairs if card.limits is None]
        if unsaid:  # such a limit could be about any two cards that have a keyword
            worded = {column: 1 for card, column in pairs if card.keywords != EMPTY_WORDS}
            most = sum(self.model.high[column] for column in worded)
            if most > 1:
                self.model.row({**worded, self._there(unsaid): most - 1}, most)

    def _there(self, columns: list[int]) -> int:
        """A column for whether any of these stands."""
        there = self.model.column(0, 1)
        self.model.row({**dict.fromkeys(columns, 1), there: -sum(self.model.high[column] for column in columns)}, 0)
        return there

    # -- what it costs ---------------------------------------------------------------------------------------------

    def _price(self) -> None:
        price: dict[int, int] = {}
        for group, body, columns in zip(self.groups, self.bodies, self.carries, strict=True):
            price[body] = group.cost
            price |= {columns[upgrade]: points for upgrade, points in group.offers.items()}
        pairs = [(card, column) for card, columns in self._upgrades() for column in columns]
        for family in {card.cost_each.family: None for card, _ in pairs if card.cost_each}:
            for column, points in self._for_each(family, pairs).items():
                self.model.worth[column] = self.frame.points * points
                price[column] = points
        self.model.row({column: points for column, points in price.items() if points}, self.frame.limit)

    def _for_each(self, family: frozenset[str], pairs: list[tuple[Upgrade, int]]) -> dict[int, int]:
        """Columns with points that come to what cards cost for each of a family: their number times its.

        There is a column for whether the family has at least one, at least two, and so on.
        """
        model = self.model
        members = {column: 1 for card, column in pairs if _has_keyword(card, family)}
        costs = {
            column: card.cost_each.cost for card, column in pairs if card.cost_each and card.cost_each.family == family
        }
        most = sum(model.high[column] for column in members)
        alike = costs.keys() == members.keys() and len(set(costs.values())) == 1
        each = next(iter(costs.values()))
        if alike and each:
            # So many of them cost that number squared: past its root the limit has no room.
            most = min(most, isqrt(self.frame.limit // each))
        there = [model.column(0, 1) for _ in range(most)]
        model.row({**members, **dict.fromkeys(there, -1)}, 0, 0)
        for before, after in pairwise(there):
            model.row({after: 1, before: -1}, 0)
        if alike:
            return {column: each * (2 * number + 1) for number, column in enumerate(there)}
        highest = sum(cost * model.high[column] for column, cost in costs.items())
        points = {}
        for column in there:
            # What the cards cost for one of the family: all of `costs` if there is that one, else nothing.
            part = model.column(0, highest)
            model.row({part: 1, column: -highest}, 0)
            model.row({part: 1, **{one: -cost for one, cost in costs.items()}}, 0)
            model.row({**costs, part: -1, column: highest}, highest)
            points[part] = 1
        return points


def split_group(group: BodyGroup) -> list[BodyGroup]:
    """The bodies of a group, each by itself; those that stand come first."""
    return [replace(group, least=int(number < group.least), most=1) for number in range(group.most)]


def _slot_capacity(group: BodyGroup) -> int:
    """How many upgrades a body has slots for at most, granted ones and all."""
    granted = sum(sum((upgrade.grants or {}).values()) for upgrade in group.offers)
    return sum(group.slots.values()) + granted


def _single_slots(group: BodyGroup, kinds: Iterable[frozenset[str]]) -> set[frozenset[str]]:
    """Of these sets of icons those of which a body has one slot, whatever it carries: nothing stands there twice."""
    granted = {icon for upgrade in group.offers for icon in upgrade.grants or ()}
    return {
        icons for icons in kinds if icons.isdisjoint(granted) and sum(group.slots.get(icon, 0) for icon in icons) <= 1
    }


def _limit_may_count(limit: Allowance, card: Card) -> bool:
    """Whether a limit counts a card, or may: no legion is legal while that would decide."""
    return limit.cards.truth_for(card) is not False


def _may_need_slot(upgrade: Upgrade, icons: frozenset[str]) -> bool:
    """Whether a card needs a slot of these icons; of one whose slot is not known, any that it may be."""
    if upgrade.slot_known or len(icons) > 1:
        return upgrade.icons <= icons
    return icons <= upgrade.icons


def _has_keyword(card: Upgrade, family: frozenset[str]) -> bool:
    return not family.isdisjoint(card.keywords or ())


def _counted_columns(pairs: Iterable[tuple[Upgrade, int]], limit: UpgradeLimit) -> dict[int, int]:
    """The cards that a limit counts, or may: no legion is legal while that would decide."""
    return {column: 1 for card, column in pairs if card.keywords is None or _has_keyword(card, limit.family)}


def _stated_limits(pairs: Iterable[tuple[Upgrade, int]], per: str) -> dict[UpgradeLimit, list[int]]:
    """The limits that cards state, with the columns of the cards that do."""
    stating: dict[UpgradeLimit, list[int]] = {}
    for card, column in pairs:
        for limit in card.limits or ():
            if limit.per == per:
                stating.setdefault(limit, []).append(column)
    return stating

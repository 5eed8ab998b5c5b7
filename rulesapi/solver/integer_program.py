"""The integer program of the cards that may be added to a legion.

A group is a creature with a number of soldiers. It has one column for its number of bodies and one per upgrade for how
many of these carry it. The bodies of a group are alike, so the solver need not distinguish them; where that is not
precise enough, a group is split into groups of at most one body.
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
"""The minimum and maximum of a weighted sum of columns, and the coefficients by column."""

EMPTY_WORDS: frozenset[str] = frozenset()

NO_LOWER_BOUND = float("-inf")
NO_UPPER_BOUND = float("inf")


@dataclass(frozen=True, slots=True, eq=False)
class BodyGroup:
    """Identical bodies: their minimum and maximum number, the cost of each without upgrades, the upgrades each carries.

    `slots` are the slots of each body by icon, without those that upgrades add; `offers` are the upgrades that a body
    could carry with their price there, including those it already carries.
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
    """An integer program that maximizes its objective. All columns are whole numbers."""

    low: list[int] = field(default_factory=list)
    high: list[int] = field(default_factory=list)
    worth: list[int] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)

    def column(self, low: int, high: int, worth: int = 0) -> int:
        """Add a column; return its number."""
        self.low.append(low)
        self.high.append(high)
        self.worth.append(worth)
        return len(self.low) - 1

    def row(self, columns: Mapping[int, float], most: float, least: float = NO_LOWER_BOUND) -> None:
        """Add a row, unless the bounds of its columns already guarantee it."""
        highest = sum(count * (self.high[one] if count > 0 else self.low[one]) for one, count in columns.items())
        if columns and (least > NO_LOWER_BOUND or highest > most):
            self.rows.append((least, most, columns))


@dataclass(frozen=True, slots=True)
class ProgramFrame:
    """The limits of a legion regardless of its cards: bounds of its format's errors, limit, weights and collection.

    `owned` is the collection the legion is checked against, if any; `sealed` forbids adding unique cards. `allowances`
    are the limits of house rules.
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
        """Return what one copy of a card adds to the objective."""
        return self.points * price + sum(
            weight * (card.numbers.get(fact) or 0) for fact, weight in self.weights.items()
        )


class OutOfTime(Exception):
    """The time was over before the model was complete."""


class LegionProgram:
    """The model of groups in a frame, with their columns.

    `going_on` returns before each group whether there is time left. Raises OutOfTime if there is none.
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

    # -- rows of a group -------------------------------------------------------------------------------------------

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
                    body, {columns[card]: 1 for card in columns if limit_may_count(limit, card)}, limit.at_most
                )

    def _once(self, number: int, body: int, columns: Mapping[Upgrade, int]) -> None:
        """Limit a body to one upgrade per name; upgrades that compete for a single slot need no row for that."""
        by_name: dict[str, list[int]] = {}
        seated = SolverBound.SLOTS in self.frame.bounds
        single = _single_slots(self.groups[number], {upgrade.icons for upgrade in columns}) if seated else set()
        for upgrade, column in columns.items():
            if upgrade.icons not in single:
                by_name.setdefault(upgrade.identity, []).append(column)
        for same in by_name.values():
            self._within(body, dict.fromkeys(same, 1), 1)
        for upgrade, column in columns.items():
            if upgrade.name is None:  # its name could equal any other
                self._alone(number, column, {other for one, other in columns.items() if one is not upgrade}, 0)

    def _alone(self, number: int, column: int, others: Iterable[int], others_at_most: int) -> None:
        """Limit the other upgrades to `others_at_most` per body with the given upgrade."""
        sums: dict[int, float] = dict.fromkeys(others, 1)
        most = min(self._most_carried(number), sum(self.model.high[one] for one in sums))
        if most > others_at_most:
            sums[column] = sums.get(column, 0) + most - others_at_most
            self._within(self.bodies[number], sums, most)

    def _most_carried(self, number: int) -> float:
        """Return the maximum number of upgrades on a body."""
        return _slot_capacity(self.groups[number]) if SolverBound.SLOTS in self.frame.bounds else NO_UPPER_BOUND

    def _within(self, body: int, columns: Mapping[int, float], most: float) -> None:
        """Limit the sum of the columns per body."""
        self.model.row({**columns, body: -most}, 0)

    def _slots(self, group: BodyGroup, body: int, columns: Mapping[Upgrade, int]) -> None:
        """Limit the upgrades of each set of icons to the slots with these icons, printed and granted.

        An upgrade with unknown slots needs one of each icon that may be its own.
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
        """Forbid upgrades of a keyword on a body with another upgrade that excludes this keyword.

        Unknown exclusions count as all keywords, an unknown keyword counts as any excluded one.
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
        """Forbid an upgrade together with any that it may exclude or that may exclude it."""
        for upgrade, column in columns.items():
            if upgrade.excludes is None:
                rivals = {other for one, other in columns.items() if one is not upgrade and one.keywords != EMPTY_WORDS}
                self._alone(number, column, rivals, 0)
            elif upgrade.keywords is None:
                excluding = {other for one, other in columns.items() if one is not upgrade and one.excludes}
                self._alone(number, column, excluding, 0)

    def _limits(self, body: int, columns: Mapping[Upgrade, int], most_carried: float) -> None:
        """Apply the limits that upgrades state for their own body."""
        for limit, stating in _stated_limits(columns.items(), "creature").items():
            family = _counted_columns(columns.items(), limit)
            most = min(most_carried, sum(self.model.high[column] for column in family))
            if set(family) <= set(stating) and limit.at_most:
                self._within(body, family, limit.at_most)
            elif most > limit.at_most:
                for column in stating:
                    self._within(body, {**family, column: family.get(column, 0) + most - limit.at_most}, most)

    # -- rows of the legion ----------------------------------------------------------------------------------------

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
                meant = [columns for card, columns in self._in_all.items() if limit_may_count(limit, card)]
                model.row({column: 1 for columns in meant for column in columns}, limit.at_most)
        if SolverBound.LIMITS in bounds:
            self._limits_of_all()

    def _upgrades(self) -> list[tuple[Upgrade, list[int]]]:
        return [(card, columns) for card, columns in self._in_all.items() if isinstance(card, Upgrade)]

    def _unique(self) -> None:
        """Limit each name to one copy among the cards that are, or may be, unique."""
        by_name: dict[str, list[int]] = {}
        nameless: list[str] = []
        for card, columns in self._in_all.items():
            if card.unique is not False:
                by_name.setdefault(card.identity, []).extend(columns)
                nameless += [card.identity] if card.name is None else []
        for columns in by_name.values():
            standing = sum(self.model.low[column] for column in columns)
            self.model.row(dict.fromkeys(columns, 1), standing if self.frame.sealed else 1)
        for name in nameless:  # its name could equal any other
            others = dict.fromkeys([one for other, some in by_name.items() if other != name for one in some], 1)
            most = len(by_name) - 1
            self.model.row({**others, **dict.fromkeys(by_name[name], most)}, most)

    def _limits_of_all(self) -> None:
        """Apply the limits that upgrades state for the legion, each with a column for whether the upgrade is
        present.
        """
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
        if unsaid:  # such a limit could concern any two cards with a keyword
            worded = {column: 1 for card, column in pairs if card.keywords != EMPTY_WORDS}
            most = sum(self.model.high[column] for column in worded)
            if most > 1:
                self.model.row({**worded, self._there(unsaid): most - 1}, most)

    def _there(self, columns: list[int]) -> int:
        """Return a new column that is 1 if any of these columns is nonzero."""
        there = self.model.column(0, 1)
        self.model.row({**dict.fromkeys(columns, 1), there: -sum(self.model.high[column] for column in columns)}, 0)
        return there

    # -- price -----------------------------------------------------------------------------------------------------

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
        """Return columns, with points, whose sum is the cost that cards have per card of a family.

        One column each states whether the family has at least one card, at least two, and so on.
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
            # n such cards cost n * n times that: the limit leaves no room beyond the square root.
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
            # The cost for one card of the family: the sum of `costs` if the card is present, else 0.
            part = model.column(0, highest)
            model.row({part: 1, column: -highest}, 0)
            model.row({part: 1, **{one: -cost for one, cost in costs.items()}}, 0)
            model.row({**costs, part: -1, column: highest}, highest)
            points[part] = 1
        return points


def split_group(group: BodyGroup) -> list[BodyGroup]:
    """Return the bodies of a group as separate groups; bodies already in the legion come first."""
    return [replace(group, least=int(number < group.least), most=1) for number in range(group.most)]


def _slot_capacity(group: BodyGroup) -> int:
    """Return the maximum number of slots of a body, including granted ones."""
    granted = sum(sum((upgrade.grants or {}).values()) for upgrade in group.offers)
    return sum(group.slots.values()) + granted


def _single_slots(group: BodyGroup, kinds: Iterable[frozenset[str]]) -> set[frozenset[str]]:
    """Return those sets of icons of which a body never has more than one slot, so that at most one upgrade uses it."""
    granted = {icon for upgrade in group.offers for icon in upgrade.grants or ()}
    return {
        icons for icons in kinds if icons.isdisjoint(granted) and sum(group.slots.get(icon, 0) for icon in icons) <= 1
    }


def limit_may_count(limit: Allowance, card: Card) -> bool:
    """Return whether a limit counts a card or might; no legion is legal while an unknown fact decides that."""
    return limit.cards.truth_for(card) is not False


def _may_need_slot(upgrade: Upgrade, icons: frozenset[str]) -> bool:
    """Return whether an upgrade needs a slot with these icons; one with unknown slots may need any of its icons."""
    if upgrade.slot_known or len(icons) > 1:
        return upgrade.icons <= icons
    return icons <= upgrade.icons


def _has_keyword(card: Upgrade, family: frozenset[str]) -> bool:
    return not family.isdisjoint(card.keywords or ())


def _counted_columns(pairs: Iterable[tuple[Upgrade, int]], limit: UpgradeLimit) -> dict[int, int]:
    """Return the columns of the cards that a limit counts or might; no legion is legal while an unknown fact decides
    that.
    """
    return {column: 1 for card, column in pairs if card.keywords is None or _has_keyword(card, limit.family)}


def _stated_limits(pairs: Iterable[tuple[Upgrade, int]], per: str) -> dict[UpgradeLimit, list[int]]:
    """Return the stated limits with the columns of the cards that state them."""
    stating: dict[UpgradeLimit, list[int]] = {}
    for card, column in pairs:
        for limit in card.limits or ():
            if limit.per == per:
                stating.setdefault(limit, []).append(column)
    return stating

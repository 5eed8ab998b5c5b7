"""The search loop: solve, judge, forbid rejected solutions, and repeat until the best is legal or the time is over."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from rulesapi.engine.core.evaluation import Evaluation, evaluate_legion, expand_legion, judge, price_of, rules_in_force
from rulesapi.engine.core.legion import Lines, Pick
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.parsing import read_lines
from rulesapi.engine.core.solver_bounds import AtMostBound, Bound, SolverBound
from rulesapi.engine.core.sources import with_proposed_cards
from rulesapi.engine.core.upgrades import Upgrade
from rulesapi.engine.search.incremental import IncrementalJudge
from rulesapi.engine.values.model import Card, Creature
from rulesapi.solver.available_cards import AvailableCards, UnboundedPrice
from rulesapi.solver.client import ModelNotSent, SolverClient, SolverResult, Values
from rulesapi.solver.deck_completion import DeckSearch
from rulesapi.solver.integer_program import BodyGroup, LegionProgram, OutOfTime, ProgramFrame, split_group
from rulesapi.solver.priced_completion import PricedSearch
from rulesapi.solver.request import POINTS, CompletionRequest, is_priced, point_limit
from rulesapi.solver.result import CompletionResult, LeftOutCards, ProgressCallback
from rulesapi.solver.solution import LegionBody, UnassignableUpgrades, UpgradeAssigner, add_bodies

MAX_BODIES = 500
"""The maximum number of copies of a creature that costs nothing; a pick cannot count more."""

MAX_OFFERS = 30_000
"""The maximum number of places for upgrades in the model over all creatures; further creatures are left out.

With this limit, building the model takes at most about one second of CPU time and 100 MB.
"""

MODEL_TIME_SHARE = 0.5
"""The share of the time for building the model, so that some time remains to solve it."""

CutConstraint = tuple[list[tuple[BodyGroup, Upgrade | None, int]], int]
"""Columns, by what they represent, with coefficients, and the maximum of their weighted sum."""


def complete(
    library: Library,
    request: CompletionRequest,
    seconds: float,
    on_progress: ProgressCallback = lambda best, bound: True,
    *,
    nice: int = 0,
) -> CompletionResult:
    """Return the best legal legion with the request's picks, found by a new solver process of the given niceness.

    Raises CannotJudge as `judge` does, and SolverFailed.
    """
    with SolverClient(nice=nice) as solver:
        return complete_with(solver, library, request, seconds, on_progress)


def complete_with(
    solver: SolverClient,
    library: Library,
    request: CompletionRequest,
    seconds: float,
    on_progress: ProgressCallback = lambda best, bound: True,
) -> CompletionResult:
    """Return the best legal legion with the request's picks, found by an existing solver, for many requests in a
    row.
    """
    begin = time.monotonic()
    search: type[_CompletionSearch | PricedSearch | DeckSearch] = DeckSearch
    if is_priced(library.ruleset):
        search = _CompletionSearch if library.ruleset.carried else PricedSearch
    return search(library, request, solver, begin, begin + seconds, on_progress).run()


@dataclass(slots=True)
class _BestSolution:
    """The best legal legion found so far, and the bound for all legions."""

    bodies: list[LegionBody] | None = None
    value: int | None = None
    bound: int | None = None

    def known(self, bound: int | None) -> None:
        """Record a bound, which holds regardless of earlier results."""
        if bound is not None:
            self.bound = bound if self.bound is None else min(self.bound, bound)

    @property
    def proven(self) -> bool:
        """True if no better legion exists."""
        return self.value is not None and self.bound is not None and self.value >= self.bound


class _CompletionSearch:
    def __init__(
        self,
        library: Library,
        request: CompletionRequest,
        solver: SolverClient,
        begin: float,
        until: float,
        on_progress: ProgressCallback,
    ) -> None:
        self.request, self.solver = request, solver
        solver.start()
        self.begin, self.until, self.on_progress = begin, until, on_progress
        self.judge = IncrementalJudge(library, request.legion)
        self.catalog, self.library = library, self.judge.library
        library = self.library
        self.lines = read_lines(request.legion["picks"], library.cards)
        self.initial = self._weigh(self.lines)
        self.dealer = UpgradeAssigner(self.judge)
        self.errors = {rule.code: rule for rule, level in rules_in_force(self.judge.terms) if level == "error"}
        self.best = _BestSolution()
        self.left_out = self.undecided = self.unweighed = self.offers = 0
        self.left_out_for: tuple[LeftOutCards, ...] = ()
        self.cuts: list[CutConstraint] = []
        self.hopeless = False  # existing cards lack slots, and nothing could add any
        eaches = (card.cost_each for card in library.cards.values() if isinstance(card, Upgrade))
        self.families = frozenset(keyword for each in eaches if each for keyword in each.family)

    def _weigh(self, lines: Lines) -> Evaluation:
        terms = self.judge.terms
        return evaluate_legion(self.library, terms, expand_legion(self.library, terms, lines))

    # -- the request -----------------------------------------------------------------------------------------------

    def run(self) -> CompletionResult:
        broken = [finding.code for finding in self.initial.findings if finding.level == "error"]
        if self.initial.unknown or self.initial.price.total is None:
            return self._answer("illegal" if broken else "undetermined")
        if any(self._is_monotonic(code) for code in broken):
            return self._answer("illegal")
        groups = self._groups(mending=any(self._bound(code) is SolverBound.SLOTS for code in broken))
        status = self._solve(groups)
        if self.best.bodies is None:
            # No legal legion was found. If everything was searched, the findings about the legion as sent decide the
            # status.
            lasting = status == "nothing-fits" and not self.left_out
            return self._answer(
                "illegal" if lasting and broken and self._bound(broken[0]) is SolverBound.SLOTS else status
            )
        return self._answer(status)

    def _bound(self, code: str) -> Bound | None:
        return self.judge.library.ruleset.hints_for(self.errors[code]).bound

    def _is_monotonic(self, code: str) -> bool:
        """Return whether adding cards cannot resolve a finding of that rule; for a rule without a bound, assume so."""
        bound = self._bound(code)
        return bound is None or bound.is_monotonic

    # -- the groups ------------------------------------------------------------------------------------------------

    def _frame(self) -> ProgramFrame:
        bounds = [self._bound(code) for code in self.errors]
        weights = dict(self.request.weights)
        limit, house = point_limit(self.judge.library.ruleset, self.judge.terms), self.judge.terms.house_rules
        assert limit is not None
        return ProgramFrame(
            bounds=frozenset(bound for bound in bounds if isinstance(bound, SolverBound)),
            at_most=tuple(bound for bound in bounds if isinstance(bound, AtMostBound)),
            limit=limit,
            points=weights.pop(POINTS, 0),
            weights=weights,
            owned=self.judge.terms.owned.get("") if SolverBound.OWNED in bounds else None,
            sealed=any(one.card.unique is not False and one.card.name is None for one in self.lines.standing),
            allowances=tuple(limit for one in house.rules for limit in one.limits) if house else (),
        )

    def _groups(self, mending: bool) -> list[BodyGroup]:
        """Return groups for the existing picks, identical ones merged, and for every creature that could be added."""
        self.frame = frame = self._frame()
        lessened = {fact for fact, weight in frame.weights.items() if weight < 0}
        proposed = with_proposed_cards(self.library, self.request.legion, self.request.pool)
        available = AvailableCards(proposed, self.judge.terms, self.request.pool, frame.weights, lessened)
        points_left = frame.limit - self.initial.price.known
        groups = self._standing(available, mending)
        empty = not groups
        visited: set[Card] = set()
        for creature, soldiers, cost in available.creatures():
            if not self._may_build():
                available.leave_out(visited)
                break
            visited.add(creature)
            most = self._most(creature, cost, points_left)
            if cost <= points_left and most > 0:
                places = {u: price for u, price in available.carries(creature).items() if cost + price <= points_left}
                offers = self._useful(places, {}, mending=False)
                if offers or empty or frame.worth(creature, cost) > 0:
                    self.offers += len(offers)
                    groups.append(BodyGroup(creature, soldiers, cost, 0, most, available.slots(creature), (), offers))
        offered: set[Card] = {group.creature for group in groups} | {u for group in groups for u in group.offers}
        self.left_out = len(available.left_out)
        undecided = available.undecided - available.left_out - offered
        self.undecided = len(undecided)
        self.left_out_for = LeftOutCards.by_reason(available.left_out, undecided, available.unknown_facts)
        self.unweighed = len(available.unweighed & offered)
        return groups

    def _most(self, creature: Creature, cost: int, points_left: int) -> int:
        """Return how many copies of a creature could be added for that many points."""
        most = points_left // cost if cost else MAX_BODIES
        if creature.unique is not False and SolverBound.UNIQUE in self.frame.bounds:
            most = 1
        return most if self.frame.owned is None else min(most, self.frame.owned.get(creature, 0))

    def _may_build(self) -> bool:
        """Return whether the model has room left, and its share of the time is not used up."""
        in_time = time.monotonic() < self.begin + MODEL_TIME_SHARE * (self.until - self.begin)
        return self.offers <= MAX_OFFERS and in_time and self.on_progress(None, None)

    def _standing(self, available: AvailableCards, mending: bool) -> list[BodyGroup]:
        alike: dict[tuple[Creature, int, tuple[Upgrade, ...]], int] = Counter()
        for pick in self.lines.picks:
            alike[pick.card, pick.soldiers, _carried_upgrades(pick)] += pick.copies
        groups = []
        for key in sorted(alike, key=lambda group: (group[0].slug, group[1], [card.slug for card in group[2]])):
            creature, soldiers, carried = key
            places = {upgrade: _known_cost(available, creature, upgrade) for upgrade in carried}
            if self._may_build():
                offers = self._useful(available.carries(creature), places, mending)
            else:
                offers = places
                available.leave_out_upgrades()
            self.offers += len(offers)
            bare = price_of(self.library.ruleset, self.judge.terms, _bare_lines(creature, soldiers)).known
            slots = available.slots(creature)
            groups.append(BodyGroup(creature, soldiers, bare, alike[key], alike[key], slots, carried, offers))
        return groups

    def _useful(self, places: Any, carried: dict[Upgrade, int], mending: bool) -> dict[Upgrade, int]:
        """Return the places of upgrades that improve the legion or add slots. Other upgrades are never needed."""
        better = {upgrade for upgrade, price in places.items() if self._is_worthwhile(upgrade, price)}
        adding = {upgrade for upgrade in places if upgrade.grants} if better or mending else set()
        return carried | {u: price for u, price in places.items() if (u in better or u in adding) and u not in carried}

    def _is_worthwhile(self, upgrade: Upgrade, price: int) -> bool:
        """Return whether an upgrade can improve the objective, by itself or by raising the costs of its family."""
        if self.frame.worth(upgrade, price) > 0:
            return True
        priced = upgrade.cost_each is not None or not self.families.isdisjoint(upgrade.keywords or ())
        return self.frame.points > 0 and priced

    # -- solving and judging ---------------------------------------------------------------------------------------

    def _solve(self, groups: list[BodyGroup]) -> str:
        while groups:
            try:
                program = LegionProgram(self.frame, groups, lambda: time.monotonic() < self.until)
                self._forbid(program)
                if time.monotonic() >= self.until:
                    return "best-found"
                solved = self.solver.solve(program.model, self.until, partial(self._report_progress, program))
            except (OutOfTime, ModelNotSent):
                return "best-found"
            self.best.known(solved.bound)
            if solved.infeasible:
                # No legal legion is left that was not found, so the best one found is optimal.
                return "nothing-fits" if self.best.bodies is None else "optimal"
            refused = self._take(program, solved.values) if solved.values is not None else None
            if self.best.proven:
                return "optimal"
            if self.hopeless:
                return "nothing-fits"
            if time.monotonic() >= self.until or not solved.proven or refused is None:
                return "best-found"
            groups = refused(groups)
        return "nothing-fits"

    def _report_progress(self, program: LegionProgram, solved: SolverResult) -> bool:
        if solved.values is not None:
            self._take(program, solved.values)
        known = [bound for bound in (self.best.bound, solved.bound) if bound is not None]
        bound = min(known, default=None)
        proven = self.best.value is not None and bound is not None and self.best.value >= bound
        if proven:
            self.best.known(bound)
        return not proven and self.on_progress(self.best.value, self._bound_of_all(bound))

    def _bound_of_all(self, bound: int | None) -> int | None:
        """Return the bound for all legions, including those with cards that were left out of the search."""
        return self._bound_without_search() if self.left_out else bound

    def _bound_without_search(self) -> int | None:
        """Return a bound for all legal completions; None if cards can always increase the value."""
        weights = {fact: weight for fact, weight in self.request.weights.items() if fact != POINTS}
        if any(weight > 0 for weight in weights.values()):
            return None
        points, totals = self.request.weights.get(POINTS, 0), self._objective(dict(self.request.legion), 0)
        highest = self.frame.limit if points > 0 else self.initial.price.known
        return points * highest + sum(weight * totals[fact] for fact, weight in weights.items())

    def _take(self, program: LegionProgram, values: Values) -> Callable[[list[BodyGroup]], list[BodyGroup]] | None:
        """Judge a solution. If it is legal, keep it if it is the best; otherwise return the step that forbids it."""
        try:
            bodies = self.dealer.bodies(program, values)
        except UnassignableUpgrades as error:
            group = error.group
            return lambda groups: _with_group_replaced(groups, group, split_group(group))
        broken = self._broken(bodies)
        if broken:
            return self._cut(bodies, broken)
        value = sum(worth * values.get(column, 0) for column, worth in enumerate(program.model.worth))
        if self.best.value is None or value > self.best.value:
            self.best.bodies, self.best.value = bodies, value
        return None

    def _broken(self, bodies: Iterable[LegionBody]) -> set[str]:
        """Return the codes of the rules that a legion of these bodies breaks, or that need an unknown fact."""
        lines = read_lines([body.line() for body in bodies], self.library.cards)
        weighed = self._weigh(lines)
        unknown_codes = {code for unknown in weighed.unknown for code in unknown.needed_by}
        return unknown_codes | {finding.code for finding in weighed.findings if finding.level == "error"}

    # -- forbidding ------------------------------------------------------------------------------------------------

    def _cut(self, bodies: list[LegionBody], broken: set[str]) -> Callable[[list[BodyGroup]], list[BodyGroup]] | None:
        """Return the step that forbids this breach and nothing else; None if rows cannot express that."""
        if any(self._is_monotonic(code) for code in broken):
            if any(self._bound(code) is None for code in broken):
                return None
            return self._forbid_together(self._least(bodies))
        for body in bodies:
            if any(self._bound(code) is SolverBound.SLOTS for code in self._broken([body])):
                self.hopeless = not body.more and set(body.group.offers) <= set(body.group.carried)
                return None if self.hopeless else self._forbid_exactly(body)
        return None

    def _least(self, bodies: list[LegionBody]) -> list[LegionBody]:
        """Return a minimal set of additions that breaks a rule for good."""

        def still(left: list[LegionBody]) -> bool:
            return any(self._is_monotonic(code) for code in self._broken(left))

        for body in [body for body in bodies if body.new]:
            fewer = [other for other in bodies if other is not body]
            bodies = fewer if still(fewer) else bodies
        for number, body in enumerate(bodies):
            for upgrade in body.more:
                rest = list(bodies[number].more)
                rest.remove(upgrade)
                fewer = [*bodies[:number], replace(body, more=tuple(rest)), *bodies[number + 1 :]]
                bodies = fewer if still(fewer) else bodies
        return [body for body in bodies if body.new or body.more]

    def _forbid_together(self, bodies: list[LegionBody]) -> Callable[[list[BodyGroup]], list[BodyGroup]] | None:
        """Forbid making all of these additions together."""
        many = [body.group for body in bodies if body.group.most > 1]
        if many:
            group = many[0]
            if all(body.group is group and not body.more for body in bodies):
                fewer = replace(group, most=len(bodies) - 1)
                return lambda groups: _with_group_replaced(groups, group, [fewer])
            return lambda groups: _with_group_replaced(groups, group, split_group(group))
        terms = [(body.group, upgrade, 1) for body in bodies for upgrade in (*([None] if body.new else []), *body.more)]
        return self._forbidden(terms, len(terms) - 1)

    def _forbid_exactly(self, body: LegionBody) -> Callable[[list[BodyGroup]], list[BodyGroup]] | None:
        """Forbid exactly these additions on the body."""
        group = body.group
        if group.most > 1:
            return lambda groups: _with_group_replaced(groups, group, split_group(group))
        terms: list[tuple[BodyGroup, Upgrade | None, int]] = [
            (group, upgrade, 1 if upgrade in body.more else -1)
            for upgrade in group.offers
            if upgrade not in group.carried
        ]
        if body.new:
            terms.append((group, None, 1))
        return self._forbidden(terms, len(body.more) + body.new - 1)

    def _forbidden(
        self, terms: list[tuple[BodyGroup, Upgrade | None, int]], most: int
    ) -> Callable[[list[BodyGroup]], list[BodyGroup]] | None:
        if len({(group, upgrade) for group, upgrade, _ in terms}) < len(terms):
            return None  # a card twice on one body: no row distinguishes that from once
        self.cuts.append((terms, most))
        return lambda groups: groups

    def _forbid(self, program: LegionProgram) -> None:
        numbers = {group: number for number, group in enumerate(program.groups)}
        for terms, most in self.cuts:
            columns = {}
            for group, upgrade, count in terms:
                number = numbers[group]
                columns[program.bodies[number] if upgrade is None else program.carries[number][upgrade]] = count
            program.model.row(columns, most)

    # -- the answer ------------------------------------------------------------------------------------------------

    def _answer(self, status: str) -> CompletionResult:
        legion = dict(self.request.legion)
        do: list[dict[str, Any]] = []
        if self.best.bodies is not None:
            bodies = self._without_idle(self.best.bodies)
            keys = {
                number: (pick.card, pick.soldiers, _carried_upgrades(pick))
                for number, pick in enumerate(self.lines.picks)
            }
            legion["picks"], do = add_bodies(legion["picks"], keys, bodies)
        verdict = judge(self.catalog, legion)
        objective = self._objective(legion, verdict.price.known)
        value = sum(weight * objective[fact] for fact, weight in self.request.weights.items())
        bound = self._bound_of_all(value if status in ("optimal", "nothing-fits") else self.best.bound)
        if status in ("optimal", "nothing-fits") and (bound is None or value < bound):
            status = "best-found"
        elif status == "best-found" and self.best.bodies is not None and bound is not None and value >= bound:
            status = "optimal"
        return CompletionResult(
            status="nothing-fits" if status == "optimal" and not do else status,
            legion=legion,
            verdict=verdict,
            do=do,
            objective=objective,
            value=value,
            bound=bound,
            left_out=self.left_out,
            undecided=self.undecided,
            unweighed=self.unweighed,
            left_out_for=self.left_out_for,
            seconds=time.monotonic() - self.begin,
        )

    def _without_idle(self, bodies: list[LegionBody]) -> list[LegionBody]:
        """Return the bodies without useless additions: upgrades that only add slots which nothing uses."""
        for number, body in enumerate(bodies):
            for upgrade in body.more:
                if not self._is_worthwhile(upgrade, body.group.offers[upgrade]):
                    rest = tuple(other for other in bodies[number].more if other is not upgrade)
                    fewer = [*bodies[:number], replace(body, more=rest), *bodies[number + 1 :]]
                    if not self._broken(fewer):
                        bodies = fewer
        return bodies

    def _objective(self, legion: dict[str, Any], points: int) -> dict[str, int]:
        """Return the weighed numbers of the legion; unknown values count as 0."""
        lines = read_lines(legion["picks"], self.library.cards)
        copies = [(pick.card, pick.copies) for pick in lines.picks] + [(c.card, 1) for c in lines.carried]
        return {
            fact: points if fact == POINTS else sum((card.numbers.get(fact) or 0) * number for card, number in copies)
            for fact in self.request.weights
        }


def _with_group_replaced(groups: list[BodyGroup], group: BodyGroup, replacements: list[BodyGroup]) -> list[BodyGroup]:
    number = groups.index(group)
    return [*groups[:number], *replacements, *groups[number + 1 :]]


def _known_cost(available: AvailableCards, creature: Creature, upgrade: Upgrade) -> int:
    """Return the cost of an upgrade in its existing place, in a legion whose price is known."""
    with suppress(UnboundedPrice):
        return available.price(creature, upgrade) or 0
    return 0


def _carried_upgrades(pick: Pick) -> tuple[Upgrade, ...]:
    return tuple(sorted((carried.card for carried in pick.carried), key=lambda card: card.slug))


def _bare_lines(creature: Creature, soldiers: int) -> Lines:
    return Lines((Pick("/picks/0", creature, 1, soldiers, (), {}),), (), (), (), (), False)

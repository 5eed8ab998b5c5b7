"""Completion of lists whose cards carry and cost nothing: the best list around given cards, or the nearest legal
one.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from typing import Any

from rulesapi.engine.core.evaluation import evaluate_legion, judge, read_legion, read_terms, rules_in_force
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.own_facts import with_own_facts
from rulesapi.engine.core.parsing import read_lines
from rulesapi.engine.core.solver_bounds import Bound, CopiesBound
from rulesapi.engine.core.sources import with_proposed_cards
from rulesapi.engine.values.model import Card
from rulesapi.solver.available_cards import AvailableCards
from rulesapi.solver.client import SolverClient, SolverResult, Values
from rulesapi.solver.deck_program import DeckFrame, DeckProgram
from rulesapi.solver.request import CompletionRequest
from rulesapi.solver.result import CompletionResult, LeftOutCards, ProgressCallback

MAX_CARDS = 5_000
"""The maximum number of cards offered; further cards are left out."""

MAX_COUNT = 500
"""The maximum number of copies in one pick."""

Counts = Mapping[Card, int]
"""The number of copies of each card in a list."""


class DeckSearch:
    """One search for the best completion or the nearest legal list.

    The search has up to three stages: for a repair, the fewest changes; among these, the best value; among these, the
    list in which most cards are usable. The first two are proven; the last only chooses between equals.
    """

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
        self.catalog = library
        self.library, _ = with_own_facts(library, request.legion)
        self.terms = read_terms(self.library, request.legion)
        self.errors = {rule.code: rule for rule, level in rules_in_force(self.terms) if level == "error"}
        read = read_legion(self.library, self.terms, request.legion)
        self.initial = evaluate_legion(self.library, self.terms, read)
        self.lines = read_lines(request.legion["picks"], self.library.cards)
        self.standing: Counter[Card] = Counter()
        for pick in self.lines.picks:
            self.standing[pick.card] += pick.copies
        self.left_out = self.undecided = self.unweighed = 0
        self.left_out_for: tuple[LeftOutCards, ...] = ()
        self.best: int | None = None

    def run(self) -> CompletionResult:
        """Run the search and judge the solution."""
        broken = [finding.code for finding in self.initial.findings if finding.level == "error"]
        if self.initial.unknown and not self.request.repair:
            return self._answer("illegal" if broken else "undetermined")
        if not self.request.repair and any(self._lasts(code) for code in broken):
            return self._answer("illegal")
        if self.request.repair and self.initial.verdict == "legal":
            return self._answer("nothing-fits", bound=self._value(self.standing))
        program = self._program()
        status, counts, bound = self._solve(program)
        if counts is None:
            return self._answer("illegal" if status == "infeasible" and not self.left_out else "best-found")
        return self._answer(status, counts, bound)

    def _bound(self, code: str) -> Bound | None:
        return self.library.ruleset.hints_for(self.errors[code]).bound

    def _lasts(self, code: str) -> bool:
        """Return whether a finding of that rule stays whatever cards are added."""
        bound = self._bound(code)
        return bound is None or bound.is_monotonic

    # -- the model -------------------------------------------------------------------------------------------------

    def _program(self) -> DeckProgram:
        bounds = [bound for code in self.errors if (bound := self._bound(code)) is not None]
        house = self.terms.house_rules
        frame = DeckFrame(
            bounds=bounds,
            owned=self.terms.owned.get(""),
            allowances=tuple(limit for one in house.rules for limit in one.limits) if house else (),
            repair=self.request.repair,
        )
        weights = self.request.weights
        lessened = {fact for fact, weight in weights.items() if weight < 0}
        proposed = with_proposed_cards(self.library, self.request.legion, self.request.pool)
        available = AvailableCards(proposed, self.terms, self.request.pool, weights, lessened)
        offered: list[Card] = []
        nameless = any(isinstance(bound, CopiesBound) for bound in bounds)
        for card in available.cards():
            if len(offered) == MAX_CARDS or (nameless and card.name is None):
                available.left_out.add(card)
            else:
                offered.append(card)
        self.left_out = len(available.left_out)
        undecided = available.undecided - available.left_out
        self.undecided = len(undecided)
        self.left_out_for = LeftOutCards.by_reason(available.left_out, undecided, available.unknown_facts)
        self.unweighed = len(available.unweighed.intersection(offered))
        return DeckProgram(frame, self.standing, offered, self._barred())

    def _barred(self) -> set[Card]:
        """Return the cards of the list that no legal list contains, as far as is known."""
        available = AvailableCards(self.library, self.terms, None, (), ())
        allowed = set(available.allowed(self.standing))
        return set(self.standing) - allowed

    # -- solving ---------------------------------------------------------------------------------------------------

    def _solve(self, program: DeckProgram) -> tuple[str, Counts | None, int | None]:
        """Return the status, the counts found, and a bound of the value; None as bound if a repair's minimum is not
        proven.
        """
        values: Values | None = None
        if self.request.repair:
            changes = program.want_fewest_changes()
            solved = self._solved(program, counting=False)
            if solved.infeasible:
                return "infeasible", None, None
            if solved.values is None or not solved.proven:
                return "best-found", self._counts(program, solved.values), None
            values = solved.values
            program.keep(changes, values)
        worths = program.want_worth(self._worth)
        solved = self._solved(program, counting=True)
        if solved.infeasible:
            return "infeasible", None, None
        if solved.values is None or not solved.proven:
            return "best-found", self._counts(program, solved.values or values), solved.bound
        values, bound = solved.values, solved.bound
        ways = self.library.ruleset.ways_of_use
        if ways is not None:
            program.keep(worths, values)
            program.want_uses(ways)
            values = self._solved(program, counting=False).values or values
        return "optimal", self._counts(program, values), bound

    def _solved(self, program: DeckProgram, *, counting: bool) -> SolverResult:
        """Return the solver's result for the remaining time; with `counting`, values and bounds are reported as
        progress.
        """

        def report(solved: SolverResult) -> bool:
            if not counting:
                return self.on_progress(self.best, None)
            if (counts := self._counts(program, solved.values)) is not None:
                self.best = self._value(counts)
            return self.on_progress(self.best, None if self.left_out else solved.bound)

        if time.monotonic() >= self.until:
            return SolverResult()
        return self.solver.solve(program.model, self.until, report)

    def _counts(self, program: DeckProgram, values: Values | None) -> Counts | None:
        if values is None:
            return None
        return {card: values[column] for card, column in program.columns.items() if values.get(column)}

    def _worth(self, card: Card) -> int:
        return sum(weight * (card.numbers.get(fact) or 0) for fact, weight in self.request.weights.items())

    def _value(self, counts: Counts) -> int:
        return sum(self._worth(card) * copies for card, copies in counts.items())

    # -- the answer ------------------------------------------------------------------------------------------------

    def _answer(self, status: str, counts: Counts | None = None, bound: int | None = None) -> CompletionResult:
        legion = dict(self.request.legion)
        do: list[dict[str, Any]] = []
        if counts is not None:
            legion["picks"], do = self._edited(counts)
        else:
            counts = self.standing
        verdict = judge(self.catalog, legion)
        if status == "optimal" and self.left_out:
            status, bound = "best-found", None
        if do and verdict.verdict != "legal":  # a rule that the model lacks, which occurs only for repairs
            legion, do, counts, bound = dict(self.request.legion), [], self.standing, None
            verdict, status = judge(self.catalog, legion), "illegal"
        numbers = {
            fact: sum((card.numbers.get(fact) or 0) * copies for card, copies in counts.items())
            for fact in self.request.weights
        }
        return CompletionResult(
            status="nothing-fits" if status == "optimal" and not do else status,
            legion=legion,
            verdict=verdict,
            do=do,
            objective=numbers,
            value=self._value(counts),
            bound=bound,
            left_out=self.left_out,
            undecided=self.undecided,
            unweighed=self.unweighed,
            left_out_for=self.left_out_for,
            seconds=time.monotonic() - self.begin,
        )

    def _edited(self, counts: Counts) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """Return the picks with the given number of copies of each card, and the JSON Patch that produces them."""
        picks = [dict(pick) for pick in self.request.legion["picks"]]
        more = {card: counts.get(card, 0) - self.standing[card] for card in {*counts, *self.standing}}
        at = {pick.at: pick.card for pick in self.lines.picks}
        left = [pick.get("count", 1) for pick in picks]
        numbers = range(len(picks))
        for number in reversed(numbers):
            card = at.get(f"/picks/{number}")
            fewer = left[number] if card is None and self.request.repair else 0
            if card is not None and more[card] < 0:
                fewer = min(left[number], -more[card])
                more[card] += fewer
            left[number] -= fewer
        for number in numbers:
            card = at.get(f"/picks/{number}")
            if card is not None and more[card] > 0 and left[number] + more[card] <= MAX_COUNT:
                left[number] += more[card]
                more[card] = 0
        return _patched(picks, left, {card: copies for card, copies in more.items() if copies > 0})


def _patched(
    picks: list[dict[str, Any]], left: list[int], joining: Counts
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the picks with new copy counts and added cards, and the JSON Patch that produces them."""
    do: list[dict[str, Any]] = []
    for number, (pick, copies) in enumerate(zip(picks, left, strict=True)):
        if 0 < copies != pick.get("count", 1):
            op = "replace" if "count" in pick else "add"
            do.append({"op": op, "path": f"/picks/{number}/count", "value": copies})
            pick["count"] = copies
    do += [{"op": "remove", "path": f"/picks/{number}"} for number in reversed(range(len(picks))) if not left[number]]
    after = [pick for number, pick in enumerate(picks) if left[number]]
    for card in sorted(joining, key=lambda card: (card.kind, card.slug)):
        line = {"card": card.slug} if joining[card] == 1 else {"card": card.slug, "count": joining[card]}
        do.append({"op": "add", "path": "/picks/-", "value": line})
        after.append(line)
    return after, do

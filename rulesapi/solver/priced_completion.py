"""Completion of lists whose cards carry nothing and cost points: the list that uses most of its limit.

The list may lack choices, such as a faction: then each is tried. Where a card lowers the price of others, one such card
is tried at a time, so that all other prices are fixed.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from rulesapi.engine.core.evaluation import (
    Evaluation,
    Terms,
    evaluate_legion,
    expand_legion,
    judge,
    price_of,
    read_terms,
    rules_in_force,
)
from rulesapi.engine.core.legion import Legion, Pick
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.own_facts import with_own_facts
from rulesapi.engine.core.parsing import read_lines
from rulesapi.engine.core.rules import Rule
from rulesapi.engine.core.solver_bounds import CardCountBound, OneSideBound, SolverBound, waives_nothing
from rulesapi.engine.core.sources import with_proposed_cards
from rulesapi.engine.values.model import Card, MissingFact
from rulesapi.solver.available_cards import AvailableCards
from rulesapi.solver.client import ModelNotSent, SolverClient, SolverResult, Values
from rulesapi.solver.first_guess import MAX_ROOM, Choice, guess
from rulesapi.solver.helping_cards import Help, HelpingCards, failures, with_cards
from rulesapi.solver.priced_program import Conflict, OfferedCard, PricedFrame, PricedProgram, room_left
from rulesapi.solver.request import POINTS, CompletionRequest, point_limit
from rulesapi.solver.result import CompletionResult, LeftOutCards, ProgressCallback

MAX_CARDS = 600
"""The maximum number of cards offered; further cards are left out."""

LASTING = (SolverBound.APART, SolverBound.OWNED, SolverBound.HOUSE_LIMITS)
"""The bounds of rules that a list keeps breaking, whatever is added."""

MAX_COPIES = 20
"""The maximum number of added copies of a card that costs nothing."""

MAX_GUESSES = 8
"""The maximum number of quick guesses, each without a card of the one before that was not legal."""

MAX_CONFLICTS = 1_000
"""The maximum number of conflicts of cards that are not known as a bound of a rule."""

MODEL_TIME_SHARE = 0.5
"""The share of the time for building models, so that some time remains to solve them."""

Copies = Mapping[Card, int]
"""The added copies of each card."""


@dataclass(frozen=True, slots=True)
class _Solution:
    """A legal list: the choices it adds, the added copies, and the points of these."""

    choices: Mapping[str, Any]
    copies: Copies
    points: int


class PricedSearch:
    """One search for the best completion."""

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
        self.begin, self.until, self.on_progress = begin, until, on_progress
        self.catalog = library
        self.library, _ = with_own_facts(library, request.legion)
        self.lines = read_lines(request.legion["picks"], self.library.cards)
        self.worth = request.weights[POINTS]
        self.known = self.evaluate(read_terms(self.library, request.legion), {})
        self.best: _Solution | None = None
        self.bound: int | None = None
        self.left_out: set[Card] = set()
        self.undecided: set[Card] = set()
        self.offered: set[Card] = set()
        self.unknown_facts: dict[Card, str] = {}
        self.incomplete = self.waits_for_facts = False

    def run(self) -> CompletionResult:
        """Try the choices that the list lacks, and judge the best solution."""
        if self.known.price.upper_bound is None:
            return self._answer("illegal" if self.known.verdict == "illegal" else "undetermined")
        branches: list[_Branch] = []
        for choices in self._choices():
            if not self.continues:
                break
            branches.append(branch := _Branch(self, choices))
            branch.guess()
        outcomes = [outcome for branch in branches if self.continues for outcome in branch.solve_all()] or [UNFINISHED]
        self.incomplete |= UNFINISHED in outcomes
        for branch in branches:
            self._remember(branch)
        if not self.incomplete and not self.left_out:
            self.bound = max((one.bound for one in outcomes if one.bound is not None), default=None)
        return self._answer(self._status(outcomes))

    def _remember(self, branch: _Branch) -> None:
        self.left_out |= branch.left_out
        self.undecided |= branch.available.undecided
        self.offered |= branch.prices.keys()
        self.unknown_facts = {**branch.available.unknown_facts, **self.unknown_facts}

    def _status(self, outcomes: Collection[_Outcome]) -> str:
        if self.best is not None:
            return "best-found" if self.bound is None else "optimal"
        if self.incomplete or self.left_out or not all(one.infeasible for one in outcomes):
            return "best-found"
        return "undetermined" if self.waits_for_facts else "illegal"

    @property
    def continues(self) -> bool:
        """True while there is time, and the best list does not use its limit."""
        return time.monotonic() < self.until and not self._reaches_limit

    @property
    def may_build(self) -> bool:
        """True while there is time to build models."""
        return time.monotonic() < self.begin + MODEL_TIME_SHARE * (self.until - self.begin)

    @property
    def _reaches_limit(self) -> bool:
        """True if the best list has every point of its limit, so that none is better."""
        return self.best is not None and self._value(self.best.points) == self.limit_value

    @cached_property
    def limit_value(self) -> int:
        """The best possible value: a list at its limit, or the original list if the objective saves points."""
        terms = read_terms(self.library, self.request.legion)
        limit = point_limit(self.library.ruleset, terms)
        assert limit is not None
        return self.worth * (limit if self.worth > 0 else self.known.price.known)

    def _value(self, points: int) -> int:
        return self.worth * (self.known.price.known + points)

    # -- choices ---------------------------------------------------------------------------------------------------

    def _choices(self) -> Iterator[dict[str, Any]]:
        """Yield the combinations of choices that the list lacks, those with the fewest errors first."""
        ruleset, legion = self.library.ruleset, self.request.legion
        terms = read_terms(self.library, legion)
        codes = {finding.code for finding in self.known.findings if finding.level == "error"}
        lacking = {
            field
            for rule, _ in rules_in_force(terms)
            if rule.code in codes
            for field in ruleset.hints_for(rule).depends_on
            if field not in legion
        }
        values = ruleset.choices(self.library, terms.format, terms.fields[""]) if ruleset.choices and lacking else {}
        ways: list[dict[str, Any]] = [{}]
        for field in sorted(lacking & values.keys()):
            told = [list(value) if isinstance(value, tuple) else value for value in values[field]]
            if ruleset.settings.get(field) is not None:
                told = [value for value in told if not self._faults_of(field, value)][:1]
            ways = [{**way, field: value} for way in ways for value in told] or ways
        ways.sort(key=lambda way: self._errors(way))
        yield from ways

    def _faults_of(self, field: str, value: Any) -> bool:
        """Return whether a value of a field is an error in itself, regardless of the cards in the list."""
        terms = read_terms(self.library, {**self.request.legion, field: value})
        depending = {
            rule.code for rule, _ in rules_in_force(terms) if field in self.library.ruleset.hints_for(rule).depends_on
        }
        found = [one for one in self.evaluate(terms, {}).findings if one.level == "error"]
        return any(one.code in depending or any(at.startswith(f"/{field}") for at in one.at) for one in found)

    def _errors(self, choices: Mapping[str, Any]) -> int:
        terms = read_terms(self.library, {**self.request.legion, **choices})
        evaluation = self.evaluate(terms, {})
        return len(evaluation.findings) + len(evaluation.unknown)

    # -- judging ---------------------------------------------------------------------------------------------------

    def evaluate(self, terms: Terms, copies: Copies) -> Evaluation:
        """Judge the list with further cards."""
        return evaluate_legion(self.library, terms, self.legion(terms, copies))

    def legion(self, terms: Terms, copies: Copies) -> Legion:
        """Return the list with further cards."""
        return expand_legion(self.library, terms, with_cards(self.lines, copies.items()))

    def keep_if_legal(self, terms: Terms, choices: Mapping[str, Any], copies: Copies) -> bool:
        """Return whether a list is legal, and keep it if it is the best."""
        evaluation = self.evaluate(terms, copies)
        if evaluation.verdict != "legal":
            return False
        points = evaluation.price.known - self.known.price.known
        if self.best is None or self._value(points) > self._value(self.best.points):
            self.best = _Solution(choices, dict(copies), points)
        return True

    def reports(self, bound: int | None) -> bool:
        """Report the progress; return whether to continue."""
        best = None if self.best is None else self._value(self.best.points)
        return not self._reaches_limit and self.on_progress(best, self.limit_value if self.left_out else bound)

    # -- the answer ------------------------------------------------------------------------------------------------

    def _answer(self, status: str) -> CompletionResult:
        legion, do = self._edited()
        verdict = judge(self.catalog, legion)
        value = self.worth * verdict.price.known
        bound = self._bound_of_all(value)
        if self.best is not None and bound is not None:
            status = "optimal" if value >= bound else "best-found"
        undecided = self.undecided - self.left_out - self.offered
        return CompletionResult(
            status="nothing-fits" if status == "optimal" and not do else status,
            legion=legion,
            verdict=verdict,
            do=do,
            objective={POINTS: verdict.price.known},
            value=value,
            bound=bound,
            left_out=len(self.left_out),
            undecided=len(undecided),
            unweighed=0,
            left_out_for=LeftOutCards.by_reason(self.left_out, undecided, self.unknown_facts),
            seconds=time.monotonic() - self.begin,
        )

    def _bound_of_all(self, value: int) -> int | None:
        """Return a bound for all legal completions; None while the price of the list is not known."""
        if self.known.price.upper_bound is None:
            return None
        return max(value, self.limit_value if self.bound is None else self.bound)

    def _edited(self) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """Return the best list, and the JSON Patch that produces it; the list as sent if there is none."""
        legion = {**self.request.legion, "picks": [dict(pick) for pick in self.request.legion["picks"]]}
        do: list[dict[str, Any]] = []
        if self.best is None:
            return dict(self.request.legion), do
        for name, value in self.best.choices.items():
            legion[name] = value
            do.append({"op": "add", "path": f"/{name}", "value": value})
        plain = {
            self.library.cards[pick["card"]]: number
            for number, pick in reversed([*enumerate(legion["picks"])])
            if pick["card"] in self.library.cards and not pick.keys() - {"card", "count"}
        }
        for card, copies in sorted(self.best.copies.items(), key=lambda added: added[0].slug):
            if card in plain:
                pick = legion["picks"][plain[card]]
                op = "replace" if "count" in pick else "add"
                pick["count"] = pick.get("count", 1) + copies
                do.append({"op": op, "path": f"/picks/{plain[card]}/count", "value": pick["count"]})
            else:
                line = {"card": card.slug} if copies == 1 else {"card": card.slug, "count": copies}
                legion["picks"].append(line)
                do.append({"op": "add", "path": "/picks/-", "value": line})
        return legion, do


@dataclass(frozen=True, slots=True)
class _Outcome:
    """The outcome of one program: `infeasible`, or a bound of the value; None if not all of it was searched."""

    infeasible: bool = False
    bound: int | None = None


INFEASIBLE, UNFINISHED = _Outcome(infeasible=True), _Outcome()


class _Branch:
    """The search with given choices: the cards that may be added, and the programs to solve.

    `givers` are None and the cards that lower the price of others: in each program one of them is added, or none.
    """

    def __init__(self, search: PricedSearch, choices: Mapping[str, Any]) -> None:
        self.search, self.choices, self.library = search, choices, search.library
        request, ruleset = search.request, search.library.ruleset
        self.terms = terms = read_terms(self.library, {**request.legion, **choices})
        deciding = [rule for rule, level in rules_in_force(terms) if level == "error"]
        self.bounds = {rule: ruleset.hints_for(rule).bound for rule in deciding}
        proposed = with_proposed_cards(self.library, request.legion, request.pool)
        self.available = AvailableCards(proposed, terms, request.pool, (), ())
        self.left_out: set[Card] = set()
        before, limit = self._price(()), point_limit(ruleset, terms)
        assert before is not None and limit is not None
        self.before, self.points_left = before, limit - before
        self.frame = self._frame()
        self.standing = list(dict.fromkeys(pick.card for pick in search.lines.picks))
        self.hopeless = self._fails_for_good()
        self.candidates = self._candidates()
        self.helping = self._helping_cards()
        self.prices = {card: self.candidates[card] for card in self.helping.independent}
        self.conflicts = list(self._conflicts_of_each(self.prices))
        self.helps: dict[Card, list[Help]] = {}
        self.givers: list[Card | None] = [None]
        search.waits_for_facts |= search.evaluate(terms, {}).verdict == "undetermined"

    # -- the cards that may be added -------------------------------------------------------------------------------

    def _price(self, cards: Iterable[Card]) -> int | None:
        """Return the most that the list with these cards costs; None if that is not known."""
        lines = with_cards(self.search.lines, [(card, 1) for card in cards])
        return price_of(self.library.ruleset, self.terms, lines).upper_bound

    def _candidates(self) -> dict[Card, int]:
        """Return the cards that may be added, without regard to help, each with its price next to the list."""
        prices: dict[Card, int] = {}
        for card in () if self.hopeless else self.available.cards():
            price = price_of(self.library.ruleset, self.terms, with_cards(self.search.lines, [(card, 1)]))
            if price.upper_bound is None:
                self.available.undecide(card, price.missing_facts)
            elif len(prices) == MAX_CARDS or not self.search.may_build:
                self.left_out.add(card)
            elif not self._is_one_too_many(card):
                prices[card] = price.upper_bound - self.before
        self.left_out |= self.available.left_out
        delta = self.library.ruleset.price_delta(self.search.lines)
        if any(delta(card) is None for card in prices):
            return prices  # some may become cheaper
        return {card: points for card, points in prices.items() if points <= self.points_left}

    def _fails_for_good(self) -> bool:
        """Return whether the list fails a rule that no added card can satisfy."""
        whole = self.search.legion(self.terms, {})
        for rule, bound in self.bounds.items():
            failed = failures(rule, whole, self.library) if bound in LASTING or bound is SolverBound.HELPED else []
            places = [(one.at,) if isinstance(one, MissingFact) else one.at for one in failed]
            if bound is SolverBound.HELPED:
                places = [at for at in places if not any(place.startswith("/picks/") for place in at)]
            if places:
                return True
        return False

    def _is_one_too_many(self, card: Card) -> bool:
        """Return whether the list has no room for the card, regardless of other additions."""
        counted = [bound for bound in self.frame.bounds if isinstance(bound, CardCountBound)]
        return any(
            bound.waives is waives_nothing
            and bound.counts(Pick("", card, 1, 1, (), {}), self.terms.format)
            and room_left(bound, self.frame) == 0
            for bound in counted
        )

    def _helping_cards(self) -> HelpingCards:
        rules = [rule for rule, bound in self.bounds.items() if bound is SolverBound.HELPED]
        lines, candidates = self.search.lines, list(self.candidates)
        helping = HelpingCards(self.library, self.terms, lines, rules, candidates, lambda: self.search.may_build)
        for card, missing in helping.missing.items():
            self.available.undecide(card, missing)
        return helping

    def _seek_help(self) -> None:
        """Find the help needed by the cards in the list and the cards that may be added."""
        helping = self.helping
        self.hopeless |= any(not helping.can_stand(card) and card not in helping.incomplete for card in self.standing)
        self.search.incomplete |= bool(helping.incomplete)
        needed = dict(helping.helps)
        helping.incomplete.clear()
        helped = {
            card: self.candidates[card]
            for card in helping.addable
            if card not in self.prices and helping.can_be_added(card)
        }
        for card, missing in helping.missing.items():
            if card in self.candidates:
                self.available.undecide(card, missing)
        self.left_out |= helping.incomplete - helped.keys()
        self.search.incomplete |= not helping.incomplete.isdisjoint(helped)
        self.helps = {**helping.helps, **needed}
        self.prices |= helped
        self.conflicts += self._conflicts_of_each(helped)

    def _lowers_prices(self, card: Card) -> bool:
        """Return whether a card surely lowers the price of a card that may be added."""
        if self.library.ruleset.price_delta(self.search.lines)(card) is not None:
            return False
        alone = self.before + self.prices[card]
        return any(self._price((card, other)) != alone + points for other, points in self.prices.items())

    def _offered(self, giver: Card | None) -> list[OfferedCard]:
        """Return the cards of one program, with their prices next to `giver`."""
        offered = []
        own = 0 if giver is None else self.prices[giver]
        for card, alone in self.prices.items():
            if card is giver:
                offered.append(OfferedCard(card, own, 1, 1))
            elif card not in self.givers:
                points = alone
                if giver is not None:
                    points = (self._price((giver, card)) or 0) - self.before - own
                most = (self.points_left - own) // points if points else MAX_COPIES
                offered.append(OfferedCard(card, points, 0, max(0, min(most, MAX_COPIES))))
        return offered

    # -- solving ---------------------------------------------------------------------------------------------------

    def solve_all(self) -> Iterator[_Outcome]:
        """Yield the outcome of each program: without further cards that lower prices, and with one of each."""
        self._seek_help()
        lowering = [card for card in self.prices if self._lowers_prices(card)]
        self.givers = [None, *lowering]
        self.search.incomplete |= bool(lowering)
        for giver in self.givers:
            yield self._solve(giver) if self.search.continues else UNFINISHED

    def _solve(self, giver: Card | None) -> _Outcome:
        """Solve and judge until a solution with one copy of `giver` is legal. Rejected solutions are forbidden."""
        offered = self._offered(giver)
        if not offered:
            return _Outcome(bound=self._value_of_list) if self._take({}) else INFEASIBLE
        while not self.hopeless and len(self.conflicts) < MAX_CONFLICTS:
            program = PricedProgram(self.frame, offered, self.helps, self.conflicts)
            try:
                solved = self.search.solver.solve(program.model, self.search.until, partial(self._reported, program))
            except ModelNotSent:
                return UNFINISHED
            if solved.infeasible:
                return INFEASIBLE
            copies = _copies(program, solved.values)
            if copies is None:
                return UNFINISHED
            if self._take(copies):
                return _Outcome(bound=self._bound(solved) if solved.proven else None)
            if not solved.proven or not self._forbid(copies, offered):
                return UNFINISHED
        return INFEASIBLE if self.hopeless else UNFINISHED

    def guess(self) -> None:
        """Keep the best of a few quick guesses, with cards that need no help."""
        if self.hopeless or self.search.worth <= 0 or self.points_left <= 0:
            return
        choices = [Choice(one.card, one.points, self._most_of(one)) for one in self._offered(None)]
        rooms = [most for bound in self.frame.bounds if (most := room_left(bound, self.frame)) is not None]
        for left in self._on_one_side(choices):
            for _attempt in range(MAX_GUESSES):
                copies = guess(left, self.points_left, min([MAX_ROOM, *rooms]))
                if self._take(copies) or not (rule := self._failing(copies)):
                    break
                least = self._least(rule, copies, ())
                if not least:
                    break
                last = min(least, key=lambda card: self.prices[card])
                left = [one for one in left if one.card is not last]
            if not self.search.continues:
                return

    def _most_of(self, offered: OfferedCard) -> int:
        """Return how many copies of a card may be added without further cards."""
        card, owned = offered.card, self.frame.owned
        limits = [conflict.copies[card] - 1 for conflict in self.conflicts if conflict.copies.keys() == {card}]
        if owned is not None and SolverBound.OWNED in self.frame.bounds:
            limits.append(owned.get(card, 0) - sum(pick.copies for pick in self.frame.standing if pick.card is card))
        return min([offered.most, *limits])

    def _on_one_side(self, choices: Sequence[Choice]) -> Iterator[list[Choice]]:
        """Yield the choices that may be together, once for each side that the list may be on."""
        bound = next((bound for bound in self.frame.bounds if isinstance(bound, OneSideBound)), None)
        if bound is None:
            yield list(choices)
            return
        standing = {side for pick in self.frame.standing if (side := bound.side(pick.card)) is not None}
        for chosen in sorted(standing or {side for one in choices if (side := bound.side(one.card)) is not None}):
            yield [one for one in choices if bound.side(one.card) in (None, chosen)]

    def _frame(self) -> PricedFrame:
        terms, house = self.terms, self.terms.house_rules
        return PricedFrame(
            bounds=[bound for bound in self.bounds.values() if bound is not None],
            format=terms.format,
            limit=terms.limit,
            points_left=self.points_left,
            worth=self.search.worth,
            standing=self.search.lines.picks,
            owned=terms.owned.get(""),
            allowances=tuple(limit for one in house.rules for limit in one.limits) if house else (),
        )

    @property
    def _value_of_list(self) -> int:
        return self.search.worth * self.search.known.price.known

    def _bound(self, solved: SolverResult) -> int | None:
        return None if solved.bound is None else self._value_of_list + solved.bound

    def _reported(self, program: PricedProgram, solved: SolverResult) -> bool:
        if (copies := _copies(program, solved.values)) is not None:
            self._take(copies)
        return self.search.reports(self._bound(solved))

    def _take(self, copies: Copies) -> bool:
        """Return whether a solution is legal, and keep it. If it is illegal, keep its cards that are legal together."""
        if self._is_kept(copies):
            return True
        kept: dict[Card, int] = {}
        for card, number in sorted(copies.items(), key=lambda added: -self.prices[added[0]]):
            for _copy in range(number):
                more = {**kept, card: kept.get(card, 0) + 1}
                if not self._is_kept(more):
                    break
                kept = more
        return False

    def _is_kept(self, copies: Copies) -> bool:
        return self.search.keep_if_legal(self.terms, self.choices, copies)

    # -- forbidding ------------------------------------------------------------------------------------------------

    def _fails(self, rule: Rule, copies: Copies) -> bool:
        return bool(failures(rule, self.search.legion(self.terms, copies), self.library))

    def _failing(self, copies: Copies) -> Rule | None:
        """Return the first rule that the list with further cards fails."""
        return next((rule for rule in self.bounds if self._fails(rule, copies)), None)

    def _conflicts_of_each(self, cards: Iterable[Card]) -> Iterator[Conflict]:
        """Yield the conflicts of each card with the list, or with another copy of itself, before anything is solved."""
        for rule, bound in self.bounds.items():
            if bound is None and not self._fails(rule, {}):
                for card in cards:
                    copies = next((number for number in (1, 2) if self._fails(rule, {card: number})), None)
                    if copies is not None and self.search.may_build:
                        yield self._conflict(rule, {card: copies})

    def _conflict(self, rule: Rule, copies: Copies) -> Conflict:
        """Return the conflict of these copies, which break a rule, with each card that alone prevents the breach."""
        beside = [card for card in self.prices if not self._fails(rule, {**copies, card: copies.get(card, 0) + 1})]
        return Conflict(copies, frozenset(beside))

    def _forbid(self, copies: Copies, offered: Sequence[OfferedCard]) -> bool:
        """Add a conflict that a solution has; return whether one was found that is new."""
        rule = self._failing(copies)
        if rule is None:
            return False
        kept = {helper for card in (*copies, *self.standing) for way in self.helps.get(card, ()) for helper in way}
        for conflict in self.conflicts:
            if all(copies.get(card, 0) >= number for card, number in conflict.copies.items()):
                kept |= conflict.helpers
        found = self._conflict(rule, self._least(rule, copies, kept & copies.keys()))
        if found in self.conflicts:
            return False
        if self.bounds[rule] is SolverBound.HELPED and found.copies:
            self.search.incomplete = True  # cards may only help together
        self.conflicts.append(found)
        return True

    def _least(self, rule: Rule, copies: Copies, kept: Collection[Card]) -> Copies:
        """Return a smallest part of the added cards that still fails a rule, with all of `kept`."""
        least = dict(copies)
        for card in [card for card in copies if card not in kept]:
            for number in range(least[card]):
                fewer = {other: count for other, count in {**least, card: number}.items() if count}
                if self._fails(rule, fewer):
                    least = fewer
                    break
        return least


def _copies(program: PricedProgram, values: Values | None) -> Copies | None:
    if values is None:
        return None
    return {card: values[column] for card, column in program.columns.items() if values.get(column)}

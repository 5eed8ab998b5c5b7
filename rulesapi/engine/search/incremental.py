"""Incremental judging: a legion in parts, one per pick, so that a search reads and judges only what it changes.

There is no second set of rules: each rule is the ruleset's own, run on the parts that it can depend on according to its
hints (`RuleHints.per_creature`, `RuleHints.relevant_cards`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulesapi.engine.core.evaluation import Evaluation, Terms, evaluate_legion, expand_legion, read_terms, run_rule
from rulesapi.engine.core.legion import Legion, Lines
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.own_facts import with_own_facts
from rulesapi.engine.core.parsing import join_lines, read_lines, with_upgrade
from rulesapi.engine.core.rules import Rule
from rulesapi.engine.core.upgrades import Upgrade
from rulesapi.engine.search.player_lists import PlayerLists
from rulesapi.engine.values.interpretations import RuleResult
from rulesapi.engine.values.model import Document, Price

RuleResults = Sequence[RuleResult]


NO_PRICE = Price((), 0, 0, 0, (), 0)
"""The price of a part by itself: no rule that checks each creature reads the price."""


def card_count(legion: Document) -> int:
    """Return the number of cards in a legion's or a team's document, copies of one line as one, and at least 1."""
    return max(1, sum(1 + len(pick.get("upgrades", ())) for one in PlayerLists(legion) for pick in one.picks))


class LegionPart:
    """One pick of a legion: its lines, the pick as a legion of its own, and cached results of rules by code.

    It may also be several unchanged picks of one list. Few rules check each creature by itself, so `expand` builds the
    legion of its own on first use.
    """

    __slots__ = ("_alone", "_expand", "lines", "results")

    def __init__(self, lines: Lines, expand: Callable[[Lines], Legion]) -> None:
        self.lines = lines
        self.results: dict[str, RuleResults] = {}
        self._expand = expand
        self._alone: Legion | None = None

    @property
    def alone(self) -> Legion:
        """The pick as a legion of its own, without a price."""
        if self._alone is None:
            self._alone = self._expand(self.lines)
        return self._alone


class IncrementalJudge:
    """A judge of legions in parts under one legion's or team's terms, by a library with its own facts filled in.

    `per_creature` are the codes of the rules that check each creature by itself. The constructor raises the errors of
    `judge`.
    """

    def __init__(self, library: Library, legion: Document) -> None:
        self.library, _ = with_own_facts(library, legion)
        self.terms: Terms = read_terms(self.library, legion)
        self.places: list[str] = PlayerLists(legion).places
        self.per_creature = frozenset(code for code, hints in self.library.ruleset.hints.items() if hints.per_creature)
        self._legion = legion

    def terms_with(self, of: str, field: str) -> Terms:
        """Return the terms as they would be if a field of the list at `of` had a value; other rules may then run."""
        legion = {**self._legion, field: ()} if of == "" else self._legion
        if of:
            team = [
                {**part, field: ()} if at == of else part for at, part in zip(self.places, legion["team"], strict=True)
            ]
            legion = {**legion, "team": team}
        return read_terms(self.library, legion)

    def part(self, number: int, line: Any, of: str = "") -> LegionPart:
        """Return the part of a pick's document with that number in the list at the place `of`."""
        return self._part(read_lines((line,), self.library.cards, number, of))

    def parts(self, picks: Sequence[Any], of: str = "") -> list[LegionPart]:
        """Return the parts of all picks of one list."""
        return [self.part(number, line, of) for number, line in enumerate(picks)]

    def with_upgrade(self, part: LegionPart, pointer: str, card: Upgrade) -> LegionPart:
        """Return the part with one more upgrade on its pick, at that place."""
        return self._part(with_upgrade(part.lines, pointer, card))

    def joined(self, parts: Sequence[LegionPart]) -> list[LegionPart]:
        """Return several parts joined into one part per list, for parts that do not change any more."""
        return [
            self._part(lines)
            for lines in self._lists(parts)
            if lines.standing or lines.unknown_cards or lines.misplaced
        ]

    def whole(self, parts: Sequence[LegionPart], price: Price | None = None) -> Legion:
        """Return the legion of these parts, priced unless a price is given; parts of one list keep their order."""
        lists = self._lists(parts)
        if not self.terms.team:
            return expand_legion(self.library, self.terms, lists[0], price)
        return expand_legion(self.library, self.terms, join_lines(lists), price, lists)

    def evaluate(self, parts: Sequence[LegionPart]) -> Evaluation:
        """Return the evaluation of the legion of these parts, which equals the evaluation of its document."""
        whole = self.whole(parts)
        return evaluate_legion(self.library, self.terms, whole, lambda rule, legion, _: self.ask(rule, legion, parts))

    def results_of(self, part: LegionPart, rule: Rule) -> RuleResults:
        """Return the results of a rule that checks each creature for a part; it runs once."""
        if rule.code not in part.results:
            part.results[rule.code] = run_rule(rule, part.alone, self.library)
        return part.results[rule.code]

    def ask(self, rule: Rule, legion: Legion, parts: Sequence[LegionPart]) -> RuleResults:
        """Return the results of a rule for the legion of these parts."""
        if rule.code not in self.per_creature:
            return run_rule(rule, legion, self.library)
        found: list[RuleResult] = []
        for part in parts:
            known = part.results.get(rule.code)
            found += self.results_of(part, rule) if known is None else known
        return found

    def _lists(self, parts: Sequence[LegionPart]) -> list[Lines]:
        """Return the lines of each list."""
        if not self.terms.team:
            return [join_lines([part.lines for part in parts])]
        by_list: dict[str, list[Lines]] = {at: [] for at in self.places}
        for part in parts:
            by_list[part.lines.at].append(part.lines)
        return [join_lines(lines, at) for at, lines in by_list.items()]

    def _part(self, lines: Lines) -> LegionPart:
        return LegionPart(lines, self._alone)

    def _alone(self, lines: Lines) -> Legion:
        return expand_legion(self.library, self.terms, lines, NO_PRICE)

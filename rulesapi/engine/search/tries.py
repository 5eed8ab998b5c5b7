"""The legions that a search for fixes tries: edited, judged, and counted against what it may spend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulesapi.engine.library import Lacks, Library, Rule, no_card
from rulesapi.engine.model import Card, Document, Fielded, Finding, Legion, Price, value
from rulesapi.engine.readings import decides
from rulesapi.engine.ruleset import Weighed, ask, holding
from rulesapi.engine.search.edits import Edits, Line, State, edited, start
from rulesapi.engine.search.parts import Judge, Part, cards_in

TERMS = frozenset(("", "/format", "/on", "/points"))
"""The places of a list that say under what it is judged; no edit changes what they say."""


class Spent(Exception):
    """The judgements allowed are used up."""


@value
class Fault:
    """An error, and where a way out of it is to be looked for.

    `picks` are the numbers of those that it names, `None` where it names another place. `fields` are those of the list
    that its rule asks for; it is `settled` by what is said in them alone. `lacks` is what a card more may bring,
    `short` how many cards are lacking. `key` tells it apart from others whatever numbers it speaks of.
    """

    key: tuple[Any, ...]
    picks: frozenset[int] | None
    fields: frozenset[str]
    settled: bool
    lacks: Lacks | None
    short: int


class Tries:
    """Edited legions of one legion, judged in parts. `left` is how many cards may still be judged."""

    def __init__(self, library: Library, legion: Document, left: int) -> None:
        self.legion = legion
        self.judge = Judge(library, legion)
        self.library = self.judge.library
        self.edits = Edits(self.library, self._suits)
        self.start = start(legion["picks"])
        self.left = left
        self.each = cards_in(legion)
        self._judges: dict[tuple[tuple[str, Any], ...], Judge] = {(): self.judge}
        self._parts: dict[tuple[int, Line], Part] = {}
        self._suited: dict[tuple[str, str], bool] = {}
        self._likely: dict[tuple[Any, ...], list[Rule]] = {}
        self._paired = [rule for rule in self.deciding(self.start) if rule.paired]
        self._by_code = {rule.code: rule for rule in library.ruleset.rules}
        self._catalog = library

    def spend(self, cards: int) -> None:
        """Count so many cards as judged. Raises Spent."""
        if self.left <= 0:
            raise Spent
        self.left -= cards

    def weigh(self, state: State) -> Weighed:
        """The full answer on an edited legion, the places being those of the document before it was edited."""
        return self._judge(state).weigh(self.parts(state))

    def whole(self, state: State) -> Legion:
        """An edited legion."""
        return self._judge(state).whole(self.parts(state))

    def deciding(self, state: State, broken: frozenset[str] = frozenset()) -> list[Rule]:
        """The rules that decide: those first that were `broken` before the last edit, then what is quickly asked."""
        if (state.settings, broken) not in self._likely:
            rules = [rule for rule, level in holding(self._judge(state).terms) if level == "error"]
            rules.sort(key=lambda rule: (rule.code not in broken, not rule.each))
            self._likely[state.settings, broken] = rules
        return self._likely[state.settings, broken]

    def past_mending(self, weighed: Weighed) -> bool:
        """Whether an error stands that no edit mends: a rule to which no card matters finds fault with the terms."""
        errors = [finding for finding in weighed.findings if finding.level == "error"]
        return any(self.rule(one.code).about is no_card and TERMS.issuperset(one.at) for one in errors)

    def rule(self, code: str) -> Rule:
        """The rule of that code."""
        return self._by_code[code]

    def price_if_legal(self, state: State, broken: frozenset[str]) -> Price | None:
        """What an edited legion costs if it is legal; the rules that were `broken` before are asked first."""
        self.spend(self.each)
        judge, parts = self._judge(state), self.parts(state)
        whole: Legion | None = None
        for rule in self.deciding(state, broken):
            if rule.each:
                still = any(decides(thing) for part in parts for thing in judge.said(part, rule))
            else:
                whole = whole or judge.whole(parts)
                still = any(map(decides, ask(rule, whole, self.library)))
            if still:
                return None
        return (whole or judge.whole(parts)).price

    def parts(self, state: State) -> list[Part]:
        """The parts of an edited legion; each is read and judged by itself once."""
        lines = [self.part(number, line) for number, line in enumerate(state.lines) if line is not None]
        return [*lines, *(self.part(number, line) for number, line in enumerate(state.added, len(state.lines)))]

    def part(self, number: int, line: Line) -> Part:
        """The part of an edited pick."""
        if (number, line) not in self._parts:
            self._parts[number, line] = self.judge.part(number, line.document())
        return self._parts[number, line]

    def speaks(self, part: Part) -> bool:
        """Whether a rule that asks each creature keeps that of a part from being legal."""
        rules = self.deciding(self.start)
        return any(decides(thing) for rule in rules if rule.each for thing in self.judge.said(part, rule))

    def standing(self, kind: type[Card] = Fielded) -> list[Card]:
        """The cards of a kind that are not retired."""
        return [card for card in self.library.shelf if isinstance(card, kind) and card.retired is None]

    def choices(self, state: State) -> Mapping[str, Sequence[Any]]:
        """What the list of an edited legion could say otherwise in its own fields, by field."""
        find, terms = self.library.ruleset.choices, self.judge.terms
        if find is None:
            return {}
        said = {**terms.fields[""], **{field: said for field, said in state.settings if said is not None}}
        found = find(self.library, terms.format, said)
        return {
            field: [other for other in found[field] if other != said.get(field)]
            for field in sorted(self.library.ruleset.fields & found.keys())
        }

    def faults(self, weighed: Weighed) -> list[Fault]:
        """The errors of a legion."""
        return [self.fault(finding) for finding in weighed.findings if finding.level == "error"]

    def fault(self, finding: Finding) -> Fault:
        """What a finding tells of where a way out of it is."""
        rule, steps = self._by_code[finding.code], [at.split("/") for at in finding.at]
        named = {step[1] for step in steps if len(step) > 1} & self.library.ruleset.fields
        picked = all(len(step) > 2 and step[1] == "picks" for step in steps)
        said = sorted((name, fact) for name, fact in finding.facts.items() if isinstance(fact, str))
        return Fault(
            key=(finding.code, picked, "short" in finding.facts, *said),
            picks=frozenset(int(step[2]) for step in steps) if picked else None,
            fields=rule.heeds | named,
            settled=bool(named) or (bool(rule.heeds) and list(finding.at) == [""]),
            lacks=rule.lacks,
            short=finding.facts.get("short", 1),
        )

    def _judge(self, state: State) -> Judge:
        """Who judges under the settings of an edited legion."""
        if state.settings not in self._judges:
            sent = edited(self.legion, State(self.start.lines, (), state.settings))
            self._judges[state.settings] = Judge(self._catalog, sent)
        return self._judges[state.settings]

    def _suits(self, creature: str, upgrade: str) -> bool:
        """Whether no rule that asks of two cards alone says anything of the upgrade on the creature."""
        if (creature, upgrade) not in self._suited:
            pair = self.judge.part(0, {"card": creature, "upgrades": [upgrade]})
            self._suited[creature, upgrade] = not any(self.judge.said(pair, rule) for rule in self._paired)
        return self._suited[creature, upgrade]

"""A legion in parts, one a pick, so that a search reads and judges anew only what it changes.

There is no second set of rules: each rule is the ruleset's own. One that asks every creature by itself (`Rule.each`) is
asked once of each part, the others each time of the whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulesapi.engine.model import Broken, CannotJudge, Document, Legion, Price, Wanting, value
from rulesapi.engine.reading import Lines, join_lines, read_lines
from rulesapi.engine.ruleset import Ask, Library, Rule, Terms, Weighed, ask, fielded, read_terms, weigh_lines

Said = Sequence[Broken | Wanting]


NOT_ASKED = Price((), 0, 0, 0, ())
"""The price of a part by itself: no rule that asks each creature asks for it."""


@value
class Part:
    """One pick of a legion as it is read, and what is said of it by the rules that ask each creature, by their codes.

    A rule that says nothing of it has no entry.
    """

    lines: Lines
    said: dict[str, Said]


class Judge:
    """Judges legions of parts under one legion's terms. Raises what `judge` raises, when it is made."""

    def __init__(self, library: Library, legion: Document) -> None:
        if "picks" not in legion:
            raise CannotJudge("not-judged-yet", "Only one player's legion can be searched.", ("/team",))
        self.library = library
        self.terms: Terms = read_terms(library, legion)
        self.rules_of_each = [rule for rule in library.ruleset.rules if rule.each]

    def part(self, number: int, line: Any) -> Part:
        """The part of a pick's document that stands at that number."""
        lines = read_lines((line,), self.library.cards, number)
        alone = fielded(self.library, self.terms, lines, NOT_ASKED)
        said = {}
        for rule in self.rules_of_each:
            if found := ask(rule, alone, self.library):
                said[rule.code] = found
        return Part(lines, said)

    def parts(self, picks: Sequence[Any]) -> list[Part]:
        """The parts of all picks of a legion."""
        return [self.part(number, line) for number, line in enumerate(picks)]

    def weigh(self, parts: Sequence[Part]) -> Weighed:
        """Judge the legion of these parts: the same as `weigh` says of its document."""
        return weigh_lines(self.library, self.terms, join_lines([part.lines for part in parts]), _asking(parts))


def _asking(parts: Sequence[Part]) -> Ask:
    """How to ask a rule of the legion of these parts: what each part was asked by itself is not asked again."""
    talked_of = [part.said for part in parts if part.said]

    def asked(rule: Rule, legion: Legion, library: Library) -> Said:
        if rule.each:
            return [thing for said in talked_of if rule.code in said for thing in said[rule.code]] if talked_of else ()
        return ask(rule, legion, library)

    return asked

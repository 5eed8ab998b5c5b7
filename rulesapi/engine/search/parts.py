"""A legion in parts, one a pick, so that a search reads and judges anew only what it changes.

There is no second set of rules: each rule is the ruleset's own. One that asks every creature by itself (`Rule.each`) is
asked once of each part, the others each time of the whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulesapi.engine.model import CannotJudge, Document, Legion, Price, value
from rulesapi.engine.reading import Lines, join_lines, read_lines
from rulesapi.engine.readings import Thing
from rulesapi.engine.ruleset import Ask, Library, Rule, Terms, Weighed, ask, fielded, read_terms, weigh_lines

Said = Sequence[Thing]


NOT_ASKED = Price((), 0, 0, 0, ())
"""The price of a part by itself: no rule that asks each creature asks for it."""


@value
class Part:
    """One pick of a legion: as it is read, as a legion of its own, and what rules said of that by now, by code."""

    lines: Lines
    alone: Legion
    said: dict[str, Said]


class Judge:
    """Judges legions of parts under one legion's terms. Raises what `judge` raises, when it is made."""

    def __init__(self, library: Library, legion: Document) -> None:
        if "picks" not in legion:
            raise CannotJudge("not-judged-yet", "Only one player's legion can be searched.", ("/team",))
        self.library = library
        self.terms: Terms = read_terms(library, legion)

    def part(self, number: int, line: Any) -> Part:
        """The part of a pick's document that stands at that number."""
        lines = read_lines((line,), self.library.cards, number)
        return Part(lines, fielded(self.library, self.terms, lines, NOT_ASKED), {})

    def parts(self, picks: Sequence[Any]) -> list[Part]:
        """The parts of all picks of a legion."""
        return [self.part(number, line) for number, line in enumerate(picks)]

    def weigh(self, parts: Sequence[Part]) -> Weighed:
        """Judge the legion of these parts: the same as `weigh` says of its document."""
        return weigh_lines(self.library, self.terms, join_lines([part.lines for part in parts]), self._asking(parts))

    def said(self, part: Part, rule: Rule) -> Said:
        """What a rule that asks each creature says of a part; it is asked once."""
        if rule.code not in part.said:
            part.said[rule.code] = ask(rule, part.alone, self.library)
        return part.said[rule.code]

    def _asking(self, parts: Sequence[Part]) -> Ask:
        def asked(rule: Rule, legion: Legion, library: Library) -> Said:
            if not rule.each:
                return ask(rule, legion, library)
            things: list[Thing] = []
            for part in parts:
                said = part.said.get(rule.code)
                things += self.said(part, rule) if said is None else said
            return things

        return asked

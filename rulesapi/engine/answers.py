"""What the rules say of a legion, put together: what is wrong, what is waived, and what would decide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rulesapi.engine.formats import Format
from rulesapi.engine.model import Broken, Finding, Level, Outcome, Unknown, Wanting, value
from rulesapi.engine.names import in_order, place_order
from rulesapi.engine.readings import By, Excused, Open, Thing, Waived

if TYPE_CHECKING:
    from rulesapi.engine.ruleset import Rule


@value
class Answers:
    """All that the rules say of a legion, with the code of the rule where it does not tell by itself."""

    findings: list[Finding]
    wanting: list[tuple[Wanting, str]]
    open: list[tuple[Open, str]]
    waived: list[Waived]

    def add(self, rule: Rule, level: Level, said: Sequence[Thing], chosen: Format) -> None:
        """Take in what a rule of that weight says; one that only warns, or that the format waives, needs no fact."""
        broken = findings_of(rule, level, (thing for thing in said if isinstance(thing, Broken)))
        if rule.code in chosen.waives:
            by = By("format", chosen.slug, chosen.title)
            self.waived.extend(Waived(finding, by) for finding in broken)
            return
        self.findings.extend(broken)
        for thing in said:
            if isinstance(thing, Excused):
                self.waived.extend(Waived(finding, thing.by) for finding in findings_of(rule, level, [thing]))
            elif level == "error" and isinstance(thing, Wanting):
                self.wanting.append((thing, rule.code))
            elif level == "error" and isinstance(thing, Open):
                self.open.append((thing, rule.code))

    @property
    def verdict(self) -> Outcome:
        """Illegal if anything is wrong, undetermined if only something would decide."""
        if any(finding.level == "error" for finding in self.findings):
            return "illegal"
        return "undetermined" if self.wanting or self.open else "legal"

    @property
    def unknown(self) -> tuple[Unknown, ...]:
        """Each wanted fact once, with all its places and all the rules that need it."""
        return unknown_of(self.wanting)


def unknown_of(wanting: Sequence[tuple[Wanting, str]]) -> tuple[Unknown, ...]:
    """Each wanted fact once, with all its places and all the rules that need it; each comes with its rule's code."""
    if not wanting:
        return ()
    facts: dict[tuple[str, str], tuple[list[str], set[str]]] = {}
    for wanted, code in wanting:
        places, codes = facts.setdefault((wanted.card, wanted.fact), ([], set()))
        places.append(wanted.at)
        codes.add(code)
    return tuple(
        Unknown(card, fact, in_order(places), tuple(sorted(codes)))
        for (card, fact), (places, codes) in sorted(facts.items())
    )


def findings_of(rule: Rule, level: Level, things: Iterable[Broken | Excused]) -> list[Finding]:
    """What is wrong by a rule, in the order of the places."""
    found = [Finding(rule.code, level, thing.at, thing.facts, rule.cite, rule.messages) for thing in things]
    if len(found) > 1:
        found.sort(key=lambda finding: [place_order(at) for at in finding.at])
    return found

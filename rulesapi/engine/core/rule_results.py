"""What the rules say of a legion, put together: what is wrong, what is waived, and what would decide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rulesapi.engine.core.formats import Format
from rulesapi.engine.core.interpretations import ExcusedBreach, RuleResult, UnresolvedQuestion, WaivedBy, WaivedFinding
from rulesapi.engine.core.model import (
    Finding,
    MissingFact,
    RuleBreach,
    Severity,
    UnknownFact,
    VerdictOutcome,
    value_object,
)
from rulesapi.engine.core.names import pointer_sort_key, sorted_pointers

if TYPE_CHECKING:
    from rulesapi.engine.core.library import Rule


@value_object
class RuleResultCollector:
    """All that the rules say of a legion, with the code of the rule where it does not tell by itself."""

    findings: list[Finding]
    wanting: list[tuple[MissingFact, str]]
    open: list[tuple[UnresolvedQuestion, str]]
    waived: list[WaivedFinding]

    def add(self, rule: Rule, level: Severity, said: Sequence[RuleResult], chosen: Format) -> None:
        """Take in what a rule of that weight says; one that only warns, or that the format waives, needs no fact."""
        broken = findings_from(rule, level, (thing for thing in said if isinstance(thing, RuleBreach)))
        if rule.code in chosen.waives:
            by = WaivedBy("format", chosen.slug, chosen.title)
            self.waived.extend(WaivedFinding(finding, by) for finding in broken)
            return
        self.findings.extend(broken)
        for thing in said:
            if isinstance(thing, ExcusedBreach):
                self.waived.extend(WaivedFinding(finding, thing.by) for finding in findings_from(rule, level, [thing]))
            elif level == "error" and isinstance(thing, MissingFact):
                self.wanting.append((thing, rule.code))
            elif level == "error" and isinstance(thing, UnresolvedQuestion):
                self.open.append((thing, rule.code))

    @property
    def verdict(self) -> VerdictOutcome:
        """Illegal if anything is wrong, undetermined if only something would decide."""
        if any(finding.level == "error" for finding in self.findings):
            return "illegal"
        return "undetermined" if self.wanting or self.open else "legal"

    @property
    def unknown(self) -> tuple[UnknownFact, ...]:
        """Each wanted fact once, with all its places and all the rules that need it."""
        return unknown_facts(self.wanting)


def unknown_facts(wanting: Sequence[tuple[MissingFact, str]]) -> tuple[UnknownFact, ...]:
    """Each wanted fact once, with all its places and all the rules that need it; each comes with its rule's code."""
    if not wanting:
        return ()
    facts: dict[tuple[str, str], tuple[list[str], set[str]]] = {}
    for wanted, code in wanting:
        places, codes = facts.setdefault((wanted.card, wanted.fact), ([], set()))
        places.append(wanted.at)
        codes.add(code)
    return tuple(
        UnknownFact(card, fact, sorted_pointers(places), tuple(sorted(codes)))
        for (card, fact), (places, codes) in sorted(facts.items())
    )


def findings_from(rule: Rule, level: Severity, things: Iterable[RuleBreach | ExcusedBreach]) -> list[Finding]:
    """What is wrong by a rule, in the order of the places."""
    found = [Finding(rule.code, level, thing.at, thing.facts, rule.cite, rule.messages) for thing in things]
    if len(found) > 1:
        found.sort(key=lambda finding: [pointer_sort_key(at) for at in finding.at])
    return found

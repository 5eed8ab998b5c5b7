"""Combined results of the rules for a legion: breaches, waived breaches, and deciding unknown facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rulesapi.engine.core.formats import Format
from rulesapi.engine.core.house_rules import HouseRules
from rulesapi.engine.core.rules import Rule
from rulesapi.engine.values.interpretations import (
    ExcusedBreach,
    RuleResult,
    UnresolvedQuestion,
    WaivedBy,
    WaivedFinding,
    breaches_in,
)
from rulesapi.engine.values.model import (
    Card,
    Finding,
    LedgerLine,
    MissingFact,
    RuleBreach,
    Severity,
    UnknownFact,
    VerdictOutcome,
    value_object,
)
from rulesapi.engine.values.names import pointer_sort_key, sorted_pointers

UNKNOWN_FACT_MESSAGES = ("It is not known of {card}: {wanted}.",)
"""The message for an unknown fact that a waived rule would need for its decision."""


@value_object
class RuleResultCollector:
    """A collector for the results of the rules for a legion."""

    findings: list[Finding]
    missing_facts: list[tuple[MissingFact, str]]
    open_questions: list[tuple[UnresolvedQuestion, str]]
    waived: list[WaivedFinding]

    def add(self, rule: Rule, level: Severity, results: Sequence[RuleResult], chosen: Format) -> None:
        """Add the results of a rule with its level. Unknown facts count only for errors that are not waived."""
        breaches = findings_from(rule, level, [result for result in results if isinstance(result, RuleBreach)])
        if rule.code in chosen.waives:
            by = WaivedBy("format", chosen.slug, chosen.title)
            self.waived.extend(WaivedFinding(finding, by) for finding in breaches)
            return
        self.findings.extend(breaches)
        for result in results:
            if isinstance(result, ExcusedBreach):
                self.waived.extend(
                    WaivedFinding(finding, result.by) for finding in findings_from(rule, level, [result])
                )
            elif level == "error" and isinstance(result, MissingFact):
                self.missing_facts.append((result, rule.code))
            elif level == "error" and isinstance(result, UnresolvedQuestion):
                self.open_questions.append((result, rule.code))

    @property
    def verdict(self) -> VerdictOutcome:
        """The verdict: illegal if anything is wrong, undetermined if a fact or question would decide, else legal."""
        if self.findings and any(finding.level == "error" for finding in self.findings):
            return "illegal"
        return "undetermined" if self.missing_facts or self.open_questions else "legal"

    @property
    def unknown(self) -> tuple[UnknownFact, ...]:
        """The missing facts without duplicates, each with all its places and all rules that need it."""
        return unknown_facts(self.missing_facts)


def unknown_facts(missing: Sequence[tuple[MissingFact, str]]) -> tuple[UnknownFact, ...]:
    """Return each missing fact once, with all its places and all the rules that need it.

    `missing` has each fact with the code of the rule that needs it.
    """
    if not missing:
        return ()
    facts: dict[tuple[str, str], tuple[list[str], set[str]]] = {}
    for needed, code in missing:
        places, codes = facts.setdefault((needed.card, needed.fact), ([], set()))
        places.append(needed.at)
        codes.add(code)
    return tuple(
        UnknownFact(card, fact, sorted_pointers(places), tuple(sorted(codes)))
        for (card, fact), (places, codes) in sorted(facts.items())
    )


def findings_from(rule: Rule, level: Severity, results: Iterable[RuleBreach | ExcusedBreach]) -> list[Finding]:
    """Return the findings of a rule, in the order of the places."""
    found = [Finding(rule.code, level, result.at, result.facts, rule.cite, rule.messages) for result in results]
    if len(found) > 1:
        found.sort(key=lambda finding: [pointer_sort_key(at) for at in finding.at])
    return found


def waived_findings(
    house: HouseRules, rule: Rule, level: Severity, results: Sequence[RuleResult], cards: Mapping[str, Card]
) -> Iterator[WaivedFinding]:
    """Yield the waived results of a rule: each breach, then each fact that would decide."""
    by = house.waivers[rule.code].by
    yield from (WaivedFinding(finding, by) for finding in findings_from(rule, level, breaches_in(results)))
    places: dict[tuple[str, str], list[str]] = {}
    for result in results:
        if isinstance(result, MissingFact):
            places.setdefault((result.card, result.fact), []).append(result.at)
    for (slug, fact), at in sorted(places.items()):
        fact_words = fact.strip("/").replace("_", " ").replace("/", ", ")
        facts = {"card": cards[slug].title, "slug": slug, "fact": fact, "wanted": fact_words}
        yield WaivedFinding(Finding(rule.code, level, sorted_pointers(at), facts, rule.cite, UNKNOWN_FACT_MESSAGES), by)


def waived_price_findings(
    house: HouseRules, rule: Rule, lines: Iterable[LedgerLine], cards: Mapping[str, Card]
) -> Iterator[WaivedFinding]:
    """Yield the points that a waived price rule would have added."""
    for line in lines:
        if line["reason"] == rule.reason:
            facts = {"card": cards[line["card"]].title, "points": line["points"]}
            finding = Finding(rule.code, rule.level, (line["at"],), facts, rule.cite, rule.messages)
            yield WaivedFinding(finding, house.waivers[rule.code].by)

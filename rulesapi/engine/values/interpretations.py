"""Rulebooks that are silent or contradict themselves: questions with two readings, and what waives a rule.

A question is asked only where its readings decide: then the verdict is undetermined and names both of them. A format
may settle it, or a ruling, as data.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rulesapi.engine.values.model import Citation, Finding, MissingFact, RuleBreach, value_object
from rulesapi.engine.values.names import sorted_pointers


@dataclass(frozen=True, slots=True)
class WaivedBy:
    """What waives a rule: a document of that kind, slug and name."""

    kind: str
    slug: str
    name: str

    def as_document(self) -> dict[str, Any]:
        """The waiver as the verdict's document names it."""
        return {"kind": self.kind, "slug": self.slug, "name": self.name}


@value_object
class WaivedFinding:
    """What a rule finds that does not hold here, and what waives the rule.

    It is a thing that is broken, a fact that would decide, or points that are left out of the price.
    """

    finding: Finding
    by: WaivedBy

    def as_document(self) -> dict[str, Any]:
        """The waived finding as the verdict's document has it."""
        return {**self.finding.as_document(), "by": self.by.as_document()}


@dataclass(frozen=True, slots=True)
class Interpretation:
    """One way to read the rules: its slug, what it says in plain words, and what speaks for it."""

    slug: str
    text: str
    cite: Citation


@dataclass(frozen=True, slots=True)
class RulebookQuestion:
    """What a rulebook leaves open, with the readings that there are."""

    slug: str
    title: str
    interpretations: tuple[Interpretation, ...]


@value_object
class UnresolvedQuestion:
    """A question of the ruleset that decides at these places: by one reading something is wrong, by another nothing."""

    question: str
    at: tuple[str, ...]


@value_object
class ExcusedBreach:
    """A thing that would be wrong, but for a card that waives it."""

    at: tuple[str, ...]
    facts: dict[str, Any]
    by: WaivedBy


RuleResult = RuleBreach | MissingFact | ExcusedBreach | UnresolvedQuestion
"""What a rule may say."""


def breaches_in(results: Iterable[RuleResult]) -> list[RuleBreach]:
    """What is broken of all that a rule says."""
    return [result for result in results if isinstance(result, RuleBreach)]


def prevents_legal(result: RuleResult) -> bool:
    """Whether it keeps a legion from being legal."""
    return not isinstance(result, ExcusedBreach)


@value_object
class OpenQuestion:
    """A question that decides, with every place and every rule that needs the answer."""

    question: RulebookQuestion
    at: tuple[str, ...]
    needed_by: tuple[str, ...]

    def as_document(self) -> dict[str, Any]:
        """The question as the verdict's document has it."""
        interpretations = [
            {"reading": one.slug, "text": one.text, "cite": one.cite.as_document()}
            for one in self.question.interpretations
        ]
        return {
            "question": self.question.slug,
            "title": self.question.title,
            "readings": interpretations,
            "at": list(self.at),
            "needed_by": list(self.needed_by),
        }


def open_questions(
    questions: Mapping[str, RulebookQuestion], unresolved: Iterable[tuple[UnresolvedQuestion, str]]
) -> tuple[OpenQuestion, ...]:
    """Each question once, sorted; `unresolved` are those that decide, with the codes of the rules that ask."""
    found: dict[str, tuple[list[str], set[str]]] = {}
    for one, code in unresolved:
        places, codes = found.setdefault(one.question, ([], set()))
        places += one.at
        codes.add(code)
    return tuple(
        OpenQuestion(questions[slug], sorted_pointers(places), tuple(sorted(codes)))
        for slug, (places, codes) in sorted(found.items())
    )

"""Rulebook gaps and contradictions: questions with two readings, and waivers of rules.

A question is asked only if its readings lead to different verdicts: then the verdict is undetermined and names both. A
format or a ruling may settle it, as data.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rulesapi.engine.values.model import Citation, Finding, MissingFact, RuleBreach, value_object
from rulesapi.engine.values.names import sorted_pointers


@dataclass(frozen=True, slots=True)
class WaivedBy:
    """The source of a waiver: a document by kind, slug and name."""

    kind: str
    slug: str
    name: str

    def as_document(self) -> dict[str, Any]:
        """Return the waiver as the verdict's document names it."""
        return {"kind": self.kind, "slug": self.slug, "name": self.name}


@value_object
class WaivedFinding:
    """A finding of a waived rule, and the source of the waiver.

    It is a breach, a fact that would decide, or points that are left out of the price.
    """

    finding: Finding
    by: WaivedBy

    def as_document(self) -> dict[str, Any]:
        """Return the waived finding as the verdict's document has it."""
        return {**self.finding.as_document(), "by": self.by.as_document()}


@dataclass(frozen=True, slots=True)
class Interpretation:
    """One reading of the rules: its slug, its text in plain words, and its citation."""

    slug: str
    text: str
    cite: Citation


@dataclass(frozen=True, slots=True)
class RulebookQuestion:
    """A question that a rulebook leaves open, with its possible readings."""

    slug: str
    title: str
    interpretations: tuple[Interpretation, ...]


@value_object
class UnresolvedQuestion:
    """A question of the ruleset that decides at these places: one reading finds an error, the other does not."""

    question: str
    at: tuple[str, ...]


@value_object
class ExcusedBreach:
    """An error that a card waives."""

    at: tuple[str, ...]
    facts: dict[str, Any]
    by: WaivedBy


RuleResult = RuleBreach | MissingFact | ExcusedBreach | UnresolvedQuestion
"""A result of a rule."""


def breaches_in(results: Iterable[RuleResult]) -> list[RuleBreach]:
    """Return the breaches among the results of a rule."""
    return [result for result in results if isinstance(result, RuleBreach)]


def prevents_legal(rule_result: RuleResult) -> bool:
    """Return whether the result prevents a legal verdict."""
    return not isinstance(rule_result, ExcusedBreach)


@value_object
class OpenQuestion:
    """A question that decides, with every place and every rule that needs the answer."""

    question: RulebookQuestion
    at: tuple[str, ...]
    needed_by: tuple[str, ...]

    def as_document(self) -> dict[str, Any]:
        """Return the question as the verdict's document has it."""
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
    """Return the sorted questions; `unresolved` has the deciding questions by the codes of the rules that ask them."""
    found: dict[str, tuple[list[str], set[str]]] = {}
    for one, code in unresolved:
        places, codes = found.setdefault(one.question, ([], set()))
        places += one.at
        codes.add(code)
    return tuple(
        OpenQuestion(questions[slug], sorted_pointers(places), tuple(sorted(codes)))
        for slug, (places, codes) in sorted(found.items())
    )

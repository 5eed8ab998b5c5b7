"""How a question is resolved: its course is run, and what it yields is gathered."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rulesapi.engine.core.messages import fill_template
from rulesapi.engine.core.model import Document, Finding, UnknownFact
from rulesapi.engine.resolutions.model import (
    Answer,
    Missing,
    Output,
    PlayRule,
    PlayRuleset,
    Question,
    Resolution,
    Step,
    TableFacts,
)
from rulesapi.engine.resolutions.participants import card_breaches


def resolve(ruleset: PlayRuleset, question: Question, situation: Document, table: TableFacts) -> Resolution:
    """The resolution of a situation that its schema has accepted. The situation is only read."""
    said = _Said(ruleset)
    for breach in card_breaches(situation, table, ruleset.kinds_at):
        said.take(breach)
    if ruleset.adventure is not None:
        for one in ruleset.adventure(situation, question.name, table):
            said.take(one)
    course = question.course(situation, table)
    while True:
        try:
            said.take(next(course))
        except StopIteration as ended:
            answer: Answer = ended.value
            break
    return Resolution(
        ruleset.game,
        question.name,
        answer.result,
        tuple(said.steps),
        tuple(said.findings),
        said.unknown_facts(),
        answer.odds,
    )


@dataclass(slots=True)
class _Said:
    """What a course has yielded so far."""

    ruleset: PlayRuleset
    steps: list[dict[str, Any]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    missing: dict[tuple[str, str], tuple[list[str], list[str]]] = field(default_factory=dict)

    def take(self, one: Output) -> None:
        if isinstance(one, Missing):
            places, rules = self.missing.setdefault((one.card, one.fact), ([], []))
            _add(places, one.at)
            _add(rules, self.ruleset.rules[one.rule].code)
            return
        rule = self.ruleset.rules[one.rule]
        if isinstance(one, Step):
            self.steps.append(_step_document(rule, one))
        else:
            self.findings.append(Finding(rule.code, rule.level or "error", one.at, one.facts, rule.cite, rule.messages))

    def unknown_facts(self) -> tuple[UnknownFact, ...]:
        return tuple(
            UnknownFact(card, fact, tuple(places), tuple(rules))
            for (card, fact), (places, rules) in self.missing.items()
        )


def _add(words: list[str], word: str) -> None:
    if word not in words:
        words.append(word)


def _step_document(rule: PlayRule, step: Step) -> dict[str, Any]:
    return {
        "code": rule.code,
        "message": fill_template(rule.messages, step.facts),
        "facts": step.facts,
        "cite": (step.cite or rule.cite).as_document(),
        "before": step.before,
        "after": step.after,
    }

"""Resolving a question: run its course and collect the output."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulesapi.engine.resolutions.declared import PlayRuleset, Question
from rulesapi.engine.resolutions.entry_limits import BEYOND_LIMIT, passed_limit
from rulesapi.engine.resolutions.model import (
    Answer,
    Course,
    Missing,
    Output,
    PlayRule,
    Resolution,
    Step,
    TableFacts,
    UnknownPlayFact,
    Unused,
)
from rulesapi.engine.resolutions.participants import card_breaches
from rulesapi.engine.resolutions.reading import ReadDocument
from rulesapi.engine.values.messages import fill_template, phrase
from rulesapi.engine.values.model import Citation, Document, Finding
from rulesapi.engine.values.names import joined_list, slug_as_words

NOT_NEEDED = phrase("Nothing in this answer depends on it.")
STILL_OPEN = phrase("Nothing in this answer depends on it as long as other facts are missing.")
"""The reason why a part of a situation was not read, if no ending of the question gives one."""


def resolve(ruleset: PlayRuleset, question: Question, situation: Document, table: TableFacts) -> Resolution:
    """Return the resolution of a situation that is valid by its schema. The situation is not changed.

    A forbidden answer is refused as a whole: its steps set nothing.
    """
    read = ReadDocument(situation)
    said = _Said(ruleset, question, read)
    for breach in card_breaches(question.named_cards(situation), table):
        said.take(breach)
    if ruleset.adventure is not None:
        for one in ruleset.adventure(read, question.name, table):
            said.take(one)
    answer = said.take_all(question.course(read, table))
    unknown = said.unknown_facts(table)
    reason = _ending(question, answer.result) or (STILL_OPEN if unknown else NOT_NEEDED)
    unused = tuple(
        Unused(at, _ending(question, _of_entry(question, answer.result, at)) or reason) for at in read.unread()
    )
    return Resolution(
        ruleset.game,
        question.name,
        answer.result,
        tuple(map(_changing_nothing, said.steps) if said.forbids() else said.steps),
        tuple(said.findings),
        unknown,
        answer.odds,
        unused,
    )


def _changing_nothing(step: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in step.items() if name != "sets"}


def _ending(question: Question, outcome: Mapping[str, Any]) -> str | None:
    """Return the reason why a result ended before its last stage; None if it did not."""
    if not outcome:
        return None
    endings, stage = question.endings, outcome.get("stage")
    return endings.get(str(stage)) or next((why for field, why in endings.items() if outcome.get(field) is True), None)


def _of_entry(question: Question, outcome: Mapping[str, Any], pointer: str) -> Mapping[str, Any]:
    """Return the part of a result for the list entry that a pointer is in; empty if there is none."""
    start = f"/{question.counted}/"
    if not question.counted or not pointer.startswith(start):
        return {}
    place, entries = int(pointer.removeprefix(start).partition("/")[0]), outcome.get(question.counted) or ()
    return entries[place] if place < len(entries) else {}


@dataclass(slots=True)
class _Said:
    """The output of a course so far."""

    ruleset: PlayRuleset
    question: Question
    situation: ReadDocument
    steps: list[dict[str, Any]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    missing: dict[tuple[str, str], tuple[list[str], list[str]]] = field(default_factory=dict)
    deciding: set[tuple[str, str]] = field(default_factory=set)

    def take_all(self, course: Course[Answer]) -> Answer:
        """Take the output of a course and return its answer.

        A fact that a course lacks `unless_forbidden` is left out if a finding of it forbids; a warning does not.
        """
        before = len(self.findings)
        while True:
            try:
                output = next(course)
            except StopIteration as ended:
                answer: Answer = ended.value
                return answer
            waits = isinstance(output, Missing) and output.unless_forbidden
            if not (waits and self.forbids(before)):
                self.take(output)

    def forbids(self, first: int = 0) -> bool:
        """Return whether a finding forbids something, from the place `first` of the findings on."""
        return any(finding.level == "error" for finding in self.findings[first:])

    def take(self, output: Output) -> None:
        if isinstance(output, Missing):
            key = output.card, output.fact
            places, rules = self.missing.setdefault(key, ([], []))
            self.deciding |= set() if output.only_for_odds else {key}
            _add(places, output.at)
            _add(rules, self.ruleset.rules[output.rule].code)
            return
        rule = self.ruleset.rules[output.rule]
        if isinstance(output, Step):
            self.steps.append(_step_document(rule, output))
            self.findings.extend(self.passed_limits(output, output.cite or rule.cite))
        else:
            for place in output.at:  # a finding about a part is an effect of it
                self.situation.note(place)
            self.findings.append(
                Finding(rule.code, rule.level or "error", output.at, output.facts, rule.cite, rule.messages)
            )

    def passed_limits(self, step: Step, cite: Citation) -> Iterator[Finding]:
        """Yield a finding for each input that a step would set to what cannot be entered, with the step's citation."""
        for at, value in step.sets:
            if passed := passed_limit(self.question, at, value):
                rule = self.ruleset.rules[BEYOND_LIMIT]
                yield Finding(rule.code, "error", (at,), passed, cite, rule.messages)

    def unknown_facts(self, table: TableFacts) -> tuple[UnknownPlayFact, ...]:
        # The recording situation is used on purpose: a name in a message is an effect of that name.
        return tuple(
            UnknownPlayFact(card, fact, tuple(places), tuple(rules), self._words(fact, places[0], who), only_for_odds)
            for (card, fact), (places, rules) in self.missing.items()
            for only_for_odds in ((card, fact) not in self.deciding,)
            for who in (_subjects(self.situation, table.cards.get(card), card, places),)
        )

    def _words(self, fact: str, place: str, subjects: str) -> str:
        """Return the sentence that a fact is unknown."""
        *words, last = fact.split("/")[1:]
        number = str(int(last) + 1) if last.isdecimal() else ""
        name = "/".join(words if number else [*words, last])
        part = next((word for word in reversed(place.split("/")) if not word.isdecimal()), "")
        asked = self.ruleset.asked
        what = (
            asked.get(f"{part}/{name}") or asked.get(name) or f"{name.replace('_', ' ').replace('/', ' ')} of {{who}}"
        )
        return f"Not known: {what.format(who=subjects, number=number)}."


def _subjects(situation: Document, card: Document | None, slug: str, places: list[str]) -> str:
    """Return the subject of a fact as a phrase: its card, or the objects at its places."""
    if card is not None:
        return str(card.get("name") or slug_as_words(slug))
    return joined_list(dict.fromkeys(_subject(situation, place) for place in places)) or "this situation"


def _subject(situation: Any, place: str) -> str:
    """Return a name for the object at a place of a situation: its own name, its reason or its place."""
    for word in place.split("/")[1:]:
        if isinstance(situation, Mapping):
            situation = situation.get(word)
        else:
            situation = situation[int(word)] if isinstance(situation, Sequence) and int(word) < len(situation) else None
    if isinstance(situation, Mapping) and (name := situation.get("name") or situation.get("because")):
        return f"“{name}”" if "because" in situation else str(name)
    *_, first, last = ("", *place.split("/"))
    words = last.replace("_", " ")
    if last.isdecimal():
        return f"{first.removesuffix('s').replace('_', ' ')} {int(last) + 1}"
    return f"the {words}" if words else ""


def _add(entries: list[str], entry: str) -> None:
    if entry not in entries:
        entries.append(entry)


def _step_document(rule: PlayRule, step: Step) -> dict[str, Any]:
    document = {
        "code": rule.code,
        "message": fill_template(rule.messages, step.facts),
        "facts": step.facts,
        "cite": (step.cite or rule.cite).as_document(),
        "before": step.before,
        "after": step.after,
    }
    return document | ({"sets": [{"at": at, "value": value} for at, value in step.sets]} if step.sets else {})

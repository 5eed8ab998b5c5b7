"""Requests of formats, house rules and rulings that the rules of their game cannot fulfill."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from rulesapi.engine.core.house_rules import HOUSE_RULE
from rulesapi.engine.values.interpretations import RulebookQuestion
from rulesapi.engine.values.messages import Phrase, phrase
from rulesapi.engine.values.model import Document


class RequestedRule(Protocol):
    """The part of a rule that documents can refer to; see `library.Rule`."""

    @property
    def code(self) -> str: ...

    @property
    def reason(self) -> str: ...

    @property
    def check(self) -> object | None: ...

    @property
    def unwaivable_reason(self) -> str: ...


class RequestedRuleset(Protocol):
    """The part of a ruleset that documents can refer to; see `library.Ruleset`."""

    @property
    def name(self) -> str: ...

    @property
    def rules(self) -> Sequence[RequestedRule]: ...

    @property
    def questions(self) -> Mapping[str, RulebookQuestion]: ...

    @property
    def carried(self) -> Mapping[str, frozenset[str]]: ...


RULES_BY_FIELD = {"bans": "house-barred", "pool": "house-barred", "points": "house-points", "limits": "house-limit"}
"""The fields that a house rule may have, and the rule that reads each."""


UnsupportedRequest = tuple[str, Phrase]
"""A request that rules cannot fulfill: its place, and a sentence."""


def unsupported_requests(document: Document, ruleset: RequestedRuleset) -> Iterator[UnsupportedRequest]:
    """Yield the requests of a format, a house rule or a ruling that its game's rules cannot fulfill."""
    rules = {rule.code: rule for rule in ruleset.rules}
    if document["kind"] == HOUSE_RULE:
        yield from _unsupported_additions(document, ruleset)
    for at, code in _referenced_rules(document):
        if code not in rules:
            yield at, phrase("{game} has no rule {code}.", game=ruleset.name, code=code)
    waives = document.get("waives", ())
    for number, code in enumerate(waives):
        if code in rules and rules[code].unwaivable_reason:
            stays = Phrase(rules[code].unwaivable_reason, {})
            yield f"/waives/{number}", phrase("{code} cannot be waived. {why}", code=code, why=stays)
    for number, row in enumerate(document.get("levels", ())):
        if sentence := _level_obstacle(document, rules.get(row["rule"]), waives):
            yield f"/levels/{number}/rule", sentence
    yield from _unsettleable(document, ruleset)


def _referenced_rules(document: Document) -> Iterator[tuple[str, str]]:
    """Yield each rule that a format, a house rule or a ruling names, with its place."""
    for field in ("waives", "with", "without", "rules"):
        for number, code in enumerate(document.get(field, ())):
            yield f"/{field}/{number}", code
    for number, row in enumerate(document.get("levels", ())):
        yield f"/levels/{number}/rule", row["rule"]


def _level_obstacle(document: Document, rule: RequestedRule | None, waives: Sequence[str]) -> Phrase | None:
    """Return why the level of a rule cannot be changed; `None` if it can."""
    if rule is None:
        return None
    if rule.check is None:
        return phrase("{code} is about the price alone and cannot be broken, so it has no level.", code=rule.code)
    if document["kind"] == HOUSE_RULE and rule.unwaivable_reason:
        return phrase("{code} cannot weigh otherwise. {why}", code=rule.code, why=Phrase(rule.unwaivable_reason, {}))
    if rule.code in waives:
        return phrase("{code} is waived here already. Keep one of the two.", code=rule.code)
    return None


def _unsettleable(document: Document, ruleset: RequestedRuleset) -> Iterator[UnsupportedRequest]:
    """Yield the settled questions or readings that the game's rules do not have, and questions settled twice."""
    settled: set[str] = set()
    for number, row in enumerate(document.get("settles", ())):
        question, interpretation = row["question"], row["reading"]
        at = f"/settles/{number}/question"
        if question not in ruleset.questions:
            yield at, _no_such_question(question, ruleset)
        elif interpretation not in (known := [one.slug for one in ruleset.questions[question].interpretations]):
            facts = {"about": question, "reading": interpretation, "known": known}
            yield f"/settles/{number}/reading", phrase("{about} has no reading {reading}, but {known:or}.", **facts)
        elif question in settled:
            yield at, phrase("{about} is settled here already. Keep one of the two.", about=question)
        settled.add(question)


def _no_such_question(question: str, ruleset: RequestedRuleset) -> Phrase:
    """Return the sentence that a game leaves no such question open, with the questions that it does leave open."""
    name, known = ruleset.name, sorted(ruleset.questions)
    if not known:
        return phrase("{game} leaves no question open, and so not {about}.", game=name, about=question)
    return phrase("{game} leaves no question {about} open, but {known:or}.", game=name, about=question, known=known)


def _unsupported_additions(document: Document, ruleset: RequestedRuleset) -> Iterator[UnsupportedRequest]:
    """Yield the additions of a house rule that no rule of the game reads."""
    available_reasons = {rule.reason for rule in ruleset.rules}
    for field, code in RULES_BY_FIELD.items():
        if field in document and code not in available_reasons:
            unasked = phrase("{game} has no rule that uses {asked} of a house rule.", game=ruleset.name, asked=field)
            yield f"/{field}", unasked
    for number, limit in enumerate(document.get("limits", ())):
        if limit["per"] == "creature" and not ruleset.carried:
            uncarried = phrase("In {game} no creature carries cards. Limit them in the whole list.", game=ruleset.name)
            yield f"/limits/{number}/per", uncarried

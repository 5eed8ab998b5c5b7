"""Conformance cases: the comparison of a verdict with a case, and what a file of cases and a game's cases lack.

The content of files is given as values; `rulesapi.judging.case_file_checks` reads the files and checks their documents.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.rule_results import UNKNOWN_FACT_MESSAGES
from rulesapi.engine.core.rules import Rule
from rulesapi.engine.values.messages import choose_template
from rulesapi.engine.values.model import CannotJudge, Document
from rulesapi.engine.values.names import pointer_sort_key

LEAST_CASES = 8
"""The minimum number of cases of a rule."""

FILE_FIELDS = ("rule", "about", "cases")
CASE_FIELDS = ("name", "legion", "verdict", "findings", "unknown")
"""The fields that every case has; tests/cases/README.md describes them and the others."""


def library_of(parts: Document, rulings: Iterable[Any] = ()) -> Library:
    """Return the library of a game's cases, from the content of its `library.json`, with further rulings."""
    return Library.build(
        release=parts["release"],
        game=parts["game"],
        cards=parts["cards"],
        formats=parts["formats"],
        sets=parts.get("sets", ()),
        house_rules=parts.get("house_rules", ()),
        rulings=rulings,
        adventures=parts.get("adventures", ()),
    )


def library_for(library: Library, parts: Document, case: Document) -> Library:
    """Return the library for one case: the library of all, or one with the case's own rulings."""
    return library_of(parts, case["rulings"]) if "rulings" in case else library


def missing_fields(file: Document) -> list[str]:
    """Return what a case file lacks, in words: fields of the file, and fields of each of its cases."""
    lacks = [f"The file has no “{field}”." for field in FILE_FIELDS if field not in file]
    for number, case in enumerate(file.get("cases", ()), 1):
        name = f"Case “{case['name']}”" if "name" in case else f"Case {number}"
        lacks += [f"{name} has no “{field}”." for field in CASE_FIELDS if field not in case]
    return lacks


def differences(library: Library, case: Document) -> dict[str, tuple[Any, Any]]:
    """Return the parts of a verdict that are not as a case expects: the expected and the actual value, by field."""
    verdict = judge(library, case["legion"]).as_document()
    expected: dict[str, Any] = {
        "findings": _in_any_order(case["findings"]),
        "waived": _in_any_order(case.get("waived", [])),
        "open": case.get("open", []),
        "settled": case.get("settled", []),
        "without": case.get("without"),
        "facts": case.get("facts", []),
        "likely": case.get("likely"),
        "verdict": case["verdict"],
        "unknown": case["unknown"],
    }
    actual: dict[str, Any] = {
        "findings": _in_any_order([_compared(finding) for finding in verdict["findings"]]),
        "waived": _in_any_order([{**_plain(finding), "by": finding["by"]} for finding in verdict["waived"]]),
        "open": [_question(one) for one in verdict.get("open", ())],
        "settled": [_settled(one) for one in verdict.get("settled", ())],
        "without": verdict.get("without", {}).get("verdict"),
        "facts": verdict.get("facts", []),
        "likely": _likely(verdict.get("likely")),
        "verdict": verdict["verdict"],
        "unknown": verdict["unknown"],
    }
    for field in ("points", "parts", "ledger"):
        if field in case:
            expected[field], actual[field] = case[field], verdict.get(field)
    return {field: (value, actual[field]) for field, value in expected.items() if value != actual[field]}


def _plain(finding: Document) -> dict[str, Any]:
    return {field: finding[field] for field in ("code", "level", "at", "facts")}


def _compared(finding: Document) -> dict[str, Any]:
    return _plain(finding) | _cited_rulings(finding)


def _cited_rulings(finding: Document) -> dict[str, Any]:
    """Return the cited rulings by slug."""
    return {"rulings": [ruling["slug"] for ruling in finding["rulings"]]} if "rulings" in finding else {}


def _question(question: Document) -> dict[str, Any]:
    return {field: question[field] for field in ("question", "at", "needed_by")}


def _settled(question: Document) -> dict[str, Any]:
    return _question(question) | {"reading": question["reading"]["reading"]} | _cited_rulings(question)


def _likely(likely: Any) -> Any:
    """Return the likely outcome without its message."""
    if likely is None:
        return None
    findings = [_plain(finding) for finding in likely["findings"]]
    return {"verdict": likely["verdict"], "unless": likely["unless"], "findings": findings}


def _in_any_order(findings: Iterable[Any]) -> list[Any]:
    return sorted(
        findings, key=lambda finding: (finding["code"], list(map(pointer_sort_key, finding["at"])), repr(finding))
    )


def rule_faults(rule: Rule, cases: Sequence[Document]) -> Iterator[str]:
    """Yield what the cases of one rule lack: their number, a kept and a broken rule, different names and lists."""
    if len(cases) < LEAST_CASES:
        yield f"The rule has {len(cases)} of at least {LEAST_CASES} cases."
    broken = [any(finding["code"] == rule.code for finding in case["findings"]) for case in cases]
    if all(broken):
        yield "Add a case in which the rule is kept."
    if rule.check is not None and not any(broken):
        yield f"Add a case in which the rule is broken, with a finding of the code {rule.code}."
    if rule.check is None and any(broken):
        yield f"The rule only affects the price. Remove the findings of the code {rule.code}."
    names = Counter(case["name"] for case in cases)
    yield from (f"Two cases have the name “{name}”." for name, count in names.items() if count > 1)
    lists = Counter(json.dumps(case["legion"], sort_keys=True) for case in cases)
    for case in cases:
        if lists.pop(json.dumps(case["legion"], sort_keys=True), 1) > 1:
            yield f"Case “{case['name']}” has the list of another case."


def rules_without_cases(rules: Iterable[Rule], files: Iterable[Document]) -> Iterator[str]:
    """Yield the rules for which there is no file, by their codes; standing rules need none."""
    named = {content.get("rule") for content in files}
    for rule in rules:
        if rule.code not in named and not rule.standing:
            yield f"tests/cases/{rule.code}.json is missing: the cases of the rule “{rule.title}”."


def message_faults(library: Library, parts: Document, cases: Iterable[Document]) -> Iterator[str]:
    """Yield the messages of rules that no case shows."""
    shown = _shown_messages(library, parts, cases)
    for rule in library.ruleset.rules:
        for template in () if rule.standing else rule.messages:
            if template not in shown:
                yield f"No case shows this message of {rule.code}: {template}"
    if parts.get("house_rules"):
        for template in UNKNOWN_FACT_MESSAGES:
            if template not in shown:
                yield f"No case shows an unknown fact that a waived rule would need: {template}"


def _shown_messages(library: Library, parts: Document, cases: Iterable[Document]) -> set[str]:
    """Return the message templates in the verdicts on these cases, those of waived findings included."""
    shown: set[str] = set()
    for case in cases:
        try:
            verdict = judge(library_for(library, parts, case), case["legion"])
        except CannotJudge:
            continue
        for finding in (*verdict.findings, *(waived.finding for waived in verdict.waived)):
            shown.add(choose_template(finding.templates, finding.facts))
    return shown

"""Checks of the conformance cases of a game: the form of their files, their answers, and whether they are enough."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from catalog import documents
from catalog.documents.errors import Fault, InvalidInput
from catalog.documents.schemas import schema_path
from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.rule_results import UNKNOWN_FACT_MESSAGES
from rulesapi.engine.core.rules import Rule
from rulesapi.engine.values.messages import choose_template
from rulesapi.engine.values.model import CannotJudge
from rulesapi.engine.values.names import pointer_sort_key
from rulesapi.judging import conformance_cases

LEAST_CASES = 8
"""The minimum number of cases of a rule."""

FILE_FIELDS = ("rule", "about", "cases")
CASE_FIELDS = ("name", "legion", "verdict", "findings", "unknown")
"""The fields that every case has; tests/cases/README.md describes them and the others."""

LIBRARY_PARTS = ("cards", "formats", "sets", "house_rules", "adventures")


def library_of(parts: Mapping[str, Any], rulings: Iterable[Any] = ()) -> Library:
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


def missing_fields(file: Mapping[str, Any]) -> list[str]:
    """Return what a case file lacks, in words: fields of the file, and fields of each of its cases."""
    lacks = [f"The file has no “{field}”." for field in FILE_FIELDS if field not in file]
    for number, case in enumerate(file.get("cases", ()), 1):
        name = f"Case “{case['name']}”" if "name" in case else f"Case {number}"
        lacks += [f"{name} has no “{field}”." for field in CASE_FIELDS if field not in case]
    return lacks


def differences(library: Library, case: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
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


def _plain(finding: Mapping[str, Any]) -> dict[str, Any]:
    return {field: finding[field] for field in ("code", "level", "at", "facts")}


def _compared(finding: Mapping[str, Any]) -> dict[str, Any]:
    return _plain(finding) | _cited_rulings(finding)


def _cited_rulings(finding: Mapping[str, Any]) -> dict[str, Any]:
    """Return the cited rulings by slug."""
    return {"rulings": [ruling["slug"] for ruling in finding["rulings"]]} if "rulings" in finding else {}


def _question(question: Mapping[str, Any]) -> dict[str, Any]:
    return {field: question[field] for field in ("question", "at", "needed_by")}


def _settled(question: Mapping[str, Any]) -> dict[str, Any]:
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


def case_faults(game: str, rules: Iterable[Rule] = ()) -> Iterator[str]:
    """Yield everything that is missing or wrong among the cases of a game, each as a sentence that says what to add.

    `rules` are rules of the published game, which need cases even if the library of the cases lacks them.
    """
    folder = conformance_cases.CASES_FOLDER / game
    path = folder / conformance_cases.LIBRARY
    if not path.is_file():
        yield f"{_shown(path)} is missing: the game, its formats and the cards that its cases are judged by."
        yield from _rules_without_file(rules, ())
        return
    parts = _read(path)
    missing = [field for field in ("release", "game", "formats", "cards") if field not in parts]
    if missing:
        yield f"{_shown(path)} has no “{missing[0]}”."
        return
    yield from _library_faults(path, parts)
    try:
        library = library_of(parts)
    except LookupError as error:
        yield f"{_shown(path)}: {error.args[0]}"
        return
    files = {file: _read(file) for file in sorted(folder.glob("*.json")) if file != path}
    yield from _rules_without_file(
        {rule.code: rule for rule in (*library.ruleset.rules, *rules)}.values(), files.values()
    )
    yield from _file_faults(library, files)
    sound = {file: content for file, content in files.items() if not missing_fields(content)}
    yield from _answer_faults(library, parts, sound)
    yield from message_faults(library, parts, sound.values())


def _read(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return content


def _shown(path: Path) -> str:
    """Return a path below the cases as people name it."""
    return f"tests/cases/{path.relative_to(conformance_cases.CASES_FOLDER).as_posix()}"


def _library_faults(path: Path, parts: Mapping[str, Any]) -> Iterator[str]:
    for document in (parts["game"], *(one for part in LIBRARY_PARTS for one in parts.get(part, ()))):
        try:
            faults = documents.faults_under_schema(schema_path(document), document)
        except InvalidInput as error:
            faults = list(error.faults)
        for fault in faults[:1]:
            yield f"{_shown(path)}: {document.get('slug')}: {fault.pointer}: {fault.message}"


def _rules_without_file(rules: Iterable[Rule], files: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    named = {content.get("rule") for content in files}
    for rule in rules:
        if rule.code not in named and not rule.standing:
            yield f"tests/cases/{rule.code}.json is missing: the cases of the rule “{rule.title}”."


def _file_faults(library: Library, files: Mapping[Path, Mapping[str, Any]]) -> Iterator[str]:
    """Yield what each file lacks."""
    rules = {rule.code: rule for rule in library.ruleset.rules}
    for file, content in files.items():
        if missing := missing_fields(content):
            yield f"{_shown(file)}: {missing[0]}"
        elif content["rule"] not in rules:
            yield f"{_shown(file)}: The game has no rule {content['rule']}."
        else:
            yield from (f"{_shown(file)}: {fault}" for fault in rule_faults(rules[content["rule"]], content["cases"]))


def rule_faults(rule: Rule, cases: list[Any]) -> Iterator[str]:
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


def _judging(library: Library, parts: Mapping[str, Any], case: Mapping[str, Any]) -> Library:
    """Return the library for one case, with the case's own rulings."""
    return library_of(parts, case["rulings"]) if "rulings" in case else library


def _answer_faults(
    library: Library, parts: Mapping[str, Any], files: Mapping[Path, Mapping[str, Any]]
) -> Iterator[str]:
    """Yield the cases whose verdict is not the expected one."""
    for file, content in files.items():
        for case in content["cases"]:
            place = f"{_shown(file)}: Case “{case['name']}”"
            if faults := _legion_faults(case):
                yield f"{place}: {faults[0].pointer}: {faults[0].message}"
                continue
            try:
                found = differences(_judging(library, parts, case), case)
            except CannotJudge as error:
                yield f"{place}: {error}"
                continue
            for field, (expected, actual) in found.items():
                yield f"{place}: “{field}” is {_text(actual)}, and the case expects {_text(expected)}."


def _legion_faults(case: Mapping[str, Any]) -> list[Fault]:
    return documents.faults_under_schema("legion.schema.json", case["legion"])


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def message_faults(library: Library, parts: Mapping[str, Any], files: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the messages of rules that no case shows."""
    shown = _shown_messages(library, parts, [case for file in files for case in file["cases"]])
    for rule in library.ruleset.rules:
        for template in () if rule.standing else rule.messages:
            if template not in shown:
                yield f"No case shows this message of {rule.code}: {template}"
    if parts.get("house_rules"):
        for template in UNKNOWN_FACT_MESSAGES:
            if template not in shown:
                yield f"No case shows an unknown fact that a waived rule would need: {template}"


def _shown_messages(library: Library, parts: Mapping[str, Any], cases: Iterable[Any]) -> set[str]:
    """Return the message templates in the verdicts on these cases, those of waived findings included."""
    shown: set[str] = set()
    for case in cases:
        if _legion_faults(case):
            continue
        try:
            verdict = judge(_judging(library, parts, case), case["legion"])
        except CannotJudge:
            continue
        for finding in (*verdict.findings, *(waived.finding for waived in verdict.waived)):
            shown.add(choose_template(finding.templates, finding.facts))
    return shown

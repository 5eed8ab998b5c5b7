"""Checks of the conformance cases of a game: the form of their files, their answers, and whether they are enough."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from catalog import documents
from catalog.documents.errors import Fault, InvalidInput
from catalog.documents.schemas import schema_path
from rulesapi.engine.core.conformance import (
    differences,
    library_for,
    library_of,
    message_faults,
    missing_fields,
    rule_faults,
    rules_without_cases,
)
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.rules import Rule
from rulesapi.engine.values.model import CannotJudge
from rulesapi.judging import conformance_cases

LIBRARY_PARTS = ("cards", "formats", "sets", "house_rules", "adventures")


def case_faults(game: str, rules: Iterable[Rule] = ()) -> Iterator[str]:
    """Yield everything that is missing or wrong among the cases of a game, each as a sentence that says what to add.

    `rules` are rules of the published game, which need cases even if the library of the cases lacks them.
    """
    folder = conformance_cases.CASES_FOLDER / game
    path = folder / conformance_cases.LIBRARY
    if not path.is_file():
        yield f"{_shown(path)} is missing: the game, its formats and the cards that its cases are judged by."
        yield from rules_without_cases(rules, ())
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
    needed = {rule.code: rule for rule in (*library.ruleset.rules, *rules)}
    yield from rules_without_cases(needed.values(), files.values())
    yield from _file_faults(library, files)
    sound = {file: content for file, content in files.items() if not missing_fields(content)}
    yield from _answer_faults(library, parts, sound)
    cases = [case for content in sound.values() for case in content["cases"] if not _legion_faults(case)]
    yield from message_faults(library, parts, cases)


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
                found = differences(library_for(library, parts, case), case)
            except CannotJudge as error:
                yield f"{place}: {error}"
                continue
            for field, (expected, actual) in found.items():
                yield f"{place}: “{field}” is {_text(actual)}, and the case expects {_text(expected)}."


def _legion_faults(case: Mapping[str, Any]) -> list[Fault]:
    return documents.faults_under_schema("legion.schema.json", case["legion"])


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)

"""The conformance cases: the answers required of a judge of legions, as data that any program can run.

The cases exist once, in the test folder in which they are run against the engine, and are read from there. An
installation without that folder publishes none and says so instead of linking them.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from catalog import documents

CASES_FOLDER = Path(__file__).resolve().parents[2] / "tests" / "cases"
LIBRARY = "library.json"
FIRST_LINE_MEMBERS = ("name", "legion", "situation", "record")
"""The members on the first line of a case: its name and the input that is judged."""
LINE_LENGTH = 120
"""The maximum length of a line for a case written on a single line."""


def files() -> list[Path]:
    """Return all files of the cases and their manual, relative to `CASES_FOLDER`; empty if the folder is missing."""
    return sorted(path.relative_to(CASES_FOLDER) for path in CASES_FOLDER.rglob("*") if path.suffix in (".json", ".md"))


def schemas() -> dict[str, Path]:
    """Return the schema files of the documents in the cases, by their path in the published cases."""
    return {f"schemas/{path}": documents.SCHEMA_DIR / path for path in documents.load_schemas()}


def games() -> list[str]:
    """Return the games that have cases."""
    return sorted(path.parent.name for path in CASES_FOLDER.glob(f"*/{LIBRARY}"))


def library_file(game: str) -> Path | None:
    """Return the library file for the cases of a game; None if there is none."""
    return _existing_file(CASES_FOLDER / game / LIBRARY)


def rule_file(code: str) -> Path | None:
    """Return the file with the cases of a rule; None if there is none."""
    game, _, rule = code.partition("/")
    path = _existing_file(CASES_FOLDER / game / f"{rule}.json")
    return path if path is not None and read_case_file(path).get("rule") == code else None


def case_count(code: str) -> int:
    """Return the number of cases of a rule."""
    path = rule_file(code)
    return 0 if path is None else len(read_case_file(path)["cases"])


@cache
def read_case_file(path: Path) -> dict[str, Any]:
    """Return one file of the cases, cached since the files are part of the program."""
    document: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return document


def file_text(document: Any) -> str:
    """Return the text of a case file: each case is on one line, or on two if the second has the expected answer.

    A library document and a digest vector are on one line each.
    """
    if isinstance(document, list):
        return "[\n" + ",\n".join(f"  {_entry_text(entry, '  ')}" for entry in document) + "\n]\n"
    members = [f"  {_json(key)}: {_member_text(value)}" for key, value in document.items()]
    return "{\n" + ",\n".join(members) + "\n}\n"


def _member_text(value: Any) -> str:
    if not (isinstance(value, list) and value and isinstance(value[0], dict)):
        return _json(value)
    return "[\n" + ",\n".join(f"    {_entry_text(entry, '    ')}" for entry in value) + "\n  ]"


def _entry_text(entry: dict[str, Any], indent: str) -> str:
    asked = {key: entry[key] for key in FIRST_LINE_MEMBERS if key in entry}
    verdict = {"verdict": entry["verdict"]} if "verdict" in entry else {}
    answer = verdict | {key: value for key, value in entry.items() if key not in asked}
    text = _json(asked | answer)
    if len(indent) + len(text) <= LINE_LENGTH or set(asked) <= {"name"}:
        return text
    return f"{_json(asked)[:-1]},\n{indent} {_json(answer)[1:]}"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def all_cases() -> dict[str, Any]:
    """Return all cases as one document: libraries and rule files by game, digest vectors, and schemas."""
    return {
        "digest": read_case_file(CASES_FOLDER / "digest.json"),
        "schemas": documents.load_schemas(),
        "games": {
            game: {
                "library": read_case_file(CASES_FOLDER / game / LIBRARY),
                "rules": [
                    read_case_file(path)
                    for path in sorted((CASES_FOLDER / game).glob("*.json"))
                    if path.name != LIBRARY
                ],
            }
            for game in games()
        },
    }


def _existing_file(path: Path) -> Path | None:
    return path if path.parent.parent == CASES_FOLDER and path.is_file() else None

"""The conformance cases: what a judge of legions must answer, as data that any program can run.

They have one home, the folder of tests in which they are run against the engine, and are read from there. An
installation without that folder has none to publish, and says so instead of linking them.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from catalog import documents

CASES_FOLDER = Path(__file__).resolve().parents[2] / "tests" / "cases"
LIBRARY = "library.json"
ASKED = ("name", "legion", "situation", "record")
"""The members of a case that its first line has: its name and what is judged."""
LINE_LENGTH = 120
"""How long a case may be that has one line alone."""


def files() -> list[Path]:
    """Every file of the cases, their manual among them, below `HOME`; none where the folder is not there."""
    return sorted(path.relative_to(CASES_FOLDER) for path in CASES_FOLDER.rglob("*") if path.suffix in (".json", ".md"))


def schemas() -> dict[str, Path]:
    """The files of the schemas that the documents of the cases follow, by where they are written beside the cases."""
    return {f"schemas/{path}": documents.SCHEMA_DIR / path for path in documents.load_schemas()}


def games() -> list[str]:
    """The games that have cases."""
    return sorted(path.parent.name for path in CASES_FOLDER.glob(f"*/{LIBRARY}"))


def library_file(game: str) -> Path | None:
    """The file of what the cases of a game are judged by."""
    return _existing_file(CASES_FOLDER / game / LIBRARY)


def rule_file(code: str) -> Path | None:
    """The file of the cases of a rule."""
    game, _, rule = code.partition("/")
    path = _existing_file(CASES_FOLDER / game / f"{rule}.json")
    return path if path is not None and read_case_file(path).get("rule") == code else None


def case_count(code: str) -> int:
    """How many cases a rule has."""
    path = rule_file(code)
    return 0 if path is None else len(read_case_file(path)["cases"])


@cache
def read_case_file(path: Path) -> dict[str, Any]:
    """One file of the cases. They belong to the program, so that they are read once."""
    document: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return document


def file_text(document: Any) -> str:
    """Return the text of a file of cases: a case is one line, or two where the second has the expected answer.

    A document of a library and a vector of the digest are one line each.
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
    asked = {key: entry[key] for key in ASKED if key in entry}
    verdict = {"verdict": entry["verdict"]} if "verdict" in entry else {}
    answer = verdict | {key: value for key, value in entry.items() if key not in asked}
    text = _json(asked | answer)
    if len(indent) + len(text) <= LINE_LENGTH or set(asked) <= {"name"}:
        return text
    return f"{_json(asked)[:-1]},\n{indent} {_json(answer)[1:]}"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def all_cases() -> dict[str, Any]:
    """All cases as one document: each game with its library and its rules' files, vectors of the digest, schemas."""
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

"""The files derived from declared questions: schemas, components of the API description, and tables of documentation.

`manage.py build_questions` writes them; a test fails if one is not current.
"""

import json
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings

from catalog.documents import canonical
from catalog.documents.schemas import SCHEMA_DIR
from catalog.generated_parts import with_generated_part
from rulesapi.engine.resolutions.answers import odds_of
from rulesapi.engine.resolutions.declared import Question
from rulesapi.engine.resolutions.input_kinds import Fact
from rulesapi.engine.resolutions.inputs import Input, OnePart, Part, SeveralParts
from rulesapi.judging.question_schemas import declared_questions, derived_schemas, fact_schema
from rulesapi.judging.resolutions import answer_schema, odds_schema, situation_schema

BASE = Path(settings.BASE_DIR)
COMPONENTS_FILE = BASE / "rulesapi" / "openapi" / "components" / "declared_questions.json"
PAGE = BASE / "docs" / "referee.md"
BEGIN, END = "<!-- manage.py build_questions -->", "<!-- end -->"
"""The markers around the part of the page that the command writes."""

Row = tuple[str, type[Part], Input[object]]
"""An input with its name in dots and its part."""


def derived_files() -> dict[Path, str]:
    """Return the contents of all derived files."""
    found = {SCHEMA_DIR / path: _in_order(content) for path, content in derived_schemas().items()}
    found[COMPONENTS_FILE] = canonical.pretty(_components())
    found[PAGE] = with_tables(PAGE.read_text("utf-8"))
    return found


def _in_order(schema: dict[str, Any]) -> str:
    """Return a schema as the text of a file, with its inputs in the order of their declaration."""
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"


def _components() -> dict[str, object]:
    """Return the components for all situations, and for the results and odds of all answers."""
    questions = [(game, question.name) for game, question in declared_questions()]
    with_odds = [(game, question.name) for game, question in declared_questions() if odds_of(question.answer)]
    return {
        "DeclaredOdds": {
            "title": "Odds of a declared question",
            "description": "The odds of a question whose odds have a schema, while dice are open.",
            "anyOf": [_component(odds_schema(*one)) for one in with_odds] or [{"type": "null"}],
        },
        "DeclaredResult": {
            "title": "Result of a declared question",
            "description": "The result of a question whose answer has a schema.",
            "anyOf": [_component(answer_schema(*one)) for one in questions],
        },
        "DeclaredSituation": {
            "title": "Situation of a declared question",
            "description": "The situation of a question whose answer has a schema.",
            "anyOf": [_component(situation_schema(*one)) for one in questions],
        },
    }


def _component(path: str) -> dict[str, str]:
    name = path.removesuffix(".schema.json").replace("/", ".")
    return {"$ref": f"#/components/schemas/{name}"}


# Documentation --------------------------------------------------------------------------------------------------------


def with_tables(page: str) -> str:
    """Return a page with the current tables between its markers. Raises ValueError for a page without them."""
    tables = "\n\n".join("\n".join(_table(game, question)) for game, question in declared_questions())
    return with_generated_part(page, BEGIN, END, tables)


def _table(game: str, question: Question) -> Iterator[str]:
    yield f"`{game}/{question.name}`: {question.text}"
    yield ""
    yield "| input | meaning | if omitted |"
    yield "|---|---|---|"
    for name, part, one in _inputs(question.situation):
        yield f"| `{name}` | {_meaning(game, part, one)} | {_omitted(one)} |"


def _inputs(part: type[Part], path: str = "", shows: Collection[str] | None = None) -> Iterator[Row]:
    """Yield the inputs of a part and of the parts in it; of a part that shows some of them, only those."""
    for name, one in part.inputs.items():
        at = f"{path}.{name}" if path else name
        if shows is not None and name not in shows:
            continue
        if one.kept or not isinstance(one.kind, OnePart):
            yield at, part, one
        if isinstance(one.kind, OnePart | SeveralParts) and not one.kept:
            yield from _inputs(one.kind.part, at, one.kind.shows)


def _meaning(game: str, part: type[Part], field: Input[object]) -> str:
    if isinstance(field.kind, Fact):
        schema = fact_schema(game, part.kind, field.name, situation_schema(game, ""))
        return field.help or schema.get("description") or schema["title"]
    label = field.plural if isinstance(field.kind, SeveralParts) else field.label
    return f"{label}. {field.help}" if field.help else label


def _omitted(field: Input[object]) -> str:
    of_card = isinstance(field.kind, Fact) or field.printed is not None
    return field.omitted or ("the card’s, or asked for" if of_card else "asked for where it decides")

"""Missing inputs that matter are asked for: each optional input of each case is left out in turn.

The answer without it may be less certain. It is never allowed with another certain result, unless the schema describes
a default for that input, or for all that was entered in that part. A fact that overrides one of a card leaves that one.
"""

import copy
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from catalog.documents.validation import schema_validators
from tests.engine.test_situations import FILES, answered, cases, table

NAMES = ("card", "name")
SCHEMAS = Path(__file__).parents[2] / "catalog" / "schemas"
CASES = [(game, path.stem, case) for game, path in FILES for case in cases(path) if case["outcome"] != "forbidden"]
"""Forbidden situations are left out: without the faulty input the situation may be another one."""


@cache
def schema_file(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def resolved(schema: Any, path: Path) -> tuple[Any, Path]:
    """Return the schema that a reference leads to, with the sibling keywords of the reference taking precedence."""
    while "$ref" in schema:
        file, _, pointer = schema["$ref"].partition("#")
        path = (path.parent / file).resolve() if file else path
        found = schema_file(path)
        for part in pointer.strip("/").split("/") if pointer else ():
            found = found[part]
        schema = {**found, **{key: value for key, value in schema.items() if key != "$ref"}}
    return schema, path


def inputs(
    situation: Any, schema: Any, path: Path, steps: tuple[Any, ...] = ()
) -> Iterator[tuple[tuple[Any, ...], bool]]:
    """Yield each field of a situation at any depth, with whether it has a default, as the schema describes it."""
    schema, path = resolved(schema, path)
    if isinstance(situation, list):
        for number, value in enumerate(situation):
            yield from inputs(value, schema.get("items", {}), path, (*steps, number))
    elif isinstance(situation, dict):
        for key, value in situation.items():
            property_schema, property_path = resolved(schema.get("properties", {}).get(key, {}), path)
            inner = list(inputs(value, property_schema, property_path, (*steps, key)))
            optional = isinstance(value, dict) and bool(inner) and all(has_default for _at, has_default in inner)
            yield (*steps, key), "omitted" in property_schema.get("description", "").lower() or optional
            yield from inner


def without(situation: Any, steps: tuple[Any, ...]) -> Any:
    erased = copy.deepcopy(situation)
    part = erased
    for key in steps[:-1]:
        part = part[key]
    del part[steps[-1]]
    return erased


def knows_no_other(erased: Any, resolution: Any) -> bool:
    """Return whether a result equals another one, except for values that it leaves out or does not know."""
    if erased is None or erased == resolution:
        return True
    if isinstance(erased, dict) and isinstance(resolution, dict):
        return erased.keys() <= resolution.keys() and all(
            knows_no_other(value, resolution[key]) for key, value in erased.items()
        )
    if isinstance(erased, list) and isinstance(resolution, list) and len(erased) == len(resolution):
        return all(knows_no_other(*pair) for pair in zip(erased, resolution, strict=True))
    return False


def is_of_card(game: str, situation: Any, steps: tuple[Any, ...]) -> bool:
    """Return whether an input is a fact that its card has as well."""
    part = situation
    for key in steps[:-1]:
        part = part[key]
    return isinstance(part, dict) and steps[-1] in table(game).cards.get(part.get("card", ""), {})


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("game", "question", "case"), [pytest.param(*one, id=f"{one[1]}: {one[2]['name']}") for one in CASES]
)
def test_without_an_input_nothing_else_is_answered_for_sure(game: str, question: str, case: Any) -> None:
    path = (SCHEMAS / game / "situations" / f"{question}.schema.json").resolve()
    validator = schema_validators(f"{game}/situations/{question}.schema.json").quick
    situation = case["situation"]
    known = answered(game, question, situation)
    for at, has_default in inputs(situation, schema_file(path), path):
        erased = without(situation, at)
        only_facts = at[-1] in NAMES and game != "attack-wing"  # a declared question asks for the facts of a card
        if (has_default and not only_facts) or is_of_card(game, situation, at) or not validator.is_valid(erased):
            continue
        found = answered(game, question, erased)
        if found["outcome"] == "allowed":
            assert knows_no_other(found["result"], known["result"]), at

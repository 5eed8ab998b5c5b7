"""The JSON Schemas of declared questions: of their situations, of their results, and of their odds.

Facts of cards have the schema that their card has, without null: what is not known is not entered.
"""

import posixpath
from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from catalog.documents import SCHEMA_ROOT, load_schemas
from rulesapi.engine.resolutions.answers import (
    AnswerFields,
    Average,
    CardInPlay,
    CardSlug,
    Difference,
    Place,
    ToldField,
    odds_of,
    told_fields,
)
from rulesapi.engine.resolutions.declared import Question
from rulesapi.engine.resolutions.input_kinds import (
    Deal,
    Dice,
    Fact,
    Flag,
    Grid,
    Measured,
    Number,
    NumberOr,
    Numbers,
    OneCard,
    OneOf,
    PlayedAdventure,
    SetWith,
    SeveralOf,
    Slugs,
    Text,
    Texts,
)
from rulesapi.engine.resolutions.inputs import Input, Kind, OnePart, Part, SeveralParts
from rulesapi.engine.resolutions.play_rulesets import find_play_ruleset
from rulesapi.engine.values import known_games
from rulesapi.judging.resolutions import answer_schema, odds_schema, situation_schema

DIALECT = "https://json-schema.org/draft/2020-12/schema"
COMMON = "common.schema.json"
ADVENTURE = "common.schema.json#/$defs/adventure"
"""The schema of the adventure that is played, relative to those of the situations of its game."""
MIN_DEAL, MAX_DEAL = 8, 64
"""Minimum and maximum letters of the name of a deal, from which its seed is made."""


def _exact(description: str) -> dict[str, Any]:
    """Return the schema of an exact number of odds."""
    return {
        "description": description,
        "type": "object",
        "properties": {
            "exact": {"type": "string", "description": "The number as a fraction, such as 7/20."},
            "value": {"type": "number", "description": "The number, rounded."},
        },
        "required": ["exact", "value"],
        "additionalProperties": False,
    }


OF_TYPES: dict[Any, dict[str, Any]] = {
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    str: {"type": "string"},
    float: {"type": "number"},
    Place: {"type": "string", "description": "A JSON Pointer into the situation."},
    CardSlug: {"type": "string", "description": "A card by slug."},
    CardInPlay: {"type": "string", "description": "A card by slug."},
    Fraction: _exact("A chance."),
    Average: _exact("An average."),
    Difference: _exact("A difference of averages."),
}
"""The schemas of the types that fields of answers have."""


def declared_questions() -> Iterator[tuple[str, Question]]:
    """Yield each declared question with its game."""
    for package in known_games.PLAY_PACKAGES:
        play = find_play_ruleset(package.replace("_", "-"))
        yield from ((play.game, question) for question in play.questions.values())


def derived_schemas() -> dict[str, dict[str, Any]]:
    """Return the schemas of all declared questions by path."""
    found = {}
    for game, question in declared_questions():
        for path, content in (
            (situation_schema(game, question.name), _of_situation(game, question)),
            (answer_schema(game, question.name), _of_answer(question)),
            *_of_odds(game, question),
        ):
            found[path] = {"$schema": DIALECT, "$id": SCHEMA_ROOT + path, **content}
    return found


def _of_situation(game: str, question: Question) -> dict[str, Any]:
    path = situation_schema(game, question.name)
    parts = {_def_name(part): _of_part(game, path, part) for part in question.parts().values()}
    whole = _of_part(game, path, question.situation)
    head = {"title": question.title, "description": question.text}
    return head | {key: value for key, value in whole.items() if key != "title"} | ({"$defs": parts} if parts else {})


def _def_name(part: type[Part]) -> str:
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in part.__name__).strip("-")


def _of_part(game: str, path: str, part: type[Part]) -> dict[str, Any]:
    properties: dict[str, Any] = {}
    if part.kind:
        properties["card"] = {
            "title": "Card",
            "description": "The card with its facts, by slug. If omitted: there is no card, only the facts given here.",
            "$ref": _reference(path, COMMON, "#/$defs/slug"),
        }
    if part.named:
        name = "the name on its card" if part.kind else "what it is, with its number in a list"
        properties["name"] = {
            "title": "Name",
            "description": f"Its name. If omitted: {name}.",
            "type": "string",
            "minLength": 1,
            "maxLength": 120,
        }
    properties |= {name: _of_input(game, path, part, one) for name, one in part.inputs.items()}
    return {
        "title": (part.__doc__ or "").split("\n")[0].rstrip("."),
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }


def _of_input(game: str, path: str, part: type[Part], field: Input[Any]) -> dict[str, Any]:
    if isinstance(field.kind, Fact):
        of_card = fact_schema(game, part.kind, field.name, path)
        head = {"title": of_card["title"]} | ({"description": field.help} if field.help else {})
        return head | {key: value for key, value in of_card.items() if key not in head}
    if field.kind == PlayedAdventure():
        return {"$ref": ADVENTURE}
    omitted = f"If omitted: {field.omitted}." if field.omitted else ""
    description = " ".join(filter(None, (field.help, omitted)))
    label = field.plural if isinstance(field.kind, SeveralParts) else field.label
    schema = _of_slugs(path, field.kind) or _of_kind(field)
    head = {"title": label, "description": description}
    return {key: words for key, words in head.items() if words} | _or_null(field, schema)


def _or_null(field: Input[Any], schema: dict[str, Any]) -> dict[str, Any]:
    if not field.or_null:
        return schema
    return {"enum": [*schema["enum"], None]} if "enum" in schema else {**schema, "type": [schema["type"], "null"]}


def _of_slugs(path: str, kind: Kind) -> dict[str, Any] | None:
    """Return the schema of a card or set by slug, or of several cards; None for another input."""
    slug = {"$ref": _reference(path, COMMON, "#/$defs/slug")}
    if isinstance(kind, OneCard | SetWith):
        return slug
    return _list(slug, kind.most) if isinstance(kind, Slugs) else None


def _of_kind(field: Input[Any]) -> dict[str, Any]:
    match field.kind:
        case Measured(most=most, least=least):
            return {**_numbers(least, most), "type": ["integer", "null"]}
        case NumberOr(least, most, words=words):
            return {"anyOf": [_numbers(least, most), *({"const": word} for word in words)]}
        case Number(least, most, step):
            return _numbers(least, most) | ({"multipleOf": step} if step > 1 else {})
        case Flag():
            return {"type": "boolean"}
        case OneOf(words):
            return {"enum": list(words)}
        case PlayedAdventure():
            return {"type": ["boolean", "object"], "if": {"type": "object"}, "then": {"$ref": ADVENTURE}}
        case Text(most, least, pattern):
            return _text(most, least) | ({"pattern": pattern} if pattern else {})
        case Deal():
            return _text(MAX_DEAL, MIN_DEAL) | {"pattern": f"^[A-Za-z0-9_-]{{{MIN_DEAL},{MAX_DEAL}}}$"}
        case OnePart(part):
            return {"$ref": f"#/$defs/{_def_name(part)}"}
    return _of_list(field)


def _of_list(field: Input[Any]) -> dict[str, Any]:
    match field.kind:
        case SeveralOf(words, most):
            return _list({"enum": list(words)}, most or len(words)) | ({} if most else {"uniqueItems": True})
        case Numbers(most, entries, least):
            return _list(_numbers(least, most), entries)
        case Texts(most, longest):
            return _list(_text(longest), most)
        case Dice(faces, most):
            return _list({"enum": list(faces)}, most)
        case Grid(reach=reach, most=most):
            return _list({"type": "array", "items": _numbers(-reach, reach), "minItems": 2, "maxItems": 2}, most)
        case SeveralParts(part, most, least, or_number=or_number):
            parts = _list({"$ref": f"#/$defs/{_def_name(part)}"}, most) | ({"minItems": least} if least else {})
            return {"anyOf": [_numbers(0, or_number), parts]} if or_number else parts
    raise TypeError(f"There is no schema of {field.kind}.")


def _text(most: int, least: int = 1) -> dict[str, Any]:
    return {"type": "string", "minLength": least, "maxLength": most}


def _numbers(least: int, most: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": least, "maximum": most}


def _list(items: dict[str, Any], most: int) -> dict[str, Any]:
    return {"type": "array", "items": items, "maxItems": most}


# Facts of cards -----------------------------------------------------------------------------------------------------


def fact_schema(game: str, kind: str, fact: str, path: str) -> dict[str, Any]:
    """Return the schema of a fact of a card without null, with references relative to the schema at `path`.

    Raises KeyError for a fact that the kind does not have.
    """
    file = f"{game}/{kind}.schema.json"
    found = {**load_schemas()[file]["properties"][fact]}
    if "$ref" in found and None in _allowed(target := _target(file, found["$ref"])):
        file = posixpath.normpath(posixpath.join(posixpath.dirname(file), found.pop("$ref").partition("#")[0]))
        found = {**target, **found}
    if isinstance(found.get("type"), list):
        types = [one for one in found["type"] if one != "null"]
        found["type"] = types[0] if len(types) == 1 else types
    if "enum" in found:
        found["enum"] = [one for one in found["enum"] if one is not None]
    rebased: dict[str, Any] = _rebased(found, file, path)
    return rebased


def _target(file: str, reference: str) -> dict[str, Any]:
    name, _, pointer = reference.partition("#")
    found: Any = load_schemas()[posixpath.normpath(posixpath.join(posixpath.dirname(file), name)) if name else file]
    for step in pointer.split("/")[1:]:
        found = found[step]
    return dict(found)


def _allowed(schema: Mapping[str, Any]) -> list[Any]:
    """Return a list with None if a schema allows null."""
    return [None] if "null" in schema.get("type", ()) or None in schema.get("enum", ()) else []


def _rebased(value: Any, file: str, path: str) -> Any:
    if isinstance(value, list):
        return [_rebased(one, file, path) for one in value]
    if not isinstance(value, dict):
        return value
    found = {key: _rebased(one, file, path) for key, one in value.items()}
    if isinstance(reference := value.get("$ref"), str):
        name, _, pointer = reference.partition("#")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(file), name)) if name else file
        found["$ref"] = _reference(path, target, f"#{pointer}")
    return found


def _reference(path: str, target: str, fragment: str) -> str:
    return posixpath.relpath(target, posixpath.dirname(path)) + fragment


# Answers --------------------------------------------------------------------------------------------------------------


def _of_answer(question: Question) -> dict[str, Any]:
    head = {
        "title": f"Answer: {question.title}",
        "description": f"The result of the question “{question.title}”.",
    }
    return head | _of_fields(question.answer)


def _of_odds(game: str, question: Question) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the path and schema of the odds of a question, if its answer has them."""
    if odds := odds_of(question.answer):
        head = {
            "title": f"Odds: {question.title}",
            "description": f"The odds of the question “{question.title}”, while dice are open.",
        }
        yield odds_schema(game, question.name), head | _of_fields(odds)


def _of_fields(answer: type[AnswerFields]) -> dict[str, Any]:
    fields = told_fields(answer)
    return {
        "type": "object",
        "properties": {one.name: _of_field(one) for one in fields},
        "required": [one.name for one in fields if one.required],
        "additionalProperties": False,
    }


def _of_field(field: ToldField) -> dict[str, Any]:
    schema = _of_type(field.of)
    values = field.labels or (field.sentence if isinstance(field.sentence, Mapping) else {})
    if values and ... not in values and "string" in schema["type"]:
        schema = {"enum": [*values] + ([None] if "null" in schema["type"] else [])}
    elif field.labels:
        schema["items"] = {"enum": [*values]}
    return {"title": field.label} | schema | ({"description": field.help} if field.help else {})


def _of_type(of: Any) -> dict[str, Any]:
    """Return the schema of the type of a field. Raises TypeError for a type that answers cannot have."""
    if get_origin(of) in (Union, UnionType):
        (kind,) = (one for one in get_args(of) if one is not NoneType)
        schema = _of_type(kind)
        return {**schema, "type": [schema["type"], "null"]}
    if get_origin(of) is list:
        return {"type": "array", "items": _of_type(get_args(of)[0])}
    if isinstance(of, type) and issubclass(of, AnswerFields):
        return {"description": (of.__doc__ or "").split("\n")[0]} | _of_fields(of)
    if of not in OF_TYPES:
        raise TypeError(f"There is no schema of {of}.")
    return dict(OF_TYPES[of])

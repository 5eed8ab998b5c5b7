"""Lookups in the schemas of a game's cards: the facts of each kind, their titles, and their values.

Pages derive filters and labels from the schemas, so that a new kind of card has both.
"""

import posixpath
from functools import cache
from typing import Any

from django.utils.translation import gettext

from catalog import documents


@cache
def fact_schemas(game: str, kind: str) -> dict[str, dict[str, Any]]:
    """Return the schema of each fact of cards of this kind, with references resolved, in the schema's order."""
    path = documents.schema_path({"kind": kind, "game": game})
    return {key: _follow(path, value)[1] for key, value in documents.load_schemas()[path]["properties"].items()}


@cache
def card_kinds(game: str) -> tuple[tuple[str, str], ...]:
    """Return the kinds of cards of `game` with their titles; empty for a game without schemas."""
    return tuple(
        (kind, documents.load_schemas()[f"{game}/{kind}.schema.json"]["title"])
        for kind in documents.card_kinds().get(game, ())
    )


def kind_title(game: str, kind: str) -> str:
    """Return the title of a kind of card, for example “Damage card”."""
    return gettext(dict(card_kinds(game)).get(kind, kind))


def kind_names(game: str, kind: str) -> str:
    """Return the plural title of a kind of card, for example “Damage cards”."""
    return gettext(plural_title(dict(card_kinds(game)).get(kind, kind)))


def plural_title(title: str) -> str:
    """Return the English plural of a kind's title, which is its message id."""
    return f"{title}s"


@cache
def fact_values(game: str, fact: str) -> tuple[str, ...]:
    """Return the values that `fact` can have on any kind of card of `game` (in a list or alone), in order."""
    lists = []
    for kind, _ in card_kinds(game):
        path = f"{game}/{kind}.schema.json"
        schema = documents.load_schemas()[path]["properties"].get(fact)
        if schema is not None:
            path, schema = _follow(path, schema)
            lists.append(_follow(path, schema["items"])[1] if "items" in schema else schema)
    # The schema with most of the values has them in the order familiar to players.
    words = sorted((schema.get("enum", ()) for schema in lists), key=len, reverse=True)
    return tuple(dict.fromkeys(word for one in words for word in one if word is not None))


def fact_title(game: str, kind: str, fact: str) -> str:
    """Return the title of a fact, for example “Primary weapon value”."""
    return gettext(fact_schemas(game, kind).get(fact, {}).get("title", fact.replace("_", " ").capitalize()))


def _follow(path: str, schema: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the target of the references in `schema`, merged with its own keys, and the path of the target's file."""
    if "$ref" not in schema:
        return path, schema
    file, _, pointer = schema["$ref"].partition("#")
    target_path = posixpath.normpath(posixpath.join(posixpath.dirname(path), file)) if file else path
    target: Any = documents.load_schemas()[target_path]
    for part in pointer.split("/")[1:]:
        target = target[part]
    target_path, target = _follow(target_path, target)
    return target_path, {**target, **{key: value for key, value in schema.items() if key != "$ref"}}

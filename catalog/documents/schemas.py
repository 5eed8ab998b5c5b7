"""The JSON Schemas in `catalog/schemas/`, one for each kind of document."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from catalog.documents.errors import Fault, InvalidInput, json_pointer

SCHEMA_DIR = Path(__file__).resolve().parents[1] / "schemas"
SCHEMA_ROOT = "/api/v1/schemas/"
# Kinds common to all games, with their document types. All other schemas of a game are kinds of cards.
COMMON_TYPES = {
    "game": "game",
    "set": "set",
    "format": "format",
    "house-rule": "house-rule",
    "ruling": "ruling",
    "adventure": "adventure",
    "reference": "reference",
    "rulebook": "rulebook",
    "section": "section",
}
ONE_A_GAME = frozenset({"game", "rulebook"})
"""Kinds of which a game has one document, with the slug of the game."""
# Keys of identity and history, and Muster's own texts. They are not facts and need no source.
NON_FACT_KEYS = frozenset(
    {"kind", "game", "slug", "text", "formerly", "retired", "sources", "notice", "legion_word", "translations"}
)


@cache
def load_schemas() -> dict[str, dict[str, Any]]:
    """Return all schemas as served to clients, keyed by path below `schemas/`."""
    files = sorted(SCHEMA_DIR.rglob("*.schema.json"))
    return {file.relative_to(SCHEMA_DIR).as_posix(): json.loads(file.read_text("utf-8")) for file in files}


@cache
def card_kinds() -> dict[str, tuple[str, ...]]:
    """Return the card kinds of each game with schemas. Common kinds and schemas in subfolders are left out."""
    kinds: dict[str, list[str]] = {}
    for path in load_schemas():
        game, _, name = path.rpartition("/")
        kind = name.removesuffix(".schema.json")
        if game and "/" not in game and kind != "common" and kind not in COMMON_TYPES:
            kinds.setdefault(game, []).append(kind)
    return {game: tuple(names) for game, names in kinds.items()}


def document_type(document: dict[str, Any]) -> str:
    """Return the document type of a valid document: `card` or a common type."""
    return COMMON_TYPES.get(document["kind"], "card")


def schema_path(document: dict[str, Any]) -> str:
    """Return the path of the schema for `document`, by its `kind` and `game`.

    For common kinds, a game's own schema has priority over the common one. Raises InvalidInput `unknown-kind` if there
    is none.
    """
    kind, game = document.get("kind"), document.get("game")
    if not isinstance(game, str) or game not in card_kinds():
        raise InvalidInput("unknown-kind", [_unknown_value(document, "game", list(card_kinds()))])
    if not isinstance(kind, str) or kind not in (*card_kinds()[game], *COMMON_TYPES):
        raise InvalidInput("unknown-kind", [_unknown_value(document, "kind", [*card_kinds()[game], *COMMON_TYPES])])
    own = f"{game}/{kind}.schema.json"
    return own if own in load_schemas() else f"{kind}.schema.json"


def _unknown_value(document: dict[str, Any], key: str, values: list[str]) -> Fault:
    choices = ", ".join(values)
    if key not in document:
        message = _("“{key}” is missing; it is one of: {choices}.").format(key=key, choices=choices)
        return Fault("", "missing", message)
    message = _("Muster knows no such {key}; it is one of: {choices}.").format(key=key, choices=choices)
    return Fault(json_pointer(key), f"unknown-{key}", message)

"""The query parameter `fields`: documents in full as stored, or with a few fields."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import orjson

from catalog import documents
from catalog.api_base.renderers import dumps
from catalog.documents.errors import Fault, InvalidInput
from catalog.documents.suggestions import close_matches, did_you_mean
from catalog.models import DocumentType

MIN_FIELD_SIMILARITY = 0.7
"""Minimum similarity of a suggested field. Names of fields are short, so a lower value would suggest unrelated ones."""
ALWAYS = ("game", "kind", "slug")
"""The fields of every answer, which identify the document."""


@dataclass(frozen=True, slots=True)
class FieldSelection:
    """The requested fields of each document; None for all."""

    fields: frozenset[str] | None

    @classmethod
    def of(
        cls, parameter: str | None, document_type: DocumentType, game: str | None, kind: str | None = None
    ) -> "FieldSelection":
        """Return the selection for the parameter `fields`.

        Raises InvalidInput `invalid-parameter` for an unknown field. Suggestions are limited to fields of `kind`, if
        only cards of one kind are requested.
        """
        if parameter is None:
            return cls(None)
        names = [name.strip() for name in parameter.split(",") if name.strip()]
        known = _field_names(document_type, game)
        strange = [name for name in names if name not in known]
        if not names or strange:
            likely = _field_names(document_type, game, kind)
            raise InvalidInput(
                "invalid-parameter", [_unknown_field(name, likely) for name in strange] or [_no_field(likely)]
            )
        return cls(frozenset((*ALWAYS, *names)))

    def of_text(self, text: str) -> str:
        """Return the stored text of a document, reduced to the selected fields."""
        if self.fields is None:
            return text
        return dumps({key: value for key, value in orjson.loads(text).items() if key in self.fields}).decode()


@cache
def _field_names(document_type: DocumentType, game: str | None, kind: str | None = None) -> frozenset[str]:
    """Return the fields that documents of a type can have, of one game or kind or of all."""
    return frozenset(
        key for path in _paths(document_type, game, kind) for key in documents.load_schemas()[path]["properties"]
    )


def _paths(document_type: DocumentType, game: str | None, kind: str | None) -> Iterable[str]:
    kinds = documents.card_kinds()
    games = [game] if game in kinds else list(kinds)
    if document_type == DocumentType.CARD:
        return [f"{one}/{own}.schema.json" for one in games for own in kinds[one] if kind in (None, own)]
    own = [f"{one}/{document_type}.schema.json" for one in games]
    return [f"{document_type}.schema.json", *(path for path in own if path in documents.load_schemas())]


def _unknown_field(name: str, fields: Iterable[str]) -> Fault:
    near = close_matches(name, fields, min_ratio=MIN_FIELD_SIMILARITY)
    message = f"No document here has a field “{name[:60]}”.{did_you_mean(near)}"
    return Fault("/fields", "invalid-parameter", message, nearest=near)


def _no_field(fields: Iterable[str]) -> Fault:
    return Fault("/fields", "invalid-parameter", f"fields takes names of fields, for example {min(fields)}.")

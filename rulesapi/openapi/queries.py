"""What stands in a page of cards beside its cards: the query as it was understood, near names, and counts."""

from typing import Any

from catalog.api_base.query_params import SLUG

from .parts import an_object

_SLUG = {"type": "string", "pattern": SLUG, "maxLength": 100}


QUERY = {
    **an_object(
        "Query",
        {
            "q": {"type": "string", "description": "The query, written anew."},
            "words": {"type": "string", "description": "What it asks for, in words."},
        },
    ),
    "description": "Only with `q`: the query as it was understood.",
}
NEAR = {
    "type": "array",
    "items": an_object("Near", {"game": _SLUG, "slug": _SLUG, "name": {"type": "string"}}),
    "description": "Only where a query found nothing: cards whose names are spelled almost like its words.",
}
FACETS = {
    "type": "object",
    "additionalProperties": {
        "type": "array",
        "items": an_object(
            "Count",
            {
                "value": {"type": ["string", "integer", "boolean", "null"], "description": "Null is not known."},
                "count": {"type": "integer", "minimum": 1},
            },
        ),
    },
    "description": "Only with `facets`: by fact, how many of all cards that pass have which value.",
}


def with_query(page: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a page with what a query and facets add to it."""
    return {**page, "properties": {**page["properties"], "query": QUERY, "near": NEAR, "facets": FACETS}}

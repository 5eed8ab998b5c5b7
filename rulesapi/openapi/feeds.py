"""The schemas of what programs that keep the catalog read: changes, and files."""

from typing import Any

from catalog.api.bulk_files import FILE_FORMATS
from catalog.api_base.query_params import SLUG

from .parts import ADDRESS, RELEASE, an_object, ref

_SLUG = {"type": "string", "pattern": SLUG, "maxLength": 100}
_DIGEST = {"type": "string", "pattern": "^[0-9a-f]{64}$"}


def schemas() -> dict[str, Any]:
    """Return every component schema by its name."""
    return {
        "Change": an_object(
            "Change",
            {
                "release": {**RELEASE, "description": "The release that brought it."},
                "game": _SLUG,
                "kind": _SLUG,
                "slug": _SLUG,
                "change": {"enum": ["added", "changed", "renamed", "retired"]},
                "was": {**_SLUG, "type": ["string", "null"], "description": "The former slug; null if it is the same."},
                "differences": {
                    "type": "array",
                    "items": an_object(
                        "Difference",
                        {
                            "pointer": {"type": "string", "description": "JSON Pointer of the fact."},
                            "before": {"description": "Left out where there was none; null is not known."},
                            "after": {"description": "Left out where there is none any more; null is not known."},
                        },
                        optional=("before", "after"),
                    ),
                    "description": "Nothing for what is added.",
                },
            },
        ),
        "BulkEntry": an_object(
            "File",
            {
                "game": _SLUG,
                "kind": _SLUG,
                "form": {"enum": list(FILE_FORMATS)},
                "encoding": {"enum": [None, "gzip", "br"], "description": "How the file is compressed."},
                "address": ADDRESS,
                "media_type": {"type": "string"},
                "size": {"type": "integer", "minimum": 1, "description": "In bytes, as it is sent."},
                "sha256": {**_DIGEST, "description": "Of the bytes as they are sent."},
                "count": {"type": "integer", "minimum": 1, "description": "How many documents are in it."},
                "schema": {**ADDRESS, "description": "The `$id` of the schema that the documents follow."},
                "schema_sha256": {**_DIGEST, "description": "Of the schema's file: its version."},
            },
        ),
        "BulkList": an_object(
            "Files",
            {
                "release": RELEASE,
                "published_at": {"type": ["string", "null"], "format": "date-time"},
                "files": {"type": "array", "items": ref("BulkEntry")},
            },
        ),
        "BulkFile": an_object(
            "Documents of a kind",
            {
                "game": _SLUG,
                "kind": _SLUG,
                "notice": {"type": ["string", "null"], "description": "Whose marks the names are."},
                "results": {"type": "array", "items": ref("AnyDocument")},
            },
        ),
        "AnyDocument": {
            "title": "Document",
            "description": "By `kind`.",
            "anyOf": [ref(name) for name in ("Card", "set", "format", "HouseRule", "ruling", "game")],
        },
        "Compressed": {"title": "Compressed file", "type": "string", "contentEncoding": "binary"},
    }

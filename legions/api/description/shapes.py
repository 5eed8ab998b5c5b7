"""The schemas of kept legions, of what is sent to keep them, and of their states and links."""

from typing import Any

from catalog.api_base.query_params import SLUG
from legions.saved_lists.models import FOLDER_LENGTH
from rulesapi.openapi.parts import ADDRESS, ROLE, an_object, ref

from ...saved_lists.api_bodies import MAX_OPERATIONS, MEMBERS

_TIME = {"type": "string", "format": "date-time"}
_NO_TIME = {"type": ["string", "null"], "format": "date-time"}
_TRUTH = {"type": "boolean"}
_NUMBER = {"type": "integer", "minimum": 1}
_POINTER = {"type": "string", "maxLength": 10_000, "description": "A JSON Pointer (RFC 6901)."}
_KEPT = {
    "id": {"type": "string", "format": "uuid"},
    "url": ADDRESS,
    "version": {**_NUMBER, "description": "The number of its newest state."},
}
_WHERE = {
    "folder": {"type": "string", "maxLength": FOLDER_LENGTH, "description": "Empty for none."},
    "archived": {**_TRUTH, "description": "Whether it is out of the way."},
}
_TIMES = {
    "created_at": _TIME,
    "updated_at": _TIME,
    "deleted_at": {**_NO_TIME, "description": "Since when it is in the trash; null if it is not."},
}
_STATE = {
    "number": _NUMBER,
    "url": ADDRESS,
    "what": {"type": "string", "description": "The change that led to it, in words."},
    "saved_at": _TIME,
}


def schemas() -> dict[str, Any]:
    """Return every component schema by its name."""
    document = ref("legion")
    return {
        "KeptLegion": an_object(
            "Kept legion",
            {
                **_KEPT,
                "legion": document,
                **_WHERE,
                "what": {"type": "string", "description": "The last change in words."},
                **_TIMES,
            },
        ),
        "KeptLegionLine": an_object(
            "Kept legion in a list",
            {
                **_KEPT,
                "game": {"type": "string", "pattern": SLUG, "maxLength": 100},
                "name": {"type": "string"},
                "tags": {"type": "array", "items": {"type": "string"}},
                **_WHERE,
                **_TIMES,
            },
        ),
        "KeptLegionList": _list("Kept legions", "KeptLegionLine"),
        "LegionToKeep": an_object("Legion to keep", {"legion": document, **_WHERE}, optional=("folder", "archived")),
        "LegionMergePatch": {
            "title": "Merge patch",
            "description": "JSON Merge Patch (RFC 7396) for `legion`, `folder` and `archived`: null takes away.",
            "type": "object",
        },
        "LegionJSONPatch": {
            "title": "JSON patch",
            "description": "JSON Patch (RFC 6902) for an object of `legion`, `folder` and `archived`.",
            "type": "array",
            "items": {"oneOf": [_operation(name, members) for name, members in MEMBERS.items()]},
            "maxItems": MAX_OPERATIONS,
        },
        "LegionStateLine": an_object("State in a list", _STATE),
        "LegionStateList": _list("States", "LegionStateLine"),
        "LegionState": an_object("State", {**_STATE, "legion": document}),
        "LegionDifferences": an_object(
            "Differences of two states",
            {
                "before": _NUMBER,
                "after": _NUMBER,
                "differences": {
                    "type": "array",
                    "items": {"$ref": f"{ref('Change')['$ref']}/properties/differences/items"},
                },
            },
        ),
        "LegionLink": an_object(
            "Link for others",
            {
                "key": {"type": ["string", "null"], "description": "What nobody guesses; null: it is not shared."},
                "page": {**ADDRESS, "type": ["string", "null"], "description": "The page for people."},
                "url": {**ADDRESS, "type": ["string", "null"], "description": "The legion for programs."},
                "public": {**_TRUTH, "description": "Whether it stands in the list for everybody."},
                "shows_collection": {**_TRUTH, "description": "Whether others see what its player has."},
                "public_barred": {**_TRUTH, "description": "Whether a moderator took it out of that list."},
            },
        ),
        "LegionLinkToHave": an_object(
            "Link to have",
            {
                "public": {**_TRUTH, "description": "Left out: it stands in no list."},
                "shows_collection": {**_TRUTH, "description": "Left out: others do not see what its player has."},
            },
            optional=("public", "shows_collection"),
        ),
        "SharedLegion": an_object(
            "Shared legion",
            {
                "legion": document,
                "by": {"type": "string", "description": "Who shares it; empty for a guest."},
                "role": ROLE,
                "public": _TRUTH,
                "updated_at": _TIME,
            },
        ),
    }


def _list(title: str, results: str) -> dict[str, Any]:
    following = {"type": ["string", "null"], "description": "The address of the next page; null on the last."}
    return an_object(title, {"next": following, "results": {"type": "array", "items": ref(results)}})


def _operation(name: str, members: set[str]) -> dict[str, Any]:
    kinds = {"path": _POINTER, "from": _POINTER, "value": {"description": "Any JSON."}}
    return an_object(name.capitalize(), {"op": {"const": name}, **{one: kinds[one] for one in sorted(members)}})

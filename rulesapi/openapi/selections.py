"""The schemas of documents of which a client may want a few fields alone, and of many asked for at once."""

from typing import Any

from catalog.api.field_selection import ALWAYS
from catalog.api.lookup import MAX_CARDS
from catalog.api_base.query_params import SLUG

from .parts import NOT_FOUND, RELEASE, an_object, ref

WHOLE = {
    "Card": "Card",
    "Set": "set",
    "Game": "game",
    "Format": "format",
    "HouseRule": "HouseRule",
    "Ruling": "ruling",
}
_SLUG = {"type": "string", "pattern": SLUG, "maxLength": 100}


def schemas() -> dict[str, Any]:
    """Return every component schema by its name."""
    return {
        "Fields": {
            "title": "A few fields of a document",
            "description": "Only with `fields`: those asked for that the document has, and which document it is.",
            "type": "object",
            "properties": dict.fromkeys(ALWAYS, _SLUG),
            "required": list(ALWAYS),
        },
        **{f"{name}OrFields": _either(name, component) for name, component in WHOLE.items()},
        "LookupQuestion": an_object(
            "Cards of a game",
            {
                "game": _SLUG,
                "cards": {"type": "array", "items": _SLUG, "maxItems": MAX_CARDS, "description": "Slugs."},
            },
        ),
        "LookupAnswer": an_object(
            "Cards that were asked for",
            {
                "release": RELEASE,
                "results": {
                    "type": "array",
                    "items": ref("CardOrFields"),
                    "maxItems": MAX_CARDS,
                    "description": "In the order of the question, each card once.",
                },
                "not_found": {
                    **{key: value for key, value in NOT_FOUND.items() if key != "minItems"},
                    "description": "The slugs that no card has or had; near ones for the first twenty.",
                },
            },
        ),
    }


def _either(name: str, component: str) -> dict[str, Any]:
    description = "The whole document; with `fields` what was asked for of it."
    return {"title": name, "description": description, "anyOf": [ref(component), ref("Fields")]}

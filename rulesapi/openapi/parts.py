"""What the schemas of the API have in common: references, objects, and values that stand in many of them."""

from typing import Any

from catalog.permissions import BADGED

COMPONENTS = "#/components/schemas/"
RELEASE = {"title": "Release", "type": "integer", "minimum": 0, "description": "The release this is from."}
PLACE = {"type": "string", "maxLength": 300}
LIMITS = "2,000 values and 32 levels a document, no NUL, no half of a surrogate pair, no number beyond 2^53"
BODY = f"UTF-8 JSON, up to 256 KiB; {LIMITS}."
ADDRESS = {"type": "string", "maxLength": 2000, "description": "An address, without host."}
ROLE = {
    "enum": [*BADGED, None],
    "description": "What they decide on Muster at this moment; null for players, and where nobody is named.",
}


NOT_FOUND = {
    "type": "array",
    "items": {"$ref": f"{COMPONENTS}verdict/$defs/not_found"},
    "minItems": 1,
    "description": "Only where there are such: what of the collection the release does not know, and left aside.",
}


def ref(name: str) -> dict[str, str]:
    """Return a reference to the component `name`."""
    return {"$ref": COMPONENTS + name}


def header(name: str) -> dict[str, str]:
    """Return a reference to the header `name`."""
    return {"$ref": f"#/components/headers/{name}"}


def an_object(title: str, properties: dict[str, Any], *, optional: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the schema of an object of these properties and no others, all of them there but the optional ones."""
    return {
        "title": title,
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }

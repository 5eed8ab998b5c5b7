"""The schemas of what is searched for: packs for a legion, and the best legion around picks."""

from typing import Any

from catalog.api_base.query_params import SLUG

from ..engine.search.pack_plans import MAX_SELECTIONS
from ..judging.completions import DEFAULT_SECONDS, MAX_SECONDS, MAX_WEIGHT
from .parts import ADDRESS, COMPONENTS, NOT_FOUND, PLACE, RELEASE, an_object, ref


def packs() -> dict[str, Any]:
    """Which packs a legion needs."""
    slug = {"type": "string", "pattern": SLUG, "maxLength": 100}
    copies = {"type": "integer", "minimum": 1}
    return {
        "PackQuestion": an_object("A legion to get packs for", {"legion": ref("legion")}),
        "PackAnswer": an_object(
            "The fewest packs",
            {
                "game": slug,
                "release": RELEASE,
                "ways": {
                    "type": "array",
                    "items": {
                        "type": "array",
                        "items": an_object("Packs of a set", {"set": slug, "copies": copies}),
                        "description": "By set; empty when nothing is wanting that a counted set holds.",
                    },
                    "minItems": 1,
                    "maxItems": MAX_SELECTIONS,
                    "description": "The ways with the fewest packs: each by itself is enough for all that is not in "
                    "`nowhere`. One empty way means that no pack is needed for that.",
                },
                "smallest": {
                    "type": "boolean",
                    "description": "Whether no smaller number of packs would do. If not, the search came to its bound.",
                },
                "all_ways": {"type": "boolean", "description": "Whether there is surely no other way as small."},
                "nowhere": {
                    "type": "array",
                    "items": an_object(
                        "Card in no counted set",
                        {
                            "card": slug,
                            "copies": {**copies, "description": "How many copies are wanting."},
                            "set": {**slug, "type": ["string", "null"], "description": "The set that the card names."},
                            "at": {"type": "array", "items": PLACE, "description": "Where the card stands."},
                        },
                    ),
                    "description": "What is wanting and in no set that is counted, by slug.",
                },
                "counted": {
                    "type": "array",
                    "items": slug,
                    "description": "The sets whose contents the release knows.",
                },
                "not_found": NOT_FOUND,
            },
            optional=("not_found",),
        ),
    }


def texts() -> dict[str, Any]:
    """The list that players paste, written and read."""
    slug = {"type": "string", "pattern": SLUG, "maxLength": 100}
    text = {"type": "string", "description": "One card a line; see the text form in the repository."}
    return {
        "TextQuestion": an_object("A legion to write", {"legion": ref("legion")}),
        "TextAnswer": an_object("A legion as a list", {"game": slug, "release": RELEASE, "text": text}),
        "TextReadingQuestion": an_object("A list to read", {"game": slug, "text": text}),
        "TextReadingAnswer": an_object(
            "A list as a legion",
            {
                "game": slug,
                "release": RELEASE,
                "legion": ref("legion"),
                "lines": {
                    "type": "array",
                    "items": an_object(
                        "Line of a list",
                        {
                            "line": {"type": "integer", "minimum": 1, "description": "Its number in the text."},
                            "text": {"type": "string", "description": "What stands there."},
                            "outcome": {"enum": ["mapped", "guessed", "unknown", "dropped"]},
                            "card": {**slug, "type": ["string", "null"]},
                            "at": {
                                "oneOf": [PLACE, {"type": "null"}],
                                "description": "Its first place in the legion.",
                            },
                            "likeness": {
                                "type": ["integer", "null"],
                                "description": "Of 100, where the card was guessed.",
                            },
                            "message": {"type": "string", "description": "What there is to say of it; often nothing."},
                        },
                    ),
                    "description": "What became of each card, and of what was not read.",
                },
            },
        ),
    }


def completion() -> dict[str, Any]:
    """A legion to complete, its answer, and the job that it may become."""
    number = {"type": ["integer", "null"]}
    weights = {"type": "object", "maxProperties": 20}
    return {
        "CompletionQuestion": an_object(
            "A legion to complete",
            {
                "legion": ref("legion"),
                "objective": {
                    **weights,
                    "additionalProperties": {"type": "integer", "minimum": -MAX_WEIGHT, "maximum": MAX_WEIGHT},
                    "description": "What one of each is worth: points, and the printed numbers that the game weighs.",
                },
                "seconds": {"type": "integer", "minimum": 1, "maximum": MAX_SECONDS, "default": DEFAULT_SECONDS},
                "pool": {"$ref": f"{COMPONENTS}format/properties/pool"},
            },
            optional=("objective", "seconds", "pool"),
        ),
        "CompletionAnswer": an_object(
            "The best legion around picks",
            {
                "game": {"type": "string", "pattern": SLUG, "maxLength": 100},
                "release": RELEASE,
                "status": {"enum": ["optimal", "best-found", "nothing-fits", "illegal", "undetermined"]},
                "objective": {
                    **weights,
                    "additionalProperties": {"type": "integer"},
                    "description": "The legion's numbers that were weighed; one that is not known counts nothing.",
                },
                "value": {"type": "integer", "description": "What they come to."},
                "bound": {**number, "description": "Nothing legal comes to more; null when not known."},
                "gap": {**number, "minimum": 0, "description": "From value to bound."},
                "do": {
                    "type": "array",
                    "items": {"$ref": f"{COMPONENTS}verdict/$defs/fix/properties/do/items"},
                    "description": "The JSON Patch that makes `legion` of the one sent; nothing when nothing is added.",
                },
                "legion": ref("legion"),
                "verdict": ref("verdict"),
                "left_out": {
                    "type": "integer",
                    "minimum": 0,
                    "description": "How many cards that may stand in a legal legion were not searched.",
                },
                "undecided": {
                    "type": "integer",
                    "minimum": 0,
                    "description": "How many cards stand in no legal legion while a fact of them is not known.",
                },
                "unweighed": {
                    "type": "integer",
                    "minimum": 0,
                    "description": "How many cards were searched though a number that is weighed is not known.",
                },
                "seconds": {"type": "number", "minimum": 0, "description": "How long it took."},
                "not_found": {
                    **NOT_FOUND,
                    "description": "Only where there are such: what of pool and collection the release does not know, "
                    "and left aside; `at` is the place in the question.",
                },
            },
            optional=("undecided", "unweighed", "not_found"),
        ),
        "CompletionJob": an_object(
            "A question that takes longer",
            {
                "job": {"type": "string", "pattern": "^[A-Za-z0-9_-]{22}$", "description": "Its key."},
                "url": {**ADDRESS, "description": "Where its answer will be, without host."},
                "state": {"enum": ["waiting", "running", "done", "failed"]},
                "progress": an_object(
                    "Progress",
                    {
                        "best": {**number, "description": "The best value found so far."},
                        "bound": {**number, "description": "Nothing legal comes to more."},
                        "gap": {**number, "minimum": 0, "description": "From best to bound."},
                        "seconds": {
                            "type": "number",
                            "minimum": 0,
                            "description": "For how long it has been worked on.",
                        },
                    },
                ),
                "completion": {
                    "description": "The answer when it is done.",
                    "oneOf": [ref("CompletionAnswer"), {"type": "null"}],
                },
            },
        ),
    }

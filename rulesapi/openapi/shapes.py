"""The schemas of what the API takes and gives: those of the catalog, bundled, and the few that wrap them."""

from typing import Any
from urllib.parse import urldefrag, urljoin

from catalog import documents
from catalog.documents import SCHEMA_ROOT

from ..completions import MOST_SECONDS, MOST_WEIGHT, SECONDS
from ..parameters import SLUG

COMPONENTS = "#/components/schemas/"
RELEASE = {"title": "Release", "type": "integer", "minimum": 0, "description": "The release this is from."}
PLACE = {"type": "string", "maxLength": 300}
ADDRESS = {"type": "string", "maxLength": 2000, "description": "An address, without host."}


def component(path: str) -> str:
    """Return the name under which the schema at `path` is bundled."""
    return path.removesuffix(".schema.json").replace("/", ".")


def ref(name: str) -> dict[str, str]:
    """Return a reference to the component `name`."""
    return {"$ref": COMPONENTS + name}


def schemas() -> dict[str, Any]:
    """Return every component schema by its name."""
    return {**_bundled(), **_own()}


def _bundled() -> dict[str, Any]:
    return {
        component(path): {
            key: _rewritten(value, schema["$id"]) for key, value in schema.items() if key not in ("$schema", "$id")
        }
        for path, schema in documents.schemas().items()
    }


def _rewritten(value: Any, base: str) -> Any:
    """Return part of a schema with its references, which are relative to `base`, made to lead to components."""
    if isinstance(value, list):
        return [_rewritten(item, base) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _reference(item, base) if key == "$ref" and isinstance(item, str) else _rewritten(item, base)
        for key, item in value.items()
    }


def _reference(relative: str, base: str) -> str:
    address, fragment = urldefrag(urljoin(base, relative))
    return COMPONENTS + component(address.removeprefix(SCHEMA_ROOT)) + fragment


def _object(title: str, properties: dict[str, Any], *, optional: tuple[str, ...] = ()) -> dict[str, Any]:
    return {
        "title": title,
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }


def _list(title: str, results: str) -> dict[str, Any]:
    following = {"type": ["string", "null"], "description": "The address of the next page; null on the last."}
    page = {"release": RELEASE, "next": following, "results": {"type": "array", "items": ref(results)}}
    return _object(title, page)


def _candidate() -> dict[str, Any]:
    judged = {"type": "array", "items": {"$ref": f"{COMPONENTS}verdict/$defs/finding"}}
    unknown = {"type": "array", "items": {"$ref": f"{COMPONENTS}verdict/properties/unknown/items"}}
    return _object(
        "Candidate",
        {
            "card": {"type": "string", "pattern": SLUG, "maxLength": 100},
            "at": {**PLACE, "description": "The place the card would get."},
            "fits": {"type": "boolean", "description": "Whether it brings no error."},
            "verdict_if_added": {"$ref": f"{COMPONENTS}verdict/properties/verdict"},
            "findings": {**judged, "description": "Those that it would add; warnings too."},
            "unknown": {**unknown, "description": "The facts not known that it would make decide."},
            "points": {"type": ["integer", "null"], "description": "What the price grows by; null when not known."},
            "owned": {
                "type": ["integer", "null"],
                "minimum": 0,
                "description": "How many copies the owner has; null without a collection.",
            },
            "left": {
                "type": ["integer", "null"],
                "minimum": 0,
                "description": "How many copies the owner has beyond those in the legion; null without a collection.",
            },
        },
    )


def _house_rule() -> dict[str, Any]:
    """A house rule by the schema of its game; where the game has none of its own, by the common one."""
    own = [path for path in documents.schemas() if path.endswith("/house-rule.schema.json")]
    return {
        "title": "House rule",
        "description": "What a group agrees on beside the rules; `game` says of which.",
        "anyOf": [ref(component(path)) for path in (*own, "house-rule.schema.json")],
    }


def _completion() -> dict[str, Any]:
    """A legion to complete, its answer, and the job that it may become."""
    number = {"type": ["integer", "null"]}
    weights = {"type": "object", "maxProperties": 20}
    return {
        "CompletionQuestion": _object(
            "A legion to complete",
            {
                "legion": ref("legion"),
                "objective": {
                    **weights,
                    "additionalProperties": {"type": "integer", "minimum": -MOST_WEIGHT, "maximum": MOST_WEIGHT},
                    "description": "What one of each is worth: points, and the printed numbers that the game weighs.",
                },
                "seconds": {"type": "integer", "minimum": 1, "maximum": MOST_SECONDS, "default": SECONDS},
                "pool": {"$ref": f"{COMPONENTS}format/properties/pool"},
            },
            optional=("objective", "seconds", "pool"),
        ),
        "CompletionAnswer": _object(
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
                    "description": "How many cards were not offered for want of a fact.",
                },
                "seconds": {"type": "number", "minimum": 0, "description": "How long it took."},
            },
        ),
        "CompletionJob": _object(
            "A question that takes longer",
            {
                "job": {"type": "string", "pattern": "^[A-Za-z0-9_-]{22}$", "description": "Its key."},
                "url": {**ADDRESS, "description": "Where its answer will be, without host."},
                "state": {"enum": ["waiting", "running", "done", "failed"]},
                "progress": _object(
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


def _case() -> dict[str, Any]:
    """A conformance case.

    `points` and `ledger` are left out where it is not about the price, `waived` and `without` where nothing is waived.
    """
    verdict = {
        key: {"$ref": f"{COMPONENTS}verdict/properties/{key}"} for key in ("verdict", "points", "ledger", "unknown")
    }
    compared = ("code", "level", "at", "facts")
    finding = {key: {"$ref": f"{COMPONENTS}verdict/$defs/finding/properties/{key}"} for key in compared}
    waived = {**finding, "by": {"$ref": f"{COMPONENTS}verdict/$defs/waived/properties/by"}}
    return {
        "title": "Case",
        "description": "A legion, and what of its verdict is compared: every finding, in any order.",
        "type": "object",
        "properties": {
            "name": {"type": "string", "description": "What the case shows."},
            "legion": ref("legion"),
            "findings": {"type": "array", "items": _object("Finding, without its words", finding)},
            "page": {"type": "integer", "description": "The page of the rulebook that the case is an example from."},
            "waived": {"type": "array", "items": _object("Waived finding, without its words", waived)},
            "without": {
                **verdict["verdict"],
                "description": "What the legion would be without its house rules.",
            },
            **verdict,
        },
        "required": ["name", "legion", "verdict", "findings", "unknown"],
    }


def _own() -> dict[str, Any]:
    cards = [ref(component(f"{game}/{kind}")) for game, kinds in documents.card_kinds().items() for kind in kinds]
    verdict, problem, legion = ref("verdict"), ref("Problem"), ref("legion")
    return {
        "Card": {"title": "Card", "description": "A card of any kind; `game` and `kind` say which.", "oneOf": cards},
        "GameList": _list("Games", "game"),
        "CardList": _list("Cards", "Card"),
        "SetList": _list("Sets", "set"),
        "FormatList": _list("Formats", "format"),
        "HouseRule": _house_rule(),
        "HouseRuleList": _list("House rules", "HouseRule"),
        "Release": _object(
            "Release",
            {
                "number": {"type": "integer", "minimum": 1},
                "published_at": {"type": "string", "format": "date-time"},
                "why": {"type": "string", "description": "Why it was published."},
                "revisions": {"type": "integer", "minimum": 0, "description": "How many documents it brought."},
            },
        ),
        "ReleaseList": _list("Releases", "Release"),
        "Rule": _object(
            "Rule",
            {
                "game": {"type": "string", "pattern": SLUG, "maxLength": 100},
                "code": {"type": "string", "description": "As it stands in findings. Never changes its meaning."},
                "title": {"type": "string"},
                "text": {"type": "string", "description": "The rule in plain words."},
                "cite": {"$ref": f"{COMPONENTS}verdict/$defs/finding/properties/cite"},
                "level": {
                    "enum": ["error", "warning", None],
                    "description": "What breaking it is; null for a rule that only changes the price.",
                },
                "examples": {
                    "description": "Its conformance cases; null where they are not installed.",
                    "oneOf": [ref("RuleExamples"), {"type": "null"}],
                },
            },
        ),
        "RuleExamples": _object(
            "Conformance cases of a rule",
            {
                "count": {"type": "integer", "minimum": 1, "description": "How many there are."},
                "cases": {**ADDRESS, "description": "The address of the cases, without host."},
                "library": {**ADDRESS, "description": "The address of what they are judged by, without host."},
            },
        ),
        "RuleCases": {
            "title": "Cases of a rule",
            "type": "object",
            "properties": {
                "rule": {"type": "string", "description": "The rule's code."},
                "about": {"type": "string", "description": "The rule in a line."},
                "cases": {"type": "array", "items": ref("Case")},
            },
            "required": ["rule", "about", "cases"],
        },
        "Case": _case(),
        "CasesLibrary": {
            "title": "Library of the cases",
            "type": "object",
            "properties": {
                "release": RELEASE,
                "game": ref("game"),
                "formats": {"type": "array", "items": ref("format")},
                "house_rules": {"type": "array", "items": ref("HouseRule")},
                "cards": {"type": "array", "items": ref("Card")},
            },
            "required": ["release", "game", "formats", "house_rules", "cards"],
        },
        "RuleList": _list("Rules", "Rule"),
        "SchemaEntry": _object(
            "Schema entry",
            {
                "path": {"type": "string"},
                "$id": {**ADDRESS, "description": "The address the schema is served at, without host."},
                "title": {"type": "string"},
                "description": {"type": "string"},
            },
        ),
        "SchemaList": _list("Schemas", "SchemaEntry"),
        "Schema": {"title": "JSON Schema", "description": "A schema of draft 2020-12.", "type": "object"},
        "OpenApi": {"title": "OpenAPI description", "description": "This document.", "type": "object"},
        "Batch": _object(
            "Batch", {"legions": {"type": "array", "items": {"description": "A legion."}, "maxItems": 1000}}
        ),
        "VerdictQuestion": {"title": "One legion, or many", "oneOf": [legion, ref("Batch")]},
        "BatchAnswer": _object(
            "Answers to a batch",
            {"verdicts": {"type": "array", "items": {"oneOf": [verdict, problem]}, "maxItems": 1000}},
        ),
        "VerdictAnswer": {"title": "One verdict, or many", "oneOf": [verdict, ref("BatchAnswer")]},
        "CandidateQuestion": _object(
            "A place of a legion",
            {"legion": legion, "at": {**PLACE, "description": "A pick, for an upgrade there; empty for a creature."}},
        ),
        "CandidateAnswer": _object(
            "Candidates",
            {
                "game": {"type": "string", "pattern": SLUG, "maxLength": 100},
                "release": RELEASE,
                "at": {**PLACE, "description": "The place asked for."},
                "candidates": {"type": "array", "items": ref("Candidate"), "description": "By name."},
            },
        ),
        "Candidate": _candidate(),
        "FixQuestion": _object("A legion to mend", {"legion": legion}),
        "FixAnswer": _object(
            "Fixes",
            {
                "game": {"type": "string", "pattern": SLUG, "maxLength": 100},
                "release": RELEASE,
                "verdict": {
                    "$ref": f"{COMPONENTS}verdict/properties/verdict",
                    "description": "That on the legion as it was sent.",
                },
                "complete": {
                    "type": "boolean",
                    "description": "Whether the search came to its end. If not, there may be better or smaller fixes.",
                },
                "fixes": {
                    "type": "array",
                    "items": {"$ref": f"{COMPONENTS}verdict/$defs/fix"},
                    "maxItems": 5,
                    "description": "The best first; none for a legion that is legal.",
                },
            },
        ),
        **_completion(),
        "Problem": _object(
            "Problem",
            {
                "type": {**ADDRESS, "description": "The address of a page about this problem, without host."},
                "title": {"type": "string"},
                "status": {"type": "integer", "minimum": 400, "maximum": 599},
                "detail": {"type": "string", "description": "What is wrong this time, for people."},
                "code": {"type": "string", "pattern": SLUG, "description": "For programs. Never changes its meaning."},
                "faults": {"type": "array", "items": ref("Fault"), "description": "Each thing wrong in what was sent."},
            },
        ),
        "Fault": _object(
            "Fault",
            {
                "pointer": {
                    "type": "string",
                    "description": "JSON Pointer (RFC 6901) into the body; for a parameter, a slash and its name.",
                },
                "code": {"type": "string"},
                "message": {"type": "string", "description": "What is wrong and what to do, for people."},
            },
        ),
    }

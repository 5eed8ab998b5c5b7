"""The schemas of what the API takes and gives: those of the catalog, bundled, and the few that wrap them."""

from typing import Any
from urllib.parse import urldefrag, urljoin

from catalog import documents
from catalog.api_base.query_params import SLUG
from catalog.documents import SCHEMA_ROOT

from . import checked, feeds, pictured, receipts, searches, selections
from .parts import ADDRESS, COMPONENTS, NOT_FOUND, PLACE, RELEASE, an_object, ref
from .queries import with_query


def component(path: str) -> str:
    """Return the name under which the schema at `path` is bundled."""
    return path.removesuffix(".schema.json").replace("/", ".")


def schemas() -> dict[str, Any]:
    """Return every component schema by its name."""
    return {**_bundled(), **_own()}


def _bundled() -> dict[str, Any]:
    return {
        component(path): {
            key: _rewritten(value, schema["$id"]) for key, value in schema.items() if key not in ("$schema", "$id")
        }
        for path, schema in documents.load_schemas().items()
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


def _list(title: str, results: str) -> dict[str, Any]:
    following = {"type": ["string", "null"], "description": "The address of the next page; null on the last."}
    page = {"release": RELEASE, "next": following, "results": {"type": "array", "items": ref(results)}}
    return an_object(title, page)


AT = (
    "A pick, for an upgrade there; empty for a creature; /tiles, /map or /faction in games whose lists have them. In a "
    "team the place of a player's list goes before: /team/0, /team/0/picks/0."
)


def _candidate() -> dict[str, Any]:
    judged = {"type": "array", "items": {"$ref": f"{COMPONENTS}verdict/$defs/finding"}}
    unknown = {"type": "array", "items": {"$ref": f"{COMPONENTS}verdict/properties/unknown/items"}}
    return an_object(
        "Candidate",
        {
            "card": {
                "type": "string",
                "pattern": SLUG,
                "maxLength": 100,
                "description": "The slug of the card; at the place of a faction, the faction.",
            },
            "at": {**PLACE, "description": "The place the card would get."},
            "fits": {"type": "boolean", "description": "Whether it brings no error, for all that is known."},
            "verdict_if_added": {"$ref": f"{COMPONENTS}verdict/properties/verdict"},
            "findings": {**judged, "description": "Those that it would add; warnings too."},
            "unknown": {
                **unknown,
                "description": "The facts not known that it would make decide: with any, it may break a rule yet.",
            },
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
    own = [path for path in documents.load_schemas() if path.endswith("/house-rule.schema.json")]
    return {
        "title": "House rule",
        "description": "What a group agrees on beside the rules; `game` says of which.",
        "anyOf": [ref(component(path)) for path in (*own, "house-rule.schema.json")],
    }


def _case() -> dict[str, Any]:
    """A conformance case.

    `points` and `ledger` are left out where it is not about the price, `waived` and `without` where nothing is waived,
    `facts` where the legion brings no own numbers, `rulings` and `settled` where none hold and none settles
    anything.
    """
    verdict = {
        key: {"$ref": f"{COMPONENTS}verdict/properties/{key}"} for key in ("verdict", "points", "ledger", "unknown")
    }
    compared = ("code", "level", "at", "facts")
    finding = {key: {"$ref": f"{COMPONENTS}verdict/$defs/finding/properties/{key}"} for key in compared}
    slugs = {"type": "array", "items": {"type": "string", "pattern": SLUG, "maxLength": 100}}
    settled = {
        key: {"$ref": f"{COMPONENTS}verdict/properties/settled/items/properties/{key}"}
        for key in ("question", "at", "needed_by")
    }
    waived = {**finding, "by": {"$ref": f"{COMPONENTS}verdict/$defs/waived/properties/by"}}
    return {
        "title": "Case",
        "description": "A legion, and what of its verdict is compared: every finding, in any order.",
        "type": "object",
        "properties": {
            "name": {"type": "string", "description": "What the case shows."},
            "legion": ref("legion"),
            "findings": {
                "type": "array",
                "items": an_object("Finding, without its words", {**finding, "rulings": slugs}, optional=("rulings",)),
            },
            "page": {"type": "integer", "description": "The page of the rulebook that the case is an example from."},
            "waived": {"type": "array", "items": an_object("Waived finding, without its words", waived)},
            "without": {
                **verdict["verdict"],
                "description": "What the legion would be without its house rules.",
            },
            "facts": {
                "$ref": f"{COMPONENTS}verdict/properties/facts",
                "description": "What became of the legion's own numbers.",
            },
            "rulings": {
                "type": "array",
                "items": ref("ruling"),
                "description": "The rulings that hold beside what the cases are judged by.",
            },
            "settled": {
                "type": "array",
                "items": an_object("Settled question", {**settled, "reading": slugs["items"], "rulings": slugs}),
                "description": "The questions that rulings settle, with the slugs of the reading and of the rulings.",
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
        **selections.schemas(),
        **feeds.schemas(),
        **checked.schemas(),
        **pictured.schemas(),
        "ChangeList": _list("Changes", "Change"),
        "GameList": _list("Games", "GameOrFields"),
        "CardList": with_query(_list("Cards", "CardOrFields")),
        "SetList": _list("Sets", "SetOrFields"),
        "FormatList": _list("Formats", "FormatOrFields"),
        "HouseRule": _house_rule(),
        "HouseRuleList": _list("House rules", "HouseRuleOrFields"),
        "RulingList": _list("Rulings", "RulingOrFields"),
        "Release": an_object(
            "Release",
            {
                "number": {"type": "integer", "minimum": 1},
                "published_at": {"type": "string", "format": "date-time"},
                "why": {"type": "string", "description": "Why it was published."},
                "revisions": {"type": "integer", "minimum": 0, "description": "How many documents it brought."},
            },
        ),
        "ReleaseList": _list("Releases", "Release"),
        "Rule": an_object(
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
        "RuleExamples": an_object(
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
        "SchemaEntry": an_object(
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
        "Index": an_object(
            "Addresses",
            {
                "release": {**RELEASE, "description": "The newest release."},
                "addresses": {
                    "type": "object",
                    "additionalProperties": ADDRESS,
                    "description": "By name, without host; what stands in braces is to be filled in.",
                },
                "docs": {**ADDRESS, "description": "The page for people."},
                "problems": {**ADDRESS, "description": "What each problem means."},
            },
        ),
        "OpenApi": {"title": "OpenAPI description", "description": "This document.", "type": "object"},
        "Batch": an_object(
            "Batch", {"legions": {"type": "array", "items": {"description": "A legion."}, "maxItems": 1000}}
        ),
        "VerdictQuestion": {"title": "One legion, or many", "oneOf": [legion, ref("Batch")]},
        "BatchAnswer": an_object(
            "Answers to a batch",
            {"verdicts": {"type": "array", "items": {"oneOf": [verdict, problem]}, "maxItems": 1000}},
        ),
        "VerdictLine": {
            "title": "A line of answers to a batch",
            "description": "Each line is the answer to one legion.",
            "oneOf": [verdict, problem],
        },
        "VerdictAnswer": {"title": "One verdict, or many", "oneOf": [verdict, ref("BatchAnswer")]},
        "CandidateQuestion": an_object(
            "A place of a legion",
            {"legion": legion, "at": {**PLACE, "description": AT}},
        ),
        "CandidateAnswer": an_object(
            "Candidates",
            {
                "game": {"type": "string", "pattern": SLUG, "maxLength": 100},
                "release": RELEASE,
                "at": {**PLACE, "description": "The place asked for."},
                "complete": {
                    "type": "boolean",
                    "description": "Whether all were tried. If not, others may fit as well: ask with a smaller list.",
                },
                "candidates": {"type": "array", "items": ref("Candidate"), "description": "By name."},
                "not_found": NOT_FOUND,
            },
            optional=("not_found",),
        ),
        "Candidate": _candidate(),
        "FixQuestion": an_object("A legion to mend", {"legion": legion}),
        "FixAnswer": an_object(
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
                "not_found": NOT_FOUND,
            },
            optional=("not_found",),
        ),
        **receipts.schemas(),
        **searches.packs(),
        **searches.texts(),
        **searches.completion(),
        "Problem": an_object(
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
        "Fault": an_object(
            "Fault",
            {
                "pointer": {
                    "type": "string",
                    "description": "JSON Pointer (RFC 6901) into the body; for a parameter, a slash and its name.",
                },
                "code": {"type": "string"},
                "message": {"type": "string", "description": "What is wrong and what to do, for people."},
                "offset": {
                    "type": "integer",
                    "minimum": 0,
                    "description": "In a text with a grammar of its own, a query: the first character that is meant.",
                },
                "length": {"type": "integer", "minimum": 0, "description": "How many characters are meant."},
                "nearest": {
                    "type": "array",
                    "items": {"type": "string"},
                    "description": "Words known there that may have been meant, the closest first.",
                },
            },
            optional=("offset", "length", "nearest"),
        ),
    }

"""An example for each question and each answer, made from the documents in `examples.json`.

The verdicts among them are the engine's own, so that no example tells what Muster would not say.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from catalog import documents, import_export
from catalog.api.bulk import entry as entry_of
from catalog.api.bulk_files import FILE_FORMATS, GZIP, LINES, CatalogFile
from catalog.api.schemas import entry
from catalog.api_base import problems
from catalog.api_base.renderers import dumps
from catalog.documents import COMMON_TYPES
from catalog.documents.errors import Fault
from catalog.search import card_search
from catalog.search.compiler import compile_query
from catalog.search.fields import query_language

from .. import text_form
from ..api.receipts import receipt_document as receipt_as_document
from ..api.rules import case_links, rule_document
from ..engine.core.evaluation import Library, Rule, judge
from ..engine.core.model import CannotJudge
from ..engine.search.candidates import search_candidates
from ..engine.search.fixes import fixes
from ..engine.search.pack_plans import plan_packs
from ..judging import completions
from ..judging.verdicts import as_malformed, candidates_document, fixes_document, pack_plan_document
from ..models import WrongVerdict
from ..receipts import keys
from ..receipts.codec import sign
from ..receipts.receipt_service import VERSION, statement
from ..solver.optimizer import complete
from ..solver.request import CompletionRequest
from . import checked, pictured

SOURCE = Path(__file__).resolve().parent / "examples.json"
FIXTURES = Path(__file__).resolve().parent.parent.parent / "fixtures"


@cache
def given() -> dict[str, Any]:
    """Return the documents that examples are made of."""
    return json.loads(SOURCE.read_text("utf-8"))


def parameters() -> dict[str, Any]:
    """Return an example for each parameter in the path of an address."""
    card = given()["cards"][0]
    return {
        "api-game": {"slug": given()["game"]["slug"]},
        "api-card": {"game": card["game"], "slug": card["slug"]},
        "api-facts": {"game": card["game"], "slug": card["slug"]},
        "api-pictures": {"game": card["game"], "slug": card["slug"]},
        "api-set": {"game": given()["set"]["game"], "slug": given()["set"]["slug"]},
        "api-format": {"game": given()["format"]["game"], "slug": given()["format"]["slug"]},
        "api-house-rule": {"game": given()["house_rule"]["game"], "slug": given()["house_rule"]["slug"]},
        "api-ruling": {"game": given()["ruling"]["game"], "slug": given()["ruling"]["slug"]},
        "api-release": {"number": given()["release"]["number"]},
        "api-bulk-file": {"game": card["game"], "kind": card["kind"], "form": "json"},
        "api-cases-library": {"game": given()["game"]["slug"]},
        "api-completion": {"key": "Nf3kq0Zr8mUu2vXb7cYd1A"},
        "api-rule-cases": dict(zip(("game", "rule"), _rule().code.split("/"), strict=True)),
        "api-schema": {"path": documents.schema_path(card).removesuffix(".schema.json")},
    }


def problem(code: str) -> dict[str, Any]:
    """Return the problem `code` as it could be answered."""
    return problems.problem_document(code, _faults(code))


def _faults(code: str) -> list[Fault]:
    """Return what a problem could find wrong: said by schema and engine themselves where these are asked."""
    if code == "invalid-legion":
        return documents.faults_under_schema("legion.schema.json", given()["malformed"])
    if code == "invalid-query":
        return list(compile_query("kind:spel energy:fire", query_language(given()["game"]["slug"])).faults)
    if (refused := given()["refused"].get(code)) is not None:
        try:
            judge(_library(), refused)
        except CannotJudge as error:
            return list(as_malformed(error).faults)
    return [Fault(**{**fault, "nearest": tuple(fault.get("nearest", ()))}) for fault in given()["faults"].get(code, ())]


def questions(operation: str) -> dict[str, Any]:
    """Return bodies to send to the operation of that address, by a name of each."""
    legal, illegal, malformed = given()["legal"], given()["illegal"], given()["malformed"]
    if operation == "api-candidates":
        return {
            "An upgrade for a creature": {"legion": illegal, "at": "/picks/1"},
            "A new creature, from a collection": {"legion": {**legal, "collection": given()["collection"]}, "at": ""},
            "A new creature for a player of a team": {"legion": given()["team"], "at": "/team/0"},
        }
    if operation == "api-packs":
        packed = given()["packed"]
        return {
            "All that a legion needs": {"legion": packed},
            "With a pack at home": {"legion": {**packed, "packs": given()["packs"]}},
        }
    if operation == "api-texts":
        return {"A legion": {"legion": legal}}
    if operation == "api-text-reading":
        return {"A list": {"game": given()["game"]["slug"], "text": text_form.write_text(_library(), legal)}}
    if operation == "api-completions":
        return {
            "Fill the points that are left": {"legion": {**legal, "points": 160}},
            "The most attack dice, from a collection": {
                "legion": {**legal, "points": 200, "collection": given()["collection"]},
                "objective": {"attack": 3, "points": 1},
                "seconds": 10,
            },
        }
    if operation == "api-lookup":
        first, second = given()["cards"][:2]
        slugs = [first["slug"], second["slug"][:-1]]
        return {"Two slugs, one of them misspelt": {"game": first["game"], "cards": slugs}}
    if operation == "api-fixes":
        return {"A legion that breaks rules": {"legion": illegal}}
    if operation == "api-reports":
        rule = judge(_library(), illegal).findings[0].code
        return {"A rule that should find nothing": {"legion": illegal, "expected": "legal", "code": rule}}
    if operation == "api-receipts":
        return {"A legal legion": {"legion": legal}, "Under a house rule": {"legion": given()["house"]}}
    return {
        "One legion": legal,
        "A legion that breaks rules": illegal,
        "Under a house rule": given()["house"],
        "With own numbers": given()["own"],
        "A team": given()["team"],
        "A batch": {"legions": [legal, malformed]},
    }


def in_lines() -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a line of a batch to send, and the one that answers it."""
    return {"One legion a line": given()["legal"]}, {"One verdict a line": _verdicts(given()["legal"])}


def other(media_type: str) -> dict[str, Any]:
    """Return an example of a file of that media type."""
    if media_type == LINES:
        return {"One document a line": given()["cards"][0]}
    return {"Bytes": "\u001f\u008b…" if media_type == GZIP else "\u000b…"}


def answers(operation: str) -> dict[str, Any]:
    """Return what the operation of that address could answer, by a name of each example."""
    if operation in ANSWERING:
        return {name: ANSWERING[operation](question) for name, question in questions(operation).items()}
    return {"As it is answered": _read(operation)}


def _verdicts(question: dict[str, Any]) -> dict[str, Any]:
    if "legions" not in question:
        return judge(_library(), question).as_document()
    return {"verdicts": [_verdicts(question["legions"][0]), problem("invalid-legion")]}


def _candidates(question: dict[str, Any]) -> dict[str, Any]:
    return candidates_document(
        _library(), search_candidates(_library(), question["legion"], question["at"]), question["at"]
    )


def _fixes(question: dict[str, Any]) -> dict[str, Any]:
    return fixes_document(_library(), fixes(_library(), question["legion"]))


def _packs(question: dict[str, Any]) -> dict[str, Any]:
    shelf = _shipped(question["legion"]["game"])
    return pack_plan_document(shelf, plan_packs(shelf, question["legion"]))


def _texts(question: dict[str, Any]) -> dict[str, Any]:
    legion = question["legion"]
    return {"game": legion["game"], "release": _library().release, "text": text_form.write_text(_library(), legion)}


def _text_reading(question: dict[str, Any]) -> dict[str, Any]:
    legion, rows = text_form.parse_text(_library(), question["text"])
    lines = [row.as_document() for row in rows]
    return {"game": question["game"], "release": _library().release, "legion": legion, "lines": lines}


def _completions(question: dict[str, Any]) -> dict[str, Any]:
    weights = question.get("objective", {"points": 1})
    found = complete(
        _library(), CompletionRequest.read(_library(), question["legion"], weights, None), completions.MAX_SECONDS
    )
    return {**completions.as_document(_library(), found), "seconds": 0.4}


def _reports(question: dict[str, Any]) -> dict[str, Any]:
    verdict = judge(_library(), question["legion"]).as_document()
    said = {key: verdict[key] for key in ("digest", "game", "format", "release", "ruleset", "verdict")}
    return {**said, "expected": question["expected"], "code": question["code"], "state": WrongVerdict.State.OPEN}


def _receipts(question: dict[str, Any]) -> dict[str, Any]:
    """Sign with a key that is no secret, so that the example is the same each time it is made."""
    legion, key = question["legion"], keys.SigningKey(Ed25519PrivateKey.from_private_bytes(bytes(32)))
    rules = [given()["house_rule"]] if "house_rules" in legion else []
    said = statement(legion, judge(_library(), legion).as_document(), rules)
    made = sign({**said, "key": key.public.id, "time": given()["release"]["published_at"], "version": VERSION}, key)
    shown = receipt_as_document(made)
    short = f"{made.code[:40]}…"  # the rest is packed, which another zlib may do otherwise
    return {**shown, "code": short, "url": shown["url"].replace(made.code, short)}


def later(operation: str) -> dict[str, Any]:
    """Return what the operation of that address answers when its answer takes longer."""
    return {"As it is answered": {**_job(), "state": "waiting", "progress": _progress(None, None, 0)}}


def _job() -> dict[str, Any]:
    return {
        "job": parameters()["api-completion"]["key"],
        "url": f"/api/v1/completions/{parameters()['api-completion']['key']}/",
        "state": "running",
        "progress": _progress(118, 120, 2.5),
        "completion": None,
    }


def _progress(best: int | None, bound: int | None, seconds: float) -> dict[str, Any]:
    gap = None if best is None or bound is None else bound - best
    return {"best": best, "bound": bound, "gap": gap, "seconds": seconds}


def _lookup(question: dict[str, Any]) -> dict[str, Any]:
    first, second = given()["cards"][:2]
    missing = {"at": "/cards/1", "slug": question["cards"][1], "nearest": [second["slug"]]}
    return {"release": given()["release"]["number"], "results": [first], "not_found": [missing]}


ANSWERING = {
    "api-lookup": _lookup,
    "api-verdicts": _verdicts,
    "api-candidates": _candidates,
    "api-fixes": _fixes,
    "api-receipts": _receipts,
    "api-reports": _reports,
    "api-packs": _packs,
    "api-texts": _texts,
    "api-text-reading": _text_reading,
    "api-completions": _completions,
}


@cache
def _library() -> Library:
    return Library.build(
        release=given()["release"]["number"],
        game=given()["game"],
        cards=given()["cards"],
        formats=[given()["format"]],
        house_rules=[given()["house_rule"]],
        rulings=[given()["ruling"]],
        sets=[given()["set"]],
    )


@cache
def _shipped(game: str) -> Library:
    """Return all that comes with Muster of a game: what is asked of sets takes whole ones."""
    documents = import_export.read(import_export.find([FIXTURES / game])).documents
    return Library.build(
        release=given()["release"]["number"],
        game=next(document for document in documents if document["kind"] == "game"),
        cards=[document for document in documents if document["kind"] not in COMMON_TYPES],
        formats=[document for document in documents if document["kind"] == "format"],
        sets=[document for document in documents if document["kind"] == "set"],
    )


def _file() -> CatalogFile:
    card = given()["cards"][0]
    return CatalogFile(card["game"], card["kind"], FILE_FORMATS[0], 1, dumps(card) + b"\n")


def _rule() -> Rule:
    return _library().ruleset.rules[0]


def _case() -> dict[str, Any]:
    """Return a conformance case: a legion, and of its verdict what is compared."""
    verdict = judge(_library(), given()["illegal"]).as_document()
    findings = [{key: finding[key] for key in ("code", "level", "at", "facts")} for finding in verdict["findings"]]
    said = {key: verdict[key] for key in ("verdict", "unknown", "points", "ledger")}
    return {"name": "too much for its points", "legion": given()["illegal"], "findings": findings, **said}


def _read(operation: str) -> Any:
    card = given()["cards"][0]
    path = documents.schema_path(card)
    schema = documents.load_schemas()[path]
    rule = _rule()
    single = {
        "api-game": given()["game"],
        "api-card": card,
        "api-facts": checked.example(card, given()["release"]["number"]),
        "api-pictures": pictured.example(card),
        "api-set": given()["set"],
        "api-format": given()["format"],
        "api-house-rule": given()["house_rule"],
        "api-ruling": given()["ruling"],
        "api-release": given()["release"],
        "api-schema": {key: schema[key] for key in ("$schema", "$id", "title")},
        "api-cases-library": {
            "release": given()["release"]["number"],
            "game": given()["game"],
            "formats": [given()["format"]],
            "house_rules": [given()["house_rule"]],
            "cards": [card],
        },
        "api-rule-cases": {"rule": rule.code, "about": rule.text, "cases": [_case()]},
        "api-completion": _job(),
        "api-index": {
            "release": given()["release"]["number"],
            "addresses": {"cards": "/api/v1/cards/", "card": "/api/v1/cards/{game}/{slug}/"},
            "docs": "/api/docs/",
            "problems": "/problems/",
        },
        "api-bulk": {
            "release": given()["release"]["number"],
            "published_at": given()["release"]["published_at"],
            "files": [entry_of(_file(), given()["release"]["number"])],
        },
        "api-bulk-file": {"game": card["game"], "kind": card["kind"], "notice": None, "results": [card]},
        "api-openapi": {"openapi": "3.1.1", "paths": {}},
    }
    listed = {
        "api-games": given()["game"],
        "api-cards": card,
        "api-sets": given()["set"],
        "api-formats": given()["format"],
        "api-house-rules": given()["house_rule"],
        "api-rulings": given()["ruling"],
        "api-releases": given()["release"],
        "api-changes": {
            "release": given()["release"]["number"],
            **{key: card[key] for key in ("game", "kind", "slug")},
            "change": "changed",
            "was": None,
            "differences": [{"pointer": "/cost", "before": None, "after": card["cost"]}],
        },
        "api-rules": {**rule_document(given()["game"]["slug"], rule), "examples": case_links(rule.code, 1)},
        "api-schemas": entry(path),
    }
    if operation in single:
        return single[operation]
    page = {"release": given()["release"]["number"], "next": None, "results": [listed[operation]]}
    if operation == "api-cards":
        asked = compile_query("kind:creature level>=5 dragon", query_language(card["game"]))
        page |= {"query": card_search.as_document(asked, card["game"])}
        page |= {"facets": {"kind": [{"value": card["kind"], "count": 1}]}}
    return page

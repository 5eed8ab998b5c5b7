"""The chapter on curation: what waits for curators, and the documents that they work on."""

from typing import Any

from catalog.api_base.schema_extensions import BodyDescription, MethodDescription, SchemaExtension
from catalog.models import DocumentType, Stage
from catalog.models.drafts import DraftAction
from rulesapi.openapi.examples import given
from rulesapi.openapi.parts import ADDRESS, ROLE, an_object

from ...api_tokens.models import Scope
from ...api_urls import curation_urls
from ...contributing.api_views import PARAMETERS
from ...contributing.draft_api_views import MAX_REASON_LENGTH, STAGE_TRANSITIONS, DraftHistory, DraftList
from .chapter import IF_MATCH, JSON
from .contributions import (
    BODY,
    CHANGE,
    NOW,
    NUMBER,
    SLUG_SCHEMA,
    TEXT,
    THEN,
    contribution,
    done,
    listed,
    page,
    properties,
    read,
)

NAME = "Curation"
ABOUT = (
    "For curators, with a token of the scope `curate`: it is made by who has taken a second step, and opens as long as "
    "they are curators, and for the games that they keep. What is of other games is not found. Nothing here publishes: "
    "approved drafts are gathered into a release in the admin."
)
_WHY = {"type": "string", "maxLength": MAX_REASON_LENGTH}
_WHO = {"type": ["string", "null"], "description": "Null: an import, or an account that is gone."}
_TIME = {"type": "string", "format": "date-time"}
_NAMES = {"type": "array", "items": {"type": "string"}, "description": "Names of facts that wait."}
_DRAFT_CHANGE = ("not-found", "version-needed", "changed-meanwhile", "draft-refused")


def _words() -> dict[str, tuple[str, dict[str, Any], Any]]:
    return {
        "contribution": NUMBER,
        "game": ("The slug of the game.", SLUG_SCHEMA, given()["game"]["slug"]),
        "shelf": ("The sort of document.", {"type": "string", "enum": DocumentType.values}, DocumentType.SET.value),
        "slug": ("The slug of the document.", SLUG_SCHEMA, _document()["slug"]),
    }


def _curated(**facts: Any) -> dict[str, Any]:
    beside = {"now": {"cost": 38, "level": None}, "accepted_before": 12, "photo": True}
    url = f"/api/v1/curation/contributions/{contribution()['id']}/"
    return {**contribution(url=url), **beside, **facts}


def _document() -> dict[str, Any]:
    return dict(given()["set"])


def _written(stage: str = Stage.REVIEW.value) -> dict[str, Any]:
    return {
        "stage": stage,
        "by": "cora",
        "role": "curator",
        "why": "Misread",
        "source": "The printed card",
        "written_at": THEN,
    }


def _whole(**facts: Any) -> dict[str, Any]:
    place = {"game": _document()["game"], "shelf": DocumentType.SET.value, "slug": _document()["slug"]}
    url = f"/api/v1/curation/drafts/{'/'.join(place.values())}/"
    return {
        **place,
        "url": url,
        "document": _document(),
        "unsourced": [],
        "release": 12,
        "draft": _written(),
        **facts,
    }


def _line() -> dict[str, Any]:
    place = {name: _whole()[name] for name in ("game", "shelf", "slug", "url")}
    return {**place, "kind": _document()["kind"], "name": _document()["name"], **_written()}


def _deed() -> dict[str, Any]:
    told = {
        "number": 2,
        "what": DraftAction.SENT.value,
        "release": None,
        "at": NOW,
        "by": "cora",
        "role": "curator",
        "why": "",
        "source": "",
    }
    return {**told, "document": _document()}


def _schemas() -> dict[str, Any]:
    beside = {
        "now": {"type": "object", "description": "What the card says now of each offered fact, its draft first."},
        "accepted_before": {"type": "integer", "minimum": 0, "description": "Facts of theirs that stand accepted."},
        "photo": {"type": "boolean", "description": "Whether there is a photo, which the admin shows."},
    }
    document = {"type": "object", "description": "As the schema of its kind has it."}
    place = {
        "game": SLUG_SCHEMA,
        "shelf": {"enum": DocumentType.values},
        "slug": SLUG_SCHEMA,
        "url": ADDRESS,
    }
    named = {"kind": SLUG_SCHEMA, "name": {"type": "string"}}
    written = {
        "stage": {"enum": Stage.values},
        "by": _WHO,
        "role": ROLE,
        "why": _WHY,
        "source": _WHY,
        "written_at": _TIME,
    }
    whole = {
        **place,
        "document": document,
        "unsourced": {"type": "array", "items": {"type": "string"}, "description": "Facts without a source."},
        "release": {"type": ["integer", "null"], "description": "The release that brought what is published."},
        "draft": {"oneOf": [an_object("How a draft stands", written), {"type": "null"}]},
    }
    to_write = {"document": document, "why": {**_WHY, "minLength": 1}, "source": _WHY}
    deed = {
        "number": {"type": "integer", "minimum": 1, "description": "Counts from the first thing that was done."},
        "what": {"enum": [*DraftAction.values, "released"]},
        "release": {"type": ["integer", "null"]},
        "at": _TIME,
        "by": _WHO,
        "role": ROLE,
        "why": _WHY,
        "source": _WHY,
        "document": document,
    }
    decision = {"accept": _NAMES, "decline": _NAMES, "why": {**TEXT, "description": "Needed for what is declined."}}
    step = {"do": {"enum": [*STAGE_TRANSITIONS]}, "why": {**_WHY, "description": "Needed to send it back."}}
    return {
        "CuratedContribution": an_object("Contribution to decide about", {**properties(), **beside}),
        "Decision": an_object("Decision", decision, optional=("accept", "decline", "why")),
        "Question": an_object("Question to who offered it", {"question": TEXT}),
        "Draft": an_object("Document that is worked on", whole),
        "DraftLine": an_object("Draft in a list", {**place, **named, **written}),
        "DraftList": listed("DraftList", "DraftLine"),
        "DraftToWrite": an_object("Draft to write", to_write, optional=("source",)),
        "DraftStep": an_object("Step of a draft", step, optional=("why",)),
        "DraftDeed": an_object("What was done", deed),
        "DraftHistory": listed("History of a document", "DraftDeed"),
    }


def _of_contributions() -> dict[str, dict[str, MethodDescription]]:
    scope = Scope.CURATE.value
    accepted = {"accept": ["cost"], "decline": ["level"], "why": "The photo shows a 6."}
    return {
        "api-curation": {
            "get": MethodDescription(
                "listWaiting",
                "List what is offered",
                "What waits, or with `state` what is in another one, of the games that you keep.",
                read("ContributionList", page(contribution())),
                parameters=PARAMETERS,
                scope=scope,
            )
        },
        "api-curated": {
            "get": MethodDescription(
                "getOffered",
                "Read what is offered",
                "With what the card says now.",
                read("CuratedContribution", _curated()),
                ("not-found",),
                scope=scope,
            )
        },
        "api-decision": {
            "post": MethodDescription(
                "decide",
                "Accept and decline",
                "Fact by fact; what is not named stays open. What is accepted goes into the draft of the card, with "
                "its source. Nobody decides about their own.",
                done("CuratedContribution", _curated()),
                (*BODY, *CHANGE),
                {JSON: BodyDescription("Decision", {"One of each": accepted, "All": {"accept": ["cost", "level"]}})},
                headers=IF_MATCH,
                scope=scope,
            )
        },
        "api-question": {
            "post": MethodDescription(
                "askBack",
                "Ask back",
                "Who offered it answers on their page, or over the API.",
                done("CuratedContribution", _curated()),
                (*BODY, *CHANGE),
                {JSON: BodyDescription("Question", {"A question": {"question": "Is the level a 6 or an 8?"}})},
                headers=IF_MATCH,
                scope=scope,
            )
        },
    }


def _of_drafts() -> dict[str, dict[str, MethodDescription]]:
    scope = Scope.CURATE.value
    steps = {"For review": {"do": "put-up"}, "Back": {"do": "send-back", "why": "Misread"}}
    to_write = {"document": _document(), "why": "The box says so", "source": "The printed box"}
    begun = BodyDescription("Draft", {"As it is answered": _whole(release=None)}, ("ETag", "Location"), "It is begun.")
    anew = {"If-None-Match": ("`*` to begin a document of which there is none.", False)}
    based = {name: (about, False) for name, (about, _) in IF_MATCH.items()}
    return {
        "api-drafts": {
            "get": MethodDescription(
                "listDrafts",
                "List the drafts",
                "What is on its way into a release, of the games that you keep; what was begun last comes first.",
                read("DraftList", page(_line())),
                parameters=DraftList.takes["get"],
                scope=scope,
            )
        },
        "api-draft": {
            "get": MethodDescription(
                "getDraft",
                "Read a document that is worked on",
                "Its draft, else what is published: what a change starts from. Its `ETag` is of both.",
                read("Draft", _whole()),
                ("not-found",),
                scope=scope,
            ),
            "put": MethodDescription(
                "writeDraft",
                "Write a draft",
                "In place of the one there is, whatever stage that was in. With `If-Match` over a document that there "
                "is, with `If-None-Match: *` for a new one.",
                {**done("Draft", _whole()), 201: begun},
                (*BODY, "invalid-document", *_DRAFT_CHANGE),
                {JSON: BodyDescription("DraftToWrite", {"A set": to_write})},
                headers={**based, **anew},
                scope=scope,
            ),
            "delete": MethodDescription(
                "discardDraft",
                "Throw a draft away",
                "What is published stays, and the history keeps every state of the draft.",
                {204: BodyDescription(about="It is thrown away.")},
                _DRAFT_CHANGE,
                headers=IF_MATCH,
                scope=scope,
            ),
        },
        "api-draft-stage": {
            "post": MethodDescription(
                "moveDraft",
                "Bring a draft further",
                "`put-up` for review, `take-back` to work on it, `approve` what somebody else wrote, or `send-back`.",
                done("Draft", _whole()),
                (*BODY, *_DRAFT_CHANGE),
                {JSON: BodyDescription("DraftStep", steps)},
                headers=IF_MATCH,
                scope=scope,
            )
        },
        "api-draft-history": {
            "get": MethodDescription(
                "listDeeds",
                "List what was done to a document",
                "Every state of its drafts and every release that changed it, what was done last first.",
                read("DraftHistory", page(_deed())),
                ("not-found",),
                parameters=DraftHistory.takes["get"],
                scope=scope,
            )
        },
    }


def chapter() -> SchemaExtension:
    """Return the chapter."""
    return SchemaExtension(
        NAME, ABOUT, tuple(curation_urls), {**_of_contributions(), **_of_drafts()}, _words(), _schemas()
    )

"""The chapter on contributions: what people offer from their cards, over the API."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from catalog.api_base.query_params import SLUG
from catalog.api_base.schema_extensions import BodyDescription, MethodDescription, SchemaExtension
from catalog.curation.contributions.quotas import QUOTAS
from catalog.curation.contributions.review import MESSAGE_LENGTH
from catalog.models.contributions import NOTE_LENGTH, SOURCE_LENGTH, ContributionState
from catalog.publishing.snapshots import MAX_NUMBER
from rulesapi.openapi.examples import given
from rulesapi.openapi.parts import ADDRESS, ROLE, an_object, ref

from ...api_tokens.models import Scope
from ...api_urls import contribution_urls
from ...contributing.api_documents import DECIDED, WAITING
from ...contributing.api_views import MAX_PAGE, PARAMETERS
from .chapter import IF_MATCH, JSON, NOT_MODIFIED

NAME = "Contributions"
ABOUT = (
    "Facts that you read off your own cards and offer to the curators, with a token of the scope `offer`. An offer "
    "changes nothing by itself: a curator accepts or declines it fact by fact, or asks back, and here you see what "
    f"became of each. You may offer {QUOTAS[0].a_day} a day and have {QUOTAS[0].waiting} waiting, and more once facts "
    "of yours were accepted. Photos go by the page of the card."
)
ID = 1204
URL = f"/api/v1/contributions/{ID}/"
THEN, NOW = "2026-11-21T18:02:11.402113Z", "2026-11-22T09:30:00.120044Z"
SLUG_SCHEMA = {"type": "string", "pattern": SLUG, "maxLength": 100}
TIME = {"type": "string", "format": "date-time"}
TEXT = {"type": "string", "maxLength": MESSAGE_LENGTH}
BODY = ("malformed-json", "too-large", "unsupported-media-type", "invalid-question")
CHANGE = ("not-found", "version-needed", "changed-meanwhile", "contribution-refused")
NUMBER = ("The number of the contribution.", {"type": "integer", "minimum": 1, "maximum": MAX_NUMBER}, ID)
WORDS: Mapping[str, tuple[str, dict[str, Any], Any]] = MappingProxyType({"contribution": NUMBER})


def contribution(**facts: Any) -> dict[str, Any]:
    """Return an example of one."""
    told = [
        {"fact": "cost", "value": 38, "state": DECIDED["accept"], "why": None},
        {"fact": "level", "value": 8, "state": WAITING, "why": None},
    ]
    return {
        "id": ID,
        "url": URL,
        "version": 3,
        "game": given()["game"]["slug"],
        "card": "balagos",
        "by": "ada",
        "role": None,
        "facts": told,
        "mends": False,
        "source": None,
        "page": None,
        "note": "From the starter box.",
        "thank": True,
        "state": ContributionState.ASKED.value,
        "talk": [{"who": "curator", "said": "Is the level a 6 or an 8?", "at": NOW}],
        "release": 12,
        "offered_at": THEN,
        "changed_at": NOW,
        **facts,
    }


def properties() -> dict[str, Any]:
    """Return what a contribution has."""
    states = [WAITING, *DECIDED.values()]
    fact = {
        "fact": {"type": "string", "description": "A field of the card."},
        "value": {"description": "What the printed card says: any JSON that the field takes."},
        "state": {"enum": states},
        "why": {"type": ["string", "null"], "description": "The reason of who declined or undid it."},
    }
    talk = {"who": {"enum": ["curator", "player"]}, "said": {"type": "string"}, "at": TIME}
    return {
        "id": {"type": "integer", "minimum": 1},
        "url": ADDRESS,
        "version": {"type": "integer", "minimum": 1, "description": "Counts what was done to it."},
        "game": SLUG_SCHEMA,
        "card": {**SLUG_SCHEMA, "description": "The slug of the card."},
        "by": {"type": ["string", "null"], "description": "Whose it is; null when the account is gone."},
        "role": ROLE,
        "facts": {"type": "array", "items": an_object("Offered fact", fact)},
        "mends": {"type": "boolean", "description": "Whether it says that the catalog is wrong."},
        "source": {"type": ["string", "null"], "description": "A title or a public address; null: the printed card."},
        "page": {"type": ["integer", "null"], "minimum": 1},
        "note": {"type": "string", "description": "A word to the curators."},
        "thank": {"type": "boolean", "description": "Whether the page of the card may name who offered it."},
        "state": {"enum": ContributionState.values},
        "talk": {"type": "array", "items": an_object("Asked or answered", talk)},
        "release": {"type": "integer", "minimum": 0, "description": "The newest when it was offered."},
        "offered_at": TIME,
        "changed_at": TIME,
    }


def listed(title: str, results: str) -> dict[str, Any]:
    """Return the schema of a page of a list."""
    following = {"type": ["string", "null"], "description": "The address of the next page; null on the last."}
    return an_object(title, {"next": following, "results": {"type": "array", "items": ref(results)}})


def read(component: str, example: Any) -> dict[int, BodyDescription]:
    """Return what a read answers."""
    return {200: BodyDescription(component, {"As it is answered": example}, ("ETag",)), 304: NOT_MODIFIED}


def done(component: str, example: Any) -> dict[int, BodyDescription]:
    """Return what a change answers."""
    return {200: BodyDescription(component, {"As it is answered": example}, ("ETag",))}


def page(example: Any) -> dict[str, Any]:
    """Return an example of a page."""
    return {"next": None, "results": [example]}


def _schemas() -> dict[str, Any]:
    to_offer = {
        "game": SLUG_SCHEMA,
        "card": SLUG_SCHEMA,
        "facts": {"type": "object", "description": "Fields of the card with their values, as its schema has them."},
        "source": {"type": "string", "maxLength": SOURCE_LENGTH, "description": "Left out: the printed card."},
        "page": {"type": ["integer", "null"], "minimum": 1, "maximum": MAX_PAGE},
        "note": {"type": "string", "maxLength": NOTE_LENGTH},
        "mends": {"type": "boolean", "description": "Needed to say that the catalog is wrong."},
        "thank": {"type": "boolean"},
    }
    optional = ("source", "page", "note", "mends", "thank")
    return {
        "Contribution": an_object("Contribution", properties()),
        "ContributionList": listed("Contributions", "Contribution"),
        "ContributionToOffer": an_object("Facts to offer", to_offer, optional=optional),
        "ContributionAnswer": an_object("Answer to a curator", {"answer": TEXT}),
    }


def _methods() -> dict[str, dict[str, MethodDescription]]:
    scope = Scope.OFFER.value
    offered = {"game": given()["game"]["slug"], "card": "balagos", "facts": {"cost": 38, "level": 8}}
    answered = contribution(state=ContributionState.OFFERED.value)
    return {
        "api-contributions": {
            "get": MethodDescription(
                "listContributions",
                "List what you have offered",
                "What was offered last comes first.",
                read("ContributionList", page(contribution())),
                parameters=PARAMETERS,
                scope=scope,
            ),
            "post": MethodDescription(
                "offerFacts",
                "Offer facts of a card",
                "What the catalog knows as well is left out; what it knows otherwise is taken with `mends`. The same "
                "facts offered twice are one contribution, and a newer offer of the same facts takes the place of an "
                "older one that waits.",
                {
                    201: BodyDescription(
                        "Contribution", {"As it is answered": contribution()}, ("ETag", "Location"), "It is offered."
                    )
                },
                (*BODY, "invalid-contribution", "contribution-refused"),
                {JSON: BodyDescription("ContributionToOffer", {"From the printed card": offered})},
                scope=scope,
            ),
        },
        "api-contribution": {
            "get": MethodDescription(
                "getContribution",
                "Read a contribution of yours",
                "With what became of each fact. Somebody else’s is not found, as if there were none.",
                read("Contribution", contribution()),
                ("not-found",),
                scope=scope,
            ),
            "delete": MethodDescription(
                "takeBack",
                "Take a contribution back",
                "While it waits. What of it was accepted before stays accepted.",
                {204: BodyDescription(about="It is taken back.")},
                CHANGE,
                headers=IF_MATCH,
                scope=scope,
            ),
        },
        "api-contribution-answer": {
            "post": MethodDescription(
                "answerCurator",
                "Answer a curator",
                "Where a curator has asked about it.",
                done("Contribution", answered),
                (*BODY, *CHANGE),
                {JSON: BodyDescription("ContributionAnswer", {"An answer": {"answer": "An 8: I have two copies."}})},
                headers=IF_MATCH,
                scope=scope,
            )
        },
    }


def chapter() -> SchemaExtension:
    """Return the chapter."""
    return SchemaExtension(NAME, ABOUT, tuple(contribution_urls), _methods(), WORDS, _schemas())

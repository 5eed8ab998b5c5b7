"""Title, description and other fixed parts of the API description, as settings of drf-spectacular."""

from typing import Any

DESCRIPTION = """\
Cards of miniatures games, and verdicts on army lists that say why.

Cards and verdicts need no account: reading and judging are open to every origin, without credentials. Legions that \
somebody keeps are reached with a personal token. Every document comes \
from a release of the catalog, a numbered state that never changes; leave `release` out for the newest. Lists are \
walked by following `next`. A legion that breaks rules gets a verdict with status 200; what cannot be read gets a \
problem (RFC 9457).

Responses that belong to no account are compressed where `Accept-Encoding` asks for it. Each coding has an `ETag` of \
its own, and `If-Match` takes any of them.

Additions are compatible and can come at any time: new fields, new kinds, new codes. Nothing is removed, and no code \
changes its meaning, under `/api/v1/`.

A legion is an army list of any game here, also of a game whose players call theirs a warband.

Muster is unofficial and connected with no publisher. Facts of cards belong to nobody; the wording is Muster's own.
"""
TAGS = [
    {"name": "Verdicts", "description": "Judge legions, and ask what would change them."},
    {"name": "Cards", "description": "Cards, the sets they came in, and the games they belong to."},
    {"name": "Rules", "description": "The rules, formats and house rules that legions are judged by."},
    {"name": "Play", "description": "What the rulebook says of a situation at the table, step by step."},
    {"name": "Catalog", "description": "Releases of the catalog, the schemas of its documents, and this description."},
    {
        "name": "Legions",
        "description": (
            "Legions that somebody keeps, with a personal token: `Authorization: Bearer …`, made on the page of an "
            "account. A token with the scope `read` reads, one with `legions` changes too. A change names the state it "
            "is based on by its `ETag` in `If-Match`: without one it is refused with 428, and with 412 when the legion "
            "has moved on, so that no change is lost. Cookies open nothing here, and nothing of this answers other "
            "origins but what is shared."
        ),
    },
    {
        "name": "Webhooks",
        "description": (
            "Addresses of your programs, up to 5, which are told of each release by a POST, with a token of the scope "
            "`hooks`. Messages are `WebhookMessage`, signed as Standard Webhooks 1.0.0 says: the headers `webhook-id`, "
            "`webhook-timestamp` and `webhook-signature`, HMAC-SHA256 with the secret of the webhook. Any answer from "
            "200 to 299 within 15 seconds takes a message; else it is tried 8 times in about a day, under the same id."
        ),
    },
    {
        "name": "Wanted facts",
        "description": (
            "What the catalog does not know yet, and can be read off a printed card. Whoever has the card tells it at "
            "the address in `page`, and curators look at it before it enters the catalog."
        ),
    },
    {
        "name": "Contributions",
        "description": (
            "Facts that you read off your own cards and offer to the curators, with a token of the scope `offer`. An "
            "offer changes nothing by itself: a curator accepts or declines it fact by fact, or asks back, and here you"
            " see what became of each. You may offer 30 a day and have 100 waiting, and more once facts of yours were "
            "accepted. Photos go by the page of the card."
        ),
    },
    {
        "name": "Curation",
        "description": (
            "For curators, with a token of the scope `curate`: it is made by who has taken a second step, and opens as "
            "long as they are curators, and for the games that they keep. What is of other games is not found. Nothing "
            "here publishes: approved drafts are gathered into a release in the admin."
        ),
    },
]
COMPONENTS = {
    "securitySchemes": {
        "token": {
            "type": "http",
            "scheme": "bearer",
            "description": "A personal token, made on the page of one's account. Cookies open nothing here.",
        }
    },
    "headers": {
        "ETag": {
            "description": "A strong validator: send it back in If-None-Match.",
            "schema": {"type": "string"},
        },
        "Muster-Release": {"description": "The release this is from.", "schema": {"type": "integer"}},
        "Location": {"description": "The address of what was made.", "schema": {"type": "string"}},
        "Muster-Revision": {"description": "The revision of the document.", "schema": {"type": "integer"}},
    },
}
WEBHOOK_HEADERS = {
    "webhook-id": "The id of the message, the same each time that it is sent.",
    "webhook-timestamp": "When it was sent, in seconds since 1970.",
    "webhook-signature": "`v1,` and the signature in base64; two with a space between after a change of secret.",
}
WEBHOOKS = {
    "message": {
        "post": {
            "operationId": "receiveMessage",
            "summary": "Take a message about a release, or a test",
            "description": "Sent to the address of each active webhook, signed as Standard Webhooks 1.0.0 says.",
            "tags": ["Webhooks"],
            "security": [],
            "parameters": [
                {"name": name, "in": "header", "required": True, "description": about, "schema": {"type": "string"}}
                for name, about in WEBHOOK_HEADERS.items()
            ],
            "requestBody": {
                "required": True,
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/WebhookMessage"}}},
            },
            "responses": {
                "2XX": {"description": "The message is taken."},
                "410": {"description": "Nobody takes messages here any more: the webhook is switched off."},
                "default": {"description": "It is sent again later, 8 times in about a day."},
            },
        }
    }
}
"""Messages that Muster sends itself; drf-spectacular would require a view for them."""


def add_webhooks(result: dict[str, Any], **_context: Any) -> dict[str, Any]:
    """Add the webhook messages to a description."""
    return {**result, "webhooks": WEBHOOKS}


SETTINGS = {
    "OAS_VERSION": "3.1.1",
    "TITLE": "Muster",
    "VERSION": "1.0.0",
    "DESCRIPTION": DESCRIPTION,
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "SERVERS": [{"url": "/"}],
    "TAGS": TAGS,
    "APPEND_COMPONENTS": COMPONENTS,
    "POSTPROCESSING_HOOKS": ["catalog.api_base.openapi.hooks.complete", "config.openapi.add_webhooks"],
    "SORT_OPERATIONS": False,  # operations keep the order of the URLs
    "ENABLE_DJANGO_DEPLOY_CHECK": False,  # the description is built in advance, and tests compare it
}

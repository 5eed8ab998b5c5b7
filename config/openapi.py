"""Title, description and other fixed parts of the API description, as settings of drf-spectacular."""

from typing import Any

DESCRIPTION = """\
Cards of miniatures games, and verdicts on army lists with their reasons.

Cards and verdicts need no account: reading and judging are open to every origin, without credentials. The saved \
legions of an account need a personal token. Every document belongs \
to a release of the catalog, a numbered state that never changes; leave `release` out for the newest. Follow `next` \
for the next page of a list. A legion that breaks rules gets a verdict with status 200; input that cannot be read gets \
a problem (RFC 9457).

Responses that belong to no account are compressed if `Accept-Encoding` asks for it. Each encoding has its own `ETag`, \
and `If-Match` takes any of them.

Additions are compatible and can come at any time: new fields, new kinds, new codes. Nothing is removed, and no code \
changes its meaning, under `/api/v1/`.

A legion is an army list of any game here, also of a game whose players call theirs a warband.

Muster is unofficial and not connected with any publisher. Nobody owns the facts of cards; the wording is Muster's own.
"""
TAGS = [
    {"name": "Verdicts", "description": "Judge legions, and find fixes, cards and completions for them."},
    {"name": "Cards", "description": "Cards, the sets they came in, and the games they belong to."},
    {"name": "Rules", "description": "The rules, formats and house rules for legions."},
    {"name": "Play", "description": "Situations at the table, resolved step by step with the pages of the rulebook."},
    {"name": "Catalog", "description": "Releases of the catalog, the schemas of its documents, and this description."},
    {
        "name": "Legions",
        "description": (
            "The saved legions of an account, with a personal token: `Authorization: Bearer …`. Create a token on the "
            "page of your account. The scope `read` allows reading, `legions` also changes. A change names the state "
            "it is based on by its `ETag` in `If-Match`: without one it is refused with 428, and with 412 if the "
            "legion has changed since, so that no change is lost. Cookies are not accepted here, and only shared "
            "legions can be read from other origins."
        ),
    },
    {
        "name": "Webhooks",
        "description": (
            "Addresses of your programs, up to 5, that receive a POST for each release; needs a token with the scope "
            "`hooks`. Messages are `WebhookMessage`, signed according to Standard Webhooks 1.0.0: the headers "
            "`webhook-id`, `webhook-timestamp` and `webhook-signature`, HMAC-SHA256 with the secret of the webhook. "
            "Any status from 200 to 299 within 15 seconds accepts a message; otherwise it is tried 8 times in about a "
            "day, with the same id."
        ),
    },
    {
        "name": "Wanted facts",
        "description": (
            "Facts that are printed on a card and missing in the catalog. If you have the card, enter them at the "
            "address in `page`; curators review them before they enter the catalog."
        ),
    },
    {
        "name": "Contributions",
        "description": (
            "Facts from your own cards that you offer to the curators, with a token of the scope `offer`. An offer "
            "changes nothing by itself: a curator accepts or declines each fact or asks a question, and you see the "
            "decisions here. You may make 30 offers a day and have 100 pending, and more once facts of yours were "
            "accepted. Upload photos on the page of the card."
        ),
    },
    {
        "name": "Curation",
        "description": (
            "For curators, with a token of the scope `curate`. Creating one requires a second factor; it is valid "
            "while you are a curator, and for the games that you curate. Documents of other games are not found. "
            "Nothing here publishes: approved drafts are released in the admin."
        ),
    },
]
COMPONENTS = {
    "securitySchemes": {
        "token": {
            "type": "http",
            "scheme": "bearer",
            "description": "A personal token, created on the page of your account. Cookies are not accepted.",
        }
    },
    "headers": {
        "ETag": {
            "description": "A strong validator: send it back in If-None-Match.",
            "required": True,
            "schema": {"type": "string"},
        },
        "Muster-Release": {
            "description": "The release of the response.",
            "required": True,
            "schema": {"type": "integer"},
        },
        "Location": {
            "description": "The address of the new resource.",
            "required": True,
            "schema": {"type": "string"},
        },
        "Link": {
            "description": "The card that this card is played with, as a relative address; without one there is no such"
            " header.",
            "schema": {"type": "string"},
        },
        "Muster-Revision": {
            "description": "The revision of the document.",
            "required": True,
            "schema": {"type": "integer"},
        },
    },
}
WEBHOOK_HEADERS = {
    "webhook-id": "The id of the message, the same on each attempt.",
    "webhook-timestamp": "The time of sending, in seconds since 1970.",
    "webhook-signature": (
        "`v1,` and the signature in base64; after a change of the secret two signatures, separated by a space."
    ),
}
WEBHOOKS = {
    "message": {
        "post": {
            "operationId": "receiveMessage",
            "summary": "Receive a message about a release, or a test",
            "description": "Sent to the address of each active webhook, signed according to Standard Webhooks 1.0.0.",
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
                "2XX": {"description": "The message is accepted."},
                "410": {"description": "The address no longer accepts messages: the webhook is switched off."},
                "default": {"description": "The message is sent again later, 8 times in about a day."},
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

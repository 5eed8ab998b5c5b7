"""The chapter on webhooks: each method of each address, and what is sent to one."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from catalog.api_base.query_params import SLUG
from catalog.api_base.schema_extensions import BodyDescription, MethodDescription, SchemaExtension
from legions.webhooks.delivery import MAX_TRIES, SORTS
from legions.webhooks.models import MAX_RESPONSE_LENGTH, URL_LENGTH, Delivery, Try, Webhook
from legions.webhooks.services import MAX_HOOKS
from rulesapi.openapi.examples import given
from rulesapi.openapi.parts import ADDRESS, an_object, ref

from ...api_tokens.models import Scope
from ...api_urls import webhook_urls
from ...webhooks.api_views import DeliveryList
from .chapter import IF_MATCH, JSON, NOT_MODIFIED

NAME = "Webhooks"
ABOUT = (
    f"Addresses of your programs, up to {MAX_HOOKS}, which are told of each release by a POST, with a token of the "
    "scope `hooks`. Messages are `WebhookMessage`, signed as Standard Webhooks 1.0.0 says: the headers `webhook-id`, "
    "`webhook-timestamp` and `webhook-signature`, HMAC-SHA256 with the secret of the webhook. Any answer from 200 to "
    f"299 within 15 seconds takes a message; else it is tried {MAX_TRIES} times in about a day, under the same id."
)
ID = "8f14e45f-ceea-467f-a9c3-1d2b3c4d5e6f"
DELIVERY = "c9f0f895-fb98-4b91-b1a5-6d7e8f9a0b1c"
THEN, NOW = "2026-11-21T18:02:11.402113Z", "2026-11-22T09:30:00.120044Z"
URL = "https://league.example.org/muster"
_UUID = {"type": "string", "format": "uuid"}
_TIME = {"type": "string", "format": "date-time"}
_NO_TIME = {"type": ["string", "null"], "format": "date-time"}
_COUNT = {"type": "integer", "minimum": 0}
_ABSOLUTE = {"type": "string", "maxLength": 2000, "description": "A whole address, host and all."}
WORDS: Mapping[str, tuple[str, dict[str, Any], Any]] = MappingProxyType(
    {"hook": ("The webhook’s id.", _UUID, ID), "delivery": ("The delivery’s id.", _UUID, DELIVERY)}
)
_BODY = ("malformed-json", "too-large", "unsupported-media-type", "invalid-question")
_CHANGE = ("not-found", "version-needed", "changed-meanwhile")


def hook() -> dict[str, Any]:
    """Return an example of a webhook."""
    return {
        "id": ID,
        "address": f"/api/v1/webhooks/{ID}/",
        "url": URL,
        "active": True,
        "off": None,
        "former_secret_until": None,
        "created_at": THEN,
    }


def message(host: str) -> dict[str, Any]:
    """Return an example of what is sent from a site at `host`."""
    counts = dict(zip(SORTS, (3, 2, 0, 1), strict=True))
    data = {
        "release": 12,
        "why": "The facts of wave 1",
        "games": [{"game": given()["game"]["slug"], **counts}],
        **counts,
        "changes": f"{host}/api/v1/changes/?since=11&release=12",
        "bulk": f"{host}/api/v1/bulk/?release=12",
    }
    return {"type": Delivery.Event.RELEASE.value, "timestamp": NOW, "data": data}


def delivery(**facts: Any) -> dict[str, Any]:
    """Return an example of a delivery."""
    tried = {"at": NOW, "milliseconds": 212, "status": 204, "trouble": None, "answer": ""}
    return {
        "id": DELIVERY,
        "url": f"/api/v1/webhooks/{ID}/deliveries/{DELIVERY}/",
        "message": f"msg_{DELIVERY.replace('-', '')}",
        "event": Delivery.Event.RELEASE.value,
        "release": 12,
        "state": Delivery.State.DELIVERED.value,
        "next_try_at": None,
        "created_at": NOW,
        "tries": [tried],
        **facts,
    }


def _waiting() -> dict[str, Any]:
    ping = {"event": Delivery.Event.PING.value, "release": None}
    return delivery(**ping, state=Delivery.State.WAITING.value, next_try_at=NOW, tries=[])


def _schemas() -> dict[str, Any]:
    secret = {"type": "string", "pattern": "^whsec_", "maxLength": 100, "description": "Told this once: keep it."}
    of_hook = {
        "id": _UUID,
        "address": ADDRESS,
        "url": {"type": "string", "maxLength": URL_LENGTH, "description": "Where messages are sent."},
        "active": {"type": "boolean", "description": "Whether it is told of releases."},
        "off": {"enum": [*Webhook.Off.values, None], "description": "Why it is not; null while it is."},
        "former_secret_until": {**_NO_TIME, "description": "Until when the secret before this one signs as well."},
        "created_at": _TIME,
    }
    counts = dict.fromkeys(SORTS, _COUNT)
    game = {"type": "string", "pattern": SLUG, "maxLength": 100}
    release = {
        "release": {"type": "integer", "minimum": 1},
        "why": {"type": "string"},
        "games": {"type": "array", "items": an_object("What changed of a game", {"game": game, **counts})},
        **counts,
        "changes": {**_ABSOLUTE, "description": "What changed, document by document."},
        "bulk": {**_ABSOLUTE, "description": "The files of the whole catalog, with their SHA-256."},
    }
    of_delivery = {
        "id": _UUID,
        "url": ADDRESS,
        "message": {"type": "string", "description": "What it is sent under as webhook-id, at each try."},
        "event": {"enum": Delivery.Event.values},
        "release": {"type": ["integer", "null"], "minimum": 1},
        "state": {"enum": Delivery.State.values},
        "next_try_at": {**_NO_TIME, "description": "When it is tried next; null when it is not."},
        "created_at": _TIME,
        "tries": {"type": "array", "items": ref("WebhookTry")},
    }
    return {
        "Webhook": an_object("Webhook", of_hook),
        "WebhookWithSecret": an_object("Webhook with its secret", {**of_hook, "secret": secret}),
        "WebhookList": _list("Webhooks", "Webhook"),
        "WebhookToAdd": an_object("Webhook to add", {"url": of_hook["url"]}),
        "WebhookToHave": an_object(
            "Webhook to have", {"url": of_hook["url"], "active": of_hook["active"]}, optional=("active",)
        ),
        "WebhookTry": an_object(
            "Try to deliver",
            {
                "at": _TIME,
                "milliseconds": {**_COUNT, "description": "How long it took."},
                "status": {"type": ["integer", "null"], "description": "Null where there was no answer."},
                "trouble": {"enum": [*Try.Trouble.values, None], "description": "Null when it was taken."},
                "answer": {
                    "type": "string",
                    "maxLength": MAX_RESPONSE_LENGTH,
                    "description": "The first of the answer.",
                },
            },
        ),
        "WebhookDelivery": an_object("Delivery to a webhook", of_delivery),
        "WebhookDeliveryList": _list("Deliveries to a webhook", "WebhookDelivery"),
        "WebhookMessage": {
            "title": "Message to a webhook",
            "description": "What is sent to a webhook. Types and fields may be added.",
            "examples": [message("https://muster.example")],
            "oneOf": [
                _message("release.published", "A release is published", release),
                _message("ping", "A test", {"webhook": _ABSOLUTE}),
            ],
        },
    }


def _message(event: str, title: str, data: dict[str, Any]) -> dict[str, Any]:
    return an_object(title, {"type": {"const": event}, "timestamp": _TIME, "data": an_object(f"{title}: data", data)})


def _list(title: str, results: str) -> dict[str, Any]:
    following = {"type": ["string", "null"], "description": "The address of the next page; null on the last."}
    return an_object(title, {"next": following, "results": {"type": "array", "items": ref(results)}})


def _read(component: str, example: Any) -> dict[int, BodyDescription]:
    return {200: BodyDescription(component, {"As it is answered": example}, ("ETag",)), 304: NOT_MODIFIED}


def _page(example: Any) -> dict[str, Any]:
    return {"next": None, "results": [example]}


def _methods() -> dict[str, dict[str, MethodDescription]]:
    scope = Scope.HOOKS.value
    secret = {**hook(), "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}
    sent = {
        202: BodyDescription("WebhookDelivery", {"It waits": _waiting()}, ("ETag", "Location"), "The worker sends it.")
    }
    return {
        "api-webhooks": {
            "get": MethodDescription(
                "listWebhooks",
                "List your webhooks",
                "All of them; secrets are in no answer but those that make one.",
                _read("WebhookList", _page(hook())),
                scope=scope,
            ),
            "post": MethodDescription(
                "addWebhook",
                "Add a webhook",
                "An address on the open internet, https alone, with port 443 or one from 1024 on. The secret stands in "
                "this answer and in no other.",
                {
                    201: BodyDescription(
                        "WebhookWithSecret", {"As it is answered": secret}, ("ETag", "Location"), "It is added."
                    )
                },
                (*_BODY, "too-many-webhooks", "webhook-there"),
                {JSON: BodyDescription("WebhookToAdd", {"An address": {"url": URL}})},
                scope=scope,
            ),
        },
        "api-webhook": {
            "get": MethodDescription(
                "getWebhook",
                "Read a webhook",
                "As it is now. Somebody else’s is not found, as if there were none.",
                _read("Webhook", hook()),
                ("not-found",),
                scope=scope,
            ),
            "put": MethodDescription(
                "changeWebhook",
                "Change a webhook",
                "Have it lead elsewhere, switch it off, or on again after it was switched off. What waits for one that "
                "is switched off is not sent.",
                {200: BodyDescription("Webhook", {"As it is answered": hook()}, ("ETag",))},
                (*_BODY, *_CHANGE, "webhook-there"),
                {JSON: BodyDescription("WebhookToHave", {"Switched off": {"url": URL, "active": False}})},
                headers=IF_MATCH,
                scope=scope,
            ),
            "delete": MethodDescription(
                "removeWebhook",
                "Remove a webhook",
                "With its log. Nothing is sent to it any more.",
                {204: BodyDescription(about="It is gone.")},
                _CHANGE,
                headers=IF_MATCH,
                scope=scope,
            ),
        },
        "api-webhook-secret": {
            "post": MethodDescription(
                "renewSecret",
                "Make a new secret",
                "For a day messages carry two signatures, one with each secret; after it the former one is no more.",
                {200: BodyDescription("WebhookWithSecret", {"As it is answered": secret}, ("ETag",))},
                _CHANGE,
                headers=IF_MATCH,
                scope=scope,
            )
        },
        "api-webhook-ping": {
            "post": MethodDescription(
                "pingWebhook",
                "Test a webhook",
                "Sends a message of the type `ping` on the way that every message takes, once. What came of it "
                "stands at the address in `Location`.",
                sent,
                ("not-found",),
                scope=scope,
            )
        },
        "api-webhook-deliveries": {
            "get": MethodDescription(
                "listDeliveries",
                "List what was sent",
                "The latest first, each with what came of every try. It is kept for 30 days, 200 messages at most.",
                _read("WebhookDeliveryList", _page(delivery())),
                ("not-found",),
                parameters=DeliveryList.takes["get"],
                scope=scope,
            )
        },
        "api-webhook-delivery": {
            "get": MethodDescription(
                "getDelivery",
                "Read a delivery",
                "As it is now.",
                _read("WebhookDelivery", delivery()),
                ("not-found",),
                scope=scope,
            )
        },
        "api-webhook-delivery-again": {
            "post": MethodDescription(
                "sendAgain",
                "Send a delivery again",
                "The same message under the same id, from the first try on.",
                sent,
                ("not-found",),
                scope=scope,
            )
        },
    }


def chapter() -> SchemaExtension:
    """Return the chapter on webhooks."""
    return SchemaExtension(NAME, ABOUT, tuple(webhook_urls), _methods(), WORDS, _schemas())

"""API documents of webhooks and deliveries."""

from typing import Any

from django.urls import reverse

from catalog.api_base.renderers import dumps
from catalog.api_base.response_cache import digest_etag
from legions.webhooks.models import Delivery, DeliveryAttempt, Webhook


def webhook_document(hook: Webhook) -> dict[str, Any]:
    """Return a webhook, without its secret."""
    return {
        "id": str(hook.pk),
        "address": reverse("api-webhook", args=[hook.pk]),
        "url": hook.url,
        "active": not hook.off,
        "off": hook.off or None,
        "former_secret_until": hook.former_until,
        "created_at": hook.created_at,
    }


def etag_of(hook: Webhook) -> str:
    """Return an entity tag for the present state of a webhook."""
    return digest_etag(dumps([hook.url, hook.off, hook.secret]))


def delivery_document(row: Delivery) -> dict[str, Any]:
    """Return a delivery with its attempts."""
    return {
        "id": str(row.pk),
        "url": reverse("api-webhook-delivery", args=[row.hook_id, row.pk]),
        "message": row.message,
        "event": row.event,
        "release": row.release,
        "state": row.state,
        "next_try_at": row.next_at,
        "created_at": row.created_at,
        "tries": [attempt_document(one) for one in row.log.all()],
    }


def attempt_document(attempt: DeliveryAttempt) -> dict[str, Any]:
    """Return the result of an attempt."""
    return {
        "at": attempt.at,
        "milliseconds": attempt.took,
        "status": attempt.status,
        "trouble": attempt.trouble or None,
        "answer": attempt.answer,
    }

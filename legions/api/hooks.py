"""How webhooks and what was sent to them look to programs."""

from typing import Any

from django.urls import reverse

from legions.hooks.models import Delivery, Try, Webhook
from rulesapi.kept import mark
from rulesapi.renderers import dumps


def whole(hook: Webhook) -> dict[str, Any]:
    """Return a webhook; its secret is in no document."""
    return {
        "id": str(hook.pk),
        "address": reverse("api-webhook", args=[hook.pk]),
        "url": hook.url,
        "active": not hook.off,
        "off": hook.off or None,
        "former_secret_until": hook.former_until,
        "created_at": hook.created_at,
    }


def mark_of(hook: Webhook) -> str:
    """Return what tells this state of a webhook from every other."""
    return mark(dumps([hook.url, hook.off, hook.secret]))


def delivery(row: Delivery) -> dict[str, Any]:
    """Return a delivery with what came of each try."""
    return {
        "id": str(row.pk),
        "url": reverse("api-webhook-delivery", args=[row.hook_id, row.pk]),
        "message": row.message,
        "event": row.event,
        "release": row.release,
        "state": row.state,
        "next_try_at": row.next_at,
        "created_at": row.created_at,
        "tries": [one_try(one) for one in row.log.all()],
    }


def one_try(one: Try) -> dict[str, Any]:
    """Return what came of a try."""
    return {
        "at": one.at,
        "milliseconds": one.took,
        "status": one.status,
        "trouble": one.trouble or None,
        "answer": one.answer,
    }

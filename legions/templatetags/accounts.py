"""Template tags for account pages: JSON options for scripts, secrets in groups, device names."""

import json
from datetime import datetime
from typing import Any

from django import template
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.urls import reverse
from django.utils.safestring import SafeString

from catalog import permissions
from catalog.admin.role_badges import name_with_badge
from catalog.models.contributions import NOTE_LENGTH
from legions import permissions as legion_permissions
from legions.accounts import pending_posts, user_agents
from legions.accounts.holders import GUEST_RETENTION
from legions.collection.models import Collection
from legions.saved_lists.models import Legion
from legions.site import qr_codes as codes

register = template.Library()


@register.filter
def as_json(value: Any) -> str:
    """Return a value as JSON, for an attribute read by a script."""
    return json.dumps(value, cls=DjangoJSONEncoder)


@register.filter
def qr(text: str) -> SafeString:
    """Return a QR code as SVG."""
    return codes.qr_svg(text)


@register.filter
def in_fours(secret: str) -> str:
    """Return a secret in groups of four letters, which are easier to type."""
    return " ".join(secret[start : start + 4] for start in range(0, len(secret), 4))


@register.simple_tag(takes_context=True)
def pending_note(context: template.Context, legion: Legion, card: str) -> str:
    """Return the note that was posted with the offer of a card before its player logged in."""
    request = context.get("request")
    post = pending_posts.pending_post(request, reverse("legion-offer", args=[legion.pk])) if request else None
    return post.get("note", "")[:NOTE_LENGTH] if post is not None and post.get("card") == card else ""


@register.filter
def stored_until(owned: Legion | Collection) -> datetime | None:
    """Return the time until which unchanged data of a guest is stored; None for data of an account."""
    return None if owned.guest_key is None else owned.updated_at + GUEST_RETENTION


@register.filter
def device(agent: str) -> str:
    """Return a user agent in words."""
    return user_agents.describe(agent)


@register.simple_tag(takes_context=True)
def named(context: template.Context, user: Any, otherwise: str = "", called: str = "") -> SafeString | str:
    """Return the name of an account, or `called`, with the badge of its role; `otherwise` if there is no account.

    The badge of each account is read once per request.
    """
    if user is None:
        return otherwise
    known = context["request"].__dict__.setdefault("_badges", {})
    if user.pk not in known:
        known[user.pk] = permissions.badge_of(user)
    return name_with_badge(called or user, known[user.pk])


@register.filter
def needs_second_step(user: Any) -> bool:
    """Return whether a user needs a second step before they may do their work here."""
    return legion_permissions.needs_second_factor(user)


@register.filter
def waives_second_step(user: Any) -> bool:
    """Return whether a user would need a second step if this were not a demo."""
    return bool(user.is_authenticated and user.is_staff and settings.DEMO)

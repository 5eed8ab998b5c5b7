"""What the pages of an account need besides: options for a script, secrets to read off, devices in words."""

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
    """Return a value as JSON, for an attribute that a script reads."""
    return json.dumps(value, cls=DjangoJSONEncoder)


@register.filter
def qr(text: str) -> SafeString:
    """Draw a QR code."""
    return codes.qr_svg(text)


@register.filter
def in_fours(secret: str) -> str:
    """Return a secret in groups of four, which can be typed off."""
    return " ".join(secret[start : start + 4] for start in range(0, len(secret), 4))


@register.simple_tag(takes_context=True)
def pending_note(context: template.Context, legion: Legion, card: str) -> str:
    """Return the note that was posted with the offer of a card before its player logged in."""
    request = context.get("request")
    post = pending_posts.pending_post(request, reverse("legion-offer", args=[legion.pk])) if request else None
    return post.get("note", "")[:NOTE_LENGTH] if post is not None and post.get("card") == card else ""


@register.filter
def stored_until(owned: Legion | Collection) -> datetime | None:
    """Return until when something of a guest's is stored unless it changes; None for what is an account's."""
    return None if owned.guest_key is None else owned.updated_at + GUEST_RETENTION


@register.filter
def device(agent: str) -> str:
    """Return what a device calls itself in words."""
    return user_agents.describe(agent)


@register.simple_tag(takes_context=True)
def named(context: template.Context, user: Any, otherwise: str = "", called: str = "") -> SafeString | str:
    """Return the name of an account, or what it is `called`, with the badge of its role; `otherwise` for no account.

    The role of one account is read once for a request, however often it is named.
    """
    if user is None:
        return otherwise
    known = context["request"].__dict__.setdefault("_badges", {})
    if user.pk not in known:
        known[user.pk] = permissions.badge_of(user)
    return name_with_badge(called or user, known[user.pk])


@register.filter
def needs_second_step(user: Any) -> bool:
    """Whether somebody may not do their work here without a second step."""
    return legion_permissions.needs_second_factor(user)


@register.filter
def waives_second_step(user: Any) -> bool:
    """Whether somebody would need a second step if this were no demonstration."""
    return bool(user.is_authenticated and user.is_staff and settings.DEMO)

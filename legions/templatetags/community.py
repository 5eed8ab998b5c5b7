"""Template tags for comments, favourites and the reasons of moderators."""

from typing import Any

from django import template
from django.template.context import RequestContext

from legions.campaigns.models import SharedAdventure
from legions.community.comments import CommentThread
from legions.community.favourites import FavouriteMark
from legions.community.moderation import ReportTarget, hidden_reason
from legions.saved_lists.models import Legion

register = template.Library()


@register.simple_tag
def why_barred(legion: Legion) -> str:
    """Return the reason why a moderator removed a legion from the public gallery."""
    return hidden_reason(ReportTarget("legion", legion))


@register.simple_tag
def why_page_hidden(user: Any) -> str:
    """Return the reason why a moderator hid the profile page of a user."""
    return hidden_reason(ReportTarget("person", user))


@register.simple_tag
def why_adventure_hidden(shared: SharedAdventure) -> str:
    """Return the reason why a moderator hid a published adventure."""
    return hidden_reason(ReportTarget("adventure", shared))


@register.simple_tag(takes_context=True)
def comments(context: RequestContext, legion: Legion) -> CommentThread:
    """Return the comment thread of a public legion, from the view or, without one, built for the request."""
    thread = context.get("thread")
    return CommentThread.of_request(context.request, legion) if thread is None else thread


@register.simple_tag(takes_context=True)
def favourite(context: RequestContext, legion: Legion) -> FavouriteMark:
    """Return whether the viewer has marked a legion as a favorite, and how many have."""
    return FavouriteMark.of(context.request.user, legion)

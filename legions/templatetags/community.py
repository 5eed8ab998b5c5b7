"""What pages say of what people make of one another's legions."""

from typing import Any

from django import template

from legions.campaigns.models import SharedAdventure
from legions.community.moderation import ReportTarget, hidden_reason
from legions.saved_lists.models import Legion

register = template.Library()


@register.simple_tag
def why_barred(legion: Legion) -> str:
    """Return why a moderator took a legion out of the list for everybody."""
    return hidden_reason(ReportTarget("legion", legion))


@register.simple_tag
def why_page_hidden(user: Any) -> str:
    """Return why a moderator has hidden the name of somebody and the page about them."""
    return hidden_reason(ReportTarget("person", user))


@register.simple_tag
def why_adventure_hidden(shared: SharedAdventure) -> str:
    """Return why a moderator has hidden a published adventure."""
    return hidden_reason(ReportTarget("adventure", shared))

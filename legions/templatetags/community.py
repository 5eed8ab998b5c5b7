"""What pages say of what people make of one another's legions."""

from typing import Any

from django import template

from legions.community.moderating import Thing, why_hidden
from legions.models import Legion

register = template.Library()


@register.simple_tag
def why_barred(legion: Legion) -> str:
    """Return why a moderator took a legion out of the list for everybody."""
    return why_hidden(Thing("legion", legion))


@register.simple_tag
def why_page_hidden(user: Any) -> str:
    """Return why a moderator has hidden the name of somebody and the page about them."""
    return why_hidden(Thing("person", user))

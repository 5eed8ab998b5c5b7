"""Template tags for read-only lists."""

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django import template
from django.urls import reverse

from legions.play.play_hooks import play_hooks

if TYPE_CHECKING:
    from legions.table.pick_views import PickView

register = template.Library()


@register.simple_tag
def odds_links(source: str, pick: "PickView") -> list[tuple[str, str]]:
    """Return the attacks of a pick, each with the address of its odds page.

    `source` is the list in odds addresses: the id of a user's list, or `/s/<key>/` of a shared one; empty for a list
    without an address.
    """
    if not source:
        return []
    address = reverse("odds", args=[pick.card.game])
    return [
        (name, f"{address}?{urlencode({'attacker': source, 'weapon': f'{pick.index}.{number}'}, safe='/')}")
        for number, name in enumerate(play_hooks(pick.card.game).attacks(pick.card.document))
    ]

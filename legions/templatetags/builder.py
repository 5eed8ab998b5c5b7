"""What the builder's templates can ask for: links that choose a place, lengths that fit a bar."""

from django import template
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from legions.presenting.bench import Bench

register = template.Library()


@register.simple_tag
def choose(bench: Bench, index: int | None, slot: str = "all") -> SafeString:
    """Return the attributes of a link that opens the drawer for a pick's slot (`all`: any), or for a creature."""
    at = {"at": f"/picks/{index}", "slot": slot} if index is not None else {"slot": "creature"}
    card = {"card": bench.card} if bench.card else {}
    address = f"{bench.address}?{urlencode({**card, **at})}".replace("%2F", "/")
    return format_html(
        'href="{}#drawer" hx-get="{}" hx-push-url="true" hx-headers=\'{{"Muster-Focus": "drawer"}}\'', address, address
    )

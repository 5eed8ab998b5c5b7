"""What the builder's templates can ask for: links that choose a place, lengths that fit a bar."""

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from legions.presenting.bench import Bench
from legions.stock import CardView, Stock

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


@register.simple_tag
def card_lines(card: CardView, stock: Stock) -> SafeString:
    """Return what the drawer says of a card whatever the legion: rendered once a release and language."""
    name = f"lines:{get_language()}"
    if name not in card.kept:
        card.kept[name] = render_to_string("legions/_card_lines.html", {"card": card, "release": stock.release})
    return card.kept[name]

"""The play area of an adventure as SVG, drawn from its data: walls, start areas and tokens.

It is a sketch. The page next to it has all its information as text, so colors and positions alone carry no meaning.
"""

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

SCALE = 10
"""Drawing units per inch or square."""
MARGIN = 12


def map_sketch(adventure: Mapping[str, Any], *, in_squares: bool = False) -> SafeString:
    """Return the drawing; empty for an adventure without an area of its own."""
    area = adventure.get("area")
    if area is None:
        return SafeString("")
    width, depth = area["width"] * SCALE, area["depth"] * SCALE
    drawn = f'<rect class="map__area" width="{width}" height="{depth}"/>'
    drawn += "".join(_start(number, side) for number, side in enumerate(adventure["sides"], start=1))
    drawn += "".join(f'<path class="map__wall" d="{_edge(wall, width, depth)}"/>' for wall in area["walls"])
    drawn += "".join(map(_token, _placed(adventure)))
    size = (
        _("The play area, {width} by {depth} squares") if in_squares else _("The play area, {width} by {depth} inches")
    )
    title = size.format(width=area["width"], depth=area["depth"])
    return mark_safe(  # noqa: S308 - numbers are checked by the schema, words escaped
        f'<svg class="map" role="img" viewBox="{-MARGIN} {-MARGIN} {width + 2 * MARGIN} {depth + 2 * MARGIN}">'
        f"<title>{escape(title)}</title>{drawn}</svg>"
    )


def _start(number: int, side: Mapping[str, Any]) -> str:
    start = side.get("start")
    if start is None:
        return ""
    left, top = start["from_west"] * SCALE, start["from_north"] * SCALE
    width, depth = start["width"] * SCALE, start["depth"] * SCALE
    middle = f'x="{left + width / 2:g}" y="{top + depth / 2:g}"'
    return (
        f'<rect class="map__start" x="{left}" y="{top}" width="{width}" height="{depth}"/>'
        f'<text class="map__side" {middle}>{letter(number)}</text>'
    )


def side_letters(adventure: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield each side with its letter in the drawing."""
    for number, side in enumerate(adventure["sides"], start=1):
        yield letter(number), side


def letter(number: int) -> str:
    return chr(ord("A") + number - 1)


def _edge(wall: str, width: int, depth: int) -> str:
    paths = {
        "north": f"M0 0H{width}",
        "south": f"M0 {depth}H{width}",
        "west": f"M0 0V{depth}",
        "east": f"M{width} 0V{depth}",
    }
    return paths[wall]


def _placed(adventure: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    return (piece for piece in adventure.get("pieces", ()) if "from_west" in piece and "from_north" in piece)


def _token(piece: Mapping[str, Any]) -> str:
    at = piece["from_west"] * SCALE, piece["from_north"] * SCALE
    return (
        f'<circle class="map__token" cx="{at[0]}" cy="{at[1]}" r="9"/>'
        f'<text class="map__number" x="{at[0]}" y="{at[1]}">{piece["number"]}</text>'
    )

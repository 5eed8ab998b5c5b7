"""Maneuver cards: each dial as a chart with speeds upward, bearings across, and an arrow for each maneuver.

Shapes repeat the color of maneuvers: white ones are squares, green ones circles, red ones diamonds.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from catalog.faces.coats_of_arms import INK, arms_of, draw_arms
from catalog.faces.parts import AMBER, END, LINE, LINING, QUIET, footer, names, paper, svg_document, unknown
from catalog.faces.typography import SERIF, plain_text, schema_word, text

Maneuver = dict[str, Any]

# The columns of a chart from left to right, by bearing and side.
COLUMNS = (
    ("turn", "left"),
    ("bank", "left"),
    ("straight", "none"),
    ("bank", "right"),
    ("turn", "right"),
    ("turnabout", "none"),
    ("fall-back", "none"),
)
# A pivot does not move, so it is in the column of straight maneuvers, in the row of speed 0.
_PLACES = {place: column for column, place in enumerate(COLUMNS)} | {("pivot", "none"): 2}

# The arrows in a field of 24 x 24. Left arrows are mirrored right ones.
_ARROWS = {
    "straight": "M12 20V4M8 8L12 4L16 8",
    "bank": "M8 20V15C8 11 10 9 16 6M11.5 5.5L16 6L14 10",
    "turn": "M7 20V14Q7 9 12 9H19M15 5L19 9L15 13",
    "turnabout": "M7 20V9A5 5 0 0 1 17 9V19M13 15L17 19L21 15",
    "fall-back": "M12 4V20M8 16L12 20L16 16",
    "pivot": "M18 8A7 7 0 1 0 19 13M19 4V8.5H14.5",
}
# Background, stroke and arrow of a tile.
_INKS = {
    "white": ("#fffdf8", "#8b7f6a", INK),
    "green": ("#3f7335", "#28511f", "#fffdf8"),
    "red": ("#a8331f", "#73200f", "#fffdf8"),
}
_HEADS = {
    "ground": gettext_lazy("Ground"),
    "flight": gettext_lazy("Flight"),
    None: gettext_lazy("Which dial is not known"),
}
_ORDER = ("ground", "flight", None)

_START, _TOP, _FOOT = 44, 214, 822
_CHART = 96  # left edge of the columns, right of the speeds
_HEAD, _LARGEST = 40, 64


def maneuver_card(document: dict[str, Any], official: bool | None, set_name: str | None) -> str:
    """Return a maneuver card: arms and class on top, below them a chart for each dial."""
    arms = arms_of(document)
    drawing = [
        paper(arms),
        f'<rect x="{_START}" y="40" width="{END - _START - 16}" height="148" rx="8" fill="{arms.field[0]}"'
        f' opacity=".13"/><g transform="translate(60 50) scale(1.06)">{draw_arms(arms)}</g>',
        f'<g transform="translate(60 0)">{names(document.get("class"), _("Maneuver card"), 110, 380)}</g>',
        _charts(document.get("maneuvers")),
        footer(official, set_name),
    ]
    title = plain_text(document.get("name") or document.get("class") or _("A card whose name is not known"))
    arms_text = _("Arms: {arms}").format(arms=arms.blazon)
    words = f"{_('Maneuver card')}. {describe_maneuvers(document.get('maneuvers'))} {arms_text}"
    return svg_document(title, words, "".join(drawing))


def describe_maneuvers(maneuvers: list[Maneuver] | None) -> str:
    """Return all maneuvers in words, by dial and speed."""
    if maneuvers is None:
        return _("Its maneuvers are not known.")
    lists = (f"{_HEADS[dial]}: {', '.join(map(_word, listed))}." for dial, listed in _by_dial(maneuvers))
    return " ".join(lists)


def _word(maneuver: Maneuver) -> str:
    side = "" if maneuver["side"] == "none" else f" {schema_word(maneuver['side'])}"
    return f"{schema_word(maneuver['bearing'])}{side} {maneuver['speed']} {schema_word(maneuver['colour'])}"


def _by_dial(maneuvers: list[Maneuver]) -> list[tuple[str | None, list[Maneuver]]]:
    """Return the maneuvers of each existing dial, the fastest first."""
    ordered = sorted(maneuvers, key=lambda maneuver: (_ORDER.index(maneuver["dial"]), -maneuver["speed"]))
    return [(dial, list(listed)) for dial, listed in groupby(ordered, key=lambda maneuver: maneuver["dial"])]


def _charts(maneuvers: list[Maneuver] | None) -> str:
    if maneuvers is None:
        return unknown((_START + END) / 2, 480, 60, _("Maneuvers not known"))
    dials = _by_dial(maneuvers)
    rows = sum(len({one["speed"] for one in listed}) for _dial, listed in dials)
    size = min(_LARGEST, (_FOOT - _TOP - _HEAD * len(dials)) / max(rows, 1))
    drawing, y = [], float(_TOP)
    for dial, listed in dials:
        drawing.append(_head(dial, y))
        y += _HEAD
        for _speed, row in groupby(listed, key=lambda maneuver: maneuver["speed"]):
            drawing.append(_row(list(row), y, size))
            y += size
    return "".join(drawing)


def _head(dial: str | None, y: float) -> str:
    colour = AMBER if dial is None else QUIET
    label = text(_HEADS[dial].upper(), _START + 4, y + 24, 18, fill=colour, more=' letter-spacing="2"')
    return f'<path d="M{_START} {y + 34:g}H{END - 16}" stroke="{LINE}" stroke-width="1.5"/>{label}'


def _row(maneuvers: list[Maneuver], y: float, size: float) -> str:
    """Return one speed: its number and the tiles of its maneuvers. Maneuvers in the same place are side by side."""
    speed = text(
        str(maneuvers[0]["speed"]),
        70,
        y + size * 0.66,
        min(34, size * 0.62),
        fill=INK,
        face=SERIF,
        anchor="middle",
        more=LINING,
    )
    places: dict[int, list[Maneuver]] = {}
    for maneuver in maneuvers:
        places.setdefault(_PLACES.get((maneuver["bearing"], maneuver["side"]), 2), []).append(maneuver)
    wide = (END - 16 - _CHART) / len(COLUMNS)
    tiles = []
    for column, here in places.items():
        side = min(size * 0.86, wide * 0.94) / len(here)
        left = _CHART + wide * (column + 0.5) - side * len(here) / 2
        tiles += [_tile(one, left + side * place, y + (size - side) / 2, side) for place, one in enumerate(here)]
    return speed + "".join(tiles)


def _tile(maneuver: Maneuver, x: float, y: float, size: float) -> str:
    """Return the tile of a maneuver: its shape and color, its arrow, and its words as a tooltip."""
    ground, edge, arrow = _INKS[maneuver["colour"]]
    shape = {
        "white": '<rect x="1.5" y="1.5" width="21" height="21" rx="3"',
        "green": '<circle cx="12" cy="12" r="11"',
        "red": '<path d="M12 0L24 12L12 24L0 12Z"',
    }[maneuver["colour"]]
    turned = "translate(24 0) scale(-1 1) " if maneuver["side"] == "left" else ""
    small = 'translate(4.2 4.2) scale(.65)"' if maneuver["colour"] != "white" else 'translate(3 3) scale(.75)"'
    return (
        f'<g transform="translate({x:.5g} {y:.5g}) scale({size / 24:.4g})">'
        f"<title>{capfirst(_word(maneuver))}</title>"
        f'{shape} fill="{ground}" stroke="{edge}" stroke-width="1" stroke-linejoin="round"/>'
        f'<path transform="{turned}{small} d="{_ARROWS[maneuver["bearing"]]}" fill="none" stroke="{arrow}"'
        ' stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></g>'
    )

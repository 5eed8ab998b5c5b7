"""Maneuver cards: the chart of each dial below the arms of the class."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from catalog.faces.coats_of_arms import arms_of, draw_arms
from catalog.faces.drawn_card import DrawnCard
from catalog.faces.maneuver_charts import (
    FOOT_SHARE,
    ROW_SHARE,
    Maneuver,
    draw_chart,
    maneuver_charts,
    maneuver_words,
)
from catalog.faces.parts import AMBER, END, QUIET, footer, names, own_bar, paper, svg_document, unknown
from catalog.faces.typography import plain_text, text

_HEADS = {
    "ground": gettext_lazy("Ground"),
    "flight": gettext_lazy("Flight"),
    None: gettext_lazy("Which dial is not known"),
}

_START, _TOP, _FOOT = 44, 206, 826
_WIDE = END - 16 - _START
_HEAD, _GAP = 34, 10


def maneuver_card(card: DrawnCard) -> str:
    """Return a maneuver card: arms and class on top, below them a chart for each dial."""
    arms = arms_of(card.document)
    head = names(card.get("class"), _("Maneuver card"), 110, 380, own_name=card.is_own("class"))
    drawing = [
        paper(arms),
        f'<rect x="{_START}" y="40" width="{END - _START - 16}" height="148" rx="8" fill="{arms.field[0]}"'
        f' opacity=".13"/><g transform="translate(60 50) scale(1.06)">{draw_arms(arms)}</g>',
        f'<g transform="translate(60 0)">{head}</g>',
        _charts(card.get("maneuvers")),
        own_bar(card.is_own("maneuvers", "dials"), _TOP, _FOOT - _TOP, _START - 8),
        footer(card),
    ]
    title = card.title if card.get("name") else plain_text(card.get("class") or card.title)
    arms_text = _("Arms: {arms}").format(arms=arms.blazon)
    words = f"{_('Maneuver card')}. {describe_maneuvers(card.get('maneuvers'))} {arms_text}"
    return svg_document(title, words, "".join(drawing), named=card.is_named or bool(card.get("class")))


def describe_maneuvers(maneuvers: list[Maneuver] | None) -> str:
    """Return all maneuvers in words, by dial and speed."""
    if maneuvers is None:
        return _("Its maneuvers are not known.")
    return " ".join(
        f"{_HEADS[chart.dial]}: {', '.join(map(maneuver_words, chart.maneuvers))}."
        for chart in maneuver_charts(maneuvers)
    )


def _charts(maneuvers: list[Maneuver] | None) -> str:
    if maneuvers is None:
        return unknown((_START + END) / 2, 480, 60, _("Maneuvers not known"))
    charts = maneuver_charts(maneuvers)
    rows = sum(len(chart.rows) + FOOT_SHARE for chart in charts)
    row = min(_WIDE * ROW_SHARE, (_FOOT - _TOP - (_HEAD + _GAP) * len(charts)) / max(rows, 1))
    drawing, y = [], float(_TOP)
    for chart in charts:
        colour = AMBER if chart.dial is None else QUIET
        head = text(_HEADS[chart.dial].upper(), _START + 4, y + 24, 18, fill=colour, more=' letter-spacing="2"')
        high, drawn = draw_chart(chart, _WIDE, row)
        drawing.append(f'{head}<g transform="translate({_START} {y + _HEAD:g})">{drawn}</g>')
        y += _HEAD + high + _GAP
    return "".join(drawing)

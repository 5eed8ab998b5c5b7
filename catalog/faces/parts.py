"""Shared parts of drawn cards. Lengths are tenths of a millimeter at print size."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from django.utils.translation import gettext as _

from catalog.faces.coats_of_arms import GOLD, INK, Arms, draw_arms
from catalog.faces.marks import PEN, strokes
from catalog.faces.typography import (
    BOLD,
    DISPLAY,
    ITALIC,
    LEADING,
    SANS,
    SERIF,
    block,
    capitalized_word,
    cut,
    fit,
    not_known,
    plain_text,
    text,
    wrap,
)

WIDE, HIGH = 630, 880
FLAVOUR_HEIGHT = 44
PAPER = "#fbf6ea"
QUIET = "#5f5546"
LINE = "#cdbf9f"
AMBER = "#8a5a00"

# Additional attributes of text lines.
LINING = ' font-variant-numeric="lining-nums"'
STRONG = ' font-weight="500"'
CARD = ' lang="en"'  # the card's own words are in the language of the catalog

# Horizontal positions: the middle of the banner, the edges of the text, the middle of the right column.
LEFT, TEXT, END, RIGHT = 76, 124, 602, 572


def mark(name: str, x: float, y: float, size: float, colour: str, word: str = "") -> str:
    """Return a mark with its upper left corner at (x, y) and an optional tooltip."""
    title = f"<title>{escape(word)}</title>" if word else ""
    return (
        f'<g transform="translate({x:g} {y:g}) scale({size / 24:.4g})" color="{colour}" {PEN}>'
        f"{title}{strokes(name)}</g>"
    )


def unknown(x: float, y: float, radius: float, word: str) -> str:
    """Return the sign of an unknown fact, centered at (x, y)."""
    return (
        f'<g><title>{escape(word)}</title><circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{PAPER}"'
        f' stroke="{AMBER}" stroke-width="2.5" stroke-dasharray="6 5"/>'
        + text("?", x, y + radius * 0.42, radius * 1.25, fill=AMBER, face=SERIF, anchor="middle")
        + "</g>"
    )


def rule(y: float, start: float = TEXT) -> str:
    """Return a thin line across the text."""
    return f'<path d="M{start:g} {y:g}H{END}" stroke="{LINE}" stroke-width="1.5"/>'


def paper(arms: Arms) -> str:
    """Return the edge of the card in its tincture, and the paper inside."""
    return (
        f'<rect width="{WIDE}" height="{HIGH}" rx="29" fill="{arms.field[1]}"/>'
        f'<rect x="13" y="13" width="604" height="854" rx="17" fill="{PAPER}"/>'
        f'<rect x="19" y="19" width="592" height="842" rx="12" fill="none" stroke="{LINE}" stroke-width="1.5"/>'
    )


def panel(arms: Arms, height: float) -> str:
    """Return the panel of the arms: a tinted field at the top with the shield in its middle."""
    shield_height = height - 36
    scale = shield_height / 120
    return (
        f'<rect x="{TEXT}" y="36" width="404" height="{height:g}" rx="8" fill="{arms.field[0]}" opacity=".13"/>'
        f'<g transform="translate({TEXT + 202 - 50 * scale:g} 54) scale({scale:.4g})">{draw_arms(arms)}</g>'
    )


def seal(cost: int | None, unique: bool | None, more: str = "") -> str:
    """Return the cost at the top left, in a gold ring if the card is unique, in a dashed ring if that is unknown."""
    ring = {
        True: f'<circle cx="{LEFT}" cy="78" r="50" fill="{GOLD}" stroke="{INK}" stroke-width="2.5"/>'
        f'<circle cx="{LEFT}" cy="78" r="41" fill="{PAPER}" stroke="{INK}" stroke-width="2.5"/>',
        False: f'<circle cx="{LEFT}" cy="78" r="45" fill="{PAPER}" stroke="{INK}" stroke-width="3"/>',
        None: f'<circle cx="{LEFT}" cy="78" r="48" fill="{PAPER}"/>'
        f'<circle cx="{LEFT}" cy="78" r="47" fill="none" stroke="{AMBER}" stroke-width="2.5" stroke-dasharray="6 5"/>'
        f'<circle cx="{LEFT}" cy="78" r="41" fill="{PAPER}" stroke="{INK}" stroke-width="2.5"/>',
    }[unique]
    word = {True: _("unique"), False: _("not unique"), None: _("whether it is unique is not known")}[unique]
    title = _("Cost not known") if cost is None else _("Cost {cost} points").format(cost=cost)
    figure = "?" if cost is None else f"{cost}{more}"
    size = 54 if len(figure) < 3 else 42 if len(figure) < 4 else 32
    colour = AMBER if cost is None else INK
    inner = text(figure, LEFT, 78 + size * 0.34, size, fill=colour, face=SERIF, anchor="middle", more=LINING)
    return f"<g><title>{title}, {word}</title>{ring}{inner}</g>"


def ribbon(icons: Sequence[str] | None, arms: Arms) -> str:
    """Return the swallowtail upgrade banner at the left, with one icon for each slot."""
    if icons is None:
        return unknown(LEFT, 176, 32, _("Upgrade banner not known"))
    if not icons:
        return ""
    step = min(62.0, 456 / len(icons))
    end = 138 + step * len(icons) + 8
    size = min(46.0, step - 4)
    cloth = (
        f'<path d="M42 84V{end + 26:g}L{LEFT} {end + 4:g}L110 {end + 26:g}V84Z" fill="{arms.field[1]}"'
        f' stroke="{INK}" stroke-width="2.5" stroke-linejoin="round"/>'
        f'<path d="M48 84V{end + 14:g}M104 84V{end + 14:g}" stroke="{PAPER}" stroke-width="1.2" opacity=".5"/>'
    )
    return cloth + "".join(
        mark(icon, LEFT - size / 2, 138 + step * place + (step - size) / 2, size, PAPER, capitalized_word(icon))
        for place, icon in enumerate(icons)
    )


def energies(kinds: Sequence[str] | None, tinctures: dict[str, tuple[str, str, str]]) -> str:
    """Return the energy types at the top right, in large signs if there are one or two."""
    if kinds is None:
        return unknown(RIGHT, 66, 28, _("Energy type not known"))
    few = len(kinds) < 3
    radius, step = (28.0, 62.0) if few else (13.0, 27.0)
    drawing = []
    for place, kind in enumerate(kinds):
        x = RIGHT if few else RIGHT - 14 + 28 * (place % 2)
        y = 66 + step * place if few else 52 + step * (place // 2)
        drawing.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{tinctures[kind][0]}" stroke="{INK}"'
            ' stroke-width="2.5"/>'
        )
        drawing.append(
            mark(
                kind,
                x - radius * 0.7,
                y - radius * 0.7,
                radius * 1.4,
                "#fffdf8",
                _("{kind} energy").format(kind=capitalized_word(kind)),
            )
        )
    return "".join(drawing)


def stat(place: int, word: str, value: int | None, field: str, ink: str) -> str:
    """Return the colored number in a row at the right of the card; rows are counted from the top."""
    y = 186 + place * 62
    if value is None:
        return unknown(RIGHT, y + 27, 26, not_known(word))
    size = 40 if value < 100 else 30
    return (
        f'<g><title>{word} {value}</title><path d="M544 {y}H600V{y + 40}'
        f'Q600 {y + 48} {RIGHT} {y + 54}Q544 {y + 48} 544 {y + 40}Z"'
        f' fill="{field}" stroke="{INK}" stroke-width="2.5" stroke-linejoin="round"/>'
        + text(str(value), RIGHT, y + 25 + size * 0.33, size, fill=ink, face=SERIF, anchor="middle", more=LINING)
        + "</g>"
    )


def level(value: int | None, y: float, word: str, more: str = "") -> str:
    """Return a level in a pointed field at the right, with its label above."""
    label = text(word.upper(), RIGHT, y, 15, fill=QUIET, anchor="middle", more=' letter-spacing="1.5"')
    if value is None:
        return label + unknown(RIGHT, y + 36, 27, not_known(word))
    figure = f"{value}{more}"
    size = 36 if len(figure) < 3 else 28
    return (
        f'{label}<path d="M{RIGHT} {y + 8:g}L602 {y + 24:g}V{y + 50:g}L{RIGHT} {y + 66:g}L542 {y + 50:g}V{y + 24:g}Z"'
        f' fill="{INK}"/>'
        + text(figure, RIGHT, y + 37 + size * 0.33, size, fill=PAPER, face=SERIF, anchor="middle", more=LINING)
    )


def names(name: str | None, line: str | None, y: float, wide: float) -> str:
    """Return name and class. A long name is shrunk or wrapped to two lines; an unknown one is marked as such."""
    shown, more = (plain_text(name), STRONG + CARD) if name else (_("Name not known"), STRONG)
    colour = INK if name else AMBER
    largest, size = fit(shown, wide, 46, 30, DISPLAY)
    if largest == shown:
        drawing = text(shown, TEXT, y, size, fill=colour, face=SERIF, more=more)
    else:
        first, *rest = wrap(shown, 29, wide, DISPLAY)
        drawing = text(first, TEXT, y - 21, 29, fill=colour, face=SERIF, more=more)
        drawing += text(cut(" ".join(rest), 29, wide, DISPLAY), TEXT, y + 8, 29, fill=colour, face=SERIF, more=more)
    if line:
        under, small = fit(plain_text(line), wide, 25, 18, ITALIC)
        drawing += text(under, TEXT, y + 34, small, fill=QUIET, face=SERIF, more=' font-style="italic"')
    return drawing


def rules(card_text: str | None, requirements: str, y: float, height: float) -> str:
    """Return the requirements and the text of the card, as large as the space allows."""
    wide = END - TEXT
    drawing, used = "", 0.0
    if requirements:
        lines, size = block(plain_text(requirements), wide, height * 0.5, (22, 20, 18), BOLD)
        drawing += _lines(lines, size, y, ' font-weight="700"')
        used = len(lines) * size * LEADING + 8
    if card_text is None:
        message = _("Its effect is not known yet.")  # in the italics of the line below the name: one font less to load
        return drawing + text(message, TEXT, y + used + 22, 23.5, fill=AMBER, face=SERIF, more=' font-style="italic"')
    lines, size = block(plain_text(card_text), wide, height - used, (25, 23, 21, 19, 17.5))
    return drawing + _lines(lines, size, y + used, CARD)


def flavour(flavour_text: str | None, y: float) -> str:
    """Return the flavor text in italics."""
    if not flavour_text:
        return ""
    lines, size = _flavour_lines(flavour_text)
    spans = "".join(
        f'<tspan x="{TEXT}" y="{y + size + number * size * LEADING:.5g}">{escape(line)}</tspan>'
        for number, line in enumerate(lines)
    )
    return f'<text font-size="{size:.4g}" font-family="{SERIF}" font-style="italic" fill="{QUIET}"{CARD}>{spans}</text>'


def rules_and_flavour(document: dict[str, Any], requirements: str, y: float, height: float) -> str:
    """Return requirements and text, with the flavor text at the bottom of the same space."""
    words = document.get("flavour")
    if not words:
        return rules(document.get("text"), requirements, y, height)
    lines, size = _flavour_lines(words)
    left = height - len(lines) * size * LEADING - 4
    return rules(document.get("text"), requirements, y, left) + flavour(words, y + left)


def _flavour_lines(flavour_text: str) -> tuple[list[str], float]:
    return block(plain_text(flavour_text), END - TEXT, FLAVOUR_HEIGHT, (20, 18, 17, 16, 15), ITALIC)


def _lines(lines: Sequence[str], size: float, y: float, more: str) -> str:
    spans = "".join(
        f'<tspan x="{TEXT}" y="{y + size + number * size * LEADING:.5g}">{escape(line)}</tspan>'
        for number, line in enumerate(lines)
    )
    return f'<text font-size="{size:.4g}" font-family="{SANS}" fill="{INK}"{more}>{spans}</text>'


def footer(official: bool | None, set_name: str | None) -> str:
    """Return the note that the drawing is not the printed card, or for an open set that it is not official."""
    if official is False:
        note = _("Open set, not official")
        if set_name:
            note = _("{set}: open set, not official").format(set=plain_text(set_name))
        colour = "#6b4f10"
    else:
        note, colour = _("Drawn by Muster. Not the printed card."), QUIET
    words = mark("muster", TEXT - 2, 838, 19, colour) + text(
        cut(note, 16.5, END - TEXT - 26), TEXT + 24, 853, 16.5, fill=colour
    )
    return words + _open_sign() if official is False else words


def _open_sign() -> str:
    """Return the mark of an open set over the arms, visible when the note below is too small to read."""
    x, y, radius = TEXT + 40, 76, 30
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{PAPER}" stroke="{INK}" stroke-width="2.5"/>' + mark(
        "open-set", x - 20, y - 20, 40, "#6b4f10", _("Open set")
    )


def describe_card(parts: Sequence[str], text_of_card: str | None, arms: Arms) -> str:
    """Return a card in words: its most visible facts, its text and its arms."""
    return f"{'. '.join(parts)}. {plain_text(text_of_card or '')} " + _("Arms: {arms}").format(arms=arms.blazon)


def svg_document(title: str, description: str, drawing: str) -> str:
    """Return a complete SVG of a card, with title and description for screen readers."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="face" role="img" viewBox="0 0 {WIDE} {HIGH}"'
        f' width="{WIDE}" height="{HIGH}"><title>{escape(title)}</title><desc>{escape(description)}</desc>'
        f"{drawing}</svg>"
    )

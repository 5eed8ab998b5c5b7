"""Shared parts of drawn cards. Lengths are tenths of a millimeter at print size."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from django.utils.translation import gettext as _

from catalog.faces.coats_of_arms import GOLD, INK, Arms, draw_arms
from catalog.faces.drawn_card import DrawnCard
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
    width,
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
OWN_DASHES = ' stroke-dasharray="9 6"'  # the sign of a player's own number
ROUND = ' stroke-linejoin="round"'
CARD = ' lang="en"'  # the card's own words are in the language of the catalog

# Horizontal positions: the middle of the banner, the edges of the text, the middle of the right column.
LEFT, TEXT, END, RIGHT = 76, 124, 602, 572

TEXT_FACTS = ("text", "flavour", "powers", "leader_power", "requires", "excludes", "limits", "penalties", "exempt")
"""The facts in the text of a card."""


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


def shape(element: str, fill: str, *, own: bool = False, stroke: float = 2.5, more: str = "") -> str:
    """Return a filled shape with an outline. `element` is its tag with its geometry.

    The outline of an own number is dashed, on a light ground, so that it differs from a printed one without color.
    """
    if not own:
        return f'<{element} fill="{fill}" stroke="{INK}" stroke-width="{stroke:g}"{more}/>'
    return (
        f'<{element} fill="{fill}" stroke="{PAPER}" stroke-width="8"{more}/>'
        f'<{element} fill="none" stroke="{INK}" stroke-width="4"{OWN_DASHES}{more}/>'
    )


def own_underline(own: bool, start: float, end: float, y: float) -> str:
    """Return the dashed line below an own number; empty for a printed one."""
    return own_dashes(f"M{start:g} {y:g}H{end:g}") if own else ""


def own_bar(own: bool, y: float, height: float, x: float = TEXT - 7) -> str:
    """Return the dashed line to the left of a text that is a player's own; empty for a printed one."""
    return own_dashes(f"M{x:g} {y:g}v{height:g}") if own else ""


def own_dashes(path: str) -> str:
    """Return a dashed line along a path."""
    return f'<path d="{path}" fill="none" stroke="{INK}" stroke-width="3"{OWN_DASHES}/>'


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


def seal(card: DrawnCard, more: str = "") -> str:
    """Return the cost at the top left, in a gold ring if the card is unique, in a dashed ring if that is unknown."""
    cost, unique = card.get("cost"), card.get("unique")
    own_cost, own_unique = card.is_own("cost"), card.is_own("unique")
    centered = f'circle cx="{LEFT}" cy="78"'
    ring = {
        True: shape(f'{centered} r="50"', GOLD, own=own_unique) + shape(f'{centered} r="41"', PAPER, own=own_cost),
        False: shape(f'{centered} r="45"', PAPER, own=own_cost or own_unique, stroke=3),
        None: f'<{centered} r="48" fill="{PAPER}"/>'
        f'<{centered} r="47" fill="none" stroke="{AMBER}" stroke-width="2.5" stroke-dasharray="6 5"/>'
        + shape(f'{centered} r="41"', PAPER, own=own_cost),
    }[unique]
    word = {True: _("unique"), False: _("not unique"), None: _("whether it is unique is not known")}[unique]
    title = _("Cost not known") if cost is None else _("Cost {cost} points").format(cost=cost)
    figure = "?" if cost is None else f"{cost}{more}"
    size = 54 if len(figure) < 3 else 42 if len(figure) < 4 else 32
    colour = AMBER if cost is None else INK
    inner = text(figure, LEFT, 78 + size * 0.34, size, fill=colour, face=SERIF, anchor="middle", more=LINING)
    return f"<g><title>{title}, {word}</title>{ring}{inner}</g>"


def ribbon(icons: Sequence[str] | None, arms: Arms, *, own: bool = False) -> str:
    """Return the swallowtail upgrade banner at the left, with one icon for each slot."""
    if icons is None:
        return unknown(LEFT, 176, 32, _("Upgrade banner not known"))
    if not icons:
        return ""
    step = min(62.0, 456 / len(icons))
    end = 138 + step * len(icons) + 8
    size = min(46.0, step - 4)
    cloth = (
        banner(84, end + 26, arms, own=own)
        + f'<path d="M48 84V{end + 14:g}M104 84V{end + 14:g}" stroke="{PAPER}" stroke-width="1.2" opacity=".5"/>'
    )
    return cloth + "".join(
        mark(icon, LEFT - size / 2, 138 + step * place + (step - size) / 2, size, PAPER, capitalized_word(icon))
        for place, icon in enumerate(icons)
    )


def banner(top: float, end: float, arms: Arms, *, own: bool = False) -> str:
    """Return the cloth of a swallowtail banner at the left."""
    outline = f'path d="M42 {top:g}V{end:g}L{LEFT} {end - 22:g}L110 {end:g}V{top:g}Z"'
    return shape(outline, arms.field[1], own=own, more=ROUND)


def energies(kinds: Sequence[str] | None, tinctures: dict[str, tuple[str, str, str]], *, own: bool = False) -> str:
    """Return the energy types at the top right, in large signs if there are one or two."""
    if kinds is None:
        return unknown(RIGHT, 66, 28, _("Energy type not known"))
    few = len(kinds) < 3
    radius, step = (28.0, 62.0) if few else (13.0, 27.0)
    drawing = []
    for place, kind in enumerate(kinds):
        x = RIGHT if few else RIGHT - 14 + 28 * (place % 2)
        y = 66 + step * place if few else 52 + step * (place // 2)
        drawing.append(shape(f'circle cx="{x:g}" cy="{y:g}" r="{radius:g}"', tinctures[kind][0], own=own))
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


def stat(place: int, word: str, value: int | None, field: str, ink: str, *, own: bool = False) -> str:
    """Return the colored number in a row at the right of the card; rows are counted from the top."""
    y = 186 + place * 62
    if value is None:
        return unknown(RIGHT, y + 27, 26, not_known(word))
    size = 40 if value < 100 else 30
    pennon = f'path d="M544 {y}H600V{y + 40}Q600 {y + 48} {RIGHT} {y + 54}Q544 {y + 48} 544 {y + 40}Z"'
    return (
        f"<g><title>{word} {value}</title>"
        + shape(pennon, field, own=own, more=ROUND)
        + text(str(value), RIGHT, y + 25 + size * 0.33, size, fill=ink, face=SERIF, anchor="middle", more=LINING)
        + "</g>"
    )


def level(value: int | None, y: float, word: str, more: str = "", *, own: bool = False) -> str:
    """Return a level in a pointed field at the right, with its label above."""
    label = text(word.upper(), RIGHT, y, 15, fill=QUIET, anchor="middle", more=' letter-spacing="1.5"')
    if value is None:
        return label + unknown(RIGHT, y + 36, 27, not_known(word))
    figure = f"{value}{more}"
    size = 36 if len(figure) < 3 else 28
    field = f'path d="M{RIGHT} {y + 8:g}L602 {y + 24:g}V{y + 50:g}L{RIGHT} {y + 66:g}L542 {y + 50:g}V{y + 24:g}Z"'
    return (
        label
        + (shape(field, INK, own=True, more=ROUND) if own else f'<{field} fill="{INK}"/>')
        + text(figure, RIGHT, y + 37 + size * 0.33, size, fill=PAPER, face=SERIF, anchor="middle", more=LINING)
    )


def names(
    name: str | None, line: str | None, y: float, wide: float, *, own_name: bool = False, own_line: bool = False
) -> str:
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
        drawing += own_underline(own_line, TEXT, TEXT + width(under, small, ITALIC), y + 41)
    return drawing + own_underline(own_name, TEXT, TEXT + min(wide, width(shown, size, DISPLAY)), y + 10)


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


def rules_and_flavour(card: DrawnCard, requirements: str, y: float, height: float) -> str:
    """Return requirements and text, with the flavor text at the bottom of the same space."""
    words = card.get("flavour")
    own = own_bar(card.is_own(*TEXT_FACTS), y, height)
    if not words:
        return rules(card.get("text"), requirements, y, height) + own
    lines, size = _flavour_lines(words)
    left = height - len(lines) * size * LEADING - 4
    return rules(card.get("text"), requirements, y, left) + flavour(words, y + left) + own


def _flavour_lines(flavour_text: str) -> tuple[list[str], float]:
    return block(plain_text(flavour_text), END - TEXT, FLAVOUR_HEIGHT, (20, 18, 17, 16, 15), ITALIC)


def _lines(lines: Sequence[str], size: float, y: float, more: str) -> str:
    spans = "".join(
        f'<tspan x="{TEXT}" y="{y + size + number * size * LEADING:.5g}">{escape(line)}</tspan>'
        for number, line in enumerate(lines)
    )
    return f'<text font-size="{size:.4g}" font-family="{SANS}" fill="{INK}"{more}>{spans}</text>'


def footer(card: DrawnCard) -> str:
    """Return the note that the drawing is not the printed card, or for an open set that it is not official.

    On a card with own numbers it says what the dashes mean.
    """
    note, colour = _("Drawn by Muster. Not the printed card."), QUIET
    if card.official is False:
        note, colour = _("Open set, not official"), "#6b4f10"
        if card.set_name:
            note = _("{set}: open set, not official").format(set=plain_text(card.set_name))
    room = END - TEXT - 26
    legend = _("Dashed: own numbers.") if card.own else ""
    start = END - width(legend, 16.5)
    drawing = mark("muster", TEXT - 2, 838, 19, colour)
    drawing += text(cut(note, 16.5, room - (END - start) - 12 if legend else room), TEXT + 24, 853, 16.5, fill=colour)
    if legend:
        drawing += text(legend, start, 853, 16.5, fill=INK) + own_underline(True, start, END, 859)
    return drawing + _open_sign() if card.official is False else drawing


def _open_sign() -> str:
    """Return the mark of an open set over the arms, visible when the note below is too small to read."""
    x, y, radius = TEXT + 40, 76, 30
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{PAPER}" stroke="{INK}" stroke-width="2.5"/>' + mark(
        "open-set", x - 20, y - 20, 40, "#6b4f10", _("Open set")
    )


def describe_card(card: DrawnCard, parts: Sequence[str], text_of_card: str | None, arms: Arms) -> str:
    """Return a card in words: its most visible facts, its text, the facts that are own numbers, and its arms."""
    own = _("Own numbers: {facts}.").format(facts=", ".join(card.own_titles)) + " " if card.own else ""
    words = f"{'. '.join(parts)}. {plain_text(text_of_card or '')} {own}"
    return words + _("Arms: {arms}").format(arms=arms.blazon)


def svg_document(title: str, description: str, drawing: str, *, named: bool) -> str:
    """Return a complete SVG of a card, with title and description for screen readers.

    The title is the name of the card if it is `named`.
    """
    language = CARD if named else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="face" role="img" viewBox="0 0 {WIDE} {HIGH}"'
        f' width="{WIDE}" height="{HIGH}"><title{language}>{escape(title)}</title>'
        f"<desc>{escape(description)}</desc>"
        f"{drawing}</svg>"
    )

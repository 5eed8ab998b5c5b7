"""Layout of a legion's sheet: one page as long as it stays readable, else several."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count

from django.utils.translation import gettext as _

from catalog.faces.parts import CARD
from catalog.faces.typography import BOLD, DISPLAY, LEADING, plain_text, width, wrap, wrap_within
from legions.printing.column_flow import PlacedDrawing, SheetColumn, SheetRow, flow_bands, flow_blocks
from legions.printing.sheet_charts import beside_charts
from legions.printing.sheet_content import SheetContent, SheetPick, SheetUpgrade
from legions.printing.svg_pages import (
    INK,
    MUTED,
    OUTCOMES,
    STRONG,
    Paper,
    draw_line,
    draw_mark,
    draw_rule,
    embed_drawing,
    in_language,
    page_number_words,
    svg_page,
)
from legions.verdicts.findings import FindingView

MARGIN = 120
GUTTER = 60
FOOT_HEIGHT = 96
"""Height of a page's foot, above the margin."""
HEAD_HEIGHT = 96
"""Height of the head of later pages."""
QR_SIZE = 330
"""Width of the QR code, with its white border."""
HEAD_INDENT = QR_SIZE + 50
"""Width that each QR code takes from the head."""
ROW_GAP = 22
MIN_COLUMN = 200
"""The minimum height of a strip below bands that columns can start in."""
MAX_BOXES = 12
"""Maximum copies of a pick with their own checkboxes; for more copies their number is printed."""


@dataclass(frozen=True, slots=True)
class SheetStyle:
    """The style of a sheet's rows: their scale, and whether they include card texts and shields; `charts` is the scale
    of charts.
    """

    scale: float
    texts: bool
    arms: bool
    charts: float = 1.0
    wide: float = 0

    def size(self, units: float) -> float:
        """Return a type size or height in this style's scale."""
        return units * self.scale


@dataclass(frozen=True, slots=True)
class SheetBlocks:
    """The blocks of a sheet, each as its rows: bands over the whole width of a page, and below them columns."""

    bands: list[list[SheetRow]]
    columns: list[list[SheetRow]]


SHEET_STYLES = (
    SheetStyle(1.2, texts=True, arms=True),
    SheetStyle(1.1, texts=True, arms=True),
    SheetStyle(1.0, texts=True, arms=True),
    SheetStyle(0.9, texts=True, arms=True, charts=0.8),
    SheetStyle(0.9, texts=True, arms=False, charts=0.7),
    SheetStyle(1.0, texts=False, arms=True, charts=0.7),
    SheetStyle(1.0, texts=False, arms=False, charts=0.6),
    SheetStyle(0.9, texts=False, arms=False, charts=0.6),
)
"""Sheet styles, the most readable first."""
FULL_STYLE = SheetStyle(1.0, texts=True, arms=True)
LONG_STYLE = SheetStyle(1.0, texts=False, arms=False, charts=0.7)
"""The style of a sheet longer than one page, without card texts; `FULL_STYLE` includes them."""
RULES_SCALES = (1.1, 1.0, 0.9, 0.8)
"""The scales tried for the page with rulings and terms, the most readable first."""
RULES_SHARES = tuple(part / 20 for part in range(1, 21))
"""Shares of the height of the page with rulings and terms tried for its columns."""
PAGE_SHARES = tuple(part / 20 for part in range(10, 21))
"""Shares of a page's height tried for the columns, so that both columns end at about the same height."""


def sheet_pages(content: SheetContent, paper: Paper, *, grey: bool, full: bool = False) -> list[str]:
    """Return the pages of a sheet as SVG: one if possible, or with `full` as many as all card texts need."""
    top, head = _head(content, paper)
    bodies = [*_bodies(content, paper, top, full), *_rules_page(content, paper)]
    whole = len(bodies)
    return [
        svg_page(
            paper,
            (head if number == 1 else _later(content, paper)) + body + _foot(content, paper, number, whole),
            number,
            whole,
            grey=grey,
        )
        for number, body in enumerate(bodies, 1)
    ]


def _bodies(content: SheetContent, paper: Paper, top: float, full: bool) -> list[str]:
    """Return the part between head and foot of each page."""
    wide = (paper.wide - 2 * MARGIN - GUTTER) / 2
    styles = [style for style in SHEET_STYLES if style.texts or not full]
    # Without room in the smallest style, no larger style can fit either.
    if not _fits(_blocks(content, replace(styles[-1], wide=wide)), paper, top, 1.0):
        return _pages(_blocks(content, replace(FULL_STYLE if full else LONG_STYLE, wide=wide)), paper, top, 1.0)
    for style in styles:
        blocks = _blocks(content, replace(style, wide=wide))
        if _fits(blocks, paper, top, 1.0):
            break
    share = next(share for share in PAGE_SHARES if _fits(blocks, paper, top, share))
    return _pages(blocks, paper, top, share)


def _rules_page(content: SheetContent, paper: Paper) -> list[str]:
    """Return the page with rulings and terms, in the largest style in which all fit, or as many as fit."""
    if not content.rules:
        return []
    wide, top = (paper.wide - 2 * MARGIN - GUTTER) / 2, MARGIN + HEAD_HEIGHT
    for scale in RULES_SCALES:
        style = SheetStyle(scale, texts=True, arms=False, wide=wide)
        blocks = SheetBlocks([], list(_rules_blocks(content, style)))
        if _fits(blocks, paper, top, 1.0):
            return _pages(blocks, paper, top, next(one for one in RULES_SHARES if _fits(blocks, paper, top, one)))
    note = _words(_("There are more of them on the pages of these cards."), style, fill=MUTED)
    while not _fits(SheetBlocks([], [*blocks.columns, note]), paper, top, 1.0):
        blocks.columns.pop()
    return _pages(SheetBlocks([], [*blocks.columns, note]), paper, top, 1.0)


def _rules_blocks(content: SheetContent, style: SheetStyle) -> Iterator[list[SheetRow]]:
    """Yield a block for each ruling and term, the first one of each part below its heading."""
    narrow = replace(style, wide=style.wide * 0.82)
    for part in content.rules:
        heading = [_heading(part.title, style)]
        for rule in part.rules:
            title = _words(rule.title, narrow, size=28, more=STRONG + CARD)
            size = style.size(22)
            place = draw_line(rule.place, style.wide, size, size, style.wide - narrow.wide, fill=MUTED, anchor="end")
            first = SheetRow(title[0].high, title[0].drawing + place)
            yield [*heading, first, *title[1:], *_words(rule.text, style, size=24, more=in_language(rule.language))]
            heading = []


def _fits(blocks: SheetBlocks, paper: Paper, top: float, share: float) -> bool:
    """Return whether the blocks fit on one page if columns use this share of the height left below the bands."""
    space = paper.high - MARGIN - FOOT_HEIGHT - top
    if sum(row.high for band in blocks.bands for row in band) > space:
        return False
    if sum(row.high for block in blocks.columns for row in block) > 2 * share * space:
        return False
    return max((number for number, _drawing in _placed(blocks, paper, top, share)), default=0) == 0


def _pages(blocks: SheetBlocks, paper: Paper, top: float, share: float) -> list[str]:
    drawn: list[list[str]] = [[]]
    for number, drawing in _placed(blocks, paper, top, share):
        drawn += [[] for _ in range(number + 1 - len(drawn))]
        drawn[number].append(drawing)
    return ["".join(parts) for parts in drawn]


def _placed(blocks: SheetBlocks, paper: Paper, top: float, share: float) -> list[PlacedDrawing]:
    """Return the drawings of the bands, followed by the drawings of the columns below them."""
    bands, below = flow_bands(blocks.bands, _strips(paper, top), ROW_GAP)
    if below.high < MIN_COLUMN:
        below = next(_strips(paper, top, below.page + 1))
    return bands + flow_blocks(blocks.columns, _columns(paper, below, share), ROW_GAP)


def _strips(paper: Paper, top: float, first: int = 0) -> Iterator[SheetColumn]:
    """Yield the part between head and foot of each page from the page `first` on."""
    low = paper.high - MARGIN - FOOT_HEIGHT
    for number in count(first):
        start = top if number == 0 else MARGIN + HEAD_HEIGHT
        yield SheetColumn(number, MARGIN, start, low - start)


def _columns(paper: Paper, first: SheetColumn, share: float) -> Iterator[SheetColumn]:
    """Yield the columns of the strip `first`, and of all further pages, each with this share of its height."""
    for strip in chain((first,), _strips(paper, first.top, first.page + 1)):
        for left in (MARGIN, (paper.wide + GUTTER) / 2):
            yield replace(strip, left=left, high=strip.high * share)


# -- head and foot -----------------------------------------------------------------------------------------------------


def _head(content: SheetContent, paper: Paper) -> tuple[float, str]:
    """Return the y position below the first page's head, and the drawing of the head."""
    end = paper.wide - MARGIN
    codes = list(_codes(content))
    space = end - MARGIN - len(codes) * HEAD_INDENT
    parts = [draw_line(content.label.upper(), MARGIN, MARGIN + 26, 25, space, fill=MUTED, more=' letter-spacing="1.5"')]
    name = plain_text(content.name)
    size = 74 if width(name, 74, DISPLAY) <= space else 54
    lines = wrap_within(name, size, space, 2, DISPLAY)
    y = MARGIN + 40.0
    for words in lines:
        y += size
        parts.append(draw_line(words, MARGIN, y, size, space, serif=True))
    if content.by:
        y += 42
        parts.append(draw_line(_("by %(name)s") % {"name": content.by}, MARGIN, y, 30, space, fill=MUTED))
    y += 34
    colour = OUTCOMES[content.outcome]
    parts.append(draw_mark(f"seal-{content.outcome}", MARGIN, y, 84, colour))
    parts.append(draw_line(content.word, MARGIN + 104, y + 40, 46, space - 104, fill=colour, serif=True, more=STRONG))
    parts.append(draw_line(f"{content.sums[:1].upper()}{content.sums[1:]}.", MARGIN + 104, y + 80, 30, space - 104))
    y += 126
    parts.append(draw_line(content.judged, MARGIN, y, 22, space, fill=MUTED))
    for place, (code, caption) in enumerate(codes):
        x = end - QR_SIZE - place * HEAD_INDENT
        parts.append(_code(code, x, MARGIN - 10))
        parts.append(
            draw_line(caption, x + QR_SIZE / 2, MARGIN + QR_SIZE + 16, 22, QR_SIZE, fill=MUTED, anchor="middle")
        )
        y = max(y, MARGIN + QR_SIZE + 16)
    if content.receipt and not content.receipt.code:
        y += 34
        caption = _("The receipt names too many rules for a QR code. Ask the API for it.")
        parts.append(draw_line(caption, MARGIN, y, 26, space))
    y += 24
    parts.append(draw_rule(MARGIN, y, end))
    return y + 30, "".join(parts)


def _codes(content: SheetContent) -> Iterator[tuple[tuple[str, int], str]]:
    """Yield the QR codes of a sheet with their captions, the outermost first."""
    if content.code:
        yield content.code, _("The whole list, to scan")
    if content.receipt and content.receipt.code:
        yield content.receipt.code, content.receipt.words


def _code(code: tuple[str, int], x: float, y: float) -> str:
    squares, wide = code
    return (
        f'<g transform="translate({x:g} {y:g}) scale({QR_SIZE / wide:.5g})" shape-rendering="crispEdges">'
        f'<path d="{squares}" fill="#000000"/></g>'
    )


def _later(content: SheetContent, paper: Paper) -> str:
    space = paper.wide - 2 * MARGIN
    summary = f"{content.word}. {content.sums[:1].upper()}{content.sums[1:]}."
    return (
        draw_line(content.name, MARGIN, MARGIN + 30, 40, space * 0.5, serif=True)
        + draw_line(summary, paper.wide - MARGIN, MARGIN + 30, 27, space * 0.48, anchor="end")
        + draw_rule(MARGIN, MARGIN + 52, paper.wide - MARGIN)
    )


def _foot(content: SheetContent, paper: Paper, number: int, whole: int) -> str:
    low = paper.high - MARGIN
    space = paper.wide - 2 * MARGIN
    drawn = draw_rule(MARGIN, low - 76, paper.wide - MARGIN)
    notice, language = content.notice
    for place, words in enumerate(wrap_within(plain_text(notice), 17, space - 170, 4)):
        more = in_language(language)
        drawn += draw_line(words, MARGIN, low - 54 + 20 * place, 17, space - 160, fill=MUTED, more=more)
    return drawn + draw_line(
        page_number_words(number, whole), paper.wide - MARGIN, low - 52, 23, 150, fill=MUTED, anchor="end"
    )


# -- rows --------------------------------------------------------------------------------------------------------------


def _blocks(content: SheetContent, style: SheetStyle) -> SheetBlocks:
    """Return the blocks of a sheet. Cards are bands if any card has a chart, otherwise blocks in the columns.

    Without shields, repeated cards show their facts only once. The first chart alone is explained.
    """
    cards = []
    charted = any(chart.draw for section in content.sections for one in section.lines for chart in one.charts)
    unexplained = True
    said: set[str] = set()
    for section in content.sections:
        heading = [_heading(section.title, style)] if section.title else []
        for one in section.lines:
            again = not style.arms and one.shield in said
            said.add(one.shield)
            rows = _line(replace(one, played=()) if again else one, style)
            if charted and one.charts:
                charts = one.charts if unexplained else tuple(replace(chart, key="") for chart in one.charts)
                unexplained = unexplained and not any(chart.key for chart in charts)
                rows = beside_charts(rows, charts, style.scale, style.charts, style.wide, GUTTER)
            cards.append([*heading, *rows])
            heading = []
    if not any(section.lines for section in content.sections):
        cards.append(_words(_("The table is empty."), style))
    others = list(_other_blocks(content, style))
    return SheetBlocks(cards, others) if charted else SheetBlocks([], cards + others)


def _other_blocks(content: SheetContent, style: SheetStyle) -> Iterator[list[SheetRow]]:
    """Yield the blocks other than cards: what is brought along, findings, own numbers, owned cards and notes."""
    if content.extras:
        rows = [row for label, words in content.extras for row in _words(f"{label}: {words}", style)]
        yield [_heading(_("Brought along"), style), *rows]
    if content.findings:
        rows = [row for finding in content.findings for row in _finding(finding, style)]
        yield [_heading(_("Problems and open questions"), style), *rows]
    for title, text in (
        (_("Entered by its player"), content.own),
        (_("Cards its player owns"), (content.has,) if content.has else ()),
        (_("Notes"), tuple(content.notes.splitlines())),
    ):
        if text:
            yield [_heading(title, style), *(row for words in text for row in _words(words, style))]


def _heading(title: str, style: SheetStyle) -> SheetRow:
    size = style.size(24)
    drawn = draw_line(title.upper(), 0, size, size, style.wide, fill=MUTED, more=' letter-spacing="1.5"')
    return SheetRow(size * 1.7, drawn)


def _words(
    text: str, style: SheetStyle, *, left: float = 0, size: float = 26, fill: str = INK, more: str = ""
) -> list[SheetRow]:
    """Return a text as rows, one for each line."""
    size = style.size(size)
    return [
        SheetRow(size * LEADING, draw_line(line, left, size, size, style.wide - left, fill=fill, more=more))
        for line in wrap(plain_text(text), size, style.wide - left)
    ]


def _line(pick: SheetPick, style: SheetStyle) -> list[SheetRow]:
    left, rows = _named(pick, style)
    rows += [*_numbers(pick, style, left), *_played(pick.played, style, left), *_boxes(pick, style, left)]
    if style.texts and pick.text:
        rows += _words(pick.text, style, left=left, size=24, more=CARD)
    for carried in pick.carried:
        rows += _carried(carried, style, left)
    return rows


def _named(pick: SheetPick, style: SheetStyle) -> tuple[float, list[SheetRow]]:
    """Return the left edge for the rest of a pick's rows, and the rows with its name and kind."""
    name, about = style.size(38 if style.arms else 32), style.size(26)
    space = style.wide - (name * 2.4 if pick.points else 0)
    drawn = [draw_rule(0, 0, style.wide)]
    if pick.points:
        drawn.append(draw_line(pick.points, style.wide, 8 + name, name, name * 2.2, serif=True, anchor="end"))
    if style.arms:
        high = style.size(92)
        left = high * 0.75 + style.size(18)
        drawn += [
            embed_drawing(pick.shield, 0, 10, high * 0.75, high * 0.9) if pick.shield else "",
            draw_line(pick.name, left, 8 + name, name, space - left, serif=True, more=CARD),
            draw_line(pick.about, left, 8 + name + about * 1.35, about, style.wide - left, fill=MUTED),
        ]
        return left, [SheetRow(high + 6, "".join(drawn))]
    taken = min(width(pick.name, name, DISPLAY), space) + name * 0.5
    drawn.append(draw_line(pick.name, 0, 8 + name, name, space, serif=True, more=CARD))
    inline = width(pick.about, about) <= space - taken
    if inline:
        drawn.append(draw_line(pick.about, taken, 8 + name, about, space - taken, fill=MUTED))
    rows = [SheetRow(name * 1.3 + 8, "".join(drawn))]
    return 0, rows if inline else [*rows, *_words(pick.about, style, fill=MUTED)]


def _numbers(pick: SheetPick, style: SheetStyle, left: float) -> list[SheetRow]:
    """Return the rows with the labeled numbers of a card."""
    size, small = style.size(29), style.size(22)
    rows, drawn, x = [], "", left
    for label, value in pick.numbers:
        if f"{label} {value}" in pick.about.lower():
            continue
        wide = width(label, small) + 9 + width(value, size, BOLD) + 26
        if drawn and x + wide > style.wide:
            rows.append(SheetRow(size * 1.3, drawn))
            drawn, x = "", left
        drawn += draw_line(label, x, size, small, style.wide, fill=MUTED)
        drawn += draw_line(value, x + width(label, small) + 9, size, size, style.wide, more=STRONG)
        x += wide
    return [*rows, SheetRow(size * 1.3, drawn)] if drawn else rows


def _played(facts: Sequence[tuple[str, str]], style: SheetStyle, left: float) -> list[SheetRow]:
    """Return the rows with further facts needed in play, such as weapons, actions and ranges, each on its own lines.

    Without shields there is little room, so the facts form one paragraph.
    """
    if not style.arms:
        return _words(". ".join(f"{label}: {words}" for label, words in facts), style, left=left, size=24)
    rows = []
    for label, words in facts:
        size = style.size(24)
        inner = left + width(f"{label} ", size) + size * 0.3
        lines = [line for one in words.split("; ") for line in wrap(plain_text(one), size, style.wide - inner)]
        for number, line in enumerate(lines):
            drawn = "" if number else draw_line(label, left, size, size, style.wide, fill=MUTED)
            rows.append(SheetRow(size * LEADING, drawn + draw_line(line, inner, size, size, style.wide - inner)))
    return rows


def _boxes(pick: SheetPick, style: SheetStyle, left: float) -> list[SheetRow]:
    """Return rows of checkboxes for a creature's losses, at least one row for each copy."""
    if not pick.wounds:
        return []
    size, small = style.size(34), style.size(22)
    label = (
        pick.wounds if pick.each == 1 else _("%(wounds)s, %(each)d a box") % {"wounds": pick.wounds, "each": pick.each}
    )
    if pick.boxes is None:
        return _words(_("%(wounds)s not known: ____") % {"wounds": label}, style, left=left, size=22, fill=MUTED)
    after = left + width(label, small) + 14
    most = max(1, int((style.wide - after) // (size + 7)))
    gap = style.size(7)
    rows = []
    for copy in range(min(pick.copies, MAX_BOXES)):
        for first in range(0, pick.boxes, most):
            drawn = (
                draw_line(label, left, gap + size * 0.72, small, style.wide, fill=MUTED) if not (copy or first) else ""
            )
            drawn += "".join(
                f'<circle cx="{after + place * (size + 7) + size / 2:g}" cy="{gap + size / 2:g}" r="{size / 2:g}"'
                f' fill="none" stroke="{INK}" stroke-width="2"/>'
                for place in range(min(most, pick.boxes - first))
            )
            rows.append(SheetRow(size + gap + 4, drawn))
    if pick.copies > MAX_BOXES:
        rows += _words(_("and %(number)d more") % {"number": pick.copies - MAX_BOXES}, style, left=after, size=22)
    return rows


def _carried(carried: SheetUpgrade, style: SheetStyle, left: float) -> list[SheetRow]:
    size = style.size(29)
    inner = left + size + 14
    space = style.wide - inner - (size * 2.2 if carried.points else 0)
    note = f"({carried.note})" if carried.note else ""
    room = space - (width(note, size) + size * 0.4 if note else 0)
    drawn = draw_mark(carried.icon, left, size * 0.16, size) + draw_line(
        carried.name, inner, size, size, room, more=STRONG + CARD
    )
    if note:  # the note is drawn apart, because the name is as printed on the card
        at = inner + min(width(carried.name, size, BOLD), room) + size * 0.3
        drawn += draw_line(note, at, size, size, width(note, size) + size)
    if carried.points:
        drawn += draw_line(carried.points, style.wide, size, size, size * 2, anchor="end")
    rows = [SheetRow(size * 1.36, drawn), *_played(carried.played, style, inner)]
    if style.texts and carried.text:
        rows += _words(carried.text, style, left=inner, size=24, more=CARD)
    return rows


def _finding(finding: FindingView, style: SheetStyle) -> list[SheetRow]:
    left = style.size(42)
    rows = _words(finding.message, style, left=left)
    rows[0] = SheetRow(rows[0].high, draw_mark(finding.mark, 0, 0, style.size(30)) + rows[0].drawing)
    return [*rows, *_words(finding.cite, style, left=left, size=22, fill=MUTED)]

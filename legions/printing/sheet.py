"""The sheet of a legion: one page for the table as long as that can be read, else as many as it takes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count

from django.utils.translation import gettext as _

from catalog.faces.parts import CARD
from catalog.faces.words import LEADING, plain, width, wrap

from .content import Carried, Content, Finding, Line
from .flow import Column, Row, flowed
from .pages import INK, OUTCOMES, QUIET, STRONG, Paper, line, mark, page, placed, rule, turned

MARGIN = 120
GUTTER = 60
FOOT = 96
"""How much of a page its foot takes, above the margin."""
HEAD = 96
"""How much the head of a later page takes."""
CODE = 330
"""How wide the QR code is, with the white around it."""
BESIDE = CODE + 50
"""How much of the head's width each QR code takes."""
BETWEEN = 22
MOST_BOXES = 12
"""Copies of a pick that get boxes of their own to tick; of more the number is said."""


@dataclass(frozen=True, slots=True)
class Style:
    """How the rows of a sheet are set: how large, whether what cards do is written out, and whether picks have arms."""

    scale: float
    texts: bool
    arms: bool
    wide: float = 0

    def size(self, units: float) -> float:
        """Return a size of type or a height as it is here."""
        return units * self.scale


STYLES = (
    Style(1.2, texts=True, arms=True),
    Style(1.1, texts=True, arms=True),
    Style(1.0, texts=True, arms=True),
    Style(0.9, texts=True, arms=True),
    Style(0.9, texts=True, arms=False),
    Style(1.0, texts=False, arms=True),
    Style(1.0, texts=False, arms=False),
    Style(0.9, texts=False, arms=False),
)
"""The ways to set a sheet, the most readable first."""
FULL = Style(1.0, texts=True, arms=True)
LONG = Style(1.0, texts=False, arms=False)
"""How a sheet is set that has no room on one page: with all that cards do when it is asked for, else without."""
SHARES = tuple(part / 20 for part in range(10, 21))
"""How much of a page's height the columns may take, so that both end at about the same height."""


def pages(content: Content, paper: Paper, *, grey: bool, full: bool = False) -> list[str]:
    """Return the pages of a sheet as SVG: one if it can be, or with `full` as many as all that cards do takes."""
    top, head = _head(content, paper)
    bodies = _bodies(content, paper, top, full)
    whole = len(bodies)
    return [
        page(
            paper,
            (head if number == 1 else _later(content, paper)) + body + _foot(content, paper, number, whole),
            number,
            whole,
            grey=grey,
        )
        for number, body in enumerate(bodies, 1)
    ]


def _bodies(content: Content, paper: Paper, top: float, full: bool) -> list[str]:
    """Return what stands between head and foot of each page."""
    wide = (paper.wide - 2 * MARGIN - GUTTER) / 2
    ways = [style for style in STYLES if style.texts or not full]
    if not _fits(_blocks(content, replace(ways[-1], wide=wide)), paper, top, 1.0):  # nor does it in any larger way
        return _laid(_blocks(content, replace(FULL if full else LONG, wide=wide)), paper, top, 1.0)
    for style in ways:
        blocks = _blocks(content, replace(style, wide=wide))
        if _fits(blocks, paper, top, 1.0):
            break
    share = next(share for share in SHARES if _fits(blocks, paper, top, share))
    return _laid(blocks, paper, top, share)


def _fits(blocks: Sequence[Sequence[Row]], paper: Paper, top: float, share: float) -> bool:
    """Return whether blocks have room on one page, in columns of that share of its height."""
    room = share * (paper.high - MARGIN - FOOT - top)
    if sum(row.high for block in blocks for row in block) > 2 * room:
        return False
    return max((number for number, _ in flowed(blocks, _columns(paper, top, share), BETWEEN)), default=0) == 0


def _laid(blocks: Sequence[Sequence[Row]], paper: Paper, top: float, share: float) -> list[str]:
    drawn: list[list[str]] = [[]]
    for number, drawing in flowed(blocks, _columns(paper, top, share), BETWEEN):
        drawn += [[] for _ in range(number + 1 - len(drawn))]
        drawn[number].append(drawing)
    return ["".join(parts) for parts in drawn]


def _columns(paper: Paper, top: float, share: float) -> Iterator[Column]:
    """Return the columns of the first page, of which that share is used, and of all that follow."""
    low = paper.high - MARGIN - FOOT
    for number in count():
        start = top if number == 0 else MARGIN + HEAD
        for left in (MARGIN, (paper.wide + GUTTER) / 2):
            yield Column(number, left, start, (low - start) * share)


# -- head and foot -----------------------------------------------------------------------------------------------------


def _head(content: Content, paper: Paper) -> tuple[float, str]:
    """Return the head of the first page, and where what follows begins."""
    end = paper.wide - MARGIN
    codes = list(_codes(content))
    room = end - MARGIN - len(codes) * BESIDE
    parts = [line(content.label.upper(), MARGIN, MARGIN + 26, 25, room, fill=QUIET, more=' letter-spacing="1.5"')]
    names = wrap(plain(content.name), 74, room)
    size, kept = (74, names[:1]) if len(names) == 1 else (54, wrap(plain(content.name), 54, room)[:2])
    y = MARGIN + 40.0
    for words in kept:
        y += size
        parts.append(line(words, MARGIN, y, size, room, serif=True))
    if content.by:
        y += 42
        parts.append(line(_("by %(name)s") % {"name": content.by}, MARGIN, y, 30, room, fill=QUIET))
    y += 34
    colour = OUTCOMES[content.outcome]
    parts.append(mark(f"seal-{content.outcome}", MARGIN, y, 84, colour))
    parts.append(line(content.word, MARGIN + 104, y + 40, 46, room - 104, fill=colour, serif=True, more=STRONG))
    parts.append(line(f"{content.sums[:1].upper()}{content.sums[1:]}.", MARGIN + 104, y + 80, 30, room - 104))
    y += 126
    parts.append(line(content.judged, MARGIN, y, 26, room))
    y += 34
    parts.append(line(content.digest, MARGIN, y, 22, room, fill=QUIET))
    for place, (code, said) in enumerate(codes):
        x = end - CODE - place * BESIDE
        parts.append(_code(code, x, MARGIN - 10))
        parts.append(line(said, x + CODE / 2, MARGIN + CODE + 16, 22, CODE, fill=QUIET, anchor="middle"))
        y = max(y, MARGIN + CODE + 16)
    if content.receipt and not content.receipt.code:
        y += 34
        said = _("The receipt names too many rules for a QR code. Ask the API for it.")
        parts.append(line(said, MARGIN, y, 26, room))
    y += 24
    parts.append(rule(MARGIN, y, end))
    return y + 30, "".join(parts)


def _codes(content: Content) -> Iterator[tuple[tuple[str, int], str]]:
    """Yield the QR codes of a sheet with what each is, the outermost first."""
    if content.code:
        yield content.code, _("The whole list, to scan")
    if content.receipt and content.receipt.code:
        yield content.receipt.code, content.receipt.words


def _code(code: tuple[str, int], x: float, y: float) -> str:
    squares, wide = code
    return (
        f'<g transform="translate({x:g} {y:g}) scale({CODE / wide:.5g})" shape-rendering="crispEdges">'
        f'<path d="{squares}" fill="#000000"/></g>'
    )


def _later(content: Content, paper: Paper) -> str:
    room = paper.wide - 2 * MARGIN
    said = f"{content.word}. {content.sums[:1].upper()}{content.sums[1:]}."
    return (
        line(content.name, MARGIN, MARGIN + 30, 40, room * 0.5, serif=True)
        + line(said, paper.wide - MARGIN, MARGIN + 30, 27, room * 0.48, anchor="end")
        + rule(MARGIN, MARGIN + 52, paper.wide - MARGIN)
    )


def _foot(content: Content, paper: Paper, number: int, whole: int) -> str:
    low = paper.high - MARGIN
    room = paper.wide - 2 * MARGIN
    drawn = rule(MARGIN, low - 76, paper.wide - MARGIN)
    for place, words in enumerate(wrap(plain(content.notice), 17, room - 170)[:4]):
        drawn += line(words, MARGIN, low - 54 + 20 * place, 17, room - 160, fill=QUIET)
    return drawn + line(turned(number, whole), paper.wide - MARGIN, low - 52, 23, 150, fill=QUIET, anchor="end")


# -- rows --------------------------------------------------------------------------------------------------------------


def _blocks(content: Content, style: Style) -> list[list[Row]]:
    """Return what stands in the columns, each block as its rows."""
    blocks = []
    for section in content.sections:
        heading = [_heading(section.title, style)] if section.title else []
        for one in section.lines:
            blocks.append([*heading, *_line(one, style)])
            heading = []
    if not any(section.lines for section in content.sections):
        blocks.append(_words(_("The table is empty."), style))
    if content.brought:
        rows = [row for label, words in content.brought for row in _words(f"{label}: {words}", style)]
        blocks.append([_heading(_("Brought along"), style), *rows])
    if content.findings:
        rows = [row for finding in content.findings for row in _finding(finding, style)]
        blocks.append([_heading(_("To change or to clear up"), style), *rows])
    for title, said in (
        (_("By its player’s word"), content.own),
        (_("What its player has"), (content.has,) if content.has else ()),
        (_("Notes"), tuple(content.notes.splitlines())),
    ):
        if said:
            blocks.append([_heading(title, style), *(row for words in said for row in _words(words, style))])
    return blocks


def _heading(title: str, style: Style) -> Row:
    size = style.size(24)
    drawn = line(title.upper(), 0, size, size, style.wide, fill=QUIET, more=' letter-spacing="1.5"')
    return Row(size * 1.7, drawn)


def _words(
    words: str, style: Style, *, left: float = 0, size: float = 26, fill: str = INK, more: str = ""
) -> list[Row]:
    """Return words as rows, one for each line of type."""
    size = style.size(size)
    return [
        Row(size * LEADING, line(one, left, size, size, style.wide - left, fill=fill, more=more))
        for one in wrap(plain(words), size, style.wide - left)
    ]


def _line(one: Line, style: Style) -> list[Row]:
    left, rows = _named(one, style)
    rows += [*_numbers(one, style, left), *_boxes(one, style, left)]
    if style.texts and one.text:
        rows += _words(one.text, style, left=left, size=24, more=CARD)
    for carried in one.carried:
        rows += _carried(carried, style, left)
    return rows


def _named(one: Line, style: Style) -> tuple[float, list[Row]]:
    """Return a pick's name with what it is, and how far from the left the rest of it begins."""
    name, about = style.size(38 if style.arms else 32), style.size(26)
    room = style.wide - (name * 2.4 if one.points else 0)
    drawn = [rule(0, 0, style.wide)]
    if one.points:
        drawn.append(line(one.points, style.wide, 8 + name, name, name * 2.2, serif=True, anchor="end"))
    if style.arms:
        high = style.size(92)
        left = high * 0.75 + style.size(18)
        drawn += [
            placed(one.shield, 0, 10, high * 0.75, high * 0.9) if one.shield else "",
            line(one.name, left, 8 + name, name, room - left, serif=True, more=CARD),
            line(one.about, left, 8 + name + about * 1.35, about, style.wide - left, fill=QUIET),
        ]
        return left, [Row(high + 6, "".join(drawn))]
    taken = min(width(one.name, name), room) + name * 0.5
    drawn.append(line(one.name, 0, 8 + name, name, room, serif=True, more=CARD))
    beside = width(one.about, about) <= room - taken
    if beside:
        drawn.append(line(one.about, taken, 8 + name, about, room - taken, fill=QUIET))
    rows = [Row(name * 1.3 + 8, "".join(drawn))]
    return 0, rows if beside else [*rows, *_words(one.about, style, fill=QUIET)]


def _numbers(one: Line, style: Style, left: float) -> list[Row]:
    """Return the numbers of a card, each after its word, on as many lines as they take."""
    size, small = style.size(29), style.size(22)
    rows, drawn, x = [], "", left
    for label, value in one.numbers:
        if f"{label} {value}" in one.about.lower():
            continue
        wide = width(label, small) + 9 + width(value, size) + 26
        if drawn and x + wide > style.wide:
            rows.append(Row(size * 1.3, drawn))
            drawn, x = "", left
        drawn += line(label, x, size, small, style.wide, fill=QUIET)
        drawn += line(value, x + width(label, small) + 9, size, size, style.wide, more=STRONG)
        x += wide
    return [*rows, Row(size * 1.3, drawn)] if drawn else rows


def _boxes(one: Line, style: Style, left: float) -> list[Row]:
    """Return boxes to tick off what a creature loses, a row for each copy or more."""
    if not one.wounds:
        return []
    size, small = style.size(34), style.size(22)
    label = one.wounds if one.each == 1 else _("%(wounds)s, %(each)d a box") % {"wounds": one.wounds, "each": one.each}
    if one.boxes is None:
        return _words(_("%(wounds)s not known: ____") % {"wounds": label}, style, left=left, size=22, fill=QUIET)
    after = left + width(label, small) + 14
    most = max(1, int((style.wide - after) // (size + 7)))
    rows = []
    for copy in range(min(one.copies, MOST_BOXES)):
        for first in range(0, one.boxes, most):
            drawn = line(label, left, size * 0.75, small, style.wide, fill=QUIET) if not (copy or first) else ""
            drawn += "".join(
                f'<rect x="{after + place * (size + 7):g}" y="1" width="{size:g}" height="{size:g}" rx="4"'
                f' fill="none" stroke="{INK}" stroke-width="2"/>'
                for place in range(min(most, one.boxes - first))
            )
            rows.append(Row(size + 9, drawn))
    if one.copies > MOST_BOXES:
        rows += _words(_("and %(number)d more") % {"number": one.copies - MOST_BOXES}, style, left=after, size=22)
    return rows


def _carried(carried: Carried, style: Style, left: float) -> list[Row]:
    size = style.size(29)
    inner = left + size + 14
    room = style.wide - inner - (size * 2.2 if carried.points else 0)
    drawn = mark(carried.icon, left, size * 0.16, size) + line(
        carried.name, inner, size, size, room, more=STRONG + CARD
    )
    if carried.points:
        drawn += line(carried.points, style.wide, size, size, size * 2, anchor="end")
    rows = [Row(size * 1.36, drawn)]
    if style.texts and carried.text:
        rows += _words(carried.text, style, left=inner, size=24, more=CARD)
    return rows


def _finding(finding: Finding, style: Style) -> list[Row]:
    left = style.size(42)
    rows = _words(finding.words, style, left=left)
    rows[0] = Row(rows[0].high, mark(finding.mark, 0, 0, style.size(30)) + rows[0].drawing)
    return [*rows, *_words(finding.cite, style, left=left, size=22, fill=QUIET)]

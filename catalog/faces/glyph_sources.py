"""Generator of `glyphs.json`: outlines and widths of letters for drawn faces, from the fonts of the website.

For letters of the extended fonts only the widths are stored, in `extended_widths.json`.

`python -m catalog.faces.glyph_sources` (it needs fontTools) writes the files again after a change of the website's
fonts. A test checks that they are up to date.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from catalog.faces.typography import GLYPH_FILE, REST, REST_ADJUST, SIZE_ADJUST, WIDTHS_FILE

FONT_SOURCES = Path(__file__).resolve().parents[2] / "static" / "fonts"

MIN_KERNING = 10
"""Smallest visible kerning of a pair of letters, in thousandths of the type size."""
KERNED = frozenset(map(chr, range(33, 127))) | frozenset("ÄÖÜäöüß’“”„–—")
"""Letters whose kerning pairs are stored: those of nearly all words."""


def write_glyphs() -> None:
    """Write the letters of all fonts used in faces."""
    fonts = {name: read_font(name) for name in SIZE_ADJUST}
    GLYPH_FILE.write_text(json.dumps(fonts, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n", "utf-8")


def write_extended_widths() -> None:
    """Write the widths of the letters that only the extended fonts have."""
    text = json.dumps(extended_widths(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    WIDTHS_FILE.write_text(text + "\n", "utf-8")


def extended_widths() -> dict[str, dict[str, float]]:
    """Return the drawn widths of the letters of each extended font, in thousandths of the type size."""
    adjusted = {name: (f"{name}-extended", adjust) for name, adjust in SIZE_ADJUST.items()} | {
        REST: (REST, REST_ADJUST)
    }
    return {name: _widths(file, adjust) for name, (file, adjust) in adjusted.items()}


def _widths(file: str, adjust: float) -> dict[str, float]:
    from fontTools.ttLib import TTFont

    font = TTFont(FONT_SOURCES / f"{file}.woff2")
    scale = adjust * 1000 / font["head"].unitsPerEm
    glyphs = font.getGlyphSet()
    return {chr(code): round(glyphs[glyph].width * scale) for code, glyph in font.getBestCmap().items()}


def read_font(name: str) -> dict[str, Any]:
    """Return the letters and kerning pairs of a font, in thousandths of its own size.

    A letter is its width and its outline. Figures are lining, as on all pages.
    """
    from fontTools.pens.basePen import decomposeQuadraticSegment  # only installed for changes of the fonts
    from fontTools.pens.recordingPen import DecomposingRecordingPen
    from fontTools.ttLib import TTFont

    font = TTFont(FONT_SOURCES / f"{name}.woff2")
    use_lining_figures(font)
    glyphs, characters = font.getGlyphSet(), font.getBestCmap()
    letters = {}
    for code, glyph in characters.items():
        pen = DecomposingRecordingPen(glyphs)
        glyphs[glyph].draw(pen)
        letters[chr(code)] = [glyphs[glyph].width, _outline(pen.value, decomposeQuadraticSegment)]
    return {"letters": letters, "pairs": dict(_pairs(font, characters))}


def _outline(strokes: list[tuple[str, Any]], curves_of: Callable[[Any], list[Any]]) -> str:
    """Return the outline of a letter as an SVG path of relative commands, which are the shortest, with y downward."""
    path, start, x, y = "", (0, 0), 0, 0
    for name, points in strokes:
        if name == "closePath":
            path, (x, y) = path + "z", start
            continue
        for curve in curves_of(points) if name == "qCurveTo" else [points]:
            steps = [number for right, up in curve for number in (right - x, y - up)]
            path += {"moveTo": "m", "lineTo": "l", "qCurveTo": "q"}[name] + " ".join(f"{step:g}" for step in steps)
            x, y = curve[-1]
        if name == "moveTo":
            start = (x, y)
    return path.replace(" -", "-")


def use_lining_figures(font: Any) -> None:
    """Replace the figures of a font by its lining figures (feature `lnum`), which all pages use."""
    lining: dict[str, str] = {}
    for lookup in _lookups(font["GSUB"].table, "lnum"):
        for table in lookup.SubTable:
            lining |= getattr(table, "ExtSubTable", table).mapping
    for one in font["cmap"].tables:
        one.cmap = {code: lining.get(glyph, glyph) for code, glyph in one.cmap.items()}


def _lookups(table: Any, feature: str) -> list[Any]:
    features = (one.Feature for one in table.FeatureList.FeatureRecord if one.FeatureTag == feature)
    numbers = sorted({number for one in features for number in one.LookupListIndex})
    return [table.LookupList.Lookup[number] for number in numbers]


def _pairs(font: Any, characters: dict[int, str]) -> Iterator[tuple[str, int]]:
    """Yield the pairs of letters with kerning, and its amount."""
    lookups = _lookups(font["GPOS"].table, "kern")
    tables = [getattr(one, "ExtSubTable", one) for lookup in lookups for one in lookup.SubTable]
    kerned = {chr(code): glyph for code, glyph in characters.items() if chr(code) in KERNED}
    for first, left in kerned.items():
        of_left = [table for table in tables if left in table.Coverage.glyphs]
        for second, right in kerned.items():
            values = (_closer(table, left, right) for table in of_left)
            closer = next((value for value in values if value is not None), 0)
            if abs(closer) >= MIN_KERNING:
                yield first + second, closer


def _closer(table: Any, left: str, right: str) -> int | None:
    """Return the kerning of a pair in a table, None if a later table applies."""
    if table.Format == 1:
        pairs = table.PairSet[table.Coverage.glyphs.index(left)].PairValueRecord
        value = next((one.Value1 for one in pairs if one.SecondGlyph == right), None)
        return None if value is None else getattr(value, "XAdvance", 0)
    row = table.Class1Record[table.ClassDef1.classDefs.get(left, 0)].Class2Record
    value = row[table.ClassDef2.classDefs.get(right, 0)].Value1
    return getattr(value, "XAdvance", 0) if value else 0


if __name__ == "__main__":
    write_glyphs()
    write_extended_widths()

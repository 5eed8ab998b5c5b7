"""Generator of the fonts for letters beyond English and German: Latin with all diacritics, Greek, Cyrillic and more.

`python -m catalog.faces.extended_fonts FOLDER` (it needs fontTools) writes `static/fonts/*-extended.woff2` and
`dejavu-sans-rest.woff2`. FOLDER contains the unpacked npm packages `@fontsource/alegreya`, `@fontsource/alegreya-sans`,
`@fontsource/alegreya-sans-sc` (SIL Open Font License) and `dejavu-fonts-ttf` (Bitstream Vera license), one folder each.
"""

import sys
import unicodedata
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from catalog.faces.glyph_sources import FONT_SOURCES
from catalog.faces.typography import REST

SUBSETS = ("latin-ext", "vietnamese", "greek", "greek-ext", "cyrillic", "cyrillic-ext")
"""The files of the Alegreya packages, which split its letters, except "latin"."""
EXTENDED_FONTS = {
    "alegreya-500": "alegreya/files/alegreya-{}-500-normal.woff2",
    "alegreya-500-italic": "alegreya/files/alegreya-{}-500-italic.woff2",
    "alegreya-sans-400": "alegreya-sans/files/alegreya-sans-{}-400-normal.woff2",
    "alegreya-sans-400-italic": "alegreya-sans/files/alegreya-sans-{}-400-italic.woff2",
    "alegreya-sans-700": "alegreya-sans/files/alegreya-sans-{}-700-normal.woff2",
    "alegreya-sans-sc-500": "alegreya-sans-sc/files/alegreya-sans-sc-{}-500-normal.woff2",
}
"""The packaged files of each font of the website."""
REST_FILE = "dejavu-fonts-ttf/ttf/DejaVuSans.ttf"
REST_SCRIPTS = ("LATIN ", "GREEK ", "CYRILLIC ", "ARMENIAN ", "GEORGIAN ")
REST_BLOCKS = (
    (0x0300, 0x036F),  # combining diacritical marks
    (0x2010, 0x205E),  # punctuation
    (0x2070, 0x20BF),  # superscripts, subscripts, currencies
    (0x2100, 0x21FF),  # letterlike signs, fractions, arrows
    (0x25A0, 0x27BF),  # shapes, symbols, dingbats
)
"""The first and last code points of blocks that are included completely."""


def write_extended_fonts(folder: Path) -> None:
    """Write the extended version of each font of the website, and the font for all other letters."""
    present: set[int] = set()
    for name, files in EXTENDED_FONTS.items():
        whole = _codes(FONT_SOURCES / f"{name}.woff2")
        raw = extended_font([folder / files.format(subset) for subset in SUBSETS], whole)
        (FONT_SOURCES / f"{name}-extended.woff2").write_bytes(raw)
        letters = whole | _codes(BytesIO(raw))
        present = present & letters if present else letters
    raw = _subset(_read(folder / REST_FILE), {code for code in _codes(folder / REST_FILE) if is_rest(code)} - present)
    (FONT_SOURCES / f"{REST}.woff2").write_bytes(raw)


def extended_font(files: list[Path], whole: set[int]) -> bytes:
    """Return one WOFF2 font with the letters of several files that are not in `whole`."""
    from fontTools.merge import Merger  # only installed for maintenance of the fonts

    with TemporaryDirectory() as scratch:
        parts = []
        for number, file in enumerate(files):
            font = _read(file)
            codes = {code for code in font.getBestCmap() if code > 0xA0} - whole
            whole = whole | codes
            if codes:
                parts.append(str(Path(scratch) / f"{number}.ttf"))
                Path(parts[-1]).write_bytes(_subset(font, codes, flavor=None))
        return _packed(Merger().merge(parts), "woff2")


def is_rest(code: int) -> bool:
    """Return whether a code point missing from the other fonts belongs in the font for all other letters."""
    return unicodedata.name(chr(code), "").startswith(REST_SCRIPTS) or any(
        first <= code <= last for first, last in REST_BLOCKS
    )


def _subset(font: Any, codes: set[int], flavor: str | None = "woff2") -> bytes:
    from fontTools import subset

    options = subset.Options()
    options.layout_features = []
    options.glyph_names = options.hinting = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 4, 6, 13]
    options.drop_tables += ["GDEF", "GPOS", "GSUB", "STAT", "gasp", "FFTM", "kern", "meta"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=codes)
    cutter.subset(font)
    return _packed(font, flavor)


def _packed(font: Any, flavor: str | None) -> bytes:
    font.flavor = flavor
    out = BytesIO()
    font.save(out)
    return out.getvalue()


def _read(file: Any) -> Any:
    from fontTools.ttLib import TTFont

    font = TTFont(file, recalcTimestamp=False)
    font.flavor = None
    return font


def _codes(file: Any) -> set[int]:
    return set(_read(file).getBestCmap())


if __name__ == "__main__":
    write_extended_fonts(Path(sys.argv[1]))

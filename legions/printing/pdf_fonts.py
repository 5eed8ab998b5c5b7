"""The fonts of the PDF, unpacked from the website's fonts into `type/`.

After a change of the website's fonts, `python -m legions.printing.pdf_fonts` (which needs fontTools) writes them again;
a test checks that both match. Each font contains its own letters, those of its extended font, and all other printable
ones, because the typesetter draws a line with a single font.
"""

from collections.abc import Collection
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from catalog.faces.glyph_sources import FONT_SOURCES, use_lining_figures
from catalog.faces.typography import REST, REST_ADJUST

FONT_FOLDER = Path(__file__).resolve().parent / "type"

SCALED_FONTS = {"alegreya-sans-400": 1.08, "alegreya-sans-400-italic": 1.08, "alegreya-sans-700": 1.08}
"""Scale of each font on the website (`size-adjust` in `fonts.css`)."""
LINING_FONTS = ("alegreya-500", "alegreya-500-italic")


def unpack_font(name: str) -> tuple[bytes, frozenset[str]]:
    """Return a website font as TrueType, adjusted to its look on printed pages, and its letters.

    It has its adjusted size, lining figures, and the letters of its extended font and of the fallback font.
    """
    from fontTools.merge import Merger  # only needed by the maintainer of the fonts
    from fontTools.ttLib.scaleUpem import scale_upem

    font, extended, rest = _read(name), _read(f"{name}-extended"), _read(REST)
    use_lining_figures(font)
    units, stamp = font["head"].unitsPerEm, font["head"].modified
    drawn_units = round(units / SCALED_FONTS.get(name, 1))
    rest = _only(rest, rest.getBestCmap().keys() - font.getBestCmap().keys() - extended.getBestCmap().keys())
    scale_upem(rest, round(REST_ADJUST * drawn_units))
    rest["head"].unitsPerEm = units
    with TemporaryDirectory() as scratch:
        files = [str(Path(scratch) / f"{number}.ttf") for number in range(3)]
        for part, file in zip((font, extended, rest), files, strict=True):
            part.save(file)
        merged = Merger().merge(files)
    merged["head"].unitsPerEm = drawn_units
    merged["head"].created = merged["head"].modified = stamp  # the output is reproducible
    merged.recalcTimestamp = False
    out = BytesIO()
    merged.save(out)
    return out.getvalue(), frozenset(map(chr, merged.getBestCmap()))


def _only(font: Any, codes: Collection[int]) -> Any:
    from fontTools import subset

    cutter = subset.Subsetter(subset.Options(notdef_outline=True))
    cutter.populate(unicodes=codes)
    cutter.subset(font)
    return font


def _read(name: str) -> Any:
    from fontTools.ttLib import TTFont

    font = TTFont(FONT_SOURCES / f"{name}.woff2", recalcTimestamp=False)
    font.flavor = None
    return font


def write_fonts() -> None:
    """Write the unpacked fonts."""
    FONT_FOLDER.mkdir(exist_ok=True)
    for name in (*SCALED_FONTS, *LINING_FONTS):
        raw, _letters = unpack_font(name)
        (FONT_FOLDER / f"{name}.ttf").write_bytes(raw)


if __name__ == "__main__":
    write_fonts()

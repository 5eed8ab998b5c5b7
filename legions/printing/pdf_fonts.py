"""The fonts of the pages as the PDF needs them: unpacked from those of the website, in `type/`.

`python -m legions.printing.pdf_fonts` (it needs fontTools) writes them again after the website's fonts were changed; a
test holds the two together.
"""

from functools import cache
from io import BytesIO
from pathlib import Path

from catalog.faces.glyph_sources import FONT_SOURCES, use_lining_figures

FONT_FOLDER = Path(__file__).resolve().parent / "type"
CHARACTERS_FILE = FONT_FOLDER / "letters.txt"

SCALED_FONTS = {"alegreya-sans-400": 1.08, "alegreya-sans-400-italic": 1.08, "alegreya-sans-700": 1.08}
"""How much larger the website draws a font than it is (`size-adjust` in `fonts.css`)."""
LINING_FONTS = ("alegreya-500", "alegreya-500-italic")
MISSING = "?"
"""What stands for a letter that the fonts do not have."""


@cache
def font_characters() -> frozenset[str]:
    """Return the letters that each of the fonts has."""
    return frozenset(CHARACTERS_FILE.read_text("utf-8"))


def printable(text: str) -> str:
    """Return a text with the letters that no page can show replaced, so that screen, paper and PDF show the same."""
    known = font_characters()
    return text if known.issuperset(text) else "".join(one if one in known else MISSING for one in text)


def unpack_font(name: str) -> tuple[bytes, frozenset[str]]:
    """Return a font of the website as TrueType, as the website draws printed pages with it, and its letters.

    That is in its size, and with lining figures.
    """
    from fontTools.ttLib import TTFont  # only who changes the fonts has it

    font = TTFont(FONT_SOURCES / f"{name}.woff2", recalcTimestamp=False)
    font.flavor = None
    use_lining_figures(font)
    font["head"].unitsPerEm = round(font["head"].unitsPerEm / SCALED_FONTS.get(name, 1))
    out = BytesIO()
    font.save(out)
    return out.getvalue(), frozenset(map(chr, font.getBestCmap()))


def write_fonts() -> None:
    """Write the unpacked fonts and their letters."""
    FONT_FOLDER.mkdir(exist_ok=True)
    found = []
    for name in (*SCALED_FONTS, *LINING_FONTS):
        raw, has = unpack_font(name)
        (FONT_FOLDER / f"{name}.ttf").write_bytes(raw)
        found.append(has)
    CHARACTERS_FILE.write_text("".join(sorted(frozenset.intersection(*found) | {"\n"})), "utf-8")


if __name__ == "__main__":
    write_fonts()

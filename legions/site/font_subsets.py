"""Subsets of the website's fonts with the characters that nearly every page needs.

`python -m legions.site.font_subsets` (it needs fontTools) writes `static/fonts/*-common.woff2` and the font faces in
`static/css/fonts.css`. Run it after a change of the fonts or of the characters; a test compares the files. The full
fonts stay: a browser fetches one if a page has another character of it, and printed documents use them. The extended
fonts (`catalog.faces.extended_fonts`) stay too, for the letters of other languages.
"""

from io import BytesIO
from pathlib import Path
from typing import Any

from catalog.faces.glyph_sources import use_lining_figures
from catalog.faces.typography import REST, REST_ADJUST

STATIC = Path(__file__).resolve().parents[2] / "static"
FONTS = STATIC / "fonts"
FONT_STYLESHEET = STATIC / "css" / "fonts.css"

COMMON_CHARACTERS = frozenset(
    {
        *" 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzÄÖÜäöüß",
        *"!\"%&'()+,-./:;<=>?[]_",
        *"\u00a0·×–—‘’‚‹›“”„…−",  # punctuation between words and numbers
    }
)
"""The letters, digits and punctuation of English and German."""

LIGATURE_LETTERS = frozenset("fil")
"""Letters that collide without ligatures. All other ligatures of the fonts are decorative."""

FEATURES = ["kern", "liga", "tnum"]
"""OpenType features used by pages. Lining figures replace the default figures of the fonts, because pages use no
others.

Italics are rare on pages, so their subsets omit kerning and tabular figures, a tenth of the file.
"""

FONT_FACES = {
    "alegreya-500": ("Alegreya", "400 600", "normal", ""),
    "alegreya-500-italic": ("Alegreya", "400 600", "italic", ""),
    "alegreya-sans-400": ("Alegreya Sans", "400", "normal", "108%"),
    "alegreya-sans-400-italic": ("Alegreya Sans", "400", "italic", "108%"),
    "alegreya-sans-700": ("Alegreya Sans", "700", "normal", "108%"),
    "alegreya-sans-sc-500": ("Alegreya Sans SC", "400 700", "normal", "108%"),
}
"""Font faces, keyed by file name: family, weights, style and size adjustment."""

LEFT_OUT = {"alegreya-sans-sc-500": frozenset("&")}
"""Characters of a font that pages show in the next font of the family instead, keyed by file name.

The ampersand of the small capitals, small and joined, looks like one that is struck out.
"""

EXTENDED_RANGES = "U+100-130, U+132-151, U+154-24F, U+259, U+292, U+2B0-323, U+370-52F, U+1E00-1FFF"
"""Characters for which a browser fetches the extended font of a family. The main font has none of them."""
REST_RANGES = "U+180-2AF, U+370-58F, U+10A0-10FF, U+1E00-1FFF"
"""Characters for which a browser fetches the fallback font, if the extended font lacks them.

Symbols use a font of the reader's system.
"""


def subset_font(name: str) -> bytes:
    """Return the subset of a font that most pages need, as WOFF2."""
    from fontTools import subset  # needed only when the fonts change
    from fontTools.ttLib import TTFont

    font = TTFont(FONTS / f"{name}.woff2", recalcTimestamp=False)
    font.flavor = None
    use_lining_figures(font)
    _keep_joins(font, LIGATURE_LETTERS)
    options = subset.Options()
    options.layout_features = ["liga"] if name.endswith("-italic") else FEATURES
    options.glyph_names = options.notdef_outline = options.hinting = False
    options.name_IDs = [0, 13]  # copyright and license
    options.drop_tables += ["GDEF", "STAT", "gasp"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[ord(letter) for letter in COMMON_CHARACTERS])
    cutter.subset(font)
    font.flavor = "woff2"
    out = BytesIO()
    font.save(out)
    return out.getvalue()


def _keep_joins(font: Any, letters: frozenset[str]) -> None:
    """Keep the ligatures and contextual alternates of these letters in a font, and drop all others."""
    substitutions = font["GSUB"].table
    lookups = substitutions.LookupList.Lookup
    joining = set()
    for number, lookup in enumerate(lookups):
        for table in (getattr(one, "ExtSubTable", one) for one in lookup.SubTable):
            if hasattr(table, "ligatures"):
                table.ligatures = {
                    first: [one for one in joined if letters.issuperset(one.Component)]
                    for first, joined in table.ligatures.items()
                    if first in letters
                }
                joining.add(number)
            elif any(letters.issuperset(one.glyphs) for one in getattr(table, "InputCoverage", ())[:1]):
                joining.add(number)
    for record in substitutions.FeatureList.FeatureRecord:
        if record.FeatureTag == "liga":
            record.Feature.LookupListIndex = [one for one in record.Feature.LookupListIndex if one in joining]


def font_characters(path: Path) -> frozenset[str]:
    from fontTools.ttLib import TTFont

    return frozenset(map(chr, TTFont(path).getBestCmap()))


def font_face_rules() -> str:
    """Return the `@font-face` rules of all fonts: for each, first the common characters, then the others.

    If several rules cover a character, a browser uses the last one whose font has it.
    """
    lines = []
    for name, face in FONT_FACES.items():
        family, weight, style, _size = face
        has = font_characters(FONTS / f"{name}.woff2") - LEFT_OUT.get(name, frozenset())
        lines.append(_face(f"{name}-common", face, unicode_ranges(has & COMMON_CHARACTERS)))
        if others := has - COMMON_CHARACTERS:
            lines.append(_face(name, face, unicode_ranges(others)))
        if style == "normal":
            lines.append(_face(REST, (family, weight, style, f"{REST_ADJUST:.0%}"), REST_RANGES))
        lines.append(_face(f"{name}-extended", face, EXTENDED_RANGES))
    return "\n".join(lines) + "\n"


def _face(file: str, face: tuple[str, str, str, str], ranges: str) -> str:
    family, weight, style, size = face
    return (
        f'@font-face {{ font-family: "{family}"; font-weight: {weight};'
        + (f" font-style: {style};" if style != "normal" else "")
        + " font-display: swap;"
        + (f" size-adjust: {size};" if size else "")
        + f' src: url("../fonts/{file}.woff2") format("woff2"); unicode-range: {ranges}; }}'
    )


def unicode_ranges(characters: Any) -> str:
    """Return characters in the syntax of `unicode-range`: `U+20-7E, U+A0`."""
    spans: list[list[int]] = []
    for code in sorted(map(ord, characters)):
        if spans and code == spans[-1][1] + 1:
            spans[-1][1] = code
        else:
            spans.append([code, code])
    return ", ".join(f"U+{begin:X}" if begin == end else f"U+{begin:X}-{end:X}" for begin, end in spans)


def write_subsets() -> None:
    """Write the font subsets, and replace the font faces in the style sheet."""
    for name in FONT_FACES:
        (FONTS / f"{name}-common.woff2").write_bytes(subset_font(name))
    lines = [line for line in FONT_STYLESHEET.read_text("utf-8").splitlines() if "url(" not in line]
    begin = next(number for number, line in enumerate(lines) if line.startswith("@font-face"))
    stylesheet = [*lines[:begin], *font_face_rules().splitlines(), *lines[begin:]]
    FONT_STYLESHEET.write_text("\n".join(stylesheet) + "\n", "utf-8")


if __name__ == "__main__":
    write_subsets()

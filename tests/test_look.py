"""The visual design: contrast in both themes, no external resources, small fonts, one sprite."""

import json
import re

import pytest

from catalog.faces import marks
from catalog.faces.typography import REST
from legions.site import font_subsets
from tests.nonempty import nonempty

CSS = marks.STATIC / "css"
FONTS = marks.STATIC / "fonts"
THEMES = ("light", "dark")

GROUNDS = ("table", "surface", "well")
WORDS = ("ink", "quiet", "brass", "legal", "illegal", "undetermined")
ENERGIES = ("fire", "cold", "acid", "lightning", "thunder", "positive", "negative", "poison", "disease")
STATS = ("attack", "agility", "health", "armor")

TEXT_PAIRS = [
    *[(word, ground) for word in WORDS for ground in GROUNDS],
    *[(stat, ground) for stat in STATS for ground in GROUNDS],
    *[("brass-deep", ground) for ground in (*GROUNDS, "brass-wash")],
    ("on-brass", "brass"),
    ("on-brass", "brass-deep"),
    ("table", "ink"),
    *[("ink", f"{name}-wash") for name in ("brass", "legal", "illegal", "undetermined")],
    *[("quiet", f"{name}-wash") for name in ("brass", "legal", "illegal", "undetermined")],
    *[(name, f"{name}-wash") for name in ("legal", "illegal", "undetermined")],
]
MARK_PAIRS = [(mark, ground) for mark in (*ENERGIES, "edge") for ground in GROUNDS]


def tokens(theme):
    """Return every color token of one theme as (red, green, blue)."""
    text = (CSS / "tokens.css").read_text(encoding="utf-8")
    pairs = re.findall(r"--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);", text)
    place = THEMES.index(theme)
    return {name: bytes.fromhex(colours[place][1:]) for name, *colours in pairs}


def luminance(colour):
    """Return the relative luminance as WCAG 2.2 defines it, 0 to 1."""
    parts = [value / 255 for value in colour]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(color, other):
    """Return the contrast ratio of two colors, 1 to 21."""
    light, dark = sorted((luminance(color), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def too_faint(theme, pairs, least):
    colours = tokens(theme)
    ratios = {(one, other): contrast(colours[one], colours[other]) for one, other in pairs}
    return {pair: round(ratio, 2) for pair, ratio in ratios.items() if ratio < least}


@pytest.mark.parametrize("theme", THEMES)
def test_text_reads_on_its_ground(theme):
    assert too_faint(theme, TEXT_PAIRS, 4.5) == {}


@pytest.mark.parametrize("theme", THEMES)
def test_marks_and_edges_contrast_with_their_background(theme):
    assert too_faint(theme, MARK_PAIRS, 3.0) == {}


def test_the_contrast_of_black_on_white_is_twenty_one():
    assert contrast(b"\x00\x00\x00", b"\xff\xff\xff") == pytest.approx(21)


def test_every_variable_that_a_style_uses_is_defined():
    text = "".join(path.read_text(encoding="utf-8") for path in CSS.glob("*.css"))
    defined = set(re.findall(r"(--[a-z0-9-]+):", text))
    assert set(re.findall(r"var\((--[a-z0-9-]+)", text)) <= defined


@pytest.mark.sampled
def test_no_style_uses_a_universal_sibling_selector():
    """With such selectors Chromium recalculates the styles of all siblings whenever an element is added or removed."""
    for path in nonempty(CSS.glob("*.css")):
        plain = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not re.findall(r"[^{},;]*(?:\*|(?<![\w.#-])[a-z]+)\s*[+~]\s*\*[^{},;]*", plain), path.name


def test_no_style_reaches_for_another_host():
    for path in nonempty(CSS.glob("*.css")):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"(?i)(https?:)?//[a-z]|@import|data:", text), path.name
        for target in re.findall(r'url\("([^"]+)"\)', text):
            assert (path.parent / target).resolve().is_file(), f"{path.name} names {target}"


def test_every_font_is_small_and_comes_with_its_licence():
    fonts = sorted(FONTS.glob("*.woff2"))
    assert fonts
    bounds = {REST: 100_000}
    assert {
        path.name: path.stat().st_size for path in fonts if path.stat().st_size > bounds.get(path.stem, 40_000)
    } == {}
    assert "Bitstream Vera" in (FONTS / "LICENSE-DejaVu.txt").read_text(encoding="utf-8")
    licences = [path.read_text(encoding="utf-8") for path in FONTS.glob("OFL-*.txt")]
    assert len(licences) == 2
    assert all("SIL Open Font License, Version 1.1" in text for text in licences)


@pytest.mark.parametrize("name", font_subsets.FONT_FACES)
def test_the_common_letters_are_cut_from_the_whole_font(name):
    whole, common = (font_subsets.font_characters(FONTS / f"{name}{which}.woff2") for which in ("", "-common"))
    assert common == whole & font_subsets.COMMON_CHARACTERS


def test_the_style_sheet_names_the_fonts_by_the_letters_they_have():
    assert font_subsets.font_face_rules() in font_subsets.FONT_STYLESHEET.read_text(encoding="utf-8")


def named(ranges: str) -> set[str]:
    spans = [span.removeprefix("U+").split("-") for span in ranges.split(", ")]
    return {chr(code) for span in spans for code in range(int(span[0], 16), int(span[-1], 16) + 1)}


@pytest.mark.parametrize("name", font_subsets.FONT_FACES)
def test_a_browser_fetches_an_extended_font_only_for_its_letters(name):
    whole, extended = (font_subsets.font_characters(FONTS / f"{name}{which}.woff2") for which in ("", "-extended"))
    ranges = named(font_subsets.EXTENDED_RANGES)
    assert not ranges & whole
    assert not {letter for letter in extended - ranges if letter.isalpha() and letter < "\u2000"}
    assert not named(font_subsets.REST_RANGES) & (whole - {"\u0131"})


def test_letters_are_named_as_a_style_sheet_does():
    assert font_subsets.unicode_ranges("cabxzÿ") == "U+61-63, U+78, U+7A, U+FF"


def test_shipped_texts_use_only_letters_of_our_fonts():
    """Otherwise a page would load a font for one letter; letters that no font has are drawn by a system font."""
    drawn = font_subsets.font_characters(FONTS / "alegreya-sans-400.woff2") - font_subsets.COMMON_CHARACTERS
    for path in nonempty(sorted((marks.STATIC.parent / "fixtures").rglob("*.json"))):
        document = json.loads(path.read_text(encoding="utf-8"))
        assert not drawn & set(f"{document['name']}{document.get('text')}"), path.name


def test_the_sprite_equals_the_drawn_marks():
    assert marks.SPRITE.read_text(encoding="utf-8") == marks.sprite()


def test_every_mark_is_drawn_on_the_grid_with_the_one_pen():
    for name in nonempty(marks.names()):
        text = (marks.SOURCES / f"{name}.svg").read_text(encoding="utf-8")
        assert text.startswith(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" {marks.PEN}>'), name
        widths = set(re.findall(r'stroke-width="([^"]*)"', text))
        colours = set(re.findall(r'(?:stroke|fill)="([^"]*)"', text))
        assert widths == {"1.5"}, name
        assert colours <= {"none", "currentColor"}, name


def test_the_legend_names_only_marks_that_are_drawn():
    named = [mark for _, rows in marks.LEGEND for mark, _, _ in rows]
    assert len(named) == len(set(named))
    assert set(named) <= set(marks.names())

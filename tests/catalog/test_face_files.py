"""Faces as files: they need no fonts to look as on the pages, and no text overflows."""

import re
from xml.etree import ElementTree

import pytest

from benchmarks import sample
from catalog import faces
from catalog.faces import glyph_sources, known_games, typography
from catalog.faces.outlined_text import outlined
from tests.nonempty import nonempty

SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
EDGE = 617
"""The edge of a card's paper, where its colored border begins, in tenths of a millimeter."""
FONTS = {"s": typography.REGULAR, "b": typography.BOLD, "d": typography.DISPLAY, "i": typography.ITALIC}
DRAWN = [module.replace("_", "-") for module in known_games.MODULES]
"""The games whose cards are drawn."""
MOVED = re.compile(r"translate\((\S+) (\S+)\) scale\((\S+)\)")


def lines(drawing):
    """Yield start and end of each line of outlined text."""
    for group in ElementTree.fromstring(drawing).iter(f"{SVG}g"):  # noqa: S314 - our own drawing
        uses = group.findall(f"{SVG}use")
        if uses:
            left, _top, scale = map(float, MOVED.fullmatch(group.get("transform")).groups())
            key = uses[-1].get(LINK)[1:]
            font = typography.fonts()[FONTS[key[0]]]
            last = font.widths[chr(int(key[1:], 16))] / font.adjust
            yield left, left + (float(uses[-1].get("x")) + last) * scale


def a_text(text, more=""):
    return f"<svg>{typography.text(text, 100, 50, 20, fill='#000', more=more)}</svg>"


@pytest.mark.sampled
@pytest.mark.parametrize("name", sorted(typography.SIZE_ADJUST))
def test_the_letters_of_faces_are_those_of_the_websites_fonts(name) -> None:
    read = glyph_sources.read_font(name)
    kept = typography.fonts()[name]
    adjust = typography.SIZE_ADJUST[name]
    assert {letter: outline for letter, (_wide, outline) in read["letters"].items()} == dict(kept.outlines)
    assert {letter: wide * adjust for letter, (wide, _outline) in read["letters"].items()} == dict(kept.widths)
    assert {pair: closer * adjust for pair, closer in read["pairs"].items()} == dict(kept.pairs)


@pytest.mark.sampled
def test_the_letters_of_the_extended_fonts_are_as_wide_as_the_fonts_have_them() -> None:
    assert glyph_sources.extended_widths() == typography.extended_widths()


def test_the_website_draws_each_font_as_large_as_faces_measure_it() -> None:
    sheet = (glyph_sources.FONT_SOURCES.parent / "css" / "fonts.css").read_text("utf-8")
    for name, adjust in typography.SIZE_ADJUST.items():
        rules = [rule for rule in sheet.splitlines() if f"/{name}.woff2" in rule]
        assert rules and all((f"size-adjust: {adjust:.0%}" in rule) == (adjust != 1) for rule in rules)


@pytest.mark.sampled
@pytest.mark.parametrize("game", DRAWN)
def test_a_file_needs_no_font_and_nothing_of_it_runs_over_the_edge_of_the_card(game) -> None:
    official = {"name": "A Set of Cards That Has Quite a Long Name for Its Line", "official": False}
    for card in nonempty(sample.cards(game)):
        drawn = faces.as_file(faces.face(card, set_document=official, sentences=("Needs a creature of level 5.",)))
        assert "<text" not in drawn and "font-" not in drawn, card["slug"]
        found = list(lines(drawn))
        assert found, card["slug"]
        assert all(left >= 0 and right <= EDGE for left, right in found), card["slug"]


def test_a_file_says_its_words_to_who_does_not_see_it_and_refers_to_nothing_outside() -> None:
    card = next(card for card in sample.cards("attack-wing") if card.get("text") and card.get("name"))
    drawn = faces.as_file(faces.face(card))
    head = drawn[: drawn.index("</desc>")]
    assert typography.plain_text(card["name"]) in head
    used, own = set(re.findall(r'xlink:href="#(\w+)"', drawn)), re.findall(r'<path id="(\w+)"', drawn)
    assert used and used == set(own) and len(own) == len(set(own))
    assert drawn.count("http") == 2  # the namespaces of SVG and XLink, which are not fetched


def test_words_are_aligned_to_their_side_of_the_place() -> None:
    [(left, right)] = lines(outlined(a_text("Bite")).replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1))
    assert left == 100 and 100 < right <= 100 + typography.width("Bite", 20) + 0.1
    document = f'<svg xmlns="http://www.w3.org/2000/svg">{a_text("Bite", more="")[5:]}'
    for anchor, start in (("end", 100 - (right - left)), ("middle", 100 - (right - left) / 2)):
        moved = document.replace('fill="#000"', f'fill="#000" text-anchor="{anchor}"')
        [(now, _end)] = lines(outlined(moved))
        assert now == pytest.approx(start, abs=0.1)


def test_letters_that_our_fonts_do_not_have_stay_words_in_a_room_of_their_own() -> None:
    drawn = outlined(a_text("A 龍 & <b>"))
    assert re.findall(r'<text[^>]* textLength="20" lengthAdjust="spacingAndGlyphs">(.*?)</text>', drawn) == ["龍"]
    assert drawn.count("<use") == len("A&<b>")
    assert outlined("<svg></svg>") == "<svg></svg>"

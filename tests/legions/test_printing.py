"""Printed legions: a sheet and cards to cut out, equal in the browser and in the PDF."""

import dataclasses
import json
import re
import subprocess
import sys
import unicodedata
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pypdfium2
import pytest
from django.conf import settings

from catalog import import_export
from catalog.background import child_processes
from catalog.faces import typography
from legions.printing import pdf, pdf_fonts, pdf_process
from legions.printing.column_flow import SheetColumn, SheetRow, flow_bands, flow_blocks
from legions.printing.svg_pages import A4, PAPERS, svg_page
from legions.saved_lists import ready_lists
from legions.sharing import services as sharing_services
from legions.site import qr_codes
from rulesapi.judging import verdicts
from rulesapi.share_links import link_service
from tests import factories
from tests.legions.builder_helpers import publish_cards
from tests.legions.page_parser import Page
from tests.legions.test_site_hostile_texts import SAMPLE, TAGS
from tests.nonempty import nonempty
from tests.throttles import allow, freeze_clock

pytestmark = pytest.mark.django_db

PICKS = [{"card": "giant", "upgrades": ["club", "charm"]}, {"card": "guards", "soldiers": 3, "count": 2}]
DAMAGE = {
    "kind": "damage-card",
    "game": "attack-wing",
    "slug": "winded",
    "name": "Winded",
    "set": None,
    "copies": 3,
    "flips": True,
    "text": "Rest.",
    "sources": factories.SOURCES,
}
SVG = "{http://www.w3.org/2000/svg}"
SHEETS = ("sheet", "cards-to-cut")
MM = 72 / 25.4
"""PDF points per millimeter."""


@pytest.fixture(autouse=True)
def world() -> None:
    publish_cards()


@pytest.fixture
def legion(client):
    user = factories.UserFactory(username="owner")
    client.force_login(user)
    legion = factories.legion(*PICKS, owner=user, name="Embers", notes="Hold the bridge.", collection={"giant": 1})
    sharing_services.share_legion(legion=legion)
    return legion


def drawn(response):
    """Return the pages that a response shows as drawings."""
    assert response.status_code == 200, response.content.decode()
    inside = response.content.decode().partition('<div class="printed">')[2].partition("</div>")[0]
    return list(ElementTree.fromstring(f"<div>{inside}</div>"))  # noqa: S314 - our own page


def texts_of(drawing):
    """Return the words of a drawing, without spaces, in the order of their letters."""
    words = (part for text in drawing.iter(f"{SVG}text") for part in text.itertext())
    return sorted("".join("".join(words).split()))


def opened(response):
    assert response.status_code == 200, response.content.decode()
    assert response["Content-Type"] == "application/pdf"
    return pypdfium2.PdfDocument(response.content)


def read(sheet):
    """Return the words of a PDF page without spaces; ligatures are replaced by their letters."""
    text = sheet.get_textpage().get_text_range()
    return sorted("".join(text.replace("\ufffe", "-").split()))


def words_of(response):
    return " ".join(" ".join(text.itertext()) for one in drawn(response) for text in one.iter(f"{SVG}text"))


# -- equality of page and PDF ------------------------------------------------------------------------------------------


@pytest.mark.sampled
@pytest.mark.parametrize("what", SHEETS)
@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.slug)
def test_the_pdf_has_the_pages_the_words_and_the_size_of_what_the_browser_prints(client, legion, what, paper) -> None:
    shown = drawn(client.get(f"/legions/{legion.pk}/{what}/?paper={paper.slug}"))
    made = opened(client.get(f"/legions/{legion.pk}/{what}.pdf?paper={paper.slug}"))
    assert len(shown) == len(made) == 1
    for drawing, sheet in zip(shown, made, strict=True):
        assert texts_of(drawing) == read(sheet)
        assert [float(drawing.get(side).removesuffix("mm")) for side in ("width", "height")] == [
            paper.wide / 10,
            paper.high / 10,
        ]
        assert sheet.get_size() == pytest.approx((paper.wide / 10 * MM, paper.high / 10 * MM), abs=0.01)


@pytest.mark.sampled
def test_cards_have_their_true_size_on_every_paper(client, legion) -> None:
    for paper in PAPERS:
        (drawing,) = drawn(client.get(f"/s/{legion.share_key}/cards-to-cut/?paper={paper.slug}"))
        assert drawing.get("viewBox") == f"0 0 {paper.wide} {paper.high}"
        cards = [one for one in drawing if one.tag == f"{SVG}svg"]
        assert [(one.get("width"), one.get("height")) for one in cards] == [("630", "880")] * 5
        for one in cards:
            assert 0 <= float(one.get("x")) <= paper.wide - 630
            assert 0 <= float(one.get("y")) <= paper.high - 880


@pytest.mark.sampled
def test_a_card_of_the_pdf_measures_63_by_88_mm(client, legion) -> None:
    """The first card is the only colored object on the page, so its edges are measured in the rendered page."""
    legion.document = {**legion.document, "picks": [{"card": "giant"}]}
    legion.save()
    sheet = opened(client.get(f"/legions/{legion.pk}/cards-to-cut.pdf"))[0]
    image = sheet.render(scale=300 / 72).to_pil().convert("L").point(lambda value: 255 if value < 200 else 0)
    dot = 25.4 / 300
    left, top = (A4.wide - 3 * 630) / 20, (A4.high - 3 * 880) / 20
    card = image.crop([round(edge / dot) for edge in (left - 0.8, top - 0.8, left + 80, top + 100)]).getbbox()
    assert (card[2] - card[0]) * dot == pytest.approx(63, abs=0.3)
    assert (card[3] - card[1]) * dot == pytest.approx(88, abs=0.3)


@pytest.mark.sampled
@pytest.mark.parametrize("view", ["table", "opponent"])
def test_the_sheet_has_verdict_release_and_a_code_that_can_be_read(client, legion, view) -> None:
    address = f"/legions/{legion.pk}/sheet"
    words = words_of(client.get(f"{address}/?view={view}"))
    for part in (
        "Embers",
        "Giant",
        "Club",
        "2 × Guards",
        "3 soldiers",
        "62 of 120 points",
        "release 1",
        "the rules of",
        "version 1",
    ):
        assert part in words, part
    digest = verdicts.judge(legion.document)["digest"]
    assert "attack-wing/" not in words  # a slug, which means nothing to players
    assert "sha256" not in words  # nobody reads it off paper: the code holds the whole list
    image = opened(client.get(f"{address}.pdf?view={view}"))[0].render(scale=3).to_pil()
    out = BytesIO()
    image.save(out, "PNG")
    (code,) = qr_codes.read_qr_codes(out.getvalue())
    assert code.startswith("http://testserver/l/#")
    assert verdicts.judge(link_service.decode_legion(code.partition("#")[2]))["digest"] == digest


@pytest.mark.sampled
def test_the_sheet_says_of_each_card_what_play_needs(client) -> None:
    factories.publish(
        factories.creature(
            slug="wyrm",
            name="Wyrm",
            movement="flying",
            actions=["dodge", "target"],
            energy=[],
            health=3,
            weapons=[
                {"name": "Bite", "melee": True, "arc": "forward", "range": 2},
                {"name": None, "melee": None, "arc": None, "range": None},
            ],
        ),
        factories.creature(slug="shade", name="Shade", actions=None),
        factories.upgrade(slug="breath", name="Breath", range="cone 3", arc="forward", slot="heroic"),
    )
    user = factories.UserFactory()
    client.force_login(user)
    listed = factories.legion({"card": "wyrm", "upgrades": ["breath"]}, {"card": "shade"}, owner=user)
    response = client.get(f"/legions/{listed.pk}/sheet/")
    words = words_of(response)
    for part in (
        "Bite: melee, forward arc, range 2",
        "Not named yet: melee or ranged not known, arc not known, range not known",
        "Dodge, target",
        "Flying",
        "cone 3",
    ):
        assert part in words, part
    assert "Actions not known" in words
    assert words.count("Energy types") == 0  # the card has none


# -- the opponent's view -----------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_an_opponent_sees_neither_notes_nor_what_its_player_has(client, legion) -> None:
    address = f"/legions/{legion.pk}/sheet/"
    mine, theirs = words_of(client.get(address)), words_of(client.get(f"{address}?view=opponent"))
    assert "Hold the bridge." in mine
    assert "CARDS ITS PLAYER OWNS" in mine
    assert "Hold the bridge." not in theirs
    assert "CARDS ITS PLAYER OWNS" not in theirs
    assert "Health" in mine
    assert "Health" not in theirs


@pytest.mark.sampled
def test_a_verdict_that_depends_on_a_collection_is_not_shown_to_opponents(client, legion) -> None:
    legion.document = {**legion.document, "collection": {}, "packs": {}}
    legion.save()
    address = f"/legions/{legion.pk}/sheet/"
    assert "Illegal" in words_of(client.get(address))
    for other in (f"{address}?view=opponent", f"/s/{legion.share_key}/sheet/"):
        assert "Legal" in words_of(client.get(other))


@pytest.mark.sampled
def test_a_link_shows_what_its_player_has_only_where_that_is_shown(client, legion) -> None:
    address = f"/s/{legion.share_key}/sheet/"
    client.logout()
    assert "CARDS ITS PLAYER OWNS" not in words_of(client.get(address))
    sharing_services.show_collection(legion=legion, shown=True)
    assert "CARDS ITS PLAYER OWNS" in words_of(client.get(address))
    assert "CARDS ITS PLAYER OWNS" not in words_of(client.get(f"{address}?view=opponent"))


# -- selection of cards ------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_each_copy_is_a_card_or_each_card_is_one_with_its_number(client, legion) -> None:
    address = f"/legions/{legion.pk}/cards-to-cut/"
    (each,) = drawn(client.get(address))
    titles = [one.find(f"{SVG}title").text for one in each if one.tag == f"{SVG}svg"]
    assert titles == ["Giant", "Charm", "Club", "Guards", "Guards"]
    (once,) = drawn(client.get(f"{address}?copies=once"))
    titles = [one.find(f"{SVG}title").text for one in once if one.tag == f"{SVG}svg"]
    assert titles == ["Giant", "Charm", "Club", "Guards"]
    assert [text.text for text in once.iter(f"{SVG}text")].count("2 ×") == 1


@pytest.mark.sampled
def test_the_damage_deck_comes_with_its_copies_when_it_is_asked_for(client, legion) -> None:
    factories.publish_frame(DAMAGE)
    legion.document = {**legion.document, "release": 2}
    legion.save()
    address = f"/legions/{legion.pk}/cards-to-cut/"
    assert "5 cards, 1 page" in Page(client.get(address)).words
    assert "8 cards, 1 page" in Page(client.get(f"{address}?deck=on")).words


@pytest.mark.sampled
def test_cards_missing_from_the_catalog_are_named(client, legion) -> None:
    legion.document = {**legion.document, "picks": [{"card": "giant"}, {"card": "nobody-knows"}]}
    legion.save()
    response = client.get(f"/legions/{legion.pk}/cards-to-cut/")
    assert "not drawn: nobody-knows" in Page(response).words
    assert "1 card, 1 page" in Page(response).words


@pytest.mark.sampled
def test_an_empty_table_has_a_sheet_and_no_cards(client, legion) -> None:
    legion.document = {**legion.document, "picks": []}
    legion.save()
    assert "The table is empty." in words_of(client.get(f"/legions/{legion.pk}/sheet/"))
    response = client.get(f"/legions/{legion.pk}/cards-to-cut/")
    assert "there is no card to cut out" in Page(response).words
    assert not Page(response).all("a", href=f"/legions/{legion.pk}/cards-to-cut.pdf")
    assert client.get(f"/legions/{legion.pk}/cards-to-cut.pdf").status_code == 404


@pytest.mark.sampled
def test_ids_are_unique_however_often_a_card_is_drawn_and_every_reference_exists(client, legion) -> None:
    legion.document = {**legion.document, "picks": [{"card": "giant", "count": 12}, {"card": "giant"}]}
    legion.save()
    for what in SHEETS:
        response = client.get(f"/legions/{legion.pk}/{what}/")
        ids = re.findall(r' id="([^"]+)"', response.content.decode())
        assert len(ids) == len(set(ids))
        assert set(re.findall(r"url\(#([^)]+)\)", response.content.decode())) <= set(ids)
        assert any(one.startswith("arms-") for one in ids)


@pytest.mark.sampled
def test_black_and_white_has_shades_of_grey_only(client, legion) -> None:
    for what in SHEETS:
        sheet = opened(client.get(f"/legions/{legion.pk}/{what}.pdf?ink=grey"))[0]
        for red, green, blue in (colour for _, colour in sheet.render(scale=1).to_pil().getcolors(1 << 20)):
            assert max(red, green, blue) - min(red, green, blue) <= 2
        coloured = opened(client.get(f"/legions/{legion.pk}/{what}.pdf"))[0].render(scale=1).to_pil()
        assert any(max(colour) - min(colour) > 60 for _, colour in coloured.getcolors(1 << 20))


# -- one page ----------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_overflowing_content_is_on_a_clean_second_page(client, legion) -> None:
    legion.document = {**legion.document, "picks": [{"card": "giant", "upgrades": ["club"]}] * 36}
    legion.save()
    shown = drawn(client.get(f"/legions/{legion.pk}/sheet/"))
    assert len(shown) == 2
    for number, one in enumerate(shown, 1):
        words = [text.text for text in one.iter(f"{SVG}text")]
        assert f"Page {number} of 2" in words
        assert words.count("Giant") == words.count("Club")  # no creature is separated from its upgrades
        assert words.count("Embers") == 1
    made = opened(client.get(f"/legions/{legion.pk}/sheet.pdf"))
    assert [texts_of(one) for one in shown] == [read(one) for one in made]


def test_blocks_stay_together_unless_no_column_could_hold_them() -> None:
    columns = [SheetColumn(number // 2, 100 * (number % 2), 10, 100) for number in range(20)]
    rows = flow_blocks(
        [[SheetRow(60, "a")], [SheetRow(30, "b"), SheetRow(30, "c")], [SheetRow(40, str(n)) for n in range(6)]],
        columns,
        5,
    )
    places = [(page_, re.search(r"translate\((\S+) (\S+)\)", drawing).groups()) for page_, drawing in rows]
    assert places[:3] == [(0, ("0", "10")), (0, ("100", "10")), (0, ("100", "40"))]
    assert [page_ for page_, _ in places[3:]] == [1, 1, 1, 1, 2, 2]


def test_columns_begin_below_the_last_band() -> None:
    pages = iter([SheetColumn(number, 0, 10, 100) for number in range(9)])
    placed, below = flow_bands([[SheetRow(60, "a")], [SheetRow(30, "b"), SheetRow(30, "c")]], pages, 5)
    assert [page_ for page_, _drawing in placed] == [0, 1, 1]
    assert below == SheetColumn(1, 0, 75, 35)


def with_dials(**dials):
    """Publish maneuver cards by class, with the dials of their maneuvers, and a creature for each class."""
    line = {"bearing": "bank", "side": "left", "speed": 2, "colour": "red"}
    cards = [
        factories.maneuver_card(slug=f"{name}-maneuvers", name=f"{name} Maneuvers", sources=factories.SOURCES)
        | {"class": name, "maneuvers": None if of_card is None else [line | {"dial": dial} for dial in of_card]}
        for name, of_card in dials.items()
    ]
    creatures = [factories.creature(slug=name, name=f"The {name}", health=3, **{"class": name}) for name in dials]
    factories.publish(*cards, *creatures)
    return [{"card": name} for name in dials]


def test_the_dials_of_a_creature_are_next_to_it(client, legion) -> None:
    picks = with_dials(griffon=["ground", "flight"], wolf=["ground"], slug=None)
    legion = factories.legion(*picks, owner=legion.owner, name="Wings")
    (page_,) = drawn(client.get(f"/legions/{legion.pk}/sheet/"))
    texts = [text.text for text in page_.iter(f"{SVG}text")]
    assert texts.count("on the ground") == 2 and texts.count("in the air") == 1
    assert texts.count("wingover") == 1 and texts.count("turnabout") == 2
    assert " ".join(texts).count("\N{MINUS SIGN} one Exhaustion Token less. + one more, so no action.") == 1
    assert "The maneuvers on its maneuver card are not known." in texts
    assert texts.count("+") == 3 and [title.text for title in page_.iter(f"{SVG}title")].count("Bank left 2 red") == 3


def test_a_sheet_without_a_known_dial_has_no_charts(client, legion) -> None:
    legion = factories.legion(*with_dials(slug=None), owner=legion.owner, name="Slow")
    (page_,) = drawn(client.get(f"/legions/{legion.pk}/sheet/"))
    assert "Maneuvers" not in [text.text for text in page_.iter(f"{SVG}text")]


@pytest.mark.sampled
def test_many_dials_take_more_pages_and_none_is_split_from_its_creature(client, legion) -> None:
    picks = with_dials(**{f"beast-{number}": ["ground"] for number in range(30)})
    legion = factories.legion(*picks, owner=legion.owner, name="Crowd", notes="Hold on.")
    pages = drawn(client.get(f"/legions/{legion.pk}/sheet/"))
    assert len(pages) > 1
    for page_ in pages:
        texts = [text.text for text in page_.iter(f"{SVG}text")]
        assert texts.count("Maneuvers") == len([words for words in texts if words.startswith("The beast")])
    assert "Hold on." in [text.text for text in pages[-1].iter(f"{SVG}text")]


def test_losses_are_ticked_off_only_where_their_number_is_known(client, legion) -> None:
    factories.publish(factories.creature(slug="puzzle", name="Puzzle", health=None))
    for card, circles in (("puzzle", 0), ("giant", 4)):
        legion = factories.legion({"card": card}, owner=legion.owner, name="Losses")
        (page_,) = drawn(client.get(f"/legions/{legion.pk}/sheet/"))
        assert len([one for one in page_.iter(f"{SVG}circle") if one.get("r") == "20.4"]) == circles


# -- limits ------------------------------------------------------------------------------------------------------------


def test_options_that_there_are_not_are_refused(client, legion) -> None:
    for what, query in (
        ("sheet", "paper=a3"),
        ("sheet", "view=king"),
        ("cards-to-cut", "copies=-1"),
        ("sheet", "ink=%00"),
    ):
        for tail in ("/", ".pdf"):
            assert client.get(f"/legions/{legion.pk}/{what}{tail}?{query}").status_code == 400, query


@pytest.mark.parametrize("hostile_text", SAMPLE)
def test_hostile_names_are_escaped_on_paper(client, legion, hostile_text) -> None:
    legion.document = {**legion.document, "name": hostile_text, "notes": hostile_text}
    legion.save()
    for what in SHEETS:
        response = client.get(f"/legions/{legion.pk}/{what}/")
        shown = Page(response)
        assert drawn(response)
        assert all(script["src"].startswith("/static/") for script in shown.all("script"))
        assert {tag for tag, attributes in shown.elements if tag in TAGS and not attributes.get("src")} == set()
        assert not any(
            name.startswith("on") or name == "style" for _, attributes in shown.elements for name in attributes
        )


def test_a_hostile_name_is_words_in_the_pdf(client, legion) -> None:
    legion.document = {
        **legion.document,
        "name": '#panic("x") <script> & 龍 \\ "',
        "notes": ']]> $x$ *y* #read("/etc/passwd")',
    }
    legion.save()
    made = opened(client.get(f"/legions/{legion.pk}/sheet.pdf"))
    text = made[0].get_textpage().get_text_range().replace(" ", "")
    assert f'#panic("x")<script>&{typography.MISSING}' in text
    assert '#read("/etc/passwd")' in text


NAMES = {
    "Latin": "Česká výprava Łukasz İlker Ørsted Đorđe ệ Ấn ǩ ɓ ə Ṁ ȷ",
    "Greek": "Ωμέγα Ἀθῆνα ΐΰ",
    "Cyrillic": "Щука Ёжик Қазақ Їжак Ѳита",
    "symbols": "★ → ♠ ½ €",
}


def spaced(text: str) -> str:
    return "".join(unicodedata.normalize("NFC", text).split())


@pytest.mark.sampled
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_names_in_other_alphabets_are_printed_as_they_are(client, legion, name, paper) -> None:
    legion.document = {**legion.document, "name": name, "notes": f"Of {name}!"}
    legion.save()
    for tail, words in (("sheet.pdf", [name, f"Of {name}!"]), ("cards-to-cut.pdf", [name])):
        pages = opened(client.get(f"/legions/{legion.pk}/{tail}?paper={paper}"))
        text = spaced("".join(page.get_textpage().get_text_range() for page in pages))
        assert [one for one in words if spaced(one) not in text] == [], text[-300:]


@pytest.mark.parametrize(
    "first, last", [(0xC0, 0x24F), (0x1E00, 0x1EF9), (0x370, 0x3E1), (0x1F00, 0x1FFF), (0x400, 0x523)]
)
def test_paper_and_pictures_have_each_latin_greek_and_cyrillic_letter(first, last) -> None:
    letters = [chr(code) for code in range(first, last + 1) if unicodedata.category(chr(code)).startswith("L")]
    assert len(letters) >= 100
    assert [letter for letter in letters if typography.MISSING in typography.drawable_text(letter)] == []


def test_a_letter_that_no_font_has_is_the_same_sign_everywhere() -> None:
    assert typography.drawable_text("Ærø “50 %” × 2 …") == "Ærø “50 %” × 2 …"
    assert typography.drawable_text("龍 e\u0301") == "□ é"


@pytest.mark.sampled
def test_a_name_that_is_too_long_ends_in_an_ellipsis(client, legion) -> None:
    for name in ("W" * 120, "MMWW " * 24, "Щ" * 90):
        legion.document = {**legion.document, "name": name}
        legion.save()
        text = opened(client.get(f"/legions/{legion.pk}/sheet.pdf"))[0].get_textpage().get_text_range()
        printed = re.search("(?<=STANDARD)[^…]*…", spaced(text))
        assert printed and spaced(name).startswith(printed[0].removesuffix("…"))
        assert len(printed[0]) > 30


@pytest.mark.sampled
def test_a_large_legion_is_printed_within_bounds(client, legion) -> None:
    picks = [{"card": "giant", "upgrades": ["club", "charm"]}] * 300 + [{"card": "guards", "count": 400}] * 100
    legion.document = {**legion.document, "picks": picks, "collection": None}
    legion.document.pop("collection")
    legion.save()
    cards = client.get(f"/legions/{legion.pk}/cards-to-cut/")
    assert "360 cards, 40 pages" in Page(cards).words
    assert "more have no room" in Page(cards).words
    assert len(opened(client.get(f"/legions/{legion.pk}/cards-to-cut.pdf"))) == 40
    assert len(drawn(client.get(f"/legions/{legion.pk}/sheet/"))) < 40


@pytest.mark.sampled
def test_printing_is_rate_limited(client, legion, monkeypatch) -> None:
    freeze_clock(monkeypatch)
    allow(monkeypatch, "pdfs", 2)
    allow(monkeypatch, "printing", 3)
    for tail, most in (("sheet.pdf", 2), ("sheet/", 3)):
        answers = [client.get(f"/legions/{legion.pk}/{tail}") for _ in range(most + 1)]
        assert [one.status_code for one in answers] == [200] * most + [429]
        assert 600 <= int(answers[-1]["Retry-After"]) <= 700


def test_a_pdf_that_takes_too_long_says_what_to_do_instead(client, legion, monkeypatch) -> None:
    monkeypatch.setattr(pdf, "BOUNDS", dataclasses.replace(pdf.BOUNDS, seconds=0.001))
    response = client.get(f"/legions/{legion.pk}/sheet.pdf")
    assert response.status_code == 503
    assert "print the page with your browser" in Page(response).words


@pytest.mark.sampled
def test_without_a_free_process_the_page_has_a_retry_time(client, legion, monkeypatch) -> None:
    monkeypatch.setattr(pdf, "BOUNDS", dataclasses.replace(pdf.BOUNDS, name="test-pdf", at_once=1, patience=0))
    with child_processes.reserve_place(pdf.BOUNDS):
        response = client.get(f"/legions/{legion.pk}/sheet.pdf")
    assert (response.status_code, response["Retry-After"]) == (503, "5")
    assert "Nothing was done or lost" in Page(response).words
    assert client.get(f"/legions/{legion.pk}/sheet.pdf").status_code == 200


@pytest.mark.sampled
def test_a_drawing_that_is_none_makes_no_pdf() -> None:
    with pytest.raises(pdf.PDFNotMade):
        pdf.render_pdf(["<svg"], A4, "Broken")


@pytest.mark.sampled
def test_printing_asks_the_database_a_set_number_of_questions(client, legion, django_assert_num_queries) -> None:
    for number in (1, 10, 100):
        legion.document = {**legion.document, "picks": [{"card": "giant"}] * number}
        legion.save()
        for what in SHEETS:
            client.get(f"/legions/{legion.pk}/{what}/")
            with django_assert_num_queries(11 if what == "sheet" else 8):
                client.get(f"/legions/{legion.pk}/{what}/")


@pytest.mark.sampled
def test_prints_of_a_link_are_as_little_found_as_it_is(client, legion) -> None:
    for tail in ("sheet/", "sheet.pdf", "cards-to-cut/", "cards-to-cut.pdf"):
        response = client.get(f"/s/{legion.share_key}/{tail}")
        assert "noindex" in response["X-Robots-Tag"]
        assert "no-store" in response["Cache-Control"]
        assert client.get(f"/s/{'x' * 32}/{tail}").status_code == 404
    assert "no-store" in client.get(f"/legions/{legion.pk}/sheet.pdf")["Cache-Control"]


# -- duplicates --------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
@pytest.mark.parametrize("name", [*pdf_fonts.SCALED_FONTS, *pdf_fonts.LINING_FONTS])
def test_the_fonts_of_the_pdf_are_those_of_the_website(name) -> None:
    raw, has = pdf_fonts.unpack_font(name)
    assert (pdf_fonts.FONT_FOLDER / f"{name}.ttf").read_bytes() == raw
    assert typography.drawable_letters() <= has | {"\n"}


@pytest.mark.sampled
def test_the_typesetter_reads_nothing_but_what_it_was_given(tmp_path) -> None:
    secret = tmp_path / "secret.svg"
    secret.write_text('<svg xmlns="http://www.w3.org/2000/svg"><text y="20">secret</text></svg>')
    drawing = svg_page(A4, f'<image href="{secret}" width="100" height="100"/>', 1, 1, grey=False)
    with pytest.raises(pdf.PDFNotMade):
        pdf.render_pdf([drawing], A4, "One")


def test_the_process_that_makes_a_pdf_needs_nothing_of_ours() -> None:
    done = subprocess.run(
        [sys.executable, "-I", pdf_process.__file__, str(pdf_fonts.FONT_FOLDER)],
        input=json.dumps(
            {"title": "T", "language": "en", "wide": 10, "high": 10, "pages": [], "drawings": []}
        ).encode(),
        capture_output=True,
        check=True,
    )
    assert done.stdout.startswith(b"%PDF")


@pytest.mark.sampled
@pytest.mark.parametrize("game", ["attack-wing", "dungeon-command", "dnd-miniatures-2003", "dnd-miniatures-2008"])
def test_every_ready_list_of_every_game_fits_on_one_page(client, game) -> None:
    documents = import_export.read(import_export.find([Path(settings.BASE_DIR) / "fixtures" / game])).documents
    number = factories.publish_documents(documents, by=None, why="The cards of this game").number
    user = factories.UserFactory(username="reader")
    client.force_login(user)
    for one in nonempty(ready_lists.ready_lists(game)):
        fields = {key: value for key, value in one.document.items() if key not in {"game", "picks"}}
        legion = factories.legion(*one.document["picks"], owner=user, **{**fields, "game": game, "release": number})
        for paper in PAPERS:
            assert len(drawn(client.get(f"/legions/{legion.pk}/sheet/?paper={paper.slug}"))) == 1, (
                one.slug,
                paper.slug,
            )


NARROW_GAPS = "Does lethal, costs it, level 18 of 120, nor supported, attacks roll, ends the, hits is, 10 a box"


@pytest.mark.sampled
@pytest.mark.parametrize("what", SHEETS)
def test_words_that_are_copied_from_a_pdf_have_their_spaces(client, legion, what) -> None:
    legion.document = {**legion.document, "name": NARROW_GAPS[:60], "notes": NARROW_GAPS}
    legion.save()
    printed = set(words_of(client.get(f"/legions/{legion.pk}/{what}/")).split())
    pages = opened(client.get(f"/legions/{legion.pk}/{what}.pdf"))
    copied = [word for page in pages for word in page.get_textpage().get_text_range().split()]
    assert len(copied) > 20
    assert [word for word in copied if word.replace("\ufffe", "-") not in printed] == []

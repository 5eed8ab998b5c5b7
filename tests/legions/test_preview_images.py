"""Link previews of a shared legion in chats and on other sites: a drawn picture, and a small page to embed."""

from dataclasses import replace
from io import BytesIO

import pytest
from django.core.cache import caches
from PIL import Image

from catalog import faces
from catalog.faces import shield_figures
from catalog.faces.svg_paths import flatten
from catalog.faces.svg_raster import painted, rasterize
from legions.accounts import profile_names
from legions.cards.stock import CardView
from legions.saved_lists import services
from legions.sharing import preview_image
from legions.sharing import services as sharing_services
from legions.sharing.shared_list import SharedList
from tests import factories
from tests.engine import conformance_cases
from tests.legions.builder_helpers import publish_cards
from tests.legions.page_parser import Page
from tests.legions.test_site_hostile_texts import CORPUS, SAMPLE, TAGS
from tests.nonempty import nonempty

HOSTILE = [
    *CORPUS,
    "W" * 120,
    "a b " * 30,
    "\u202egnirts\u202c",
    "龍" * 60,
    "\U0001f409" * 40,
    "e\u0301" * 60,
    "الجيش الأسود",
    "\ufdfa" * 100,
    "\t\n\x0b",
    "",
]


@pytest.fixture
def shared(db):
    publish_cards()
    caches["derived"].clear()
    legion = factories.legion(
        {"card": "giant", "upgrades": ["club"]},
        {"card": "guards", "soldiers": 3, "count": 2},
        owner=factories.UserFactory(username="somebody"),
        name="Embers",
    )
    sharing_services.share_legion(legion=legion)
    return legion


def opened(png):
    image = Image.open(BytesIO(png))
    image.load()
    return image


@pytest.mark.sampled
def test_a_shared_legion_has_a_picture_in_its_metadata(client, shared) -> None:
    metas = {
        meta.get("property") or meta.get("name"): meta.get("content")
        for meta in Page(client.get(f"/s/{shared.share_key}/")).all("meta")
    }
    assert metas["og:image"] == f"http://testserver/s/{shared.share_key}/picture.png"
    assert metas["twitter:card"] == "summary_large_image"
    assert metas["og:image:alt"].startswith("Embers: Legal")
    response = client.get(metas["og:image"].removeprefix("http://testserver"))
    assert response["Content-Type"] == "image/png"
    image = opened(response.content)
    assert image.size == (1200, 630) == (int(metas["og:image:width"]), int(metas["og:image:height"]))
    assert len(image.getcolors(1 << 20)) > 100
    assert "noindex" in response["X-Robots-Tag"]


@pytest.mark.sampled
def test_a_picture_that_was_seen_before_is_not_sent_again_until_it_is_another(client, shared) -> None:
    address = f"/s/{shared.share_key}/picture.png"
    first = client.get(address)
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
    services.rename_legion(legion=shared, base=shared.version, name="Ashes")
    second = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert second.status_code == 200
    assert second.content != first.content


@pytest.mark.sampled
def test_a_picture_is_drawn_once_for_the_same_list(client, shared, monkeypatch) -> None:
    drawn = []
    draw = preview_image.draw
    monkeypatch.setattr(preview_image, "draw", lambda drawing: drawn.append(drawing) or draw(drawing))
    for _ in range(3):
        client.get(f"/s/{shared.share_key}/picture.png")
    assert len(drawn) == 1


@pytest.mark.sampled
def test_the_picture_of_an_ended_link_is_gone_at_once(client, shared) -> None:
    address = f"/s/{shared.share_key}/picture.png"
    tag = client.get(address)["ETag"]
    sharing_services.revoke_link(legion=shared)
    assert client.get(address, headers={"If-None-Match": tag}).status_code >= 400
    assert "no-cache" in client.get(f"/s/{'x' * 32}/picture.png").get("Cache-Control", "no-cache")


def drawing(**texts):
    fields = {
        "label": "Game, Format",
        "title": "Title",
        "outcome": "legal",
        "word": "Legal",
        "sums": "60 of 120 points",
        "share": 0.5,
        "faces": (),
        "names": "",
        "bare": "An empty table",
    }
    return preview_image.Drawing(**{**fields, **texts})


@pytest.mark.sampled
@pytest.mark.parametrize("hostile_text", HOSTILE)
def test_names_never_overflow_their_space(hostile_text) -> None:
    named = CardView("attack-wing", "giant", factories.creature(name=hostile_text[:200] or None))
    shown = tuple(preview_image.PictureCard(named, number) for number in (1, 2, 250))
    drawn = drawing(
        label=hostile_text, title=hostile_text, word=hostile_text, sums=hostile_text, faces=shown, names=hostile_text
    )
    image = opened(preview_image.draw(drawn))
    for place in [(0, 0, 1200, 20), (0, 20, 60, 460), (1140, 20, 1200, 460)]:
        assert image.crop(place).getcolors(3) == [((place[2] - place[0]) * (place[3] - place[1]), (246, 242, 233))]


@pytest.mark.sampled
def test_names_are_wrapped_cut_and_never_wider_than_their_room() -> None:
    face = preview_image._Face("alegreya-500", 56)
    for words in HOSTILE:
        for most in (1, 2, 3):
            lines = preview_image._wrap(words, face, 300, most)
            assert 1 <= len(lines) <= most
            assert all(face.width(line) <= 300 for line in lines)
    assert preview_image._wrap("A Giant of the Hill", face, 2000, 2) == ["A Giant of the Hill"]
    assert preview_image._wrap("龍 Dragon", face, 2000, 1) == ["□ Dragon"]


@pytest.mark.parametrize("font", ["alegreya-500", "alegreya-sans-400", "alegreya-sans-sc-500"])
def test_each_letter_of_a_name_is_drawn_by_a_font_that_has_it(font) -> None:
    face = preview_image._Face(font, 84)
    words = "Česká výprava Łukasz İlker Ωμέγα Щука ǩ ɓ ★"
    runs = face.runs(words)
    assert "".join(letters for _font, letters in runs) == words
    assert [
        letter for drawn, letters in runs for letter in letters if not preview_image._has_glyph(drawn, letter)
    ] == []


@pytest.mark.parametrize(("outcome", "share"), [("legal", None), ("illegal", 7.5), ("undetermined", 0.0)])
def test_every_outcome_has_a_picture(outcome, share) -> None:
    assert opened(preview_image.draw(drawing(outcome=outcome, share=share))).size == (1200, 630)


@pytest.mark.sampled
def test_the_picture_shows_faces_with_the_leader_in_front_and_copies_as_one(shared) -> None:
    drawn = preview_image.drawing_of(SharedList(shared, own=False))
    assert [(one.card.slug, one.count) for one in drawn.faces] == [("giant", 1), ("guards", 2)]
    assert drawn.names == "Giant, 2 × Guards"
    plain = opened(preview_image.draw(replace(drawn, faces=())))
    faces_drawn = opened(preview_image.draw(drawn))
    place = (600, 90, 1136, 450)
    assert len(faces_drawn.crop(place).getcolors(100_000)) > 500 > len(plain.crop(place).getcolors(100_000))


def test_a_list_of_unknown_cards_has_a_picture_without_faces(db) -> None:
    publish_cards()
    legion = factories.legion({"card": "nobody"})
    sharing_services.share_legion(legion=legion)
    drawn = preview_image.drawing_of(SharedList(legion, own=False))
    assert drawn.faces == () and drawn.names == "nobody"
    assert opened(preview_image.draw(drawn)).size == (1200, 630)


def cards():
    """Return cards of every game with each of the figures."""
    found = {}
    for game in conformance_cases.games():
        for card in conformance_cases.library_documents(game)["cards"]:
            found.setdefault((game, card["kind"], str(card.get("keywords"))), card)
    return list(found.values())


@pytest.mark.sampled
def test_the_faces_of_every_kind_are_painted() -> None:
    for card in nonempty(card for card in cards() if faces.has_face(card)):
        image = painted(faces.as_file(faces.face(card)), 40)
        assert image.size == (40, 56) and image.getchannel("A").getextrema()[1] == 255, card["slug"]


@pytest.mark.sampled
def test_every_shield_is_painted() -> None:
    """A drawing with an element that the painter does not know raises, and so does a new figure without a painting."""
    for card in nonempty(cards()):
        image = rasterize(faces.shield(card), 40)
        assert image.size == (40, 48)
        assert image.getchannel("A").getextrema() == (0, 255), card["slug"]
    for source in nonempty(shield_figures.SOURCES.glob("*.svg")):
        assert rasterize(source.read_text("utf-8"), 40, "#ffffff").getbbox(), source.name


def test_a_path_is_followed_as_svg_says() -> None:
    assert flatten("M1 1h2v2H1z m5 5l1 0 0 1") == [
        ([(1, 1), (3, 1), (3, 3), (1, 3)], True),
        ([(6, 6), (7, 6), (7, 7)], False),
    ]
    (arc, _), *_ = flatten("M10 0A10 10 0 0 1 -10 0")
    assert all(abs(x * x + y * y - 100) < 1e-6 for x, y in nonempty(arc))
    assert min(y for _, y in arc) >= -1e-9
    (curve, _), *_ = flatten("M0 0Q5 10 10 0T20 0")
    assert curve[8] == (10, 0)
    assert curve[12][1] == pytest.approx(-5)
    (smooth, _), *_ = flatten("M0 0C0 5 10 5 10 0S20 -5 20 0")
    assert smooth[12][1] == pytest.approx(-3.75)


@pytest.mark.sampled
def test_a_cached_picture_is_not_drawn_again(client, shared, monkeypatch) -> None:
    address = f"/s/{shared.share_key}/picture.png"
    drawn = client.get(address).content
    monkeypatch.setattr(preview_image, "draw", lambda _: pytest.fail("drawn again"))
    assert client.get(address).content == drawn


# -- embedded pages ----------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_only_the_embedded_page_may_be_framed(client, shared) -> None:
    inside = client.get(f"/s/{shared.share_key}/embed/")
    assert "frame-ancestors *" in inside["Content-Security-Policy"]
    assert "X-Frame-Options" not in inside
    assert "default-src 'none'" in inside["Content-Security-Policy"]
    for address in (f"/s/{shared.share_key}/", f"/s/{shared.share_key}/copies/", "/l/", "/import/"):
        other = client.get(address)
        assert "frame-ancestors 'none'" in other["Content-Security-Policy"]
        assert other["X-Frame-Options"] == "DENY"


def test_the_small_page_says_the_legion_and_asks_nothing(client, shared) -> None:
    response = client.get(f"/s/{shared.share_key}/embed/")
    page = Page(response)
    for part in ("Embers", "Giant, Club", "2 × Guards", "Legal", "60 of 120 points", "by somebody"):
        assert part in page.words
    assert not page.all("form")
    assert not page.all("script")
    assert not response.cookies
    assert all(link["rel"] == "noopener" and link["target"] == "_blank" for link in nonempty(page.all("a")))


@pytest.mark.parametrize("hostile_text", SAMPLE)
def test_hostile_names_are_escaped_wherever_a_legion_is_shared(client, shared, hostile_text) -> None:
    shared.document |= {"name": hostile_text, "notes": hostile_text, "tags": [hostile_text[:60]]}
    shared.save()
    profile_names.set_display_name(user=shared.owner, name=hostile_text[:60])
    for tail in ("", "embed/", "copies/", "document/"):
        response = client.get(f"/s/{shared.share_key}/{tail}")
        assert response.status_code == 200
        if tail == "document/":
            assert response["Content-Type"] == "application/json"
            assert response["Content-Disposition"].startswith("attachment")
            continue
        page = Page(response)
        assert all(script["src"].startswith("/static/") for script in page.all("script")), tail
        found = {tag for tag, attributes in page.elements if tag in TAGS and not attributes.get("src")}
        assert found == set(), tail
        for tag, attributes in page.elements:
            assert not any(name.startswith("on") or name in {"style", "srcdoc"} for name in attributes), (tail, tag)
        assert hostile_text in page.text
    assert client.get(f"/s/{shared.share_key}/picture.png").status_code == 200

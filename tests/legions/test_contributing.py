"""Contributions to a card on its page, and their status."""

import io
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image, ImageFile, PngImagePlugin

from catalog import publishing
from catalog.api_base import throttling
from catalog.api_base.throttling import RATE_LIMITS
from catalog.curation import contributions
from catalog.models import Contribution, ContributionPhoto, Record, Revision
from catalog.pictures import decoding, uploads
from tests import factories, worlds
from tests.clients import logged_in
from tests.legions.page_parser import Page, is_harmless

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("world")]

ADDRESS = "/cards/attack-wing/beast/contribute/"
MINE = "/account/contributions/"


@worlds.once_a_module
def world() -> None:
    factories.publish_frame(
        factories.creature(slug="beast", name="Beast", cost=None, slots=None, formerly=["old-beast"]),
        factories.creature(slug="giant", name="Giant"),
    )


@pytest.fixture
def client(ann: Any) -> Client:
    return logged_in(ann)


def fields_of(**fields: Any) -> dict[str, Any]:
    rows = {"slots-TOTAL_FORMS": "2", "slots-INITIAL_FORMS": "0", "slots-empty": "unknown"}
    return {**rows, "cost": "", "from-source": "The printed card", **fields}


def picture(kind: str = "PNG", size: tuple[int, int] = (60, 90), **options: Any) -> SimpleUploadedFile:
    file = io.BytesIO()
    Image.new("RGB", size, "brown").save(file, kind, **options)
    return SimpleUploadedFile("card.bin", file.getvalue())


@pytest.mark.sampled
def test_the_form_has_only_wanted_facts_and_for_error_reports_all_facts(client) -> None:
    page = Page(client.get(ADDRESS))
    names = {one.get("name") for one in [*page.all("input"), *page.all("select")]}
    assert {"cost", "slots-0-item", "from-photo", "from-thank"} <= names
    assert not {"name", "armor", "set", "slug"} & names
    page = Page(client.get(f"{ADDRESS}?wrong"))
    names = {one.get("name") for one in [*page.all("input"), *page.all("select")]}
    assert {"cost", "name", "armor"} <= names
    assert not {"set", "slug", "kind"} & names
    assert page.all("input", name="armor")[0]["value"] == "1"
    assert "Every fact of this card is known" in Page(client.get("/cards/attack-wing/giant/contribute/")).words


def test_an_offer_is_pending_and_changes_no_card(client, ann) -> None:
    before = list(Revision.objects.values_list("text", flat=True))
    fields = {"cost": "38", "slots-0-item": "dragon", "from-page": "4", "from-source": "A book", "from-thank": "on"}
    response = client.post(ADDRESS, fields_of(**fields))
    assert (response.status_code, response["Location"]) == (302, MINE)
    one = Contribution.objects.get()
    assert (one.by, one.facts) == (ann, {"cost": 38, "slots": ["dragon"]})
    assert (one.source, one.page, one.thank, one.mends) == ("A book", 4, True, False)
    assert list(Revision.objects.values_list("text", flat=True)) == before


@pytest.mark.sampled
def test_an_error_report_stores_only_the_differences(client) -> None:
    page = Page(client.get(f"{ADDRESS}?wrong"))
    fields = {one["name"]: one.get("value") or "" for one in page.all("input") if one.get("type") == "hidden"}
    data = {**fields, "name": "Beast of Old", "armor": "1", "weapons-0-name": "Club", "slots-TOTAL_FORMS": "0"}
    data["from-source"] = "The printed card"
    response = client.post(f"{ADDRESS}?wrong", data)
    contribution = Contribution.objects.first()
    assert response.status_code == 302, Page(response).words
    assert contribution.mends
    assert contribution.facts["name"] == "Beast of Old"
    assert "armor" not in contribution.facts


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({}, "Fill in at least one fact"),
        ({"cost": "many"}, "Write a whole number"),
        ({"cost": "-4"}, "Cost"),
        ({"cost": "9" * 400}, "Cost"),
        ({"cost": "3", "from-page": "0"}, "Check your source."),
        ({"cost": "3", "from-source": "x" * 301}, "Check your source."),
        ({"cost": "3", "slots-TOTAL_FORMS": "x"}, "were lost on the way"),
        ({"slots-0-item": "wings"}, "Upgrade"),
    ],
)
def test_an_invalid_offer_is_refused_at_the_form_and_nothing_is_saved(client, fields, message) -> None:
    response = client.post(ADDRESS, fields_of(**fields))
    assert response.status_code == 400
    assert message in Page(response).words
    assert not Contribution.objects.exists()


def test_an_offer_needs_a_source_or_a_photo(client: Client) -> None:
    page = Page(client.post(ADDRESS, fields_of(cost="38", **{"from-source": ""})))
    message = "No source is named for this. Name one, such as “the printed card”, or add a photo of the card."
    assert message in page.words
    assert page.all("input", id="id_from-source")[0]["aria-invalid"] == "true"
    assert not Contribution.objects.exists()
    photographed = fields_of(cost="38", **{"from-source": "", "from-photo": picture()})
    assert client.post(ADDRESS, photographed).status_code == 302
    assert Contribution.objects.get().source == ""


@pytest.mark.sampled
@pytest.mark.parametrize("field", ["from-note", "from-source"])
def test_texts_that_are_none_or_want_to_be_markup_do_nothing(client, field) -> None:
    assert client.post(ADDRESS, fields_of(cost="3", **{field: "a\0b"})).status_code == 400
    client.post(ADDRESS, fields_of(cost="3", **{field: '"><script>alert(1)</script>'}))
    assert Contribution.objects.count() == 1
    assert is_harmless(Page(client.get(MINE)))


def test_a_row_is_added_without_a_script_and_nothing_is_judged(client) -> None:
    page = Page(client.post(ADDRESS, fields_of(cost="many", _row="slots")))
    assert page.all("select", name="slots-2-item")
    assert page.all("input", name="cost")[0]["value"] == "many"
    assert "whole number" not in page.words


@pytest.mark.sampled
def test_the_offer_of_a_guest_is_continued_after_login(ann) -> None:
    guest = Client()
    assert "To send it you need an account." in Page(guest.get(ADDRESS)).words
    response = guest.post(ADDRESS, fields_of(cost="38", **{"from-note": "Foil"}))
    assert response["Location"] == f"/account/login/?next={ADDRESS}"
    assert not Contribution.objects.exists()
    ann.set_password("a long enough one")
    ann.save()
    guest.post(response["Location"], {"login": "ann", "password": "a long enough one"})
    page = Page(guest.get(ADDRESS))
    assert page.all("input", name="cost")[0]["value"] == "38"
    assert page.all("input", name="from-note")[0]["value"] == "Foil"
    assert page.all("input", name="cost", value="38") and not Page(guest.get(ADDRESS)).all("input", value="38")


def test_a_former_slug_leads_on_and_a_card_there_is_not_is_none(client) -> None:
    assert client.get("/cards/attack-wing/old-beast/contribute/")["Location"] == ADDRESS
    assert client.get("/cards/attack-wing/nobody/contribute/").status_code == 404
    assert client.get("/cards/chess/beast/contribute/").status_code == 404
    assert client.put(ADDRESS).status_code == 405


# -- photos --------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_the_bytes_of_an_offer_and_of_its_photo_count_against_the_address(client) -> None:
    client.post(ADDRESS, fields_of(cost="3", **{"from-photo": picture(size=(1_000, 1_000))}))
    counted = RATE_LIMITS["kilobytes"].quota - throttling.throttle("kilobytes", "127.0.0.1", 0).left
    assert counted > len(ContributionPhoto.objects.get().data) / 1_000
    throttling.throttle("kilobytes", "127.0.0.1", RATE_LIMITS["kilobytes"].quota - counted)
    assert client.post(ADDRESS, fields_of(cost="4", **{"from-photo": picture()})).status_code == 429
    assert [one.facts for one in Contribution.objects.all()] == [{"cost": 3}]


@pytest.mark.sampled
@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_photo_is_stored_re_encoded_without_metadata(client, kind) -> None:
    options: dict[str, Any] = {}
    if kind == "PNG":
        options["pnginfo"] = PngImagePlugin.PngInfo()
        options["pnginfo"].add_text("place", "at home")
    else:
        options["exif"] = Image.Exif()
        options["exif"][0x010E] = "at home"
    client.post(ADDRESS, fields_of(cost="3", **{"from-photo": picture(kind, (2_000, 1_000), **options)}))
    photo = bytes(ContributionPhoto.objects.get().data)
    assert b"at home" not in photo
    with Image.open(io.BytesIO(photo)) as image:
        assert (image.format, max(image.size)) == ("JPEG", uploads.MAX_STORED_SIDE_PIXELS)
        assert not image.getexif()


@pytest.mark.one_variant
@pytest.mark.parametrize(
    "raw",
    [
        b"no picture",
        b"\x89PNG\r\n\x1a\n" + b"\0" * 200,
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"GIF89a" + b"\0" * 200,
        b"\xff\xd8\xff" + b"\0" * (uploads.MAX_BYTES + 1),
    ],
)
def test_a_file_that_is_no_photo_is_refused_and_the_rest_stays_in_the_form(client, raw) -> None:
    response = client.post(ADDRESS, fields_of(cost="3", **{"from-photo": SimpleUploadedFile("x.png", raw)}))
    assert response.status_code == 400
    assert Page(response).all("input", name="cost")[0]["value"] == "3"
    assert not Contribution.objects.exists()


def test_a_bomb_is_refused_before_a_pixel_of_it_is_unpacked(client, monkeypatch) -> None:
    file = picture()
    monkeypatch.setitem(decoding.MAX_PIXELS, "PNG", 5_000)
    monkeypatch.setattr(uploads, "decoded", decoding.run_operation)
    monkeypatch.setattr(ImageFile.ImageFile, "load", lambda _: pytest.fail("It was unpacked."))
    response = client.post(ADDRESS, fields_of(cost="3", **{"from-photo": file}))
    assert response.status_code == 400
    assert "pixels" in Page(response).words


# -- status --------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_the_page_says_what_became_of_each_fact_and_a_question_is_answered_there(client, ann) -> None:
    assert "No details yet" in Page(client.get(MINE)).words
    curator = factories.UserFactory()
    client.post(ADDRESS, fields_of(cost="38", **{"slots-0-item": "dragon", "from-thank": "on"}))
    one = contributions.ask_contributor(
        number=Contribution.objects.get().pk, seen=1, by=curator, question="Which printing?"
    )
    page = Page(client.get(MINE))
    assert "A curator asks you something" in page.words
    assert "Which printing?" in page.words
    answer = f"{MINE}{one.pk}/answer/"
    assert client.post(answer, {"version": one.version, "words": " "}).status_code == 400
    assert client.post(answer, {"words": "x"}).status_code == 400
    assert client.post(answer, {"version": one.version, "words": "The first."}).status_code == 302
    assert logged_in(curator).post(answer, {"version": one.version, "words": "x"}).status_code == 404
    assert client.post(f"{MINE}{2**70}/answer/", {"version": "1"}).status_code == 404
    one.refresh_from_db()
    about = {"number": one.pk, "by": curator}
    one = contributions.decide(**about, seen=one.version, accept=["cost"])
    contributions.decide(**about, seen=one.version, decline=["slots"], why="Cut off in the photo.")
    words = Page(client.get(MINE)).words
    assert "accepted, for the next release" in words
    assert "The reason: Cut off in the photo." in words
    publishing.publish_draft(Record.objects.get(slug="beast"), by=curator, why="r")
    assert "accepted and published" in Page(client.get(MINE)).words
    card = Page(Client().get("/cards/attack-wing/beast/")).words
    assert "Facts added by ann" in card


def test_offers_of_others_are_not_visible(client) -> None:
    client.post(ADDRESS, fields_of(cost="38"))
    assert "No details yet" in Page(logged_in(factories.UserFactory()).get(MINE)).words
    response = Client().get(MINE)
    assert (response.status_code, response["Location"]) == (302, f"/account/login/?next={MINE}")
    assert "no-store" in client.get(MINE)["Cache-Control"]
    assert "no-store" in client.get(ADDRESS)["Cache-Control"]
    assert "noindex" in client.get(ADDRESS).content.decode()


@pytest.mark.sampled
def test_the_page_of_contributions_asks_the_database_as_often_for_much_as_for_little(
    client, ann, django_assert_num_queries
) -> None:
    for cost in range(3):
        client.post(ADDRESS, fields_of(cost=str(cost)))
    client.get(MINE)
    with django_assert_num_queries(9):
        client.get(MINE)
    for cost in range(3, 15):
        client.post(ADDRESS, fields_of(cost=str(cost)))
    with django_assert_num_queries(9):
        client.get(MINE)

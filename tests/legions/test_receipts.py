"""The page that checks a receipt, and receipts on the printed sheet."""

import io
import json

import pytest
from django.core.cache import cache
from PIL import Image

from legions.sharing.exports import list_text
from legions.site import qr_codes
from rulesapi.receipts import codec, keys, receipt_service
from rulesapi.share_links import link_service
from tests import factories
from tests.legions.page_parser import Page, publish_world
from tests.legions.test_printing import words_of
from tests.throttles import allow

pytestmark = [pytest.mark.django_db, pytest.mark.guard]
LEGION = {"game": "attack-wing", "points": 60, "picks": [{"card": "hill-giant", "upgrades": ["plain-club"]}]}


@pytest.fixture(autouse=True)
def world(settings, tmp_path):
    cache.clear()
    settings.VAR_DIR = tmp_path
    settings.SIGNING_KEY = keys.new_key().text
    publish_world()


def checked(client, **data):
    return client.post("/receipts/", data)


def test_the_page_asks_for_a_receipt(client) -> None:
    page = Page(client.get("/receipts/"))
    assert page.all("textarea", name="code") and page.all("input", name="photo") and page.all("textarea", name="list")


def test_an_address_that_holds_a_receipt_shows_what_it_says(client) -> None:
    code = receipt_service.make_receipt({**LEGION, "points": 10}).code
    response = client.get("/receipts/", {"code": code})
    page = Page(response)
    assert response.status_code == 200
    assert "Genuine: this site signed it" in page.words and "Illegal" in page.words
    assert "23 of 10 points, 13 over" in page.words
    assert any(link.get("href") == "/rules/attack-wing/#point-limit" for link in page.all("a"))
    assert response["Cache-Control"].find("no-store") >= 0 and 'content="noindex' in response.content.decode()


def test_a_receipt_that_was_broken_into_lines_is_read(client) -> None:
    code = receipt_service.make_receipt(LEGION).code
    broken = "\n> ".join(code[start : start + 60] for start in range(0, len(code), 60)).replace("> ", "")
    assert "Genuine" in Page(checked(client, code=f"See\n{broken}")).words


@pytest.mark.parametrize("text", ["hello", "MR1.", "MR1.AAAA", "MR1." + "A" * 5000, "\0MR1.\ud800"])
def test_an_invalid_receipt_is_refused_with_advice(client, text) -> None:
    response = checked(client, code=text.encode("utf-8", "replace").decode())
    assert response.status_code == 400
    assert "No receipt could be read." in Page(response).words


def test_a_receipt_that_this_site_did_not_sign_is_not_genuine(client) -> None:
    foreign = codec.sign({"key": "other", "time": "2026-11-22T10:00:00Z"}, keys.new_key())
    forged = codec.sign({**receipt_service.make_receipt(LEGION).receipt, "verdict": "legal"}, keys.new_key())
    for one in (foreign, forged):
        response = checked(client, code=one.code)
        assert response.status_code == 400
        assert "Not genuine." in Page(response).words and "Genuine" not in Page(response).words


# -- comparison with the list --------------------------------------------------------------------------------------


def forms_of(legion):
    return {
        "JSON": json.dumps(legion),
        "link": f"https://example.org/l/#{link_service.encode_legion(legion)}",
        "text": list_text(legion),
    }


@pytest.mark.parametrize("form", ["JSON", "link", "text"])
def test_the_same_list_in_any_form_gives_the_same_again(client, form) -> None:
    response = checked(client, code=receipt_service.make_receipt(LEGION).code, list=forms_of(LEGION)[form])
    assert "The same list, and the same result." in Page(response).words


def test_the_list_is_judged_by_the_release_of_the_receipt(client) -> None:
    code = receipt_service.make_receipt(LEGION).code
    publish_world(cost=59)
    assert "the same result" in Page(checked(client, code=code, list=json.dumps(LEGION))).words


def test_another_list_is_distinguished_and_judged_itself(client) -> None:
    other = {**LEGION, "points": 10}
    words = Page(checked(client, code=receipt_service.make_receipt(LEGION).code, list=json.dumps(other))).words
    assert "Another list." in words and "Illegal, 23 of 10 points" in words


def test_a_changed_verdict_is_reported_and_the_receipt_stays_valid(client) -> None:
    key = keys.signing_key()
    receipt = {**receipt_service.make_receipt(LEGION).receipt, "verdict": "illegal", "codes": ["attack-wing/no-longer"]}
    words = Page(checked(client, code=codec.sign(receipt, key).code, list=json.dumps(LEGION))).words
    assert "Genuine" in words and "a different result" in words


@pytest.mark.parametrize("wrong", ["{", "nothing of this is a card", '{"game": "attack-wing", "picks": 7}'])
def test_a_list_that_cannot_be_read_leaves_the_receipt_shown(client, wrong) -> None:
    response = checked(client, code=receipt_service.make_receipt(LEGION).code, list=wrong)
    assert response.status_code == 400
    assert "Genuine" in Page(response).words and "could not be compared with it" in Page(response).words


def test_a_missing_release_is_reported(client) -> None:
    receipt = {**receipt_service.make_receipt(LEGION).receipt, "release": 99}
    response = checked(client, code=codec.sign(receipt, keys.signing_key()).code, list=json.dumps(LEGION))
    assert response.status_code == 400
    assert "does not have the release" in Page(response).words


# -- photos and paper ----------------------------------------------------------------------------------------------


def photo(text, name="photo.png"):
    path, side = qr_codes.qr_path(text)
    image = Image.new("L", (side, side), 255)
    for part in path.split("M")[1:]:
        x, y = part.partition("h")[0].split()
        image.putpixel((int(x), int(y)), 0)
    file = io.BytesIO()
    image.resize((side * 6, side * 6)).save(file, "PNG")
    file.seek(0)
    file.name = name
    return file


def test_a_photo_of_the_code_is_read(client) -> None:
    made = receipt_service.make_receipt(LEGION)
    response = client.post("/receipts/", {"photo": photo(f"https://example.org/receipts/?code={made.code}")})
    assert "Genuine" in Page(response).words


def test_photos_without_a_receipt_are_refused(client) -> None:
    for file in (photo("https://example.org/"), io.BytesIO(b"\x89PNG\r\n\x1a\nno"), io.BytesIO(b"hello")):
        assert client.post("/receipts/", {"photo": file}).status_code == 400


def test_receipts_are_rate_limited(client, monkeypatch) -> None:
    allow(monkeypatch, "receipts", 1)
    assert client.get("/receipts/?code=x").status_code == 400
    assert client.get("/receipts/?code=x").status_code == 429
    assert client.get("/receipts/").status_code == 200


@pytest.fixture
def legion(client):
    user = factories.UserFactory()
    client.force_login(user)
    return factories.legion({"card": "hill-giant"}, owner=user, points=60, collection={})


def test_the_sheet_bears_a_receipt_when_asked_for(client, legion) -> None:
    assert "Signed verdict" not in words_of(client.get(f"/legions/{legion.pk}/sheet/"))
    response = client.get(f"/legions/{legion.pk}/sheet/?receipt=on")
    assert "Signed verdict: legal" in words_of(response)
    assert client.get(f"/legions/{legion.pk}/sheet.pdf?receipt=on")["Content-Type"] == "application/pdf"


def test_the_printed_code_is_a_receipt_of_that_list(client, legion, monkeypatch) -> None:
    drawn = []
    squares = qr_codes.qr_path
    monkeypatch.setattr(qr_codes, "qr_path", lambda text: drawn.append(text) or squares(text))
    client.get(f"/legions/{legion.pk}/sheet/?receipt=on")
    receipt = codec.read(codec.code_in(drawn[-1]), keys.public_keys()).receipt
    assert drawn[-1].startswith("http://testserver/receipts/?code=MR1.")
    assert receipt["digest"] == receipt_service.make_receipt(legion.document).receipt["digest"]


def test_a_site_without_a_key_offers_none(client, legion, settings) -> None:
    settings.SIGNING_KEY = ""
    page = Page(client.get(f"/legions/{legion.pk}/sheet/?receipt=on"))
    assert not page.all("input", name="receipt") and "Signed verdict" not in page.words

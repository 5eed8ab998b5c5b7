"""A card's pictures in public: on its page and over the API."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings

from catalog import publishing
from catalog.models import Record, Rendition
from catalog.pictures import services
from catalog.pictures.services import Credit
from legions.account_pages.personal_data import PERSONAL_DATA
from tests import factories, picture_factory
from tests.legions.page_parser import Page, is_harmless
from tests.legions.test_site_hostile_texts import SAMPLE
from tests.nonempty import nonempty

pytestmark = pytest.mark.django_db
PAGE = "/cards/attack-wing/giant/"
API = "/api/v1/cards/attack-wing/giant/pictures/"


@pytest.fixture(autouse=True)
def world(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path
    factories.publish_frame(factories.creature(slug="giant"), factories.creature(slug="wolf"))


@pytest.mark.sampled
def test_the_page_shows_a_picture_that_a_phone_gets_small_and_that_moves_nothing(client) -> None:
    picture = picture_factory.add("giant")
    page = Page(client.get(PAGE))
    (source,) = page.all("source")
    (image,) = (
        one for one in page.all("img") if not one["src"].startswith("/shields/")
    )  # shields are of similar cards
    assert (source["type"], image["alt"]) == ("image/avif", "The miniature from the front.")
    assert [part.split() for part in source["srcset"].split(", ")] == [
        [one.address, f"{one.width}w"] for one in picture.avif
    ]
    assert source["srcset"].count("320w") == image["srcset"].count("320w") == 1
    assert (image["width"], image["height"], image["loading"]) == ("400", "300", "lazy")
    assert source["sizes"] == image["sizes"]
    for words in ("A. Painter", "CC BY 4.0", "Made smaller by Muster."):
        assert words in page.words
    (licence,) = page.all("a", rel="license noopener")
    assert licence["href"] == "https://creativecommons.org/licenses/by/4.0/"


@pytest.mark.sampled
def test_a_page_without_pictures_says_nothing_of_them(client) -> None:
    picture_factory.add("wolf")
    page = Page(client.get(PAGE))
    assert not page.all("picture") and "Pictures" not in page.words


@pytest.mark.sampled
@pytest.mark.parametrize("hostile_text", SAMPLE)
def test_the_description_of_a_picture_is_escaped(client, hostile_text) -> None:
    picture_factory.add("giant", credit=Credit(alt=hostile_text[:300], author=hostile_text[:200], licence="CC0-1.0"))
    is_harmless(Page(client.get(PAGE)))


@pytest.mark.sampled
def test_a_file_is_cached_forever_without_cookie_or_language(client) -> None:
    picture = picture_factory.add("giant")
    for one in nonempty(picture.renditions.all()):
        answer = client.get(one.address)
        assert hashlib.sha256(answer.content).hexdigest() == one.digest == one.address[10:74]
        assert answer["Content-Type"] == one.media_type
        assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert answer["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
        assert not answer.cookies and "Cookie" not in answer.get("Vary", "")
        again = client.get(one.address, headers={"If-None-Match": answer["ETag"]})
        assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", ["0" * 64 + ".webp", "0" * 63 + ".webp", "../../muster.sqlite3", "0" * 64 + ".png"])
def test_other_files_are_not_found(client, path) -> None:
    assert client.get(f"/pictures/{path}").status_code == 404


def test_a_file_that_is_lost_is_not_there(client) -> None:
    address = picture_factory.add("giant").webp[0].address
    (Path(django_settings.MEDIA_ROOT) / Rendition.objects.get(form="webp", width=320).file.name).unlink()
    assert client.get(address).status_code == 404


@pytest.mark.sampled
def test_the_api_lists_the_pictures_and_the_card_itself_stays_its_document(client) -> None:
    before = client.get(API[: -len("pictures/")]).content
    assert client.get(API).json() == {"game": "attack-wing", "card": "giant", "pictures": []}
    picture = picture_factory.add("giant")
    assert client.get(API[: -len("pictures/")]).content == before
    answer = client.get(API)
    (one,) = answer.json()["pictures"]
    assert {key: one[key] for key in ("alt", "author", "licence", "licence_address", "source")} == {
        "alt": "The miniature from the front.",
        "author": "A. Painter",
        "licence": "CC-BY-4.0",
        "licence_address": "https://creativecommons.org/licenses/by/4.0/",
        "source": None,
    }
    assert [(file["media_type"], file["width"]) for file in one["files"]] == [
        ("image/avif", 320),
        ("image/avif", 400),
        ("image/webp", 320),
        ("image/webp", 400),
    ]
    for file in nonempty(one["files"]):
        body = client.get(file["address"]).content
        assert (len(body), hashlib.sha256(body).hexdigest()) == (file["size"], file["sha256"])
    assert client.get(API, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    services.withdraw(picture=picture, why="Doubtful", by=None, barred=True)
    later = client.get(API, headers={"If-None-Match": answer["ETag"]})
    assert (later.status_code, later.json()["pictures"]) == (200, [])


@pytest.mark.sampled
def test_the_api_leads_on_from_a_former_slug_and_knows_no_draft(client) -> None:
    picture_factory.add("giant")
    publishing.change_slug(Record.objects.get(slug="giant"), slug="hill-giant", by=None, why="Its name")
    answer = client.get(API)
    assert (answer.status_code, answer["Location"]) == (301, "/api/v1/cards/attack-wing/hill-giant/pictures/")
    assert len(client.get(answer["Location"]).json()["pictures"]) == 1
    factories.save_draft(factories.creature(slug="hidden"), by=None, why="work")
    picture_factory.add("hidden")
    for slug in ("hidden", "nobody"):
        refused = client.get(API.replace("giant", slug))
        assert (refused.status_code, refused["Content-Type"]) == (404, "application/problem+json")
    assert client.get(f"{API}?release=1").status_code in {301, 400}


@pytest.mark.sampled
def test_pictures_are_in_the_export_of_their_author_and_survive_the_account() -> None:
    user = factories.UserFactory()
    picture = picture_factory.add("giant", by=user)
    told = {one.name: list(one.export_rows(user)) for one in PERSONAL_DATA if one.model == "catalog.Picture"}
    assert told["pictures"][0]["card"] == "attack-wing/giant" and not told["withdrawn_pictures"]
    json.dumps(told, default=str)
    user.delete()
    picture.refresh_from_db()
    assert picture.by is None

"""Hostile pictures at every upload: a card's own, a player's offer, a list, a receipt."""

from io import BytesIO
from itertools import islice
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from catalog import permissions
from catalog.models import Contribution, ContributionPhoto, Picture, Record
from catalog.pictures import decoding, services, uploads
from legions.saved_lists.models import Legion
from tests import factories
from tests import hostile_images as hostile
from tests.legions.builder_helpers import publish_cards
from tests.legions.page_parser import Page
from tests.nonempty import nonempty
from tests.sampling import HOSTILE_PICTURES

pytestmark = [pytest.mark.django_db, pytest.mark.filterwarnings("ignore"), pytest.mark.guard]
NAME = "../../etc/passwd\u202e.gpj"
"""The name of the files: it does not reveal their type and must not be used as a path."""


@pytest.fixture(autouse=True)
def world(client, tmp_path, settings, monkeypatch):
    monkeypatch.setattr(uploads, "decoded", decoding.run_operation)
    settings.MEDIA_ROOT = tmp_path / "media"
    publish_cards()
    factories.publish(factories.creature(slug="half-known", cost=None))
    user = factories.user_with(permissions.CURATOR, username="curator")
    client.force_login(user)
    cache.clear()
    yield
    cache.clear()


def sent(raw):
    return SimpleUploadedFile(NAME, raw, content_type="image/png")


def add(client, raw):
    where = reverse("admin:catalog_card_pictures", args=[Record.objects.get(slug="half-known").pk])
    said = {"alt": "What it is", "author": "Somebody", "licence": "CC0-1.0", "own": "on"}
    return client.post(where, {**said, "file": sent(raw)})


def offer(client, raw):
    said = {"cost": "3", "from-source": "", "from-photo": sent(raw)}
    return client.post("/cards/attack-wing/half-known/contribute/", said)


def import_list(client, raw):
    return client.post("/import/", {"file": sent(raw)})


def check_receipt(client, raw):
    return client.post("/receipts/", {"photo": sent(raw)})


ENTRANCES = {add: 200, offer: 400, import_list: 400, check_receipt: 400}
"""Each upload, and its status for a refused picture."""


def files():
    return [one for one in Path(settings.MEDIA_ROOT).rglob("*") if one.is_file()]


def clean(raw):
    """Return whether a stored file contains nothing but its pixels."""
    image = Image.open(BytesIO(raw))
    return hostile.MARK not in raw and b"<script" not in raw and not image.getexif() and "icc_profile" not in image.info


@pytest.mark.parametrize("entrance", ENTRANCES, ids=lambda entrance: entrance.__name__)
def test_nothing_of_a_hostile_picture_gets_in(client, entrance) -> None:
    # A file that does not begin as a picture is read as a list there, and refused as such.
    known = hostile.REFUSED if entrance is import_list else hostile.every_refused()
    turn = list(ENTRANCES).index(entrance) % HOSTILE_PICTURES
    for name, (words, make) in nonempty(islice(known.items(), turn, None, HOSTILE_PICTURES)):
        raw = make()
        if not raw:
            continue  # a form reads that as no file
        cache.clear()
        answer = entrance(client, raw)
        assert answer.status_code in {ENTRANCES[entrance], 413}, name
        assert words in Page(answer).words, name
    assert not Picture.objects.exists() and not files()
    assert not Contribution.objects.exists() and not ContributionPhoto.objects.exists()
    assert not Legion.objects.exists()


def test_of_pictures_that_are_only_odd_the_pixels_get_in(client) -> None:
    for name, make in nonempty(islice(hostile.TAKEN.items(), 0, None, HOSTILE_PICTURES)):
        raw = make()
        small = min(uploads.normalized(raw, 1_600).size) < 160
        cache.clear()
        assert add(client, raw).status_code == (200 if small else 302), name
        assert bool(files()) != small, name
        assert all(clean(one.read_bytes()) for one in files()), name
        assert all(one.parent.parent.name == "pictures" and one.stem.isdigit() for one in files()), name
        assert offer(client, raw).status_code == 302, name
        assert clean(bytes(ContributionPhoto.objects.get().data)), name
        for entrance in (import_list, check_receipt):
            answer = entrance(client, raw)
            assert answer.status_code == 400 and "was found in this picture" in Page(answer).words, name
        for picture in Picture.objects.shown():
            services.withdraw(picture=picture, why="Next", by=None, barred=False)
        Contribution.objects.all().delete()
        for one in files():  # the test's own transaction never ends, so nothing deletes them
            one.unlink()

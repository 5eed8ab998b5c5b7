"""Pictures of cards: added, changed and withdrawn atomically, with their files and log entries."""

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse
from PIL import Image

from catalog import permissions, publishing
from catalog.documents.licences import LICENCES
from catalog.models import AuditEntry, Picture, Record, Rendition
from catalog.pictures import renditions, services
from catalog.pictures.services import Credit, PictureRefused
from tests import factories, picture_factory
from tests.legions.page_parser import Page
from tests.nonempty import nonempty

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]


@pytest.fixture(autouse=True)
def world(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path
    factories.publish_frame(factories.creature(slug="giant"), factories.creature(slug="wolf"))


@pytest.fixture
def curator(client: Client) -> Any:
    user = factories.user_with(permissions.CURATOR, username="curator")
    client.force_login(user)
    return user


def files() -> list[Path]:
    return sorted(one for one in Path(django_settings.MEDIA_ROOT).rglob("*") if one.is_file())


def shown(slug: str = "giant") -> list[Picture]:
    return services.shown_pictures("attack-wing", Record.objects.get(slug=slug).revisions.newest().get().document)


# -- stored pictures -------------------------------------------------------------------------------------------------


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("size", "widths"),
    [
        ((200, 200), [200]),
        ((340, 200), [340]),
        ((1_000, 700), [320, 640, 1_000]),
        ((3_000, 2_000), [320, 640, 1_024, 1_600]),
        ((900, 1_800), [320, 640, 800]),
    ],
)
def test_a_picture_has_a_fixed_set_of_files_each_in_both_forms(size, widths) -> None:
    raw = picture_factory.raw(size=size)
    picture = services.add(record=Record.objects.get(slug="giant"), raw=raw, credit=picture_factory.CREDIT, by=None)
    assert [one.width for one in picture.webp] == [one.width for one in picture.avif] == widths
    for one in nonempty(Rendition.objects.all()):
        with Image.open(Path(django_settings.MEDIA_ROOT) / one.file.name) as image:
            assert (image.format.lower(), image.size) == (one.form, (one.width, one.height))
            assert abs(one.height - size[1] * one.width / size[0]) <= 1
            assert not image.getexif() and "icc_profile" not in image.info
        assert len(services.rendition_bytes(one)) == one.size
    assert len(files()) == 2 * len(widths)


def test_a_picture_too_small_to_see_much_is_refused() -> None:
    with pytest.raises(PictureRefused, match="400 × 159 pixels"):
        services.add(
            record=Record.objects.get(slug="giant"),
            raw=picture_factory.raw(size=(400, 159)),
            credit=picture_factory.CREDIT,
            by=None,
        )
    assert not files() and not Picture.objects.exists()


@pytest.mark.sampled
def test_a_card_has_a_picture_once_and_not_too_many(monkeypatch) -> None:
    picture_factory.add("giant")
    with pytest.raises(PictureRefused, match="already"):
        picture_factory.add("giant")
    picture_factory.add("wolf")
    monkeypatch.setattr(services, "MAX_PER_CARD", 2)
    picture_factory.add("giant", 10)
    with pytest.raises(PictureRefused, match="2 pictures"):
        picture_factory.add("giant", 20)
    assert len(shown()) == 2 and len(files()) == Rendition.objects.count() == 3 * 4


@pytest.mark.sampled
def test_a_failed_upload_leaves_neither_row_nor_file(monkeypatch) -> None:
    written = []

    def full(target: Path, body: bytes) -> None:
        if len(written) == 3:
            raise OSError("No space left on device")
        written.append(write(target, body))

    write = services._write
    monkeypatch.setattr(services, "_write", full)
    with pytest.raises(OSError, match="space"):
        picture_factory.add("giant")
    assert not files() and not Picture.objects.exists()
    monkeypatch.setattr(services, "_write", write)
    monkeypatch.setattr(services.audit, "log_action", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        picture_factory.add("giant")
    assert not files() and not Picture.objects.exists()


@pytest.mark.parametrize(
    "spoilt",
    [{"licence": "All rights reserved"}, {"alt": ""}, {"author": ""}, {"why": "x"}, {"barred": True}],
)
def test_the_database_takes_no_picture_without_licence_author_and_words(spoilt) -> None:
    values = {"alt": "a", "author": "b", "licence": "CC0-1.0", "digest": "0" * 64, "record": Record.objects.first()}
    with pytest.raises(IntegrityError), transaction.atomic():
        Picture.objects.create(**{**values, **spoilt})
    Picture.objects.create(**values)


def test_every_licence_lets_everybody_pass_a_smaller_picture_on() -> None:
    assert all(one.address.startswith("https://creativecommons.org/") for one in LICENCES.values())
    assert not any("NC" in id_ or "ND" in id_ for id_ in LICENCES)


@pytest.mark.sampled
def test_a_card_with_another_slug_keeps_its_pictures() -> None:
    picture = picture_factory.add("giant")
    moved = publishing.change_slug(Record.objects.get(slug="giant"), slug="hill-giant", by=None, why="Its name")
    assert shown(moved.slug) == [picture]


# -- changing and withdrawing ----------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_the_description_can_be_changed_and_the_log_has_no_names() -> None:
    picture = picture_factory.add("giant")
    user = factories.UserFactory()
    other = Credit(alt="From behind.", author="B. Painter", licence="CC0-1.0", source="https://example.org/")
    assert services.change(picture=picture, credit=other, by=user) == ["alt", "author", "licence", "source"]
    assert services.change(picture=picture, credit=other, by=user) == []
    one = AuditEntry.objects.get(what="picture changed")
    assert (one.by, one.of) == (user.pk, f"attack-wing/card/giant picture {picture.pk}")
    assert one.before == {"licence": "CC-BY-4.0"} and "Painter" not in str(one.after)


def test_a_picture_that_is_withdrawn_is_hidden_at_once_and_its_row_says_why(
    client, django_capture_on_commit_callbacks
) -> None:
    user = factories.UserFactory()
    picture, other = picture_factory.add("giant"), picture_factory.add("giant", 10)
    address = picture.webp[0].address
    assert client.get(address).status_code == 200
    with django_capture_on_commit_callbacks() as callbacks:
        assert services.withdraw(picture=picture, why="Not theirs to give", by=user, barred=True) == 1
        assert client.get(address).status_code == 404 and shown() == [other]
        assert len(files()) == 8
    for callback in callbacks:
        callback()
    assert len(files()) == 4 and all(str(other.webp[0].file) not in str(one) or one.exists() for one in files())
    picture.refresh_from_db()
    assert (picture.withdrawn_by, picture.why, picture.renditions.count()) == (user, "Not theirs to give", 0)
    assert AuditEntry.objects.get(what="picture withdrawn").by == user.pk
    with pytest.raises(PictureRefused, match="Not theirs to give"):
        picture_factory.add("wolf")
    with pytest.raises(PictureRefused, match="withdrawn"):
        services.change(picture=picture, credit=picture_factory.CREDIT, by=user)
    assert services.withdraw(picture=picture, why="Again", by=None, barred=False) == 0


@pytest.mark.sampled
def test_a_doubt_about_the_licence_takes_a_picture_from_every_card() -> None:
    picture, _ = picture_factory.add("giant"), picture_factory.add("wolf")
    assert services.withdraw(picture=picture, why="Doubtful", by=None, barred=True) == 2
    assert not shown("wolf")


@pytest.mark.sampled
def test_a_picture_of_the_wrong_card_is_removed_only_there_and_accepted_elsewhere() -> None:
    picture = picture_factory.add("giant")
    assert services.withdraw(picture=picture, why="It is the wolf", by=None, barred=False) == 1
    assert not shown()
    again = picture_factory.add("wolf")
    assert shown("wolf") == [again]


# -- the admin -------------------------------------------------------------------------------------------------------


def where(slug: str = "giant") -> str:
    return reverse("admin:catalog_card_pictures", args=[Record.objects.get(slug=slug).pk])


def form_values(**other: Any) -> dict[str, Any]:
    from django.core.files.uploadedfile import SimpleUploadedFile

    file = SimpleUploadedFile("giant.jpg", picture_factory.raw())
    values = {"alt": "A giant", "author": "A. Painter", "licence": "CC-BY-SA-4.0", "own": "on", "file": file, **other}
    return {key: value for key, value in values.items() if value is not None}


@pytest.mark.sampled
def test_a_curator_adds_changes_and_withdraws_a_picture(client, curator) -> None:
    card = Page(client.get(reverse("admin:catalog_card_change", args=[Record.objects.get(slug="giant").pk])))
    assert where() in {one.get("href") for one in card.all("a")}
    assert client.post(where(), form_values(source="https://example.org/a")).status_code == 302
    (picture,) = shown()
    assert (picture.by, picture.alt, picture.licence, picture.source) == (
        curator,
        "A giant",
        "CC-BY-SA-4.0",
        "https://example.org/a",
    )
    page = Page(client.get(where()))
    (image,) = page.all("img")
    assert (image["src"], image["alt"]) == (picture.webp[0].address, "A giant")
    one = reverse("admin:catalog_card_picture", args=[picture.record_id, picture.pk])
    assert "A giant" in {each.get("value") for each in Page(client.get(one)).all("input")}
    client.post(one, {"_change": "x", **form_values(file=None, own=None, alt="A hill\u202e giant")})
    assert shown()[0].alt == "A hill giant"
    client.post(one, {"_withdraw": "x", "why": "The wrong giant"})
    assert not shown() and client.get(one).status_code == 404
    assert "The wrong giant" in Page(client.get(where())).words


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("missing", "message"),
    [
        ({"file": None}, "This field is required"),
        ({"alt": " \u200b"}, "This field is required"),
        ({"author": None}, "This field is required"),
        ({"licence": ""}, "This field is required"),
        ({"licence": "CC-BY-NC-4.0"}, "Select a valid choice"),
        ({"own": None}, "Without this it cannot be shown"),
        ({"source": "javascript:alert(1)"}, "Enter a valid URL"),
    ],
)
def test_without_file_description_author_licence_and_right_nothing_is_added(client, curator, missing, message) -> None:
    page = Page(client.post(where(), form_values(**missing)))
    assert message in page.words and page.all("section", role="alert")
    assert not Picture.objects.exists() and not files()


def test_a_picture_needs_a_reason_to_be_withdrawn(client, curator) -> None:
    picture = picture_factory.add("giant")
    one = reverse("admin:catalog_card_picture", args=[picture.record_id, picture.pk])
    assert "This field is required" in Page(client.post(one, {"_withdraw": "x", "why": " "})).words
    assert shown()


@pytest.mark.sampled
def test_a_picture_of_another_card_is_not_reached(client, curator) -> None:
    picture = picture_factory.add("giant")
    wolf = Record.objects.get(slug="wolf").pk
    for number in (picture.pk, 2**80):
        assert client.get(reverse("admin:catalog_card_picture", args=[wolf, number])).status_code == 404


def test_without_the_permission_to_change_cards_no_picture_is_added(client) -> None:
    client.force_login(factories.UserFactory())
    assert client.post(where(), form_values()).status_code == 302
    assert not Picture.objects.exists() and not files()


@pytest.mark.sampled
def test_the_page_asks_as_much_for_many_pictures_as_for_few(client, curator, django_assert_num_queries) -> None:
    picture_factory.add("giant")
    client.get(where())
    with connection.execute_wrapper(counting := Counting()):
        client.get(where())
    first = counting.count
    for shade in (10, 20, 30):
        picture_factory.add("giant", shade)
    with django_assert_num_queries(first):
        client.get(where())


class Counting:
    """A counter of database queries."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        self.count += 1
        return execute(sql, params, many, context)


def test_the_widths_go_up_and_the_widest_is_what_is_kept() -> None:
    assert [*renditions.WIDTHS, renditions.MAX_SIDE_PIXELS] == sorted({*renditions.WIDTHS, renditions.MAX_SIDE_PIXELS})

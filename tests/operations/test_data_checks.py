"""Faults found by `check_data`, and their repair by `rebuild`."""

import os
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

from catalog.models import Contribution, ImportedDocument, Picture, Release, Rendition, Revision
from catalog.permissions import ensure_roles
from legions.saved_lists.models import Legion, LegionRevision
from tests.operations import small_site
from tests.sampling import FAULTS_IN_DATA

pytestmark = [pytest.mark.sampled, pytest.mark.django_db(transaction=True), pytest.mark.db_facing]


@pytest.fixture(autouse=True)
def made(shared: BaseDatabaseWrapper, settings: Any, tmp_path: Path) -> dict[str, Any]:
    """A site with data in every table."""
    settings.MEDIA_ROOT = tmp_path / "media"
    return small_site.make()


def check() -> str:
    """Return the output of the check; fail if it finds a fault."""
    out = StringIO()
    try:
        call_command("check_data", "--all", stdout=out)
    except CommandError as error:
        pytest.fail(f"{out.getvalue()}{error}")
    return out.getvalue()


def found() -> str:
    """Return the output of a check that finds a fault."""
    out = StringIO()
    with pytest.raises(CommandError, match="fault"):
        call_command("check_data", "--all", stdout=out)
    return out.getvalue()


def test_a_site_that_is_whole_passes() -> None:
    assert check().endswith("Everything fits.\n")


def _revision(**values: Any) -> None:
    """Write values into a revision that no regular code can write."""
    Revision.objects.filter(slug="giant").update(**values)


def _document(**facts: Any) -> None:
    one = Revision.objects.get(slug="giant")
    _revision(document={**one.document, **facts})


def _half_known(**values: Any) -> None:
    Legion.objects.filter(owner__username="ann").update(**values)


def _release_gone() -> None:
    Release.objects.create(number=9, why="Out of turn")


def _other_state() -> None:
    LegionRevision.objects.filter(legion__owner__username="ann", number=2).delete()


def _without_its_set() -> None:
    _document(set="no-such-set")


def _stray_file() -> None:
    from django.conf import settings

    Path(settings.MEDIA_ROOT).mkdir(exist_ok=True)
    (Path(settings.MEDIA_ROOT) / "stray.webp").write_bytes(b"x")


def _file_of_picture() -> Path:
    from django.conf import settings

    return Path(settings.MEDIA_ROOT) / Rendition.objects.first().file.name


def _still_there() -> None:
    Picture.objects.update(withdrawn_at=timezone.now(), why="Not theirs")


FAULTS = [
    (lambda: _document(unique="maybe"), "/unique: "),
    (lambda: _document(name="Other"), "the served text is not that of the document"),
    (lambda: _document(slug="other-slug"), "the document belongs to attack-wing/card/other-slug"),
    (lambda: _revision(folded={}), "its search text is out of date"),
    (_without_its_set, "The catalog has no set “no-such-set”"),
    (
        lambda: ImportedDocument.objects.update(text="{}"),
        "the imported values do not match their digest",
    ),
    (_release_gone, "There are 3 releases, and the newest is 9"),
    (lambda: Contribution.objects.update(facts={"cost": 4}), "its digest does not match its facts"),
    (_other_state, "its document is not that of its newest state"),
    (lambda: _half_known(searched="x"), "its search text is out of date"),
    (lambda: _half_known(favoured=7), "7 are counted, but there are 1"),
    (lambda: _half_known(game="no-such-game"), "the catalog has no game “no-such-game”"),
    (_stray_file, "stray.webp: no row refers to this file"),
    (lambda: _file_of_picture().write_bytes(b"x"), "does not match its digest"),
    (lambda: _file_of_picture().unlink(), "refers to this file, which is missing"),
    (lambda: Rendition.objects.all().delete(), "it is shown but has no files"),
    (_still_there, "it is withdrawn but still has files"),
]


@pytest.mark.parametrize(("spoil", "message"), FAULTS[::FAULTS_IN_DATA])
def test_each_fault_is_found_and_named(spoil: Callable[[], Any], message: str) -> None:
    spoil()
    assert message in found()


def test_a_row_without_what_it_refers_to_is_found() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL does not let it come to that")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA foreign_keys=OFF")
        cursor.execute("UPDATE legions_comment SET by_id = 999")
    assert "legions_comment" in found()


def test_the_number_of_reported_faults_is_bounded() -> None:
    Legion.objects.update(searched="x")
    Revision.objects.update(folded={"x": "x"})
    with pytest.raises(CommandError, match=r"\d+ faults"):
        call_command("check_data", stdout=StringIO())


def test_derived_data_is_rebuilt_and_nothing_else_changes() -> None:
    documents = list(Legion.objects.order_by("pk").values_list("document", "version", "updated_at"))
    Revision.objects.update(folded={})
    Legion.objects.update(searched="x", favoured=7)
    ensure_roles()
    Group.objects.get(name="curator").permissions.clear()
    found()
    out = StringIO()
    call_command("rebuild", stdout=out)
    assert "2 legions with repaired search texts." in out.getvalue()
    assert "2 legions with corrected counts of favourites." in out.getvalue()
    assert "1 roles with repaired permissions." in out.getvalue()
    check()
    assert list(Legion.objects.order_by("pk").values_list("document", "version", "updated_at")) == documents
    call_command("rebuild", stdout=(again := StringIO()))
    assert {line[0] for line in again.getvalue().splitlines()} == {"0"}


def test_files_that_a_stop_has_left_are_removed_once_nobody_can_still_be_writing_their_row() -> None:
    from django.conf import settings

    folder = Path(settings.MEDIA_ROOT) / "pictures" / "left"
    folder.mkdir()
    new, old, part = folder / "320.webp", folder / "640.webp", folder / ".640.avif.x.part"
    for one in (new, old, part):
        one.write_bytes(b"x")
    for one in (old, part, _file_of_picture()):
        os.utime(one, (0, 0))
    call_command("rebuild", stdout=(out := StringIO()))
    assert "2 unreferenced picture files removed." in out.getvalue()
    assert new.exists() and _file_of_picture().exists() and not old.exists() and not part.exists()
    os.utime(new, (0, 0))
    call_command("rebuild", stdout=StringIO())
    assert not folder.exists()
    check()

"""What migrations do with rows that stand there, and which of them are not taken back while something needs them."""

from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from catalog import audit, permissions
from catalog.curation import contributions
from catalog.models import Contribution, DraftState, ImportedDocument, Revision, UpcomingRelease
from catalog.publishing import stored_texts
from catalog.publishing.stored_texts import texts_of_former_forms
from catalog.search.card_texts import STEMS, TITLE, search_texts
from legions.saved_lists.models import Legion, search_text
from legions.sharing import services as sharing_services
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]
MANY = 5
"""Rows that are more than one lot of each migration here."""


@pytest.fixture(autouse=True)
def cards() -> None:
    factories.publish_frame(factories.creature(slug="beast", name="Évocateur", cost=None))


def done_again(app: str, name: str, function: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Do what a migration does with rows, two at once, on the tables of today."""
    migration = import_module(f"{app}.migrations.{name}")
    monkeypatch.setattr(migration, "CHUNK", 2, raising=False)
    monkeypatch.setattr(import_module(f"{app}.migrations._functions"), "LOT", 2)
    with connection.cursor() as cursor:
        getattr(migration, function)(apps, SimpleNamespace(connection=connection, execute=cursor.execute))


@pytest.mark.sampled
def test_texts_of_cards_are_folded(monkeypatch: pytest.MonkeyPatch) -> None:
    factories.publish(*(factories.creature(slug=f"one-{number}", name=f"Één {number}") for number in range(MANY)))
    Revision.objects.update(folded={})
    done_again("catalog", "0004_folded", "fold_all", monkeypatch)
    assert Revision.objects.get(record__slug="beast").folded["name"] == "evocateur"
    # What that migration made is of a former form: whoever migrates has the texts made again.
    former = texts_of_former_forms()
    assert former.count() == Revision.objects.exclude(folded={}).count() >= MANY
    monkeypatch.setattr(stored_texts, "CHUNK", 2)
    call_command("migrate", verbosity=0)
    assert not former.exists()
    assert all(one.folded == search_texts(one.document) for one in Revision.objects.all())
    found = Revision.objects.get(record__slug="one-1")
    assert (found.searched_title, found.searched_stems) == (found.folded[TITLE], found.folded[STEMS])


def test_drafts_begin_with_the_state_that_they_are_in(monkeypatch: pytest.MonkeyPatch) -> None:
    user = factories.UserFactory()
    for number in range(MANY):
        factories.save_draft(factories.creature(slug=f"one-{number}"), by=user, why=f"New {number}")
    there = list(DraftState.objects.order_by("record").values("record", "number", "deed", "text", "why", "by"))
    DraftState.objects.all().delete()
    done_again("catalog", "0009_stages", "begin", monkeypatch)
    assert list(DraftState.objects.order_by("record").values(*there[0])) == there
    begun = dict(DraftState.objects.values_list("record", "at"))
    assert begun == dict(Revision.objects.drafts().values_list("record", "created_at"))
    assert set(Revision.objects.drafts().values_list("stage", flat=True)) == {"draft"}


def test_legions_are_found_by_their_words_and_public_ones_since_they_were_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    owner = factories.UserFactory()
    for number in range(MANY):
        factories.legion({"card": "beast"}, owner=owner, name=f"Légion {number}", tags=["Évening"])
    shown = factories.legion({"card": "beast"}, owner=owner)
    sharing_services.list_in_gallery(legion=shown)
    Legion.objects.update(searched="")
    Legion.objects.filter(pk=shown.pk).update(published_at="2001-01-01T00:00:00Z")
    done_again("legions", "0005_community", "say_since_when", monkeypatch)
    assert all(one.searched == search_text(one.document) for one in Legion.objects.all())
    assert Legion.objects.filter(searched__contains="legion 3 evening").count() == 1
    shown.refresh_from_db()
    assert shown.published_at == shown.updated_at
    assert not Legion.objects.exclude(pk=shown.pk).exclude(published_at=None).exists()


def imported_rows() -> dict[str, tuple[Any, ...]]:
    rows = ImportedDocument.objects.values_list("record__slug", "release", "digest", "text", "undecided")
    return {slug: tuple(row) for slug, *row in rows}


@pytest.mark.sampled
def test_what_imports_have_published_is_what_files_brought_last(monkeypatch: pytest.MonkeyPatch) -> None:
    curator = factories.UserFactory()
    cards = [factories.creature(slug=f"one-{number}", cost=20) for number in range(MANY)]
    factories.import_documents(*cards)
    factories.publish_documents([{**card, "cost": 34} for card in cards[:3]], by=curator, why="As printed")
    entry = {"source": "A list", "checked": False}
    cards[3] = {**cards[3], "cost": 21, "sources": {**cards[3]["sources"], "/cost": entry}}
    factories.import_documents(cards[3])
    expected = imported_rows()
    factories.publish_documents([factories.creature(slug="of-people")], by=curator, why="Imported from files")
    curator.delete()  # the release names nobody any more; the audit log knows better
    ImportedDocument.objects.all().delete()
    done_again("catalog", "0031_imported_documents", "fill_in", monkeypatch)
    rows = imported_rows()
    assert {slug: row for slug, row in rows.items() if slug.startswith("one-")} == expected
    assert "of-people" not in rows
    assert factories.import_documents(*cards) is None


def test_imports_from_before_the_audit_log_are_known_by_their_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "log_entries", lambda entries: None)
    factories.publish_documents([factories.creature(slug="brought")], by=None, why="First cards")
    factories.publish_documents([factories.creature(slug="of-people")], by=None, why="Their account is gone")
    done_again("catalog", "0031_imported_documents", "fill_in", monkeypatch)
    assert "brought" in imported_rows()
    assert "of-people" not in imported_rows()


def test_a_scheduled_release_of_an_account_that_is_gone_is_no_import(monkeypatch: pytest.MonkeyPatch) -> None:
    release = factories.publish_documents([factories.creature(slug="of-people")], by=None, why="Imported from files")
    UpcomingRelease.objects.create(why="r", state="published", release=release)
    done_again("catalog", "0031_imported_documents", "fill_in", monkeypatch)
    assert "of-people" not in imported_rows()


def answered() -> None:
    """Have a curator put an offered cost beside the other."""
    curator, offering = factories.UserFactory(), factories.UserFactory()
    permissions.grant(curator, permissions.CURATOR)
    values = {"game": "attack-wing", "slug": "beast", "facts": {"level": 9}, "mends": True}
    origin = contributions.Origin(source="https://example.org/", thank=True)
    one = contributions.submit(by=offering, origin=origin, **values)
    contributions.decide(number=one.pk, seen=one.version, by=curator, keep=["level"])


def test_on_the_way_back_what_stood_beside_the_catalog_waits_for_a_curator(monkeypatch: pytest.MonkeyPatch) -> None:
    answered()
    assert Contribution.objects.get().state == "disputed"
    done_again("catalog", "0017_disputes", "nobody_disputes", monkeypatch)
    assert [(one.state, one.decided) for one in Contribution.objects.all()] == [("offered", {})]


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("step", "before", "there"),
    [
        ("0028_references", "0027_adventures", lambda: factories.publish(factories.reference())),
        ("0027_adventures", "0026_names", lambda: factories.publish(factories.adventure())),
        ("0015_rulings", "0014_confirmations", lambda: factories.publish(factories.ruling())),
        ("0015_rulings", "zero", lambda: factories.save_draft(factories.ruling(), by=None, why="New")),
        ("0006_reviewing", "0005", answered),
        ("0003_house_rules", "0002", lambda: factories.publish(factories.house_rule())),
    ],
)
def test_nobody_goes_back_to_where_something_has_no_place_and_nothing_is_changed(
    step: str, before: str, there: Any
) -> None:
    there()
    applied = set(MigrationRecorder(connection).applied_migrations())
    with pytest.raises(
        CommandError, match=rf"^catalog\.{step} cannot be taken back while there are .+ \(1\)"
    ) as refused:
        call_command("migrate", "catalog", before, verbosity=0)
    assert "nothing was changed" in str(refused.value)
    assert set(MigrationRecorder(connection).applied_migrations()) == applied
    call_command("migrate", "catalog", before, "--plan", verbosity=0)
    with pytest.raises(CommandError, match="Cannot find a migration"):
        call_command("migrate", "catalog", "0099", verbosity=0)
    call_command("migrate", verbosity=0)

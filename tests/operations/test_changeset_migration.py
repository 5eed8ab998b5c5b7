"""The migration that gives existing drafts, tables, contributions and releases their changesets."""

from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from catalog.models import Changeset, Revision, TableImport
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]

migration: Any = import_module("catalog.migrations.0033_changesets")


def migrate() -> None:
    """Take away every changeset, and run the migration of the data."""
    Revision.objects.update(changeset=None)
    TableImport.objects.update(changeset=None)
    Changeset.objects.all().delete()
    migration.give_changesets(apps, SimpleNamespace(connection=connection))


def groups() -> list[tuple[str, str, str | None, list[str]]]:
    """Return each changeset by its beginning: origin, title, author, and the slugs of its rows."""
    return [
        (one.origin, one.title, one.by and one.by.username, sorted(one.rows.values_list("slug", flat=True)))
        for one in Changeset.objects.order_by("pk")
    ]


def test_everything_that_exists_belongs_to_a_changeset_of_its_author_time_and_reason() -> None:
    ann, ben = (factories.UserFactory(username=name) for name in ("ann", "ben"))
    first = factories.publish_frame(factories.creature(slug="one"))
    factories.publish_documents([factories.creature(slug="two")], by=ann, why="Read again")
    factories.save_draft(factories.creature(slug="three"), by=ann, why="Wave two")
    factories.save_draft(factories.creature(slug="four"), by=ann, why="Wave two")
    factories.save_draft(factories.creature(slug="five"), by=ben, why="Contribution 7: cost")
    factories.save_draft(factories.creature(slug="six"), by=ben, why="By hand")
    table = TableImport.objects.create(
        by=ann,
        game="attack-wing",
        kind="creature",
        name="wave.csv",
        size=1,
        state=TableImport.State.DONE,
        why="Wave two",
        report={"rows": [{"slug": "three"}]},
    )
    migrate()
    assert groups() == [
        ("files", "For a test", None, ["attack-wing", "one", "standard"]),
        ("publication", "Read again", "ann", ["two"]),
        ("table", "Wave two", "ann", ["three"]),
        ("work", "Wave two", "ann", ["four"]),
        ("offers", "Accepted contributions", "ben", ["five"]),
        ("work", "By hand", "ben", ["six"]),
    ]
    table.refresh_from_db()
    assert table.changeset and table.changeset.created_at == table.created_at
    assert Changeset.objects.get(origin="files").created_at == first.published_at
    assert not Revision.objects.filter(changeset=None).exists()

"""Additions of Muster to `migrate`: one run at a time, and an update of the search texts."""

import os
import subprocess
import sys
from contextlib import ExitStack

import psycopg
import pytest
from django.conf import settings
from django.core.management import call_command

from catalog.management.commands import migrate
from catalog.models import Revision
from catalog.publishing import stored_texts
from catalog.publishing.stored_texts import outdated_texts
from catalog.search.card_texts import STEMS, TITLE, search_texts
from tests import factories
from tests.nonempty import nonempty
from tests.operations.conftest import Empty

WAITING = "Another migrate is changing this database. Waiting until it ends.\n"


@pytest.mark.sampled
@pytest.mark.django_db
@pytest.mark.db_facing
def test_searched_texts_of_former_forms_are_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    factories.publish_frame(*(factories.creature(slug=f"one-{number}", name=f"Één {number}") for number in range(5)))
    Revision.objects.exclude(folded={}).update(folded={"name": "één"})
    former = outdated_texts()
    assert former.count() >= 5
    monkeypatch.setattr(stored_texts, "ROWS_PER_CHUNK", 2)
    call_command("migrate", verbosity=0)
    assert not former.exists()
    assert all(one.folded == search_texts(one.document) for one in nonempty(Revision.objects.all()))
    found = Revision.objects.get(record__slug="one-1")
    assert (found.searched_title, found.searched_stems) == (found.folded[TITLE], found.folded[STEMS])


@pytest.mark.drill
@pytest.mark.db_facing
@pytest.mark.skipif(not os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="wants PostgreSQL")
def test_two_migrates_of_an_empty_database_wait_for_each_other_and_both_end_well(empty: Empty) -> None:
    address = empty(tables=False)
    command = [sys.executable, "manage.py", "migrate"]
    environment = {**os.environ, "DATABASE_URL": address, "SECRET_KEY": "for tests alone " * 3, "INSECURE_HTTP": "1"}
    with ExitStack() as stack:
        with psycopg.connect(address, autocommit=True) as turn:
            turn.execute("SELECT pg_advisory_lock(%s)", [migrate.MIGRATE_LOCK])
            both = [
                stack.enter_context(
                    subprocess.Popen(
                        command,
                        env=environment,
                        cwd=settings.BASE_DIR,
                        stdout=subprocess.PIPE,
                        stderr=subprocess.PIPE,
                        text=True,
                    )
                )
                for _ in range(2)
            ]
            for process in both:
                assert process.stderr
                assert process.stderr.readline() == WAITING
        outputs = [process.communicate() for process in both]
    assert [process.returncode for process in both] == [0, 0], outputs
    applied = [output.count("Applying ") for output, _ in outputs]
    assert min(applied) == 0, "one makes every table"
    assert max(applied) > 50

"""Concurrent readers and writers, and killed processes: nothing is lost or half done."""

import copy
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper

from catalog import import_export, publishing
from catalog.documents import canonical
from catalog.models import ImportedDocument, Record, Release, Revision
from catalog.publishing import upcoming_releases
from catalog.tables import table_export, table_import
from tests import factories, worker_drills
from tests.contention import at_once
from tests.nonempty import nonempty

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.db_facing, pytest.mark.guard]

WRITERS = 8


def publishes(*documents: dict[str, Any]) -> Callable[[], Release | None]:
    return lambda: factories.publish_documents(documents, by=None, why="At once")


def test_cards_published_at_once_are_a_release_each_and_none_is_lost(shared: BaseDatabaseWrapper) -> None:
    cards = [factories.creature() for _ in range(WRITERS)]
    releases = at_once(*(publishes(card) for card in cards))
    assert sorted(release.number for release in releases) == list(range(1, WRITERS + 1))
    assert {revision.slug for revision in Revision.objects.newest()} == {card["slug"] for card in cards}
    assert [Revision.objects.at(number).count() for number in range(WRITERS + 1)] == list(range(WRITERS + 1))


@pytest.mark.sampled
def test_one_card_published_at_once_keeps_every_state_in_its_history(shared: BaseDatabaseWrapper) -> None:
    card = factories.creature(slug="one")
    releases = at_once(*(publishes({**card, "cost": cost}) for cost in range(WRITERS)))
    assert sorted(release.number for release in releases) == list(range(1, WRITERS + 1))
    history = Revision.objects.order_by("since_id")
    assert {revision.cost for revision in history} == set(range(WRITERS))
    assert [revision.until_id for revision in history] == [*range(2, WRITERS + 1), None]
    assert Record.objects.count() == 1


@pytest.mark.sampled
def test_the_same_publication_made_at_once_is_one_release(shared: BaseDatabaseWrapper) -> None:
    card = factories.creature()
    releases = at_once(*(publishes(card) for _ in range(WRITERS)))
    assert sorted(map(str, releases)) == ["None"] * (WRITERS - 1) + ["Release 1"]
    assert Revision.objects.count() == 1


@pytest.mark.sampled
def test_of_those_who_start_from_one_state_exactly_one_saves(shared: BaseDatabaseWrapper) -> None:
    card = factories.creature(slug="one")
    before = publishing.edit_token(factories.save_draft(card, by=None, why="Start").record)

    def save(cost: int) -> Callable[[], Revision]:
        return lambda: factories.save_draft({**card, "cost": cost}, by=None, why="At once", expected=before)

    saved = at_once(*(save(cost) for cost in range(WRITERS)))
    winners = [draft for draft in saved if isinstance(draft, Revision)]
    assert [type(one) for one in saved].count(publishing.Conflict) == WRITERS - 1, saved
    assert Revision.objects.get().cost == winners[0].document["cost"]


@pytest.mark.sampled
def test_of_those_who_make_one_new_card_exactly_one_does(shared: BaseDatabaseWrapper) -> None:
    cards = [factories.creature(slug="one") for _ in range(WRITERS)]
    saved = at_once(*(lambda card=card: factories.save_draft(card, by=None, why="New", expected="") for card in cards))
    assert [type(one) for one in saved].count(publishing.Conflict) == WRITERS - 1, saved
    assert Revision.objects.drafts().count() == Record.objects.count() == 1


@pytest.mark.sampled
def test_drafts_discards_and_publications_of_one_new_card_get_along(shared: BaseDatabaseWrapper) -> None:
    card = factories.creature(slug="one")
    record = factories.save_draft(card, by=None, why="Start").record
    allowed = (Release, Revision, bool, type(None), Revision.DoesNotExist)
    done = at_once(
        lambda: publishing.discard_draft(copy.copy(record)),
        lambda: publishing.publish_draft(copy.copy(record), by=None, why="At once"),
        lambda: factories.save_draft({**card, "cost": 1}, by=None, why="At once"),
        lambda: factories.save_draft({**card, "cost": 2}, by=None, why="At once"),
        publishes({**card, "cost": 3}),
        publishes({**card, "cost": 4}),
        publishes(card),
        publishes(factories.creature()),
    )
    assert all(isinstance(one, allowed) for one in nonempty(done)), done
    assert Revision.objects.newest().count() == 2
    assert Revision.objects.drafts().count() <= 1
    costs = {revision.cost for revision in Revision.objects.filter(slug="one", since__isnull=False)}
    assert {3, 4, card["cost"]} <= costs


def test_retiring_a_card_while_it_is_changed_loses_neither(shared: BaseDatabaseWrapper) -> None:
    card = factories.creature(slug="one", cost=1)
    factories.publish(card)
    record = Record.objects.get()
    done = at_once(
        lambda: publishing.retire(record, reason="Gone", by=None, why="At once"),
        publishes({**card, "cost": 2}),
    )
    assert all(isinstance(one, Release) for one in nonempty(done)), done
    states = [(one.cost, one.document.get("retired")) for one in Revision.objects.order_by("since_id")]
    assert states in ([(1, None), (1, "Gone"), (2, None)], [(1, None), (2, None), (2, "Gone")])


@pytest.mark.sampled
def test_readers_see_whole_releases_while_others_publish(shared: BaseDatabaseWrapper) -> None:
    cards = [factories.creature() for _ in range(20)]
    factories.publish(*({**card, "cost": 0} for card in cards))
    busy = threading.Event()
    seen: list[set[int]] = []

    def read() -> None:
        while not busy.is_set():
            number = Release.objects.newest()
            seen.append({revision.cost for revision in Revision.objects.newest()})
            seen.append({revision.cost for revision in Revision.objects.at(number)})
            assert Revision.objects.at(number).count() == len(cards)

    def write() -> None:
        for cost in range(1, 11):
            factories.publish(*({**card, "cost": cost} for card in cards))
        busy.set()

    assert at_once(read, read, read, write) == [None] * 4
    assert all(len(costs) == 1 for costs in nonempty(seen))


# -- killed processes ----------------------------------------------------------------------------------------------

KILL = "os.kill(os.getpid(), signal.SIGKILL)"
# Moments at which an import is killed: the code to insert for each.
MOMENTS = {
    "before the release": f"file_imports.carry_out = lambda *a, **k: {KILL}",
    "after the release, before its cards": f"releases.ensure_records = lambda keys: {KILL}",
    "among the cards": (
        "create = Revision.objects.bulk_create;"
        f"Revision.objects.bulk_create = lambda rows: (create(list(rows)[:60]), {KILL})"
    ),
    "before what files brought is recorded": f"file_imports._Import.record = lambda *a: {KILL}",
    "just before the last word": (
        f"record = file_imports._Import.record; file_imports._Import.record = lambda *a: (record(*a), {KILL})"
    ),
    "while the old states end": (
        "from django.db.models import QuerySet; update = QuerySet.update;"
        f"QuerySet.update = lambda self, **k: (update(self, **k), {KILL})"
    ),
}


def manage(database: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "DATABASE_URL": database, "SECRET_KEY": "for tests alone " * 3, "INSECURE_HTTP": "1"}
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), *arguments]
    return subprocess.run(command, env=environment, capture_output=True)


def address(wrapper: BaseDatabaseWrapper) -> str:
    """Return the URL of the test's database, for another process."""
    own = wrapper.settings_dict
    if wrapper.vendor == "sqlite":
        return f"sqlite:///{own['NAME']}"
    return f"postgres://{own['USER']}:{own['PASSWORD']}@{own['HOST']}:{own['PORT'] or 5432}/{own['NAME']}"


def contents() -> list[tuple[Any, ...]]:
    return [
        *Release.objects.order_by("number").values_list("number", "why"),
        *Record.objects.order_by("pk").values_list("game", "document_type", "slug"),
        *Revision.objects.order_by("pk").values_list("text", "since", "until", "why"),
        *ImportedDocument.objects.order_by("pk").values_list("digest", "release", "text"),
    ]


@pytest.mark.drill
@pytest.mark.parametrize("moment", MOMENTS)
def test_an_import_that_is_killed_leaves_the_catalog_as_it_was(
    shared: BaseDatabaseWrapper, tmp_path: Path, moment: str
) -> None:
    cards = [factories.creature(cost=1) for _ in range(100)]
    factories.import_documents(*cards[:50])
    factories.save_draft({**cards[0], "cost": 2}, by=None, why="Not lost")
    before = contents()
    for card in cards:
        file = tmp_path / "cards" / import_export.path_of(card)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(canonical.pretty({**card, "cost": 2}), "utf-8")
    shared.close()

    program = (
        "import os, signal; from catalog.models import Revision; from catalog.publishing import file_imports, releases;"
        "from django.core.management import call_command;"
        f"{MOMENTS[moment]}; call_command('import_cards', {str(tmp_path / 'cards')!r}, sources_hold=True)"
    )
    killed = manage(address(shared), "shell", "--no-imports", "-c", program)
    assert killed.returncode == -signal.SIGKILL, killed.stderr.decode()
    assert contents() == before
    if shared.vendor == "sqlite":
        with shared.cursor() as cursor:
            assert cursor.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert cursor.execute("PRAGMA foreign_key_check").fetchall() == []

    # No lock is left behind, and the import succeeds when it is repeated.
    again = manage(address(shared), "import_cards", str(tmp_path / "cards"), "--sources-hold")
    assert b"Release 2: 50 added, 50 changed" in again.stdout, again.stderr.decode()
    assert Revision.objects.newest().filter(cost=2).count() == 100


def program(wrapper: BaseDatabaseWrapper, *arguments: str) -> str:
    """Run a test program on the test's database; return its output after a success."""
    environment = {**os.environ, "DATABASE_URL": address(wrapper)}
    command = [sys.executable, "-m", *arguments]
    done = subprocess.run(command, env=environment, cwd=settings.BASE_DIR, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.drill
def test_writers_killed_at_random_moments_leave_all_that_they_write_or_nothing(shared: BaseDatabaseWrapper) -> None:
    shared.close()
    assert program(shared, "tests.kills", "--times", "5").count("half 0") == 5


@pytest.mark.drill
def test_a_worker_outlives_its_database_and_lists_outlive_their_workers(shared: BaseDatabaseWrapper) -> None:
    shared.close()
    output = program(shared, "tests.worker_drills", "--kills", "3", "--outage", "3", "--busy", "0.5", "--minute", "12")
    assert f"{worker_drills.TASKS} done" in output
    assert "Nothing was lost or done twice." in output


@pytest.mark.drill
@pytest.mark.guard
def test_mails_and_webhooks_outlive_their_workers(shared: BaseDatabaseWrapper) -> None:
    shared.close()
    assert "Nothing was lost." in program(shared, "tests.message_drills", "--kills", "2")


@pytest.mark.drill
def test_curators_who_all_write_on_one_card_lose_no_edit(shared: BaseDatabaseWrapper) -> None:
    shared.close()
    assert "lost 0" in program(shared, "tests.concurrent_edits", "--clients", "4", "--edits", "20")


def test_a_table_an_import_and_a_release_at_once_lose_nothing(shared: BaseDatabaseWrapper) -> None:
    """A conflicting table shows the intermediate changes again, and outdated changes are not published."""
    cards = [factories.creature(slug=f"one-{number}", cost=1) for number in range(6)]
    factories.publish_frame(*cards)
    ann, ben = (factories.UserFactory(is_staff=True, is_superuser=True) for _ in range(2))
    draft = publishing.save_and_submit({**cards[0], "cost": 2}, by=ann, why="Misread", sources_hold=["/cost"])
    publishing.approve(draft.record, by=ben, expected=publishing.edit_token(draft.record))
    upcoming = upcoming_releases.create_upcoming(by=ann, why="Errata")
    brought = [{**card, "cost": 3} for card in cards[1:]]
    raw = table_export.file_of(brought, "attack-wing", "creature", "csv")
    about = {"game": "attack-wing", "kind": "creature", "name": "cards.csv", "size": len(raw)}
    table = table_import.receive_part(table_import.start_upload(by=ann, **about), raw, offset=0, by=ann)
    table = table_import.check(table, keys=table.meant, source={"source": "A sheet", "checked": False}, by=ann)
    imported = [{**card, "cost": 4} for card in cards[3:]]
    release, drafts, others = at_once(
        lambda: upcoming_releases.publish_upcoming(upcoming, by=ann, seen=1),
        lambda: table_import.import_as_drafts(table, by=ben, why="Sheet", seen=table.digest),
        publishes(*imported),
    )
    assert sorted([release.number, others.number]) == [2, 3], (release, others)
    costs = dict(Revision.objects.newest().filter(kind="creature").values_list("slug", "cost"))
    assert costs == {"one-0": 2, "one-1": 1, "one-2": 1, "one-3": 4, "one-4": 4, "one-5": 4}
    stored = dict(Revision.objects.drafts().values_list("slug", "cost"))
    assert stored == ({} if told_again(drafts) else {card["slug"]: 3 for card in brought})


def told_again(drafts: Any) -> bool:
    """Return whether a table was not applied because its cards had changed meanwhile."""
    return bool(drafts.report.get("meanwhile"))

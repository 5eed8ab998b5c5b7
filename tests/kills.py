"""Writers of the catalog, killed with -9 at random moments: their changes are complete, or not there at all.

`python -m tests.kills --times 200` uses an SQLite file of its own, or the empty PostgreSQL database that `DATABASE_URL`
names. Each writer runs in a process forked after everything is loaded, so that most kills interrupt its work. Equal
seeds kill after equal times; how far the writer has come by then depends on the machine.

If the writer publishes a release, a worker does the remaining work afterwards: a due release is published, each
published release has its files and has sent its mails once, and an unpublished one has neither.
"""

import argparse
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

from tests import isolated_processes

CARDS = 120
GATHERED = 5
"""The number of cards in a prepared release: the first ones, including one of the legion."""
LATE = 1.15
"""The latest kill, as a factor of a writer's duration: a few writers finish by themselves."""

Costs = dict[str, int]


def main() -> int:
    """Kill as often as requested, print the findings, and return 1 if anything was left half done."""
    parser = argparse.ArgumentParser(prog="python -m tests.kills", description=__doc__)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    os.environ["EMAIL_BACKEND"] = "django.core.mail.backends.locmem.EmailBackend"
    with isolated_processes.database("kills"):
        return Killing(random.Random(options.seed)).run(options.times)


@dataclass(frozen=True)
class Counts:
    """Row counts of the tables that only grow."""

    releases: int = 0
    published: int = 0
    states: int = 0
    logged: int = 0
    tables: int = 0
    gone_out: int = 0

    def __sub__(self, before: "Counts") -> "Counts":
        return Counts(*(now - then for now, then in zip(vars(self).values(), vars(before).values(), strict=True)))


@dataclass(frozen=True)
class Standing:
    """The state of the catalog: the counts, and the costs in drafts and published cards, by slug."""

    counts: Counts
    drafts: Costs
    in_force: Costs


class Killing:
    """A catalog with writers to kill and the findings for each."""

    def __init__(self, chance: random.Random) -> None:
        from catalog import permissions, publishing
        from tests import factories

        self.chance = chance
        self.cards = [factories.creature(slug=f"beast-{number}", cost=1) for number in range(CARDS)]
        factories.publish_frame(*self.cards)
        self.curators = [factories.UserFactory(username=name) for name in ("ann", "ben")]
        for curator in self.curators:
            permissions.grant(curator, permissions.CURATOR)
            permissions.grant(curator, permissions.PUBLISHER)
        self._have_somebody_told()
        self.writers: dict[str, Callable[[], Callable[[], Any]]] = {
            "import": self._import,
            "table": self._table,
            "one draft": self._draft,
            "release": self._release,
            "due release": self._due,
        }
        self.took: dict[str, float] = {}
        self.found = {name: {"nothing": 0, "all": 0, "half": 0} for name in self.writers}
        self.publishing = publishing

    def run(self, times: int) -> int:
        """Kill each writer in turn."""
        for name, prepare in self.writers.items():
            self._measure(name, prepare())
        for number in range(times):
            name = list(self.writers)[number % len(self.writers)]
            self._kill(name, self.writers[name]())
        self._check()
        for name, counted in self.found.items():
            summary = ", ".join(f"{how} {count}" for how, count in counted.items())
            print(f"{name} ({self.took[name]:.2f} s): {summary}")  # noqa: T201
        return int(any(counted["half"] for counted in self.found.values()))

    @staticmethod
    def _have_somebody_told() -> None:
        """Subscribe an owner to changes of the verdict on their legion."""
        from allauth.account.models import EmailAddress

        from legions.notifications import verdict_changes
        from tests import factories

        owner = factories.UserFactory(username="owner")
        EmailAddress.objects.create(user=owner, email="owner@example.org", verified=True, primary=True)
        factories.legion({"card": "beast-0"}, owner=owner)
        verdict_changes.subscribe(user=owner, origin="https://muster.example", language="en")

    # -- the writers: each returns a prepared call that only has to write

    def _changed(self) -> list[dict[str, Any]]:
        """Change the costs of the cards, and return the cards."""
        cost = self.chance.randrange(1_000)
        self.cards = [{**card, "cost": (cost + number) % 1_000} for number, card in enumerate(self.cards)]
        self.written = {card["slug"]: card["cost"] for card in self.cards}
        return self.cards

    def _import(self) -> Callable[[], Any]:
        from catalog.documents import merging

        cards = self._changed()
        how = self.publishing.ImportOptions(
            why="Killed", held=self.publishing.all_held, unsourced_reason="For a test", choice=merging.take_all
        )
        return lambda: self.publishing.import_documents(cards, how)

    def _table(self) -> Callable[[], Any]:
        from django.contrib.auth import get_user_model

        from catalog.tables import table_export, table_import

        self._let_go()
        user, _ = get_user_model().objects.get_or_create(username="kim")
        raw = table_export.file_of(self._changed(), "attack-wing", "creature", "csv")
        about = {"game": "attack-wing", "kind": "creature", "name": "cards.csv", "size": len(raw)}
        table = table_import.receive_part(table_import.start_upload(by=user, **about), raw, offset=0, by=user)
        table = table_import.check(table, keys=table.meant, source={"source": "A sheet", "checked": False}, by=user)
        return lambda: table_import.import_as_drafts(table, by=user, why="Killed", seen=table.digest)

    def _draft(self) -> Callable[[], Any]:
        self._let_go()
        card = self._changed()[0]
        return lambda: self.publishing.save_draft(card, by=None, why="Killed", sources_hold=None)

    def _release(self) -> Callable[[], Any]:
        from catalog.publishing import upcoming_releases

        upcoming = self._gathered()
        return lambda: upcoming_releases.publish_upcoming(upcoming, by=self.curators[0], seen=upcoming.version)

    def _due(self) -> Callable[[], Any]:
        from django.utils import timezone

        from catalog.models.upcoming import UpcomingRelease
        from catalog.publishing import scheduling

        upcoming, soon = self._gathered(), timezone.now() + timedelta(hours=1)
        scheduling.schedule(upcoming, due_at=soon, by=self.curators[0], seen=upcoming.version)
        UpcomingRelease.objects.filter(pk=upcoming.pk).update(due_at=timezone.now() - timedelta(seconds=1))
        return lambda: scheduling.publish_if_due.call(upcoming.pk)

    def _gathered(self) -> Any:
        """Return a release of a few approved changes; the first one changes the verdict on the legion."""
        from catalog.models import Revision
        from catalog.publishing import upcoming_releases

        self._let_go()
        for draft in Revision.objects.drafts().select_related("record"):
            self.publishing.discard_draft(draft.record)
        ann, ben = self.curators
        standing_now = standing().in_force
        self.written = {card["slug"]: standing_now[card["slug"]] % 1_000 + 1 for card in self.cards[:GATHERED]}
        self.written["beast-0"] = 20 if standing_now["beast-0"] > 120 else 900
        for card in self.cards[:GATHERED]:
            changed = {**card, "cost": self.written[card["slug"]]}
            draft = self.publishing.save_and_submit(changed, by=ann, why="Killed", sources_hold=None)
            self.publishing.approve(draft.record, by=ben, expected=self.publishing.edit_token(draft.record))
        return upcoming_releases.create_upcoming(by=ann, why="Killed")

    @staticmethod
    def _let_go() -> None:
        """Cancel the prepared releases that were never published, and the tables that were never imported."""
        from catalog.models.table_imports import TableImport
        from catalog.models.upcoming import UpcomingRelease, UpcomingState
        from catalog.publishing import upcoming_releases
        from catalog.tables import table_import

        for killed in TableImport.objects.exclude(state=TableImport.State.DONE):
            table_import.cancel(killed)
        for left in UpcomingRelease.objects.filter(state__in=[UpcomingState.OPEN, UpcomingState.SCHEDULED]):
            upcoming_releases.discard_upcoming(left, by=None, seen=left.version)

    # -- killing

    def _measure(self, name: str, work: Callable[[], Any]) -> None:
        begin = time.monotonic()
        isolated_processes.ended(isolated_processes.forked(work))
        self.took[name] = time.monotonic() - begin

    def _kill(self, name: str, work: Callable[[], Any]) -> None:
        before = standing()
        pid = isolated_processes.forked(work)
        time.sleep(self.chance.uniform(0, LATE * self.took[name]))
        os.kill(pid, signal.SIGKILL)
        isolated_processes.ended(pid)
        after = standing()
        how = "nothing" if after == before else "all" if self._is_whole(name, before, after) else "half"
        published = False
        if name == "due release" and how == "nothing":
            work()
            how = "nothing" if self._is_whole(name, before, standing()) else "half"
            published = True
        if "release" in name and not self._is_followed(published=published or how == "all"):
            how = "half"
        self.found[name][how] += 1

    def _is_whole(self, name: str, before: Standing, after: Standing) -> bool:
        """Return whether the changes of a writer are complete: each document with its log entry."""
        more = after.counts - before.counts
        if name == "import":  # it may also publish a draft, which adds one state
            imported = Counts(releases=1, published=CARDS, states=more.states, logged=CARDS + 1)
            return more == imported and after.in_force == self.written
        if name == "table":
            return more == Counts(states=CARDS, logged=CARDS + 1, tables=1) and after.drafts == self.written
        if name == "one draft":
            return more == Counts(states=1, logged=1) and after.drafts["beast-0"] == self.written["beast-0"]
        published = Counts(releases=1, published=GATHERED, states=GATHERED, logged=GATHERED + 2, gone_out=1)
        return more == published and after.in_force == before.in_force | self.written and not after.drafts

    @staticmethod
    def _is_followed(*, published: bool) -> bool:
        """Run the worker until nothing is left, and return whether the newest release has its files and each subscriber
        got one mail at most, and exactly one about the newest release if it was `published` now.
        """
        from django.conf import settings
        from django.core import mail
        from django.core.management import call_command

        from catalog import snapshots
        from catalog.api import bulk_files
        from catalog.models import Release

        call_command("db_worker", batch=True, interval=0, startup_delay=False, verbosity=0)
        newest = Release.objects.newest()
        mails = Counter(one.subject.split()[2] for one in getattr(mail, "outbox", []))
        expected = {one.sha256 for one in bulk_files.files(snapshots.at(newest), "attack-wing", "creature").values()}
        stored = {sha256(file.read_bytes()).hexdigest() for file in Path(settings.VAR_DIR, "bulk").glob("*.*")}
        once = set(mails.values()) <= {1} and all(int(number) <= newest for number in mails)
        return (
            once
            and (mails[str(newest)] == 1 or not published)
            and len(expected & stored) == len(bulk_files.FILE_FORMATS) * 2
        )

    def _check(self) -> None:
        """Check that the database is intact and that the catalog accepts writes."""
        from django.db import connection

        if connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                assert cursor.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
                assert cursor.execute("PRAGMA foreign_key_check").fetchall() == []
        assert self._import()()[1] is not None


def standing() -> Standing:
    """Return the current state of the catalog."""
    from django.db import connection

    from catalog.models import AuditEntry, Release, Revision
    from catalog.models.drafts import DraftState
    from catalog.models.table_imports import TableImport
    from catalog.models.upcoming import UpcomingRelease, UpcomingState

    connection.close()
    creatures = Revision.objects.filter(kind="creature")
    return Standing(
        Counts(
            releases=Release.objects.count(),
            published=Revision.objects.filter(since__isnull=False).count(),
            states=DraftState.objects.count(),
            logged=AuditEntry.objects.count(),
            tables=TableImport.objects.filter(state=TableImport.State.DONE).count(),
            gone_out=UpcomingRelease.objects.filter(state=UpcomingState.PUBLISHED).count(),
        ),
        drafts=dict(creatures.drafts().values_list("slug", "cost")),
        in_force=dict(creatures.newest().values_list("slug", "cost")),
    )


if __name__ == "__main__":
    sys.exit(main())

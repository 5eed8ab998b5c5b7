"""Writers of the catalog, killed with -9 at random moments: afterwards all that they write is there, or nothing of it.

`python -m tests.kills --times 200` does it with an SQLite file of its own, or with the empty PostgreSQL database that
`DATABASE_URL` names. Each writer works in a process of its own, forked off when everything is loaded, so that most
moments fall into its work. The same seed kills after the same times; the machine decides where the work is then.
"""

import argparse
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

from tests import alone

CARDS = 120
LATE = 1.15
"""How far beyond the time a writer takes it may be killed: a few are to end by themselves."""

State = tuple[Any, ...]


def main() -> int:
    """Kill as often as asked, print what was found, and return 1 where anything was half done."""
    parser = argparse.ArgumentParser(prog="python -m tests.kills", description=__doc__)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with alone.database("kills"):
        return Killing(random.Random(given.seed)).run(given.times)


class Killing:
    """A catalog, the writers that are killed in it, and what was found of each."""

    def __init__(self, chance: random.Random) -> None:
        from catalog import publishing
        from tests import factories

        self.chance = chance
        self.cards = [factories.creature(slug=f"beast-{number}", cost=1) for number in range(CARDS)]
        factories.publish(*self.cards)
        self.writers: dict[str, Callable[[], Callable[[], Any]]] = {
            "import": self._import,
            "table": self._table,
            "one draft": self._draft,
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
            told = ", ".join(f"{how} {count}" for how, count in counted.items())
            print(f"{name} ({self.took[name]:.2f} s): {told}")  # noqa: T201
        return int(any(counted["half"] for counted in self.found.values()))

    # -- the writers: each returns what is to be done, prepared so far that only the writing is left

    def _changed(self) -> list[dict[str, Any]]:
        """Return the cards as nobody has written them yet."""
        cost = self.chance.randrange(1_000)
        self.cards = [{**card, "cost": (cost + number) % 1_000} for number, card in enumerate(self.cards)]
        return self.cards

    def _import(self) -> Callable[[], Any]:
        cards = self._changed()
        return lambda: self.publishing.attempt(cards, by=None, why="Killed")

    def _table(self) -> Callable[[], Any]:
        from django.contrib.auth import get_user_model

        from catalog.brought import BroughtTable
        from catalog.tables import bringing, exporting

        user, _ = get_user_model().objects.get_or_create(username="kim")
        for killed in BroughtTable.objects.exclude(state=BroughtTable.State.DONE):
            bringing.give_up(killed)
        raw = exporting.file_of(self._changed(), "attack-wing", "creature", "csv")
        about = {"game": "attack-wing", "kind": "creature", "name": "cards.csv", "size": len(raw)}
        table = bringing.receive(bringing.begin(by=user, **about), raw, offset=0)
        table = bringing.check(table, meant=table.meant, source={"source": "A sheet", "checked": False})
        return lambda: bringing.bring_in(table, by=user, why="Killed", seen=table.digest)

    def _draft(self) -> Callable[[], Any]:
        card = self._changed()[0]
        return lambda: self.publishing.save_draft(card, by=None, why="Killed")

    # -- killing

    def _measure(self, name: str, work: Callable[[], Any]) -> None:
        begin = time.monotonic()
        alone.ended(alone.forked(work))
        self.took[name] = time.monotonic() - begin

    def _kill(self, name: str, work: Callable[[], Any]) -> None:
        before = standing()
        pid = alone.forked(work)
        time.sleep(self.chance.uniform(0, LATE * self.took[name]))
        os.kill(pid, signal.SIGKILL)
        alone.ended(pid)
        after = standing()
        whole = self._is_whole(name, before, after)
        self.found[name]["nothing" if after == before else "all" if whole else "half"] += 1

    def _is_whole(self, name: str, before: State, after: State) -> bool:
        """Return whether all that a writer writes is there: each document with its line in the log."""
        releases, published, states, logged, tables = (
            now - then for now, then in zip(after[:5], before[:5], strict=True)
        )
        written = tuple(card["cost"] for card in sorted(self.cards, key=lambda card: str(card["slug"])))
        drafts, in_force = after[5], after[6]
        if name == "import":
            return (releases, published, logged) == (1, CARDS, CARDS + 1) and in_force == written
        if name == "table":
            told = (releases, published, states, logged, tables)
            return told == (0, 0, CARDS, CARDS + 1, 1) and drafts == written
        return (releases, published, states, logged) == (0, 0, 1, 1) and self.cards[0]["cost"] in drafts

    def _check(self) -> None:
        """See that the database itself is whole, and that the catalog can be written on."""
        from django.db import connection

        if connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                assert cursor.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
                assert cursor.execute("PRAGMA foreign_key_check").fetchall() == []
        assert self._import()()[1] is not None


def standing() -> State:
    """Return what stands in the catalog: counts that grow with each write, and the costs of drafts and cards."""
    from django.db import connection

    from catalog.brought import BroughtTable
    from catalog.drafted import DraftState
    from catalog.models import AuditEntry, Release, Revision

    connection.close()
    drafts, in_force = Revision.objects.drafts(), Revision.objects.newest().filter(kind="creature")
    return (
        Release.objects.count(),
        Revision.objects.filter(since__isnull=False).count(),
        DraftState.objects.count(),
        AuditEntry.objects.count(),
        BroughtTable.objects.filter(state=BroughtTable.State.DONE).count(),
        tuple(drafts.order_by("slug").values_list("cost", flat=True)),
        tuple(in_force.order_by("slug").values_list("cost", flat=True)),
    )


if __name__ == "__main__":
    sys.exit(main())

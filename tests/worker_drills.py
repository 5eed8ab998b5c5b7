"""Drills of the worker: a database outage during tasks, and kills with -9 during completions.

`python -m tests.worker_drills` uses an SQLite file of its own, or the empty PostgreSQL database that `DATABASE_URL`
names. It prints figures, and exits with 1 if a task was lost or done twice, if a worker ended by itself, or if a killed
completion held its slot after its time was over.
"""

import argparse
import os
import random
import signal
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests import isolated_processes
from tests.processes import children, runs

TASKS = 60
PATIENCE = 120.0
"""Seconds after which a wait is given up."""
ASLEEP = "import time\ntime.sleep(600)\n"
"""A solver that never answers, so that its worker is killed while it waits."""


def main() -> int:
    """Run both drills, print the findings, and return 1 if anything failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.worker_drills", description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--outage", type=float, default=30, help="seconds for which the database is away")
    parser.add_argument("--busy", type=float, default=20, help="seconds that SQLite waits for a lock")
    parser.add_argument("--minute", type=float, default=60, help="seconds that stand for a minute")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with isolated_processes.database("worker_drills"):
        from django.db import connection, connections

        from catalog.background import leases
        from rulesapi.judging import completion_jobs
        from tests import factories

        if connection.vendor == "sqlite":
            connections.settings["default"]["OPTIONS"]["timeout"] = options.busy
            connections.close_all()
            del connections["default"]
        share = options.minute / 60
        leases.LEASE, leases.RENEWAL_SECONDS, leases.RETRY_DELAY = (
            leases.LEASE * share,
            leases.RENEWAL_SECONDS * share,
            leases.RETRY_DELAY * share,
        )
        completion_jobs.HEARTBEAT_TIMEOUT *= share
        factories.publish_frame(
            factories.creature(slug="wraith", cost=25, slots=[]), factories.creature(slug="ghoul", cost=10, slots=[])
        )
        wrong = Outage(options.outage).run() + Kills(options.kills, options.minute, random.Random(options.seed)).run()
    print("\n".join(wrong) or "Nothing was lost or done twice.")  # noqa: T201
    return int(bool(wrong))


def worker() -> int:
    """Start a worker in a separate process, and return its process id."""
    from django.core.management import call_command

    return isolated_processes.forked(
        lambda: call_command("db_worker", interval=0.1, startup_delay=False, verbosity=0, reload=False)
    )


def stop(pid: int) -> bool:
    """End a worker; return whether it was still running and ended properly."""
    if os.waitpid(pid, os.WNOHANG) != (0, 0):
        return False
    os.kill(pid, signal.SIGTERM)
    return os.waitpid(pid, 0)[1] == 0


def wait_for(condition: Callable[[], bool], seconds: float = PATIENCE) -> float | None:
    """Return after how many seconds a condition holds; None if it does not in time."""
    begin = time.monotonic()
    while time.monotonic() - begin < seconds:
        if condition():
            return time.monotonic() - begin
        time.sleep(0.05)
    return None


class Outage:
    """Queued tasks, and a database outage while a worker runs them."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def run(self) -> list[str]:
        """Return the failures."""
        from django.conf import settings
        from django.db import connection
        from django_tasks_db.models import DBTaskResult

        from catalog.models import AuditEntry
        from tests import drill_tasks

        numbers = [str(number) for number in range(TASKS)]
        for number in range(TASKS):
            drill_tasks.note.enqueue(number)
        tasks = DBTaskResult.objects.filter(task_path=drill_tasks.note.module_path)
        effects = AuditEntry.objects.filter(what="drill")
        before = _backends() if connection.vendor == "postgresql" else set()
        pid = worker()
        wait_for(lambda: effects.count() >= TASKS // 4)
        done = effects.count()
        connection.close()
        with _refusing(before) if connection.vendor == "postgresql" else locked(connection.settings_dict["NAME"]):
            time.sleep(self.seconds)
        took = wait_for(lambda: not tasks.exclude(status="SUCCESSFUL").exists())
        lived = stop(pid)
        begun = len(Path(settings.VAR_DIR, drill_tasks.BEGUN).read_text().split())
        found = sorted(effects.values_list("of", flat=True), key=int)
        print(  # noqa: T201
            f"{self.seconds:g} s without a database after {done} of {TASKS} tasks: {begun} begun, {len(found)} done,"
            f" all noted {'never' if took is None else f'{took:.1f} s'} after it was back"
        )
        return [
            *([] if lived else ["The worker ended by itself."]),
            *([] if took is not None else ["Not every task came to its end."]),
            *([] if found == numbers else ["A task was lost, or done twice."]),
            *([] if 0 < done < TASKS else ["The outage came before or after the tasks: it showed nothing."]),
        ]


@contextmanager
def locked(file: Path | str) -> Iterator[None]:
    """Hold the write lock of an SQLite file."""
    connection = sqlite3.connect(file, isolation_level=None, timeout=60)
    connection.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")
        connection.close()


def _backends() -> set[int]:
    """Return the process ids of PostgreSQL's connections with this database."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
        return {pid for (pid,) in cursor.fetchall()}


@contextmanager
def _refusing(spared: set[int]) -> Iterator[None]:
    """Make PostgreSQL end all connections with this database except `spared`, and accept no new ones."""
    import psycopg
    from django.db import connection

    known = {**connection.get_connection_params(), "dbname": "postgres"}
    name = connection.settings_dict["NAME"]
    taken = ("host", "port", "user", "password", "dbname")
    with psycopg.connect(**{key: known[key] for key in taken if key in known}, autocommit=True) as other:
        other.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
        try:
            found = other.execute("SELECT pid FROM pg_stat_activity WHERE datname = %s", [name]).fetchall()
            for (pid,) in found:
                if pid not in spared:
                    other.execute("SELECT pg_terminate_backend(%s)", [pid])
            yield
        finally:
            other.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true')


class Kills:
    """Lists to complete, and workers that are killed meanwhile: no list may hold its slot forever."""

    def __init__(self, kills: int, minute: float, chance: random.Random) -> None:
        self.kills, self.minute, self.chance = kills, minute, chance

    def run(self) -> list[str]:
        """Return the failures."""
        from rulesapi.judging import completion_jobs
        from rulesapi.models import Completion
        from rulesapi.solver import client

        legion = {"game": "attack-wing", "points": 40, "picks": [{"card": "wraith"}]}
        keys = [completion_jobs.queue_completion({"legion": legion}, 1, 30).key for _ in range(self.kills)]
        state = Completion.State
        with _script(ASLEEP) as asleep:
            real, client.SCRIPT = client.SCRIPT, asleep
            orphans = sum(self._kill(number) for number in range(self.kills))
            client.SCRIPT = real
        killed_at = time.monotonic()
        pid = worker()
        freed = wait_for(
            lambda: Completion.objects.filter(state=state.WAITING).count() + completion_jobs._running().count() == 0
        )
        ended = Completion.objects.filter(key__in=keys, state__in=[state.DONE, state.FAILED])
        settled = wait_for(lambda: ended.count() == self.kills)
        took = time.monotonic() - killed_at
        done = ended.filter(state=state.DONE).count()
        solver = self._solver_dies(completion_jobs.queue_completion({"legion": legion}, 1, 30).key, pid)
        lived = stop(pid)
        print(  # noqa: T201
            f"{self.kills} workers killed with -9 while they complete a list: {done} lists completed by another,"
            f" {ended.count() - done} failed; every place free after {freed or PATIENCE:.1f} s,"
            f" every list at its end after {took:.1f} s, {orphans} solvers left; the next list: {solver}"
        )
        late = freed is None or freed > self.minute * 1.2 or settled is None
        return [
            *([] if lived else ["The last worker ended by itself."]),
            *(["A killed list held its place for too long."] if late else []),
            *([f"{orphans} solvers outlived their workers."] if orphans else []),
            *([] if solver == "done" else ["The worker did not go on."]),
        ]

    def _kill(self, number: int) -> int:
        """Kill a worker at a random moment of its work; return how many of its child processes are left."""
        from rulesapi.models import Completion

        pid = worker()
        running = Completion.objects.filter(state=Completion.State.RUNNING)
        wait_for(lambda: running.count() > number)
        time.sleep(self.chance.random() / 2)
        started = children(pid)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        gone = wait_for(lambda: not any(runs(child) for child in started), 10)
        return 0 if gone is not None else sum(map(runs, started))

    @staticmethod
    def _solver_dies(key: str, pid: int) -> str:
        """Kill the solver of a list, if it is found in time; return the outcome of the next list."""
        from rulesapi.judging import completion_jobs
        from rulesapi.models import Completion

        wait_for(lambda: bool(children(pid)), 10)
        for child in children(pid):
            if runs(child):
                os.kill(child, signal.SIGKILL)
        state = Completion.State
        ended = Completion.objects.filter(state__in=[state.DONE, state.FAILED])
        wait_for(lambda: ended.filter(key=key).exists())
        after = completion_jobs.queue_completion(Completion.objects.get(key=key).question, 1, 30).key
        wait_for(lambda: ended.filter(key=after).exists())
        return str(Completion.objects.get(key=after).state)


@contextmanager
def _script(code: str) -> Iterator[Path]:
    from django.conf import settings

    file = Path(settings.VAR_DIR, "asleep.py")
    file.write_text(code)
    yield file


if __name__ == "__main__":
    sys.exit(main())

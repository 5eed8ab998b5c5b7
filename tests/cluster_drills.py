"""`python -m tests.cluster_drills`: run a cluster (`tests/cluster.py`), break its parts, or send a mixed load to it.

Without options it prints the address and runs until Ctrl-C. `--drill` names drills, or `all`; `--load SECONDS` sends
requests at a fixed rate. The exit status is 1 if something failed.
"""

from __future__ import annotations

import argparse
import json
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks import sample
from benchmarks.report import percentile
from tests import background_drills
from tests.cluster import COMPILER, PATIENCE_SECONDS, Cluster, NotInstalled, running
from tests.outage_drills import LIST, Answer, Found, counted, errors, repeating, token_in
from tests.processes import family
from tests.worker_drills import wait_for

LIMITLESS = {"THROTTLE_FACTOR": "1000000"}
SLOW_SECONDS = 2.0
JUMP_SECONDS = 3_600
MAIL = "from django.core.mail import send_mail; send_mail('{}', 'A text', None, ['ann@example.org'])"
PICTURE = """
from catalog.models import Picture, Record
from catalog.pictures import services
from tests import picture_factory
try:
    record = Record.objects.get(slug="wraith", document_type="card")
    services.add(record=record, raw=picture_factory.raw(), credit=picture_factory.CREDIT, by=None)
    print("stored", Picture.objects.count())
except OSError as error:
    print(type(error).__name__, Picture.objects.count())
"""


def node(cluster: Cluster, seconds: float) -> Found:
    """Kill a whole node with -9 while clients read and write, and start it again.

    nginx repeats reads at the other node, but no POST: one that is on its way is answered 503.
    """
    with repeating(cluster.livez, cluster.read, cluster.judge, cluster.write) as answers:
        time.sleep(seconds / 3)
        cluster.kill("node1")
        time.sleep(seconds / 3)
        cluster.start("node1")
        back = wait_for(cluster.is_up, PATIENCE_SECONDS)
        time.sleep(seconds / 3)
    failed = [one for one in answers if one.name in {"livez", "read"} and one.status != 200]
    wrong = errors(answers) + [f"A read was answered {one.status}." for one in failed]
    return Found(
        f"A node killed: {counted(answers)}; {len(failed)} reads failed; the node was back {back or -1:.1f} s after"
        " its start.",
        wrong + ([] if back is not None else ["The node did not come back."]),
    )


def slow_redis(cluster: Cluster, seconds: float) -> Found:
    """Let Redis answer late: nothing fails, and nobody waits for long."""
    with (
        cluster.redis.slow(SLOW_SECONDS),
        repeating(cluster.livez, cluster.read, cluster.judge, cluster.write) as found,
    ):
        time.sleep(seconds)
    back = wait_for(lambda: cluster.readyz().body.strip() == b"ready", 30)
    wrong = errors(found, longest=5) + [f"{one.name} was answered {one.status}." for one in found if one.status >= 300]
    return Found(
        f"Redis answers {SLOW_SECONDS:g} s late for {seconds:g} s: {counted(found)}; ready again after"
        f" {back or -1:.1f} s.",
        wrong + ([] if back is not None else ["The cache was not found again."]),
    )


def clock(cluster: Cluster, seconds: float) -> Found:
    """Set the clock of all nodes and the worker forward by an hour, then back: everything goes on."""
    if COMPILER is None:
        return Found("left out: there is no C compiler (Debian's package gcc).")
    summary, wrong = [], []
    for jump in (JUMP_SECONDS, 0):
        with repeating(cluster.livez, cluster.read, cluster.judge, cluster.write) as answers:
            time.sleep(seconds / 4)
            cluster.offset.write_text(str(jump))
            time.sleep(seconds / 4)
            subject = f"{jump} seconds ahead"
            cluster.manage("shell", "-c", MAIL.format(subject))
            mailed = wait_for(partial(_arrived, cluster, subject), 60)
        ready = wait_for(lambda: cluster.readyz().body.strip() == b"ready", 40)
        ahead = _clock_of(cluster) - time.time()
        wrong += [] if abs(ahead - jump) < 60 else [f"The clock is {ahead:.0f} s ahead, not {jump}."]
        wrong += errors(answers)
        wrong += [] if mailed is not None else [f"{jump} s ahead no mail was sent."]
        wrong += [] if ready is not None else [f"{jump} s ahead /readyz says {cluster.readyz().body!r}."]
        summary.append(f"{jump} s ahead {counted(answers)}, a mail sent after {mailed or -1:.1f} s")
    return Found(f"The clock jumps: {'; '.join(summary)}.", wrong)


def _clock_of(cluster: Cluster) -> float:
    """Return the time of a node, from a list that it stores.

    Its header `Date` does not go back: the server keeps it until a later second comes. nginx sends one of its own.
    """
    return datetime.fromisoformat(json.loads(cluster.write().body)["updated_at"]).timestamp()


def _start(cluster: Cluster) -> None:
    for name in list(cluster.processes):
        cluster.start(name)
    wait_for(cluster.is_up, PATIENCE_SECONDS)


def _arrived(cluster: Cluster, subject: str) -> bool:
    return any(f"Subject: {subject}" in mail for mail in cluster.mails.mails)


def media(cluster: Cluster, seconds: float) -> Found:
    """Mount the uploads read-only: reading goes on, and a picture is refused without a trace."""
    with _read_only(cluster.folder / "shared" / "media") as mounted:
        if not mounted:
            return Found("left out: nothing can be mounted here.")
        with repeating(cluster.livez, cluster.readyz, cluster.read, cluster.judge, cluster.write) as answers:
            time.sleep(seconds / 2)
            refused = _add_picture(cluster)
    accepted = _add_picture(cluster)
    wrong = errors(answers) + [f"{one.name} was answered {one.status}." for one in answers if one.status >= 300]
    wrong += [] if refused == "OSError 0" else [f"A picture without a place: {refused}."]
    wrong += [] if accepted == "stored 1" else [f"A picture afterwards: {accepted}."]
    return Found(f"Uploads are read-only: {counted(answers)}; a picture {refused}, afterwards {accepted}.", wrong)


@contextmanager
def _read_only(folder: Path) -> Iterator[bool]:
    mount = ["mount", "-t", "tmpfs", "-o", "ro", "tmpfs", str(folder)]
    if not shutil.which("mount") or subprocess.run(mount, capture_output=True).returncode:
        yield False
        return
    try:
        yield True
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def _add_picture(cluster: Cluster) -> str:
    """Add a picture to a card; return the outcome, and the number of pictures then."""
    return cluster.manage("shell", "--verbosity", "0", "-c", PICTURE).strip()


def lost(cluster: Cluster, seconds: float) -> Found:
    """Lose the server of the database and its files while clients write, and restore the last backup.

    The site is stopped meanwhile: it would answer from a database that is still empty.
    """
    backup = cluster.folder / "drill.backup"
    begun = time.monotonic()
    cluster.manage("backup", str(backup))
    took = time.monotonic() - begun
    with repeating(cluster.read, cluster.write) as answers:
        time.sleep(seconds / 2)
        lost_at = time.monotonic()
        cluster.postgresql.lose()
        noticed = wait_for(lambda: cluster.readyz().status == 503, 10)
        cluster.stop()
        cluster.postgresql.create()
        cluster.manage("restore", str(backup))
        restored = time.monotonic() - lost_at
        _start(cluster)
        back = wait_for(lambda: cluster.write().status == 201, 60)
        whole = time.monotonic() - lost_at
        time.sleep(seconds / 4)
    stored = [one for one in answers if one.name == "write" and one.status == 201 and one.at < lost_at]
    gone = [one for one in stored if cluster.ask("GET", urlsplit(one.headers["location"]).path).status != 200]
    cluster.manage("check_data")
    wrong = errors(answers)
    wrong += [] if back is not None else ["No write came through after the backup was restored."]
    wrong += [] if noticed is not None else ["/readyz did not notice the loss."]
    return Found(
        f"A backup in {took:.1f} s; the database lost: restored after {restored:.1f} s, the first write after"
        f" {whole:.1f} s; {len(gone)} of {len(stored)} lists that were stored in the {seconds / 2:g} s since the backup"
        f" are lost; {counted(answers)}.",
        wrong,
    )


DRILLS: dict[str, Callable[[Cluster, float], Found]] = {
    "node": node,
    "slow-redis": slow_redis,
    "clock": clock,
    "media": media,
    **background_drills.DRILLS,
    "lost": lost,
}


# -- load ----------------------------------------------------------------------------------------------------------


def load(cluster: Cluster, seconds: float, rate: float) -> Found:
    """Send a mixed load at a fixed rate: 70 % cards and searches, 20 % pages, 8 % verdicts, 2 % new lists."""
    legions = sample.legions(50)
    asked: list[Callable[[], Answer]] = []
    for number in range(100):
        if number < 40:
            asked.append(partial(cluster.ask, "GET", "/api/v1/cards/attack-wing/wraith/", name="card"))
        elif number < 70:
            asked.append(partial(cluster.ask, "GET", f"{LIST}&q=dragon", name="search"))
        elif number < 90:
            asked.append(partial(cluster.ask, "GET", "/cards/attack-wing/", name="page"))
        elif number < 98:
            legion = legions[number % len(legions)]
            asked.append(partial(cluster.ask, "POST", "/api/v1/verdicts/", legion, name="verdict"))
        else:
            asked.append(cluster.write)
    order = [asked[number * 37 % 100] for number in range(100)]
    answers: list[Answer] = []
    held: list[float] = []
    connections = 0
    begun = time.monotonic()
    with ThreadPoolExecutor(32) as pool:
        waiting = []
        for number in range(int(seconds * rate)):
            due = begun + number / rate
            time.sleep(max(0, due - time.monotonic()))
            waiting.append(pool.submit(_timed, order[number % 100], due))
            if number % int(10 * rate) == 0:
                held.append(sum(memory(cluster).values()))
                connections = max(connections, _connections(cluster))
                _trim(cluster)
        answers = [one.result() for one in waiting]
    lines = [
        f"{len(answers)} requests in {time.monotonic() - begun:.0f} s, {rate:g} a second; {connections} connections"
    ]
    for name in dict.fromkeys(one.name for one in answers):
        times = [1000 * one.seconds for one in answers if one.name == name]
        middle, p95, p99 = (percentile(times, share) for share in (0.5, 0.95, 0.99))
        lines.append(f"{name}: {len(times)}, p50 {middle:.0f} ms, p95 {p95:.0f} ms, p99 {p99:.0f} ms")
    statuses = Counter(one.status for one in answers)
    third = held[len(held) // 3 :]
    slope = (third[-1] - third[0]) / max(1, 10 * (len(third) - 1)) * 600
    lines.append(f"statuses {dict(statuses)}; memory {held[0]:.0f} -> {held[-1]:.0f} MB, {slope:+.1f} MB in 10 minutes")
    lines += [f"{part}: {megabytes:.0f} MB" for part, megabytes in memory(cluster).items()]
    return Found(
        "\n    ".join(lines), [f"{statuses[status]} × {status}" for status in statuses if status not in {200, 201}]
    )


def _timed(question: Callable[[], Answer], due: float) -> Answer:
    """Return an answer with the seconds since it was due, so that a wait for a free client counts as well."""
    answer = question()
    return answer._replace(seconds=time.monotonic() - due)


def memory(cluster: Cluster) -> dict[str, float]:
    """Return the memory in MB (PSS) of each part."""
    roots = {name: process.pid for name, process in cluster.processes.items()}
    roots |= {"PostgreSQL": cluster.postgresql.pid}
    return {name: sum(map(_pss, family(pid))) for name, pid in roots.items()}


def _pss(pid: int) -> float:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:  # it has ended meanwhile
        return 0
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def _connections(cluster: Cluster) -> int:
    [(number,)] = cluster.select(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = 'muster' AND pid != pg_backend_pid()"
    )
    return int(number)


def _trim(cluster: Cluster) -> None:
    """Delete the saved lists: an account has room for 500. Lists that are being saved are waited for."""
    import psycopg

    with psycopg.connect(cluster.postgresql.url) as writing:
        writing.execute("LOCK TABLE legions_legion IN SHARE ROW EXCLUSIVE MODE")
        writing.execute("DELETE FROM legions_legionrevision")
        writing.execute("DELETE FROM legions_legion")


def report(name: str, findings: Found) -> bool:
    """Print the findings; return whether they are good."""
    marked = "held" if not findings.wrong else f"WRONG, {len(findings.wrong)} times"
    sys.stdout.write(f"{name} ({marked}): {findings.summary}\n")
    for one in list(dict.fromkeys(findings.wrong))[:10]:
        sys.stdout.write(f"    {one}\n")
    sys.stdout.flush()
    return not findings.wrong


def drills(names: list[str], seconds: float) -> bool:
    """Run drills, one after the other, and return whether all are good."""
    with running(settable=True, **LIMITLESS) as cluster:
        cluster.token = token_in(cluster.of("command"))
        held = [report(name, DRILLS[name](cluster, seconds)) for name in names]
        return all(held)


def main() -> int:
    """Run a cluster for people, drills or a load."""
    parser = argparse.ArgumentParser(prog="python -m tests.cluster_drills", description=__doc__)
    parser.add_argument("--cards", default="fixtures", help="a folder of cards (default: %(default)s)")
    parser.add_argument("--drill", nargs="+", action="extend", choices=[*DRILLS, "all"], help="run drills")
    parser.add_argument("--seconds", type=float, default=12, help="of each drill (default: %(default)s)")
    parser.add_argument("--load", type=float, metavar="SECONDS", help="send a mixed load for so long")
    parser.add_argument("--rate", type=float, default=50, help="requests a second of the load (default: %(default)s)")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that everything that was started is stopped
    try:
        if options.drill:
            names = list(DRILLS) if "all" in options.drill else options.drill
            return int(not drills(names, options.seconds))
        with running(options.cards, **(LIMITLESS if options.load else {})) as cluster:
            if options.load:
                cluster.token = token_in(cluster.of("command"))
                return int(not report("load", load(cluster, options.load, options.rate)))
            sys.stdout.write(f"Muster is at https://localhost:{cluster.port}/, with a certificate of its own.\n")
            sys.stdout.write(f"Its folder is {cluster.folder}; Ctrl-C stops and deletes everything.\n")
            sys.stdout.flush()
            with suppress(KeyboardInterrupt):
                signal.pause()
    except NotInstalled as error:
        sys.stdout.write(f"NOT CHECKED: there is no {error}.\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

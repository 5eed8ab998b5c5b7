"""Drills of the complete system: `manage.py serve` while a part of it dies, hangs, fills up or is replaced.

`python -m tests.outage_drills` runs all of them with an SQLite file of its own and, if `POSTGRESQL` names a server that
allows new databases (`postgres://user:password@host:port/database`), with one there. Each prints a sentence with
figures; the exit status is 1 if something failed. `--sample` takes a few seconds for each; names of drills run those
alone. `disk` mounts a small disk, so only root runs it.
"""

from __future__ import annotations

import argparse
import fcntl
import http.client
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.serving import ROOT, catalog, whole
from tests.forwarding import Forwarder
from tests.hostile_images import many_corners
from tests.processes import command_of, family, parts
from tests.worker_drills import locked
from tests.worker_drills import wait_for as wait_until

PORT = 8940
LIST = "/api/v1/cards/?game=attack-wing&limit=20"
LEGIONS = "/api/v1/legions/"
EMPTY = {"game": "attack-wing", "points": 40, "picks": []}
TOKEN = """
from django.contrib.auth import get_user_model
from legions.api_tokens import services
from legions.api_tokens.models import Scope
user = get_user_model().objects.create_user("drill")
print(services.create_token(user=user, name="drill", scope=Scope.LEGIONS, days=30)[1])
"""
ALIVE_WITHIN = 2.0
"""Maximum seconds of a `/livez` response in any state; it takes a millisecond on an idle machine."""
NOTICED_WITHIN = 3.0
"""Maximum seconds until `/readyz` reports an outage: two, and some for a busy machine."""
BACK_WITHIN = 5.0
LONGEST = 16.0
"""Maximum seconds of any request: 1.5 for a connection, 12 for the response of a hanging database, and some of ours."""
TMPFS_MB = 124


# -- requests ------------------------------------------------------------------------------------------------------


class Answer(NamedTuple):
    """A response with its request, time and duration; status 0 for a broken connection."""

    name: str
    at: float
    seconds: float
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def retry(self) -> bool:
        """True if the response has a Retry-After header."""
        return "retry-after" in self.headers

    def document(self) -> Any:
        """Return the decoded JSON of the body."""
        return json.loads(self.body)


@dataclass
class Site:
    """A site that `manage.py serve` runs, with an account and its API token."""

    port: int
    environment: dict[str, str]
    serve: int
    log: Path
    token: str

    def ask(self, method: str, path: str, payload: Any = None, name: str = "", **headers: str) -> Answer:
        """Send one request on a connection of its own."""
        body = payload if isinstance(payload, bytes) or payload is None else json.dumps(payload).encode()
        all_headers = {"Content-Type": "application/json", **headers}
        if path.startswith(LEGIONS):
            all_headers["Authorization"] = f"Bearer {self.token}"
        begun = time.monotonic()
        status, found, content = 0, {}, b""
        connection = self.connection()
        try:
            connection.request(method, path, body, all_headers)
            answer = connection.getresponse()
            content = answer.read()
            status, found = answer.status, {key.lower(): value for key, value in answer.getheaders()}
        except (OSError, http.client.HTTPException):
            pass  # a broken connection: 0
        finally:
            connection.close()
        return Answer(name or f"{method} {path}", begun, time.monotonic() - begun, status, found, content)

    def connection(self) -> http.client.HTTPConnection:
        """Return a connection that is not yet open."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def write(self) -> Answer:
        return self.ask("POST", LEGIONS, {"legion": EMPTY}, "write")

    def read(self) -> Answer:
        return self.ask("GET", LIST, name="read")

    def lists(self) -> Answer:
        """Read the account's lists with the token."""
        return self.ask("GET", LEGIONS, name="lists")

    def judge(self) -> Answer:
        """Request the verdict on a list."""
        return self.ask("POST", "/api/v1/verdicts/", EMPTY, "judge")

    def livez(self) -> Answer:
        return self.ask("GET", "/livez", name="livez")

    def readyz(self) -> Answer:
        return self.ask("GET", "/readyz", name="readyz")

    @property
    def database(self) -> Path:
        """The database file of SQLite."""
        return Path(self.environment["DATABASE_URL"].removeprefix("sqlite:///"))

    def works_after(self) -> float | None:
        """Queue a completion for the worker; return after how many seconds it is done, or None if it is not."""
        begun = time.monotonic()
        with completing(Path(self.environment["VAR_DIR"])):
            response = self.ask("POST", "/api/v1/completions/", {"legion": EMPTY, "seconds": 2})
        if response.status != 202:
            return None
        url = urllib.parse.urlsplit(response.headers["location"]).path
        done = wait_until(lambda: b'"state":"done"' in self.ask("GET", url).body.replace(b" ", b""), 60)
        return None if done is None else time.monotonic() - begun


@contextmanager
def completing(folder: Path) -> Iterator[None]:
    """Hold the only slot for completions during a request, as another request would, in the `VAR_DIR` of a site."""
    places = folder / "places"
    places.mkdir(exist_ok=True)
    with Path(places, "completion-0").open("w") as slot:
        fcntl.flock(slot, fcntl.LOCK_EX)
        yield


@contextmanager
def repeating(*questions: Callable[[], Answer], pause: float = 0.1) -> Iterator[list[Answer]]:
    """Repeat each request in threads; yield the list that collects their responses."""
    answers: list[Answer] = []
    enough = threading.Event()

    def go_on(question: Callable[[], Answer]) -> None:
        while not enough.wait(pause):
            answers.append(question())

    threads = [threading.Thread(target=go_on, args=[question]) for question in questions]
    for thread in threads:
        thread.start()
    try:
        yield answers
    finally:
        enough.set()
        for thread in threads:
            thread.join()


def counted(answers: list[Answer]) -> str:
    """Return a summary: the number of responses by request and status, and the longest duration of each."""
    lines = []
    for name in dict.fromkeys(answer.name for answer in answers):
        mine = [answer for answer in answers if answer.name == name]
        statuses = sorted({answer.status for answer in mine})
        numbers = ", ".join(
            f"{sum(one.status == status for one in mine)} × {status or 'broken'}" for status in statuses
        )
        lines.append(f"{name} {numbers} in at most {max(answer.seconds for answer in mine):.1f} s")
    return "; ".join(lines)


def errors(answers: list[Answer], *, longest: float = LONGEST, broken: int = 0) -> list[str]:
    """Return the responses that no outage may cause: a dead `/livez`, a 500, a 503 without an explanation, a late
    response.
    """
    wrong = []
    for answer in answers:
        shown = f"{answer.name} was answered {answer.status or 'by a broken connection'} after {answer.seconds:.1f} s"
        if answer.status == 0:
            broken -= 1
            if broken < 0:
                wrong.append(f"{shown}.")
        elif answer.name == "livez":
            if answer.status != 200 or answer.seconds > ALIVE_WITHIN:
                wrong.append(f"{shown}.")
        elif answer.seconds > longest:
            wrong.append(f"{shown}, {longest:g} s at most.")
        elif answer.status not in {200, 201, 202, 503}:
            wrong.append(f"{shown}: {answer.body[:200]!r}")
        elif answer.status == 503 and answer.name != "readyz" and not answer.retry:
            wrong.append(f"{shown}, without Retry-After.")
    return wrong


# -- drill helpers -------------------------------------------------------------------------------------------------


@dataclass
class Found:
    """The findings of a drill."""

    summary: str
    wrong: list[str] = field(default_factory=list)


@contextmanager
def serving(environment: dict[str, str], port: int, token: str) -> Iterator[Site]:
    """Run the complete system, as `make run` does."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        log = stack.enter_context(Path(folder, "log").open("wb"))
        process = stack.enter_context(whole(port, environment, log))
        yield Site(port, environment, process.pid, Path(log.name), token)


def token_in(environment: dict[str, str]) -> str:
    """Create an account, and return the text of its token."""
    command = [sys.executable, "manage.py", "shell", "--verbosity", "0", "-c", TOKEN]
    done = subprocess.run(command, env=environment, cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout.split()[-1]


# -- the drills ----------------------------------------------------------------------------------------------------


def kill(site: Site, sample: bool) -> Found:
    """Kill a process of the site under light load, then the worker."""
    before, summary, wrong = parts(site.serve), [], []
    for part, lost in (("site", 3), ("db_worker", 0)):
        with repeating(site.livez, site.read, site.write) as answers:
            time.sleep(1)
            killed = min(before[part])
            os.kill(killed, signal.SIGKILL)
            back = wait_until(partial(_is_again, site, part, killed, len(before[part])), 30)
            time.sleep(2 if sample else 10)
        wrong += errors(answers, longest=10, broken=lost)  # its requests in progress: one of each client
        wrong += [] if back else [f"{part} was not started again."]
        summary.append(f"{part} killed, started again after {back or -1:.1f} s, {counted(answers)}")
    took = site.works_after()
    wrong += [] if took is not None else ["The worker that was started again did no work."]
    return Found(f"{'; '.join(summary)}; a list was completed in {took or -1:.1f} s.", wrong)


def _is_again(site: Site, part: str, killed: int, number: int) -> bool:
    """Return whether as many processes of a part run as before, without the killed one."""
    return len(parts(site.serve)[part] - {killed}) == number


def lock(site: Site, sample: bool) -> Found:
    """Hold the write lock of SQLite."""
    seconds, worker = 6 if sample else 30, parts(site.serve)["db_worker"]
    with repeating(site.livez, site.readyz, site.read, site.judge, site.lists, site.write) as answers:
        time.sleep(0.5)
        _forget_use(site.database)
        with locked(site.database):
            begun = time.monotonic()
            time.sleep(seconds)
            ended = time.monotonic()
        back = wait_until(lambda: site.write().status == 201, 20)
    # An earlier request may have been completed, unless it was refused.
    during = [
        answer
        for answer in answers
        if begun < answer.at + answer.seconds < ended and (begun < answer.at or answer.status != 201)
    ]
    writes = [answer for answer in during if answer.name == "write"]
    wrong = errors(answers, longest=7)
    wrong += [
        f"{answer.name} was answered {answer.status}." for answer in during if _reads(answer) != (answer.status == 200)
    ]
    wrong += [] if writes else ["No write was tried."]
    took = site.works_after()
    wrong += [] if worker == parts(site.serve)["db_worker"] and took is not None else ["The worker did not live."]
    return Found(
        f"A write lock for {seconds} s: {counted(during)}; the first write {back or -1:.1f} s after it, the worker"
        f" lived and completed a list in {took or -1:.1f} s.",
        wrong + ([] if back is not None else ["No write went through afterwards."]),
    )


def _forget_use(file: Path) -> None:
    """Clear the token's last use, so that the next request with it would update it."""
    with closing(sqlite3.connect(file, isolation_level=None, timeout=60)) as writing:
        writing.execute("UPDATE legions_token SET last_used_at = NULL")


def _reads(answer: Answer) -> bool:
    return answer.name != "write"


def replaced(site: Site, sample: bool) -> Found:
    """Replace the file of SQLite with copies while lists are saved."""
    times, successes = 2 if sample else 10, 0
    lost: list[str] = []
    every: list[Answer] = []
    for _ in range(times):
        with repeating(site.write, site.write, site.read, pause=0.02) as answers:
            time.sleep(1)
            replaced_at = _replace(site.database)
            time.sleep(1.5)
        every += answers
        stored = [one for one in answers if one.name == "write" and one.status == 201 and one.at > replaced_at]
        successes += len(stored)
        lost += [one.headers["location"] for one in stored if site.ask("GET", _path(one)).status != 200]
        _trim(site.database)
    wrong = [f"{len(lost)} writes were answered 201 and lost."] if lost else []
    wrong += [] if successes else ["No write came through after the file was replaced: it showed nothing."]
    refused = sum(one.status == 503 for one in every)
    return Found(
        f"The file replaced {times} times: of {successes} writes after that, answered 201, {len(lost)} lost; {refused}"
        f" refused with 503; {counted(every)}.",
        wrong + errors(every),
    )


def _trim(file: Path) -> None:
    """Delete the saved lists: an account has room for 500."""
    with closing(sqlite3.connect(file, isolation_level=None, timeout=60)) as writing:
        writing.execute("DELETE FROM legions_legionrevision")
        writing.execute("DELETE FROM legions_legion")


def _path(answer: Answer) -> str:
    return urllib.parse.urlsplit(answer.headers["location"]).path


def _replace(file: Path) -> float:
    """Replace a file of SQLite with a copy as docs/operating.md describes; return the time of completion."""
    copy = file.with_suffix(".copy")
    with sqlite3.connect(file) as source, sqlite3.connect(copy) as target:
        source.backup(target)
    for connection in (source, target):
        connection.close()
    for end in ("-wal", "-shm"):
        file.with_name(f"{file.name}{end}").unlink(missing_ok=True)
    copy.replace(file)
    return time.monotonic()


def pdf(site: Site, sample: bool) -> Found:
    """Make the process that generates a PDF hang."""
    list_path = _path(site.write())
    shared = site.ask("PUT", f"{list_path}link/", {}, **{"If-Match": "*"}).document()
    address = f"{urllib.parse.urlsplit(shared['page']).path}sheet.pdf"
    with ThreadPoolExecutor(1) as pool, repeating(site.livez, site.read) as answers:
        first = pool.submit(site.ask, "GET", address, name="PDF")
        stopped = wait_until(lambda: _stop(site, "printing/pdf_process.py", first), 30)
        second = site.ask("GET", address, name="second PDF")
        waited = first.result()
    again = site.ask("GET", address, name="PDF afterwards")
    wrong = errors(answers, longest=3) + errors([waited, second], longest=12.5)
    wrong += [] if stopped is not None and not first.cancelled() else ["No process was found to stop."]
    wrong += [] if (waited.status, again.status) == (503, 200) else [f"Answered {waited.status}, then {again.status}."]
    return Found(f"A PDF that hangs: {counted([waited, second, again, *answers])}.", wrong)


def _stop(site: Site, script: str, response: Future[Answer]) -> bool:
    """Stop a child process that runs a script, if there is one; also return True if none will start any more."""
    for pid in family(site.serve):
        if script in command_of(pid):
            os.kill(pid, signal.SIGSTOP)
            return True
    return response.done()


def photo(site: Site, sample: bool) -> Found:
    """Send two photos at once that keep the QR code detector busy for as long as it may run."""
    boundary = "drill"
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
    csrf = "a" * 32
    token = f'--{boundary}\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{csrf}\r\n'
    body = token.encode() + head.encode() + many_corners() + f"\r\n--{boundary}--\r\n".encode()
    headers = {"Content-Type": f"multipart/form-data; boundary={boundary}", "Cookie": f"csrftoken={csrf}"}

    def send() -> Answer:
        return site.ask("POST", "/import/", body, "photo", **headers)

    with ThreadPoolExecutor(3) as pool, repeating(site.livez, site.read) as answers:
        responses = [future.result() for future in [pool.submit(send) for _ in range(3)]]
    wrong = errors(answers, longest=3)
    wrong += [f"A photo was answered {one.status}." for one in responses if one.status not in {400, 413, 422, 503}]
    wrong += [f"A photo took {one.seconds:.1f} s." for one in responses if one.seconds > 14]
    return Found(f"Three hostile photos at once: {counted([*responses, *answers])}.", wrong)


def second(site: Site, sample: bool) -> Found:
    """Start the site a second time on an occupied port."""
    command = [sys.executable, "manage.py", "serve", "--port", str(site.port)]
    done = subprocess.run(command, env=site.environment, cwd=ROOT, capture_output=True, text=True, timeout=60)
    lines = done.stderr.strip().splitlines()
    wrong = [] if done.returncode and len(lines) == 1 else [f"It ended with {done.returncode} and said {lines}."]
    return Found(f"A second one on the port ends with {done.returncode} and says: {lines[-1] if lines else ''}", wrong)


def disk(site: Site, sample: bool) -> Found:
    """Fill the disk of the database, of `VAR_DIR` and of temporary files."""
    filler = _fill(Path(site.environment["VAR_DIR"]))
    refused = wait_until(lambda: site.write().status != 201, 20)  # until SQLite has used up its free space
    found = unwritable(site, 3 if sample else 20, filler.unlink, names=("disk",))
    found.wrong += [] if refused is not None else ["It did not fill up."]
    return found


def _fill(folder: Path) -> Path:
    """Fill the disk of a folder to the last byte; return the file that occupies the space."""
    filler = folder / "filler"
    for piece in (65_536, 1):
        with filler.open("ab", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(piece))
    return filler


def unwritable(site: Site, seconds: float, mend: Callable[[], object], names: tuple[str, ...]) -> Found:
    """Send requests while nothing can be written, then `mend` that; `names` are the parts that `/readyz` has to
    name.
    """
    with repeating(site.livez, site.readyz, site.read, site.judge, site.lists, site.write) as answers:
        time.sleep(seconds)
    mend()
    back = wait_until(lambda: site.write().status == 201, 20)
    ready = wait_until(lambda: "disk" not in site.readyz().body.decode(), 10)
    wrong = [] if None not in (back, ready) else ["It did not come back."]
    for answer in answers:
        if answer.name == "write":
            if answer.status != 503 or answer.retry or "Nothing was written" not in answer.document()["detail"]:
                wrong.append(f"A write was answered {answer.status}: {answer.body[:300]!r}")
        elif answer.status != 200 or answer.seconds > (ALIVE_WITHIN if answer.name == "livez" else NOTICED_WITHIN):
            wrong.append(f"{answer.name} was answered {answer.status} after {answer.seconds:.1f} s.")
    states = {answer.body.decode().strip() for answer in answers if answer.name == "readyz"}
    wrong += [f"/readyz said {one!r}." for one in states if not all(name in one for name in ("degraded", *names))]
    return Found(
        f"{counted(answers)}; no write said to ask again, /readyz said {' and '.join(sorted(states))}; the first write"
        f" {back or -1:.1f} s after it was mended.",
        wrong + _half_done(site.database),
    )


def _half_done(file: Path) -> list[str]:
    """Return the damage in a file of SQLite, and any list saved without its first state."""
    with closing(sqlite3.connect(file)) as looking:
        ((sound,),) = looking.execute("PRAGMA integrity_check(1)").fetchall()
        wrong = [] if sound == "ok" else [f"The database is damaged: {sound}."]
        ((half,),) = looking.execute(
            "SELECT count(*) FROM legions_legion WHERE id NOT IN (SELECT legion_id FROM legions_legionrevision)"
        )
    return wrong + ([f"{half} lists were kept half."] if half else [])


def outage(site: Site, forwarder: Forwarder, how: str, seconds: float) -> Found:
    """Make PostgreSQL unreachable or unresponsive for a while."""
    worker = parts(site.serve)["db_worker"]
    with repeating(site.livez, site.readyz, site.read, site.judge, site.write) as answers:
        time.sleep(1)
        with forwarder.gone() if how == "gone" else forwarder.hanging():
            begun = time.monotonic()
            time.sleep(seconds)
            ended = time.monotonic()
        back = wait_until(lambda: site.readyz().status == 200, 30)
        written = wait_until(lambda: site.write().status == 201, 30)
    # A request that had read cards before the outage may still be answered with 200.
    probes = [one for one in answers if one.name == "readyz" and begun < one.at and one.at + one.seconds < ended]
    noticed = max((one.seconds for one in probes), default=None)
    wrong = errors(answers)
    wrong += [f"/readyz was answered {one.status} after {one.seconds:.1f} s." for one in probes if not _notices(one)]
    wrong += ["Nobody asked /readyz meanwhile."] if noticed is None and seconds > NOTICED_WITHIN else []
    wrong += [] if back is not None and back <= BACK_WITHIN else [f"/readyz was back after {back} s."]
    took = site.works_after()
    wrong += [] if parts(site.serve)["db_worker"] == worker else ["The worker ended."]
    wrong += [] if took is not None and written is not None else ["The worker did no work, or nothing could be kept."]
    noticed_within = "never" if noticed is None else f"within {noticed:.1f} s"
    return Found(
        f"PostgreSQL {how} for {seconds:g} s: {counted(answers)}; /readyz noticed {noticed_within} and was well again"
        f" {back or 0:.1f} s after its return; the worker lived and completed a list in {took or -1:.1f} s.",
        wrong,
    )


def _notices(probe: Answer) -> bool:
    return probe.status == 503 and probe.seconds <= NOTICED_WITHIN


def row(site: Site, database: str, seconds: float) -> Found:
    """Hold the row of one list on PostgreSQL, and send requests for it and for everything else."""
    import psycopg

    list_path = _path(site.write())

    def share() -> Answer:
        return site.ask("PUT", f"{list_path}link/", {}, "write of it", **{"If-Match": "*"})

    for ask in 3 * (site.read, site.judge, site.write, share):  # a new process reads all cards first
        ask()
    with psycopg.connect(database) as holder:
        key = list_path.rstrip("/").rpartition("/")[2]
        holder.execute("SELECT 1 FROM legions_legion WHERE id = %s FOR UPDATE", [key])
        with repeating(site.livez, site.readyz, site.read, site.judge, site.write, share, share, share) as answers:
            time.sleep(seconds)
        holder.rollback()
    wrong = errors(answers, longest=8)
    wrong += [
        f"{one.name} was answered {one.status}."
        for one in answers
        if (one.name == "write of it") != (one.status == 503)
    ]
    wrong += [] if share().status in {200, 201} else ["It could not be written afterwards."]
    return Found(f"One row held for {seconds:g} s on PostgreSQL: {counted(answers)}.", wrong)


def redis(site: Site, server: list[str], sample: bool) -> Found:
    """Make the shared cache unreachable, then unresponsive, then available again; the limits are counted in it."""
    running = subprocess.Popen(server)
    summary, wrong = [], []

    def complete() -> Answer:
        return site.ask("POST", "/api/v1/completions/", {}, "refused question")

    try:
        wait_until(lambda: "cache" not in site.readyz().body.decode(), 20)
        for how in (signal.SIGKILL, signal.SIGSTOP):
            running.send_signal(how)
            begun = time.monotonic()
            with repeating(site.livez, site.readyz, site.read, site.write) as answers:
                responses = [complete() for _ in range(90)]
                time.sleep(1 if sample else 10)
            states = {one.body.decode().strip() for one in answers if one.name == "readyz" and one.at > begun + 1}
            too_many = sum(one.status == 429 for one in responses)
            if how == signal.SIGKILL:
                running.wait()
                running = subprocess.Popen(server)
            else:
                running.send_signal(signal.SIGCONT)
            back = wait_until(lambda: "cache" not in site.readyz().body.decode(), 20)
            wrong += errors([one for one in answers if one.status != 429], longest=5)
            wrong += [f"/readyz said {one!r}." for one in states if "cache" not in one or not one.startswith("ready,")]
            wrong += [f"A request got {one.status}." for one in responses if one.status not in {400, 422, 429}]
            wrong += [] if too_many >= 90 - 2 * 30 else [f"Of 90 questions, 30 a minute allowed, {too_many} were 429."]
            wrong += [] if back is not None else ["The cache was not found again."]
            called = "gone" if how == signal.SIGKILL else "hanging"
            summary.append(
                f"Redis {called}: {counted(answers)}; of 90 questions, 30 a minute"
                f" allowed, {too_many} refused; found again after {back or -1:.1f} s"
            )
    finally:
        running.kill()
        running.wait()
    return Found(f"{'; '.join(summary)}.", wrong)


@contextmanager
def small_disk() -> Iterator[Path | None]:
    """Mount a small disk in memory; yield None if the user may not mount one."""
    with tempfile.TemporaryDirectory() as folder:
        mount = ["mount", "-t", "tmpfs", "-o", f"size={TMPFS_MB}m", "tmpfs", folder]
        if not shutil.which("mount") or subprocess.run(mount, capture_output=True).returncode:
            yield None
            return
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", folder], check=True)


def _remount(folder: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", str(folder)], check=True)


# -- running the drills --------------------------------------------------------------------------------------------

SQLITE_DRILLS: tuple[Callable[[Site, bool], Found], ...] = (kill, lock, pdf, photo, second, replaced)
ALL = (*(one.__name__ for one in SQLITE_DRILLS), "disk", "redis", "outage", "row")


class Drills:
    """The requested drills, one after the other."""

    def __init__(self, names: list[str], *, sample: bool, port: int) -> None:
        self.names, self.sample, self.port = names, sample, port
        self.wrong: list[str] = []

    def run(self, postgresql: str = "") -> list[str]:
        """Run the drills; return the failures."""
        with ExitStack() as stack:
            if set(self.names) - {"outage", "row"}:
                self._beside_sqlite(stack.enter_context(catalog("fixtures/attack-wing", LOG_LEVEL="INFO")))
        if set(self.names) & {"outage", "row"}:
            if postgresql:
                self._beside_postgresql(postgresql)
            else:
                self.report("outage, row", Found("left out: POSTGRESQL names no server."))
        return self.wrong

    def report(self, name: str, findings: Found) -> None:
        """Print the findings of a drill."""
        marked = "held" if not findings.wrong else f"WRONG, {len(findings.wrong)} times"
        print(f"{name} ({marked}): {findings.summary}", flush=True)  # noqa: T201
        for one in list(dict.fromkeys(findings.wrong))[:10]:
            print(f"    {one}", flush=True)  # noqa: T201
        self.wrong += findings.wrong

    def _beside_sqlite(self, environment: dict[str, str]) -> None:
        token = token_in(environment)
        selected = [drill for drill in SQLITE_DRILLS if drill.__name__ in self.names]
        if selected:
            with serving(environment, self.port, token) as site:
                for drill in selected:
                    self.report(drill.__name__, drill(site, self.sample))
                    _trim(site.database)
                self._look_for_tracebacks(site)
        if "disk" in self.names:
            self._disk(environment, token)
        if "redis" in self.names:
            self._redis(environment, token)

    def _disk(self, environment: dict[str, str], token: str) -> None:
        """Fill a disk while the site runs, start on a full disk, and on a read-only one."""
        with small_disk() as folder:
            if folder is None:
                self.report("disk", Found("left out: no small disk can be mounted here."))
                return
            shutil.copy(Path(environment["DATABASE_URL"].removeprefix("sqlite:///")), folder / "drill.sqlite3")
            shutil.copytree(Path(environment["VAR_DIR"], "static"), folder / "static")
            moved = {"DATABASE_URL": f"sqlite:///{folder}/drill.sqlite3", "VAR_DIR": str(folder), "TMPDIR": str(folder)}
            there = {**environment, **moved}
            with serving(there, self.port, token) as site:
                self.report("full disk", disk(site, self.sample))
                self._look_for_tracebacks(site)
                _fill(folder)
            seconds = 3 if self.sample else 20
            with serving(there, self.port, token) as site:
                _fill(folder)  # the previous server released its write-ahead log, and a write might fit there
                found = unwritable(site, seconds, (folder / "filler").unlink, names=("disk",))
                self.report("begun on a full disk", found)
                self._look_for_tracebacks(site)
            _remount(folder, "ro")
            with serving(there, self.port, token) as site:
                found = unwritable(site, seconds, partial(_remount, folder, "rw"), names=("database", "disk"))
                self.report("begun on a read-only disk", found)
                self._look_for_tracebacks(site)

    def _redis(self, environment: dict[str, str], token: str) -> None:
        program = shutil.which("redis-server")
        if program is None:
            self.report("redis", Found("left out: there is no redis-server."))
            return
        port = str(self.port + 1)
        server = [program, "--port", port, "--bind", "127.0.0.1", "--save", "", "--logfile", os.devnull]
        settings = {**environment, "CACHE_URL": f"redis://127.0.0.1:{port}/0", "THROTTLE_FACTOR": "1"}
        with serving(settings, self.port, token) as site:
            self.report("redis", redis(site, server, self.sample))

    def _beside_postgresql(self, server: str) -> None:
        import psycopg

        name = f"muster_drill_{os.getpid()}"
        parsed = urllib.parse.urlsplit(server)
        database = parsed._replace(path=f"/{name}").geturl()
        behind = Forwarder(parsed.hostname or "127.0.0.1", parsed.port or 5432)
        through = f"{parsed.username}:{parsed.password}@127.0.0.1:{behind.port}"
        with psycopg.connect(server, autocommit=True) as maintaining:
            maintaining.execute(f'CREATE DATABASE "{name}"')
            try:
                with catalog("fixtures/attack-wing", DATABASE_URL=database, LOG_LEVEL="INFO") as environment:
                    token = token_in(environment)
                    forwarded = parsed._replace(netloc=through, path=f"/{name}").geturl()
                    settings = {**environment, "DATABASE_URL": forwarded}
                    with serving(settings, self.port, token) as site:
                        self._without_postgresql(site, behind, database)
            finally:
                maintaining.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
                behind.close()

    def _without_postgresql(self, site: Site, behind: Forwarder, database: str) -> None:
        if "row" in self.names:
            self.report("row", row(site, database, 5 if self.sample else 30))
        if "outage" in self.names:
            for seconds in (3,) if self.sample else (3, 60):
                for how in ("gone", "hanging"):
                    self.report("outage", outage(site, behind, how, seconds))
        self._look_for_tracebacks(site)

    def _look_for_tracebacks(self, site: Site) -> None:
        """Record unexpected errors: those with a traceback in the log instead of one sentence."""
        lines = site.log.read_text("utf-8", "replace").splitlines()
        begun = [number for number, line in enumerate(lines) if line.startswith("Traceback")]
        ends = [next((line for line in lines[number + 1 :] if line[:1].strip()), "") for number in begun]
        self.report(
            "log", Found(f"{len(lines)} lines, {len(ends)} tracebacks.", [f"The log has: {end}" for end in ends])
        )


def main() -> int:
    """Run the requested drills; the exit status is 1 if one failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.outage_drills", description=__doc__)
    parser.add_argument("drills", nargs="*", metavar="DRILL", help=f"all unless some are named: {', '.join(ALL)}")
    parser.add_argument("--sample", action="store_true", help="a few seconds for each")
    parser.add_argument("--port", type=int, default=PORT, help="and the one after it, for Redis")
    options = parser.parse_args()
    if unknown := set(options.drills) - set(ALL):
        parser.error(f"no drill: {', '.join(sorted(unknown))}")
    names = options.drills or list(ALL)
    wrong = Drills(names, sample=options.sample, port=options.port).run(os.environ.get("POSTGRESQL", ""))
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())

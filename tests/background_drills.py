"""Drills of background work in a cluster: table imports, scheduled releases and completions under kill -9.

The worker is killed in the middle of its work, and so is the node that takes the request. Afterwards everything has to
be there once and whole, without help of a user, who sees on each page what goes on. `tests/cluster_drills.py` runs the
drills. The worker takes up lost work after some 40 s, so that they take one to three minutes.
"""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from tests.cluster import PATIENCE_SECONDS, Cluster
from tests.outage_drills import Answer, Found, Site, completing, repeating
from tests.processes import command_of, family
from tests.proxy import HOST
from tests.worker_drills import wait_for

TAKEN_UP_SECONDS = 150
"""The maximum seconds until killed work has come to its end, on a busy machine."""
LARGE, SMALL = 2_000, 200
"""The number of rows of a table that the worker processes, and of one that its request does."""
RELEASES, CARDS = 3, 40
"""The number of scheduled releases, and of the documents in each."""
COMPLETIONS = 2
COMPLETION = {"legion": {"game": "attack-wing", "points": 400, "picks": []}, "seconds": 6}
DAY_AFTER = "2099-01-01T12:00"
CSRF_TOKEN = "m" * 32


class Curator:
    """The browser of a curator who has passed the second step; a request goes through nginx or directly to a node."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        cookies = {"__Host-sessionid": _call(cluster, "log_in()"), "__Host-csrftoken": CSRF_TOKEN}
        self._headers = {
            "Host": HOST,
            "X-Forwarded-For": "127.0.0.1",
            "X-Forwarded-Proto": "https",
            "Origin": f"https://{HOST}",
            "X-CSRFToken": CSRF_TOKEN,
            "Accept": "application/json",
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
        }

    def ask(self, method: str, path: str, body: bytes = b"", *, node: str = "", **headers: str) -> Answer:
        site = _node(self._cluster, node) if node else self._cluster
        return site.ask(method, f"/admin/catalog/{path}", body, path, **self._headers, **headers)

    def send(self, path: str, fields: dict[str, Any], *, node: str = "") -> Answer:
        """Send a form."""
        return self.ask("POST", path, urlencode(fields).encode(), node=node)

    def upload(self, name: str, number: int) -> int:
        """Upload a table of new creatures whose slugs begin with the name; return its key."""
        raw = "\r\n".join(["slug,name", *(f"{name}-{row},{name.title()} {row}" for row in range(number))]).encode()
        about = {"name": f"{name}.csv", "size": len(raw), "sha256": sha256(raw).hexdigest()}
        begun = self.send("tableimport/bring/", {"of": "attack-wing/creature", **about})
        assert begun.status == 201, begun
        key = int(begun.document()["part"].split("/")[-3])
        answer = self.ask("POST", f"tableimport/{key}/part/", raw, **{"Upload-Offset": "0"})
        assert answer.status == 200, answer
        return key

    def check(self, key: int, *, node: str) -> Answer:
        """Have a table checked."""
        fields = {"source": "A sheet", "column-0": "slug", "column-1": "name"}
        return self.send(f"tableimport/{key}/change/", fields, node=node)

    def bring(self, key: int, *, node: str) -> Answer:
        """Have the rows of a table saved as drafts."""
        [(digest,)] = self._cluster.select("SELECT digest FROM catalog_broughttable WHERE id = %s", key)
        fields = {"_bring": "1", "why": "A drill", "seen": digest}
        return self.send(f"tableimport/{key}/change/", fields, node=node)

    def schedule(self, key: int, version: int, *, node: str) -> Answer:
        """Schedule an upcoming release."""
        fields = {"_schedule": "1", "seen": version, "due": DAY_AFTER, "zone": "UTC"}
        return self.send(f"upcomingrelease/{key}/change/", fields, node=node)


def _call(cluster: Cluster, function: str) -> Any:
    """Call a function of `tests/background_world.py` in the cluster; return what it prints."""
    code = f"from tests import background_world; background_world.{function}"
    printed = cluster.manage("shell", "--verbosity", "0", "-c", code).strip()
    return json.loads(printed.splitlines()[-1]) if printed else None


def _node(cluster: Cluster, name: str) -> Site:
    return Site(cluster.nodes[name], cluster.environment, 0, cluster.log, cluster.token)


def _running_tasks(cluster: Cluster, *names: str) -> int:
    """Return the number of tasks of these functions that a worker has begun, living or dead."""
    paths = f"({'|'.join(names)})$"
    query = "SELECT count(*) FROM django_tasks_database_dbtaskresult WHERE status = 'RUNNING' AND task_path ~ %s"
    [(number,)] = cluster.select(query, paths)
    return int(number)


def _kill_when(cluster: Cluster, name: str, is_at_work: Callable[[], bool], delay: float = 0.0) -> bool:
    """Kill a node or the worker some seconds after it has begun to work; return whether it had begun."""
    until = time.monotonic() + PATIENCE_SECONDS / 5
    while not (begun := is_at_work()) and time.monotonic() < until:
        time.sleep(0.002)
    time.sleep(delay)
    cluster.kill(name)
    return begun


# -- tables --------------------------------------------------------------------------------------------------------


def table(cluster: Cluster, _seconds: float) -> Found:
    """Kill the worker and a node, first while each checks a table, then while each saves its rows as drafts."""
    curator = Curator(cluster)
    large, small = curator.upload("large", LARGE), curator.upload("small", SMALL)
    summary, wrong = [], []
    for doing, done, step in (("checking", "checked", curator.check), ("writing", "done", curator.bring)):
        step(large, node="node2")
        _kill_when(cluster, "worker", lambda: _running_tasks(cluster, "process_table") > 0)
        with ThreadPoolExecutor(1) as pool:
            sent = pool.submit(step, small, node="node1")
            _kill_when(cluster, "node1", lambda doing=doing: _state_of(cluster, small) == doing)
        killed_at = time.monotonic()
        interrupted = [_state_of(cluster, key) == doing for key in (large, small)]
        for name in ("worker", "node1"):
            cluster.start(name)
        with repeating(*(partial(curator.ask, "GET", f"tableimport/{key}/change/") for key in (large, small))) as pages:
            took = [_settled(cluster, key, done, killed_at) for key in (small, large)]
        wrong += [] if all(interrupted) else [f"{doing}: a kill came too late, it showed nothing."]
        wrong += [] if sent.result().status == 0 else [f"{doing}: a killed node answered {sent.result().status}."]
        wrong += [f"{doing}: a page was answered {page.status}." for page in pages if page.status != 200]
        wrong += [f"{doing}: a table did not come to its end."] if None in took else []
        summary.append(f"{doing}: done {' and '.join(f'{seconds or -1:.0f}' for seconds in took)} s after the kills")
    wrong += _table_faults(cluster)
    wrong += [
        f"The page of a table does not say that {number} drafts are saved."
        for key, number in ((large, LARGE), (small, SMALL))
        if f"{number} drafts kept" not in curator.ask("GET", f"tableimport/{key}/change/").body.decode()
    ]
    return Found(f"Tables of {SMALL} and {LARGE} rows, node and worker killed: {'; '.join(summary)}.", wrong)


def _state_of(cluster: Cluster, key: int) -> str:
    [(state,)] = cluster.select("SELECT state FROM catalog_broughttable WHERE id = %s", key)
    return str(state)


def _settled(cluster: Cluster, key: int, state: str, since: float) -> float | None:
    """Wait until a table is in a state; return after how many seconds since the kill, None if it is not."""
    waited = wait_for(lambda: _state_of(cluster, key) == state, TAKEN_UP_SECONDS)
    return None if waited is None else time.monotonic() - since


def _table_faults(cluster: Cluster) -> list[str]:
    """Return what is missing or there twice after both imports."""
    drafts = cluster.select(
        "SELECT split_part(slug, '-', 1), count(*), count(DISTINCT slug), count(DISTINCT changeset_id)"
        " FROM catalog_revision WHERE since_id IS NULL AND slug ~ '^(large|small)-' GROUP BY 1 ORDER BY 1"
    )
    counted = cluster.select(
        "SELECT (SELECT count(*) FROM catalog_draftstate JOIN catalog_record ON catalog_record.id = record_id"
        " WHERE slug ~ '^(large|small)-'), (SELECT count(*) FROM catalog_tablepart),"
        " (SELECT count(*) FROM catalog_auditentry WHERE what = 'table brought in')"
    )
    wrong = [] if drafts == [("large", LARGE, LARGE, 1), ("small", SMALL, SMALL, 1)] else [f"The drafts are {drafts}."]
    if counted != [(LARGE + SMALL, 0, 2)]:
        wrong.append(f"States of drafts, parts of files, audit entries of imports: {counted}.")
    return wrong


# -- releases ------------------------------------------------------------------------------------------------------


def schedule(cluster: Cluster, _seconds: float) -> Found:
    """Kill nodes that schedule releases, then the worker while it publishes them and notifies a subscriber."""
    chance = random.Random(1)
    curator = Curator(cluster)
    prepared = _call(cluster, f"prepare_releases({RELEASES}, {CARDS})")
    newest_before = _call(cluster, "report_releases()")["newest"]
    (first, version), *others = prepared
    taken = curator.schedule(first, version, node="node1")
    wrong = [] if taken.status == 302 else [f"A release could not be scheduled: {taken.status}."]
    outcomes = Counter[str]()
    for name, (key, version), is_late in zip(cluster.nodes, others, (False, True), strict=True):
        with ThreadPoolExecutor(1) as pool:
            pool.submit(curator.schedule, key, version, node=name)
            if is_late:  # between the commit and the answer
                _kill_when(cluster, name, partial(_is_scheduled, cluster, key))
            else:
                time.sleep(chance.random() * taken.seconds)
                cluster.kill(name)
        cluster.start(name)
        outcome = _schedule_of(cluster, key)
        outcomes[outcome] += 1
        wrong += [f"A release is scheduled by half: {outcome}."] if outcome not in ("open", "scheduled") else []
    wait_for(cluster.is_up, PATIENCE_SECONDS)
    killed, took = _kill_publications(cluster, [key for key, _ in prepared], chance)
    wrong += [] if killed == RELEASES else [f"The worker was killed at work only {killed} times: it showed too little."]
    wrong += [] if took is not None else ["Not every release came to its end."]
    wrong += _release_faults(cluster, newest_before)
    nodes = ", ".join(f"{count} × {outcome}" for outcome, count in outcomes.items())
    return Found(
        f"Nodes killed while they scheduled releases ({nodes}), the worker {killed} times while it published"
        f" {RELEASES} and notified: everything was done {took or -1:.0f} s after the last kill.",
        wrong,
    )


def _is_scheduled(cluster: Cluster, key: int) -> bool:
    return _schedule_of(cluster, key) == "scheduled"


def _schedule_of(cluster: Cluster, key: int) -> str:
    """Return `open` or `scheduled` if state, tasks and audit log of an upcoming release agree, otherwise all three."""
    [(state,)] = cluster.select("SELECT state FROM catalog_upcomingrelease WHERE id = %s", key)
    [(tasks,)] = cluster.select(
        "SELECT count(*) FROM django_tasks_database_dbtaskresult WHERE task_path ~ 'publish_if_due$'"
        " AND args_kwargs->'args'->>0 = %s",
        str(key),
    )
    [(entries,)] = cluster.select(
        "SELECT count(*) FROM catalog_auditentry WHERE what = 'release scheduled' AND \"of\" = %s",
        f"upcoming release {key}",
    )
    agreed = {("open", 0, 0), ("scheduled", 2, 1)}
    return str(state) if (state, tasks, entries) in agreed else f"{state}, {tasks} tasks, {entries} audit entries"


def _kill_publications(cluster: Cluster, keys: list[int], chance: random.Random) -> tuple[int, float | None]:
    """Have releases published, and kill the worker meanwhile; return how often, and the seconds until all is done."""
    tasks = ("publish_if_due", "build_files", "notify_owners", "make_notices")
    cluster.kill("worker")
    _call(cluster, f"schedule({keys}, 1)")
    cluster.start("worker")
    killed = 0
    for _ in keys:
        lost = _running_tasks(cluster, *tasks)
        is_at_work = partial(_is_beyond, cluster, tasks, lost)
        killed += _kill_when(cluster, "worker", is_at_work, chance.uniform(0, 0.3))
        cluster.start("worker")
    return killed, wait_for(lambda: not _is_publishing(cluster), TAKEN_UP_SECONDS)


def _is_beyond(cluster: Cluster, tasks: Sequence[str], lost: int) -> bool:
    """Return whether a living worker has begun one of these tasks, besides the lost ones."""
    return _running_tasks(cluster, *tasks) > lost


def _is_publishing(cluster: Cluster) -> bool:
    """Return whether a release, a task that is due, or a mail is still waiting."""
    [(waiting,)] = cluster.select(
        "SELECT (SELECT count(*) FROM catalog_upcomingrelease WHERE state != 'published')"
        " + (SELECT count(*) FROM legions_outgoingmail)"
        " + (SELECT count(*) FROM django_tasks_database_dbtaskresult WHERE status = 'RUNNING'"
        "    OR status = 'READY' AND (run_after <= now() OR run_after > '9000-01-01'))"
    )
    return bool(waiting)


def _release_faults(cluster: Cluster, newest_before: int) -> list[str]:
    """Return what is missing, in part or twice after the releases."""
    found = _call(cluster, "report_releases()")
    numbers = list(range(newest_before + 1, newest_before + RELEASES + 1))
    published = sorted(found["releases"].values())
    wrong = []
    if found["newest"] != numbers[-1] or published != [[number, CARDS, 1] for number in numbers]:
        wrong.append(f"Release, documents and notices: {published}; the newest release is {found['newest']}.")
    subjects = Counter(
        number for number in numbers for mail in cluster.mails.mails if f"Release {number} changes" in mail
    )
    if subjects != Counter(numbers):
        wrong.append(f"Mails about the releases: {dict(subjects)}.")
    return wrong


# -- completions ---------------------------------------------------------------------------------------------------


def completion(cluster: Cluster, _seconds: float) -> Found:
    """Kill a node while it completes a list, then the worker in the middle of each of several completions."""
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(_complete, _node(cluster, "node1"))
        _kill_when(cluster, "node1", partial(_solves, cluster, "node1"))
    cluster.start("node1")
    stored = cluster.select("SELECT key FROM rulesapi_completion")
    wrong = [] if asked.result().status == 0 else [f"A killed node answered {asked.result().status}."]
    wrong += [] if stored == [] else ["A request that was not answered left a completion."]
    wait_for(cluster.is_up, PATIENCE_SECONDS)
    with ExitStack() as slots:
        for name in cluster.nodes:
            slots.enter_context(completing(Path(cluster.of(name)["VAR_DIR"])))
        jobs = [_complete(cluster) for _ in range(COMPLETIONS)]
    wrong += [f"A completion was answered {job.status}: {job.body[:200]!r}" for job in jobs if job.status != 202]
    for _ in range(COMPLETIONS):
        interrupted = _kill_when(cluster, "worker", partial(_solves, cluster, "worker"))
        wrong += [] if interrupted else ["No solver of the worker was seen: it showed nothing."]
        cluster.start("worker")
    killed_at = time.monotonic()
    places = [urlsplit(job.headers["location"]).path for job in jobs if job.status == 202]
    with repeating(*(partial(cluster.ask, "GET", place, name="job") for place in places)) as answers:
        ended = wait_for(lambda: not _open_completions(cluster), TAKEN_UP_SECONDS)
    took = time.monotonic() - killed_at
    documents = [cluster.ask("GET", place).document() for place in places]
    states = Counter(document["state"] for document in documents)
    wrong += [f"A job was answered {answer.status}." for answer in answers if answer.status != 200]
    wrong += [] if ended is not None else ["A completion did not come to its end."]
    wrong += [] if states == {"done": COMPLETIONS} else [f"The completions are {dict(states)}."]
    wrong += [
        "A completion is not legal."
        for document in documents
        if document["completion"] and document["completion"]["verdict"]["verdict"] != "legal"
    ]
    return Found(
        f"A node killed while it completed a list, the worker killed in {COMPLETIONS} completions: all at their end"
        f" {took:.0f} s after the last kill, {dict(states)}.",
        wrong,
    )


def _complete(site: Site) -> Answer:
    headers = {"Host": HOST, "X-Forwarded-For": "127.0.0.1", "X-Forwarded-Proto": "https"}
    return site.ask("POST", "/api/v1/completions/", COMPLETION, "complete", **headers)


def _solves(cluster: Cluster, name: str) -> bool:
    """Return whether a solver runs for a node or the worker."""
    return any("child_processes" in command_of(pid) for pid in family(cluster.processes[name].pid))


def _open_completions(cluster: Cluster) -> int:
    [(number,)] = cluster.select("SELECT count(*) FROM rulesapi_completion WHERE state IN ('waiting', 'running')")
    return int(number)


DRILLS: dict[str, Callable[[Cluster, float], Found]] = {
    "table": table,
    "schedule": schedule,
    "completion": completion,
}

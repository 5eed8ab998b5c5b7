"""Requests per second of the server of `make run`, compared with two common ways to serve the cards.

One is plain DRF (`plain_drf`), the other serializes nested rows like open5e (`nested_drf`). All sides run on equal
servers, two processes of granian with SQLite, and wrk sends requests in alternating rounds with 16 connections on the
same machine. Rate limits are off. The CPU time per request is printed as well, since it is more reliable than the rate
on a busy machine. Before memory is measured, both processes have judged a list of every game.
"""

from __future__ import annotations

import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from benchmarks import compare, sample
from benchmarks.report import NOTHING, Target, line, rate
from benchmarks.serving import MUSTER, ROOT, catalog, core_seconds, peak_memory, server

ROUNDS, SECONDS, CONNECTIONS = 3, 5, 16
BATCH = 500
LIST = "/api/v1/cards/?game=attack-wing&limit=50"
LONG_LIST = "/api/v1/cards/?game=attack-wing&limit=200"
VERDICTS = "/api/v1/verdicts/"
MEMORY = Target(aim=150, at_most=True)


class ServerProcess(NamedTuple):
    """A server process started by another process."""

    pid: int


class Side(NamedTuple):
    """A server to be measured."""

    name: str
    port: int
    process: subprocess.Popen[bytes] | ServerProcess


class Run(NamedTuple):
    """The results of one wrk run: requests per second, and in ms the 99th percentile and the CPU time per request."""

    rate: float
    tail: float
    core: float


def measure() -> str | None:
    """Print rates, latencies and memory, or return what is missing."""
    if shutil.which("wrk") is None:
        return "wrk is not installed (Debian's package wrk)"
    with catalog() as environment, ExitStack() as running:
        folder = Path(environment["VAR_DIR"])
        nested = {**environment, "DATABASE_URL": f"sqlite:///{folder}/nested.sqlite3"}
        subprocess.run([sys.executable, "-m", "benchmarks.nested_drf"], env=nested, cwd=ROOT, check=True)

        def started(name: str, port: int, application: str, environment: dict[str, str]) -> Side:
            return Side(name, port, running.enter_context(server(application, port, environment)))

        muster = started("Muster", 8901, MUSTER, environment)
        plain = started("plain DRF", 8902, "benchmarks.plain_drf.wsgi:make_application", environment)
        open5e = started("nested as open5e", 8903, "benchmarks.nested_drf.wsgi:make_application", nested)

        def side_by_side(label: str, path: str, elsewhere: str, target: Target, tail: Target) -> None:
            show(label, rounds({muster: path, plain: elsewhere, open5e: elsewhere}), target, tail)

        side_by_side("list of 50 full cards", LIST, "/cards/", Target(1_000, 350), Target(25, 80, at_most=True))
        side_by_side("card detail", *_card("wraith"), Target(1_800, 700), Target(15, 40, at_most=True))
        side_by_side("the smallest card", *_card(_smallest()), Target(1_800, 700), Target(15, 40, at_most=True))

        def alone(label: str, path: str, asking: Path, target: Target, tail: Target = NOTHING) -> None:
            show(label, rounds({muster: path}, asking), target, tail)

        one = script(folder / "one.lua", sample.legions(50))
        alone("POST a legion, one verdict", VERDICTS, one, Target(2_500, 1_200), Target(10, 25, at_most=True))
        alone("304 of that list", LIST, _holding(folder / "held.lua", muster), Target(4_000))
        for coding in ("identity", "gzip", "br"):
            accepting = _accepting(folder / f"{coding}.lua", coding)
            size = f"{_size(muster, LONG_LIST, coding):,} bytes"
            alone(f"list of 200 full cards, {coding}, {size}", LONG_LIST, accepting, NOTHING)
        _batches(muster, folder / "batch.lua")
        every_game = [ready for game in sample.games() for ready in sample.ready(game)]
        _wrk(muster, VERDICTS, script(folder / "games.lua", every_game))
        memory = peak_memory(muster.process.pid)
        line("peak memory of the largest worker, every game in it", f"{memory:.0f} MB", MEMORY.by(memory))
    return None


HOLD = """
import sys
from benchmarks import serving
application = getattr(serving, "MUSTER", "config.wsgi:application")  # states before granian
with serving.catalog() as environment, serving.server(application, int(sys.argv[1]), environment) as process:
    print(process.pid, flush=True)
    sys.stdin.read()
"""
"""The program that serves a revision like its own benchmarks do, until its input ends."""


@contextmanager
def _served(folder: Path, name: str, port: int) -> Iterator[Side]:
    command = [compare.interpreter(folder), "-c", HOLD, str(port)]
    with subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdin and holder.stdout
        yield Side(name, port, ServerProcess(int(holder.stdout.readline())))
        holder.stdin.close()


def compare_with(other_tree: Path, times: int) -> None:
    """Print the rates, 99th percentiles and CPU times of another revision and of this one, measured in turns."""
    with (
        tempfile.TemporaryDirectory() as folder,
        _served(other_tree, "other", 8901) as old,
        _served(ROOT, "this", 8902) as new,
    ):
        one = script(Path(folder) / "one.lua", sample.legions(50))
        scripts = _holding(Path(folder) / "held.lua", old), _holding(Path(folder) / "held-here.lua", new)
        for what, path, asking in (
            ("list of 50 full cards", LIST, None),
            ("card detail", _card("wraith")[0], None),
            ("POST a legion, one verdict", VERDICTS, (one, one)),
            ("304 of that list", LIST, scripts),
        ):
            runs: dict[Side, list[Run]] = {old: [], new: []}
            for _round in range(times):
                for number, (side, of_side) in enumerate(runs.items()):
                    of_side.append(_wrk(side, path, asking[number] if asking else None))
            for figure, named in (("rate", "req/s"), ("tail", "p99 in ms"), ("core", "ms of a core each")):
                before, after = (
                    statistics.median(getattr(run, figure) for run in of_side) for of_side in runs.values()
                )
                compare.ratio(f"{what}, {named}", before, after)


def _card(slug: str) -> tuple[str, str]:
    """Return the path of a card in Muster and in the alternatives."""
    return f"/api/v1/cards/attack-wing/{slug}/", f"/cards/{slug}/"


def _smallest() -> str:
    """Return the slug of the card with the smallest document, where Muster has the least advantage."""
    return str(min(sample.cards(), key=lambda card: len(json.dumps(card)))["slug"])


def rounds(paths: dict[Side, str], asking: Path | None = None) -> dict[Side, list[Run]]:
    """Return the runs of each side, taken in turns."""
    runs: dict[Side, list[Run]] = {side: [] for side in paths}
    for _round in range(ROUNDS):
        for side, path in paths.items():
            runs[side].append(_wrk(side, path, asking))
    return runs


def show(label: str, runs: dict[Side, list[Run]], target: Target, tail: Target) -> None:
    """Print the figures of each side; only the first one, Muster, has targets."""
    for number, (side, of_side) in enumerate(runs.items()):
        name = f"{label}, {side.name}" if len(runs) > 1 else label
        rate(name, [run.rate for run in of_side], "req/s", NOTHING if number else target, _core(of_side))
        worst = max(run.tail for run in of_side)
        line("  p99 of the worst round", f"{worst:.1f} ms", "" if number else tail.by(worst))


def _core(runs: Sequence[Run]) -> str:
    return f"{statistics.median(run.core for run in runs):.2f} ms of a core each"


def _batches(muster: Side, file: Path) -> None:
    """Print how many legions are judged per second in batches, and how many of them are different."""
    legions = sample.legions(BATCH)
    distinct = len({json.dumps(legion, sort_keys=True) for legion in legions})
    runs = rounds({muster: VERDICTS}, script(file, [{"legions": legions}]))[muster]
    core = statistics.median(run.core for run in runs) / BATCH
    figures = [run.rate * BATCH for run in runs]
    remarks = f"{core:.3f} ms of a core each", f"{distinct} of the {BATCH} are different ones"
    rate(f"batches of {BATCH}", figures, "legions/s", Target(20_000), *remarks)


def _holding(file: Path, side: Side) -> Path:
    """Return a wrk script that requests the list with its current ETag."""
    with urllib.request.urlopen(f"http://127.0.0.1:{side.port}{LIST}", timeout=60) as answer:
        etag = answer.headers["ETag"]
    file.write_text(f"wrk.headers['If-None-Match'] = {json.dumps(etag)}\n")
    return file


def _accepting(file: Path, coding: str) -> Path:
    """Return a wrk script that requests a content coding."""
    file.write_text(f"wrk.headers['Accept-Encoding'] = {json.dumps(coding)}\n")
    return file


def _size(side: Side, path: str, coding: str) -> int:
    """Return the size of a response in bytes in a content coding."""
    request = urllib.request.Request(f"http://127.0.0.1:{side.port}{path}", headers={"Accept-Encoding": coding})
    with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310 - our own server
        return len(answer.read())


def _wrk(side: Side, path: str, asking: Path | None = None) -> Run:
    options = ["-s", str(asking)] if asking else []
    return wrk(f"http://127.0.0.1:{side.port}{path}", *options, server=side.process.pid)


def wrk(url: str, *options: str, server: int) -> Run:
    """Send requests for some seconds; raise RuntimeError if any response is an error. `server` is a process."""
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "--timeout", "30s", "--latency", *options]
    before = core_seconds(server)
    output = subprocess.run([*command, url], capture_output=True, text=True, check=True).stdout
    used = core_seconds(server) - before
    if "Non-2xx" in output or "Socket errors" in output:
        raise RuntimeError(f"{url} did not answer well:\n{output}")
    tail = re.search(r"99%\s+([\d.]+)(us|ms|s)", output)
    requests = re.search(r"Requests/sec:\s+([\d.]+)", output)
    answered = re.search(r"(\d+) requests in", output)
    assert tail and requests and answered, output
    milliseconds = float(tail[1]) * {"us": 0.001, "ms": 1, "s": 1000}[tail[2]]
    return Run(float(requests[1]), milliseconds, 1000 * used / int(answered[1]))


def script(file: Path, posted: Sequence[object]) -> Path:
    """Return a wrk script that posts the given documents in turn."""
    bodies = ",\n".join(json.dumps(json.dumps(one)) for one in posted)
    file.write_text(
        f"local bodies = {{{bodies}}}\nlocal turn = 0\n"
        'wrk.method = "POST"\nwrk.headers["Content-Type"] = "application/json"\n'
        "function request()\n  turn = turn % #bodies + 1\n  return wrk.format(nil, nil, nil, bodies[turn])\nend\n"
    )
    return file

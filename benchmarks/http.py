"""Requests answered in a second by the server of `make run`, beside plain DRF on the same cards and server settings.

Two granian workers with one blocking thread each, SQLite, and wrk with 16 connections on the same machine; the two
sides in alternating rounds. Nothing is counted against a limit. Before memory is looked at, both workers have judged a
list of every game.
"""

import json
import re
import shutil
import subprocess
import urllib.request
from pathlib import Path

from benchmarks import sample
from benchmarks.report import line, rate
from benchmarks.serving import catalog, server

OURS, PLAIN = 8901, 8902
ROUNDS, SECONDS, CONNECTIONS = 3, 5, 16
BATCH = 500
LIST = "/api/v1/cards/?game=attack-wing&limit=50"


def measure() -> str | None:
    """Print rates, latencies and memory, or say what is missing."""
    if shutil.which("wrk") is None:
        return "wrk is not installed (Debian's package wrk)"
    with catalog() as environment:
        script = Path(environment["VAR_DIR"], "verdict.lua")
        script.write_text(_post(sample.legions(50)))
        batch = Path(environment["VAR_DIR"], "batch.lua")
        batch.write_text(_post([{"legions": sample.legions(BATCH)}]))
        every_game = Path(environment["VAR_DIR"], "games.lua")
        every_game.write_text(_post([ready for game in sample.games() for ready in sample.ready(game)]))
        with server("config.wsgi:application", OURS, environment) as ours:
            with server("benchmarks.plain_drf.wsgi:application", PLAIN, environment):
                _side_by_side(
                    "list of 50 full cards",
                    LIST,
                    "/cards/",
                    "must 350, aim 1,000",
                )
                _side_by_side(
                    "card detail", "/api/v1/cards/attack-wing/wraith/", "/cards/wraith/", "must 700, aim 1,800"
                )
            _alone("POST a legion, one verdict", "/api/v1/verdicts/", "must 1,200, aim 2,500", script)
            _alone("304 of that list", LIST, "aim 4,000", _holding(LIST, environment))
            _batches(batch)
            _wrk(OURS, "/api/v1/verdicts/", every_game)
            memory = max(_memory(pid) for pid in _family(ours.pid))
        line("peak memory of the largest worker, every game in it", f"{memory:.0f} MB", "aim 150")
    return None


def _side_by_side(what: str, path: str, plain_path: str, target: str) -> None:
    ours, plain, tails = [], [], []
    for _ in range(ROUNDS):
        requests, tail = _wrk(OURS, path)
        ours.append(requests)
        tails.append(tail)
        plain.append(_wrk(PLAIN, plain_path)[0])
    rate(f"{what}, Muster", ours, "req/s", f"{target}; p99 {max(tails):.1f} ms")
    rate(f"{what}, plain DRF", plain, "req/s")


def _alone(what: str, path: str, target: str, script: Path) -> None:
    runs = [_wrk(OURS, path, script) for _ in range(ROUNDS)]
    rate(what, [requests for requests, _ in runs], "req/s", f"{target}; p99 {max(tail for _, tail in runs):.1f} ms")


def _batches(script: Path) -> None:
    runs = [_wrk(OURS, "/api/v1/verdicts/", script) for _ in range(ROUNDS)]
    rate(f"batches of {BATCH}", [requests * BATCH for requests, _ in runs], "legions/s", "aim 20,000")


def _holding(path: str, environment: dict[str, str]) -> Path:
    """Return a script for wrk that asks for what it holds already."""
    with urllib.request.urlopen(f"http://127.0.0.1:{OURS}{path}", timeout=60) as answer:
        etag = answer.headers["ETag"]
    script = Path(environment["VAR_DIR"], "holding.lua")
    script.write_text(f"wrk.headers['If-None-Match'] = {json.dumps(etag)}\n")
    return script


def _wrk(port: int, path: str, script: Path | None = None) -> tuple[float, float]:
    """Return requests a second and the 99th percentile in milliseconds; every answer must be a good one."""
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "--latency"]
    command += ["-s", str(script)] if script else []
    said = subprocess.run(
        [*command, f"http://127.0.0.1:{port}{path}"], capture_output=True, text=True, check=True
    ).stdout
    if "Non-2xx" in said or "Socket errors" in said:
        raise RuntimeError(f"{path} did not answer well:\n{said}")
    tail = re.search(r"99%\s+([\d.]+)(us|ms|s)", said)
    requests = re.search(r"Requests/sec:\s+([\d.]+)", said)
    assert tail and requests, said
    return float(requests[1]), float(tail[1]) * {"us": 0.001, "ms": 1, "s": 1000}[tail[2]]


def _post(legions: list[dict[str, object]]) -> str:
    """Return a script for wrk that posts the legions in turn."""
    bodies = ",\n".join(json.dumps(json.dumps(legion)) for legion in legions)
    return (
        f"local bodies = {{{bodies}}}\nlocal turn = 0\n"
        'wrk.method = "POST"\nwrk.headers["Content-Type"] = "application/json"\n'
        "function request()\n  turn = turn % #bodies + 1\n  return wrk.format(nil, nil, nil, bodies[turn])\nend\n"
    )


def _family(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(member for child in children for member in _family(int(child)))]


def _memory(pid: int) -> float:
    """Return the peak resident memory of a process in MB."""
    peak = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(peak[1]) / 1024 if peak else 0.0

"""Requests answered in a second by the server of `make run`, beside plain DRF on the same cards and server settings.

Two granian workers with one blocking thread each, SQLite, and wrk with 16 connections on the same machine; the two
sides in alternating rounds. Rate limits do not exist yet, so none are switched off.
"""

import json
import re
import shutil
import subprocess
from pathlib import Path

from benchmarks import sample
from benchmarks.report import line, rate
from benchmarks.serving import catalog, server

OURS, PLAIN = 8901, 8902
ROUNDS, SECONDS, CONNECTIONS = 3, 5, 16


def measure() -> str | None:
    """Print rates, latencies and memory, or say what is missing."""
    if shutil.which("wrk") is None:
        return "wrk is not installed (Debian's package wrk)"
    with catalog() as environment:
        script = Path(environment["VAR_DIR"], "verdict.lua")
        script.write_text(_post(sample.legions(50)))
        with server("config.wsgi:application", OURS, environment) as ours:
            with server("benchmarks.plain_drf.wsgi:application", PLAIN, environment):
                _side_by_side(
                    "list of 50 full cards",
                    "/api/v1/cards/?game=attack-wing&limit=50",
                    "/cards/",
                    "must 350, aim 1,000",
                )
                _side_by_side(
                    "card detail", "/api/v1/cards/attack-wing/wraith/", "/cards/wraith/", "must 700, aim 1,800"
                )
            _alone("POST a legion, one verdict", "/api/v1/verdicts/", "must 1,200, aim 2,500", script)
            memory = max(_memory(pid) for pid in _family(ours.pid))
        line("peak memory of the largest worker", f"{memory:.0f} MB")
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

"""`python -m tests.abuse`: the most data that guests of one address can store in an hour.

The drill runs the real server with its limits enabled and stores as much as it accepts, always as new guests without an
account, in every way that stores something for a guest. An hour's quota is accepted at once, so one minute is enough to
show it.
"""

import argparse
import http.client
import json
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import count, cycle
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryFile
from time import monotonic
from urllib.parse import urlencode

from django.conf import settings

from benchmarks import sample
from benchmarks.serving import catalog, whole

NUMBERS = count()
LARGE = 225_000
"""Bytes of a large list: below the limit of one body, above that of a session or a link."""
TOKEN = "a" * 32
FORM = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": f"csrftoken={TOKEN}"}
JSON = {"Content-Type": "application/json"}
RequestParts = tuple[str, dict[str, str], str]


def _form(path: str, **fields: str) -> RequestParts:
    return path, FORM, urlencode({**fields, "csrfmiddlewaretoken": TOKEN})


def _legion(size: int) -> dict[str, object]:
    """Return a unique list of about `size` bytes."""
    return {**sample.ready("attack-wing")[0], "ext": {"x": [token_hex(2_000) for _ in range(1 + size // 4_000)]}}


def large_list() -> RequestParts:
    """Save a large list as a new guest."""
    return _form("/import/keep/", document=json.dumps(_legion(LARGE)))


def small_list() -> RequestParts:
    """Save a small list as a new guest."""
    return _form("/import/keep/", document=json.dumps(_legion(10)))


def collection() -> RequestParts:
    """Count a card as a new guest."""
    return _form("/collection/attack-wing/cards/wraith/", count=str(1 + next(NUMBERS) % 1_000))


def report() -> RequestParts:
    """Report the verdict on a list as wrong."""
    report_body = {"legion": _legion(10), "expected": "illegal", "note": token_hex(400)}
    return "/api/v1/reports/", JSON, json.dumps(report_body)


def completion() -> RequestParts:
    """Request a completion that becomes a job."""
    legion = {"game": "attack-wing", "points": 200 + next(NUMBERS) % 800, "picks": []}
    return "/api/v1/completions/", JSON, json.dumps({"legion": legion, "seconds": 1})


REQUESTS: tuple[Callable[[], RequestParts], ...] = (large_list, small_list, collection, report, completion)


def drill(port: int, seconds: float) -> Counter[tuple[str, int]]:
    """Send every kind of request in turn for `seconds`; return the number of responses by kind and status."""
    until = monotonic() + seconds

    def ask(requests: Iterator[Callable[[], RequestParts]]) -> Counter[tuple[str, int]]:
        answered: Counter[tuple[str, int]] = Counter()
        while monotonic() < until:
            way = next(requests)
            path, headers, body = way()
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            connection.request("POST", path, body, headers)
            answered[way.__name__, connection.getresponse().status] += 1
            connection.close()
        return answered

    with ThreadPoolExecutor(4) as pool:
        return sum(pool.map(ask, [cycle(REQUESTS[at:] + REQUESTS[:at]) for at in range(4)]), Counter())


def _stored(folder: Path) -> dict[str, int]:
    """Return the bytes of the database, with its log written back, and of the other files in `folder`."""
    with sqlite3.connect(folder / "bench.sqlite3") as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    sizes = {file: file.stat().st_size for file in folder.rglob("*") if file.is_file() and "static" not in file.parts}
    of_database = sum(size for file, size in sizes.items() if file.name.startswith("bench.sqlite3"))
    return {"database": of_database, "other files": sum(sizes.values()) - of_database}


def main() -> int:
    """Run the drill, print what was accepted and how much the files grew; the exit status is 1 if it is more than
    allowed.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.abuse", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--port", type=int, default=8905)
    options = parser.parse_args()
    with ExitStack() as running:
        environment = running.enter_context(catalog(THROTTLE_FACTOR="1"))
        folder = Path(environment["VAR_DIR"])
        before = _stored(folder)
        log = running.enter_context(TemporaryFile())
        with whole(options.port, environment, log):
            answered = drill(options.port, options.seconds)
        grown = {what: (size - before[what]) / 1e6 for what, size in _stored(folder).items()}
    allowed = _allowed()
    for (way, status), number in sorted(answered.items()):
        _say(f"{way}: {number} answered with {status}")
    for what, megabytes in grown.items():
        _say(f"{what}: {megabytes:.1f} MB more")
    _say(f"allowed in an hour: {allowed:.1f} MB of JSON, a third more with keys and indexes")
    return 0 if sum(grown.values()) <= allowed * 4 / 3 else 1


def _allowed() -> float:
    """Return the number of megabytes that guests of one address may store in an hour."""
    settings.configure()  # empty settings are enough to read the limits: only the tested server has real ones
    from catalog.api_base.throttling import RATE_LIMITS

    return RATE_LIMITS["guest-kilobytes"].quota / 1_000


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main())

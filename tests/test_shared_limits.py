"""Limits of the API with several servers and one shared cache: real processes with common counts."""

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
import redis
from django.conf import settings

from catalog.api_base.throttling import RATE_LIMITS
from operations import web_server
from tests.ports import free_port

SHARED = str(settings.CACHES["default"].get("LOCATION", ""))
# Without a shared cache there are no common counts; `.ci/run` runs these tests with one.
pytestmark = [
    pytest.mark.db_facing,
    pytest.mark.skipif("redis" not in SHARED, reason="needs CACHE_URL"),
    pytest.mark.guard,
]
LIMIT = RATE_LIMITS["reporting"]
EACH = LIMIT.quota
"""Requests to each of two servers: together twice the quota."""


@pytest.fixture
def environment(tmp_path: Path) -> Iterator[dict[str, str]]:
    """Create an empty database and an empty cache that no other test uses."""
    cache = f"{SHARED.rpartition('/')[0]}/15"
    made = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{tmp_path}/muster.sqlite3",
        "VAR_DIR": str(tmp_path),
        "SECRET_KEY": "shared" * 10,
        "INSECURE_HTTP": "1",
        "ALLOWED_HOSTS": "127.0.0.1",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "CACHE_URL": cache,
    }
    subprocess.run([sys.executable, "manage.py", "migrate", "-v", "0"], env=made, check=True, cwd=settings.BASE_DIR)
    store = redis.Redis.from_url(cache)
    store.flushdb()
    yield made
    store.flushdb()
    store.close()


@contextmanager
def server(environment: dict[str, str]) -> Iterator[str]:
    """Run one server as in production; yield its address once it answers."""
    port = free_port()
    command = web_server.command("127.0.0.1", port, 1)
    with subprocess.Popen(command, env=environment | web_server.ENVIRONMENT, cwd=settings.BASE_DIR) as process:
        try:
            address = f"http://127.0.0.1:{port}"
            wait_for(f"{address}/livez", process)
            yield address
        finally:
            process.terminate()


def wait_for(address: str, process: "subprocess.Popen[bytes]") -> None:
    while process.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=10):  # noqa: S310 - a local address
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=0.05)
    raise AssertionError("The server ended.")


def ask(address: str) -> int:
    """Send an empty report, which is refused but counted; return the status."""
    headers = {"Content-Type": "application/json"}
    question = urllib.request.Request(f"{address}/api/v1/reports/", b"{}", headers)  # noqa: S310 - a local address
    try:
        with urllib.request.urlopen(question, timeout=30) as answer:  # noqa: S310
            return answer.status
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code


def test_two_servers_allow_together_exactly_as_much_as_one(environment: dict[str, str]) -> None:
    with ExitStack() as running:
        servers = [running.enter_context(server(environment)) for _ in range(2)]
        while True:
            window = time.time() // LIMIT.window
            with ThreadPoolExecutor(8) as many:
                statuses = list(many.map(ask, servers * EACH))
            if time.time() // LIMIT.window == window:  # else a new window began meanwhile: try again
                break
        assert sorted(set(statuses)) == [400, 429]
        assert statuses.count(400) == LIMIT.quota
        assert [ask(address) for address in servers] == [429, 429]

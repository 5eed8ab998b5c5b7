"""`manage.py serve`: the site and the worker under one parent, which stops both. Real processes, no sleeping."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from benchmarks import serving

LINUX = Path("/proc/self/task")
pytestmark = pytest.mark.skipif(not LINUX.exists(), reason="finds the processes by what Linux says of them")


def children(pid: int) -> set[int]:
    """Return a process and all that it started, and they."""
    found = {pid}
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in task.read_text().split():
            found |= children(int(child))
    return found


def alive(pid: int) -> bool:
    """Return whether a process still runs; one that has ended and waits to be asked for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def command_of(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()


with socket.socket() as asking:
    asking.bind(("127.0.0.1", 0))
    PORT = asking.getsockname()[1]
MANAGE = [sys.executable, str(settings.BASE_DIR / "manage.py")]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Lay out an empty database, once for all."""
    folder = tmp_path_factory.mktemp("served")
    made = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{folder}/muster.sqlite3",
        "VAR_DIR": str(folder),
        "SECRET_KEY": "served",
        "INSECURE_HTTP": "1",
        "ALLOWED_HOSTS": "127.0.0.1",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    subprocess.run([*MANAGE, "migrate", "--verbosity", "0"], env=made, check=True)
    return made


@pytest.fixture
def served(environment: dict[str, str]) -> Iterator["subprocess.Popen[str]"]:
    """Run `serve` until the site answers."""
    process = subprocess.Popen(
        [*MANAGE, "serve", "--port", str(PORT)], env=environment, stderr=subprocess.PIPE, text=True
    )
    try:
        wait_for_site(process)
        yield process
    finally:
        for pid in children(process.pid) if process.poll() is None else ():
            os.kill(pid, signal.SIGKILL)
        process.communicate()


def wait_for_site(process: "subprocess.Popen[str]") -> None:
    """Ask until the site answers; the time an attempt takes is what lies between two."""
    for _ in range(2_000):
        assert process.poll() is None, process.communicate()[1]
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/livez", timeout=5) as response:
                assert response.status == 200
                return
        except (urllib.error.URLError, ConnectionError):
            process_wait(process)
    pytest.fail("The site does not answer.")


def process_wait(process: "subprocess.Popen[str]") -> None:
    """Wait a little, and not at all when the process has ended."""
    try:
        process.wait(timeout=0.05)
    except subprocess.TimeoutExpired:
        return


@pytest.mark.parametrize("which", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_both_and_leaves_nothing_running(served: "subprocess.Popen[str]", which: signal.Signals) -> None:
    family = children(served.pid)
    assert any("db_worker" in command_of(pid) for pid in family)
    served.send_signal(which)
    assert served.wait(timeout=60) == 0
    assert not [command_of(pid) for pid in family if alive(pid)]


@pytest.mark.parametrize("part", ["db_worker", "granian"])
def test_when_one_dies_the_other_is_stopped_and_the_end_is_an_error(served: "subprocess.Popen[str]", part: str) -> None:
    family = children(served.pid)
    (killed,) = (
        int(pid)
        for task in Path(f"/proc/{served.pid}/task").glob("*/children")
        for pid in task.read_text().split()
        if part in command_of(int(pid))
    )
    os.kill(killed, signal.SIGKILL)
    said = served.communicate(timeout=60)[1]
    assert served.returncode == 1
    assert re.search(r"The (site|worker) ended by itself, with -9", said)
    assert not [command_of(pid) for pid in family if alive(pid)]


def test_a_server_that_ends_before_it_answers_is_not_measured() -> None:
    ended = subprocess.Popen([sys.executable, "-c", "raise SystemExit(3)"])
    ended.wait()
    with pytest.raises(RuntimeError, match="ended with 3"):
        serving.wait_for(ended, 9)

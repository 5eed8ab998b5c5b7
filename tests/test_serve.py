"""`manage.py serve`: the site and the worker under one parent, which stops both. Real processes, no sleeping."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from unittest.mock import Mock

import pytest
from django.conf import settings

from benchmarks import serving
from operations.management.commands import serve
from tests.processes import command_of, family, parts, runs

LINUX = Path("/proc/self/task")
pytestmark = pytest.mark.skipif(not LINUX.exists(), reason="finds the processes by what Linux says of them")


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
        "SECRET_KEY": "served" * 10,
        "INSECURE_HTTP": "1",
        "ALLOWED_HOSTS": "127.0.0.1",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    subprocess.run([*MANAGE, "migrate", "--verbosity", "0"], env=made, check=True)
    return made


def open_to_others(folder: Path) -> dict[str, str]:
    """Return the permissions of what in a folder others than its owner may read, write or enter."""
    modes = {str(path.relative_to(folder)): path.stat().st_mode & 0o777 for path in folder.rglob("*")}
    return {name: oct(mode) for name, mode in modes.items() if mode & 0o077}


def test_whatever_is_made_is_for_who_runs_it_alone(tmp_path: Path, environment: dict[str, str]) -> None:
    folder = tmp_path / "var"
    given = {**environment, "VAR_DIR": str(folder), "DATABASE_URL": f"sqlite:///{folder}/muster.sqlite3", "DEMO": "1"}

    def manage(*command: str) -> None:
        subprocess.run([*MANAGE, *command], env=given, check=True, stdout=subprocess.DEVNULL, umask=0o022)

    for command in (
        ("migrate", "-v", "0"),
        ("demo_account",),
        ("make_signing_key", "--keep"),
        ("collectstatic", "--noinput", "-v", "0"),
        ("backup", str(folder / "backup")),
    ):
        manage(*command)
    with subprocess.Popen([*MANAGE, "serve", "--port", str(PORT)], env=given, umask=0o022) as process:
        try:
            wait_for_site(process)
            for page in ("", "account/login/"):  # the first reads the database, and its connection stays open
                with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/{page}", timeout=60) as response:
                    assert response.status == 200
            beside = {path.name for path in folder.glob("muster.sqlite3*")}
            assert {"muster.sqlite3", "muster.sqlite3-wal", "muster.sqlite3-shm"} <= beside
            assert open_to_others(tmp_path) == {}
        finally:
            for pid in family(process.pid):
                os.kill(pid, signal.SIGKILL)
    database = folder / "muster.sqlite3"  # one that was made openly before is closed
    database.chmod(0o644)
    manage("check")
    assert open_to_others(tmp_path) == {}


@pytest.fixture
def served(environment: dict[str, str]) -> Iterator["subprocess.Popen[str]"]:
    """Run `serve` until the site answers."""
    process = subprocess.Popen(
        [*MANAGE, "serve", "--port", str(PORT)],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        wait_for_site(process)
        yield process
    finally:
        for pid in family(process.pid) if process.poll() is None else ():
            os.kill(pid, signal.SIGKILL)
        process.communicate()


def wait_for_site(process: "subprocess.Popen[str]") -> None:
    """Ask until the site answers; the time an attempt takes is what lies between two."""
    for _ in range(2_000):
        assert process.poll() is None, process.communicate()[1]
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/livez", timeout=60) as response:
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


def until(served: "subprocess.Popen[str]", found: Callable[[], bool]) -> None:
    """Look until something is so, as long as the parent runs."""
    for _ in range(1_000):
        if found():
            return
        assert served.poll() is None
        process_wait(served)
    pytest.fail("It did not come to that.")


@pytest.mark.parametrize("which", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_all_and_leaves_nothing_running(served: "subprocess.Popen[str]", which: signal.Signals) -> None:
    assert [len(pids) for pids in parts(served.pid).values()] == [2, 1]
    started = family(served.pid)
    served.send_signal(which)
    assert served.wait(timeout=60) == 0
    assert not [command_of(pid) for pid in started if runs(pid)]


@pytest.mark.parametrize(("part", "name"), [("db_worker", "worker"), ("config.server", "site [12]")])
def test_what_dies_is_started_again_and_the_others_are_left_alone(
    served: "subprocess.Popen[str]", part: str, name: str
) -> None:
    before = parts(served.pid)
    killed = min(before[part])
    os.kill(killed, signal.SIGKILL)
    until(served, lambda: len(parts(served.pid)[part] - {killed}) == len(before[part]))
    wait_for_site(served)
    after = parts(served.pid)
    assert killed not in after[part]
    assert before[part] - {killed} < after[part]
    assert all(after[other] == pids for other, pids in before.items() if other != part)
    served.terminate()
    said = served.communicate(timeout=60)[1]
    assert served.returncode == 0
    assert re.search(rf"The {name} ended by itself, with -9; it is started again in 0\.5 s\.", said), said


def test_the_site_answers_while_all_that_answers_is_started_again(served: "subprocess.Popen[str]") -> None:
    for pid in parts(served.pid)["config.server"]:
        os.kill(pid, signal.SIGKILL)
    with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/livez", timeout=60) as response:  # it waits in the queue
        assert response.status == 200


def test_nothing_is_left_when_the_parent_is_killed(served: "subprocess.Popen[str]") -> None:
    started = family(served.pid) - {served.pid}
    served.kill()
    served.wait()
    for _ in range(600):
        if not [pid for pid in started if runs(pid)]:
            break
        with suppress(subprocess.TimeoutExpired):
            subprocess.run(["tail", f"--pid={min(filter(runs, started), default=0)}", "-f", "/dev/null"], timeout=0.1)
    assert not [command_of(pid) for pid in started if runs(pid)]


def test_a_second_server_on_the_same_port_says_so_and_stops(
    served: "subprocess.Popen[str]", environment: dict[str, str]
) -> None:
    second = subprocess.run(
        [*MANAGE, "serve", "--port", str(PORT)], env=environment, capture_output=True, text=True, timeout=60
    )
    assert second.returncode == 1
    assert second.stderr == (
        f"CommandError: Port {PORT} of 127.0.0.1 is taken by another program. "
        "Stop that, or choose another one with --port.\n"
    )
    assert second.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--host", "192.0.2.1"], "192.0.2.1 is no address of this machine."),
        (["--host", "nowhere.invalid"], "nowhere.invalid is no address of this machine."),
        (["--port", "99999"], "'99999' is no port: 1 to 65535."),
        (["--port", "http"], "'http' is no port: 1 to 65535."),
        (["--processes", "0"], "'0' is no number of processes: 1 to 256."),
    ],
)
def test_where_nobody_can_listen_a_sentence_says_so(
    environment: dict[str, str], arguments: list[str], said: str
) -> None:
    done = subprocess.run([*MANAGE, "serve", *arguments], env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode in {1, 2}
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_what_ends_again_and_again_is_started_less_and_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve.subprocess, "Popen", Mock())
    monkeypatch.setattr(serve, "_signal", lambda *_: None)
    clock = [0.0]
    monkeypatch.setattr(serve, "monotonic", lambda: clock[0])
    part = serve.ChildProcess("site", ["site"])
    waits = []
    for ran in [0, 0, 0, 0, 0, 0, 0, 0, serve.STEADY_SECONDS, 0]:
        part.start()
        clock[0] += ran
        part.process.poll.return_value = 1
        part.look()
        waits.append(part.due - clock[0])
        part.restart()
        assert part.process is None
        clock[0] = part.due
        part.restart()
        assert part.process is not None
    assert waits == [0.5, 1, 2, 4, 8, 16, 30, 30, 0.5, 1]


def test_a_server_that_ends_before_it_answers_is_not_measured() -> None:
    ended = subprocess.Popen([sys.executable, "-c", "raise SystemExit(3)"])
    ended.wait()
    with pytest.raises(RuntimeError, match="ended with 3"):
        serving.wait_for(ended, 9)

"""`manage.py serve`: the site and the worker under one parent, which stops both. Real processes, no sleeping."""

import http.client
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from unittest.mock import Mock

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from benchmarks import serving
from operations.management.commands import serve
from tests.nonempty import nonempty
from tests.ports import free_port
from tests.processes import command_of, family, parts, runs
from tests.sampling import STOPPING

LINUX = Path("/proc/self/task")
pytestmark = [
    pytest.mark.drill,
    pytest.mark.skipif(not LINUX.exists(), reason="finds the processes by what Linux says of them"),
]


PORT, OTHER_PORT = free_port(), free_port()
MANAGE = [sys.executable, str(settings.BASE_DIR / "manage.py")]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Create an empty database, once for all tests."""
    folder = tmp_path_factory.mktemp("served") / "var"  # created by its user
    made = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{folder}/muster.sqlite3",
        "VAR_DIR": str(folder),
        "SECRET_KEY": "served" * 10,
        "INSECURE_HTTP": "1",
        "ALLOWED_HOSTS": "127.0.0.1",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    manage(made, "migrate", "--verbosity", "0")
    manage(made, "collectstatic", "--noinput", "--verbosity", "0")
    return made


def open_to_others(folder: Path) -> dict[str, str]:
    """Return the permissions of the files in a folder that others than its owner may read, write or enter."""
    modes = {str(path.relative_to(folder)): path.stat().st_mode & 0o777 for path in folder.rglob("*")}
    return {name: oct(mode) for name, mode in modes.items() if mode & 0o077}


Serve = subprocess.Popen[bytes]


class Serving:
    """The `serve` process that the tests share: starting takes seconds, so only a test that ends it makes another
    start.
    """

    def __init__(self, environment: dict[str, str], log: Path) -> None:
        self._environment = environment
        self._log = log
        self._process: Serve | None = None

    def running(self) -> Serve:
        """Return a process whose site answers."""
        if self._process is None or self._process.poll() is not None:
            with self._log.open("w") as log:
                command = [*MANAGE, "serve", "--port", str(PORT)]
                self._process = subprocess.Popen(
                    command, env=self._environment, stdout=log, stderr=log, umask=OTHERS_MAY_READ
                )
        try:
            wait_for_site(self._process)
        except AssertionError:
            pytest.fail(self.said())
        return self._process

    def said(self) -> str:
        """Return the log of the current process."""
        return self._log.read_text()

    def end(self) -> None:
        """End the running process."""
        if self._process is not None:
            for pid in family(self._process.pid) if self._process.poll() is None else ():
                os.kill(pid, signal.SIGKILL)
            self._process.wait()


@pytest.fixture(scope="module")
def serving_site(environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    one = Serving(environment, tmp_path_factory.mktemp("log") / "serve.log")
    yield one
    one.end()


@pytest.fixture
def served(serving_site: Serving) -> Serve:
    """A `serve` whose site answers."""
    return serving_site.running()


def wait_for_site(process: Serve) -> None:
    """Send requests until the site answers; the duration of an attempt is the interval."""
    for _ in range(2_000):
        assert process.poll() is None, process.returncode
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/livez", timeout=60) as response:
                assert response.status == 200
                return
        except (urllib.error.URLError, ConnectionError):
            process_wait(process)
    pytest.fail("The site does not answer.")


def process_wait(process: Serve) -> None:
    """Wait briefly, or not at all if the process has ended."""
    try:
        process.wait(timeout=0.05)
    except subprocess.TimeoutExpired:
        return


def until(served: Serve, condition: Callable[[], bool]) -> None:
    """Poll a condition until it holds, as long as the parent runs."""
    for _ in range(1_000):
        if condition():
            return
        assert served.poll() is None
        process_wait(served)
    pytest.fail("It did not come to that.")


JSON = {"Content-Type": "application/json"}
SECRET = "an-unguessable_Key0"
OTHERS_MAY_READ = 0o022
"""The umask of these tests, the default of most machines: file permissions must not depend on it."""


def test_created_files_are_readable_only_by_their_user(
    serving_site: Serving, served: Serve, environment: dict[str, str]
) -> None:
    folder = Path(environment["VAR_DIR"])
    commands = [("set_up_demo",), ("backup", str(folder / "backup"))]
    run_in_turn = f"from django.core.management import call_command as run\nfor one in {commands}: run(*one)"
    manage(environment | {"DEMO": "1"}, "shell", "-v", "0", "-c", run_in_turn)
    for page in ("", "account/login/"):  # the first reads the database, and its connection stays open
        with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/{page}", timeout=60) as response:
            assert response.status == 200
    database_files = {path.name for path in folder.glob("muster.sqlite3*")}
    assert {"muster.sqlite3", "muster.sqlite3-wal", "muster.sqlite3-shm"} <= database_files
    assert open_to_others(folder.parent) == {}
    serving_site.end()
    (folder / "muster.sqlite3").chmod(0o644)  # a file with open permissions is closed
    manage(environment, "check")
    assert open_to_others(folder.parent) == {}


def manage(environment: dict[str, str], *command: str) -> None:
    subprocess.run([*MANAGE, *command], env=environment, check=True, stdout=subprocess.DEVNULL, umask=OTHERS_MAY_READ)


@pytest.mark.parametrize("which", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP][::STOPPING])
def test_a_signal_stops_all_and_leaves_nothing_running(served: Serve, which: signal.Signals) -> None:
    assert {name: len(pids) for name, pids in parts(served.pid).items()} == {"granian": 1, "site": 2, "db_worker": 1}
    started = family(served.pid)
    served.send_signal(which)
    assert served.wait(timeout=60) == 0
    assert not [command_of(pid) for pid in started if runs(pid)]


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ("db_worker", r"The worker ended unexpectedly with status -9. It restarts in \d+\.\d s\."),
        ("site", "Unexpected exit from worker-[12]"),
    ],
)
def test_a_dead_process_is_restarted_and_the_others_continue(
    serving_site: Serving, served: Serve, part: str, message: str
) -> None:
    before = parts(served.pid)
    killed = min(before[part])
    os.kill(killed, signal.SIGKILL)
    until(served, lambda: len(parts(served.pid)[part] - {killed}) == len(before[part]))
    wait_for_site(served)
    after = parts(served.pid)
    assert killed not in after[part]
    assert before[part] - {killed} < after[part] or len(before[part]) == 1
    assert all(after[other] == pids for other, pids in nonempty(before.items()) if other != part)
    until(served, lambda: re.search(message, serving_site.said()) is not None)


@pytest.mark.parametrize("part", ["granian", "site"])
def test_the_site_comes_back_when_all_that_answers_dies(serving_site: Serving, served: Serve, part: str) -> None:
    before = parts(served.pid)
    for pid in before[part]:
        os.kill(pid, signal.SIGKILL)
    until(served, lambda: len(parts(served.pid)["site"] - before["site"]) == 2)
    wait_for_site(served)
    assert not [pid for pid in before["site"] if runs(pid)]


def test_a_request_in_progress_is_answered_when_the_server_is_stopped(served: Serve) -> None:
    with socket.create_connection(("127.0.0.1", PORT), timeout=60) as client:
        client.sendall(b"POST /api/v1/verdicts/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n{")
        with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/livez", timeout=60):
            served.terminate()
        process_wait(served)
        client.sendall(b"}")
        assert client.makefile("rb").readline().startswith(b"HTTP/1.1 4")  # a legion without a game
    assert served.wait(timeout=60) == 0


@pytest.mark.parametrize("path", ["/api/v1/verdicts/", "/account/login/"])
def test_bodies_that_are_too_large_are_refused_before_they_are_sent(served: Serve, path: str) -> None:
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999\r\nExpect: 100-continue\r\n\r\n"
    with socket.create_connection(("127.0.0.1", PORT), timeout=60) as client:
        client.sendall(head.encode())
        response = client.makefile("rb").read()
    assert response.startswith(b"HTTP/1.1 413 ")
    assert (b'"code":"too-large"' in response) == path.startswith("/api/")


def test_a_chunked_body_is_judged(served: Serve) -> None:
    body = iter([b'{"game": "no', b'where", "picks": []}'])
    question = urllib.request.Request(f"http://127.0.0.1:{PORT}/api/v1/verdicts/", body, JSON)
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(question, timeout=60)  # noqa: S310 - a local address
    with refused.value as response:
        assert b'"code":"unknown-game"' in response.read()


def test_no_secret_of_an_address_is_logged(serving_site: Serving, served: Serve) -> None:
    for path in ("s/", "campaigns/join/", "account/password/reset/key/1-", "x?token="):
        with closing(http.client.HTTPConnection("127.0.0.1", PORT, timeout=60)) as connection:
            connection.request("GET", f"/{path}{SECRET}/")
            assert connection.getresponse().status < 500
    assert SECRET not in serving_site.said()


def test_nothing_is_left_when_the_parent_is_killed(served: Serve) -> None:
    started = family(served.pid) - {served.pid}
    served.kill()
    served.wait()
    for _ in range(600):
        if not [pid for pid in started if runs(pid)]:
            break
        with suppress(subprocess.TimeoutExpired):
            subprocess.run(["tail", f"--pid={min(filter(runs, started), default=0)}", "-f", "/dev/null"], timeout=0.1)
    assert not [command_of(pid) for pid in started if runs(pid)]


def test_a_second_server_on_the_same_port_says_so_and_stops(served: Serve, environment: dict[str, str]) -> None:
    second = subprocess.run(
        [*MANAGE, "serve", "--port", str(PORT)], env=environment, capture_output=True, text=True, timeout=60
    )
    assert second.returncode == 1
    assert second.stderr == (
        f"CommandError: Port {PORT} of 127.0.0.1 is used by another program. "
        "Stop that program, or choose another port with --port.\n"
    )
    assert second.stdout == ""


def refusal(environment: dict[str, str], *arguments: str) -> str:
    """Run a `serve` that is expected to end by itself; return its one line of stderr."""
    done = subprocess.run(
        [*MANAGE, "serve", *arguments], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1), done.stderr
    return done.stderr


@pytest.mark.parametrize("change", [None, "0" * 64])
def test_nothing_is_served_without_the_static_files_of_this_version(
    environment: dict[str, str], tmp_path: Path, change: str | None
) -> None:
    collected = tmp_path / "static"
    if change:
        shutil.copytree(Path(environment["VAR_DIR"], "static"), collected)
        (collected / "sources.sha256").write_text(change)
    said = refusal(environment | {"VAR_DIR": str(tmp_path)})
    assert said.startswith("CommandError: The static files of this version are not collected. Run manage.py collectst")


def test_nothing_is_served_before_the_database_has_answered(environment: dict[str, str]) -> None:
    said = refusal(environment | {"DATABASE_URL": f"postgres://muster:secret@127.0.0.1:{PORT}/muster"})
    assert said.startswith("CommandError: The database does not respond: ")
    assert "secret" not in said


def test_a_demonstration_says_what_it_is_and_stays_on_one_machine(environment: dict[str, str]) -> None:
    demonstration = environment | {"DEMO": "1"}
    assert "can be reached from other machines" in refusal(demonstration, "--host", "0.0.0.0")  # noqa: S104
    command = [*MANAGE, "serve", "--port", str(OTHER_PORT), "--processes", "1", "--without-worker"]
    with subprocess.Popen(command, env=demonstration, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline().startswith("Demonstration: ")
        assert process.stdout.readline().startswith("Muster is at ")
        process.terminate()
    assert process.returncode == 0


@pytest.mark.parametrize(("proxies", "warned"), [("0", True), ("1", False)])
def test_beyond_loopback_a_proxy_is_asked_for(environment: dict[str, str], proxies: str, warned: bool) -> None:
    everywhere = "0.0.0.0"  # noqa: S104 - only during this test
    command = [
        *MANAGE,
        "serve",
        "--host",
        everywhere,
        "--port",
        str(OTHER_PORT),
        "--processes",
        "1",
        "--without-worker",
    ]
    changed = environment | {"BEHIND_PROXY": proxies}
    with subprocess.Popen(command, env=changed, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline().startswith("Muster is at ")
        process.terminate()
        assert ("put one in front of it, such as nginx" in process.stderr.read()) == warned
    assert process.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "output"),
    [
        (["--host", "192.0.2.1"], "192.0.2.1 is not an address of this machine."),
        (["--host", "nowhere.invalid"], "nowhere.invalid is not an address of this machine."),
        (["--port", "99999"], "'99999' is not a port. Give a number from 1 to 65535."),
        (["--port", "http"], "'http' is not a port. Give a number from 1 to 65535."),
        (["--processes", "0"], "'0' is not a number of processes. Give a number from 1 to 256."),
    ],
)
@pytest.mark.django_db
def test_an_unusable_port_is_reported_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], output: str
) -> None:
    monkeypatch.setattr(serve.signal, "pthread_sigmask", lambda *_: set())  # these tests keep their own signals
    with pytest.raises(CommandError) as refused:
        call_command("serve", *arguments)
    assert output in str(refused.value)


def test_a_process_that_keeps_ending_is_restarted_with_growing_delay(monkeypatch: pytest.MonkeyPatch) -> None:
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

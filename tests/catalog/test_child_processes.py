"""Child processes with limits of number, time and memory, and their end when the parent is killed."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings
from pytest_django import Settings

from catalog.background import child_processes
from catalog.background.child_processes import Bounds, NoCapacity, ProcessFailed

MB = 2**20
BOUNDS = Bounds("test", seconds=60, memory=512 * MB, at_once=2)
Script = Callable[[str], Path]


@pytest.fixture(autouse=True)
def own_places(settings: Settings, tmp_path: Path) -> None:
    """Count only the places of this test."""
    settings.VAR_DIR = tmp_path


@pytest.fixture
def script(tmp_path: Path) -> Script:
    """Return a function that writes a script and returns its path."""

    def write(code: str) -> Path:
        file = tmp_path / "script.py"
        file.write_text(f"import os, sys, time, resource, subprocess\n{code}\n")
        return file

    return write


def test_a_script_gets_bytes_and_arguments_and_its_output_comes_back(script: Script) -> None:
    echo = script("sys.stdout.buffer.write(sys.argv[1].encode() + sys.stdin.buffer.read())")
    data = os.urandom(300_000)
    assert child_processes.run(echo, "a", stdin=data, bounds=BOUNDS) == b"a" + data


def test_a_child_process_gets_no_environment(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "secret")
    output = child_processes.run(script("print(dict(os.environ))"), stdin=b"", bounds=BOUNDS)
    assert b"SECRET_KEY" not in output


@pytest.mark.parametrize(
    "code",
    [
        "time.sleep(600)",
        "while True: pass",
        "sys.stdout.buffer.write(b'x' * 10**6); sys.stdout.flush(); time.sleep(600)",
        "import signal; signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65)); time.sleep(600)",
        "os.kill(os.getpid(), 19)",
    ],
)
def test_a_child_process_that_takes_too_long_is_killed(script: Script, code: str) -> None:
    with pytest.raises(ProcessFailed) as failed:
        child_processes.run(script(code), stdin=b"x" * MB, bounds=replace(BOUNDS, seconds=0.3, at_once=1))
    assert failed.value.overdue
    with child_processes.reserve_place(replace(BOUNDS, at_once=1)):
        """Succeeds because the place was released."""


def test_a_child_process_without_memory_ends_alone(script: Script) -> None:
    with pytest.raises(ProcessFailed, match="MemoryError") as failed:
        child_processes.run(script("b'x' * 2**30"), stdin=b"", bounds=BOUNDS)
    assert not failed.value.overdue


def test_the_seconds_of_a_core_are_bounded_besides_where_nobody_looks_at_the_clock(script: Script) -> None:
    output = child_processes.run(script("print(resource.getrlimit(resource.RLIMIT_CPU))"), stdin=b"", bounds=BOUNDS)
    assert output.split() == [b"(62,", b"62)"]


def test_one_that_fails_says_why_for_the_log(script: Script) -> None:
    with pytest.raises(ProcessFailed, match="ended with 3: no paper"):
        child_processes.run(script("sys.stderr.write('no paper'); sys.exit(3)"), stdin=b"", bounds=BOUNDS)


def test_only_so_many_run_at_once_and_each_frees_its_place(script: Script) -> None:
    echo = script("sys.stdout.buffer.write(sys.stdin.buffer.read())")
    with child_processes.reserve_place(BOUNDS):
        with child_processes.reserve_place(BOUNDS), pytest.raises(NoCapacity):
            child_processes.run(echo, stdin=b"x", bounds=BOUNDS)
        assert child_processes.run(echo, stdin=b"x", bounds=BOUNDS) == b"x"


def test_other_sorts_have_places_of_their_own() -> None:
    one = replace(BOUNDS, at_once=1)
    with child_processes.reserve_place(one), child_processes.reserve_place(replace(one, name="other")):
        """Both places are held."""


def test_waiting_for_a_place_has_a_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    now, looks = [0.0], []
    monkeypatch.setattr(child_processes.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(
        child_processes.time, "sleep", lambda seconds: looks.append(now.__setitem__(0, now[0] + seconds))
    )
    one = replace(BOUNDS, at_once=1, patience=1)
    with child_processes.reserve_place(one), pytest.raises(NoCapacity), child_processes.reserve_place(one):
        pass
    assert len(looks) == pytest.approx(1 / child_processes.POLL_SECONDS, abs=1)


def test_without_a_writable_file_there_is_no_place(tmp_path: Path, settings: Settings) -> None:
    settings.VAR_DIR = tmp_path / "file"
    settings.VAR_DIR.write_text("")
    with pytest.raises(NoCapacity), child_processes.reserve_place(BOUNDS):
        pass


@pytest.mark.skipif(sys.platform != "linux", reason="Linux ends children with their parent")
def test_a_child_ends_with_a_parent_that_is_killed_and_frees_its_place(script: Script, tmp_path: Path) -> None:
    bounds = replace(BOUNDS, at_once=1)
    child = script("print(os.getpid(), flush=True); time.sleep(600)")
    parent = f"""
import os, sys
from pathlib import Path
from django.conf import settings
settings.configure(VAR_DIR={str(tmp_path)!r})
from catalog.background import child_processes as c
bounds = c.Bounds("test", seconds=600, memory={512 * MB}, at_once=1)
with c.reserve_place(bounds) as held:
    process = c.start(Path({str(child)!r}), bounds=bounds, pass_fds=(held,))
    print(process.stdout.readline().decode(), flush=True)
    process.wait()
"""
    with subprocess.Popen(
        [sys.executable, "-c", parent], stdout=subprocess.PIPE, cwd=settings.BASE_DIR, text=True
    ) as running:
        assert running.stdout is not None
        number = int(running.stdout.readline())
        with pytest.raises(NoCapacity), child_processes.reserve_place(bounds):
            pass
        running.kill()
    # The place is free once the child, which shares the file, is gone too.
    with child_processes.reserve_place(replace(bounds, patience=60)):
        assert not Path(f"/proc/{number}").exists() or "Z" in Path(f"/proc/{number}/stat").read_text().split()[2]

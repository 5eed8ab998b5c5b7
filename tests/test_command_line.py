"""Errors of a command of `manage.py`: one sentence, no traceback, and an exit code that is not 0."""

import errno
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.db import OperationalError, ProgrammingError

from config import command_line
from tests.test_settings import run


@pytest.fixture
def closed_port() -> str:
    """The address of a PostgreSQL that is not running."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"postgres://muster:secret@127.0.0.1:{probe.getsockname()[1]}/muster"


@pytest.mark.sampled
@pytest.mark.parametrize("command", [["migrate"], ["check_data"], ["backup", "/nowhere/file"], ["clearsessions"]])
def test_a_database_that_does_not_answer_is_one_sentence_with_its_reason(
    closed_port: str, tmp_path: Path, command: list[str]
) -> None:
    variables = {"DATABASE_URL": closed_port, "DATABASE_LIMITS": "requests", "VAR_DIR": str(tmp_path)}
    done = run("manage.py", *command, **variables)
    assert done.returncode == 1
    assert done.stderr.startswith("The database does not respond: ")
    assert "Connection refused" in done.stderr
    assert done.stderr.count("\n") == 1
    assert "secret" not in done.stderr


@pytest.mark.sampled
def test_a_database_without_tables_is_one_sentence_that_says_what_to_do(tmp_path: Path) -> None:
    done = run("manage.py", "clearsessions", VAR_DIR=str(tmp_path))
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert done.stderr.endswith(" Run manage.py migrate first.\n")


@pytest.mark.sampled
@pytest.mark.skipif(not Path("/sys/kernel").is_dir(), reason="needs a folder that not even root can write to")
@pytest.mark.parametrize("command", [["make_signing_key", "--keep"], ["collectstatic", "--noinput", "-v", "0"]])
def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, command: list[str]) -> None:
    done = run("manage.py", *command, VAR_DIR="/sys/kernel/muster", DATABASE_URL=f"sqlite:///{tmp_path / 'file'}")
    assert done.returncode == 1
    assert done.stderr.startswith("/sys/kernel/muster")
    assert " cannot be read or written: " in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.sampled
def test_ctrl_c_stops_a_command_in_one_word() -> None:
    # A shell makes its background processes ignore Ctrl-C, and their child processes inherit that.
    code = (
        "import signal, time; signal.signal(signal.SIGINT, signal.default_int_handler); print('begun', flush=True)\n"
        "while True: time.sleep(0.05)"
    )
    environment = {**os.environ, "SECRET_KEY": "stopped" * 10, "DJANGO_SETTINGS_MODULE": "config.settings"}
    with subprocess.Popen(
        [sys.executable, "manage.py", "shell", "-v", "0", "-c", code],
        env=environment,
        cwd=settings.BASE_DIR,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline() == "begun\n"
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == "Stopped.\n"
    assert process.returncode == 130


def test_faults_of_a_command_keep_their_traceback() -> None:
    assert command_line.outage_sentence(ValueError("a fault")) is None
    assert command_line.outage_sentence(ProgrammingError("syntax error")) is None
    assert command_line.outage_sentence(FileNotFoundError(errno.ENOENT, "No such file", "a")) is None
    assert command_line.outage_sentence(PermissionError(errno.EACCES, "Permission denied")) is None


def test_a_reason_is_one_line() -> None:
    sentence = command_line.outage_sentence(OperationalError("no connection"), "one\n\ttwo.")
    assert sentence == "The database does not respond: one two."

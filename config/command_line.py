"""The command line of `manage.py`: what is wrong around a command is said in one sentence, without a traceback."""

import errno
import logging
import os
import sys
from pathlib import Path

from django.core.management import execute_from_command_line

from config.environment import settings_error

REMARKED = "MUSTER_SETTINGS_REMARKED"
"""The variable by which a process knows that the one that started it has printed the remarks on the settings."""
FILE_ERRORS = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EDQUOT)
"""Errors of files that are the matter of whoever runs a command, and no fault of it."""


class ConnectionFailures(logging.Filter):
    """The reason why the pool could not connect to PostgreSQL, kept instead of the warnings at each attempt."""

    reason = ""

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep the error that a warning of the pool ends with, and leave its warnings out."""
        if isinstance(record.args, tuple) and record.args and isinstance(record.args[-1], Exception):
            self.reason = str(record.args[-1])
        return record.levelno > logging.WARNING


def run(arguments: list[str]) -> None:
    """Run one management command. `--traceback` shows errors as Python does."""
    if wrong := settings_error():
        sys.exit(wrong)
    _print_remarks()
    failures = ConnectionFailures()
    if arguments[1:2] != ["db_worker"]:  # it runs on while the database is away, and its log says why it waits
        logging.getLogger("psycopg.pool").addFilter(failures)
    try:
        execute_from_command_line(arguments)
    except Exception as error:
        sentence = None if "--traceback" in arguments else outage_sentence(error, failures.reason)
        if sentence is None:
            raise
        sys.exit(sentence)


def outage_sentence(error: Exception, reason: str = "") -> str | None:
    """Return what is the matter with the database or a file in one sentence; None for any other error.

    `reason` is why no connection was made, which the error itself does not say.
    """
    from catalog.database import errors

    if isinstance(error, OSError) and error.filename and error.errno in FILE_ERRORS:
        return f"{Path(os.fsdecode(error.filename)).absolute()} cannot be read or written: {error.strerror}."
    failure = errors.classify(error)
    if failure is None:
        return None
    if failure is errors.Failure.AWAY:
        return f"The database does not answer: {_one_line(reason or str(error))}."
    advice = " Run manage.py migrate first." if failure is errors.Failure.OUTDATED else ""
    return f"The database cannot be used, {failure.value}: {_one_line(str(error))}.{advice}"


def _one_line(text: str) -> str:
    return " ".join(text.split()).rstrip(".")


def _print_remarks() -> None:
    """Print what was noticed while the settings were read, once for a command and the processes it starts."""
    from django.conf import settings

    if REMARKED not in os.environ:
        os.environ[REMARKED] = "1"
        for remark in settings.SETTINGS_REMARKS:
            print(f"Warning: {remark}", file=sys.stderr)  # noqa: T201

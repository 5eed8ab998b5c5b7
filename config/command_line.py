"""The command line of `manage.py`, which reports problems of the environment in one sentence, without a traceback."""

import errno
import logging
import os
import sys
from pathlib import Path

from django.core.management import execute_from_command_line

from config.environment import settings_error

REMARKED = "MUSTER_SETTINGS_REMARKED"
"""The environment variable that tells child processes that the remarks on the settings are already printed."""
FILE_ERRORS = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EDQUOT)
"""File errors caused by the environment of a command, not by a fault in it."""


class ConnectionFailures(logging.Filter):
    """A log filter that keeps the reason why the pool cannot connect to PostgreSQL and drops its repeated warnings."""

    reason = ""

    def filter(self, record: logging.LogRecord) -> bool:
        """Store the error at the end of a pool warning, and drop warnings."""
        if isinstance(record.args, tuple) and record.args and isinstance(record.args[-1], Exception):
            self.reason = str(record.args[-1])
        return record.levelno > logging.WARNING


def run(arguments: list[str]) -> None:
    """Run one management command. `--traceback` shows errors as Python does."""
    if wrong := settings_error():
        sys.exit(wrong)
    _print_remarks()
    failures = ConnectionFailures()
    if arguments[1:2] != ["db_worker"]:  # it keeps running while the database is away, and its log shows why it waits
        logging.getLogger("psycopg.pool").addFilter(failures)
    try:
        execute_from_command_line(arguments)
    except Exception as error:
        sentence = None if "--traceback" in arguments else outage_sentence(error, failures.reason)
        if sentence is None:
            raise
        sys.exit(sentence)


def outage_sentence(error: Exception, reason: str = "") -> str | None:
    """Return one sentence about a database or file problem; None for any other error.

    `reason` is why no connection could be made, which the error itself does not contain.
    """
    from catalog.database import errors

    if isinstance(error, OSError) and error.filename and error.errno in FILE_ERRORS:
        return f"{Path(os.fsdecode(error.filename)).absolute()} cannot be read or written: {error.strerror}."
    failure = errors.classify(error)
    if failure is None:
        return None
    if failure is errors.Failure.AWAY:
        return f"The database does not respond: {_one_line(reason or str(error))}."
    advice = " Run manage.py migrate first." if failure is errors.Failure.OUTDATED else ""
    return f"The database cannot be used ({failure.value}): {_one_line(str(error))}.{advice}"


def _one_line(text: str) -> str:
    return " ".join(text.split()).rstrip(".")


def _print_remarks() -> None:
    """Print the remarks on the settings, once for a command and its child processes."""
    from django.conf import settings

    if REMARKED not in os.environ:
        os.environ[REMARKED] = "1"
        for remark in settings.SETTINGS_REMARKS:
            print(f"Warning: {remark}", file=sys.stderr)  # noqa: T201

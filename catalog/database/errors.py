"""Classification of database errors: whether a retry helps, and which problem is reported.

Django classifies errors by the exception class of the driver, and drivers disagree: a missing column is an
OperationalError in SQLite and a ProgrammingError in PostgreSQL; a full disk is an OperationalError in both, like a lock
timeout. The error codes of the databases are unambiguous. Errors of the operating system on files are classified in a
similar way.
"""

import enum
import errno
import logging
from time import monotonic

from django.db import DatabaseError, InterfaceError, OperationalError

from catalog import log_context

logger = logging.getLogger(__name__)
_failed_at: float | None = None
"""The time of the last error in this process that shows that the database cannot be written."""


class Failure(enum.Enum):
    """A kind of database failure. The value describes it in the log."""

    AWAY = "it does not answer"
    BUSY = "others hold what was asked for, or it takes too long"
    FULL = "there is no room left"
    READ_ONLY = "it may only be read"
    OUTDATED = "a table or column is missing"
    DAMAGED = "what it is kept in cannot be read or written"

    @property
    def passes(self) -> bool:
        """True if the failure may pass without a repair, so that a retry makes sense."""
        return self in (Failure.AWAY, Failure.BUSY)


SQLITE = {
    "SQLITE_BUSY": Failure.BUSY,
    "SQLITE_LOCKED": Failure.BUSY,
    "SQLITE_PROTOCOL": Failure.BUSY,
    "SQLITE_INTERRUPT": Failure.BUSY,
    "SQLITE_FULL": Failure.FULL,
    "SQLITE_READONLY": Failure.READ_ONLY,
    "SQLITE_PERM": Failure.READ_ONLY,
    "SQLITE_IOERR": Failure.DAMAGED,
    "SQLITE_IOERR_SHMSIZE": Failure.FULL,  # the index of the log cannot grow
    "SQLITE_CORRUPT": Failure.DAMAGED,
    "SQLITE_NOTADB": Failure.DAMAGED,
    "SQLITE_CANTOPEN": Failure.DAMAGED,
}
"""Failures by SQLite error code, extended or primary."""

FILES = {errno.ENOSPC: Failure.FULL, errno.EDQUOT: Failure.FULL, errno.EROFS: Failure.READ_ONLY}
"""Failures by error number of the operating system, for files stored outside the database such as pictures."""

SCHEMA_ERRORS = ("no such table", "no such column", "has no column named")
"""SQLite's messages about a missing table or column. All of them have the generic code SQLITE_ERROR."""

POSTGRESQL = {
    "55P03": Failure.BUSY,  # lock_not_available
    "57014": Failure.BUSY,  # query_canceled, by a limit
    "40001": Failure.BUSY,  # serialization_failure
    "40P01": Failure.BUSY,  # deadlock_detected
    "53300": Failure.BUSY,  # too_many_connections
    "25P03": Failure.BUSY,  # idle_in_transaction_session_timeout
    "53100": Failure.FULL,  # disk_full
    "25006": Failure.READ_ONLY,  # read_only_sql_transaction
    "42501": Failure.READ_ONLY,  # insufficient_privilege
    "42P01": Failure.OUTDATED,  # undefined_table
    "42703": Failure.OUTDATED,  # undefined_column
    "58030": Failure.DAMAGED,  # io_error
    "58P01": Failure.DAMAGED,  # undefined_file
    "XX001": Failure.DAMAGED,  # data_corrupted
    "XX002": Failure.DAMAGED,  # index_corrupted
}


def classify(error: BaseException | None) -> Failure | None:
    """Return the kind of failure; None if the error results from the statement and not from the database.

    Failures to write other files, for lack of space or permission, are included.
    """
    if isinstance(error, OSError):
        return FILES.get(error.errno) if error.errno is not None else None
    if not isinstance(error, DatabaseError | InterfaceError):
        return None
    cause = error.__cause__
    state = getattr(cause, "sqlstate", None)
    if state in POSTGRESQL:
        return POSTGRESQL[state]
    name = getattr(cause, "sqlite_errorname", None) or ""
    known = SQLITE.get(name) or SQLITE.get("_".join(name.split("_")[:2]))
    if known:
        return known
    if name == "SQLITE_ERROR":
        return Failure.OUTDATED if any(one in str(cause) for one in SCHEMA_ERRORS) else None
    return Failure.AWAY if isinstance(error, OperationalError | InterfaceError) else None


def log_error(error: BaseException, failure: Failure) -> None:
    """Log an error with the code of the database and the number of the request."""
    global _failed_at
    if failure in (Failure.FULL, Failure.READ_ONLY, Failure.DAMAGED):
        _failed_at = monotonic()
    cause = error.__cause__
    code = getattr(cause, "sqlstate", None) or getattr(cause, "sqlite_errorname", None) or type(error).__name__
    message = " ".join(str(error).split())
    logger.error("Request %s: the database: %s (%s): %s", log_context.request_id() or "-", failure.value, code, message)


def write_failed_recently(seconds: float) -> bool:
    """Return whether a write to the database failed within the last `seconds`, as far as this process knows."""
    return _failed_at is not None and monotonic() - _failed_at < seconds

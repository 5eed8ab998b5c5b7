"""Size limits of table files, and the error for files that cannot be read."""

from django.utils.translation import gettext as _

from catalog.documents.errors import Fault, InvalidInput

MAX_BYTES = 10 * 1024 * 1024
MAX_ROWS = 20_000
MAX_COLUMNS = 200
MAX_FILE_COLUMNS = MAX_COLUMNS + 1
"""The maximum number of columns of a file with a column of faults."""


def check_size(lines: int, columns: int, most_lines: int, most_columns: int) -> None:
    """Check the size of a table against the limits. Raises InvalidInput."""
    if lines > most_lines or columns > most_columns:
        message = _("A file has at most %(lines)s lines and %(columns)s columns. Split it.")
        raise invalid_file("too-large", message % {"lines": most_lines, "columns": most_columns}, status=413)


def invalid_file(code: str, message: str, *, status: int = 400) -> InvalidInput:
    """Return the exception for a file that cannot be accepted."""
    return InvalidInput("invalid-table", [Fault("", code, message)], status=status)

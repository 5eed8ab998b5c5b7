"""Moving the site's data to another database."""

from django.db import DatabaseError

from catalog.publishing import Progress
from operations import database_copy, databases
from operations.exceptions import OperationRefused
from operations.table_rows import all_tables


def move_database(url: str, progress: Progress) -> database_copy.Checksums:
    """Copy the site's database into the empty one at `url`; return the checksums, which are equal in both.

    Raises OperationRefused.
    """
    databases.require_current_schema("default")
    try:
        with databases.snapshot() as source, databases.other_database(url) as target:
            databases.prepare_empty(target)
            numbers = databases.sequence_values(source, all_tables())
            with database_copy.copy_rows(target, lambda table: table.lines(source), numbers, progress) as sums:
                return sums
    except DatabaseError as error:
        raise OperationRefused(f"The database reported an error: {error}. Nothing was moved.") from error

"""Moving the site from one database to the other."""

from django.db import DatabaseError

from catalog.publishing import Progress

from . import Refused, copying, databases


def move(url: str, progress: Progress) -> copying.Sums:
    """Copy the site's database into the empty one at `url`; return the checksums, equal in both. Raises Refused."""
    if not databases.is_of_this_version("default"):
        raise Refused("The database is of another version of Muster. Run manage.py migrate first.")
    try:
        with databases.snapshot() as source, databases.other(url) as target:
            databases.prepare(target)
            numbers = databases.last_numbers(source)
            with copying.filling(target, lambda table: table.lines(source), numbers, progress) as sums:
                return sums
    except DatabaseError as error:
        raise Refused(f"The database refused: {error}. Nothing was moved.") from error

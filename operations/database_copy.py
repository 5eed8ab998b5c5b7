"""Filling an empty database from another one in a single transaction, verified row by row before the commit."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connections, transaction

from catalog.publishing import Progress
from operations import databases
from operations.exceptions import OperationRefused
from operations.table_rows import Checksum, Table, all_tables

Checksums = dict[str, dict[str, Any]]


@contextmanager
def copy_rows(
    using: str, source: Callable[[Table], Iterable[str]], numbers: dict[str, int], progress: Progress
) -> Iterator[Checksums]:
    """Fill the empty database `using` with the lines of `source`; yield the verified checksums.

    The body of the context belongs to the transaction: if it raises, the database stays empty. Raises OperationRefused.
    """
    with transaction.atomic(using=using):
        databases.require_empty(using)
        databases.delete_migrate_rows(using)
        sums: Checksums = {}
        every = all_tables()
        for number, table in enumerate(every):
            progress("Writing tables", number, len(every))
            checksum = Checksum()
            table.fill(_with_checksum(source(table), checksum), using)
            sums[table.name] = checksum.summary
        connections[using].check_constraints()
        databases.set_sequences(numbers, using)
        compare_checksums(sums, using, progress)
        yield sums


def compare_checksums(sums: Checksums, using: str, progress: Progress) -> None:
    """Verify the rows of a database by their checksums. Raises OperationRefused."""
    every = all_tables()
    for number, table in enumerate(every):
        progress("Comparing tables", number, len(every))
        if table.sum(using) != sums.get(table.name):
            raise OperationRefused(f"The rows written to {table.name} differ from those read. Nothing was copied.")
    progress("Comparing tables", len(every), len(every))


def _with_checksum(lines: Iterable[str], checksum: Checksum) -> Iterator[str]:
    for line in lines:
        checksum.add(line)
        yield line

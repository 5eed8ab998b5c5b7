"""Contention helpers: a database with real lock contention, and jobs that start together."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper


@pytest.fixture
def shared(transactional_db: None, tmp_path: Path) -> Iterator[BaseDatabaseWrapper]:
    """An empty database with all tables, on which several connections contend for locks.

    SQLite tests run in memory, where connections share one cache and no locks; here the database is a file.
    PostgreSQL's pool is left out, since it lends fewer connections than there are writers.
    """
    usual = connections["default"]
    described = connections.settings["default"]
    options = {key: value for key, value in usual.settings_dict["OPTIONS"].items() if key != "pool"}
    own = {**usual.settings_dict, "OPTIONS": options}
    if usual.vendor == "sqlite":
        own["NAME"] = str(tmp_path / "shared.sqlite3")
        usual.ensure_connection()
        with sqlite3.connect(own["NAME"]) as file:
            usual.connection.backup(file)
        file.close()
    connections.settings["default"] = own
    connections["default"] = connections.create_connection("default")
    connections["default"].ensure_connection()  # the first connection sets the file up, as `migrate` does in production
    try:
        yield connections["default"]
    finally:
        connections["default"].close()
        connections.settings["default"] = described
        connections["default"] = usual


def at_once(*jobs: Callable[[], Any]) -> list[Any]:
    """Run all `jobs` in threads that start together; return what each returned or raised."""
    start = threading.Barrier(len(jobs))

    def do(job: Callable[[], Any]) -> Any:
        start.wait()
        try:
            return job()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(jobs)) as threads:
        return list(threads.map(do, jobs))

"""Separate databases of the tests' vendor, and of the other vendor if it is available."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from operations import databases

Empty = Callable[..., str]


@pytest.fixture(scope="session")
def patterns(django_db_setup: None, django_db_blocker: Any) -> Iterator[list[str]]:
    """The template databases; they are dropped at the end of the session."""
    made: list[str] = []
    yield made
    with django_db_blocker.unblock():
        administer(connection, *(f'DROP DATABASE "{name}" WITH (FORCE)' for name in made))


def administer(administrator: Any, *statements: str) -> None:
    """Run statements that create and drop databases.

    They wait for the server's disk, so they use a connection without the timeouts of requests.
    """
    if statements:
        keys = {"HOST": "host", "PORT": "port", "USER": "user", "PASSWORD": "password", "NAME": "dbname"}
        options = {
            key: administrator.settings_dict[name] for name, key in keys.items() if administrator.settings_dict[name]
        }
        with psycopg.connect(**options, autocommit=True) as own:
            for statement in statements:
                own.execute(statement)


@pytest.fixture
def empty(shared: BaseDatabaseWrapper, patterns: list[str], tmp_path: Path) -> Iterator[Empty]:
    """Yield a function that returns the URL of a new empty database, by default of the tests' vendor.

    Creating tables takes seconds, so the database has them already unless a test asks for none.
    """
    made: list[str] = []
    template = tmp_path / "template.sqlite3"
    if shared.vendor == "sqlite":
        shutil.copyfile(shared.settings_dict["NAME"], template)

    def make(vendor: str = "", *, tables: bool = True) -> str:
        if (vendor or shared.vendor) == "sqlite":
            file = tmp_path / f"empty-{len(list(tmp_path.iterdir()))}.sqlite3"
            if tables and template.exists():
                shutil.copyfile(template, file)
            return f"sqlite:///{file}"
        if shared.vendor != "postgresql":
            pytest.skip("needs PostgreSQL")
        name = f"test_muster_empty_{os.getpid()}_{len(made)}"
        made.append(name)
        like = f' TEMPLATE "{pattern()}"' if tables else ""
        administer(shared, f'DROP DATABASE IF EXISTS "{name}"', f'CREATE DATABASE "{name}"{like}')
        return address(name)

    def address(name: str) -> str:
        parameters = shared.settings_dict
        return (
            f"postgres://{parameters['USER']}:{parameters['PASSWORD']}@{parameters['HOST']}:{parameters['PORT']}/{name}"
        )

    def pattern() -> str:
        """Return the name of a template database with empty tables."""
        if not patterns:
            patterns.append(f"test_muster_pattern_{os.getpid()}")
            administer(shared, f'CREATE DATABASE "{patterns[0]}"')
            with databases.other_database(address(patterns[0])) as alias:
                databases.prepare_empty(alias)
        return patterns[0]

    yield make
    administer(shared, *(f'DROP DATABASE "{name}" WITH (FORCE)' for name in made))


@contextmanager
def serving(url: str) -> Iterator[None]:
    """Serve the site from the database at a URL."""
    with databases.other_database(url, f"serving {url}") as alias:
        usual, described = connections["default"], connections.settings["default"]
        connections.settings["default"] = connections[alias].settings_dict
        connections["default"] = connections[alias]
        connection.alias, former_alias = "default", connection.alias
        try:
            yield
        finally:
            connection.alias = former_alias
            connections["default"] = usual
            connections.settings["default"] = described

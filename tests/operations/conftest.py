"""Separate databases of the tests' vendor, and of the other vendor if it is available."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from operations import databases

Empty = Callable[..., str]
Manage = Callable[..., subprocess.CompletedProcess[str]]


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


def site_environment(url: str, var: Path) -> dict[str, str]:
    """Return the environment of a site with its own database and files."""
    return {
        "PATH": os.environ["PATH"],
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "INSECURE_HTTP": "1",
        "SECRET_KEY": "updating, and nobody else has ever had it",
        "VAR_DIR": str(var),
    }


@pytest.fixture
def former(tmp_path: Path) -> Callable[[str], Path]:
    """Return a function that returns the folder with the code of a commit."""

    def unpack(commit: str) -> Path:
        folder = tmp_path / commit
        git = ["git", "-C", str(settings.BASE_DIR), "archive", commit, "--", ".", ":!fixtures", ":!docs"]
        archive = subprocess.run(git, capture_output=True, check=False)
        if archive.returncode:
            pytest.skip(f"NOT CHECKED: this clone lacks {commit}; fetch its whole history")
        folder.mkdir()
        subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)
        return folder

    return unpack


@pytest.fixture
def run(tmp_path: Path) -> Manage:
    """Return a function that runs Python in a folder with the database at a URL."""

    def python(folder: Path, url: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, *arguments]
        environment = site_environment(url, tmp_path / "var")
        return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)

    return python

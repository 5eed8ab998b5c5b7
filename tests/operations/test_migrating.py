"""Migrations go back and forward again over a database in which something stands.

The last five of each app are a sample; `make long` goes back to the first, step by step and over more rows.
"""

import os
import subprocess
import sys
from contextlib import ExitStack

import psycopg
import pytest
from django.conf import settings

from catalog.management.commands import migrate
from tests.operations.conftest import Empty

WAITING = "Another migrate changes this database. Waiting until it has ended.\n"


@pytest.mark.drill
def test_the_last_migrations_go_back_and_forward_and_no_row_is_changed() -> None:
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    command = [sys.executable, "-m", "tests.migration_roundtrip", "--cards", "50", "--legions", "200", "--last", "5"]
    done = subprocess.run(command, env=environment, cwd=settings.BASE_DIR, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "catalog_revision: 82 rows, as before" in done.stdout
    assert "legions_legion: 200 rows, as before" in done.stdout


@pytest.mark.drill
@pytest.mark.db_facing
@pytest.mark.skipif(not os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="wants PostgreSQL")
def test_two_migrates_of_an_empty_database_wait_for_each_other_and_both_end_well(empty: Empty) -> None:
    address = empty(tables=False)
    command = [sys.executable, "manage.py", "migrate"]
    environment = {**os.environ, "DATABASE_URL": address, "SECRET_KEY": "for tests alone " * 3, "INSECURE_HTTP": "1"}
    with ExitStack() as stack:
        with psycopg.connect(address, autocommit=True) as turn:
            turn.execute("SELECT pg_advisory_lock(%s)", [migrate.MIGRATE_LOCK])
            both = [
                stack.enter_context(
                    subprocess.Popen(
                        command,
                        env=environment,
                        cwd=settings.BASE_DIR,
                        stdout=subprocess.PIPE,
                        stderr=subprocess.PIPE,
                        text=True,
                    )
                )
                for _ in range(2)
            ]
            for process in both:
                assert process.stderr
                assert process.stderr.readline() == WAITING
        outputs = [process.communicate() for process in both]
    assert [process.returncode for process in both] == [0, 0], outputs
    applied = [output.count("Applying ") for output, _ in outputs]
    assert min(applied) == 0, "one makes every table"
    assert max(applied) > 50

"""Migrations go back and forward again over a database in which something stands.

The last five of each app are a sample; `make long` goes back to the first, step by step and over more rows.
"""

import os
import subprocess
import sys

import pytest
from django.conf import settings


@pytest.mark.drill
def test_the_last_migrations_go_back_and_forward_and_no_row_is_changed() -> None:
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    command = [sys.executable, "-m", "tests.migration_roundtrip", "--cards", "50", "--legions", "200", "--last", "5"]
    done = subprocess.run(command, env=environment, cwd=settings.BASE_DIR, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "catalog_revision: 82 rows, as before" in done.stdout
    assert "legions_legion: 200 rows, as before" in done.stdout

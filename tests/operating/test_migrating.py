"""Migrations go back to the first and forward again over a database in which something stands."""

import os
import subprocess
import sys

import pytest
from django.conf import settings


@pytest.mark.begun_first
def test_every_migration_goes_back_and_forward_and_no_row_is_changed() -> None:
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    command = [sys.executable, "-m", "tests.migrating", "--cards", "50", "--legions", "200"]
    done = subprocess.run(command, env=environment, cwd=settings.BASE_DIR, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "catalog_revision: 82 rows, as before" in done.stdout
    assert "legions_legion: 200 rows, as before" in done.stdout

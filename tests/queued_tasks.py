"""Queued tasks, run in the transaction of a test."""

from unittest.mock import patch

from django.core.management import call_command


def run_queued_tasks() -> None:
    """Run the queued tasks like the worker, which closes its connection between them."""
    with patch("django_tasks_db.management.commands.db_worker.close_old_connections"):
        call_command("db_worker", batch=True, interval=0, startup_delay=False, verbosity=0)

"""`manage.py db_worker`: run queued and periodic tasks until it is stopped."""

import os
from typing import Any

from django.core.management.base import CommandError
from django.utils.autoreload import DJANGO_AUTORELOAD_ENV, run_with_reloader
from django_tasks_db.management.commands import db_worker

from catalog.background.worker import Worker


class Command(db_worker.Command):
    """The command of django-tasks-db with its options, using a worker that survives database failures."""

    help = "Run queued and periodic tasks. Waits while the database is unavailable, and resumes tasks of lost workers."

    def handle(
        self, *, verbosity: int, queue_name: str, exclude_queues: str, reload: bool, batch: bool, **options: Any
    ) -> None:
        """Run a worker. Raises CommandError for contradictory options."""
        self.configure_logging(verbosity)
        queues, excluded = queue_name.split(","), exclude_queues.split(",") if exclude_queues else []
        if excluded and "*" not in queues:
            raise CommandError("--exclude-queues can only be used with --queue-name=*")
        taken = ("interval", "backend_name", "startup_delay", "max_tasks", "worker_id")
        worker = Worker(
            queue_names=queues,
            excluded_queue_names=excluded,
            batch=batch,
            **{name: options[name] for name in taken},
        )
        if not reload or batch:
            worker.configure_signals()
            worker.run()
            return
        if os.environ.get(DJANGO_AUTORELOAD_ENV) == "true":  # only the child process has tasks to end
            worker.configure_signals()
        run_with_reloader(worker.run)

"""Periodic tasks, which the workers start by themselves: mostly cleanup.

A task is registered in the module `periodic_tasks` of any app, which the worker imports:

    @periodic_task(every=timedelta(hours=1))
    def prune_something() -> None: ...

A worker queues the task when it is due. The due time is stored in the database: exactly one worker advances it and
queues the task, in one transaction. So two workers do not run it twice, and a restart does not reset the interval. A
task that was missed for days, because no worker ran, is queued once. Tasks must tolerate a restart after a kill, and
write in short transactions (`delete_in_chunks`): SQLite has one writer at a time.
"""

from collections.abc import Callable
from datetime import timedelta
from functools import cache
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.module_loading import autodiscover_modules, import_string
from django_tasks import task

from catalog.models import PeriodicTaskState

ROWS_PER_CHUNK = 500
"""Number of rows deleted in one transaction."""

_TASKS: dict[str, timedelta] = {}
"""The interval of each task, keyed by dotted path."""

Function = Callable[[], None]


def periodic_task(*, every: timedelta) -> Callable[[Function], Function]:
    """Register a module-level function without parameters to be run by the workers at this interval."""

    def register(function: Function) -> Function:
        _TASKS[f"{function.__module__}.{function.__qualname__}"] = every
        return function

    return register


@cache
def registered() -> dict[str, timedelta]:
    """Return the intervals of all registered tasks, keyed by dotted path."""
    autodiscover_modules("periodic_tasks")
    return _TASKS


def queue_due() -> list[str]:
    """Queue the due tasks that no other worker is queueing. Return their names."""
    now = timezone.now()
    known = dict(PeriodicTaskState.objects.values_list("name", "due_at"))
    due = {name: every for name, every in registered().items() if name not in known or known[name] <= now}
    return [name for name, every in due.items() if _queue(name, every)]


def _queue(name: str, every: timedelta) -> bool:
    now = timezone.now()
    with transaction.atomic():
        _, made = PeriodicTaskState.objects.get_or_create(name=name, defaults={"due_at": now + every})
        if not made:
            due = PeriodicTaskState.objects.filter(name=name, due_at__lte=now)
            if not due.update(due_at=now + every):
                return False
        run_periodic.enqueue(name)
    return True


@task()
def run_periodic(name: str) -> None:
    """Run the periodic task with this dotted path. A path that this version does not have is ignored."""
    if name in registered():
        import_string(name)()


def delete_in_chunks(queryset: QuerySet[Any]) -> int:
    """Delete rows in chunks, each in a transaction of its own. Return their number."""
    deleted, last = 0, None
    while True:
        standing = queryset.order_by("pk") if last is None else queryset.order_by("pk").filter(pk__gt=last)
        found = list(standing.values_list("pk", flat=True)[:ROWS_PER_CHUNK])
        if not found:
            return deleted
        queryset.model._default_manager.filter(pk__in=found).delete()
        deleted, last = deleted + len(found), found[-1]

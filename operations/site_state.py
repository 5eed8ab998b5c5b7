"""The state of the site that its operators watch: release, queue, mails, workers, disk and backups."""

import shutil
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db import connection
from django.db.models import Case, Count, F, Min, Q, Sum, When
from django.utils import timezone
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult, get_date_max

from catalog.models import AuditEntry, Release, Rendition
from legions.mails.models import OutgoingMail

BACKUP_WRITTEN, DATA_CHECKED = "backup written", "data checked"
"""The actions of the audit log that the commands `backup` and `check_data` record."""


class TaskQueue(NamedTuple):
    """The tasks with one path: due ones with the time since which the first has waited, and all others."""

    path: str
    waiting: int
    scheduled: int
    running: int
    failed: int
    waiting_since: datetime | None


class MailQueue(NamedTuple):
    """The unsent mails; failed ones are not tried again by themselves."""

    waiting: int
    failed: int
    waiting_since: datetime | None


def newest_release() -> Release | None:
    return Release.objects.order_by("-number").first()


def task_queues() -> list[TaskQueue]:
    """Return all tasks that have not succeeded, by their path."""
    now = timezone.now()
    since = Case(When(run_after=get_date_max(), then=F("enqueued_at")), default=F("run_after"))
    ready = Q(status=TaskResultStatus.READY)
    due, later = ready & Q(since__lte=now), ready & Q(since__gt=now)
    tasks = DBTaskResult.objects.exclude(status=TaskResultStatus.SUCCESSFUL).annotate(since=since)
    counted = (
        tasks.order_by("task_path")
        .values_list("task_path")
        .annotate(
            waiting=Count("pk", filter=due),
            scheduled=Count("pk", filter=later),
            running=Count("pk", filter=Q(status=TaskResultStatus.RUNNING)),
            failed=Count("pk", filter=Q(status=TaskResultStatus.FAILED)),
            waiting_since=Min("since", filter=due),
        )
    )
    return [TaskQueue(*values) for values in counted]


def mail_queue() -> MailQueue:
    waiting, failed = (Q(state=state) for state in (OutgoingMail.State.WAITING, OutgoingMail.State.FAILED))
    counted = OutgoingMail.objects.aggregate(
        waiting=Count("pk", filter=waiting),
        failed=Count("pk", filter=failed),
        waiting_since=Min("created_at", filter=waiting),
    )
    return MailQueue(**counted)


def free_bytes() -> int:
    """Return the free space of the disk of VAR_DIR."""
    return shutil.disk_usage(settings.VAR_DIR).free


def database_bytes() -> int:
    if connection.vendor == "sqlite":
        file = Path(connection.settings_dict["NAME"])
        parts = (file, file.with_name(f"{file.name}-wal"))
        return sum(part.stat().st_size for part in parts if part.exists())
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def picture_bytes() -> int:
    """Return the size of the files of all pictures."""
    return Rendition.objects.aggregate(size=Sum("size", default=0))["size"]


def last_entry(action: str) -> AuditEntry | None:
    """Return the newest entry of the audit log for an action."""
    return AuditEntry.objects.filter(what=action).order_by("-at").first()


def seconds_since(moment: datetime | None) -> float:
    """Return the time since a moment, 0 for None."""
    return max((timezone.now() - moment).total_seconds(), 0) if moment else 0

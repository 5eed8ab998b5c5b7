"""The sections of the status page: rows of a label and a value, each with a link to where more is shown."""

import os
import platform
import socket
from datetime import UTC, datetime
from typing import NamedTuple

import django
from django.db import connection
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timesince import timesince
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django_tasks_db.models import DBTaskResult

from catalog.background.task_backend import label
from catalog.models import WorkerLease
from legions.mails import queue
from operations import readiness, site_state

MAX_FAILURES = 20
STARTED_AT = datetime.now(UTC)


class Row(NamedTuple):
    """A line of a section; `is_bad` marks a value that somebody should look at."""

    label: str
    value: str
    address: str = ""
    is_bad: bool = False
    failed_task: str = ""
    """The id of a failed task that can be tried again."""


class Section(NamedTuple):
    title: str
    rows: list[Row]


def sections() -> list[Section]:
    return [
        Section(_("Service"), _service()),
        Section(_("Queue of tasks"), _queue()),
        Section(_("Failed tasks of the last seven days"), _failures()),
        Section(_("Mail"), _mail()),
        Section(_("Storage"), _storage()),
        Section(_("Backups"), _backups()),
        Section(_("This process"), _process()),
    ]


def _service() -> list[Row]:
    state = readiness.check_readiness()
    parts = ", ".join(state.degraded)
    works = _("Everything works") if state.ready else _("Not ready")
    rows = [Row(_("State"), _("Degraded: {parts}").format(parts=parts) if parts else works, is_bad=state != (True, ()))]
    if release := site_state.newest_release():
        address = reverse("admin:catalog_release_change", args=[release.number])
        rows.append(Row(_("Newest release"), f"{release.number}, {_moment(release.published_at)}", address))
    workers = list(WorkerLease.objects.order_by("-seen_at").values_list("worker", "seen_at"))
    rows += [Row(_("Worker {name}").format(name=name), _moment(seen_at)) for name, seen_at in workers]
    return rows if workers else [*rows, Row(_("Workers"), _("none"), is_bad=True)]


def _queue() -> list[Row]:
    rows = []
    for tasks in site_state.task_queues():
        counts = _("{waiting} waiting, {scheduled} scheduled, {running} running, {failed} failed")
        text = counts.format(**tasks._asdict())
        if tasks.waiting_since:
            text = _("{counts}; the first has waited since {moment}").format(
                counts=text, moment=_moment(tasks.waiting_since)
            )
        rows.append(Row(tasks.path, text))
    return rows or [Row(_("Tasks"), _("none"))]


def _failures() -> list[Row]:
    rows = []
    for task in DBTaskResult.objects.failed().order_by("-finished_at")[:MAX_FAILURES]:
        text = f"{task.exception_class_path.rpartition('.')[2]}, {_moment(task.finished_at)}"
        name = label(task.task_path, task.args_kwargs["args"])
        rows.append(Row(name, text, is_bad=True, failed_task=str(task.pk)))
    return rows or [Row(_("Tasks"), _("none"))]


def _mail() -> list[Row]:
    mails, address = site_state.mail_queue(), reverse("admin:legions_outgoingmail_changelist")
    sent_at, failure = queue.last_sent_at(), queue.last_failure()
    rows = [
        Row(_("Last mail sent"), _moment(sent_at) if sent_at else _("not known")),
        Row(_("Waiting"), str(mails.waiting), f"{address}?state__exact=waiting"),
        Row(_("Given up"), str(mails.failed), f"{address}?state__exact=failed", is_bad=mails.failed > 0),
    ]
    return [*rows, Row(_("Last failure"), failure, address, is_bad=True)] if failure else rows


def _storage() -> list[Row]:
    free = site_state.free_bytes()
    return [
        Row(_("Free space"), filesizeformat(free), is_bad=free < readiness.RESERVED_BYTES),
        Row(_("Database"), filesizeformat(site_state.database_bytes())),
        Row(_("Pictures of cards"), filesizeformat(site_state.picture_bytes())),
    ]


def _backups() -> list[Row]:
    rows = []
    backup, check = map(site_state.last_entry, (site_state.BACKUP_WRITTEN, site_state.DATA_CHECKED))
    if backup and backup.after:
        size, release = filesizeformat(backup.after["bytes"]), backup.after["release"]
        text = _("{name}, {size}, release {release}").format(name=backup.of, size=size, release=release)
        rows += [Row(_("Last backup"), _moment(backup.at)), Row(_("File"), text)]
    else:
        rows.append(Row(_("Last backup"), _("none is recorded"), is_bad=True))
    if check and check.after:
        faults = check.after["faults"]
        text = _("{moment}; faults: {number}").format(moment=_moment(check.at), number=faults)
        return [*rows, Row(_("Last check of the data"), text, is_bad=faults > 0)]
    return [*rows, Row(_("Last check of the data"), _("none is recorded"))]


def _process() -> list[Row]:
    versions = f"Python {platform.python_version()}, Django {django.get_version()}"
    database = f"{connection.display_name} {'.'.join(map(str, connection.get_database_version()))}"
    return [
        Row(_("Machine and process"), f"{socket.gethostname()}, {os.getpid()}"),
        Row(_("Running since"), _moment(STARTED_AT)),
        Row(_("Versions"), f"{versions}, {database}"),
    ]


def _moment(moment: datetime) -> str:
    at = date_format(localtime(moment), "DATETIME_FORMAT")
    return _("{at} ({age} ago)").format(at=at, age=timesince(moment, depth=1))

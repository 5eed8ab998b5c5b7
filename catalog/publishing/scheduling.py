"""Publishing an upcoming release when it is due: a task in the queue that `db_worker` runs when its time has come.

Several workers, a worker that dies, and a schedule that was changed all come out right, because the task only tries
(`publish_due`), and while a release is due another task always stands behind the one that runs: the first two are
enqueued together, and each enqueues one more before it tries.
"""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django_tasks import task

from catalog.models import Release
from catalog.models.upcoming import UpcomingRelease, UpcomingState
from catalog.publishing.releases import lock_writers
from catalog.publishing.signals import schedule_stopped
from catalog.publishing.upcoming_releases import ReleaseRefused, lock_upcoming, publish_locked, refusals, save_changed

RETRY_DELAY = timedelta(minutes=2)
"""After which it is tried again whether what was due is published."""


def schedule(
    upcoming: UpcomingRelease,
    *,
    due_at: datetime,
    by: User | None,
    seen: int,
    site: str = "",
    language: str = settings.LANGUAGE_CODE,
) -> None:
    """Have a worker publish it at that time. Raises Conflict, or ReleaseRefused for what could not be published now
    either.

    Should the schedule stop, `by` is told in that language, with the way there on that site (its scheme and host).
    """
    if due_at <= timezone.now():
        raise ReleaseRefused(_("This time is past."))
    with transaction.atomic():
        locked = lock_upcoming(upcoming, seen, UpcomingState.OPEN, UpcomingState.SCHEDULED)
        if reasons := refusals(locked):
            raise ReleaseRefused(" ".join(reasons))
        locked.state, locked.due_at, locked.stopped, locked.by = UpcomingState.SCHEDULED, due_at, {}, by
        locked.site, locked.language = site, language
        save_changed(locked, by, "release scheduled", {"due": due_at.isoformat()})
        _enqueue(locked)


def unschedule(upcoming: UpcomingRelease, *, by: User | None, seen: int) -> None:
    """Publish it at no time by itself. Raises Conflict."""
    with transaction.atomic():
        locked = lock_upcoming(upcoming, seen, UpcomingState.SCHEDULED)
        locked.state, locked.due_at = UpcomingState.OPEN, None
        save_changed(locked, by, "release unscheduled")


def _enqueue(upcoming: UpcomingRelease) -> None:
    """Have a worker look at a scheduled release when it is due, and once more should it die with the first look."""
    assert upcoming.due_at is not None
    for when in (upcoming.due_at, upcoming.due_at + RETRY_DELAY):
        publish_if_due.using(run_after=when).enqueue(upcoming.pk)


@task()
def publish_if_due(number: int) -> None:
    """Publish the upcoming release of that number if it is due."""
    now = timezone.now()
    if not UpcomingRelease.objects.filter(pk=number, state=UpcomingState.SCHEDULED, due_at__lte=now).exists():
        return
    publish_if_due.using(run_after=now + RETRY_DELAY).enqueue(number)
    publish_due(number)


def publish_due(number: int) -> Release | None:
    """Publish the upcoming release of that number if it is due; return it, None when there is nothing to do.

    Whoever comes second finds it published. One that cannot be published is stopped, and says why in each language.
    """
    with transaction.atomic():
        lock_writers()
        locked = UpcomingRelease.objects.select_related("by").filter(pk=number, state=UpcomingState.SCHEDULED).first()
        if locked is None or locked.due_at is None or locked.due_at > timezone.now():
            return None
        try:
            with transaction.atomic():
                return publish_locked(locked, locked.by)
        except ReleaseRefused:
            locked.state, locked.due_at, locked.stopped = UpcomingState.OPEN, None, _why_not(locked)
            save_changed(locked, None, "release stopped", {"why": locked.stopped[settings.LANGUAGE_CODE]})
            schedule_stopped.send(sender=UpcomingRelease, upcoming=locked)
    return None


def stopped_schedules() -> Any:
    """Return the upcoming releases that were not published when they were due, and that nobody has scheduled anew."""
    return UpcomingRelease.objects.filter(state=UpcomingState.OPEN).exclude(stopped={})


def _why_not(upcoming: UpcomingRelease) -> dict[str, str]:
    """Return in each language why an upcoming release could not be published now."""
    reasons = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            reasons[language] = " ".join(refusals(upcoming))
    return reasons

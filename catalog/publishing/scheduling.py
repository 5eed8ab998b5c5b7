"""Publishing of upcoming releases on schedule, by a task in the queue of `db_worker`.

Several workers, a crashed worker and a changed schedule are handled, because the task only tries (`publish_due`), and
another task is queued as long as a release is due: the first two are enqueued together, and each enqueues one more
before it tries.
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
"""The time after which publishing is tried again."""


def schedule(
    upcoming: UpcomingRelease,
    *,
    due_at: datetime,
    by: User | None,
    seen: int,
    site: str = "",
    language: str = settings.LANGUAGE_CODE,
) -> None:
    """Schedule an upcoming release. Raises Conflict, or ReleaseRefused if it could not be published now.

    If publishing fails, `by` is notified in `language`, with a link to `site` (scheme and host).
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
    """Remove the schedule of an upcoming release. Raises Conflict."""
    with transaction.atomic():
        locked = lock_upcoming(upcoming, seen, UpcomingState.SCHEDULED)
        locked.state, locked.due_at = UpcomingState.OPEN, None
        save_changed(locked, by, "release unscheduled")


def _enqueue(upcoming: UpcomingRelease) -> None:
    """Enqueue the task for the due time, and once more in case its worker dies."""
    assert upcoming.due_at is not None
    for when in (upcoming.due_at, upcoming.due_at + RETRY_DELAY):
        publish_if_due.using(run_after=when).enqueue(upcoming.pk)


@task()
def publish_if_due(number: int) -> None:
    """Publish the upcoming release with this number if it is due."""
    now = timezone.now()
    if not UpcomingRelease.objects.filter(pk=number, state=UpcomingState.SCHEDULED, due_at__lte=now).exists():
        return
    publish_if_due.using(run_after=now + RETRY_DELAY).enqueue(number)
    publish_due(number)


def publish_due(number: int) -> Release | None:
    """Publish the upcoming release with this number if it is due; return it, or None if there is nothing to do.

    A second call finds it published. If it cannot be published, its schedule is removed and the reasons are stored in
    each language.
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
            locked.state, locked.due_at, locked.stopped = UpcomingState.OPEN, None, _refusals_by_language(locked)
            save_changed(locked, None, "release stopped", {"why": locked.stopped[settings.LANGUAGE_CODE]})
            schedule_stopped.send(sender=UpcomingRelease, upcoming=locked)
    return None


def stopped_schedules() -> Any:
    """Return the upcoming releases that were not published when due and have not been scheduled since."""
    return UpcomingRelease.objects.filter(state=UpcomingState.OPEN).exclude(stopped={})


def _refusals_by_language(upcoming: UpcomingRelease) -> dict[str, str]:
    """Return the reasons against publishing an upcoming release now, by language."""
    reasons = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            reasons[language] = " ".join(refusals(upcoming))
    return reasons

"""Publishing when it is due: a task in the queue that `db_worker` takes up when its time has come.

Several workers, a worker that dies, and a schedule that was changed all come out right, because a tick only asks
(`gathering.publish_due`), and while a release is due another tick always stands behind the one that runs: the first two
are set together, and each sets one more before it asks.
"""

from datetime import timedelta

from django.utils import timezone
from django_tasks import task

from catalog.models.upcoming import UpcomingRelease, UpcomingState

RETRY_DELAY = timedelta(minutes=2)
"""After which it is asked again whether what was due is published."""


def schedule_task(upcoming: UpcomingRelease) -> None:
    """Have a worker look at a scheduled release when it is due, and once more should it die with the first look."""
    assert upcoming.due_at is not None
    for when in (upcoming.due_at, upcoming.due_at + RETRY_DELAY):
        publish_if_due.using(run_after=when).enqueue(upcoming.pk)


@task()
def publish_if_due(number: int) -> None:
    """Publish the upcoming release of that number if it is due."""
    from .upcoming_releases import publish_due

    now = timezone.now()
    if not UpcomingRelease.objects.filter(pk=number, state=UpcomingState.SCHEDULED, due_at__lte=now).exists():
        return
    publish_if_due.using(run_after=now + RETRY_DELAY).enqueue(number)
    publish_due(number)

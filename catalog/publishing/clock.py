"""Publishing when it is due: a task in the queue that `db_worker` takes up when its time has come.

Several workers, a worker that dies in the middle, and a schedule that was changed all come out right, because a tick
only asks (`gathering.publish_due`), and before it asks sets the next one in case it does not live to see the end.
"""

from datetime import timedelta

from django.utils import timezone
from django_tasks import task

from catalog.gathered import Going, UpcomingRelease

AGAIN = timedelta(minutes=2)
"""After which it is asked again whether what was due is published."""


def set_for(upcoming: UpcomingRelease) -> None:
    """Have a worker look at an upcoming release when it is due."""
    tick.using(run_after=upcoming.due_at).enqueue(upcoming.pk)


@task()
def tick(number: int) -> None:
    """Publish the upcoming release of that number if it is due."""
    from .gathering import publish_due

    now = timezone.now()
    if not UpcomingRelease.objects.filter(pk=number, state=Going.SCHEDULED, due_at__lte=now).exists():
        return
    tick.using(run_after=now + AGAIN).enqueue(number)
    publish_due(number)

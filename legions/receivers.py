"""Signal receivers for published releases and stopped schedules (`catalog.publishing.signals`)."""

from typing import Any

from django.dispatch import receiver

from catalog.models import Release
from catalog.models.upcoming import UpcomingRelease
from catalog.publishing.signals import release_published, schedule_stopped


@receiver(release_published, dispatch_uid="legions.note_webhooks")
def note_webhooks(release: Release, **kwargs: Any) -> None:
    """Store a message for every active webhook."""
    from legions.webhooks import delivery

    delivery.note_release(release)


@receiver(release_published, dispatch_uid="legions.note_watches")
def note_watches(release: Release, **kwargs: Any) -> None:
    """Move watches to renamed documents, and enqueue the notices of what is watched."""
    from legions.watching import notices

    notices.note_release(release)


@receiver(release_published, dispatch_uid="legions.notify_owners")
def notify_owners(release: Release, **kwargs: Any) -> None:
    """Enqueue mails to subscribed owners whose verdicts change."""
    from legions.notifications import verdict_changes

    verdict_changes.enqueue_notifications(release)


@receiver(schedule_stopped, dispatch_uid="legions.notify_scheduler")
def notify_scheduler(upcoming: UpcomingRelease, **kwargs: Any) -> None:
    """Queue a mail to the curator who scheduled the release."""
    from legions.notifications import stopped_schedules

    stopped_schedules.enqueue_notification(upcoming)

"""Previews of the effects of upcoming releases on the data of other apps: computed by a worker, shown in the admin.

Each app computes its part in its extension (`catalog.extensions`).
"""

import logging
import time
from typing import Any

from django.contrib.auth.models import User
from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone
from django_tasks import task

from catalog import audit
from catalog.extensions import catalog_extensions
from catalog.models.upcoming import PreviewState, ReleasePreview, UpcomingRelease
from catalog.publishing.upcoming_releases import audit_label, release_plan, release_token

log = logging.getLogger(__name__)
MAX_PREVIEWS = 5
"""The number of previews kept per release."""
HEARTBEAT_SECONDS = 0.5
"""The seconds between two progress updates."""


class Cancelled(Exception):
    """The preview was cancelled."""


def request_preview(upcoming: UpcomingRelease, *, by: User | None) -> ReleasePreview:
    """Have a worker compute the preview of an upcoming release; a running one is cancelled."""
    with transaction.atomic():
        old = list(upcoming.previews.values_list("pk", flat=True)[MAX_PREVIEWS - 1 :])
        ReleasePreview.objects.filter(pk__in=old).delete()
        _stop(upcoming)
        preview = ReleasePreview.objects.create(upcoming=upcoming, mark=release_token(upcoming))
        audit.log_action("preview asked for", by=by, of=audit_label(upcoming), after={"mark": preview.mark})
        compute_preview.enqueue(preview.key)
    return preview


def preview_results(preview: ReleasePreview) -> list[tuple[str, Any]]:
    """Return the result of each app, with the template that shows it."""
    return [
        (one.preview_template, preview.told[one.preview_name])
        for one in catalog_extensions()
        if one.preview_name in preview.told
    ]


def cancel_preview(upcoming: UpcomingRelease, *, by: User | None) -> bool:
    """Cancel the running preview; return whether there was one."""
    with transaction.atomic():
        stopped = _stop(upcoming)
        if stopped:
            audit.log_action("preview cancelled", by=by, of=audit_label(upcoming))
    return stopped


def _stop(upcoming: UpcomingRelease) -> bool:
    at_work = upcoming.previews.filter(state__in=[PreviewState.WAITING, PreviewState.RUNNING])
    return bool(at_work.update(state=PreviewState.CANCELLED))


@task()
def compute_preview(key: str) -> None:
    """Compute the preview with this key unless it was cancelled. The task can be run again if its worker has died."""
    found = ReleasePreview.objects.filter(key=key)
    begun = found.filter(state__in=[PreviewState.WAITING, PreviewState.RUNNING])
    if not begun.update(state=PreviewState.RUNNING, heard_at=timezone.now()):
        return
    running = found.filter(state=PreviewState.RUNNING)
    preview = found.select_related("upcoming").get()
    summaries: dict[str, Any] = {}
    spoken = time.monotonic()

    def heartbeat(done: int, total: int) -> None:
        nonlocal spoken
        if time.monotonic() - spoken >= HEARTBEAT_SECONDS:
            spoken = time.monotonic()
            if not running.update(done=done, total=total, heard_at=timezone.now()):
                raise Cancelled

    try:
        now, plan = release_token(preview.upcoming), release_plan(preview.upcoming)
        for extension in catalog_extensions():
            if extension.preview_name:
                summaries[extension.preview_name] = extension.preview(plan, heartbeat)
    except Cancelled:
        return
    except (OperationalError, InterfaceError):
        raise  # the worker runs the task again
    except Exception:
        log.exception("What a release would do could not be found out.")
        running.update(state=PreviewState.FAILED, heard_at=timezone.now())
        raise
    running.update(state=PreviewState.DONE, told=summaries, mark=now, heard_at=timezone.now())

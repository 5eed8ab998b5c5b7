"""What an upcoming release would do to what other apps keep: worked out in the background, told on the catalog's pages.

An app registers a `Source` in its own `admin` module; the catalog asks all of them and knows none by name.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone
from django_tasks import task

from catalog import audit
from catalog.models.upcoming import ReleasePreview, UpcomingRelease, Work

from .gathering import called, mark, planned
from .plans import Plan

log = logging.getLogger(__name__)
KEPT = 5
"""How many previews of a release are kept."""
EVERY = 0.5
"""Seconds between two words about how far it is."""

Heard = Callable[[int, int], None]
"""Told how much is done, and of how much; raises Cancelled when nobody wants it any more."""


class Cancelled(Exception):
    """Nobody wants the preview any more."""


@dataclass(frozen=True, slots=True)
class Source:
    """Somebody who knows what a plan would do: `tell` says it as JSON, `template` shows that as `told`."""

    name: str
    tell: Callable[[Plan, Heard], dict[str, Any]]
    template: str


SOURCES: list[Source] = []


def register(source: Source) -> None:
    """Ask this source, too, from now on."""
    SOURCES.append(source)


def ask(upcoming: UpcomingRelease, *, by: AbstractBaseUser | None) -> ReleasePreview:
    """Have a worker find out what publishing an upcoming release would do, in place of whatever is worked on."""
    with transaction.atomic():
        old = list(upcoming.previews.values_list("pk", flat=True)[KEPT - 1 :])
        ReleasePreview.objects.filter(pk__in=old).delete()
        _stop(upcoming)
        preview = ReleasePreview.objects.create(upcoming=upcoming, mark=mark(upcoming))
        audit.note("preview asked for", by=by, of=called(upcoming), after={"mark": preview.mark})
        work.enqueue(preview.key)
    return preview


def told(preview: ReleasePreview) -> list[tuple[str, Any]]:
    """Return what each source said, with the template that shows it."""
    return [(one.template, preview.told[one.name]) for one in SOURCES if one.name in preview.told]


def cancel(upcoming: UpcomingRelease, *, by: AbstractBaseUser | None) -> bool:
    """Want the preview that is worked on no more; return whether there was one."""
    with transaction.atomic():
        stopped = _stop(upcoming)
        if stopped:
            audit.note("preview cancelled", by=by, of=called(upcoming))
    return stopped


def _stop(upcoming: UpcomingRelease) -> bool:
    at_work = upcoming.previews.filter(state__in=[Work.WAITING, Work.RUNNING])
    return bool(at_work.update(state=Work.CANCELLED))


@task()
def work(key: str) -> None:
    """Work out the preview of that key, unless it was cancelled. It is begun again where its worker is gone."""
    found = ReleasePreview.objects.filter(key=key)
    begun = found.filter(state__in=[Work.WAITING, Work.RUNNING])
    if not begun.update(state=Work.RUNNING, heard_at=timezone.now()):
        return
    running = found.filter(state=Work.RUNNING)
    preview = found.select_related("upcoming").get()
    said: dict[str, Any] = {}
    spoken = time.monotonic()

    def heard(done: int, total: int) -> None:
        nonlocal spoken
        if time.monotonic() - spoken >= EVERY:
            spoken = time.monotonic()
            if not running.update(done=done, total=total, heard_at=timezone.now()):
                raise Cancelled

    try:
        now, plan = mark(preview.upcoming), planned(preview.upcoming)
        for source in SOURCES:
            said[source.name] = source.tell(plan, heard)
    except Cancelled:
        return
    except (OperationalError, InterfaceError):
        raise  # the worker begins it again
    except Exception:
        log.exception("What a release would do could not be found out.")
        running.update(state=Work.FAILED, heard_at=timezone.now())
        raise
    running.update(state=Work.DONE, told=said, mark=now, heard_at=timezone.now())

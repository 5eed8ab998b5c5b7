"""Who is told that a release is published, or that one was not when it was due.

An app registers a `ReleaseListener` when it is made ready; publishing calls all of them and knows none by name. They
are called in the transaction that publishes, or stops a schedule: what a listener writes is there when the release is,
and not without it. So none does more than note what is to be done.
"""

from collections.abc import Callable

from catalog.models import Release
from catalog.models.upcoming import UpcomingRelease

ReleaseListener = Callable[[Release], None]
StopListener = Callable[[UpcomingRelease], None]

_LISTENERS: list[ReleaseListener] = []
_STOP_LISTENERS: list[StopListener] = []


def on_release_published(listener: ReleaseListener) -> None:
    """Tell this listener, too, from now on."""
    _LISTENERS.append(listener)


def send_release_published(release: Release) -> None:
    """Tell every listener that all of `release` is written."""
    for listener in _LISTENERS:
        listener(release)


def on_schedule_stopped(listener: StopListener) -> None:
    """Tell this listener, too, from now on, of a schedule that stops."""
    _STOP_LISTENERS.append(listener)


def send_schedule_stopped(upcoming: UpcomingRelease) -> None:
    """Tell every such listener that a release was not published when it was due; `stopped` says why."""
    for listener in _STOP_LISTENERS:
        listener(upcoming)

"""The signals of publishing, by which the apps above the catalog hear of it; they connect in `AppConfig.ready`.

Both are sent inside the transaction that publishes or stops a schedule, and an exception in a receiver rolls it back:
what a receiver writes is there exactly when the release is. So a receiver only writes down what is to be done, or
enqueues a task.
"""

from django.dispatch import Signal

release_published = Signal()
"""All of a release is written. Sent by `Release` with `release`."""

schedule_stopped = Signal()
"""A release could not be published when it was due. Sent by `UpcomingRelease` with `upcoming`, which says why."""

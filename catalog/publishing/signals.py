"""Signals of publishing for the apps above the catalog, which connect in `AppConfig.ready`.

Both are sent inside the transaction, and an exception in a receiver rolls it back: the receiver's writes are committed
together with the release. So a receiver should only write to the database or enqueue a task.
"""

from django.dispatch import Signal

release_published = Signal()
"""A release was written. Sent by `Release` with `release`."""

schedule_stopped = Signal()
"""A release could not be published when due. Sent by `UpcomingRelease` with `upcoming`, which has the reasons."""

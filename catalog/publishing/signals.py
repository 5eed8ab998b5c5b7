"""Signals of publishing for the apps above the catalog, which connect to them in their `receivers` modules.

Both are sent inside the transaction, and an exception in a receiver rolls it back: the receiver's writes are committed
together with the release. So a receiver should only write to the database or enqueue a task.
"""

from django.dispatch import Signal

release_published = Signal()
"""A release was written. Sent by `models.Release` with `release`."""

schedule_stopped = Signal()
"""A release could not be published when due. Sent by `models.UpcomingRelease`; `upcoming` has the reasons."""

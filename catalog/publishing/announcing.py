"""Who is told that a release is published.

An app registers a `Listener` when it is made ready; publishing calls all of them and knows none by name. They are
called in the transaction that publishes: what a listener writes is there when the release is, and not without it. So
none does more than note what is to be done.
"""

from collections.abc import Callable

from catalog.models import Release

Listener = Callable[[Release], None]

_LISTENERS: list[Listener] = []


def register(listener: Listener) -> None:
    """Tell this listener, too, from now on."""
    _LISTENERS.append(listener)


def announce(release: Release) -> None:
    """Tell every listener that all of `release` is written."""
    for listener in _LISTENERS:
        listener(release)

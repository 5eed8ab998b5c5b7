"""Releases: what was published when, and why."""

from datetime import datetime
from typing import Any

from django.db.models import Count, QuerySet
from django.http import Http404

from catalog.models import Release

from ..kept import Answer, mark
from ..renderers import dumps
from ..snapshots import LARGEST, Snapshot
from .base import Reading
from .listing import Listing, Row, refused


def _up_to(snapshot: Snapshot) -> QuerySet[Release]:
    return Release.objects.filter(number__lte=snapshot.release).annotate(revisions=Count("brought"))


def written(at: datetime) -> str:
    """Return a moment as the API writes it."""
    return at.isoformat(timespec="seconds").replace("+00:00", "Z")


def published(release: Release) -> str:
    """Return when a release was published, as it is written."""
    return written(release.published_at)


def _text(release: Any) -> str:
    """Return a release as JSON. Who published is the curators' business and not part of it."""
    return dumps(
        {
            "number": release.number,
            "published_at": published(release),
            "why": release.why,
            "revisions": release.revisions,
        }
    ).decode()


class Releases(Listing):
    """The releases up to the one asked for, the newest first."""

    def rows(self, snapshot: Snapshot, after: str | None, most: int) -> list[Row]:
        """Return the releases before number `after`."""
        found = _up_to(snapshot).order_by("-number")
        if after is not None:
            if not after.isdecimal() or int(after) > LARGEST:
                raise refused("This cursor is of another list.")
            found = found.filter(number__lt=int(after))
        return [Row(str(release.number), _text(release)) for release in found[:most]]


class OneRelease(Reading):
    """One release."""

    def answer(self, snapshot: Snapshot, **address: Any) -> Answer:
        """Return the release of that number. Raises Http404."""
        number = address["number"]
        for release in _up_to(snapshot).filter(number=min(number, LARGEST)):
            body = _text(release).encode()
            return Answer(body, mark(body))
        raise Http404(f"There is no release {number} up to release {snapshot.release}.")

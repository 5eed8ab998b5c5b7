"""API views of releases."""

from datetime import datetime
from typing import Any

from django.db.models import Count, QuerySet
from django.http import Http404
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.api_base.openapi.operations import component, errors
from catalog.api_base.pagination import CursorListView, Row, invalid_cursor
from catalog.api_base.renderers import dumps
from catalog.api_base.response_cache import CachedResponse, digest_etag
from catalog.api_base.views import CACHE_NEWEST, BaseAPIView, CachedReadView, conditional_response
from catalog.models import Release
from catalog.publishing.release_changesets import PublishedChangeset, changesets_of
from catalog.snapshots import MAX_NUMBER, Snapshot


def _up_to(snapshot: Snapshot) -> QuerySet[Release]:
    return Release.objects.filter(number__lte=snapshot.release).annotate(revisions=Count("brought"))


def format_time(moment: datetime) -> str:
    """Return a time in the API's format."""
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z")


def publication_time(release: Release) -> str:
    """Return the time of publication of a release in the API's format."""
    return format_time(release.published_at)


def _text(release: Any) -> str:
    """Return a release as JSON. The publisher is internal to the curators and left out."""
    return dumps(
        {
            "number": release.number,
            "published_at": publication_time(release),
            "why": release.why,
            "revisions": release.revisions,
        }
    ).decode()


@extend_schema_view(
    get=extend_schema(
        operation_id="listReleases",
        summary="List the releases",
        tags=["Catalog"],
        responses={200: component("ReleaseList")},
    )
)
class ReleaseListView(CursorListView):
    """The releases up to the requested one, the newest first."""

    def rows(self, snapshot: Snapshot, after: str | None, most: int) -> list[Row]:
        """Return the releases before number `after`, the newest first."""
        found = _up_to(snapshot).order_by("-number")
        if after is not None:
            if not after.isdecimal() or int(after) > MAX_NUMBER:
                raise invalid_cursor("This cursor is of another list.")
            found = found.filter(number__lt=int(after))
        return [Row(str(release.number), _text(release)) for release in found[:most]]


@extend_schema_view(
    get=extend_schema(
        operation_id="getRelease",
        summary="Read a release",
        tags=["Catalog"],
        responses={200: component("Release"), **errors("not-found")},
    )
)
class ReleaseView(CachedReadView):
    """One release."""

    def make_response(self, snapshot: Snapshot, **address: Any) -> CachedResponse:
        """Return the release with the number in the address. Raises Http404."""
        number = address["number"]
        for release in _up_to(snapshot).filter(number=min(number, MAX_NUMBER)):
            body = _text(release).encode()
            return CachedResponse(body, digest_etag(body))
        raise Http404(f"There is no release {number} up to release {snapshot.release}.")


class ReleaseChangesetsView(BaseAPIView):
    """The changesets of a release: what belongs together, why, and how many documents it changed.

    The largest come first; `more` counts those beyond 50. A title is null while it may be that of an unpublished draft.
    Curators can still correct titles, so the response is not part of the immutable release. Authors are left out.
    """

    parameters = ()
    response_headers = ("ETag",)
    any_origin = True

    @extend_schema(
        operation_id="listReleaseChangesets",
        summary="List the changesets of a release",
        tags=["Catalog"],
        responses={200: component("ReleaseChangesets"), **errors("not-found")},
    )
    def get(self, request: Request, number: int) -> Response:
        """Return the changesets of a release. Raises Http404."""
        release = Release.objects.filter(number=min(number, MAX_NUMBER)).first()
        if release is None:
            raise Http404(f"There is no release {number}.")
        found = changesets_of(release)
        results = [_changeset(one) for one in found.shown]
        body = dumps({"release": release.number, "results": results, "more": found.more})
        return conditional_response(request, CachedResponse(body, digest_etag(body)), {"Cache-Control": CACHE_NEWEST})


def _changeset(changeset: PublishedChangeset) -> dict[str, Any]:
    """Return a changeset without its author, who is internal to the curators or public on pages of their own."""
    return {
        "title": changeset.title or None,
        "origin": changeset.origin,
        "documents": changeset.documents,
        "reasons": list(changeset.reasons),
        "more_reasons": changeset.more_reasons,
    }

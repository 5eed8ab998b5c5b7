"""API views of the catalog files: the list of files, and each file."""

from collections.abc import Iterator
from typing import Any

from django.http import Http404
from django.urls import reverse
from drf_spectacular.utils import extend_schema, extend_schema_view

from catalog.api import bulk_files
from catalog.api.bulk_files import ENCODINGS, CatalogFile
from catalog.api.releases import publication_time
from catalog.api_base.openapi.operations import component, errors
from catalog.api_base.renderers import BytesRenderer, CanonicalJSONRenderer, LinesRenderer, dumps
from catalog.api_base.response_cache import CachedResponse, digest_etag
from catalog.api_base.views import CachedReadView
from catalog.models import Release
from catalog.snapshots import Snapshot


@extend_schema_view(
    get=extend_schema(
        operation_id="listFiles",
        summary="List the files of the whole catalog",
        tags=["Catalog"],
        responses={200: component("BulkList")},
    )
)
class BulkListView(CachedReadView):
    """The files of a release, one for each game and kind: JSON lines and one JSON document, plain and compressed.

    Each file has its size, its SHA-256, its number of documents, and the schema of the documents with its digest. The
    same documents always give the same bytes: a file whose SHA-256 you have need not be downloaded again, although its
    release differs. `notice` of each game names the owner of its trademarks.
    """

    throttle_scope = "mirroring"  # files of a release that were not requested lately are generated again

    def make_response(self, snapshot: Snapshot, **address: Any) -> CachedResponse:
        release = Release.objects.filter(number=snapshot.release).first()
        body = dumps(
            {
                "release": snapshot.release,
                "published_at": publication_time(release) if release else None,
                "files": [entry(one, snapshot.release) for one in _files(snapshot)],
            }
        )
        return CachedResponse(body, digest_etag(body))


def _files(snapshot: Snapshot) -> Iterator[CatalogFile]:
    for game, kind in bulk_files.kinds(snapshot):
        yield from bulk_files.files(snapshot, game, kind).values()


def entry(file: CatalogFile, release: int) -> dict[str, Any]:
    """Return the entry of a file in the list."""
    schema, version = bulk_files.schema_of(file.game, file.kind)
    form, dot, ending = file.form.partition(".")
    address = reverse("api-bulk-file", kwargs={"game": file.game, "kind": file.kind, "form": file.form})
    return {
        "game": file.game,
        "kind": file.kind,
        "form": form,
        "encoding": ENCODINGS[dot + ending],
        "address": f"{address}?release={release}",
        "media_type": file.media_type,
        "size": len(file.body),
        "sha256": file.sha256,
        "count": file.document_count,
        "schema": schema,
        "schema_sha256": version,
    }


class GzipRenderer(BytesRenderer):
    """The media type of a file that is compressed by gzip."""

    media_type = bulk_files.GZIP
    format = "gz"


class BrotliRenderer(BytesRenderer):
    """The media type of a file that is compressed by brotli."""

    media_type = bulk_files.BROTLI
    format = "br"


@extend_schema_view(
    get=extend_schema(
        operation_id="getFile",
        summary="Read all documents of a kind",
        tags=["Catalog"],
        responses={
            200: component("BulkFile"),
            (200, LinesRenderer.media_type): component("AnyDocument"),
            (200, bulk_files.GZIP): component("Compressed"),
            (200, bulk_files.BROTLI): component("Compressed"),
            **errors("not-found"),
        },
    )
)
class BulkFileView(CachedReadView):
    """All documents of one kind in a game, by slug: one per line as `jsonl`, or under `results` as `json`.

    With `.gz` or `.br` at the end the file is compressed. The compression is part of the file, not an encoding of the
    response.
    """

    throttle_scope = "mirroring"
    renderer_classes = (CanonicalJSONRenderer, LinesRenderer, GzipRenderer, BrotliRenderer)

    def make_response(self, snapshot: Snapshot, **address: Any) -> CachedResponse:
        """Return the file. Raises Http404."""
        file = bulk_files.files(snapshot, address["game"], address["kind"]).get(address["form"])
        if file is None:
            raise Http404(
                f"There is no such file in release {snapshot.release}. The list of files names those there are."
            )
        return CachedResponse(file.body, digest_etag(file.body), content_type=file.media_type)

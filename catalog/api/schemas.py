"""API views of the JSON Schemas. The address of a schema is its `$id`."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema, extend_schema_view

from catalog import documents
from catalog.api_base.openapi.operations import component, errors
from catalog.api_base.pagination import CursorListView, Row
from catalog.api_base.renderers import CanonicalJSONRenderer, dumps
from catalog.api_base.response_cache import CachedResponse, digest_etag
from catalog.api_base.views import CachedReadView
from catalog.snapshots import Snapshot


@extend_schema_view(
    get=extend_schema(
        operation_id="listSchemas",
        summary="List the schemas",
        tags=["Catalog"],
        responses={200: component("SchemaList")},
    )
)
class SchemaListView(CursorListView):
    """The list of all schemas."""

    def rows(self, snapshot: Snapshot, after: str | None, most: int) -> list[Row]:
        """Return the schemas, sorted by path."""
        paths = [path for path in sorted(documents.load_schemas()) if after is None or path > after]
        return [Row(path, dumps(entry(path)).decode()) for path in paths[:most]]


def entry(path: str) -> dict[str, str]:
    """Return the entry of a schema in the list."""
    schema = documents.load_schemas()[path]
    return {"path": path, **{key: schema[key] for key in ("$id", "title", "description")}}


class SchemaRenderer(CanonicalJSONRenderer):
    """The media type of schemas. A request for plain JSON gets the schema as well."""

    media_type = "application/schema+json"
    format = "schema"


@extend_schema_view(
    get=extend_schema(
        operation_id="getSchema",
        summary="Read a schema",
        tags=["Catalog"],
        responses={200: component("Schema"), **errors("not-found")},
    )
)
class SchemaView(CachedReadView):
    """A schema, byte for byte as stored."""

    renderer_classes = (SchemaRenderer, CanonicalJSONRenderer)

    def make_response(self, snapshot: Snapshot, **address: Any) -> CachedResponse:
        """Return the file of the schema. Raises Http404."""
        path = f"{address['path']}.schema.json"
        if path not in documents.load_schemas():
            raise Http404(f"There is no schema “{path}”.")
        body = (documents.SCHEMA_DIR / path).read_bytes()
        return CachedResponse(body, digest_etag(body), content_type=SchemaRenderer.media_type)

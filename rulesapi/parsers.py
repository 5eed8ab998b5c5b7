"""How the API reads a body: through the catalog's guard, and never more of it than is allowed."""

from typing import Any

from rest_framework.parsers import BaseParser

from catalog import guard
from catalog.faults import Fault, Malformed


class GuardedJSONParser(BaseParser):
    """JSON of limited size and shape. A view may say `body_limit` (bytes) and `batch` (an array of documents)."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: dict[str, Any] | None = None) -> Any:
        """Return the parsed body.

        Raises Malformed: `too-large` (413), `unsupported-media-type` (415) for a compressed body, `malformed-json`.
        """
        view = (parser_context or {}).get("view")
        encoding = stream.META.get("HTTP_CONTENT_ENCODING", "")
        if encoding.strip().lower() not in ("", "identity"):
            message = f"Send the body as it is; the content encoding {encoding[:40]} is not read."
            raise Malformed("unsupported-media-type", [Fault("", "compressed", message)], status=415)
        limit = getattr(view, "body_limit", guard.BODY_LIMIT)
        raw = stream.read(limit + 1)
        if len(raw) > limit:
            raise too_large(limit)
        return guard.loads(raw, limit=limit, batch=getattr(view, "batch", None))


def too_large(limit: int) -> Malformed:
    """Return the refusal of a body of more than `limit` bytes."""
    return Malformed("too-large", [Fault("", "too-large", f"At most {limit:,} bytes are read.")], status=413)

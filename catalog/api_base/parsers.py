"""Parsers of request bodies, with limits on size and shape."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from rest_framework.parsers import BaseParser

from catalog.documents import json_input
from catalog.documents.errors import Fault, InvalidInput

_CHUNK_BYTES = 64 * 1024
"""Bytes that are read before the lines in them are parsed."""


class GuardedJSONParser(BaseParser):
    """JSON of limited size and shape.

    A view that takes many documents in one body names their array in `batch`. Such a body may be larger. A view that
    takes a text of any length names its field in `long_text`.
    """

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        """Return the parsed body.

        Raises InvalidInput `too-large` (413), `unsupported-media-type` (415) for a compressed body, and
        `malformed-json`.
        """
        _check_encoding(stream)
        view = (parser_context or {}).get("view")
        batch, long_text = getattr(view, "batch", None), getattr(view, "long_text", None)
        limit = json_input.BATCH_LIMIT if batch else json_input.BODY_LIMIT
        raw = stream.read(limit + 1)
        if len(raw) > limit:
            raise _too_large(limit)
        value = json_input.loads(raw, limit=limit, batch=batch, long_text=long_text)
        if len(raw) > json_input.BODY_LIMIT and not (isinstance(value, dict) and batch in value):
            raise _too_large(json_input.BODY_LIMIT)
        return value


class LinesParser(BaseParser):
    """JSON documents, one on each line, parsed lazily."""

    media_type = "application/x-ndjson"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        """Return an iterator of the documents.

        Raises InvalidInput `unsupported-media-type` (415) for a compressed body.
        """
        _check_encoding(stream)
        return parse_lines(stream.read)


def parse_lines(read: Callable[[int], bytes]) -> Iterator[Any | InvalidInput]:
    """Yield the JSON of each line that is not empty, or its error. A line that is too long only affects itself.

    `read` returns up to the given number of bytes, and none at the end. It is used because not every server splits
    lines correctly. Raises InvalidInput `too-large` if all lines together exceed the limit.
    """
    for raw in _split_lines(_limited_chunks(read)):
        if raw.strip():
            yield _parse_line(raw)


def _split_lines(parts: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the lines in these bytes. A line that is too long is cut just beyond the limit."""
    begun = bytearray()
    for part in parts:
        *ended, rest = part.split(b"\n")
        for piece in ended:
            yield bytes(begun + piece)
            begun.clear()
        if len(begun) <= json_input.BODY_LIMIT:
            begun += rest
    yield bytes(begun)


def _limited_chunks(read: Callable[[int], bytes]) -> Iterator[bytes]:
    """Yield chunks until the end. Raises InvalidInput `too-large` beyond the limit."""
    got = 0
    while part := read(_CHUNK_BYTES):
        got += len(part)
        if got > json_input.BATCH_LIMIT:
            message = f"More than {json_input.BATCH_LIMIT:,} bytes, the most that is read at once. Send the rest apart."
            raise InvalidInput("too-large", [Fault("", "too-large", message)], status=413)
        yield part


def _parse_line(raw: bytes) -> Any | InvalidInput:
    try:
        return json_input.loads(raw)
    except InvalidInput as error:
        return error


def _check_encoding(stream: Any) -> None:
    encoding = stream.META.get("HTTP_CONTENT_ENCODING", "")
    if encoding.strip().lower() not in ("", "identity"):
        message = f"Send the body as it is; the content encoding {encoding[:40]} is not read."
        raise InvalidInput("unsupported-media-type", [Fault("", "compressed", message)], status=415)


def _too_large(limit: int) -> InvalidInput:
    return InvalidInput("too-large", [Fault("", "too-large", f"At most {limit:,} bytes are read.")], status=413)

"""The documents of published cards in memory, parsed once for all caches of the process.

The catalog snapshots of pages and the libraries of the engine both keep the documents of their cards. A game may have
ten thousand cards, so they share the documents, and equal parts of documents that are read together are stored once: a
card takes 1.6 kB instead of two times 5.4 kB. Nobody may change such a document.
"""

from collections.abc import Collection
from typing import Any
from weakref import WeakValueDictionary

import orjson

from catalog.models import RevisionQuerySet
from rulesapi.judging.release_cache import RevisionKey

_MAX_READ_BY_ID = 400
"""The maximum number of revisions that are read by id. If more are wanted, all of a release are read."""
_ROWS_PER_CHUNK = 500


class ParsedDocument(dict[str, Any]):
    """A document of a published revision, which stays in memory as long as a cache has it."""

    __slots__ = ("__weakref__",)


_documents: WeakValueDictionary[RevisionKey, ParsedDocument] = WeakValueDictionary()


def read_documents(
    revisions: RevisionQuerySet, wanted: Collection[RevisionKey] | None = None
) -> dict[RevisionKey, ParsedDocument]:
    """Return the documents of published revisions by key, with one query; of all, or of the `wanted` ones."""
    if wanted is None:
        return _read(revisions)
    if len(wanted) > _MAX_READ_BY_ID:
        read = _read(revisions)
        return {key: read[key] for key in wanted if key in read}
    return _read(revisions.filter(pk__in=[pk for pk, _created_at in wanted]))


def _read(revisions: RevisionQuerySet) -> dict[RevisionKey, ParsedDocument]:
    pool: dict[str | bytes, Any] = {}
    documents: dict[RevisionKey, ParsedDocument] = {}
    rows = revisions.values_list("pk", "created_at", "text")
    for pk, created_at, text in rows.iterator(chunk_size=_ROWS_PER_CHUNK):
        key = pk, created_at
        documents[key] = _documents.get(key) or _documents.setdefault(key, _parsed(text, pool))
    return documents


def _parsed(text: str, pool: dict[str | bytes, Any]) -> ParsedDocument:
    return ParsedDocument((key, _pooled(value, pool)) for key, value in orjson.loads(text).items())


def _pooled(value: Any, pool: dict[str | bytes, Any]) -> Any:
    """Return the value of the pool that equals a part of a document, after adding it if there is none."""
    if isinstance(value, str):
        return pool.setdefault(value, value)
    if isinstance(value, list):
        return pool.setdefault(orjson.dumps(value), [_pooled(item, pool) for item in value])
    if isinstance(value, dict):
        return pool.setdefault(orjson.dumps(value), {key: _pooled(item, pool) for key, item in value.items()})
    return value

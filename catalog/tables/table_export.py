"""Export of the documents of one kind as a file with a row per document and a column per fact; it can be imported
unchanged.
"""

from collections.abc import Iterable
from typing import Any

from catalog.models import Revision
from catalog.tables import columns, file_formats
from catalog.tables.import_plan import cells_of


def documents_of(game: str, kind: str, release: int | None = None) -> list[dict[str, Any]]:
    """Return the documents of one kind by slug: those of a release, or without one the drafts and current documents."""
    found = Revision.objects.filter(game=game, kind=kind)
    if release is not None:
        return [one.document for one in found.at(release).only("document").order_by("slug")]
    standing = found.filter(until__isnull=True).only("document", "record_id", "since_id")
    # A draft sorts after its record's published revision, and so replaces it in the dict.
    newest = {
        revision.record_id: revision.document
        for revision in sorted(standing, key=lambda revision: revision.since_id is None)
    }
    return sorted(newest.values(), key=lambda document: document["slug"])


def file_of(documents: Iterable[dict[str, Any]], game: str, kind: str, form: str) -> bytes:
    """Return documents of one kind as a file; `form` is one of `file_formats.FORMATS`."""
    if form == "json":
        return file_formats.write_json(documents)
    known = {column.key: column for column in columns.columns_of(game, kind) if column.property}
    return file_formats.write(
        list(known), (list(cells_of(document, list(known), known)) for document in documents), form
    )

"""What a document was before, and what it is now, to look at."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from catalog import canonical, publishing
from catalog.differences import differences

from .pages import page, record_of, title_of
from .words import in_words


def history(model_admin: Any, request: HttpRequest, pk: int) -> HttpResponse:
    """Show every revision of a document, newest first, each with what it changed."""
    record = record_of(model_admin, request, pk, change=False)
    revisions = list(record.revisions.select_related("by", "since", "until"))
    revisions.sort(key=lambda one: (one.since_id is None, one.since_id))
    entries = []
    before: dict[str, Any] = {}
    for revision in revisions:
        changed = in_words(differences(before, revision.document)) if before else []
        entries.append({"revision": revision, "differences": changed, "first": not before})
        before = revision.document
    entries.reverse()
    return page(
        model_admin,
        request,
        "history",
        f"History of {title_of(record)}",
        original=record,
        entries=entries,
        successor=None if publishing.current(record) else publishing.successor(record),
    )


def document(model_admin: Any, request: HttpRequest, pk: int, revision: int) -> HttpResponse:
    """Answer with one revision's document, spelled as in a file."""
    record = record_of(model_admin, request, pk, change=False)
    found = record.revisions.filter(pk=revision).first()
    if found is None:
        raise Http404("There is no such revision.")
    return HttpResponse(canonical.pretty(found.document), content_type="application/json; charset=utf-8")

"""Repair of the search texts that are stored with revisions."""

from collections.abc import Callable

from django.db import transaction
from django.db.models import QuerySet

from catalog.models import Revision
from catalog.publishing.releases import lock_writers
from catalog.search.card_texts import FORM, search_texts

ROWS_PER_CHUNK = 500
"""The number of revisions read and written at a time."""

Report = Callable[[str, int, int], None]
"""A progress callback: the step, the number done, and the total."""


def outdated_texts() -> QuerySet[Revision]:
    """Return the revisions of cards whose search texts were written by an earlier version of Muster."""
    return Revision.objects.exclude(folded={}).exclude(folded__has_key=FORM)


def refresh_texts(revisions: QuerySet[Revision], progress: Report) -> int:
    """Recompute the search texts of these revisions; return how many were out of date."""
    mended = 0
    pks = list(revisions.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(pks), ROWS_PER_CHUNK):
        progress("Reading revisions", start, len(pks))
        with transaction.atomic():
            lock_writers()
            for one in Revision.objects.filter(pk__in=pks[start : start + ROWS_PER_CHUNK]).only("document", "folded"):
                texts = search_texts(one.document)
                if one.folded != texts:
                    mended += Revision.objects.filter(pk=one.pk).update(folded=texts)
    return mended

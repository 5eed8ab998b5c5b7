"""Rebuilding of derived data: search texts, counts, and permissions of roles."""

from collections.abc import Iterator

from django.db import transaction
from django.db.models import Count, F

from catalog import permissions as catalog_permissions
from catalog import publishing
from catalog.models import Revision
from catalog.pictures import services
from catalog.publishing import Progress, stored_texts
from legions.accounts import account_names
from legions.community.models import Favourite
from legions.saved_lists.models import Legion, search_text
from operations import media_files

ROWS_PER_CHUNK = 500


def rebuild(progress: Progress = publishing.no_progress) -> Iterator[tuple[str, int]]:
    """Rebuild all derived data; yield a description of each part and the number of rows corrected."""
    yield "cards with repaired search texts", stored_texts.refresh_texts(Revision.objects.all(), progress)
    yield "legions with repaired search texts", _words_of_legions(progress)
    yield "legions with corrected counts of favourites", _favourites()
    yield "account names with repaired look-alike forms", account_names.rebuild_skeletons()
    yield "roles with repaired permissions", _roles()
    yield "unreferenced picture files removed", media_files.delete_unreferenced(services.FOLDER)


def _words_of_legions(progress: Progress) -> int:
    mended = 0
    total = Legion.objects.count()
    rows = Legion.objects.order_by("pk").only("document", "searched", "version")
    for number, one in enumerate(rows.iterator(chunk_size=ROWS_PER_CHUNK)):
        if number % ROWS_PER_CHUNK == 0:
            progress("Reading legions", number, total)
        words = search_text(one.document)
        if one.searched != words:  # a concurrent edit writes its own search text
            mended += Legion.objects.filter(pk=one.pk, version=one.version).update(searched=words)
    return mended


def _favourites() -> int:
    mended = 0
    wrong = Legion.objects.annotate(marks=Count("favourites")).exclude(favoured=F("marks"))
    for pk in list(wrong.values_list("pk", flat=True)):
        with transaction.atomic():
            Legion.objects.select_for_update().get(pk=pk)
            mended += Legion.objects.filter(pk=pk).update(favoured=Favourite.objects.filter(legion=pk).count())
    return mended


def _roles() -> int:
    before = catalog_permissions.granted_permissions()
    catalog_permissions.ensure_roles()
    return sum(
        before.get(role) != permissions for role, permissions in catalog_permissions.granted_permissions().items()
    )

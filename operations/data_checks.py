"""Checks of the integrity and consistency of stored data. They only read; `derived_data` repairs derived data."""

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from typing import Any

from django.db import DatabaseError, connection, transaction
from django.db.models import Count, F, OuterRef, Q, Subquery

from catalog import documents, publishing
from catalog.database import structure
from catalog.documents import canonical, provenance
from catalog.models import Contribution, DocumentType, ImportedDocument, Picture, Record, Release, Rendition, Revision
from catalog.pictures import services
from catalog.publishing import Progress
from catalog.publishing.planning import references_of
from catalog.search.card_texts import search_texts
from legions.saved_lists.models import Legion, LegionRevision, search_text
from operations import databases, media_files
from rulesapi.judging.verdicts import LEGION_SCHEMA

ROWS_PER_CHUNK = 500


@dataclass(frozen=True, slots=True)
class DataCheck:
    """A check of the data: its title, and a function that yields one line per fault."""

    title: str
    faults: Callable[[Progress], Iterator[str]]


def all_checks() -> tuple[DataCheck, ...]:
    """Return all checks, in the order in which they run."""
    return (
        DataCheck("Tables are those of this version of Muster", _tables),
        DataCheck("Rows refer to existing rows", _references),
        DataCheck("Every revision follows its schema and equals its served text", _revisions),
        DataCheck("Releases are numbered without gaps, with at most one revision of a document in each", _releases),
        DataCheck("Published documents are consistent", _published),
        DataCheck("Records of imports match their digests", _imported),
        DataCheck("Each published fact has a source or a reason", _sources),
        DataCheck("References of older revisions have been in the catalog", _named_before),
        DataCheck("Offers of players match the digest of their facts", _offers),
        DataCheck("Legions match their newest state", _legions),
        DataCheck("Favourites match their counts", _favourites),
        DataCheck("Shown pictures have their files, and withdrawn ones have none", _pictures),
        DataCheck("Files and rows match", lambda progress: media_files.media_faults()),
    )


def _with_progress(queryset: Any, doing: str, progress: Progress) -> Iterator[Any]:
    total = queryset.count()
    for number, row in enumerate(queryset.iterator(chunk_size=ROWS_PER_CHUNK)):
        if number % ROWS_PER_CHUNK == 0:
            progress(doing, number, total)
        yield row
    progress(doing, total, total)


def _tables(progress: Progress) -> Iterator[str]:
    """Yield the tables, columns, constraints and indexes that are missing or differ from the models."""
    yield from structure.differences()


def _references(progress: Progress) -> Iterator[str]:
    yield from database_faults()


def database_faults() -> Iterator[str]:
    """Yield rows with dangling references, in a database of any version; for SQLite also damage to the file."""
    try:
        if connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA integrity_check(20)")
                yield from (f"SQLite: {message}" for (message,) in cursor.fetchall() if message != "ok")
        connection.check_constraints()
    except (DatabaseError, sqlite3.DatabaseError) as error:
        yield str(error)


def _revisions(progress: Progress) -> Iterator[str]:
    rows = Revision.objects.select_related("record").order_by("pk")
    for one in _with_progress(rows, "Checking revisions", progress):
        yield from (f"{one} (row {one.pk}): {fault}" for fault in _of_revision(one))


def _of_revision(revision: Revision) -> Iterator[str]:
    if faults := documents.faults_in(revision.document):
        yield from (f"{fault.pointer or 'document'}: {fault.message}" for fault in faults)
        return
    if revision.text != canonical.compact(revision.document):
        yield "the served text is not that of the document."
    record = revision.record
    if publishing.identity(revision.document) != (record.game, record.document_type, record.slug):
        yield f"the document belongs to {'/'.join(publishing.identity(revision.document))}."
    if revision.folded != search_texts(revision.document):
        yield "its search text is out of date. Run manage.py rebuild."


def _releases(progress: Progress) -> Iterator[str]:
    numbers = list(Release.objects.order_by("number").values_list("number", flat=True))
    if numbers != list(range(1, len(numbers) + 1)):
        yield f"There are {len(numbers)} releases, and the newest is {numbers[-1]}."
    standing: dict[int, list[tuple[int, int | None]]] = defaultdict(list)
    spans_of = Revision.objects.filter(since__isnull=False).values_list("record", "since", "until")
    for record, first, end in spans_of:
        if first is not None:
            standing[record].append((first, end))
    for record, spans in standing.items():
        spans.sort()
        for (since, until), (following, _) in pairwise(spans):
            if until is None or until > following:
                yield f"{Record.objects.get(pk=record)}: two revisions are in release {following} (since {since})."
    for unwritten in Record.objects.filter(revisions__isnull=True, states__isnull=True):
        yield f"{unwritten}: it has no revision and no draft."


def _published(progress: Progress) -> Iterator[str]:
    in_force = list(Revision.objects.newest().order_by("game", "kind", "slug").values_list("document", flat=True))
    for index, fault in publishing.plan(in_force, progress=progress).faults:
        yield f"{'/'.join(publishing.identity(in_force[index]))}: {fault.pointer or 'document'}: {fault.message}"


def _imported(progress: Progress) -> Iterator[str]:
    release = OuterRef("release")
    published = Revision.objects.filter(record=OuterRef("pk"), since__lte=release)
    published = published.filter(Q(until__isnull=True) | Q(until__gt=release))
    rows = ImportedDocument.objects.annotate(published=Subquery(published.values("text")[:1])).select_related("record")
    for one in _with_progress(rows.order_by("pk"), "Checking imported values", progress):
        if sha256((one.text or one.published or "").encode()).hexdigest() != one.digest:
            yield f"{one}: the imported values do not match their digest. Delete the row, and import again."


def _sources(progress: Progress) -> Iterator[str]:
    in_force = Revision.objects.newest().filter(unsourced_reason="").select_related("record").order_by("pk")
    for one in _with_progress(in_force, "Looking for sources", progress):
        if bare := provenance.unsourced(one.document):
            yield f"{one}: facts without a source: {', '.join(bare)}. Name a source, or give a reason."


def _named_before(progress: Progress) -> Iterator[str]:
    known = set(Record.objects.values_list("game", "document_type", "slug"))
    former = Revision.objects.filter(until__isnull=False)
    for one in _with_progress(former.select_related("record").order_by("pk"), "Checking older revisions", progress):
        if documents.faults_in(one.document, most=1):
            continue  # already reported by the check of revisions
        for pointer, document_type, slug in references_of(one.document):
            if (one.document["game"], document_type, slug) not in known:
                yield f"{one}: {pointer}: the catalog never had the {document_type} “{slug}”."


def _offers(progress: Progress) -> Iterator[str]:
    for one in _with_progress(Contribution.objects.order_by("pk"), "Checking offers", progress):
        if one.digest != sha256(canonical.compact(one.facts).encode()).hexdigest():
            yield f"offer {one.pk}: its digest does not match its facts."


def _legions(progress: Progress) -> Iterator[str]:
    releases = set(Release.objects.values_list("number", flat=True))
    games = set(Record.objects.filter(document_type=DocumentType.GAME).values_list("game", flat=True))
    newest = LegionRevision.objects.filter(number=F("legion__version")).order_by("legion_id")
    states = newest.values_list("legion_id", "document").iterator(chunk_size=ROWS_PER_CHUNK)
    state = next(states, None)
    for legion in _with_progress(Legion.objects.order_by("pk"), "Checking legions", progress):
        while state is not None and state[0].hex < legion.pk.hex:
            state = next(states, None)
        stored = state[1] if state is not None and state[0] == legion.pk else None
        yield from (f"legion {legion.pk}: {fault}" for fault in _of_legion(legion, stored, releases, games))


def _of_legion(legion: Legion, stored: Any, releases: set[int], games: set[str]) -> Iterator[str]:
    if stored != legion.document:
        yield "its document is not that of its newest state."
    if faults := documents.faults_under_schema(LEGION_SCHEMA, legion.document, most=1):
        yield f"{faults[0].pointer or 'document'}: {faults[0].message}"
        return
    if legion.game not in games or legion.game != legion.document["game"]:
        yield f"the catalog has no game “{legion.game}”, or its document names another."
    if legion.document.get("release", 1) not in releases:
        yield f"there is no release {legion.document['release']}."
    if legion.searched != search_text(legion.document):
        yield "its search text is out of date. Run manage.py rebuild."


def _favourites(progress: Progress) -> Iterator[str]:
    # Grouped by two columns: all of them would be sorted with the documents.
    counted = Legion.objects.values_list("pk", "favoured").annotate(marks=Count("favourites"))
    for legion, favoured, marks in counted.exclude(favoured=F("marks")).order_by("pk"):
        yield f"legion {legion}: {favoured} are counted, but there are {marks}. Run manage.py rebuild."


def _pictures(progress: Progress) -> Iterator[str]:
    pictures = Picture.objects.annotate(files=Count("renditions")).select_related("record")
    for one in pictures.filter(withdrawn_at__isnull=True, files=0).order_by("pk"):
        yield f"{one}: it is shown but has no files. Withdraw it, or add it again."
    for one in pictures.filter(withdrawn_at__isnull=False, files__gt=0).order_by("pk"):
        yield f"{one}: it is withdrawn but still has files."
    for file in _with_progress(
        Rendition.objects.select_related("picture__record").order_by("pk"), "Reading pictures", progress
    ):
        body = services.rendition_bytes(file)
        if body is not None and sha256(body).hexdigest() != file.digest:
            yield f"{file.picture}: the file {file.file.name} does not match its digest."


def run_checks(progress: Progress) -> Iterator[tuple[DataCheck, list[str]]]:
    """Yield each check with its faults, all read from one snapshot of the database, without blocking writers."""
    with databases.read_from_snapshot():
        for check in all_checks():
            yield check, _run_check(check, progress)


def _run_check(check: DataCheck, progress: Progress) -> list[str]:
    """Return the faults found by a check, or the database error if the check cannot run."""
    try:
        with transaction.atomic():
            return list(check.faults(progress))
    except DatabaseError as error:
        return [f"The check failed: {error}"]

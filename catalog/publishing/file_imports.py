"""Imports of catalog files: a release of their changes that keeps what people have changed since the last import.

Each document is merged from three versions: the last import (`ImportedDocument`), the published document, and the file.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from catalog import documents
from catalog.documents import canonical, json_input, merging, provenance
from catalog.documents.differences import ABSENT
from catalog.documents.errors import Fault
from catalog.documents.merging import UNKNOWN, Base, Choice, KeptValue
from catalog.errors import Refused
from catalog.extensions import catalog_extensions
from catalog.models import ImportedDocument, Release, Revision, Stage
from catalog.models.changesets import ChangesetOrigin
from catalog.publishing.bulk_drafts import create_missing_drafts, split_by_draft
from catalog.publishing.planning import (
    CheckedDocuments,
    Document,
    Identity,
    Progress,
    PublicationPlan,
    SourcesHeld,
    check_documents,
    compare,
    former_identities,
    identity,
    no_progress,
    none_held,
)
from catalog.publishing.published_revisions import PublishedRevisions
from catalog.publishing.referable_drafts import ReferableDrafts
from catalog.publishing.releases import (
    ROWS_PER_CHUNK,
    carry_out,
    chunks,
    clean_reason,
    clean_unsourced_reason,
    ensure_records,
    lock_writers,
)

MAX_RETIRED = 20
"""The number of missing cards that an import retires at most, unless its options name another."""
CONFLICT_REASON = "The files have other values than what people have published since"


class TooManyRetired(Refused):
    """An import would retire more cards than its options allow; nothing was written."""


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """Options of an import.

    `retire_missing` is the reason for retiring cards that are missing from the files, at most `max_retired` of them;
    None keeps them. `held` returns the pointers of facts whose sources also cover new values. `unsourced_reason` is the
    reason for facts without a source; None skips that check. `choice` selects values of the files that replace people's
    changes. With `draft_conflicts`, conflicting values that are not selected become drafts. With `as_drafts` all
    changes become drafts, which may refer to other drafts. `by` is the author, if known.
    """

    why: str
    retire_missing: str | None = None
    max_retired: int = MAX_RETIRED
    held: SourcesHeld = none_held
    unsourced_reason: str | None = ""
    choice: Choice = merging.keep_all
    draft_conflicts: bool = False
    as_drafts: bool = False
    by: User | None = None

    def cleaned(self) -> "ImportOptions":
        """Return a copy with tidied reasons. Raises InvalidInput for an empty or too long reason."""
        missing, reason = self.retire_missing, self.unsourced_reason
        return replace(
            self,
            why=clean_reason(self.why),
            retire_missing=None if missing is None else clean_reason(missing),
            unsourced_reason=None if reason is None else clean_unsourced_reason(reason),
        )


@dataclass(frozen=True, slots=True)
class KeptDocument:
    """A published document with `values` that people have changed since the last import.

    `proposal` is the document with the files' values for conflicts; None without a conflict. With `whole`, no change of
    the files is applied, since no valid document has the changes of both sides.
    """

    published: Document
    values: list[KeptValue]
    proposal: Document | None
    whole: bool = False


@dataclass(frozen=True, slots=True)
class SparedCard:
    """A card that is missing from the files and stays in use because people created or changed it."""

    document: Document
    is_imported: bool


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """The effects of an import: its publication, and the changes by people that it keeps, by the index of the file.

    `gone` counts the documents in use that were imported before and are missing from these files.
    """

    publication: PublicationPlan
    kept: dict[int, KeptDocument]
    spared: list[SparedCard]
    gone: int

    @property
    def proposals(self) -> list[Document]:
        """The documents of the drafts that would settle the conflicts."""
        return [one.proposal for one in self.kept.values() if one.proposal is not None]


def plan_import(incoming: Sequence[Any], options: ImportOptions, progress: Progress = no_progress) -> ImportPlan:
    """Return the plan of an import. Raises InvalidInput for an empty or too long reason."""
    options = options.cleaned()
    return _Import(check_documents(incoming, progress), options).plan


def import_documents(
    incoming: Sequence[Any], options: ImportOptions, progress: Progress = no_progress
) -> tuple[ImportPlan, Release | None, list[Revision]]:
    """Publish the documents of files and record them as imported, in one transaction.

    Return the plan, the release (None if nothing was published), and existing drafts that prevented drafts of
    conflicts. If the plan has faults, nothing is written. Raises InvalidInput for an empty or too long reason, and
    TooManyRetired.
    """
    options = options.cleaned()
    checked = check_documents(incoming, progress)  # before other writers are locked out
    with transaction.atomic():
        lock_writers()
        importing = _Import(checked, options)
        if importing.plan.publication.faults:
            return importing.plan, None, []
        retired = sum(change.retires for change in importing.plan.publication.changed)
        if options.retire_missing is not None and retired > options.max_retired:
            raise TooManyRetired(str(retired))
        release = importing.publish(progress)
        left = importing.draft_conflicts()
        importing.record(release, left)
    return importing.plan, release, left


def plan_conflict_drafts(plan: ImportPlan) -> tuple[int, list[Revision]]:
    """Return the number of drafts an import would create for conflicts, and the existing drafts that prevent others."""
    free, left = split_by_draft(plan.proposals)
    return len(free), left


def count_news(incoming: Iterable[Any]) -> tuple[int, int]:
    """Return the numbers of new documents and of documents that differ from the last import."""
    given = {identity(one): canonical.compact(json_input.tidy(one)) for one in incoming if _has_identity(one)}
    games = {game for game, _type, _slug in given}
    imported = {key: row.digest for key, row in _imported_documents(games).items()}
    in_force = PublishedRevisions(games)
    in_force.read(given)
    new = changed = 0
    for key, text in given.items():
        if key in imported:
            changed += imported[key] != _digest(text)
        elif key in in_force:
            changed += in_force[key].text != text
        else:
            new += 1
    return new, changed


class _Import:
    """One import: the documents of the files, the versions they are merged with, and the resulting plan."""

    def __init__(self, checked: CheckedDocuments, options: ImportOptions) -> None:
        self.options = options
        self.given = dict(checked.valid)
        games = {document["game"] for document in self.given.values()}
        self.in_force = PublishedRevisions(games)
        self.in_force.read(self.in_force)
        self.imported = _imported_documents(games)
        self.texts = {index: canonical.compact(document) for index, document in self.given.items()}
        successors = {former: key for key, one in self.in_force.items() for former in former_identities(one.document)}
        self.published = {
            index: found
            for index, document in self.given.items()
            if (found := _published(document, self.in_force, successors)) is not None
        }
        covered = {key for document in self.given.values() for key in _identities(document)}
        self.gone = [key for key in self.imported.keys() & self.in_force.keys() - covered if self._is_in_use(key)]
        self.bases = self._bases()
        self.kept: dict[int, KeptDocument] = {}
        merged = [(index, self._merged(index)) for index in self.given]
        publication = self._publication(CheckedDocuments(merged, checked.faults))
        publication.faults = sorted([*publication.faults, *self._draft_faults(dict(merged))], key=lambda pair: pair[0])
        spared = [SparedCard(one.document, identity(one.document) in self.imported) for one in publication.spared]
        self.plan = ImportPlan(publication, self.kept, spared, len(self.gone))

    def publish(self, progress: Progress) -> Release | None:
        """Publish the changes of the plan, if there are any."""
        publication, options = self.plan.publication, self.options
        if not publication.changes:
            return None
        reason = options.unsourced_reason or ""
        return carry_out(
            publication,
            by=options.by,
            why=options.why,
            unsourced_reason=reason,
            progress=progress,
            origin=ChangesetOrigin.FILES,
        )

    def draft_conflicts(self) -> list[Revision]:
        """Create the requested drafts of conflicts; return the existing drafts that prevent others."""
        if not (self.options.draft_conflicts and self.plan.proposals):
            return []
        reason = self.options.unsourced_reason or ""
        _drafts, left = create_missing_drafts(
            self.plan.proposals,
            by=self.options.by,
            why=CONFLICT_REASON,
            held=self.options.held,
            reason_of=lambda _document: reason,
        )
        return left

    def record(self, release: Release | None, left: Collection[Revision]) -> None:
        """Record the contents of the files for the next import. A conflict is settled once its draft exists."""
        number = release.number if release else Release.objects.newest()
        published = {identity(change.document): change.text for change in self.plan.publication.changes}
        undrafted = {identity(draft.document) for draft in left}
        imports: dict[Identity, ImportedDocument] = {}
        for index, document in self.given.items():
            undecided = self._undecided(index, undrafted)
            row = self._row(identity(document), self.texts[index], published, number, undecided)
            if row is not None:
                imports[identity(document)] = row
        for change in self.plan.publication.changed:
            key = identity(change.document)
            if change.retires and key not in imports and key in self.imported and key in self.gone:
                imports[key] = ImportedDocument(digest=_digest(change.text), release_id=number)
        _write(imports)
        former = [key for document in self.given.values() for key in former_identities(document)]
        renamed = [self.imported[key].pk for key in former if key in self.imported and key not in imports]
        for chunk in chunks(renamed):
            ImportedDocument.objects.filter(pk__in=chunk).delete()

    def _is_in_use(self, key: Identity) -> bool:
        return "retired" not in self.in_force[key].document

    def _bases(self) -> dict[Identity, Base]:
        """Return the bases of the merges by identity, for the documents that may need one."""
        rows = {}
        for index, revision in self.published.items():
            row = self._imported(self.given[index])
            if row is not None and revision.text != self.texts[index]:
                rows[identity(revision.document)] = (revision, row)
        if self.options.retire_missing is not None:
            rows |= {key: (self.in_force[key], self.imported[key]) for key in self.gone}
        return _bases_of(rows)

    def _imported(self, document: Document) -> ImportedDocument | None:
        found = (self.imported.get(key) for key in _identities(document))
        return next((row for row in found if row is not None), None)

    def _merged(self, index: int) -> Document:
        """Return the document to publish for a document of the files, and store the changes by people in `kept`."""
        incoming, revision = self.given[index], self.published.get(index)
        if revision is None or revision.text == self.texts[index]:
            return incoming
        base = self.bases.get(identity(revision.document), Base())
        if base.published is revision.document and base.files is revision.document and not base.undecided:
            return incoming  # unchanged since the last import
        published = revision.document
        merged, kept = self._merge(base, published, incoming, self.options.choice)
        if whole := merged is None:
            kept = merging.keep_whole(base, published, incoming)
            wanted = any(map(self.options.choice, kept))
            merged = self._files_version(base, published, incoming) if wanted else published
        if kept:
            proposal = None
            if any(value.is_conflict for value in kept):
                proposal, _taken = self._merge(base, published, incoming, merging.take_conflicts)
                proposal = proposal or self._files_version(base, published, incoming)
            self.kept[index] = KeptDocument(published, kept, proposal, whole)
        assert merged is not None
        return merged

    def _merge(
        self, base: Base, published: Document, incoming: Document, choice: Choice
    ) -> tuple[Document | None, list[KeptValue]]:
        """Return the merged document, None if it would be invalid, and the values that people have changed."""
        try:
            merged, kept = merging.merge(base, published, incoming, choice)
        except merging.Unmergeable:
            return None, []
        return (merged if merged in (published, incoming) or self._is_valid(merged) else None), kept

    def _files_version(self, base: Base, published: Document, incoming: Document) -> Document:
        return merging.merge(base, published, incoming, merging.take_all)[0]

    def _is_valid(self, document: Document) -> bool:
        if documents.faults_in(document):
            return False
        key = (document["game"], "game", document["game"])
        games = [one for one in self.given.values() if identity(one) == key]
        game = games[0] if games else self.in_force[key].document if key in self.in_force else None
        return not any(fault for one in catalog_extensions() for fault in one.document_faults(document, game))

    def _publication(self, merged: CheckedDocuments) -> PublicationPlan:
        reason = self.options.unsourced_reason
        games = {document["game"] for document in self.given.values()}
        return compare(
            merged,
            in_force=self.in_force,
            retire_missing=self.options.retire_missing,
            may_retire=self._may_retire,
            held=self.options.held,
            reason_of=None if reason is None else lambda _document: reason,
            waiting=ReferableDrafts(games, tuple(Stage)) if self.options.as_drafts else None,
        )

    def _may_retire(self, revision: Revision) -> bool:
        """Return whether a missing card may be retired: unchanged since its import, or all of the files' values win."""
        base = self.bases.get(identity(revision.document))
        if base is None:
            return self.options.choice is merging.take_all
        return self.options.choice is merging.take_all or merging.is_same(base.published, revision.document)

    def _draft_faults(self, merged: Mapping[int, Document]) -> Iterator[tuple[int, Fault]]:
        """Yield the faults in the sources of drafts of conflicts."""
        if not self.options.draft_conflicts:
            return
        for index, one in self.kept.items():
            if one.proposal is not None:
                held = self.options.held(one.proposal)
                _settled, faults = provenance.settle_sources(one.proposal, [merged[index]], held)
                yield from ((index, fault) for fault in faults)

    def _undecided(self, index: int, undrafted: Collection[Identity]) -> dict[str, Any]:
        kept = self.kept.get(index)
        if kept is None or self.options.choice is merging.take_all:
            return {}
        if self.options.draft_conflicts and not any(key in undrafted for key in _identities(kept.published)):
            return {}
        return {value.pointer: _stored(value.before) for value in kept.values if value.is_conflict}

    def _row(
        self, key: Identity, text: str, published: Mapping[Identity, str], number: int, undecided: dict[str, Any]
    ) -> ImportedDocument | None:
        """Return the row of a document; None if the stored one is up to date."""
        digest, row = _digest(text), self.imported.get(key)
        if row is not None and row.digest == digest and key not in published:
            if row.undecided == undecided:
                return None
            return ImportedDocument(digest=digest, release_id=row.release_id, text=row.text, undecided=undecided)
        in_release = published[key] if key in published else self.in_force[key].text if key in self.in_force else ""
        return ImportedDocument(
            digest=digest, release_id=number, text="" if in_release == text else text, undecided=undecided
        )


def _has_identity(document: Any) -> bool:
    return isinstance(document, dict) and all(isinstance(document.get(key), str) for key in ("game", "kind", "slug"))


def _identities(document: Document) -> list[Identity]:
    return [identity(document), *former_identities(document)]


def _published(
    document: Document, in_force: Mapping[Identity, Revision], successors: Mapping[Identity, Identity]
) -> Revision | None:
    """Return the published revision of a document, found also by former slugs of either version."""
    keys = _identities(document)
    for key in [*keys, *(successors[one] for one in keys if one in successors)]:
        if key in in_force:
            return in_force[key]
    return None


def _imported_documents(games: Collection[str]) -> dict[Identity, ImportedDocument]:
    rows = ImportedDocument.objects.filter(record__game__in=games).select_related("record")
    return {(row.record.game, row.record.document_type, row.record.slug): row for row in rows}


def _bases_of(imports: Mapping[Identity, tuple[Revision, ImportedDocument]]) -> dict[Identity, Base]:
    """Return the bases of the merges, by the keys of `imports`."""
    former, older = {}, {}
    for key, (revision, row) in imports.items():
        records = [row.pk] if not row.text else [row.pk, revision.record_id]  # people may have renamed the document
        if revision.record_id in records and (revision.since_id or 0) <= row.release_id:
            former[key] = revision
        else:
            older[key] = (records, row.release_id)
    former |= _revisions_at(older)
    return {key: _base(row, former.get(key)) for key, (_revision, row) in imports.items()}


def _revisions_at(places: Mapping[Identity, tuple[list[int], int]]) -> dict[Identity, Revision]:
    """Return the revision in force in a release for the first record that has one, by the keys of `places`."""
    spans = defaultdict(list)
    for chunk in chunks(list({record for records, _release in places.values() for record in records})):
        published = Revision.objects.filter(record__in=chunk, since__isnull=False)
        for record, pk, since, until in published.values_list("record", "pk", "since", "until"):
            spans[record].append((pk, since, until))
    found = {}
    for key, (records, release) in places.items():
        standing = (
            pk for one in records for pk, since, until in spans[one] if since <= release < (until or release + 1)
        )
        first = next(standing, None)
        if first is not None:
            found[key] = first
    revisions: dict[int, Revision] = {}
    for chunk in chunks(list(found.values())):
        revisions |= Revision.objects.only("document").in_bulk(chunk)
    return {key: revisions[pk] for key, pk in found.items()}


def _base(row: ImportedDocument, revision: Revision | None) -> Base:
    """Return the base of a merge from the row of the import and the revision that it was published in."""
    undecided = {pointer: _read(value) for pointer, value in row.undecided.items()}
    if not row.text:
        document = revision.document if revision else UNKNOWN
        return Base(document, document, undecided)
    files = json.loads(row.text)
    return Base(files, merging.as_published(files, revision.document) if revision else files, undecided)


def _write(imports: Mapping[Identity, ImportedDocument]) -> None:
    records = ensure_records(list(imports))
    for key, row in imports.items():
        row.record_id = records[key]
    ImportedDocument.objects.bulk_create(
        imports.values(),
        batch_size=ROWS_PER_CHUNK,
        update_conflicts=True,
        unique_fields=["record"],
        update_fields=["digest", "release", "text", "undecided"],
    )


def _stored(value: Any) -> dict[str, Any] | None:
    if value is UNKNOWN:
        return None
    return {} if value is ABSENT else {"value": value}


def _read(stored: dict[str, Any] | None) -> Any:
    return UNKNOWN if stored is None else stored.get("value", ABSENT)


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()

"""How documents become drafts and releases: the only code that writes to the catalog.

A publication is planned first (what would be added, changed, renamed; every fault of every document), then carried
out in one transaction: the next number, `since` on the new revisions, `until` on those they replace.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import connection, transaction

from . import canonical, documents, guard
from .differences import Difference, differences
from .faults import Fault, Malformed, point
from .models import Record, Release, Revision

Identity = tuple[str, str, str]
# Any number will do, as long as nothing else takes it: one publication at a time on PostgreSQL.
PUBLISHING_LOCK = 771_001
CHUNK = 1_000


class Conflict(Exception):
    """Somebody else saved the document in the meantime; nothing was written."""


@dataclass(frozen=True, slots=True)
class Change:
    """One document of a publication and the revision in force that it replaces, if there is one."""

    document: dict[str, Any]
    text: str
    before: Revision | None

    @property
    def differences(self) -> list[Difference]:
        """What differs from the revision in force, fact by fact."""
        return list(differences(self.before.document if self.before else {}, self.document))

    @property
    def retires(self) -> bool:
        """Whether the card was in use and no longer is."""
        return "retired" in self.document and self.before is not None and "retired" not in self.before.document


@dataclass(slots=True)
class Plan:
    """What publishing some documents would do, and what forbids it.

    `faults` pairs the index of a document with one of its faults. `moved` are revisions in force under a former slug.
    """

    added: list[Change] = field(default_factory=list)
    changed: list[Change] = field(default_factory=list)
    unchanged: int = 0
    moved: list[Revision] = field(default_factory=list)
    faults: list[tuple[int, Fault]] = field(default_factory=list)

    @property
    def changes(self) -> list[Change]:
        """Everything that gets a new revision."""
        return [*self.added, *self.changed]


def identity(document: dict[str, Any]) -> Identity:
    """Return game, shelf and slug of a valid document."""
    return document["game"], documents.shelf(document), document["slug"]


def state(revision: Revision | None) -> str:
    """Return a short mark of a document's state, to tell later whether somebody else changed it; `""` for none."""
    return sha256(revision.text.encode()).hexdigest()[:16] if revision else ""


def current(record: Record) -> Revision | None:
    """Return what an editor of `record` starts from: its draft, else the revision in force."""
    return record.revisions.drafts().first() or record.revisions.newest().first()


def plan(
    incoming: Sequence[dict[str, Any]],
    *,
    retire_missing: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Plan:
    """Return what publishing `incoming` would do.

    With `retire_missing` (the reason), cards in force of the same games that are not among `incoming` are planned to
    be retired for that reason. `progress` is told how many documents have been looked at.
    """
    result = Plan()
    seen: dict[Identity, int] = {}
    valid: list[tuple[int, dict[str, Any]]] = []
    for index, untidy in enumerate(incoming):
        document = guard.tidy(untidy)
        faults = documents.explain(document, most=1_000)
        result.faults += [(index, fault) for fault in faults]
        if not faults:
            key = identity(document)
            if key in seen:
                message = f"“{document['slug']}” is already given by another document of this publication."
                result.faults.append((index, Fault("/slug", "twice", message)))
            seen.setdefault(key, index)
            valid.append((index, document))
        progress(index + 1)
    in_force = _in_force({key[0] for key in seen})
    result.faults += _reference_faults(valid, seen, in_force)
    for _, document in valid:
        _sort(document, in_force.get(identity(document)), result)
        for slug in document.get("formerly", ()):
            former = in_force.get((document["game"], documents.shelf(document), slug))
            if former is not None:
                result.moved.append(former)
    if retire_missing is not None:
        for before in _missing(result, seen, in_force):
            _sort({**before.document, "retired": retire_missing}, before, result)
    return result


def is_empty() -> bool:
    """Return whether the catalog holds nothing at all: no document of anybody's, published or not."""
    return not Record.objects.exists()


def attempt(
    incoming: Sequence[dict[str, Any]],
    *,
    by: AbstractBaseUser | None,
    why: str,
    retire_missing: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> tuple[Plan, Release | None]:
    """Plan `incoming` and, if it has no fault and changes something, publish it as one release, all or nothing.

    Returns the plan, and the release or None when nothing was written.
    """
    with transaction.atomic():
        _one_at_a_time()
        planned = plan(incoming, retire_missing=retire_missing, progress=progress)
        if planned.faults or not planned.changes:
            return planned, None
        return planned, _carry_out(planned, by=by, why=why)


def publish(incoming: Iterable[dict[str, Any]], *, by: AbstractBaseUser | None, why: str) -> Release | None:
    """Publish documents as one release; return it, or None when nothing would change.

    Raises Malformed `invalid-document` with every fault; the pointer of a fault starts with the document's index
    where there are several.
    """
    given = list(incoming)
    planned, release = attempt(given, by=by, why=why)
    if planned.faults:
        prefix = len(given) > 1
        raise Malformed(
            "invalid-document",
            [
                Fault((point(index) if prefix else "") + fault.pointer, fault.code, fault.message)
                for index, fault in planned.faults
            ],
        )
    return release


def _carry_out(planned: Plan, *, by: AbstractBaseUser | None, why: str) -> Release:
    """Write a plan without faults. A draft that says just what is published is published by it; others stay."""
    changes = planned.changes
    release = Release.objects.create(number=Release.objects.newest() + 1, by=by, why=why)
    ended = [change.before.pk for change in changes if change.before] + [old.pk for old in planned.moved]
    for chunk in _chunks(ended):
        Revision.objects.filter(pk__in=chunk).update(until=release)
    records = _records([identity(change.document) for change in changes])
    texts = {change.text for change in changes}
    drafts = Revision.objects.drafts().filter(game__in={change.document["game"] for change in changes})
    Revision.objects.filter(pk__in=[draft.pk for draft in drafts if draft.text in texts]).delete()
    for chunk in _chunks(changes):
        Revision.objects.bulk_create(
            Revision(
                record=records[identity(change.document)],
                document=change.document,
                text=change.text,
                since=release,
                by=by,
                why=why,
            )
            for change in chunk
        )
    return release


def _chunks(items: list[Any]) -> Iterator[list[Any]]:
    return (items[start : start + CHUNK] for start in range(0, len(items), CHUNK))


def save_draft(
    document: dict[str, Any], *, by: AbstractBaseUser | None, why: str, expected: str | None = None
) -> Revision:
    """Keep `document` as the draft of its record, in place of an earlier draft.

    `expected` is the `state` the editor started from. Raises Malformed for a document with faults, Conflict when the
    record is no longer in the expected state.
    """
    document = guard.tidy(document)
    documents.validate(document)
    game, shelf, slug = identity(document)
    with transaction.atomic():
        record, _ = Record.objects.get_or_create(game=game, shelf=shelf, slug=slug)
        Record.objects.select_for_update().get(pk=record.pk)
        if expected is not None and state(current(record)) != expected:
            raise Conflict(f"“{slug}” was changed by somebody else while you were working on it. Nothing was saved.")
        draft, _ = Revision.objects.drafts().update_or_create(
            record=record,
            since=None,
            defaults={"document": document, "text": canonical.wire(document), "by": by, "why": why},
        )
    return draft


def publish_draft(record: Record, *, by: AbstractBaseUser | None, why: str) -> Release | None:
    """Publish the draft of `record` as a release of its own. Raises Revision.DoesNotExist when there is none."""
    with transaction.atomic():
        draft = record.revisions.drafts().select_for_update().get()
        release = publish([draft.document], by=by, why=why)
        record.revisions.drafts().delete()
    return release


def discard_draft(record: Record) -> bool:
    """Throw the draft of `record` away; return whether there was one. A record never published goes with it."""
    with transaction.atomic():
        count, _ = record.revisions.drafts().delete()
        if not record.revisions.exists():
            record.delete()
    return bool(count)


def retire(record: Record, *, reason: str, by: AbstractBaseUser | None, why: str) -> Release | None:
    """Publish that `record` is retired for `reason`; it keeps answering. Raises Revision.DoesNotExist for a draft."""
    in_force = record.revisions.newest().get()
    return publish([{**in_force.document, "retired": reason}], by=by, why=why)


def restore(record: Record, *, by: AbstractBaseUser | None, why: str) -> Release | None:
    """Publish that a retired `record` is in use again."""
    in_force = record.revisions.newest().get()
    document = {key: value for key, value in in_force.document.items() if key != "retired"}
    return publish([document], by=by, why=why)


def _sort(document: dict[str, Any], before: Revision | None, result: Plan) -> None:
    text = canonical.wire(document)
    if before is None:
        result.added.append(Change(document, text, None))
    elif before.text != text:
        result.changed.append(Change(document, text, before))
    else:
        result.unchanged += 1


def _missing(result: Plan, seen: dict[Identity, int], in_force: dict[Identity, Revision]) -> list[Revision]:
    """Return the cards in use that a publication neither gives nor renames."""
    moved = {revision.pk for revision in result.moved}
    return [
        revision
        for key, revision in in_force.items()
        if key[1] == "card" and key not in seen and revision.pk not in moved and "retired" not in revision.document
    ]


def _in_force(games: set[str]) -> dict[Identity, Revision]:
    revisions = Revision.objects.newest().filter(game__in=games).only("document", "text", "since_id")
    return {identity(revision.document): revision for revision in revisions}


def _reference_faults(
    valid: list[tuple[int, dict[str, Any]]], seen: dict[Identity, int], in_force: dict[Identity, Revision]
) -> list[tuple[int, Fault]]:
    """Return what is wrong between documents: sets that are nowhere, slugs that were another document's."""
    former = {
        (key[0], key[1], slug): key
        for key, document in [
            *((key, revision.document) for key, revision in in_force.items() if key not in seen),
            *((identity(document), document) for _, document in valid),
        ]
        for slug in document.get("formerly", ())
    }
    faults = []
    for index, document in valid:
        key = identity(document)
        set_slug = document.get("set")
        set_key = (document["game"], "set", set_slug)
        if set_slug is not None and set_key not in seen and set_key not in in_force:
            message = f"The catalog has no set “{set_slug}”. Publish the set first, or along with the card."
            faults.append((index, Fault("/set", "unknown-set", message)))
        if key in former and former[key] != key:
            message = f"“{document['slug']}” was the slug of “{former[key][2]}” before; a slug is never used again."
            faults.append((index, Fault("/slug", "slug-used", message)))
    return faults


def _records(keys: list[Identity]) -> dict[Identity, Record]:
    """Return the records of `keys`, making those that are new."""
    games = {key[0] for key in keys}

    def found() -> dict[Identity, Record]:
        return {(one.game, one.shelf, one.slug): one for one in Record.objects.filter(game__in=games)}

    known = found()
    missing = [key for key in keys if key not in known]
    if not missing:
        return known
    Record.objects.bulk_create(
        [Record(game=game, shelf=shelf, slug=slug) for game, shelf, slug in missing], batch_size=CHUNK
    )
    return found()


def _one_at_a_time() -> None:
    """Wait for any other publication to end. SQLite's IMMEDIATE transactions are one at a time by themselves."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [PUBLISHING_LOCK])

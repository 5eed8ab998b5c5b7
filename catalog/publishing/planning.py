"""What publishing some documents would do: what would be added, changed or renamed, and every fault that forbids it.

`check` holds documents against their schemas and needs no database; `compare` holds the valid ones against each other
and against what is in force, and so belongs inside the transaction that carries the plan out.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from catalog import documents
from catalog.documents import canonical, json_input, names, provenance
from catalog.documents.differences import Difference, differences
from catalog.documents.errors import Fault, json_pointer
from catalog.extensions import catalog_extensions
from catalog.models import DocumentType, Revision

# Game, document type and slug: what stays the same whatever a document says.
Identity = tuple[str, str, str]
# Told what is being done, how much of it is done, and of how much.
Progress = Callable[[str, int, int], None]
Document = dict[str, Any]
# Says of a document at which pointers its sources are said to hold for new values, too; None where nothing is asked.
SourcesHeld = Callable[[Document], Collection[str] | None]
# Keys that name another document of the same game by its slug, with the type of that.
REFERENCES = {"set": "set", "format": "format", "default_format": "format", "replaced_by": "ruling"}


def no_progress(doing: str, done: int, total: int) -> None:
    """Show no progress."""


def none_held(document: Document) -> Collection[str] | None:
    """Say that no source holds for another value than it was given for."""
    return ()


def all_held(document: Document) -> Collection[str] | None:
    """Say that all sources hold for whatever is new."""
    return provenance.EVERY_FACT


def not_asked(document: Document) -> Collection[str] | None:
    """Ask nothing about sources: that was done when the document was saved as a draft."""
    return None


@dataclass(frozen=True, slots=True)
class Change:
    """One document of a publication and the revision in force that it replaces, if there is one."""

    document: Document
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
class PublicationPlan:
    """What publishing some documents would do, and what forbids it.

    `faults` pairs the index of a document with one of its faults. `moved` are revisions in force under a former slug,
    `spared` those of cards that are missing and stay in use.
    """

    added: list[Change] = field(default_factory=list)
    changed: list[Change] = field(default_factory=list)
    unchanged: int = 0
    moved: list[Revision] = field(default_factory=list)
    spared: list[Revision] = field(default_factory=list)
    faults: list[tuple[int, Fault]] = field(default_factory=list)

    @property
    def changes(self) -> list[Change]:
        """Everything that gets a new revision."""
        return [*self.added, *self.changed]


@dataclass(slots=True)
class CheckedDocuments:
    """Documents held against their schemas: the valid ones, tidied, and the faults of the others, each with its index
    among those given."""

    valid: list[tuple[int, Document]] = field(default_factory=list)
    faults: list[tuple[int, Fault]] = field(default_factory=list)


def identity(document: Document) -> Identity:
    """Return game, document type and slug of a valid document."""
    return document["game"], documents.document_type(document), document["slug"]


def check_documents(incoming: Sequence[Any], progress: Progress = no_progress) -> CheckedDocuments:
    """Tidy `incoming` and hold each document against its schema."""
    result = CheckedDocuments()
    for index, untidy in enumerate(incoming):
        document = json_input.tidy(untidy)
        if faults := [*names.faults(untidy), *documents.faults_in(document, most=1_000)]:
            result.faults += [(index, fault) for fault in faults]
        else:
            result.valid.append((index, document))
        progress("Checking documents", index + 1, len(incoming))
    return result


def plan(
    incoming: Sequence[Any],
    *,
    held: SourcesHeld = none_held,
    reason_of: Callable[[Document], str] | None = None,
    progress: Progress = no_progress,
) -> PublicationPlan:
    """Return what publishing `incoming` would do; see `check_documents` and `compare`."""
    checked = check_documents(incoming, progress)
    return compare(checked, held=held, reason_of=reason_of)


def compare(
    checked: CheckedDocuments,
    *,
    in_force: Mapping[Identity, Revision] | None = None,
    retire_missing: str | None = None,
    may_retire: Callable[[Revision], bool] = lambda _revision: True,
    held: SourcesHeld = none_held,
    reason_of: Callable[[Document], str] | None = None,
) -> PublicationPlan:
    """Return what publishing the documents of `checked` would do to what is `in_force`.

    With `retire_missing` (the reason), cards in force of the same games that are not among them are planned to be
    retired for that reason, except those that `may_retire` spares. `held` says whose sources are said to hold for new
    values, `reason_of` why a document may have facts without a source; without it nothing is asked about these.
    """
    if in_force is None:
        in_force = revisions_in_force({document["game"] for _index, document in checked.valid})
    valid, unsettled = _settled(checked.valid, in_force, held, reason_of)
    between = _CrossReferences(valid, in_force)
    faults = sorted([*checked.faults, *unsettled, *between.faults()], key=lambda pair: pair[0])
    result = PublicationPlan(faults=faults, moved=between.moved)
    for _index, document in valid:
        _sort(document, in_force.get(identity(document)), result)
    if retire_missing is not None:
        for before in between.missing():
            if not may_retire(before):
                result.spared.append(before)
                continue
            _sort({**before.document, "retired": retire_missing}, before, result)
    return result


def revisions_in_force(games: set[str]) -> dict[Identity, Revision]:
    """Return the newest published revision of each document of these games."""
    revisions = Revision.objects.newest().filter(game__in=games)
    revisions = revisions.only("document", "text", "record_id", "since_id", "unsourced_reason")
    return {identity(revision.document): revision for revision in revisions}


def published_states(document: Document) -> list[Document]:
    """Return what is published of a document, under a slug that it had before, too."""
    game, document_type, slug = identity(document)
    slugs = [slug, *document.get("formerly", ())]
    found = Revision.objects.newest().filter(
        record__game=game, record__document_type=document_type, record__slug__in=slugs
    )
    return states_of(document, {identity(revision.document): revision for revision in found})


def published_of(games: set[str]) -> Callable[[Document], list[Document]]:
    """Return what tells of many documents of these games what `published_states` does, and asks the database once."""
    in_force = revisions_in_force(games)
    return lambda document: states_of(document, in_force)


def states_of(document: Document, in_force: Mapping[Identity, Revision]) -> list[Document]:
    """Return the published documents that a document takes the place of."""
    keys = [identity(document), *former_identities(document)]
    return [in_force[key].document for key in keys if key in in_force]


def _settled(
    valid: Sequence[tuple[int, Document]],
    in_force: Mapping[Identity, Revision],
    held: SourcesHeld,
    reason_of: Callable[[Document], str] | None,
) -> tuple[list[tuple[int, Document]], list[tuple[int, Fault]]]:
    """Return documents whose sources belong to their values, and what is wrong with the sources of the others."""
    settled, found = [], []
    for index, given in valid:
        states = states_of(given, in_force)
        if states == [given]:  # nothing is new, so no source has to be asked about
            settled.append((index, given))
            continue
        document, faults = provenance.settle_sources(given, states, held(given))
        if reason_of is not None and not reason_of(given):
            faults += provenance.unsourced_faults(document, states)
        settled.append((index, document))
        found += [(index, fault) for fault in faults]
    return settled, found


def _sort(document: Document, before: Revision | None, result: PublicationPlan) -> None:
    text = canonical.compact(document)
    if before is None:
        result.added.append(Change(document, text, None))
    elif before.text != text:
        result.changed.append(Change(document, text, before))
    else:
        result.unchanged += 1


def references_of(document: Document) -> Iterator[tuple[str, str, str]]:
    """Yield what a document names of its game: the place in it, the document type and the slug."""
    for key, document_type in REFERENCES.items():
        if document.get(key) is not None:
            yield json_pointer(key), document_type, document[key]
    for index, row in enumerate(document.get("contents", ()) if document["kind"] == "set" else ()):
        yield json_pointer("contents", index, "card"), "card", row["card"]
    for index, slug in enumerate(document.get("cards", ()) if document["kind"] == "ruling" else ()):
        yield json_pointer("cards", index), "card", slug
    for index, slug in enumerate(document.get("see", ()) if document["kind"] == "reference" else ()):
        yield json_pointer("see", index), "reference", slug
    if document["kind"] == "adventure":
        yield from _references_of_adventure(document)


def _references_of_adventure(document: Document) -> Iterator[tuple[str, str, str]]:
    """Yield the cards that an adventure asks for, hands out or gives, and the adventures whose artifacts it allows."""
    for index, side in enumerate(document["sides"]):
        for place, slug in enumerate(side["required_cards"]):
            yield json_pointer("sides", index, "required_cards", place), "card", slug
    for index, piece in enumerate(document.get("pieces", ())):
        if "card" in piece:
            yield json_pointer("pieces", index, "card"), "card", piece["card"]
    for index, claim in enumerate(document.get("claims", ())):
        yield json_pointer("claims", index, "adventure"), "adventure", claim["adventure"]
        for place, slug in enumerate(claim["cards"]):
            yield json_pointer("claims", index, "cards", place), "card", slug
    for index, outcome in enumerate(document["outcomes"]):
        for row, reward in enumerate(outcome["earned"]):
            for place, slug in enumerate(reward.get("cards", ())):
                yield json_pointer("outcomes", index, "earned", row, "cards", place), "card", slug


def former_identities(document: Document) -> list[Identity]:
    if "formerly" not in document:
        return []
    game, document_type, _slug = identity(document)
    return [(game, document_type, slug) for slug in document["formerly"]]


class _CrossReferences:
    """Documents to be published beside each other and what is in force.

    A slug once published leads to the same thing for ever. So each former slug belongs to one document, that document
    never lets go of it, and takes over those of a document that it renames; it may itself be renamed back.
    """

    def __init__(self, valid: list[tuple[int, Document]], in_force: Mapping[Identity, Revision]) -> None:
        self.valid = valid
        self.in_force = in_force
        self.incoming = {identity(document): document for _index, document in valid}
        ended = {former for _index, document in valid for former in former_identities(document)}
        self.moved = [in_force[key] for key in sorted(ended & in_force.keys()) if key not in self.incoming]
        staying = [one.document for key, one in in_force.items() if key not in self.incoming and key not in ended]
        self.holders: dict[Identity, set[Identity]] = defaultdict(set)
        for document in [*staying, *(document for _index, document in valid)]:
            for former in former_identities(document):
                self.holders[former].add(identity(document))

    def missing(self) -> list[Revision]:
        """Return the cards in use that the publication neither gives nor renames."""
        moved = {revision.pk for revision in self.moved}
        return [
            revision
            for key, revision in self.in_force.items()
            if key[1] == "card"
            and key not in self.incoming
            and revision.pk not in moved
            and "retired" not in revision.document
        ]

    def faults(self) -> Iterator[tuple[int, Fault]]:
        """Yield what is wrong between the documents, each with the index of the one it is told about."""
        indexes: dict[Identity, list[int]] = defaultdict(list)
        for index, document in self.valid:
            indexes[identity(document)].append(index)
        for key, places in indexes.items():
            message = _("“{slug}” is given by another document as well. Keep one of them.").format(slug=key[2])
            if len(places) > 1:
                yield from ((index, Fault("/slug", "twice", message)) for index in places)
        for index, document in self.valid:
            own = identity(document)
            for fault in (
                *self._references(document),
                *self._own_slug(own),
                *self._former_slugs(own, former_identities(document)),
                *self._extension_faults(document),
            ):
                yield index, fault

    def _extension_faults(self, document: Document) -> Iterator[Fault]:
        """Yield what other apps, which know more of a document, find wrong with it.

        A draft is saved without them, so that it can wait until what it needs is there.
        """
        game = self._game(document["game"])
        for extension in catalog_extensions():
            yield from extension.document_faults(document, game)

    def _game(self, slug: str) -> Document | None:
        """Return the document of a game as it will be in force, None for a game there is none of."""
        key = (slug, "game", slug)
        in_force = self.in_force.get(key)
        return self.incoming.get(key) or (in_force.document if in_force else None)

    def _references(self, document: Document) -> Iterator[Fault]:
        """Yield what a document names that is nowhere, not even under a former slug."""
        for pointer, document_type, slug in references_of(document):
            place = (document["game"], document_type, slug)
            if not (place in self.incoming or place in self.in_force or place in self.holders):
                message = _("The catalog has no {document_type} “{slug}”. Publish it first or along with this.").format(
                    document_type=DocumentType(document_type).label, slug=slug
                )
                yield Fault(pointer, f"unknown-{document_type}", message)

    def _own_slug(self, own: Identity) -> Iterator[Fault]:
        for holder in sorted(self.holders.get(own, set()) - {own}):
            message = _("“{slug}” was the slug of “{holder}” before; a slug is never used again.").format(
                slug=own[2], holder=holder[2]
            )
            yield Fault("/slug", "slug-used", message)

    def _former_slugs(self, own: Identity, former: list[Identity]) -> Iterator[Fault]:
        for index, key in enumerate(former):
            for holder in sorted(self.holders[key] - {own}):
                message = _("“{slug}” is a former slug of “{holder}” too; it can lead to one of them only.").format(
                    slug=key[2], holder=holder[2]
                )
                yield Fault(json_pointer("formerly", index), "slug-used", message)
        before = [self.in_force[key].document for key in (own, *former) if key in self.in_force]
        lost = {key for one in before for key in former_identities(one)} - {own, *former}
        for _game, _document_type, slug in sorted(lost):
            message = _("“{slug}” has led here before and must go on doing so. Add it to the former slugs.").format(
                slug=slug
            )
            yield Fault("/formerly" if former else "", "former-slug-lost", message)

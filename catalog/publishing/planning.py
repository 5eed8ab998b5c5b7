"""The plan of a publication: documents to be added, changed or renamed, and all faults that prevent it.

`check_documents` checks documents against their schemas and needs no database. `compare` checks the valid ones against
each other and the published ones, and so belongs in the transaction that carries out the plan.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from catalog import documents
from catalog.documents import canonical, json_input, names, provenance
from catalog.documents.differences import Difference, differences
from catalog.documents.errors import Fault, json_pointer
from catalog.documents.sections import section_slug
from catalog.documents.suggestions import close_matches, did_you_mean
from catalog.extensions import catalog_extensions
from catalog.models import DocumentType, Revision
from catalog.publishing import section_links
from catalog.publishing.published_revisions import Identity as Identity
from catalog.publishing.published_revisions import PublishedRevisions
from catalog.publishing.referable_drafts import ReferableDrafts
from catalog.publishing.slugs import used_slug_fault

# A progress callback: the step, the number done, and the total.
Progress = Callable[[str, int, int], None]
Document = dict[str, Any]
# Returns the pointers of a document's facts whose sources also cover new values; None skips the check.
SourcesHeld = Callable[[Document], Collection[str] | None]
# Returns the reason for a document's facts without a source, "" for none.
ReasonOf = Callable[[Document], str]
# Keys whose value is the slug of another document of the game, with its document type.
REFERENCES = {"set": "set", "format": "format", "default_format": "format", "replaced_by": "ruling"}
# Keys whose value is a list of such slugs, by kind; cards of any kind have those of the empty kind.
REFERENCE_LISTS = {"ruling": {"cards": "card"}, "reference": {"see": "reference"}, "": {"also_in": "set"}}


def no_progress(doing: str, done: int, total: int) -> None:
    """Ignore progress."""


def none_held(document: Document) -> Collection[str] | None:
    """Return no pointers: sources cover only the values that they were given for."""
    return ()


def no_reason(document: Document) -> str:
    """Return no reason for facts without a source."""
    return ""


def all_held(document: Document) -> Collection[str] | None:
    """Return `EVERY_FACT`: all sources also cover new values."""
    return provenance.EVERY_FACT


def not_asked(document: Document) -> Collection[str] | None:
    """Return None to skip the check of sources, which was done when the draft was saved."""
    return None


@dataclass(frozen=True, slots=True)
class Change:
    """One document of a publication, and the revision in force that it replaces, if any."""

    document: Document
    text: str
    before: Revision | None

    @property
    def differences(self) -> list[Difference]:
        """The differences from the revision in force, by fact."""
        return list(differences(self.before.document if self.before else {}, self.document))

    @property
    def retires(self) -> bool:
        """True if the change retires a card that is in use."""
        return "retired" in self.document and self.before is not None and "retired" not in self.before.document


@dataclass(slots=True)
class PublicationPlan:
    """The effects of publishing some documents, and the faults that prevent it.

    `faults` pairs the index of a document with one of its faults. `moved` has revisions in force under a former slug,
    `spared` revisions of missing cards that stay in use.
    """

    added: list[Change] = field(default_factory=list)
    changed: list[Change] = field(default_factory=list)
    unchanged: int = 0
    moved: list[Revision] = field(default_factory=list)
    spared: list[Revision] = field(default_factory=list)
    faults: list[tuple[int, Fault]] = field(default_factory=list)

    @property
    def changes(self) -> list[Change]:
        """The changes that create a revision."""
        return [*self.added, *self.changed]


@dataclass(slots=True)
class CheckedDocuments:
    """Documents checked against their schemas: the valid ones, tidied, and the faults of the others, each with its
    index in the input.
    """

    valid: list[tuple[int, Document]] = field(default_factory=list)
    faults: list[tuple[int, Fault]] = field(default_factory=list)


def identity(document: Document) -> Identity:
    """Return the game, document type and slug of a valid document."""
    return document["game"], documents.document_type(document), document["slug"]


def check_documents(incoming: Sequence[Any], progress: Progress = no_progress) -> CheckedDocuments:
    """Tidy documents and check each against its schema."""
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
    reason_of: ReasonOf | None = None,
    progress: Progress = no_progress,
) -> PublicationPlan:
    """Return the plan of publishing `incoming`; see `check_documents` and `compare`."""
    checked = check_documents(incoming, progress)
    return compare(checked, held=held, reason_of=reason_of)


def compare(
    checked: CheckedDocuments,
    *,
    in_force: PublishedRevisions | None = None,
    retire_missing: str | None = None,
    may_retire: Callable[[Revision], bool] = lambda _revision: True,
    held: SourcesHeld = none_held,
    reason_of: ReasonOf | None = None,
    waiting: ReferableDrafts | None = None,
) -> PublicationPlan:
    """Return the plan of publishing the documents of `checked` over the revisions `in_force`.

    With `retire_missing` (the reason), published cards of the games in question that are not in `checked` are retired,
    except those that `may_retire` spares. `held` returns the pointers of facts whose sources also cover new values.
    `reason_of` returns the reason for a document's facts without a source; without it that check is skipped. Documents
    may also refer to the drafts of `waiting`.
    """
    if in_force is None:
        in_force = PublishedRevisions({document["game"] for _index, document in checked.valid})
    in_force.read(key for _index, document in checked.valid for key in _compared_identities(document))
    valid, unsettled = _settled(checked.valid, in_force, held, reason_of)
    between = _CrossReferences(valid, in_force, waiting)
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


def _compared_identities(document: Document) -> Iterator[Identity]:
    """Yield the identities of the published documents that a document is compared with, that of its game included."""
    yield identity(document)
    yield from former_identities(document)
    yield document["game"], DocumentType.GAME, document["game"]


def published_states(document: Document) -> list[Document]:
    """Return the published versions of a document, including those under its former slugs."""
    game, document_type, slug = identity(document)
    slugs = [slug, *document.get("formerly", ())]
    found = Revision.objects.newest().filter(
        record__game=game, record__document_type=document_type, record__slug__in=slugs
    )
    return states_of(document, {identity(revision.document): revision for revision in found})


def published_of(games: set[str]) -> Callable[[Document], list[Document]]:
    """Return a function that works like `published_states` for documents of these games, without further queries."""
    in_force = PublishedRevisions(games)
    in_force.read(in_force)
    return lambda document: states_of(document, in_force)


def states_of(document: Document, in_force: Mapping[Identity, Revision]) -> list[Document]:
    """Return the published documents that a document replaces."""
    keys = [identity(document), *former_identities(document)]
    return [in_force[key].document for key in keys if key in in_force]


def _settled(
    valid: Sequence[tuple[int, Document]],
    in_force: Mapping[Identity, Revision],
    held: SourcesHeld,
    reason_of: ReasonOf | None,
) -> tuple[list[tuple[int, Document]], list[tuple[int, Fault]]]:
    """Return the documents with settled sources, and the faults in their sources."""
    settled, found = [], []
    for index, given in valid:
        states = states_of(given, in_force)
        if states == [given]:  # nothing is new, so the sources need no check
            settled.append((index, given))
            continue
        document, faults = provenance.settle_sources(given, states, held(given))
        if reason_of is not None and not reason_of(given):
            faults += map(provenance.unsourced_fault, provenance.newly_unsourced(document, states))
        settled.append((index, document))
        found += [(index, fault) for fault in faults]
    return settled, found


def _sort(document: Document, before: Revision | None, planned: PublicationPlan) -> None:
    text = canonical.compact(document)
    if before is None:
        planned.added.append(Change(document, text, None))
    elif before.text != text:
        planned.changed.append(Change(document, text, before))
    else:
        planned.unchanged += 1


def references_of(document: Document) -> Iterator[tuple[str, str, str]]:
    """Yield the references of a document to documents of its game: pointer, document type and slug."""
    for key, document_type in REFERENCES.items():
        if document.get(key) is not None:
            yield json_pointer(key), document_type, document[key]
    for key, document_type in REFERENCE_LISTS.get(document["kind"], REFERENCE_LISTS[""]).items():
        for index, slug in enumerate(document.get(key, ())):
            yield json_pointer(key, index), document_type, slug
    if of_kind := _REFERENCES_OF_KINDS.get(document["kind"]):
        yield from of_kind(document)
    for pointer, source in document["sources"].items():
        if "at" in source:
            yield json_pointer("sources", pointer, "at"), "section", section_slug(source["at"])


def _references_of_set(document: Document) -> Iterator[tuple[str, str, str]]:
    for index, row in enumerate(document.get("contents", ())):
        yield json_pointer("contents", index, "card"), "card", row["card"]


def _references_of_ruling(document: Document) -> Iterator[tuple[str, str, str]]:
    for index, at in enumerate(document.get("sections", ())):
        yield json_pointer("sections", index), "section", section_slug(at)


def _references_of_section(document: Document) -> Iterator[tuple[str, str, str]]:
    """Yield the references of a section of a rulebook: to other sections, to references and to its ruling."""
    for key in ("parent", "covered_by"):
        if key in document:
            yield json_pointer(key), "section", section_slug(document[key])
    for index, at in enumerate(document.get("see", ())):
        yield json_pointer("see", index), "section", section_slug(at)
    for index, slug in enumerate(document.get("references", ())):
        yield json_pointer("references", index), "reference", slug
    if "ruling" in document:
        yield json_pointer("ruling"), "ruling", document["ruling"]


def _references_of_adventure(document: Document) -> Iterator[tuple[str, str, str]]:
    """Yield the references of an adventure: required, placed and earned cards, and the adventures of its claims."""
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


_REFERENCES_OF_KINDS: Mapping[str, Callable[[Document], Iterator[tuple[str, str, str]]]] = {
    "set": _references_of_set,
    "ruling": _references_of_ruling,
    "section": _references_of_section,
    "adventure": _references_of_adventure,
}


def former_identities(document: Document) -> list[Identity]:
    if "formerly" not in document:
        return []
    game, document_type, _slug = identity(document)
    return [(game, document_type, slug) for slug in document["formerly"]]


class _CrossReferences:
    """Checks of the documents of a publication against each other and the published ones.

    A published slug leads to one document permanently. So each former slug belongs to one document, which never gives
    it up, and a renamed document's former slugs move to its successor. A document may be renamed back. If a
    merge of two documents is taken back, the former slug of the merged one is its own again.
    """

    def __init__(
        self,
        valid: list[tuple[int, Document]],
        in_force: PublishedRevisions,
        waiting: ReferableDrafts | None = None,
    ) -> None:
        self.valid = valid
        self.in_force = in_force
        self.waiting = waiting
        self._nearest_slugs: dict[Identity, tuple[str, ...]] = {}
        self.incoming = {identity(document): document for _index, document in valid}
        ended = {former for _index, document in valid for former in former_identities(document)}
        self.moved = [in_force[key] for key in sorted(ended) if key in in_force and key not in self.incoming]
        self.holders: dict[Identity, set[Identity]] = defaultdict(set)
        for holder, slugs in in_force.former_slugs.items():
            if holder not in self.incoming and holder not in ended:
                for slug in slugs:
                    self.holders[*holder[:2], slug].add(holder)
        for _index, document in valid:
            for former in former_identities(document):
                self.holders[former].add(identity(document))

    def missing(self) -> list[Revision]:
        """Return the cards in use that the publication neither contains nor renames."""
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
        """Yield the faults between documents, each with the index of its document."""
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
                *self._link_faults(document),
                *self._extension_faults(document),
            ):
                yield index, fault

    def _link_faults(self, document: Document) -> Iterator[Fault]:
        """Yield the faults of the links between the sections of a rulebook and the documents with their texts."""
        if document["kind"] in section_links.LINKED_TYPES:
            yield from section_links.link_faults(document, self._book_links[document["game"]])

    @cached_property
    def _book_links(self) -> Mapping[str, section_links.BookLinks]:
        """The links of the rulebook of each game after the publication."""
        moved = {revision.pk for revision in self.moved}
        later = {**self._drafted_texts(), **self.incoming}
        linked = [key for key in self.in_force if key[1] in section_links.LINKED_TYPES and key not in later]
        self.in_force.read(linked)
        staying = (one.document for one in map(self.in_force.__getitem__, linked) if one.pk not in moved)
        by_game: dict[str, list[Document]] = defaultdict(list)
        for document in (*staying, *later.values()):
            if document["kind"] in section_links.LINKED_TYPES:
                by_game[document["game"]].append(document)
        return {game: section_links.BookLinks(several) for game, several in by_game.items()}

    def _drafted_texts(self) -> dict[Identity, Document]:
        """Return the waiting drafts of sections and of the documents with their texts."""
        if self.waiting is None:
            return {}
        games = {document["game"] for _index, document in self.valid}
        pairs = [(game, document_type) for game in games for document_type in section_links.LINKED_TYPES]
        return {identity(document): document for pair in pairs for document in self.waiting.documents(*pair)}

    def _extension_faults(self, document: Document) -> Iterator[Fault]:
        """Yield the faults that other apps find in a document.

        Drafts are saved without these checks, so that they can wait for documents they need.
        """
        game = self._game(document["game"])
        for extension in catalog_extensions():
            yield from extension.document_faults(document, game)

    def _game(self, slug: str) -> Document | None:
        """Return the document of a game after the publication; None if the game has none."""
        key = (slug, "game", slug)
        in_force = self.in_force.get(key)
        return self.incoming.get(key) or (in_force.document if in_force else None)

    def _references(self, document: Document) -> Iterator[Fault]:
        """Yield a fault for each reference to a document that does not exist, not even under a former slug."""
        for pointer, document_type, slug in references_of(document):
            place = (document["game"], document_type, slug)
            if place in self.incoming or place in self.in_force or place in self.holders:
                continue
            if self.waiting is None or place not in self.waiting.identities:
                message = _("The catalog has no {document_type} “{slug}”. Publish it first or along with this.").format(
                    document_type=DocumentType(document_type).label, slug=slug
                )
                nearest = self._nearest(place)
                code = f"unknown-{document_type}"
                yield Fault(pointer, code, message + did_you_mean(nearest), nearest=nearest)

    def _nearest(self, place: Identity) -> tuple[str, ...]:
        """Return the slugs of documents of one game and type that are similar to an unknown one."""
        if place not in self._nearest_slugs:
            drafted = self.waiting.identities if self.waiting else ()
            known = {key[2] for key in (*self.incoming, *self.in_force, *drafted) if key[:2] == place[:2]}
            self._nearest_slugs[place] = close_matches(place[2], known)
        return self._nearest_slugs[place]

    def _own_slug(self, own: Identity) -> Iterator[Fault]:
        for holder in sorted(self.holders.get(own, set()) - {own}):
            yield used_slug_fault(own[2], holder[2])

    def _former_slugs(self, own: Identity, former: list[Identity]) -> Iterator[Fault]:
        for index, key in enumerate(former):
            for holder in sorted(self.holders[key] - {own}):
                message = _("“{slug}” is a former slug of “{holder}” too; it can lead to one of them only.").format(
                    slug=key[2], holder=holder[2]
                )
                yield Fault(json_pointer("formerly", index), "slug-used", message)
        before = [self.in_force[key].document for key in (own, *former) if key in self.in_force]
        lost = {key for one in before for key in former_identities(one)} - {own, *former}
        lost = {key for key in lost if not self._is_separated(own, key)}
        for _game, _document_type, slug in sorted(lost):
            message = _("“{slug}” has led here before and must go on doing so. Add it to the former slugs.").format(
                slug=slug
            )
            yield Fault("/formerly" if former else "", "former-slug-lost", message)

    def _is_separated(self, own: Identity, former: Identity) -> bool:
        """Return whether a former slug was that of a document merged into another, and gets its document back."""
        again = {
            key for document in self.incoming.values() for key in (identity(document), *former_identities(document))
        }
        return former in again and was_merged(own, former)


def was_merged(holder: Identity, former: Identity) -> bool:
    """Return whether the document of a former slug was merged into another that was published already.

    A renamed document has no revision under its new slug before the release in which its former slug ended.
    """
    ended = _revisions_of(former).filter(until__isnull=False).order_by("-until").values_list("until", flat=True).first()
    return ended is not None and _revisions_of(holder).filter(since__lt=ended).exists()


def _revisions_of(key: Identity) -> QuerySet[Revision]:
    game, document_type, slug = key
    return Revision.objects.filter(record__game=game, record__document_type=document_type, record__slug=slug)

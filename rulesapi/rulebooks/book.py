"""The rulebook of a game in one release: its sections in order, each with its text, wherever that is kept.

A published release never changes, so its book is cached in the process. Each call looks up the release, so that a
publication takes effect at once.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple

from catalog import snapshots
from catalog.documents.sections import section_slug
from catalog.models import DocumentType, Revision
from catalog.snapshots import Snapshot
from rulesapi.engine.core.rulings import is_in_force
from rulesapi.judging.parsed_documents import read_documents
from rulesapi.judging.release_cache import Parts, ReleaseCache, RevisionKey

Document = Mapping[str, Any]
TextSource = Literal["text", "covered_by", "ruling", "reference"]

BOOK_TYPES = (
    DocumentType.RULEBOOK,
    DocumentType.SECTION,
    DocumentType.REFERENCE,
    DocumentType.RULING,
    DocumentType.ADVENTURE,
)
"""The types of documents that a book needs: its own, and those that have texts of sections or cite them."""


class SectionText(NamedTuple):
    """The text that decides a section: its source, and the document that has it, as `text` or as `answer`."""

    source: TextSource
    document: Document

    @property
    def words(self) -> str:
        """The text in English."""
        words: str = self.document[self.field]
        return words

    @property
    def field(self) -> str:
        """The fact of the document that has the text; its translations have it under the same name."""
        return "answer" if self.document["kind"] == DocumentType.RULING else "text"


@dataclass(frozen=True, slots=True)
class BookSection:
    """A rule or a heading of a rulebook. A heading without a rule of its own has no text.

    `rulings` are the slugs of the rulings about it that are in force, its own one first.
    """

    document: Document = field(repr=False)
    resolved: SectionText | None = field(repr=False)
    rulings: tuple[str, ...]

    @property
    def address(self) -> str:
        """The address in the book: `604.4.b`, `p15/combat-phase` or `damage/3`."""
        address: str = self.document["at"]
        return address

    @property
    def slug(self) -> str:
        """The slug of its document: the address with hyphens."""
        slug: str = self.document["slug"]
        return slug

    @property
    def title(self) -> str:
        """The printed heading, or the subject of a rule of which only the number is printed."""
        title: str = self.document["name"]
        return title

    @property
    def page(self) -> int | None:
        """The page of the book, None for a book without pages."""
        return printed_page(self.document)

    @property
    def parent(self) -> str | None:
        """The address of the heading above it, None at the top."""
        return self.document.get("parent")

    @property
    def retired(self) -> str | None:
        """The reason why it is no longer valid, None for a section in force."""
        return self.document.get("retired")

    @property
    def text(self) -> str | None:
        """The English text of the rule in our own words, None for a heading."""
        return self.resolved.words if self.resolved else None

    @property
    def text_source(self) -> TextSource | None:
        """The place of the text: the section itself, or the document that it leads to."""
        return self.resolved.source if self.resolved else None

    @property
    def question(self) -> str | None:
        """The question that its text answers, if the text is a ruling."""
        return self.resolved.document.get("question") if self.resolved else None

    @property
    def covered_by(self) -> str | None:
        """The address of the section whose text decides this one as well."""
        return self.document.get("covered_by")

    @property
    def see(self) -> tuple[str, ...]:
        """The addresses of related sections."""
        return tuple(self.document.get("see", ()))

    @property
    def other_words(self) -> tuple[str, ...]:
        """Other words that players may search for."""
        return tuple(self.document.get("also", ()))

    @property
    def people(self) -> str | None:
        """The reason why only people can decide it, None if its text decides."""
        return self.document.get("people")

    @property
    def ruling(self) -> str | None:
        """The slug of the ruling that is its text."""
        return self.document.get("ruling")

    @property
    def references(self) -> tuple[str, ...]:
        """The slugs of the references about its subject."""
        return tuple(self.document.get("references", ()))


@dataclass(frozen=True, eq=False)
class Book:
    """A rulebook. `sections` are in the order of the book, without retired ones.

    `rulings`, `references` and `adventures` are the documents of the game by slug, also those that no section names.
    """

    release: int
    document: Document = field(repr=False)
    sections: tuple[BookSection, ...] = field(repr=False)
    retired: tuple[BookSection, ...] = field(repr=False)
    rulings: Mapping[str, Document] = field(repr=False)
    references: Mapping[str, Document] = field(repr=False)
    adventures: Mapping[str, Document] = field(repr=False)

    @property
    def game(self) -> str:
        """The slug of the game."""
        game: str = self.document["game"]
        return game

    @property
    def title(self) -> str:
        """The printed title."""
        title: str = self.document["name"]
        return title

    @property
    def cited_as(self) -> str:
        """The title by which citations and sources name the book."""
        title: str = self.document["cited_as"]
        return title

    def section(self, address: str) -> BookSection | None:
        """Return the section at an address, also at a former one or a retired one; None if there is none."""
        slug = section_slug(address)
        return self._by_slug.get(slug) or self._by_former_slug.get(slug)

    def children(self, address: str | None) -> Sequence[BookSection]:
        """Return the sections directly under an address, in order; those at the top for None."""
        return self._children.get(address, ())

    def neighbors(self, section: BookSection) -> tuple[BookSection | None, BookSection | None]:
        """Return the section before and the section after another one, None where the book begins or ends."""
        place = self._places.get(section.address)
        if place is None:
            return None, None
        before, after = place - 1, place + 1
        return (
            self.sections[before] if before >= 0 else None,
            self.sections[after] if after < len(self.sections) else None,
        )

    def headings_above(self, section: BookSection) -> list[BookSection]:
        """Return the headings that a section is under, the topmost first."""
        above: list[BookSection] = []
        parent = section.parent and self.section(section.parent)
        while parent and parent not in above:
            above.insert(0, parent)
            parent = parent.parent and self.section(parent.parent)
        return above

    @cached_property
    def sections_by_reference(self) -> Mapping[str, BookSection]:
        """The section about each reference, keyed by slug: one on its page, else the first that names it."""
        naming: dict[str, list[BookSection]] = defaultdict(list)
        for section in self.sections:
            for slug in section.references:
                naming[slug].append(section)
        found = {slug: _section_about(reference, naming) for slug, reference in self.references.items()}
        return {slug: section for slug, section in found.items() if section}

    @cached_property
    def _by_slug(self) -> dict[str, BookSection]:
        return {section.slug: section for section in (*self.retired, *self.sections)}

    @cached_property
    def _by_former_slug(self) -> dict[str, BookSection]:
        every = (*self.retired, *self.sections)
        return {former: section for section in every for former in section.document.get("formerly", ())}

    @cached_property
    def _places(self) -> dict[str, int]:
        return {section.address: place for place, section in enumerate(self.sections)}

    @cached_property
    def _children(self) -> dict[str | None, list[BookSection]]:
        children: dict[str | None, list[BookSection]] = defaultdict(list)
        for section in self.sections:
            children[section.parent].append(section)
        return dict(children)


_books: ReleaseCache[Book | None, Document] = ReleaseCache(
    "rulebooks", fewest=8, most_bytes=32 * 1024 * 1024, entry_bytes=600, part_bytes=4_000
)


def find_book(game: str, release: int | None = None) -> Book | None:
    """Return the rulebook of a game in a release, by default the newest; None for a game without one.

    Raises InvalidInput `unknown-release`.
    """
    return book_at(game, snapshots.at(release))


def book_at(game: str, snapshot: Snapshot) -> Book | None:
    """Return the rulebook of a game in a release already looked up; None for a game without one."""
    return _books.get(game, snapshot, lambda shared: _read(game, snapshot, shared))


def bind_book(release: int, documents: Iterable[Document]) -> Book | None:
    """Return the rulebook that consists of these documents of one game.

    A game whose rulebook has no document, or a retired one, has none: returns None.
    """
    by_kind: dict[str, dict[str, Document]] = {kind.value: {} for kind in BOOK_TYPES}
    for document in documents:
        by_kind[document["kind"]][document["slug"]] = document
    rulebook = next((one for one in by_kind[DocumentType.RULEBOOK].values() if "retired" not in one), None)
    if rulebook is None:
        return None
    sections = sorted(
        by_kind[DocumentType.SECTION].values(), key=lambda document: (document["position"], document["at"])
    )
    rulings, references = by_kind[DocumentType.RULING], by_kind[DocumentType.REFERENCE]
    texts = _Texts(*(_with_former_slugs(by_slug) for by_slug in (by_kind[DocumentType.SECTION], rulings, references)))
    about = _rulings_by_section(rulings.values())
    bound = [_bound_section(one, texts, about) for one in sections]
    return Book(
        release=release,
        document=rulebook,
        sections=tuple(section for section in bound if not section.retired),
        retired=tuple(section for section in bound if section.retired),
        rulings=rulings,
        references=references,
        adventures=by_kind[DocumentType.ADVENTURE],
    )


def printed_page(document: Document) -> int | None:
    """Return the page of the book that a document is from, None if its source names none."""
    source: Document = document["sources"].get("", {})
    return source.get("page")


def _read(game: str, snapshot: Snapshot, shared: Parts[Document]) -> tuple[Book | None, Parts[Document]]:
    """Read the book of a release. Documents that are shared with another cached release are not read again."""
    found = Revision.objects.at(snapshot.release).filter(game=game, kind__in=BOOK_TYPES)
    keys = list(found.values_list("pk", "created_at")) if shared else []
    parts: dict[RevisionKey, Document] = {key: shared[key] for key in keys if key in shared}
    fresh = [key for key in keys if key not in parts] if shared else None
    if fresh is None or fresh:
        parts |= read_documents(found, fresh)
    return bind_book(snapshot.release, parts.values()), parts


class _Texts(NamedTuple):
    """The documents that have texts of sections, each by its slug and its former slugs."""

    sections: Mapping[str, Document]
    rulings: Mapping[str, Document]
    references: Mapping[str, Document]

    def of(self, section: Document) -> SectionText | None:
        """Return the text that decides a section: its own, or that of the document it leads to."""
        if "text" in section:
            return SectionText("text", section)
        if "covered_by" in section:
            return self._covering(section)
        if "ruling" in section:
            return SectionText("ruling", self._ruling_in_force(section["ruling"]))
        for slug in section.get("references", ()):
            return SectionText("reference", self.references[slug])
        return None

    def _covering(self, section: Document) -> SectionText | None:
        """Return the text at the end of a chain of sections that lead to one another; None if they form a circle."""
        passed = {section["slug"]}
        while "covered_by" in section:
            section = self.sections[section_slug(section["covered_by"])]
            if section["slug"] in passed:
                return None
            passed.add(section["slug"])
        text = self.of(section)
        return SectionText("covered_by", text.document) if text else None

    def _ruling_in_force(self, slug: str) -> Document:
        """Return the ruling that replaces the ruling `slug`, or that ruling if none does."""
        passed = {slug}
        ruling = self.rulings[slug]
        while (newer := ruling.get("replaced_by")) and newer not in passed:
            passed.add(newer)
            ruling = self.rulings[newer]
        return ruling


def _with_former_slugs(by_slug: Mapping[str, Document]) -> dict[str, Document]:
    former = {slug: document for document in by_slug.values() for slug in document.get("formerly", ())}
    return {**former, **by_slug}


def _rulings_by_section(rulings: Iterable[Document]) -> dict[str, list[str]]:
    """Return the slugs of the rulings in force about each section, keyed by slug of the section."""
    about: dict[str, list[str]] = defaultdict(list)
    for ruling in rulings:
        if is_in_force(ruling):
            for address in ruling.get("sections", ()):
                about[section_slug(address)].append(ruling["slug"])
    return about


def _section_about(reference: Document, naming: Mapping[str, Sequence[BookSection]]) -> BookSection | None:
    """Return the section about a reference among those that name it, keyed by the slug that they name."""
    slugs, page = (reference["slug"], *reference.get("formerly", ())), printed_page(reference)
    sections = [section for slug in slugs for section in naming.get(slug, ())]
    return next((section for section in sections if section.page == page), sections[0] if sections else None)


def _bound_section(section: Document, texts: _Texts, about: Mapping[str, list[str]]) -> BookSection:
    resolved = texts.of(section)
    own = resolved.document["slug"] if resolved and resolved.source == "ruling" else None
    slugs = (section["slug"], *section.get("formerly", ()))
    others = sorted({ruling for slug in slugs for ruling in about.get(slug, ())} - {own})
    return BookSection(section, resolved, (own, *others) if own else tuple(others))

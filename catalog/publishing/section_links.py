"""Checks of the links of a rulebook: texts and headings that are reached in several steps, and texts still in force."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from catalog.documents.errors import Fault, json_pointer
from catalog.documents.sections import section_slug
from catalog.models import DocumentType

Document = dict[str, Any]
TEXTS = ("text", "ruling", "references")
"""The fields of which one is enough for a section to have a text at hand."""
LINKED_TYPES = frozenset({DocumentType.SECTION, DocumentType.RULING, DocumentType.REFERENCE})
"""The types of documents that have texts of sections."""


class TextLink(NamedTuple):
    """The link of a section to another document for its text, and the documents that it leads through.

    A ruling that was replaced is followed by its replacement; the last document has the text.
    """

    pointer: str
    documents: Sequence[Document]

    @property
    def is_retired(self) -> bool:
        """True if the document with the text is no longer valid."""
        return bool(self.documents) and "retired" in self.documents[-1]


class BookLinks:
    """The sections of one game and the documents with their texts, as they will be after a publication."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self.by_kind: dict[str, dict[str, Document]] = {kind: {} for kind in LINKED_TYPES}
        self.covered: dict[str, list[str]] = {}
        for document in documents:
            slugs = (*document.get("formerly", ()), document["slug"])
            self.by_kind[document["kind"]] |= dict.fromkeys(slugs, document)
            if "covered_by" in document:
                self.covered.setdefault(section_slug(document["covered_by"]), []).append(document["at"])

    @property
    def sections(self) -> Mapping[str, Document]:
        """The sections by their slugs and former slugs."""
        return self.by_kind[DocumentType.SECTION]

    def last(self, section: Document, key: str) -> Document | None:
        """Return the section at the end of a chain of links of one kind, None for a circle or a link to nowhere."""
        passed: set[str] = set()
        while key in section:
            passed.add(section["slug"])
            following = self.sections.get(section_slug(section[key]))
            if following is None or following["slug"] in passed:
                return None
            section = following
        return section

    def text_link(self, section: Document) -> TextLink | None:
        """Return the link of a section to the document that has its text, None for a section with its own or none."""
        if "text" in section:
            return None
        if "covered_by" in section:
            covering = self.sections.get(section_slug(section["covered_by"]))
            return TextLink("/covered_by", [covering] if covering else [])
        if "ruling" in section:
            return TextLink("/ruling", self._replacements(section["ruling"]))
        for slug in section.get("references", ())[:1]:
            reference = self.by_kind[DocumentType.REFERENCE].get(slug)
            return TextLink("/references/0", [reference] if reference else [])
        return None

    def addresses_left(self, document: Document) -> Iterator[str]:
        """Yield the addresses of the sections in force whose link leads through a document to a retired text."""
        yield from self._left_by_document.get((document["kind"], document["slug"]), ())

    @cached_property
    def _left_by_document(self) -> Mapping[tuple[str, str], list[str]]:
        left: dict[tuple[str, str], list[str]] = defaultdict(list)
        for section in {one["slug"]: one for one in self.sections.values()}.values():
            link = self.text_link(section)
            if link and link.is_retired and "retired" not in section:
                for document in link.documents:
                    left[document["kind"], document["slug"]].append(section["at"])
        return left

    def _replacements(self, slug: str) -> list[Document]:
        """Return a ruling, followed by the rulings that replace one another; nothing for a circle."""
        rulings = self.by_kind[DocumentType.RULING]
        found: list[Document] = []
        while slug in rulings:
            if rulings[slug] in found:
                return []
            found.append(rulings[slug])
            slug = rulings[slug].get("replaced_by", "")
        return found


def link_faults(document: Document, links: BookLinks) -> Iterator[Fault]:
    """Yield the faults of the links of a section, or of the links to a document with texts of sections.

    Links must not lead in a circle or to no text, and a section in force needs a text in force. A link to a document
    that does not exist is a fault that is found elsewhere.
    """
    if document["kind"] == DocumentType.SECTION:
        yield from _section_faults(document, links)
        yield from _retired_text_faults(document, links)
    message = _("The section “{at}” has its text from here. Give it another text first, or along with this.")
    place = "/retired" if "retired" in document else "/replaced_by"
    for at in list(links.addresses_left(document))[:1]:
        yield Fault(place, "not-allowed", message.format(at=at))


def _section_faults(section: Document, links: BookLinks) -> Iterator[Fault]:
    """Yield the faults of a section whose links lead in a circle or to no text, or that takes the text from others."""
    for key in ("parent", "covered_by"):
        if _is_known(section, key, links) and links.last(section, key) is None:
            message = _("From “{at}” the links lead back here or nowhere. Name another section.")
            yield Fault(json_pointer(key), "not-allowed", message.format(at=section[key]))
    if "covered_by" in section and (last := links.last(section, "covered_by")) and not _has_text(last):
        message = _("“{at}” has no text, so it covers nothing. Name a section with a text.")
        yield Fault("/covered_by", "not-allowed", message.format(at=last["at"]))
    if not _has_text(section):
        message = _("“{at}” is covered by this section, which has no text. Give it one.")
        slugs = (section["slug"], *section.get("formerly", ()))
        covered = [at for slug in slugs for at in links.covered.get(slug, ())]
        yield from (Fault("", "missing", message.format(at=at)) for at in covered[:1])


def _retired_text_faults(section: Document, links: BookLinks) -> Iterator[Fault]:
    """Yield a fault for a section in force whose text is that of a retired document."""
    link = links.text_link(section)
    if link and link.is_retired and "retired" not in section:
        last = link.documents[-1]
        message = _("“{name}” is retired, so it gives no section its text. Name another document.")
        yield Fault(link.pointer, "not-allowed", message.format(name=last.get("at", last["slug"])))


def _is_known(section: Document, key: str, links: BookLinks) -> bool:
    return key in section and section_slug(section[key]) in links.sections


def _has_text(section: Document) -> bool:
    return "covered_by" in section or any(key in section for key in TEXTS)

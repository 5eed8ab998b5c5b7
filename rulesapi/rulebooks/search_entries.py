"""The entries of a game for the search: the sections of its rulebook, its rulings, references and cards."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from catalog.documents import COMMON_TYPES
from catalog.documents.titles import document_title
from catalog.models import DocumentType
from rulesapi.engine.core.rulings import is_in_force
from rulesapi.rulebooks.book import Book, BookSection, SectionText, printed_page
from rulesapi.rulebooks.search.entries import Entry, Kind

Document = Mapping[str, Any]

KIND_OF_TEXT: Mapping[str, Kind] = {DocumentType.RULING: "ruling", DocumentType.REFERENCE: "term"}
"""The kind of a section whose text is in another document, by the type of that document."""


def search_entries(book: Book | None, documents: Iterable[Document]) -> Iterator[Entry]:
    """Yield the entries of one game: for its rulebook, and for the rulings, references and cards among `documents`.

    Documents that are retired or replaced have none. A ruling or a reference that gives a section its text has no entry
    besides that of the section.
    """
    sections = book.sections if book else ()
    if book:
        yield from (_section_entry(book, section) for section in sections)
    shown = {_key(own.document) for section in sections if (own := _own_text(section))}
    by_reference = book.sections_by_reference if book else {}
    for document in documents:
        if not is_in_force(document) or _key(document) in shown:
            continue
        if document["kind"] == DocumentType.RULING:
            yield _ruling_entry(document, _section_of_ruling(document, book))
        elif document["kind"] == DocumentType.REFERENCE:
            yield _reference_entry(document, by_reference.get(document["slug"]))
        elif document["kind"] not in COMMON_TYPES:
            yield _card_entry(document)


def _own_text(section: BookSection) -> SectionText | None:
    """Return the text of a section from a ruling or a reference that the section itself names, None for another."""
    resolved = section.resolved
    return resolved if resolved and resolved.source in ("ruling", "reference") else None


def _section_entry(book: Book, section: BookSection) -> Entry:
    source = section.resolved.document if section.resolved else section.document
    own = _own_text(section)
    target = source["at"] if source["kind"] == DocumentType.SECTION else section.address
    return Entry(
        kind=KIND_OF_TEXT.get(source["kind"], "rule"),
        key=_key(section.document),
        address=section.address,
        title=section.title,
        text=_text(source) if section.resolved else "",
        other_words=(*section.other_words, *(_other_words(own.document) if own else ())),
        headings=tuple(heading.title for heading in reversed(book.headings_above(section))),
        page=section.page,
        group=target,
    )


def _section_of_ruling(ruling: Document, book: Book | None) -> BookSection | None:
    """Return the first section in force that a ruling is about."""
    named = [book.section(address) for address in ruling.get("sections", ())] if book else []
    return next((section for section in named if section and not section.retired), None)


def _ruling_entry(ruling: Document, section: BookSection | None) -> Entry:
    return Entry(
        kind="ruling",
        key=_key(ruling),
        address=section.address if section else None,
        title=ruling["name"],
        text=_text(ruling),
        other_words=_other_words(ruling),
        page=printed_page(ruling),
        is_aside=section is not None,
    )


def _reference_entry(reference: Document, section: BookSection | None) -> Entry:
    return Entry(
        kind="term",
        key=_key(reference),
        address=section.address if section else None,
        title=reference["name"],
        text=_text(reference),
        other_words=_other_words(reference),
        page=printed_page(reference),
        group=section.address if section else "",
        is_aside=section is not None,
    )


def _card_entry(card: Document) -> Entry:
    named = (card.get("class"), *(card.get("keywords") or ()), card["kind"])
    return Entry(
        kind="card",
        key=f"{DocumentType.CARD}/{card['slug']}",
        address=None,
        title=document_title(card),
        text=" ".join(_card_texts(card)),
        other_words=tuple(word.replace("-", " ") for word in named if word),
    )


def _card_texts(card: Document) -> Iterator[str]:
    """Yield the texts of a card: its own, then its powers, each after its name."""
    if text := card.get("text"):
        yield text
    for power in card.get("powers") or ():
        yield ": ".join(power[key] for key in ("name", "text") if power.get(key))


def _key(document: Document) -> str:
    return f"{document['kind']}/{document['slug']}"


def _text(document: Document) -> str:
    """Return the text of a section or a reference, or the question and the answer of a ruling."""
    if document["kind"] == DocumentType.RULING:
        return f"{document['question']} {document['answer']}"
    text: str = document.get("text", "")
    return text


def _other_words(document: Document) -> tuple[str, ...]:
    return (*document.get("also", ()), *document.get("abilities", ()))

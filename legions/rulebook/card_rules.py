"""The rules about a card: its rulings, and the sections of the rulebook whose terms it uses."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from legions.rulebook.open_book import OpenBook
from legions.rulebook.section_views import place_words, ruling_link, section_page_url, short_title
from legions.site import wording
from legions.site.marked_text import MarkedText, marked_text
from legions.verdicts.rulings import NamedLink
from rulesapi.engine.core.rulings import is_in_force
from rulesapi.rulebooks.book import BookSection

MAX_FIRST_WORDS = 160
"""The maximum length of the beginning of a section that stands for it, in characters."""
FIRST_SENTENCE = re.compile(r"(?P<sentence>.+?)(?:(?<!\d)\.(?:\s|$)|(?P<list>:)\s+1\.\s)", re.DOTALL)
"""A first sentence: up to its stop, which is none behind the number of a list, or up to the list that it introduces."""
MAX_ABILITY_RULINGS = 8
"""The maximum number of rulings about the abilities of a card that its page names."""


@dataclass(frozen=True, slots=True)
class TermView:
    """A section whose term a card uses: its address, its title, its place in the book, and how its text begins."""

    address: str
    title: str
    place: str
    beginning: MarkedText


def card_terms(opened: OpenBook, slug: str) -> list[TermView]:
    """Return the sections whose terms a published card uses, the rarest first."""
    return [_term(opened, section) for section in opened.terms.by_card.get(slug, ())]


def ability_rulings(opened: OpenBook, slug: str) -> list[NamedLink]:
    """Return links to the rulings about the abilities of a published card, without those that name cards."""
    return [ruling_link(opened, ruling) for ruling in opened.terms.rulings.get(slug, ())[:MAX_ABILITY_RULINGS]]


def rulings_of_cards(opened: OpenBook, slugs: Iterable[str]) -> list[Mapping[str, Any]]:
    """Return the ruling documents in force that name one of these cards, or are about abilities of one, by name."""
    named, abilities = set(slugs), {ruling for slug in slugs for ruling in opened.terms.rulings.get(slug, ())}
    return sorted(
        (
            ruling
            for slug, ruling in opened.book.rulings.items()
            if is_in_force(ruling) and (slug in abilities or not named.isdisjoint(ruling.get("cards", ())))
        ),
        key=lambda ruling: ruling["name"],
    )


def sections_of_cards(opened: OpenBook, slugs: Iterable[str]) -> list[BookSection]:
    """Return the sections whose terms some cards use, each once, in the order of the book."""
    used = {section.slug for slug in slugs for section in opened.terms.by_card.get(slug, ())}
    return [section for section in opened.book.sections if section.slug in used]


def _term(opened: OpenBook, section: BookSection) -> TermView:
    text, language = "", ""
    if section.resolved:
        text, language = wording.translated_text(section.resolved.document, section.resolved.field)
    return TermView(
        section_page_url(opened, section.address),
        short_title(section),
        place_words(section),
        marked_text(_beginning(text), language),
    )


def _beginning(text: str) -> str:
    """Return the first sentence of a text, or its first words if that is too long; `""` for no text."""
    match = FIRST_SENTENCE.match(text)
    sentence, stop = (match["sentence"], "…" if match["list"] else ".") if match else (text, "")
    if len(sentence) <= MAX_FIRST_WORDS:
        return f"{sentence}{stop}"
    return f"{sentence[:MAX_FIRST_WORDS].rpartition(' ')[0]}…"

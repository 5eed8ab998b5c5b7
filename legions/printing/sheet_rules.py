"""The rulings and terms of a list's cards for paper."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from legions.rulebook.card_rules import rulings_of_cards, sections_of_cards
from legions.rulebook.open_book import OpenBook, open_book
from legions.rulebook.section_views import place_words
from legions.sharing.shared_list import SharedList
from legions.site import wording


@dataclass(frozen=True, slots=True)
class PrintedRule:
    """A ruling or a term on paper: its title, its place in the book, and its text in a language."""

    title: str
    place: str
    text: str
    language: str


@dataclass(frozen=True, slots=True)
class PrintedRules:
    """Rulings or terms under a heading."""

    title: str
    rules: tuple[PrintedRule, ...]


def printed_rules(shared: SharedList) -> tuple[PrintedRules, ...]:
    """Return the rulings and the terms of a list's cards, without empty parts; none for a game without a rulebook."""
    opened = open_book(shared.legion.game)
    if opened is None:
        return ()
    slugs = list(dict.fromkeys(_slugs(shared)))
    parts = (
        PrintedRules(_("Rulings"), tuple(_rulings(opened, slugs))),
        PrintedRules(_("Terms in the rulebook"), tuple(_terms(opened, slugs))),
    )
    return tuple(part for part in parts if part.rules)


def _slugs(shared: SharedList) -> Iterator[str]:
    for pick in shared.picks:
        yield pick.card.slug
        yield from (row.card.slug for row in pick.rows if row.card)


def _rulings(opened: OpenBook, slugs: Iterable[str]) -> Iterator[PrintedRule]:
    for ruling in rulings_of_cards(opened, slugs):
        question, _language = wording.translated_text(ruling, "question")
        answer, language = wording.translated_text(ruling, "answer")
        section = opened.ruling_sections.get(ruling["slug"])
        yield PrintedRule(ruling["name"], place_words(section) if section else "", f"{question} {answer}", language)


def _terms(opened: OpenBook, slugs: Iterable[str]) -> Iterator[PrintedRule]:
    for section in sections_of_cards(opened, slugs):
        if section.resolved:
            text = wording.translated_text(section.resolved.document, section.resolved.field)
            yield PrintedRule(section.title, place_words(section), *text)

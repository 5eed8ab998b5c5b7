"""The coverage of each section of a rulebook, in words and with links to what judges or resolves it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from legions.verdicts.rulings import NamedLink
from rulesapi.rulebooks.book import Book, BookSection

STATE_WORDS: Mapping[str, Any] = {
    "judged": _("judged in lists"),
    "resolved": _("answered at the table"),
    "recorded": _("recorded in campaigns"),
    "reference": _("in words"),
    "ruling": _("ruling"),
    "people": _("for people to decide"),
}
"""The states of a section, in the order in which they are counted."""


@dataclass(frozen=True, slots=True)
class SectionState:
    """The state of a section. `links` lead to the rules that judge it, or to the questions of play that answer it."""

    name: str
    links: tuple[NamedLink, ...] = ()

    @property
    def words(self) -> str:
        """The state in words inside a line."""
        return str(STATE_WORDS[self.name])


def section_states(book: Book) -> dict[str, SectionState]:
    """Return the state of each section with a text, keyed by address."""
    return {section.address: SectionState(_state(section)) for section in book.sections if section.text}


def _state(section: BookSection) -> str:
    if section.people:
        return "people"
    return "ruling" if section.text_source == "ruling" else "reference"

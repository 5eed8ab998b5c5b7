"""The coverage of each section of a rulebook, in words and with links to what judges or resolves it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from legions.site import wording
from legions.verdicts.rulings import NamedLink, rule_url
from rulesapi.engine.core.library import rulesets_of
from rulesapi.rulebooks.answering_questions import answering_question
from rulesapi.rulebooks.book import Book, BookSection
from rulesapi.rulebooks.coverage import SectionCoverage, State, counted, coverage_of

STATE_WORDS: Mapping[State, Any] = {
    "judged": _("judged in lists"),
    "resolved": _("answered at the table"),
    "recorded": _("recorded in campaigns"),
    "reference": _("in words"),
    "ruling": _("ruling"),
    "people": _("for people to decide"),
}
"""The states of a section, in the order of the pages that count them."""


@dataclass(frozen=True)
class SectionState:
    """The state of a section, by its name. `covered` is the coverage of the section, None for the state by itself."""

    name: State
    covered: SectionCoverage | None = None

    @property
    def words(self) -> str:
        """The state in words inside a line."""
        return str(STATE_WORDS[self.name])

    @cached_property
    def links(self) -> tuple[NamedLink, ...]:
        """Links to the rules for lists that apply the section, to the questions of play and to the campaigns."""
        return tuple(_links(self.covered)) if self.covered else ()


def section_state(book: Book, section: BookSection) -> SectionState | None:
    """Return the state of a section; None for a heading without a rule of its own, and for a retired section."""
    covered = coverage_of(book).get(section.address)
    return SectionState(covered.state, covered) if covered and covered.state else None


def counted_states(book: Book) -> list[tuple[SectionState, int]]:
    """Return each state that sections of a book have, in the order of pages, with the number of those sections."""
    numbers = counted(coverage_of(book).values())
    return [(SectionState(name), numbers[name]) for name in STATE_WORDS if numbers[name]]


def state_page(name: str, game: str) -> str:
    """Return the path of the page where Muster does what a state says, empty for a state without one."""
    return reverse(_PAGES[name], args=[game]) if name in _PAGES else ""


_PAGES: Mapping[str, str] = {"judged": "rules", "resolved": "play", "recorded": "game-campaigns"}
"""The URL names of the pages of a game by state."""


def _links(covered: SectionCoverage) -> Iterator[NamedLink]:
    """Yield links to the rules that lists are judged by, then to the questions of play and to the campaigns."""
    game = covered.section.document["game"]
    titles = _rule_titles(game)
    for code in covered.codes:
        if code in titles:
            yield NamedLink(wording.translated(titles[code]), rule_url(game, code))
    if "resolved" in covered.states:
        questions = {one.name: one for code in covered.codes if (one := answering_question(game, code))}
        for name, question in questions.items():
            yield NamedLink(wording.translated(question.title), reverse("question", args=[game, name]))
    if "recorded" in covered.states:
        yield NamedLink(gettext("Campaigns"), state_page("recorded", game))


@cache
def _rule_titles(game: str) -> Mapping[str, str]:
    """Return the English titles of the rules that a game's lists are judged by, keyed by code."""
    return {rule.code: rule.title for ruleset in rulesets_of(game) for rule in ruleset.rules}

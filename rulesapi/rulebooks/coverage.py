"""The coverage of a rulebook: what Muster does with each of its sections, gathered from what cites the section.

Rules for lists, rules of play, campaigns and adventures cite sections by address; rulings, references and texts belong
to sections. Nothing is entered by hand but the reason why only people can decide a section.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from rulesapi.engine.campaigns.terms import CampaignTerms
from rulesapi.engine.core.library import Ruleset, rulesets_of
from rulesapi.engine.values.interpretations import RulebookQuestion
from rulesapi.engine.values.model import Citation
from rulesapi.judging.resolutions import play_ruleset
from rulesapi.rulebooks.book import Book, BookSection

State = Literal["judged", "resolved", "recorded", "ruling", "people", "reference"]
STATES: tuple[State, ...] = ("judged", "resolved", "recorded", "ruling", "people", "reference")
"""The states, the strongest first: judged in lists, resolved at the table, recorded in campaigns, answered by a ruling,
left to people, or answered by its text alone."""
_MAX_KEPT_BOOKS = 8
"""The number of books whose coverage is kept: as many as `rulesapi.rulebooks.book` keeps at least."""


class CitingRule(NamedTuple):
    """A rule that cites the rulebook of its game, by its code, and the state that this gives to the cited sections."""

    state: State
    code: str
    cite: Citation


@dataclass(frozen=True, slots=True)
class SectionCoverage:
    """The states of a section that hold, the strongest first, with the rules and adventures that cite it.

    A heading without a rule of its own has no state.
    """

    section: BookSection
    states: tuple[State, ...]
    codes: tuple[str, ...]
    adventures: tuple[str, ...]

    @property
    def state(self) -> State | None:
        """The strongest state, None for a heading without a rule of its own."""
        return self.states[0] if self.states else None


@lru_cache(_MAX_KEPT_BOOKS)
def coverage_of(book: Book) -> Mapping[str, SectionCoverage]:
    """Return the coverage of each section of a rulebook, keyed by address, in the order of the book.

    A book of a release never changes, so its coverage is computed once.
    """
    rules: dict[str, list[CitingRule]] = defaultdict(list)
    for rule in citing_rules(book.game):
        for address in rule.cite.addresses:
            if section := book.section(address):
                rules[section.address].append(rule)
    adventures = _adventures_by_section(book)
    return {
        section.address: _section_coverage(section, rules[section.address], adventures.get(section.address, ()))
        for section in book.sections
    }


def counted(sections: Iterable[SectionCoverage]) -> Counter[State]:
    """Return the number of sections in each state; headings without a rule are not counted."""
    return Counter(one.state for one in sections if one.state)


@cache
def citing_rules(game: str) -> tuple[CitingRule, ...]:
    """Return the rules of a game, each with its citation: those for lists first, then of play, then of campaigns."""
    return tuple(_citing_rules(game))


def _citing_rules(game: str) -> Iterator[CitingRule]:
    rulesets = rulesets_of(game)
    for ruleset in rulesets:
        yield from (CitingRule("judged", rule.code, rule.cite) for rule in ruleset.rules)
        yield from _open_readings(ruleset)
    if play := play_ruleset(game):
        yield from (CitingRule("resolved", rule.code, rule.cite) for rule in play.rules.values())
    for ruleset in rulesets:
        if ruleset.campaign:
            yield from _campaign_rules(game, ruleset.campaign)


def _open_readings(ruleset: Ruleset) -> Iterator[CitingRule]:
    """Yield the readings of questions that the rulebook leaves open, by the rules that the question may leave open."""
    for rule in ruleset.rules:
        for slug in sorted(rule.may_leave_open):
            yield from (CitingRule("judged", rule.code, cite) for cite in _readings(ruleset.questions[slug]))


def _campaign_rules(game: str, terms: CampaignTerms) -> Iterator[CitingRule]:
    for code, cite in (*terms.cites.items(), *terms.remark_cites.items()):
        yield CitingRule("recorded", f"{game}/{code}", cite)


def _readings(question: RulebookQuestion) -> Iterator[Citation]:
    yield from (interpretation.cite for interpretation in question.interpretations)


def _adventures_by_section(book: Book) -> Mapping[str, tuple[str, ...]]:
    """Return the slugs of the adventures that cite each section, keyed by address."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for slug, adventure in sorted(book.adventures.items()):
        for source in adventure["sources"].values():
            if section := book.section(source.get("at", "")):
                found[section.address][slug] = None
    return {address: tuple(slugs) for address, slugs in found.items()}


def _section_coverage(
    section: BookSection, rules: Sequence[CitingRule], adventures: tuple[str, ...]
) -> SectionCoverage:
    given: set[State] = {*(rule.state for rule in rules), *_states_by_text(section)}
    if adventures:
        given.add("recorded")
    states = tuple(state for state in STATES if state in given)
    return SectionCoverage(section, states, tuple(dict.fromkeys(rule.code for rule in rules)), adventures)


def _states_by_text(section: BookSection) -> Iterator[State]:
    if section.people:
        yield "people"
    if section.text_source == "ruling":
        yield "ruling"
    elif section.text_source:
        yield "reference"

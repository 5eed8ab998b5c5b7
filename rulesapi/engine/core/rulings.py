"""Rulings: answered questions about cards and rules, as data.

Findings cite the rulings about their rule or their cards. A ruling may also settle a question that the rulebook leaves
open, from its release on and in formats that do not settle it themselves: then its reading decides, and the verdict
says so. Two rulings that settle one question differently leave it open. A ruling never supplies unknown facts of a
card, and a ruling that settles nothing changes only the citations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rulesapi.engine.core.formats import Format
from rulesapi.engine.values.interpretations import OpenQuestion, RulebookQuestion
from rulesapi.engine.values.model import Card, Document, Finding, Ruling, value_object

RULING = "ruling"
CARD_FIELDS = frozenset(("map", "minion_of", "summoned_by"))
"""Fields of a legion, or of a pick, that name a card."""


def is_in_force(document: Document) -> bool:
    """Return whether a ruling's document is in force: neither retired nor replaced by another."""
    return "retired" not in document and "replaced_by" not in document


@dataclass(frozen=True, slots=True, eq=False)
class Rulings:
    """The rulings in force of a library, indexed for findings.

    `about` has them by subject: the code of a rule, or the slug of a card, which contains no slash. `settled` has the
    questions whose rulings agree on a reading, with their rulings; `contested` has all other questions.
    """

    about: Mapping[str, tuple[Ruling, ...]]
    settled: Mapping[str, tuple[Ruling, ...]]
    contested: Mapping[str, tuple[Ruling, ...]]

    @classmethod
    def of(cls, rulings: Iterable[Ruling]) -> Rulings:
        """Index the rulings, in any order."""
        about: dict[str, tuple[Ruling, ...]] = {}
        settling: dict[str, tuple[Ruling, ...]] = {}
        for one in rulings:
            for word in (*one.rules, *one.cards):
                about[word] = (*about.get(word, ()), one)
            for question in one.settles:
                settling[question] = (*settling.get(question, ()), one)
        agreed: dict[str, tuple[Ruling, ...]] = {}
        contested: dict[str, tuple[Ruling, ...]] = {}
        for question, found in settling.items():
            interpretations = {one.settles[question] for one in found}
            (agreed if len(interpretations) == 1 else contested)[question] = tuple(sorted(found, key=_ruling_slug))
        return cls(about, agreed, contested)

    def over(self, chosen: Format) -> Format:
        """Return a format that also settles the questions that rulings settle, unless it settles them itself."""
        ruled = {question: found for question, found in self.settled.items() if question not in chosen.interpretations}
        if not ruled:
            return chosen
        interpretations = {question: found[0].settles[question] for question, found in ruled.items()}
        return replace(chosen, interpretations={**interpretations, **chosen.interpretations}, settled_by_rulings=ruled)


def without_rulings(chosen: Format) -> Format:
    """Return a format without the readings that rulings settle."""
    own = {
        question: interpretation
        for question, interpretation in chosen.interpretations.items()
        if question not in chosen.settled_by_rulings
    }
    return replace(chosen, interpretations=own, settled_by_rulings={})


@value_object
class SettledQuestion:
    """A question that would decide without rulings: the interpretation that holds, and the rulings behind it."""

    question: RulebookQuestion
    interpretation: str
    rulings: tuple[Ruling, ...]
    at: tuple[str, ...]
    needed_by: tuple[str, ...]

    @classmethod
    def by(cls, chosen: Format, open_question: OpenQuestion) -> SettledQuestion:
        """Return the settled question for an open question that the rulings over a format settle."""
        slug = open_question.question.slug
        return cls(
            open_question.question,
            chosen.interpretations[slug],
            chosen.settled_by_rulings[slug],
            open_question.at,
            open_question.needed_by,
        )

    def as_document(self) -> dict[str, Any]:
        """Return the question as the verdict's document has it."""
        text, cite = next(
            (one.text, one.cite) for one in self.question.interpretations if one.slug == self.interpretation
        )
        return {
            "question": self.question.slug,
            "title": self.question.title,
            "reading": {"reading": self.interpretation, "text": text, "cite": cite.as_document()},
            "rulings": [one.as_document() for one in self.rulings],
            "at": list(self.at),
            "needed_by": list(self.needed_by),
        }

    def about(self, finding: Finding) -> bool:
        """Return whether a finding depends on the answer."""
        return finding.code in self.needed_by and not set(self.at).isdisjoint(finding.at)


def _ruling_slug(ruling: Ruling) -> str:
    return ruling.slug


def with_citations(
    findings: tuple[Finding, ...],
    rulings: Rulings,
    legion: Document,
    cards: Mapping[str, Card],
    settled: tuple[SettledQuestion, ...] = (),
) -> tuple[Finding, ...]:
    """Return findings with the rulings they cite: about their rule or their cards, or those they depend on."""
    if not findings or not rulings.about:
        return findings
    return tuple(_with_citation(finding, rulings, legion, cards, settled) for finding in findings)


def _with_citation(
    finding: Finding,
    rulings: Rulings,
    legion: Document,
    cards: Mapping[str, Card],
    settled: tuple[SettledQuestion, ...],
) -> Finding:
    found = {*rulings.about.get(finding.code, ())}
    for at in finding.at:
        card = cards.get(slug_at(legion, at))
        if card is not None and card.slug in rulings.about:
            found |= {*rulings.about[card.slug]}
    for question in settled:
        if question.about(finding):
            found |= {*question.rulings}
    return replace(finding, rulings=tuple(sorted(found, key=_ruling_slug))) if found else finding


def slug_at(legion: Document, place: str) -> str:
    """Return the slug of the card at a place of a legion; empty if there is none.

    `parsing.referenced_cards` returns all of them; a finding names few.
    """
    above, _, last = place.rpartition("/")
    if above.endswith("/pool"):
        return last
    found: Any = legion
    for step in place.split("/")[1:]:
        found = found[int(step)] if isinstance(found, list) else found[step]
    if isinstance(found, Mapping):
        found = found.get("card")
    elif not (last in CARD_FIELDS or above.endswith(("/upgrades", "/tiles"))):
        return ""
    return found if isinstance(found, str) else ""

"""Searching over the judge: what could stand in a place of a legion, and what that would change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass
from typing import Any

from rulesapi.engine.model import CannotJudge, Card, Creature, Document, Finding, Outcome, Unknown, Upgrade
from rulesapi.engine.ruleset import Library, Weighed, weigh


@dataclass(frozen=True, slots=True)
class Candidate:
    """A card that could be added, with what it would bring.

    It `fits` when it adds no error. `findings` and `unknown` are those that the legion does not have without it, `at`
    is the place it would get, `points` what the legion's price would grow by (`None` when that is not known).
    """

    card: str
    at: str
    fits: bool
    verdict_if_added: Outcome
    findings: tuple[Finding, ...]
    unknown: tuple[Unknown, ...]
    points: int | None

    def as_document(self) -> dict[str, Any]:
        """The candidate as JSON."""
        return {
            "card": self.card,
            "at": self.at,
            "fits": self.fits,
            "verdict_if_added": self.verdict_if_added,
            "findings": [finding.as_document() for finding in self.findings],
            "unknown": [unknown.as_document() for unknown in self.unknown],
            "points": self.points,
        }


def candidates(library: Library, legion: Document, at: str, among: Collection[str] | None = None) -> list[Candidate]:
    """Every card that could be added at a place: "" for a new creature, "/picks/0" for an upgrade on that creature.

    With `among` (slugs) only those are tried, for who wants to know of a few and not wait for all.
    Each is judged as a part of the legion, so that the answer is the verdict's own. From a pick of several copies one
    is taken out first and carries the new upgrade; the others then stand in a pick at the end. Raises CannotJudge when
    there is no such place, and what `judge` raises.
    """
    if at == "":
        picks = legion["picks"]
        place = f"/picks/{len(picks)}"
        added = ((card, [*picks, {"card": card.slug}]) for card in _of(library, Creature, among))
    else:
        legion, number = _single(legion, at)
        picks = legion["picks"]
        carried = picks[number].get("upgrades", [])
        place = f"{at}/upgrades/{len(carried)}"
        added = (
            (card, [*picks[:number], {**picks[number], "upgrades": [*carried, card.slug]}, *picks[number + 1 :]])
            for card in _of(library, Upgrade, among)
        )
    before = weigh(library, legion)
    return [_candidate(card, place, before, weigh(library, {**legion, "picks": lines})) for card, lines in added]


def _of(library: Library, kind: type[Card], among: Collection[str] | None) -> Iterable[Card]:
    return (card for card in library.shelf if isinstance(card, kind) and (among is None or card.slug in among))


def _single(legion: Document, at: str) -> tuple[Document, int]:
    """The legion with one single creature at that place, and the place's number among the picks."""
    picks = legion["picks"]
    number = next((number for number in range(len(picks)) if at == f"/picks/{number}"), None)
    if number is None:
        raise CannotJudge("no-such-place", f"The legion has no creature at {at}.", (at,))
    count = picks[number].get("count", 1)
    if count == 1:
        return legion, number
    single, others = {**picks[number], "count": 1}, {**picks[number], "count": count - 1}
    return {**legion, "picks": [*picks[:number], single, *picks[number + 1 :], others]}, number


def _candidate(card: Card, at: str, before: Weighed, after: Weighed) -> Candidate:
    old = Counter(_finding_key(finding, at) for finding in before.findings)
    findings = tuple(finding for finding in after.findings if not _had(old, _finding_key(finding, at)))
    old = Counter(_unknown_key(fact, at) for fact in before.unknown)
    return Candidate(
        card=card.slug,
        at=at,
        fits=all(finding.level != "error" for finding in findings),
        verdict_if_added=after.verdict,
        findings=findings,
        unknown=tuple(fact for fact in after.unknown if not _had(old, _unknown_key(fact, at))),
        points=_growth(before, after),
    )


def _had(old: Counter[Hashable], key: Hashable) -> bool:
    """Whether it was there before; each of the old ones answers for one of the new."""
    old[key] -= 1
    return old[key] >= 0


def _finding_key(finding: Finding, added: str) -> Hashable:
    """What makes two findings the same one, apart from the place of the card that was added."""
    return finding.code, repr(finding.facts), tuple(at for at in finding.at if at != added)


def _unknown_key(fact: Unknown, added: str) -> Hashable:
    return fact.card, fact.fact, fact.needed_by, tuple(at for at in fact.at if at != added)


def _growth(before: Weighed, after: Weighed) -> int | None:
    """What the legion's price grows by, unless the card brings a price that is not known."""
    if _open_lines(before) != _open_lines(after):
        return None
    return after.price.known - before.price.known


def _open_lines(weighed: Weighed) -> int:
    return sum(line["points"] is None for line in weighed.price.lines)

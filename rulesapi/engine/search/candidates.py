"""What could stand in a place of a legion, and what that would change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from rulesapi.engine.collection import used
from rulesapi.engine.model import (
    CannotJudge,
    Card,
    Carried,
    Document,
    Fielded,
    Finding,
    Outcome,
    Owned,
    Pick,
    Unknown,
    Upgrade,
)
from rulesapi.engine.reading import join_lines
from rulesapi.engine.ruleset import Library, Weighed
from rulesapi.engine.search.parts import Judge

Thing = TypeVar("Thing", Finding, Unknown)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A card that could be added, with what it would bring.

    It `fits` when it adds no error. `findings` and `unknown` are those that the legion does not have without it, `at`
    is the place it would get, `points` what the legion's price would grow by (`None` when that is not known). `owned`
    counts the owner's copies, `left` those of them that the legion does not use yet (`None` when no collection was
    given).
    """

    card: str
    at: str
    fits: bool
    verdict_if_added: Outcome
    findings: tuple[Finding, ...]
    unknown: tuple[Unknown, ...]
    points: int | None
    owned: int | None
    left: int | None

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
            "owned": self.owned,
            "left": self.left,
        }


def candidates(library: Library, legion: Document, at: str, among: Collection[str] | None = None) -> list[Candidate]:
    """Every card that could be added at a place: "" for a new creature, "/picks/0" for an upgrade on that creature.

    With `among` (slugs) only those are tried, for who wants to know of a few and not wait for all.
    Each is judged as a part of the legion, so that the answer is the verdict's own. From a pick of several copies one
    is taken out first and carries the new upgrade; the others then stand in a pick at the end. Raises CannotJudge when
    there is no such place, and what `judge` raises.
    """
    judge = Judge(library, legion)
    picks = list(legion["picks"])
    if at == "":
        number, carried, place = len(picks), None, f"/picks/{len(picks)}"
    else:
        number = _single(picks, at)
        carried = picks[number].get("upgrades", [])
        place = f"{at}/upgrades/{len(carried)}"
    standing = judge.parts(picks)
    stock = _Stock(judge.terms.owned.get(""), join_lines([part.lines for part in standing]).standing)
    before = _Before(judge.weigh(standing), place)
    found = []
    for card in _of(library, Fielded if carried is None else Upgrade, among):
        line = {"card": card.slug} if carried is None else {**picks[number], "upgrades": [*carried, card.slug]}
        after = judge.weigh([*standing[:number], judge.part(number, line), *standing[number + 1 :]])
        found.append(before.candidate(card, after, stock))
    return found


def _of(library: Library, kind: type[Card], among: Collection[str] | None) -> Iterable[Card]:
    return (card for card in library.shelf if isinstance(card, kind) and (among is None or card.slug in among))


def _single(picks: list[Any], at: str) -> int:
    """The number of the pick at that place, which is made one of a single creature."""
    number = next((number for number in range(len(picks)) if at == f"/picks/{number}"), None)
    if number is None:
        raise CannotJudge("no-such-place", f"The legion has no creature at {at}.", (at,))
    count = picks[number].get("count", 1)
    if count > 1:
        picks.append({**picks[number], "count": count - 1})
        picks[number] = {**picks[number], "count": 1}
    return number


class _Stock:
    """What the owner of a legion has of a card, and has left of it beside the legion; not told without a collection."""

    def __init__(self, owned: Owned | None, standing: Iterable[Pick | Carried]) -> None:
        self._owned = owned
        self._used = used(standing)

    def owned(self, card: Card) -> int | None:
        return None if self._owned is None else self._owned.get(card, 0)

    def left(self, card: Card) -> int | None:
        """Never fewer than none."""
        return None if self._owned is None else max(0, self._owned.get(card, 0) - self._used[card])


class _Before:
    """The legion as it stands, for telling what a card adds to it at a place."""

    def __init__(self, weighed: Weighed, at: str) -> None:
        self.at = at
        self.known = weighed.price.known
        self.open = _open_lines(weighed)
        self.findings = Counter(_finding_key(finding, at) for finding in weighed.findings)
        self.unknown = Counter(_unknown_key(fact, at) for fact in weighed.unknown)

    def candidate(self, card: Card, after: Weighed, stock: _Stock) -> Candidate:
        """What the card adds, `after` being the legion with it."""
        findings = _new(after.findings, self.findings, self.at, _finding_key)
        unknown = _new(after.unknown, self.unknown, self.at, _unknown_key)
        return Candidate(
            card=card.slug,
            at=self.at,
            fits=all(finding.level != "error" for finding in findings),
            verdict_if_added=after.verdict,
            findings=findings,
            unknown=unknown,
            points=after.price.known - self.known if _open_lines(after) == self.open else None,
            owned=stock.owned(card),
            left=stock.left(card),
        )


def _new(
    after: tuple[Thing, ...], before: Counter[Hashable], added: str, key: Callable[[Thing, str], Hashable]
) -> tuple[Thing, ...]:
    """What was not there before; each old one answers for one of the new, if need be with the card added."""
    if not after:
        return ()
    old = dict(before)
    new = set()
    for number in sorted(range(len(after)), key=lambda number: added in after[number].at):
        same = key(after[number], added)
        if old.get(same, 0) > 0:
            old[same] -= 1
        else:
            new.add(number)
    return tuple(thing for number, thing in enumerate(after) if number in new)


def _finding_key(finding: Finding, added: str) -> Hashable:
    """What makes two findings the same one, apart from the place of the card that was added."""
    facts = finding.facts
    said: Hashable = repr(facts)
    if "short" in facts:  # how many cards there are says nothing of one that makes them more
        said = tuple(sorted((name, fact) for name, fact in facts.items() if isinstance(fact, str)))
    return finding.code, said, tuple(at for at in finding.at if at != added)


def _unknown_key(fact: Unknown, added: str) -> Hashable:
    return fact.card, fact.fact, fact.needed_by, tuple(at for at in fact.at if at != added)


def _open_lines(weighed: Weighed) -> int:
    """How many lines of the price are not known: when a card adds one, so is what the card costs."""
    if weighed.price.total is not None:
        return 0
    return sum(line["points"] is None for line in weighed.price.lines)

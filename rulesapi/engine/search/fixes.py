"""The smallest edits that make a legion legal, found by trying: every legion that is offered was judged.

What is tried goes from one edit to two and so on, and ends with the first number of edits that mends the legion. Of a
legion that breaks a rule only edits are tried that change a pick which the finding names: no rule that names picks is
satisfied by a change elsewhere, because each of them says that these cards do not go together or not there. A finding
that names no pick, like the one on the limit of points, lets every edit be tried. A test holds each rule to that.

Nor is an upgrade tried on a creature where these two cards alone rule it out, and as the last edit no card that leaves
an error standing elsewhere.

The number of legions judged is bounded. Edits that only take out, count down or move are tried before those that put
another card in, since they are few; so what lies past the bound is mostly other cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rulesapi.engine.model import Document, Legion, Outcome, Price
from rulesapi.engine.readings import decides
from rulesapi.engine.ruleset import Library, Rule, Weighed, ask, holding, weigh
from rulesapi.engine.search.edits import Edits, Line, State, edited, patch, start
from rulesapi.engine.search.parts import Judge, Part, cards_in

MOST = 5
BUDGET = 30_000
"""How many cards are judged for one answer, by default: those of 2,000 usual legions, or of a few huge ones."""

MOST_EDITS = 6
KEPT_BACK = 4
"""One in so many judgements is kept for looking for any way out at all, when no smallest one is found in time."""


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that make the legion legal: a JSON Patch of its document, and what the price changes by.

    `points` is `None` where a price is not known.
    """

    do: tuple[dict[str, Any], ...]
    points: int | None
    verdict: Outcome

    def as_document(self) -> dict[str, Any]:
        """The fix as JSON."""
        return {"do": [dict(step) for step in self.do], "points": self.points, "verdict": self.verdict}


@dataclass(frozen=True, slots=True)
class Fixes:
    """What a search found, the best first. Unless `complete`, there may be better or smaller ones."""

    verdict: Outcome
    fixes: tuple[Fix, ...]
    complete: bool


class _Spent(Exception):
    """The judgements allowed are used up."""


Mended = tuple[State, Price]
"""A legal legion, and what it costs."""


def fixes(library: Library, legion: Document, most: int = MOST, budget: int = BUDGET) -> Fixes:
    """The smallest edits that make a legion legal, at most `most` of them; `budget` bounds the cards judged.

    Fewest edits go first, then the fewest points lost, then the smallest change of points. A legal legion needs none.
    Raises what `judge` raises.
    """
    search = _Search(library, legion, budget)
    if search.before.verdict == "legal":
        return Fixes("legal", (), True)
    found, complete = search.smallest()
    if not found and not complete:
        found = search.any_way_out()
    return Fixes(search.before.verdict, tuple(_ranked(search, found, library, legion, most)), complete)


class _Search:
    """One search: the legions tried, and the parts they are made of."""

    def __init__(self, library: Library, legion: Document, budget: int) -> None:
        self.judge = Judge(library, legion)
        self.edits = Edits(library, self._suits)
        self._suited: dict[tuple[str, str], bool] = {}
        self.start = start(legion["picks"])
        self.each = cards_in(legion)
        self.left = budget - budget // KEPT_BACK
        self.kept_back = budget // KEPT_BACK
        self._parts: dict[tuple[int, Line], Part] = {}
        self._deciding = [rule for rule, level in holding(library, self.judge.terms) if level == "error"]
        self._paired = [rule for rule in self._deciding if rule.paired]
        self.before = self._weigh(self.start)

    def smallest(self) -> tuple[list[Mended], bool]:
        """The legal legions that the fewest edits lead to, and whether all with so many edits were tried."""
        found: list[Mended] = []
        try:
            for edits in range(1, MOST_EDITS + 1):
                seen: set[State] = {self.start}
                for swapping in (False, True):
                    for mended in self._after(self.start, self.before, edits, swapping, seen):
                        found.append(mended)
                if found or not any(self.start):
                    return found, True
        except _Spent:
            return found, False
        return found, False

    def _after(self, state: State, weighed: Weighed, edits: int, swapping: bool, seen: set[State]) -> Iterator[Mended]:
        """The legal legions that so many edits lead to; only those with the last edit not `seen` before are judged."""
        if edits < _least_edits(weighed):
            return
        likely = self._likely(weighed)
        for after in self._tried(state, weighed, swapping, last=edits == 1):
            if edits > 1:
                self._spend()
                yield from self._after(after, self._weigh(after), edits - 1, swapping, seen)
            elif after not in seen:
                seen.add(after)
                if price := self._price_if_legal(after, likely):
                    yield after, price

    def _tried(self, state: State, weighed: Weighed, swapping: bool, *, last: bool) -> Iterator[State]:
        """The edits of which any fix must make one; another card as the last edit must mend every error by itself."""
        numbers = _concerned(weighed, state)
        yield from self.edits.plain(state, numbers, making_room=not last)
        if swapping and last:
            named = [picks for picks in _error_picks(weighed) if picks is not None]
            numbers = [number for number in numbers if all(number in picks for picks in named)]
        if swapping:
            yield from self.edits.swaps(state, numbers, last=last)

    def any_way_out(self) -> list[Mended]:
        """One legal legion, reached by taking at each step the plain edit after which the least is wrong."""
        self.left = self.kept_back
        state, weighed = self.start, self.before
        try:
            while weighed.verdict != "legal":
                tried = []
                for after in self.edits.plain(state, range(len(state))):
                    self._spend()
                    tried.append((after, self._weigh(after)))
                better = [one for one in tried if _wrong(one[1]) < _wrong(weighed)]
                if not better:
                    return []
                state, weighed = min(better, key=lambda one: (_wrong(one[1]), -one[1].price.known))
        except _Spent:
            return []
        return [(state, weighed.price)]

    # -- judging ---------------------------------------------------------------------------------------------------

    def _weigh(self, state: State) -> Weighed:
        """The full answer on an edited legion, the places being those of the document before it was edited."""
        return self.judge.weigh(self._of(state))

    def _price_if_legal(self, state: State, likely: Sequence[Rule]) -> Price | None:
        """What an edited legion costs if it is legal; the rules that are `likely` broken are asked first."""
        self._spend()
        library, parts = self.judge.library, self._of(state)
        whole: Legion | None = None
        for rule in likely:
            if rule.each:
                broken = any(decides(thing) for part in parts for thing in self.judge.said(part, rule))
            else:
                whole = whole or self._whole(parts)
                broken = any(map(decides, ask(rule, whole, library)))
            if broken:
                return None
        return (whole or self._whole(parts)).price

    def _whole(self, parts: Sequence[Part]) -> Legion:
        return self.judge.whole(parts)

    def _spend(self) -> None:
        if self.left <= 0:
            raise _Spent
        self.left -= self.each

    def _of(self, state: State) -> list[Part]:
        return [self._part(number, line) for number, line in enumerate(state) if line is not None]

    def _part(self, number: int, line: Line) -> Part:
        if (number, line) not in self._parts:
            self._parts[number, line] = self.judge.part(number, line.document())
        return self._parts[number, line]

    def _suits(self, creature: str, upgrade: str) -> bool:
        """Whether no rule that asks of two cards alone says anything of the upgrade on the creature."""
        if (creature, upgrade) not in self._suited:
            pair = self.judge.part(0, {"card": creature, "upgrades": [upgrade]})
            self._suited[creature, upgrade] = not any(self.judge.said(pair, rule) for rule in self._paired)
        return self._suited[creature, upgrade]

    def _likely(self, weighed: Weighed) -> list[Rule]:
        """The rules that decide: those first that the legion broke before the last edit, then what is quickly asked."""
        broken = {finding.code for finding in weighed.findings}
        return sorted(self._deciding, key=lambda rule: (rule.code not in broken, not rule.each))


def _ranked(search: _Search, found: Sequence[Mended], library: Library, legion: Document, most: int) -> list[Fix]:
    """The best fixes, the best first, each judged once more as the document that its patch makes."""
    before, picks = search.before.price, legion["picks"]
    ranked: list[tuple[tuple[int, ...], State, list[dict[str, Any]], int | None]] = []
    for state, price in found:
        change = price.known - before.known
        do = patch(picks, state)
        swaps = sum(step["op"] == "replace" and isinstance(step["value"], str) for step in do)
        points = None if price.total is None or before.total is None else change
        ranked.append(((max(0, -change), abs(change), swaps, len(ranked)), state, do, points))
    ranked.sort(key=lambda one: one[0])
    offered = []
    for _, state, do, points in ranked[:most]:
        verdict = weigh(library, {**legion, "picks": edited(picks, state)}).verdict
        offered.append(Fix(tuple(do), points, verdict))
    return offered


def _error_picks(weighed: Weighed) -> list[frozenset[int] | None]:
    """For each error the numbers of the picks that it names; `None` where it names another place."""
    found: list[frozenset[int] | None] = []
    for finding in weighed.findings:
        if finding.level == "error":
            parts = [at.split("/") for at in finding.at]
            named = all(len(part) > 2 and part[1] == "picks" for part in parts)
            found.append(frozenset(int(part[2]) for part in parts) if named else None)
    return found


def _concerned(weighed: Weighed, state: State) -> list[int]:
    """The picks of which any fix must change one: those of the error that names the fewest; else all."""
    named = [picks for picks in _error_picks(weighed) if picks is not None]
    if not named:
        return list(range(len(state)))
    fewest = min(named, key=lambda picks: (len(picks), sorted(picks)))
    return sorted(fewest)


def _least_edits(weighed: Weighed) -> int:
    """How many edits are needed at least: one changes two picks at most, and so mends two errors that share none."""
    apart: set[int] = set()
    number = 0
    named = [picks for picks in _error_picks(weighed) if picks is not None]
    for picks in sorted(named, key=len):
        if apart.isdisjoint(picks):
            apart |= picks
            number += 1
    return -(-number // 2)


def _wrong(weighed: Weighed) -> tuple[int, int, int]:
    """How much is wrong: the places of errors, the points above the limit, the facts that would decide."""
    over = 0 if weighed.limit is None else max(0, weighed.price.known - weighed.limit)
    errors = sum(len(finding.at) for finding in weighed.findings if finding.level == "error")
    return errors, over, len(weighed.unknown) + len(weighed.open)

"""Adventures as the engine reads them: their sides, their claims, and the conditions of their outcomes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import prod
from typing import Any

from rulesapi.engine.values.model import Citation, Document
from rulesapi.engine.values.truth import Truth, all3, any3, not3

ADVENTURE = "adventure"
DEFEATED, LEFT, PRESENT = "defeated", "left", "present"
ENDED = frozenset((DEFEATED, LEFT))
"""The ends of a side that happen at a moment of the game, so that they have an order."""

_LEAVING = frozenset((LEFT,))

Settled = Mapping[str, str]
"""Readings of the settled questions, by question."""


@dataclass(frozen=True, slots=True)
class SideReport:
    """The end of a side in a report: how it ended, its exit, its health at that time, its tokens; `None` is unknown.

    `may_leave` says whether a side that left was free to do so. If it was not, it was defeated by leaving. `too_late`
    says whether its end came after the end of the game, so that it was still there when the game ended. `decides` are
    pointers to unknown facts of the report that both answers depend on.
    """

    end: str | None = None
    exit: str | None = None
    health: int | None = None
    holds: frozenset[int] | None = None
    may_leave: Truth = True
    too_late: Truth = False
    decides: tuple[str, ...] = ()

    def ended_as(self, ends: frozenset[str]) -> Truth:
        """Return whether the side ended in one of these ways."""
        if self.end is None:
            return None
        if self.too_late is not False:
            return self._ended_perhaps_late(ends)
        if self.end != LEFT or self.may_leave is True:
            return self.end in ends
        if self.may_leave is False:
            return DEFEATED in ends
        return LEFT in ends if (LEFT in ends) is (DEFEATED in ends) else None

    def _ended_perhaps_late(self, ends: frozenset[str]) -> Truth:
        still_there = PRESENT in ends
        if self.too_late or replace(self, too_late=False).ended_as(ends) is still_there:
            return still_there
        return None

    @property
    def has_left(self) -> Truth:
        """True if the side left and was free to do so; None if unknown."""
        return self.ended_as(_LEAVING)

    @property
    def has_ended(self) -> Truth:
        """True if the side was defeated or left, free to or not; None if unknown."""
        if self.end is None or self.end not in ENDED:
            return None if self.end is None else False
        return not3(self.too_late)


NOTHING_KNOWN = SideReport()


@dataclass(frozen=True, slots=True)
class Report:
    """The players' report of a game: each side's end, and the order in which sides were defeated or left.

    `known` caches the truth of conditions, because one condition is in many cases.
    """

    sides: Mapping[str, SideReport]
    order: tuple[str, ...] | None = None
    known: dict[Condition, Truth] = field(default_factory=dict, compare=False)

    @classmethod
    def read(cls, document: Document) -> Report:
        """Read the report of a record's entry; omitted facts are unknown."""
        sides = {
            name: SideReport(
                side.get("end"),
                side.get("exit"),
                side.get("health"),
                None if side.get("holds") is None else frozenset(side["holds"]),
            )
            for name, side in document.get("sides", {}).items()
        }
        order = document.get("order")
        return cls(sides, None if order is None else tuple(order))

    def of(self, side: str) -> SideReport:
        """Return the report of a side."""
        return self.sides.get(side, NOTHING_KNOWN)

    def earlier(self, side: str, other: str) -> Truth:
        """Return whether a side ended before another; both are known to have been defeated or to have left."""
        if self.order is None or side not in self.order or other not in self.order:
            return None
        return self.order.index(side) < self.order.index(other)


@dataclass(frozen=True, slots=True, eq=False)
class Condition:
    """A condition on the fate of one side: all of its parts must hold. Equal conditions of an adventure are shared."""

    side: str
    ends: frozenset[str] | None
    exits: frozenset[str] | None
    least_health: int | None
    most_health: int | None
    tokens: frozenset[int] | None
    after: tuple[str, ...]
    before: tuple[str, ...]
    of_end_alone: bool

    @classmethod
    def read(cls, row: Document) -> Condition:
        return cls(
            row["side"],
            _words(row, "is"),
            _words(row, "by"),
            row.get("least_health"),
            row.get("most_health"),
            _words(row, "holds"),
            tuple(row.get("after", ())),
            tuple(row.get("before", ())),
            row.keys() == {"side", "is"},
        )

    def truth(self, report: Report) -> Truth:
        """Return whether the condition holds by the report."""
        if self not in report.known:
            side = report.sides.get(self.side, NOTHING_KNOWN)
            ended = None if self.ends is None else side.ended_as(self.ends)
            if self.of_end_alone or (ended is False and self.ends is not None):
                report.known[self] = ended  # the usual case, answered fast
            else:
                report.known[self] = all3(truth for _, truth in self._parts(report, side))
        return report.known[self]

    def needs(self, report: Report) -> Iterator[str]:
        """Yield pointers to the unknown facts of a report that decide whether the condition holds."""
        side = report.of(self.side)
        for fact, truth in self._parts(report, side):
            if truth is None:
                yield from side.decides if side.decides and side.end is not None and fact.endswith("/end") else (fact,)

    def _parts(self, report: Report, side: SideReport) -> Iterator[tuple[str, Truth]]:
        at = f"/sides/{self.side}"
        if self.ends is not None:
            yield f"{at}/end", side.ended_as(self.ends)
        if self.exits is not None:
            left = side.has_left
            by = None if side.exit is None else side.exit in self.exits
            yield (f"{at}/end" if left is None else f"{at}/exit"), all3((left, by))
        if self.least_health is not None:
            yield f"{at}/health", None if side.health is None else side.health >= self.least_health
        if self.most_health is not None:
            yield f"{at}/health", None if side.health is None else side.health <= self.most_health
        if self.tokens is not None:
            yield f"{at}/holds", None if side.holds is None else not self.tokens.isdisjoint(side.holds)
        for other in self.after:
            yield _order_fact(report, self.side, other), self._follows(report, side, other)
        for other in self.before:
            yield _order_fact(report, self.side, other), self._precedes(report, side, other)

    def _follows(self, report: Report, side: SideReport, other: str) -> Truth:
        ended = (side.has_ended, report.of(other).has_ended)
        return all3((*ended, report.earlier(other, self.side) if all(ended) else None))

    def _precedes(self, report: Report, side: SideReport, other: str) -> Truth:
        theirs, mine = report.of(other).has_ended, side.has_ended
        if theirs is False:
            return mine
        return all3((mine, report.earlier(self.side, other) if theirs and mine else None))


def _order_fact(report: Report, side: str, other: str) -> str:
    """Return the fact that decides which of two sides was first: the end of one side, or the order of both."""
    unknown = [name for name in (side, other) if report.of(name).end is None]
    return f"/sides/{unknown[0]}/end" if unknown else "/order"


def _words(row: Document, field: str) -> frozenset[Any] | None:
    return frozenset(row[field]) if field in row else None


@dataclass(frozen=True, slots=True)
class Case:
    """Conditions that hold together, under one reading of an open question if one is named."""

    conditions: tuple[Condition, ...]
    question: str | None
    reading: str | None

    def truth(self, report: Report, settled: Settled) -> Truth:
        known = True if self.question is None else self.reading_truth(settled)
        if known is False:
            return False
        of_report = report.known
        for condition in self.conditions:
            truth = of_report[condition] if condition in of_report else condition.truth(report)
            if truth is False:
                return False
            if truth is None:
                known = None
        return known

    def reading_truth(self, settled: Settled) -> Truth:
        """Return whether the reading of the case holds; true if it depends on none."""
        if self.question is None:
            return True
        return settled[self.question] == self.reading if self.question in settled else None


@dataclass(frozen=True, slots=True)
class Reward:
    """The reward of a side: points and a choice of cards, with `only_held` limited to cards whose tokens it holds."""

    side: str
    xp: int
    cards: tuple[str, ...]
    only_held: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way to end, its cases, its rewards, and whether the adventure is played again before another one.

    `xp_by_side` are the points that sides earn.
    """

    paragraph: str
    victory: str
    text: str
    cases: tuple[Case, ...]
    earned: tuple[Reward, ...]
    played_again: bool
    xp_by_side: Mapping[str, int]

    def truth(self, report: Report, settled: Settled) -> Truth:
        """Return whether any of the cases is true."""
        known: Truth = False
        for case in self.cases:
            truth = case.truth(report, settled)
            if truth:
                return True
            if truth is None:
                known = None
        return known


@dataclass(frozen=True, slots=True)
class Claim:
    """Artifacts that a side may take without having earned them.

    With `earned_by`, these are the artifacts that this side earned in the `adventure`; without it, those that nobody
    earned there.
    """

    side: str
    adventure: str
    earned_by: str | None
    cards: frozenset[str]
    question: str | None
    reading: str | None


@dataclass(frozen=True, slots=True)
class Side:
    """One side: the point limit of its list, its required cards, its possible ends, and its exits.

    `may_leave` has the cases in which it may leave: in any other case leaving is its defeat. Without them (None) it may
    always leave. The game is over when a side with `leaving_ends` leaves.
    """

    slug: str
    name: str
    points: int | None
    required_cards: tuple[str, ...]
    ends: tuple[str, ...]
    exits: tuple[str, ...]
    may_leave: tuple[Case, ...] | None
    leaving_ends: bool


@dataclass(frozen=True)
class Adventure:
    """An adventure as used for judging.

    `cards_by_token` are the cards that tokens represent, `walls` the edges that nobody can leave by, `document` is the
    whole document.
    """

    slug: str
    name: str
    players: int | None
    format: str | None
    sides: Mapping[str, Side]
    outcomes: tuple[Outcome, ...]
    claims: tuple[Claim, ...]
    questions: Mapping[str, Document]
    cards_by_token: Mapping[int, str]
    tokens: tuple[int, ...]
    most_held: int
    walls: frozenset[str]
    document: Document

    @classmethod
    def read(cls, document: Document) -> Adventure:
        """Read an adventure's document, valid by its schema."""
        pieces, known = document.get("pieces", ()), dict[str, Condition]()
        return cls(
            slug=document["slug"],
            name=document["name"],
            players=document["players"],
            format=document.get("format"),
            sides={row["side"]: _side(row, known) for row in document["sides"]},
            outcomes=tuple(_outcome(row, known) for row in document["outcomes"]),
            claims=tuple(_claim(row) for row in document.get("claims", ())),
            questions={row["question"]: row for row in document.get("questions", ())},
            cards_by_token={piece["number"]: piece["card"] for piece in pieces if "card" in piece},
            tokens=tuple(piece["number"] for piece in pieces),
            most_held=document.get("most_held", 0),
            walls=frozenset((document.get("area") or {}).get("walls", ())),
            document=document,
        )

    @property
    def translations(self) -> Sequence[Document]:
        """Its texts in other languages, which judging never reads."""
        found: Sequence[Document] = self.document.get("translations", ())
        return found

    @cached_property
    def deciding_questions(self) -> frozenset[str]:
        """The open questions on which an outcome depends."""
        return frozenset(case.question for one in self.outcomes for case in one.cases if case.question is not None)

    def token_of(self, card: str) -> int | None:
        """Return the token that represents a card; None if there is none."""
        return next((number for number, of in self.cards_by_token.items() if of == card), None)

    @property
    def cite(self) -> Citation:
        """The citation of its outcomes."""
        sources = self.document["sources"]
        source = sources.get("/outcomes") or sources.get("") or {}
        return Citation(source.get("source", "The adventure"), source.get("page"), at=source.get("at"))

    @cached_property
    def claims_by_card(self) -> Mapping[tuple[str, str], Sequence[Claim]]:
        """The claims by which a side may take a card, by side and card."""
        found: dict[tuple[str, str], list[Claim]] = {}
        for claim in self.claims:
            for card in claim.cards:
                found.setdefault((claim.side, card), []).append(claim)
        return found

    @cached_property
    def _leaving(self) -> Mapping[str, tuple[Case, ...]]:
        """The cases in which a side may leave, for each side that may leave in certain cases only."""
        return {side.slug: side.may_leave for side in self.sides.values() if side.may_leave is not None}

    @cached_property
    def _ending(self) -> Sequence[str]:
        """The sides that end the game by leaving."""
        return [side.slug for side in self.sides.values() if side.leaving_ends]

    @cached_property
    def conditions(self) -> Sequence[Condition]:
        """The conditions of all cases, with repetitions."""
        cases = [case for outcome in self.outcomes for case in outcome.cases]
        cases += [case for some in self._leaving.values() for case in some]
        return [condition for case in cases for condition in case.conditions]

    def is_way_out(self, side: Side, way: str) -> bool:
        """Return whether a side can leave at a place: one of its exits or, without exits, any edge without a wall."""
        return way in side.exits if side.exits else way not in self.walls

    def counted(self, report: Report) -> Report:
        """Return a report completed with `too_late` and `may_leave` of each side.

        Whether a side was free to leave may depend on other sides that were not free to leave themselves. The answers
        are therefore computed repeatedly until none changes.
        """
        report = self._until_its_end(report)
        left = [slug for slug in self._leaving if report.of(slug).end == LEFT]
        if not left:
            return report
        open_ = {slug: replace(report.of(slug), may_leave=None) for slug in left}
        report = Report({**report.sides, **open_}, report.order)
        for _ in left:
            decided = {slug: one for slug in left if (one := self._left(report, slug)) != report.of(slug)}
            if not decided:
                break
            report = Report({**report.sides, **decided}, report.order)
        return report

    def _until_its_end(self, report: Report) -> Report:
        """Return a report in which the sides are marked that ended after the end of the game.

        The game ends when certain sides leave. Without an order, a defeated side fell before the other left, and which
        of two sides left first is unknown.
        """
        ending = [slug for slug in self._ending if report.of(slug).end == LEFT]
        late: dict[str, SideReport] = {}
        for slug, side in report.sides.items() if ending else ():
            unsaid = None if side.end == LEFT and slug in ending else False
            earlier = [report.earlier(other, slug) for other in ending if other != slug]
            too_late = any3(unsaid if one is None else one for one in earlier) if side.end in ENDED else False
            if too_late is not False:
                late[slug] = replace(side, too_late=too_late, decides=() if too_late else ("/order",))
        return Report({**report.sides, **late}, report.order) if late else report

    def _left(self, report: Report, slug: str) -> SideReport:
        """Return the report of a side that left, with whether it was free to."""
        cases = self._leaving[slug]
        free = any3(case.truth(report, {}) for case in cases)
        facts = (
            (fact for case in cases for one in case.conditions for fact in one.needs(report)) if free is None else ()
        )
        return replace(report.of(slug), may_leave=free, decides=tuple(sorted(set(facts))))

    def number_of_readings(self, questions: Iterable[str]) -> int:
        """Return the number of ways in which these open questions can be settled."""
        return prod(len(self.questions[question]["readings"]) for question in questions)

    def readings(self, questions: Iterable[str]) -> list[Settled]:
        """Return every way in which these open questions can be settled."""
        ways: list[dict[str, str]] = [{}]
        for question in sorted(questions):
            rows = self.questions[question]["readings"]
            ways = [{**way, question: row["reading"]} for way in ways for row in rows]
        return list(ways)


def _side(row: Document, conditions: dict[str, Condition]) -> Side:
    return Side(
        row["side"],
        row["name"],
        row["points"],
        tuple(row["required_cards"]),
        tuple(row["ends"]),
        tuple(row.get("exits", ())),
        _cases(row["may_leave"], conditions) if "may_leave" in row else None,
        row.get("leaving_ends", False),
    )


def _cases(cases: Iterable[Document], conditions: dict[str, Condition]) -> tuple[Case, ...]:
    """Return the cases, reusing equal `conditions`."""

    def condition(clause: Document) -> Condition:
        return conditions.setdefault(repr(sorted(clause.items())), Condition.read(clause))

    return tuple(Case(tuple(map(condition, row["all"])), row.get("question"), row.get("reading")) for row in cases)


def _outcome(row: Document, conditions: dict[str, Condition]) -> Outcome:
    earned = tuple(
        Reward(reward["side"], reward["xp"], tuple(reward.get("cards", ())), reward.get("only_held", False))
        for reward in row["earned"]
    )
    points: dict[str, int] = {}
    for reward in earned:
        points[reward.side] = points.get(reward.side, 0) + reward.xp
    again = row.get("played_again", False)
    return Outcome(
        row["paragraph"], row["victory"], row["text"], _cases(row["when"], conditions), earned, again, points
    )


def _claim(row: Document) -> Claim:
    return Claim(
        row["side"],
        row["adventure"],
        row.get("earned_by"),
        frozenset(row["cards"]),
        row.get("question"),
        row.get("reading"),
    )

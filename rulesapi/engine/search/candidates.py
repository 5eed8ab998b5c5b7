"""What could stand in a place of a legion, and what that would change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from rulesapi.engine.answers import findings_of, unknown_of
from rulesapi.engine.collection import used
from rulesapi.engine.model import (
    Broken,
    CannotJudge,
    Card,
    Carried,
    Document,
    Fielded,
    Finding,
    LedgerLine,
    Legion,
    Level,
    Outcome,
    Owned,
    Pick,
    Price,
    Unknown,
    Upgrade,
    Wanting,
    value,
)
from rulesapi.engine.reading import join_lines
from rulesapi.engine.readings import Open
from rulesapi.engine.ruleset import About, Library, Rule, any_card, ask, holding
from rulesapi.engine.search.parts import Judge, Part, Said, cards_in
from rulesapi.engine.wording import phrase

Thing = TypeVar("Thing", Finding, Unknown)

WAYS_OUT = ("fitting",)
"""Facts that tell of what would mend a thing; a card after which that is something else makes nothing worse."""

MOST_CARDS = 100
"""So many cards a legion may list for its candidates to be looked for: each of them is judged beside all the others."""


@value
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
    before, wanted = place(library, legion, at)
    return [before.with_card(card) for card in _of(before.judge.library, wanted, among)]


def place(library: Library, legion: Document, at: str) -> tuple[Before, type[Card]]:
    """The legion as it stands before a card is added at a place, and the kind of card that can be."""
    judge = Judge(library, legion)
    if (cards := cards_in(legion)) > MOST_CARDS:
        message = phrase(
            "The list has {cards} cards. What could be added is told for up to {most}.", cards=cards, most=MOST_CARDS
        )
        raise CannotJudge("too-many-cards", message, ("/picks",))
    picks = list(legion["picks"])
    if at == "":
        return Before(judge, judge.parts(picks), None, f"/picks/{len(picks)}"), Fielded
    number = _single(picks, at)
    new = f"{at}/upgrades/{len(picks[number].get('upgrades', ()))}"
    return Before(judge, judge.parts(picks), number, new), Upgrade


def _of(library: Library, kind: type[Card], among: Collection[str] | None) -> Iterable[Card]:
    return (card for card in library.shelf if isinstance(card, kind) and (among is None or card.slug in among))


def _single(picks: list[Any], at: str) -> int:
    """The number of the pick at that place, which is made one of a single creature."""
    number = next((number for number in range(len(picks)) if at == f"/picks/{number}"), None)
    if number is None:
        raise CannotJudge("no-such-place", phrase("There is no card at {at}.", at=at), (at,))
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


class _Wanted(NamedTuple):
    """An unknown fact that a rule needs: see `Wanting`."""

    card: str
    fact: str
    at: str
    code: str


class _Asked:
    """What a rule says, and what becomes of it in a verdict; one that only warns needs no fact and no answer.

    `touching` tells of a card whether it can matter to the rule beside what stands there already.
    """

    def __init__(self, rule: Rule, level: Level, said: Said, touching: About = any_card) -> None:
        self.rule = rule
        self.touching = touching
        self.level = level
        self.said = said
        decides = level == "error"
        self.findings = findings_of(rule, level, [thing for thing in said if isinstance(thing, Broken)])
        self.errors = len(self.findings) if decides else 0
        self.wanting: list[_Wanted] = []
        self.needed = 0
        if decides and len(said) > len(self.findings):
            for thing in said:
                if isinstance(thing, Wanting):
                    self.wanting.append(_Wanted(thing.card, thing.fact, thing.at, rule.code))
                elif isinstance(thing, Open):
                    self.needed += 1
            self.needed += len(self.wanting)


class Tried(NamedTuple):
    """A card put into the legion to try it: its pick, the whole, and what rules have said of that by now, by code."""

    card: Card
    part: Part
    legion: Legion
    asked: dict[str, _Asked]


class Before:
    """The legion as it stands, rule by rule, for telling what a card adds to it at a place.

    Only the rules that the card is about are asked again, one that asks each creature only of the pick that gets the
    card, and only those that then say something else are looked into. So a card takes hardly longer when much is wrong
    elsewhere.
    """

    def __init__(self, judge: Judge, parts: Sequence[Part], number: int | None, at: str) -> None:
        self.judge = judge
        self.at = at
        self.bearer = None if number is None else parts[number]
        self.head = judge.joined(parts[:number])
        self.tail = judge.joined(() if number is None else parts[number + 1 :])
        self.legion = judge.whole(parts)
        self.stock = _Stock(judge.terms.owned.get(""), self.legion.standing)
        self.added = judge.library.ruleset.adding(join_lines(self.legion.parts))
        self.errors = 0
        self.needed = 0
        self.wanting: dict[tuple[str, str], list[_Wanted]] = {}
        self.asked: list[_Asked] = []
        for rule, level in holding(judge.terms):
            asked = _Asked(rule, level, judge.ask(rule, self.legion, parts))
            self.errors += asked.errors
            self.needed += asked.needed
            for wanted in asked.wanting:
                self.wanting.setdefault((wanted.card, wanted.fact), []).append(wanted)
            if not rule.each:
                self.asked.append(_Asked(rule, level, asked.said, rule.touching(self.legion)))
            elif self.bearer is not None:
                said, touching = judge.said(self.bearer, rule), rule.touching(self.bearer.alone)
                self.asked.append(_Asked(rule, level, said, touching))
            else:
                self.asked.append(_Asked(rule, level, []))
        self.deciding = [asked for asked in self.asked if asked.level == "error"]

    def with_card(self, card: Card) -> Candidate:
        """What the card adds to the legion."""
        return self.candidate(self.tried(card))

    def tried(self, card: Card) -> Tried:
        """The card in the legion, before any rule is asked."""
        part = self._part(card)
        return Tried(card, part, self.judge.whole([self.head, part, self.tail], self._price(card)), {})

    def surely_no_fit(self, tried: Tried) -> bool:
        """Whether some rule forbids the card, or asks for a fact that no rule asked for before.

        The rule that said so of another card is asked first.
        """
        for number, before in enumerate(self.deciding):
            after = self._after(before, tried)
            if after is not before and (self._forbids(before, after) or self._asks_more(after)):
                self.deciding.insert(0, self.deciding.pop(number))
                return True
        return False

    def refuses(self, tried: Tried) -> bool:
        """Whether some rule forbids the card."""
        return any(self._forbids(before, self._after(before, tried)) for before in self.deciding)

    def _forbids(self, before: _Asked, after: _Asked) -> bool:
        return after is not before and bool(_new(after.findings, before.findings, self.at, _finding_key))

    def _asks_more(self, after: _Asked) -> bool:
        return any((wanted.card, wanted.fact) not in self.wanting for wanted in after.wanting)

    def candidate(self, tried: Tried) -> Candidate:
        """What the card that is tried adds to the legion."""
        card = tried.card
        findings: list[Finding] = []
        changed: list[tuple[_Asked, _Asked]] = []
        errors, needed, fits = self.errors, self.needed, True
        for before in self.asked:
            after = self._after(before, tried)
            if after is before:
                continue
            if after.findings:
                new = _new(after.findings, before.findings, self.at, _finding_key)
                findings += new
                fits = fits and not (new and before.level == "error")
            errors += after.errors - before.errors
            needed += after.needed - before.needed
            if after.wanting != before.wanting:
                changed.append((before, after))
        return Candidate(
            card=card.slug,
            at=self.at,
            fits=fits,
            verdict_if_added="illegal" if errors else "undetermined" if needed else "legal",
            findings=tuple(findings),
            unknown=self._unknown(changed) if changed else (),
            points=_growth(self.legion.price, tried.legion.price),
            owned=self.stock.owned(card),
            left=self.stock.left(card),
        )

    def _after(self, before: _Asked, tried: Tried) -> _Asked:
        """What a rule says with the card: what it said `before` where that is the same. It is asked once."""
        rule = before.rule
        after = tried.asked.get(rule.code)
        if after is None:
            after = before
            if rule.about(tried.card) and before.touching(tried.card):
                said = ask(rule, tried.part.alone if rule.each else tried.legion, self.judge.library)
                after = before if said == before.said else _Asked(rule, before.level, said)
            tried.asked[rule.code] = after
        return after

    def _price(self, card: Card) -> Price | None:
        """The price with the card, where what it adds is known beforehand."""
        points = self.added(card)
        return None if points is None else with_line(self.legion.price, self.at, card, points)

    def _part(self, card: Card) -> Part:
        """The pick with the card."""
        if self.bearer is not None and isinstance(card, Upgrade):
            return self.judge.with_upgrade(self.bearer, self.at, card)
        return self.judge.part(int(self.at.rpartition("/")[2]), {"card": card.slug})

    def _unknown(self, changed: Sequence[tuple[_Asked, _Asked]]) -> tuple[Unknown, ...]:
        """The unknown facts that the legion with the card needs and did not need, or not there or not for that."""
        gone = {wanted for before, _ in changed for wanted in before.wanting}
        come = [wanted for _, after in changed for wanted in after.wanting]
        facts = {(wanted.card, wanted.fact) for wanted in (*gone, *come)}
        standing = [wanted for fact in facts for wanted in self.wanting.get(fact, ())]
        left = [wanted for wanted in standing if wanted not in gone]
        return tuple(_new(_gathered([*left, *come]), _gathered(standing), self.at, _unknown_key))


def _gathered(wanting: Iterable[_Wanted]) -> tuple[Unknown, ...]:
    return unknown_of([(Wanting(wanted.card, wanted.fact, wanted.at), wanted.code) for wanted in wanting])


def _new(
    after: Sequence[Thing], before: Sequence[Thing], added: str, key: Callable[[Thing, str], Hashable]
) -> Sequence[Thing]:
    """What was not there before; each old one answers for one of the new, if need be with the card added."""
    if not before:
        return after
    old = Counter(key(thing, added) for thing in before)
    new = set()
    for number in sorted(range(len(after)), key=lambda number: added in after[number].at):
        same = key(after[number], added)
        if old[same] > 0:
            old[same] -= 1
        else:
            new.add(number)
    return [thing for number, thing in enumerate(after) if number in new]


def _finding_key(finding: Finding, added: str) -> Hashable:
    """What makes two findings the same one, apart from the place of the card that was added."""
    facts = {name: fact for name, fact in finding.facts.items() if name not in WAYS_OUT}
    said: Hashable = repr(facts)
    if "short" in facts:  # how many cards there are says nothing of one that makes them more
        said = tuple(sorted((name, fact) for name, fact in facts.items() if isinstance(fact, str)))
    return finding.code, said, tuple(at for at in finding.at if at != added)


def _unknown_key(fact: Unknown, added: str) -> Hashable:
    return fact.card, fact.fact, fact.needed_by, tuple(at for at in fact.at if at != added)


def with_line(price: Price, at: str, card: Card, points: int) -> Price:
    """The price with one line more, which stands last, whatever its place."""
    line: LedgerLine = {"at": at, "card": card.slug, "reason": "printed", "points": points}
    return Price(
        (*price.lines, line),
        None if price.total is None else price.total + points,
        price.known + points,
        None if price.ceiling is None else price.ceiling + points,
        price.wanting,
    )


def _growth(before: Price, after: Price) -> int | None:
    """What the price grows by, if that is known: not where a line comes that is open, or where what is not known of
    the card may take off more than the ledger says."""
    growth = after.known - before.known
    if before.total is not None and after.total is not None:
        return growth
    was, new = _ledger(before), _ledger(after)
    return growth if new.count(None) == was.count(None) and _sum(new) - _sum(was) == growth else None


def _ledger(price: Price) -> list[int | None]:
    return [line["points"] for line in price.lines]


def _sum(points: list[int | None]) -> int:
    return sum(one for one in points if one is not None)

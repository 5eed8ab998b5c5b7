"""The cards that help others to keep a rule, such as a commander that admits creatures of another faction.

The rules themselves are run on a card next to each other card; none is implemented here again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from rulesapi.engine.core.evaluation import Terms, expand_legion, run_rule
from rulesapi.engine.core.legion import Legion, Lines, Pick
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.rules import Rule
from rulesapi.engine.values.interpretations import ExcusedBreach, RuleResult
from rulesapi.engine.values.model import Card, MissingFact

MAX_GROUPS = 8
"""The maximum number of groups of several cards that help one card."""

MAX_TRIALS = 6_000
"""The maximum number of lists that are tried in one search for help."""

Help = frozenset[Card]
"""Cards that together help a card; the card itself stands for another copy of it."""


def with_cards(lines: Lines, cards: Iterable[tuple[Card, int]]) -> Lines:
    """Return a list with further cards and their copies, each in a pick of its own."""
    first = len(lines.picks) + len(lines.unknown_cards) + len(lines.misplaced)
    more = [
        Pick(f"/picks/{first + number}", card, copies, 1, (), {"card": card.slug})
        for number, (card, copies) in enumerate(cards)
    ]
    nameless = lines.has_unnamed_card or any(pick.card.name is None for pick in more)
    return Lines(
        (*lines.picks, *more),
        lines.carried,
        lines.unattached_upgrades,
        lines.unknown_cards,
        lines.misplaced,
        nameless,
        lines.at,
    )


def failures(rule: Rule, legion: Legion, library: Library) -> list[RuleResult]:
    """Return the results of a rule that keep a legion from being legal: errors, deciding facts and open questions."""
    return [result for result in run_rule(rule, legion, library) if not isinstance(result, ExcusedBreach)]


@dataclass(slots=True)
class HelpingCards:
    """The help that cards need next to the picks of a list, by these `rules` under its terms.

    Only cards that may be added (`addable`) may help. `helps` has, for each card that needs help, the ways to help it;
    `missing` has the unknown facts because of which a card cannot be added. `incomplete` are cards that other ways may
    help, too, or for which no ways were sought.
    """

    library: Library
    terms: Terms
    lines: Lines
    rules: Sequence[Rule]
    addable: Sequence[Card]
    going_on: Callable[[], bool]
    helps: dict[Card, list[Help]] = field(default_factory=dict)
    incomplete: set[Card] = field(default_factory=set)
    missing: dict[Card, list[MissingFact]] = field(default_factory=dict)
    _alone: dict[Card, list[_Failure]] = field(default_factory=dict)
    _single: dict[Card, list[Card]] = field(default_factory=dict)
    _trials: int = 0

    def __post_init__(self) -> None:
        """Drop addable cards that cannot be in a legal list with any of the other addable cards."""
        known = {failure.key for failure in self._results((), ())}
        for card in self.addable:
            self._alone[card] = [failure for failure in self._results((), (card,)) if failure.key not in known]
        for card in self.addable:
            if self._alone[card]:
                self._single[card] = list(self._single_helpers(card, (card,), self.independent))
        self._drop_failing()
        needing = [card for card in self.addable if self._alone[card]]
        for card in needing:
            self._single[card] += [other for other in needing if not self._is_unhelped(card, (card,), (other,))]
        unhelped = [card for card in needing if not self._single[card] and not self._own_failures(card)]
        if len(unhelped) > 2:  # three or more may help each other only together, and such groups are not sought
            self.incomplete.update(unhelped)
        self._drop(unhelped)
        self._drop_failing()

    @property
    def independent(self) -> list[Card]:
        """The addable cards that need no help."""
        return [card for card in self.addable if not self._alone[card]]

    def _own_failures(self, card: Card) -> dict[str, list[_Failure]]:
        """Return the failures of an addable card at its own place, by rule."""
        found: dict[str, list[_Failure]] = {}
        for failure in self._alone[card]:
            if self._first_place in failure.at:
                found.setdefault(failure.code, []).append(failure)
        return found

    @property
    def _first_place(self) -> str:
        """The place of the first added card."""
        return f"/picks/{len(self.lines.picks) + len(self.lines.unknown_cards) + len(self.lines.misplaced)}"

    def _drop_failing(self) -> None:
        """Drop addable cards that fail a rule even with the help of all others; repeat with the remaining cards."""
        while True:
            picks = with_cards(self.lines, [(card, 1) for card in self.addable]).picks[len(self.lines.picks) :]
            failed = {failure.key for failure in self._results(self.addable, ())}
            failing = [
                pick.card
                for pick in picks
                if not self._single.get(pick.card)
                and any(
                    all(one.moved(pick.at) in failed for one in of_rule)
                    for of_rule in self._own_failures(pick.card).values()
                )
            ]
            if not failing:
                return
            self._drop(failing)

    def _drop(self, cards: Iterable[Card]) -> None:
        dropped = set(cards)
        for card in dropped:
            self._note_missing(card, self._alone[card])
        self.addable = [card for card in self.addable if card not in dropped]

    def can_stand(self, card: Card) -> bool:
        """Return whether a card of the list can stay there, as far as these rules go."""
        return self._may_be_there(card, self._of_standing(card, self._results((), ())), ())

    def can_be_added(self, card: Card) -> bool:
        """Return whether a card of `addable` can be in a legal list, as far as these rules go."""
        return self._may_be_there(card, self._alone[card], (card,))

    def _may_be_there(self, card: Card, alone: Sequence[_Failure], own: Sequence[Card]) -> bool:
        if not alone:
            return True
        if not self._has_time:
            self.incomplete.add(card)
            return False
        single = self._single[card] if own else list(self._single_helpers(card, own, self.addable))
        single = [other for other in single if other in self.addable]
        helps = [Help((other,)) for other in single]
        helps += self._groups(card, own, [other for other in self.addable if other not in single])
        self.helps[card] = helps
        if not helps and card not in self.incomplete:
            self._note_missing(card, alone)
        return bool(helps)

    @property
    def _has_time(self) -> bool:
        return self._trials < MAX_TRIALS and self.going_on()

    def _note_missing(self, card: Card, alone: Sequence[_Failure]) -> None:
        if all(isinstance(failure.result, MissingFact) for failure in alone):
            self.missing[card] = [one.result for one in alone if isinstance(one.result, MissingFact)]

    # -- who helps -------------------------------------------------------------------------------------------------

    def _single_helpers(self, card: Card, own: Sequence[Card], others: Sequence[Card]) -> Iterator[Card]:
        """Yield the cards of `others` that help a card by themselves."""
        if not self._has_time:
            self.incomplete.add(card)
        elif not self._is_unhelped(card, own, others):
            if len(others) == 1:
                yield others[0]
            else:
                middle = len(others) // 2
                yield from self._single_helpers(card, own, others[:middle])
                yield from self._single_helpers(card, own, others[middle:])

    def _groups(self, card: Card, own: Sequence[Card], others: list[Card]) -> list[Help]:
        """Return the smallest groups of `others` that help a card together."""
        groups: list[Help] = []
        open_ = [others]
        while open_:
            left = open_.pop()
            if len(groups) == MAX_GROUPS or not self._has_time:
                self.incomplete.add(card)
                break
            if not self._is_unhelped(card, own, left):
                group = self._smallest(card, own, left)
                groups += [] if group in groups else [group]
                open_ += [[other for other in left if other is not member] for member in group]
        return groups

    def _smallest(self, card: Card, own: Sequence[Card], others: list[Card]) -> Help:
        """Return a minimal part of `others` that helps a card, found by repeated halving."""
        kept, size = list(others), max(1, len(others) // 2)
        while True:
            at = 0
            while at < len(kept):
                fewer = [*kept[:at], *kept[at + size :]]
                if self._is_unhelped(card, own, fewer):
                    at += size
                else:
                    kept = fewer
            if size == 1:
                return Help(kept)
            size //= 2

    def _is_unhelped(self, card: Card, own: Sequence[Card], others: Sequence[Card]) -> bool:
        """Return whether `others` do not help a card: it keeps one of its failures, or a new one is added."""
        if not own:
            return bool(self._of_standing(card, self._results(others, ())))
        before = Counter(failure.key for failure in self._results(others, ()))
        after = [failure.key for failure in self._results(others, own)]
        unlike = Counter(after) - before
        return bool(unlike) or any(failure.key in after for failure in self._alone[card])

    def _of_standing(self, card: Card, failed: Iterable[_Failure]) -> list[_Failure]:
        """Return the failures of a card of the list, without failures of added cards."""
        standing = {pick.at for pick in self.lines.picks}
        own = {pick.at for pick in self.lines.picks if pick.card is card}
        return [failure for failure in failed if standing.issuperset(failure.at) and not own.isdisjoint(failure.at)]

    def _results(self, others: Sequence[Card], own: Sequence[Card]) -> list[_Failure]:
        """Return the failures of the list with two copies of each of `others`: a card may be helped by its own copy."""
        self._trials += 1
        added = [*((card, 2) for card in others), *((card, 1) for card in own)]
        legion = expand_legion(self.library, self.terms, with_cards(self.lines, added))
        return [_Failure(rule.code, result) for rule in self.rules for result in failures(rule, legion, self.library)]


@dataclass(frozen=True, slots=True)
class _Failure:
    """A result of a rule that keeps a list from being legal."""

    code: str
    result: RuleResult

    @property
    def at(self) -> tuple[str, ...]:
        return (self.result.at,) if isinstance(self.result, MissingFact) else self.result.at

    @property
    def key(self) -> Hashable:
        """A key that distinguishes the failure from others."""
        fact = (self.result.card, self.result.fact) if isinstance(self.result, MissingFact) else None
        return self.code, type(self.result), fact, self.at

    def moved(self, place: str) -> Hashable:
        """Return the key that the failure would have at this place alone."""
        fact = (self.result.card, self.result.fact) if isinstance(self.result, MissingFact) else None
        return self.code, type(self.result), fact, (place,)

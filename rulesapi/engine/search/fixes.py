"""Fixes: the smallest edits that make a legion legal, found by trying; every legion offered was judged.

The search tries one edit, then two and so on, and ends with the first number of edits that repairs the legion. For an
illegal legion it tries only edits that could repair one of its errors. If the error names picks, that is a change of
one of them: no rule that names picks is satisfied by a change elsewhere, because each of them says that these cards do
not go together, or cannot be in these places. A rule for which that is not so has hints about what one more card could
bring, or which fields of the list it reads. For an error that names no pick, like the point limit, every edit is tried.
A test holds each rule to that.

If the format is not played at the point limit, the limit is set to the nearest lower or higher one of the format. No
other term of judging changes.

If a card is unknown and the message suggests names, those are tried as well: the closest for each such card, then
another in one place. Other errors are repaired from there. Such a fix is listed before others with as many edits.

A card joins only if the original legion lacks one: a complete legion does not grow.

An upgrade is not tried on a creature if these two cards alone rule it out, and the last edit is never a card that
leaves an error elsewhere.

The number of legions judged is bounded. Edits that only remove, count down, move or join are tried before those that
replace a card, since they are few; so the edits beyond the bound are mostly replacements.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from rulesapi.engine.core.evaluation import Evaluation, evaluate
from rulesapi.engine.core.formats import CardSelector
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.parsing import referenced_cards
from rulesapi.engine.core.rule_hints import Remedy
from rulesapi.engine.core.sources import with_cards_of, with_proposed_cards
from rulesapi.engine.search.edit_trials import BudgetExhausted, RepairTarget, TrialJudge
from rulesapi.engine.search.edits import EditedPick, EditState, edited_document, patch
from rulesapi.engine.search.greedy_repair import greedy_repair
from rulesapi.engine.search.name_suggestions import NameSuggestions
from rulesapi.engine.search.remedies import RemedyFinder
from rulesapi.engine.values.messages import Phrase, phrase
from rulesapi.engine.values.model import Document, Price, VerdictOutcome

MAX_FIXES = 5
BUDGET = 30_000
"""Default budget of one answer, in cards judged: those of 2,000 usual legions, or of a few huge ones."""

MAX_EDITS = 6
MAX_PICKS_TO_CLEAR = 32
"""Maximum number of times that even a large legion may be judged in the search for any repair."""

MAX_UNKNOWN_CARDS = 30
"""Number of deciding unknown facts without extra cost: every five more take as long to judge as everything else."""

MAX_PLACES = 500
"""Number of places with deciding unknown facts without extra cost: every two more take as long to judge as a card."""

MIN_CANDIDATE_FIXES = 6
"""Minimum cost of judging a legion, in cards: smaller legions take as long as one with this number."""

RESERVED_SHARE = 4
"""One in this many judgments is reserved for finding any repair if no smallest one is found in time."""

NAME_SHARE = 4
"""One in this many judgments is reserved for other errors if the message suggests another name."""


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that make the legion legal: a JSON Patch (RFC 6902) of its document, and the change of its price.

    `points` is `None` if a price is unknown.
    """

    do: tuple[dict[str, Any], ...]
    points: int | None
    verdict: VerdictOutcome

    def as_document(self) -> dict[str, Any]:
        """Return the fix as JSON."""
        return {"do": [dict(step) for step in self.do], "points": self.points, "verdict": self.verdict}


@dataclass(frozen=True, slots=True)
class NoFix:
    """The reason why no fix is offered: a code for programs, and a message for people."""

    code: str
    message: Phrase

    def as_document(self) -> dict[str, Any]:
        """Return the reason as JSON."""
        return {"code": self.code, "message": self.message}


NOTHING_MENDS = NoFix("nothing-mends", phrase("Nothing that a fix may change makes this list legal."))
TOO_MANY_WAYS = NoFix(
    "too-many-ways", phrase("None of the lists that were tried is legal, and there are too many to try all.")
)
NO_LEGAL_LIST = NoFix("no-legal-list", phrase("No legal list can be made of the cards that may be taken."))
NOT_SEARCHED = NoFix("not-searched", phrase("The server is busy and could not search for more cards. Try again."))
CARDS_LEFT_OUT = "cards-left-out"
SOLVER_REASONS = (NO_LEGAL_LIST.code, NOT_SEARCHED.code, CARDS_LEFT_OUT)
"""The codes of reasons why no fix is offered if a solver was to look for it."""


def cards_left_out(number: int) -> NoFix:
    """Return the reason that a solver found nothing and could not consider that many cards."""
    message = phrase(
        "No legal list was found. {number} {number:card|cards} could not be looked at: facts of them are not known.",
        number=number,
    )
    return NoFix(CARDS_LEFT_OUT, message)


@dataclass(frozen=True, slots=True)
class Fixes:
    """The fixes that a search found, the best first. Unless `complete`, there may be better or smaller ones.

    If an illegal legion has none, `no_fix` says why.
    """

    verdict: VerdictOutcome
    fixes: tuple[Fix, ...]
    complete: bool
    no_fix: NoFix | None = None


class NearestList(NamedTuple):
    """The legal list with the fewest changed cards that a search found: the fix, or the reason why there is none.

    It is `proven` if no fix changes fewer cards, or if there is no legal list.
    """

    fix: Fix | None
    proven: bool
    no_fix: NoFix | None = None


NearestListSearch = Callable[[], NearestList]
"""Runs a solver that searches for the nearest list."""


class LegalState(NamedTuple):
    """A legal legion: the number of edits that lead to it, and its price."""

    state: EditState
    edits: int
    price: Price


def fixes(
    library: Library,
    legion: Document,
    most: int = MAX_FIXES,
    budget: int = BUDGET,
    *,
    pool: CardSelector | None = None,
    nearest: NearestListSearch | None = None,
) -> Fixes:
    """Return the smallest edits that make a legion or a team legal, at most `most`; `budget` bounds the cards judged.

    The order is: fewest edits, then those with names that the message suggests for unknown cards, then the fewest
    points lost, then the smallest change of points, then fewer cards replaced and cards of the sets that the legion has
    most of. If there are more than `most`, each repair (equal edits in equal places) contributes its best before any
    contributes its second; one that follows the suggestions is always included, if there is one. A legal legion needs
    none. If the smallest are not found, the result of `nearest` is offered, if it is given; else one repair that is not
    known to be the smallest, if repairing one error after the other leads to one. Added cards are of the legion's
    sources, and of the `pool` if there is one. Raises the errors of `judge`.
    """
    library = with_proposed_cards(library, legion, pool)
    if pool is not None:
        library = with_cards_of(library, pool)
    reserved = budget // RESERVED_SHARE
    tries = TrialJudge(library, legion, budget - reserved)
    search = _FixSearch(tries)
    if search.before.verdict == "legal":
        return Fixes("legal", (), True)
    if tries.is_unfixable(search.before):
        return Fixes(search.before.verdict, (), True, NOTHING_MENDS)
    suggested = NameSuggestions.of(tries, search.before)
    for_names = (budget - reserved) // NAME_SHARE if suggested else 0
    tries.left -= for_names
    found, complete = search.smallest()
    if suggested:
        tries.left += for_names
        found += _with_suggested_names(search, suggested, {one.state for one in found})
    no_fix = NOTHING_MENDS if complete else TOO_MANY_WAYS
    if not found and nearest is not None:
        solved = nearest()
        if solved.fix or solved.proven:
            return Fixes(search.before.verdict, (solved.fix,) if solved.fix else (), solved.proven, solved.no_fix)
        no_fix, complete = solved.no_fix or no_fix, False
    if not found and not complete:
        tries.each = search.each
        tries.left = max(reserved, min(MAX_PICKS_TO_CLEAR * tries.each, 2 * budget))
        origins = [suggested.renamed(suggested.closest), tries.start] if suggested else [tries.start]
        state = _first_greedy_repair(search, origins)
        found = [] if state is None else [LegalState(state, 0, tries.whole(state).price)]
    offers = _ranked(tries, search.before.price, found, suggested)
    judged = tuple(_judged_fixes(library, legion, _diversified(offers, most)))
    return Fixes(search.before.verdict, judged, complete, None if judged else no_fix)


def _with_suggested_names(
    search: _FixSearch, suggested: NameSuggestions, known_states: Collection[EditState]
) -> list[LegalState]:
    """Return new legal legions with the suggested names, or with the fewest further edits if none is legal."""
    tries, edits = search.tries, suggested.places
    found: list[LegalState] = []
    try:
        for state in suggested.states():
            if price := tries.price_if_legal(state, frozenset()):
                found.append(LegalState(state, edits, price))
        if not found:
            tries.charge_evaluation(tries.each)
            besides = _FixSearch(tries, suggested.renamed(suggested.closest)).smallest()[0]
            found = [one._replace(edits=one.edits + edits) for one in besides]
    except BudgetExhausted:
        pass
    return [one for one in found if one.state not in known_states]


def _first_greedy_repair(search: _FixSearch, origins: Sequence[EditState]) -> EditState | None:
    """Return the legal legion of a greedy repair from the first origin that leads to one."""
    left = search.tries.left // len(origins)
    for origin in origins:
        search.tries.left = left
        if state := greedy_repair(search.tries, search.supply, origin):
            return state
    return None


class _FixSearch:
    """One search for the smallest edits: the legions tried, what is lacking, and the errors before.

    It starts with the legion sent, or with another `origin`.
    """

    def __init__(self, tries: TrialJudge, origin: EditState | None = None) -> None:
        self.tries = tries
        self.origin = origin or tries.start
        self.edits = tries.edits
        self.supply = RemedyFinder(tries)
        self.before = tries.evaluate(self.origin)
        places = sum(len(one.at) for one in self.before.unknown)
        tries.each += (
            tries.each * max(0, len(self.before.unknown) - MAX_UNKNOWN_CARDS) // 5 + max(0, places - MAX_PLACES) // 2
        )
        self.each = tries.each
        tries.each = max(MIN_CANDIDATE_FIXES, tries.each)
        self.joining = any(target.remedy for target in tries.targets(self.before))

    def smallest(self) -> tuple[list[LegalState], bool]:
        """Return the legal legions that the fewest edits lead to, and whether all with that many edits were tried."""
        found: list[LegalState] = []
        try:
            for edits in range(1, MAX_EDITS + 1):
                seen: set[EditState] = {self.origin}
                for swapping in (False, True):
                    for state, price in self._after(self.origin, self.before, edits, swapping, seen):
                        found.append(LegalState(state, edits, price))
                if found:
                    return found, True
            return found, not any(self._tried(self.origin, self.before, True, 1))
        except BudgetExhausted:
            return found, False

    def _after(
        self, state: EditState, evaluation: Evaluation, edits: int, swapping: bool, seen: set[EditState]
    ) -> Iterator[tuple[EditState, Price]]:
        """Yield the legal legions after that many edits; only those not `seen` before are judged."""
        if edits < self._least_edits(state, evaluation):
            return
        broken = frozenset(finding.code for finding in evaluation.findings)
        for after in self._tried(state, evaluation, swapping, edits):
            if edits > 1:
                self.tries.charge_evaluation(self.tries.each)
                yield from self._after(after, self.tries.evaluate(after), edits - 1, swapping, seen)
            elif after not in seen:
                seen.add(after)
                if price := self.tries.price_if_legal(after, broken):
                    yield after, price

    def _tried(self, state: EditState, evaluation: Evaluation, swapping: bool, edits: int) -> Iterator[EditState]:
        """Yield edits such that every fix has one of them. A replacement as the last edit must repair every error."""
        targets = self._targets(evaluation)
        target = min(targets, key=_repair_order) if targets else None
        if target and target.settled:
            yield from self._settings(state, target.fields)
            return
        numbers = [
            number
            for number, line in enumerate(state.lines)
            if line and (target is None or _can_mend(target, number, line))
        ]
        least = 1
        if target and target.remedy:
            least = self._least_joining(state, target, edits)
            yield from self.supply.joined(state, target, least)
            if swapping:
                yield from self.supply.swapped(state, target, least)
        if (
            target
            and target.remedy is Remedy.CARDS
            and target.picks is None
            and self.supply.remedy_cards(state, target)
        ):
            return  # only more cards can repair it
        yield from self._settings(state, self.tries.fields if target is None else target.fields)
        yield from self.edits.plain(state, numbers, reduce_counts=edits > 1)
        if swapping:
            if edits == 1:
                named = [one.picks for one in targets if one.picks is not None and not one.remedy]
                numbers = [number for number in numbers if all(number in picks for picks in named)]
            yield from self.edits.with_swapped_cards(state, numbers, last=edits == 1)

    def _targets(self, evaluation: Evaluation) -> list[RepairTarget]:
        """Return the errors; if the original legion lacked no card, no card is lacking later."""
        targets = self.tries.targets(evaluation)
        return targets if self.joining else [replace(target, remedy=None) for target in targets]

    def _settings(self, state: EditState, fields: Collection[str]) -> Iterator[EditState]:
        """Yield the changes of the values of these list fields."""
        for at, choices in self.tries.choices(state).items() if fields else ():
            if at in fields:
                for value in choices:
                    yield state.with_setting(at, value)

    def _least_joining(self, state: EditState, target: RepairTarget, edits: int) -> int:
        """Return the minimum of lacking cards that the next edit must add so that later edits can add the rest."""
        return max(1, target.short - (edits - 1) * self.supply.at_once(state, target))

    def _least_edits(self, state: EditState, evaluation: Evaluation) -> int:
        """Return the minimum number of edits.

        One edit changes two picks at most, and so repairs at most two errors without common picks; or it adds lacking
        cards of one kind; or it changes one field.
        """
        apart: set[int] = set()
        remedies: set[tuple[str, str]] = set()
        fields: set[frozenset[str]] = set()
        named = joining = 0
        for target in sorted(self._targets(evaluation), key=_repair_order):
            if target.settled:
                fields.add(target.fields)
            elif target.remedy is Remedy.CARDS and target.picks is None:
                bringers = {
                    (of, bringer.slug) for of in target.of for bringer in self.supply.remedy_cards(state, target)
                }
                if remedies.isdisjoint(bringers):
                    remedies |= bringers
                    joining += -(-target.short // self.supply.at_once(state, target))
            elif (
                not target.remedy and not target.fields and target.picks is not None and apart.isdisjoint(target.picks)
            ):
                apart |= target.picks
                named += 1
        return max(-(-named // 2), joining) + len(fields)


def _can_mend(target: RepairTarget, number: int, line: EditedPick) -> bool:
    """Return whether a change of a pick can repair an error.

    If the error names picks, the pick is one of them; otherwise it is in one of the lists that the error concerns.
    """
    return line.of in target.of if target.picks is None else number in target.picks


def _repair_order(target: RepairTarget) -> tuple[int, int, list[int]]:
    """Return the sort key that puts the errors with the fewest possible repairs first."""
    if target.settled:
        return 0, 0, []
    if target.picks is not None:
        return 1 if target.remedy is None else 2, len(target.picks), sorted(target.picks)
    return 3 if target.remedy else 4, target.short, []


class _RankedFix(NamedTuple):
    """A ranked repair: the smallest `rank` is the best. `named` counts the suggested names it uses.

    A name is one that the message suggests for an unknown card.
    """

    rank: tuple[int, ...]
    state: EditState
    do: list[dict[str, Any]]
    points: int | None
    edits: int
    named: int


def _ranked(
    tries: TrialJudge, before: Price, repairs: Sequence[LegalState], suggested: NameSuggestions | None
) -> list[_RankedFix]:
    """Return the repairs, the best first."""
    ranked: list[_RankedFix] = []
    cards = tries.library.cards
    at_home = Counter(cards[slug].set for _, slug in referenced_cards(tries.legion) if slug in cards)
    for state, edits, price in repairs:
        change = price.known - before.known
        do = patch(tries.lists, tries.start, state)
        swaps = sum(step["op"] == "replace" and isinstance(step["value"], str) for step in do)
        sets_added = [cards[slug].set for slug in _added_slugs(do) if slug in cards]
        kin = sum(at_home[one] for one in sets_added if one is not None)
        points = None if price.total is None or before.total is None else change
        named, closer = suggested.taken(state) if suggested else (0, 0)
        rank = (edits, -named, closer, max(0, -change), abs(change), swaps, -kin, len(ranked))
        ranked.append(_RankedFix(rank, state, do, points, edits, named))
    return sorted(ranked, key=lambda fix: fix.rank)


def _judged_fixes(library: Library, legion: Document, offers: Iterable[_RankedFix]) -> Iterator[Fix]:
    """Yield the fixes, each judged once more as the document that its patch produces."""
    for one in offers:
        yield Fix(tuple(one.do), one.points, evaluate(library, edited_document(legion, one.state)).verdict)


def _added_slugs(do: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield all slugs that a patch adds, including cards."""
    for step in do:
        value = step.get("value")
        if isinstance(value, dict):
            yield value["card"]
        else:
            yield from [value] if isinstance(value, str) else value if isinstance(value, list) else ()


def _diversified(ranked: Sequence[_RankedFix], most: int) -> list[_RankedFix]:
    """Return the best repairs in order; the best of each kind comes before the second of another.

    Repairs that differ only in the new card are of one kind. A repair that follows a suggested name is always included.
    """
    firsts: list[_RankedFix] = []
    others: list[_RankedFix] = []
    seen: set[tuple[tuple[str, str], ...]] = set()
    for one in ranked:
        way = tuple((step["op"], step["path"]) for step in one.do)
        (others if way in seen else firsts).append(one)
        seen.add(way)
    least = min((one.edits for one in ranked), default=0)
    smallest = [one for one in (*firsts, *others) if one.edits == least][:most]
    if most > 1 and not any(one.named for one in smallest):
        named = next((one for one in ranked if one.named), None)
        smallest = [*smallest[: most - 1], named] if named else smallest
    return sorted(smallest, key=lambda fix: fix.rank)

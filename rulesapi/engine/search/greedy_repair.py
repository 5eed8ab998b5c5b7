"""Any way out of a legion in which too much is wrong for the smallest one to be found in time.

What is wrong with one creature by itself is mended there, asking of that creature alone. Then all that errors name is
taken out at once and put back as far as nothing is wrong with it, half of it at a time; and what is lacking joins. So a
legion with a hundred errors takes little more judging than one with ten. The result is legal, and no part of it that
was tried again could have stayed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial, reduce
from typing import NamedTuple

from rulesapi.engine.core.evaluation import Evaluation
from rulesapi.engine.core.rule_hints import Remedy
from rulesapi.engine.core.upgrades import Upgrade
from rulesapi.engine.search.edit_trials import BudgetExhausted, RepairTarget, TrialJudge
from rulesapi.engine.search.edits import EditedPick, EditState
from rulesapi.engine.search.incremental import card_count
from rulesapi.engine.search.remedies import RemedyFinder

ErrorScore = tuple[int, int, int, int]
"""How much is wrong with a legion; the smaller, the less."""

StatePredicate = Callable[[EditState, Evaluation], bool]
"""Whether a legion is as it should be by now."""


class Piece(NamedTuple):
    """What can be taken out and put back: a pick with all it carries, or the upgrade in one place of it."""

    number: int
    place: int | None = None


def greedy_repair(tries: TrialJudge, supply: RemedyFinder, origin: EditState) -> EditState | None:
    """A legal legion, if mending one thing after the other leads from `origin` to one for what may still be
    spent.
    """
    try:
        return _GreedyRepair(tries, supply, origin).found()
    except BudgetExhausted:
        return None


class _GreedyRepair:
    def __init__(self, tries: TrialJudge, supply: RemedyFinder, origin: EditState) -> None:
        self.tries = tries
        self.supply = supply
        self.sent = self.back = origin
        self.cards = card_count(tries.legion)

    def found(self) -> EditState | None:
        """Mend one thing after the other. Raises BudgetExhausted while it is not legal yet."""
        whole = self._alone_breaching(self.sent)
        bare, gone = self._without(whole, self._named)
        state = self._settled(bare)
        state = self._restored(state, whole, gone, lambda state, evaluation: not self._named(state, evaluation))
        evaluation = self._weigh(state)
        while evaluation.verdict != "legal":
            wrong = self._wrong(state, evaluation)
            after = (
                self._within_limit(state, evaluation)
                or self._joined(state, evaluation)
                or self._split_pieces(state, evaluation)
            )
            state, evaluation = after, self._weigh(after)
            if self._wrong(state, evaluation) >= wrong:
                return None
        return state

    def _weigh(self, state: EditState) -> Evaluation:
        cards = sum(1 + len(line.upgrades) for line in state.lines if line is not None) + len(state.added)
        self.tries.charge_evaluation(1 + cards + (self.tries.each - self.cards) * cards**2 // self.cards**2)
        return self.tries.evaluate(state)

    def _wrong(self, state: EditState, evaluation: Evaluation) -> ErrorScore:
        """How much is wrong: the places of errors, the points above the limit, what would decide; then what lacks."""
        lacking = sum(target.short for target in self._lacking(state, evaluation))
        errors = sum(len(finding.at) for finding in evaluation.findings if finding.level == "error")
        unknown = len(evaluation.unknown) + len(evaluation.open_questions)
        return errors - len(self._lacking(state, evaluation)), _points_over_limit(evaluation), unknown, lacking

    def _lacking(self, state: EditState, evaluation: Evaluation) -> list[RepairTarget]:
        """The errors out of which there is a way by cards that join."""
        targets = [one for one in self.tries.targets(evaluation) if one.remedy is Remedy.CARDS and one.picks is None]
        return [target for target in targets if self.supply.remedy_cards(state, target)]

    # -- each creature by itself -----------------------------------------------------------------------------------

    def _alone_breaching(self, state: EditState) -> EditState:
        """The legion with what is wrong with a single pick mended there."""
        for number, line in enumerate(state.lines):
            if line is not None and self._speaks(number, line):
                state = state.with_line(number, self._without_breaching_parts(number, line))
        return state

    def _without_breaching_parts(self, number: int, line: EditedPick) -> EditedPick | None:
        """The pick with as much of what it carries as can stay; `None` where not even the bare card can."""
        bare = line._replace(upgrades=tuple(None for _ in line.upgrades))
        sizes = [bare, *self.tries.edits.with_other_sizes(bare)]
        silent = [size for size in sizes if not self._speaks(number, size)]
        if not silent:
            return None
        best = silent[0]
        for place in self._most_expensive_first(line):
            more = _with_upgrade_at(best, place, line.upgrades[place])
            if not self._speaks(number, more):
                best = more
        return best

    def _most_expensive_first(self, line: EditedPick) -> list[int]:
        """The places of what a pick carries: cards that add slots first, then the dearest."""
        cards = [self.tries.library.cards.get(slug or "") for slug in line.upgrades]
        ranks = [
            (not (isinstance(card, Upgrade) and card.grants), -(card.cost or 0) if card else 0, place)
            for place, card in enumerate(cards)
        ]
        return [place for _, _, place in sorted(ranks)]

    def _speaks(self, number: int, line: EditedPick) -> bool:
        self.tries.charge_evaluation(1 + len(line.upgrades) // 4)
        return self.tries.is_blocked(self.tries.part(number, line))

    # -- all together ----------------------------------------------------------------------------------------------

    def _settled(self, state: EditState) -> EditState:
        """The legion with something said in its own fields after which less is wrong, as long as there is such.

        First come the errors that nothing but that settles, whatever else is wrong then.
        """
        evaluation = self._weigh(state)
        while fields := {field for target in self.tries.targets(evaluation) for field in target.fields}:
            choices = self.tries.choices(state)
            after = [
                state.with_setting(field, value)
                for field in sorted(fields & choices.keys())
                for value in choices[field]
            ]
            judged = [(one, self._weigh(one)) for one in after]
            wrong = self._unsettled(state, evaluation)
            better = [one for one in judged if self._unsettled(*one) < wrong]
            if not better:
                break
            state, evaluation = min(better, key=lambda one: self._unsettled(*one))
        return state

    def _unsettled(self, state: EditState, evaluation: Evaluation) -> tuple[int, ErrorScore]:
        """How many errors another word in the list's own fields must settle, and how much is wrong in all."""
        return sum(target.settled for target in self.tries.targets(evaluation)), self._wrong(state, evaluation)

    def _named(self, state: EditState, evaluation: Evaluation) -> set[Piece]:
        """All that an error or an unknown fact names of what was sent."""
        places = [at for finding in evaluation.findings if finding.level == "error" for at in finding.at]
        places += [at for unknown in evaluation.unknown for at in unknown.at]
        places += [at for question in evaluation.open_questions for at in question.at]
        return {piece for at in places if (piece := self._piece(state, at))}

    def _picks(self, state: EditState, evaluation: Evaluation) -> set[Piece]:
        """Every pick that still stands."""
        return {Piece(number) for number, line in enumerate(state.lines) if line is not None}

    def _split_pieces(self, state: EditState, evaluation: Evaluation) -> EditState:
        """The legion with as much of what is named, or if nothing is of all picks, as can stand together."""
        wrong = self._wrong(state, evaluation)[:3]
        bare, gone = self._without(state, self._named if self._named(state, evaluation) else self._picks)
        return self._restored(bare, state, gone, lambda state, evaluation: self._wrong(state, evaluation)[:3] < wrong)

    def _without(
        self, state: EditState, named: Callable[[EditState, Evaluation], set[Piece]]
    ) -> tuple[EditState, list[Piece]]:
        """The legion without what is named, until nothing more is; and what is gone, the dearest first."""
        gone: list[Piece] = []
        evaluation = self._weigh(state)
        points = self._points(state, evaluation)
        while pieces := named(state, evaluation):
            gone += pieces
            state = reduce(_without_piece, pieces, state)
            evaluation = self._weigh(state)
        return state, sorted(gone, key=lambda piece: (-points.get(piece, 0), piece.number, piece.place or 0))

    def _restored(self, state: EditState, whole: EditState, gone: Sequence[Piece], clean: StatePredicate) -> EditState:
        """The legion with as much back of what is gone as stays clean, for half of what may still be judged."""
        reserved = self.tries.left // 2
        self.tries.left -= reserved
        self.back = state
        half = len(gone) // 2  # all of it was not clean before
        with suppress(BudgetExhausted):
            self._with_restored(whole, gone[:half], clean)
            self._with_restored(whole, gone[half:], clean)
        self.tries.left += reserved
        return self.back

    def _with_restored(self, whole: EditState, pieces: Sequence[Piece], clean: StatePredicate) -> None:
        """Put back as many of the pieces as stay clean: all, or those of each half after the other."""
        if not pieces:
            return
        tried = reduce(partial(_with_piece, whole), pieces, self.back)
        if clean(tried, self._weigh(tried)):
            self.back = tried
        elif len(pieces) == 1:
            self._restored_copies(whole, pieces[0], clean)
        else:
            half = len(pieces) // 2
            self._with_restored(whole, pieces[:half], clean)
            self._with_restored(whole, pieces[half:], clean)

    def _restored_copies(self, whole: EditState, piece: Piece, clean: StatePredicate) -> None:
        """Put back as many copies of a pick as stay clean."""
        line = whole.lines[piece.number]
        fewest, most = 0, line.copies - 1 if line and piece.place is None else 0
        while line and fewest < most:
            middle = (fewest + most + 1) // 2
            tried = self.back.with_line(piece.number, line._replace(copies=middle))
            if clean(tried, self._weigh(tried)):
                fewest, self.back = middle, tried
            else:
                most = middle - 1

    # -- points and cards that are lacking ---------------------------------------------------------------------------

    def _within_limit(self, state: EditState, evaluation: Evaluation) -> EditState | None:
        """The legion without what brings it within its limit: the cheapest that does by itself, or else the dearest.

        Of several what had not to go is put back. All this is reckoned by the ledger, and judged when it is done.
        """
        over, points = _points_over_limit(evaluation), self._points(state, evaluation)
        if not over:
            return None
        gone: list[tuple[int, EditState, EditState]] = []
        while over > 0 and points:
            enough = [piece for piece in points if points[piece] >= over]
            piece = min(enough, key=lambda one: points[one]) if enough else max(points, key=lambda one: points[one])
            cost = points.pop(piece)
            if piece.place is None:
                points = {other: left for other, left in points.items() if other.number != piece.number}
            else:
                points[Piece(piece.number)] -= cost
            over -= cost
            gone.append((cost, state, state := _without_piece(state, piece)))
        for cost, before, after in sorted(gone, key=lambda one: -one[0]):
            number = next(n for n, line in enumerate(before.lines) if line is not after.lines[n])
            if cost <= -over and state.lines[number] == after.lines[number]:
                state = state.with_line(number, before.lines[number])
                over += cost
        return state

    def _joined(self, state: EditState, evaluation: Evaluation) -> EditState | None:
        """The legion with a card of which it lacks some."""
        wrong = self._wrong(state, evaluation)
        for target in self._lacking(state, evaluation):
            for joined in self.supply.joined(state, target, 1):
                if self._wrong(joined, self._weigh(joined)) < wrong:
                    return joined
        return None

    # -- places ------------------------------------------------------------------------------------------------------

    def _points(self, state: EditState, evaluation: Evaluation) -> dict[Piece, int]:
        """What each pick, with all it carries, and each upgrade costs by the ledger, as far as it is known."""
        points: dict[Piece, int] = {}
        for line in evaluation.price.lines:
            piece = self._piece(state, line["at"])
            for one in {piece, piece and Piece(piece.number)}:
                if one:
                    points[one] = points.get(one, 0) + (line["points"] or 0)
        return points

    def _piece(self, state: EditState, at: str) -> Piece | None:
        """The piece at a place of an edited legion; `None` for a place that is none of what was sent.

        Upgrades are counted there without those that are taken out, and here with them.
        """
        place = self.tries.lists.place(at)
        number = self.tries.lists.row_index(place) if place else None
        if place is None or number is None or number >= len(state.lines):
            return None
        line = state.lines[number]
        if place.upgrade is None or line is None:
            return Piece(number)
        left = [upgrade for upgrade, slug in enumerate(line.upgrades) if slug is not None]
        return Piece(number, left[place.upgrade])


def _points_over_limit(evaluation: Evaluation) -> int:
    return 0 if evaluation.limit is None else max(0, evaluation.price.least - evaluation.limit)


def _without_piece(state: EditState, piece: Piece) -> EditState:
    line = state.lines[piece.number]
    if line is None or piece.place is None:
        return state.with_line(piece.number, None)
    return state.with_line(piece.number, _with_upgrade_at(line, piece.place, None))


def _with_piece(whole: EditState, state: EditState, piece: Piece) -> EditState:
    """The legion with a piece as it stood; one of a pick that is gone waits for that."""
    line, before = state.lines[piece.number], whole.lines[piece.number]
    if piece.place is None:
        return state.with_line(piece.number, before)
    if line is None or before is None:
        return state
    return state.with_line(piece.number, _with_upgrade_at(line, piece.place, before.upgrades[piece.place]))


def _with_upgrade_at(line: EditedPick, place: int, slug: str | None) -> EditedPick:
    return line._replace(upgrades=(*line.upgrades[:place], slug, *line.upgrades[place + 1 :]))

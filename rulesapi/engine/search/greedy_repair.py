"""Greedy repair: a fix, not necessarily the smallest, of a legion with very many errors.

Errors of one creature by itself are repaired there, by checking that creature alone. Then everything that errors name
is taken out at once and put back as far as it causes no error, half of it at a time; and lacking cards join. A legion
with a hundred errors therefore takes little more judging than one with ten. The result is legal, and no removed part
that was tried again could have stayed.
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
"""The size of a legion's errors; smaller is better."""

StatePredicate = Callable[[EditState, Evaluation], bool]
"""Returns whether a legion meets the present goal of the repair."""


class Piece(NamedTuple):
    """A removable part: a pick with everything it carries, or the upgrade in one place of it."""

    number: int
    place: int | None = None


def greedy_repair(tries: TrialJudge, supply: RemedyFinder, origin: EditState) -> EditState | None:
    """Return a legal legion if repairing one error after the other from `origin` leads to one within the budget."""
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
        """Repair one error after the other. Raises BudgetExhausted if no legal legion is reached."""
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
        """Return the error score: places of errors, points above the limit, deciding unknowns, then lacking cards."""
        lacking = sum(target.short for target in self._lacking(state, evaluation))
        errors = sum(len(finding.at) for finding in evaluation.findings if finding.level == "error")
        unknown = len(evaluation.unknown) + len(evaluation.open_questions)
        return errors - len(self._lacking(state, evaluation)), _points_over_limit(evaluation), unknown, lacking

    def _lacking(self, state: EditState, evaluation: Evaluation) -> list[RepairTarget]:
        """Return the errors that additional cards can repair."""
        targets = [one for one in self.tries.targets(evaluation) if one.remedy is Remedy.CARDS and one.picks is None]
        return [target for target in targets if self.supply.remedy_cards(state, target)]

    # -- each creature by itself -----------------------------------------------------------------------------------

    def _alone_breaching(self, state: EditState) -> EditState:
        """Return the legion after the errors of single picks were repaired within these picks."""
        for number, line in enumerate(state.lines):
            if line is not None and self._speaks(number, line):
                state = state.with_line(number, self._without_breaching_parts(number, line))
        return state

    def _without_breaching_parts(self, number: int, line: EditedPick) -> EditedPick | None:
        """Return the pick with as many of its upgrades as break no rule; `None` if even the bare card breaks one."""
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
        """Return the places of a pick's upgrades: cards that add slots first, then the most expensive."""
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
        """Return the legion after changes of list fields, each of which reduced the errors.

        Errors that only a change of a field repairs are handled first.
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
            state, evaluation = min(better, key=lambda trial: self._unsettled(*trial))
        return state

    def _unsettled(self, state: EditState, evaluation: Evaluation) -> tuple[int, ErrorScore]:
        """Return the number of errors that only a change of the list's own fields repairs, and the error score."""
        return sum(target.settled for target in self.tries.targets(evaluation)), self._wrong(state, evaluation)

    def _named(self, state: EditState, evaluation: Evaluation) -> set[Piece]:
        """Return everything of the original legion that an error or an unknown fact names."""
        places = [at for finding in evaluation.findings if finding.level == "error" for at in finding.at]
        places += [at for unknown in evaluation.unknown for at in unknown.at]
        places += [at for question in evaluation.open_questions for at in question.at]
        return {piece for at in places if (piece := self._piece(state, at))}

    def _picks(self, state: EditState, evaluation: Evaluation) -> set[Piece]:
        """Return every remaining pick."""
        return {Piece(number) for number, line in enumerate(state.lines) if line is not None}

    def _split_pieces(self, state: EditState, evaluation: Evaluation) -> EditState:
        """Return the legion with only as many of the parts that errors name, or of all picks, as fit together."""
        wrong = self._wrong(state, evaluation)[:3]
        bare, gone = self._without(state, self._named if self._named(state, evaluation) else self._picks)
        return self._restored(bare, state, gone, lambda state, evaluation: self._wrong(state, evaluation)[:3] < wrong)

    def _without(
        self, state: EditState, named: Callable[[EditState, Evaluation], set[Piece]]
    ) -> tuple[EditState, list[Piece]]:
        """Return the legion without the named parts, and these parts, the most expensive first.

        Parts are removed until no part is named.
        """
        gone: list[Piece] = []
        evaluation = self._weigh(state)
        points = self._points(state, evaluation)
        while pieces := named(state, evaluation):
            gone += pieces
            state = reduce(_without_piece, pieces, state)
            evaluation = self._weigh(state)
        return state, sorted(gone, key=lambda piece: (-points.get(piece, 0), piece.number, piece.place or 0))

    def _restored(self, state: EditState, whole: EditState, gone: Sequence[Piece], clean: StatePredicate) -> EditState:
        """Return the legion with all removed parts restored that cause no error, for half of the remaining budget."""
        reserved = self.tries.left // 2
        self.tries.left -= reserved
        self.back = state
        half = len(gone) // 2  # all of it together was not clean before
        with suppress(BudgetExhausted):
            self._with_restored(whole, gone[:half], clean)
            self._with_restored(whole, gone[half:], clean)
        self.tries.left += reserved
        return self.back

    def _with_restored(self, whole: EditState, pieces: Sequence[Piece], clean: StatePredicate) -> None:
        """Restore as many pieces as possible without errors: all at once, else each half separately."""
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
        """Return the legion within its limit: without the cheapest sufficient part, or without several of the most
        expensive.

        After several removals, unneeded ones are undone. The search only adds up the ledger; the result is judged.
        """
        over, points = _points_over_limit(evaluation), self._points(state, evaluation)
        if not over:
            return None
        gone: list[tuple[int, EditState, EditState]] = []
        while over > 0 and points:
            enough = [piece for piece in points if points[piece] >= over]
            piece = min(enough, key=points.__getitem__) if enough else max(points, key=points.__getitem__)
            cost = points.pop(piece)
            if piece.place is None:
                points = {other: left for other, left in points.items() if other.number != piece.number}
            else:
                points[Piece(piece.number)] -= cost
            over -= cost
            gone.append((cost, state, state := _without_piece(state, piece)))
        for cost, before, after in sorted(gone, key=lambda removal: -removal[0]):
            number = next(n for n, line in enumerate(before.lines) if line is not after.lines[n])
            if cost <= -over and state.lines[number] == after.lines[number]:
                state = state.with_line(number, before.lines[number])
                over += cost
        return state

    def _joined(self, state: EditState, evaluation: Evaluation) -> EditState | None:
        """Return the legion with one more of the cards that it lacks; None if no card reduces the errors."""
        wrong = self._wrong(state, evaluation)
        for target in self._lacking(state, evaluation):
            for joined in self.supply.joined(state, target, 1):
                if self._wrong(joined, self._weigh(joined)) < wrong:
                    return joined
        return None

    # -- places ------------------------------------------------------------------------------------------------------

    def _points(self, state: EditState, evaluation: Evaluation) -> dict[Piece, int]:
        """Return the known points by the ledger of each pick, with everything it carries, and of each upgrade."""
        points: dict[Piece, int] = {}
        for line in evaluation.price.lines:
            piece = self._piece(state, line["at"])
            for one in {piece, piece and Piece(piece.number)}:
                if one:
                    points[one] = points.get(one, 0) + (line["points"] or 0)
        return points

    def _piece(self, state: EditState, pointer: str) -> Piece | None:
        """Return the piece at a place of an edited legion; `None` for a place outside the original legion.

        The place of an upgrade in the edited legion does not count removed upgrades; the place of a piece does.
        """
        place = self.tries.lists.place(pointer)
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
    """Return the legion with a piece restored; an upgrade of a removed pick is not restored."""
    line, before = state.lines[piece.number], whole.lines[piece.number]
    if piece.place is None:
        return state.with_line(piece.number, before)
    if line is None or before is None:
        return state
    return state.with_line(piece.number, _with_upgrade_at(line, piece.place, before.upgrades[piece.place]))


def _with_upgrade_at(line: EditedPick, place: int, slug: str | None) -> EditedPick:
    return line._replace(upgrades=(*line.upgrades[:place], slug, *line.upgrades[place + 1 :]))

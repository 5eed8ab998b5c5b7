"""Remedies: cards that reduce what a rule finds lacking in a legion."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from rulesapi.engine.core.evaluation import run_rule
from rulesapi.engine.core.rule_results import findings_from
from rulesapi.engine.search.edit_trials import RepairTarget, TrialJudge
from rulesapi.engine.search.edits import EditState
from rulesapi.engine.values.interpretations import breaches_in


class RemedyCard(NamedTuple):
    """A card that supplies a lack: its slug and its class."""

    slug: str
    kind: type


class RemedyFinder:
    """Finder of the cards that supply a lack; the cards depend on the lack alone and are cached by it."""

    def __init__(self, tries: TrialJudge) -> None:
        self._tries = tries
        self._bringers: dict[tuple[Any, ...], list[RemedyCard]] = {}
        self._most: dict[tuple[str, str], tuple[int, int]] = {}
        self._usual = 1
        self._at_once: dict[tuple[tuple[Any, ...], int], int] = {}

    def remedy_cards(self, state: EditState, target: RepairTarget) -> list[RemedyCard]:
        """Return the cards that supply the lacks of an edited legion; cards that cause no other error come first."""
        if target.remedy is None:
            return []
        if target.key not in self._bringers:
            found = sorted(self._found(state, target), key=lambda ranked: ranked[0])
            self._bringers[target.key] = [bringer for _, bringer in found]
        return self._bringers[target.key]

    def most(self, slug: str, short: int, of: str) -> int:
        """Return how many copies of a card, at most `short`, the list at `of` can have if it can have one."""
        tried, most = self._most.get((slug, of), (1, 1))
        if most == tried < short:
            most = self._most_copies(slug, short, of)
            self._most[slug, of] = short, most
        return min(most, short)

    def _most_copies(self, slug: str, short: int, of: str) -> int:
        """Return the result of `most` for a card by binary search, starting with the result for the previous card."""
        alone = self._targets_naming(slug, 1, of)
        least, most = 1, short
        guesses = [self._usual, self._usual + 1]
        while least < most:
            middle = guesses.pop(0) if guesses else (least + most + 1) // 2
            if not least < middle <= most:
                continue
            if self._targets_naming(slug, middle, of) <= alone:
                least = middle
            else:
                most = middle - 1
        self._usual = least
        return least

    def at_once(self, state: EditState, target: RepairTarget) -> int:
        """Return the maximum number of cards lacking for a target that one edit can add."""
        if target.short == 1:
            return 1
        if (target.key, target.short) not in self._at_once:
            bringers = self.remedy_cards(state, target)
            most = max([1, *(self.most(bringer.slug, target.short, of) for bringer in bringers for of in target.of)])
            self._at_once[target.key, target.short] = most
        # A replacing card comes in as many copies as the replaced one.
        return max(self._at_once[target.key, target.short], *(line.copies for line in state.lines if line), 1)

    def joined(self, state: EditState, target: RepairTarget, least: int) -> Iterator[EditState]:
        """Yield each way to bring at least `least` of the lacking cards by one more pick, or by copies of one."""
        bringers = self.remedy_cards(state, target)
        for of in target.of:
            for bringer in bringers:
                if all(line.card != bringer.slug or line.of != of for line in state.added):
                    for copies in range(self.most(bringer.slug, target.short, of), least - 1, -1):
                        yield state.with_card(bringer.slug, copies, of)
        bringing = {bringer.slug for bringer in bringers}
        for number, line in enumerate(state.lines):
            if line and line.of in target.of and line.card in bringing and not (line.upgrades or line.more):
                for copies in range(self.most(line.card, target.short, line.of), least - 1, -1):
                    yield state.with_line(number, line._replace(copies=line.copies + copies))

    def swapped(self, state: EditState, target: RepairTarget, least: int) -> Iterator[EditState]:
        """Yield the replacements of a card by a card of its kind that supplies a lack."""
        bringers = self.remedy_cards(state, target)
        bringing = {bringer.slug for bringer in bringers}
        cards = self._tries.library.cards
        for number, line in enumerate(state.lines):
            if line is None or line.of not in target.of:
                continue
            if line.card in bringing or line.copies < least or number in (target.picks or ()):
                continue
            known = cards.get(line.card)
            for bringer in bringers:
                if known is None or issubclass(bringer.kind, type(known)):
                    yield state.with_line(number, line._replace(card=bringer.slug))

    def _found(self, state: EditState, target: RepairTarget) -> Iterator[tuple[tuple[int, int, int], RemedyCard]]:
        """Yield the remedy cards, each with the other errors it would cause."""
        tries = self._tries
        before = self._lacking(state, target)
        for card in tries.standing():
            joined = next(
                (one for of in target.of if self._lacking(one := state.with_card(card.slug, 1, of), target) < before),
                None,
            )
            if joined is not None:
                tries.charge_evaluation(tries.each)
                after = tries.evaluate(joined)
                errors = sum(finding.level == "error" for finding in after.findings)
                warnings = len(after.findings) - errors
                yield (
                    (errors, len(after.unknown) + len(after.open_questions), warnings),
                    RemedyCard(card.slug, type(card)),
                )

    def _lacking(self, state: EditState, target: RepairTarget) -> int:
        """Return how many cards an edited legion lacks for an error."""
        tries = self._tries
        tries.charge_rule_run(len(state.lines) + len(state.added))
        rule = tries.rule(target.key[0])
        found = findings_from(rule, rule.level, breaches_in(run_rule(rule, tries.whole(state), tries.library)))
        targets = [tries.target(finding) for finding in found]
        return sum(one.short for one in targets if one.key == target.key)

    def _targets_naming(self, slug: str, copies: int, of: str) -> set[tuple[Any, ...]]:
        """Return the errors that name the card in a legion of that many copies of it."""
        judge = self._tries.judge
        evaluation = judge.evaluate([judge.part(0, {"card": slug, "count": copies}, of)])
        return {target.key for target in self._tries.targets(evaluation) if target.picks is not None}

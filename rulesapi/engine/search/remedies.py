"""Which cards bring what a legion lacks: those that, put in, make less wrong of what a rule found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from rulesapi.engine.core.evaluation import run_rule
from rulesapi.engine.core.rule_results import findings_from
from rulesapi.engine.search.edit_trials import RepairTarget, TrialJudge
from rulesapi.engine.search.edits import EditState
from rulesapi.engine.values.interpretations import breaches_in


class RemedyCard(NamedTuple):
    """A card that brings what is lacking: its slug, and the class of card that it is."""

    slug: str
    kind: type


class RemedyFinder:
    """Asks the rules which cards bring what; once for each thing that is lacking, since it depends on that alone."""

    def __init__(self, tries: TrialJudge) -> None:
        self._tries = tries
        self._bringers: dict[tuple[Any, ...], list[RemedyCard]] = {}
        self._most: dict[tuple[str, str], tuple[int, int]] = {}
        self._usual = 1
        self._at_once: dict[tuple[tuple[Any, ...], int], int] = {}

    def remedy_cards(self, state: EditState, target: RepairTarget) -> list[RemedyCard]:
        """The cards that bring what a target of an edited legion lacks; those first that make nothing else wrong."""
        if target.remedy is None:
            return []
        if target.key not in self._bringers:
            found = sorted(self._found(state, target), key=lambda one: one[0])
            self._bringers[target.key] = [bringer for _, bringer in found]
        return self._bringers[target.key]

    def most(self, slug: str, short: int, of: str) -> int:
        """How many copies of a card, up to `short`, can stand together in the list at that place where one can."""
        tried, most = self._most.get((slug, of), (1, 1))
        if most == tried < short:
            most = self._most_copies(slug, short, of)
            self._most[slug, of] = short, most
        return min(most, short)

    def _most_copies(self, slug: str, short: int, of: str) -> int:
        """The same, found by halving what is left; tried first is whether it is as with the card before."""
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
        """How many of the cards that a target lacks one edit brings at most."""
        if target.short == 1:
            return 1
        if (target.key, target.short) not in self._at_once:
            bringers = self.remedy_cards(state, target)
            most = max([1, *(self.most(bringer.slug, target.short, of) for bringer in bringers for of in target.of)])
            self._at_once[target.key, target.short] = most
        # A card that is put in the place of another comes in as many copies.
        return max(self._at_once[target.key, target.short], *(line.copies for line in state.lines if line), 1)

    def joined(self, state: EditState, target: RepairTarget, least: int) -> Iterator[EditState]:
        """Each way to bring at least so many of the cards that are lacking by one more pick, or by copies of one."""
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
        """Each way to put a card that brings what is lacking in the place of one of its kind that does not."""
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
        """The bringers, each with what else it would make wrong."""
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
        """How many cards an edited legion lacks of what an error lacks."""
        tries = self._tries
        tries.charge_rule_run(len(state.lines) + len(state.added))
        rule = tries.rule(target.key[0])
        found = findings_from(rule, rule.level, breaches_in(run_rule(rule, tries.whole(state), tries.library)))
        targets = [tries.target(finding) for finding in found]
        return sum(one.short for one in targets if one.key == target.key)

    def _targets_naming(self, slug: str, copies: int, of: str) -> set[tuple[Any, ...]]:
        """What is wrong with a legion of so many copies of a card that names the card."""
        judge = self._tries.judge
        evaluation = judge.evaluate([judge.part(0, {"card": slug, "count": copies}, of)])
        return {target.key for target in self._tries.targets(evaluation) if target.picks is not None}

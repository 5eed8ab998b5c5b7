"""Outcomes of an adventure after a game, and the minimum and maximum that each side earns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulesapi.engine.campaigns.adventures import Adventure, Outcome, Report, Reward, Settled
from rulesapi.engine.values.truth import Truth, all3, any3, not3

PARTIAL, DRAW = "partial", "draw"


@dataclass(frozen=True, slots=True)
class Result:
    """An outcome that holds or may hold."""

    outcome: Outcome
    holds: Truth


@dataclass(frozen=True, slots=True)
class Earned:
    """The earnings of a side: a range of points, and possibly a choice of one card."""

    side: str
    least: int
    most: int
    cards: tuple[str, ...]
    card_sure: Truth
    paragraphs: tuple[str, ...]


HeldOutcomes = list[tuple[Outcome, Truth]]
"""Outcomes, each with whether it applies."""


def held_outcomes(adventure: Adventure, report: Report, settled: Settled) -> HeldOutcomes:
    """Return the outcomes and whether each applies: the first total victory or draw, else all partial victories."""
    found: HeldOutcomes = []
    exclusive: list[Truth] = []
    for outcome in adventure.outcomes:
        if outcome.victory != PARTIAL:
            holds = outcome.truth(report, settled)
            found.append((outcome, all3((holds, not3(any3(exclusive))))))
            exclusive.append(holds)
    none_exclusive = not3(any3(exclusive))
    if none_exclusive is not False:
        for outcome in adventure.outcomes:
            if outcome.victory == PARTIAL:
                found.append((outcome, all3((outcome.truth(report, settled), none_exclusive))))
    return found


@dataclass(frozen=True, slots=True)
class Ending:
    """The ending of a session: outcomes that hold or may hold, each side's earnings, and what would decide the rest."""

    results: tuple[Result, ...]
    rewards: tuple[Earned, ...]
    questions: tuple[str, ...]
    needs: tuple[str, ...]


def ending_of(adventure: Adventure, report: Report, settled: Settled) -> Ending:
    """Return the ending of a session by its report as counted (`Adventure.counted`)."""
    held = held_outcomes(adventure, report, settled)
    decided = all(holds is not None for _, holds in held)
    questions, needs = ((), ()) if decided else _deciding(adventure, report, settled)
    results = tuple(Result(outcome, holds) for outcome, holds in held if holds is not False)
    ways: list[HeldOutcomes] = [held]
    if questions:
        ways = [held_outcomes(adventure, report, {**settled, **way}) for way in adventure.readings(questions)]
    earning = dict.fromkeys(
        reward.side for way in ways for outcome, holds in way if holds is not False for reward in outcome.earned
    )
    found = [_earned(adventure, report, side, ways) for side in earning]
    needs = tuple(sorted({*needs, *_needed_for_cards(report, held)}))
    return Ending(results, tuple(one for one in found if one), questions, needs)


def _deciding(adventure: Adventure, report: Report, settled: Settled) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the open questions and the facts on which the applicable outcomes depend."""
    questions: set[str] = set()
    facts: set[str] = set()
    for outcome in adventure.outcomes:
        for case in outcome.cases:
            if case.truth(report, settled) is None:
                if case.question is not None and case.reading_truth(settled) is None:
                    questions.add(case.question)
                for condition in case.conditions:
                    facts.update(condition.needs(report))
    return tuple(sorted(questions)), tuple(sorted(facts))


def _earned(adventure: Adventure, report: Report, side: str, ways: Sequence[HeldOutcomes]) -> Earned | None:
    spans = [_span(side, way) for way in ways]
    offered: dict[str, None] = {}
    sure: list[Truth] = []
    paragraphs: dict[str, None] = {}
    for way in ways:
        chances: list[Truth] = []
        for outcome, holds in way:
            for reward in outcome.earned:
                if reward.side != side or holds is False:
                    continue
                paragraphs[outcome.paragraph] = None
                if reward.cards:
                    cards, known = _choices(adventure, report, reward)
                    offered |= dict.fromkeys(cards)
                    chances.append(all3((holds, known)))
        sure.append(any3(chances))
    most = max(high for _, high in spans)
    if not most and not offered:
        return None
    card_sure = True if all(sure) else None if offered else False
    return Earned(side, min(low for low, _ in spans), most, tuple(offered), card_sure, tuple(paragraphs))


def _span(side: str, way: HeldOutcomes) -> tuple[int, int]:
    """Return the minimum and maximum points of a side under one reading. Only one exclusive outcome counts."""
    low = high = 0
    most_exclusive = 0
    for outcome, holds in way:
        points = outcome.xp_by_side.get(side, 0)
        if holds:
            low += points
        if holds is not False:
            if outcome.victory == PARTIAL:
                high += points
            else:
                most_exclusive = max(most_exclusive, points)
    return low, max(high, most_exclusive)


def _choices(adventure: Adventure, report: Report, reward: Reward) -> tuple[list[str], Truth]:
    """Return the cards that a side chooses among, and whether it surely gets one."""
    if not reward.only_held:
        return list(reward.cards), True
    holds = report.of(reward.side).holds
    if holds is None:
        return list(reward.cards), None
    cards = [card for card in reward.cards if adventure.token_of(card) in holds]
    return cards, bool(cards)


def _needed_for_cards(report: Report, held: HeldOutcomes) -> Iterator[str]:
    """Yield the facts that decide whether sides keep a card that they may hold."""
    for outcome, holds in held:
        if holds is not False:
            for reward in outcome.earned:
                if reward.only_held and report.of(reward.side).holds is None:
                    yield f"/sides/{reward.side}/holds"

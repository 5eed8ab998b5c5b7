"""Prices of legions: the number on each card, or on a troop's top token, and the prices in card texts.

A line without points is an unknown price. The known part of such a price is a line of its own, so that the known lines
always sum to the minimum cost of the legion.

All costs that depend on one unknown fact of a creature are evaluated together: of two penalties, one for good creatures
and one for all others, exactly one is due. An unknown number is at least 0 and has no maximum.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from rulesapi.engine.core.conditions import CONDITIONS, TooManyPossibilities, TroopCondition
from rulesapi.engine.core.formats import Format
from rulesapi.engine.core.legion import CarriedUpgrade, Legion, Lines, Pick
from rulesapi.engine.core.upgrades import CostPenalty, CostPerUpgrade, Upgrade
from rulesapi.engine.values.model import Card, Creature, LedgerLine, MissingFact, Price, value_object
from rulesapi.engine.values.names import common_pointer, pointer_sort_key

COST_PENALTY = "attack-wing/cost-penalty"
MAX_SOLDIERS = 6


@value_object
class _OpenCost:
    """A cost that depends on a fact of a creature: a penalty, or the price of copies that may be troops."""

    at: str
    card: str
    pick: Pick
    penalty: CostPenalty | None = None

    @property
    def reason(self) -> str:
        """The reason of its ledger line."""
        return "troop-cost" if self.penalty is None else "cost-penalty"

    def span(self, guess: object) -> tuple[int, int | None]:
        """Return the minimum and maximum of the cost if the fact is as guessed. A maximum of None is unbounded."""
        if self.penalty is not None:
            points = 0 if self.penalty.unless.would_hold(guess) else self.penalty.cost
            return points, points
        if guess or self.pick.card.cost is None:
            return 0, None
        return self.pick.card.cost * self.pick.copies, self.pick.card.cost * self.pick.copies


class _LedgerTally:
    """A ledger under construction. `slack` is the maximum sum of the open lines; None if it is unbounded."""

    __slots__ = ("everything", "families", "hanging", "known", "lines", "missing_facts", "settled", "slack")

    def __init__(self, everything: Sequence[CarriedUpgrade]) -> None:
        self.everything = everything
        self.lines: list[LedgerLine] = []
        self.known = 0
        self.slack: int | None = 0
        self.settled = True
        self.missing_facts: list[MissingFact] = []
        self.families: dict[frozenset[str], tuple[int, list[CarriedUpgrade]]] = {}
        self.hanging: dict[tuple[Creature, str], list[_OpenCost]] = {}

    def add(self, pointer: str, card: str, reason: str, points: int) -> None:
        self.lines.append({"at": pointer, "card": card, "reason": reason, "points": points})
        self.known += points

    def open(
        self, pointer: str, card: str, reason: str, missing: Iterable[MissingFact], at_most: int | None = None
    ) -> None:
        """Add a line with unknown points, and the facts that would decide them."""
        self.lines.append({"at": pointer, "card": card, "reason": reason, "points": None})
        self.settled = False
        self.missing_facts += missing
        self.slack = None if self.slack is None or at_most is None else self.slack + at_most

    def printed(self, pointer: str, card: Creature | Upgrade) -> None:
        """Add a line for the number on the card."""
        if card.cost is None:
            self.open(pointer, card.slug, "printed", [MissingFact(card.slug, "/cost", pointer)])
        else:
            self.lines.append({"at": pointer, "card": card.slug, "reason": "printed", "points": card.cost})
            self.known += card.cost

    def family(self, family: frozenset[str]) -> tuple[int, list[CarriedUpgrade]]:
        """Return the number of upgrades in the legion with any of the keywords, and the upgrades that may have one."""
        if family not in self.families:
            sure, possible = 0, []
            for carried in self.everything:
                keywords = carried.card.keywords
                if keywords is None:
                    possible.append(carried)
                elif not family.isdisjoint(keywords):
                    sure += 1
            self.families[family] = sure, possible
        return self.families[family]


def price(lines: Lines, chosen: Format, waived: Collection[str] = ()) -> Price:
    """Return the ledger of a legion, with its minimum and maximum cost. It is equal in all formats.

    If the rule of cost penalties is in `waived`, there are no penalties.
    """
    penalized = COST_PENALTY not in waived
    tally = _LedgerTally(lines.carried)
    write, printed = tally.lines.append, 0
    for pick in lines.picks:
        if pick.copies == 1 and pick.soldiers <= 1 and (cost := pick.card.cost) is not None:
            write({"at": pick.at, "card": pick.card.slug, "reason": "printed", "points": cost})
            printed += cost
        else:
            _copies(tally, pick)
        for carried in pick.carried:
            card = carried.card
            cost = card.flat_cost
            if cost is not None:
                write({"at": carried.at, "card": card.slug, "reason": "printed", "points": cost})
                printed += cost
            else:
                _upgrade(tally, carried)
                if penalized and card.penalties != ():
                    _penalties(tally, carried, pick)
    for carried in lines.unattached_upgrades:
        _upgrade(tally, carried)
    for (creature, fact), together in tally.hanging.items():
        _settle_fact(tally, creature, fact, together)
    if lines.unattached_upgrades or tally.hanging:
        tally.lines.sort(key=lambda line: pointer_sort_key(line["at"]))
    known, slack = printed + tally.known, tally.slack
    ceiling = None if slack is None else known + slack
    total = known if tally.settled else None
    return Price(tuple(tally.lines), total, known, ceiling, tuple(tally.missing_facts), known)


def facts_of_price(legion: Legion) -> set[str]:
    """Return the facts that the price of a legion depends on."""
    cards = [carried.card for carried in legion.carried if carried.card.flat_cost is None]
    by_keyword = ["keywords"] if any(card.cost_each is not None for card in cards) else []
    saving = {penalty.unless.word.fact[1:] for card in cards for penalty in card.penalties or ()}
    return {"cost", "costs", "troop", "cost_each", "penalties", *by_keyword, *saving}


def price_delta(lines: Lines) -> Callable[[Card], int | None]:
    """Return a function for the price of one more upgrade: its flat cost, or None if a card may charge for it."""
    families = [carried.card.cost_each.family for carried in lines.carried if carried.card.cost_each]
    counted = frozenset[str]().union(*families)

    def added(card: Card) -> int | None:
        if not isinstance(card, Upgrade):
            return None
        apart = not counted or (card.keywords is not None and counted.isdisjoint(card.keywords))
        return card.flat_cost if apart else None

    return added


def _copies(tally: _LedgerTally, pick: Pick) -> None:
    """Add the line for the copies of a creature, or for a troop by the number on its top token (p. 30)."""
    at, card, copies = pick.at, pick.card, pick.copies
    reason, fact, each = "printed", "/cost", card.cost
    if pick.soldiers > 1 and card.troop is None:
        tally.hanging.setdefault((card, TroopCondition.fact), []).append(_OpenCost(at, card.slug, pick))
        return
    if pick.soldiers > 1 and card.troop:
        reason, fact, each = _top_token(card, pick.soldiers)
    if each is None:
        tally.open(at, card.slug, reason, [MissingFact(card.slug, fact, at)])
    elif copies == 1:
        tally.add(at, card.slug, reason, each)
    else:
        tally.lines.append({"at": at, "card": card.slug, "reason": reason, "each": each, "points": each * copies})
        tally.known += each * copies


def _top_token(card: Creature, soldiers: int) -> tuple[str, str, int | None]:
    """Return the reason, fact and price of a troop. A troop that is too large is priced like the largest troop."""
    if card.costs is None:
        return "troop-cost", "/costs", None
    token = str(min(soldiers, MAX_SOLDIERS))
    return "troop-cost", f"/costs/{token}", card.costs[token]


def _upgrade(tally: _LedgerTally, carried: CarriedUpgrade) -> None:
    """Add the lines for an upgrade's number and the price in its text. A 0 that refers to the text has no line."""
    card = carried.card
    if card.cost_each is None or card.cost != 0:
        tally.printed(carried.at, card)
    if card.cost_each is not None:
        _for_each(tally, carried, card.cost_each)


def _for_each(tally: _LedgerTally, carried: CarriedUpgrade, each: CostPerUpgrade) -> None:
    """Add the price for each upgrade of a family in the legion."""
    at, slug = carried.at, carried.card.slug
    sure, possible = tally.family(each.family)
    if sure:
        tally.add(at, slug, "cost-each", each.cost * sure)
    if possible:
        missing = [MissingFact(other.card.slug, "/keywords", other.at) for other in possible]
        tally.open(at, slug, "cost-each", missing, each.cost * len(possible))


def _penalties(tally: _LedgerTally, carried: CarriedUpgrade, pick: Pick) -> None:
    """Add the penalties for a bearer that does not meet the card's conditions (p. 29)."""
    at, card = carried.at, carried.card
    if card.penalties is None:
        tally.open(at, card.slug, "cost-penalty", [MissingFact(card.slug, "/penalties", at)])
        return
    for penalty in card.penalties:
        saved = penalty.unless.truth_for(pick.card)
        if saved is None:
            fact = penalty.unless.word.fact
            tally.hanging.setdefault((pick.card, fact), []).append(_OpenCost(at, card.slug, pick, penalty))
        elif not saved:
            tally.add(at, card.slug, "cost-penalty", penalty.cost)


def _settle_fact(tally: _LedgerTally, creature: Creature, fact: str, together: Sequence[_OpenCost]) -> None:
    """Add the costs that depend on one fact of a creature, first for each player, then for the whole team.

    The certain part is a line at the common pointer of these costs. For a player with equal minimum and maximum,
    nothing is open.
    """
    by_player: dict[str, list[_OpenCost]] = {}
    for one in together:
        by_player.setdefault(one.pick.at.rpartition("/picks/")[0], []).append(one)
    sure = 0
    for some in by_player.values():
        least, most = _cost_range(fact, some)
        if least != most:
            for one in some:
                tally.open(one.at, one.card, one.reason, [MissingFact(creature.slug, fact, one.pick.at)], 0)
        _settle_lower_bound(tally, creature, some, least)
        sure += least
    least, most = _cost_range(fact, together)
    _settle_lower_bound(tally, creature, together, least - sure)
    tally.slack = None if tally.slack is None or most is None else tally.slack + most - least


def _settle_lower_bound(tally: _LedgerTally, creature: Creature, together: Sequence[_OpenCost], points: int) -> None:
    if points:
        tally.add(common_pointer(one.pick.at for one in together), creature.slug, "cost-penalty", points)


def _cost_range(fact: str, together: Sequence[_OpenCost]) -> tuple[int, int | None]:
    """Return the minimum and maximum sum of these costs. A fact with too many values counts for each cost alone."""
    [word] = (word for word in CONDITIONS.values() if word.fact == fact)
    try:
        guesses = list(word.guesses([one.penalty.unless.accepted for one in together if one.penalty is not None]))
    except TooManyPossibilities:
        return 0, sum(one.penalty.cost for one in together if one.penalty is not None)
    spans = [[one.span(guess) for one in together] for guess in guesses]
    least = min(sum(low for low, _ in span) for span in spans)
    bounds = [[high for _, high in span if high is not None] for span in spans]
    most = max(sum(highs) for highs in bounds)
    return least, most if all(len(highs) == len(together) for highs in bounds) else None

"""Warband Building: what a champion's card waives when a warband is built around it (217.2 of the rules guide)."""

from __future__ import annotations

from collections.abc import Iterator

from rulesapi.engine.model import Wanting
from rulesapi.engine.reading import Lines
from rulesapi.engine.readings import By
from rulesapi.engine.rulesets.dnd_miniatures.cards import Creature2008
from rulesapi.engine.rulesets.dnd_miniatures.clauses import among
from rulesapi.engine.rulesets.dnd_miniatures.limits import Excuse, Need

CHAMPION, BUILDING = "/champion", "/warband_building"


class Waivers:
    """What the champions of a warband waive of one restriction; see `limits.Excuses`.

    Each card is asked once, however many picks are of it, and each fact of a champion is told once: the time grows with
    the number of picks, and with that of different cards times the rows of different champions.
    """

    def __init__(self, part: Lines, code: str) -> None:
        self._places: dict[Creature2008, list[str]] = {}
        for one in part.picks:
            if one.card.building != () and one.card.leader is not False:
                self._places.setdefault(one.card, []).append(one.at)
        champions = sorted(self._places, key=lambda card: card.slug)
        self._rows = [(card, row) for card in champions for row in card.building or () if code in row.codes]
        self._unsaid = tuple([need for card in champions if card.building is None for need in _of_the_champion(card)])
        self._left: tuple[Need, ...] = self._unsaid
        self._of_nobody = Excuse(None, alike=self._unsaid)
        self._excuses: dict[Creature2008, Excuse] = {}
        self._told: set[Need] = set()

    def of(self, card: Creature2008) -> Excuse:
        """The first champion by slug that surely waives the restriction for a card, else what would tell of one."""
        if not self._rows:
            return self._of_nobody
        if card not in self._excuses:
            self._excuses[card] = self._of(card)
        return self._excuses[card]

    def wanting(self, excuse: Excuse, card: Creature2008, at: str) -> Iterator[Wanting]:
        """The facts that would tell: those of a card in its place, and those of champions where not told before."""
        for fact in excuse.own:
            yield Wanting(card.slug, fact, at)
        left, self._left = (self._left, ()) if excuse.alike else ((), self._left)
        for need in (*left, *excuse.others):
            if need not in self._told:
                self._told.add(need)
                champion, fact = need
                yield from [Wanting(champion.slug, fact, place) for place in self._places[champion]]

    def _of(self, card: Creature2008) -> Excuse:
        own: list[str] = []
        others: list[Need] = []
        for champion, row in self._rows:
            answer, facts = among(row.whom, card)
            if answer and champion.leader:
                return Excuse(By("card", champion.slug, champion.title))
            if answer is not False:
                own += facts
                others += [] if champion.leader else [(champion, CHAMPION)]
        return Excuse(None, tuple(own), tuple(others), self._unsaid)


def _of_the_champion(card: Creature2008) -> list[Need]:
    return [(card, BUILDING)] if card.leader else [(card, CHAMPION), (card, BUILDING)]

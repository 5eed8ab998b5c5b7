"""Warband Building: the restrictions that a champion's card waives (217.2 of the rules guide)."""

from __future__ import annotations

from rulesapi.engine.core.legion import Lines
from rulesapi.engine.core.solver_bounds import Waives
from rulesapi.engine.games.dnd_miniatures.cards import Creature2008
from rulesapi.engine.games.dnd_miniatures.conditions import matches_all
from rulesapi.engine.games.dnd_miniatures.limit_rules import NeededFact, Waiver
from rulesapi.engine.values.interpretations import WaivedBy
from rulesapi.engine.values.model import MissingFact

CHAMPION, BUILDING = "/champion", "/warband_building"


def waiver_of(code: str) -> Waives:
    """Return a function that says whether the second creature surely waives a restriction for the first."""

    def waives(card: Creature2008, by: Creature2008) -> bool:
        rows = by.building if by.leader and by.building else ()
        return any(code in row.codes and matches_all(row.whom, card)[0] is True for row in rows)

    return waives


class ChampionWaivers:
    """The waivers of one restriction by the champions of a warband (see `limit_rules.WaiverSource`).

    Each card is checked once, however many picks it has, and each fact of a champion is reported once. The running time
    grows with the number of picks, plus the number of different cards times the rows of different champions.
    """

    def __init__(self, part: Lines, code: str) -> None:
        self._places: dict[Creature2008, list[str]] = {}
        for one in part.picks:
            if one.card.building != () and one.card.leader is not False:
                self._places.setdefault(one.card, []).append(one.at)
        champions = sorted(self._places, key=lambda card: card.slug)
        self._rows = [(card, row) for card in champions for row in card.building or () if code in row.codes]
        self._unknown_champions = tuple(
            [need for card in champions if card.building is None for need in _champion_facts(card)]
        )
        self._left: tuple[NeededFact, ...] = self._unknown_champions
        self._of_nobody = Waiver(None, alike=self._unknown_champions)
        self._excuses: dict[Creature2008, Waiver] = {}
        self._told: set[NeededFact] = set()

    def of(self, card: Creature2008) -> Waiver:
        """Return the waiver by the first champion in slug order that certainly waives the restriction for a card.

        If there is none, the waiver holds the facts that would decide.
        """
        if not self._rows:
            return self._of_nobody
        if card not in self._excuses:
            self._excuses[card] = self._of(card)
        return self._excuses[card]

    def missing_facts(self, excuse: Waiver, card: Creature2008, pointer: str) -> list[MissingFact]:
        """Return the facts that would decide. Facts of champions are returned only once."""
        facts = [MissingFact(card.slug, fact, pointer) for fact in excuse.own] if excuse.own else []
        needed = excuse.others
        if excuse.alike and self._left:
            needed, self._left = (*self._left, *needed), ()
        for need in needed:
            if need not in self._told:
                self._told.add(need)
                champion, fact = need
                facts += [MissingFact(champion.slug, fact, place) for place in self._places[champion]]
        return facts

    def _of(self, card: Creature2008) -> Waiver:
        own: list[str] = []
        others: list[NeededFact] = []
        for champion, row in self._rows:
            answer, facts = matches_all(row.whom, card)
            if answer and champion.leader:
                return Waiver(WaivedBy("card", champion.slug, champion.title))
            if answer is not False:
                own += facts
                others += [] if champion.leader else [(champion, CHAMPION)]
        return Waiver(None, tuple(own), tuple(others), self._unknown_champions)


def _champion_facts(card: Creature2008) -> list[NeededFact]:
    return [(card, BUILDING)] if card.leader else [(card, CHAMPION), (card, BUILDING)]

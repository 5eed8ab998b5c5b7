"""Domains of unknown facts."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.second_engine.dnd_miniatures.fact_domains import CommonFactDomains
from tests.second_engine.places import words_under

FACTIONS = ("lawful-good", "chaotic-good", "lawful-evil", "chaotic-evil")

#: A clause that no creature fulfils.
NOBODY: Mapping[str, Any] = {"keyword": ["?nobody"]}


class FactDomains(CommonFactDomains):
    """The values to try for each unknown fact of the cards of one warband."""

    factions = FACTIONS

    def __init__(self, cards: Sequence[Mapping[str, Any]], others: Sequence[Mapping[str, Any]]) -> None:
        super().__init__(cards, others)
        known = {*words_under(cards, "commander_rating"), *words_under(cards, "difficult")} - {None}
        self.ratings = sorted({0, 1, 10**6, *known, *(rating + 1 for rating in known)})

    def _commander(self) -> list[bool]:
        return [False, True]

    def _commander_rating(self) -> list[int]:
        return self.ratings

    _difficult = _commander_rating

    def _self_command(self) -> list[list[str]]:
        return [[], ["independent"]]

    def _classes(self) -> list[list[str]]:
        return [[], ["ftr"]]

    def _requires(self) -> list[list[Mapping[str, Any]]]:
        return [[], [NOBODY]]

    def _warband_building(self) -> list[list[dict[str, Any]]]:
        return [[], [{"for": []}]]

    def _minions(self) -> list[list[dict[str, Any]]]:
        return [[], [{"for": []}], [{"for": [NOBODY]}]]

    def _familiar(self) -> list[bool]:
        return [False, True]

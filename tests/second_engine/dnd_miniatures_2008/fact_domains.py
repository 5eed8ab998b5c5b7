"""Domains of unknown facts."""

from tests.second_engine.dnd_miniatures.fact_domains import CommonFactDomains

FACTIONS = ("borderlands", "civilization", "underdark", "wild")


class FactDomains(CommonFactDomains):
    """The values to try for each unknown fact of the cards of one warband."""

    factions = FACTIONS

    def _alignment(self) -> list[str]:
        return ["good", "evil", "none"]

    def _champion(self) -> list[bool]:
        return [False, True]

    _beta = _champion

    def _area(self) -> list[str]:
        return ["half", "full"]

    def _warband_building(self) -> list[list[dict[str, object]]]:
        every = ["faction", "alignment-mix", "unique", "size", "creature-cost-cap", "creature-count"]
        return [[], [{"waives": every, "for": []}]]

    def _discounts(self) -> list[list[dict[str, object]]]:
        return [[], [{"points": 10**9, "for": []}]]

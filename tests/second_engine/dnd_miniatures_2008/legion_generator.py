"""Warbands of this edition."""

from tests.second_engine.dnd_miniatures import legion_generator
from tests.second_engine.dnd_miniatures_2008.fact_domains import FACTIONS
from tests.second_engine.world_generator import Document, World


class LegionGenerator(legion_generator.LegionGenerator):
    """A generator with a battle map, and with a pool if figures are opened."""

    game = "dnd-miniatures-2008"
    factions = FACTIONS
    limits = (50, 100, 100, 500, 500, 77)

    @property
    def area(self) -> str:
        """Return the area of the map for the size of game."""
        return "full" if self.limit == 500 else "half"

    def extras(self, picks: list[Document]) -> Document:
        extras: Document = {}
        if self.chance(0.9):
            maps = self.of_kind("battle-map")
            if self.chance(0.8):
                maps = [slug for slug in maps if self.world.cards[slug]["area"] in (self.area, None)] or maps
            extras["map"] = self.taken(self.chooser.choice(maps))
            if self.chance(0.03):
                extras["map"] = self.chooser.choice(("no-such-map", *self.world.cards))
        if self.chance(0.85 if self.form == "sealed" else 0.05):
            extras["pool"] = self.pool(picks)
        return extras


def legion(world: World, seed: int) -> Document:
    """Return a warband of one player, or several players' warbands."""
    return LegionGenerator(world, seed).legion()

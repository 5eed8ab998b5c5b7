"""Warbands of this edition."""

from tests.second_engine.dnd_miniatures import legion_generator
from tests.second_engine.dnd_miniatures_2003.fact_domains import FACTIONS
from tests.second_engine.world_generator import Document, World

UNITS = ("spears", "bows")


class LegionGenerator(legion_generator.LegionGenerator):
    """A generator with terrain tiles, a pool, minions, creatures to be summoned, and units."""

    game = "dnd-miniatures-2003"
    factions = FACTIONS
    limits = (50, 100, 100, 200, 30, 77)

    def extras(self, picks: list[Document]) -> Document:
        extras: Document = {}
        named = self.form == "named"
        if self.chance(0.8 if named else 0.2):
            tiles = [*self.of_kind("terrain-tile"), *(("no-such-tile", "creature-0") if self.chance(0.1) else ())]
            extras["tiles"] = [self.taken(self.chooser.choice(tiles)) for _ in range(self.chooser.choice((0, 1, 2, 3)))]
        if self.chance(0.85 if self.form == "limited" else 0.05):
            extras["pool"] = self.pool(picks)
        return extras

    def picks(self) -> list[Document]:
        picks = super().picks()
        bringers = [slug for slug in self.creatures if self.world.cards[slug]["minions"] != []]
        if bringers and self.chance(0.2):
            bringer = self.chooser.choice(bringers)
            picks.insert(0, {"card": bringer})
            for _ in range(self.chooser.choice((1, 1, 2))):
                master = bringer if self.chance(0.85) else self.chooser.choice((*self.creatures, "no-such-card"))
                picks.append(self.pick() | {"minion_of": self.taken(master)})
        if picks and self.chance(0.1):
            picks.append(self.pick() | {"summoned_by": self.chooser.choice(picks)["card"]})
        if picks and self.chance(0.5 if self.form == "masses" else 0.05):
            self.form_units(picks)
        return picks

    def form_units(self, picks: list[Document]) -> None:
        """Put some picks into units, and sometimes attach a creature to one."""
        for pick in picks:
            if self.chance(0.6):
                pick["unit"] = self.chooser.choice(UNITS)
                if self.chance(0.5):
                    pick["formed"] = self.chance(0.8)
            elif self.chance(0.6):
                pick["attached_to"] = self.chooser.choice(UNITS)


def legion(world: World, seed: int) -> Document:
    """Return a warband of one player, or several players' warbands."""
    return LegionGenerator(world, seed).legion()

"""Small libraries of the original edition, made up by seed: creatures, commanders, those that bring minions, tiles."""

from typing import Any

from tests.second_engine.dnd_miniatures import world_generator
from tests.second_engine.dnd_miniatures_2003.fact_domains import FACTIONS
from tests.second_engine.world_generator import Document, World, by_slug, game

CODES = (
    "faction",
    "warband-building",
    "requires",
    "minions",
    "terrain-tiles",
    "collection-limit",
    "barred",
    "difficult",
    "unit-attachment",
    "formed-unit-class",
    "point-limit",
    "point-limit-not-allowed",
    "creature-count",
    "creature-cost-cap",
    "size",
    "unique",
    "format-dates",
    "misplaced-card",
    "retired-card",
)
CLASSES = ("ftr", "rog", "war", "exp", "adp")
ROWS = (
    {"points": 50, "creatures_at_most": 3, "creature_cost_at_most": 30, "largest_size": "large"},
    {"points": 100, "creatures_at_most": 4, "creature_cost_at_most": 40, "largest_size": "huge"},
    {"points": 200, "creatures_at_most": 6},
)


class WorldGenerator(world_generator.WorldGenerator):
    """Makes one library of this edition."""

    game = "dnd-miniatures-2003"
    factions = FACTIONS
    codes = CODES

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.odd = self.random.choice((0, 0.05, 0.3))

    def world(self) -> World:
        cards = [self.creature(f"creature-{number}") for number in range(14)]
        cards += [self.commander(f"commander-{number}") for number in range(5)]
        cards += [self.bringer(f"bringer-{number}") for number in range(4)]
        cards += [self.tile(f"tile-{number}") for number in range(4)]
        house = by_slug([self.house_rule(number, self.additions(cards)) for number in range(6)])
        formats = by_slug(self.formats(cards))
        table = game(self.game, "warband")
        return World(by_slug(cards), formats, table, house_rules=house, sets=self.packs(cards))

    def more_words(self) -> dict[str, Any]:
        return {"commander": lambda: self.chance(0.5)}

    def creature(self, slug: str) -> Document:
        requires = [clause for clause in (self.clause(), self.clause()) if self.chance(self.odd)]
        return self.miniature(slug) | {
            "commander": self.maybe(value=False),
            "commander_rating": self.maybe(0),
            "classes": self.maybe(self.some(CLASSES, 2)),
            "difficult": self.maybe(self.random.choice((0, 0, 0, 1, 2, 4, 6))),
            "self_command": self.maybe(["independent"] if self.chance(0.1) else []),
            "requires": self.maybe(requires[: 1 if requires[:1] == requires[1:] else 2]),
            "warband_building": [],
            "minions": [],
            **({"familiar": self.maybe(self.chance(0.7))} if self.chance(0.15) else {}),
            **({"fielded": [self.fielded() for _ in range(self.random.choice((1, 1, 2)))]} if self.chance(0.3) else {}),
        }

    def fielded(self) -> Document:
        """A published warband of few creatures, so that it is found again."""
        beside = [f"creature-{number}" for number in self.random.sample(range(6), self.random.choice((1, 1, 2)))]
        row: Document = {"faction": self.random.choice(FACTIONS[:2]), "beside": beside}
        return row | ({"largest_size": self.random.choice(("medium", "large"))} if self.chance(0.5) else {})

    def commander(self, slug: str) -> Document:
        rows = [{"for": self.whom(but=("faction", "commander"))} for _ in range(self.random.choice((0, 1, 1, 2)))]
        for row in rows:
            if self.chance(0.3):
                row["into"] = self.any_of(FACTIONS, 3)
        leads = self.chance(0.95)
        return self.creature(slug) | {
            "commander": self.maybe(leads),
            "commander_rating": self.maybe(self.random.choice((1, 2, 4, 5)) if leads else 0),
            "warband_building": self.maybe(rows),
        }

    def bringer(self, slug: str) -> Document:
        row: Document = {"for": self.whom()[:1]}
        row |= self.random.choice(({}, {"count": self.random.choice((1, 2))}, {"points": self.random.choice((10, 20))}))
        return self.creature(slug) | {"minions": self.maybe([row])}

    def tile(self, slug: str) -> Document:
        return self.printed("terrain-tile", slug, f"Tile {slug}") | {"terrain": None, "text": None}

    def formats(self, cards: list[Document]) -> list[Document]:
        usual = {"points": 100, "sizes": [dict(row) for row in ROWS]}
        questions = {"commanders-admitted": ("followers-alone", "commanders-too"), "minions": ("extra", "counted")}
        settles = [{"question": slug, "reading": self.random.choice(some)} for slug, some in questions.items()]
        limited = {
            "points": 100,
            "with": self.full(["limited-pool"]),
            "waives": self.full(["faction", "warband-building"]),
            "settles": [{"question": "minions", "reading": "extra"}],
        }
        tiles = {"numbers": [{"name": "tiles", "number": self.random.choice((0, 2, 3))}]}
        return [
            *self.formats_of(cards, usual),
            self.format("limited") | limited,
            self.format("settled") | usual | {"settles": settles},
            self.format("half-settled") | usual | {"settles": settles[:1], "unique_names": "whole"},
            self.format("named") | usual | {"unique_names": "contained", "allowed_points": [50, 100, 200]} | tiles,
            self.format("masses", unique_names=self.random.choice(("whole", "contained"))),
        ]

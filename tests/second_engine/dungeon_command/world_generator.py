"""Small libraries, made up by seed: packs with two commanders, tiles, and creatures and orders in two colours."""

from tests.second_engine import world_generator
from tests.second_engine.dungeon_command.fact_domains import ABILITIES
from tests.second_engine.world_generator import SETS, Document, World, by_slug, game, slugs_of

KEYWORDS = ("humanoid", "beast", "undead", "drow")
CODES = (
    "minimum-creatures",
    "minimum-orders",
    "creature-copies",
    "order-copies",
    "one-commander",
    "miniature-missing",
    "card-missing",
    "tiles",
    "treasure-supply",
    "treasure-without-tiles",
    "first-game",
    "team-size",
    "unplayable-order",
    "ranged-order-unusable",
    "opening-deploy",
    "unknown-card",
    "misplaced-card",
    "retired-card",
    "barred",
    "format-dates",
)
WARNINGS = ("unplayable-order", "ranged-order-unusable", "opening-deploy", "retired-card", "treasure-without-tiles")


class WorldGenerator(world_generator.WorldGenerator):
    """Makes one library; in some of them hardly anything can be played, or little is known."""

    game = "dungeon-command"
    keywords = KEYWORDS
    retiring = 0.02

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.unknown = self.random.choice((0, 0.01, 0.03))
        self.names = self.random.choice((15, 1000, 1000, 1000))
        self.home = self.random.choice((0.4, 0.9, 1))
        self.demanding = self.random.choice((0, 0.05, 0.3))
        self.abilities = self.random.sample(ABILITIES, self.random.choice((2, 4, 6)))

    def world(self) -> World:
        cards = [self.creature(number) for number in range(14)]
        cards += [self.order(number) for number in range(20)]
        cards += [self.commander(number) for number in range(4)]
        cards += [self.tile(number) for number in range(8)]
        house = [self.house_rule(number, self.additions(cards)) for number in range(6)]
        table = game(self.game, "warband")
        formats = by_slug(self.formats(cards))
        return World(by_slug(cards), formats, table, house_rules=by_slug(house), sets=self.packs(cards))

    def card(self, kind: str, slug: str) -> Document:
        card = self.printed(kind, slug, f"{kind.title()} {self.random.randrange(self.names)}")
        if card["set"] and self.chance(self.home):
            card["set"] = SETS[0]
        return card

    def symbol(self) -> str | None:
        return self.maybe(self.random.choice(("gold", "gold", "silver", "silver", "both")))

    def creature(self, number: int) -> Document:
        has_ranged = self.chance(0.3)
        return self.card("creature", f"creature-{number}") | {
            "keywords": self.maybe(self.any_of(KEYWORDS)),
            "symbol": self.symbol(),
            "level": self.maybe(self.random.choice((1, 1, 2, 3, 5))),
            "hit_points": None,
            "abilities": self.maybe(self.any_of(self.abilities)),
            "speed": None,
            "melee_damage": None,
            "ranged": self.maybe([{"damage": self.maybe(10), "distance": 5}] if has_ranged else []),
            "powers": None,
        }

    def order(self, number: int) -> Document:
        required = [{"keyword": self.any_of(KEYWORDS)} for _ in range(2) if self.chance(self.demanding)]
        return self.card("order", f"order-{number}") | {
            "symbol": self.symbol(),
            "level": self.maybe(self.random.choice((1, 1, 2, 2, 3, 6, 12, 20))),
            "ability": self.maybe(self.random.choice((*ABILITIES, "any", "any", "any"))),
            "action": None,
            "requires": self.maybe(required if required[:1] != required[1:] else required[:1]),
            "affinity": self.maybe(self.any_of(KEYWORDS) if self.chance(0.2) else []),
            "ranged_attack": self.maybe(self.chance(0.3)),
            "attach": None,
            "text": None,
        }

    def commander(self, number: int) -> Document:
        return self.card("commander", f"commander-{number}") | {
            "leader_power": None,
            "order_hand": None,
            "creature_hand": None,
            "morale": None,
            "leadership": self.maybe(self.random.choice((1, 2, 4, 7))),
            "text": None,
        }

    def tile(self, number: int) -> Document:
        """In turn a large one, a small one, another large one, and a small one with a Start area."""
        tile = self.card("tile", f"tile-{number}")
        tile["class"] = f"Tile {number}"
        return tile | {
            "size": self.maybe("small" if number % 2 else "large"),
            "sides": None,
            "start": self.maybe(number % 4 == 3),
            "treasure_squares": self.maybe(self.random.choice((0, 1, 1, 2))),
        }

    def inside(self, card: Document) -> int:
        if card["kind"] in ("commander", "tile"):
            return 1
        return 2 if card["symbol"] == "both" else self.random.choice((2, 3, 4))

    def formats(self, cards: list[Document]) -> list[Document]:
        slugs = slugs_of(cards)
        numbers = {"creatures": 6, "orders": 18, "large-tiles": 1, "small-tiles": 1}
        rows = [{"name": name, "number": number} for name, number in numbers.items()]
        warnings = [code for code in WARNINGS if code in self.weighable()]
        left_out = ("minimum-creatures", "minimum-orders", "tiles", "treasure-supply")
        first = {"with": self.codes(["first-game"]), "without": self.codes(left_out), "numbers": rows}
        usual = [code for code in self.weighable() if code != "first-game"]
        waived = self.any_of([code for code in CODES if code != "unknown-card"])
        odd = {
            "levels": [self.level(code) for code in self.random.sample(usual, 3) if code not in waived],
            "waives": self.codes(waived),
            "without": self.codes(self.any_of(usual)),
        }
        pooled = {"pool": [{"card": self.random.sample(slugs, 30)}, *self.cuts(slugs, 3)]}
        if self.chance(0.5):
            pooled["bans"] = self.cuts(slugs, 2)
        return [
            self.format("standard"),
            self.format("first-game") | first,
            self.format("team"),
            self.format("strict", levels=[{"rule": f"{self.game}/{code}", "level": "error"} for code in warnings]),
            self.format("odd") | odd,
            self.format("barring", bans=self.cuts(slugs, 3)) | self.days(),
            self.format("pooled") | pooled | self.days(),
        ]

    def weighable(self) -> list[str]:
        """The rules that may weigh otherwise.

        Where facts are unknown, the first engine may ask for one by which an order with a ranged attack cannot go
        wrong after all, were that an error: it does not follow what several creatures need at once.
        """
        odd = {"ranged-order-unusable"} if self.unknown else set()
        return [code for code in CODES if code not in {"unknown-card", *odd}]

    def codes(self, codes: Document | list[str] | tuple[str, ...]) -> list[str]:
        return [f"{self.game}/{code}" for code in codes]

    def additions(self, cards: list[Document]) -> list[Document]:
        """What a house rule may do."""
        slugs = slugs_of(cards)
        waived = self.any_of([code for code in CODES if code != "unknown-card"])
        weighed = self.random.choice([code for code in self.weighable() if code not in waived])
        return [
            {"waives": self.codes(waived)},
            {"levels": [self.level(weighed)]},
            {"bans": self.cuts(slugs, 3)},
            {"pool": [{"card": self.random.sample(slugs, 36)}, *self.cuts(slugs, 3)]},
            {"limits": [self.allowance(slugs) for _ in range(self.random.randint(1, 2))]},
        ]

    def allowance(self, slugs: list[str]) -> Document:
        return {"cards": self.cuts(slugs, 3), "per": "legion", "at_most": self.random.randint(1, 12)}

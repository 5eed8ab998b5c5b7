"""Small libraries, made up by seed: the same seed makes the same one."""

from typing import Any

from tests.second_engine import world_generator
from tests.second_engine.world_generator import Document, World, by_slug, game, slugs_of

ICONS = ("dragon", "equipment", "monster", "heroic", "arcane", "divine")
ENERGIES = ("fire", "cold", "acid")
ALIGNMENTS = ("good", "neutral", "evil")
CLASSES = ("Class A", "Class B", "CLASS A", "Class C")
KEYWORDS = ("armor", "rider", "relic", "campaign-artifact")
WORDS = (
    "alignment",
    "energy",
    "class",
    "name",
    "keyword",
    "movement",
    "base",
    "troop",
    "level_at_least",
    "has_slot",
)
CODES = (
    "point-limit",
    "no-creature",
    "unique-name",
    "upgrade-slot",
    "duplicate-upgrade",
    "equip-restriction",
    "keyword-exclusion",
    "spell-level",
    "campaign-artifact-limit",
    "troop-size",
    "card-limit",
    "unknown-card",
    "not-equippable",
    "retired-card",
    "team-unique-name",
    "team-points",
    "team-artifact-limit",
    "barred",
    "point-limit-not-allowed",
    "format-dates",
)
UNWAIVABLE = ("unknown-card", "not-equippable")


class WorldGenerator(world_generator.WorldGenerator):
    """Makes one library; how much of it is unknown, restricted or odd differs from seed to seed."""

    game = "attack-wing"
    keywords = KEYWORDS

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.restricted = self.random.choice((0.02, 0.02, 0.1, 0.4))
        self.odd = self.random.choice((0.03, 0.03, 0.15, 0.4))
        self.icons = self.random.sample(ICONS, self.random.choice((2, 3, 6)))
        self.names = self.random.choice((6, 12, 100, 1000))

    def world(self) -> World:
        cards = [self.creature(number) for number in range(9)]
        cards += [self.upgrade(number) for number in range(20)]
        cards += [self.spell(number) for number in range(6)]
        cards.append(self.damage_card())
        house = [self.house_rule(number, self.additions(cards)) for number in range(6)]
        table = game("attack-wing", "legion")
        adventures = [self.adventure(number, cards) for number in range(3)]
        return World(
            by_slug(cards),
            by_slug(self.formats(cards)),
            table,
            house_rules=by_slug(house),
            sets=self.packs(cards),
            adventures=by_slug(adventures),
        )

    def adventure(self, number: int, cards: list[Document]) -> Document:
        """An adventure of two sides, one of which may have to have a card."""
        standing = [card["slug"] for card in cards if card["kind"] in ("creature", "upgrade")]

        def side(name: str, required: list[str]) -> Document:
            points = self.random.randint(20, 120)
            about = {"name": name.title(), "objective": None, "ends": ["won", "lost"]}
            return {"side": name, "points": points, "required_cards": required, **about}

        return self.document(
            "adventure",
            f"adventure-{number}",
            name=f"Adventure {number}",
            text="Made up for a test.",
            official=False,
            players=2,
            sides=[side("upper", self.random.sample(standing, self.random.randint(0, 1))), side("lower", [])],
            special_rules=[],
            outcomes=[],
        )

    def name(self) -> str:
        name = f"Name {self.random.randrange(self.names)}"
        return name.upper() if self.chance(0.1) else name

    def playable(self, kind: str, slug: str) -> Document:
        """What every card has that costs points."""
        return self.printed(kind, slug, self.name()) | {
            "text": None,
            "class": self.maybe(self.random.choice(CLASSES)),
            "keywords": self.maybe(self.some(KEYWORDS, 2) if self.chance(0.5) else []),
            "unique": self.maybe(self.chance(0.3)),
            "cost": self.maybe(self.random.randint(0, 12)),
            "energy": self.maybe(self.some(ENERGIES, 2)),
        }

    def creature(self, number: int) -> Document:
        troop = self.maybe(self.chance(0.3))
        card = self.playable("creature", f"creature-{number}") | {
            "level": self.maybe(self.random.randint(1, 10)),
            "attack": None,
            "agility": None,
            "health": None,
            "armor": None,
            "alignment": self.maybe(self.random.choice(ALIGNMENTS)),
            "slots": self.maybe([self.random.choice(self.icons) for _ in range(self.random.randint(0, 5))]),
            "actions": None,
            "weapons": None,
            "movement": self.maybe(self.random.choice(("flying", "ground"))),
            "base": self.maybe(self.random.choice(("small", "large"))),
            "troop": troop,
        }
        if troop:
            tokens = {str(count): self.maybe(count * self.random.randint(2, 5)) for count in range(2, 7)}
            card["costs"] = self.maybe(tokens)
        return card

    def plain_clause(self) -> Document:
        """One word; now and then with all values there are."""
        word = self.random.choice(WORDS)
        values: dict[str, Any] = {
            "alignment": lambda: self.any_of(ALIGNMENTS, 3),
            "energy": lambda: self.any_of(ENERGIES),
            "class": lambda: self.any_of(CLASSES),
            "name": lambda: [self.name()],
            "keyword": lambda: self.any_of(KEYWORDS),
            "movement": lambda: self.any_of(("flying", "ground")),
            "base": lambda: self.any_of(("small", "large")),
            "troop": lambda: self.chance(0.5),
            "level_at_least": lambda: self.random.choice((1, 3, 5, 100)),
            "has_slot": lambda: self.any_of(tuple(self.icons)),
        }
        return {word: values[word]()}

    def clause(self) -> Document:
        clause = self.plain_clause()
        return {"not": clause} if self.chance(0.3) else clause

    def clauses(self, share: float) -> list[Document]:
        """One or two clauses that differ, or none."""
        found: list[Document] = []
        for clause in (self.clause(), self.clause()):
            if self.chance(share) and clause not in found:
                found.append(clause)
        return found

    def carried(self, kind: str, slug: str) -> Document:
        """What upgrades and spells have."""
        card = self.playable(kind, slug) | {
            "range": None,
            "arc": None,
            "requires": self.maybe(self.clauses(self.restricted)),
            "excludes": self.maybe([{"keyword": self.any_of(KEYWORDS)}] if self.chance(self.odd) else []),
            "penalties": self.maybe(
                [{"unless": clause, "cost": self.random.randint(1, 9)} for clause in self.clauses(self.odd)]
            ),
            "grants": self.maybe(self.grants() if self.chance(self.odd) else []),
            "limits": self.maybe([self.limit() for _ in range(2) if self.chance(self.odd)]),
            "exempt": self.maybe(["campaign-artifact-limit"] if self.chance(self.odd) else []),
        }
        if self.chance(self.odd):
            card["cost_each"] = {"family": self.any_of(KEYWORDS), "cost": self.random.randint(1, 3)}
        return card

    def grants(self) -> list[Document]:
        return [{"slot": icon, "count": self.random.randint(1, 2)} for icon in self.any_of(tuple(self.icons))]

    def limit(self) -> Document:
        per = self.random.choice(("creature", "legion"))
        return {"family": self.any_of(KEYWORDS), "per": per, "at_most": self.random.randint(1, 2)}

    def upgrade(self, number: int) -> Document:
        slot = "any" if self.chance(self.odd) else self.random.choice(self.icons)
        return self.carried("upgrade", f"upgrade-{number}") | {"slot": self.maybe(slot)}

    def spell(self, number: int) -> Document:
        fitting = [icon for icon in self.icons if icon in ("arcane", "divine")] or ["arcane"]
        slot = None if self.chance(2 * self.unknown) else self.random.choice(fitting)
        return self.carried("spell", f"spell-{number}") | {
            "slot": slot,
            "minimum_level": self.maybe(self.random.randint(1, 8)),
        }

    def damage_card(self) -> Document:
        return self.printed("damage-card", "damage", self.name()) | {"text": None, "copies": None, "flips": None}

    def formats(self, cards: list[Document]) -> list[Document]:
        codes = self.random.sample(CODES, 2)
        odd = [self.level(code) for code in codes]
        strict = [{"rule": "attack-wing/retired-card", "level": "error"}]
        slugs = slugs_of(cards)
        barring = self.format("barring", 100, levels=odd[:1], bans=self.cuts(slugs, 3)) | self.days()
        pool = [{"card": self.random.sample(slugs, 24)}, *self.cuts(slugs, 3)]
        pooled = self.format("pooled", 100, pool=pool) | self.days()
        if self.chance(0.5):
            pooled["bans"] = self.cuts(slugs, 2)
        plain = [self.format("standard", 120), self.format("strict", 60, levels=strict), self.format("odd", levels=odd)]
        fixed = self.format("fixed", 60, levels=odd[1:], allowed_points=self.random.choice(([60], [60, 100, 400])))
        return [*plain, barring, pooled, fixed]

    def additions(self, cards: list[Document]) -> list[Document]:
        """What a house rule may do."""
        slugs = slugs_of(cards)
        waived = self.any_of((*(code for code in CODES if code not in UNWAIVABLE), "cost-penalty"))
        weighed = self.random.choice([code for code in CODES if code not in (*UNWAIVABLE, *waived)])
        return [
            {"waives": [f"attack-wing/{code}" for code in waived]},
            {"levels": [self.level(weighed)]},
            {"points": self.random.randint(10, 80)},
            {"bans": self.cuts(slugs, 3)},
            {"pool": [{"card": self.random.sample(slugs, 24)}, *self.cuts(slugs, 3)]},
            {"limits": [self.allowance(slugs) for _ in range(self.random.randint(1, 2))]},
            {"slots": [self.more_slots() for _ in range(self.random.randint(1, 2))]},
        ]

    def allowance(self, slugs: list[str]) -> Document:
        per = self.random.choice(("creature", "legion"))
        return {"cards": self.cuts(slugs, 3), "per": per, "at_most": self.random.randint(1, 2)}

    def more_slots(self) -> Document:
        slot = {"slot": self.random.choice(self.icons), "count": self.random.randint(1, 2)}
        return slot | {"bearers": self.clauses(0.6)}

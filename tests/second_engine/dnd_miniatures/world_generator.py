"""Code shared by the library generators of both editions."""

from typing import Any

from tests.second_engine import world_generator
from tests.second_engine.dnd_miniatures.fact_domains import SIZES
from tests.second_engine.world_generator import Document, slugs_of

KEYWORDS = ("goblin", "dragon", "undead", "soldier")
NAMES = ("Arin", "Bolo", "Cora", "Dorn")
TITLES = ("the Old", "the Young")


class WorldGenerator(world_generator.WorldGenerator):
    """A generator of one library; the share of unique, foreign or unknown creatures differs by seed."""

    keywords = KEYWORDS
    retiring = 0.04
    factions: tuple[str, ...]
    codes: tuple[str, ...]
    staying = ("unknown-card", "house-barred", "house-points", "house-limit")

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.unknown = self.random.choice((0, 0, 0.02, 0.05))
        self.foreign = self.random.choice((0, 0.1, 0.5))
        self.unique = self.random.choice((0.1, 0.3))
        self.dear = self.random.choice((20, 60))

    def name(self) -> str:
        name = self.random.choice(NAMES) if self.chance(0.4) else f"Creature {self.random.randrange(30)}"
        return f"{name}, {self.random.choice(TITLES)}" if self.chance(0.3) else name

    def of_factions(self) -> list[str]:
        """Return factions, usually the first one, alone or with others."""
        if self.chance(self.foreign):
            return self.some(self.factions, 3)
        return [self.factions[0], *self.some(self.factions[1:], 1)]

    def maybe_factions(self) -> Document:
        """Return the factions of a creature; sometimes only some of them are known, or none."""
        factions = self.maybe(self.of_factions())
        if self.unknown and factions and self.chance(0.05):
            return {"factions": None, "factions_include": self.random.sample(factions, 1)}
        return {"factions": factions}

    def miniature(self, slug: str) -> Document:
        """Return the facts that creatures of both editions have."""
        return self.printed("creature", slug, self.name()) | {
            "number": None,
            "rarity": None,
            "cost": self.maybe(self.random.choice((3, 5, 10, 10, 12, self.random.randint(1, self.dear)))),
            **self.maybe_factions(),
            "unique": self.maybe(self.chance(self.unique)),
            "size": self.maybe(self.random.choice((*SIZES, *("medium", "large") * 6))),
            "keywords": self.maybe(self.some(KEYWORDS, 2)),
            "level": None,
            "speed": None,
            "flight": None,
            "ac": None,
            "hp": None,
            "attacks": None,
            "text": None,
        }

    def plain_clause(self, *, but: tuple[str, ...] = ()) -> Document:
        values: dict[str, Any] = {
            "keyword": lambda: self.any_of(KEYWORDS),
            "name": lambda: [self.name()],
            "faction": lambda: self.any_of(self.factions),
            "size": lambda: self.any_of(SIZES, 4),
            "unique": lambda: self.chance(0.5),
            "cost_at_most": lambda: self.random.choice((5, 10, 100)),
            **self.more_words(),
        }
        word = self.random.choice(("keyword", *(word for word in values if word not in but)))
        return {word: values[word]()}

    def more_words(self) -> dict[str, Any]:
        """Return the words that only this edition has."""
        return {}

    def clause(self, *, but: tuple[str, ...] = ()) -> Document:
        clause = self.plain_clause(but=but)
        return {"not": clause} if self.chance(0.3) else clause

    def whom(self, *, but: tuple[str, ...] = ()) -> list[Document]:
        """Return one clause, or two about different facts, none about a fact in `but`: no card contradicts itself."""
        one, other = self.clause(but=but), self.clause(but=but)
        about = [next(iter(clause.get("not", clause))) for clause in (one, other)]
        return [one, other] if self.chance(0.3) and about[0] != about[1] else [one]

    def formats_of(self, cards: list[Document], usual: Document) -> list[Document]:
        """Return formats based on the usual one that bar cards, change levels, waive rules or leave some out."""
        slugs = slugs_of(cards)
        waived = self.any_of([code for code in self.codes if code not in self.staying])
        odd = {
            "levels": [self.level(code) for code in self.random.sample(self.codes, 3) if code not in waived],
            "waives": self.full(waived),
            "without": self.full(self.any_of(self.codes)),
        }
        pooled = {"pool": [{"card": self.random.sample(slugs, 14)}, *self.cuts(slugs, 3)]}
        if self.chance(0.5):
            pooled["bans"] = self.cuts(slugs, 2)
        return [
            self.format("standard") | usual,
            self.format("odd") | usual | odd,
            self.format("barring", bans=self.cuts(slugs, 3)) | usual | self.days(),
            self.format("pooled") | usual | pooled | self.days(),
            self.format("free"),
        ]

    def full(self, codes: list[str]) -> list[str]:
        return [f"{self.game}/{code}" for code in codes]

    def additions(self, cards: list[Document]) -> list[Document]:
        """Return the additions of a house rule."""
        slugs = slugs_of(cards)
        movable = [code for code in self.codes if code not in self.staying]
        waived = self.any_of(movable)
        weighed = self.random.choice([code for code in movable if code not in waived])
        return [
            {"waives": self.full(waived)},
            {"levels": [self.level(weighed)]},
            {"points": self.random.randint(10, 150)},
            {"bans": self.cuts(slugs, 3)},
            {"pool": [{"card": self.random.sample(slugs, 14)}, *self.cuts(slugs, 3)]},
            {"limits": [self.allowance(slugs) for _ in range(self.random.randint(1, 2))]},
        ]

    def allowance(self, slugs: list[str]) -> Document:
        return {"cards": self.cuts(slugs, 3), "per": "legion", "at_most": self.random.randint(1, 4)}

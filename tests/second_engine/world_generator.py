"""Code shared by the library generators: equal seeds give equal libraries."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Document = dict[str, Any]

SOURCES: Document = {"": {"source": "Made up for a test", "checked": True}}
SETS = ("box-a", "box-b", "box-c")
DAYS = ("2026-01-31", "2026-02-01", "2026-02-28")


@dataclass(frozen=True)
class World:
    """The documents of legions and their library. Cards in the set of strange ones are used less often."""

    cards: Mapping[str, Document]
    formats: Mapping[str, Document]
    game: Document
    strange: frozenset[str] = frozenset()
    house_rules: Mapping[str, Document] = field(default_factory=dict)
    sets: Sequence[Document] = ()
    rulings: Sequence[Document] = ()
    adventures: Mapping[str, Document] = field(default_factory=dict)


class WorldGenerator:
    """A generator of one library; the share of unknown facts differs by seed."""

    game: str
    keywords: tuple[str, ...]
    retiring = 0.08

    def __init__(self, seed: int) -> None:
        self.random = random.Random(f"library {seed}")
        self.unknown = self.random.choice((0, 0.02, 0.05, 0.1))

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def maybe(self, value: Any) -> Any:
        """Return the fact, or sometimes None for an unknown one."""
        return None if self.chance(self.unknown) else value

    def some(self, values: Sequence[str], most: int) -> list[str]:
        return self.random.sample(values, self.random.randint(0, min(most, len(values))))

    def any_of(self, values: Sequence[Any], most: int = 2) -> list[Any]:
        return self.random.sample(values, self.random.randint(1, min(most, len(values))))

    def document(self, kind: str, slug: str, **more: Any) -> Document:
        """Return the fields of every document of the game."""
        return {"kind": kind, "game": self.game, "slug": slug, "sources": SOURCES, **more}

    def printed(self, kind: str, slug: str, name: str) -> Document:
        """Return the fields of every card; some cards are retired or have a former slug."""
        card = self.document(kind, slug, name=self.maybe(name), set=self.maybe(self.random.choice(SETS)))
        if self.chance(self.retiring):
            card["retired"] = "Made up to be retired."
        if self.chance(0.1):
            card["formerly"] = [f"former-{slug}"]
        return card

    def format(self, slug: str, points: int | None = None, **more: Any) -> Document:
        usual = {"name": slug.title(), "text": None, "points": points, "recommended_points": [], "levels": []}
        return self.document("format", slug, **usual) | more

    def level(self, code: str) -> Document:
        """Return a rule with a level, which may be its own."""
        return {"rule": f"{self.game}/{code}", "level": self.random.choice(("error", "warning"))}

    def days(self) -> Document:
        """Return the days of a format, or one end only, or none."""
        first, last = sorted((self.random.choice(DAYS), self.random.choice(DAYS)))
        return {key: day for key, day in (("from", first), ("until", last)) if self.chance(0.4)}

    def house_rule(self, number: int, additions: Sequence[Document]) -> Document:
        """Return a house rule with one or two of the additions."""
        usual = {"name": f"House {number}", "text": "Made up for a test.", "official": False}
        rule = self.document("house-rule", f"house-{number}", **usual)
        for addition in self.random.sample(additions, self.random.choice((1, 1, 2))):
            rule |= addition
        return rule | {"formerly": [f"old-house-{number}"]} if self.chance(0.2) else rule

    def packs(self, cards: Sequence[Document]) -> list[Document]:
        """Return the documents of the sets, some without contents."""
        usual = {"official": False, "wave": None, "released": None, "text": None}
        found = []
        for slug in SETS:
            rows = [{"card": card["slug"], "copies": self.inside(card)} for card in cards if card["set"] == slug]
            counted = {"contents": rows} if rows and not self.chance(0.1) else {}
            found.append(self.document("set", slug, name=slug.title(), **usual) | counted)
        return found

    def inside(self, card: Document) -> int:
        """Return the number of copies of a card in its set."""
        return self.random.choice((1, 1, 2))

    def cuts(self, slugs: Sequence[str], most: int) -> list[Document]:
        """Return cards by slug, by keyword or by set, in one to three rows."""
        rows = (
            lambda: {"card": self.any_of(slugs, most)},
            lambda: {"keyword": self.any_of(self.keywords)},
            lambda: {"set": self.any_of(SETS)},
        )
        return [self.random.choice(rows)() for _ in range(self.random.randint(1, 3))]


def game(slug: str, word: str) -> Document:
    """Return the document of a game, with a standard format."""
    return {
        "kind": "game",
        "game": slug,
        "slug": slug,
        "name": slug.title(),
        "publisher": None,
        "released": None,
        "ruleset": f"{slug}/1",
        "default_format": "standard",
        "legion_word": word,
        "text": None,
        "notice": "Made up for a test.",
        "sources": SOURCES,
    }


def owning(chooser: random.Random, world: World, slugs: Sequence[str], least: int, most: int) -> Document:
    """Return a collection with that many copies of each card, or some packs, or both."""
    collection = {slug: chooser.randint(least, most) for slug in slugs if chooser.random() < 0.98}
    counted = [one["slug"] for one in world.sets if "contents" in one]
    packs = {slug: chooser.randint(0, 3) for slug in counted if chooser.random() < 0.7}
    options = ({"collection": collection}, {"collection": collection, "packs": packs}, {"packs": packs})
    return chooser.choice(options)


def slugs_of(cards: Sequence[Document]) -> list[str]:
    """Return slugs that a format or a house rule may name: current, former and nonexistent ones."""
    return [slug for card in cards for slug in (card["slug"], *card.get("formerly", []))] + ["no-such-card"]


def by_slug(documents: Sequence[Document]) -> dict[str, Document]:
    return {document["slug"]: document for document in documents}

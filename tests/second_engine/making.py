"""Small libraries and legions, made up by seed: the same seed makes the same ones."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Document = dict[str, Any]

GAME: Document = {
    "kind": "game",
    "game": "attack-wing",
    "slug": "attack-wing",
    "name": "Attack Wing",
    "publisher": None,
    "released": None,
    "ruleset": "attack-wing/1",
    "default_format": "standard",
    "legion_word": "legion",
    "text": None,
    "notice": "Made up for a test.",
    "sources": {"": {"source": "Made up for a test", "checked": True}},
}
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
    "format-dates",
)
SETS = ("box-a", "box-b", "box-c")
DAYS = ("2026-01-31", "2026-02-01", "2026-02-28")


@dataclass(frozen=True)
class World:
    """What legions are made from and judged by. Cards that are strange are taken less often than others."""

    cards: Mapping[str, Document]
    formats: Mapping[str, Document]
    game: Document = field(default_factory=lambda: GAME)
    strange: frozenset[str] = frozenset()


class Maker:
    """Makes one library; how much of it is unknown, restricted or odd differs from seed to seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(f"library {seed}")
        self.unknown = self.random.choice((0, 0.02, 0.05, 0.1))
        self.restricted = self.random.choice((0.02, 0.02, 0.1, 0.4))
        self.odd = self.random.choice((0.03, 0.03, 0.15, 0.4))
        self.icons = self.random.sample(ICONS, self.random.choice((2, 3, 6)))
        self.names = self.random.choice((6, 12, 100, 1000))

    def world(self) -> World:
        cards = [self.creature(number) for number in range(9)]
        cards += [self.upgrade(number) for number in range(20)]
        cards += [self.spell(number) for number in range(6)]
        cards.append(self.damage_card())
        return World({card["slug"]: card for card in cards}, {form["slug"]: form for form in self.formats(cards)})

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def maybe(self, value: Any) -> Any:
        """A fact that may not be known."""
        return None if self.chance(self.unknown) else value

    def some(self, values: tuple[str, ...], most: int) -> list[str]:
        return self.random.sample(values, self.random.randint(0, min(most, len(values))))

    def any_of(self, values: tuple[Any, ...], most: int = 2) -> list[Any]:
        return self.random.sample(values, self.random.randint(1, min(most, len(values))))

    def name(self) -> str:
        name = f"Name {self.random.randrange(self.names)}"
        return name.upper() if self.chance(0.1) else name

    def printed(self, kind: str, slug: str) -> Document:
        """What every card has."""
        card: Document = {
            "kind": kind,
            "game": "attack-wing",
            "slug": slug,
            "name": self.maybe(self.name()),
            "set": self.maybe(self.random.choice(SETS)),
            "text": None,
            "sources": {"": {"source": "Made up for a test", "checked": True}},
        }
        if self.chance(0.08):
            card["retired"] = "Made up to be retired."
        if self.chance(0.1):
            card["formerly"] = [f"former-{slug}"]
        return card

    def playable(self, kind: str, slug: str) -> Document:
        """What every card has that costs points."""
        return self.printed(kind, slug) | {
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
        return self.printed("damage-card", "damage") | {"copies": None, "flips": None}

    def formats(self, cards: list[Document]) -> list[Document]:
        codes = self.random.sample(CODES, 2)
        odd = [{"rule": f"attack-wing/{code}", "level": self.random.choice(("error", "warning"))} for code in codes]
        strict = [{"rule": "attack-wing/retired-card", "level": "error"}]
        slugs = [slug for card in cards for slug in (card["slug"], *card.get("formerly", []))] + ["no-such-card"]
        barring = _format("barring", 100, odd[:1]) | {"bans": self.cuts(slugs, 3)}
        pooled = _format("pooled", 100, []) | {"pool": [{"card": self.random.sample(slugs, 24)}, *self.cuts(slugs, 3)]}
        for form in (barring, pooled):
            first, last = sorted((self.random.choice(DAYS), self.random.choice(DAYS)))
            form |= {key: day for key, day in (("from", first), ("until", last)) if self.chance(0.4)}
        if self.chance(0.5):
            pooled["bans"] = self.cuts(slugs, 2)
        plain = [_format("standard", 120, []), _format("strict", 60, strict), _format("odd", None, odd)]
        return [*plain, barring, pooled]

    def cuts(self, slugs: list[str], most: int) -> list[Document]:
        """Cards by slug, by keyword or by set, in one to three rows."""
        rows = (
            lambda: {"card": self.any_of(tuple(slugs), most)},
            lambda: {"keyword": self.any_of(KEYWORDS)},
            lambda: {"set": self.any_of(SETS)},
        )
        return [self.random.choice(rows)() for _ in range(self.random.randint(1, 3))]


def _format(slug: str, points: int | None, levels: list[Document]) -> Document:
    return {
        "kind": "format",
        "game": "attack-wing",
        "slug": slug,
        "name": slug.title(),
        "text": None,
        "points": points,
        "recommended_points": [],
        "levels": levels,
        "sources": {"": {"source": "Made up for a test", "checked": True}},
    }


def legion(world: World, seed: int) -> Document:
    """A legion of none to five picks, or a team's, by somebody who minds the rules or by somebody who does not."""
    chooser = random.Random(f"legion {seed}")
    builder = (Careful if chooser.random() < 0.6 else Careless)(world, chooser)
    made: Document = {"game": "attack-wing"}
    if chooser.random() < 0.2:
        made["team"] = [builder.part() for _ in range(chooser.choice((1, 2, 2, 3)))]
    else:
        made["picks"] = builder.picks()
    if chooser.random() < 0.5:
        made["format"] = chooser.choice(list(world.formats))
    if chooser.random() < 0.4:
        made["points"] = chooser.choice((chooser.randint(1, 100), 400))
    if chooser.random() < 0.15:
        least, most = chooser.choice(((0, 1), (0, 5), (1, 3)))
        holder = chooser.choice([made, *made.get("team", [])])
        owned = (*world.cards, "no-such-card")
        holder["collection"] = {builder.taken(one): chooser.randint(least, most) for one in owned}
    if chooser.random() < 0.25:
        made["on"] = chooser.choice(("2026-01-01", *DAYS, "2026-12-31"))
    return made


class Careless:
    """Takes what comes: cards too many, twice, misspelt or out of place."""

    sizes = (0, 1, 1, 1, 2, 2, 3, 3, 4, 5)
    soldiers = (0, 1, 2, 3, 4, 6, 7)

    def __init__(self, world: World, chooser: random.Random) -> None:
        self.world = world
        self.chooser = chooser
        self.creatures = [slug for slug, card in world.cards.items() if card["kind"] == "creature"]
        self.upgrades = [slug for slug, card in world.cards.items() if card["kind"] in ("upgrade", "spell")]
        self.strays = [*world.cards, *("no-such-card", "nor-this-one") * 5]

    def picks(self) -> list[Document]:
        return [self.pick() for _ in range(self.chooser.choice(self.sizes))]

    def part(self) -> Document:
        """What one player of a team brings: not more than two picks, so that the whole stays small."""
        part: Document = {"picks": self.picks()[:2]}
        return part | {"game": "attack-wing"} if self.chooser.random() < 0.3 else part

    def pick(self) -> Document:
        pick: Document = {"card": self.slug(self.creatures)}
        if self.chooser.random() < 0.75:
            pick["upgrades"] = self.carried(pick["card"])
        if not pick.get("upgrades") and self.chooser.random() < 0.3:
            pick["count"] = self.chooser.choice((1, 2, 3))
        if self.chooser.random() < self.troops(pick["card"]):
            pick["soldiers"] = self.chooser.choice(self.soldiers)
        return pick

    def troops(self, slug: str) -> float:
        """How often soldiers are told."""
        return 0.08 if self.world.cards.get(slug, {}).get("troop") is False else 0.5

    def slug(self, usual: list[str]) -> str:
        return self.taken(self.chooser.choice(self.strays) if self.chooser.random() < 0.03 else self.usual(usual))

    def usual(self, slugs: list[str]) -> str:
        chosen = self.chooser.choice(slugs)
        if chosen in self.world.strange and self.chooser.random() < 0.8:
            return self.chooser.choice([one for one in slugs if one not in self.world.strange] or slugs)
        return chosen

    def taken(self, slug: str) -> str:
        """The slug, or now and then one that the card had before."""
        former = self.world.cards.get(slug, {}).get("formerly")
        return self.chooser.choice(former) if former and self.chooser.random() < 0.3 else slug

    def carried(self, pick: str) -> list[str]:
        """Mostly cards that the banner has an icon for."""
        banner = self.world.cards.get(pick, {}).get("slots") or []
        fitting = [one for one in self.upgrades if self.world.cards[one]["slot"] in (*banner, "any", None)]
        found = [
            self.slug(fitting if fitting and self.chooser.random() < 0.9 else self.upgrades)
            for _ in range(self.chooser.choice((0, 1, 2, 3, 4)))
        ]
        return found + found[:1] if found and self.chooser.random() < 0.06 else found


class Careful(Careless):
    """Puts one card on an icon, none twice, and counts the soldiers of troops alone."""

    sizes = (1, 2, 3, 3, 4)
    soldiers = (1, 2, 3, 4, 5, 6)

    def troops(self, slug: str) -> float:
        return 0.7 if self.world.cards.get(slug, {}).get("troop") is not False else 0

    def slug(self, usual: list[str]) -> str:
        return self.taken(self.usual(usual))

    def carried(self, pick: str) -> list[str]:
        cards = self.world.cards
        banner = cards.get(pick, {}).get("slots") or []
        found: list[str] = []
        for icon in banner:
            fitting = [one for one in self.upgrades if cards[one]["slot"] in (icon, "any", None) and one not in found]
            if fitting and self.chooser.random() < 0.6:
                found.append(self.usual(fitting))
        return [self.taken(slug) for slug in found]

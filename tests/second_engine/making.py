"""Small libraries, made up by seed: the same seed makes the same one."""

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
STAYING = ("unknown-card", "not-equippable")
SETS = ("box-a", "box-b", "box-c")
DAYS = ("2026-01-31", "2026-02-01", "2026-02-28")


@dataclass(frozen=True)
class World:
    """What legions are made from and judged by. Cards that are strange are taken less often than others."""

    cards: Mapping[str, Document]
    formats: Mapping[str, Document]
    game: Document = field(default_factory=lambda: GAME)
    strange: frozenset[str] = frozenset()
    house_rules: Mapping[str, Document] = field(default_factory=dict)


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
        formats = {form["slug"]: form for form in self.formats(cards)}
        house = {f"house-{number}": self.house_rule(number, cards) for number in range(6)}
        return World({card["slug"]: card for card in cards}, formats, house_rules=house)

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
        slugs = _slugs(cards)
        barring = _format("barring", 100, odd[:1]) | {"bans": self.cuts(slugs, 3)}
        pooled = _format("pooled", 100, []) | {"pool": [{"card": self.random.sample(slugs, 24)}, *self.cuts(slugs, 3)]}
        for form in (barring, pooled):
            first, last = sorted((self.random.choice(DAYS), self.random.choice(DAYS)))
            form |= {key: day for key, day in (("from", first), ("until", last)) if self.chance(0.4)}
        if self.chance(0.5):
            pooled["bans"] = self.cuts(slugs, 2)
        plain = [_format("standard", 120, []), _format("strict", 60, strict), _format("odd", None, odd)]
        return [*plain, barring, pooled]

    def house_rule(self, number: int, cards: list[Document]) -> Document:
        """One that adds or waives one or two things."""
        slugs = _slugs(cards)
        waived = self.any_of((*(code for code in CODES if code not in STAYING), "cost-penalty"))
        weighed = self.random.choice([code for code in CODES if code not in (*STAYING, *waived)])
        more: list[Document] = [
            {"waives": [f"attack-wing/{code}" for code in waived]},
            {"levels": [{"rule": f"attack-wing/{weighed}", "level": self.random.choice(("error", "warning"))}]},
            {"points": self.random.randint(10, 80)},
            {"bans": self.cuts(slugs, 3)},
            {"pool": [{"card": self.random.sample(slugs, 24)}, *self.cuts(slugs, 3)]},
            {"limits": [self.allowance(slugs) for _ in range(self.random.randint(1, 2))]},
            {"slots": [self.more_slots() for _ in range(self.random.randint(1, 2))]},
        ]
        rule = {
            "kind": "house-rule",
            "game": "attack-wing",
            "slug": f"house-{number}",
            "name": f"House {number}",
            "text": "Made up for a test.",
            "official": False,
            "sources": {"": {"source": "Made up for a test", "checked": True}},
        }
        for addition in self.random.sample(more, self.random.choice((1, 1, 2))):
            rule |= addition
        return rule | {"formerly": [f"old-house-{number}"]} if self.chance(0.2) else rule

    def allowance(self, slugs: list[str]) -> Document:
        per = self.random.choice(("creature", "legion"))
        return {"cards": self.cuts(slugs, 3), "per": per, "at_most": self.random.randint(1, 2)}

    def more_slots(self) -> Document:
        slot = {"slot": self.random.choice(self.icons), "count": self.random.randint(1, 2)}
        return slot | {"bearers": self.clauses(0.6)}

    def cuts(self, slugs: list[str], most: int) -> list[Document]:
        """Cards by slug, by keyword or by set, in one to three rows."""
        rows = (
            lambda: {"card": self.any_of(tuple(slugs), most)},
            lambda: {"keyword": self.any_of(KEYWORDS)},
            lambda: {"set": self.any_of(SETS)},
        )
        return [self.random.choice(rows)() for _ in range(self.random.randint(1, 3))]


def _slugs(cards: list[Document]) -> list[str]:
    """Slugs that a format or a house rule may name: of cards, of former days, and of none."""
    return [slug for card in cards for slug in (card["slug"], *card.get("formerly", []))] + ["no-such-card"]


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

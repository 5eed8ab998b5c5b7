"""Random Attack Wing documents, with the vocabulary of the schemas.

The facts come from one random generator, not from a strategy for each: a legion with its cards has hundreds of facts,
and a thousand legions take as long as ten with strategies. Hypothesis seeds the generator, so failures are repeatable.
"""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import jsonschema_rs
from hypothesis import settings
from hypothesis import strategies as st

SCHEMAS = Path(__file__).parents[2] / "catalog" / "schemas"
GAME = "attack-wing"
Document = dict[str, Any]

more_examples = settings(max_examples=3 * settings.default.max_examples)
"""Settings for properties that take a few milliseconds to test."""

chances = st.randoms(use_true_random=True)


@cache
def schema(name: str) -> Any:
    return json.loads((SCHEMAS / name).read_text(encoding="utf-8"))


@cache
def _registry() -> jsonschema_rs.Registry:
    """Return a registry of the schemas' folder for all validators."""
    documents = [schema(str(path.relative_to(SCHEMAS))) for path in SCHEMAS.rglob("*.schema.json")]
    return jsonschema_rs.Registry([(document["$id"], document) for document in documents], retriever=_refuse)


def _refuse(uri: str) -> Any:
    raise LookupError(uri)


class Validator:
    """A validator of documents in the form in which they are sent: in JSON there is one kind of string."""

    def __init__(self, name: str) -> None:
        self._compiled = jsonschema_rs.Draft202012Validator(schema(name), registry=_registry(), retriever=_refuse)

    def validate(self, document: Any) -> None:
        """Raise the first error of a document."""
        self._compiled.validate(json.loads(json.dumps(document)))

    def is_valid(self, document: Any) -> bool:
        """Return whether the document has no error."""
        return self._compiled.is_valid(json.loads(json.dumps(document)))


@cache
def validator(name: str) -> Validator:
    """Return a validator that resolves references in the schemas' folder and nowhere else."""
    return Validator(name)


def own_or_common(game: str, kind: str) -> str:
    """Return the path of a game's own schema of a kind, or of the one for every game."""
    own = f"{game}/{kind}.schema.json"
    return own if (SCHEMAS / own).exists() else f"{kind}.schema.json"


WORDS = schema(f"{GAME}/common.schema.json")["$defs"]
ICONS = WORDS["icon"]["enum"]
ENERGIES = WORDS["energy-type"]["enum"][:3]
CLAUSES = WORDS["plain-clause"]["properties"]
KEYWORDS = ["armor", "dragon", "relic", "campaign-artifact"]
SETS = ["box", "chest", "crate"]
FREE = {
    "#/$defs/icon": ICONS,
    "#/$defs/energy-type": ENERGIES,
    "../common.schema.json#/$defs/slug": KEYWORDS,
    "class": ["Tree", "Old Tree"],
    "name": ["Ash", "Birch", "birch ", "Cedar", "Elm (old) {x}", "Fir", "Gorse", "Holly"],
}
SLOTS = {"upgrade": [*ICONS, "any"], "spell": ["arcane", "divine"]}
COMMON_FACTS = ("name", "class", "keywords", "unique", "cost", "set")
CREATURE_FACTS = ("level", "alignment", "energy", "slots", "movement", "base", "troop")
UPGRADE_FACTS = ("requires", "excludes", "penalties", "grants", "limits", "exempt", "slot")
UNJUDGED_FACTS = {
    "creature": ("attack", "agility", "health", "armor", "actions", "weapons", "text"),
    "upgrade": ("energy", "range", "arc", "text"),
    "spell": ("energy", "range", "arc", "text"),
}
TOKENS = "23456"


class DocumentGenerator:
    """A generator of documents. One fact in `unknown` is not known (0: all are); `tame` legions break few rules."""

    def __init__(self, chance: Random, *, unknown: int = 8, tame: bool = False) -> None:
        self.chance = chance
        self.unknown = unknown
        self.tame = tame

    def once_in(self, number: int) -> bool:
        return number > 0 and self.chance.randrange(number) == 0

    def some(self, options: list[Any], least: int, most: int) -> list[Any]:
        return self.chance.sample(options, self.chance.randint(least, min(most, len(options))))

    def rows(self, make: Any) -> list[Any]:
        """Return no row, or one or two rows now and then."""
        return [make() for _ in range(self.chance.choice([0, 0, 0, 0, 0, 1] if self.tame else [0, 0, 1, 2]))]

    def clause(self) -> Document:
        word = self.chance.choice(list(CLAUSES))
        shape = CLAUSES[word]
        value: Any = self.chance.choice([True, False])
        if shape["type"] == "integer":
            value = self.chance.randint(1, 12)
        elif shape["type"] == "array":
            items = shape["items"]
            value = self.some(items.get("enum") or FREE[items.get("$ref", word)], 1, 2)
        return {"not": {word: value}} if self.once_in(3) else {word: value}

    def fact(self, name: str, kind: str) -> Any:
        """Return a value for a fact of a card."""
        return self.chance.choice(SLOTS[kind]) if name == "slot" else FACTS[name](self)

    def limit(self) -> Document:
        per = self.chance.choice(["creature", "legion"])
        return {"family": self.some(KEYWORDS, 1, 2), "per": per, "at_most": self.chance.randint(1, 2)}

    def card(self, kind: str, number: int) -> Document:
        facts = COMMON_FACTS + (CREATURE_FACTS if kind == "creature" else UPGRADE_FACTS)
        facts += ("minimum_level",) if kind == "spell" else ()
        card: Document = {"kind": kind, "game": GAME, "slug": f"{kind}-{number}", "sources": {}}
        card |= dict.fromkeys(UNJUDGED_FACTS[kind])
        card |= {name: None if self.once_in(self.unknown) else self.fact(name, kind) for name in facts}
        if card.get("troop"):
            card["costs"] = None if self.once_in(self.unknown) else dict.fromkeys(TOKENS)
            for token in card["costs"] or ():
                card["costs"][token] = None if self.once_in(self.unknown) else self.fact("cost", kind)
        if kind == "upgrade" and self.once_in(3):
            card["cost_each"] = {"family": self.some(KEYWORDS, 1, 2), "cost": self.chance.randint(1, 2)}
        if self.once_in(8):
            card["retired"] = "Withdrawn."
        return card

    def cards(self) -> list[Document]:
        """Return cards of all kinds, few enough to be repeated in a legion."""
        kinds = ["creature"] * 4 + ["upgrade"] * 4 + ["spell"] * 2
        damage = {"kind": "damage-card", "game": GAME, "slug": "damage-9", "name": "Dazed", "set": None}
        damage |= {"copies": None, "flips": None, "text": None, "sources": {}}
        dial = {"kind": "maneuver-card", "game": GAME, "slug": "dial-9", "name": "Hound Maneuvers", "class": "Hound"}
        dial |= {"set": None, "dials": None, "maneuvers": None, "sources": {}}
        return [*(self.card(kind, number) for number, kind in enumerate(kinds)), damage, dial]

    def slug(self, cards: list[Document], *kinds: str) -> str:
        """Return a card of those kinds; unless tame, sometimes a misplaced or unknown one."""
        if not self.tame and self.once_in(12):
            return self.chance.choice([*(card["slug"] for card in cards), "upgrade-77"])
        return str(self.chance.choice([card["slug"] for card in cards if card["kind"] in kinds]))

    def pick(self, cards: list[Document]) -> Document:
        pick: Document = {"card": self.slug(cards, "creature")}
        carried = [self.slug(cards, "upgrade", "spell") for _ in range(self.chance.randint(0, 2 if self.tame else 4))]
        carried = sorted(set(carried)) if self.tame else carried
        if carried or self.once_in(2):
            pick["upgrades"] = carried
        if not carried and self.once_in(4):
            pick["count"] = self.chance.randint(1, 3)
        if self.once_in(12 if self.tame else 4):
            pick["soldiers"] = self.chance.randint(0, 8)
        return pick

    def legion(self, cards: list[Document]) -> Document:
        size = self.chance.randint(1, 2) if self.tame else self.chance.randint(0, 3)
        legion: Document = {"game": GAME, "picks": [self.pick(cards) for _ in range(size)]}
        if self.once_in(2):
            legion["points"] = self.chance.randint(40 if self.tame else 1, 150)
        if self.once_in(4):
            legion["collection"] = self.collection(cards)
        return legion

    def collection(self, cards: list[Document]) -> Document:
        """Return some of the cards and an unknown one, up to three copies of each; a tame collection has enough."""
        owned = [card["slug"] for card in cards if self.tame or not self.once_in(4)]
        return {slug: self.chance.randint(2 if self.tame else 0, 3) for slug in [*owned, "upgrade-78"]}

    def team(self, cards: list[Document]) -> Document:
        """Return the legions of up to three players as one document; the team has the first one's terms and
        collection.
        """
        legions = [self.legion(cards) for _ in range(self.chance.randint(1, 3))]
        terms = {name: value for name, value in legions[0].items() if name != "picks"}
        own = ["picks", "collection"]
        first, *others = ({name: legion[name] for name in own if name in legion} for legion in legions)
        return {**terms, "team": [{"picks": first["picks"]}, *others]}

    def cut(self, cards: list[Document]) -> list[Document]:
        """Return the bans or the pool of a format: some cards by slug, by keyword or by set."""
        slugs = [card["slug"] for card in cards]
        words = self.some([("card", slugs, 5), ("keyword", KEYWORDS, 2), ("set", SETS, 2)], 1, 3)
        return [{word: self.some(values, 1, most)} for word, values, most in words]

    def format(self, cards: list[Document]) -> Document:
        """Return a format with bans, a pool or both."""
        parts = self.some(["bans", "pool"], 1, 2)
        made = {"kind": "format", "game": GAME, "slug": "picky", "name": "Picky", "text": None, "sources": {}}
        made |= {"points": 100, "recommended_points": [], "levels": []}
        return made | {part: self.cut(cards) for part in parts}

    def filled(self, card: Document) -> Document:
        """Return the card with a value for every unknown fact."""
        filled_facts = {*COMMON_FACTS, *CREATURE_FACTS, *UPGRADE_FACTS, "minimum_level"}
        known = {
            name: self.fact(name, card["kind"]) if value is None and name in filled_facts else value
            for name, value in card.items()
        }
        if known.get("troop"):
            costs = card.get("costs") or dict.fromkeys(TOKENS)
            known["costs"] = {token: self.fact("cost", "") if cost is None else cost for token, cost in costs.items()}
        return known


FACTS: dict[str, Callable[[DocumentGenerator], Any]] = {
    "name": lambda maker: maker.chance.choice(FREE["name"]),
    "class": lambda maker: maker.chance.choice(FREE["class"]),
    "keywords": lambda maker: maker.some(KEYWORDS, 0, 2),
    "unique": lambda maker: maker.chance.choice([True, False, False]),
    "cost": lambda maker: maker.chance.randint(0, 30),
    "set": lambda maker: maker.chance.choice(SETS),
    "level": lambda maker: maker.chance.randint(1, 12),
    "minimum_level": lambda maker: maker.chance.randint(1, 6),
    "alignment": lambda maker: maker.chance.choice(["good", "neutral", "evil"]),
    "energy": lambda maker: maker.some(ENERGIES, 0, 2),
    "slots": lambda maker: maker.chance.choices(ICONS, k=maker.chance.randint(0, 12)),
    "movement": lambda maker: maker.chance.choice(["flying", "ground"]),
    "base": lambda maker: maker.chance.choice(["small", "large"]),
    "troop": lambda maker: maker.chance.choice([True, False, False]),
    "requires": lambda maker: maker.rows(maker.clause),
    "excludes": lambda maker: maker.rows(lambda: {"keyword": maker.some(KEYWORDS, 1, 2)}),
    "penalties": lambda maker: maker.rows(lambda: {"unless": maker.clause(), "cost": maker.chance.randint(1, 5)}),
    "grants": lambda maker: maker.rows(
        lambda: {"slot": maker.chance.choice(ICONS), "count": maker.chance.randint(1, 2)}
    ),
    "limits": lambda maker: maker.rows(maker.limit),
    "exempt": lambda maker: maker.chance.choice([[], ["campaign-artifact-limit"]]),
}

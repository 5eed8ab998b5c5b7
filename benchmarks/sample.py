"""What is judged in the measurements: legions of four creatures and some ten upgrades from the cards in `fixtures/`."""

import json
import random
from pathlib import Path
from typing import Any

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures" / "attack-wing"
Document = dict[str, Any]


def documents() -> list[Document]:
    """Return every document of the game, in the order of their files."""
    return [json.loads(file.read_text("utf-8")) for file in sorted(FIXTURES.rglob("*.json"))]


def cards() -> list[Document]:
    """Return the cards among them."""
    return [document for document in documents() if document["kind"] not in {"game", "format", "set"}]


def legions(count: int, seed: int = 1) -> list[Document]:
    """Return `count` legions, always the same ones: three of four built to be legal, one with a card too many."""
    chance = random.Random(seed)
    known = [card for card in cards() if card.get("cost") is not None and card.get("unique") is not None]
    creatures = [card for card in known if card["kind"] == "creature" and card["slots"] and not card["troop"]]
    upgrades = [card for card in known if card["kind"] in {"upgrade", "spell"}]
    return [_legion(chance, creatures, upgrades) for _ in range(count)]


def _legion(chance: random.Random, creatures: list[Document], upgrades: list[Document]) -> Document:
    points = chance.choice([120, 200])
    left = points
    names: set[str] = set()
    picks: list[Document] = []
    for creature in chance.sample(creatures, len(creatures)):
        if len(picks) < 4 and creature["cost"] <= left - 10 and creature["name"] not in names:
            names.add(creature["name"])
            left -= creature["cost"]
            picks.append({"card": creature["slug"], "upgrades": _carried(chance, creature, upgrades, names, left)})
            left -= sum(card["cost"] for card in upgrades if card["slug"] in picks[-1]["upgrades"])
    if chance.random() < 0.25:
        chance.choice(picks)["upgrades"].append(chance.choice(upgrades)["slug"])
    return {"game": "attack-wing", "format": "standard", "points": points, "picks": picks}


def _carried(
    chance: random.Random, creature: Document, upgrades: list[Document], names: set[str], left: int
) -> list[str]:
    carried = []
    for icon in creature["slots"]:
        fitting = [
            card
            for card in upgrades
            if card["slot"] == icon
            and card["cost"] <= left
            and card["name"] not in names
            and not (card["requires"] or card["excludes"] or card["penalties"] or card["limits"])
            and (card.get("minimum_level") or 0) <= creature["level"]
        ]
        if fitting and chance.random() < 0.8:
            card = chance.choice(fitting)
            carried.append(card["slug"])
            names.add(card["name"])
            left -= card["cost"]
    return carried

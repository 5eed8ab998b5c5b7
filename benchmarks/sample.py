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
    """Return `count` legions, always the same ones: most legal, some not, as players send them."""
    chance = random.Random(seed)
    complete = [card for card in cards() if card.get("cost") is not None]
    creatures = [card for card in complete if card["kind"] == "creature"]
    upgrades = [card for card in complete if card["kind"] in {"upgrade", "spell"}]
    return [_legion(chance, creatures, upgrades) for _ in range(count)]


def _legion(chance: random.Random, creatures: list[Document], upgrades: list[Document]) -> Document:
    used: set[str] = set()
    picks = []
    for creature in chance.sample(creatures, 4):
        carried = []
        for icon in creature["slots"] or ():
            fitting = [card["slug"] for card in upgrades if card["slot"] == icon and card["slug"] not in used]
            if fitting and chance.random() < 0.7:
                carried.append(chance.choice(fitting))
                used.add(carried[-1])
        picks.append({"card": creature["slug"], "upgrades": carried})
    return {"game": "attack-wing", "format": "standard", "points": chance.choice([120, 200]), "picks": picks}

"""What is judged in the measurements: legions of four creatures and some ten upgrades from the cards in `fixtures/`."""

import json
import random
from pathlib import Path
from typing import Any

from rulesapi.engine.ruleset import Library, judge

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures" / "attack-wing"
Document = dict[str, Any]


def documents() -> list[Document]:
    """Return every document of the game, in the order of their files."""
    return [json.loads(file.read_text("utf-8")) for file in sorted(FIXTURES.rglob("*.json"))]


def cards() -> list[Document]:
    """Return the cards among them."""
    return [document for document in documents() if document["kind"] not in {"game", "format", "set", "house-rule"}]


def library() -> Library:
    """Return the library of all these cards."""
    found = documents()
    return Library.build(
        release=1,
        game=next(document for document in found if document["kind"] == "game"),
        cards=cards(),
        formats=[document for document in found if document["kind"] == "format"],
    )


def legions(count: int, seed: int = 1) -> list[Document]:
    """Return `count` legions, always the same ones, built as players build: card by card, keeping what stays legal.

    One in four then gets a card more than it can carry.
    """
    chance = random.Random(seed)
    judged_by = library()
    creatures = [card for card in cards() if card["kind"] == "creature"]
    upgrades = [card for card in cards() if card["kind"] in {"upgrade", "spell"}]
    return [_legion(chance, judged_by, creatures, upgrades) for _ in range(count)]


def _legion(chance: random.Random, judged_by: Library, creatures: list[Document], upgrades: list[Document]) -> Document:
    legion: Document = {"game": "attack-wing", "format": "standard", "points": chance.choice([120, 200]), "picks": []}
    picks = legion["picks"]
    for creature in chance.sample(creatures, len(creatures)):
        if len(picks) < 4:
            picks.append({"card": creature["slug"], "upgrades": []})
            if not _legal(judged_by, legion):
                picks.pop()
    for _ in range(150):
        carried = chance.choice(picks)["upgrades"]
        carried.append(chance.choice(upgrades)["slug"])
        if not _legal(judged_by, legion):
            carried.pop()
    if chance.random() < 0.25:
        chance.choice(picks)["upgrades"].append(chance.choice(upgrades)["slug"])
    return legion


def _legal(judged_by: Library, legion: Document) -> bool:
    return judge(judged_by, legion).as_document()["verdict"] == "legal"

"""Sample legions for the measurements, of the cards in `fixtures/`, typical for the players of each game.

In games with upgrades they are built card by card: four creatures and about ten upgrades. In the other games they are
the ready-made warbands with many of their cards swapped. All are legal until one in four gets an additional card, which
may break a rule.
"""

import copy
import itertools
import json
import random
from pathlib import Path
from typing import Any

from catalog.documents import COMMON_TYPES
from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library

ROOT = Path(__file__).resolve().parent.parent
FIXTURES, GAMES = ROOT / "fixtures", ROOT / "legions" / "games"
ATTACK_WING = "attack-wing"
JUDGED = ("game", "format", "points", "faction", "map", "tiles", "picks")
Document = dict[str, Any]


def games() -> list[str]:
    """Return the games with cards in `fixtures/` and lists to start from."""
    return sorted(folder.name for folder in FIXTURES.iterdir() if folder.is_dir() and ready(folder.name))


def documents(game: str = ATTACK_WING) -> list[Document]:
    """Return every document of a game, in the order of the files."""
    return [json.loads(file.read_text("utf-8")) for file in sorted((FIXTURES / game).rglob("*.json"))]


def cards(game: str = ATTACK_WING) -> list[Document]:
    """Return the cards among the documents of a game."""
    return [document for document in documents(game) if document["kind"] not in COMMON_TYPES]


def library(game: str = ATTACK_WING) -> Library:
    """Return the library of a game with all its cards."""
    found = documents(game)
    return Library.build(
        release=1,
        game=next(document for document in found if document["kind"] == "game"),
        cards=[document for document in found if document["kind"] not in COMMON_TYPES],
        formats=[document for document in found if document["kind"] == "format"],
        adventures=[document for document in found if document["kind"] == "adventure"],
    )


def enlarged(number: int) -> Library:
    """Return a library with that many cards of Attack Wing, with copies if necessary.

    The copies have different slugs, names and costs, so that no card can replace another.
    """
    found, own = documents(), cards()
    turns = ((card, at // len(own)) for at, card in zip(range(number), itertools.cycle(own), strict=False))
    return Library.build(
        release=1,
        game=next(document for document in found if document["kind"] == "game"),
        cards=[_again(card, turn) if turn else card for card, turn in turns],
        formats=[document for document in found if document["kind"] == "format"],
    )


def _again(card: Document, turn: int) -> Document:
    other = {**card, "slug": f"{card['slug']}-{turn}", "name": card["name"] and f"{card['name']} {turn}"}
    other.pop("formerly", None)
    return other | ({"cost": card["cost"] + turn % 7} if card.get("cost") else {})


def broken_warbands(game: str) -> list[Document]:
    """Return illegal variants of a game's ready lists, each with one thing removed or added."""
    broken: list[Document] = [{"game": game, "picks": []}]
    for file in ready_files(game):
        ready = {field: value for field, value in json.loads(file.read_text("utf-8")).items() if field in JUDGED}
        picks = ready["picks"]
        broken += [{field: value for field, value in ready.items() if field != gone} for gone in ("faction", "map")]
        broken += [{**ready, "picks": picks[number:]} for number in range(1, len(picks))]
        broken += [{**ready, "picks": [*picks[:number], *picks[number + 1 :]]} for number in range(len(picks))]
        broken += [{**ready, "picks": [*picks, {**pick, "count": 5}]} for pick in picks]
    judged_by = library(game)
    return [legion for legion in broken if not _legal(judged_by, legion)]


def ready_files(game: str) -> list[Path]:
    """Return the files of the ready lists of a game."""
    return sorted((GAMES / game.replace("-", "_") / "ready_lists").glob("*.json"))


def ready(game: str) -> list[Document]:
    """Return the ready lists of a game that are part of Muster."""
    return [json.loads(file.read_text("utf-8")) for file in ready_files(game)]


def legions(count: int, seed: int = 1, game: str = ATTACK_WING) -> list[Document]:
    """Return `count` legions of a game, the same ones for the same seed."""
    chance = random.Random(seed)
    judged_by, found = library(game), cards(game)
    if judged_by.ruleset.carried:
        creatures = [card for card in found if card["kind"] == "creature"]
        upgrades = [card for card in found if card["kind"] in {"upgrade", "spell"}]
        return [_built(chance, judged_by, creatures, upgrades) for _ in range(count)]
    kinds, lists = {card["slug"]: card["kind"] for card in found}, ready(game)
    return [_swapped(chance, judged_by, kinds, copy.deepcopy(chance.choice(lists))) for _ in range(count)]


def _built(chance: random.Random, judged_by: Library, creatures: list[Document], upgrades: list[Document]) -> Document:
    legion: Document = {"game": ATTACK_WING, "format": "standard", "points": chance.choice([120, 200]), "picks": []}
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


def _swapped(chance: random.Random, judged_by: Library, kinds: dict[str, str], legion: Document) -> Document:
    """Return the warband with cards swapped for others of their kinds, as long as it stays legal."""
    picks = legion["picks"]
    for _ in range(60):
        pick = chance.choice(picks)
        before = pick["card"]
        pick["card"] = chance.choice([slug for slug, kind in kinds.items() if kind == kinds[before]])
        if not _legal(judged_by, legion):
            pick["card"] = before
    if chance.random() < 0.25:
        chance.choice(picks)["count"] = 5
    return legion


def _legal(judged_by: Library, legion: Document) -> bool:
    return judge(judged_by, legion).verdict == "legal"

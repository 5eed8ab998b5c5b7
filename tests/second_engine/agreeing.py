"""Both engines, side by side, over legions by number."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulesapi.engine.ruleset import Library
from rulesapi.engine.ruleset import judge as judge_first
from tests.second_engine.comparing import differences
from tests.second_engine.judging import judge as judge_second
from tests.second_engine.making import Document, Maker, World, legion
from tests.second_engine.worlds import TooManyWorldsError

#: So many legions are made from one made-up library.
LEGIONS_A_LIBRARY = 50

#: A real card of which more is unknown is a strange one.
FEW_NULLS = 3

FIXTURES = Path(__file__).parents[2] / "fixtures" / "attack-wing"


@dataclass(frozen=True)
class Sample:
    """One legion, judged twice, with the documents it takes to judge it again."""

    number: int
    legion: Document
    cards: list[Document]
    formats: list[Document]
    verdict: str
    codes: frozenset[str]
    differences: list[str]
    skipped: bool


def _library(world: World) -> Library:
    return Library.build(release=1, game=world.game, cards=world.cards.values(), formats=world.formats.values())


def _sample(world: World, library: Library, number: int) -> Sample:
    made = legion(world, number)
    first: dict[str, Any] = judge_first(library, made).as_document()
    skipped = False
    found = []
    try:
        found = differences(first, judge_second(world.cards, world.formats, world.game, made))
    except TooManyWorldsError:
        skipped = True
    lists = [part["picks"] for part in made.get("team", [made])]
    named = {slug for picks in lists for pick in picks for slug in (pick["card"], *pick.get("upgrades", []))}
    cards = [card for card in world.cards.values() if named & {card["slug"], *card.get("formerly", [])}]
    form = world.formats[made.get("format", world.game["default_format"])]
    codes = frozenset(finding["code"] for finding in first["findings"])
    return Sample(number, made, cards, [form], first["verdict"], codes, found, skipped)


def made_up(start: int, end: int) -> Iterator[Sample]:
    """Legions of made-up cards; legion N is of library N // 50."""
    library_number, world, library = -1, None, None
    for number in range(start, end):
        if world is None or library is None or number // LEGIONS_A_LIBRARY != library_number:
            library_number = number // LEGIONS_A_LIBRARY
            world = Maker(library_number).world()
            library = _library(world)
        yield _sample(world, library, number)


def real(start: int, end: int) -> Iterator[Sample]:
    """Legions of the cards in the fixtures, as they stand in the files."""
    world = fixtures()
    library = _library(world)
    for number in range(start, end):
        yield _sample(world, library, number)


def fixtures() -> World:
    """Every card and format in the files of the game. Cards of which little is known make many worlds: few of them."""
    kinds = ("creature", "upgrade", "spell", "damage-card")
    files = [file for kind in kinds for file in sorted((FIXTURES / kind).glob("*.json"))]
    cards = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    formats = [json.loads(file.read_text(encoding="utf-8")) for file in sorted((FIXTURES / "formats").glob("*.json"))]
    game = json.loads((FIXTURES / "game.json").read_text(encoding="utf-8"))
    strange = frozenset(card["slug"] for card in cards if list(card.values()).count(None) > FEW_NULLS)
    return World({card["slug"]: card for card in cards}, {form["slug"]: form for form in formats}, game, strange)

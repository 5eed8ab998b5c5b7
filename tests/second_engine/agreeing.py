"""Both engines, side by side, over legions by number; and the first engine beside what all completions agree on."""

import contextlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from rulesapi.engine.ruleset import Library
from rulesapi.engine.ruleset import judge as judge_first
from tests.second_engine.comparing import differences
from tests.second_engine.completing import completions
from tests.second_engine.fielding import legion
from tests.second_engine.judging import judge as judge_second
from tests.second_engine.making import Document, Maker, World
from tests.second_engine.worlds import TooManyWorldsError

#: So many legions are made from one made-up library.
LEGIONS_A_LIBRARY = 50

#: A real card of which more is unknown is a strange one.
FEW_NULLS = 3

FIXTURES = Path(__file__).parents[2] / "fixtures" / "attack-wing"


@dataclass(frozen=True)
class Sample:
    """One legion, judged twice, with the documents it takes to judge it again; skipped where that takes too long."""

    number: int
    legion: Document
    cards: list[Document]
    formats: list[Document]
    verdict: str
    codes: frozenset[str]
    differences: list[str]
    skipped: bool


def _library(world: World, cards: Iterable[Document]) -> Library:
    return Library.build(
        release=1, game=world.game, cards=cards, formats=world.formats.values(), house_rules=world.house_rules.values()
    )


def _sample(world: World, library: Library, number: int) -> Sample:
    """A legion judged by both engines."""
    made = legion(world, number)
    first: dict[str, Any] = judge_first(library, made).as_document()
    found = None
    with contextlib.suppress(TooManyWorldsError):
        found = differences(first, judge_second(world.cards, world.formats, world.game, made, world.house_rules))
    return _told(world, number, made, first, found)


def _completed(world: World, library: Library, number: int) -> Sample:
    """A legion judged as it is, and in every completion of what is not known of its cards.

    A verdict that is legal is legal in all of them, one that is illegal is illegal in all, and an undetermined one is
    not the same in all. It is bounded in one place, by intent: where every completion is illegal, but each for another
    thing, the verdict is undetermined. It would be illegal, but nobody could say what is wrong.
    """
    made = legion(world, number)
    verdict = judge_first(library, made)
    cards, form = _named(world, made), _format(world, made)
    ways = [
        judge_first(_library(world, way), made) for way in completions(cards, form, list(world.house_rules.values()))
    ]
    found = None
    if ways:
        outcomes = {way.verdict for way in ways}
        wrong = [{(one.code, one.at) for one in way.findings if one.level == "error"} for way in ways]
        nameable = len(outcomes) == 1 and (outcomes != {"illegal"} or set.intersection(*wrong))
        agreed = (outcomes == {verdict.verdict}) if verdict.verdict != "undetermined" else not nameable
        found = (
            [] if agreed and "undetermined" not in outcomes else [f"{verdict.verdict}, completed {sorted(outcomes)}"]
        )
    return _told(world, number, made, verdict.as_document(), found)


def _told(world: World, number: int, made: Document, first: Document, found: list[str] | None) -> Sample:
    codes = frozenset(finding["code"] for finding in first["findings"])
    form = _format(world, made)
    return Sample(
        number, made, _named(world, made), [form], first["verdict"], codes, found or [], skipped=found is None
    )


def _named(world: World, made: Document) -> list[Document]:
    """The cards that a legion names."""
    picks = [pick for part in made.get("team", [made]) for pick in part["picks"]]
    slugs = {slug for pick in picks for slug in (pick["card"], *pick.get("upgrades", []))}
    return [card for card in world.cards.values() if slugs & {card["slug"], *card.get("formerly", [])}]


def _format(world: World, made: Document) -> Document:
    return world.formats[made.get("format", world.game["default_format"])]


def made_up(start: int, end: int) -> Iterator[Sample]:
    """Legions of made-up cards, judged by both engines; legion N is of library N // 50."""
    for number in range(start, end):
        yield _sample(*_library_number(number // LEGIONS_A_LIBRARY), number)


def completed(start: int, end: int) -> Iterator[Sample]:
    """The same legions, beside their completions; those of which too much is unknown, or nothing, are skipped."""
    for number in range(start, end):
        yield _completed(*_library_number(number // LEGIONS_A_LIBRARY), number)


def real(start: int, end: int) -> Iterator[Sample]:
    """Legions of the cards in the fixtures, as they stand in the files, judged by both engines."""
    for number in range(start, end):
        yield _sample(*_fixtures(), number)


SOURCES = {"made-up": made_up, "real": real, "completed": completed}


@lru_cache(maxsize=1)
def _library_number(number: int) -> tuple[World, Library]:
    world = Maker(number).world()
    return world, _library(world, world.cards.values())


@cache
def _fixtures() -> tuple[World, Library]:
    world = fixtures()
    return world, _library(world, world.cards.values())


def fixtures() -> World:
    """Every card and format in the files of the game. Cards of which little is known make many worlds: few of them."""
    kinds = ("creature", "upgrade", "spell", "damage-card")
    files = [file for kind in kinds for file in sorted((FIXTURES / kind).glob("*.json"))]
    cards = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    formats = [json.loads(file.read_text(encoding="utf-8")) for file in sorted((FIXTURES / "formats").glob("*.json"))]
    game = json.loads((FIXTURES / "game.json").read_text(encoding="utf-8"))
    strange = frozenset(card["slug"] for card in cards if list(card.values()).count(None) > FEW_NULLS)
    house = [json.loads(file.read_text(encoding="utf-8")) for file in sorted((FIXTURES / "house-rules").glob("*.json"))]
    return World(_by_slug(cards), _by_slug(formats), game, strange, _by_slug(house))


def _by_slug(documents: list[Document]) -> dict[str, Document]:
    return {document["slug"]: document for document in documents}

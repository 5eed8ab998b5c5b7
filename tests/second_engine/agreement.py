"""Comparison of both engines over legions by number, and of the first engine with all completions."""

import contextlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from rulesapi.engine.core.evaluation import judge as judge_first
from rulesapi.engine.core.library import Library
from tests.second_engine.games import Game
from tests.second_engine.own_facts import cards_with_own_facts, own_fact_states
from tests.second_engine.possible_worlds import TooManyWorldsError
from tests.second_engine.rulings import with_rulings
from tests.second_engine.world_generator import Document, World, by_slug

#: Number of legions generated from one library.
LEGIONS_A_LIBRARY = 50

#: Fixture cards with more nulls than this are used rarely.
FEW_NULLS = 3

FIXTURES = Path(__file__).parents[2] / "fixtures"


@dataclass(frozen=True)
class Sample:
    """One legion judged twice, with the documents needed to judge it again; `skipped` if that takes too long.

    `codes` are the rules with a finding or a waived one; `open` the rules that need a fact or an answer;
    `own_fact_states` are the states of own numbers, `settled` the questions that rulings settle.
    """

    number: int
    legion: Document
    cards: list[Document]
    formats: list[Document]
    house_rules: list[Document]
    sets: list[Document]
    rulings: list[Document]
    verdict: str
    codes: frozenset[str]
    open: frozenset[str]
    waived: frozenset[str]
    own_fact_states: frozenset[str]
    settled: frozenset[str]
    differences: list[str]
    skipped: bool


def library_of(world: World, cards: Iterable[Document]) -> Library:
    """Return the first engine's library of some cards and the other documents of a world."""
    return Library.build(
        release=1,
        game=world.game,
        cards=cards,
        formats=world.formats.values(),
        house_rules=world.house_rules.values(),
        rulings=world.rulings,
        sets=world.sets,
        adventures=world.adventures.values(),
    )


def judge_second(game: Game, world: World, made: Document) -> dict[str, Any]:
    """Return the answer of a game's second judge, with the player's own facts filled in."""
    answer = with_rulings(game.judge, replace(world, cards=cards_with_own_facts(world.cards, made)), made)
    return answer | {"facts": own_fact_states(world.cards, made)}


def _sample(game: Game, world: World, library: Library, number: int) -> Sample:
    made = game.legion(world, number)
    first: dict[str, Any] = judge_first(library, made).as_document()
    found = None
    with contextlib.suppress(TooManyWorldsError):
        found = game.differences(first, judge_second(game, world, made)) + _likely_differences(game, world, made, first)
    return _sample_with_own_facts(world, number, made, first, found)


#: The texts with which cards lift rules, and a card without one.
UNSEEN_WAIVERS: dict[str, dict[str, Any]] = {
    "attack-wing": {"exempt": [], "grants": []},
    "dnd-miniatures-2003": {"warband_building": [], "familiar": False},
    "dnd-miniatures-2008": {"warband_building": [], "discounts": []},
}


def _likely_differences(game: Game, world: World, made: Document, first: Document) -> list[str]:
    """Return the differences in likely verdicts.

    A legion is likely illegal exactly if it is illegal without unseen waivers. It must also be illegal if only the
    named texts lift no rule.
    """
    likely = first.get("likely")
    if first["verdict"] != "undetermined":
        return [] if likely is None else ["likely: it is said of a verdict that is no open one"]
    cards = cards_with_own_facts(world.cards, made)
    expected = _errors_without(game, world, made, cards, None)
    found = {(one["code"], tuple(one["at"])) for one in likely["findings"]} if likely else set()
    differences = (
        [] if found == expected else [f"likely: the first says {sorted(found)}, the second {sorted(expected)}"]
    )
    if likely and not differences:
        named = {(one["card"], one["fact"][1:]) for one in likely["unless"]}
        if not _errors_without(game, world, made, cards, named):
            differences.append(f"likely: another text could turn it than {sorted(named)}")
    return differences


def _errors_without(
    game: Game, world: World, made: Document, cards: dict[str, Document], named: set[tuple[str, str]] | None
) -> set[tuple[str, tuple[str, ...]]]:
    """Return the errors that the second judge finds if all unseen texts, or the `named` ones, lift nothing."""
    plain = {}
    for slug, card in cards.items():
        waivers = UNSEEN_WAIVERS.get(world.game["slug"], {})
        texts = {fact: value for fact, value in waivers.items() if fact in card and card[fact] is None}
        plain[slug] = card | {fact: value for fact, value in texts.items() if named is None or (slug, fact) in named}
    second = with_rulings(game.judge, replace(world, cards=plain), made)
    return {(one.code, one.places) for one in second["findings"] if one.level == "error"}


def _completed(game: Game, world: World, library: Library, number: int) -> Sample:
    """Return the verdicts on a legion and on every completion of the unknown facts of its cards.

    A legal verdict is legal in all of them, an illegal one illegal in all, and an undetermined one differs. There is
    one intended exception: if every completion is illegal, but each for another reason, the verdict is undetermined,
    because no single error could be named.

    Open facts of a campaign are not facts of a card, so no list here is in a campaign.
    """
    made = _outside_campaigns(game.legion(world, number))
    verdict = judge_first(library, made)
    cards, form = _named(cards_with_own_facts(world.cards, made).values(), made), _format(world, made)
    bare = {field: value for field, value in made.items() if field != "facts"}
    completions = [
        judge_first(library_of(world, way), bare)
        for way in game.completions(cards, form, list(world.house_rules.values()))
    ]
    found = None
    if completions:
        outcomes = {way.verdict for way in completions}
        wrong = [{(one.code, one.at) for one in way.findings if one.level == "error"} for way in completions]
        nameable = len(outcomes) == 1 and (outcomes != {"illegal"} or set.intersection(*wrong))
        agreed = (outcomes == {verdict.verdict}) if verdict.verdict != "undetermined" else not nameable
        found = (
            [] if agreed and "undetermined" not in outcomes else [f"{verdict.verdict}, completed {sorted(outcomes)}"]
        )
    return _sample_with_own_facts(world, number, made, verdict.as_document(), found)


def _outside_campaigns(legion: Document) -> Document:
    """Return a list, or each list of a team, without its campaign."""
    if isinstance(legion, list):
        return [_outside_campaigns(one) for one in legion]
    if not isinstance(legion, dict):
        return legion
    return {
        field: _outside_campaigns(value) for field, value in legion.items() if field not in ("campaign", "bought_slot")
    }


def _sample_with_own_facts(
    world: World, number: int, made: Document, first: Document, samples: list[str] | None
) -> Sample:
    return Sample(
        number,
        made,
        _named(world.cards.values(), made),
        [_format(world, made)],
        _named(world.house_rules.values(), made),
        _named(world.sets, [made, _format(world, made)]),
        list(world.rulings),
        first["verdict"],
        codes=frozenset(finding["code"] for finding in first["findings"]),
        open=frozenset(code for entry in [*first["unknown"], *first.get("open", [])] for code in entry["needed_by"]),
        waived=frozenset(finding["code"] for finding in first["waived"]),
        own_fact_states=frozenset(own["state"] for own in first.get("facts", [])),
        settled=frozenset(one["question"] for one in first.get("settled", [])),
        differences=samples or [],
        skipped=samples is None,
    )


def _named(documents: Iterable[Document], legion: Any) -> list[Document]:
    """Return the documents that a legion names in any field."""
    slugs = set(_words(legion))
    return [one for one in documents if slugs & {one["slug"], *one.get("formerly", [])}]


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, below in value.items():
            yield from _words(below) if key != "collection" else ()
    elif isinstance(value, list):
        for below in value:
            yield from _words(below)


def _format(world: World, made: Document) -> Document:
    return world.formats[made.get("format", world.game["default_format"])]


def generated(game: Game, start: int, end: int) -> Iterator[Sample]:
    """Yield legions of generated cards, judged by both engines; legion N uses library N // 50."""
    for number in range(start, end):
        yield _sample(game, *_library_number(game, number // LEGIONS_A_LIBRARY), number)


def completed(game: Game, start: int, end: int) -> Iterator[Sample]:
    """Yield generated legions with their completions; those with too many unknown facts, or none, are skipped."""
    for number in range(start, end):
        yield _completed(game, *_library_number(game, number // LEGIONS_A_LIBRARY), number)


def published(game: Game, start: int, end: int) -> Iterator[Sample]:
    """Yield legions of the fixture cards as in the files, judged by both engines."""
    for number in range(start, end):
        yield _sample(game, *_fixtures(game), number)


SOURCES = {"made-up": generated, "real": published, "completed": completed}


def sources(game: Game) -> list[str]:
    """Return the sources of a game's legions: all, without completions for games that have none."""
    return [source for source in SOURCES if source != "completed" or game.completions]


@lru_cache(maxsize=1)
def _library_number(game: Game, number: int) -> tuple[World, Library]:
    world = game.world(number)
    return world, library_of(world, world.cards.values())


@cache
def _fixtures(game: Game) -> tuple[World, Library]:
    world = fixtures(game)
    return world, library_of(world, world.cards.values())


def fixtures(game: Game) -> World:
    """Return all cards and formats in the files of a game.

    Cards with many unknown facts make many worlds, so few of them are used.
    """
    cards = [card for kind in game.kinds for card in _files(game, kind)]
    strange = frozenset(card["slug"] for card in cards if list(card.values()).count(None) > FEW_NULLS)
    [table] = [one for one in _files(game, ".") if one["kind"] == "game"]
    others = [by_slug(_files(game, folder)) for folder in ("formats", "house-rules")]
    return World(by_slug(cards), others[0], table, strange, others[1], _files(game, "sets"), _files(game, "rulings"))


def _files(game: Game, folder: str) -> list[Document]:
    files = sorted((FIXTURES / game.slug / folder).glob("*.json"))
    return [json.loads(file.read_text(encoding="utf-8")) for file in files]

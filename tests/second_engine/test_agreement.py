"""Agreement of the engine and the independent second ones: a sample here, any number from the command line.

`python -m tests.second_engine --game dungeon-command --to 20000` goes further, and shows a disagreement in full.
"""

import ast
import json
import os
import pickle
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from catalog.documents import faults_in, faults_under_schema
from rulesapi.engine.core.library import find_ruleset
from rulesapi.engine.core.rule_results import RuleResultCollector
from tests.nonempty import nonempty
from tests.second_engine.agreement import SOURCES, Sample, generated, judge_second
from tests.second_engine.games import GAMES, Game
from tests.second_engine.world_generator import World, by_slug

pytestmark = pytest.mark.sampled

HERE = Path(__file__).parent
CASES = HERE.parent / "cases"

#: What compares the engines, and so knows both.
BETWEEN = {"agreement.py", "__main__.py", "test_agreement.py"}

#: How many legions of each source are compared here.
COMPARED = {
    "attack-wing": {"made-up": 750, "real": 60, "completed": 125},
    "dungeon-command": {"made-up": 250, "real": 20},
    "dnd-miniatures-2003": {"made-up": 500, "real": 50},
    "dnd-miniatures-2008": {"made-up": 500, "real": 50},
}
CHUNK = 250

games = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)


SHARED: list[Path] = []
"""The folder in which the processes of a run store their comparisons."""


@pytest.fixture(scope="session", autouse=True)
def shared_folder(worker_id: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    own = tmp_path_factory.getbasetemp()
    SHARED[:] = [own if worker_id == "master" else own.parent]


@cache
def samples(game: Game, source: str, start: int, end: int) -> list[Sample]:
    """Compare a chunk, or read the result of another process of this run: several tests ask for each."""
    file = SHARED[0] / f"{game.slug}-{source}-{start}-{end}.pickle"
    if file.exists():
        return pickle.loads(file.read_bytes())  # noqa: S301 - this run has written it
    found = list(SOURCES[source](game, start, end))
    own = file.with_suffix(f".{os.getpid()}")
    own.write_bytes(pickle.dumps(found))
    own.rename(file)
    return found


def everything(game: Game) -> list[Sample]:
    """Return all legions of generated cards that are compared here."""
    ends = range(CHUNK, COMPARED[game.slug]["made-up"] + 1, CHUNK)
    return [sample for end in ends for sample in samples(game, "made-up", end - CHUNK, end)]


def disagreement(samples: list[Sample]) -> str:
    """Return everything needed to repeat the first disagreement; empty if there is none."""
    apart = [sample for sample in samples if sample.differences]
    return "" if not apart else json.dumps(vars(apart[0]), indent=1, default=list)


def chunks():
    """Yield each game, source and chunk of numbers that is compared here."""
    for slug, sources in COMPARED.items():
        for source, count in sources.items():
            for start in range(0, count, CHUNK):
                end = min(start + CHUNK, count)
                yield pytest.param(GAMES[slug], source, start, end, id=f"{slug}, {source}: {start} to {end}")


@pytest.mark.parametrize(("game", "source", "start", "end"), list(chunks()))
def test_two_engines_judge_alike(game, source, start, end):
    found = samples(game, source, start, end)
    assert disagreement(found) == ""
    if source == "completed":
        assert {sample.verdict for sample in found if not sample.skipped} == {"legal", "illegal", "undetermined"}
    else:
        assert sum(sample.skipped for sample in found) < (end - start) / 10


def test_every_game_is_compared():
    assert set(COMPARED) == set(GAMES)


def files():
    """Yield the conformance cases of each rule of the games."""
    for slug in GAMES:
        for file in sorted((CASES / slug).glob("*.json")):
            if cases := json.loads(file.read_text(encoding="utf-8")).get("cases"):
                yield pytest.param(GAMES[slug], cases, id=f"{slug}/{file.stem}")


@cache
def library(game: Game) -> World:
    """Return the world of a game's conformance cases."""
    documents = json.loads((CASES / game.slug / "library.json").read_text(encoding="utf-8"))
    rows = [by_slug(documents.get(part, [])) for part in ("cards", "formats", "house_rules", "adventures")]
    more = {"house_rules": rows[2], "adventures": rows[3]}
    return World(rows[0], rows[1], documents["game"], sets=documents.get("sets", []), **more)


@pytest.mark.parametrize(("game", "cases"), list(files()))
def test_the_second_engine_judges_the_conformance_cases_as_they_say(game, cases):
    assert {case["name"]: apart for case in cases if (apart := apart_from(game, case))} == {}


def apart_from(game: Game, case: dict[str, Any]) -> list[str]:
    """Return the differences between the second engine and a case."""
    answer = judge_second(game, replace(library(game), rulings=case.get("rulings", [])), case["legion"])
    optional = {key: answer[key] for key in ("points", "parts")} | {"waived": []}
    cites = {"findings": [citing(finding) for finding in case["findings"]]}
    settled = [{**citing(one), "reading": {"reading": one["reading"]}} for one in case.get("settled", [])]
    return game.differences(optional | case | cites | {"settled": settled}, answer)


def citing(entry: dict[str, Any]) -> dict[str, Any]:
    """Return a finding or a settled question of a case, with its rulings as a verdict has them."""
    return {**entry, "rulings": [{"slug": slug} for slug in entry.get("rulings", [])]}


@games
def test_made_up_cards_formats_and_legions_are_valid_documents(game):
    for seed in range(3):
        world = game.world(seed)
        named = (world.cards, world.formats, world.house_rules)
        documents = (*(some.values() for some in named), world.sets, world.rulings, [world.game])
        for document in nonempty(one for some in documents for one in some):
            assert faults_in(document) == []
        for number in range(20):
            assert faults_under_schema("legion.schema.json", game.legion(world, number)) == []


@games
def test_one_seed_makes_one_library_and_one_legion(game):
    assert game.world(7) == game.world(7) != game.world(8)
    assert game.legion(game.world(7), 5) == game.legion(game.world(7), 5)


@games
def test_made_up_legions_break_and_keep_every_rule(game):
    found = everything(game)
    assert {sample.verdict for sample in found} == {"legal", "illegal", "undetermined"}
    rules = {rule.code for rule in find_ruleset(f"{game.slug}/1").rules if rule.check}
    assert {code for sample in found for code in sample.codes} == rules
    assert not any(all(code in sample.codes for sample in found) for code in rules)


@games
def test_generated_legions_have_own_numbers_of_every_state(game):
    states = {state for sample in everything(game) for state in sample.own_fact_states}
    assert states == {"used", "known", "not-in-legion", "not-in-catalog"}


def test_made_up_rulings_settle_questions():
    """No generated legion of the other edition meets its question, but its conformance cases do.

    One question is rare, so the test uses another chunk, which has it.
    """
    game = GAMES["dnd-miniatures-2003"]
    found = [*everything(game), *samples(game, "made-up", 9 * CHUNK, 10 * CHUNK)]
    questions = {question for rule in find_ruleset(f"{game.slug}/1").rules for question in rule.may_leave_open}
    assert {question for sample in found for question in sample.settled} == questions


@games
def test_a_rule_that_the_first_engine_forgets_is_missed(game, monkeypatch):
    """For each rule, one legion that breaks it is judged again without the rule."""
    found = everything(game)
    breaking = {code: sample.number for sample in found if not sample.skipped for code in sample.codes}
    add = RuleResultCollector.add
    for code, number in nonempty(breaking.items()):

        def forgetful(self, rule, *rest, code=code):
            if rule.code != code:
                add(self, rule, *rest)

        monkeypatch.setattr(RuleResultCollector, "add", forgetful)
        [sample] = generated(game, number, number + 1)
        assert sample.differences, code


def test_the_second_engines_import_nothing_but_the_standard_library():
    for file in nonempty(sorted(HERE.rglob("*.py"))):
        if file.name in BETWEEN:
            continue
        for node in nonempty(ast.walk(ast.parse(file.read_text(encoding="utf-8")))):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            modules += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for module in modules:
                ours = module == "tests.second_engine" or module.startswith("tests.second_engine.")
                assert ours or module.partition(".")[0] in sys.stdlib_module_names

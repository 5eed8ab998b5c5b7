"""The engine and a second one, written apart from it, judge alike: a sample here, any number from the command line.

`python -m tests.second_engine --from 0 --to 100000` goes further, and shows how to see a disagreement again.
"""

import ast
import json
import sys
from pathlib import Path

import pytest

from catalog.documents import explain, explain_as
from tests.second_engine.agreeing import Sample, completed, made_up, real
from tests.second_engine.comparing import differences
from tests.second_engine.fielding import legion
from tests.second_engine.judging import judge
from tests.second_engine.making import Maker

HERE = Path(__file__).parent
CASES = HERE.parent / "cases" / "attack-wing"

#: What compares the engines, and so knows both.
BETWEEN = {"agreeing.py", "__main__.py", "test_agreement.py"}

LEGIONS = 1_500
CHUNK = 250
REAL_LEGIONS = 120
COMPLETED = 250


def told(samples: list[Sample]) -> str:
    """Everything needed to see the first disagreement again; empty when there is none."""
    apart = [sample for sample in samples if sample.differences]
    return "" if not apart else json.dumps(vars(apart[0]), indent=1, default=str)


@pytest.mark.parametrize("start", range(0, LEGIONS, CHUNK))
def test_two_engines_judge_legions_of_made_up_cards_alike(start):
    samples = list(made_up(start, start + CHUNK))
    assert told(samples) == ""
    assert sum(sample.skipped for sample in samples) < CHUNK / 50


def test_two_engines_judge_legions_of_the_cards_in_the_fixtures_alike():
    samples = list(real(0, REAL_LEGIONS))
    assert told(samples) == ""
    assert sum(sample.skipped for sample in samples) < REAL_LEGIONS / 10


@pytest.mark.parametrize("start", range(0, COMPLETED, CHUNK))
def test_a_verdict_is_what_all_completions_of_the_unknown_facts_agree_on(start):
    samples = [sample for sample in completed(start, start + CHUNK) if not sample.skipped]
    assert told(samples) == ""
    assert {sample.verdict for sample in samples} == {"legal", "illegal", "undetermined"}


def _cases():
    """Every conformance case of the game."""
    for file in sorted(CASES.glob("*.json")):
        for case in json.loads(file.read_text(encoding="utf-8")).get("cases", []):
            yield pytest.param(case, id=f"{file.stem}: {case['name']}")


@pytest.mark.parametrize("case", list(_cases()))
def test_the_second_engine_judges_the_conformance_cases_as_they_say(case):
    library = json.loads((CASES / "library.json").read_text(encoding="utf-8"))
    cards = {card["slug"]: card for card in library["cards"]}
    formats = {form["slug"]: form for form in library["formats"]}
    house_rules = {rule["slug"]: rule for rule in library["house_rules"]}
    answer = judge(cards, formats, library["game"], case["legion"], house_rules)
    assert differences({key: answer[key] for key in ("points", "parts")} | {"waived": []} | case, answer) == []


def test_made_up_cards_formats_and_legions_are_valid_documents():
    for seed in range(3):
        world = Maker(seed).world()
        for document in (*world.cards.values(), *world.formats.values(), *world.house_rules.values(), world.game):
            assert explain(document) == []
        for number in range(20):
            assert explain_as("legion.schema.json", legion(world, number)) == []


def test_one_seed_makes_one_library_and_one_legion():
    assert Maker(7).world() == Maker(7).world() != Maker(8).world()
    assert legion(Maker(7).world(), 5) == legion(Maker(7).world(), 5)


def test_made_up_legions_break_every_rule_that_both_engines_ask():
    samples = list(made_up(0, CHUNK))
    assert {sample.verdict for sample in samples} == {"legal", "illegal", "undetermined"}
    codes = set().union(*(sample.codes for sample in samples))
    assert {code.partition("/")[2] for code in codes} == {
        "campaign-artifact-limit",
        "card-limit",
        "collection-limit",
        "duplicate-upgrade",
        "equip-restriction",
        "keyword-exclusion",
        "no-creature",
        "not-equippable",
        "point-limit",
        "retired-card",
        "spell-level",
        "troop-size",
        "unique-name",
        "unknown-card",
        "upgrade-slot",
        "team-unique-name",
        "team-points",
        "team-artifact-limit",
        "barred",
        "format-dates",
        "house-barred",
        "house-limit",
        "house-points",
    }


def test_the_second_engine_imports_nothing_but_the_standard_library():
    for file in sorted(HERE.glob("*.py")):
        if file.name in BETWEEN:
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            modules += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for module in modules:
                assert module.startswith("tests.second_engine.") or module.partition(".")[0] in sys.stdlib_module_names

"""The conformance cases of `tests/cases`, whose fields are described there."""

import re
from typing import Any

import pytest

from rulesapi.engine.core.conformance import differences, message_faults, rule_faults, rules_without_cases
from rulesapi.engine.core.evaluation import judge
from tests.engine import conformance_cases
from tests.engine.generators import own_or_common, validator
from tests.nonempty import nonempty

ON_AVERAGE = {"attack-wing": 15, "dnd-miniatures-2003": 12, "dnd-miniatures-2008": 12, "dungeon-command": 12}
"""Minimum average number of cases over all rules of a game, where it is more than every rule needs."""


@pytest.mark.parametrize(
    ("game", "case"),
    [pytest.param(game, case, id=f"{rule}: {case['name']}") for game, rule, case in conformance_cases.cases()],
)
def test_case(game: str, case: Any) -> None:
    assert differences(conformance_cases.judging(game, case), case) == {}


@pytest.mark.sampled
@pytest.mark.parametrize("game", conformance_cases.games())
def test_the_documents_of_the_cases_are_valid_by_the_schemas(game: str) -> None:
    documents = conformance_cases.library_documents(game)
    validator("game.schema.json").validate(documents["game"])
    for document in documents["formats"]:
        validator("format.schema.json").validate(document)
    for document in documents.get("sets", ()):
        validator("set.schema.json").validate(document)
    for document in documents.get("house_rules", ()):
        validator(own_or_common(game, "house-rule")).validate(document)
    for document in documents["cards"]:
        validator(f"{game}/{document['kind']}.schema.json").validate(document)
    for file in conformance_cases.files(game):
        for case in file["cases"]:
            validator("legion.schema.json").validate(case["legion"])
            for document in case.get("rulings", ()):
                validator("ruling.schema.json").validate(document)
            answer = judge(conformance_cases.judging(game, case), case["legion"]).as_document()
            validator("verdict.schema.json").validate({**answer, "unknown": case["unknown"]})


@pytest.mark.parametrize("game", conformance_cases.games())
def test_every_rule_has_enough_cases_that_keep_it_and_that_break_it(game: str) -> None:
    rules = {rule.code: rule for rule in conformance_cases.library(game).ruleset.rules}
    files = list(conformance_cases.files(game))
    assert list(rules_without_cases(rules.values(), files)) == []
    assert [file["rule"] for file in files if file["rule"] not in rules] == []
    faults = {file["rule"]: list(rule_faults(rules[file["rule"]], file["cases"])) for file in nonempty(files)}
    assert {code: found for code, found in faults.items() if found} == {}


@pytest.mark.sampled
@pytest.mark.parametrize("game", conformance_cases.games())
def test_every_message_of_every_rule_occurs_in_a_case(game: str) -> None:
    cases = [case for file in conformance_cases.files(game) for case in file["cases"]]
    faults = message_faults(conformance_cases.library(game), conformance_cases.library_documents(game), cases)
    assert list(faults) == []


@pytest.mark.parametrize("game", conformance_cases.games())
def test_the_games_here_have_more_cases_than_each_game_needs(game: str) -> None:
    number = [len(file["cases"]) for file in conformance_cases.files(game)]
    least = ON_AVERAGE.get(game, 0)
    assert sum(number) >= least * len(number), f"{game} has {sum(number)} cases; add some: {least} a rule on average"


@pytest.mark.parametrize("game", conformance_cases.games())
def test_a_page_of_a_case_is_one_that_a_rule_of_its_game_cites(game: str) -> None:
    pages = {rule.cite.page for rule in conformance_cases.library(game).ruleset.rules}
    pages_of_cases = {
        case["page"] for file in conformance_cases.files(game) for case in file["cases"] if "page" in case
    }
    assert pages_of_cases <= pages


@pytest.mark.parametrize("game", conformance_cases.games())
def test_each_question_that_a_rule_leaves_open_is_open_in_a_case_and_settled_by_a_ruling_in_another(game: str) -> None:
    declared = {
        (rule.code, question)
        for rule in conformance_cases.library(game).ruleset.rules
        for question in rule.may_leave_open
    }
    rows = [
        (field, row)
        for file in conformance_cases.files(game)
        for case in file["cases"]
        for field, row in _questions(case)
    ]
    used = {(code, row["question"]) for _, row in rows for code in row["needed_by"]}
    assert used == declared
    assert {row["question"] for field, row in rows if field == "settled"} == {question for _, question in declared}


def _questions(case: Any) -> list[tuple[str, Any]]:
    return [(field, row) for field in ("open", "settled") for row in case.get(field, ())]


@pytest.mark.sampled
@pytest.mark.parametrize("game", conformance_cases.games())
def test_every_message_in_a_case_is_a_sentence_without_a_placeholder(game: str) -> None:
    of_game = [case for file in conformance_cases.files(game) for case in file["cases"]]
    verdicts = [judge(conformance_cases.judging(game, case), case["legion"]) for case in of_game]
    findings = [finding for verdict in verdicts for finding in verdict.findings]
    findings += [waived.finding for verdict in verdicts for waived in verdict.waived]
    for finding in nonempty(findings):
        assert re.fullmatch(r"[A-Z].*[.?]", finding.message)
        assert not re.search(r"[{}\[\]]|None|True|False", finding.message), finding.message

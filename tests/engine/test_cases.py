"""The conformance cases of `tests/cases`, whose fields are described there."""

import re
from typing import Any

import pytest

from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.rule_results import UNKNOWN_FACT_MESSAGES
from rulesapi.engine.values.messages import choose_template
from rulesapi.engine.values.names import pointer_sort_key
from tests.engine import conformance_cases
from tests.engine.generators import own_or_common, validator
from tests.nonempty import nonempty

LEAST, ON_AVERAGE = 8, {"attack-wing": 15}
ELSEWHERE = 12
"""Minimum number of cases of each rule, and minimum average over all rules of a game."""


@pytest.mark.parametrize(
    ("game", "case"),
    [pytest.param(game, case, id=f"{rule}: {case['name']}") for game, rule, case in conformance_cases.cases()],
)
def test_case(game: str, case: Any) -> None:
    verdict = judge(conformance_cases.judging(game, case), case["legion"]).as_document()

    compared = ("code", "level", "at", "facts")
    found = [{name: finding[name] for name in compared} | citing(finding) for finding in verdict["findings"]]
    waived = [{name: finding[name] for name in (*compared, "by")} for finding in verdict["waived"]]
    open_questions = [
        {name: question[name] for name in ("question", "at", "needed_by")} for question in verdict.get("open", ())
    ]
    settled = [
        {name: question[name] for name in ("question", "at", "needed_by")}
        | {"reading": question["reading"]["reading"]}
        | citing(question)
        for question in verdict.get("settled", ())
    ]
    assert in_any_order(found) == in_any_order(case["findings"])
    assert in_any_order(waived) == in_any_order(case.get("waived", []))
    assert open_questions == case.get("open", [])
    assert settled == case.get("settled", [])
    assert verdict.get("without", {}).get("verdict") == case.get("without")
    assert verdict.get("facts", []) == case.get("facts", [])
    assert likely_part(verdict.get("likely")) == case.get("likely")
    assert verdict["verdict"] == case["verdict"]
    assert verdict["unknown"] == case["unknown"]
    for name in ("points", "parts", "ledger"):
        assert verdict.get(name) == case.get(name, verdict.get(name))


def likely_part(likely: Any) -> Any:
    """Return the likely outcome without its message."""
    if likely is None:
        return None
    findings = [{name: one[name] for name in ("code", "level", "at", "facts")} for one in likely["findings"]]
    return {"verdict": likely["verdict"], "unless": likely["unless"], "findings": findings}


def citing(finding: Any) -> Any:
    """Return the cited rulings by slug."""
    return {"rulings": [ruling["slug"] for ruling in finding["rulings"]]} if "rulings" in finding else {}


def in_any_order(findings: list[Any]) -> list[Any]:
    return sorted(
        findings, key=lambda finding: (finding["code"], list(map(pointer_sort_key, finding["at"])), repr(finding))
    )


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
def test_every_rule_that_can_be_broken_has_legal_and_illegal_cases(game: str) -> None:
    judged = {file["rule"]: file["cases"] for file in conformance_cases.files(game)}
    rules = conformance_cases.library(game).ruleset.rules
    assert set(judged) == {rule.code for rule in rules}
    for rule in nonempty(rules):
        breaks = [any(finding["code"] == rule.code for finding in case["findings"]) for case in judged[rule.code]]
        assert False in breaks, rule.code
        assert (True in breaks) == (rule.check is not None), rule.code


@pytest.mark.parametrize("game", conformance_cases.games())
def test_every_rule_and_every_game_has_enough_cases(game: str) -> None:
    number = {file["rule"]: len(file["cases"]) for file in conformance_cases.files(game)}
    assert {rule: cases for rule, cases in number.items() if cases < LEAST} == {}
    assert sum(number.values()) >= ON_AVERAGE.get(game, ELSEWHERE) * len(number)


@pytest.mark.parametrize("game", conformance_cases.games())
def test_no_two_cases_of_a_rule_are_one(game: str) -> None:
    for file in nonempty(conformance_cases.files(game)):
        names = [case["name"] for case in file["cases"]]
        legions = [repr(sorted(case["legion"].items())) for case in file["cases"]]
        assert len(set(names)) == len(names), file["rule"]
        assert len(set(legions)) == len(legions), file["rule"]


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
def test_every_message_of_every_rule_occurs_in_a_case(game: str) -> None:
    library = conformance_cases.library(game)
    of_game = [case for file in conformance_cases.files(game) for case in file["cases"]]
    verdicts = [judge(conformance_cases.judging(game, case), case["legion"]) for case in of_game]
    findings = [finding for verdict in verdicts for finding in verdict.findings]
    findings += [waived.finding for verdict in verdicts for waived in verdict.waived]
    templates = {choose_template(finding.templates, finding.facts) for finding in findings}
    waiving = UNKNOWN_FACT_MESSAGES if "house_rules" in conformance_cases.library_documents(game) else ()
    assert templates == {*waiving, *(template for rule in library.ruleset.rules for template in rule.messages)}
    for finding in nonempty(findings):
        assert re.fullmatch(r"[A-Z].*[.?]", finding.message)
        assert not re.search(r"[{}\[\]]|None|True|False", finding.message), finding.message

"""The comparison of verdicts with cases, and what the cases of a rule lack."""

from typing import Any

import pytest

from rulesapi.engine.core.conformance import (
    LEAST_CASES,
    differences,
    message_faults,
    missing_fields,
    rule_faults,
    rules_without_cases,
)
from rulesapi.engine.core.rules import Rule
from rulesapi.engine.values.model import Citation
from tests.engine import conformance_cases

GAME = "dungeon-command"
RULE = Rule("game/rule", "Rule", "Text.", Citation("Book"), lambda legion, library: ())
PRICE_RULE = Rule("game/price", "Price", "Text.", Citation("Book"), None)


def case_of(rule: str, name: str, game: str = GAME) -> dict[str, Any]:
    return next(
        case
        for of, code, case in conformance_cases.cases()
        if (of, code, case["name"]) == (game, f"{game}/{rule}", name)
    )


def cases(kept: int, broken: int, code: str = RULE.code) -> list[dict[str, Any]]:
    """Return cases of a rule with different names and lists, some of which keep it and some break it."""
    found = [[]] * kept + [[{"code": code}]] * broken
    return [{"name": f"case {n}", "legion": {"picks": n}, "findings": one} for n, one in enumerate(found)]


@pytest.mark.parametrize(
    "change",
    [
        {"verdict": "legal"},
        {"findings": []},
        {"unknown": [{"card": "x"}]},
        {"waived": [{"code": "x", "at": []}]},
        {"open": [{}]},
        {"settled": [{}]},
        {"without": "legal"},
        {"facts": [{}]},
        {"likely": {}},
        {"points": {"total": 7}},
        {"parts": []},
        {"ledger": [{}]},
    ],
    ids=lambda change: next(iter(change)),
)
def test_each_field_that_differs_is_named_with_both_values(change: dict[str, Any]) -> None:
    case = case_of("one-commander", "none")
    assert differences(conformance_cases.library(GAME), case) == {}
    [(field, expected)] = change.items()
    found = differences(conformance_cases.library(GAME), {**case, **change})
    assert set(found) == {field}
    assert found[field][0] == expected
    assert found[field][1] != expected


def test_the_order_of_findings_does_not_matter_and_their_facts_do() -> None:
    case = next(case for of, _, case in conformance_cases.cases() if of == GAME and len(case["findings"]) > 1)
    library = conformance_cases.judging(GAME, case)
    assert differences(library, {**case, "findings": case["findings"][::-1]}) == {}
    changed = [{**case["findings"][0], "facts": {}}, *case["findings"][1:]]
    assert set(differences(library, {**case, "findings": changed})) == {"findings"}


def test_missing_fields_are_named_by_the_case() -> None:
    complete = {"name": "one", "legion": {}, "verdict": "legal", "findings": [], "unknown": []}
    assert missing_fields({"rule": "a/b", "about": "It.", "cases": [complete]}) == []
    assert missing_fields({"about": "It.", "cases": [complete]}) == ["The file has no “rule”."]
    lacking = [{key: value for key, value in complete.items() if key != "unknown"}, {"legion": {}}]
    assert missing_fields({"rule": "a/b", "about": "It.", "cases": lacking})[:2] == [
        "Case “one” has no “unknown”.",
        "Case 2 has no “name”.",
    ]


@pytest.mark.parametrize(
    ("rule", "of_rule", "faults"),
    [
        (RULE, cases(4, 4), []),
        (RULE, cases(3, 4), ["The rule has 7 of at least 8 cases."]),
        (RULE, cases(8, 0), ["Add a case in which the rule is broken, with a finding of the code game/rule."]),
        (RULE, cases(0, 8), ["Add a case in which the rule is kept."]),
        (PRICE_RULE, cases(8, 0), []),
        (
            PRICE_RULE,
            cases(7, 1, "game/price"),
            ["The rule only affects the price. Remove the findings of the code game/price."],
        ),
        (RULE, [*cases(4, 4), {**cases(4, 4)[0], "legion": {}}], ["Two cases have the name “case 0”."]),
        (RULE, [*cases(4, 4), {**cases(4, 4)[0], "name": "again"}], ["Case “case 0” has the list of another case."]),
    ],
)
def test_what_the_cases_of_a_rule_lack_is_named(rule: Rule, of_rule: list[dict[str, Any]], faults: list[str]) -> None:
    assert list(rule_faults(rule, of_rule)) == faults


def test_a_rule_needs_eight_cases() -> None:
    assert LEAST_CASES == 8


def test_a_standing_rule_needs_no_file() -> None:
    standing = Rule("game/barred", "Barred", "Text.", Citation("Book"), None, standing=True)
    assert list(rules_without_cases([RULE, standing, PRICE_RULE], [{"rule": "game/price"}])) == [
        "tests/cases/game/rule.json is missing: the cases of the rule “Rule”."
    ]


def test_a_message_that_no_case_shows_is_named() -> None:
    library, documents = conformance_cases.library(GAME), conformance_cases.library_documents(GAME)
    of_game = [case for of, _, case in conformance_cases.cases() if of == GAME]
    assert list(message_faults(library, documents, of_game)) == []
    message = "The warband has no commander. It has exactly one."
    fewer = [case for case in of_game if not any(one["facts"].get("commanders") == [] for one in case["findings"])]
    found = list(message_faults(library, documents, fewer))
    assert f"No case shows this message of {GAME}/one-commander: {message}" in found
    unknown = "It is not known of {card}: {wanted}."
    assert f"No case shows an unknown fact that a waived rule would need: {unknown}" in list(
        message_faults(library, documents, [])
    )
    assert unknown not in "".join(message_faults(library, {**documents, "house_rules": []}, []))

"""Details of situations besides the codes: facts and numbers of each step, missing facts by rule, and the result.

`told/<question>.json` has them by the names of the cases. A result that a case contains is not repeated there; the odds
of an attack are played out in `test_odds_of_attacks`. Files of declared questions have words instead.
"""

import json
from typing import Any

import pytest

from tests.engine.test_situations import FILES, SITUATIONS, answered, cases, has_facts, short

CASES = {(game, path.stem): {case["name"]: case for case in cases(path)} for game, path in FILES}
TOLD = [
    (path.parent.parent.name, path.stem, told)
    for path in sorted(SITUATIONS.glob("*/told/*.json"))
    if has_facts(path)
    for told in json.loads(path.read_text("utf-8"))["cases"]
]


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("game", "question", "told"), [pytest.param(*one, id=f"{one[1]}: {one[2]['name']}") for one in TOLD]
)
def test_all_that_a_situation_is_answered_with_is_what_its_case_tells(game: str, question: str, told: Any) -> None:
    case = CASES[game, question][told["name"]]
    found = json.loads(json.dumps(answered(game, question, case["situation"])))
    steps = [{"code": short(step["code"]), "facts": step["facts"]} | numbers(step) for step in found["steps"]]
    assert steps == told["steps"]
    findings = [{"code": short(one["code"]), "facts": one["facts"]} for one in found["findings"]]
    assert findings == told["findings"]
    unknown = [one | {"needed_by": [short(code) for code in one["needed_by"]]} for one in found["unknown"]]
    assert [{key: one[key] for key in one if key != "message"} for one in unknown] == told["unknown"]
    assert ("result" in case) != ("result" in told)
    assert found["result"] == case.get("result", told.get("result"))
    if question not in ("attack", "area-attack"):
        assert found["odds"] == told.get("odds")


def test_special_rules_of_an_adventure_are_cited_with_their_place() -> None:
    situation = CASES["attack-wing", "winner"][
        "An adventure is won by its objectives, which are told; who is left standing wins nothing"
    ]["situation"]
    steps = answered("attack-wing", "winner", situation)["steps"]
    told = [step for step in steps if short(step["code"]) in ("adventure-rule-settled", "adventure-objective")]
    assert {(step["cite"]["source"], step["cite"]["page"], step["cite"]["section"]) for step in told} == {
        ("Attack Wing rulebook", 36, "In for a Penny, In for a Pounding")
    }


def numbers(step: Any) -> Any:
    """Return the numbers before and after a step that has any."""
    changes = step["before"] is not None or step["after"] is not None
    return {"before": step["before"], "after": step["after"]} if changes else {}

"""The digest of a legion: the vectors of `tests/cases/digest.json`, and their meaning."""

import json
from typing import Any

import pytest

from rulesapi.engine.core.digest import canonical_text, digest
from rulesapi.engine.core.evaluation import judge
from tests.engine import conformance_cases

VECTORS = conformance_cases.read(conformance_cases.CASES / "digest.json")["vectors"]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_vector(vector: Any) -> None:
    judged_by = {"format": vector["format"], "points": vector["points"]}
    assert canonical_text(vector["legion"], **judged_by) == vector["canonical"]
    assert digest(vector["legion"], **judged_by) == vector["digest"]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_the_canonical_text_is_canonical_json(vector: Any) -> None:
    text = canonical_text(vector["legion"], format=vector["format"], points=vector["points"])
    assert text == json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def test_a_number_that_is_none_has_no_digest() -> None:
    facts = {"wraith": {"cost": float("nan")}}
    with pytest.raises(ValueError, match="JSON"):
        canonical_text({"game": "attack-wing", "picks": [], "facts": facts}, format="standard", points=1)


def test_the_order_of_facts_says_nothing() -> None:
    facts = {"wraith": {"unique": True, "cost": 24}, "maurghoros": {"level": 9}}
    other = {"maurghoros": {"level": 9}, "wraith": {"cost": 24, "unique": True}}
    texts = [
        canonical_text({"game": "attack-wing", "picks": [], "facts": variant}, format="standard", points=1)
        for variant in (facts, other)
    ]
    assert texts[0] == texts[1]


def test_only_the_same_list_has_the_same_digest() -> None:
    by_text = {vector["canonical"]: vector["digest"] for vector in VECTORS}
    assert len(set(by_text.values())) == len(by_text) == len(VECTORS) - 2


def test_a_verdict_has_the_digest_of_the_legion_with_its_defaults() -> None:
    library = conformance_cases.library("attack-wing")
    picks = [{"card": "hill-wolf"}]
    short = judge(library, {"game": "attack-wing", "picks": picks})
    full = judge(library, {"game": "attack-wing", "format": "standard", "points": 120, "picks": picks})
    other = judge(library, {"game": "attack-wing", "points": 121, "picks": picks})
    assert short.digest == full.digest != other.digest


def test_the_digest_keeps_a_former_slug_as_sent() -> None:
    library = conformance_cases.library("attack-wing")
    of_old, of_today = (
        judge(library, {"game": "attack-wing", "picks": [{"card": slug}]}) for slug in ("river-guard", "river-watch")
    )
    assert of_old.digest != of_today.digest
    assert of_old.price == of_today.price

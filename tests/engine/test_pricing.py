"""Prices that depend on one unknown fact of a creature, with all effects of the fact considered together."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesapi.engine.core.library import find_ruleset
from rulesapi.engine.core.parsing import read_lines
from rulesapi.engine.values.model import Price
from tests.engine import conformance_cases

RULESET = find_ruleset("attack-wing/1")
STANDARD = conformance_cases.library("attack-wing").formats["standard"]
CARDS = {card["slug"]: card for card in conformance_cases.library_documents("attack-wing")["cards"]}
WORDS = ("wolf", "human", "dragon", "undead")
GROUPS = (["wolf"], ["human"], ["wolf", "dragon"], ["human", "dragon", "undead"])

clauses = st.one_of(
    st.sampled_from([{"alignment": [one]} for one in ("good", "neutral", "evil")]),
    st.sampled_from([{"keyword": group} for group in GROUPS]),
    st.sampled_from([{"troop": True}, {"troop": False}, {"level_at_least": 3}, {"level_at_least": 6}]),
)
penalties = st.lists(
    st.builds(
        lambda clause, negated, cost: {"unless": {"not": clause} if negated else clause, "cost": cost},
        clauses,
        st.booleans(),
        st.integers(1, 9),
    ),
    max_size=4,
)


def price(bearer: dict[str, Any], written: list[dict[str, Any]], soldiers: int) -> Price:
    cards = [RULESET.card(card) for card in (bearer, {**CARDS["lucky-coin"], "penalties": written})]
    pick = {"card": "mist-shape", "upgrades": ["lucky-coin"], "soldiers": soldiers}
    return RULESET.price(read_lines([pick], {card.slug: card for card in cards}), STANDARD)


@pytest.mark.sampled
@given(penalties, st.sampled_from([1, 4]))
def test_the_least_and_the_most_are_those_of_the_best_and_the_worst_case(written, soldiers: int) -> None:
    found = price({**CARDS["mist-shape"], "keywords": None, "level": None}, written, soldiers)
    words = [[word for word in chosen if word] for chosen in product(*(("", word) for word in WORDS))]
    totals = [
        price(
            {
                **CARDS["mist-shape"],
                "alignment": alignment,
                "keywords": keywords,
                "troop": troop,
                "level": level,
                **({"costs": dict.fromkeys("23456", 0)} if troop else {}),
            },
            written,
            soldiers,
        ).total
        for alignment, keywords, troop, level in product(("good", "neutral", "evil"), words, (True, False), (2, 4, 8))
    ]
    assert found.known == min(totals)
    assert found.upper_bound == (None if soldiers > 1 else max(totals))
    assert found.total == (found.known if soldiers == 1 and min(totals) == max(totals) else None)


@pytest.mark.parametrize("number", [10, 11])
def test_with_too_many_values_to_try_each_penalty_is_weighed_by_itself(number: int) -> None:
    words = [f"word-{one}" for one in range(number)]
    written = [{"unless": {"keyword": [word]}, "cost": 1} for word in words]
    written += [{"unless": {"not": {"keyword": [word]}}, "cost": 1} for word in words]
    found = price({**CARDS["mist-shape"], "keywords": None}, written, 1)
    assert (found.known, found.upper_bound) == ((20, 20) if number == 10 else (10, 32))

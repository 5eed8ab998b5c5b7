"""Discounts of cards that may be champions: between the minimum and the maximum over all possibilities."""

from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesapi.engine.core.library import find_ruleset
from rulesapi.engine.core.parsing import read_lines
from rulesapi.engine.games.dnd_miniatures.conditions import read_clauses
from rulesapi.engine.games.dnd_miniatures_2008 import discounts
from rulesapi.engine.values.model import Price
from tests.engine import conformance_cases

GAME = "dnd-miniatures-2008"
RULESET = find_ruleset(f"{GAME}/1")
STANDARD = next(iter(conformance_cases.library(GAME).formats.values()))
CARDS = {card["slug"]: card for card in conformance_cases.library_documents(GAME)["cards"]}
NAMES = ("first", "second", "third")

rows = st.lists(
    st.builds(
        lambda champion, points: {"for": [{"champion": champion}], "points": points}, st.booleans(), st.integers(1, 8)
    ),
    max_size=2,
)


def price(champions: tuple[bool | None, ...], written: tuple[list[dict[str, Any]], ...]) -> Price:
    """Return the price of three creatures of 10 points that are champions, are none, or may be."""
    documents = [
        {**CARDS["wolf"], "slug": name, "name": name, "champion": champion, "champion_rating": rating, "discounts": of}
        for name, champion, of in zip(NAMES, champions, written, strict=True)
        for rating in [None if champion is None else int(champion)]
    ]
    cards = {one["slug"]: RULESET.card(one) for one in documents}
    return RULESET.price(read_lines([{"card": name} for name in NAMES], cards), STANDARD)


@given(st.tuples(rows, rows, rows), st.tuples(*[st.sampled_from([None, None, True, False])] * 3))
def test_the_price_is_between_those_of_all_that_the_cards_may_be(written, champions) -> None:
    found = price(champions, written)
    known = [(one,) if one is not None else (True, False) for one in champions]
    totals = [price(one, written).total for one in product(*known)]
    assert (found.known, found.upper_bound) == (min(totals), max(totals))
    assert found.total == (totals[0] if len(set(totals)) == 1 else None)


def test_possible_discounts_are_examined_together_up_to_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of two cards takes 8 off the other if it leads and the other does not: never both."""
    written = ([row := {"for": [{"champion": False}], "points": 8}], [row], [])
    champions = (None, None, True)
    # Each of the two cards has two offers in each of two cases, over four combinations of leaders.
    monkeypatch.setattr(discounts, "MAX_COMBINATIONS", 2 * 2 * 2 * 4)
    exact = price(champions, written)
    assert (exact.known, exact.upper_bound) == (30 - 8, 30)
    monkeypatch.setattr(discounts, "MAX_COMBINATIONS", 2 * 2 * 2 * 4 - 1)
    assert price(champions, written).known == 30 - 20  # each card alone loses the whole of its cost


def test_the_number_of_uncertain_cards_examined_together_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    written = ([row := {"for": [{"champion": False}], "points": 8}], [row], [])
    champions = (None, None, True)
    monkeypatch.setattr(discounts, "MAX_UNCERTAIN", 2)
    assert price(champions, written).known == 30 - 8
    monkeypatch.setattr(discounts, "MAX_UNCERTAIN", 1)
    found = price(champions, written)
    assert (found.known, found.upper_bound) == (30 - 20, 30)


def offering(*clauses: dict[str, Any]) -> Any:
    """Return an object with the open discounts of these rows, as on a card that may be discounted."""
    offers = [discounts.DiscountOffer(2, read_clauses([row]), None) for row in clauses]
    return SimpleNamespace(discounts=SimpleNamespace(open=offers))


PLAIN, LED = {"keyword": ["undead"]}, {"champion": True}


def test_without_offers_for_champions_all_uncertain_cards_lead_or_none() -> None:
    assert list(discounts._champion_assumptions(3, [offering(PLAIN), offering()])) == [(True,) * 3, (False,) * 3]
    assert list(discounts._champion_assumptions(0, [offering(PLAIN)])) == [()]


def test_with_an_offer_for_champions_each_uncertain_card_may_lead() -> None:
    found = list(discounts._champion_assumptions(2, [offering(PLAIN), offering(PLAIN, LED)]))
    assert sorted(found) == [(False, False), (False, True), (True, False), (True, True)]

"""Odds of orders of Dungeon Command, compared with the share of all hands that small decks have."""

from fractions import Fraction
from itertools import combinations

import pytest

from rulesapi.engine.core.legion import Pick
from rulesapi.engine.games.dungeon_command.cards import read_creature, read_order
from rulesapi.engine.games.dungeon_command.order_odds import drawn_chance, order_odds, orders_seen
from rulesapi.engine.games.dungeon_command.play_rules import can_play


def creature(**facts):
    """Return a Creature card without keywords."""
    return {"kind": "creature", "slug": "guard", "name": "Guard", "keywords": [], "ranged": [], "symbol": None, **facts}


def order(**facts):
    """Return an Order card of level 1 for Strength."""
    plain = {"level": 1, "ability": "str", "requires": [], "affinity": [], "ranged_attack": False, "symbol": None}
    return {"kind": "order", "slug": "strike", "name": "Strike", **plain, **facts}


CREATURES = (
    (creature(level=1, abilities=["str"]), 2),
    (creature(level=3, abilities=["str", "dex"]), 1),
    (creature(level=6, abilities=["dex"]), 3),
)


def picks(*cards):
    """Return picks of these creatures with their copies."""
    return [
        Pick(f"/picks/{place}", read_creature(document), copies, 1, (), {})
        for place, (document, copies) in enumerate(cards)
    ]


@pytest.mark.parametrize("seen", range(9))
def test_a_drawn_order_is_the_share_of_all_hands_with_it(seen: int) -> None:
    deck = [True, True, False, False, False, False, False]
    hands = list(combinations(deck, min(seen, len(deck))))
    assert drawn_chance(2, 7, seen) == Fraction(sum(map(any, hands)), len(hands))


@pytest.mark.parametrize("facts", [{"level": 1, "ability": "str"}, {"level": 3, "ability": "dex"}, {"ability": "any"}])
@pytest.mark.parametrize("leadership", [2, 3, 7])
def test_a_playable_order_is_the_share_of_both_hands(facts: dict, leadership: int) -> None:
    card, deck = read_order(order(**facts)), picks(*CREATURES)
    creatures = [pick.card for pick in deck for _copy in range(pick.copies)]
    hands = list(combinations(creatures, 2))
    with_player = [hand for hand in hands if any(one.level <= leadership and can_play(card, one) for one in hand)]
    order_hands = list(combinations([True, False, False, False], 3))
    both = Fraction(len(with_player) * sum(map(any, order_hands)), len(hands) * len(order_hands))
    odds = order_odds(card, 1, 4, 3, deck, leadership, 2)
    assert (odds.drawn, odds.playable) == (Fraction(3, 4), both)


def test_leadership_rises_by_one_in_each_turn_after_which_creatures_are_deployed() -> None:
    deck = picks((creature(level=6, abilities=["dex"]), 1), (creature(level=1, abilities=["str"]), 1))
    card = read_order(order(level=2, ability="dex"))
    assert [order_odds(card, 1, 9, 3, deck, leadership, 2).first_turn for leadership in (7, 6, 5, 4)] == [1, 1, 2, 3]
    assert order_odds(card, 1, 9, 3, deck, 5, 2).playable == 0
    nobody = order_odds(read_order(order(level=9, ability="wis")), 1, 9, 3, deck, 5, 2)
    assert (nobody.playable, nobody.first_turn) == (0, None)


@pytest.mark.parametrize(
    ("cards", "facts", "leadership", "hand"),
    [
        (((creature(level=None, abilities=["str"]), 1),), {}, 5, 2),
        (((creature(level=3, abilities=None), 1),), {}, 5, 2),
        (CREATURES, {"level": None}, 5, 2),
        (CREATURES, {"ability": None}, 5, 2),
        (CREATURES, {"requires": None}, 5, 2),
        (CREATURES, {}, None, 2),
        (CREATURES, {}, 5, None),
    ],
)
def test_odds_that_rest_on_an_unknown_fact_are_not_known(cards, facts, leadership, hand) -> None:
    odds = order_odds(read_order(order(**facts)), 1, 9, 3, picks(*cards), leadership, hand)
    assert odds.playable is None and odds.drawn == Fraction(1, 3)


def test_one_order_is_drawn_in_each_turn() -> None:
    assert [orders_seen(5, turn) for turn in (0, 1, 4)] == [5, 6, 9]

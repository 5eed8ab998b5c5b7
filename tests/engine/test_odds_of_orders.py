"""Odds of orders in Dungeon Command, compared with all hands that can be drawn."""

from fractions import Fraction
from itertools import combinations, product

from tests.engine.test_situations import answered


def counted(wanted: int, cards: int, drawn: int) -> Fraction:
    """Return the share of hands with one of the wanted cards, by looking at each hand."""
    hands = list(combinations(range(cards), min(drawn, cards)))
    return Fraction(sum(min(hand, default=cards) < wanted for hand in hands), len(hands))


def test_the_chance_is_the_share_of_all_hands() -> None:
    for deck, copies, hand, turn in product((3, 7), (1, 2, 3), (0, 2), (0, 1, 6)):
        situation = {
            "commander": {"order_hand": hand, "creature_hand": 2},
            "deck": deck,
            "copies": copies,
            "turn": turn,
        }
        found = answered("dungeon-command", "order-odds", {**situation, "creatures": 5, "able": 2})["result"]
        drawn = counted(copies, deck, hand + turn)
        assert Fraction(found["drawn"]["exact"]) == drawn, situation
        assert Fraction(found["playable"]["exact"]) == drawn * counted(2, 5, 2), situation
        assert found["seen"] == min(deck, hand + turn)

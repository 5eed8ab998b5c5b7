"""Odds of orders in play: to have drawn one by a turn, and to hold a creature in the opening hand that can play it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb

from rulesapi.engine.core.legion import Pick
from rulesapi.engine.games.dungeon_command.cards import Order
from rulesapi.engine.games.dungeon_command.play_rules import can_play
from rulesapi.engine.values.model import value_object


@value_object
class OrderOdds:
    """The odds of one order by a turn.

    `drawn` is the probability to have drawn a copy. `playable` is the probability that the opening hand also holds a
    creature that can play it alone and be deployed at once; None if a fact that decides is unknown. `first_turn` is the
    first turn in which Leadership allows such a creature, whenever it is drawn; None if there is none or it is unknown.
    """

    drawn: Fraction
    playable: Fraction | None
    first_turn: int | None


def drawn_chance(copies: int, cards: int, seen: int) -> Fraction:
    """Return the probability that one of these copies is among the first cards `seen` of a shuffled deck.

    `cards` is the size of the deck. A deck that runs out is not reshuffled (p. 11).
    """
    seen = min(seen, cards)
    return 1 - Fraction(comb(cards - copies, seen), comb(cards, seen))


def orders_seen(order_hand: int, turn: int) -> int:
    """Return the number of orders drawn by a turn: the starting hand, and one at the start of each turn (p. 6, 8)."""
    return order_hand + turn


def order_odds(
    order: Order,
    copies: int,
    cards: int,
    seen: int,
    creatures: Sequence[Pick],
    leadership: int | None,
    creature_hand: int | None,
) -> OrderOdds:
    """Return the odds of an order of which `copies` are in a deck of `cards`, after `seen` orders were drawn.

    The two decks are shuffled independently. Assistance, other draws and deployments after the start are left out, so
    `playable` is the least that a player can count on.
    """
    drawn = drawn_chance(copies, cards, seen)
    answers = [(pick, can_play(order, pick.card)) for pick in creatures]
    able = [pick for pick, answer in answers if answer]
    levels = [pick.card.level for pick in able]
    if leadership is None or None in levels or any(answer is None for _pick, answer in answers):
        return OrderOdds(drawn, None, None)
    first_turn = max(1, min(levels) - leadership + 1) if levels else None
    if creature_hand is None:
        return OrderOdds(drawn, None, first_turn)
    at_once = sum(pick.copies for pick in able if pick.card.level <= leadership)
    in_deck = sum(pick.copies for pick in creatures)
    return OrderOdds(drawn, drawn * drawn_chance(at_once, in_deck, creature_hand), first_turn)

"""Odds of orders: to have drawn one of several by a turn, and to hold a creature that can play it (p. 6, 8, 11)."""

from __future__ import annotations

from fractions import Fraction

from rulesapi.engine.games.dungeon_command.order_odds import drawn_chance, orders_seen
from rulesapi.engine.resolutions.answers import AnswerFields, answer, told
from rulesapi.engine.resolutions.declared import declared
from rulesapi.engine.resolutions.input_kinds import Number
from rulesapi.engine.resolutions.inputs import Input, Part, Situation, fact, number, one_part
from rulesapi.engine.resolutions.model import Breach, Course, Step

MAX_DECK, MAX_TURN = 500, 99


class DrawingLeader(Part, kind="commander"):
    """The commander, who says how many cards are drawn."""

    order_hand = fact(int, "Starting Order hand", asked="the starting Order hand of {who}")
    creature_hand = fact(int, asked="the Creature hand of {who}")


class Draw(Situation):
    """Two shuffled decks, and the cards that would do."""

    commander = one_part(DrawingLeader, "Commander")
    deck = number("Cards in the Order deck", MAX_DECK, least=1, asked="how many cards are in the Order deck")
    copies = number(
        "Orders that would do",
        MAX_DECK,
        least=1,
        help="All copies in the deck, of one order or of several.",
        asked="how many orders of the deck would do",
    )
    turn = number("Own turn", MAX_TURN, help="0 is before the first turn.", asked="until which turn orders are drawn")
    creatures = Input[int | None](
        Number(1, MAX_DECK), "Cards in the Creature deck", omitted="no creature has to be drawn"
    )
    able = number(
        "Creatures that can play it",
        MAX_DECK,
        help="Of the Creature deck, those that can play the order and be deployed at the start.",
        asked="how many creatures of the deck can play the order",
    )


@answer
class DrawAnswer(AnswerFields):
    """The answer: the chances, which are exact, and the number of cards."""

    drawn: Fraction | None = told(
        "Chance to have drawn one of the orders",
        "One of the orders has been drawn: {drawn}.",
        help="Null if not known.",
    )
    playable: Fraction | None = told(
        "Chance to be able to play it, too",
        "And a creature of the opening hand can play it: {playable}.",
        help="At least; null if no Creature deck is told, or if it is not known.",
    )
    seen: int | None = told("Orders drawn", "Orders drawn until then: {seen}.", help="Null if it is not known.")


def draw(ask: Draw) -> Course[DrawAnswer]:
    """Answer how likely it is to have drawn one of several orders by a turn."""
    drawn, seen = yield from _drawn(ask)
    opening = yield from _opening(ask)
    playable = None if drawn is None or opening is None else drawn * opening
    return DrawAnswer(drawn=drawn, playable=playable, seen=seen)


def _drawn(ask: Draw) -> Course[tuple[Fraction | None, int | None]]:
    """Return the chance to have drawn one of the orders, and the number of orders drawn."""
    hand = yield from ask.commander.need(DrawingLeader.order_hand, "order-hand")
    turn = yield from ask.need(Draw.turn, "order-each-turn")
    deck = yield from ask.need(Draw.deck, "order-each-turn")
    copies = yield from ask.need(Draw.copies, "order-hand")
    if deck is not None and copies is not None and copies > deck:
        yield Breach("orders-in-deck", (ask.place(Draw.copies),), {"copies": copies, "deck": deck})
        return None, None
    if hand is None or turn is None:
        return None, None
    seen = orders_seen(hand, turn)
    yield Step("order-hand", {"commander": ask.commander.name, "cards": hand}, 0, hand)
    if turn:
        yield Step("order-each-turn", {"turn": turn}, hand, seen)
    if deck is not None and seen > deck:
        yield Step("order-deck-empty", {"deck": deck}, seen, deck)
        seen = deck
    if deck is None or copies is None:
        return None, None if deck is None else seen
    return drawn_chance(copies, deck, seen), seen


def _opening(ask: Draw) -> Course[Fraction | None]:
    """Return the chance that the opening hand holds a creature that can play the order."""
    if ask.creatures is None:
        return None
    able = yield from ask.need(Draw.able, "creature-hand")
    hand = yield from ask.commander.need(DrawingLeader.creature_hand, "creature-hand")
    if able is not None and able > ask.creatures:
        yield Breach("creatures-in-deck", (ask.place(Draw.able),), {"able": able, "deck": ask.creatures})
        return None
    if able is None or hand is None:
        return None
    yield Step("creature-hand", {"commander": ask.commander.name, "cards": hand})
    return drawn_chance(able, ask.creatures, hand)


ODDS = declared(
    "order-odds",
    "Odds of an order",
    "How likely it is to have drawn one of several orders by a turn, and a creature that can play it.",
    Draw,
    DrawAnswer,
    draw,
)

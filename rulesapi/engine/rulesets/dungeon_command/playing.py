"""Which orders the creatures of a warband can play, and what the opening hand allows: warnings, and answers for pages.

Facts that are not known count in favour of the card here: a warning is only given where it is sure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import comb

from rulesapi.engine.common import Said
from rulesapi.engine.model import Answer, Broken, Legion, Pick
from rulesapi.engine.names import in_order
from rulesapi.engine.ruleset import Library
from rulesapi.engine.rulesets.dungeon_command.cards import ANY, Creature, Order, size

ABILITIES = {
    "str": "Strength",
    "dex": "Dexterity",
    "con": "Constitution",
    "int": "Intelligence",
    "wis": "Wisdom",
    "cha": "Charisma",
}


class Ranks:
    """What the levels of the creatures with each ability come to when all of them stand together.

    An ability or a level that is not known could be any, so that with one nothing is out of reach: `open`.
    """

    def __init__(self, creatures: Iterable[Pick]) -> None:
        self.together = {ANY: 0}
        self.open = False
        for pick in creatures:
            card: Creature = pick.card
            if card.level is None or card.abilities is None:
                self.open = True
                continue
            levels = card.level * pick.copies
            self.together[ANY] += levels
            for ability in card.abilities:
                self.together[ability] = self.together.get(ability, 0) + levels

    def surely(self, order: Order) -> bool:
        """Whether a creature can play an order that asks for ability and level alone, with all that can assist."""
        if order.level is None or order.ability is None:
            return False
        return order.plain and self.together.get(order.ability, 0) >= order.level


def meets(order: Order, creature: Creature) -> Answer:
    """Whether a creature is what an order requires by its keywords."""
    if order.requires is None:
        return None
    answers = [clause.answer(creature) for clause in order.requires]  # type: ignore[arg-type]
    if False in answers:
        return False
    return None if None in answers else True


def has_affinity(order: Order, creature: Creature) -> Answer:
    """Whether a creature has a keyword with which ability and level do not matter."""
    if order.affinity == frozenset():
        return False
    if order.affinity is None or creature.keywords is None:
        return None
    return not order.affinity.isdisjoint(creature.keywords)


def has_ability(order: Order, creature: Creature) -> Answer:
    """Whether a creature has the ability that an order needs."""
    if order.ability == ANY:
        return True
    return None if order.ability is None or creature.abilities is None else order.ability in creature.abilities


def can_play(order: Order, creature: Creature, together: int = 0) -> Answer:
    """Whether a creature can play an order, alone or with the levels that all who can assist come to `together`."""
    fitting = meets(order, creature)
    if fitting is False:
        return False
    by_affinity = has_affinity(order, creature)
    if by_affinity:
        return fitting
    able = has_ability(order, creature)
    enough: Answer = None
    if order.level is not None and creature.level is not None:
        enough = max(creature.level, together) >= order.level
    if False in (able, enough):
        return False if by_affinity is False else None
    return fitting if able and enough else None


def unplayable_order(legion: Legion, library: Library) -> Said:
    """Some creature of the warband can play each order as printed, if need be with all that can assist it.

    Dungeon Command rulebook, pp. 11-12

    A warband without creatures is not asked: it lacks more than that.
    """
    for found in legion.arranged:
        if found.creatures:
            ranks = Ranks(found.creatures)
            missing = [pick for pick in found.orders if not ranks.surely(pick.card)]
            for order, picks in by_card(missing):
                if why := lacking(order, found.creatures, ranks):
                    yield Broken(in_order(pick.at for pick in picks), {"order": order.title, **why})


def by_card(picks: Iterable[Pick]) -> list[tuple[Order, list[Pick]]]:
    """Some orders of a deck, each once with all its picks."""
    found: dict[Order, list[Pick]] = {}
    for pick in picks:
        found.setdefault(pick.card, []).append(pick)
    return list(found.items())


def lacking(order: Order, creatures: Sequence[Pick], ranks: Ranks) -> dict[str, object]:
    """What no creature has that an order needs; empty where one can play it, or may."""
    level, ability = order.level, order.ability
    if ranks.open or level is None or ability is None or ranks.surely(order):
        return {}
    together = ranks.together.get(ability, 0)
    cards: list[Creature] = [pick.card for pick in creatures]
    if any(can_play(order, card, together) is not False for card in cards):
        return {}
    fitting = [card for card in cards if meets(order, card) is not False]
    if not fitting:
        return {"requires": _required(order)}
    if not any(has_ability(order, card) for card in fitting):
        affinity = sorted(order.affinity or ())
        return {"ability": ABILITIES[ability], "of": _required(order), "affinity": affinity}
    return {"level": level, "together": together, "with_ability": [] if ability == ANY else [ABILITIES[ability]]}


def _required(order: Order) -> list[str]:
    return sorted({word for clause in order.requires or () for word in clause.values})


def ranged_order_unusable(legion: Legion, library: Library) -> Said:
    """Of the creatures that can play an order with a ranged attack, one has ranged damage.

    Dungeon Command rulebook, p. 13
    """
    for found in legion.arranged:
        asked = [pick for pick in found.orders if pick.card.ranged_attack]
        if asked:
            ranks = Ranks(found.creatures)
            for order, picks in by_card(asked):
                together = ranks.together.get(order.ability or ANY, 0)
                players = [pick.card for pick in found.creatures if can_play(order, pick.card, together) is not False]
                if players and all(card.ranged is False for card in players):
                    yield Broken(in_order(pick.at for pick in picks), {"order": order.title})


def opening_deploy(legion: Legion, library: Library) -> Said:
    """Some creature of the warband is within the starting Leadership of its commander.

    Dungeon Command rulebook, p. 6
    """
    for found in legion.arranged:
        if len(found.commanders) == 1 and found.creatures:
            leadership = found.commanders[0].card.leadership
            levels = [pick.card.level for pick in found.creatures]
            if leadership is not None and all(level is not None and level > leadership for level in levels):
                commander = found.commanders[0]
                facts = {"commander": commander.card.title, "leadership": leadership, "lowest": min(levels)}
                yield Broken((commander.at,), facts)


def opening_chance(creatures: Sequence[Pick], leadership: int | None, hand: int | None) -> Fraction | None:
    """The chance that the opening hand holds a creature within the starting Leadership, so that one can be deployed.

    Exact: of all hands that can be drawn, the share with such a creature. `None` while a number in it is not known or
    there is no creature to draw.
    """
    cards = size(list(creatures))
    if leadership is None or hand is None or not cards or any(pick.card.level is None for pick in creatures):
        return None
    within = sum(pick.copies for pick in creatures if pick.card.level <= leadership)
    drawn = min(hand, cards)
    return 1 - Fraction(comb(cards - within, drawn), comb(cards, drawn))

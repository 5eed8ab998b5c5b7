"""Rules about playable orders and the first deployment, as warnings, and related answers for pages.

A warning is given only if it is certain. If a format turns a warning into an error, the deciding unknown facts are
reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, inf

from rulesapi.engine.core.common_rules import RuleOutput
from rulesapi.engine.core.legion import Legion, Pick
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.solver_bounds import WayOfUse
from rulesapi.engine.games.dungeon_command.cards import (
    ANY_ABILITY,
    Commander,
    Creature,
    CreatureFacts,
    HelperFacts,
    Order,
    OrderFacts,
    card_count,
)
from rulesapi.engine.values.model import Card, MissingFact, RuleBreach
from rulesapi.engine.values.names import sorted_pointers
from rulesapi.engine.values.truth import Truth, all3, any3

ABILITIES = {
    "str": "Strength",
    "dex": "Dexterity",
    "con": "Constitution",
    "int": "Intelligence",
    "wis": "Wisdom",
    "cha": "Charisma",
}

MIN_LEVEL = 1

REMEMBERED_PAIRS = 16_384
"""Size of the caches of pairs of an order and a creature."""


class LevelSums:
    """Sums of the creatures' levels, keyed by ability, as if all of them were adjacent.

    `together` is the least possible sum, `most` the greatest: an unknown ability or level could be any.
    """

    def __init__(self, creatures: Iterable[Pick]) -> None:
        self.together = together = dict.fromkeys((ANY_ABILITY, *ABILITIES), 0)
        more: list[tuple[str, float]] = []
        for pick in creatures:
            level, abilities = pick.card.level, pick.card.abilities
            levels = (level or MIN_LEVEL) * pick.copies
            together[ANY_ABILITY] += levels
            for ability in abilities or ():
                together[ability] += levels
            if level is None:
                more += [(ability, inf) for ability in (ANY_ABILITY, *(ABILITIES if abilities is None else abilities))]
            elif abilities is None:
                more += [(ability, levels) for ability in ABILITIES]
        self.most: dict[str, float] = {**together}
        for ability, levels in more:
            self.most[ability] += levels

    def surely(self, order: Order) -> bool:
        """Return whether the combined levels certainly suffice for an order that needs only ability and level."""
        if order.level is None or order.ability is None:
            return False
        return order.plain and self.together[order.ability] >= order.level

    def reach(self, order: Order) -> bool:
        """Return whether the combined levels reach the order's level if all unknown facts are favorable."""
        return order.level is None or self.most[order.ability or ANY_ABILITY] >= order.level


def meets(order: OrderFacts, creature: CreatureFacts) -> Truth:
    """Return whether a creature meets the keyword requirements of an order."""
    if not order.requires:
        return None if order.requires is None else True
    return all3(clause.truth_for(creature) for clause in order.requires)  # type: ignore[arg-type]


def has_affinity(order: OrderFacts, creature: CreatureFacts) -> Truth:
    """Return whether a creature has an affinity keyword, with which ability and level do not matter."""
    if order.affinity == frozenset():
        return False
    if order.affinity is None or creature.keywords is None:
        return None
    return not order.affinity.isdisjoint(creature.keywords)


def has_ability(order: OrderFacts, creature: HelperFacts) -> Truth:
    """Return whether a creature has the ability that an order needs."""
    if order.ability == ANY_ABILITY:
        return True
    return None if order.ability is None or creature.abilities is None else order.ability in creature.abilities


def can_play(order: OrderFacts, creature: CreatureFacts, together: int = 0) -> Truth:
    """Return whether a creature can play an order, alone or with the levels `together` of assisting creatures."""
    enough: Truth = None
    if order.level is not None and creature.level is not None:
        enough = max(creature.level, together) >= order.level
    by_level = all3((has_ability(order, creature), enough))
    return all3((meets(order, creature), any3((has_affinity(order, creature), by_level))))


@lru_cache(maxsize=REMEMBERED_PAIRS)
def _possible_ways(order: Order, creature: Creature) -> tuple[bool, bool]:
    """Return whether a creature may play an order by affinity, and whether by ability with enough levels."""
    if meets(order, creature) is False:
        return False, False
    return has_affinity(order, creature) is not False, has_ability(order, creature) is not False


@lru_cache(maxsize=REMEMBERED_PAIRS)
def _sure_ways(order: Order, creature: Creature, ability: str) -> tuple[bool, bool]:
    """Return whether a creature certainly plays an order by affinity, and by this ability with enough levels.

    Both answers hold for all values of the other unknown facts.
    """
    if not meets(order, creature):
        return False, False
    return bool(has_affinity(order, creature)), ability == ANY_ABILITY or ability in (creature.abilities or ())


def could_play(order: Order, creature: Creature, ranks: LevelSums) -> bool:
    """Return whether a creature can play an order if all unknown facts are favorable."""
    by_affinity, by_ability = _possible_ways(order, creature)
    return by_affinity or (by_ability and ranks.reach(order))


def surely_plays(order: Order, creature: Creature, ranks: LevelSums, ability: str) -> bool:
    """Return whether a creature can play an order of that ability for all values of the other unknown facts."""
    by_affinity, by_ability = _sure_ways(order, creature, ability)
    return by_affinity or (by_ability and order.level is not None and ranks.together[ability] >= order.level)


def playable(order: Order, creatures: Sequence[Pick], ranks: LevelSums) -> Truth:
    """Return whether some creature of a warband can play an order, if necessary with all possible assistance."""
    if ranks.surely(order):
        return True
    if order.affinity == frozenset() and not ranks.reach(order):
        return False
    if not any(could_play(order, pick.card, ranks) for pick in creatures):
        return False
    abilities = (ANY_ABILITY, *ABILITIES) if order.ability is None else (order.ability,)
    sure = all(any(surely_plays(order, pick.card, ranks, one) for pick in creatures) for one in abilities)
    return True if sure else None


def unplayable_order(legion: Legion, library: Library) -> RuleOutput:
    """Some creature of the warband can play each order as printed, if need be with all that can assist it.

    Dungeon Command rulebook, pp. 11-12

    A warband without creatures is not checked: it breaks other rules.
    """
    for found in legion.arranged:
        if found.creatures:
            ranks = LevelSums(found.creatures)
            missing = [pick for pick in found.orders if not ranks.surely(pick.card)]
            for order, picks in picks_by_order(missing):
                answer = playable(order, found.creatures, ranks)
                if answer is False:
                    facts = {"order": order.title, **missing_requirement(order, found.creatures, ranks)}
                    yield RuleBreach(sorted_pointers(pick.at for pick in picks), facts)
                elif answer is None:
                    yield from _missing_facts(order, picks, found.creatures)


def picks_by_order(picks: Iterable[Pick]) -> list[tuple[Order, list[Pick]]]:
    """Return each order once, with all its picks."""
    found: dict[Order, list[Pick]] = {}
    for pick in picks:
        found.setdefault(pick.card, []).append(pick)
    return list(found.items())


def missing_requirement(order: Order, creatures: Sequence[Pick], ranks: LevelSums) -> dict[str, object]:
    """Return the facts that describe what all creatures lack for an order that none of them can play."""
    ability = order.ability or ANY_ABILITY
    cards: list[Creature] = [pick.card for pick in creatures]
    fitting = [card for card in cards if meets(order, card) is not False]
    if not fitting:
        return {"requires": _required(order)}
    if not any(has_ability(order, card) is not False for card in fitting):
        affinity = sorted(order.affinity or ())
        return {"ability": ABILITIES[ability], "of": _required(order), "affinity": affinity}
    with_ability = [] if ability == ANY_ABILITY else [ABILITIES[ability]]
    return {"level": order.level, "together": ranks.most[ability], "with_ability": with_ability}


def _required(order: Order) -> list[str]:
    return sorted({word for clause in order.requires or () for word in clause.values})


def _missing_facts(order: Order, picks: Sequence[Pick], creatures: Sequence[Pick]) -> RuleOutput:
    """Yield the unknown facts of an order and of the creatures that may be able to play it or to assist.

    Ability and level are left out if no creature could play the order by them.
    """
    by_ability = any(_may_need_ability(order, pick.card) for pick in creatures)
    for pick in picks:
        for fact in ("level", "ability", "requires", "affinity") if by_ability else ("requires", "affinity"):
            if getattr(order, fact) is None:
                yield MissingFact(order.slug, f"/{fact}", pick.at)
    for pick in creatures:
        card: Creature = pick.card
        if card.keywords is None and not order.plain:
            yield MissingFact(card.slug, "/keywords", pick.at)
        if by_ability and card.abilities is None and order.ability != ANY_ABILITY:
            yield MissingFact(card.slug, "/abilities", pick.at)
        if by_ability and card.level is None and has_ability(order, card) is not False:
            yield MissingFact(card.slug, "/level", pick.at)


def _may_need_ability(order: Order, creature: Creature) -> bool:
    """Return whether a creature may play an order, may need ability and level for it, and could have the ability."""
    if meets(order, creature) is False or has_affinity(order, creature):
        return False
    return has_ability(order, creature) is not False


def may_need_ranged_damage(card: Card) -> bool:
    """Return whether a card is an order that has or may have a ranged attack."""
    return isinstance(card, Order) and card.ranged_attack is not False


def ranged_order_unusable(legion: Legion, library: Library) -> RuleOutput:
    """Of the creatures that can play an order with a ranged attack, one has ranged damage.

    Dungeon Command rulebook, p. 13
    """
    for found in legion.arranged:
        ranged_orders = [pick for pick in found.orders if pick.card.ranged_attack is not False]
        if ranged_orders and found.creatures:
            ranks = LevelSums(found.creatures)
            for order, picks in picks_by_order(ranged_orders):
                players = [pick for pick in found.creatures if could_play(order, pick.card, ranks)]
                if all(pick.card.ranged for pick in players):
                    continue
                without = not any(pick.card.ranged is not False for pick in players)
                if order.ranged_attack and without and playable(order, found.creatures, ranks):
                    yield RuleBreach(sorted_pointers(pick.at for pick in picks), {"order": order.title})
                elif not _surely_ranged(order, players, ranks):
                    yield from _missing_ranged_facts(order, picks, found.creatures)


def _surely_ranged(order: Order, creatures: Sequence[Pick], ranks: LevelSums) -> bool:
    """Return whether a creature with ranged damage certainly can play an order."""
    with_ranged = [pick for pick in creatures if pick.card.ranged]
    return bool(with_ranged) and bool(playable(order, with_ranged, ranks))


def _missing_ranged_facts(order: Order, picks: Sequence[Pick], creatures: Sequence[Pick]) -> RuleOutput:
    yield from _missing_facts(order, picks, creatures)
    if order.ranged_attack is None:
        yield from (MissingFact(order.slug, "/ranged_attack", pick.at) for pick in picks)
    yield from (MissingFact(pick.card.slug, "/ranged", pick.at) for pick in creatures if pick.card.ranged is None)


def opening_deploy(legion: Legion, library: Library) -> RuleOutput:
    """Some creature of the warband is within the starting Leadership of its commander.

    Dungeon Command rulebook, p. 6
    """
    for found in legion.arranged:
        if card_count(found.commanders) == 1 and found.creatures:
            yield from _first_deployment(found.commanders[0], found.creatures)


def _first_deployment(leader: Pick, creatures: Sequence[Pick]) -> RuleOutput:
    leadership = leader.card.leadership
    lowest = min([pick.card.level for pick in creatures if pick.card.level is not None], default=inf)
    open_ = [pick for pick in creatures if pick.card.level is None]
    if leadership is not None and (lowest <= leadership or not open_):
        if lowest > leadership:
            facts = {"commander": leader.card.title, "leadership": leadership, "lowest": lowest}
            yield RuleBreach((leader.at,), facts)
    elif leadership is not None or lowest > MIN_LEVEL:
        if leadership is None:
            yield MissingFact(leader.card.slug, "/leadership", leader.at)
        yield from (MissingFact(pick.card.slug, "/level", pick.at) for pick in open_)


def opening_chance(creatures: Sequence[Pick], leadership: int | None, hand: int | None) -> Fraction | None:
    """Return the probability that the opening hand holds a creature within the starting Leadership.

    The result is exact: the share of all possible hands with such a creature. Returns None if a needed number is
    unknown or there is no creature to draw.
    """
    cards = card_count(list(creatures))
    if leadership is None or hand is None or not cards or any(pick.card.level is None for pick in creatures):
        return None
    within = sum(pick.copies for pick in creatures if pick.card.level <= leadership)
    drawn = min(hand, cards)
    return 1 - Fraction(comb(cards - within, drawn), comb(cards, drawn))


def ways_of_use(card: Card, others: Sequence[Card]) -> list[WayOfUse] | None:
    """Return the known ways to play an order with these creatures, or to deploy one with a commander at the start.

    Returns None for other kinds of cards.
    """
    creatures = [one for one in others if isinstance(one, Creature)]
    if isinstance(card, Commander):
        leadership = card.leadership
        deployed = [one for one in creatures if None not in (leadership, one.level) and one.level <= leadership]  # type: ignore[operator]
        return [WayOfUse(tuple(deployed), {}, 0)]
    if not isinstance(card, Order):
        return None
    fitting = [one for one in creatures if meets(card, one) and (one.ranged or card.ranged_attack is False)]
    ways = [WayOfUse(tuple(one for one in fitting if has_affinity(card, one)), {}, 0)]
    if card.level is not None:
        levels: dict[Card, int] = {one: one.level or MIN_LEVEL for one in creatures if has_ability(card, one)}
        ways.append(WayOfUse(tuple(one for one in fitting if one in levels), levels, card.level))
    return ways

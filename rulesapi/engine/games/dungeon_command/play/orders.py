"""Playing an order: whether a creature can play it now, and which creatures have to assist (p. 8, 11-13)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rulesapi.engine.core.conditions import Clause
from rulesapi.engine.games.dungeon_command.play_rules import ABILITIES, has_ability, has_affinity, meets
from rulesapi.engine.resolutions.answers import AnswerFields, Place, answer, told
from rulesapi.engine.resolutions.declared import declared
from rulesapi.engine.resolutions.inputs import (
    Part,
    Situation,
    fact,
    flag_of_card,
    one_of,
    one_part,
    several_parts,
    tick,
)
from rulesapi.engine.resolutions.model import Breach, Course, Step
from rulesapi.engine.values.messages import phrase
from rulesapi.engine.values.model import Document
from rulesapi.engine.values.truth import Truth, all3

MAX_LEVEL = 20
"""The highest level that the schema of a creature allows."""
ACTIVATION = "activation"
WHEN = {
    ACTIVATION: "In its own activation",
    "own-turn": "Otherwise in its controller’s turn",
    "other-turn": "In another player’s turn",
}
TAPPING = ("standard", "immediate")
"""The kinds of action for which the acting creature taps."""
Facts = Mapping[str, Any]


def _clauses(requires: Iterable[Document]) -> tuple[Clause, ...]:
    return tuple(map(Clause.read, requires))


def has_ranged_damage(card: Document) -> bool | None:
    """Return whether a creature with this card has Ranged Damage."""
    ranged = card.get("ranged")
    return None if ranged is None else bool(ranged)


class Helper(Part, kind="creature"):
    """A creature next to the acting one."""

    level = fact(int, help="Its level, with what attached cards add.")
    abilities = fact(frozenset[str])
    tapped = tick("Tapped")


class ActingCreature(Helper):
    """The creature that plays the order."""

    keywords = fact(frozenset[str])
    has_ranged = flag_of_card("Has Ranged Damage", has_ranged_damage, asked="whether {who} has Ranged Damage")


class OrderCard(Part, kind="order"):
    """An Order card."""

    level = fact(int)
    ability = fact(str)
    action = fact(str, asked="the kind of action of {who}")
    requires = fact(_clauses, asked="what {who} requires")
    affinity = fact(frozenset[str])
    ranged_attack = fact(bool, asked="whether {who} makes a ranged attack")


def worth_offering(ask: PlayOrder, card: Document) -> bool:
    """Return whether the acting creature may be able to play the card of an order, alone or with help."""
    order = OrderCard({"card": card["slug"]}, "", ask.table, phrase("Order"))
    able = has_affinity(order, ask.acting) is not False or has_ability(order, ask.acting) is not False
    return able and meets(order, ask.acting) is not False


class PlayOrder(Situation):
    """An order, the creature that plays it, and the creatures next to it."""

    acting = one_part(ActingCreature, "Acting creature")
    order = one_part(OrderCard, "Order", fits=worth_offering)
    now = one_of("When", WHEN, asked="when the order is played")
    helpers = several_parts(
        Helper,
        "Adjacent creature",
        20,
        folded=True,
        plural="Adjacent creatures",
        help="Creatures of the same controller next to the acting one, which can assist.",
        asked="which creatures next to the acting one can assist",
    )


@answer
class OrderAnswer(AnswerFields):
    """The answer: whether the order can be played, and at which price."""

    playable: bool | None = told(
        "Whether the order can be played", {True: "The order can be played.", False: "The order cannot be played."}
    )
    levels: int | None = told(
        "Levels", help="The level of the acting creature with those that assist; null if levels do not matter."
    )
    assists: list[Place] | None = told(
        "Creatures that assist",
        help="As few as possible; among equally many those with the lowest levels; null if it is not known.",
    )
    taps: list[Place] | None = told(
        "Creatures that tap", "To tap: {taps}.", help="As pointers; null if it is not known."
    )


def play_order(ask: PlayOrder) -> Course[OrderAnswer]:
    """Answer whether a creature can play an order now, and which creatures tap."""
    acting, order = ask.acting, ask.order
    names = {"acting": acting.name, "order": order.name}
    action = yield from order.need(OrderCard.action, "order-taps")
    in_time = yield from _in_time(ask, action, names)
    keyword = yield from _has_keyword(acting, order, names)
    ranged = yield from _has_ranged(acting, order, names)
    able, levels, helpers = yield from _able(ask, names)
    playable = all3((in_time, keyword, ranged, able))
    if helpers and playable is not False:
        yield from _assist(acting, helpers, levels, names)
    if playable is not True:
        return OrderAnswer(playable=playable, levels=None, assists=None, taps=None)
    taps = helpers
    if action in TAPPING:
        yield Step("order-taps", {**names, "action": action}, sets=acting.sets(ActingCreature.tapped, True))
        taps = [acting, *helpers]
    return OrderAnswer(playable=True, levels=levels, assists=_places(helpers), taps=_places(taps))


def _assist(acting: ActingCreature, helpers: Sequence[Helper], levels: int | None, names: Facts) -> Course[None]:
    """Let creatures tap to assist; with them the acting creature has these levels."""
    added = sum(one.level or 0 for one in helpers)
    facts = {"helpers": [one.name for one in helpers], "count": len(helpers), "added": added, "sum": levels}
    taps = tuple(one for helper in helpers for one in helper.sets(Helper.tapped, True))
    yield Step("order-assisted", {**names, **facts}, acting.level, levels, sets=taps)


def _places(creatures: Iterable[Part]) -> list[Place]:
    return [Place(one.at) for one in creatures]


def _in_time(ask: PlayOrder, action: str | None, names: Facts) -> Course[Truth]:
    """Return whether the acting creature can take an action of this kind now."""
    if action is None:
        return None
    untapped = True
    if action in TAPPING and ask.acting.tapped:
        yield Breach("order-while-tapped", (ask.acting.place(ActingCreature.tapped),), {**names, "action": action})
        untapped = False
    if action == "immediate":
        yield Step("order-immediate", {**names})
        return untapped
    now = yield from ask.need(PlayOrder.now, f"order-{action}")
    if now not in (None, ACTIVATION):
        yield Breach(f"order-{action}", (ask.place(PlayOrder.now),), {**names})
        return False
    return all3((untapped, None if now is None else True))


def _has_keyword(acting: ActingCreature, order: OrderCard, names: Facts) -> Course[Truth]:
    """Return whether the acting creature has the keywords that the order requires."""
    requires = yield from order.need(OrderCard.requires, "order-requires")
    fits = meets(order, acting)
    if fits is None and requires:
        yield from acting.need(ActingCreature.keywords, "order-requires")
    elif fits is False:
        lacking = [one for one in requires or () if not one.truth_for(acting)]  # type: ignore[arg-type]
        yield Breach("order-requires", (acting.at,), {**names, "keywords": sorted(lacking[0].values)})
    return fits


def _has_ranged(acting: ActingCreature, order: OrderCard, names: Facts) -> Course[Truth]:
    """Return whether the acting creature has Ranged Damage, if the order makes a ranged attack."""
    makes, has = order.ranged_attack, acting.has_ranged
    if makes is False or has:
        return True
    if makes is None:
        yield order.missing(OrderCard.ranged_attack, "order-ranged")
        return None
    if has is None:
        yield acting.missing(ActingCreature.has_ranged, "order-ranged")
        return None
    yield Breach("order-ranged", (acting.at,), {**names})
    return False


def _able(ask: PlayOrder, names: Facts) -> Course[tuple[Truth, int | None, list[Helper]]]:
    """Return whether ability and level are enough, the levels if they count, and the creatures that assist.

    An affinity is looked at only if the creature is not able without it.
    """
    acting, order = ask.acting, ask.order
    level, needed, has = acting.level, order.level, has_ability(order, acting)
    enough = None if level is None or needed is None else level >= needed
    by_affinity = has_affinity(order, acting) if all3((has, enough)) is not True else False
    if by_affinity:
        yield Step("order-affinity", {**names})
        return True, None, []
    if by_affinity is None:
        if meets(order, acting) is not None:  # one list of keywords at a time: two are too many controls for a phone
            yield from order.need(OrderCard.affinity, "order-affinity")
        yield from acting.need(ActingCreature.keywords, "order-affinity") if order.affinity else ()
        return None, None, []
    if has is False:
        yield Breach("order-ability", (acting.at,), {**names, "ability": phrase(ABILITIES[order.ability or ""])})
        return False, None, []
    if has is None:
        yield from order.need(OrderCard.ability, "order-ability")
        yield from acting.need(ActingCreature.abilities, "order-ability") if order.ability else ()
    if level is None or needed is None:
        yield from order.need(OrderCard.level, "order-level")
        yield from acting.need(ActingCreature.level, "order-level")
        return None, None, []
    yield Step("order-level", {**names, "level": level, "needed": needed})
    if has is None:
        return None, None, []
    return (True, level, []) if enough else (yield from _assisted(ask, level, needed, names))


# Assisting creatures --------------------------------------------------------------------------------------------------


def _assisted(ask: PlayOrder, level: int, needed: int, names: Facts) -> Course[tuple[Truth, int | None, list[Helper]]]:
    """Return whether the adjacent creatures add enough levels, the sum, and the smallest set that does."""
    helpers = yield from ask.need(PlayOrder.helpers, "order-assisted")
    if helpers is None:
        return None, None, []
    able = []
    for one in helpers:
        if one.tapped:
            yield Step("assist-tapped", {"helper": one.name})
        elif has_ability(ask.order, one) is False:
            yield Step("assist-ability", {"helper": one.name, "order": names["order"]})
        else:
            able.append(one)
    best = smallest_set([_sure_level(ask.order, one) for one in able], needed - level)
    if best is None:
        total = level + sum(one.level or 0 for one in able)
        facts = {**names, "level": level, "count": len(able), "sum": total, "needed": needed}
        yield Breach("order-level-too-low", (ask.acting.at, ask.place(PlayOrder.helpers)), facts)
        return False, None, []
    chosen = [able[number] for number in best]
    missing = [one for helper in chosen for one in _unknown_of(ask.order, helper)]
    if missing:
        yield from missing
        return None, None, []
    return True, level + sum(one.level or 0 for one in chosen), chosen


def _sure_level(order: OrderCard, helper: Helper) -> int | None:
    """Return the level that a helper adds; None if it is open how many, or whether any."""
    return helper.level if has_ability(order, helper) else None


def _unknown_of(order: OrderCard, helper: Helper) -> Iterable[Any]:
    """Yield the unknown facts of a helper that decide whether it assists, and with how many levels."""
    if has_ability(order, helper) is None:
        yield helper.missing(Helper.abilities, "assist-ability")
    if helper.level is None:
        yield helper.missing(Helper.level, "order-assisted")


def smallest_set(levels: Sequence[int | None], lacking: int) -> tuple[int, ...] | None:
    """Return the numbers of the fewest levels that add up to the lacking ones; None if all together do not.

    Of equally many, those with the smallest sum are returned, then the first ones. An unknown level counts as the one
    that suits best. So a set without unknown levels is the smallest whatever they are, and a set with one is the
    smallest for some of them.
    """
    lacking_sets: dict[tuple[int, int, int], tuple[int, ...]] = {(0, 0, 0): ()}
    enough: list[tuple[int, int, tuple[int, ...]]] = []
    for number, level in enumerate(levels):
        for (count, total_before, unknown), chosen in [*lacking_sets.items()]:
            grown = count + 1, total_before + (level or 0), unknown + (level is None)
            total = _best_sum(grown[1], grown[2], lacking)
            longer = (*chosen, number)
            if total is None:
                lacking_sets[grown] = min(lacking_sets.get(grown, longer), longer)
            else:
                enough.append((count + 1, total, longer))
    return min(enough)[2] if enough else None


def _best_sum(total: int, unknown: int, lacking: int) -> int | None:
    """Return the least sum that is enough of levels with this total and unknown ones; None if it cannot be."""
    best = max(total + unknown, lacking) if unknown else total
    return best if lacking <= best <= total + unknown * MAX_LEVEL else None


PLAY_ORDER = declared(
    "play-order",
    "Playing an order",
    "Whether a creature can play an order now, and which creatures have to tap for it.",
    PlayOrder,
    OrderAnswer,
    play_order,
    permits=True,
)

"""The set-up of a game, and the order of its rounds (p. 5-8, 11, 16, 24, 28, 33)."""

from __future__ import annotations

from rulesapi.engine.games.attack_wing.play.parts import LAST_SEAT, Creature, Side, SidesSituation, all_sides
from rulesapi.engine.games.attack_wing.play.sides import (
    CreatureStep,
    SideAtTable,
    TiedLevel,
    in_order,
    levels_known,
    read_sides,
    seat,
    standing,
    tied,
    tied_levels,
)
from rulesapi.engine.resolutions.answers import AnswerFields, Place, answer, told
from rulesapi.engine.resolutions.declared import declared
from rulesapi.engine.resolutions.inputs import entry_of, flag, number, number_or, played_adventure
from rulesapi.engine.resolutions.model import Breach, Course, Step

SMALL_AREA, LARGE_AREA = 6, 9
"""Inches of a starting area's side with three players: usually, and from `LARGE_FORCES` points on."""
LARGE_FORCES = 100
THREE = 3
"""The maximum number of players for whom the rulebook has starting areas."""
BY_ADVENTURE = "as the adventure says"
PLAY_AREA = "3 x 3 feet"
EDGE = "range 1-2 of the own edge"
"""The starting area of each of two sides."""
USUAL_POINTS = 120
"""Points above which a larger play area is suggested."""


class SetUp(SidesSituation):
    """The sides before the game."""

    sides = all_sides(Creature.level, totals=True)
    adventure = played_adventure()
    initiative = entry_of(
        "sides",
        "Initiative Token",
        LAST_SEAT,
        help="The side that holds the token, by its place from 0 on.",
        omitted="not decided yet",
    )
    points = number(
        "Points",
        100_000,
        help="The limit of the lists. It decides about the starting areas of three sides.",
        asked="how many legion points each side has at most",
    )
    start_inches = number(
        "Starting areas",
        99,
        least=1,
        help="The side in inches of the starting areas that players agreed on. Needed for more than three sides.",
        asked="the size of the starting areas",
        folded=True,
    )
    legion_building = flag("Legion building", help="Whether lists were built.", omitted="yes", folded=True)
    obstacles = number_or(0, "none", "Obstacles", 99, help="The number of obstacles placed in all.")


@answer
class GameArea(AnswerFields):
    """The areas of the game."""

    play_area: str = told("Play area")
    start: str | None = told(
        "Starting areas",
        {EDGE: "Start area: range 1-2 of the own edge", BY_ADVENTURE: "Start area: as the adventure says", ...: ""},
        help="Null if their size is unknown.",
    )
    start_inches: int | None = told(
        "Side of the starting areas in inches",
        "Start area: {start_inches} by {start_inches} inches",
        help="Null if they are not square, or their size is unknown.",
    )


@answer
class CreatureArmor(AnswerFields):
    """The Armor Tokens of a creature."""

    at: Place = told("Place", on_page=False)
    name: str = told("Name")
    armor: int | None = told("Armor Tokens", help="Null if its armor is unknown.")


@answer
class ObstacleOrder(AnswerFields):
    """The order in which sides place obstacles."""

    each: int = told("Obstacles of each side", "Obstacles of each side: {each}.")
    first: int | None = told("First side", help="Null if it is not decided.", entry_of="/sides")
    order: list[int] | None = told(
        "Order of the sides",
        "They are placed in turns: {order}.",
        help="Null if it is not decided.",
        entry_of="/sides",
    )


@answer
class SetUpAnswer(AnswerFields):
    """The answer: initiative, places and tokens at the start of the game."""

    tied_levels: list[TiedLevel] = told("Shared levels", help="As far as levels are known.", on_page=False)
    initiative: int | None = told("Side with initiative", entry_of="/sides")
    may_hold: list[int] = told(
        "Sides that may hold the Initiative Token",
        "Who may hold the Initiative Token: {may_hold}",
        help="As far as levels are known.",
        entry_of="/sides",
    )
    decides: list[int] | None = told(
        "Sides that decide about initiative",
        "Who decides about initiative: {decides}",
        help="Several draw lots. Null if a level or a total is unknown.",
        entry_of="/sides",
    )
    placing: list[CreatureStep] | None = told("Placing, lowest level first", help="Null if a level is unknown.")
    area: GameArea | None = told("Areas", help="Null if the sides are unknown.")
    armor_tokens: list[CreatureArmor] = told("Armor Tokens")
    obstacle_order: ObstacleOrder | None = told("Placing obstacles", help="Null without obstacles.")


def set_up(ask: SetUp) -> Course[SetUpAnswer]:
    """Answer how a game is set up: initiative, the order and places of creatures, armor tokens."""
    entered = yield from read_sides(ask, "placing-order")
    if entered is None:
        return SetUpAnswer(
            tied_levels=[],
            initiative=None,
            may_hold=[],
            decides=None,
            placing=None,
            area=None,
            armor_tokens=[],
            obstacle_order=None,
        )
    sides = standing(entered)
    holder, may_hold, decides = yield from _initiative(ask, sides)
    yield from _beyond_points(ask, sides)
    placing, area = yield from _placing(ask, sides, holder)
    return SetUpAnswer(
        tied_levels=tied(sides),
        initiative=holder,
        may_hold=may_hold,
        decides=decides,
        placing=placing,
        area=area,
        armor_tokens=(yield from _armor_tokens(sides)),
        obstacle_order=(yield from _obstacle_order(ask, sides, holder)),
    )


def _beyond_points(ask: SetUp, sides: tuple[SideAtTable, ...]) -> Course[None]:
    """Yield a breach for each list above the agreed points. In an adventure, experience buys points too (p. 28, 35)."""
    limit = ask.points
    if limit is None or ask.adventure is not None:
        return
    for side in sides:
        if side.total is not None and side.total > limit:
            facts = {"side": side.name, "total": side.total, "limit": limit}
            yield Breach("total-beyond-points", (side.entered.place(Side.total),), facts)


def _placing(
    ask: SetUp, sides: tuple[SideAtTable, ...], holder: int | None
) -> Course[tuple[list[CreatureStep] | None, GameArea]]:
    """Return the order and areas in which creatures are placed. An adventure sets both itself (p. 34)."""
    if ask.adventure is not None:
        yield Step("adventure-places", {})
        return None, GameArea(play_area=BY_ADVENTURE, start=BY_ADVENTURE, start_inches=None)
    placing = in_order(sides, holder, ascending=True)
    known = levels_known(sides)
    yield Step("placing-order", {"first": placing[0].level if placing and known else None})
    area = yield from _areas(ask, sides)
    return placing if known else None, area


def _initiative(ask: SetUp, sides: tuple[SideAtTable, ...]) -> Course[tuple[int | None, list[int], list[int] | None]]:
    """Return the holder of the token, the sides that may hold it, and the sides that decide (several draw lots).

    The sides that decide are None if a level or a total that matters is unknown.
    """
    may_hold = sorted({number for of in tied_levels(sides).values() for number in of})
    names = {side.number: side.name for side in sides}
    decides: list[int] | None = []
    if not may_hold:
        if levels_known(sides):
            yield Step("no-initiative", {})
        else:
            decides = None
    elif ask.legion_building is not False:
        decides = yield from _lowest_total(sides)
    else:
        yield Step("initiative-drawn", {"sides": [names[number] for number in may_hold]})
    holder = yield from seat(ask, SetUp.initiative, sides)
    if holder is not None and holder not in may_hold and levels_known(sides):
        facts = {"side": names[holder], "sides": [names[number] for number in may_hold]}
        yield Breach("initiative-without-tie", (ask.place(SetUp.initiative),), facts)
    return holder if holder in may_hold else None, may_hold, decides


def _lowest_total(sides: tuple[SideAtTable, ...]) -> Course[list[int] | None]:
    for side in sides:
        yield from side.entered.need(Side.total, "lowest-total")
    totals = {side.number: side.total for side in sides if side.total is not None}
    if len(totals) < len(sides):
        return None
    least = min(totals.values())
    decides = [number for number, total in totals.items() if total == least]
    names = [sides[number].name for number in decides]
    yield Step("lowest-total" if len(decides) == 1 else "lowest-total-tied", {"sides": names, "total": least})
    return decides


def _areas(ask: SetUp, sides: tuple[SideAtTable, ...]) -> Course[GameArea]:
    points = ask.points
    if points is not None and points > USUAL_POINTS:
        yield Step("larger-area", {"points": points})
    if len(sides) == 2:
        yield Step("start-edge", {})
        return GameArea(play_area=PLAY_AREA, start=EDGE, start_inches=None)
    inches = yield from _start_inches(ask, sides)
    start = None if inches is None else f"{inches} x {inches} inches"
    return GameArea(play_area=PLAY_AREA, start=start, start_inches=inches)


def _start_inches(ask: SetUp, sides: tuple[SideAtTable, ...]) -> Course[int | None]:
    """Return the inches of each starting area's side: by rule for three players, as agreed for more (p. 6)."""
    if len(sides) > THREE:
        agreed = yield from ask.need(SetUp.start_inches, "start-area-agreed")
        if agreed is not None:
            yield Step("start-area-agreed", {"inches": agreed})
        return agreed
    points = ask.points
    if points is None and ask.legion_building is not False:
        yield ask.missing(SetUp.points, "start-area")
        return None
    inches = LARGE_AREA if points is not None and points >= LARGE_FORCES else SMALL_AREA
    yield Step("start-area", {"inches": inches})
    return inches


def _armor_tokens(sides: tuple[SideAtTable, ...]) -> Course[list[CreatureArmor]]:
    yield Step("armor-tokens", {})
    return [
        CreatureArmor(at=Place(one.who.at), name=one.who.name, armor=one.who.armor)
        for side in sides
        for one in side.creatures
    ]


def _obstacle_order(ask: SetUp, sides: tuple[SideAtTable, ...], holder: int | None) -> Course[ObstacleOrder | None]:
    """Return the order in which sides place obstacles: from the highest level to the left, with equal numbers."""
    obstacles = ask.obstacles
    if not obstacles:
        return None
    highest = in_order(sides, holder, ascending=False)
    decided = levels_known(sides) and highest and highest[0].decided
    first = highest[0].creatures[0].side if decided else None
    each, left_over = divmod(obstacles, len(sides))
    if left_over:
        yield Breach("uneven-obstacles", (ask.place(SetUp.obstacles),), {"number": obstacles, "sides": len(sides)})
    yield Step("obstacles-in-turns", {"each": each})
    count = len(sides)
    turns = None if first is None else [(first + step) % count for step in range(count)]
    return ObstacleOrder(each=each, first=first, order=turns)


class Order(SidesSituation):
    """The creatures in a round."""

    adventure = played_adventure()


@answer
class OrderAnswer(AnswerFields):
    """The answer: the orders of a round."""

    tied_levels: list[TiedLevel] = told("Shared levels", help="As far as levels are known.", on_page=False)
    initiative: int | None = told("Side with initiative", entry_of="/sides")
    activation: list[CreatureStep] | None = told("Activation, lowest level first", help="Null if a level is unknown.")
    combat: list[CreatureStep] | None = told("Combat, highest level first", help="Null if a level is unknown.")


def order(ask: Order) -> Course[OrderAnswer]:
    """Answer in which order the remaining creatures activate and attack in a round, with initiative and ties."""
    entered = yield from read_sides(ask, "activation-order")
    if entered is None:
        return OrderAnswer(tied_levels=[], initiative=None, activation=None, combat=None)
    sides = standing(entered)
    ties = tied(sides)
    holder = yield from seat(ask, Order.initiative, sides)
    if ties:
        yield from ask.need(Order.initiative, "initiative")
    if ties and holder is not None:
        yield Step("initiative", {"side": sides[holder].name})
    yield Step("activation-order", {})
    yield Step("combat-order", {})
    known = levels_known(sides)
    return OrderAnswer(
        tied_levels=ties,
        initiative=holder,
        activation=in_order(sides, holder, ascending=True) if known else None,
        combat=in_order(sides, holder, ascending=False) if known else None,
    )


ORDER = declared(
    "order", "Order of a round", "In which order creatures activate and attack.", Order, OrderAnswer, order
)
SET_UP = declared(
    "set-up",
    "Setting up",
    "Which levels are shared, who decides about initiative, and where and in which order creatures are placed.",
    SetUp,
    SetUpAnswer,
    set_up,
)

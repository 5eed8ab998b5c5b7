"""The known price of a legion (pp. 28-30)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tests.second_engine.attack_wing.conditions import holds
from tests.second_engine.attack_wing.fact_domains import NO_BOUND, FactDomains
from tests.second_engine.attack_wing.layout import Creature, PlacedUpgrade, Table
from tests.second_engine.possible_worlds import HIDDEN_FACT, Fact, WorldAnswers, WorldReader, ask_in_every_world

LARGEST_TROOP = 6

#: One part of the price: what it is in a world.
Part = Callable[[WorldReader], int]


@dataclass(frozen=True)
class Price:
    """The known part, the total (None if a fact that counts is unknown), and the result of a limit."""

    known: int
    total: int | None
    broken: bool
    open: bool
    unknown: frozenset[Fact]
    read: frozenset[Fact]


def _of_creature(creature: Creature, look: WorldReader) -> int:
    """Return the card's cost or, with several soldiers, the number on the top token. More than six cost like six.

    While it is unknown whether the creature is a troop, only that fact is read, not the cost.
    """
    card = creature.card
    soldiers = creature.soldiers or 1
    if soldiers <= 1:
        each = look(card, "/cost")
    elif not look(card, "/troop"):
        hidden = card["troop"] is None and card["cost"] is None
        each = look.guess((card["slug"], HIDDEN_FACT)) if hidden else look(card, "/cost")
    elif "costs" not in card:
        each = look.guess((card["slug"], HIDDEN_FACT))
    elif card["costs"] is None:
        each = look.guess((card["slug"], "/costs"))
    else:
        each = look(card, f"/costs/{min(soldiers, LARGEST_TROOP)}")
    return int(each) * creature.count


def _for_each(upgrade: PlacedUpgrade, table: Table, look: WorldReader) -> int:
    """Return a card's extra cost: an amount for each upgrade with any of the keywords, itself included."""
    each = upgrade.card["cost_each"]
    members = [other for other in table.upgrades if set(each["family"]) & set(look(other.card, "/keywords"))]
    return int(each["cost"]) * len(members)


def _penalty(upgrade: PlacedUpgrade, creature: Creature, number: int, look: WorldReader) -> int:
    penalties = look(upgrade.card, "/penalties")
    if number >= len(penalties) or holds(penalties[number]["unless"], creature.card, look):
        return 0
    return int(penalties[number]["cost"])


def _parts(part: Table, table: Table, penalties: bool) -> Iterator[Part]:
    """Yield the costs of a part of a legion one by one."""
    for creature in part.creatures:
        yield lambda look, creature=creature: _of_creature(creature, look)
        for upgrade in creature.upgrades:
            for number in range(len(upgrade.card["penalties"] or [None]) if penalties else 0):
                yield lambda look, u=upgrade, c=creature, n=number: _penalty(u, c, n, look)
    for upgrade in part.upgrades:
        yield lambda look, upgrade=upgrade: int(look(upgrade.card, "/cost"))
        if "cost_each" in upgrade.card:
            yield lambda look, upgrade=upgrade: _for_each(upgrade, table, look)


def share(table: Table, part: Table, guesses: FactDomains, penalties: bool) -> dict[str, int | None]:
    """Return one player's share of a team's price; costs per family count the whole team's upgrades."""
    totals = ask_in_every_world(_sum(list(_parts(part, table, penalties)), guesses), guesses).values
    return {"total": min(totals) if min(totals) == max(totals) else None, "known": min(totals)}


def _deciding(totals: WorldAnswers, limit: int) -> set[Fact]:
    """Return the facts that decide whether the limit holds.

    An unknown cost has no upper bound, so with one every fact that changes the price may decide.
    """
    if max(totals.values) >= NO_BOUND:
        return totals.deciding()
    over = WorldAnswers(totals.facts, {world: total > limit for world, total in totals.by_world.items()})
    return over.deciding()


def _sum(parts: Iterable[Part], guesses: FactDomains) -> Part:
    """Return the sum of all parts. Parts that are equal in every world are added up once."""
    moving: list[Part] = []
    fixed = 0
    for part in parts:
        values = ask_in_every_world(part, guesses).values
        if min(values) == max(values):
            fixed += values[0]
        else:
            moving.append(part)
    return lambda look: fixed + sum(part(look) for part in moving)


def price(
    parts: Sequence[Table], table: Table, guesses: FactDomains, limit: int | None, penalties: bool = True
) -> Price:
    """Return the price of a legion; `known` is its minimum. The total is certain if each player's part is."""
    totals = ask_in_every_world(
        _sum([cost for part in parts for cost in _parts(part, table, penalties)], guesses), guesses
    )
    known, most = min(totals.values), max(totals.values)
    broken = limit is not None and known > limit
    can_break = limit is not None and most > limit
    unknown: set[Any] = set()
    if limit is not None and can_break and not broken:
        unknown = {fact for fact in _deciding(totals, limit) if fact[1] != HIDDEN_FACT}
    sure = known == most and all(share(table, part, guesses, penalties)["total"] is not None for part in parts)
    total = known if sure else None
    return Price(known, total, broken, can_break and not broken, frozenset(unknown), frozenset(totals.facts))

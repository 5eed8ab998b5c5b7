"""Slots of a creature's upgrades on its banner (p. 29)."""

import itertools
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from tests.second_engine.attack_wing.fact_domains import ICONS
from tests.second_engine.attack_wing.layout import Creature
from tests.second_engine.attack_wing.report import LegionReport
from tests.second_engine.attack_wing.slot_assignment import Places, SlotWish, all_assignable, possible_assignments
from tests.second_engine.attack_wing.slot_conflicts import Carried, SlotConflict, slot_conflicts
from tests.second_engine.possible_worlds import Fact, WorldReader, ask_in_every_world

SPELL_ICONS = ("arcane", "divine")


def slots(report: LegionReport, creature: Creature) -> None:
    """Each upgrade has an icon of the banner. Known facts decide; each finding is tried in every world."""
    if not creature.upgrades:
        return
    domain = _seating_domain(report, creature)
    fits = ask_in_every_world(lambda look: all_assignable(*_wishes(report, creature, look)), domain)
    if not any(fits.values):
        worlds = ask_in_every_world(lambda look: _wishes(report, creature, look), domain)
        for crowd in _named(report, creature):
            report.broken("upgrade-slot", crowd.places)
            if "attack-wing/upgrade-slot" not in report.house.waived():
                report.slot_conflicts.append(crowd)
            if any(_can_be_on(crowd.places, *world) for world in worlds.values):
                report.broken("upgrade-slot names cards that could all be on", crowd.places)
    elif not all(fits.values):
        deciding = fits.deciding()
        banner = (creature.card["slug"], "/slots")
        report.left_open("upgrade-slot", {banner} if banner in deciding else deciding, fits.facts)


def _can_be_on(places: Places, banner: tuple[str, ...], wishes: tuple[SlotWish, ...]) -> bool:
    return any(places <= seated for seated in possible_assignments(banner, wishes))


def _named(report: LegionReport, creature: Creature) -> list[SlotConflict]:
    """Return the conflicts in the best case of house rules, without unknown grants: the cards do not fit anyway."""
    carried = []
    for upgrade in creature.upgrades:
        card = upgrade.card
        unknown_spell = card["kind"] == "spell" and card["slot"] is None
        one_of = SPELL_ICONS if unknown_spell else ICONS if card["slot"] in ("any", None) else (card["slot"],)
        grants = Counter(row["slot"] for row in card["grants"] or [] for _ in range(row["count"]))
        carried.append(Carried(upgrade.place, one_of, card["slug"] if unknown_spell else None, grants))
    cases = [
        Counter(more)
        for more in set(
            ask_in_every_world(lambda look: tuple(report.house.more_slots(creature.card, look)), report.guesses).values
        )
    ]
    printed = [*(creature.card["slots"] or []), *([creature.bought] if creature.bought else [])]
    at_best = Counter[str]()
    for more in cases:
        at_best |= more
    named = slot_conflicts([*printed, *at_best.elements()], carried)
    if named:
        return named
    # In each case other icons are short: then one finding has all of them, and all who compete for any.
    in_each = [slot_conflicts([*printed, *more.elements()], carried) for more in cases]
    places = frozenset[str]().union(*(crowd.places for some in in_each for crowd in some))
    icons = frozenset[str]().union(*(crowd.icons for some in in_each for crowd in some))
    lacking = min(sum(len(crowd.places) - crowd.slots for crowd in some) for some in in_each)
    return [SlotConflict(places, icons, len(places) - lacking)]


def _wishes(
    report: LegionReport, creature: Creature, look: WorldReader
) -> tuple[tuple[str, ...], tuple[SlotWish, ...]]:
    """Return the banner and its upgrades' slots; never more of one icon than there are upgrades to take it."""
    most = len(creature.upgrades)

    def needed(icons: Iterable[str]) -> tuple[str, ...]:
        return tuple(icon for icon, count in sorted(Counter(icons).items()) for _ in range(min(count, most)))

    wishes = []
    for upgrade in creature.upgrades:
        slot = look(upgrade.card, "/slot")
        grants = needed(icon["slot"] for icon in look(upgrade.card, "/grants") for _ in range(icon["count"]))
        wishes.append(SlotWish(upgrade.place, slot, grants))
    bought = [creature.bought] if creature.bought else []
    banner = [*look(creature.card, "/slots"), *bought, *report.house.more_slots(creature.card, look)]
    return needed(banner), tuple(wishes)


def _seating_domain(report: LegionReport, creature: Creature) -> Callable[[Fact], list[Any]]:
    """Return possible banners, slots and grants; one icon represents all that none of these cards names."""
    banner = [*(creature.card["slots"] or []), *([creature.bought] if creature.bought else [])]
    needed = [upgrade.card["slot"] for upgrade in creature.upgrades]
    granted = [icon["slot"] for upgrade in creature.upgrades for icon in upgrade.card["grants"] or []]
    conditional = report.house.asked_icons()
    named = [icon for icon in ICONS if icon in {*banner, *needed, *granted, *report.house.named_icons(), *conditional}]
    icons = named + [icon for icon in ICONS if icon not in named][:1]
    if any(upgrade.card["kind"] == "spell" and upgrade.card["slot"] is None for upgrade in creature.upgrades):
        icons = sorted({*icons, "arcane", "divine"})
    most = len(creature.upgrades)
    one_of_each = [
        list(some) for size in range(2, len(conditional) + 1) for some in itertools.combinations(conditional, size)
    ]

    def domain(fact: Fact) -> list[Any]:
        if fact[1] == "/slots":  # bare, one of an icon or of some, full of one icon, and made to measure
            to_measure = [icons[0] if icon in ("any", None) else icon for icon in needed]
            plenty = [[icon] * most for icon in icons]
            but_one = [list(itertools.chain(*some)) for some in _but_one(plenty)]
            return [[], *([icon] for icon in icons), *one_of_each, *plenty, *but_one, to_measure]
        if fact[1] == "/grants":
            plenty = [{"slot": icon, "count": most} for icon in icons]
            return [[], *([{"slot": icon, "count": 1}] for icon in icons), plenty, *_but_one(plenty)]
        values = report.guesses(fact)
        return [value for value in values if value in icons or value == "any"] if fact[1] == "/slot" else values

    return domain


def _but_one(things: list[Any]) -> list[list[Any]]:
    return [things[:number] + things[number + 1 :] for number in range(len(things))]

"""The rule of D&D Attack Wing about banner slots, which limit the upgrades that a creature can carry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

from rulesapi.engine.core.campaign_context import BOUGHT_SLOT
from rulesapi.engine.core.common_rules import NO_RESULTS, RuleOutput
from rulesapi.engine.core.house_rules import HouseRules
from rulesapi.engine.core.legion import CarriedUpgrade, Legion, Pick
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.slots import SlotClaim, assign_slots
from rulesapi.engine.core.upgrades import Upgrade
from rulesapi.engine.values.interpretations import RuleResult, breaches_in
from rulesapi.engine.values.model import MissingFact, RuleBreach
from rulesapi.engine.values.names import sorted_pointers

ICONS = frozenset(("dragon", "equipment", "monster", "heroic", "arcane", "divine"))


def upgrade_slot(legion: Legion, library: Library) -> Iterable[RuleResult]:
    """A creature carries one upgrade for each icon of its banner, with the same icon.

    Attack Wing rulebook, p. 29

    One breach covers a creature and an icon, with all cards that compete for the icon, if more cards need it than there
    are slots, printed or granted. A granted slot counts if its card can be equipped: of granting cards that compete for
    one icon, as many as it has slots, always those that grant the most. If the cards that fit any icon find no slot,
    one breach has all icons that they could use and all cards that compete for these. A spell of unknown slot counts as
    a card that fits both of its icons, with one icon for all its copies. It is named with all cards that compete with
    it in either case. The module `slots` describes the algorithm. House rules may add slots to a banner, which never
    makes the result worse.
    """
    crowded = [pick for pick in legion.picks if pick.carried and not _fits_by_counting(pick)]
    return _crowded_results(crowded, legion.house_rules) if crowded else NO_RESULTS


def _crowded_results(crowded: Iterable[Pick], house: HouseRules | None) -> RuleOutput:
    for pick in crowded:
        if house and house.slots:
            yield from _with_house_rule_slots(pick, house)
        else:
            yield from _slot_results(pick, slots_of(pick))


def slots_of(pick: Pick) -> Mapping[str, int] | None:
    """Return the slots of a creature: its banner, and a slot bought with experience. None if the banner is unknown."""
    banner: Mapping[str, int] | None = pick.card.banner
    icon = pick.line.get(BOUGHT_SLOT)
    if not icon or banner is None:
        return banner
    return {**banner, icon: banner.get(icon, 0) + 1}


def _fits_by_counting(pick: Pick) -> bool:
    """Return whether counting alone shows that all upgrades fit into printed slots and slots granted from these.

    This quick check settles most creatures.
    """
    banner = slots_of(pick) if BOUGHT_SLOT in pick.line else pick.card.banner
    if banner is None:
        return False
    return _have_room(pick.carried, dict(banner)) or _have_room(pick.carried, _with_grants(pick, banner))


def _with_grants(pick: Pick, banner: Mapping[str, int]) -> dict[str, int]:
    """Return the slots of a banner, with the slots granted by cards in printed slots."""
    slots = dict(banner)
    for carried in pick.carried:
        if carried.card.grants and carried.card.icon in banner:
            for granted, number in carried.card.grants.items():
                slots[granted] = slots.get(granted, 0) + number
    return slots


def _have_room(cards: Iterable[CarriedUpgrade], free: dict[str, int]) -> bool:
    """Return whether all cards fit into the free slots. Taken slots are subtracted from `free`."""
    anywhere = 0
    for carried in cards:
        icon = carried.card.icon
        if icon is None:
            if not carried.card.slot_known:
                return False
            anywhere += 1
        elif left := free.get(icon):
            free[icon] = left - 1
        else:
            return False
    return not anywhere or anywhere <= sum(free.values())


def _with_house_rule_slots(pick: Pick, house: HouseRules) -> RuleOutput:
    """Yield the results with the slots that house rules add, in all cases of the creature's unknown facts."""
    cases, facts = house.slots_of(pick.card)
    banner = slots_of(pick)
    least = [Counter(case.printed if banner is None else banner) + Counter(dict(case.added)) for case in cases]
    if not any(list(_slot_results(pick, slots)) for slots in least):
        return
    results_of_cases = [list(_slot_results(pick, None if banner is None else slots)) for slots in least]
    broken = [breaches_in(of) for of in results_of_cases]
    if banner is not None and all(broken):
        at_best = Counter(banner) + Counter(house.most_slots(pick.card))
        best = list(_slot_results(pick, at_best))
        yield from best if any(isinstance(result, RuleBreach) for result in best) else [_merged_breach(pick, broken)]
        return
    yield from (result for of in results_of_cases for result in of if isinstance(result, MissingFact))
    yield from (MissingFact(pick.card.slug, fact, pick.at) for fact in facts)


def _merged_breach(pick: Pick, broken: list[list[RuleBreach]]) -> RuleBreach:
    """Return one breach for cases that lack different icons, with all these icons and all competing cards."""
    every = [result for of in broken for result in of]
    places = {at for result in every for at in result.at}
    members = [carried for carried in pick.carried if carried.at in places]
    lacking = min(sum(result.facts["needed"] - result.facts["slots"] for result in of) for of in broken)
    icons = sorted({icon for result in every for icon in result.facts["icons"]})
    return _conflict_breach(pick, members, icons, len(members) - lacking)


def _conflict_breach(pick: Pick, members: list[CarriedUpgrade], icons: list[str], slots: int) -> RuleBreach:
    """Return the breach for cards that compete for too few slots of these icons."""
    facts = {
        "creature": pick.card.title,
        "icons": icons,
        "slots": slots,
        "needed": len(members),
        "upgrades": sorted(carried.card.title for carried in members),
    }
    return RuleBreach(sorted_pointers(carried.at for carried in members), facts)


def _slot_results(pick: Pick, banner: Mapping[str, int] | None) -> RuleOutput:
    seating = assign_slots(banner, [_slot_claim(carried.card) for carried in pick.carried])
    for crowd in seating.slot_conflicts:
        yield _conflict_breach(pick, [pick.carried[number] for number in crowd.members], list(crowd.icons), crowd.slots)
    if seating.possible is None:
        if banner is None:
            yield MissingFact(pick.card.slug, "/slots", pick.at)
            return
        for carried in pick.carried:
            if not carried.card.slot_known:
                yield MissingFact(carried.card.slug, "/slot", carried.at)
            if carried.card.grants is None:
                yield MissingFact(carried.card.slug, "/grants", carried.at)


@lru_cache(maxsize=4096)
def _slot_claim(card: Upgrade) -> SlotClaim:
    """Return a card's claim on a banner. Copies with an unknown slot use one icon, unless the card may fit any icon."""
    alike = not card.slot_known and card.icons != ICONS
    return SlotClaim(card.icons, card.slot_known, card.grants, card.slug if alike else None)

"""The second judge: the requirements of the rulebook for a player's or a team's legion, section by section.

A rule is broken if it is broken in every world (see possible_worlds.py), and open if only in some. A legion is illegal
if a rule that counts as an error is broken, undetermined if none is but one is open, and legal otherwise. A legion that
is illegal in every world, but by different rules, is therefore undetermined: a verdict names the broken rule, and here
there is no single one.
"""

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from tests.second_engine.attack_wing.campaigns import Campaign, check_campaign
from tests.second_engine.attack_wing.card_limits import artifacts, card_limits, shared_artifacts
from tests.second_engine.attack_wing.conditions import holds
from tests.second_engine.attack_wing.fact_domains import FactDomains
from tests.second_engine.attack_wing.house_rules import SlotHouseRules
from tests.second_engine.attack_wing.layout import Creature, Table, lay_out, together
from tests.second_engine.attack_wing.pricing import LARGEST_TROOP, price, share
from tests.second_engine.attack_wing.report import LegionReport
from tests.second_engine.attack_wing.slots import slots
from tests.second_engine.attack_wing.unique_names import duplicates, shared_names, unique_names
from tests.second_engine.collection import check_collection
from tests.second_engine.judge import BaseJudge, answer, kept_out, lists, not_played_at, shares
from tests.second_engine.places import Card
from tests.second_engine.possible_worlds import WorldReader
from tests.second_engine.world_generator import World

JUDGE = BaseJudge(
    game="attack-wing",
    guessing=FactDomains,
    warnings=frozenset({"retired-card"}),
    houses=SlotHouseRules,
    reports=LegionReport,
)


def judge(world: World, legion: Mapping[str, Any]) -> dict[str, Any]:
    """Judge a legion, or a team's: see `judge.answer`.

    `slot_conflicts` are the upgrades that compete for too few slots, with the icons and the number of slots.
    """
    cards = world.cards
    parts = [lay_out(cards, line["picks"], at) for line, at in lists(legion)]
    table = together(parts) if "team" in legion else parts[0]
    report: LegionReport = JUDGE.report(world, legion, table.cards, table=table)
    _cards_that_cannot_be(report)
    for holder, part in [(legion, table), *zip(legion.get("team", []), parts, strict=False)]:
        check_collection(report, world, holder, part.cards)
    for part in parts:
        if not part.creatures and not part.a_pick_is_unknown:
            report.broken("no-creature", [f"{part.at}/picks"])
        unique_names(report, part)
        artifacts(report, part)
    for creature in table.creatures:
        _soldiers(report, creature)
        slots(report, creature)
        duplicates(report, creature)
        _bearer(report, creature)
        _exclusions(report, creature)
    card_limits(report)
    check_campaign(report, world, legion, parts)
    if "team" in legion:
        shared_names(report, parts)
        shared_artifacts(report, parts)
    on_creatures = [[(one.place, one.card, 1) for one in creature.upgrades] for creature in table.creatures]
    kept_out(report, world, legion, table.cards, on_creatures)
    if not legion.get("campaign"):
        not_played_at(report, legion)
    by_list = {part.at: share(table, part, report.guesses, _fined(report)) for part in parts}
    points = _points(report, parts, legion, Campaign(world, legion) if legion.get("campaign") else None)
    return answer(report, points, shares(legion, by_list.__getitem__)) | {"slot_conflicts": report.slot_conflicts}


def _points(
    report: LegionReport, parts: Sequence[Table], legion: Mapping[str, Any], campaign: Campaign | None
) -> dict[str, int | None]:
    """The sum of all costs is at most the limit (p. 28); a team has one limit (p. 32), an adventure its own (p. 35)."""
    code = "team-points" if "team" in legion else "point-limit"
    agreed = legion.get("points", report.format["points"])
    limits = [(code, "/points" if "points" in legion else "", agreed)]
    if campaign:
        limits = [("adventure-points", "/campaign", campaign.limit)]
    limits += [("house-points", "/house_rules", rule["points"]) for rule in report.house.rules if "points" in rule]
    for code, place, limit in limits:
        cost = price(parts, report.table, report.guesses, limit, _fined(report))
        if cost.broken:
            report.broken(code, [place])
        elif cost.open:
            report.left_open(code, cost.unknown, cost.read)
    lowest = min((limit for _, _, limit in limits if limit is not None), default=None)
    return {"total": cost.total, "known": cost.known, "limit": lowest}


def _fined(report: LegionReport) -> bool:
    """Return whether penalties are added to the price."""
    return "attack-wing/cost-penalty" not in report.house.waived()


def _cards_that_cannot_be(report: LegionReport) -> None:
    """Report unknown, misplaced and retired cards."""
    table = report.table
    for places in table.unknown.values():
        report.broken("unknown-card", places)
    for place in table.misplaced:
        report.broken("not-equippable", [place])
    retired: dict[str, list[str]] = {}
    for place, card, _ in table.cards:
        if "retired" in card:
            retired.setdefault(card["slug"], []).append(place)
    for places in retired.values():
        report.broken("retired-card", places)


def _soldiers(report: LegionReport, creature: Creature) -> None:
    """A troop has 1 to 6 soldiers (p. 30), any other creature is one figure."""
    soldiers = creature.soldiers
    if soldiers is None:
        return

    def wrong(look: WorldReader) -> bool:
        return not 1 <= soldiers <= (LARGEST_TROOP if look(creature.card, "/troop") else 1)

    report.decide("troop-size", [creature.place + "/soldiers"], wrong)


def _bearer(report: LegionReport, creature: Creature) -> None:
    """Check an upgrade's requirements of its bearer (p. 29), and of a spell's level (p. 30)."""
    for upgrade in creature.upgrades:
        card = upgrade.card
        for number in range(len(card["requires"] or [None])):

            def fails(look: WorldReader, card: Card = card, number: int = number) -> bool:
                clauses: list[dict[str, Any]] = look(card, "/requires")
                return number < len(clauses) and not holds(clauses[number], creature.card, look)

            report.decide("equip-restriction", [upgrade.place], fails)
        if card["kind"] == "spell":

            def too_low(look: WorldReader, card: Card = card) -> bool:
                minimum = look(card, "/minimum_level")
                return bool(look(creature.card, "/level") < minimum)

            report.decide("spell-level", [upgrade.place], too_low)


def _exclusions(report: LegionReport, creature: Creature) -> None:
    """Some upgrades forbid another with a keyword on the same creature (p. 29)."""

    def forbids(card: Card, other: Card, look: WorldReader) -> bool:
        words = {word for clause in look(card, "/excludes") for word in clause["keyword"]}
        return bool(words) and bool(words & set(look(other, "/keywords")))

    # Copies of one upgrade are one side of a clash; that there are copies is another rule's matter.
    places: dict[str, list[str]] = {}
    for upgrade in creature.upgrades:
        places.setdefault(upgrade.card["slug"], []).append(upgrade.place)
    cards = {upgrade.card["slug"]: upgrade.card for upgrade in creature.upgrades}
    for one, other in itertools.combinations_with_replacement(cards, 2):
        if one != other or len(places[one]) > 1:

            def clash(look: WorldReader, card: Card = cards[one], other: Card = cards[other]) -> bool:
                return forbids(card, other, look) or forbids(other, card, look)

            report.decide("keyword-exclusion", places[one] + places[other], clash)

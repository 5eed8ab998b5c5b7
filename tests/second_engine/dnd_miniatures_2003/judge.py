"""The second judge of warbands of the original edition, by its FAQ and the formats of its publisher."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.second_engine.collection import check_collection
from tests.second_engine.dnd_miniatures.conditions import holds
from tests.second_engine.dnd_miniatures.fact_domains import SIZES
from tests.second_engine.dnd_miniatures.layout import (
    Figure,
    Warband,
    by_card,
    cards_that_cannot_be,
    lay_out,
    not_opened,
)
from tests.second_engine.dnd_miniatures.unique_names import name_part, number_of_groups, sure_groups
from tests.second_engine.dnd_miniatures_2003.fact_domains import FactDomains
from tests.second_engine.dnd_miniatures_2003.factions import faction
from tests.second_engine.dnd_miniatures_2003.minions import WarbandParts, minions, seen_before
from tests.second_engine.dnd_miniatures_2003.point_limits import points_of, within_limits
from tests.second_engine.dnd_miniatures_2003.units import units
from tests.second_engine.judge import BaseJudge, answer, kept_out, lists, not_played_at, shares
from tests.second_engine.places import Card, folded, title
from tests.second_engine.possible_worlds import WorldReader
from tests.second_engine.report import Report
from tests.second_engine.world_generator import World

JUDGE = BaseJudge(
    game="dnd-miniatures-2003",
    guessing=FactDomains,
    warnings=frozenset({"retired-card", "difficult"}),
    optional=frozenset({"limited-pool"}),
)


def judge(world: World, legion: Mapping[str, Any]) -> dict[str, Any]:
    """Judge a warband, or the warbands of several players one by one."""
    warbands = [lay_out(world.cards, line, pointer) for line, pointer in lists(legion)]
    standing = [one for warband in warbands for one in warband.standing]
    report = JUDGE.report(world, legion, standing)
    form = report.format
    limit = legion.get("points", form["points"])
    row = next((row for row in form.get("sizes", []) if row["points"] == limit), {})
    cards_that_cannot_be(report, warbands)
    kept_out(report, world, legion, standing)
    not_played_at(report, legion)
    figures = [figure for warband in warbands for figure in warband.figures]
    check_collection(report, world, legion, [(one.place, one.card, one.copies) for one in figures])
    musters = {warband.at: WarbandParts(warband, form) for warband in warbands}
    for warband in warbands:
        if warband.at:
            check_collection(
                report, world, warband.line, [(one.place, one.card, one.copies) for one in warband.figures]
            )
        muster = musters[warband.at]
        faction(report, warband, muster)
        requires(report, muster)
        minions(report, world, warband, muster)
        not_opened(report, "limited-pool", world.cards, warband)
        terrain_tiles(report, warband, form)
        difficult(report, warband, muster)
        units(report, warband)
        count(report, warband, muster, row)
        cost_cap(report, muster, row)
        size(report, muster, row)
        if "unique_names" in form:
            unique(report, muster, contained=form["unique_names"] == "contained")
    within_limits(report, musters, limit, "/points" if "points" in legion else "")
    return answer(
        report,
        points_of(report, list(musters.values()), None if "team" in legion else limit),
        shares(legion, lambda pointer: points_of(report, [musters[pointer]], None), limit),
    )


def requires(report: Report, muster: WarbandParts) -> None:
    """A creature that requires another needs at least one of it (FAQ, Requires CREATURE)."""
    for one in muster.on_the_table:
        if one.card["requires"] is None and seen_before(one.card, muster.on_the_table):
            continue
        for number in range(len(one.card["requires"] or [None])):

            def alone(look: WorldReader, figure: Any = one, number: int = number) -> bool:
                rows = look(figure.card, "/requires")
                if number >= len(rows):
                    return False
                others = [other for other in muster.on_the_table if other is not figure or figure.copies > 1]
                return not any(holds(rows[number], other.card, look) for other in others)

            report.decide("requires", [one.place], alone)


def terrain_tiles(report: Report, warband: Warband, form: Mapping[str, Any]) -> None:
    """Terrain tiles are part of the warband; their number depends on the format (FAQ, Terrain Tiles)."""
    required = {row["name"]: row["number"] for row in form.get("numbers", [])}.get("tiles")
    number = len(warband.line.get("tiles", []))
    if required is not None and number != required:
        place = f"{warband.at}/tiles" if "tiles" in warband.line else warband.at
        report.broken("terrain-tiles", [place], {"tiles": number, "wanted": required})


def difficult(report: Report, warband: Warband, muster: WarbandParts) -> None:
    """An over-difficult creature of the right faction is legal, but nobody can command it (FAQ, Summon, Dire Rat)."""
    chosen = warband.line.get("faction")
    for card, places, _ in by_card(muster.chosen):

        def beyond_command(look: WorldReader, card: Card = card) -> bool:
            if look(card, "/commander") or look(card, "/self_command"):
                return False
            if chosen is not None and chosen not in look(card, "/factions"):
                return False
            leading = [one.card for one in muster.chosen if look(one.card, "/commander")]
            ratings = [max(1, look(commander, "/commander_rating")) for commander in leading]
            return bool(look(card, "/difficult") > max(ratings, default=0))

        ratings = [one.card["commander_rating"] for one in muster.chosen if one.card["commander"]]
        facts = {"creature": title(card), "difficult": card["difficult"]}
        facts |= {"best": max(ratings)} if ratings and None not in ratings else {}
        perhaps = any(one.card["commander"] is None for one in muster.chosen)
        report.decide("difficult", places, beyond_command, None if perhaps else facts)


def count(report: Report, warband: Warband, muster: WarbandParts, row: Mapping[str, Any]) -> None:
    """At most as many creatures as the format says, familiars apart; whether minions count is open."""
    most = row.get("creatures_at_most")
    if most is None:
        return

    def counting(figures: Sequence[Figure], look: WorldReader) -> int:
        return sum(one.copies for one in figures if not is_familiar(one.card, look))

    everybody = [*muster.counted, *muster.perhaps_counted]
    answers = report.ask(lambda look: tuple(counting(of, look) > most for of in (muster.counted, everybody)))
    if all(over for over, _ in answers.values):
        fewest = min(report.ask(lambda look: counting(muster.counted, look)).values)
        facts = {"creatures": fewest, "limit": row["points"], "most": most}
        report.broken("creature-count", [f"{warband.at}/picks"], facts)
        return
    if (False, True) in answers.values:
        places = [one.place for one in muster.perhaps_counted if one.card.get("familiar") is not True]
        report.leave_to_reading("minions", "creature-count", places)
    if len(set(answers.values)) > 1:
        report.left_open("creature-count", answers.deciding(), answers.facts)


def is_familiar(card: Card, look: WorldReader) -> bool:
    """Return whether a creature is a familiar; it is not if its card has no such fact."""
    return bool(look(card, "/familiar")) if "familiar" in card else False


def cost_cap(report: Report, muster: WarbandParts, row: Mapping[str, Any]) -> None:
    """No creature costs more than the format allows; whether a minion may is open."""
    most = row.get("creature_cost_at_most")
    if most is None:
        return

    def too_dear(look: WorldReader, card: Card) -> bool:
        return bool(look(card, "/cost") > most)

    for card, places, _ in by_card(muster.counted):
        facts = {"cost": card["cost"], "creature": title(card), "limit": row["points"], "most": most}
        report.decide("creature-cost-cap", places, lambda look, card=card: too_dear(look, card), facts)
    for card, places, _ in by_card(muster.perhaps_counted):
        answers = report.ask(lambda look, card=card: too_dear(look, card))
        if any(answers.values):
            report.leave_to_reading("minions", "creature-cost-cap", places)
        if len(set(answers.values)) > 1:
            report.left_open("creature-cost-cap", answers.deciding(), answers.facts)


def size(report: Report, muster: WarbandParts, row: Mapping[str, Any]) -> None:
    """No creature is larger than the format allows. This includes minions, even if they do not count otherwise."""
    largest = row.get("largest_size")
    for card, places, _ in by_card(muster.on_the_table) if largest else []:
        allowed = SIZES[: SIZES.index(str(largest)) + 1]
        if card["size"] is None and any(row.get("largest_size") in allowed for row in card.get("fielded", [])):
            continue

        def too_large(look: WorldReader, card: Card = card) -> bool:
            return SIZES.index(look(card, "/size")) > SIZES.index(str(largest))

        facts = {"creature": title(card), "largest": largest, "limit": row["points"], "size": card["size"]}
        report.decide("size", places, too_large, facts)


def unique(report: Report, muster: WarbandParts, *, contained: bool) -> None:
    """No two unique creatures of one name, as the format compares names."""

    def clash(look: WorldReader, card: Card, other: Card) -> bool:
        if not (look(card, "/unique") and look(other, "/unique")):
            return False
        if card["slug"] == other["slug"]:
            return True
        names = [folded(look(named, "/name")) for named in (card, other)]
        if not contained:
            return names[0] == names[1]
        return any(_within(name_part(names[a]), names[b]) for a, b in ((0, 1), (1, 0)))

    for group in sure_groups(report, muster.on_the_table, clash):
        standing = [one for one in muster.on_the_table if one.place in group]
        names = [name_part(title(one.card)) if contained else title(one.card) for one in standing]
        facts = {"copies": sum(one.copies for one in standing), "name": min(names, key=lambda name: (len(name), name))}
        report.broken("unique", group, facts)
    numbers = number_of_groups(report, muster.on_the_table, clash)
    if len(set(numbers.values)) > 1:
        report.left_open("unique", numbers.deciding(), numbers.facts)
    report.touch("unique", numbers.facts)


def _within(name: str, other: str) -> bool:
    """Return whether a name is contained in another, word by word."""
    words, among = name.replace(",", " ").split(), other.replace(",", " ").split()
    return any(among[start : start + len(words)] == words for start in range(len(among)))

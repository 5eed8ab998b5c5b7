"""The second judge of warbands of 2008, by the numbers of its comprehensive rules."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.second_engine.collection import check_collection
from tests.second_engine.dnd_miniatures.fact_domains import SIZES
from tests.second_engine.dnd_miniatures.layout import (
    Figure,
    Warband,
    by_card,
    cards_that_cannot_be,
    lay_out,
    not_opened,
)
from tests.second_engine.dnd_miniatures.waivers import check_unless_waived, first_waiving_card
from tests.second_engine.dnd_miniatures_2008.champions import champions_that_waive
from tests.second_engine.dnd_miniatures_2008.fact_domains import FACTIONS, FactDomains
from tests.second_engine.dnd_miniatures_2008.point_limits import points, within
from tests.second_engine.dnd_miniatures_2008.unique_names import unique
from tests.second_engine.judge import BaseJudge, answer, kept_out, lists, not_played_at, shares
from tests.second_engine.places import Card, by_any_slug, title, title_of_rules
from tests.second_engine.possible_worlds import WorldReader
from tests.second_engine.report import Report
from tests.second_engine.world_generator import World

GAME = "dnd-miniatures-2008"
JUDGE = BaseJudge(
    game=GAME,
    guessing=FactDomains,
    warnings=frozenset({"retired-card"}),
    optional=frozenset({"sealed-pool", "beta-card"}),
)


def judge(world: World, legion: Mapping[str, Any]) -> dict[str, Any]:
    """Judge a warband, or the warbands of several players one by one except for their shared limit."""
    warbands = [lay_out(world.cards, line, pointer) for line, pointer in lists(legion)]
    standing = [one for warband in warbands for one in warband.standing]
    report = JUDGE.report(world, legion, standing)
    form = report.format
    limit = legion.get("points", form["points"])
    place = "/points" if "points" in legion else ""
    rows = form.get("sizes", [])
    row = next((row for row in rows if row["points"] == limit), None)
    cards_that_cannot_be(report, warbands)
    kept_out(report, world, legion, standing)
    figures = [figure for warband in warbands for figure in warband.figures]
    check_collection(report, world, legion, [(one.place, one.card, one.copies) for one in figures])
    not_played_at(report, legion, [one["points"] for one in rows])
    players = {row["name"]: row["number"] for row in form.get("numbers", [])}.get("players")
    if players is not None and len(legion.get("team", [])) >= players:
        facts = {"format": title_of_rules(form), "players": players, "team": len(legion["team"])}
        report.broken("team-not-allowed", ["/team"], facts)
    for warband in warbands:
        if warband.at:
            check_collection(
                report, world, warband.line, [(one.place, one.card, one.copies) for one in warband.figures]
            )
        faction(report, warband)
        battle_map(report, world, warband, row, limit)
        count(report, warband, row, limit)
        cost_cap(report, warband, row, limit)
        size(report, warband, row or _largest(rows), limit if row else None)
        alignment_mix(report, warband)
        unique(report, warband, form)
        not_opened(report, "sealed-pool", world.cards, warband)
        beta_card(report, warband)
    by_list = {warband.at: warband for warband in warbands}
    within(report, by_list, limit, place)
    return answer(
        report,
        points(report, list(by_list.values()), None if "team" in legion else limit),
        shares(legion, lambda pointer: points(report, [by_list[pointer]], None), limit),
    )


def faction(report: Report, warband: Warband) -> None:
    """One of the four factions is chosen (101.1); a creature of several belongs to each of them (205.2)."""
    chosen = warband.line.get("faction")
    if chosen is None:
        known = [set(one.card["factions"]) for one in warband.figures if one.card["factions"] is not None]
        fitting = sorted(set.intersection(*known)) if known else []
        # No faction needs to be chosen if factions do not count (108.2.c).
        if f"{GAME}/faction" not in report.format.get("waives", []):
            report.broken("faction", [warband.at], {"factions": sorted(FACTIONS), "fitting": fitting})
    elif chosen not in FACTIONS:
        report.broken("faction", [f"{warband.at}/faction"], {"faction": chosen, "factions": sorted(FACTIONS)})
    else:
        for card, places, _ in by_card(warband.figures):

            def foreign(look: WorldReader, card: Card = card) -> bool:
                return chosen not in look(card, "/factions")

            facts = {"creature": title(card), "faction": chosen, "factions": sorted(card["factions"] or [])}
            check_unless_waived(
                report, "faction", places, foreign, champions_that_waive(warband, "faction", card), facts
            )


def battle_map(
    report: Report, world: World, warband: Warband, row: Mapping[str, Any] | None, limit: int | None
) -> None:
    """Exactly one battle map, of the area that the size of game asks for (101.2-101.6)."""
    required = (row or {}).get("map")
    if "map" not in warband.line:
        report.broken("battle-map", [warband.at], {"wanted": required} if required else {})
        return
    card = by_any_slug(world.cards).get(warband.line["map"])
    if card is not None and card["kind"] == "battle-map" and required:
        facts = {"area": card["area"], "limit": limit, "map": title(card), "wanted": required}
        report.decide("battle-map", [f"{warband.at}/map"], lambda look: look(card, "/area") != required, facts)


def count(report: Report, warband: Warband, row: Mapping[str, Any] | None, limit: int | None) -> None:
    """At least one creature, and at most as many as the size of game allows (101.2-101.6)."""
    if row is None:
        return
    all_, at = sum(one.copies for one in warband.figures), [f"{warband.at}/picks"]
    least, most = row.get("creatures_at_least", 0), row.get("creatures_at_most")
    if all_ < least and not warband.lacking:
        report.broken("creature-count", at, {"least": least, "limit": limit})
    if most is None or all_ <= most:
        return

    def too_many(look: WorldReader) -> bool:
        def excused(figure: Figure) -> bool:
            return bool(list(champions_that_waive(warband, "creature-count", figure.card)(look)))

        return sum(one.copies for one in warband.figures if not excused(one)) > most

    answers = report.ask(too_many)
    facts = {"creatures": all_, "limit": limit, "most": most}
    if all(answers.values):
        report.broken("creature-count", at, facts)
    elif any(answers.values):
        report.left_open("creature-count", answers.deciding(), answers.facts)
    else:
        report.excused("creature-count", at, facts, first_waiving_card(report, _of_any(warband, "creature-count")))


def _of_any(warband: Warband, code: str) -> Callable[[WorldReader], list[Card]]:
    """Return a function for the champions that waive a rule for any creature of the warband."""
    return lambda look: [
        champion for one in warband.figures for champion in champions_that_waive(warband, code, one.card)(look)
    ]


def cost_cap(report: Report, warband: Warband, row: Mapping[str, Any] | None, limit: int | None) -> None:
    """No creature above the cap of the size of game, by its printed cost (101.2-101.4, 206.1.a)."""
    most = (row or {}).get("creature_cost_at_most")
    for card, places, _ in by_card(warband.figures) if most is not None else []:

        def too_dear(look: WorldReader, card: Card = card) -> bool:
            return bool(look(card, "/cost") > most)

        facts = {"cost": card["cost"], "creature": title(card), "limit": limit, "most": most}
        excusers = champions_that_waive(warband, "creature-cost-cap", card)
        check_unless_waived(report, "creature-cost-cap", places, too_dear, excusers, facts)


def size(report: Report, warband: Warband, row: Mapping[str, Any] | None, limit: int | None) -> None:
    """No Huge creature below 400 points, and none larger than Huge ever (105.2.b)."""
    largest = (row or {}).get("largest_size")
    for card, places, _ in by_card(warband.figures) if largest else []:

        def too_large(look: WorldReader, card: Card = card) -> bool:
            return SIZES.index(look(card, "/size")) > SIZES.index(str(largest))

        facts = {"creature": title(card), "largest": largest, "size": card["size"]}
        facts |= {} if limit is None else {"limit": limit}
        check_unless_waived(report, "size", places, too_large, champions_that_waive(warband, "size", card), facts)


def _largest(scenarios: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """Return the largest size that any point limit allows, for a limit that no scenario has."""
    sizes = [row.get("largest_size", SIZES[-1]) for row in scenarios]
    return {"largest_size": max(sizes, key=SIZES.index)} if sizes else {}


def alignment_mix(report: Report, warband: Warband) -> None:
    """No Good creatures with Evil ones (105.2.c): one finding for the warband, of those that clash."""

    def sides(look: WorldReader, figures: list[Figure]) -> bool:
        return {"good", "evil"} <= {look(one.card, "/alignment") for one in figures}

    def excused(look: WorldReader, figure: Figure) -> bool:
        return bool(list(champions_that_waive(warband, "alignment-mix", figure.card)(look)))

    def clash(look: WorldReader) -> bool:
        return sides(look, [one for one in warband.figures if not excused(look, one)])

    answers = report.ask(clash)
    if all(answers.values):
        counted = [
            figure for figure in warband.figures if report.sure(lambda look, figure=figure: not excused(look, figure))
        ]
        report.broken("alignment-mix", *_by_alignment(counted))
    elif any(answers.values):
        report.left_open("alignment-mix", answers.deciding(), answers.facts)
    elif report.sure(lambda look: sides(look, warband.figures)):
        clashing = [one for one in warband.figures if one.card["alignment"] != "none"]

        def excusers(look: WorldReader) -> list[Card]:
            return [
                champion
                for one in clashing
                for champion in champions_that_waive(warband, "alignment-mix", one.card)(look)
            ]

        report.excused("alignment-mix", *_by_alignment(warband.figures), first_waiving_card(report, excusers))


def _by_alignment(figures: list[Figure]) -> tuple[list[str], dict[str, Any]]:
    """Return the places of creatures that are known to be good or evil, and their names."""
    sides = {side: [one for one in figures if one.card["alignment"] == side] for side in ("good", "evil")}
    names = {side: sorted({title(one.card) for one in some}) for side, some in sides.items()}
    return [one.place for some in sides.values() for one in some], names


def beta_card(report: Report, warband: Warband) -> None:
    """Beta cards are not legal in sanctioned play (202.5.f)."""
    for card, places, _ in by_card(warband.figures):

        def is_beta(look: WorldReader, card: Card = card) -> bool:
            return bool(look(card, "/beta"))

        report.decide("beta-card", places, is_beta, {"creature": title(card)})

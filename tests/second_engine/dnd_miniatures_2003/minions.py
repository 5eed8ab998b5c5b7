"""Minions, and creatures to be summoned: which of them count as creatures of the warband (FAQ, Minions and Summon)."""

from collections.abc import Iterable, Mapping
from typing import Any

from tests.second_engine.dnd_miniatures.conditions import all_hold
from tests.second_engine.dnd_miniatures.layout import Figure, Warband
from tests.second_engine.places import Card, by_any_slug, title
from tests.second_engine.possible_worlds import WorldReader
from tests.second_engine.report import Report
from tests.second_engine.world_generator import World


class WarbandParts:
    """The figures of a warband by how they come into it, as the format settles the open questions."""

    def __init__(self, warband: Warband, form: Mapping[str, Any]) -> None:
        self.form = form
        figures = warband.figures
        self.summoned = [one for one in figures if "summoned_by" in one.line]
        self.minions = [one for one in figures if "minion_of" in one.line and one not in self.summoned]
        self.chosen = [one for one in figures if one not in self.summoned and one not in self.minions]
        self.on_the_table = [one for one in figures if one not in self.summoned]
        interpretation = self.settled("minions")
        self.counted = self.on_the_table if interpretation == "counted" else self.chosen
        self.perhaps_counted = self.minions if interpretation is None else []

    def settled(self, question: str) -> str | None:
        """Return the reading by which the format settles a question."""
        return {row["question"]: row["reading"] for row in self.form.get("settles", [])}.get(question)


def minions(report: Report, world: World, warband: Warband, muster: WarbandParts) -> None:
    """A minion comes with a creature whose card brings it, and no more of them than the card says."""
    known = by_any_slug(world.cards)
    groups: dict[str, list[Figure]] = {}
    for one in muster.minions:
        slug = one.line["minion_of"]
        groups.setdefault(known.get(slug, {"slug": slug})["slug"], []).append(one)
    for slug, figures in groups.items():
        masters = [one for one in muster.chosen if one.card["slug"] == slug]
        if masters:
            _check_minions(report, masters, figures)
            continue
        name = title(known[slug]) if slug in known else slug
        for one in figures:
            report.broken("minions", [one.place], {"master": name, "minion": title(one.card)})


def _check_minions(report: Report, masters: list[Figure], figures: list[Figure]) -> None:
    """Check minions against the card of the creature that brings them."""
    master, places = masters[0].card, [one.place for one in figures]
    copies = sum(one.copies for one in masters)
    none = report.ask(lambda look: not look(master, "/minions"))
    if all(none.values):
        report.broken("minions", places, {"master": title(master)})
        return
    if any(none.values):
        report.left_open("minions", none.deciding(), none.facts)
        return
    [row] = master["minions"]
    for one in figures:

        def of_another_kind(look: WorldReader, card: Card = one.card) -> bool:
            return not all_hold(row["for"], card, look)

        report.decide("minions", [one.place], of_another_kind, {"bringer": title(master), "minion": title(one.card)})

    def fitting(look: WorldReader) -> list[Figure]:
        """Return the figures that the creature brings; the others are not checked further."""
        return [one for one in figures if all_hold(row["for"], one.card, look)]

    def number(look: WorldReader) -> int:
        return sum(one.copies for one in fitting(look))

    def cost(look: WorldReader) -> int:
        return sum(look(one.card, "/cost") * one.copies for one in fitting(look))

    sure = [figure for figure in figures if report.sure(lambda look, figure=figure: figure in fitting(look))]
    places = [one.place for one in sure]
    if "count" in row:
        most = row["count"] * copies
        facts = {"bringer": title(master), "brought": sum(one.copies for one in sure), "most": most}
        report.decide("minions", places, lambda look: number(look) > most, facts)
    if "points" in row:
        most_points = row["points"] * copies
        facts = {"bringer": title(master), "cost": min(report.ask(cost).values), "points": most_points}
        report.decide("minions", places, lambda look: cost(look) > most_points, facts)


def seen_before(card: Card, figures: Iterable[Figure], faction: str | None = None) -> bool:
    """Return whether a published warband has the card next to these figures, in that faction if one is given."""
    standing = [slug for one in figures for slug in [one.card["slug"]] * one.copies]
    standing.remove(card["slug"])
    return any(
        set(row["beside"]) <= set(standing) and faction in (None, row["faction"]) for row in card.get("fielded", [])
    )

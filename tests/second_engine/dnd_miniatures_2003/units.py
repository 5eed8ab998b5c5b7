"""Units of Mass Battles (FAQ, Mass Battles Rules Questions, Units)."""

from tests.second_engine.dnd_miniatures.layout import Warband
from tests.second_engine.places import Card, title
from tests.second_engine.possible_worlds import WorldReader
from tests.second_engine.report import Report

#: The classes that are neither player-character nor prestige classes.
COMMON = {"adp", "ari", "com", "exp", "war"}


def units(report: Report, warband: Warband) -> None:
    """One attached creature for each unit, a commander or a unique one; no heroes' classes in formed units."""
    named = {one.line["unit"] for one in warband.figures if "unit" in one.line}
    attached = [one for one in warband.figures if "attached_to" in one.line]
    for unit in dict.fromkeys(one.line["attached_to"] for one in attached):
        theirs = [one for one in attached if one.line["attached_to"] == unit]
        if unit not in named:
            report.broken("unit-attachment", [one.place for one in theirs], {"missing": unit})
        number = sum(one.copies for one in theirs)
        if number > 1 and unit in named:
            report.broken("unit-attachment", [one.place for one in theirs], {"attached": number, "unit": unit})
        for one in theirs:

            def is_neither(look: WorldReader, card: Card = one.card) -> bool:
                return not (look(card, "/commander") or look(card, "/unique"))

            report.decide("unit-attachment", [one.place], is_neither, {"creature": title(one.card), "unit": unit})
    formed = {one.line["unit"] for one in warband.figures if "unit" in one.line and one.line.get("formed")}
    for one in warband.figures:
        if one.line.get("unit") in formed:

            def has_class(look: WorldReader, card: Card = one.card) -> bool:
                return bool(set(look(card, "/classes")) - COMMON)

            facts = {
                "classes": sorted(set(one.card["classes"] or []) - COMMON),
                "creature": title(one.card),
                "unit": one.line["unit"],
            }
            report.decide("formed-unit-class", [one.place], has_class, facts)

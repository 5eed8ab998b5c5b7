"""Battlefield tiles and the treasure on them (pp. 4-6, 15)."""

from tests.second_engine.dungeon_command.layout import Warband
from tests.second_engine.possible_worlds import WorldReader
from tests.second_engine.report import Report


def are_of_size(look: WorldReader, warband: Warband, size: str) -> int:
    """Return the number of tiles of a size."""
    return sum(look(card, "/size") == size for _, card, _ in warband.tiles)


def wrong_sizes(report: Report, code: str, warband: Warband, large: int, small: int) -> None:
    """Check for that many large and small tiles, no more and no fewer."""
    known = [card["size"] for _, card, _ in warband.tiles]
    facts = {"large": known.count("large"), "small": known.count("small"), "of_large": large, "of_small": small}

    def wrong(look: WorldReader) -> bool:
        return (are_of_size(look, warband, "large"), are_of_size(look, warband, "small")) != (large, small)

    report.decide(code, [f"{warband.at}/tiles"], wrong, facts)


def tiles(report: Report, warband: Warband) -> None:
    """Two large tiles and two small ones, of which one has the Start area. A list without tiles is not checked."""
    if not warband.line.get("tiles"):
        return
    wrong_sizes(report, "tiles", warband, 2, 2)

    def starts(look: WorldReader) -> list[str]:
        return [place for place, card, _ in warband.tiles if look(card, "/size") == "small" and look(card, "/start")]

    report.decide("tiles", [f"{warband.at}/tiles"], lambda look: not starts(look), {"starts": 0})
    sure = [place for place, card, _ in warband.tiles if card["size"] == "small" and card["start"]]
    report.decide("tiles", sure, lambda look: len(starts(look)) > 1, {"starts": len(sure)})


def treasure(report: Report, warband: Warband) -> None:
    """A chest marker for each Treasure square on the tiles, and as many tokens as the markers require."""
    if not warband.line.get("tiles"):
        _for_no_tiles(report, warband)
        return
    treasure_line = warband.line.get("treasure", {"chests": [], "tokens": 0})
    place = f"{warband.at}/treasure" if "treasure" in warband.line else f"{warband.at}/tiles"
    known = sum(card["treasure_squares"] or 0 for _, card, _ in warband.tiles)

    def too_few(look: WorldReader) -> bool:
        return sum(look(card, "/treasure_squares") for _, card, _ in warband.tiles) > len(treasure_line["chests"])

    report.decide("treasure-supply", [place], too_few, {"squares": known, "chests": len(treasure_line["chests"])})
    if (numbers := sum(treasure_line["chests"])) > treasure_line["tokens"]:
        report.broken("treasure-supply", [place], {"numbers": numbers, "tokens": treasure_line["tokens"]})


def _for_no_tiles(report: Report, warband: Warband) -> None:
    """Check that a list without tiles has no markers and tokens (p. 4): their required number would be unknown."""
    treasure_line = warband.line.get("treasure", {"chests": [], "tokens": 0})
    facts = {"chests": len(treasure_line["chests"]), "tokens": treasure_line["tokens"]}
    if any(facts.values()):
        report.broken("treasure-without-tiles", [f"{warband.at}/treasure"], facts)

"""Playable orders (pp. 11-13) and first deployments (p. 6): every creature is tried."""

from typing import Any

from tests.second_engine.dungeon_command.layout import Warband, by_card, copies
from tests.second_engine.places import Card, title
from tests.second_engine.possible_worlds import WorldReader
from tests.second_engine.report import Report

ABILITIES = {
    "str": "Strength",
    "dex": "Dexterity",
    "con": "Constitution",
    "int": "Intelligence",
    "wis": "Wisdom",
    "cha": "Charisma",
}


class Playing:
    """An order and the creatures of a warband, in one world."""

    def __init__(self, warband: Warband, order: Card, look: WorldReader) -> None:
        self.creatures = warband.of("creature")
        self.order = order
        self.look = look

    def is_required(self, creature: Card) -> bool:
        """Return whether it has every keyword that the order requires (p. 11)."""
        keywords = set(self.look(creature, "/keywords"))
        return all(keywords & set(clause["keyword"]) for clause in self.look(self.order, "/requires"))

    def has_affinity(self, creature: Card) -> bool:
        """Return whether it may ignore ability and level (p. 11)."""
        affinity = set(self.look(self.order, "/affinity"))
        return bool(affinity and affinity & set(self.look(creature, "/keywords")))

    def has_ability(self, creature: Card) -> bool:
        ability = self.look(self.order, "/ability")
        return ability == "any" or ability in self.look(creature, "/abilities")

    def together(self) -> int:
        """Return the total level of the acting creature and all that can assist it (p. 12): all with the ability."""
        return sum(self.look(card, "/level") * count for _, card, count in self.creatures if self.has_ability(card))

    def reaches(self) -> bool:
        return self.together() >= int(self.look(self.order, "/level"))

    def can_play(self, creature: Card) -> bool:
        if not self.is_required(creature):
            return False
        return self.has_affinity(creature) or (self.has_ability(creature) and self.reaches())

    def players(self) -> list[Card]:
        return [card for _, card, _ in self.creatures if self.can_play(card)]


def orders(report: Report, warband: Warband) -> None:
    """Each order can be played by some creature; one with a ranged attack by one with ranged damage."""
    if not warband.of("creature"):
        return
    for order, places, _ in by_card(warband.of("order")):

        def unplayable(look: WorldReader, order: Card = order) -> bool:
            return not Playing(warband, order, look).players()

        def no_ranged(look: WorldReader, order: Card = order) -> bool:
            players = Playing(warband, order, look).players()
            return bool(
                look(order, "/ranged_attack") and players and not any(look(card, "/ranged") for card in players)
            )

        report.decide("unplayable-order", places, unplayable, _why(report, warband, order))
        report.decide("ranged-order-unusable", places, no_ranged, {"order": title(order)})


def _why(report: Report, warband: Warband, order: Card) -> dict[str, Any] | None:
    """Return the missing requirement: a keyword, the ability (or affinity), or the level; None if worlds differ."""

    def lacking(look: WorldReader) -> str:
        playing = Playing(warband, order, look)
        required = [card for _, card, _ in playing.creatures if playing.is_required(card)]
        if not required:
            return "keyword"
        return "level" if any(playing.has_ability(card) for card in required) else "ability"

    facts: dict[str, Any] = {"order": title(order)}
    required = [clause["keyword"] for clause in order["requires"] or []]
    keywords = sorted({word for words in required for word in words})
    why = set(report.ask(lacking).values)
    if why == {"keyword"}:
        return facts | {"requires": keywords}
    if why == {"ability"} and order["ability"]:
        return facts | {
            "ability": ABILITIES[order["ability"]],
            "affinity": sorted(order["affinity"] or []),
            "of": keywords,
        }
    together = set(report.ask(lambda look: Playing(warband, order, look).together()).values)
    if why == {"level"} and len(together) == 1 and order["ability"] and order["level"]:
        with_ability = [] if order["ability"] == "any" else [ABILITIES[order["ability"]]]
        return facts | {"level": order["level"], "together": together.pop(), "with_ability": with_ability}
    return None


def opening_deploy(report: Report, warband: Warband) -> None:
    """A first deployment has at least one creature, within the starting Leadership (p. 6)."""
    commanders, creatures = warband.of("commander"), warband.of("creature")
    if copies(commanders) != 1 or not creatures:
        return
    [(place, commander, _)] = commanders

    def too_high(look: WorldReader) -> bool:
        return min(look(card, "/level") for _, card, _ in creatures) > look(commander, "/leadership")

    lowest = min((card["level"] for _, card, _ in creatures if card["level"]), default=None)
    facts = {"commander": title(commander), "leadership": commander["leadership"], "lowest": lowest}
    report.decide("opening-deploy", [place], too_high, facts)

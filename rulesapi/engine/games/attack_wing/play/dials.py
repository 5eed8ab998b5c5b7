"""Maneuver dials of creatures, and the revealed maneuver if it is known (p. 9-10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulesapi.engine.games.attack_wing.play.parts import Creature
from rulesapi.engine.resolutions.model import Breach, Course, Missing, Step, TableFacts
from rulesapi.engine.values.messages import phrase
from rulesapi.engine.values.model import Document, value_object

MANEUVER_CARD = "maneuver-card"
PIVOT = "pivot"
TO_A_SIDE = ("bank", "turn")
"""Bearings to the left or the right."""
DIALS = {"air": "flight", "ground": "ground"}
"""The dial that a creature uses on each play level (p. 9)."""


@value_object
class Dials:
    """The maneuvers of a creature's dials, and the slug of their card, which is empty if the players state them."""

    card: str
    maneuvers: tuple[Document, ...]

    def missing(self, pointer: str) -> Missing:
        """Return the missing fact of the maneuvers on the dials."""
        return Missing(self.card, "/maneuvers", pointer, "not-on-dial")


def class_cards(creature: Document, cards: Mapping[str, Document]) -> list[Document]:
    """Return the maneuver cards of a creature's class; none if its class is not known."""
    of_class = creature.get("class")
    if of_class is None:
        return []
    return [
        card
        for card in cards.values()
        if card.get("kind") == MANEUVER_CARD and card.get("class") == of_class and "retired" not in card
    ]


def class_card(creature: Document, cards: Mapping[str, Document]) -> Document | None:
    """Return the maneuver card of a creature's class, or None if there is none or more than one."""
    found = class_cards(creature, cards)
    return found[0] if len(found) == 1 else None


def played_with(card: Document, read_cards: Callable[[], Mapping[str, Document]]) -> Document | None:
    """Return the maneuver card of a creature's class; None for another card, and for an uncertain maneuver card."""
    return class_card(card, read_cards()) if card.get("kind") == "creature" else None


def find_dials(document: Document, creature: Creature, table: TableFacts) -> Course[Dials | None]:
    """Return the dials of a creature: as stated, of the named card, or of the card of its class."""
    said = document.get("maneuvers")
    if said is not None:
        return Dials("", tuple(said))
    if "maneuver_card" in document:
        card = table.cards.get(document["maneuver_card"], {})
        yield from _of_another_class(card, creature)
    else:
        card = class_card(creature.card, table.cards) or {}
    maneuvers = card.get("maneuvers")
    if maneuvers is None:
        return None
    if "maneuver_card" not in document:
        yield Step("dial-of-class", {"creature": creature.name, "card": card.get("name") or card["slug"]})
    return Dials(card["slug"], tuple(maneuvers))


def _of_another_class(card: Document, creature: Creature) -> Course[None]:
    own, of_card = creature.card.get("class"), card.get("class")
    if None not in (own, of_card) and own != of_card:
        facts = {"creature": creature.name, "class": own, "card": card.get("name") or card["slug"], "of": of_card}
        yield Breach("dial-of-another-class", ("/maneuver_card",), facts)


def shown(revealed: Document) -> dict[str, Any]:
    """Return the revealed maneuver. Unstated colors are None, and unstated sides too if the bearing has a side."""
    clear = None if revealed["bearing"] in TO_A_SIDE else "none"
    return {**revealed, "side": revealed.get("side", clear), "colour": revealed.get("colour")}


def is_maneuver(maneuver: Mapping[str, Any]) -> bool:
    """Return whether a maneuver is possible: only pivots have speed 0, only banks and turns have a side (p. 10)."""
    sided: bool = maneuver["side"] is None or (maneuver["side"] != "none") == (maneuver["bearing"] in TO_A_SIDE)
    return sided and (maneuver["speed"] == 0) == (maneuver["bearing"] == PIVOT)


def on_the_dial(
    maneuver: Mapping[str, Any], dials: Dials, dial: str | None, creature: Creature
) -> Course[list[Document] | None]:
    """Return the lines of the dial in use that a maneuver matches, or None if it is not on the dial."""
    known = {key: value for key in ("bearing", "side", "speed", "colour") if (value := maneuver[key]) is not None}
    fitting = [
        line
        for line in dials.maneuvers
        if (dial is None or line["dial"] in (dial, None)) and all(line[key] == value for key, value in known.items())
    ]
    told = {line["dial"] for line in dials.maneuvers}
    in_question = {*DIALS.values()} if dial is None else {dial}
    if fitting:
        sure = {line["dial"] for line in fitting}
        if dial is None and not in_question <= sure:
            yield Missing(creature.card.get("slug", ""), "/movement", creature.at, "not-on-dial")
        elif dial is not None and dial not in sure:
            yield dials.missing("/revealed")
    elif in_question <= told:
        yield Breach(
            "not-on-dial",
            ("/revealed",),
            {"creature": creature.name, "maneuver": maneuver_phrase(maneuver), "dial": dial},
        )
        return None
    else:
        yield dials.missing("/revealed")
    return fitting


def completed(maneuver: Mapping[str, Any], lines: list[Document]) -> Course[dict[str, Any]]:
    """Return the maneuver with its color if its lines have only one, and ask for open facts."""
    colours = {line["colour"] for line in lines}
    found = {**maneuver, "colour": maneuver["colour"] or (colours.pop() if len(colours) == 1 else None)}
    for key in ("side", "colour"):
        if found[key] is None:
            yield Missing("", f"/{key}", "/revealed", "reveal")
    return found


def maneuver_phrase(maneuver: Mapping[str, Any]) -> str:
    """Return the known parts of a maneuver as a phrase."""
    facts = {key: maneuver[key] for key in ("bearing", "speed")}
    sided = maneuver["side"] not in (None, "none")
    if maneuver["colour"] is None and sided:
        return phrase("{bearing} {side} {speed}", side=maneuver["side"], **facts)
    if maneuver["colour"] is None:
        return phrase("{bearing} {speed}", **facts)
    if sided:
        return phrase("{bearing} {side} {speed} ({colour})", side=maneuver["side"], colour=maneuver["colour"], **facts)
    return phrase("{bearing} {speed} ({colour})", colour=maneuver["colour"], **facts)

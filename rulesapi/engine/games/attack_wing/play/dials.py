"""Maneuver dials of creatures, and the revealed maneuver if it is known (p. 9-10)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from rulesapi.engine.games.attack_wing.play.parts import AIR, GROUND, PIVOT, Creature
from rulesapi.engine.resolutions.inputs import Part, number, one_of, tick
from rulesapi.engine.resolutions.model import Breach, Course, Missing, Step
from rulesapi.engine.values.messages import phrase
from rulesapi.engine.values.model import Document, value_object

MANEUVER_CARD = "maneuver-card"
TO_A_SIDE = ("bank", "turn")
"""Bearings to the left or the right."""
NEITHER = "none"
"""The side of all other bearings."""
BEARINGS = {
    "straight": "Straight",
    "bank": "Bank",
    "turn": "Turn",
    "turnabout": "Wingover or turnabout",
    "fall-back": "Fall back",
    PIVOT: "Pivot",
}
HANDS = {"left": "left", "right": "right", NEITHER: "to neither side"}
COLOURS = {"white": "white", "red": "red", "green": "green"}
MAX_SPEED = 6
DIALS = {AIR: "flight", GROUND: "ground"}
"""The dial that a creature uses on each play level (p. 9)."""


class DialPart(Part):
    """Maneuver as it is entered."""

    bearing = one_of("Bearing", BEARINGS, menu=True, asked="the bearing of the maneuver")
    side = one_of(
        "Side",
        HANDS,
        menu=True,
        shown_if=("bearing", frozenset(TO_A_SIDE)),
        omitted="none; needed for a bank or turn",
        asked="to which side the maneuver goes",
    )
    speed = number(
        "Speed", MAX_SPEED, omitted="0 for a pivot; needed for all others", asked="the speed of the maneuver"
    )

    @property
    def known_side(self) -> str | None:
        """The side; None if it is not known of a bank or turn."""
        return self.side or (None if self.bearing in TO_A_SIDE else NEITHER)

    @property
    def known_speed(self) -> int | None:
        """The speed, which is 0 for a pivot; None if it is not known."""
        return 0 if self.speed is None and self.bearing == PIVOT else self.speed

    def need_speed(self, rule: str) -> Course[int | None]:
        """Return the speed: None, yielded as missing, if it is not known."""
        return (yield from self.need(DialPart.speed, rule)) if self.known_speed is None else self.known_speed


class DialLine(DialPart):
    """Maneuver of a dial."""

    dial = one_of(
        "Dial",
        {"ground": "on the ground", "flight": "in the air"},
        menu=True,
        or_null=True,
        omitted="not known",
        asked="on which of its dials the maneuver is",
    )
    colour = one_of("Colour", COLOURS, menu=True, asked="the color of the maneuver")


class Revealed(DialPart):
    """Revealed maneuver."""

    colour = one_of(
        "Colour",
        COLOURS,
        menu=True,
        omitted="as on its dial; needed if no dial is known",
        asked="the color of the maneuver",
    )
    forced = tick("An opponent chose it, because it is exhausted", folded=True)


@value_object
class DialManeuver:
    """A maneuver of a dial, which is None if it is not known which dial has it."""

    dial: str | None
    bearing: str
    side: str
    speed: int
    colour: str


@value_object
class ShownManeuver:
    """A revealed maneuver. Its side and its color are None as long as they are not known."""

    bearing: str
    side: str | None
    speed: int
    colour: str | None

    @property
    def possible(self) -> bool:
        """True unless a speed or a side does not go with the bearing (p. 10)."""
        sided = self.side is None or (self.side != NEITHER) == (self.bearing in TO_A_SIDE)
        return sided and (self.speed == 0) == (self.bearing == PIVOT)

    def may_be(self, line: DialManeuver) -> bool:
        """Return whether it may be a certain maneuver of a dial."""
        return (
            (self.bearing, self.speed) == (line.bearing, line.speed)
            and self.side in (None, line.side)
            and self.colour in (None, line.colour)
        )


@value_object
class Dials:
    """The maneuvers of a creature's dials, and the slug of their card, which is empty if the players state them."""

    card: str
    maneuvers: tuple[DialManeuver, ...]

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


def find_dials(lines: Iterable[DialLine] | None, slug: str | None, creature: Creature) -> Course[Dials | None]:
    """Return the dials of a creature: as stated, of the named card, or of the card of its class."""
    if lines is not None:
        return (yield from _stated(lines))
    if slug is not None:
        card = creature.table.cards.get(slug, {})
        yield from _of_another_class(card, creature)
    else:
        card = class_card(creature.card, creature.table.cards) or {}
    maneuvers = card.get("maneuvers")
    if maneuvers is None:
        return None
    if slug is None:
        yield Step("dial-of-class", {"creature": creature.name, "card": card.get("name") or card["slug"]})
    return Dials(card["slug"], tuple(DialManeuver(**one) for one in maneuvers))


def _stated(lines: Iterable[DialLine]) -> Course[Dials | None]:
    """Return the dials that players state, or None if a maneuver of them is not wholly known."""
    maneuvers: list[DialManeuver] = []
    known = True
    for line in lines:
        bearing = yield from line.need(DialPart.bearing, "not-on-dial")
        speed = yield from line.need_speed("not-on-dial")
        colour = yield from line.need(DialLine.colour, "not-on-dial")
        side = line.known_side
        if side is None:
            yield line.missing(DialPart.side, "not-on-dial")
        if bearing is None or speed is None or colour is None or side is None:
            known = False
        else:
            maneuvers.append(DialManeuver(line.dial, bearing, side, speed, colour))
    return Dials("", tuple(maneuvers)) if known else None


def _of_another_class(card: Document, creature: Creature) -> Course[None]:
    own, of_card = creature.card.get("class"), card.get("class")
    if None not in (own, of_card) and own != of_card:
        facts = {"creature": creature.name, "class": own, "card": card.get("name") or card["slug"], "of": of_card}
        yield Breach("dial-of-another-class", ("/maneuver_card",), facts)


def read_revealed(revealed: Revealed) -> Course[ShownManeuver | None]:
    """Return the revealed maneuver, or None if its bearing or its speed is not known."""
    bearing = yield from revealed.need(DialPart.bearing, "reveal")
    speed = yield from revealed.need_speed("reveal")
    if bearing is None or speed is None:
        return None
    return ShownManeuver(bearing, revealed.known_side, speed, revealed.colour)


def on_the_dial(
    maneuver: ShownManeuver, dials: Dials, dial: str | None, creature: Creature, pointer: str
) -> Course[list[DialManeuver] | None]:
    """Return the lines of the dial in use that a maneuver matches, or None if it is not on the dial.

    `pointer` is that of the revealed maneuver.
    """
    fitting = [
        line for line in dials.maneuvers if (dial is None or line.dial in (dial, None)) and maneuver.may_be(line)
    ]
    told = {line.dial for line in dials.maneuvers}
    in_question = {*DIALS.values()} if dial is None else {dial}
    if fitting:
        sure = {line.dial for line in fitting}
        if dial is None and not in_question <= sure:
            yield creature.missing(Creature.movement, "not-on-dial")
        elif dial is not None and dial not in sure:
            yield dials.missing(pointer)
    elif in_question <= told:
        facts = {"creature": creature.name, "maneuver": maneuver_phrase(maneuver), "dial": dial}
        yield Breach("not-on-dial", (pointer,), facts)
        return None
    else:
        yield dials.missing(pointer)
    return fitting


def completed(maneuver: ShownManeuver, lines: Iterable[DialManeuver], revealed: Revealed) -> Course[ShownManeuver]:
    """Return the maneuver with its color if its lines have only one, and ask for open facts."""
    colours = {line.colour for line in lines}
    colour = maneuver.colour or (colours.pop() if len(colours) == 1 else None)
    if maneuver.side is None:
        yield revealed.missing(DialPart.side, "reveal")
    if colour is None:
        yield revealed.missing(Revealed.colour, "reveal")
    return ShownManeuver(maneuver.bearing, maneuver.side, maneuver.speed, colour)


def maneuver_phrase(maneuver: ShownManeuver | DialManeuver) -> str:
    """Return the known parts of a maneuver as a phrase."""
    facts = {"bearing": maneuver.bearing, "speed": maneuver.speed}
    sided = maneuver.side not in (None, NEITHER)
    if maneuver.colour is None and sided:
        return phrase("{bearing} {side} {speed}", side=maneuver.side, **facts)
    if maneuver.colour is None:
        return phrase("{bearing} {speed}", **facts)
    if sided:
        return phrase("{bearing} {side} {speed} ({colour})", side=maneuver.side, colour=maneuver.colour, **facts)
    return phrase("{bearing} {speed} ({colour})", colour=maneuver.colour, **facts)

"""Grids of the dials on maneuver cards: speeds downward, bearings across, a color in each cell."""

from collections.abc import Iterator

from django.utils.functional import lazy
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from catalog.faces.maneuver_charts import COLUMNS, FALL_BACK, SIGNS, bearing_words
from legions.game_words.sheet_columns import FactGrid, GridWords, RowPart, SheetColumn, member_of
from legions.games.attack_wing.maneuvers import DIAL_WORDS
from rulesapi.engine.games.attack_wing.play.dials import MANEUVER_CARD
from rulesapi.engine.games.attack_wing.play.parts import PIVOT

GAME, FACT = "attack-wing", "maneuvers"
_NO_SIDE = "none"
_BEARINGS = (*COLUMNS, (FALL_BACK, _NO_SIDE), (PIVOT, _NO_SIDE))
"""The columns of a grid from left to right, by bearing and side."""
_WORDS = GridWords(
    complete=_("The dial is complete"),
    is_complete=_("You said that the dial is complete."),
    help=_("Enter both sides of the card. Only a complete dial is offered: it says that there are no other maneuvers."),
    left_out=_("The dial of {card} was left out: you have not said that it is complete."),
)


def dial_grids() -> tuple[FactGrid, ...]:
    """Return the grids of a maneuver card, the ground dial first, the fastest row first."""
    return tuple(
        FactGrid(
            lazy(_title, str)(dial),
            FACT,
            _("Speed"),
            tuple(lazy(bearing_words, str)(bearing, side, dial) for bearing, side in _BEARINGS),
            tuple((str(speed), tuple(_cells(dial, speed))) for speed in _speeds()),
            tuple(SIGNS),
            _WORDS,
        )
        for dial in ("ground", "flight")
    )


def _speeds() -> Iterator[int]:
    """Yield the speeds of the schema, the fastest first."""
    schema = member_of(GAME, MANEUVER_CARD, FACT, "speed").schema
    yield from range(schema["maximum"], schema["minimum"] - 1, -1)


def _cells(dial: str, speed: int) -> Iterator[SheetColumn | None]:
    """Yield the column of each bearing at a speed. Only pivots have speed 0."""
    for bearing, side in _BEARINGS:
        if (bearing == PIVOT) != (speed == 0):
            yield None
            continue
        where = {"dial": dial, "bearing": bearing, "side": side, "speed": speed}
        part = RowPart("colour", where=where, whole=True, tells={"dials": "dial"})
        yield SheetColumn((FACT,), lazy(_label, str)(bearing, side, dial, speed), part=part)


def _title(dial: str) -> str:
    return capfirst(str(DIAL_WORDS[dial]))


def _label(bearing: str, side: str, dial: str, speed: int) -> str:
    return f"{bearing_words(bearing, side, dial)} {speed}, {DIAL_WORDS[dial]}"

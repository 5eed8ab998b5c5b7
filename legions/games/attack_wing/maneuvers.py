"""Maneuvers of creatures on pages and on paper: the dials of the maneuver card of a creature's class."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from catalog.documents.titles import document_title
from catalog.faces.maneuver_charts import (
    ARROWS,
    MIDDLE,
    SIGNS,
    DialChart,
    Maneuver,
    draw_chart,
    maneuver_charts,
    maneuver_words,
)
from legions.cards import queries, references
from legions.cards.card_hooks import PrintedChart
from legions.cards.card_sheet import card_sheet
from legions.cards.references import ReferenceView
from legions.cards.stock import Stock
from legions.game_words import Document
from rulesapi.engine.games.attack_wing.play.dials import DIALS, class_cards

CREATURE = "creature"
DIAL_WORDS = {
    "flight": gettext_lazy("in the air"),
    "ground": gettext_lazy("on the ground"),
    None: gettext_lazy("air or ground: not known"),
}
LEVELS = {dial: level for level, dial in DIALS.items()}
"""The play level on which a creature uses each dial."""
ABOUT_DIALS = "attack-wing/not-on-dial"
"""The rule whose reference explains how a dial is read."""

Address = Callable[[Maneuver], str]
"""A function that returns the address of a maneuver in the referee."""


@dataclass(frozen=True, slots=True)
class ManeuverCell:
    """One maneuver on a dial: its words, color, sign and arrow, and its address in the referee.

    A mirrored arrow points to the left. `chosen` is true for the maneuver of the situation.
    """

    words: str
    colour: str
    sign: str
    arrow: str
    mirrored: bool
    address: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class ManeuverRow:
    """One speed of a dial; `back` is true for the row of a maneuver that falls back."""

    speed: int
    back: bool
    cells: tuple[tuple[ManeuverCell, ...], ...]


@dataclass(frozen=True, slots=True)
class DialView:
    """A dial as a table: where it is used, the headings of its columns, and its rows."""

    words: Any
    headings: list[str]
    middle: int
    rows: list[ManeuverRow]


@dataclass(frozen=True, slots=True)
class ManeuverChart:
    """The maneuvers of a creature: its dials and their card, or why they are not known (`missing`).

    `state` is the reliability of the maneuvers if they were not checked. `about` explains how dials are read.
    """

    dials: list[DialView]
    card: Document | None
    missing: str
    state: str = ""
    about: ReferenceView | None = None

    @property
    def card_title(self) -> str:
        """The title of the maneuver card; empty without one."""
        return document_title(dict(self.card)) if self.card else ""


def dial_views(maneuvers: Iterable[Maneuver], address: Address, chosen: Callable[[Maneuver], bool]) -> list[DialView]:
    """Return the dials of these maneuvers as tables."""
    return [_dial_view(chart, address, chosen) for chart in maneuver_charts(maneuvers)]


def _dial_view(chart: DialChart, address: Address, chosen: Callable[[Maneuver], bool]) -> DialView:
    def cell(maneuver: Maneuver) -> ManeuverCell:
        return ManeuverCell(
            maneuver_words(maneuver),
            maneuver["colour"],
            SIGNS[maneuver["colour"]],
            ARROWS[maneuver["bearing"]],
            maneuver["side"] == "left",
            address(maneuver),
            chosen(maneuver),
        )

    rows = [
        ManeuverRow(row.speed, row.back, tuple(tuple(map(cell, maneuvers)) for maneuvers in row.cells))
        for row in chart.rows
    ]
    return DialView(DIAL_WORDS[chart.dial], chart.headings, MIDDLE, rows)


def maneuver_chart(document: Document, stock: Stock) -> ManeuverChart | None:
    """Return the maneuvers of a creature with links to the referee; None for a card that is not a creature."""
    if document["kind"] != CREATURE:
        return None
    card, missing = _class_card(document, stock)
    if card is None or missing:
        return ManeuverChart([], card, missing)
    address = partial(_referee_address, document)
    cite = card_sheet(dict(card)).cite_of("maneuvers")
    state = "" if cite is None or cite.checked else cite.state or _("not checked")
    about = next(iter(references.explaining(queries.references_of(document["game"]), [ABOUT_DIALS])), None)
    return ManeuverChart(dial_views(card["maneuvers"], address, lambda _maneuver: False), card, "", state, about)


def printed_charts(document: Document, stock: Stock) -> list[PrintedChart]:
    """Return the dials of a creature for paper; a note in place of dials that are not known."""
    if document["kind"] != CREATURE:
        return []
    card, missing = _class_card(document, stock)
    if card is None or missing:
        return [PrintedChart(_("Maneuvers"), missing)]
    charts = [
        PrintedChart(_("Maneuvers"), str(DIAL_WORDS[chart.dial]), partial(draw_chart, chart))
        for chart in maneuver_charts(card["maneuvers"])
    ]
    key = _("\N{MINUS SIGN} one Exhaustion Token less. + one more, so no action.")
    return [*charts[:-1], replace(charts[-1], key=key)]


def said_of(maneuver: Maneuver) -> dict[str, str]:
    """Return the fields of the referee that name a maneuver; the dial says on which play level it is executed."""
    said = {"bearing": maneuver["bearing"], "speed": str(maneuver["speed"])}
    if maneuver["side"] != "none":
        said["side"] = maneuver["side"]
    if maneuver["dial"] is not None:
        said["creature_play_level"] = LEVELS[maneuver["dial"]]
    return said


def _referee_address(creature: Document, maneuver: Maneuver) -> str:
    query = urlencode({"creature": document_title(dict(creature)), **said_of(maneuver)})
    return f"{reverse('question', args=[creature['game'], 'maneuver'])}?{query}"


def _class_card(creature: Document, stock: Stock) -> tuple[Mapping[str, Any] | None, str]:
    """Return the maneuver card of a creature's class, and why its maneuvers are not known; empty if they are."""
    cards = class_cards(creature, {slug: card.document for slug, card in stock.cards.items()})
    if creature.get("class") is None:
        return None, _("Its class is not known, so its maneuver card is not known.")
    if not cards:
        return None, _("The catalog has no maneuver card for the class %(class)s.") % {"class": creature["class"]}
    if len(cards) > 1:
        words = _("The catalog has several maneuver cards for the class %(class)s; which one applies is not known.")
        return None, words % {"class": creature["class"]}
    if not cards[0].get("maneuvers"):
        return cards[0], _("The maneuvers on its maneuver card are not known.")
    return cards[0], ""

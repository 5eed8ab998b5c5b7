"""The cards of a legion in their true size, nine to a page, to be cut out along the marks."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalog import faces
from catalog.faces.parts import HIGH, WIDE
from legions import speech
from legions.cards.stock import CardView, Stock, stock
from legions.games import room_of
from legions.presenting.shared import Shared

from .pages import INK, QUIET, STRONG, Paper, line, page, placed

ACROSS, DOWN = 3, 3
MARK = 45
"""How long the marks are along which is cut."""
AWAY = 12
"""How far they stay away from the cards."""
MOST_CARDS = 360
"""Cards that are drawn at most, on 40 pages: what a process draws in well under a second."""


@dataclass(frozen=True, slots=True)
class Copies:
    """A card to cut out: how many of it there are, how many are drawn, and whether its number is `told` on it."""

    card: CardView
    number: int
    drawn: int
    told: bool


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of a legion to cut out. `missing` are those that the catalog has no card for, `left` how many copies
    there is no room for.
    """

    copies: tuple[Copies, ...]
    missing: tuple[str, ...]
    left: int
    stock: Stock

    @property
    def drawn(self) -> int:
        """How many cards are drawn."""
        return sum(one.drawn for one in self.copies)

    @property
    def pages(self) -> int:
        """How many pages they take."""
        return -(-self.drawn // (ACROSS * DOWN))

    @property
    def words(self) -> str:
        """How many cards on how many pages."""
        pages = ngettext("%(number)d page", "%(number)d pages", self.pages) % {"number": self.pages}
        return f"{speech.cards(self.drawn)}, {pages}"


def cards_of(shared: Shared, *, once: bool, deck: bool) -> Cards:
    """Return the cards of a legion in its order, equal ones together: each copy, or each card once.

    With `deck` the cards that everybody of its game plays with follow. The faces say what the catalog says, never own
    numbers.
    """
    catalog = stock(shared.legion.game, shared.document.get("release"))
    numbers: dict[str, int] = {}
    for pick in shared.picks:
        for card in (pick.card, *(row.card for row in pick.rows if row.card)):
            numbers[card.slug] = numbers.get(card.slug, 0) + pick.count
    if deck:
        numbers |= _deck(catalog)
    found: list[Copies] = []
    free = MOST_CARDS
    left = 0
    for slug, number in numbers.items():
        card = catalog.card(slug)
        if card.known:
            wanted = 1 if once else number
            drawn = min(wanted, free)
            free -= drawn
            left += wanted - drawn
            found.append(Copies(card, number, drawn, once and number > 1))
    missing = tuple(slug for slug in numbers if not catalog.card(slug).known)
    return Cards(tuple(found), missing, left, catalog)


def _deck(catalog: Stock) -> dict[str, int]:
    """Return the cards that everybody plays with, and how many there are of each; one where that is not known."""
    kind, _title = room_of(catalog.game["slug"]).deck
    cards = (card for card in catalog.cards.values() if card.document["kind"] == kind)
    return {card.slug: card.document.get("copies") or 1 for card in cards if "retired" not in card.document}


def pages(cards: Cards, paper: Paper, name: str, *, grey: bool) -> list[str]:
    """Return the pages of the cards as SVG."""
    drawings: list[tuple[str, int]] = []
    for one in cards.copies:
        drawings += [(_face(one.card, cards.stock), one.number if one.told else 0)] * one.drawn
    each = ACROSS * DOWN
    groups = [drawings[first : first + each] for first in range(0, len(drawings), each)]
    return [_page(group, paper, name, number, len(groups), grey) for number, group in enumerate(groups, 1)]


def _face(card: CardView, catalog: Stock) -> str:
    document = dict(card.document)
    official = catalog.sets.get(document.get("set") or "")
    try:
        sentences = speech.card(document)
        return faces.face(document, set_document=dict(official) if official else None, sentences=sentences)
    except KeyError:  # a kind that has no face has its arms
        return str(card.shield)


def _page(group: Sequence[tuple[str, int]], paper: Paper, name: str, number: int, whole: int, grey: bool) -> str:
    left, top = (paper.wide - ACROSS * WIDE) / 2, (paper.high - DOWN * HIGH) / 2
    drawn = [_marks(left, top)]
    for place, (face, copies) in enumerate(group):
        x, y = left + place % ACROSS * WIDE, top + place // ACROSS * HIGH
        drawn.append(placed(face, x, y, WIDE, HIGH))
        if copies:
            drawn.append(_count(copies, x, y))
    said = _("Page %(number)d of %(whole)d. Print at 100 %%: a card is 63 mm wide and 88 mm high.") % {
        "number": number,
        "whole": whole,
    }
    low = top + DOWN * HIGH + 52
    drawn.append(line(said, left + ACROSS * WIDE - 16, low, 21, 1100, fill=QUIET, anchor="end"))
    drawn.append(line(name, left + 16, low, 21, 700, fill=QUIET))
    return page(paper, "".join(drawn), number, whole, grey=grey)


def _marks(left: float, top: float) -> str:
    """Return the marks along which is cut, outside of the cards."""
    right, low = left + ACROSS * WIDE, top + DOWN * HIGH
    path = "".join(
        f"M{left + place * WIDE:g} {top - AWAY - MARK:g}v{MARK}M{left + place * WIDE:g} {low + AWAY:g}v{MARK}"
        for place in range(ACROSS + 1)
    ) + "".join(
        f"M{left - AWAY - MARK:g} {top + place * HIGH:g}h{MARK}M{right + AWAY:g} {top + place * HIGH:g}h{MARK}"
        for place in range(DOWN + 1)
    )
    return f'<path d="{path}" fill="none" stroke="{INK}" stroke-width="2"/>'


def _count(copies: int, x: float, y: float) -> str:
    """Return how many there are of a card of which one is drawn, at its lower right corner."""
    return (
        f'<rect x="{x + WIDE - 112:g}" y="{y + HIGH - 62:g}" width="90" height="46" rx="23" fill="#ffffff"'
        f' stroke="{INK}" stroke-width="2.5"/>'
        + line(f"{copies} ×", x + WIDE - 67, y + HIGH - 28, 30, 84, anchor="middle", more=STRONG)
    )

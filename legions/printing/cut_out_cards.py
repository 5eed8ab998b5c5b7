"""The cards of a legion in their true size, nine per page, with cut marks."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalog.faces.parts import HIGH, WIDE
from legions.cards.drawn_faces import draw_face
from legions.cards.stock import CardView, Stock, stock
from legions.game_words import words_of_game
from legions.printing.svg_pages import INK, MUTED, STRONG, Paper, draw_line, embed_drawing, svg_page
from legions.sharing.shared_list import SharedList
from legions.site import wording

COLUMNS, ROWS = 3, 3
CUT_MARK_LENGTH = 45
"""Length of the cut marks."""
CUT_MARK_DISTANCE = 12
"""Distance of the cut marks from the cards."""
MAX_CARDS = 360
"""Maximum cards of a print, on 40 pages, which a process draws in well under a second."""


@dataclass(frozen=True, slots=True)
class CardCopies:
    """A card to cut out: its number of copies, how many are drawn, and whether it `shows_number`."""

    card: CardView
    number: int
    drawn: int
    shows_number: bool


@dataclass(frozen=True, slots=True)
class CutOutCards:
    """The cards of a legion to cut out. `missing` are the cards that the catalog does not have, `left` is the number of
    copies that do not fit.
    """

    copies: tuple[CardCopies, ...]
    missing: tuple[str, ...]
    left: int
    stock: Stock

    @property
    def drawn(self) -> int:
        """The number of drawn cards."""
        return sum(one.drawn for one in self.copies)

    @property
    def pages(self) -> int:
        """The number of pages."""
        return -(-self.drawn // (COLUMNS * ROWS))

    @property
    def words(self) -> str:
        """The number of cards and pages in words."""
        pages = ngettext("%(number)d page", "%(number)d pages", self.pages) % {"number": self.pages}
        return f"{wording.card_count_words(self.drawn)}, {pages}"


def cut_out_cards(shared: SharedList, *, once: bool, deck: bool) -> CutOutCards:
    """Return the cards of a legion in its order, with equal cards together: each copy, or each card once.

    With `deck` the common deck of the game is added. The faces show the catalog's facts, never own numbers.
    """
    catalog = stock(shared.legion.game, shared.document.get("release"))
    numbers: dict[str, int] = {}
    for pick in shared.picks:
        for card in (pick.card, *(row.card for row in pick.rows if row.card)):
            numbers[card.slug] = numbers.get(card.slug, 0) + pick.count
    if deck:
        numbers |= _deck(catalog)
    found: list[CardCopies] = []
    free = MAX_CARDS
    left = 0
    for slug, number in numbers.items():
        card = catalog.card(slug)
        if card.known:
            copies = 1 if once else number
            drawn = min(copies, free)
            free -= drawn
            left += copies - drawn
            found.append(CardCopies(card, number, drawn, once and number > 1))
    missing = tuple(slug for slug in numbers if not catalog.card(slug).known)
    return CutOutCards(tuple(found), missing, left, catalog)


def _deck(catalog: Stock) -> dict[str, int]:
    """Return the cards of the game's common deck and their copies; 1 if the number is not known."""
    kind, _title = words_of_game(catalog.game["slug"]).common_deck
    cards = (card for card in catalog.cards.values() if card.document["kind"] == kind)
    return {card.slug: card.document.get("copies") or 1 for card in cards if "retired" not in card.document}


def cut_out_pages(cards: CutOutCards, paper: Paper, name: str, *, grey: bool) -> list[str]:
    """Return the pages of the cards as SVG."""
    drawings: list[tuple[str, int]] = []
    for one in cards.copies:
        drawings += [(_face(one.card, cards.stock), one.number if one.shows_number else 0)] * one.drawn
    each = COLUMNS * ROWS
    groups = [drawings[first : first + each] for first in range(0, len(drawings), each)]
    return [_page(group, paper, name, number, len(groups), grey) for number, group in enumerate(groups, 1)]


def _face(card: CardView, catalog: Stock) -> str:
    try:
        return draw_face(card.document, catalog.sets.get(card.document.get("set") or ""))
    except KeyError:  # a kind without a face shows its shield
        return str(card.shield)


def _page(group: Sequence[tuple[str, int]], paper: Paper, name: str, number: int, whole: int, grey: bool) -> str:
    left, top = (paper.wide - COLUMNS * WIDE) / 2, (paper.high - ROWS * HIGH) / 2
    drawn = [_marks(left, top)]
    for place, (face, copies) in enumerate(group):
        x, y = left + place % COLUMNS * WIDE, top + place // COLUMNS * HIGH
        drawn.append(embed_drawing(face, x, y, WIDE, HIGH))
        if copies:
            drawn.append(_count(copies, x, y))
    footer = _("Page %(number)d of %(whole)d. Print at 100 %%: a card is 63 mm wide and 88 mm high.") % {
        "number": number,
        "whole": whole,
    }
    low = top + ROWS * HIGH + 52
    drawn.append(draw_line(footer, left + COLUMNS * WIDE - 16, low, 21, 1100, fill=MUTED, anchor="end"))
    drawn.append(draw_line(name, left + 16, low, 21, 700, fill=MUTED))
    return svg_page(paper, "".join(drawn), number, whole, grey=grey)


def _marks(left: float, top: float) -> str:
    """Return the cut marks outside of the cards."""
    right, low = left + COLUMNS * WIDE, top + ROWS * HIGH
    above, before = top - CUT_MARK_DISTANCE - CUT_MARK_LENGTH, left - CUT_MARK_DISTANCE - CUT_MARK_LENGTH
    below, behind = low + CUT_MARK_DISTANCE, right + CUT_MARK_DISTANCE
    columns = [left + place * WIDE for place in range(COLUMNS + 1)]
    rows = [top + place * HIGH for place in range(ROWS + 1)]
    path = "".join(f"M{x:g} {y:g}v{CUT_MARK_LENGTH}" for x in columns for y in (above, below))
    path += "".join(f"M{x:g} {y:g}h{CUT_MARK_LENGTH}" for y in rows for x in (before, behind))
    return f'<path d="{path}" fill="none" stroke="{INK}" stroke-width="2"/>'


def _count(copies: int, x: float, y: float) -> str:
    """Return the label with the number of copies, at the lower right corner of a card."""
    return (
        f'<rect x="{x + WIDE - 112:g}" y="{y + HIGH - 62:g}" width="90" height="46" rx="23" fill="#ffffff"'
        f' stroke="{INK}" stroke-width="2.5"/>'
        + draw_line(f"{copies} ×", x + WIDE - 67, y + HIGH - 28, 30, 84, anchor="middle", more=STRONG)
    )

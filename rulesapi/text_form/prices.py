"""The points of each card after its name, written only where the parser reads them back correctly."""

from collections.abc import Iterable, Mapping
from typing import Any

from rulesapi.engine.core.library import Library
from rulesapi.text_form.line_parser import MAX_LINE_LENGTH, ParsedCard, ParsedLine, parse_line
from rulesapi.text_form.name_index import NameIndex


class Prices:
    """The points per place of a list, from the ledger of its verdict."""

    def __init__(self, library: Library, legion: dict[str, Any], ledger: Iterable[Mapping[str, Any]]) -> None:
        self._library = library
        self._own = legion.get("facts", {})
        self._points: dict[str, int | None] = {}
        for line in ledger:
            before = self._points.get(line["at"], 0)
            self._points[line["at"]] = None if before is None or line["points"] is None else before + line["points"]

    def beside(self, names: NameIndex, line: str, pointer: str) -> str:
        """Return a card's line with its points: “Wraith (25 points)”, or “Fireball (8 points: 3+5)” with a penalty."""
        points = self._points.get(pointer)
        plain = _parsed(names, line)
        if points is None or plain is None:
            return line
        cost = points if plain.first.soldiers not in (None, 1) else self._said(plain.first, points)
        if cost is None:
            return line
        sum_of = f": {cost}{points - cost:+}" if points != cost else ""
        priced = f"{line} ({points} {'point' if points == 1 else 'points'}{sum_of})"
        return priced if _is_the_same(plain, _parsed(names, priced), cost) else line

    def _said(self, card: ParsedCard, points: int) -> int | None:
        """Return the catalog cost of all copies of a card; without one, the points if they match the list's own
        cost.
        """
        slug = card.slug or next((one.slug for one in card.cards), "")
        known = self._library.cards.get(slug)
        cost = self._library.documents[known.slug].get("cost") if known is not None else None
        if cost is not None:
            return int(cost) * card.count
        own = {self._own.get(one, {}).get("cost") for one in (slug, known.slug if known is not None else slug)}
        return points if card.count == 1 and points in own else None


def _parsed(names: NameIndex, line: str) -> ParsedLine | None:
    parsed = parse_line(names, line, line[0] == " ", guess=False) if len(line) <= MAX_LINE_LENGTH else None
    return None if parsed is None or parsed.others else parsed


def _is_the_same(plain: ParsedLine, priced: ParsedLine | None, cost: int) -> bool:
    """Return whether the line with the number is read as the same card as without it, with the number as its cost."""
    if priced is None:
        return False
    one, other = plain.first, priced.first
    same = (one.slug, one.cards, one.count, one.soldiers) == (other.slug, other.cards, other.count, other.soldiers)
    return same and not other.unread_numbers and other.cost == cost and plain.marked == priced.marked

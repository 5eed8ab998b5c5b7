"""Earners of cards in a campaign, by adventure, side and card."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulesapi.engine.values.truth import Truth

_Key = tuple[str, str | None, str]
"""An adventure, a side of it (None for any), and a card."""


@dataclass(frozen=True, slots=True)
class EarnedCard:
    """An artifact or another card that a player has, with the session and the side it was earned by.

    `gained` says whether one card was earned there; `sure` whether it was this one, which is unknown until the choice
    among several is reported.
    """

    card: str
    entry: str
    adventure: str
    side: str
    gained: Truth
    sure: Truth


@dataclass(slots=True)
class Earners:
    """The earned cards of all players, who are identified by their place in the order in which they joined.

    If several players earned a card, certain earners come before possible ones, and otherwise those who joined first.
    """

    _cards: dict[_Key, dict[int, EarnedCard]] = field(default_factory=dict)
    _first: dict[_Key, int] = field(default_factory=dict)
    _keys: dict[int, set[_Key]] = field(default_factory=dict)

    def add(self, place: int, card: EarnedCard) -> None:
        """Add a card earned by the player at a place."""
        for key in ((card.adventure, card.side, card.card), (card.adventure, None, card.card)):
            row = self._cards.setdefault(key, {})
            known = row.get(place)
            if known is None or (card.sure and not known.sure):
                row[place] = card
                self._keys.setdefault(place, set()).add(key)
                first = self._first.get(key)
                if first is None or self._rank(key, place) < self._rank(key, first):
                    self._first[key] = place

    def move(self, place: int, to: int) -> None:
        """Move everything earned at a player's place to the player who takes over the place."""
        keys = self._keys.pop(place, set())
        self._keys[to] = keys
        for key in keys:
            row = self._cards[key]
            row[to] = row.pop(place)
            if self._first[key] == place:
                self._first[key] = min(row, key=lambda earner: self._rank(key, earner))

    def of(self, adventure: str, side: str | None, card: str) -> EarnedCard | None:
        """Return the earned card of an adventure, earned as this side or as any; None if nobody has it."""
        key = (adventure, side, card)
        return self._cards[key][self._first[key]] if key in self._first else None

    def _rank(self, key: _Key, place: int) -> tuple[bool, int]:
        return not self._cards[key][place].sure, place

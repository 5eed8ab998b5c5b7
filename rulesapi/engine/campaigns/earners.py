"""Who has earned which card in a campaign, found by adventure, side and card."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulesapi.engine.values.truth import Truth

_Key = tuple[str, str | None, str]
"""An adventure, a side of it (None for any), and a card."""


@dataclass(frozen=True, slots=True)
class EarnedCard:
    """An artifact or another card that a player has, from which session and as which side.

    `gained` tells whether one card was earned there; `sure` whether it was this one, which is not known while nobody
    has said which of several was chosen.
    """

    card: str
    entry: str
    adventure: str
    side: str
    gained: Truth
    sure: Truth


@dataclass(slots=True)
class Earners:
    """The earned cards of all players; players are known by their place in the order in which they came.

    Of several who earned a card, one who surely has goes before one who may have, and then whoever came first.
    """

    _cards: dict[_Key, dict[int, EarnedCard]] = field(default_factory=dict)
    _first: dict[_Key, int] = field(default_factory=dict)
    _keys: dict[int, set[_Key]] = field(default_factory=dict)

    def add(self, place: int, card: EarnedCard) -> None:
        """Note a card that the player at a place has earned."""
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
        """Give all that was earned at a place to whoever takes it over."""
        keys = self._keys.pop(place, set())
        self._keys[to] = keys
        for key in keys:
            row = self._cards[key]
            row[to] = row.pop(place)
            if self._first[key] == place:
                self._first[key] = min(row, key=lambda one: self._rank(key, one))

    def of(self, adventure: str, side: str | None, card: str) -> EarnedCard | None:
        """Return how a card of an adventure was earned, as that side or as any."""
        key = (adventure, side, card)
        return self._cards[key][self._first[key]] if key in self._first else None

    def _rank(self, key: _Key, place: int) -> tuple[bool, int]:
        return not self._cards[key][place].sure, place

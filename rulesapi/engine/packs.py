"""Boxes and packs: which of them a list needs, and what somebody owns who has some of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from rulesapi.engine.model import Card

Contents = Mapping[str, Mapping[Card, int]]
"""How many copies of each card are in one box or pack, by its set's slug."""

TRIED = 20_000
"""How many combinations are tried at most where a card is in several packs."""


@dataclass(frozen=True, slots=True)
class Needed:
    """The packs that a list needs, by slug, and the cards that are in none, with how many of them.

    `sure` tells that no smaller number of packs would do.
    """

    packs: Mapping[str, int]
    nowhere: Mapping[Card, int]
    sure: bool = True


def needed(contents: Contents, used: Mapping[Card, int]) -> Needed:
    """The fewest packs that hold these copies of cards; of several ways the first by their slugs."""
    holding = {card: sorted(pack for pack in contents if contents[pack].get(card)) for card in used}
    nowhere = {card: copies for card, copies in used.items() if not holding[card] and copies > 0}
    packs: Counter[str] = Counter()
    for card, copies in used.items():
        if len(holding[card]) == 1:
            (pack,) = holding[card]
            packs[pack] = max(packs[pack], -(-copies // contents[pack][card]))
    search = _Search(contents, {card: copies for card, copies in used.items() if len(holding[card]) > 1}, holding)
    found = search.fewest(packs)
    return Needed(dict(sorted(found.items())), nowhere, search.left >= 0)


class _Search:
    """Looks for the fewest packs for cards that are in several, on top of those that are needed anyway."""

    def __init__(self, contents: Contents, used: Mapping[Card, int], holding: Mapping[Card, list[str]]) -> None:
        self.contents, self.used, self.holding = contents, used, holding
        self.left = TRIED

    def fewest(self, packs: Counter[str]) -> Counter[str]:
        """One pack more at a time, until all cards are there; without end, the first way that comes."""
        more = 0
        while self.left >= 0:
            if (found := self._with(packs, more)) is not None:
                return found
            more += 1
        return self._any(packs)

    def _with(self, packs: Counter[str], more: int) -> Counter[str] | None:
        self.left -= 1
        short = self._short(packs)
        if short is None:
            return +packs
        if more == 0 or self.left < 0:
            return None
        for pack in self.holding[short]:
            if (found := self._with(packs + Counter({pack: 1}), more - 1)) is not None:
                return found
        return None

    def _short(self, packs: Counter[str]) -> Card | None:
        """A card of which these packs do not hold enough."""
        for card, copies in self.used.items():
            if sum(packs[pack] * self.contents[pack][card] for pack in self.holding[card]) < copies:
                return card
        return None

    def _any(self, packs: Counter[str]) -> Counter[str]:
        found = Counter(packs)
        while (short := self._short(found)) is not None:
            found[max(self.holding[short], key=lambda pack: (self.contents[pack][short], pack))] += 1
        return +found


def collection(contents: Contents, packs: Mapping[str, int]) -> dict[str, int]:
    """What somebody owns who has so many of each pack, as a legion's document wants it: copies by slug.

    Packs that are not known, or whose contents nobody has written down, hold nothing.
    """
    owned: Counter[str] = Counter()
    for pack, copies in packs.items():
        for card, inside in contents.get(pack, {}).items():
            owned[card.slug] += copies * inside
    return dict(sorted(owned.items()))

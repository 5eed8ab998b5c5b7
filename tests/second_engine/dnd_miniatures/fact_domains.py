"""Domains of the unknown facts that both editions have."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.second_engine.dnd_miniatures.unique_names import name_part
from tests.second_engine.places import words_under
from tests.second_engine.possible_worlds import Fact

SIZES = ("tiny", "small", "medium", "large", "huge", "gargantuan", "colossal")

#: Dearer than any limit: an unknown price has no bound.
NO_BOUND = 10**9


class CommonFactDomains:
    """The values to try for each unknown fact; `others` are the format and the house rules."""

    factions: tuple[str, ...] = ()

    def __init__(self, cards: Sequence[Mapping[str, Any]], others: Sequence[Mapping[str, Any]]) -> None:
        names = sorted({*words_under(cards, "name")} - {None})
        self.names = [*names, *(f"{name_part(name)}, of old" for name in names)]
        self.names += [f"?{card['slug']}" for card in cards if card["name"] is None]
        self.sets = sorted({*words_under(others, "set")} - {None})
        self.keywords = sorted({*words_under([cards, others], "keyword")})
        costs = {
            number
            for word in ("cost", "cost_at_most", "creature_cost_at_most")
            for number in words_under([cards, others], word)
            if number is not None
        }
        self.certain = {card["slug"]: card.get("factions_include", []) for card in cards}
        self.costs = sorted({0, NO_BOUND, *costs, *(number + 1 for number in costs)})

    def __call__(self, fact: Fact) -> list[Any]:
        slug, pointer = fact
        if pointer == "/factions":
            return self._factions_with(self.certain.get(slug, []))
        return list(getattr(self, "_" + pointer.strip("/"))())

    def _name(self) -> list[str]:
        return self.names

    def _set(self) -> list[str]:
        return [*self.sets, "?"]

    def _keywords(self) -> list[list[str]]:
        return [[], *([word] for word in self.keywords), self.keywords]

    def _cost(self) -> list[int]:
        return self.costs

    def _factions_with(self, certain: Sequence[str]) -> list[list[str]]:
        """Return the factions that a creature may have if it surely has some: these alone, with another, or all."""
        others = [faction for faction in self.factions if faction not in certain]
        return [[*certain], *([*certain, faction] for faction in others), list(self.factions)]

    def _unique(self) -> list[bool]:
        return [False, True]

    def _size(self) -> tuple[str, ...]:
        return SIZES

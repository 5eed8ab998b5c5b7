"""Domains of unknown facts: a few values that represent everything that can make a difference."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.second_engine.places import words_under
from tests.second_engine.possible_worlds import Fact

ABILITIES = ("str", "dex", "con", "int", "wis", "cha")

#: Beyond every level, Leadership and number of Treasure squares there is.
NO_BOUND = 10**6


class FactDomains:
    """The values to try for each unknown fact of the cards of one warband."""

    def __init__(self, cards: Sequence[Mapping[str, Any]], others: Sequence[Mapping[str, Any]]) -> None:
        self.names = sorted({card["name"] for card in cards if card["name"]})
        self.sets = sorted({*words_under([cards, others], "set")} - {None})
        self.keywords = sorted(
            {word for under in ("keyword", "keywords", "affinity") for word in words_under([cards, others], under)}
            - {None}
        )
        self.nameless = [f"?{card['slug']}" for card in cards if card["name"] is None]
        levels = {card["level"] for card in cards if card.get("level")} | {
            card["leadership"] for card in cards if card.get("leadership")
        }
        self.levels = sorted({1, NO_BOUND, *levels, *(level + 1 for level in levels)})

    def __call__(self, fact: Fact) -> list[Any]:
        return list(getattr(self, "_" + fact[1].strip("/"))())

    def _name(self) -> list[str]:
        return [*self.names, *self.nameless]

    def _set(self) -> list[str]:
        return [*self.sets, "?"]

    def _keywords(self) -> list[list[str]]:
        return [[], *([word] for word in self.keywords), self.keywords]

    _affinity = _keywords

    def _symbol(self) -> list[str]:
        return ["gold", "silver", "both"]

    def _level(self) -> list[int]:
        return self.levels

    _leadership = _level

    def _abilities(self) -> list[list[str]]:
        return [[], *([ability] for ability in ABILITIES), list(ABILITIES)]

    def _ability(self) -> list[str]:
        return [*ABILITIES, "any"]

    def _requires(self) -> list[list[dict[str, Any]]]:
        return [[], [{"keyword": ["?"]}]]

    def _ranged(self) -> list[list[dict[str, int]]]:
        return [[], [{"damage": 10, "distance": 1}]]

    def _ranged_attack(self) -> list[bool]:
        return [False, True]

    _start = _ranged_attack

    def _size(self) -> list[str]:
        return ["large", "small"]

    def _treasure_squares(self) -> list[int]:
        return [0, NO_BOUND]

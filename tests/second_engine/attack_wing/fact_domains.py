"""Domains of unknown facts: a few values that represent everything that can make a difference."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.second_engine.places import words_under
from tests.second_engine.possible_worlds import HIDDEN_FACT, Fact

ICONS = ("dragon", "equipment", "monster", "heroic", "arcane", "divine")
ALIGNMENTS = ["good", "neutral", "evil"]

#: Higher than any that is printed: an unknown level has no bound.
HIGHEST_LEVEL = 1_000

#: A clause that no creature fulfils, to stand for restrictions nobody has read yet.
NEVER = {"not": {"alignment": ALIGNMENTS}}

#: Dearer than any limit: an unknown price has no bound.
NO_BOUND = 10**9


class FactDomains:
    """The values to try for each unknown fact of the cards of one legion; `others` are format and house rules."""

    def __init__(self, cards: Sequence[Mapping[str, Any]], others: Sequence[Mapping[str, Any]]) -> None:
        self.by_slug = {card["slug"]: card for card in cards}
        self.keywords = sorted(
            {
                word
                for field in ("keyword", "family", "keywords")
                for word in words_under([*cards, *others], field)
                if word
            }
            | {"campaign-artifact"}
        )
        self.sets = sorted({word for word in words_under(others, "set") if word})
        clauses = [card.get(field) for field in ("requires", "penalties") for card in cards]
        clauses += [rule.get("slots") for rule in others]
        self.energies = sorted(set(words_under(clauses, "energy")))
        self.classes = sorted(set(words_under(clauses, "class")))
        nameless = [f"?{card['slug']}" for card in cards if card["name"] is None]
        self.names = sorted({*words_under(clauses, "name"), *words_under(cards, "name")} - {None}) + nameless
        levels = {
            *words_under([cards, clauses], "level_at_least"),
            *words_under(cards, "minimum_level"),
            *words_under(cards, "level"),
        }
        near = {step for level in levels if level for step in (level - 1, level)}
        self.levels = sorted({level for level in near if 1 <= level <= HIGHEST_LEVEL} | {1, HIGHEST_LEVEL})

    def __call__(self, fact: Fact) -> list[Any]:
        slug, pointer = fact
        if pointer == HIDDEN_FACT or pointer.startswith(("/cost", "/costs/")):
            return [0, NO_BOUND]
        if pointer == "/slot":
            return ["arcane", "divine"] if self.by_slug[slug]["kind"] == "spell" else [*ICONS, "any"]
        return list(getattr(self, "_" + pointer.strip("/"))())

    def _unique(self) -> list[bool]:
        return [False, True]

    _troop = _unique

    def _alignment(self) -> list[str]:
        return ALIGNMENTS

    def _movement(self) -> list[str]:
        return ["flying", "ground"]

    def _base(self) -> list[str]:
        return ["small", "large"]

    def _level(self) -> list[int]:
        return self.levels

    _minimum_level = _level

    def _name(self) -> list[str]:
        return self.names

    def _set(self) -> list[str]:
        return [*self.sets, "?"]

    def _class(self) -> list[str]:
        return [*self.classes, "?"]

    def _keywords(self) -> list[list[str]]:
        return [[], *([word] for word in self.keywords), self.keywords]

    def _energy(self) -> list[list[str]]:
        return [[], *([word] for word in self.energies), self.energies]

    def _slots(self) -> list[list[str]]:
        """Return enough banners for a clause about the banner; the slot check tries more."""
        return [[], *([icon] for icon in ICONS), list(ICONS)]

    def _requires(self) -> list[list[dict[str, Any]]]:
        return [[], [NEVER]]

    def _excludes(self) -> list[list[dict[str, Any]]]:
        return [[], [{"keyword": self.keywords}]]

    def _penalties(self) -> list[list[dict[str, Any]]]:
        return [[], [{"unless": NEVER, "cost": NO_BOUND}]]

    def _limits(self) -> list[list[dict[str, Any]]]:
        """Return no limit, one about any of the keywords, and ones about a single keyword."""
        families = [(self.keywords, at_most) for at_most in range(1, 7)] + [([word], 1) for word in self.keywords]
        return [[], *([{"family": family, "per": "legion", "at_most": most}] for family, most in families)]

    def _exempt(self) -> list[list[str]]:
        return [[], ["campaign-artifact-limit"]]

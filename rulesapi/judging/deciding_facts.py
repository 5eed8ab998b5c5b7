"""The completeness of a game's data: the number of official cards with all facts that decide lists.

Each ruleset lists these facts (`Ruleset.deciding_facts`). The pages of a game and the figures in the docs both use
`coverage_of`, so they always agree. It reads documents from a catalog, from fixtures or from a library.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from catalog.documents.card_facts import is_known
from rulesapi.engine.core.library import Ruleset, find_ruleset
from rulesapi.engine.core.ratings import with_implied_facts


@dataclass(frozen=True, slots=True)
class Coverage:
    """The number of official cards that can be in lists, and the number of these cards with all deciding facts.

    `missing` is the number of cards without each fact, the most frequent first.
    """

    cards: int
    complete: int
    missing: Mapping[str, int]

    @property
    def percent(self) -> int:
        """The share of complete cards in percent, rounded down; 100 only if all are complete, 0 only if none is."""
        if not self.cards or self.complete == self.cards:
            return 100
        return max(1, self.complete * 100 // self.cards) if self.complete else 0

    @property
    def is_complete(self) -> bool:
        """True if no deciding fact is missing."""
        return self.complete == self.cards


def missing_deciding_facts(card: Mapping[str, Any], ruleset: Ruleset) -> list[str]:
    """Return the deciding facts that are unknown, or incomplete, in a card's document."""
    known = with_implied_facts(dict(card), ruleset.rating_pairs)
    return [
        one.fact
        for one in ruleset.deciding_facts.get(card["kind"], ())
        if one.is_asked_of(known) and one.fact in known and not is_known(known[one.fact])
    ]


def coverage_of(
    game: Mapping[str, Any],
    cards: Iterable[Mapping[str, Any]],
    sets: Mapping[str, Mapping[str, Any]],
    kinds: Iterable[str] | None = None,
) -> Coverage:
    """Return the completeness of a game's data from the documents of the game, its cards, and its sets by slug.

    Official cards that are not retired are counted if they are of these `kinds`, by default of the kinds that can be
    picks. A card without a known set is official. Raises LookupError for a game with an unknown ruleset.
    """
    ruleset = find_ruleset(game["ruleset"])
    counted = ruleset.bearers if kinds is None else frozenset(kinds)
    missing: Counter[str] = Counter()
    number = complete = 0
    for card in cards:
        if card["kind"] not in counted or "retired" in card or not is_official(card, sets):
            continue
        facts = missing_deciding_facts(card, ruleset)
        number += 1
        complete += not facts
        missing.update(facts)
    return Coverage(number, complete, dict(missing.most_common()))


def is_official(card: Mapping[str, Any], sets: Mapping[str, Mapping[str, Any]]) -> bool:
    """Return whether a card is official, that is, not from an open set."""
    found = sets.get(card.get("set") or "")
    return found is None or bool(found["official"])

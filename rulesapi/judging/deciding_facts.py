"""How far the data of a game goes: of how many of its official cards every fact is known that decides a list.

Which facts those are, each ruleset says (`Ruleset.deciding_facts`). The pages of a game and the figures of the docs are
counted by `coverage_of` alone, so that they never differ. It reads documents, as they are in a catalog, in fixtures or
in a library.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from catalog.documents.card_facts import wanted_pointers
from rulesapi.engine.core.library import Ruleset, find_ruleset
from rulesapi.engine.core.ratings import with_implied_facts


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many official cards there are that stand in lists, and of how many every deciding fact is known.

    `missing` counts, by fact, the cards of which it is not known; the most wanted first.
    """

    cards: int
    complete: int
    missing: Mapping[str, int]

    @property
    def percent(self) -> int:
        """The share of complete cards in whole percent: 100 only where all are, 0 only where none is."""
        if not self.cards or self.complete == self.cards:
            return 100
        return max(1, self.complete * 100 // self.cards) if self.complete else 0

    @property
    def is_complete(self) -> bool:
        """Whether no deciding fact is missing."""
        return self.complete == self.cards


def missing_deciding_facts(card: Mapping[str, Any], ruleset: Ruleset) -> list[str]:
    """Return the facts of a card's document that decide lists with it and are not known, or not in full."""
    known = with_implied_facts(dict(card), ruleset.rating_pairs)
    return [
        one.fact
        for one in ruleset.deciding_facts.get(card["kind"], ())
        if one.is_asked_of(known) and one.fact in known and wanted_pointers(known[one.fact])
    ]


def coverage_of(
    game: Mapping[str, Any],
    cards: Iterable[Mapping[str, Any]],
    sets: Mapping[str, Mapping[str, Any]],
    kinds: Iterable[str] | None = None,
) -> Coverage:
    """Return how far the data of a game goes, from its document, those of its cards, and those of its sets by slug.

    Counted are the official cards, in force, of these `kinds`; else of those that stand for themselves in a list. A
    card of no known set is official. Raises LookupError for a game whose rules nobody knows.
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
    """Return whether a card is the publisher's: that of no open set."""
    found = sets.get(card.get("set") or "")
    return found is None or bool(found["official"])

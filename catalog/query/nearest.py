"""Cards whose names are spelled almost like what somebody looked for and did not find."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import NamedTuple

from .conditions import Condition, Either, Every, Says
from .folding import fold

MOST = 3
CLOSE_ENOUGH = 0.72


class Named(NamedTuple):
    """A card's game, slug and name."""

    game: str
    slug: str
    name: str


def looked_for(condition: Condition) -> list[str]:
    """Return the folded words that a card should say, without those that it should not."""
    if isinstance(condition, Says):
        return [condition.text]
    if isinstance(condition, (Every, Either)):
        return [word for one in condition.conditions for word in looked_for(one)]
    return []


def near_names(condition: Condition, cards: Iterable[Named]) -> list[Named]:
    """Return up to three cards whose name, or a word of it, is like a word that is looked for; the closest first."""
    by_spelling: dict[str, list[Named]] = {}
    for card in cards:
        plain = fold(card.name)
        for spelling in dict.fromkeys((plain, *plain.split())):
            by_spelling.setdefault(spelling, []).append(card)
    words = looked_for(condition)
    near: dict[Named, None] = {}
    for word in (" ".join(words), *words) if len(words) > 1 else words:
        for spelling in get_close_matches(word, by_spelling, n=MOST, cutoff=CLOSE_ENOUGH):
            near.update(dict.fromkeys(by_spelling[spelling][:MOST]))
    return list(near)[:MOST]

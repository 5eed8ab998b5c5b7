"""Names and slugs that are so similar that one may be mistaken for the other."""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

from rulesapi.engine.values.messages import Phrase, phrase
from rulesapi.engine.values.model import Card
from rulesapi.linting.context import LintContext, LintMessage
from rulesapi.text_form.name_index import name_key

MIN_NAME_LENGTH = 5
"""The minimum length, in letters, at which a difference of one letter is likely a misspelling."""


def similar_names(context: LintContext) -> Iterator[LintMessage]:
    """Yield remarks on cards whose names differ only by case, accents, punctuation or one letter."""
    reported: set[tuple[str, str]] = set()
    for say, named in (
        (_names, {card.slug: card.name for card in context.cards if card.name}),
        (_slugs, {card.slug: card.slug for card in context.cards}),
    ):
        for one, other in sorted(_similar_pairs(named)):
            if (one, other) not in reported:
                reported.add((one, other))
                yield from _remarks_on_both(context, say, one, other)


def _remarks_on_both(
    context: LintContext, write_sentence: Callable[[Card, Card], Phrase], first_slug: str, second_slug: str
) -> Iterator[LintMessage]:
    """Yield the remark on both cards, so that a curator finds it on either."""
    cards: dict[str, Card] = {card.slug: card for card in context.cards}
    for slug, against in ((first_slug, second_slug), (second_slug, first_slug)):
        if context.is_wanted(cards[slug]):
            yield LintMessage("names-nearly-collide", "warning", slug, write_sentence(cards[slug], cards[against]))


def _names(card: Card, similar: Card) -> Phrase:
    return phrase("The name of {card} ({slug}) is nearly that of {other} ({against}).", **_facts(card, similar))


def _slugs(card: Card, similar: Card) -> Phrase:
    return phrase("The slug of {card} ({slug}) is nearly that of {other} ({against}).", **_facts(card, similar))


def _facts(card: Card, similar: Card) -> dict[str, str]:
    return {"card": card.title, "slug": card.slug, "other": similar.title, "against": similar.slug}


def _similar_pairs(names: dict[str, str]) -> set[tuple[str, str]]:
    """Return the pairs of slugs whose names differ by at most one letter.

    Such names share a remainder: the name itself or the name without one of its letters. Only pairs with a common
    remainder are compared, instead of all pairs.
    """
    meeting: dict[str, list[str]] = {}
    for slug, name in names.items():
        for remainder in _remainders(name_key(name)):
            meeting.setdefault(remainder, []).append(slug)
    return {
        (min(pair), max(pair))
        for slugs in meeting.values()
        for pair in combinations(slugs, 2)
        if names[pair[0]] != names[pair[1]] and _one_letter_apart(name_key(names[pair[0]]), name_key(names[pair[1]]))
    }


def _remainders(name: str) -> Iterable[str]:
    if len(name) < MIN_NAME_LENGTH:
        return {name}
    return {name, *(name[:place] + name[place + 1 :] for place in range(len(name)))}


def _one_letter_apart(first: str, second: str) -> bool:
    """Return whether two words with a common remainder differ by at most one letter.

    Consecutive numbers (II, III; 1, 2) do not count.
    """
    if first == second:
        return True
    longer, shorter = (first, second) if len(first) >= len(second) else (second, first)
    start = next((at for at, pair in enumerate(zip(longer, shorter, strict=False)) if pair[0] != pair[1]), len(shorter))
    characters = {longer[start], *shorter[start : start + 1]}
    if any(letter.isdecimal() for letter in characters) or characters <= set("ivx "):
        return False
    return longer[start + 1 :] == shorter[start + (len(longer) == len(shorter)) :]

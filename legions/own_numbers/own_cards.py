"""Cards with a player's own numbers filled in, for pages about single cards."""

from collections.abc import Iterable

from legions.accounts.holders import Holder
from legions.cards.stock import CardView, stock_for
from legions.changes import own_facts
from legions.own_numbers.applied_numbers import with_numbers
from legions.own_numbers.services import Facts, facts_of


def cards_with_own_numbers(holder: Holder, game: str, slugs: Iterable[str]) -> dict[str, CardView]:
    """Return the cards among `slugs` for which `holder` has entered numbers that the catalog lacks, with these numbers.

    They are keyed by slug. Takes one query for a holder without own numbers, and none without a holder.
    """
    return filled_cards(game, facts_of(holder, game) if holder else {}, slugs)


def filled_cards(game: str, facts: Facts, slugs: Iterable[str]) -> dict[str, CardView]:
    """Return the cards among `slugs` that lack some of these own numbers in the catalog, with the numbers, by slug."""
    wanted = {slug: facts[slug] for slug in slugs if slug in facts}
    if not wanted:
        return {}
    cards = stock_for(with_numbers({"game": game, "picks": []}, wanted, others=True)).cards
    return {slug: cards[slug] for slug in wanted if slug in cards and cards[slug].own_keys}


def own_number_words(card: CardView) -> list[tuple[str, str]]:
    """Return label and value of the own numbers of a card."""
    kind = card.document["kind"]
    return [
        (own_facts.fact_label(card.game, kind, key), own_facts.value_words(card.game, key, card.document[key]))
        for key in card.own_keys
    ]

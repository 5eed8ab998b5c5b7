"""Own numbers for lists, made up by seed: what a player reads from the cards in hand, where the catalog lacks it."""

import random
from collections.abc import Iterator
from typing import Any

from tests.second_engine.world_generator import Document, World

#: What a document says of itself, and no card in hand.
NOT_PRINTED = {"kind", "game", "slug", "sources", "retired", "formerly"}


def with_own_numbers(world: World, made: Document, seed: int) -> Document:
    """A list, now and then with own numbers of some cards: of those that it names, or of others, or of none."""
    chooser = random.Random(f"own numbers {seed}")
    if chooser.random() < 0.7:
        return made
    unsure = {slug for slug, card in world.cards.items() if _fillable(world, card)}
    named = set(_slugs(made)) & world.cards.keys()
    chosen = {slug for slug in sorted(named) if chooser.random() < (0.6 if slug in unsure else 0.1)}
    if chooser.random() < 0.3 and (others := sorted(unsure - named)):
        chosen.add(chooser.choice(others))
    facts = {slug: found for slug in sorted(chosen) if (found := _facts(world, world.cards[slug], chooser))}
    if chooser.random() < 0.05:
        facts["no-such-card"] = {"cost": 3}
    return made | {"facts": {_taken(world, slug, chooser): found for slug, found in facts.items()}} if facts else made


def _fillable(world: World, card: Document) -> bool:
    """Whether something is not known of a card that is known of another of its kind."""
    others = [other for other in world.cards.values() if other["kind"] == card["kind"]]
    return any(_is_open(value) and any(other.get(fact) for other in others) for fact, value in card.items())


def _facts(world: World, card: Document, chooser: random.Random) -> Document:
    """Facts of a card, mostly those that are not known, as they are on others of its kind; one that only some have."""
    others = [other for other in world.cards.values() if other["kind"] == card["kind"]]
    found = {}
    for fact in sorted({fact for other in others for fact in other} - NOT_PRINTED):
        value = chooser.choice(others).get(fact)
        share = 0.7 if _is_open(card.get(fact, "")) else 0.02 if fact in card else 0.1
        if value is not None and chooser.random() < share:
            found[fact] = value
    return found


def _is_open(value: Any) -> bool:
    """Whether a fact is not known, or not all of it."""
    return value is None or (isinstance(value, dict) and None in value.values())


def _taken(world: World, slug: str, chooser: random.Random) -> str:
    """The slug, or now and then one that the card had before."""
    former = world.cards.get(slug, {}).get("formerly")
    return chooser.choice(former) if former and chooser.random() < 0.3 else slug


def _slugs(value: Any) -> Iterator[str]:
    """Every word of a list, cards among them; what is owned is not named."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, below in value.items():
            yield from _slugs(below) if key != "collection" else ()
    elif isinstance(value, list):
        for below in value:
            yield from _slugs(below)

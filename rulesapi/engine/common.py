"""Rules that several games share. A ruleset puts them into its list under its own codes, cites and messages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulesapi.engine.model import Broken, Card, Carried, Creature, Legion, Pick, Upgrade, Wanting
from rulesapi.engine.names import in_order

if TYPE_CHECKING:
    from rulesapi.engine.ruleset import Library

Said = Iterator[Broken | Wanting]

SUGGESTED = 20
"""How many unknown cards get the nearest names; a list with more of them is of another game or release."""


def point_limit(legion: Legion, library: Library) -> Said:
    """The legion costs at most the points agreed on."""
    price = legion.price
    if legion.limit is None or (price.ceiling is not None and price.ceiling <= legion.limit):
        return
    if price.known > legion.limit:
        amount = {"known": price.known} if price.total is None else {"total": price.total}
        yield Broken((legion.limit_at,), {**amount, "limit": legion.limit})
    else:
        yield from price.wanting


def no_creature(legion: Legion, library: Library) -> Said:
    """A legion has at least one creature."""
    if not legion.picks and not any(stranger.bearer for stranger in legion.strangers):
        yield Broken(("/picks",), {})


def unique_name(legion: Legion, library: Library) -> Said:
    """A unique name stands at most once in a legion, whatever the cards."""
    ringed: dict[str, list[Pick | Carried]] = {}
    for standing in legion.standing:
        if standing.card.unique is not False:
            ringed.setdefault(standing.card.identity, []).append(standing)
    for copies in ringed.values():
        if len(copies) > 1 or copies[0].copies > 1:
            yield from _clash(copies)
    if legion.nameless and len(ringed) > 1:
        yield from _names_that_could_clash(ringed)


def _clash(copies: list[Pick | Carried]) -> Said:
    """Copies of one name, each of which is unique or may be."""
    sure = [standing for standing in copies if standing.card.unique]
    number = sum(standing.copies for standing in sure)
    if number > 1:
        name = min(standing.card.title for standing in sure)
        yield Broken(in_order(standing.at for standing in sure), {"name": name, "copies": number})
    else:
        yield from (Wanting(s.card.slug, "/unique", s.at) for s in copies if s.card.unique is None)


def _names_that_could_clash(ringed: dict[str, list[Pick | Carried]]) -> Said:
    """A card without a known name could have the name of any other unique card."""
    if all(copies[0].card.name is not None for copies in ringed.values()):
        return
    for copies in ringed.values():
        for standing in copies:
            if standing.card.name is None:
                yield Wanting(standing.card.slug, "/name", standing.at)
            if standing.card.unique is None:
                yield Wanting(standing.card.slug, "/unique", standing.at)


def unknown_card(legion: Legion, library: Library) -> Said:
    """Every card of the legion is in the catalog's release."""
    if not legion.strangers:
        return
    places: dict[str, list[str]] = {}
    kinds: dict[str, set[type[Card]]] = {}
    for stranger in legion.strangers:
        places.setdefault(stranger.slug, []).append(stranger.at)
        kinds.setdefault(stranger.slug, set()).add(Creature if stranger.bearer else Upgrade)
    for number, slug in enumerate(sorted(places)):
        near = library.nearest.to(slug, tuple(kinds[slug])) if number < SUGGESTED else []
        facts = {"card": slug, "nearest": [card.title for card in near], "nearest_slugs": [card.slug for card in near]}
        yield Broken(in_order(places[slug]), facts)


def not_equippable(legion: Legion, library: Library) -> Said:
    """A card stands only where its kind has a place."""
    for misplaced in legion.misplaced:
        wanted = "upgrade" if "/upgrades/" in misplaced.at else "creature"
        facts = {"card": misplaced.card.title, "kind": misplaced.card.kind, "wanted": wanted}
        yield Broken((misplaced.at,), facts)


def retired_card(legion: Legion, library: Library) -> Said:
    """No card of the legion is retired in the release judged."""
    places: dict[Card, list[str]] = {}
    for standing in legion.standing:
        if standing.card.retired is not None:
            places.setdefault(standing.card, []).append(standing.at)
    for card, at in places.items():
        yield Broken(in_order(at), {"card": card.title, "why": card.retired})

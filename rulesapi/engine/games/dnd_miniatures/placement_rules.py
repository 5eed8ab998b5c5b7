"""Cards of a warband outside its picks, and the rules for every card of the warband."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rulesapi.engine.core import common_rules
from rulesapi.engine.core.common_rules import NO_RESULTS, PlacedCard, RuleOutput, SingleCard
from rulesapi.engine.core.legion import Legion
from rulesapi.engine.core.library import Library
from rulesapi.engine.games.dnd_miniatures.cards import BattleMap, Miniature, TerrainTile
from rulesapi.engine.values.interpretations import RuleResult
from rulesapi.engine.values.model import Card, RuleBreach


class ExtraCard(NamedTuple):
    """A card that a warband names outside its picks: slug, pointer, expected class, and the card itself or None."""

    slug: str
    at: str
    expected: type[Card]
    card: Card | None


def extra_cards(legion: Legion, library: Library) -> Iterator[ExtraCard]:
    """Yield the maps, tiles and pool figures that a legion names."""
    for at, fields in legion.fields.items():
        if "map" in fields:
            yield ExtraCard(fields["map"], f"{at}/map", BattleMap, library.cards.get(fields["map"]))
        for number, slug in enumerate(fields.get("tiles", ())):
            yield ExtraCard(slug, f"{at}/tiles/{number}", TerrainTile, library.cards.get(slug))
        for slug in fields.get("pool", ()):
            yield ExtraCard(slug, f"{at}/pool/{slug}", Miniature, library.cards.get(slug))


def _placed_cards(legion: Legion, library: Library) -> list[PlacedCard]:
    """Return every card of a warband that is in a valid place. Pool figures are not part of the warband."""
    placed = (
        one
        for one in extra_cards(legion, library)
        if one.expected is not Miniature and isinstance(one.card, one.expected)
    )
    return [*legion.picks, *(SingleCard(one.at, one.card) for one in placed)]


def _all_extras_valid(legion: Legion, library: Library) -> bool:
    """Return whether every card outside the picks exists and is of the expected class. This is a quick check."""
    find = library.cards.get
    for fields in legion.fields.values():
        if "map" in fields and not isinstance(find(fields["map"]), BattleMap):
            return False
        if "tiles" in fields and not {TerrainTile}.issuperset(map(type, map(find, fields["tiles"]))):
            return False
        if "pool" in fields and not all(isinstance(find(slug), Miniature) for slug in fields["pool"]):
            return False
    return True


def unknown_card(legion: Legion, library: Library) -> Iterable[RuleResult]:
    """Every card of the warband is in the catalog's release."""
    return (
        _unknown_cards(legion, library)
        if legion.unknown_cards or not _all_extras_valid(legion, library)
        else NO_RESULTS
    )


def _unknown_cards(legion: Legion, library: Library) -> RuleOutput:
    places: dict[str, list[str]] = {}
    kinds: dict[str, set[type[Card]]] = {}
    for stranger in legion.unknown_cards:
        places.setdefault(stranger.slug, []).append(stranger.at)
        kinds.setdefault(stranger.slug, set()).add(Miniature)
    for one in extra_cards(legion, library):
        if one.card is None:
            places.setdefault(one.slug, []).append(one.at)
            kinds.setdefault(one.slug, set()).add(one.expected)
    if places:
        yield from common_rules.unknown_slugs(places, kinds, library)


KIND_NAMES = {BattleMap: "battle-map", TerrainTile: "terrain-tile", Miniature: "creature"}


def misplaced_card(legion: Legion, library: Library) -> Iterable[RuleResult]:
    """A card can only be where its kind has a place."""
    return (
        _misplaced_results(legion, library)
        if legion.misplaced or not _all_extras_valid(legion, library)
        else NO_RESULTS
    )


def _misplaced_results(legion: Legion, library: Library) -> RuleOutput:
    for misplaced in legion.misplaced:
        yield _misplaced_breach(misplaced.card, misplaced.at, Miniature)
    for one in extra_cards(legion, library):
        if one.card is not None and not isinstance(one.card, one.expected):
            yield _misplaced_breach(one.card, one.at, one.expected)


def _misplaced_breach(card: Card, pointer: str, expected: type[Card]) -> RuleBreach:
    return RuleBreach((pointer,), {"card": card.title, "kind": card.kind, "wanted": KIND_NAMES[expected]})


def barred(legion: Legion, library: Library) -> Iterable[RuleResult]:
    """The format bars no creature, map or tile of the warband, and all are of its pool if it has one."""
    return common_rules.restricted_by_format(legion.format, _placed_cards(legion, library), library)


def house_barred(legion: Legion, library: Library) -> Iterable[RuleResult]:
    """No house rule bars a creature, map or tile of the warband, and all are of the pool of each that has one."""
    return common_rules.restricted_by_house_rules(legion.house_rules, _placed_cards(legion, library), library)


def house_limit(legion: Legion, library: Library) -> Iterable[RuleResult]:
    """A limit that a house rule sets for some cards holds."""
    return common_rules.limited_by_house_rules(legion.house_rules, _placed_cards(legion, library))


def retired_card(legion: Legion, library: Library) -> RuleOutput:
    """No card of the warband is retired in the release judged."""
    return common_rules.retired_among(_placed_cards(legion, library))

"""The deck construction rules of Dungeon Command. Each player of a team is checked alone.

The first line of a rule's docstring is its text for readers, the second its citation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulesapi.engine.core import common_rules
from rulesapi.engine.core.collection import copies_used
from rulesapi.engine.core.common_rules import NO_RESULTS, RuleOutput
from rulesapi.engine.core.lacks import ListInProgress
from rulesapi.engine.core.legion import Legion, Pick
from rulesapi.engine.core.library import Library
from rulesapi.engine.games.dungeon_command.cards import Commander, Creature, Decks, Order, Tile, card_count
from rulesapi.engine.values.interpretations import RuleResult
from rulesapi.engine.values.model import Card, Finding, PickableCard, RuleBreach
from rulesapi.engine.values.names import sorted_pointers

MIN_CREATURES = 12
MIN_ORDERS = 30
MAX_COPIES = 4
REQUIRED_COMMANDERS = 1


def minimum_creatures(legion: Legion, library: Library) -> RuleOutput:
    """A warband has at least 12 Creature cards; there is no maximum.

    Dungeon Command rulebook, pp. 3 and 15
    """
    for found in legion.arranged:
        if found.of_creatures < MIN_CREATURES:
            yield RuleBreach((f"{found.at}/picks",), shortage_facts("creatures", found.of_creatures, MIN_CREATURES))


def minimum_orders(legion: Legion, library: Library) -> RuleOutput:
    """An Order deck has at least 30 cards; there is no maximum.

    Dungeon Command rulebook, pp. 3 and 15
    """
    for found in legion.arranged:
        if found.of_orders < MIN_ORDERS:
            yield RuleBreach((f"{found.at}/picks",), shortage_facts("orders", found.of_orders, MIN_ORDERS))


def can_add_creature(finding: Finding, in_progress: ListInProgress) -> bool:
    return in_progress.can_add(lambda card: isinstance(card, Creature))


def can_add_order(finding: Finding, in_progress: ListInProgress) -> bool:
    return in_progress.can_add(lambda card: isinstance(card, Order))


def can_add_commander(finding: Finding, in_progress: ListInProgress) -> bool:
    """Return whether a warband has no commander, and one can be added."""
    return not finding.facts["count"] and in_progress.can_add(lambda card: isinstance(card, Commander))


def shortage_facts(noun: str, count: int, least: int) -> dict[str, int]:
    """Return the facts of a deck with too few cards. `RuleBreach` explains `short`."""
    return {noun: count, "least": least, "short": least - count}


def creature_copies(legion: Legion, library: Library) -> RuleOutput:
    """A warband has at most 4 of one creature, counted by the card's name.

    Dungeon Command rulebook, p. 15
    """
    for found in legion.arranged:
        if not _within_copies_by_counting(found, found.creatures):
            yield from common_rules.copies_over(found.creatures, MAX_COPIES, "creature")


def order_copies(legion: Legion, library: Library) -> RuleOutput:
    """An Order deck has at most 4 of one Order card.

    Dungeon Command rulebook, p. 15
    """
    for found in legion.arranged:
        if not _within_copies_by_counting(found, found.orders):
            yield from common_rules.copies_over(found.orders, MAX_COPIES, "order")


def _within_copies_by_counting(decks: Decks, picks: list[Pick]) -> bool:
    """Return whether counting names alone shows that no card exceeds the maximum, as for most decks."""
    if decks.has_unnamed_card:
        return False
    copies: dict[str, int] = {}
    for pick in picks:
        name = pick.card.identity
        copies[name] = copies.get(name, 0) + pick.copies
    return max(copies.values(), default=0) <= MAX_COPIES


def one_commander(legion: Legion, library: Library) -> RuleOutput:
    """A warband has exactly one Commander card.

    Dungeon Command rulebook, p. 15
    """
    for found in legion.arranged:
        picks = found.commanders
        if card_count(picks) != REQUIRED_COMMANDERS:
            places = sorted_pointers(pick.at for pick in picks) or (f"{found.at}/picks",)
            yield RuleBreach(
                places, {"commanders": sorted({pick.card.title for pick in picks}), "count": card_count(picks)}
            )


def miniature_missing(legion: Legion, library: Library) -> Iterable[RuleResult]:
    """With a collection: each creature of the warband has a miniature and a card of its own.

    Dungeon Command rulebook, pp. 3, 6 and 15
    """
    return _excess_results(legion, creatures=True) if legion.owned else NO_RESULTS


def card_missing(legion: Legion, library: Library) -> Iterable[RuleResult]:
    """With a collection: the player has each order and the commander as often as the warband uses them.

    Dungeon Command rulebook, p. 15
    """
    return _excess_results(legion, creatures=False) if legion.owned else NO_RESULTS


def _excess_results(legion: Legion, *, creatures: bool) -> RuleOutput:
    for at, owned in legion.owned.items():
        lists = [part for part in legion.parts if at in ("", part.at)]
        standing = [pick for part in lists for pick in part.picks if isinstance(pick.card, Creature) is creatures]
        for card, needed in copies_used(standing).items():
            available = owned.get(card, 0)
            if needed > available:
                places = sorted_pointers(pick.at for pick in standing if pick.card is card)
                yield RuleBreach(places, {"card": card.title, "owned": available, "needed": needed})


def unknown_card(legion: Legion, library: Library) -> RuleOutput:
    """Every card of the warband is in the catalog's release, as a card of this game.

    Muster catalog

    An unknown card counts toward no other rule.
    """
    places: dict[str, list[str]] = {}
    kinds: dict[str, set[type[Card]]] = {}
    for stranger in legion.unknown_cards:
        places.setdefault(stranger.slug, []).append(stranger.at)
        kinds.setdefault(stranger.slug, set()).add(PickableCard)
    for at, slug in listed_tiles(legion):
        if slug not in library.cards:
            places.setdefault(slug, []).append(at)
            kinds.setdefault(slug, set()).add(Tile)
    if places:
        yield from common_rules.unknown_slugs(places, kinds, library)


def listed_tiles(legion: Legion) -> Iterator[tuple[str, str]]:
    """Yield the pointer and the slug of each tile listed in the warband."""
    for at, fields in legion.fields.items():
        for number, slug in enumerate(fields.get("tiles", ())):
            yield f"{at}/tiles/{number}", slug


def misplaced_card(legion: Legion, library: Library) -> RuleOutput:
    """The decks hold creatures, orders and the commander; tiles are listed apart.

    Dungeon Command rulebook, pp. 3-4
    """
    for misplaced in legion.misplaced:
        yield RuleBreach((misplaced.at,), {"card": misplaced.card.title})
    for at, slug in listed_tiles(legion):
        card = library.cards.get(slug)
        if card is not None and not isinstance(card, Tile):
            yield RuleBreach((at,), {"card": card.title, "kind": card.kind})

"""The rules of Dungeon Command for tiles, treasure, teams, formats and house rules.

The first line of a rule's docstring is its text for readers, the second its citation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from rulesapi.engine.core import common_rules
from rulesapi.engine.core.collection import copies_used
from rulesapi.engine.core.common_rules import PlacedCard, RuleOutput, SingleCard
from rulesapi.engine.core.formats import Format
from rulesapi.engine.core.lacks import ListInProgress
from rulesapi.engine.core.legion import Legion, Pick
from rulesapi.engine.core.library import Library
from rulesapi.engine.games.dungeon_command import deck_rules
from rulesapi.engine.games.dungeon_command.cards import Decks, Tile, card_count
from rulesapi.engine.values.interpretations import RuleResult
from rulesapi.engine.values.model import Card, Finding, MissingFact, RuleBreach
from rulesapi.engine.values.names import sorted_pointers

TILES_PER_SIZE = 2
REQUIRED_STARTS = 1


def _listed_tiles(legion: Legion, library: Library) -> Iterator[tuple[str, list[SingleCard]]]:
    """Yield the pointer and the tiles of each list that names tiles. Another rule reports cards that are not tiles."""
    for at, fields in legion.fields.items():
        if fields.get("tiles"):
            found = [(f"{at}/tiles/{number}", library.cards.get(slug)) for number, slug in enumerate(fields["tiles"])]
            yield at, [SingleCard(place, card) for place, card in found if isinstance(card, Tile)]


def _placed_cards(legion: Legion, library: Library) -> list[PlacedCard]:
    """Return every card of the decks and every listed tile."""
    return [*legion.picks, *(tile for _, tiles in _listed_tiles(legion, library) for tile in tiles)]


def barred(legion: Legion, library: Library) -> Iterable[RuleResult]:
    """The format bars no card and no tile of the warband, and all are of its pool if it has one."""
    return common_rules.restricted_by_format(legion.format, _placed_cards(legion, library), library)


def house_barred(legion: Legion, library: Library) -> Iterable[RuleResult]:
    """No house rule bars a card or a tile of the warband, and all are of the pool of each that has one."""
    return common_rules.restricted_by_house_rules(legion.house_rules, _placed_cards(legion, library), library)


def house_limit(legion: Legion, library: Library) -> Iterable[RuleResult]:
    """A limit that a house rule sets for some cards holds."""
    return common_rules.limited_by_house_rules(legion.house_rules, _placed_cards(legion, library))


def retired_card(legion: Legion, library: Library) -> RuleOutput:
    """No card and no tile of the warband is retired in the release judged."""
    return common_rules.retired_among(_placed_cards(legion, library))


def tiles(legion: Legion, library: Library) -> Iterable[RuleResult]:
    """When tiles are listed: two large and two small ones, and one of the small ones has the Start area.

    Dungeon Command rulebook, pp. 4-6 and 15

    The players agree on the side of each tile, so it is not checked.
    """
    for at, listed in _listed_tiles(legion, library):
        yield from _size_results(f"{at}/tiles", listed, TILES_PER_SIZE, TILES_PER_SIZE)
        yield from _start_results(f"{at}/tiles", listed)


def can_add_tile(finding: Finding, in_progress: ListInProgress) -> bool:
    """Return whether a list has too few tiles, and more of them can make its tiles right."""
    facts, place = finding.facts, finding.at[0].removesuffix("/tiles")
    large, small = facts.get("of_large", TILES_PER_SIZE), facts.get("of_small", TILES_PER_SIZE)
    listed = [in_progress.library.cards.get(slug) for slug in in_progress.legion.fields.get(place, {}).get("tiles", ())]
    sizes = Counter(card.size for card in listed if isinstance(card, Tile))
    free = large + small - len(listed)
    if "starts" in facts:
        return not facts["starts"] and free > 0 and sizes["small"] < small
    return "large" in facts and free > 0 and sizes["large"] <= large and sizes["small"] <= small


def choices(library: Library, chosen: Format, fields: Mapping[str, Any]) -> Mapping[str, Sequence[Any]]:
    """Return lists of tiles with one tile added, replaced or removed, or none (see `Ruleset.choices`)."""
    listed = tuple(fields.get("tiles", ()))
    if not listed:
        return {}
    one_less = [(*listed[:number], *listed[number + 1 :]) for number in range(len(listed))]
    tiles = [card.slug for card in library.all_cards if isinstance(card, Tile) and card.retired is None]
    return {
        "tiles": [
            *filter(None, one_less),
            *((*some, tile) for some in (listed, *one_less) for tile in tiles),
            None,
        ]
    }


def _start_results(pointer: str, tiles: list[SingleCard]) -> RuleOutput:
    """Yield a breach unless exactly one small tile has the Start area, or the unknown facts that would decide."""
    possible = [one for one in tiles if one.card.size != "large" and one.card.start is not False]
    sure = [one for one in possible if one.card.start and one.card.size == "small"]
    if len(sure) > REQUIRED_STARTS:
        yield RuleBreach(sorted_pointers(one.at for one in sure), {"starts": len(sure)})
    elif not possible:
        yield RuleBreach((pointer,), {"starts": 0})
    else:
        for one in possible:
            if one not in sure:
                yield from (
                    MissingFact(one.card.slug, f"/{fact}", one.at)
                    for fact in ("start", "size")
                    if getattr(one.card, fact) is None
                )


def _size_results(pointer: str, tiles: list[SingleCard], large: int, small: int) -> RuleOutput:
    """Yield a breach unless there are this many large and small tiles, or the unknown sizes that would decide.

    All copies of a tile have one size.
    """
    counts = Counter(one.card.size for one in tiles)
    open_ = Counter(one.card for one in tiles if one.card.size is None)
    could_be_large = {0}
    for copies in open_.values():
        could_be_large |= {number + copies for number in could_be_large}
    if len(tiles) != large + small or large - counts["large"] not in could_be_large:
        facts = {"large": counts["large"], "small": counts["small"], "of_large": large, "of_small": small}
        yield RuleBreach((pointer,), facts)
    else:
        yield from (MissingFact(one.card.slug, "/size", one.at) for one in tiles if one.card.size is None)


def treasure_supply(legion: Legion, library: Library) -> RuleOutput:
    """When tiles are listed: a Treasure Chest marker for each Treasure square on them, and tokens for those markers.

    Dungeon Command rulebook, pp. 4 and 15

    Other markers and tokens are not checked. A list without treasure brings none.
    """
    for at, tiles in _listed_tiles(legion, library):
        treasure = legion.fields[at].get("treasure", {})
        chests, tokens = treasure.get("chests", ()), treasure.get("tokens", 0)
        known = sum(one.card.treasure_squares or 0 for one in tiles)
        place = f"{at}/treasure" if treasure else f"{at}/tiles"
        if known > len(chests):
            yield RuleBreach((place,), {"chests": len(chests), "squares": known})
        else:
            unknown = (one for one in tiles if one.card.treasure_squares is None)
            yield from (MissingFact(one.card.slug, "/treasure_squares", one.at) for one in unknown)
        if tokens < sum(chests):
            yield RuleBreach((place,), {"numbers": sum(chests), "tokens": tokens})


def lacks_chests(finding: Finding, in_progress: ListInProgress) -> bool:
    """Return whether a finding is about Treasure Chest markers, of which more can be brought."""
    return "squares" in finding.facts


def lacks_tokens(finding: Finding, in_progress: ListInProgress) -> bool:
    """Return whether a finding is about Treasure tokens, of which more can be brought."""
    return "tokens" in finding.facts


def treasure_without_tiles(legion: Legion, library: Library) -> RuleOutput:
    """Treasure can only be judged together with the tiles that it is for.

    Dungeon Command rulebook, p. 4
    """
    for at, fields in legion.fields.items():
        treasure = fields.get("treasure")
        if treasure and not fields.get("tiles") and (treasure["chests"] or treasure["tokens"]):
            yield RuleBreach((f"{at}/treasure",), {"chests": len(treasure["chests"]), "tokens": treasure["tokens"]})


def team_size(legion: Legion, library: Library) -> RuleOutput:
    """Teams have equal numbers of players, each of whom brings a whole warband.

    Dungeon Command rulebook, p. 15

    In every format, the sizes of the other teams are known only if the document gives them. One player's list that
    gives them is a team of one.
    """
    players = len(legion.parts)
    for number, others in enumerate(legion.fields.get("", {}).get("against", ())):
        if others != players:
            yield RuleBreach((f"/against/{number}",), {"players": players, "others": others})


def first_game(legion: Legion, library: Library) -> Iterable[RuleResult]:
    """In a first game each player takes one half of one pack: 6 creatures and 18 orders with one colour of set symbol.

    Dungeon Command rulebook, pp. 3-6

    The commander is one of the pack, with 3 Morale less. If tiles are listed, one is large and one small.
    """
    numbers = legion.format.numbers
    for found in legion.arranged:
        yield from _half_results(found, numbers.get("creatures"), numbers.get("orders"))
        yield from _pack_results(found, library)
        beyond = dict(_excess_cards(found, library))
        for card, inside in beyond.items():
            facts = {"card": card.title, "copies": found.copies(card), "inside": inside}
            yield RuleBreach(found.places(card), facts)
        yield from _symbol_results(found, beyond)
    large, small = numbers.get("large-tiles"), numbers.get("small-tiles")
    if large is not None and small is not None:
        for at, tiles in _listed_tiles(legion, library):
            yield from _size_results(f"{at}/tiles", tiles, large, small)


def _half_results(decks: Decks, creatures: int | None, orders: int | None) -> RuleOutput:
    """Yield a breach for each deck that is not half of a pack's deck."""
    for count, noun, required in ((decks.of_creatures, "creatures", creatures), (decks.of_orders, "orders", orders)):
        if required is not None and count != required:
            facts = {"count": count, "noun": noun, "wanted": required}
            short = {"short": required - count} if count < required else {}
            yield RuleBreach((f"{decks.at}/picks",), {**facts, **short})


def can_add_creatures_of_half(finding: Finding, in_progress: ListInProgress) -> bool:
    """Return whether a finding is about too few creatures, and more can be added."""
    return _is_short_of(finding, "creatures") and deck_rules.can_add_creature(finding, in_progress)


def can_add_orders_of_half(finding: Finding, in_progress: ListInProgress) -> bool:
    """Return whether a finding is about too few orders, and more can be added."""
    return _is_short_of(finding, "orders") and deck_rules.can_add_order(finding, in_progress)


def _is_short_of(finding: Finding, noun: str) -> bool:
    return "short" in finding.facts and finding.facts["noun"] == noun


def _pack_results(decks: Decks, library: Library) -> RuleOutput:
    """Yield a breach if the cards are from several packs, or the unknown packs of cards."""
    by_pack: dict[str | None, list[Pick]] = {}
    for pick in decks.picks:
        by_pack.setdefault(pick.card.set, []).append(pick)
    packs = sorted(pack for pack in by_pack if pack is not None)
    if len(packs) > 1:
        most = max(packs, key=lambda pack: (card_count(by_pack[pack]), pack))
        others = [pick for pack in packs if pack != most for pick in by_pack[pack]]
        facts = {"packs": packs, "names": [library.set_name(pack) for pack in packs]}
        yield RuleBreach(sorted_pointers(pick.at for pick in others), facts)
    elif len({pick.card for pick in decks.picks}) > 1:
        yield from (MissingFact(pick.card.slug, "/set", pick.at) for pick in by_pack.get(None, ()))


def _excess_cards(decks: Decks, library: Library) -> Iterator[tuple[Card, int]]:
    """Yield each card with more copies than its pack holds, and the number in the pack."""
    for card, copies in copies_used(decks.picks).items():
        inside = library.contents.get(card.set or "", {}).get(card)
        if inside is not None and copies > inside:
            yield card, inside


def _symbol_results(decks: Decks, beyond: Collection[Card]) -> RuleOutput:
    """Yield the results of the check that the set symbols of all creatures and orders belong to one half of the pack.

    Each half has one copy of a card with the symbol `both`. Cards in `beyond`, which exceed their pack, are not checked
    for copies again.
    """
    picks = [*decks.creatures, *decks.orders]
    by_colour: dict[str | None, list[Pick]] = {}
    for pick in picks:
        by_colour.setdefault(pick.card.symbol, []).append(pick)
    gold, silver, open_ = (by_colour.get(colour, []) for colour in ("gold", "silver", None))
    if gold and silver:
        fewer = min(gold, silver, key=lambda some: (card_count(some), some is silver))
        facts = {"gold": _titles(gold), "silver": _titles(silver)}
        yield RuleBreach(sorted_pointers(pick.at for pick in fewer), facts)
    copies = {card: count for card, count in copies_used(picks).items() if count > 1 and card not in beyond}
    for card in {pick.card: None for pick in by_colour.get("both", ())}:
        if card in copies:
            yield RuleBreach(decks.places(card), {"card": card.title, "copies": copies[card]})
    mixed = not (gold and silver) and (gold or silver or len({pick.card for pick in open_}) > 1)
    yield from (MissingFact(pick.card.slug, "/symbol", pick.at) for pick in open_ if mixed or pick.card in copies)


def _titles(picks: list[Pick]) -> list[str]:
    return sorted({pick.card.title for pick in picks})

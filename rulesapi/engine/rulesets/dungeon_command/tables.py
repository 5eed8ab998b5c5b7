"""The rules of Dungeon Command for what a player brings beside the decks, and for its formats.

The first line of a docstring is the rule as people read it, the second where it stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rulesapi.engine.collection import used
from rulesapi.engine.common import NOTHING, Said
from rulesapi.engine.model import Broken, Legion, Pick, Wanting
from rulesapi.engine.names import in_order
from rulesapi.engine.readings import Thing
from rulesapi.engine.ruleset import Library
from rulesapi.engine.rulesets.dungeon_command.cards import Decks, Tile, size

EACH_SIZE = 2
STARTS = 1


class Laid(NamedTuple):
    """A tile in its place."""

    at: str
    card: Tile


def _tiles(legion: Legion, library: Library) -> Iterator[tuple[str, list[Laid]]]:
    """The tiles of each list that names any, by the place of the list; what is no tile is told by another rule."""
    for at, fields in legion.fields.items():
        if fields.get("tiles"):
            found = [(f"{at}/tiles/{number}", library.cards.get(slug)) for number, slug in enumerate(fields["tiles"])]
            yield at, [Laid(place, card) for place, card in found if isinstance(card, Tile)]


def tiles(legion: Legion, library: Library) -> Iterable[Thing]:
    """When tiles are listed: two large and two small ones, and one of the small ones has the Start area.

    Dungeon Command rulebook, pp. 4-6 and 15

    Which side of a tile is used is agreed on and not asked.
    """
    for at, laid in _tiles(legion, library):
        yield from _sizes(f"{at}/tiles", laid, EACH_SIZE, EACH_SIZE)
        yield from _starts(f"{at}/tiles", laid)


def _starts(at: str, laid: list[Laid]) -> Said:
    """Whether just one of the small tiles has the Start area."""
    possible = [one for one in laid if one.card.size != "large" and one.card.start is not False]
    sure = [one for one in possible if one.card.start and one.card.size == "small"]
    if len(sure) > STARTS:
        yield Broken(in_order(one.at for one in sure), {"starts": len(sure)})
    elif not possible:
        yield Broken((at,), {"starts": 0})
    else:
        for one in possible:
            if one not in sure:
                yield Wanting(one.card.slug, "/start" if one.card.start is None else "/size", one.at)


def _sizes(at: str, laid: list[Laid], large: int, small: int) -> Said:
    """Whether there are so many tiles of each size."""
    counts = Counter(one.card.size for one in laid)
    open_ = counts[None]
    short = max(0, large - counts["large"]) + max(0, small - counts["small"])
    if counts["large"] > large or counts["small"] > small or short != open_:
        facts = {"large": counts["large"], "small": counts["small"], "of_large": large, "of_small": small}
        yield Broken((at,), facts)
    else:
        yield from (Wanting(one.card.slug, "/size", one.at) for one in laid if one.card.size is None)


def treasure_supply(legion: Legion, library: Library) -> Said:
    """When tiles are listed: a Treasure Chest marker for each Treasure square on them, and tokens for those markers.

    Dungeon Command rulebook, pp. 4 and 15

    Other markers and tokens are not asked for. A list that says nothing of treasure brings none.
    """
    for at, laid in _tiles(legion, library):
        said = legion.fields[at].get("treasure", {})
        chests, tokens = said.get("chests", ()), said.get("tokens", 0)
        known = sum(one.card.treasure_squares or 0 for one in laid)
        place = f"{at}/treasure" if said else f"{at}/tiles"
        if known > len(chests):
            yield Broken((place,), {"chests": len(chests), "squares": known})
        else:
            unknown = (one for one in laid if one.card.treasure_squares is None)
            yield from (Wanting(one.card.slug, "/treasure_squares", one.at) for one in unknown)
        if tokens < sum(chests):
            yield Broken((place,), {"numbers": sum(chests), "tokens": tokens})


def team_size(legion: Legion, library: Library) -> Said:
    """Teams have equal numbers of players, each of whom brings a whole warband.

    Dungeon Command rulebook, p. 15

    How many the other teams have is known only when the team's document says it.
    """
    players = len(legion.parts)
    for number, others in enumerate(legion.fields.get("", {}).get("against", ()) if legion.team else ()):
        if others != players:
            yield Broken((f"/against/{number}",), {"players": players, "others": others})


def first_game(legion: Legion, library: Library) -> Iterable[Thing]:
    """In a first game each player takes one half of one pack: 6 creatures and 18 orders with one colour of set symbol.

    Dungeon Command rulebook, pp. 3-6

    The commander is one of the pack's, with 3 Morale less. Of tiles, when they are listed, one is large and one small.
    """
    numbers = legion.format.numbers
    for found in legion.arranged:
        broken = [*_halves(found, numbers.get("creatures"), numbers.get("orders")), *_pack(found, library)]
        yield from broken or _symbols(found)
    large, small = numbers.get("large-tiles"), numbers.get("small-tiles")
    if large is not None and small is not None:
        for at, laid in _tiles(legion, library):
            yield from _sizes(f"{at}/tiles", laid, large, small)


def _halves(found: Decks, creatures: int | None, orders: int | None) -> Said:
    """Whether each deck is half of a pack's."""
    for count, noun, wanted in ((found.of_creatures, "creatures", creatures), (found.of_orders, "orders", orders)):
        if wanted is not None and count != wanted:
            facts = {"count": count, "noun": noun, "wanted": wanted}
            short = {"short": wanted - count} if count < wanted else {}
            yield Broken((f"{found.at}/picks",), {**facts, **short})


def _pack(found: Decks, library: Library) -> Said:
    """Whether all cards are of one pack, and none stands oftener than it is in there."""
    by_pack: dict[str | None, list[Pick]] = {}
    picks = [*found.creatures, *found.orders, *found.commanders]
    for pick in picks:
        by_pack.setdefault(pick.card.set, []).append(pick)
    packs = sorted(pack for pack in by_pack if pack is not None)
    if len(packs) > 1:
        most = max(packs, key=lambda pack: (size(by_pack[pack]), pack))
        others = [pick for pack in packs if pack != most for pick in by_pack[pack]]
        yield Broken(in_order(pick.at for pick in others), {"packs": packs})
        return
    yield from (Wanting(pick.card.slug, "/set", pick.at) for pick in by_pack.get(None, ()))
    for card, copies in used(picks).items():
        inside = library.contents.get(card.set or "", {}).get(card)
        if inside is not None and copies > inside:
            places = in_order(pick.at for pick in picks if pick.card is card)
            yield Broken(places, {"card": card.title, "copies": copies, "inside": inside})


def _symbols(found: Decks) -> Iterable[Thing]:
    """Whether all creatures and orders are of one half, which their set symbols tell."""
    picks = [*found.creatures, *found.orders]
    by_colour: dict[str | None, list[Pick]] = {}
    for pick in picks:
        by_colour.setdefault(pick.card.symbol, []).append(pick)
    gold, silver = by_colour.get("gold", []), by_colour.get("silver", [])
    if gold and silver:
        fewer = min(gold, silver, key=lambda some: (size(some), some is silver))
        facts = {"gold": sorted(p.card.title for p in gold), "silver": sorted(p.card.title for p in silver)}
        return [Broken(in_order(pick.at for pick in fewer), facts)]
    for card, copies in used(by_colour.get("both", [])).items():
        if copies > 1:
            places = in_order(pick.at for pick in picks if pick.card is card)
            return [Broken(places, {"card": card.title, "copies": copies})]
    if None not in by_colour:
        return NOTHING
    return [Wanting(pick.card.slug, "/symbol", pick.at) for pick in by_colour[None]]

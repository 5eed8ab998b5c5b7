"""Rules that several games share. A ruleset puts them into its list under its own codes, cites and messages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from rulesapi.engine.collection import used
from rulesapi.engine.model import Broken, Card, Carried, Creature, Fielded, Legion, Owned, Pick, Price, Upgrade, Wanting
from rulesapi.engine.names import in_order
from rulesapi.engine.readings import Thing

if TYPE_CHECKING:
    from rulesapi.engine.formats import Bars, Format
    from rulesapi.engine.house import Allowance, House, HouseRule
    from rulesapi.engine.reading import Lines
    from rulesapi.engine.ruleset import Library

Said = Iterator[Thing]

NOTHING: Sequence[Thing] = ()
"""What a rule says of a legion that it has nothing to ask about; quicker to give than a generator."""


class Single(NamedTuple):
    """A card that stands beside the picks of a list, in a place of its own."""

    at: str
    card: Any
    copies: int = 1


Standing = Pick | Carried | Single
"""A card in its place in a list."""

HOUSE_RULES = "/house_rules"
"""The place of what a house rule asks of no card in particular."""

SUGGESTED = 20
"""How many unknown cards get the nearest names; a list with more of them is of another game or release."""


def creatures(card: Card) -> bool:
    """Creatures."""
    return isinstance(card, Creature)


def upgrades(card: Card) -> bool:
    """Cards that a creature carries."""
    return isinstance(card, Upgrade)


def unique_cards(card: Card) -> bool:
    """Cards that are unique, or may be."""
    return card.unique is not False


def retired_cards(card: Card) -> bool:
    """Cards that are retired."""
    return card.retired is not None


def point_limit(legion: Legion, library: Library) -> Iterable[Thing]:
    """The legion costs at most the points agreed on."""
    ceiling = legion.price.ceiling
    if legion.team or legion.limit is None or (ceiling is not None and ceiling <= legion.limit):
        return NOTHING
    return within_limit(legion)


def within_limit(legion: Legion) -> Said:
    """What is over the limit, or could be while a price is not known."""
    if legion.limit is not None:
        yield from _within(legion.price, legion.limit, legion.limit_at, {})


def _within(price: Price, limit: int, at: str, facts: dict[str, Any]) -> Said:
    if price.ceiling is not None and price.ceiling <= limit:
        return
    if price.known > limit:
        amount = {"known": price.known} if price.total is None else {"total": price.total}
        yield Broken((at,), {**facts, **amount, "limit": limit})
    else:
        yield from price.wanting


def point_limit_not_allowed(legion: Legion, library: Library) -> Iterable[Thing]:
    """A format that is played at some point limits alone is played at one of these."""
    return not_among(legion, legion.format.allowed)


def not_among(legion: Legion, allowed: Collection[int] | None) -> Iterable[Thing]:
    """What is said of a limit that is none of those allowed; any is where none is named."""
    if not allowed or legion.limit in allowed:
        return NOTHING
    facts: dict[str, Any] = {"format": legion.format.title, "allowed": sorted(allowed)}
    facts |= {} if legion.limit is None else {"limit": legion.limit}
    return [Broken((legion.limit_at,), facts)]


def no_creature(legion: Legion, library: Library) -> Said:
    """A legion has at least one creature, and so does each player of a team."""
    for part in legion.parts:
        if not part.picks and not any(stranger.bearer for stranger in part.strangers):
            yield Broken((f"{part.at}/picks",), {})


def unique_name(legion: Legion, library: Library) -> Said:
    """A unique name stands at most once in a legion, whatever the cards."""
    for part in legion.parts:
        unique = [one for one in part.standing if one.card.unique is not False]
        if len({one.card.identity for one in unique}) == sum([one.copies for one in unique]) and not part.nameless:
            continue
        by_name = ringed(part)
        for copies in by_name.values():
            if len(copies) > 1 or copies[0].copies > 1:
                yield from _clash(copies)
        if part.nameless and len(by_name) > 1:
            yield from _names_that_could_clash(by_name)


def of_those_names(legion: Legion) -> Callable[[Card], bool]:
    """Cards of a name that stands in the legion and is unique, or may be; any card where a name is not known."""
    names = {standing.card.identity for standing in legion.standing if unique_cards(standing.card)}
    return lambda card: legion.nameless or card.name is None or card.identity in names


def ringed(part: Lines) -> dict[str, list[Pick | Carried]]:
    """What stands in a player's list and is unique, or may be, by name."""
    by_name: dict[str, list[Pick | Carried]] = {}
    for standing in part.standing:
        if standing.card.unique is not False:
            by_name.setdefault(standing.card.identity, []).append(standing)
    return by_name


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


def unknown_card(legion: Legion, library: Library) -> Iterable[Thing]:
    """Every card of the legion is in the catalog's release."""
    return _unknown_cards(legion, library) if legion.strangers else NOTHING


def _unknown_cards(legion: Legion, library: Library) -> Said:
    places: dict[str, list[str]] = {}
    kinds: dict[str, set[type[Card]]] = {}
    for stranger in legion.strangers:
        places.setdefault(stranger.slug, []).append(stranger.at)
        kinds.setdefault(stranger.slug, set()).add(Fielded if stranger.bearer else Upgrade)
    yield from unknown(places, kinds, library)


def unknown(places: dict[str, list[str]], kinds: dict[str, set[type[Card]]], library: Library) -> Said:
    """Slugs that the library does not know, with their places and what was looked for there: one finding each."""
    for number, slug in enumerate(sorted(places)):
        near = library.nearest.to(slug, tuple(kinds[slug])) if number < SUGGESTED else []
        facts = {"card": slug, "nearest": [card.title for card in near], "nearest_slugs": [card.slug for card in near]}
        yield Broken(in_order(places[slug]), facts)


def not_equippable(legion: Legion, library: Library) -> Iterable[Thing]:
    """A card stands only where its kind has a place."""
    return _out_of_place(legion) if legion.misplaced else NOTHING


def _out_of_place(legion: Legion) -> Said:
    for misplaced in legion.misplaced:
        wanted = "upgrade" if "/upgrades/" in misplaced.at else "creature"
        facts = {"card": misplaced.card.title, "kind": misplaced.card.kind, "wanted": wanted}
        yield Broken((misplaced.at,), facts)


def retired_card(legion: Legion, library: Library) -> Said:
    """No card of the legion is retired in the release judged."""
    yield from retired(legion.standing)


def retired(standing: Iterable[Standing]) -> Said:
    """What is said of the retired cards among those that stand in a list."""
    places: dict[Card, list[str]] = {}
    for one in standing:
        if retired_cards(one.card):
            places.setdefault(one.card, []).append(one.at)
    for card, spots in places.items():
        yield Broken(in_order(spots), {"card": card.title, "why": card.retired})


def collection_limit(legion: Legion, library: Library) -> Iterable[Thing]:
    """A list that comes with a collection uses no card more often than its owner has it."""
    return _beyond_collections(legion) if legion.owned else NOTHING


def _beyond_collections(legion: Legion) -> Said:
    lists = {part.at: part.standing for part in legion.parts} | {"": legion.standing}
    for at, owned in legion.owned.items():
        yield from _beyond_collection(lists[at], owned)


def _beyond_collection(standing: list[Pick | Carried], owned: Owned) -> Said:
    for card, needed in used(standing).items():
        having = owned.get(card, 0)
        if needed > having:
            places = in_order(one.at for one in standing if one.card is card)
            yield Broken(places, {"card": card.title, "slug": card.slug, "owned": having, "needed": needed})


def barred(legion: Legion, library: Library) -> Iterable[Thing]:
    """The format bars no card of the legion, and all are of its pool if it has one."""
    return barred_by_format(legion.format, legion.standing, library)


def barred_by_format(chosen: Format, standing: Iterable[Standing], library: Library) -> Iterable[Thing]:
    """What a format keeps out of what stands in a list, and what it could."""
    return NOTHING if chosen.bars is None else _barred_among({"format": chosen.title}, chosen.bars, standing, library)


def _barred_among(by: dict[str, Any], bars: Bars, standing: Iterable[Standing], library: Library) -> Said:
    """What is kept out, and what could be; `by` are the facts that say by what."""
    places: dict[Card, list[str]] = {}
    for one in standing:
        places.setdefault(one.card, []).append(one.at)
    for card, at in places.items():
        if why := bars.why(card):
            if "set" in why:
                why["set_name"] = library.set_name(why["set"])
            yield Broken(in_order(at), {**by, "card": card.title, **why})
        else:
            yield from (Wanting(card.slug, fact, place) for fact in bars.needs(card) for place in at)


def format_dates(legion: Legion, library: Library) -> Iterable[Thing]:
    """The list is played on a day on which its format is."""
    return NOTHING if legion.on is None else _format_dates(legion.format, legion.on)


def _format_dates(chosen: Format, on: str) -> Said:
    facts = {"format": chosen.title, "on": on}
    if chosen.first is not None and on < chosen.first:
        yield Broken(("/on",), {**facts, "from": chosen.first})
    elif chosen.last is not None and on > chosen.last:
        yield Broken(("/on",), {**facts, "until": chosen.last})


def house_barred(legion: Legion, library: Library) -> Iterable[Thing]:
    """No house rule bars a card of the legion, and all are of the pool of each that has one."""
    return NOTHING if legion.house is None else barred_by_house(legion.house, legion.standing, library)


def barred_by_house(house: House, standing: Sequence[Standing], library: Library) -> Said:
    """What house rules keep out of what stands in a list, and what they could."""
    for one in house.rules:
        if one.bars is not None:
            yield from _barred_among({"house_rule": one.title}, one.bars, standing, library)


def house_points(legion: Legion, library: Library) -> Iterable[Thing]:
    """The list costs at most the points that each house rule allows."""
    return NOTHING if legion.house is None else _house_points(legion, legion.house)


def _house_points(legion: Legion, house: House) -> Said:
    for one in house.rules:
        if one.points is not None:
            yield from _within(legion.price, one.points, HOUSE_RULES, {"house_rule": one.title})


def house_limit(legion: Legion, library: Library) -> Iterable[Thing]:
    """A limit that a house rule sets for some cards holds."""
    return NOTHING if legion.house is None else limited_by_house(legion.house, legion.standing, legion.picks)


def limited_by_house(house: House, standing: Sequence[Standing], picks: Sequence[Pick] = ()) -> Said:
    """What is over the limits that house rules set, or could be, among all cards and among those of each pick."""
    for one in house.rules:
        for limit in one.limits:
            if limit.per == "legion":
                yield from _allowed(one, limit, standing, None)
            else:
                for pick in picks:
                    yield from _allowed(one, limit, pick.carried, pick)


def _allowed(one: HouseRule, limit: Allowance, among: Sequence[Standing], bearer: Pick | None) -> Said:
    """One limit among the cards that it is about: all of the legion, or those on a creature."""
    meant = [standing for standing in among if limit.cards.has(standing.card)]
    open_ = [standing for standing in among if limit.cards.has(standing.card) is None]
    number = sum(standing.copies for standing in meant)
    if number > limit.at_most:
        facts = {
            "house_rule": one.title,
            **({"creature": bearer.card.title} if bearer else {}),
            "at_most": limit.at_most,
            "count": number,
            "cards": sorted({standing.card.title for standing in meant}),
        }
        yield Broken(in_order(standing.at for standing in meant), facts)
    elif number + sum(standing.copies for standing in open_) > limit.at_most:
        for at in open_:
            yield from (Wanting(at.card.slug, fact, at.at) for fact in sorted(limit.cards.needs(at.card)))

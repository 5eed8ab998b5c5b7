"""Rules that several games share. A ruleset adds them to its list with its own codes, citations and messages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from rulesapi.engine.core.collection import copies_used
from rulesapi.engine.core.formats import CardRestrictions, Format
from rulesapi.engine.core.house_rules import Allowance, HouseRule, HouseRules
from rulesapi.engine.core.lacks import ListInProgress
from rulesapi.engine.core.legion import CarriedUpgrade, Legion, Lines, Pick
from rulesapi.engine.core.parsing import join_lines
from rulesapi.engine.core.rule_hints import CardKey
from rulesapi.engine.core.rules import RuleLibrary
from rulesapi.engine.core.upgrades import Upgrade
from rulesapi.engine.values.interpretations import RuleResult
from rulesapi.engine.values.model import (
    Card,
    Creature,
    Finding,
    MissingFact,
    OwnedCopies,
    PickableCard,
    Price,
    PriceDelta,
    RuleBreach,
)
from rulesapi.engine.values.names import sorted_pointers
from rulesapi.engine.values.truth import needs

RuleOutput = Iterator[RuleResult]

NO_RESULTS: Sequence[RuleResult] = ()
"""An empty result for rules that have nothing to check; faster than a generator."""


class SingleCard(NamedTuple):
    """A card in a place of its own outside the picks of a list."""

    at: str
    card: Any
    copies: int = 1


PlacedCard = Pick | CarriedUpgrade | SingleCard
"""A card in its place in a list."""

HOUSE_RULES = "/house_rules"
"""The place of house rule results that are about no card in particular."""

MAX_SUGGESTED = 20
"""Maximum number of unknown cards that get near matches; a list with more of them is of another game or release."""


def is_creature(card: Card) -> bool:
    return isinstance(card, Creature)


def is_upgrade(card: Card) -> bool:
    """Return whether the card is one that a creature carries."""
    return isinstance(card, Upgrade)


def may_be_unique(card: Card) -> bool:
    return card.unique is not False


def is_retired(card: Card) -> bool:
    return card.retired is not None


def point_limit(legion: Legion, library: RuleLibrary) -> Iterable[RuleResult]:
    """The legion costs at most the points agreed on."""
    ceiling = legion.price.upper_bound
    if legion.team or legion.limit is None or (ceiling is not None and ceiling <= legion.limit):
        return NO_RESULTS
    return within_limit(legion)


def alike_by_price(price_delta: Callable[[Lines], PriceDelta]) -> Callable[[Legion], CardKey]:
    """Return the key function of cards by price; a card whose added price is unknown is like no other.

    With a limit, cards are alike if they agree on three answers: whether they are free, surely exceed the limit, and
    may exceed it. Without one, they are alike if they add the same number of points.
    """

    def key_in(legion: Legion) -> CardKey:
        added, limit = price_delta(join_lines(legion.parts)), legion.limit
        if legion.team or limit is None:
            return added
        least, most = legion.price.least, legion.price.upper_bound

        def key(card: Card) -> Hashable:
            points = added(card)
            if points is None:
                return None
            return points == 0, least + points > limit, most is None or most + points > limit

        return key

    return key_in


def within_limit(legion: Legion) -> RuleOutput:
    """Yield the excess over the limit, or the unknown facts while it depends on unknown prices."""
    if legion.limit is not None:
        yield from _limit_results(legion.price, legion.limit, legion.limit_pointer, {})


def _limit_results(price: Price, limit: int, pointer: str, facts: dict[str, Any]) -> RuleOutput:
    if price.upper_bound is not None and price.upper_bound <= limit:
        return
    if price.least > limit:
        amount = {"known": price.known} if price.total is None else {"total": price.total}
        yield RuleBreach((pointer,), {**facts, **amount, "limit": limit})
    else:
        yield from price.missing_facts


def point_limit_not_allowed(legion: Legion, library: RuleLibrary) -> Iterable[RuleResult]:
    """A format that is played at some point limits alone is played at one of these."""
    return point_limit_not_among(legion, legion.format.allowed)


def point_limit_not_among(legion: Legion, allowed: Collection[int] | None) -> Iterable[RuleResult]:
    """Return a breach if the limit is not in `allowed`; an empty `allowed` permits any limit."""
    if not allowed or legion.limit in allowed or legion.campaign is not None:
        return NO_RESULTS
    facts: dict[str, Any] = {"format": legion.format.title, "allowed": sorted(allowed)}
    facts |= {} if legion.limit is None else {"limit": legion.limit}
    return [RuleBreach((legion.limit_pointer,), facts)]


def can_take_allowed_limit(finding: Finding, in_progress: ListInProgress) -> bool:
    """Return whether a list names no limit and costs no more than some allowed limit."""
    facts = finding.facts
    return "limit" not in facts and in_progress.legion.price.least <= max(facts["allowed"])


def no_creature(legion: Legion, library: RuleLibrary) -> Iterable[RuleResult]:
    """A legion has at least one creature, and so does each player of a team."""
    return NO_RESULTS if legion.picks and not legion.team else _players_without_creature(legion)


def can_add_creature(finding: Finding, in_progress: ListInProgress) -> bool:
    return in_progress.can_add(is_creature)


def _players_without_creature(legion: Legion) -> RuleOutput:
    for part in legion.parts:
        if not part.picks and not any(stranger.bearer for stranger in part.unknown_cards):
            yield RuleBreach((f"{part.at}/picks",), {})


def unique_name(legion: Legion, library: RuleLibrary) -> Iterable[RuleResult]:
    """A unique name may be in a legion only once, whatever the cards."""
    found = [part for part in legion.parts if part.has_unnamed_card or not _has_each_name_once(part)]
    return [result for part in found for result in repeated_unique_names(part.standing)] if found else NO_RESULTS


def facts_of_unique_names(legion: Legion) -> Collection[str]:
    """Return the facts that `unique_name` reads: only names, unless a name is repeated or unknown."""
    for part in legion.parts:
        names = {standing.card.identity for standing in part.standing}
        if part.has_unnamed_card or len(names) < sum([standing.copies for standing in part.standing]):
            return "unique", "name"
    return ("name",)


def repeated_unique_names(standing: Iterable[Pick | CarriedUpgrade]) -> RuleOutput:
    """Yield a breach for each unique name that is there twice, and the unknown facts by which one may be."""
    by_name = unique_by_name(standing)
    for copies in by_name.values():
        if len(copies) > 1 or copies[0].copies > 1:
            yield from _duplicate_name_results(copies)
    if len(by_name) > 1:
        yield from _possible_duplicate_names(by_name)


def _has_each_name_once(part: Lines) -> bool:
    """Return whether a quick check shows that no unique name is there twice; this covers most lists."""
    names = [one.card.identity for one in part.carried if one.card.unique is not False]
    for pick in part.picks:
        if pick.card.unique is not False:
            names += [pick.card.identity] * pick.copies
    return len(set(names)) == len(names)


def shares_unique_name(legion: Legion) -> Callable[[Card], bool]:
    """Return a predicate for cards whose name is unique, or may be, in the legion; an unknown name matches any card."""
    names = {standing.card.identity for standing in legion.standing if may_be_unique(standing.card)}
    return lambda card: legion.has_unnamed_card or card.name is None or card.identity in names


def unique_by_name(standing: Iterable[Pick | CarriedUpgrade]) -> dict[str, list[Pick | CarriedUpgrade]]:
    """Return the cards that are unique or may be, by name."""
    by_name: dict[str, list[Pick | CarriedUpgrade]] = {}
    for one in standing:
        if one.card.unique is not False:
            by_name.setdefault(one.card.identity, []).append(one)
    return by_name


def _duplicate_name_results(copies: list[Pick | CarriedUpgrade]) -> RuleOutput:
    """Yield the breach or the missing facts for copies of one name, each of which is unique or may be."""
    sure = [standing for standing in copies if standing.card.unique]
    number = sum(standing.copies for standing in sure)
    if number > 1:
        name = min(standing.card.title for standing in sure)
        yield RuleBreach(sorted_pointers(standing.at for standing in sure), {"name": name, "copies": number})
    else:
        yield from (MissingFact(s.card.slug, "/unique", s.at) for s in copies if s.card.unique is None)


def _possible_duplicate_names(ringed: dict[str, list[Pick | CarriedUpgrade]]) -> RuleOutput:
    """Yield the unknown facts by which a card of unknown name could share the name of another unique card."""
    if all(copies[0].card.name is not None for copies in ringed.values()):
        return
    for copies in ringed.values():
        for standing in copies:
            unknown = needs({"/name": standing.card.name, "/unique": standing.card.unique})
            yield from (MissingFact(standing.card.slug, fact, standing.at) for fact in unknown)


def copies_over(standing: Iterable[Pick | CarriedUpgrade], most: int, noun: str) -> RuleOutput:
    """Yield a breach for each name with more than `most` copies, and the unknown names that could add to one.

    `noun` is the name of the fact with the card's title.
    """
    by_name: dict[str, list[Pick | CarriedUpgrade]] = {}
    for one in standing:
        by_name.setdefault(one.card.identity, []).append(one)
    highest = 0
    for same in by_name.values():
        copies = sum(one.copies for one in same)
        if copies > most:
            facts = {noun: same[0].card.title, "copies": copies, "most": most}
            yield RuleBreach(sorted_pointers(one.at for one in same), facts)
        elif same[0].card.name is not None:
            highest = max(highest, copies)
    nameless = [one for same in by_name.values() for one in same if one.card.name is None]
    if len(by_name) > 1 and sum(one.copies for one in nameless) + highest > most:
        yield from (MissingFact(one.card.slug, "/name", one.at) for one in nameless)


def unknown_card(legion: Legion, library: RuleLibrary) -> Iterable[RuleResult]:
    """Every card of the legion is in the catalog's release."""
    return _unknown_cards(legion, library) if legion.unknown_cards else NO_RESULTS


def _unknown_cards(legion: Legion, library: RuleLibrary) -> RuleOutput:
    places: dict[str, list[str]] = {}
    kinds: dict[str, set[type[Card]]] = {}
    for stranger in legion.unknown_cards:
        places.setdefault(stranger.slug, []).append(stranger.at)
        kinds.setdefault(stranger.slug, set()).add(PickableCard if stranger.bearer else Upgrade)
    yield from unknown_slugs(places, kinds, library)


def unknown_slugs(places: dict[str, list[str]], kinds: dict[str, set[type[Card]]], library: RuleLibrary) -> RuleOutput:
    """Yield one breach for each unknown slug, with its places and the nearest cards of the kinds expected there."""
    for number, slug in enumerate(sorted(places)):
        near = library.nearest.to(slug, tuple(kinds[slug])) if number < MAX_SUGGESTED else []
        facts = {"card": slug, "nearest": [card.title for card in near], "nearest_slugs": [card.slug for card in near]}
        yield RuleBreach(sorted_pointers(places[slug]), facts)


def not_equippable(legion: Legion, library: RuleLibrary) -> Iterable[RuleResult]:
    """A card can only be where its kind has a place."""
    return _misplaced_cards(legion) if legion.misplaced else NO_RESULTS


def _misplaced_cards(legion: Legion) -> RuleOutput:
    for misplaced in legion.misplaced:
        expected = "upgrade" if "/upgrades/" in misplaced.at else "creature"
        facts = {"card": misplaced.card.title, "kind": misplaced.card.kind, "wanted": expected}
        yield RuleBreach((misplaced.at,), facts)


def retired_card(legion: Legion, library: RuleLibrary) -> RuleOutput:
    """No card of the legion is retired in the release judged."""
    yield from retired_among(legion.standing)


def retired_among(standing: Iterable[PlacedCard]) -> RuleOutput:
    """Yield a breach for each retired card of a list."""
    places: dict[Card, list[str]] = {}
    for one in standing:
        if is_retired(one.card):
            places.setdefault(one.card, []).append(one.at)
    for card, spots in places.items():
        yield RuleBreach(sorted_pointers(spots), {"card": card.title, "why": card.retired})


def collection_limit(legion: Legion, library: RuleLibrary) -> Iterable[RuleResult]:
    """A list that comes with a collection uses no card more often than its owner has it."""
    return _collection_excess(legion) if legion.owned else NO_RESULTS


def _collection_excess(legion: Legion) -> RuleOutput:
    lists = {part.at: part.standing for part in legion.parts} | {"": legion.standing}
    for at, owned in legion.owned.items():
        yield from _list_excess(lists[at], owned)


def _list_excess(standing: list[Pick | CarriedUpgrade], owned: OwnedCopies) -> RuleOutput:
    for card, needed in copies_used(standing).items():
        available = owned.get(card, 0)
        if needed > available:
            places = sorted_pointers(one.at for one in standing if one.card is card)
            yield RuleBreach(places, {"card": card.title, "slug": card.slug, "owned": available, "needed": needed})


def barred(legion: Legion, library: RuleLibrary) -> Iterable[RuleResult]:
    """The format bars no card of the legion, and all are of its pool if it has one."""
    return restricted_by_format(legion.format, legion.standing, library)


def restricted_by_format(chosen: Format, standing: Iterable[PlacedCard], library: RuleLibrary) -> Iterable[RuleResult]:
    """Return the breaches and missing facts for cards that a format bars or could bar."""
    return (
        NO_RESULTS
        if chosen.bars is None
        else _restricted_among({"format": chosen.title}, chosen.bars, standing, library)
    )


def _restricted_among(
    by: dict[str, Any], bars: CardRestrictions, standing: Iterable[PlacedCard], library: RuleLibrary
) -> RuleOutput:
    """Yield the breaches and missing facts for barred cards; `by` are facts that name the format or house rule."""
    places: dict[Card, list[str]] = {}
    for one in standing:
        places.setdefault(one.card, []).append(one.at)
    for card, at in places.items():
        if why := bars.why(card):
            if "set" in why:
                why["set_name"] = library.set_name(why["set"])
            yield RuleBreach(sorted_pointers(at), {**by, "card": card.title, **why})
        else:
            yield from (MissingFact(card.slug, fact, place) for fact in bars.needs(card) for place in at)


def format_dates(legion: Legion, library: RuleLibrary) -> Iterable[RuleResult]:
    """The list is played on a day on which its format is."""
    return NO_RESULTS if legion.on is None else _date_results(legion.format, legion.on)


def _date_results(chosen: Format, on: str) -> RuleOutput:
    facts = {"format": chosen.title, "on": on}
    if chosen.first is not None and on < chosen.first:
        yield RuleBreach(("/on",), {**facts, "from": chosen.first})
    elif chosen.last is not None and on > chosen.last:
        yield RuleBreach(("/on",), {**facts, "until": chosen.last})


def house_barred(legion: Legion, library: RuleLibrary) -> Iterable[RuleResult]:
    """No house rule bars a card of the legion, and all are of the pool of each that has one."""
    return restricted_by_house_rules(legion.house_rules, legion.standing, library)


def restricted_by_house_rules(
    house: HouseRules | None, standing: Sequence[PlacedCard], library: RuleLibrary
) -> RuleOutput:
    """Yield the breaches and missing facts for cards that house rules bar or could bar."""
    for one in house.rules if house else ():
        if one.bars is not None:
            yield from _restricted_among({"house_rule": one.title}, one.bars, standing, library)


def house_points(legion: Legion, library: RuleLibrary) -> Iterable[RuleResult]:
    """The list costs at most the points that each house rule allows."""
    return NO_RESULTS if legion.house_rules is None else _house_point_results(legion, legion.house_rules)


def _house_point_results(legion: Legion, house: HouseRules) -> RuleOutput:
    for one in house.rules:
        if one.points is not None:
            yield from _limit_results(legion.price, one.points, HOUSE_RULES, {"house_rule": one.title})


def house_limit(legion: Legion, library: RuleLibrary) -> Iterable[RuleResult]:
    """A limit that a house rule sets for some cards holds."""
    return limited_by_house_rules(legion.house_rules, legion.standing, legion.picks)


def limited_by_house_rules(
    house: HouseRules | None, standing: Sequence[PlacedCard], picks: Sequence[Pick] = ()
) -> RuleOutput:
    """Yield the excess over the limits of house rules, certain or possible, among all cards and on each pick."""
    for one in house.rules if house else ():
        for limit in one.limits:
            if limit.per == "legion":
                yield from _allowance_results(one, limit, standing, None)
            else:
                for pick in picks:
                    yield from _allowance_results(one, limit, pick.carried, pick)


def _allowance_results(
    house_rule: HouseRule, limit: Allowance, among: Sequence[PlacedCard], bearer: Pick | None
) -> RuleOutput:
    """Yield the results of one limit for the cards of the whole legion, or for the cards on one creature."""
    counted = [standing for standing in among if limit.cards.truth_for(standing.card)]
    open_ = [standing for standing in among if limit.cards.truth_for(standing.card) is None]
    number = sum(standing.copies for standing in counted)
    if number > limit.at_most:
        facts = {
            "house_rule": house_rule.title,
            **({"creature": bearer.card.title} if bearer else {}),
            "at_most": limit.at_most,
            "count": number,
            "cards": sorted({standing.card.title for standing in counted}),
        }
        yield RuleBreach(sorted_pointers(standing.at for standing in counted), facts)
    elif number + sum(standing.copies for standing in open_) > limit.at_most:
        for at in open_:
            yield from (MissingFact(at.card.slug, fact, at.at) for fact in sorted(limit.cards.needs(at.card)))

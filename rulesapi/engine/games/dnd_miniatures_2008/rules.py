"""The warband construction rules of 2008, each with a three-valued answer.

The first line of a rule's docstring is its text for readers, the second its citation.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from rulesapi.engine.core import common_rules
from rulesapi.engine.core.common_rules import NO_RESULTS, RuleOutput
from rulesapi.engine.core.formats import Format
from rulesapi.engine.core.lacks import ListInProgress
from rulesapi.engine.core.legion import Legion, Lines, Pick
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.parsing import join_lines
from rulesapi.engine.games.dnd_miniatures import limit_rules
from rulesapi.engine.games.dnd_miniatures.cards import BattleMap, Creature2008
from rulesapi.engine.games.dnd_miniatures_2008.discounts import IDENTICAL_DISCOUNTS
from rulesapi.engine.games.dnd_miniatures_2008.pricing import repeated_givers
from rulesapi.engine.games.dnd_miniatures_2008.unique_name_rules import identical_name_results
from rulesapi.engine.games.dnd_miniatures_2008.waivers import ChampionWaivers
from rulesapi.engine.values.interpretations import ExcusedBreach, RuleResult, UnresolvedQuestion
from rulesapi.engine.values.model import Card, Finding, LedgerLine, MissingFact, Price, RuleBreach
from rulesapi.engine.values.names import sorted_pointers

FACTIONS = ("borderlands", "civilization", "underdark", "wild")


def faction(legion: Legion, library: Library) -> RuleOutput:
    """One of the four factions is chosen, and every creature belongs to it.

    Comprehensive Rules Guide, 101.1 and 205.2
    """
    for part in legion.parts:
        chosen = legion.fields[part.at].get("faction")
        if chosen in FACTIONS:
            strange = [pick for pick in part.picks if chosen not in pick.card.certain_factions]
            if strange:
                yield from _off_faction_results(part, strange, chosen)
        elif chosen is not None:
            yield RuleBreach((f"{part.at}/faction",), {"faction": chosen, "factions": list(FACTIONS)})
        elif FACTION_RULE not in legion.format.waives:
            yield RuleBreach((part.at,), {"factions": list(FACTIONS), "fitting": _possible_factions(part)})


FACTION_RULE = "dnd-miniatures-2008/faction"


def _possible_factions(part: Lines) -> list[str]:
    """Return the factions shared by all creatures with known factions."""
    known = [pick.card.factions for pick in part.picks if pick.card.factions is not None]
    return [faction for faction in FACTIONS if known and all(faction in factions for factions in known)]


def _off_faction_results(part: Lines, strange: list[Pick], chosen: str) -> RuleOutput:
    waivers = ChampionWaivers(part, "faction")
    for card, picks in limit_rules.picks_by_card(strange).items():
        excuse = waivers.of(card)
        if picks[0].card.factions is None:
            missing = [MissingFact(card.slug, "/factions", pick.at) for pick in picks]
            yield from limit_rules.breach_unless_waived(waivers, excuse, picks[0], None, missing)
        else:
            facts = {"creature": card.title, "factions": sorted(picks[0].card.factions), "faction": chosen}
            yield from limit_rules.breach_unless_waived(
                waivers, excuse, picks[0], RuleBreach(limit_rules.places(picks), facts)
            )


def point_limit(legion: Legion, library: Library) -> Iterable[RuleResult]:
    """The warband costs at most the points of the game.

    Comprehensive Rules Guide, 101.2-101.6
    """
    surely = not legion.team and limit_rules.is_surely_within_limit(legion)
    return NO_RESULTS if surely else _point_limit_results(legion, library)


def _point_limit_results(legion: Legion, library: Library) -> RuleOutput:
    yield from limit_rules.point_limit(legion, library)
    if legion.limit is not None:
        yield from _discount_question(legion, limit_rules.prices(legion, library), (legion.limit,))


def house_points(legion: Legion, library: Library) -> RuleOutput:
    """The list costs at most the points that each house rule allows."""
    yield from common_rules.house_points(legion, library)
    if legion.house_rules:
        agreed = {one.points for one in legion.house_rules.rules if one.points is not None}
        yield from _discount_question(legion, [(join_lines(legion.parts), legion.price)], agreed)


def _discount_question(legion: Legion, prices: Iterable[tuple[Lines, Price]], agreed: Collection[int]) -> RuleOutput:
    """Yield the open question about discounts of a champion's copies if it decides whether a limit is exceeded."""
    if not agreed or IDENTICAL_DISCOUNTS in legion.format.interpretations:
        return
    at: list[str] = []
    for part, price in prices:
        if any(price.least <= limit and (price.upper_bound is None or price.upper_bound > limit) for limit in agreed):
            open_places = {line["at"] for line in price.lines if _is_open_line(line)}
            at += [pick.at for pick in repeated_givers(part) if pick.at in open_places]
    if at:
        yield UnresolvedQuestion(IDENTICAL_DISCOUNTS, sorted_pointers(at))


def _is_open_line(line: LedgerLine) -> bool:
    """Return whether a ledger line shows that the discount of its card is open."""
    return line["reason"] == "discount" and line["points"] is None


def battle_map(legion: Legion, library: Library) -> RuleOutput:
    """A warband has exactly one battle map, of the area that its size of game requires.

    Comprehensive Rules Guide, 101.2-101.6
    """
    size = limit_rules.size_limits(legion)
    required = None if size is None else size.map
    for part in legion.parts:
        slug = legion.fields[part.at].get("map")
        chosen = library.cards.get(slug) if slug is not None else None
        if slug is None:
            yield RuleBreach((part.at,), {"wanted": required} if required else {})
        elif isinstance(chosen, BattleMap) and required is not None and chosen.area != required:
            at = f"{part.at}/map"
            if chosen.area is None:
                yield MissingFact(chosen.slug, "/area", at)
            else:
                facts = {"map": chosen.title, "area": chosen.area, "wanted": required, "limit": legion.limit}
                yield RuleBreach((at,), facts)


def can_choose_map(finding: Finding, in_progress: ListInProgress) -> bool:
    """Return whether a warband has no battle map, and there is one for it."""
    return "map" not in finding.facts and in_progress.can_choose("map", finding)


def creature_count(legion: Legion, library: Library) -> RuleOutput:
    """A warband has at least one creature and at most as many as its size of game allows.

    Comprehensive Rules Guide, 101.2-101.6
    """
    size = limit_rules.size_limits(legion)
    if size is None:
        return
    for part in legion.parts:
        creatures = limit_rules.creature_count(part.picks)
        if creatures + sum(stranger.bearer for stranger in part.unknown_cards) < size.creatures_at_least:
            yield RuleBreach((f"{part.at}/picks",), {"least": size.creatures_at_least, "limit": legion.limit})
        elif size.creatures_at_most is not None and creatures > size.creatures_at_most:
            yield from _too_many(part, creatures, size.creatures_at_most, legion.limit)


def can_add_creature(finding: Finding, in_progress: ListInProgress) -> bool:
    """Return whether a warband has too few creatures, and one can be added."""
    return "least" in finding.facts and in_progress.can_add(lambda card: isinstance(card, Creature2008))


def counts_always(pick: Pick, format: Format) -> bool:
    """Return True: every creature counts toward the number of creatures."""
    return True


def _too_many(part: Lines, creatures: int, most: int, limit: int | None) -> RuleOutput:
    """Yield the results for too many creatures, some of which may not count because of a card."""
    waivers = ChampionWaivers(part, "creature-count")
    excuses = [(pick, waivers.of(pick.card)) for pick in part.picks]
    counted = creatures - sum(pick.copies for pick, excuse in excuses if excuse.by)
    facts = {"creatures": creatures, "most": most, "limit": limit}
    broken = RuleBreach((f"{part.at}/picks",), facts)
    if counted <= most:
        yield ExcusedBreach(broken.at, facts, limit_rules.first_waiver(excuse.by for _, excuse in excuses))
    elif counted - sum(pick.copies for pick, excuse in excuses if excuse.open) > most:
        yield broken
    else:
        for pick, excuse in excuses:
            yield from waivers.missing_facts(excuse, pick.card, pick.at)


def creature_cost_cap(legion: Legion, library: Library) -> RuleOutput:
    """No creature has a higher printed cost than its size of game allows.

    Comprehensive Rules Guide, 101.2-101.4 and 206.1.a
    """
    yield from limit_rules.creature_cost_cap(legion, ChampionWaivers)


def point_limit_not_allowed(legion: Legion, library: Library) -> Iterable[RuleResult]:
    """The game is played at one of the point limits that its scenario knows.

    Comprehensive Rules Guide, 105.2.a and 108.2.b
    """
    return common_rules.point_limit_not_among(legion, legion.format.allowed or legion.format.sizes)


def team_not_allowed(legion: Legion, library: Library) -> Iterable[RuleResult]:
    """A game has the number of players that its scenario sets, and not all of them are in one team.

    Comprehensive Rules Guide, 105.1
    """
    players, team = legion.format.numbers.get("players"), len(legion.parts)
    if not legion.team or players is None or team < players:
        return NO_RESULTS
    return [RuleBreach(("/team",), {"format": legion.format.title, "players": players, "team": team})]


def size(legion: Legion, library: Library) -> RuleOutput:
    """No creature is Huge in a game of fewer than 400 points, and none is ever larger than Huge.

    Comprehensive Rules Guide, 105.2.b and 218.1
    """
    yield from limit_rules.size(legion, ChampionWaivers)


def may_take_sides(card: Card) -> bool:
    """Return whether a card is a creature that is or may be Good or Evil."""
    return isinstance(card, Creature2008) and card.alignment != "none"


def side(card: Creature2008) -> str | None:
    """Return Good or Evil, or None; a creature of unknown alignment is on a side of its own until that is known."""
    return card.slug if card.alignment is None else None if card.alignment == "none" else card.alignment


def alignment_mix(legion: Legion, library: Library) -> RuleOutput:
    """A warband has no Good and Evil creatures together; those that are neither go with both.

    Comprehensive Rules Guide, 105.2.c and 204
    """
    for part in legion.parts:
        aligned = [pick.card for pick in part.picks if pick.card.alignment != "none"]
        if len(aligned) > 1 and _possibly_mixed(aligned):
            yield from _alignment_results(part)


def _alignment_results(part: Lines) -> RuleOutput:
    """Yield the results for a warband that may have both Good and Evil creatures."""
    waivers = ChampionWaivers(part, "alignment-mix")
    aligned = [(pick, waivers.of(pick.card)) for pick in part.picks if pick.card.alignment != "none"]
    counting = [(pick, excuse) for pick, excuse in aligned if excuse.by is None]
    sure = [pick for pick, excuse in counting if not excuse.open]
    if _surely_mixed(sure):
        yield _alignment_breach(sure)
    elif _possibly_mixed([pick.card for pick, _ in counting]):
        unknown = [pick for pick, _ in counting if pick.card.alignment is None]
        yield from (MissingFact(pick.card.slug, "/alignment", pick.at) for pick in unknown)
        for pick, excuse in counting:
            yield from waivers.missing_facts(excuse, pick.card, pick.at)
    elif _surely_mixed([pick for pick, _ in aligned]):
        broken = _alignment_breach([pick for pick, _ in aligned])
        yield ExcusedBreach(broken.at, broken.facts, limit_rules.first_waiver(excuse.by for _, excuse in aligned))


def _surely_mixed(picks: list[Pick]) -> bool:
    return {"good", "evil"} <= {pick.card.alignment for pick in picks}


def _possibly_mixed(cards: list[Creature2008]) -> bool:
    """Return whether the cards may include both a Good and an Evil creature. One card is never both."""
    alignments = [card.alignment for card in dict.fromkeys(cards)]
    return len({*alignments} - {None}) + alignments.count(None) > 1


def _alignment_breach(picks: list[Pick]) -> RuleBreach:
    by = {side: [pick for pick in picks if pick.card.alignment == side] for side in ("good", "evil")}
    facts = {side: sorted({pick.card.title for pick in found}) for side, found in by.items()}
    return RuleBreach(sorted_pointers(pick.at for found in by.values() for pick in found), facts)


def unique(legion: Legion, library: Library) -> RuleOutput:
    """No two creatures with identical names and the Unique power may be in one warband.

    Comprehensive Rules Guide, 707.13.a and 203.2
    """
    yield from identical_name_results(legion)


def sealed_pool(legion: Legion, library: Library) -> RuleOutput:
    """Only figures of the player's two opened boosters are fielded, none more often than it was opened.

    Comprehensive Rules Guide, 108.2.a
    """
    yield from limit_rules.from_pool(legion, library)


def beta_card(legion: Legion, library: Library) -> RuleOutput:
    """In sanctioned play no creature has a beta card.

    Comprehensive Rules Guide, 202.5.f
    """
    for part in legion.parts:
        for card, picks in limit_rules.picks_by_card(part.picks).items():
            if picks[0].card.beta:
                yield RuleBreach(limit_rules.places(picks), {"creature": card.title})
            elif picks[0].card.beta is None:
                yield from (MissingFact(card.slug, "/beta", pick.at) for pick in picks)

"""The warband construction rules of the original edition, each with a three-valued answer.

The first line of a rule's docstring is its text for readers, the second its citation. Numbers are data of the format.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from math import inf

from rulesapi.engine.core import common_rules
from rulesapi.engine.core.common_rules import NO_RESULTS, RuleOutput
from rulesapi.engine.core.formats import Format
from rulesapi.engine.core.legion import Legion, Lines, Pick
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.parsing import join_lines
from rulesapi.engine.core.ratings import MIN_RATING
from rulesapi.engine.core.rule_hints import CardKey
from rulesapi.engine.games.dnd_miniatures import limit_rules
from rulesapi.engine.games.dnd_miniatures.cards import SIZES, Creature2003
from rulesapi.engine.games.dnd_miniatures.conditions import CreatureClauses, clauses_phrase, matches_all
from rulesapi.engine.games.dnd_miniatures_2003.minion_rules import (
    MINIONS,
    WarbandParts,
    is_minion,
    is_summoned,
    minions_count,
)
from rulesapi.engine.games.dnd_miniatures_2003.pricing import price_delta
from rulesapi.engine.games.dnd_miniatures_2003.published_warbands import (
    copies_for_published,
    stands_as_published,
    was_small_enough,
)
from rulesapi.engine.values.interpretations import RuleResult, UnresolvedQuestion
from rulesapi.engine.values.model import Card, MissingFact, Price, RuleBreach
from rulesapi.engine.values.names import sorted_pointers
from rulesapi.engine.values.truth import Truth, all3, any3, needs, not3

PLAIN_CLASSES = frozenset(("adp", "ari", "com", "exp", "war"))
"""Classes of ordinary people, which may be in a formed unit."""


def may_require(card: Card) -> bool:
    """Return whether a card is a creature that requires or may require another."""
    return isinstance(card, Creature2003) and card.requires != ()


def requires(legion: Legion, library: Library) -> RuleOutput:
    """A creature that requires another needs at least one of it in the warband; one is enough for several.

    FAQ, Requires CREATURE
    """
    for band in legion.arranged:
        by_card = (
            limit_rules.picks_by_card(band.present)
            if any(map(may_require, [pick.card for pick in band.present]))
            else {}
        )
        reported: set[limit_rules.NeededFact] = set()
        copies = copies_for_published(by_card.values(), band.present)
        for card, picks in by_card.items():
            if card.requires is None and not stands_as_published(card, copies):
                yield from [MissingFact(card.slug, "/requires", pick.at) for pick in picks]
            for whom in card.requires or ():
                yield from _requirement_results(card, whom, by_card, reported)


def _requirement_results(
    card: Creature2003,
    whom: CreatureClauses,
    present: Mapping[Creature2003, list[Pick]],
    reported: set[limit_rules.NeededFact],
) -> Iterator[RuleResult]:
    """Yield the results for one requirement of a card, without facts in `reported`."""
    needs: list[limit_rules.NeededFact] = []
    for other, picks in present.items():
        if other is card and limit_rules.creature_count(picks) == 1:
            continue
        answer, facts = matches_all(whom, other)
        if answer:
            return
        needs += [(other, fact) for fact in facts]
    if needs:
        fresh = [need for need in dict.fromkeys(needs) if need not in reported]
        reported.update(fresh)
        yield from [MissingFact(other.slug, fact, pick.at) for other, fact in fresh for pick in present[other]]
    else:
        facts_of = {"creature": card.title, "whom": clauses_phrase(whom)}
        yield from [RuleBreach((pick.at,), facts_of) for pick in present[card]]


def limited_pool(legion: Legion, library: Library) -> RuleOutput:
    """In Limited play creatures, minions and creatures to be summoned come from the player's own pool.

    FAQ, Minions and Summon
    """
    yield from limit_rules.from_pool(legion, library)


def terrain_tiles(legion: Legion, library: Library) -> RuleOutput:
    """Each player brings the number of terrain tiles that the format sets, chosen with the warband.

    FAQ, Terrain Tiles
    """
    required = legion.format.numbers.get("tiles")
    if required is None:
        return
    for part in legion.parts:
        tiles = legion.fields[part.at].get("tiles")
        number = len(tiles or ())
        if number != required:
            at = part.at if tiles is None else f"{part.at}/tiles"
            yield RuleBreach((at,), {"tiles": number, "wanted": required})


def difficult(legion: Legion, library: Library) -> RuleOutput:
    """A Difficult creature has a commander in its warband that can command it, or commands itself.

    FAQ, Summon and Dire Rat
    """
    for band in legion.arranged:
        named = legion.fields[band.lines.at].get("faction")
        leaders = [pick for pick in band.chosen if pick.card.leader is not False]
        least = max([pick.card.rating or MIN_RATING for pick in leaders if pick.card.leader], default=0)
        beyond = [pick for pick in band.chosen if pick.card.difficult is None or pick.card.difficult > least]
        if hard := [pick for pick in beyond if _needs_commander(pick, named) is not False]:
            yield from _uncommandable(named, hard, leaders)


def _uncommandable(named: str | None, hard: list[Pick], leaders: list[Pick]) -> RuleOutput:
    """Yield the results for Difficult creatures that no certain commander can command."""
    best = inf if any(one.card.rating is None for one in leaders) else max((p.card.rating for p in leaders), default=0)
    depends = False
    for card, picks in limit_rules.picks_by_card(hard).items():
        rating = card.difficult
        if rating is not None and rating > best and _needs_commander(picks[0], named):
            led = best > 0 or any(one.card.leader for one in leaders)
            facts = {"creature": card.title, "difficult": rating, **({"best": best} if led else {})}
            yield RuleBreach(limit_rules.places(picks), facts)
        else:
            for fact in needs(_command_facts(picks[0], named)):
                yield from (MissingFact(card.slug, fact, pick.at) for pick in picks)
            depends = True
    for one in leaders if depends else ():
        unknown = needs({"/commander": one.card.leader, "/commander_rating": one.card.rating})
        yield from (MissingFact(one.card.slug, fact, one.at) for fact in unknown)


def _command_facts(pick: Pick, named: str | None) -> dict[str, object]:
    """Return the creature's own facts that decide whether it needs a commander and which rating."""
    card = pick.card
    return {
        "/difficult": card.difficult,
        "/self_command": card.commands_itself,
        "/commander": card.leader,
        "/factions": () if named is None or named in card.certain_factions else card.factions,
    }


def _needs_commander(pick: Pick, named: str | None) -> Truth:
    """Return whether a creature needs a commander: commanders, self-commanding and admitted creatures do not."""
    card = pick.card
    of_faction = True if named is None or named in card.certain_factions else None if card.factions is None else False
    return all3((not3(card.commands_itself), not3(card.leader), of_faction))


def unit_attachment(legion: Legion, library: Library) -> RuleOutput:
    """In Mass Battles one creature at most is attached to a unit, and it is a commander or unique.

    FAQ, Mass Battles Rules Questions, Units
    """
    for part in legion.parts:
        attached: dict[str, list[Pick]] = {}
        for pick in [pick for pick in part.picks if "attached_to" in pick.line]:
            attached.setdefault(pick.line["attached_to"], []).append(pick)
        if not attached:
            continue
        units = {pick.line["unit"] for pick in part.picks if "unit" in pick.line}
        for unit, picks in attached.items():
            if unit not in units:
                yield RuleBreach(limit_rules.places(picks), {"missing": unit})
            elif limit_rules.creature_count(picks) > 1:
                yield RuleBreach(
                    limit_rules.places(picks), {"unit": unit, "attached": limit_rules.creature_count(picks)}
                )
            for pick in picks:
                yield from _attachment_results(pick, unit)


def _attachment_results(pick: Pick, unit: str) -> Iterator[RuleResult]:
    card = pick.card
    may_attach = any3((card.leader, card.unique))
    if may_attach is None:
        unknown = needs({"/commander": card.leader, "/unique": card.unique})
        yield from (MissingFact(card.slug, fact, pick.at) for fact in unknown)
    elif not may_attach:
        yield RuleBreach((pick.at,), {"creature": card.title, "unit": unit})


def formed_unit_class(legion: Legion, library: Library) -> RuleOutput:
    """In Mass Battles no creature of a formed unit has a player-character or prestige class.

    FAQ, Mass Battles Rules Questions, Units
    """
    for part in legion.parts:
        formed = {pick.line["unit"] for pick in part.picks if "unit" in pick.line and pick.line.get("formed")}
        for pick in part.picks if formed else ():
            if pick.line.get("unit") in formed:
                yield from _class_results(pick)


def _class_results(pick: Pick) -> Iterator[RuleResult]:
    classes = pick.card.classes
    if classes is None:
        yield MissingFact(pick.card.slug, "/classes", pick.at)
    elif heroic := sorted(classes - PLAIN_CLASSES):
        yield RuleBreach((pick.at,), {"creature": pick.card.title, "classes": heroic, "unit": pick.line["unit"]})


def point_limit(legion: Legion, library: Library) -> Iterable[RuleResult]:
    """The warband costs at most the points of the game.

    The format
    """
    surely = not legion.team and limit_rules.is_surely_within_limit(legion)
    return NO_RESULTS if surely else _point_limit_results(legion, library)


def _point_limit_results(legion: Legion, library: Library) -> RuleOutput:
    yield from limit_rules.point_limit(legion, library)
    yield from _minion_question(legion, limit_rules.prices(legion, library), legion.limit)


def alike_by_cost(legion: Legion) -> CardKey:
    """Return a card key that groups creatures by their effect on the point limit. Unknown costs are one group."""
    alike_by_price = common_rules.alike_by_price(price_delta)(legion)
    return lambda card: "unknown" if isinstance(card, Creature2003) and card.cost is None else alike_by_price(card)


def house_points(legion: Legion, library: Library) -> RuleOutput:
    """The list costs at most the points that each house rule allows."""
    yield from common_rules.house_points(legion, library)
    for one in legion.house_rules.rules if legion.house_rules else ():
        yield from _minion_question(legion, [(join_lines(legion.parts), legion.price)], one.points)


def _minion_question(legion: Legion, prices: Iterable[tuple[Lines, Price]], limit: int | None) -> RuleOutput:
    """Yield the open question about minions if it decides whether a limit holds."""
    if limit is None or minions_count(legion.format) is not None:
        return
    open_ = [
        part
        for part, price in prices
        if price.least <= limit and (price.upper_bound is None or price.upper_bound > limit)
    ]
    at = [pick.at for part in open_ for pick in part.picks if is_minion(pick) and not is_summoned(pick)]
    if at:
        yield UnresolvedQuestion(MINIONS, sorted_pointers(at))


def creature_count(legion: Legion, library: Library) -> Iterable[RuleResult]:
    """A warband has at most as many creatures as the format allows at its size of game; familiars do not count.

    The format
    """
    size = limit_rules.size_limits(legion)
    if size is None or size.creatures_at_most is None:
        return NO_RESULTS
    return _count_results(legion, size.creatures_at_most)


def may_count(pick: Pick, format: Format) -> bool:
    """Return whether a pick counts or may count toward the number of creatures."""
    if pick.card.familiar or is_summoned(pick):
        return False
    return not is_minion(pick) or minions_count(format) is not False


def alike_by_familiar(legion: Legion) -> CardKey:
    """Return a card key that separates creatures that count, familiars, and creatures that may be familiars."""
    return lambda card: (card.familiar,) if isinstance(card, Creature2003) else None


def _count_results(legion: Legion, most: int) -> Iterator[RuleResult]:
    settled = minions_count(legion.format)
    for band in legion.arranged:
        if limit_rules.creature_count(band.chosen if settled is False else band.present) <= most:
            continue  # few enough, even if all of them count
        chosen, minions = _without_familiars(band.chosen), _without_familiars(band.minions)
        counting = [*chosen, *minions] if settled else chosen
        sure = limit_rules.creature_count([pick for pick in counting if pick.card.familiar is False])
        if sure > most:
            facts = {"creatures": sure, "most": most, "limit": legion.limit}
            yield RuleBreach((f"{band.lines.at}/picks",), facts)
            continue
        unknown = _deciding_familiars(counting, most)
        if settled is None and minions:
            if _minions_may_decide(chosen, minions, most):
                yield UnresolvedQuestion(MINIONS, limit_rules.places(minions))
            unknown |= _deciding_familiars([*chosen, *minions], most)
        yield from (MissingFact(one.card.slug, "/familiar", one.at) for one in band.present if one.card in unknown)


def _without_familiars(picks: Iterable[Pick]) -> list[Pick]:
    """Return the creatures that count or may count."""
    return [pick for pick in picks if not pick.card.familiar]


def _copies_by_card(picks: Iterable[Pick], *, unknown: bool) -> dict[Card, int]:
    """Return the copies of each card: of possible familiars if `unknown`, else of creatures that are no familiars."""
    found = [pick for pick in picks if (pick.card.familiar is None) is unknown]
    return {card: limit_rules.creature_count(of) for card, of in limit_rules.picks_by_card(found).items()}


def _deciding_familiars(picks: list[Pick], most: int) -> set[Card]:
    """Return the cards that may be familiars or not, if that can decide whether the limit holds."""
    unknown = _copies_by_card(picks, unknown=True)
    room = most - sum(_copies_by_card(picks, unknown=False).values())
    found = set()
    for card, copies in unknown.items() if sum(unknown.values()) > room else ():
        sums = {0}
        for other, number in unknown.items():
            if other is not card:
                sums |= {one + number for one in sums if one + number <= room}
        if any(one + copies > room for one in sums):
            found.add(card)
    return found


def _minions_may_decide(chosen: list[Pick], minions: list[Pick], most: int) -> bool:
    """Return whether the creatures may be within the limit without the minions and above it with them."""
    alone, brought = _copies_by_card(chosen, unknown=True), _copies_by_card(minions, unknown=True)
    sure = [sum(_copies_by_card(picks, unknown=False).values()) for picks in (chosen, minions)]
    sums = {(sure[0], min(sum(sure), most + 1))}
    for card in {**alone, **brought}:
        few, more = alone.get(card, 0), alone.get(card, 0) + brought.get(card, 0)
        sums |= {(one + few, min(every + more, most + 1)) for one, every in sums if one + few <= most}
    return any(one <= most < every for one, every in sums)


def creature_cost_cap(legion: Legion, library: Library) -> RuleOutput:
    """No creature has a higher printed cost than the format allows at its size of game.

    The format
    """
    size = limit_rules.size_limits(legion)
    if size is None or size.creature_cost_at_most is None:
        return
    most = size.creature_cost_at_most
    for band in legion.arranged:
        counting = _costly_creatures(legion, band, most)
        for pick, minion in counting:
            if pick.card.cost is None:
                yield MissingFact(pick.card.slug, "/cost", pick.at)
            if minion:
                yield UnresolvedQuestion(MINIONS, (pick.at,))
        dear = [pick for pick, minion in counting if not minion and pick.card.cost is not None]
        for card, picks in limit_rules.picks_by_card(dear).items():
            facts = {"creature": card.title, "cost": card.cost, "most": most, "limit": legion.limit}
            yield RuleBreach(limit_rules.places(picks), facts)


def _costly_creatures(legion: Legion, band: WarbandParts, most: int) -> list[tuple[Pick, bool]]:
    """Return the creatures that cost or may cost more than `most`, each with whether it is open that it counts."""
    settled = minions_count(legion.format)
    minions = [] if settled is False else [(pick, settled is None) for pick in _above_cost(band.minions, most)]
    return [*((pick, False) for pick in _above_cost(band.chosen, most)), *minions]


def _above_cost(picks: list[Pick], most: int) -> list[Pick]:
    return [pick for pick in picks if pick.card.cost is None or pick.card.cost > most]


def size(legion: Legion, library: Library) -> RuleOutput:
    """No creature is larger than the format allows at its size of game.

    The format
    """
    chosen_size = limit_rules.size_limits(legion)
    if chosen_size is None or chosen_size.largest_size is None:
        return
    most = SIZES.index(chosen_size.largest_size)
    fitting = SIZES[: most + 1]
    for band in legion.arranged:
        large = [pick for pick in band.present if pick.card.size not in fitting]
        for card, picks in limit_rules.picks_by_card(large).items():
            named = picks[0].card.size
            if named is not None:
                facts = {"creature": card.title, "size": named, "largest": SIZES[most], "limit": legion.limit}
                yield RuleBreach(limit_rules.places(picks), facts)
            elif not was_small_enough(card, most):
                yield from (MissingFact(card.slug, "/size", pick.at) for pick in picks)


def unique(legion: Legion, library: Library) -> Iterable[RuleResult]:
    """No unique creature may be in a warband twice; the format sets how names are compared.

    The format
    """
    compared = legion.format.unique_names
    if compared is None:
        return NO_RESULTS
    contained = compared == "contained"
    return [result for band in legion.arranged for result in _duplicate_results(band, contained=contained)]


def _duplicate_results(band: WarbandParts, *, contained: bool) -> Iterator[RuleResult]:
    """Yield the results for creatures that occur twice and are or may be unique."""
    present = [pick for pick in band.present if pick.card.unique is not False]
    if limit_rules.creature_count(present) < 2:
        return
    yield from limit_rules.unnamed_unique_results(present)
    for group in _groups_by_name([pick for pick in present if pick.card.unique], contained):
        if limit_rules.creature_count(group) > 1:
            titles = [pick.card.title.partition(",")[0] if contained else pick.card.title for pick in group]
            name = min(titles, key=lambda name: (len(name), name))
            yield RuleBreach(limit_rules.places(group), {"name": name, "copies": limit_rules.creature_count(group)})
    if all(pick.card.unique for pick in present):
        return
    for group in _groups_by_name(present, contained):
        maybe = [pick for pick in group if pick.card.unique is None]
        if maybe and limit_rules.creature_count(group) > 1:
            yield from (MissingFact(pick.card.slug, "/unique", pick.at) for pick in maybe)


def _groups_by_name(picks: list[Pick], contained: bool) -> list[list[Pick]]:
    """Return the picks grouped by name. With `contained`, a name is grouped with names that contain it as words."""
    by_name: dict[str, list[Pick]] = {}
    for pick in picks:
        by_name.setdefault(pick.card.identity, []).append(pick)
    if not contained or len(by_name) < 2:
        return list(by_name.values())
    names = {name: of[0].card for name, of in by_name.items()}
    short: dict[str, list[str]] = {}
    for name, card in names.items():
        short.setdefault(card.short_words, []).append(name)
    groups = {name: [name] for name in names}
    for name, card in names.items():
        for part in _word_runs(card.words):
            for other in short.get(part, ()):
                _merge_groups(groups, name, other)
    return [
        [pick for name in group for pick in by_name[name]]
        for group in {id(group): group for group in groups.values()}.values()
    ]


@lru_cache(maxsize=4096)
def _word_runs(name: str) -> tuple[str, ...]:
    """Return every run of whole words in a name, with the spaces around it."""
    spaces = [place for place, letter in enumerate(name) if letter == " "]
    return tuple([name[first : last + 1] for number, first in enumerate(spaces) for last in spaces[number + 1 :]])


def _merge_groups(groups: dict[str, list[str]], first: str, second: str) -> None:
    """Merge the groups of two names. The smaller group moves, which keeps repeated merging fast."""
    large, small = sorted((groups[first], groups[second]), key=len, reverse=True)
    if large is not small:
        large += small
        for name in small:
            groups[name] = large

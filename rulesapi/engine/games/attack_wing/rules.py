"""The rules that only D&D Attack Wing has, each with a three-valued answer.

The first line of a rule's docstring is its text for readers, the second its citation. A check yields breaches and, if
it cannot decide, the facts that would.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from typing import Any

from rulesapi.engine.core.common_rules import NO_RESULTS, RuleOutput
from rulesapi.engine.core.conditions import Clause, meets_level
from rulesapi.engine.core.legion import CarriedUpgrade, Legion, Pick
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.rule_hints import CardKey
from rulesapi.engine.core.upgrades import Upgrade, UpgradeLimit
from rulesapi.engine.games.attack_wing.pricing import MAX_SOLDIERS
from rulesapi.engine.values.interpretations import RuleResult
from rulesapi.engine.values.model import Card, Creature, MissingFact, RuleBreach
from rulesapi.engine.values.names import sorted_pointers
from rulesapi.engine.values.truth import Truth, needs

CAMPAIGN_ARTIFACT = "campaign-artifact"
ARTIFACT_LIMIT = "campaign-artifact-limit"
MAX_ARTIFACTS = 1
EMPTY: frozenset[str] = frozenset()
REMEMBERED_PAIRS = 16_384
"""Size of the cache of pairs of a card and its bearer."""


def duplicate_upgrade(legion: Legion, library: Library) -> RuleOutput:
    """A creature never carries two copies of one upgrade, unique or not.

    Attack Wing rulebook, p. 28
    """
    for pick in legion.picks:
        if len(pick.carried) > 1:
            titles = {carried.card.identity for carried in pick.carried}
            if len(titles) < len(pick.carried):
                yield from _duplicate_upgrades(pick)
            if legion.has_unnamed_card and len(titles) > 1:
                yield from (MissingFact(c.card.slug, "/name", c.at) for c in pick.carried if c.card.name is None)


def shares_upgrade_name(legion: Legion) -> Callable[[Card], bool]:
    """Return a predicate for upgrades with a name that a creature of the legion already carries, or may carry."""
    carried = {one.card.identity for one in legion.carried}
    return lambda card: legion.has_unnamed_card or card.name is None or card.identity in carried


def _duplicate_upgrades(pick: Pick) -> RuleOutput:
    by_title: dict[str, list[CarriedUpgrade]] = {}
    for carried in pick.carried:
        by_title.setdefault(carried.card.identity, []).append(carried)
    for copies in by_title.values():
        if len(copies) > 1:
            upgrade = min(_titles(copies))
            yield RuleBreach(_places(copies), {"creature": pick.card.title, "upgrade": upgrade, "copies": len(copies)})


def has_restriction(card: Card) -> bool:
    """Return whether a card is an upgrade that has or may have a restriction on its bearer."""
    return isinstance(card, Upgrade) and card.requires != ()


def alike_by_unknown_restriction(legion: Legion) -> CardKey:
    """Return a card key that groups all upgrades with unknown restrictions."""
    return lambda card: "unknown" if isinstance(card, Upgrade) and card.requires is None else None


def facts_of_restrictions(legion: Legion) -> set[str]:
    """Return the card facts that the restrictions in a legion read."""
    asked = {clause.word.fact[1:] for carried in legion.carried for clause in carried.card.requires or ()}
    return {"requires", *asked}


def equip_restriction(legion: Legion, library: Library) -> RuleOutput:
    """An upgrade's restriction on its bearer holds.

    Attack Wing rulebook, p. 29
    """
    for pick in legion.picks:
        for carried in pick.carried:
            requires = carried.card.requires
            if not requires:
                if requires is None:
                    yield MissingFact(carried.card.slug, "/requires", carried.at)
                continue
            for clause, answer in _unmet_clauses(carried.card, pick.card):
                if answer is None:
                    yield MissingFact(pick.card.slug, clause.word.fact, pick.at)
                else:
                    facts = {
                        "upgrade": carried.card.title,
                        "creature": pick.card.title,
                        "clause": dict(clause.document),
                        "whom": clause.whom,
                        "state": clause.description(pick.card),
                    }
                    yield RuleBreach((carried.at,), facts)


@lru_cache(maxsize=REMEMBERED_PAIRS)
def _unmet_clauses(card: Upgrade, bearer: Creature) -> list[tuple[Clause, Truth]]:
    """Return the clauses of a card that its bearer does not or may not meet, each with the answer."""
    answers = [(clause, clause.truth_for(bearer)) for clause in card.requires or ()]
    return [(clause, answer) for clause, answer in answers if not answer]


def involves_exclusion(card: Card) -> bool:
    """Return whether a card is an upgrade that may exclude another, or be excluded by one."""
    return isinstance(card, Upgrade) and (card.excludes != EMPTY or card.keywords != EMPTY)


def excludes_others(card: Card) -> bool:
    """Return whether a card is an upgrade that excludes or may exclude others."""
    return isinstance(card, Upgrade) and card.excludes != EMPTY


def conflicts_with_legion(legion: Legion) -> Callable[[Any], bool]:
    """Return a predicate for upgrades that may exclude one in the legion, or be excluded by one."""
    cards = [carried.card for carried in legion.carried]
    shut_out = _union_or_unknown(card.excludes for card in cards)
    keywords = _union_or_unknown(card.keywords for card in cards)
    return lambda card: _may_share(card.keywords, shut_out) or _may_share(card.excludes, keywords)


def alike_by_keywords(legion: Legion) -> CardKey:
    """Return a card key that groups upgrades with equal exclusions and equal keywords."""
    return lambda card: (card.excludes, card.keywords) if isinstance(card, Upgrade) else None


def _union_or_unknown(of_each: Iterable[frozenset[str] | None]) -> frozenset[str] | None:
    """Return the union of the keywords of several cards, or None if the keywords of any card are unknown."""
    known = list(of_each)
    return None if None in known else frozenset().union(*(words for words in known if words))


def _may_share(own: frozenset[str] | None, others: frozenset[str] | None) -> bool:
    """Return whether two sets of keywords have or may have one in common. None is an unknown set."""
    if own is None or others is None:
        return own != EMPTY and others != EMPTY
    return not own.isdisjoint(others)


def keyword_exclusion(legion: Legion, library: Library) -> RuleOutput:
    """Some upgrades forbid another upgrade with a certain keyword on the same creature.

    Attack Wing rulebook, p. 29
    """
    for pick in legion.picks:
        if len(pick.carried) > 1:
            stating = [carried for carried in pick.carried if carried.card.excludes != EMPTY]
            if stating and _may_clash(stating, pick.carried):
                yield from _exclusion_results(pick)


def _may_clash(stating: Iterable[CarriedUpgrade], carried: Iterable[CarriedUpgrade]) -> bool:
    """Return whether one of these cards excludes or may exclude another card of the creature."""
    for one in stating:
        for other in carried:
            if other is not one and _may_share(one.card.excludes, other.card.keywords):
                return True
    return False


def _exclusion_results(pick: Pick) -> RuleOutput:
    """Yield one breach for each pair of cards, at all copies of both. Copies of one card may exclude each other."""
    cards: dict[str, list[CarriedUpgrade]] = {}
    for carried in pick.carried:
        cards.setdefault(carried.card.slug, []).append(carried)
    missing: dict[tuple[str, str], MissingFact] = {}
    compared: set[str] = set()
    for slug, some in cards.items():
        if some[0].card.excludes != EMPTY:
            for other, others in cards.items():
                if other not in compared and (other != slug or len(some) > 1):
                    yield from _exclusion_breach(pick, some, others, missing)
            compared.add(slug)
    yield from missing.values()


def _exclusion_breach(
    pick: Pick, own: list[CarriedUpgrade], others: list[CarriedUpgrade], missing: dict[tuple[str, str], MissingFact]
) -> Iterable[RuleBreach]:
    """Yield the breach of a pair that clashes. If a pair may clash, add the facts that would decide to `missing`."""
    by_some, by_others = _excluded_keywords(own[0], others[0]), _excluded_keywords(others[0], own[0])
    if by_some or by_others:
        first, second = sorted((own[0], others[0]), key=lambda carried: carried.card.slug)
        upgrade, against = (first, second) if _excluded_keywords(first, second) else (second, first)
        facts = {
            "creature": pick.card.title,
            "upgrade": upgrade.card.title,
            "other": against.card.title,
            "keywords": sorted((by_some or EMPTY) | (by_others or EMPTY)),
        }
        yield RuleBreach(_places([*own, *others]), facts)
        return
    if by_some is None:
        _note_unknown(own, others, missing)
    if by_others is None:
        _note_unknown(others, own, missing)


def _note_unknown(
    carriers: list[CarriedUpgrade], rivals: list[CarriedUpgrade], missing: dict[tuple[str, str], MissingFact]
) -> None:
    """Add the facts that would decide whether one card excludes the other to `missing`, each pointer once."""
    if carriers[0].card.excludes is None and (carriers[0].at, "/excludes") not in missing:
        missing |= {(c.at, "/excludes"): MissingFact(c.card.slug, "/excludes", c.at) for c in carriers}
    if rivals[0].card.keywords is None and (rivals[0].at, "/keywords") not in missing:
        missing |= {(c.at, "/keywords"): MissingFact(c.card.slug, "/keywords", c.at) for c in rivals}


def _excluded_keywords(carried: CarriedUpgrade, rival: CarriedUpgrade) -> frozenset[str] | None:
    """Return the keywords of one upgrade that the other excludes, or None if they are unknown."""
    excludes, keywords = carried.card.excludes, rival.card.keywords
    if excludes == EMPTY or keywords == EMPTY:
        return EMPTY
    if excludes is None or keywords is None:
        return None
    return excludes & keywords


def needs_level(card: Card) -> bool:
    """Return whether a card is an upgrade that needs or may need a creature of some level."""
    return isinstance(card, Upgrade) and card.minimum_level != 0


def spell_level(legion: Legion, library: Library) -> RuleOutput:
    """A spell needs a creature of at least its minimum level.

    Attack Wing rulebook, p. 30
    """
    for pick in legion.picks:
        for carried in pick.carried:
            minimum = carried.card.minimum_level
            if minimum == 0:
                continue
            level = pick.card.level
            reached = meets_level(level, minimum)
            if reached is None:
                if minimum is None:
                    yield MissingFact(carried.card.slug, "/minimum_level", carried.at)
                if level is None:
                    yield MissingFact(pick.card.slug, "/level", pick.at)
            elif not reached:
                facts = {
                    "spell": carried.card.title,
                    "minimum_level": minimum,
                    "creature": pick.card.title,
                    "level": level,
                }
                yield RuleBreach((carried.at,), facts)


def may_be_artifact(card: Card) -> bool:
    """Return whether a card is or may be a Campaign Artifact."""
    return isinstance(card, Upgrade) and (card.keywords is None or CAMPAIGN_ARTIFACT in card.keywords)


def may_count_as_artifact(card: Card) -> bool:
    """Return whether a card is or may be a Campaign Artifact that counts toward the limit."""
    if not isinstance(card, Upgrade) or (card.exempt and ARTIFACT_LIMIT in card.exempt):
        return False
    return card.keywords is None or CAMPAIGN_ARTIFACT in card.keywords


def campaign_artifact_limit(legion: Legion, library: Library) -> RuleOutput:
    """A legion has at most one Campaign Artifact, not counting those whose own text lifts the limit.

    Attack Wing rulebook, p. 35
    """
    for part in legion.parts:
        sure, open_ = artifacts(part.carried)
        if len(sure) > MAX_ARTIFACTS:
            yield RuleBreach(_places(sure), {"artifacts": _titles(sure), "limit": MAX_ARTIFACTS})
        elif len(sure) + len(open_) > MAX_ARTIFACTS:
            yield from artifact_missing_facts(open_)


def artifacts(everything: Iterable[CarriedUpgrade]) -> tuple[list[CarriedUpgrade], list[CarriedUpgrade]]:
    """Return the Campaign Artifacts that count, and the cards that may be such."""
    sure: list[CarriedUpgrade] = []
    open_: list[CarriedUpgrade] = []
    few = [c for c in everything if c.card.keywords is None or CAMPAIGN_ARTIFACT in c.card.keywords]
    for carried in few:
        if may_count_as_artifact(carried.card):
            known = carried.card.keywords is not None and carried.card.exempt is not None
            (sure if known else open_).append(carried)
    return sure, open_


def artifact_missing_facts(open_: Iterable[CarriedUpgrade]) -> RuleOutput:
    """Yield the facts that would decide whether these cards are Campaign Artifacts that count."""
    for carried in open_:
        unknown = needs({"/keywords": carried.card.keywords, "/exempt": carried.card.exempt})
        yield from (MissingFact(carried.card.slug, fact, carried.at) for fact in unknown)


def troop_size(legion: Legion, library: Library) -> Iterable[RuleResult]:
    """A troop has 1 to 6 soldiers; a creature that is no troop has none.

    Attack Wing rulebook, p. 30
    """
    troops = [pick for pick in legion.picks if pick.soldiers != 1]
    return _troop_results(troops) if troops else NO_RESULTS


def _troop_results(troops: Iterable[Pick]) -> RuleOutput:
    for pick in troops:
        soldiers = pick.soldiers
        if pick.card.troop is False:
            yield RuleBreach((f"{pick.at}/soldiers",), {"creature": pick.card.title, "soldiers": soldiers})
        elif not 1 <= soldiers <= MAX_SOLDIERS:
            facts = {"creature": pick.card.title, "soldiers": soldiers, "most": MAX_SOLDIERS}
            yield RuleBreach((f"{pick.at}/soldiers",), facts)
        elif pick.card.troop is None:
            yield MissingFact(pick.card.slug, "/troop", pick.at)


def involves_limit(card: Card) -> bool:
    """Return whether a card is an upgrade that may state a limit, or that a limit may count."""
    return isinstance(card, Upgrade) and (card.limits != () or card.keywords != EMPTY)


def states_limits(card: Card) -> bool:
    """Return whether a card is an upgrade that states or may state a limit."""
    return isinstance(card, Upgrade) and card.limits != ()


def limits_within(legion: Legion) -> Callable[[Any], bool]:
    """Return a predicate for upgrades that may state a limit, or that a limit in the legion may count."""
    limits = [carried.card.limits for carried in legion.carried]
    families = _union_or_unknown(None if of_one is None else _families(of_one) for of_one in limits)
    return lambda card: card.limits != () or _may_share(card.keywords, families)


def _families(limits: Iterable[UpgradeLimit]) -> frozenset[str]:
    return frozenset(keyword for limit in limits for keyword in limit.family)


def card_limit(legion: Legion, library: Library) -> Iterable[RuleResult]:
    """A limit that a card itself states holds.

    The card's own text
    """
    stating = [carried for carried in legion.carried if carried.card.limits != ()]
    return _stated_limit_results(legion, stating) if stating else NO_RESULTS


def _stated_limit_results(legion: Legion, stating: Sequence[CarriedUpgrade]) -> RuleOutput:
    for pick in legion.picks:
        for limit in _stated_limits(pick.carried) if len(pick.carried) > 1 else ():
            if limit.per == "creature":
                yield from _limit_results(limit, pick.carried, pick)
    for limit in _stated_limits(stating):
        if limit.per == "legion":
            yield from _limit_results(limit, legion.carried, None)
    if unknown_limits := [carried for carried in stating if carried.card.limits is None]:
        yield from _unknown_limit_results(unknown_limits, legion.carried)


def _stated_limits(carried: Iterable[CarriedUpgrade]) -> Collection[UpgradeLimit]:
    """Return the different limits that these cards state."""
    stated = [limit for c in carried if c.card.limits for limit in c.card.limits]
    return dict.fromkeys(stated) if len(stated) > 1 else stated


def _limit_results(limit: UpgradeLimit, carried: Sequence[CarriedUpgrade], pick: Pick | None) -> RuleOutput:
    """Yield the results of one limit among the upgrades of a creature or of the legion."""
    if len(carried) <= limit.at_most:
        return
    sure: list[CarriedUpgrade] = []
    open_: list[CarriedUpgrade] = []
    for one in carried:
        if one.card.keywords is None:
            open_.append(one)
        elif not limit.family.isdisjoint(one.card.keywords):
            sure.append(one)
    if len(sure) > limit.at_most:
        stating = [c for c in carried if c.card.limits and limit in c.card.limits]
        creature = {"creature": pick.card.title} if pick else {}
        facts = {
            **creature,
            "per": limit.per,
            "family": sorted(limit.family),
            "at_most": limit.at_most,
            "count": len(sure),
            "upgrades": _titles(sure),
        }
        yield RuleBreach(_places([*sure, *stating]), facts)
    elif len(sure) + len(open_) > limit.at_most:
        yield from (MissingFact(c.card.slug, "/keywords", c.at) for c in open_)


def _unknown_limit_results(unknown_limits: Sequence[CarriedUpgrade], carried: Sequence[CarriedUpgrade]) -> RuleOutput:
    """Yield the facts that would decide about unknown limits, which may concern any two upgrades with keywords."""
    if sum(c.card.keywords != EMPTY for c in carried) > 1:
        yield from (MissingFact(c.card.slug, "/limits", c.at) for c in unknown_limits)
        yield from (MissingFact(c.card.slug, "/keywords", c.at) for c in carried if c.card.keywords is None)


def _titles(carried: Iterable[CarriedUpgrade]) -> list[str]:
    return sorted(c.card.title for c in carried)


def _places(carried: Iterable[CarriedUpgrade]) -> tuple[str, ...]:
    return sorted_pointers(c.at for c in carried)

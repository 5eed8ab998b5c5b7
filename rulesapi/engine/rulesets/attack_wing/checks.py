"""The rules of D&D Attack Wing that are its own, each a small three-valued question.

The first line of a docstring is the rule as people read it, the second where it stands. A check yields what is broken
and, where it cannot tell, the facts that would decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rulesapi.engine.common import Said
from rulesapi.engine.conditions import reaches
from rulesapi.engine.model import Broken, Card, Carried, Legion, Limit, Pick, Upgrade, Wanting
from rulesapi.engine.names import in_order
from rulesapi.engine.ruleset import Library
from rulesapi.engine.rulesets.attack_wing.prices import MOST_SOLDIERS

CAMPAIGN_ARTIFACT = "campaign-artifact"
ARTIFACT_LIMIT = "campaign-artifact-limit"
ARTIFACTS_ALLOWED = 1
NONE: frozenset[str] = frozenset()


def duplicate_upgrade(legion: Legion, library: Library) -> Said:
    """A creature never carries two copies of one upgrade, unique or not.

    Attack Wing rulebook, p. 28
    """
    for pick in legion.picks:
        if len(pick.carried) > 1:
            titles = {carried.card.identity for carried in pick.carried}
            if len(titles) < len(pick.carried):
                yield from _duplicates(pick)
            if legion.nameless and len(titles) > 1:
                yield from (Wanting(c.card.slug, "/name", c.at) for c in pick.carried if c.card.name is None)


def _duplicates(pick: Pick) -> Said:
    by_title: dict[str, list[Carried]] = {}
    for carried in pick.carried:
        by_title.setdefault(carried.card.identity, []).append(carried)
    for copies in by_title.values():
        if len(copies) > 1:
            upgrade = min(_titles(copies))
            yield Broken(_places(copies), {"creature": pick.card.title, "upgrade": upgrade, "copies": len(copies)})


def restricted(card: Card) -> bool:
    """Upgrades that ask something of their bearer, or may."""
    return isinstance(card, Upgrade) and card.requires != ()


def equip_restriction(legion: Legion, library: Library) -> Said:
    """An upgrade's restriction on its bearer holds.

    Attack Wing rulebook, p. 29
    """
    for pick in legion.picks:
        for carried in pick.carried:
            requires = carried.card.requires
            if requires is None:
                yield Wanting(carried.card.slug, "/requires", carried.at)
                continue
            for clause in requires:
                answer = clause.answer(pick.card)
                if answer is None:
                    yield Wanting(pick.card.slug, clause.word.fact, pick.at)
                elif not answer:
                    facts = {
                        "upgrade": carried.card.title,
                        "creature": pick.card.title,
                        "clause": dict(clause.document),
                        "whom": clause.whom,
                        "state": clause.state(pick.card),
                    }
                    yield Broken((carried.at,), facts)


def excluding(card: Card) -> bool:
    """Upgrades that can shut out another, or be shut out."""
    return isinstance(card, Upgrade) and (card.excludes != NONE or card.keywords != NONE)


def shutting_out(card: Card) -> bool:
    """Upgrades that shut out others, or may."""
    return isinstance(card, Upgrade) and card.excludes != NONE


def facing(legion: Legion) -> Callable[[Any], bool]:
    """Upgrades that can shut out one of the legion, or be shut out by one."""
    cards = [carried.card for carried in legion.carried]
    shut_out = _all_words(card.excludes for card in cards)
    keywords = _all_words(card.keywords for card in cards)
    return lambda card: _may_share(card.keywords, shut_out) or _may_share(card.excludes, keywords)


def _all_words(of_each: Iterable[frozenset[str] | None]) -> frozenset[str] | None:
    """The words of several cards together; `None` where those of one are not known."""
    known = list(of_each)
    return None if None in known else frozenset().union(*(words for words in known if words))


def _may_share(some: frozenset[str] | None, others: frozenset[str] | None) -> bool:
    """Whether two sets of words have one in common, or could have."""
    if some is None or others is None:
        return some != NONE and others != NONE
    return not some.isdisjoint(others)


def keyword_exclusion(legion: Legion, library: Library) -> Said:
    """Some upgrades forbid another upgrade with a certain keyword on the same creature.

    Attack Wing rulebook, p. 29
    """
    for pick in legion.picks:
        if len(pick.carried) > 1:
            stating = [carried for carried in pick.carried if carried.card.excludes != NONE]
            if stating and any(
                _shut_out(one, other) != NONE for one in stating for other in pick.carried if other is not one
            ):
                yield from _clashes(pick)


def _clashes(pick: Pick) -> Said:
    """One finding a pair of cards, at all copies of both; copies of one card may clash with each other."""
    cards: dict[str, list[Carried]] = {}
    for carried in pick.carried:
        cards.setdefault(carried.card.slug, []).append(carried)
    wanted: dict[tuple[str, str], Wanting] = {}
    asked: set[str] = set()
    for slug, some in cards.items():
        if some[0].card.excludes != NONE:
            for other, others in cards.items():
                if other not in asked and (other != slug or len(some) > 1):
                    yield from _clash(pick, some, others, wanted)
            asked.add(slug)
    yield from wanted.values()


def _clash(
    pick: Pick, some: list[Carried], others: list[Carried], wanted: dict[tuple[str, str], Wanting]
) -> Iterable[Broken]:
    """The finding of a pair that clashes; what would decide it of one that may is put to what is wanted."""
    one, other = sorted((some[0], others[0]), key=lambda carried: carried.card.slug)
    shut_out = _shut_out(one, other)
    by_other = _shut_out(other, one)
    if shut_out or by_other:
        upgrade, against = (one, other) if shut_out else (other, one)
        facts = {
            "creature": pick.card.title,
            "upgrade": upgrade.card.title,
            "other": against.card.title,
            "keywords": sorted((shut_out or NONE) | (by_other or NONE)),
        }
        yield Broken(_places([*some, *others]), facts)
        return
    for carriers, rivals in ((some, others), (others, some)):
        if _shut_out(carriers[0], rivals[0]) is None:
            if carriers[0].card.excludes is None:
                wanted |= {(c.at, "/excludes"): Wanting(c.card.slug, "/excludes", c.at) for c in carriers}
            if rivals[0].card.keywords is None:
                wanted |= {(c.at, "/keywords"): Wanting(c.card.slug, "/keywords", c.at) for c in rivals}


def _shut_out(carried: Carried, other: Carried) -> frozenset[str] | None:
    """The keywords for which one upgrade forbids the other; `None` while that is not known."""
    excludes, keywords = carried.card.excludes, other.card.keywords
    if excludes == NONE or keywords == NONE:
        return NONE
    if excludes is None or keywords is None:
        return None
    return excludes & keywords


def levelled(card: Card) -> bool:
    """Upgrades that need a creature of some level, or may."""
    return isinstance(card, Upgrade) and card.minimum_level != 0


def spell_level(legion: Legion, library: Library) -> Said:
    """A spell needs a creature of at least its minimum level.

    Attack Wing rulebook, p. 30
    """
    for pick in legion.picks:
        for carried in pick.carried:
            minimum = carried.card.minimum_level
            if minimum == 0:
                continue
            level = pick.card.level
            reached = reaches(level, minimum)
            if reached is None:
                if minimum is None:
                    yield Wanting(carried.card.slug, "/minimum_level", carried.at)
                if level is None:
                    yield Wanting(pick.card.slug, "/level", pick.at)
            elif not reached:
                facts = {
                    "spell": carried.card.title,
                    "minimum_level": minimum,
                    "creature": pick.card.title,
                    "level": level,
                }
                yield Broken((carried.at,), facts)


def counting_artifacts(card: Card) -> bool:
    """Campaign Artifacts that count, and upgrades that may be such."""
    if not isinstance(card, Upgrade) or (card.exempt and ARTIFACT_LIMIT in card.exempt):
        return False
    return card.keywords is None or CAMPAIGN_ARTIFACT in card.keywords


def campaign_artifact_limit(legion: Legion, library: Library) -> Said:
    """A legion has at most one Campaign Artifact, not counting those whose own text lifts the limit.

    Attack Wing rulebook, p. 35
    """
    for part in legion.parts:
        sure, open_ = artifacts(part.carried)
        if len(sure) > ARTIFACTS_ALLOWED:
            yield Broken(_places(sure), {"artifacts": _titles(sure), "limit": ARTIFACTS_ALLOWED})
        elif len(sure) + len(open_) > ARTIFACTS_ALLOWED:
            yield from artifact_facts(open_)


def artifacts(everything: Iterable[Carried]) -> tuple[list[Carried], list[Carried]]:
    """The Campaign Artifacts that count, and the cards of which it is not known whether they are such."""
    sure: list[Carried] = []
    open_: list[Carried] = []
    few = [c for c in everything if c.card.keywords is None or CAMPAIGN_ARTIFACT in c.card.keywords]
    for carried in few:
        if counting_artifacts(carried.card):
            known = carried.card.keywords is not None and carried.card.exempt is not None
            (sure if known else open_).append(carried)
    return sure, open_


def artifact_facts(open_: Iterable[Carried]) -> Said:
    """What would decide whether these cards are Campaign Artifacts that count."""
    for carried in open_:
        if carried.card.keywords is None:
            yield Wanting(carried.card.slug, "/keywords", carried.at)
        if carried.card.exempt is None:
            yield Wanting(carried.card.slug, "/exempt", carried.at)


def troop_size(legion: Legion, library: Library) -> Said:
    """A troop has 1 to 6 soldiers; a creature that is no troop has none.

    Attack Wing rulebook, p. 30
    """
    for pick in legion.picks:
        soldiers = pick.soldiers
        if soldiers == 1:
            continue
        if pick.card.troop is False:
            yield Broken((f"{pick.at}/soldiers",), {"creature": pick.card.title, "soldiers": soldiers})
        elif not 1 <= soldiers <= MOST_SOLDIERS:
            facts = {"creature": pick.card.title, "soldiers": soldiers, "most": MOST_SOLDIERS}
            yield Broken((f"{pick.at}/soldiers",), facts)
        elif pick.card.troop is None:
            yield Wanting(pick.card.slug, "/troop", pick.at)


def limiting(card: Card) -> bool:
    """Upgrades that state a limit, that a limit can count, or that may be such."""
    return isinstance(card, Upgrade) and (card.limits != () or card.keywords != NONE)


def stating_limits(card: Card) -> bool:
    """Upgrades that state a limit, or may."""
    return isinstance(card, Upgrade) and card.limits != ()


def limited(legion: Legion) -> Callable[[Any], bool]:
    """Upgrades that state a limit, or that one in the legion counts, or that may be such."""
    limits = [carried.card.limits for carried in legion.carried]
    families = _all_words(None if of_one is None else _families(of_one) for of_one in limits)
    return lambda card: card.limits != () or _may_share(card.keywords, families)


def _families(limits: Iterable[Limit]) -> frozenset[str]:
    return frozenset(keyword for limit in limits for keyword in limit.family)


def card_limit(legion: Legion, library: Library) -> Said:
    """A limit that a card itself states holds.

    The card's own text
    """
    stating = [carried for carried in legion.carried if carried.card.limits != ()]
    if not stating:
        return
    for pick in legion.picks:
        for limit in _stated(pick.carried, "creature"):
            yield from _limited(limit, pick.carried, pick)
    for limit in _stated(stating, "legion"):
        yield from _limited(limit, legion.carried, None)
    if unsaid := [carried for carried in stating if carried.card.limits is None]:
        yield from _limits_not_known(unsaid, legion.carried)


def _stated(carried: Iterable[Carried], per: str) -> Iterable[Limit]:
    """The limits that these cards state, each once."""
    stating = [c.card.limits for c in carried if c.card.limits]
    return dict.fromkeys([limit for limits in stating for limit in limits if limit.per == per]) if stating else ()


def _limited(limit: Limit, carried: Sequence[Carried], pick: Pick | None) -> Said:
    """One limit among the upgrades that it is about: those of a creature, or of the legion."""
    if len(carried) <= limit.at_most:
        return
    sure = [c for c in carried if c.card.keywords and not c.card.keywords.isdisjoint(limit.family)]
    open_ = [c for c in carried if c.card.keywords is None]
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
        yield Broken(_places([*sure, *stating]), facts)
    elif len(sure) + len(open_) > limit.at_most:
        yield from (Wanting(c.card.slug, "/keywords", c.at) for c in open_)


def _limits_not_known(unsaid: Sequence[Carried], carried: Sequence[Carried]) -> Said:
    """A limit that is not known could be about any two upgrades that have, or may have, a keyword."""
    if sum(c.card.keywords != NONE for c in carried) > 1:
        yield from (Wanting(c.card.slug, "/limits", c.at) for c in unsaid)
        yield from (Wanting(c.card.slug, "/keywords", c.at) for c in carried if c.card.keywords is None)


def _titles(carried: Iterable[Carried]) -> list[str]:
    return sorted(c.card.title for c in carried)


def _places(carried: Iterable[Carried]) -> tuple[str, ...]:
    return in_order(c.at for c in carried)

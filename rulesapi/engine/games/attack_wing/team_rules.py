"""The rules of D&D Attack Wing for teams. Each one adds to, or replaces, a rule for the legion of one player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain

from rulesapi.engine.core import common_rules
from rulesapi.engine.core.common_rules import NO_RESULTS, RuleOutput
from rulesapi.engine.core.legion import CarriedUpgrade, Legion, Pick
from rulesapi.engine.core.library import Library
from rulesapi.engine.games.attack_wing.rules import MAX_ARTIFACTS, artifact_missing_facts, artifacts
from rulesapi.engine.values.interpretations import RuleResult
from rulesapi.engine.values.model import MissingFact, RuleBreach
from rulesapi.engine.values.names import sorted_pointers


def team_unique_name(legion: Legion, library: Library) -> Iterable[RuleResult]:
    """Only one player of a team may have a unique name, whatever the cards.

    Attack Wing rulebook, p. 28
    """
    return _unique_names(legion) if legion.team else NO_RESULTS


def _unique_names(legion: Legion) -> RuleOutput:
    by_player = [common_rules.unique_by_name(part.standing) for part in legion.parts]
    players: dict[str, list[list[Pick | CarriedUpgrade]]] = {}
    for ringed in by_player:
        for identity, copies in ringed.items():
            players.setdefault(identity, []).append(copies)
    for of_each in players.values():
        if len(of_each) > 1:
            yield from _shared_name_results(of_each)
    if legion.has_unnamed_card:
        yield from _possible_shared_names(by_player)


def _possible_shared_names(by_player: Sequence[Mapping[str, list[Pick | CarriedUpgrade]]]) -> RuleOutput:
    """Yield the unknown facts of unnamed cards, which could share the name of a unique card of another player."""
    nameless = [{name for name, of in ringed.items() if of[0].card.name is None} for ringed in by_player]
    another, another_nameless = _used_by_other_player([*map(set, by_player)]), _used_by_other_player(nameless)
    for number, ringed in enumerate(by_player):
        for identity, copies in ringed.items():
            for standing in copies:
                could = another if standing.card.name is None else another_nameless
                if could(number, identity):
                    if standing.card.name is None:
                        yield MissingFact(standing.card.slug, "/name", standing.at)
                    if standing.card.unique is None:
                        yield MissingFact(standing.card.slug, "/unique", standing.at)


def _used_by_other_player(names: Sequence[set[str]]) -> Callable[[int, str], bool]:
    """Return a predicate for the number of a player and a name: whether another player has any other name.

    `names` holds the names of each player.
    """
    players = Counter(chain.from_iterable(names))
    whole = players.total()
    return lambda number, name: whole - players[name] > len(names[number]) - (name in names[number])


def _shared_name_results(of_each: list[list[Pick | CarriedUpgrade]]) -> RuleOutput:
    """Yield the results for a name that several players have on cards that are or may be unique."""
    limited = [copies for copies in of_each if any(standing.card.unique for standing in copies)]
    everywhere = [standing for copies in of_each for standing in copies]
    if len(limited) > 1:
        sure = [standing for standing in everywhere if standing.card.unique]
        number = sum(standing.copies for standing in sure)
        facts = {"name": min(standing.card.title for standing in sure), "copies": number, "players": len(limited)}
        yield RuleBreach(sorted_pointers(standing.at for standing in sure), facts)
    else:
        yield from (MissingFact(s.card.slug, "/unique", s.at) for s in everywhere if s.card.unique is None)


def team_points(legion: Legion, library: Library) -> Iterable[RuleResult]:
    """A team has one limit for all its players together, however many they are.

    Attack Wing rulebook, p. 32
    """
    in_campaign = legion.campaign is not None  # the adventure's points apply there instead
    return common_rules.within_limit(legion) if legion.team and not in_campaign else NO_RESULTS


def team_artifact_limit(legion: Legion, library: Library) -> Iterable[RuleResult]:
    """A team has at most one Campaign Artifact, not counting those whose own text lifts the limit.

    Attack Wing rulebook, p. 35

    If one player alone has too many, the rule for each player reports it, and this rule does not.
    """
    return _artifact_limit(legion) if legion.team else NO_RESULTS


def _artifact_limit(legion: Legion) -> RuleOutput:
    of_each = [artifacts(part.carried) for part in legion.parts]
    if any(len(sure) > MAX_ARTIFACTS for sure, _ in of_each):
        return
    sure = [carried for some, _ in of_each for carried in some]
    open_ = [carried for _, some in of_each for carried in some]
    players = sum(bool(some or others) for some, others in of_each)
    if len(sure) > MAX_ARTIFACTS:
        titles = sorted(carried.card.title for carried in sure)
        yield RuleBreach(sorted_pointers(c.at for c in sure), {"artifacts": titles, "limit": MAX_ARTIFACTS})
    elif players > MAX_ARTIFACTS:
        yield from artifact_missing_facts(open_)

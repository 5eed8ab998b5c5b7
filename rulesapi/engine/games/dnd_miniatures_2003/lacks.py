"""Lacks of warbands of 2003: which of their findings a creature or a choice would settle (see `core.lacks`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulesapi.engine.core.lacks import ListInProgress
from rulesapi.engine.core.legion import Legion, Pick
from rulesapi.engine.games.dnd_miniatures import limit_rules
from rulesapi.engine.games.dnd_miniatures.cards import Creature2003
from rulesapi.engine.games.dnd_miniatures.conditions import clauses_phrase, matches_all
from rulesapi.engine.games.dnd_miniatures_2003.faction_rules import FACTIONS
from rulesapi.engine.values.model import Card, Finding


def can_add_required(finding: Finding, in_progress: ListInProgress) -> bool:
    """Return whether a creature that another requires can be added."""
    card = _pick_at(finding, in_progress).card
    whom = next(whom for whom in card.requires or () if clauses_phrase(whom) == finding.facts["whom"])
    return _can_join(in_progress, lambda other: matches_all(whom, other)[0] is not False)


def can_add_master(finding: Finding, in_progress: ListInProgress) -> bool:
    """Return whether the creature that brings a minion is missing from the warband and can be added."""
    if set(finding.facts) != {"minion", "master"}:
        return False
    minion = _pick_at(finding, in_progress)
    master = in_progress.library.cards.get(minion.line["minion_of"])
    return _can_join(in_progress, lambda card: card is master and _may_bring(card, minion.card))


def can_add_commander(finding: Finding, in_progress: ListInProgress) -> bool:
    """Return whether a commander for a Difficult creature can be added."""
    difficult = finding.facts["difficult"]
    return _can_join(
        in_progress, lambda card: card.leader is not False and (card.rating is None or card.rating >= difficult)
    )


def can_choose_tiles(finding: Finding, in_progress: ListInProgress) -> bool:
    """Return whether a warband has too few terrain tiles, and there are tiles for it."""
    return finding.facts["tiles"] < finding.facts["wanted"] and in_progress.can_choose("tiles", finding)


def _pick_at(finding: Finding, in_progress: ListInProgress) -> Pick:
    return next(pick for pick in in_progress.legion.picks if pick.at == finding.at[0])


def _may_bring(master: Creature2003, minion: Any) -> bool:
    return master.minions is None or any(matches_all(row.whom, minion)[0] is not False for row in master.minions)


def _can_join(in_progress: ListInProgress, fits: Callable[[Creature2003], bool]) -> bool:
    """Return whether there is a place for one more creature, and a creature that fits may take it."""
    legion = in_progress.legion

    def may_join(card: Card) -> bool:
        return isinstance(card, Creature2003) and fits(card) and _may_be_of_faction(legion, card)

    return _has_place(legion) and in_progress.can_add(may_join)


def _has_place(legion: Legion) -> bool:
    """Return whether each player's warband has fewer creatures than it may have."""
    size = limit_rules.size_limits(legion)
    most = None if size is None else size.creatures_at_most
    counting = [[pick for pick in band.chosen if pick.card.familiar is False] for band in legion.arranged]
    return most is None or all(limit_rules.creature_count(picks) < most for picks in counting)


def _may_be_of_faction(legion: Legion, card: Creature2003) -> bool:
    """Return whether a creature may be of the faction of each player's warband, or be admitted to it."""
    for band in legion.arranged:
        named = legion.fields[band.lines.at].get("faction")
        admitting = any(pick.card.building != () and pick.card.leader is not False for pick in band.present)
        if named in FACTIONS and card.factions is not None and named not in card.factions and not admitting:
            return False
    return True

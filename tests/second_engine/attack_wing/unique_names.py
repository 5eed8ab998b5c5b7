"""Unique names, which may be used only once (pp. 28, 32)."""

import itertools
from collections.abc import Callable, Sequence
from typing import Any

from tests.second_engine.attack_wing.fact_domains import FactDomains
from tests.second_engine.attack_wing.layout import Creature, Table
from tests.second_engine.groups import joined
from tests.second_engine.places import Card, Standing
from tests.second_engine.possible_worlds import WorldReader, ask_in_every_world
from tests.second_engine.report import Report


def same_names(
    report: Report, code: str, pairs: list[tuple[Standing, Standing]], ring: Callable[[WorldReader, Card], bool]
) -> None:
    """Report each name that cards share: one finding per name, with the places that clash in every world."""
    pairs = [(one, other) for one, other in pairs if _could_share(one[1], other[1], report.guesses)]

    def clash(pair: tuple[Any, Any], look: WorldReader) -> bool:
        (_, one, _), (_, other, _) = pair
        if not (ring(look, one) and ring(look, other)):
            return False
        return one["slug"] == other["slug"] or look(one, "/name").casefold() == look(other, "/name").casefold()

    sure = [
        (pair[0][0], pair[1][0])
        for pair in pairs
        if all(ask_in_every_world(lambda look, pair=pair: clash(pair, look), report.guesses).values)
    ]
    for places in joined(sure):
        report.broken(code, places)
    count = ask_in_every_world(
        lambda look: len(joined([(pair[0][0], pair[1][0]) for pair in pairs if clash(pair, look)])), report.guesses
    )
    if max(count.values) > min(count.values):
        report.left_open(code, count.deciding(), count.facts)
    for pair in pairs:
        one_pair = ask_in_every_world(lambda look, pair=pair: clash(pair, look), report.guesses)
        report.touch(code, one_pair.deciding())


def _could_share(card: Card, other: Card, guesses: FactDomains) -> bool:
    """Return whether two cards have one name in some world."""
    answers = ask_in_every_world(
        lambda look: look(card, "/name").casefold() == look(other, "/name").casefold(), guesses
    )
    return card["slug"] == other["slug"] or any(answers.values)


def unique_names(report: Report, part: Table) -> None:
    """A unique name is at most once in a legion, in a team at most once with each player (p. 28)."""
    ringed = _ringed(part)
    same_names(report, "unique-name", [*itertools.combinations(ringed, 2), *_copies(ringed)], _has_a_ring)


def shared_names(report: Report, parts: Sequence[Table]) -> None:
    """A unique name is with one player of a team alone (pp. 28, 32)."""
    pairs = [
        pair
        for one, other in itertools.combinations(parts, 2)
        for pair in itertools.product(_ringed(one), _ringed(other))
    ]
    same_names(report, "team-unique-name", pairs, _has_a_ring)


def _ringed(part: Table) -> list[Standing]:
    return [entry for entry in part.cards if entry[1]["unique"] is not False]


def _has_a_ring(look: WorldReader, card: Card) -> bool:
    return bool(look(card, "/unique"))


def _copies(entries: list[Standing]) -> list[tuple[Standing, Standing]]:
    """Return a pair of each pick with itself if it has several copies."""
    return [(entry, entry) for entry in entries if entry[2] > 1]


def duplicates(report: Report, creature: Creature) -> None:
    """No creature carries two copies of one upgrade (p. 28)."""
    carried = [(upgrade.place, upgrade.card, 1) for upgrade in creature.upgrades]
    same_names(report, "duplicate-upgrade", list(itertools.combinations(carried, 2)), lambda _look, _card: True)

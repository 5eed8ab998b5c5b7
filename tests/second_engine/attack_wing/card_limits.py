"""Limits on upgrades of one kind (pp. 4, 35, and the cards themselves)."""

from collections.abc import Callable, Iterable, Sequence

from tests.second_engine.attack_wing.layout import PlacedUpgrade, Table
from tests.second_engine.attack_wing.report import LegionReport
from tests.second_engine.places import Card
from tests.second_engine.possible_worlds import WorldReader, ask_in_every_world

ARTIFACT = "campaign-artifact"


def _too_many(
    report: LegionReport,
    code: str,
    among: list[PlacedUpgrade],
    at_most: int,
    counted: Callable[[WorldReader, Card], bool],
    by: Iterable[str] = (),
) -> None:
    """Check that at most `at_most` of the counted upgrades are used.

    The places are those of upgrades that count in every world, and of the cards that state the limit.
    """
    sure = [
        upgrade.place
        for upgrade in among
        if all(ask_in_every_world(lambda look, card=upgrade.card: counted(look, card), report.guesses).values)
    ]
    places = [*sure, *by]
    report.decide(code, places, lambda look: sum(counted(look, upgrade.card) for upgrade in among) > at_most)


def artifacts(report: LegionReport, part: Table) -> None:
    """A player's legion has one Campaign Artifact, not counting those whose text lifts this (pp. 4, 35)."""
    _too_many(report, "campaign-artifact-limit", part.upgrades, 1, _is_artifact)


def shared_artifacts(report: LegionReport, parts: Sequence[Table]) -> None:
    """A team has one Campaign Artifact. If one player surely has too many, the player's own finding covers it."""
    if any(
        all(ask_in_every_world(lambda look, part=part: _artifacts_of(part, look) > 1, report.guesses).values)
        for part in parts
    ):
        return
    everything = [upgrade for part in parts for upgrade in part.upgrades]
    sure = [
        upgrade.place
        for upgrade in everything
        if all(ask_in_every_world(lambda look, card=upgrade.card: _is_artifact(look, card), report.guesses).values)
    ]

    def wrong(look: WorldReader) -> bool:
        return sum(_artifacts_of(part, look) > 0 for part in parts) > 1

    report.decide("team-artifact-limit", sure, wrong)


def _artifacts_of(part: Table, look: WorldReader) -> int:
    return sum(_is_artifact(look, upgrade.card) for upgrade in part.upgrades)


def _is_artifact(look: WorldReader, card: Card) -> bool:
    return ARTIFACT in look(card, "/keywords") and "campaign-artifact-limit" not in look(card, "/exempt")


def card_limits(report: LegionReport) -> None:
    """A limit that a card states holds for the creature, or the legion, it stands with (the card itself)."""
    groups = [(creature.upgrades, "creature") for creature in report.table.creatures]
    groups.append((report.table.upgrades, "legion"))
    for among, per in groups:
        stated: dict[tuple[frozenset[str], int], list[str]] = {}
        for upgrade in among:
            for limit in upgrade.card["limits"] or []:
                if limit["per"] == per:
                    stated.setdefault((frozenset(limit["family"]), limit["at_most"]), []).append(upgrade.place)
        for (family, at_most), by in stated.items():
            _too_many(report, "card-limit", among, at_most, _of_family(family), by)
    _unknown_limits(report)


def _of_family(family: frozenset[str]) -> Callable[[WorldReader, Card], bool]:
    return lambda look, card: bool(family & set(look(card, "/keywords")))


def _unknown_limits(report: LegionReport) -> None:
    """A card with unknown limits may state any limit."""
    for card in {upgrade.card["slug"]: upgrade.card for upgrade in report.table.upgrades}.values():
        if card["limits"] is None:

            def broken(look: WorldReader, card: Card = card) -> bool:
                return any(
                    sum(_of_family(frozenset(limit["family"]))(look, other.card) for other in report.table.upgrades)
                    > limit["at_most"]
                    for limit in look(card, "/limits")
                )

            report.decide("card-limit", [], broken)

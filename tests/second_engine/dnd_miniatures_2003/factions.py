"""Factions of warbands, and admission of other creatures (FAQ, Factions and WARBAND BUILDING)."""

from collections.abc import Iterator, Sequence
from typing import Any

from tests.second_engine.dnd_miniatures.conditions import all_hold
from tests.second_engine.dnd_miniatures.layout import Figure, Warband, by_card
from tests.second_engine.dnd_miniatures_2003.fact_domains import FACTIONS
from tests.second_engine.dnd_miniatures_2003.minions import WarbandParts, seen_before
from tests.second_engine.places import Card, title
from tests.second_engine.possible_worlds import Fact, WorldReader
from tests.second_engine.report import Report

#: What comes out for a creature: it is of the faction or admitted, or only if commanders are, or too Difficult, or not.
FINE, PERHAPS, TOO_DIFFICULT, FOREIGN = "fine", "perhaps", "too difficult", "foreign"


def faction(report: Report, warband: Warband, muster: WarbandParts) -> None:
    """One of the four factions is chosen, and every creature has it, or is admitted by a commander."""
    chosen = warband.line.get("faction")
    if chosen is None:
        known = [set(one.card["factions"]) for one in muster.chosen if one.card["factions"] is not None]
        fitting = [one for one in FACTIONS if known and all(one in some for some in known)]
        if "dnd-miniatures-2003/faction" not in report.format.get("waives", []):
            report.broken("faction", [warband.at], {"factions": list(FACTIONS), "fitting": fitting})
        return
    if chosen not in FACTIONS:
        report.broken("faction", [f"{warband.at}/faction"], {"faction": chosen, "factions": list(FACTIONS)})
        return
    settled = muster.settled("commanders-admitted")

    def strangers(figures: Sequence[Figure]) -> list[tuple[Card, list[str]]]:
        """Return the cards that no published warband has next to these."""
        rows = [(card, places) for card, places, _ in by_card(figures)]
        known = [
            card for card, _ in rows if card["factions"] is None and seen_before(card, muster.on_the_table, chosen)
        ]
        return [(card, places) for card, places in rows if card not in known]

    for card, places in strangers(muster.counted):
        Applicant(warband, muster, card, chosen, settled).judge(report, places)
    for card, places in strangers(muster.perhaps_counted):
        applicant = Applicant(warband, muster, card, chosen, settled)
        answers = report.ask(applicant.outcome)
        if set(answers.values) == {FINE}:
            applicant.admitted(report, places)
        else:
            report.leave_to_reading("minions", "faction", places)
        if len(set(answers.values)) > 1:
            report.left_open("faction", applicant.deciding(report), answers.facts)
        if set(answers.values) != {FINE} and set(report.ask(applicant.admission).values) == {PERHAPS}:
            report.leave_to_reading("commanders-admitted", "faction", places)


class Applicant:
    """A creature that is to belong to a faction."""

    def __init__(self, warband: Warband, muster: WarbandParts, card: Card, faction: str, settled: str | None) -> None:
        self.muster = muster
        self.card = card
        self.faction = faction
        self.settled = settled

    def commanders(self, look: WorldReader) -> Iterator[Card]:
        """Yield the commanders whose cards admit the creature. Two copies of one commander admit each other."""
        for one in self.muster.on_the_table:
            itself = one.card["slug"] == self.card["slug"]
            if itself and sum(other.copies for other in self.muster.on_the_table if other.card is one.card) < 2:
                continue
            if look(one.card, "/commander") and self._is_covered(one, look):
                yield one.card

    def _is_covered(self, figure: Figure, look: WorldReader) -> bool:
        return any(
            self.faction in row.get("into", FACTIONS) and all_hold(row["for"], self.card, look)
            for row in look(figure.card, "/warband_building")
        )

    def within(self, commander: Card, look: WorldReader) -> bool:
        """Return whether the creature is not too Difficult for a commander; a rating below 1 counts as 1."""
        return bool(look(self.card, "/difficult") <= max(1, look(commander, "/commander_rating")))

    def outcome(self, look: WorldReader) -> str:
        return FINE if self.faction in look(self.card, "/factions") else self.admission(look)

    def admission(self, look: WorldReader) -> str:
        """Return the outcome for a creature of other factions."""
        covering = list(self.commanders(look))
        if not covering:
            return FOREIGN
        leads = look(self.card, "/commander") if self.settled != "commanders-too" else False
        if leads and self.settled == "followers-alone":
            return FOREIGN
        if any(self.within(commander, look) for commander in covering):
            return PERHAPS if leads else FINE
        return FOREIGN if leads else TOO_DIFFICULT

    def deciding(self, report: Report) -> set[Fact]:
        """Return the deciding facts. Facts that only decide between foreign and too Difficult do not count."""
        answers = report.ask(lambda look: FOREIGN if (out := self.outcome(look)) == TOO_DIFFICULT else out)
        return answers.deciding()

    def judge(self, report: Report, places: list[str]) -> None:
        answers = report.ask(self.outcome)
        found = set(answers.values)
        if FOREIGN in found <= {FOREIGN, TOO_DIFFICULT}:
            report.broken("faction", places, self.facts())
        elif found == {TOO_DIFFICULT}:
            self._too_difficult(report, places)
        elif found != {FINE}:
            # The question applies only if no unknown fact of the commanders decides first.
            if set(report.ask(self.admission).values) == {PERHAPS}:
                report.leave_to_reading("commanders-admitted", "faction", places)
            if len(found) > 1:
                report.left_open("faction", self.deciding(report), answers.facts)
        else:
            self.admitted(report, places)

    def facts(self) -> dict[str, Any]:
        factions = sorted(self.card["factions"] or [])
        return {"creature": title(self.card), "faction": self.faction, "factions": factions}

    def admitted(self, report: Report, places: list[str]) -> None:
        """Report an admitted creature as excused by its commander."""
        if report.sure(lambda look: self.faction not in look(self.card, "/factions")):
            by = report.ask(
                lambda look: frozenset(one["slug"] for one in self.commanders(look) if self.within(one, look))
            ).values
            report.excused("faction", places, self.facts(), min(frozenset.intersection(*by) or frozenset.union(*by)))

    def _too_difficult(self, report: Report, places: list[str]) -> None:
        """Report a creature that is too Difficult, with the commander of the highest rating, the first by slug."""
        covering = report.ask(lambda look: tuple(one["slug"] for one in self.commanders(look))).values
        sure = [one.card for one in self.muster.on_the_table if all(one.card["slug"] in slugs for slugs in covering)]
        best = min(sure, key=lambda card: (-(card["commander_rating"] or 0), card["slug"]))
        at = [one.place for one in self.muster.on_the_table if one.card is best]
        facts = {
            "commander": title(best),
            "creature": title(self.card),
            "difficult": self.card["difficult"],
            "faction": self.faction,
            "rating": best["commander_rating"],
        }
        report.broken("warband-building", [*places, *at], facts)

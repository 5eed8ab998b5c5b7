"""Checks of a legion built for an adventure of a campaign (p. 34-35): points, cards, purchases and artifacts.

A player's entitlements come from the document, or from its record by the second judge of records.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.second_engine.attack_wing.layout import Table
from tests.second_engine.attack_wing.report import LegionReport
from tests.second_engine.campaigns.judge import QUESTIONS, may_take
from tests.second_engine.campaigns.judge import judge as judge_record
from tests.second_engine.campaigns.worlds import worlds
from tests.second_engine.possible_worlds import WorldReader
from tests.second_engine.world_generator import World

ARTIFACT = "campaign-artifact"
READINGS = {"draw-uses-up": "used", "once-together": "apart", "team-spending": "each"}


class Campaign:
    """The adventure and side of a legion, and the entitlements of each of its players."""

    def __init__(self, world: World, legion: Mapping[str, Any]) -> None:
        said = legion["campaign"]
        by_slug = {former: one for one in world.adventures.values() for former in one.get("formerly", [])}
        self.adventure = (by_slug | dict(world.adventures))[said["adventure"]]
        self.side = next(side for side in self.adventure["sides"] if side["side"] == said["side"])
        self.players = [part.get("campaign", {}) for part in legion.get("team", [])] or [said]
        self.record = said.get("record")
        self.settled = {row["question"]: row["reading"] for row in (self.record or said).get("settles", [])}
        self.world = None
        if self.record:
            filled, _ = next(worlds(self.record, dict(world.adventures), QUESTIONS))
            self.world = judge_record(filled, dict(world.adventures), READINGS)

    @property
    def limit(self) -> int:
        """Return the point limit of the legion."""
        return int(self.side["points"]) + sum(player.get("points_bought", 0) for player in self.players)

    def earned(self, number: int) -> tuple[int, int]:
        """Return the least and the most experience that a player has earned."""
        player = self.players[number]
        if self.world:
            xp = sum(self.world.xp[player["player"]].values())
            return xp, xp
        told = player.get("entitlements", {}).get("xp", {"least": 0, "most": 0})
        return told["least"], told["most"]

    def spent_here(self, number: int) -> bool | None:
        """Return whether a player has spent experience in this adventure before; None after a draw."""
        player = self.players[number]
        if self.world:
            return (player["player"], self.adventure["slug"]) in self.world.spent
        return _used(player.get("entitlements", {}).get("xp", {}))

    def may_carry(self, number: int, card: str) -> bool | None:
        """Return whether a player may take an artifact."""
        player = self.players[number]
        if self.world:
            return may_take(self.world, {"player": player["player"], "side": self.side["side"]}, self.adventure, card)
        row = _row(player, card)
        return False if row is None else True if row.get("sure", True) else None

    def carried_here(self, number: int, card: str) -> bool | None:
        """Return whether a player has carried an artifact in this adventure before; None after a draw."""
        player = self.players[number]
        if self.world:
            return (player["player"], self.adventure["slug"], card) in self.world.carried
        return _used(_row(player, card) or {})


def _row(player: Mapping[str, Any], card: str) -> Mapping[str, Any] | None:
    rows = player.get("entitlements", {}).get("artifacts", [])
    return next((row for row in rows if row["card"] == card), None)


def _used(row: Mapping[str, Any]) -> bool | None:
    if "used_in" not in row:
        return False
    return True if row.get("used_sure", True) else None


def check_campaign(report: LegionReport, world: World, legion: Mapping[str, Any], parts: Sequence[Table]) -> None:
    """Check everything that a campaign requires of a legion, except its price and its slots."""
    campaign = Campaign(world, legion) if legion.get("campaign") else None
    _experience(report, parts, campaign)
    for creature in report.table.creatures:
        if creature.bought is not None:
            place, icon = f"{creature.place}/bought_slot", creature.bought

            def wrong(look: WorldReader, creature: Any = creature, icon: str = icon) -> bool:
                return icon not in look(creature.card, "/slots")

            report.decide("xp-slot", [place], wrong)
    if campaign:
        standing = {card["slug"] for _, card, _ in report.table.cards}
        for slug in campaign.side["required_cards"]:
            if slug not in standing:
                report.broken("adventure-required-card", [f"{part.at}/picks" for part in parts])
        for number, part in enumerate(parts):
            _artifacts(report, part, campaign, number)


def _settled(report: LegionReport, campaign: Campaign | None, question: str) -> str | None:
    """Return the reading that holds: by the campaign, the format, or a ruling."""
    by_format = {row["question"]: row["reading"] for row in report.format.get("settles", [])}
    return (campaign.settled if campaign else {}).get(question) or by_format.get(question)


def _experience(report: LegionReport, parts: Sequence[Table], campaign: Campaign | None) -> None:
    spending = []
    for number, part in enumerate(parts):
        bought = [creature for creature in part.creatures if creature.bought is not None]
        places = [f"{creature.place}/bought_slot" for creature in bought]
        spent = 2 * sum(creature.count for creature in bought)
        if campaign and campaign.players[number].get("points_bought"):
            places.append(f"{part.at}/campaign/points_bought")
            spent += campaign.players[number]["points_bought"]
        if not spent:
            continue
        spending.append(places)
        least, most = campaign.earned(number) if campaign else (0, 0)
        reading = _settled(report, campaign, "earned-before")
        bound = {"least": least, "most": most}.get(reading or "")
        if spent > (most if bound is None else bound):
            report.broken("xp-budget", places)
        elif bound is None and spent > least:
            report.leave_to_reading("earned-before", "xp-budget", places)
        if campaign:
            _again(report, campaign, "xp-reuse", places, campaign.spent_here(number))
    if campaign and len(spending) > 1:
        together = [place for places in spending for place in places]
        reading = _settled(report, campaign, "team-spending")
        if reading is None:
            report.leave_to_reading("team-spending", "xp-budget", together)
        elif reading == "one":
            report.broken("xp-budget", together)


def _again(report: LegionReport, campaign: Campaign, code: str, places: list[str], used: bool | None) -> None:
    reading = _settled(report, campaign, "draw-uses-up")
    if used or (used is None and reading == "used"):
        report.broken(code, places)
    elif used is None and reading is None:
        report.leave_to_reading("draw-uses-up", code, places)


def _artifacts(report: LegionReport, part: Table, campaign: Campaign, number: int) -> None:
    for upgrade in part.upgrades:
        card = upgrade.card
        may = campaign.may_carry(number, card["slug"])
        if may is None:
            may = {"most": True, "least": False}.get(_settled(report, campaign, "earned-before") or "")
        if card["keywords"] is not None and ARTIFACT not in card["keywords"]:
            continue
        if may is None:
            report.leave_to_reading("earned-before", "artifact-not-earned", [upgrade.place])
        elif not may:

            def artifact(look: WorldReader, card: Any = card) -> bool:
                return ARTIFACT in look(card, "/keywords")

            report.decide("artifact-not-earned", [upgrade.place], artifact)
        _again(report, campaign, "artifact-reuse", [upgrade.place], campaign.carried_here(number, card["slug"]))

"""The verdict: the engine's answer and its document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from rulesapi.engine.core.campaign_context import CampaignContext
from rulesapi.engine.core.house_rules import HouseRules, WithoutHouseRules
from rulesapi.engine.core.lacks import Lack
from rulesapi.engine.core.likelihood import LikelyOutcome
from rulesapi.engine.core.own_facts import OwnFact
from rulesapi.engine.core.remarks import Remark
from rulesapi.engine.core.rulings import SettledQuestion
from rulesapi.engine.values.interpretations import OpenQuestion, WaivedFinding
from rulesapi.engine.values.model import (
    Finding,
    PlayerShare,
    Price,
    UnknownFact,
    UnmatchedSlug,
    VerdictOutcome,
    value_object,
)


@value_object
class Verdict:
    """The engine's verdict on a legion, with the reasons. `parts` are the players of a team; a single legion has none.

    `waived` are errors that a card or the format waives, `open_questions` the questions of the rulebook that decide,
    and `settled` those that would decide without rulings. `house_rules` are the house rules in use, and `without` is
    the outcome without them (`None` if there are none). `likely` is the outcome of an undetermined legion unless an
    unseen text lifts a rule. `facts` are the outcomes of the legion's own facts, `not_found` the slugs of its
    collections that are unknown. `remarks` are notes in addition to the findings. `campaign` is the campaign it was
    built in. `unfinished` is what an unfinished list lacks; empty for any other.
    """

    verdict: VerdictOutcome
    game: str
    format: str
    release: int
    ruleset: str
    digest: str
    limit: int | None
    price: Price
    findings: tuple[Finding, ...]
    unknown: tuple[UnknownFact, ...]
    parts: tuple[PlayerShare, ...] = ()
    waived: tuple[WaivedFinding, ...] = ()
    open_questions: tuple[OpenQuestion, ...] = ()
    settled: tuple[SettledQuestion, ...] = ()
    house_rules: HouseRules | None = None
    without: WithoutHouseRules | None = None
    facts: tuple[OwnFact, ...] = ()
    not_found: tuple[UnmatchedSlug, ...] = ()
    remarks: tuple[Remark, ...] = ()
    likely: LikelyOutcome | None = None
    campaign: CampaignContext | None = None
    unfinished: tuple[Lack, ...] = ()

    def as_document(self) -> dict[str, Any]:
        """Return the verdict as JSON; the shape is that of `verdict.schema.json`.

        The document shares its ledger lines with the price, so it must not be modified.
        """
        document = {
            "verdict": self.verdict,
            "game": self.game,
            "format": self.format,
            "release": self.release,
            "ruleset": self.ruleset,
            "digest": self.digest,
            "points": self.price.as_points(self.limit),
            "ledger": list(self.price.lines),
            "findings": _documents(self.findings),
            "remarks": _documents(self.remarks),
            "waived": _documents(self.waived),
            "unknown": _documents(self.unknown),
        }
        if self.unfinished:
            document["unfinished"] = _documents(self.unfinished)
        if self.parts:
            document["parts"] = _documents(self.parts)
        if self.open_questions:
            document["open"] = _documents(self.open_questions)
        if self.settled:
            document["settled"] = _documents(self.settled)
        if self.house_rules and self.without:
            document["house_rules"] = [{"slug": one.slug, "name": one.title} for one in self.house_rules.rules]
            document["without"] = self.without.as_document()
        if self.likely:
            document["likely"] = self.likely.as_document()
        if self.campaign:
            document["campaign"] = self.campaign.as_document()
        if self.facts:
            document["facts"] = _documents(self.facts)
        if self.not_found:
            document["not_found"] = _documents(self.not_found)
        return document


class _Documented(Protocol):
    def as_document(self) -> dict[str, Any]: ...


def _documents(entries: Sequence[_Documented]) -> list[dict[str, Any]]:
    return [row.as_document() for row in entries] if entries else []

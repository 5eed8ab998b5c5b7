"""The effects of a newer release on a campaign: changed adventures, and changed rewards."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from legions.campaigns.adventure_translations import AdventureTexts
from legions.campaigns.game_results import xp_words
from legions.campaigns.kept_verdicts import judge_record
from legions.campaigns.models import Campaign
from legions.campaigns.records import Document, JudgedRecord
from legions.cards.stock import Stock, stock
from legions.site import wording
from legions.site.marked_text import MarkedText
from rulesapi.judging import verdicts
from rulesapi.translation import record_message

Catalog = Mapping[str, Mapping[str, Any]]
"""The adventures of a release, by slug."""

PARTS: Mapping[str, Promise] = {
    "name": _("the name"),
    "players": _("the number of players"),
    "rounds": _("the rounds"),
    "format": _("the format"),
    "area": _("the play area"),
    "sides": _("the sides"),
    "pieces": _("the tokens"),
    "most_held": _("the tokens"),
    "special_rules": _("the special rules"),
    "questions": _("the open questions"),
    "claims": _("what may be claimed"),
    "outcomes": _("the outcomes"),
}
"""The names of an adventure's parts whose changes are shown."""


@dataclass(frozen=True, slots=True)
class AdventureChange:
    """An adventure of the campaign that the new release changes, with its changed parts, or removes (`gone`)."""

    name: MarkedText
    parts: str
    gone: bool


@dataclass(frozen=True, slots=True)
class PlayerChange:
    """A player with other rewards in the new release: experience and cards, before and after."""

    name: str
    xp: tuple[str, str]
    cards: tuple[str, str]


class ReleaseChanges:
    """The differences between a campaign's release and a newer one."""

    def __init__(self, campaign: Campaign, newest: int) -> None:
        self.judged, self.newest = JudgedRecord(campaign), newest
        self.now: int = campaign.head["release"]

    @cached_property
    def _after(self) -> Document:
        return judge_record({**self.judged.record, "release": self.newest})

    @cached_property
    def _catalogs(self) -> tuple[Catalog, Catalog]:
        return self._adventures(self.now), self._adventures(self.newest)

    def _adventures(self, release: int) -> Catalog:
        library = verdicts.library(self.judged.campaign.game, release)
        return {slug: one.document for slug, one in library.adventures.items()}

    @property
    def adventures(self) -> list[AdventureChange]:
        """The changed adventures of the catalog that the campaign offers or has played."""
        before, after = self._catalogs
        played = [one["adventure"] for one in self.judged.verdict["sessions"]]
        slugs = dict.fromkeys([*self.judged.campaign.plan, *played])
        changes = (
            _adventure_change(before[slug], after.get(slug))
            for slug in slugs
            if slug in before and slug not in self.judged.own
        )
        return [one for one in changes if one is not None]

    @property
    def added(self) -> list[MarkedText]:
        """The adventures that are new in the newer release."""
        before, after = self._catalogs
        added = [one for slug, one in after.items() if slug not in before and "retired" not in one]
        return [AdventureTexts(()).name(one["name"]) for one in added]

    @property
    def players(self) -> list[PlayerChange]:
        """The players with other rewards."""
        catalog = stock(self.judged.campaign.game, self.newest)
        after = {one["player"]: one for one in self._after["players"]}
        changes = (
            PlayerChange(
                one["name"],
                (xp_words(one["xp"]), xp_words(after[word]["xp"])),
                (_card_words(one, catalog), _card_words(after[word], catalog)),
            )
            for word, one in self.judged.players.items()
        )
        return [one for one in changes if one.xp[0] != one.xp[1] or one.cards[0] != one.cards[1]]

    @property
    def findings(self) -> list[str]:
        """The findings that are new in the newer release."""
        before = {record_message(one) for one in self.judged.verdict["findings"]}
        return [said for one in self._after["findings"] if (said := record_message(one)) not in before]


def _adventure_change(before: Mapping[str, Any], after: Mapping[str, Any] | None) -> AdventureChange | None:
    name = AdventureTexts(()).name(before["name"])
    if "retired" in before:
        return None
    if after is None or "retired" in after:
        return AdventureChange(name, "", gone=True)
    parts = [str(words) for field, words in PARTS.items() if before.get(field) != after.get(field)]
    return AdventureChange(name, wording.join_and(dict.fromkeys(parts)), gone=False) if parts else None


def _card_words(player: Mapping[str, Any], catalog: Stock) -> str:
    return ", ".join(catalog.title(one["card"]) for one in player["cards"])

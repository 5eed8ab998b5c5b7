"""The record of a campaign, put together from its entries, and the verdict on it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from legions.campaigns.adventure_translations import AdventureWords, Words
from legions.campaigns.kept_verdicts import judge_record
from legions.campaigns.models import Campaign, CampaignEntry
from rulesapi.engine.campaigns.adventures import Adventure
from rulesapi.engine.campaigns.terms import CampaignTerms
from rulesapi.judging import verdicts

Document = dict[str, Any]


def record_of(campaign: Campaign, entries: Iterable[Document]) -> Document:
    """Return the record of a campaign with these entries, as its schema has it."""
    return {"game": campaign.game, "name": campaign.name, **campaign.head, "entries": list(entries)}


@dataclass(frozen=True)
class JudgedRecord:
    """A campaign with its rows of entries, its record and what follows from it, each read once."""

    campaign: Campaign

    @cached_property
    def rows(self) -> list[CampaignEntry]:
        """The entries, in their order."""
        return list(self.campaign.entries.all())

    @cached_property
    def record(self) -> Document:
        """The record."""
        return record_of(self.campaign, (row.document for row in self.rows))

    @cached_property
    def verdict(self) -> Document:
        """What follows from it."""
        return judge_record(self.record)

    @cached_property
    def adventures(self) -> Mapping[str, Adventure]:
        """The adventures that the record can play, its own before those of the catalog."""
        own = {row["slug"]: Adventure.read(row) for row in self.record.get("adventures", ())}
        return {**verdicts.library(self.campaign.game, self.record.get("release")).adventures, **own}

    @cached_property
    def own(self) -> frozenset[str]:
        """The adventures that the record brings itself."""
        return frozenset(row["slug"] for row in self.record.get("adventures", ()))

    def words_of(self, adventure: str) -> AdventureWords:
        """Return the texts of an adventure in the language of the page."""
        return AdventureWords(self.adventures[adventure].translations, own=adventure in self.own)

    def name_of_adventure(self, adventure: str) -> Words:
        """Return what an adventure is called."""
        return self.words_of(adventure).name(self.adventures[adventure].name)

    @property
    def terms(self) -> CampaignTerms:
        """What its game says of campaigns."""
        return verdicts.library(self.campaign.game, self.record.get("release")).ruleset.campaign

    @property
    def planned(self) -> list[Adventure]:
        """The adventures that the campaign offers, in their order."""
        return [self.adventures[slug] for slug in self.campaign.plan if slug in self.adventures]

    @cached_property
    def players(self) -> dict[str, Document]:
        """What follows of each player, by the word of the record."""
        return {one["player"]: one for one in self.verdict["players"]}

    @property
    def present(self) -> list[str]:
        """The players who are in the campaign."""
        return [player for player, one in self.players.items() if one["left"] is None]

    def name_of(self, player: str) -> str:
        """Return what a player is called."""
        found = self.players.get(player)
        return str(found["name"]) if found else player

    def was_replaced(self, player: str) -> bool:
        """Return whether somebody has taken over the place of a player, with all that was earned there."""
        left = self.players[player]["left"]
        return left is not None and any(one["joined"] == left for one in self.players.values())

    def judged_with(self, entry: Document) -> Document:
        """Return the verdict on the record with one more entry. Raises InvalidInput for what is no entry."""
        return judge_record({**self.record, "entries": [*self.record["entries"], entry]})

    def entitlements(self, adventure: str, side: str) -> dict[str, Document]:
        """Return what each player may use on a side of an adventure. Raises InvalidInput for no such side."""
        found = judge_record(self.record, entitling=(adventure, side))["entitlements"]
        return {one["player"]: one["entitlements"] for one in found}


def span_words(least: int, most: int) -> str:
    """Return a number, or the least and the most that it can be."""
    return str(least) if least == most else _("{least} to {most}").format(least=least, most=most)


def new_word(taken: Iterable[str], stem: str) -> str:
    """Return a word for a player or an entry that nothing in the record has yet."""
    words = set(taken)
    number = len(words) + 1
    while f"{stem}{number}" in words:
        number += 1
    return f"{stem}{number}"


def player_words(entries: Iterable[Document]) -> set[str]:
    """Return every word by which entries mean a player."""
    found: set[str] = set()
    for entry in entries:
        one = (entry.get("entry") or {}) if entry["type"] == "corrected" else entry
        found |= {one[field] for field in ("player", "by") if field in one}
        found |= {seat["player"] for seat in one.get("seats", ())}
    return found

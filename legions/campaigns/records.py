"""The record of a campaign, assembled from its entries, and the verdict on it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from legions.campaigns.adventure_translations import AdventureTexts
from legions.campaigns.kept_verdicts import judge_record
from legions.campaigns.models import Campaign, CampaignEntry
from legions.site.marked_text import MarkedText
from rulesapi.engine.campaigns.adventures import Adventure
from rulesapi.engine.campaigns.records import CORRECTED
from rulesapi.engine.campaigns.terms import CampaignTerms
from rulesapi.judging import verdicts

Document = dict[str, Any]


def record_of(campaign: Campaign, entries: Iterable[Document]) -> Document:
    """Return the record of a campaign with these entries, in the form of its schema."""
    return {"game": campaign.game, "name": campaign.name, **campaign.head, "entries": list(entries)}


@dataclass(frozen=True)
class JudgedRecord:
    """A campaign with its entries, its record and its verdict, each read once."""

    campaign: Campaign

    @cached_property
    def rows(self) -> list[CampaignEntry]:
        """The entries, in their order."""
        return list(self.campaign.entries.all())

    @cached_property
    def documents(self) -> dict[str, Document]:
        """The documents of the entries, by their ids."""
        return {row.document["id"]: row.document for row in self.rows}

    @cached_property
    def record(self) -> Document:
        return record_of(self.campaign, (row.document for row in self.rows))

    @cached_property
    def verdict(self) -> Document:
        return judge_record(self.record)

    @cached_property
    def adventures(self) -> Mapping[str, Adventure]:
        """The adventures available to the record, by slug; own ones replace catalog ones."""
        own = {row["slug"]: Adventure.read(row) for row in self.record.get("adventures", ())}
        return {**verdicts.library(self.campaign.game, self.record.get("release")).adventures, **own}

    @cached_property
    def own(self) -> frozenset[str]:
        """The slugs of the record's own adventures."""
        return frozenset(row["slug"] for row in self.record.get("adventures", ()))

    def words_of(self, adventure: str) -> AdventureTexts:
        """Return the texts of an adventure in the language of the page."""
        return AdventureTexts(self.adventures[adventure].translations, own=adventure in self.own)

    def name_of_adventure(self, adventure: str) -> MarkedText:
        return self.words_of(adventure).name(self.adventures[adventure].name)

    @cached_property
    def terms(self) -> CampaignTerms:
        """The campaign rules of the game."""
        return verdicts.library(self.campaign.game, self.record.get("release")).ruleset.campaign

    @property
    def planned(self) -> list[Adventure]:
        """The adventures that the campaign offers, in their order."""
        return [self.adventures[slug] for slug in self.campaign.plan if slug in self.adventures]

    @cached_property
    def players(self) -> dict[str, Document]:
        """The verdict on each player, by identifier."""
        return {one["player"]: one for one in self.verdict["players"]}

    @property
    def present(self) -> list[str]:
        """The identifiers of the players who have not left."""
        return [player for player, one in self.players.items() if one["left"] is None]

    def name_of(self, player: str) -> str:
        found = self.players.get(player)
        return str(found["name"]) if found else player

    def was_replaced(self, player: str) -> bool:
        """Return whether another player has taken over the seat of a player, with everything earned there."""
        left = self.players[player]["left"]
        return left is not None and any(one["joined"] == left for one in self.players.values())

    def judged_with(self, entry: Document, settles: Mapping[str, str] | None = None) -> Document:
        """Return the verdict on the record with one more entry, and with further readings by question.

        Raises InvalidInput for an invalid entry.
        """
        record = {**self.record, "entries": [*self.record["entries"], entry]}
        if settles:
            record["settles"] = with_readings(self.record.get("settles", ()), settles)
        return judge_record(record)

    def entitlements(self, adventure: str, side: str) -> dict[str, Document]:
        """Return the entitlements of each player for a side of an adventure. Raises InvalidInput for an unknown
        side.
        """
        found = judge_record(self.record, entitling=(adventure, side))["entitlements"]
        return {one["player"]: one["entitlements"] for one in found}


def with_readings(settles: Iterable[Document], readings: Mapping[str, str]) -> list[Document]:
    """Return settled questions with further readings by question; an empty reading leaves its question open."""
    kept = [one for one in settles if one["question"] not in readings]
    return [*kept, *({"question": one, "reading": readings[one]} for one in readings if readings[one])]


def span_words(least: int, most: int) -> str:
    """Return a number, or the range from `least` to `most`, as text."""
    return str(least) if least == most else _("{least} to {most}").format(least=least, most=most)


def new_word(taken: Iterable[str], stem: str) -> str:
    """Return an unused identifier for a player or an entry, beginning with `stem`."""
    words = set(taken)
    number = len(words) + 1
    while f"{stem}{number}" in words:
        number += 1
    return f"{stem}{number}"


def player_words(entries: Iterable[Document]) -> set[str]:
    """Return all identifiers of players in entries."""
    found: set[str] = set()
    for entry in entries:
        one = (entry.get("entry") or {}) if entry["type"] == CORRECTED else entry
        found |= {one[field] for field in ("player", "by") if field in one}
        found |= {seat["player"] for seat in one.get("seats", ())}
    return found

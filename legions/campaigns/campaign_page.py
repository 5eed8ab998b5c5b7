"""The page of a campaign: players, standings, adventures, the timeline and the open points."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models.fields.json import KT
from django.urls import reverse
from django.utils.translation import gettext as _

from catalog import snapshots
from legions.accounts.holders import Holder
from legions.campaigns.access import Member
from legions.campaigns.adventure_translations import AdventureTexts
from legions.campaigns.catalog_adventures import storyline_of
from legions.campaigns.game_results import xp_words
from legions.campaigns.models import Campaign, CampaignList
from legions.campaigns.open_points import OpenPoints
from legions.campaigns.plots import campaign_plots
from legions.campaigns.records import Document, JudgedRecord
from legions.campaigns.timeline import EntryLink, Timeline
from legions.cards.stock import CardView, Stock, stock
from legions.my_lists.named_lists import NamedList
from legions.saved_lists.models import Legion, display_name_of_document
from legions.site import wording
from legions.site.marked_text import MarkedText
from rulesapi.engine.campaigns.adventures import Adventure

MIN_PLAYERS = 2
"""The number of players that a game of any adventure needs."""
MAX_LISTS = 50
"""The maximum number of the user's newest lists that are offered to begin a list for an adventure with."""


@dataclass(frozen=True, slots=True)
class EarnedCardLine:
    """A card that a player earned, with its entry. `sure` is false if the record leaves open which card it was."""

    card: CardView
    sure: bool
    entry: EntryLink


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player with their experience, cards and lists."""

    word: str
    name: str
    xp: str
    entries: tuple[EntryLink, ...]
    cards: tuple[EarnedCardLine, ...]
    games: int
    wins: int
    you: bool
    vacant: bool
    away: bool
    lists: tuple[CampaignList, ...]


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A row of the standings."""

    rank: int
    name: str
    xp: str
    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class NextStep:
    """The next step of a member: to `invite` players, or to `build` a list for an adventure or `record` its result."""

    name: str
    adventure: str = ""
    title: MarkedText | str = ""


@dataclass(frozen=True)
class CampaignPage:
    """The page of a campaign for a `member`, or for visitors with a read-only link (None).

    `number` is the page of the timeline that is shown, `brought` the list that the address brings into the campaign.
    """

    campaign: Campaign
    member: Member | None
    number: str | None = None
    brought: NamedList | None = None

    @cached_property
    def judged(self) -> JudgedRecord:
        return JudgedRecord(self.campaign)

    @cached_property
    def timeline(self) -> Timeline:
        return Timeline(self.judged, self.stock, self.member, self.number)

    @cached_property
    def open_points(self) -> OpenPoints:
        return OpenPoints(self.judged, self.timeline)

    @cached_property
    def verdict(self) -> Document:
        return self.judged.verdict

    @cached_property
    def stock(self) -> Stock:
        """The cards of the campaign's release."""
        return stock(self.campaign.game, self.judged.record.get("release"))

    @property
    def game(self) -> Mapping[str, Any]:
        return self.stock.game

    @property
    def you(self) -> str:
        """The player of the member, empty for visitors."""
        return self.member.player if self.member else ""

    @property
    def leads(self) -> bool:
        """True if the member leads the campaign."""
        return self.member is not None and self.member.leads

    @property
    def ended(self) -> bool:
        """True if the campaign has ended."""
        return self.verdict["ended"] is not None

    @property
    def winner(self) -> str:
        """A sentence with the winner or the leader; empty until a player has earned something."""
        found = self.verdict["winner"]
        if not found["players"]:
            return _("Nobody has won.") if self.ended and self.verdict["standings"] else ""
        names = wording.join_and(map(self.judged.name_of, found["players"]))
        if found["decided"]:
            return _("The winner: {names}.").format(names=names)
        if self.ended:
            return _("May have won: {names}.").format(names=names)
        return _("In the lead: {names}.").format(names=names)

    @property
    def standings(self) -> list[StandingLine]:
        """The players by their experience."""
        return [
            StandingLine(
                one["rank"],
                one["name"],
                xp_words(one["xp"]),
                one["sessions"],
                one["wins"],
            )
            for one in self.verdict["standings"]
        ]

    @cached_property
    def players(self) -> list[PlayerLine]:
        """The players who were not replaced by others."""
        seated = {seat.player for seat in self.campaign.seats.all()}
        found = (one for word, one in self.judged.players.items() if not self.judged.was_replaced(word))
        return [self._player(one, seated) for one in found]

    def _player(self, player: Mapping[str, Any], seated: set[str]) -> PlayerLine:
        word = player["player"]
        cards = (
            EarnedCardLine(self.stock.card(card["card"]), card["sure"], self.timeline.links[card["entry"]])
            for card in player["cards"]
        )
        return PlayerLine(
            word=word,
            name=player["name"],
            xp=xp_words(player["xp"]),
            entries=self.timeline.entry_links(player["xp"]["entries"]),
            cards=tuple(cards),
            games=len(player["sessions"]),
            wins=len(player["wins"]),
            you=word == self.you,
            vacant=word not in seated,
            away=player["left"] is not None,
            lists=tuple(self._lists.get(word, ())) if word == self.you else (),
        )

    @cached_property
    def _lists(self) -> dict[str, list[CampaignList]]:
        found: dict[str, list[CampaignList]] = {}
        rows = self.campaign.lists.filter(player=self.you, legion__deleted_at=None)
        for one in rows.select_related("legion").order_by("pk") if self.you else ():
            found.setdefault(one.player, []).append(one)
        return found

    @property
    def recorded_next(self) -> str:
        """The slug of the adventure whose result is the next step, or empty."""
        step = self.next_step
        return step.adventure if step and step.name == "record" else ""

    @property
    def mine(self) -> PlayerLine | None:
        """The line of the member, or None."""
        return next((one for one in self.players if one.you and not one.away), None)

    @property
    def buildable(self) -> list[tuple[str, str, list[tuple[str, MarkedText]], bool]]:
        """The adventures with the sides that the member can build a list for, each with the value of its button.

        The last item is true for adventures of the catalog, whose names are English.
        """
        return [
            (
                adventure.slug,
                adventure.name,
                [
                    (f"{adventure.slug}/{side.slug}", self.judged.words_of(adventure.slug).side(side.slug, side.name))
                    for side in adventure.sides.values()
                ],
                adventure.slug not in self.judged.own,
            )
            for adventure in self.judged.planned
        ]

    def lists_to_bring(self, holder: Holder) -> list[tuple[str, str]]:
        """Return the lists of the game that the member can begin a list for an adventure with, as key and name."""
        if not self.mine or self.ended:
            return []
        game = self.campaign.game
        held = Legion.objects.held_by(holder).not_deleted().filter(game=game, document__picks__0__isnull=False)
        rows = held.order_by("-updated_at", "pk").annotate(named=KT("document__name")).values_list("pk", "named")
        brought = {self.brought.key: self.brought.name} if self.brought else {}
        own = {str(pk): display_name_of_document({"game": game, "name": name or ""}) for pk, name in rows[:MAX_LISTS]}
        return list({**brought, **own}.items())

    @property
    def planned(self) -> list[tuple[Adventure, MarkedText, int, str]]:
        """The adventures of the campaign, each with its name, its number of games and the address of its page."""
        played = [one["adventure"] for one in self.verdict["sessions"]]
        return [
            (one, self.judged.name_of_adventure(one.slug), played.count(one.slug), self._address(one.slug))
            for one in self.judged.planned
        ]

    def _address(self, slug: str) -> str:
        """Return the address of an adventure: for members its page in the campaign, which leads back here."""
        if self.member or slug in self.judged.own:
            return reverse("campaign-adventure", args=[self.campaign.pk, slug])
        return reverse("adventure", args=[self.campaign.game, slug])

    @cached_property
    def story(self) -> tuple[str, MarkedText | str]:
        """The address of the picture and the text of the storyline of the first adventure; empty if it has none."""
        own = self.judged.own
        slugs = (storyline_of(one.document) for one in self.judged.planned if one.slug not in own)
        slug = next(filter(None, slugs), "")
        if not slug:
            return "", ""
        others = (one for one in self.judged.adventures.values() if storyline_of(one.document) == slug)
        texts = (one for one in others if "storyline_text" in one.document)
        teller = next(texts, None)
        text = AdventureTexts(teller.translations).storyline(teller.document["storyline_text"]) if teller else ""
        return reverse("storyline", args=[self.stock.release, self.campaign.game, slug]), text

    @cached_property
    def next_step(self) -> NextStep | None:
        """The next step of the member, or None: for visitors, after the end, and when each adventure was played."""
        if self.member is None or self.ended:
            return None
        if self.leads and not self.brought and len(self.judged.present) < MIN_PLAYERS:
            return NextStep("invite")
        played = {one["adventure"] for one in self.verdict["sessions"]}
        adventure = next((one.slug for one in self.judged.planned if one.slug not in played), None)
        if adventure is None:
            return NextStep("build") if self.brought else None
        built = {one.adventure for one in self.mine.lists} if self.mine else {adventure}
        name = "build" if self.brought or adventure not in built else "record"
        return NextStep(name, adventure, self.judged.name_of_adventure(adventure))

    @cached_property
    def newer_release(self) -> int | None:
        """The newest release if it is newer than the campaign's release, otherwise None."""
        newest = snapshots.newest().release
        return newest if newest > self.judged.record["release"] and not self.ended else None

    @property
    def plots(self) -> list[Any]:
        """The charts: experience over time, and games won by player and list."""
        return campaign_plots(self.judged)

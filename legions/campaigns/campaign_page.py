"""A campaign as its page shows it: players, standings, the games one after the other, and what is left open."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.core.paginator import Page, Paginator
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from catalog import snapshots
from legions.campaigns.access import Member
from legions.campaigns.adventure_translations import AdventureWords, Words
from legions.campaigns.models import Campaign, CampaignEntry, CampaignList, CampaignOpinion
from legions.campaigns.plots import campaign_plots
from legions.campaigns.records import Document, JudgedRecord, span_words
from legions.cards.stock import CardView, Stock, stock
from legions.site import wording
from rulesapi.engine.campaigns.adventures import Adventure
from rulesapi.engine.campaigns.terms import RECORD_REMARKS, RECORD_RULES
from rulesapi.translation import record_message

VICTORIES: Mapping[str, Promise] = {
    "total": gettext_lazy("Total victory"),
    "partial": gettext_lazy("Partial victory"),
    "draw": gettext_lazy("Draw"),
}
"""What an outcome is called by its victory."""

ENDS: Mapping[str, Promise] = {
    "defeated": gettext_lazy("was defeated"),
    "left": gettext_lazy("left the table"),
    "present": gettext_lazy("was still there"),
    "won": gettext_lazy("won"),
    "lost": gettext_lazy("lost"),
    "drawn": gettext_lazy("drew"),
}
"""What becomes of a side, in words."""


ENTRIES_ON_PAGE = 30


@dataclass(frozen=True, slots=True)
class EntryLink:
    """An entry that a number comes from: where it stands, on this page of the entries or another; how it is called."""

    anchor: str
    words: str
    page: int
    address: str


@dataclass(frozen=True, slots=True)
class EarnedCardLine:
    """A card that a player has: where it was earned; `sure` unless the record leaves open whether it was this one."""

    card: CardView
    sure: bool
    entry: EntryLink


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player: what they have and where from, who sits there, and what can be done."""

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
class RewardLine:
    """What a player earned of a game."""

    name: str
    xp: str
    cards: tuple[CardView, ...]
    card_sure: bool | None


@dataclass(frozen=True, slots=True)
class OutcomeLine:
    """An outcome that holds or may: `sure` tells which."""

    title: str
    text: Words
    sure: bool


@dataclass(frozen=True, slots=True)
class FindingLine:
    """What is wrong, or worth a warning, with where it is written."""

    words: str
    cite: wording.CitationText
    bad: bool


@dataclass(frozen=True, slots=True)
class GameLine:
    """What came of a game: its outcomes, what each player earned, what the report leaves out."""

    outcomes: tuple[OutcomeLine, ...]
    rewards: tuple[RewardLine, ...]
    unknown: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpinionLine:
    """What a player says of an entry."""

    name: str
    agrees: bool
    why: str


@dataclass(frozen=True, slots=True)
class TimelineLine:
    """An entry in words, with what follows from it and what can be done about it.

    `stands` is the word that an entry is not what counts: it was corrected or taken back.
    """

    row: CampaignEntry
    link: EntryLink
    words: str
    adventure: Words | str
    seats: tuple[tuple[str, Words | str], ...]
    notes: str
    stands: str
    by: str
    game: GameLine | None
    findings: tuple[FindingLine, ...]
    opinions: tuple[OpinionLine, ...]
    asked: bool
    correctable: bool


@dataclass(frozen=True, slots=True)
class QuestionLine:
    """A question that is open, with each reading and the entries that hang on it."""

    text: str
    readings: tuple[str, ...]
    entries: tuple[EntryLink, ...]


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A row of the standings."""

    rank: int
    name: str
    xp: str
    games: int
    wins: int
    entries: tuple[EntryLink, ...]


def xp_words(span: Mapping[str, int]) -> str:
    """Return how much experience there is, or the least and the most that it can be."""
    return span_words(span["least"], span["most"])


def entry_words(document: Document, judged: JudgedRecord) -> tuple[str, Words | str]:
    """Return what an entry says, in a few words, and the adventure that it is about, each empty for none."""
    kind = document["type"]
    if kind == "played":
        slug = document["adventure"]
        return "", judged.name_of_adventure(slug) if slug in judged.adventures else slug
    names = {field: judged.name_of(document[field]) for field in ("player", "by") if field in document}
    if kind == "joined":
        return _("{player} joins").format(**names), ""
    if kind == "left":
        return _("{player} leaves").format(**names), ""
    if kind == "replaced":
        return _("{by} takes the place of {player}").format(**names), ""
    if kind == "upgraded":
        return _("Cards of release {to} instead of {before}").format(to=document["to"], before=document["from"]), ""
    if kind == "ended":
        return _("The campaign ends"), ""
    of = next((row.document for row in judged.rows if row.document["id"] == document["of"]), None)
    about = entry_words(of, judged)[1] if of and of["type"] != "corrected" else ""
    what = _("Correction of {entry}") if document["entry"] is not None else _("{entry} taken back")
    return what.format(entry=document["of"]), about


def outcome_title(victory: str, paragraph: str) -> str:
    """Return what an outcome is called: its victory, and its paragraph by number where it has one.

    A paragraph may be told by more than its number, such as “2-alone”: that is a case of the paragraph.
    """
    number, _dash, case = paragraph.partition("-")
    if not number.isdigit():
        return str(VICTORIES[victory])
    if not case:
        return _("{victory}, paragraph {paragraph}").format(victory=VICTORIES[victory], paragraph=number)
    return _("{victory}, a case of paragraph {paragraph}").format(victory=VICTORIES[victory], paragraph=number)


def outcome_lines(outcomes: Sequence[Mapping[str, Any]], said: AdventureWords) -> tuple[OutcomeLine, ...]:
    """Return the outcomes of a game as the verdict has them."""
    return tuple(
        OutcomeLine(
            outcome_title(one["victory"], one["paragraph"]),
            said.outcome(one["paragraph"], one["text"]),
            one["holds"] is True,
        )
        for one in outcomes
    )


def unknown_words(pointer: str, adventure: Adventure) -> str:
    """Return which fact of a report would decide, by its pointer into the report."""
    parts = pointer.strip("/").split("/")
    if parts[0] != "sides" or len(parts) < 3:
        return _("In which order the sides were defeated or left.")
    side = adventure.sides[parts[1]].name if parts[1] in adventure.sides else parts[1]
    words = {
        "end": _("What became of {side}."),
        "exit": _("By which way {side} left."),
        "health": _("How much health {side} had left."),
        "holds": _("Which tokens {side} held."),
    }
    return words[parts[2]].format(side=side)


class CampaignPage:
    """A campaign's page, for a `member` of it, or for anybody with the link to read (None)."""

    def __init__(self, campaign: Campaign, member: Member | None, page: str | None = None) -> None:
        self.campaign = campaign
        self.member = member
        self.judged = JudgedRecord(campaign)
        self._page = page

    @cached_property
    def verdict(self) -> Document:
        """What follows from the record."""
        return self.judged.verdict

    @cached_property
    def stock(self) -> Stock:
        """The catalog as the campaign is judged by it."""
        return stock(self.campaign.game, self.judged.record.get("release"))

    @property
    def game(self) -> Mapping[str, Any]:
        """The game."""
        return self.stock.game

    @property
    def you(self) -> str:
        """The player of whoever looks, empty for none."""
        return self.member.player if self.member else ""

    @property
    def leads(self) -> bool:
        """Whether whoever looks leads it."""
        return self.member is not None and self.member.leads

    @property
    def ended(self) -> bool:
        """Whether it is over."""
        return self.verdict["ended"] is not None

    @cached_property
    def _links(self) -> dict[str, EntryLink]:
        here = self.shown.number
        found = {}
        for place, row in enumerate(reversed(self.judged.rows)):
            word, page = row.document["id"], place // ENTRIES_ON_PAGE + 1
            anchor = f"entry-{word}"
            found[word] = EntryLink(anchor, word, page, f"#{anchor}" if page == here else f"?page={page}#{anchor}")
        return found

    @cached_property
    def shown(self) -> Page[CampaignEntry]:
        """The page of entries that is shown, the newest first."""
        return Paginator(self.judged.rows[::-1], ENTRIES_ON_PAGE).get_page(self._page)

    def entry_links(self, entries: Sequence[str]) -> tuple[EntryLink, ...]:
        """Return where entries stand."""
        return tuple(self._links[one] for one in entries if one in self._links)

    @property
    def winner(self) -> str:
        """Who has won, or leads; empty while nobody has earned anything."""
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
        """The players by what they have earned."""
        return [
            StandingLine(
                one["rank"],
                one["name"],
                xp_words(one["xp"]),
                one["sessions"],
                one["wins"],
                self.entry_links(one["entries"]),
            )
            for one in self.verdict["standings"]
        ]

    @cached_property
    def players(self) -> list[PlayerLine]:
        """The players whose places are not another's by now."""
        seated = {seat.player for seat in self.campaign.seats.all()}
        found = (one for word, one in self.judged.players.items() if not self.judged.was_replaced(word))
        return [self._player(one, seated) for one in found]

    def _player(self, one: Mapping[str, Any], seated: set[str]) -> PlayerLine:
        word = one["player"]
        cards = (
            EarnedCardLine(self.stock.card(card["card"]), card["sure"], self._links[card["entry"]])
            for card in one["cards"]
        )
        return PlayerLine(
            word=word,
            name=one["name"],
            xp=xp_words(one["xp"]),
            entries=self.entry_links(one["xp"]["entries"]),
            cards=tuple(cards),
            games=len(one["sessions"]),
            wins=len(one["wins"]),
            you=word == self.you,
            vacant=word not in seated,
            away=one["left"] is not None,
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
    def mine(self) -> PlayerLine | None:
        """The player of whoever looks."""
        return next((one for one in self.players if one.you and not one.away), None)

    @property
    def buildable(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """The sides that whoever looks can build a list for, by adventure, each with the word that its button says."""
        return [
            (adventure.name, [(f"{adventure.slug}/{side.slug}", side.name) for side in adventure.sides.values()])
            for adventure in self.judged.planned
        ]

    @property
    def planned(self) -> list[tuple[Adventure, Words, int, str]]:
        """The adventures of the campaign by name, each with how many games of it were played, and where its page is."""
        played = [one["adventure"] for one in self.verdict["sessions"]]
        return [
            (one, self.judged.name_of_adventure(one.slug), played.count(one.slug), self._address(one.slug))
            for one in self.judged.planned
        ]

    def _address(self, slug: str) -> str:
        if slug in self.judged.own:
            return reverse("campaign-adventure", args=[self.campaign.pk, slug])
        return reverse("adventure", args=[self.campaign.game, slug])

    @cached_property
    def newer_release(self) -> int | None:
        """The newest release, where there is a newer one than the campaign is judged by."""
        newest = snapshots.newest().release
        return newest if newest > self.judged.record["release"] and not self.ended else None

    @property
    def questions(self) -> list[QuestionLine]:
        """What the rulebook or an adventure leaves open and would decide here."""
        return [self._question(one) for one in self.verdict["open"]]

    def _question(self, one: Mapping[str, Any]) -> QuestionLine:
        texts: list[str] = [one["text"], *(reading["text"] for reading in one["readings"])]
        if one["adventure"] is None:
            text, *readings = map(wording.translated, texts)
        else:
            said, slug = self.judged.words_of(one["adventure"]), one["question"]
            text = said.question(slug, one["text"])
            readings = [said.reading(slug, row["reading"], row["text"]) for row in one["readings"]]
        return QuestionLine(text, tuple(readings), self.entry_links(one["entries"]))

    @property
    def settled(self) -> list[tuple[str, str]]:
        """What the campaign has settled for itself: each question with its reading."""
        known = {question.slug: question for question in self.judged.terms.questions}
        found = []
        for one in self.verdict["settled"]:
            if question := known.get(one["question"]):
                texts = {reading.slug: reading.text for reading in question.interpretations}
                found.append((wording.translated(question.title), wording.translated(texts[one["reading"]])))
            else:
                found += self._settled_of_adventures(one)
        return found

    def _settled_of_adventures(self, one: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        for adventure in self.judged.adventures.values():
            if row := adventure.questions.get(one["question"]):
                texts = {reading["reading"]: reading["text"] for reading in row["readings"]}
                said, word = self.judged.words_of(adventure.slug), one["reading"]
                if word in texts:
                    yield said.question(one["question"], row["text"]), said.reading(one["question"], word, texts[word])

    @cached_property
    def general_findings(self) -> list[FindingLine]:
        """What is wrong and about no entry."""
        return [finding_line(one) for one in self.verdict["findings"] if not one["entries"]]

    @property
    def more_findings(self) -> list[str]:
        """How many findings and remarks are not shown, a line for each rule."""
        words = _("{number} more like these are not shown: {rule}")
        rules = {**RECORD_RULES, **RECORD_REMARKS}
        found = ((row["number"], rules[row["code"].partition("/")[2]]) for row in self.verdict.get("more", ()))
        return [words.format(number=number, rule=wording.translated(rule.title)) for number, rule in found]

    @property
    def timeline(self) -> list[TimelineLine]:
        """The entries of this page, the newest first."""
        return [self._line(row) for row in self.shown.object_list]

    @cached_property
    def _corrections(self) -> dict[str, Document]:
        """The correction that counts of each corrected entry or correction, by its id."""
        return {row.document["of"]: row.document for row in self.judged.rows if row.document["type"] == "corrected"}

    @cached_property
    def _opinions(self) -> dict[int, list[CampaignOpinion]]:
        found: dict[int, list[CampaignOpinion]] = {}
        for one in CampaignOpinion.objects.filter(entry__campaign=self.campaign).order_by("pk"):
            found.setdefault(one.entry_id, []).append(one)
        return found

    @cached_property
    def _sessions(self) -> dict[str, Document]:
        """The games that count, by the entry that tells of them: the last correction, or the entry itself."""
        found = {}
        for session in self.verdict["sessions"]:
            told_by = session["entry"]
            while told_by in self._corrections:
                told_by = self._corrections[told_by]["id"]
            found[told_by] = session
        return found

    def _line(self, row: CampaignEntry) -> TimelineLine:
        document, told = row.document, row.told
        said, adventure = entry_words(document, self.judged)
        played = told if told and told["type"] == "played" else {}
        correction = self._corrections.get(document["id"])
        stands = "" if correction is None else _("Taken back") if correction["entry"] is None else _("Corrected")
        session = self._sessions.get(document["id"])
        opinions = self._opinions.get(row.pk, [])
        of_mine = any(seat["player"] == self.you for seat in played.get("seats", ()))
        given = any(one.player == self.you for one in opinions)
        lines = (*self.verdict["findings"], *self.verdict["remarks"])
        findings = [one for one in lines if one["entries"] and one["entries"][0] == document["id"]]
        return TimelineLine(
            row=row,
            link=self._links[document["id"]],
            words=said,
            adventure=adventure,
            seats=tuple(self._seats(played)),
            notes="\n".join(filter(None, (document.get("why"), played.get("notes")))),
            stands=stands,
            by=self.judged.name_of(row.by) if row.by else "",
            game=game_line(session, self.judged, self.stock, _claimed(played)) if session else None,
            findings=tuple(map(finding_line, findings)),
            opinions=tuple(OpinionLine(self.judged.name_of(one.player), one.agrees, one.why) for one in opinions),
            asked=bool(of_mine and self.you and row.by != self.you and not given and not stands),
            correctable=bool(self.member and not stands and self.member.may_correct(row)),
        )

    def _seats(self, played: Mapping[str, Any]) -> Iterator[tuple[str, Words | str]]:
        adventure = self.judged.adventures.get(played.get("adventure", ""))
        for seat in played.get("seats", ()):
            known = adventure and adventure.sides.get(seat["side"])
            side = self.judged.words_of(adventure.slug).name(known.name) if adventure and known else seat["side"]
            yield self.judged.name_of(seat["player"]), side

    @property
    def plots(self) -> list[Any]:
        """Experience over time, and games won by player and list."""
        return campaign_plots(self.judged)


def finding_line(finding: Mapping[str, Any]) -> FindingLine:
    """Return a finding or a remark of a verdict as a page shows it."""
    bad = finding.get("level") == "error"
    return FindingLine(record_message(finding), wording.citation(finding["cite"]), bad)


def _claimed(played: Mapping[str, Any]) -> dict[str, str]:
    """Return the card that each player took, as far as that was said."""
    return {one["player"]: one["card"] for one in played.get("rewards", ()) if "card" in one}


def game_line(
    session: Mapping[str, Any], judged: JudgedRecord, catalog: Stock, claimed: Mapping[str, str] | None = None
) -> GameLine:
    """Return what came of a game as the verdict has it; of the cards that a player chose among the one `claimed`."""
    adventure, taken = judged.adventures[session["adventure"]], claimed or {}
    rewards = []
    for one in session["rewards"]:
        cards = [card for card in one["cards"] if card == taken.get(one["player"])] or one["cards"]
        shown = tuple(map(catalog.card, cards))
        rewards.append(RewardLine(judged.name_of(one["player"]), xp_words(one["xp"]), shown, one["card_sure"]))
    return GameLine(
        outcome_lines(session["outcomes"], judged.words_of(session["adventure"])),
        tuple(rewards),
        tuple(unknown_words(one, adventure) for one in session["unknown"]),
    )

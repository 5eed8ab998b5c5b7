"""The timeline of a campaign: its entries, the newest first, a page at a time."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from legions.campaigns.access import Member
from legions.campaigns.game_results import FindingLine, GameLine, finding_line, game_line
from legions.campaigns.models import CampaignEntry, CampaignOpinion
from legions.campaigns.question_texts import settled_texts
from legions.campaigns.records import Document, JudgedRecord
from legions.cards.stock import Stock
from legions.site.marked_text import MarkedText, join_marked
from rulesapi.engine.campaigns.records import CORRECTED, JOINED, MOVED_OUT, PLAYED, REPLACED, SETTLED, UPGRADED

ENTRIES_ON_PAGE = 30


@dataclass(frozen=True, slots=True)
class EntryLink:
    """A link to an entry, on this page of the timeline or on another. `entry` is its id."""

    entry: str
    anchor: str
    name: MarkedText | str
    page: int
    address: str


@dataclass(frozen=True, slots=True)
class OpinionLine:
    """The opinion of a player about an entry."""

    name: str
    agrees: bool
    why: str


@dataclass(frozen=True, slots=True)
class TimelineLine:
    """An entry as text, with its result and the available actions.

    `on` is its day. `adventure` is the question for an entry that settles one, with the chosen `reading`. `stands` is
    “corrected” or “withdrawn”; it is empty for an entry that counts.
    """

    row: CampaignEntry
    link: EntryLink
    words: str
    adventure: MarkedText | str
    on: str
    seats: tuple[tuple[str, MarkedText | str], ...]
    reading: str
    notes: str
    stands: str
    by: str
    game: GameLine | None
    findings: tuple[FindingLine, ...]
    opinions: tuple[OpinionLine, ...]
    asked: bool
    correctable: bool


class EntryWords(NamedTuple):
    """A short text for an entry, with the name of its adventure or its question, and the chosen reading.

    Each may be empty.
    """

    words: str
    adventure: MarkedText | str = ""
    reading: str = ""


def entry_words(document: Document, judged: JudgedRecord) -> EntryWords:
    """Return the texts of an entry."""
    kind = document["type"]
    if kind == CORRECTED:
        return _correction_words(document, judged)
    if kind == PLAYED:
        slug = document["adventure"]
        return EntryWords("", judged.name_of_adventure(slug) if slug in judged.adventures else slug)
    names = {field: judged.name_of(document[field]) for field in ("player", "by") if field in document}
    if kind == JOINED:
        return EntryWords(_("{player} joins").format(**names))
    if kind == MOVED_OUT:
        return EntryWords(_("{player} leaves").format(**names))
    if kind == REPLACED:
        return EntryWords(_("{by} takes the place of {player}").format(**names))
    if kind == UPGRADED:
        words = _("Cards of release {to} instead of {before}")
        return EntryWords(words.format(to=document["to"], before=document["from"]))
    if kind == SETTLED:
        return _settled_words(document, judged)
    return EntryWords(_("The campaign ends"))


def _settled_words(document: Document, judged: JudgedRecord) -> EntryWords:
    question, reading = document["question"], document["reading"]
    texts = settled_texts(question, reading, judged)
    what = _("Left open again") if reading is None else _("Settled")
    return EntryWords(what, texts.text if texts else question, texts.readings.get(reading, "") if texts else "")


def _correction_words(document: Document, judged: JudgedRecord) -> EntryWords:
    of = judged.documents.get(document["of"])
    corrected = entry_words(of, judged) if of and of["type"] != CORRECTED else EntryWords("")
    what = _("Correction") if document["entry"] is not None else _("Taken back")
    return EntryWords(f"{what}: {corrected.words}" if corrected.words else what, corrected.adventure)


def entry_name(document: Document, judged: JudgedRecord) -> MarkedText | str:
    """Return the name of an entry: its text, the name of its adventure, and the day of a game."""
    words, adventure, _reading = entry_words(document, judged)
    parts: list[MarkedText | str] = [words and f"{words}:" if adventure else words, adventure]
    name = join_marked(" ", filter(None, parts))
    day = entry_day(document, judged)
    return join_marked(", ", (name, day)) if adventure and day else name


def entry_day(document: Document, judged: JudgedRecord) -> str:
    """Return the day of an entry as text, or of the entry that it corrects; empty if there is none."""
    of = judged.documents.get(document.get("of", ""), document)
    return date_format(date.fromisoformat(of["on"])) if "on" in of else ""


@dataclass(frozen=True)
class Timeline:
    """The timeline of a campaign for a `member`, or for visitors (None). `number` is the page that is shown."""

    judged: JudgedRecord
    stock: Stock
    member: Member | None
    number: str | None = None

    @cached_property
    def shown(self) -> Page[CampaignEntry]:
        """The page of entries that is shown, the newest first."""
        return Paginator(self.judged.rows[::-1], ENTRIES_ON_PAGE).get_page(self.number)

    @cached_property
    def links(self) -> dict[str, EntryLink]:
        """The links to all entries, by their ids."""
        here = self.shown.number
        found = {}
        for place, row in enumerate(reversed(self.judged.rows)):
            word, page = row.document["id"], place // ENTRIES_ON_PAGE + 1
            anchor = f"entry-{word}"
            address = f"#{anchor}" if page == here else f"?page={page}#{anchor}"
            found[word] = EntryLink(word, anchor, entry_name(row.document, self.judged), page, address)
        return found

    def entry_links(self, entries: Sequence[str]) -> tuple[EntryLink, ...]:
        """Return the links to some entries."""
        return tuple(self.links[one] for one in entries if one in self.links)

    @property
    def lines(self) -> list[TimelineLine]:
        """The entries of the page that is shown, the newest first."""
        return [self._line(row) for row in self.shown.object_list]

    @cached_property
    def _corrections(self) -> dict[str, Document]:
        """The valid correction of each corrected entry, by the id of that entry."""
        return {row.document["of"]: row.document for row in self.judged.rows if row.document["type"] == CORRECTED}

    @cached_property
    def _opinions(self) -> dict[int, list[CampaignOpinion]]:
        found: dict[int, list[CampaignOpinion]] = {}
        for one in CampaignOpinion.objects.filter(entry__campaign=self.judged.campaign).order_by("pk"):
            found.setdefault(one.entry_id, []).append(one)
        return found

    @cached_property
    def _sessions(self) -> dict[str, Document]:
        """The games that count, by the entry that reports them: the last correction, or the entry itself."""
        found = {}
        for session in self.judged.verdict["sessions"]:
            told_by = session["entry"]
            while told_by in self._corrections:
                told_by = self._corrections[told_by]["id"]
            found[told_by] = session
        return found

    def _line(self, row: CampaignEntry) -> TimelineLine:
        document, told = row.document, row.told
        texts = entry_words(document, self.judged)
        played = told if told and told["type"] == PLAYED else {}
        correction = self._corrections.get(document["id"])
        stands = "" if correction is None else _("Taken back") if correction["entry"] is None else _("Corrected")
        session = self._sessions.get(document["id"])
        opinions = self._opinions.get(row.pk, [])
        of_mine = any(seat["player"] == self._you for seat in played.get("seats", ()))
        given = any(one.player == self._you for one in opinions)
        lines = (*self.judged.verdict["findings"], *self.judged.verdict["remarks"])
        findings = [one for one in lines if one["entries"] and one["entries"][0] == document["id"]]
        return TimelineLine(
            row=row,
            link=self.links[document["id"]],
            words=texts.words,
            adventure=texts.adventure,
            on=entry_day(document, self.judged),
            seats=tuple(self._seats(played)),
            reading=texts.reading,
            notes="\n".join(filter(None, (document.get("why"), played.get("notes")))),
            stands=stands,
            by=self.judged.name_of(row.by) if row.by else "",
            game=game_line(session, self.judged, self.stock, _claimed(played)) if session else None,
            findings=tuple(map(finding_line, findings)),
            opinions=tuple(OpinionLine(self.judged.name_of(one.player), one.agrees, one.why) for one in opinions),
            asked=bool(of_mine and self._you and row.by != self._you and not given and not stands),
            correctable=bool(self.member and not stands and self.member.may_correct(row)),
        )

    def _seats(self, played: Mapping[str, Any]) -> Iterator[tuple[str, MarkedText | str]]:
        adventure = self.judged.adventures.get(played.get("adventure", ""))
        for seat in played.get("seats", ()):
            known = adventure and adventure.sides.get(seat["side"])
            words = self.judged.words_of(adventure.slug) if adventure else None
            side = words.side(known.slug, known.name) if words and known else seat["side"]
            yield self.judged.name_of(seat["player"]), side

    @property
    def _you(self) -> str:
        return self.member.player if self.member else ""


def _claimed(played: Mapping[str, Any]) -> dict[str, str]:
    """Return the card that each player took, if it is recorded."""
    return {one["player"]: one["card"] for one in played.get("rewards", ()) if "card" in one}

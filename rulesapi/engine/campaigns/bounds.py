"""Bounds on the work for a record and on the length of its verdict, computed before judging."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulesapi.engine.campaigns.adventures import Adventure
from rulesapi.engine.campaigns.records import PLAYED
from rulesapi.engine.values.messages import Phrase, phrase
from rulesapi.engine.values.model import Document

MAX_SEATS = 10_000
"""Maximum number of seats in all sessions together."""

MAX_USES = 60_000
"""Maximum number of carried cards and bought slots in all sessions together."""

MAX_COMPARISONS = 1_500_000
"""Maximum number of outcome conditions checked against reports in all sessions together."""

MAX_ANSWER_BYTES = 24_000_000
"""Maximum length of a verdict in bytes, without its findings, which have a bound of their own."""

SEATS_PER_CARD, USES_PER_CARD, COMPARISONS_PER_CARD = 10, 20, 500
"""Numbers of seats, uses and comparisons that take as long as one card of a list."""

_USE, _SEAT, _REWARD, _CARD, _ENTITLED, _OUTCOME, _UNKNOWN, _SESSION = 70, 30, 120, 75, 90, 80, 130, 120
"""Lengths in bytes of a verdict's rows without the names in them, by kind of row."""

_LISTS_OF_ENTRIES = 6
"""Number of lists of a verdict that may name the entry of a session for a player."""

_FACTS_OF_SIDE = ("end", "exit", "health", "holds")


@dataclass(frozen=True, slots=True)
class RecordSize:
    """The size of a record, and the maximum size of its verdict."""

    entries: int
    seats: int
    uses: int
    comparisons: int
    answer_bytes: int

    @property
    def cost(self) -> int:
        """The work of judging it, as a number of cards."""
        used = self.seats // SEATS_PER_CARD + self.uses // USES_PER_CARD
        return self.entries + used + self.comparisons // COMPARISONS_PER_CARD

    def excess(self) -> Phrase | None:
        """Return the sentence about the exceeded limit; None if there is none."""
        if over := _over(self.seats, MAX_SEATS):
            return phrase(
                "{number} seats in all sessions together, of which {most} are judged at once at most.", **over
            )
        if over := _over(self.uses, MAX_USES):
            return phrase(
                "{number} cards carried and slots bought, of which {most} are judged at once at most.", **over
            )
        if over := _over(self.comparisons, MAX_COMPARISONS):
            return phrase(
                "{number} conditions of outcomes in all sessions, of which {most} are compared at once at most.", **over
            )
        if over := _over(self.answer_bytes, MAX_ANSWER_BYTES):
            return phrase("The verdict may have {number} bytes; {most} are given at once at most.", **over)
        return None


def _over(number: int, most: int) -> dict[str, str]:
    """Return both figures as text if the first exceeds the second; empty if not."""
    return {"number": f"{number:,}", "most": f"{most:,}"} if number > most else {}


def size_of(record: Document, adventures: Mapping[str, Adventure]) -> RecordSize:
    """Return the size of a record that is valid by its schema. `adventures` are the adventures of the catalog."""
    own = {row["slug"]: Adventure.read(row) for row in record.get("adventures", ())}
    known = {**adventures, **own}
    each: dict[str, _Session] = {}
    seats = uses = comparisons = size = 0
    for entry in _sessions(record):
        slug, word = entry["adventure"], len(entry["id"])
        seats += len(entry["seats"])
        cards = [card for seat in entry["seats"] for card in seat.get("artifacts", ())]
        uses += len(cards) + sum(len(seat.get("slots_bought", ())) for seat in entry["seats"])
        size += sum(map(len, cards)) + len(cards) * (_USE + word + len(slug))
        if slug in known:
            session = each.get(slug) or each.setdefault(slug, _Session.of(known[slug]))
            comparisons += session.comparisons
            size += session.size + session.unknown * word
            size += sum(session.per_seat(word, len(seat["player"])) for seat in entry["seats"])
    return RecordSize(len(record["entries"]), seats, uses, comparisons, size)


def _sessions(record: Document) -> Iterator[Document]:
    """Yield the sessions of all entries, corrections included."""
    for row in record["entries"]:
        told = row.get("entry", row)
        if told is not None and told["type"] == PLAYED:
            yield told


@dataclass(frozen=True, slots=True)
class _Session:
    """The maximum size of one session of an adventure: comparisons, unreported facts, and bytes of its verdict.

    `side` is the number of bytes in the longest name of a side, `slug` in the slug of the adventure, and `cards` in the
    slugs of the `card_rows` cards that one side can earn.
    """

    comparisons: int
    unknown: int
    size: int
    side: int
    slug: int
    paragraphs: int
    cards: int
    card_rows: int

    @classmethod
    def of(cls, adventure: Adventure) -> _Session:
        rewards = [reward for outcome in adventure.outcomes for reward in outcome.earned]
        ways = adventure.number_of_readings(adventure.deciding_questions)
        unknown = len(adventure.sides) * len(_FACTS_OF_SIDE) + 1
        side = max(map(len, adventure.sides), default=0)
        earnable = [{card for one in rewards if one.side == slug for card in one.cards} for slug in adventure.sides]
        paragraphs = sum(len(one.paragraph) + 3 for one in adventure.outcomes)
        texts = sum(len(json.dumps(one.text)) + _OUTCOME for one in adventure.outcomes) + paragraphs
        return cls(
            comparisons=(len(adventure.conditions) + len(rewards) * len(adventure.sides)) * (2 + ways),
            unknown=unknown,
            size=texts + unknown * (2 * side + _UNKNOWN) + _SESSION + len(adventure.slug),
            side=side,
            slug=len(adventure.slug),
            paragraphs=paragraphs,
            cards=max((sum(map(len, cards)) for cards in earnable), default=0),
            card_rows=max(map(len, earnable), default=0),
        )

    def per_seat(self, entry: int, player: int) -> int:
        """Return the bytes that one seat adds; `entry` and `player` are the bytes of the names of its entry and
        player.
        """
        rows = _SEAT + _REWARD + _USE + 2 * (player + self.side) + self.paragraphs + self.slug
        cards = self.card_rows * (_CARD + _ENTITLED + self.slug + self.side + 2 * entry) + 3 * self.cards
        return rows + cards + (_LISTS_OF_ENTRIES + 1) * (entry + 3)

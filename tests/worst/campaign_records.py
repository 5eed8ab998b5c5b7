"""Campaign records at the limits, as long as a list: each shape whose cost has grown faster than its record."""

from collections.abc import Callable
from random import Random
from typing import Any

from rulesapi.engine.campaigns.bounds import size_of
from tests.engine import made_up_adventures
from tests.worst.legion_generator import Document, cards_of, picks_of

MAX_CARDS = 480
"""Number of cards in a list that gives a record with the maximum number of entries."""

MAX_ENTRIES = 1_000
Shape = Callable[[Random, list[str]], Document]
"""A function that generates one session, its seats and its report, at random with the given cards."""


def _carried(chance: Random, cards: list[str]) -> Document:
    """Return one player with the maximum number of artifacts."""
    return {"seats": [{"player": "p0", "side": "upper", "artifacts": chance.choices(cards, k=20)}], "report": {}}


def _spent(chance: Random, cards: list[str]) -> Document:
    """Return a record in which twenty players spend points that they do not have."""
    seats = [{"player": f"p{number}", "side": chance.choice(("upper", "lower"))} for number in range(20)]
    return {"seats": [{**seat, "points_bought": chance.randint(1, 3)} for seat in seats], "report": {}}


def _teams(chance: Random, cards: list[str]) -> Document:
    """Return a record of twenty players with six cards each, in a game that ended."""
    seats = [{"player": f"p{number}", "side": ("upper", "lower")[number % 2]} for number in range(20)]
    ends = {"upper": {"end": chance.choice(("won", "lost", "drawn"))}, "lower": {"end": "lost"}}
    return {"seats": [{**seat, "artifacts": chance.choices(cards, k=6)} for seat in seats], "report": {"sides": ends}}


def _open(chance: Random, cards: list[str]) -> Document:
    """Return two players' seats with a partly reported game: the less is reported, the more outcomes are open."""
    sides = {side: {"health": chance.randint(0, 9)} for side in ("upper", "lower") if chance.random() < 0.5}
    seats = [{"player": "p0", "side": "upper"}, {"player": "p1", "side": "lower"}]
    return {"seats": seats, "report": {"sides": sides}}


SHAPES: tuple[Shape, ...] = (_carried, _spent, _teams, _open)


def adventure(game: str, cards: list[str]) -> Document:
    """Return an adventure with three open questions in its outcomes, in which each side may take any of the cards."""
    readings = [{"reading": word, "text": word} for word in ("yes", "no")]
    questions = [{"question": f"q{number}", "text": "Who won?", "readings": readings} for number in range(3)]
    made = made_up_adventures.adventure(game=game, questions=questions)
    for outcome, question in zip(made["outcomes"], questions, strict=False):
        outcome["victory"] = "partial"
        outcome["when"] += [
            {**case, "question": question["question"], "reading": "yes"} for case in outcome["when"] for _ in range(8)
        ]
        outcome["earned"][0]["cards"] = cards[:20]
    return made


def record_of(legion: Document) -> Document:
    """Return a record of a list's game, with entries in proportion to its cards."""
    cards = sorted({pick["card"] for pick in picks_of(legion)}) or ["nothing"]
    chance = Random(cards[0])
    shape, number = chance.choice(SHAPES), max(21, min(MAX_ENTRIES, MAX_ENTRIES * cards_of(legion) // MAX_CARDS))
    own = adventure(legion["game"], cards)
    entries: list[dict[str, Any]] = [{"type": "joined", "id": f"j{n}", "player": f"p{n}"} for n in range(20)]
    played = {"type": "played", "adventure": own["slug"]}
    entries += [{**played, "id": f"g{n}", **shape(chance, cards)} for n in range(number - 20)]
    return within_limits({"game": legion["game"], "adventures": [own], "entries": entries})


def within_limits(record: Document) -> Document:
    """Return the longest beginning of a record that is within the limits."""
    while size_of(record, {}).excess() is not None:
        record = {**record, "entries": record["entries"][: len(record["entries"]) * 9 // 10]}
    return record

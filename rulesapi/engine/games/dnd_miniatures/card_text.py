"""Plain sentences for the words on the cards of these games. Unknown facts give no sentence."""

from __future__ import annotations

from collections.abc import Iterator

from rulesapi.engine.games.dnd_miniatures.conditions import clauses_phrase, read_clauses
from rulesapi.engine.values.messages import Phrase, phrase
from rulesapi.engine.values.model import Document
from rulesapi.engine.values.names import slug_as_words

WAIVER_PHRASES = {
    "faction": "may be of any faction",
    "alignment-mix": "may be in a warband with Good and Evil creatures alike",
    "unique": "may be in it more than once although it is unique",
    "size": "may be of any size",
    "creature-cost-cap": "may cost more than one creature may",
    "creature-count": "does not count towards the number of creatures",
}
"""Effects of Warband Building on creatures, keyed by the waived restriction."""

MINION_PHRASES = {
    ("count", "points"): "Minions: brings along up to {count} {count:creature|creatures} worth up to {points} "
    "{points:point|points}, each of which {whom}.",
    ("count",): "Minions: brings along up to {count} {count:creature|creatures}, each of which {whom}.",
    ("points",): "Minions: brings along creatures worth up to {points} {points:point|points}, each of which {whom}.",
    (): "Minions: brings along creatures, each of which {whom}.",
}
"""Sentences about minions, keyed by the limits on their card."""


def sentences(card: Document) -> list[str]:
    """Return the card's words as sentences, in the order of the printed card."""
    return [*_conditions(card), *_building(card), *_points(card)]


def _conditions(card: Document) -> Iterator[Phrase]:
    if card.get("difficult"):
        yield phrase("Difficult {rating}.", rating=card["difficult"])
    for ability in card.get("self_command") or ():
        yield phrase("{ability}: under command by itself.", ability=slug_as_words(ability).capitalize())
    for row in card.get("requires") or ():
        yield phrase("Requires another creature that {whom}.", whom=clauses_phrase(read_clauses([row])))
    if card.get("familiar"):
        yield phrase("Familiar: does not count towards the number of creatures.")
    for row in card.get("fielded") or ():
        template = "Published as legal in a warband of {faction!k} faction, beside: {beside}."
        yield phrase(template, faction=row["faction"], beside=list(map(slug_as_words, row["beside"])))


def _building(card: Document) -> Iterator[Phrase]:
    for row in card.get("warband_building") or ():
        whom = clauses_phrase(read_clauses(row["for"]))
        if "waives" in row:
            may = [phrase(WAIVER_PHRASES[code]) for code in row["waives"]]
            yield phrase("Warband Building: a creature that {whom} {may}.", whom=whom, may=may)
        elif "into" in row:
            template = "Warband Building: a creature that {whom} may join a warband of {into!k:or} faction."
            yield phrase(template, whom=whom, into=list(row["into"]))
        else:
            yield phrase("Warband Building: a creature that {whom} may join a warband.", whom=whom)


def _points(card: Document) -> Iterator[Phrase]:
    for row in card.get("discounts") or ():
        template = "Champion's discount: a creature that {whom} costs {points} {points:point|points} less."
        yield phrase(template, whom=clauses_phrase(read_clauses(row["for"])), points=row["points"])
    for row in card.get("minions") or ():
        limits = {field: row[field] for field in ("count", "points") if field in row}
        yield Phrase(MINION_PHRASES[tuple(limits)], {"whom": clauses_phrase(read_clauses(row["for"])), **limits})

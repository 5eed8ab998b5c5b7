"""Plain sentences for the rules text of a card."""

from __future__ import annotations

from collections.abc import Iterator

from rulesapi.engine.core.conditions import Clause
from rulesapi.engine.values.messages import Phrase, phrase
from rulesapi.engine.values.model import Document

EXEMPTION_PHRASES = {"campaign-artifact-limit": phrase("Does not count towards the limit of one Campaign Artifact.")}
"""Sentences for the rules that a card may be exempt from, by code."""

COST_EACH_COUNTING_SELF = "Costs {cost} for each upgrade with the keyword {family!k:or} in the legion, counting itself."
COST_EACH_EXTRA = "Costs {cost} more for each upgrade with the keyword {family!k:or} in the legion, counting itself."
LIMIT_PHRASES = {
    "creature": "At most {number} {number:upgrade|upgrades} with the keyword {family!k:or} on a creature.",
    "legion": "At most {number} {number:upgrade|upgrades} with the keyword {family!k:or} in a legion.",
}


def sentences(card: Document) -> list[str]:
    """Return the card's rules text as sentences, in the order printed on a card. Unknown facts give no sentence."""
    return [
        *_slot(card),
        *_restrictions(card),
        *_prices(card),
        *_effects(card),
    ]


def _slot(card: Document) -> Iterator[Phrase]:
    if card.get("slot") == "any":
        yield phrase("Fits any slot.")
    if card.get("minimum_level") is not None:
        yield phrase("Needs a creature of level {level} or higher.", level=card["minimum_level"])


def _restrictions(card: Document) -> Iterator[Phrase]:
    for document in card.get("requires") or ():
        clause = Clause.read(document)
        those = clause.word.plural_phrase(clause.values)
        yield phrase("Not for {those}." if clause.negated else "{those!c} only.", those=those)
    for document in card.get("excludes") or ():
        keywords = list(document["keyword"])
        yield phrase("No other upgrade with the keyword {keywords!k:or} on the same creature.", keywords=keywords)


def _prices(card: Document) -> Iterator[Phrase]:
    each = card.get("cost_each")
    if each:
        template = COST_EACH_COUNTING_SELF if card.get("cost") == 0 else COST_EACH_EXTRA
        yield phrase(template, cost=each["cost"], family=list(each["family"]))
    for penalty in card.get("penalties") or ():
        yield phrase(
            "Costs {cost} more {when}.", cost=penalty["cost"], when=Clause.read(penalty["unless"]).penalty_phrase
        )


def _effects(card: Document) -> Iterator[Phrase]:
    for grant in card.get("grants") or ():
        template = "Gives its bearer {count} more {slot} {count:slot|slots}, for other cards than itself."
        yield phrase(template, count=grant["count"], slot=grant["slot"])
    for limit in card.get("limits") or ():
        yield phrase(LIMIT_PHRASES[limit["per"]], number=limit["at_most"], family=list(limit["family"]))
    for rule in card.get("exempt") or ():
        yield EXEMPTION_PHRASES[rule]

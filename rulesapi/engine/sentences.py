"""What the words on a card mean, in plain sentences for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulesapi.engine.conditions import Clause
from rulesapi.engine.model import Document
from rulesapi.engine.names import counted, listed, spoken

EXEMPTIONS = {"campaign-artifact-limit": "Does not count towards the limit of one Campaign Artifact."}
"""A sentence for each rule that a card may be exempt from."""


def sentences(card: Document) -> list[str]:
    """The card's words as sentences, in the order in which they are read on a card. Unknown facts say nothing."""
    return [
        *_slot(card),
        *_restrictions(card),
        *_prices(card),
        *_effects(card),
    ]


def _slot(card: Document) -> Iterator[str]:
    if card.get("slot") == "any":
        yield "Fits any slot."
    if card.get("minimum_level") is not None:
        yield f"Needs a creature of level {card['minimum_level']} or higher."


def _restrictions(card: Document) -> Iterator[str]:
    for document in card.get("requires") or ():
        clause = Clause.read(document)
        those = clause.word.those(clause.values)
        yield f"Not for {those}." if clause.negated else f"{those[0].upper()}{those[1:]} only."
    for document in card.get("excludes") or ():
        yield f"No other upgrade with the keyword {_family(document['keyword'])} on the same creature."


def _prices(card: Document) -> Iterator[str]:
    each = card.get("cost_each")
    if each:
        more = "" if card.get("cost") == 0 else " more"
        yield (
            f"Costs {each['cost']}{more} for each upgrade with the keyword {_family(each['family'])} in the legion, "
            "counting itself."
        )
    for penalty in card.get("penalties") or ():
        yield f"Costs {penalty['cost']} more {Clause.read(penalty['unless']).saves}."


def _effects(card: Document) -> Iterator[str]:
    for grant in card.get("grants") or ():
        slots = counted(grant["count"], f"more {grant['slot']} slot", f"more {grant['slot']} slots")
        yield f"Gives its bearer {slots}, for other cards than itself."
    for limit in card.get("limits") or ():
        scope = {"creature": "on a creature", "legion": "in a legion"}[limit["per"]]
        upgrades = counted(limit["at_most"], "upgrade", "upgrades")
        yield f"At most {upgrades} with the keyword {_family(limit['family'])} {scope}."
    for rule in card.get("exempt") or ():
        yield EXEMPTIONS[rule]


def _family(keywords: Any) -> str:
    return listed(map(spoken, keywords), "or")

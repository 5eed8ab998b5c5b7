"""What the words on a card of these games mean, in plain sentences for people. Unknown facts say nothing."""

from __future__ import annotations

from collections.abc import Iterator

from rulesapi.engine.model import Document
from rulesapi.engine.names import counted, listed, spoken
from rulesapi.engine.rulesets.dnd_miniatures.clauses import read_whom, said

WAIVED = {
    "faction": "may be of any faction",
    "alignment-mix": "may stand beside Good and Evil creatures alike",
    "unique": "may stand there more than once although it is unique",
    "size": "may be of any size",
    "creature-cost-cap": "may cost more than one creature may",
    "creature-count": "does not count towards the number of creatures",
}
"""What Warband Building does for creatures, by the restriction that it waives."""


def sentences(card: Document) -> list[str]:
    """The card's words as sentences, in the order in which they are read on a card."""
    return [*_conditions(card), *_building(card), *_points(card)]


def _conditions(card: Document) -> Iterator[str]:
    if card.get("difficult"):
        yield f"Difficult {card['difficult']}."
    for ability in card.get("self_command") or ():
        yield f"{spoken(ability).capitalize()}: under command by itself."
    for row in card.get("requires") or ():
        yield f"Requires another creature that {said(read_whom([row]))}."


def _building(card: Document) -> Iterator[str]:
    for row in card.get("warband_building") or ():
        whom = f"a creature that {said(read_whom(row['for']))}"
        if "waives" in row:
            yield f"Warband Building: {whom} {listed(WAIVED[code] for code in row['waives'])}."
        else:
            into = f" of {listed(map(spoken, row['into']), 'or')} faction" if "into" in row else ""
            yield f"Warband Building: {whom} may join a warband{into}."


def _points(card: Document) -> Iterator[str]:
    for row in card.get("discounts") or ():
        points = counted(row["points"], "point", "points")
        yield f"Champion's discount: a creature that {said(read_whom(row['for']))} costs {points} less."
    for row in card.get("minions") or ():
        number = f"up to {counted(row['count'], 'creature', 'creatures')}" if "count" in row else "creatures"
        worth = f" worth up to {counted(row['points'], 'point', 'points')}" if "points" in row else ""
        yield f"Minions: brings along {number}{worth}, each of which {said(read_whom(row['for']))}."

"""What else comes up at the table: damage outside combat, disputes (p. 23-24, 32)."""

from __future__ import annotations

from rulesapi.engine.core.messages import phrase
from rulesapi.engine.core.model import Document
from rulesapi.engine.games.attack_wing.play import faces
from rulesapi.engine.games.attack_wing.play.damage import deal_damage, troop_breaches
from rulesapi.engine.resolutions.model import Answer, Breach, Course, Missing, Step, TableFacts
from rulesapi.engine.resolutions.participants import participant

DISPUTE_DICE = 5
DISPUTE_FACES = (faces.CONCENTRATE, faces.BLANK)
"""The faces that both sorts of dice have: the icon that is lost in the text is one of them."""


def damage(document: Document, table: TableFacts) -> Course[Answer]:
    """What damage outside combat does: normal first, then critical, and what the damage deck has left."""
    who = participant(document, "creature", table, phrase("The creature"))
    yield from troop_breaches(who)
    normal, critical = document.get("normal", 0), document.get("critical", 0)
    normal, critical = yield from _from_the_deck(document, normal, critical)
    dealt = yield from deal_damage(who, (normal, critical), caught=None)
    return Answer({"damage": {"normal": normal, "critical": critical}} | dealt)


def _from_the_deck(document: Document, normal: int, critical: int) -> Course[tuple[int, int]]:
    """Damage as it is dealt: with no cards left in deck and discards a critical counts as a hit (p. 23, 32)."""
    deck, discards = document.get("deck"), document.get("discards", 0)
    if deck is None or deck >= normal + critical:
        return normal, critical
    if discards:
        yield Step("reshuffle", {"discards": discards}, deck, deck + discards)
    if deck + discards < normal + critical:
        lacking = min(critical, normal + critical - deck - discards)
        yield Step("deck-empty", {"criticals": lacking}, critical, critical - lacking)
        return normal + lacking, critical - lacking
    return normal, critical


def dispute(document: Document, table: TableFacts) -> Course[Answer]:
    """Who settles a dispute: five attack dice against five defense dice, the most of one face wins.

    The face is an icon that is lost in the text; both dice share concentrate and blank alone, and the table says it.
    """
    icon = document.get("icons", {}).get("dispute")
    shown = document.get("rolled")
    if shown is None:
        if icon is None:
            yield Missing("", "/icons/dispute", "/icons", "dispute")
        yield Step("dispute-dice", {"dice": DISPUTE_DICE})
        return Answer({"winner": None, "readings": []})
    for side in ("attack", "defense"):
        if len(shown[side]) != DISPUTE_DICE:
            yield Breach(
                "other-number-of-dice", (f"/rolled/{side}",), {"given": len(shown[side]), "dice": DISPUTE_DICE}
            )
    counts = [
        {"icon": one, "attack": shown["attack"].count(one), "defense": shown["defense"].count(one)}
        for one in ([icon] if icon else DISPUTE_FACES)
    ]
    winners = {_most(one["attack"], one["defense"]) for one in counts}
    decided = winners.pop() if len(winners) == 1 else None
    if decided is None:
        yield Missing("", "/icons/dispute", "/icons", "dispute")
    if decided == "tie":
        yield Step("dispute-tied", {})
    elif decided:
        yield Step("dispute", {"dice": decided})
    return Answer({"winner": decided, "readings": counts})


def _most(attack: int, defense: int) -> str:
    if attack == defense:
        return "tie"
    return "attack" if attack > defense else "defense"

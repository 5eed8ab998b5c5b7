"""Damage outside combat, and disputes (p. 23-24, 32)."""

from __future__ import annotations

from collections import Counter

from rulesapi.engine.games.attack_wing.play import faces
from rulesapi.engine.games.attack_wing.play.attack_parts import BOTH, GROUND, LEVELS, play_level
from rulesapi.engine.games.attack_wing.play.damage import creature_breaches, deal_damage, dealt, face_up_armor
from rulesapi.engine.resolutions.model import Answer, Breach, Course, Missing, Output, Step, TableFacts
from rulesapi.engine.resolutions.participants import Participant, participant
from rulesapi.engine.values.messages import phrase
from rulesapi.engine.values.model import Document

DISPUTE_DICE = 5
DISPUTE_FACES = (faces.CONCENTRATE, faces.BLANK)
"""The faces that both kinds of dice have. The icon missing from the rulebook's text is one of them."""


def damage(document: Document, table: TableFacts) -> Course[Answer]:
    """Answer what damage outside combat does: normal first, then critical, with the cards left in the damage deck."""
    who = participant(document, "creature", table, phrase("The creature"))
    yield from creature_breaches(who)
    of_obstacles = yield from _obstacle_damage(document, who)
    if of_obstacles is None:
        unknown = {"damage_cards": None, "soldiers_lost": None, "removed_in_end_phase": None}
        return Answer({"damage": {"normal": None, "critical": None}} | unknown)
    asked = (document.get(sort, 0) + more for sort, more in zip(("normal", "critical"), of_obstacles, strict=True))
    suffered, dealing = _from_the_deck(document, who, *asked)
    found = yield from deal_damage(who, suffered, caught=None, dealing=dealing)
    return Answer({"damage": dict(zip(("normal", "critical"), suffered, strict=True))} | found)


def _obstacle_damage(document: Document, creature: Participant) -> Course[tuple[int, int] | None]:
    """Return the damage of obstacles: one attack die each. Armor helps only against ground obstacles (p. 33).

    Returns None if a die, or the armor against it, is unknown.
    """
    suffered: Counter[str] = Counter()
    known = True
    for number, one in enumerate(document.get("obstacles", ())):
        affects, level = one["affects"], play_level(creature)
        if affects != BOTH and level not in (None, affects):
            facts = {"number": number + 1, "creature": creature.name, "level": LEVELS[level or affects]}
            yield Breach("obstacle-other-level", (f"/obstacles/{number}/affects",), facts)
            continue
        face = one.get("rolled")
        if face is None:
            yield Missing("", "/rolled", f"/obstacles/{number}", "obstacle-die")
        armor = (yield from face_up_armor(creature)) if face == faces.HIT and affects == GROUND else 0
        known = known and None not in (face, armor)
        if armor:
            yield Step("armor", {"armor": armor, "deflected": 1}, 1, 0)
        elif armor is not None and face is not None:
            sorts = {"normal": int(face == faces.HIT), "critical": int(face == faces.CRITICAL)}
            yield Step("obstacle-die", {"number": number + 1, "creature": creature.name} | sorts)
            suffered.update(sorts)
    return (suffered["normal"], suffered["critical"]) if known else None


def _from_the_deck(
    document: Document, creature: Participant, normal: int, critical: int
) -> tuple[tuple[int, int], list[Output]]:
    """Return the normal and critical damage suffered, and the steps of dealing its cards.

    The cards left in the deck are dealt first, normal damage before critical. Then the discards are shuffled and the
    rest is dealt (p. 23). With no cards left a critical counts as a hit (p. 32).
    """
    deck: int | None = document.get("deck")
    if deck is None or deck >= normal + critical:
        return (normal, critical), [dealt(creature, normal, critical)]
    rest, steps = _dealt_from(deck, creature, normal, critical)
    discards: int | None = document.get("discards")
    if discards is None:
        return (normal, critical), [*steps, Missing("", "/discards", "/discards", "reshuffle")]
    if discards:
        steps.append(Step("reshuffle", {"discards": discards}, 0, discards))
    (lacking_normal, lacking), more = _dealt_from(discards, creature, *rest)
    steps += more
    if lacking_normal or lacking:
        steps.append(Step("deck-empty", {"criticals": lacking}, critical, critical - lacking))
    return (normal + lacking, critical - lacking), steps


def _dealt_from(cards: int, creature: Participant, normal: int, critical: int) -> tuple[tuple[int, int], list[Output]]:
    """Return the damage left after dealing this many cards, and the step of dealing them."""
    face_down = min(normal, cards)
    face_up = min(critical, cards - face_down)
    steps: list[Output] = [dealt(creature, face_down, face_up)] if face_down or face_up else []
    return (normal - face_down, critical - face_up), steps


def dispute(document: Document, table: TableFacts) -> Course[Answer]:
    """Answer who wins a dispute roll: five attack dice against five defense dice, where the most of one face wins.

    The face is an icon missing from the rulebook's text. Both dice share only concentrate and blank, and the table
    states which one counts.
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

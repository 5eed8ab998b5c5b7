"""Damage outside combat (p. 23-24, 32)."""

from __future__ import annotations

from collections import Counter

from rulesapi.engine.games.attack_wing.play import faces
from rulesapi.engine.games.attack_wing.play.damage import creature_breaches, deal_damage, dealt, face_up_armor
from rulesapi.engine.games.attack_wing.play.parts import (
    ATTACK_FACES,
    BOTH,
    DECK_ASKED,
    GROUND,
    LEVELS,
    Creature,
    GameSituation,
)
from rulesapi.engine.games.attack_wing.play.strikes import LEVELS as LEVEL_PHRASES
from rulesapi.engine.games.attack_wing.play.strikes import play_level
from rulesapi.engine.resolutions.answers import AnswerFields, answer, told
from rulesapi.engine.resolutions.declared import declared
from rulesapi.engine.resolutions.inputs import Part, number, number_or, one_of, one_part, optional_parts
from rulesapi.engine.resolutions.model import Breach, Course, Missing, Output, Step


class Obstacle(Part):
    """Obstacle that a creature moved through or onto."""

    affects = one_of(
        "Affects", LEVELS | {BOTH: "both play levels"}, asked="which play level each of the obstacles affects"
    )
    rolled = one_of("Attack die", ATTACK_FACES, help="Needed.", asked="the attack die of the obstacle")


class Damage(GameSituation):
    """Damage outside combat."""

    creature = one_part(
        Creature,
        "Creature",
        called="The creature",
        shows=(
            Creature.damage,
            Creature.soldiers,
            Creature.pressed,
            Creature.leader,
            Creature.health,
            Creature.armor,
        ),
    )
    normal = number_or(0, "none", "Normal damage", 99)
    critical = number_or(0, "none", "Critical damage", 99)
    obstacles = optional_parts(
        Obstacle,
        "Obstacle",
        20,
        plural="Obstacles",
        help="The obstacles that it moved through or onto, each with the face that its attack die shows.",
        folded=True,
    )
    deck = number("Cards in the damage deck", 1000, folded=True, omitted="enough for this damage", asked=DECK_ASKED)
    discards = number(
        "Discarded damage cards",
        1000,
        folded=True,
        help="Needed if the deck runs out.",
        asked="how many damage cards are discarded",
    )


@answer
class DealtDamage(AnswerFields):
    """The damage of both sorts; null if it is not known."""

    normal: int | None = told("Normal damage", "{normal} normal and {critical} critical damage.")
    critical: int | None = told("Critical damage")


@answer
class DamageAnswer(AnswerFields):
    """The answer: the damage, and the creature afterwards."""

    damage: DealtDamage = told("Damage that it suffers")
    damage_cards: int | None = told(
        "Damage cards beside it", "Damage cards beside it: {damage_cards}.", help="Null if they are not known."
    )
    soldiers_lost: int | None = told("Soldiers that fall", {0: "", ...: "Soldiers lost: {soldiers_lost}."})
    removed_in_end_phase: bool | None = told(
        "Whether it is removed in the End Phase", {True: "Defeated: removed in the End Phase."}
    )


def damage(ask: Damage) -> Course[DamageAnswer]:
    """Answer what damage outside combat does: normal first, then critical, with the cards left in the damage deck."""
    breaches = creature_breaches(ask.creature)
    yield from breaches
    of_obstacles = None if breaches else (yield from _obstacle_damage(ask))
    if of_obstacles is None:
        unknown = DealtDamage(normal=None, critical=None)
        return DamageAnswer(damage=unknown, damage_cards=None, soldiers_lost=None, removed_in_end_phase=None)
    dealt_out = ask.normal + of_obstacles[0], ask.critical + of_obstacles[1]
    suffered, dealing = _from_the_deck(ask, *dealt_out)
    found = yield from deal_damage(ask.creature, dealt_out, caught=None, dealing=dealing)
    return DamageAnswer(damage=suffered, **found)


def _obstacle_damage(ask: Damage) -> Course[tuple[int, int] | None]:
    """Return the damage of obstacles: one attack die each. Armor helps only against ground obstacles (p. 33).

    Returns None if a die, what an obstacle affects, or the armor against it is unknown.
    """
    suffered: Counter[str] = Counter()
    known = True
    for place, one in enumerate(ask.obstacles, start=1):
        affects, level = one.affects, play_level(ask.creature)
        if affects not in (None, BOTH, level) and level is not None:
            facts = {"number": place, "creature": ask.creature.name, "level": LEVEL_PHRASES[level]}
            yield Breach("obstacle-other-level", (one.place(Obstacle.affects),), facts)
            continue
        if affects is None:
            yield one.missing(Obstacle.affects, "obstacle-die")
        face = yield from one.need(Obstacle.rolled, "obstacle-die")
        armor = (yield from face_up_armor(ask.creature)) if face == faces.HIT and affects == GROUND else 0
        known = known and None not in (affects, face, armor)
        if armor:
            yield Step("armor", {"armor": armor, "deflected": 1}, 1, 0)
        elif armor is not None and face is not None:
            sorts = {"normal": int(face == faces.HIT), "critical": int(face == faces.CRITICAL)}
            yield Step("obstacle-die", {"number": place, "creature": ask.creature.name} | sorts)
            suffered.update(sorts)
    return (suffered["normal"], suffered["critical"]) if known else None


def _from_the_deck(ask: Damage, normal: int, critical: int) -> tuple[DealtDamage, list[Output]]:
    """Return the normal and critical damage suffered, as far as it is known, and the steps of dealing its cards.

    The cards left in the deck are dealt first, normal damage before critical. Then the discards are shuffled and the
    rest is dealt (p. 23). With no cards left a critical counts as a hit (p. 32).
    """
    creature, deck = ask.creature, ask.deck
    if deck is None or deck >= normal + critical:
        return DealtDamage(normal=normal, critical=critical), [dealt(creature, normal, critical)]
    rest, steps = _dealt_from(deck, creature, normal, critical)
    discards = ask.discards
    if discards is None:
        asked = Missing("", "/discards", "/discards", "reshuffle")
        unsure = rest[1] > 0  # a critical without a card counts as a hit
        suffered = DealtDamage(normal=None if unsure else normal, critical=None if unsure else critical)
        return suffered, [*steps, asked]
    if discards:
        steps.append(Step("reshuffle", {"discards": discards}, 0, discards))
    (lacking_normal, lacking), more = _dealt_from(discards, creature, *rest)
    steps += more
    if lacking_normal or lacking:
        steps.append(Step("deck-empty", {"criticals": lacking}, critical, critical - lacking))
    return DealtDamage(normal=normal + lacking, critical=critical - lacking), steps


def _dealt_from(cards: int, creature: Creature, normal: int, critical: int) -> tuple[tuple[int, int], list[Output]]:
    """Return the damage left after dealing this many cards, and the step of dealing them."""
    face_down = min(normal, cards)
    face_up = min(critical, cards - face_down)
    steps: list[Output] = [dealt(creature, face_down, face_up)] if face_down or face_up else []
    return (normal - face_down, critical - face_up), steps


DAMAGE = declared("damage", "Damage", "What damage outside combat does to a creature.", Damage, DamageAnswer, damage)

"""The exact odds of one attack: what its dice, the tokens and armor come to.

Nothing is rolled: every outcome is counted, as whole numbers, and only the answers are fractions. The steps are those
of the rulebook, p. 17-20.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

MAX_DICE = 16
"""Dice of a kind that are counted at most; the box holds six."""

Weights = dict[tuple[int, int], int]
"""How often so many hits and criticals, of all the ways that the dice can fall."""


@dataclass(frozen=True, slots=True)
class AttackDie:
    """The faces of a red die; what is neither hit, critical nor concentrate is blank."""

    sides: int
    hits: int
    criticals: int
    concentrates: int


@dataclass(frozen=True, slots=True)
class DefenseDie:
    """The faces of a green die; what is neither dodge nor concentrate is blank."""

    sides: int
    dodges: int
    concentrates: int


@dataclass(frozen=True, slots=True)
class Attack:
    """The attacker's dice, the tokens spent, whether the attack penetrates armor, and what is added to the roll."""

    dice: int
    target: bool = False
    concentrate: bool = False
    penetrates: bool = False
    hits: int = 0
    criticals: int = 0


@dataclass(frozen=True, slots=True)
class Defense:
    """The defender's dice, dodges that are added to them, whether a Concentrate Token is spent, and face-up armor."""

    dice: int
    dodges: int = 0
    concentrate: bool = False
    armor: int = 0


@dataclass(frozen=True, slots=True)
class Odds:
    """The chance of each number of normal damage and critical damage together."""

    chances: Mapping[tuple[int, int], Fraction]

    @property
    def damage(self) -> list[Fraction]:
        """The chance of each number of damage, from none to the most there can be."""
        found = [Fraction(0)] * (1 + max(normal + critical for normal, critical in self.chances))
        for (normal, critical), chance in self.chances.items():
            found[normal + critical] += chance
        return found

    @property
    def mean(self) -> Fraction:
        """The damage of an attack on average."""
        return sum((number * chance for number, chance in enumerate(self.damage)), Fraction(0))

    @property
    def critical(self) -> Fraction:
        """The chance of any critical damage."""
        return sum((chance for (_, critical), chance in self.chances.items() if critical), Fraction(0))

    def at_least(self, number: int) -> Fraction:
        """Return the chance of that much damage or more."""
        return sum(self.damage[max(0, number) :], Fraction(0))


@lru_cache(maxsize=256)
def odds(red: AttackDie, green: DefenseDie, attack: Attack, defense: Defense) -> Odds:
    """Return the odds of an attack.

    With a Target Token the attacker re-rolls, once, those dice that raise the damage on average the most: all that
    count for nothing, and hits for which a critical is worth the risk. Raises ValueError for dice that there are not.
    """
    _check_dice(red, green, attack, defense)
    if attack.dice <= 0:
        return Odds({(0, 0): Fraction(1)})
    dodges = _dodge_weights(green, defense)
    rolled = _roll_weights(_face_weights(red, attack), attack.dice)
    if attack.target:
        rolled = _rerolled_weights(red, attack, rolled, dodges, _armor(attack, defense))
    return _damage_odds(rolled, dodges, attack, defense)


def odds_of_defense(shown: tuple[int, int], green: DefenseDie, attack: Attack, defense: Defense) -> Odds:
    """Return the odds once the attack dice show so many hits and criticals and only the defense is to be rolled."""
    return _damage_odds({shown: 1}, _dodge_weights(green, defense), attack, defense)


def _armor(attack: Attack, defense: Defense) -> int:
    return 0 if attack.penetrates else defense.armor


def _damage_odds(rolled: Weights, dodges: dict[int, int], attack: Attack, defense: Defense) -> Odds:
    """Return the chance of each damage, of how often the dice show what and dodge how much."""
    armor = _armor(attack, defense)
    found: dict[tuple[int, int], int] = {}
    for (hits, criticals), weight in rolled.items():
        for dodged, times in dodges.items():
            left = _remaining_damage(hits + attack.hits, criticals + attack.criticals, dodged, armor)
            found[left] = found.get(left, 0) + weight * times
    whole = sum(found.values())
    return Odds({left: Fraction(weight, whole) for left, weight in sorted(found.items())})


def _check_dice(red: AttackDie, green: DefenseDie, attack: Attack, defense: Defense) -> None:
    faces = (red.hits, red.criticals, red.concentrates), (green.dodges, green.concentrates)
    for sides, counts in zip((red.sides, green.sides), faces, strict=True):
        if sides < 1 or min(counts) < 0 or sum(counts) > sides:
            raise ValueError(f"A die with {sides} sides has no {counts} faces.")
    if max(attack.dice, defense.dice) > MAX_DICE or min(defense.dodges, defense.armor) < 0:
        raise ValueError(f"At most {MAX_DICE} dice of a kind are counted.")


def _face_weights(red: AttackDie, attack: Attack) -> tuple[int, int, int]:
    """Return how many faces of a red die come to a hit, to a critical and to nothing, with the token that is spent."""
    hits = red.hits + (red.concentrates if attack.concentrate else 0)
    return hits, red.criticals, red.sides - hits - red.criticals


def _roll_weights(worth: tuple[int, int, int], dice: int) -> Weights:
    """Return how often so many dice show so many hits and criticals."""
    hit, critical, nothing = worth
    return {
        (hits, criticals): comb(dice, hits)
        * comb(dice - hits, criticals)
        * hit**hits
        * critical**criticals
        * nothing ** (dice - hits - criticals)
        for hits in range(dice + 1)
        for criticals in range(dice - hits + 1)
    }


def _dodge_weights(green: DefenseDie, defense: Defense) -> dict[int, int]:
    """Return how often so many dodges stand against the attack."""
    dice = max(0, defense.dice)
    dodge = green.dodges + (green.concentrates if defense.concentrate else 0)
    return {
        number + defense.dodges: comb(dice, number) * dodge**number * (green.sides - dodge) ** (dice - number)
        for number in range(dice + 1)
    }


def _remaining_damage(hits: int, criticals: int, dodged: int, armor: int) -> tuple[int, int]:
    """Return the normal and the critical damage: dodges cancel hits before criticals, armor deflects hits alone."""
    cancelled = min(hits, dodged)
    return max(0, hits - cancelled - armor), max(0, criticals - (dodged - cancelled))


def _rerolled_weights(red: AttackDie, attack: Attack, rolled: Weights, dodges: dict[int, int], armor: int) -> Weights:
    """Return what the dice show after the Target Token, of all the ways that two rolls of each die can fall."""
    worth, sides = _face_weights(red, attack), red.sides
    mean = {
        (hits, criticals): sum(
            times * sum(_remaining_damage(hits + attack.hits, criticals + attack.criticals, dodged, armor))
            for dodged, times in dodges.items()
        )
        for hits, criticals in rolled
    }
    again = {dice: _roll_weights(worth, dice) for dice in range(attack.dice + 1)}
    found: Weights = {}
    for (hits, criticals), weight in rolled.items():
        hits_kept = _best_hits_kept(hits, criticals, attack.dice, sides, again, mean)
        free = attack.dice - hits_kept - criticals
        for (more, better), times in again[free].items():
            shown = (hits_kept + more, criticals + better)
            found[shown] = found.get(shown, 0) + weight * times * sides ** (attack.dice - free)
    return found


def _best_hits_kept(hits: int, criticals: int, dice: int, sides: int, again: dict[int, Weights], mean: Weights) -> int:
    """Return how many hits are best kept. A critical is never worth less than a hit, nor anything than a blank."""

    def expected(hits_kept: int) -> Fraction:
        free = dice - hits_kept - criticals
        total = sum(times * mean[hits_kept + more, criticals + better] for (more, better), times in again[free].items())
        return Fraction(total, sides**free)

    return max(range(hits, -1, -1), key=expected)

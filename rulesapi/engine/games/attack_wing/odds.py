"""The exact odds of one attack, from its dice, tokens and armor.

Nothing is simulated: every outcome is counted in whole numbers, and only the results are fractions. The steps are those
of the rulebook, p. 17-20.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import comb

MAX_DICE = 16
"""The maximum number of dice of one kind; the box holds six."""

Weights = dict[tuple[int, int], int]
"""The number of outcomes of the dice for each pair of hits and criticals."""
Pools = dict[tuple[int, int, int, int], int]
"""The number of outcomes for hits and criticals on dice, and hits and criticals that no die shows."""


@dataclass(frozen=True, slots=True)
class AttackDie:
    """The number of faces of each kind on a red die. Faces that are not hit, critical or concentrate are blank."""

    sides: int
    hits: int
    criticals: int
    concentrates: int


@dataclass(frozen=True, slots=True)
class DefenseDie:
    """The number of faces of each kind on a green die. Faces that are not dodge or concentrate are blank."""

    sides: int
    dodges: int
    concentrates: int


@dataclass(frozen=True, slots=True)
class Change:
    """Successive changes of one number, kept at 0 or more: the sum `by`, and the minimum `least`."""

    by: int = 0
    least: int = 0

    @classmethod
    def of(cls, numbers: Iterable[int]) -> "Change":
        """Return the change that adds these numbers one after the other."""
        by = least = 0
        for number in numbers:
            by, least = by + number, max(0, least + number)
        return cls(by, least)

    def __call__(self, number: int) -> int:
        """Return the changed number."""
        return max(number + self.by, self.least)


SAME = Change()


@dataclass(frozen=True, slots=True)
class Attack:
    """The attacker's dice and spent tokens, whether the attack penetrates armor, and changes of the results.

    `first_hits` and `first_criticals` apply before the attacker's tokens: a die that loses its result to them counts
    for nothing and can be re-rolled.
    """

    dice: int
    target: bool = False
    concentrate: bool = False
    penetrates: bool = False
    hits: Change = SAME
    criticals: Change = SAME
    first_hits: Change = SAME
    first_criticals: Change = SAME


@dataclass(frozen=True, slots=True)
class Defense:
    """The defender's dice and dodges by tokens, a spent Concentrate Token, face-up armor, and changes of dodges.

    `first` applies before the defender's tokens, `last` after them.
    """

    dice: int
    dodges: int = 0
    concentrate: bool = False
    armor: int = 0
    first: Change = SAME
    last: Change = SAME


@dataclass(frozen=True, slots=True)
class Odds:
    """The chance of each combination of normal and critical damage."""

    chances: Mapping[tuple[int, int], Fraction]

    @property
    def damage(self) -> list[Fraction]:
        """The chance of each amount of damage, from 0 to the greatest possible."""
        found = [Fraction(0)] * (1 + max(normal + critical for normal, critical in self.chances))
        for (normal, critical), chance in self.chances.items():
            found[normal + critical] += chance
        return found

    @property
    def mean(self) -> Fraction:
        """The average damage."""
        return sum((number * chance for number, chance in enumerate(self.damage)), Fraction(0))

    @property
    def critical(self) -> Fraction:
        """The chance of any critical damage."""
        return sum((chance for (_, critical), chance in self.chances.items() if critical), Fraction(0))

    def at_least(self, number: int) -> Fraction:
        """Return the chance of at least that much damage."""
        return sum(self.damage[max(0, number) :], Fraction(0))


@lru_cache(maxsize=256)
def odds(red: AttackDie, green: DefenseDie, attack: Attack, defense: Defense) -> Odds:
    """Return the odds of an attack.

    With a Target Token the attacker re-rolls once the dice that raise the average damage the most: all dice that count
    for nothing, and others if another face is worth the risk. Raises ValueError for impossible dice.
    """
    _check_dice(red, green, attack, defense)
    if attack.dice <= 0:
        return Odds({(0, 0): Fraction(1)})
    dodges = _dodge_weights(green, defense)
    pools = _pool_weights(red, attack)
    if attack.target:
        rolled = _rerolled_weights(red, attack, pools, dodges, _armor(attack, defense))
    else:
        rolled = {}
        for (hits, criticals, more_hits, more_criticals), weight in pools.items():
            _add(rolled, (hits + more_hits, criticals + more_criticals), weight)
    return _damage_odds(rolled, dodges, attack, defense)


def odds_of_defense(shown: tuple[int, int], green: DefenseDie, attack: Attack, defense: Defense) -> Odds:
    """Return the odds if the attack dice show these hits and criticals and only the defense is still to be rolled."""
    return _damage_odds({shown: 1}, _dodge_weights(green, defense), attack, defense)


def _add(weights: Weights, shown: tuple[int, int], weight: int) -> None:
    weights[shown] = weights.get(shown, 0) + weight


def _armor(attack: Attack, defense: Defense) -> int:
    return 0 if attack.penetrates else defense.armor


def _damage_odds(rolled: Weights, dodges: dict[int, int], attack: Attack, defense: Defense) -> Odds:
    """Return the odds of damage from the weights of attack results and of dodges."""
    armor = _armor(attack, defense)
    found: Weights = {}
    for (hits, criticals), weight in rolled.items():
        changed = attack.hits(hits), attack.criticals(criticals)
        for dodged, times in dodges.items():
            _add(found, _remaining_damage(*changed, dodged, armor), weight * times)
    whole = sum(found.values())
    return Odds({left: Fraction(weight, whole) for left, weight in sorted(found.items())})


def _check_dice(red: AttackDie, green: DefenseDie, attack: Attack, defense: Defense) -> None:
    faces = (red.hits, red.criticals, red.concentrates), (green.dodges, green.concentrates)
    for sides, counts in zip((red.sides, green.sides), faces, strict=True):
        if sides < 1 or min(counts) < 0 or sum(counts) > sides:
            raise ValueError(f"A die with {sides} sides has no {counts} faces.")
    if max(attack.dice, defense.dice) > MAX_DICE or min(defense.dodges, defense.armor) < 0:
        raise ValueError(f"At most {MAX_DICE} dice of a kind are counted.")


def _pool_weights(red: AttackDie, attack: Attack) -> Pools:
    """Return the weights of the dice before re-rolls, with the results that changes remove or add."""
    found: Pools = {}
    turned = red.concentrates if attack.concentrate else 0
    for concentrates in range(attack.dice + 1 if turned else 1):
        rest = attack.dice - concentrates
        times = comb(attack.dice, concentrates) * turned**concentrates
        nothing = red.sides - red.hits - red.criticals - turned
        for (hits, criticals), weight in _roll_weights((red.hits, red.criticals, nothing), rest).items():
            changed = attack.first_hits(hits), attack.first_criticals(criticals)
            shown = min(hits, changed[0]), min(criticals, changed[1])
            pool = shown[0] + concentrates, shown[1], changed[0] - shown[0], changed[1] - shown[1]
            found[pool] = found.get(pool, 0) + weight * times
    return found


def _roll_weights(worth: tuple[int, int, int], dice: int) -> Weights:
    """Return the weights of hits and criticals. `worth` counts hit, critical and other faces of a die."""
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
    """Return the weight of each number of dodges."""
    dice = max(0, defense.dice)
    turned = green.concentrates if defense.concentrate else 0
    nothing = green.sides - green.dodges - turned
    found: dict[int, int] = {}
    for (shown, concentrates), weight in _roll_weights((green.dodges, turned, nothing), dice).items():
        dodges = defense.last(defense.first(shown) + concentrates + defense.dodges)
        found[dodges] = found.get(dodges, 0) + weight
    return found


def _remaining_damage(hits: int, criticals: int, dodged: int, armor: int) -> tuple[int, int]:
    """Return the normal and the critical damage: dodges cancel hits before criticals, armor deflects hits alone."""
    cancelled = min(hits, dodged)
    return max(0, hits - cancelled - armor), max(0, criticals - (dodged - cancelled))


def _rerolled_weights(red: AttackDie, attack: Attack, pools: Pools, dodges: dict[int, int], armor: int) -> Weights:
    """Return the weights of the attack results after the Target Token, over all outcomes of two rolls of each die."""
    hit = red.hits + (red.concentrates if attack.concentrate else 0)
    worth, sides = (hit, red.criticals, red.sides - hit - red.criticals), red.sides
    again = {dice: _roll_weights(worth, dice) for dice in range(attack.dice + 1)}

    @cache
    def mean(hits: int, criticals: int) -> int:
        changed = attack.hits(hits), attack.criticals(criticals)
        return sum(times * sum(_remaining_damage(*changed, dodged, armor)) for dodged, times in dodges.items())

    @cache
    def expected(hits: int, criticals: int, free: int) -> int:
        """Return the damage with these results and `free` dice to roll, scaled to a common total weight."""
        rolls = again[free].items()
        total = sum(times * mean(hits + more, criticals + better) for (more, better), times in rolls)
        return total * int(sides ** (attack.dice - free))

    found: Weights = {}
    for (hits, criticals, more_hits, more_criticals), weight in pools.items():
        _, _, kept_criticals, kept_hits = max(
            (
                expected(kept + more_hits, better + more_criticals, attack.dice - kept - better),
                kept + better,
                better,
                kept,
            )
            for kept in range(hits + 1)
            for better in range(criticals + 1)
        )
        free = attack.dice - kept_hits - kept_criticals
        for (more, better), times in again[free].items():
            shown = (kept_hits + more_hits + more, kept_criticals + more_criticals + better)
            _add(found, shown, weight * times * sides ** (attack.dice - free))
    return found

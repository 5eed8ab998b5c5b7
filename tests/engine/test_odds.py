"""The odds of an attack, compared with every way that the dice can fall, face by face."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rulesapi.engine.games.attack_wing.odds import (
    MAX_DICE,
    Attack,
    AttackDie,
    Change,
    Defense,
    DefenseDie,
    odds,
    odds_of_defense,
)

RED, GREEN = AttackDie(4, 1, 1, 1), DefenseDie(4, 2, 1)
PLAIN = AttackDie(8, 3, 1, 2), DefenseDie(8, 3, 2)


def faces(**counts):
    return [word for word, number in counts.items() for _ in range(number)]


def red_faces(die):
    blank = die.sides - die.hits - die.criticals - die.concentrates
    return faces(hit=die.hits, critical=die.criticals, concentrate=die.concentrates, blank=blank)


def green_faces(die):
    return faces(dodge=die.dodges, concentrate=die.concentrates, blank=die.sides - die.dodges - die.concentrates)


def changed(number, change):
    """Add the numbers of a change one after the other, and never go below 0."""
    return max(number + change.by, change.least)


def without(shown, kind, change):
    """Turn to blank the dice that a change takes away; return the dice and the number of results that no die shows."""
    left, dice = changed(shown.count(kind), change), list(shown)
    for _ in range(max(0, shown.count(kind) - left)):
        dice[dice.index(kind)] = "blank"
    return dice, left - dice.count(kind)


def before_tokens(shown, attack):
    """Apply the changes before the attacker's tokens; return the dice and the results that no die shows."""
    dice, hits = without(shown, "hit", attack.first_hits)
    dice, criticals = without(dice, "critical", attack.first_criticals)
    return dice, ["hit"] * hits + ["critical"] * criticals


def one_attack(shown, dodged, attack, defense):
    """Resolve an attack by the rulebook, one result after the other; the attacker has re-rolled already."""
    results = ["hit" if one == "concentrate" and attack.concentrate else one for one in shown]
    hits, criticals = results.count("hit"), results.count("critical")
    results = ["hit"] * changed(hits, attack.hits) + ["critical"] * changed(criticals, attack.criticals)
    dodges = changed(dodged.count("dodge"), defense.first) + defense.dodges
    dodges += dodged.count("concentrate") if defense.concentrate else 0
    for _ in range(changed(dodges, defense.last)):
        for kind in ("hit", "critical"):
            if kind in results:
                results.remove(kind)
                break
    for _ in range(0 if attack.penetrates else defense.armor):
        if "hit" in results:
            results.remove("hit")
    return results.count("hit"), results.count("critical")


def mean_of(shown, green, attack, defense):
    rolls = list(product(green, repeat=max(0, defense.dice)))
    return Fraction(sum(sum(one_attack(shown, dodged, attack, defense)) for dodged in rolls), len(rolls))


def counted_out(red, green, attack, defense):
    """Count every face of every die; with a Target Token try every choice of dice to roll again."""
    red, green = red_faces(red), green_faces(green)
    worth = Worth(green, attack, defense)
    found: Counter = Counter()
    for shown in product(red, repeat=attack.dice):
        dice, added = before_tokens(shown, attack)
        endings = {(*dice, *added): Fraction(1)}
        if attack.target:
            tries = []
            for again in product((False, True), repeat=attack.dice):
                options = [red if one else [unrolled] for one, unrolled in zip(again, dice, strict=True)]
                rolls = Counter((*one, *added) for one in product(*options))
                mean = sum(worth[one] * times for one, times in rolls.items()) / rolls.total()
                tries.append((mean, -sum(again), rolls))
            rolls = max(tries, key=lambda trial: trial[:2])[2]
            endings = {one: Fraction(times, rolls.total()) for one, times in rolls.items()}
        for ending, chance in endings.items():
            for dodged in product(green, repeat=max(0, defense.dice)):
                found[one_attack(ending, dodged, attack, defense)] += chance
    whole = sum(found.values())
    return {left: chance / whole for left, chance in found.items()}


class Worth(dict):
    """The mean damage of each row of results, computed on first use."""

    def __init__(self, green, attack, defense):
        super().__init__()
        self.rest = green, attack, defense

    def __missing__(self, shown):
        return self.setdefault(shown, mean_of(shown, *self.rest))


CASES = [
    (Attack(0), Defense(2)),
    (Attack(1), Defense(0)),
    (Attack(2), Defense(1)),
    (Attack(2), Defense(-1, dodges=1)),
    (Attack(3), Defense(2, armor=1)),
    (Attack(3, concentrate=True), Defense(2, dodges=1, concentrate=True)),
    (Attack(2, penetrates=True), Defense(1, armor=2)),
    (Attack(2, target=True), Defense(1)),
    (Attack(3, target=True), Defense(1, armor=1)),
    (Attack(2, target=True, concentrate=True), Defense(1, dodges=1)),
    (Attack(3, target=True, concentrate=True), Defense(1, dodges=1, armor=2)),
    (Attack(2, target=True, penetrates=True), Defense(1, concentrate=True, armor=3)),
    (Attack(2, hits=Change.of([1])), Defense(2, armor=1)),
    (Attack(2, target=True, hits=Change.of([1]), criticals=Change.of([1])), Defense(2, armor=2)),
    (Attack(3, first_hits=Change.of([-2, 1])), Defense(1)),
    (Attack(2, target=True, first_hits=Change.of([-1])), Defense(1, armor=1)),
    (Attack(2, target=True, concentrate=True, first_hits=Change.of([-1])), Defense(1)),
    (Attack(3, target=True, first_criticals=Change.of([-1]), hits=Change.of([1])), Defense(1, armor=1)),
    (Attack(2, target=True, first_hits=Change.of([1]), hits=Change.of([-2])), Defense(1)),
    (Attack(2, target=True, criticals=Change.of([-1])), Defense(1)),
    (Attack(2), Defense(2, first=Change.of([-1]))),
    (Attack(3), Defense(2, dodges=1, concentrate=True, first=Change.of([-1]))),
    (Attack(3), Defense(2, dodges=1, first=Change.of([-3]), last=Change.of([-1, 1]))),
    (Attack(2, target=True, concentrate=True), Defense(2, dodges=1, concentrate=True, first=Change.of([-2]))),
]


@pytest.mark.parametrize("numbers", [[], [1], [-1], [-2, 3], [3, -2], [-1, 1, -5, 2], [2, -4, 1]])
def test_a_change_is_its_numbers_one_after_the_other_and_held_at_none(numbers) -> None:
    for start in range(6):
        number = start
        for by in numbers:
            number = max(0, number + by)
        assert Change.of(numbers)(start) == number


@pytest.mark.parametrize(("attack", "defense"), CASES, ids=str)
@pytest.mark.parametrize("dice", [(RED, GREEN), (AttackDie(3, 0, 1, 0), DefenseDie(2, 0, 1))], ids=["some", "few"])
def test_the_odds_are_those_of_every_way_the_dice_can_fall(dice, attack, defense) -> None:
    expected = counted_out(*dice, attack, defense)
    if attack.dice == 0:
        expected = {(0, 0): 1}
    chances = odds(*dice, attack, defense).chances
    means = [sum(sum(left) * chance for left, chance in one.items()) for one in (chances, expected)]
    assert means[0] == means[1]
    assert {left: chance for left, chance in chances.items() if chance} == expected


@pytest.mark.parametrize("shown", [(0, 0), (2, 0), (1, 2)])
@pytest.mark.parametrize("defense", [Defense(0), Defense(2, armor=1), Defense(2, dodges=1, concentrate=True)])
def test_after_the_attack_roll_only_the_defense_is_open(shown, defense) -> None:
    rolled = ["hit"] * shown[0] + ["critical"] * shown[1]
    rolls = list(product(green_faces(GREEN), repeat=defense.dice))
    expected = Counter(one_attack(rolled, dodged, Attack(3), defense) for dodged in rolls)
    chances = odds_of_defense(shown, GREEN, Attack(3), defense).chances
    assert chances == {left: Fraction(times, len(rolls)) for left, times in expected.items()}


def test_the_summaries_of_the_odds_agree() -> None:
    found = odds(*PLAIN, Attack(4, target=True), Defense(2, armor=1))
    assert sum(found.chances.values()) == sum(found.damage) == found.at_least(0) == 1
    assert found.mean == sum(found.at_least(number) for number in range(1, len(found.damage)))
    assert found.at_least(99) == 0
    assert 0 < found.critical < 1


@pytest.mark.parametrize("better", [{"target": True}, {"concentrate": True}, {"penetrates": True}, {"dice": 5}])
def test_help_for_the_attacker_never_reduces_the_damage(better) -> None:
    plain, helped = {"dice": 4}, {"dice": 4, **better}
    for defense in (Defense(0), Defense(3, armor=1), Defense(2, dodges=2, concentrate=True, armor=3)):
        assert odds(*PLAIN, Attack(**helped), defense).mean >= odds(*PLAIN, Attack(**plain), defense).mean


def test_a_hit_is_rolled_again_where_only_a_critical_counts() -> None:
    """Against armor that stops every hit, an attacker with a Target Token re-rolls every other die for criticals."""
    red = AttackDie(2, 1, 1, 0)
    found = odds(red, DefenseDie(2, 1, 0), Attack(1, target=True), Defense(0, armor=9))
    assert found.chances == {(0, 0): Fraction(1, 4), (0, 1): Fraction(3, 4)}


@pytest.mark.parametrize(
    ("red", "green", "attack", "defense"),
    [
        (AttackDie(8, 9, 0, 0), GREEN, Attack(1), Defense(1)),
        (AttackDie(8, -1, 0, 0), GREEN, Attack(1), Defense(1)),
        (RED, DefenseDie(0, 0, 0), Attack(1), Defense(1)),
        (RED, GREEN, Attack(MAX_DICE + 1), Defense(1)),
        (RED, GREEN, Attack(1), Defense(1, armor=-1)),
    ],
)
def test_dice_that_there_are_not_are_refused(red, green, attack, defense) -> None:
    with pytest.raises(ValueError, match=r"die|dice"):
        odds(red, green, attack, defense)

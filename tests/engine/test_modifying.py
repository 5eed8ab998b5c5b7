"""The order in which dice are modified, compared with every order that players could choose, die by die."""

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesapi.engine.resolutions.model import TableFacts
from rulesapi.engine.resolutions.play_rulesets import find_play_ruleset
from rulesapi.engine.resolutions.resolving import resolve
from tests.sampling import EXAMPLES

PLAY = find_play_ruleset("attack-wing")
NOTHING = TableFacts({}, {"slug": "attack-wing", "dice": []})
FACES = {"hits": "hit", "criticals": "critical", "dodges": "dodge"}
ATTACK_FACES = st.sampled_from(["hit", "critical", "concentrate", "blank"])
DEFENSE_FACES = st.sampled_from(["dodge", "concentrate", "blank"])
Results = tuple[tuple[str, ...], tuple[str, ...]]
"""The results that the dice show, and results that no die shows."""


@st.composite
def changes(draw: st.DrawFn, whats: tuple[str, ...]) -> dict[str, Any]:
    """Return a declared change, whose side and order may be left out."""
    found: dict[str, Any] = {"what": draw(st.sampled_from(whats)), "by": draw(st.integers(-2, 2)), "because": "a card"}
    if side := draw(st.sampled_from(["attacker", "defender", None])):
        found["side"] = side
    if (first := draw(st.sampled_from([True, False, None]))) is not None:
        found["first"] = first
    if draw(st.integers(0, 5)) == 0:
        found["adventure"] = True
    return found


@st.composite
def modified_attacks(draw: st.DrawFn) -> dict[str, Any]:
    """Return an attack of up to three dice whose results are changed, re-rolled and turned."""
    number, defended = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    spend = {
        "attacker": [one for one in ("target", "concentrate") if draw(st.booleans())],
        "defender": [one for one in ("dodge", "dodge", "concentrate") if draw(st.booleans())],
    }
    rolled: dict[str, Any] = {
        "attack": draw(st.lists(ATTACK_FACES, min_size=number, max_size=number)),
        "defense": draw(st.lists(DEFENSE_FACES, min_size=defended, max_size=defended)),
    }
    dice = st.integers(0, number - 1)
    if "target" in spend["attacker"]:
        again = draw(st.lists(dice, unique=True, max_size=2))
        rolled["reroll"] = [{"die": die, "face": draw(ATTACK_FACES)} for die in again]
    if draw(st.integers(0, 3)) == 0:
        card = {"because": "a jinx", "twice": True, "side": "defender"}
        rolled["reroll"] = [*rolled.get("reroll", ()), {"die": draw(dice), "face": draw(ATTACK_FACES), **card}]
    if draw(st.integers(0, 3)) == 0:
        card = {"because": "a trick", "side": draw(st.sampled_from(["attacker", "defender"]))}
        die = draw(st.integers(0, defended - 1))
        rolled["defense_reroll"] = [{"die": die, "face": draw(DEFENSE_FACES), **card}]
    return {
        "attacker": {
            "attack": number,
            "movement": "ground",
            "tokens": spend["attacker"],
            "weapons": [{"name": "Bite", "melee": True, "arc": "forward", "range": 1}],
        },
        "defender": {"agility": defended, "armor": 0, "health": 9, "movement": "ground", "tokens": spend["defender"]},
        "measured": {"range": 1},
        "spend": spend,
        "rolled": rolled,
        "changes": draw(st.lists(changes(tuple(FACES)), max_size=3)),
    }


def after_change(results: Results, face: str, by: int) -> Iterator[Results]:
    """Add results that no die shows, or remove some: from any source that shows them."""
    dice, added = results
    if by >= 0:
        yield dice, (*added, *[face] * by)
        return
    shown = [("die", place) for place, one in enumerate(dice) if one == face]
    shown += [("added", place) for place, one in enumerate(added) if one == face]
    for taken in itertools.combinations(shown, min(-by, len(shown))):
        yield (
            tuple("blank" if ("die", place) in taken else one for place, one in enumerate(dice)),
            tuple(one for place, one in enumerate(added) if ("added", place) not in taken),
        )


def after_dice(results: Results, again: list[dict[str, Any]], turned: str, more: int) -> Results:
    """Re-roll dice, turn all that show concentration to a face if one is named, and add dodges."""
    dice, added = list(results[0]), results[1]
    for one in again:
        dice[one["die"]] = one["face"]
    if turned:
        dice = [turned if one == "concentrate" else one for one in dice]
    return tuple(dice), (*added, *["dodge"] * more)


def all_ends(situation: dict[str, Any], die: str) -> set[tuple[int, ...]]:
    """Return the possible numbers of results, over all orders that the rulebook allows."""
    first, second = ("defender", "attacker") if die == "attack" else ("attacker", "defender")
    whats = ("hits", "criticals") if die == "attack" else ("dodges",)
    again = situation["rolled"].get("reroll" if die == "attack" else "defense_reroll", [])
    blocks = {side: [one for one in again if one.get("side", second) == side] for side in (first, second)}
    spent = situation["spend"][second]
    turned = ("hit" if die == "attack" else "dodge") if "concentrate" in spent else ""
    more = spent.count("dodge")
    rows = [one for one in situation["changes"] if one["what"] in whats]
    spending = {"attack": ("target", "concentrate"), "defense": ("dodge", "concentrate")}[die]
    busy = {side for side, block in blocks.items() if block or (side == second and {*spent} & {*spending})}
    ends = set()
    for ranks in itertools.product(*[places(one, first, second, busy) for one in rows]):
        order = sorted(range(len(rows)), key=lambda place: (ranks[place], place))
        states: set[Results] = {(tuple(situation["rolled"][die]), ())}
        for rank in range(7):
            if rank == 1:
                states = {after_dice(one, blocks[first], "", 0) for one in states}
            if rank == 4:
                states = {after_dice(one, blocks[second], turned, more) for one in states}
            for place in order:
                if ranks[place] == rank:
                    row = rows[place]
                    states = {end for one in states for end in after_change(one, FACES[row["what"]], row["by"])}
        ends |= {tuple([*dice, *added].count(FACES[what]) for what in whats) for dice, added in states}
    return ends


def places(change: dict[str, Any], first: str, second: str, busy: set[str]) -> list[int]:
    """Return the possible places of a change: before or after the dice of its side, which come second and fifth.

    If its side neither re-rolls nor spends tokens, changes only follow their own order.
    """
    if change.get("adventure"):
        return [6]
    found = []
    for side in [change["side"]] if "side" in change else [first, second]:
        early = [change["first"]] if "first" in change else [True, False]
        found += [(0 if side == first else 3) + (0 if one else 2) for one in (early if side in busy else [False])]
    return found


@pytest.mark.sampled
@settings(max_examples=EXAMPLES * 20)
@given(modified_attacks())
def test_modified_dice_are_certain_exactly_if_every_order_has_the_same_result(situation: dict[str, Any]) -> None:
    found = resolve(PLAY, PLAY.questions["attack"], situation, NOTHING).as_document()
    assert found["findings"] == []
    attacks, result = all_ends(situation, "attack"), found["result"]
    if len(attacks) > 1:
        assert (found["outcome"], result["hits"]) == ("undetermined", None)
        return
    assert {(result["hits"], result["criticals"])} == attacks
    dodges = all_ends(situation, "defense")
    if len(dodges) > 1:
        assert (found["outcome"], result["dodges"]) == ("undetermined", None)
    else:
        assert (found["outcome"], {(result["dodges"],)}) == ("allowed", dodges)

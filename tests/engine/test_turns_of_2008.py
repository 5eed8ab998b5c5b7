"""Actions of a turn in D&D Miniatures 2008, compared with all ways to fill the places of a turn."""

from itertools import product

import pytest

from rulesapi.engine.games.dnd_miniatures_2008.play.turn import fits

PLACES = (("move", "minor", None), ("attack", "move", "minor", None), ("minor", None))
"""The actions that can fill each place of a turn: that of the move, of the attack, and of the minor action (403.1)."""


@pytest.mark.sampled
def test_a_turn_has_room_for_what_fills_its_places_in_some_way() -> None:
    turns = {tuple(filled.count(action) for action in ("move", "attack", "minor")) for filled in product(*PLACES)}
    for counts in product(range(4), repeat=3):
        assert fits(*counts) is (counts in turns), counts

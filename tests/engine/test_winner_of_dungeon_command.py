"""The winner in Dungeon Command, compared with a ranking."""

from itertools import product
from typing import Any

import pytest

from tests.engine.test_situations import answered


def ranking(players: list[dict[str, Any]]) -> list[int] | None:
    """Return the places of the winners by sorting, None while the game goes on: pages 14 and 15 once more."""
    if not any(one["no_creatures"] or one["morale"] <= 0 for one in players):
        return None
    members = {team: [one for one in players if one["team"] == team] for team in {one["team"] for one in players}}
    scores = {
        team: (sum(one["morale"] for one in of), sum(one["levels"] for one in of))
        for team, of in members.items()
        if not any(one["no_creatures"] for one in of)
    }
    best = max(scores.values())
    return [place for place, one in enumerate(players) if scores.get(one["team"]) == best]


@pytest.mark.sampled
def test_the_winner_is_the_first_of_a_ranking() -> None:
    for team_of, morales, levels, without in product(
        ((1, 2, 3), (1, 2, 1, 2)), product((0, 4, 5), repeat=4), ((2, 2, 2, 2), (1, 2, 3, 4)), (None, 0, 2)
    ):
        players = [
            {
                "team": team,
                "morale": morales[place],
                "no_creatures": place == without,
                "levels": 0 if place == without else levels[place],
            }
            for place, team in enumerate(team_of)
        ]
        found = answered("dungeon-command", "winner", {"players": players})["result"]
        wanted = ranking(players)
        assert found["ended"] == (wanted is not None), players
        if wanted is not None:
            assert sorted(found["winners"]) == [f"/players/{place}" for place in wanted], players

"""Victory points of D&D Miniatures 2008, compared with points counted one by one as they are scored."""

import random
from typing import Any

import pytest

from tests.engine.test_situations import answered


def counted(situation: dict[str, Any]) -> list[tuple[int, int]]:
    """Return the totals after each round, counted event by event."""
    last = max([one["round"] for one in situation["fallen"]] + [len(situation["rounds"])], default=0)
    totals, found = {"one": 0, "other": 0}, []
    for number in range(1, last + 1):
        for fallen in situation["fallen"]:
            if fallen["round"] == number:
                scorer = "other" if fallen["owner"] == "one" else "one"
                totals[scorer] += fallen["cost"] + (5 if situation["scenario"] == "bounty" else 0)
        held = situation["rounds"][number - 1] if number <= len(situation["rounds"]) else {}
        for player in totals:
            if situation["scenario"] == "uncontested-victory":
                totals[player] += 5 * held.get(f"{player}_areas", 0)
            elif held.get(f"{player}_holds"):
                totals[player] += 10
        found.append((totals["one"], totals["other"]))
    return found


def first_at_limit(situation: dict[str, Any], limit: int) -> tuple[int, set[str]] | None:
    """Return the first round in which players have enough points, and these players.

    Each creature falls in an action of its own.
    """
    moments: list[tuple[int, dict[str, int]]] = []
    for number in range(1, 7):
        for fallen in situation["fallen"]:
            if fallen["round"] == number:
                scorer = "other" if fallen["owner"] == "one" else "one"
                moments.append((number, {scorer: fallen["cost"] + (5 if situation["scenario"] == "bounty" else 0)}))
        held = situation["rounds"][number - 1 : number]
        points = counted({"scenario": situation["scenario"], "fallen": [], "rounds": held}) or [(0, 0)]
        moments.append((number, dict(zip(("one", "other"), points[-1], strict=True))))
    totals = {"one": 0, "other": 0}
    for number, gained in moments:
        totals = {player: total + gained.get(player, 0) for player, total in totals.items()}
        if enough := {player for player, total in totals.items() if total >= limit}:
            return number, enough
    return None


def drawn(draw: random.Random) -> dict[str, Any]:
    """Return a game drawn by chance, in which the 5 points of an area come in place of the 10."""
    sides = ("one", "other")
    rounds = [
        {f"{side}_holds": draw.random() < 0.5 for side in sides}
        | {f"{side}_areas": draw.randint(0, 3) for side in sides}
        for _ in range(draw.randint(0, 5))
    ]
    fallen = [
        {"name": "A guest", "cost": draw.randint(5, 60), "owner": draw.choice(sides), "round": draw.randint(1, 6)}
        for _ in range(draw.randint(0, 6))
    ]
    scenario = draw.choice(("assault", "bounty", "uncontested-victory"))
    return {"scenario": scenario, "limit": 1000, "reading": "instead", "rounds": rounds, "fallen": fallen}


@pytest.mark.sampled
def test_points_are_those_that_are_counted_event_by_event() -> None:
    draw = random.Random(105)
    for _ in range(100):
        situation = drawn(draw)
        found = answered("dnd-miniatures-2008", "victory-points", situation)
        assert (found["outcome"], found["result"]["ends"]) == ("allowed", False)
        totals = [(row["one_total"], row["other_total"]) for row in found["result"]["rounds"]]
        assert totals == counted(situation), situation
        assert (found["result"]["one"], found["result"]["other"]) == (totals or [(0, 0)])[-1]


@pytest.mark.sampled
def test_the_first_player_at_the_limit_wins_in_that_round() -> None:
    draw = random.Random(103)
    ends = 0
    for _ in range(300):
        situation = drawn(draw) | {"limit": 50}
        for one in situation["fallen"]:
            one["together"] = False
        first = first_at_limit(situation, 50)
        result = answered("dnd-miniatures-2008", "victory-points", situation)["result"]
        if first is None:
            assert result["ends"] is False, situation
            continue
        ends += 1
        number, players = first
        assert len(result["rounds"]) == number, situation
        if len(players) == 1:
            assert (result["ends"], result["winner"]) == (True, f"/{players.pop()}"), situation
    assert ends > 100

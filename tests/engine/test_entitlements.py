"""Entitlements equal what judging permits: each use is entered and compared."""

from collections.abc import Iterator
from typing import Any

import pytest

from rulesapi.engine.campaigns.verdict import judge_record
from tests.engine.test_campaign_records import ADVENTURES, FILES, TERMS
from tests.nonempty import nonempty

ARTIFACTS = ("aerobat-amulet", "iron-tail-spike", "ring-of-swift-breath")
NEXT = (
    ("ambush-in-the-valley", "balagos"),
    ("ambush-in-the-valley", "eshaedra"),
    ("ambush-in-the-valley", "galadaeros"),
    ("in-for-a-penny-in-for-a-pounding", "eshaedra"),
)
ABOUT = ("artifact-not-earned", "artifact-reuse", "xp-budget", "xp-reuse", "adventure-reward-once", "unknown-player")
RECORDS = {f"{rule}: {case['name']}": case["record"] for rule in ABOUT for case in FILES[rule]["cases"]}


def judged(record: Any, entitling: tuple[str, str] | None = None) -> Any:
    return judge_record(record, ADVENTURES, TERMS, release=1, entitling=entitling)


def entitled(record: Any) -> Iterator[tuple[tuple[str, str], str, Any]]:
    """Yield the entitlements of each present player for each side that may be played next."""
    for place in NEXT:
        verdict = judged(record, place)
        there = [one["player"] for one in verdict["players"] if one["left"] is None]
        assert [one["player"] for one in verdict["entitlements"]] == there
        for one in verdict["entitlements"]:
            yield place, one["player"], one["entitlements"]


def entered(record: Any, place: tuple[str, str], player: str, **used: Any) -> tuple[dict[str, Any], set[str]]:
    """Return the findings at each place of the seat where something is used, and the open questions there."""
    adventure, side = place
    seat = {"player": player, "side": side, **used}
    game = {"type": "played", "id": "next", "adventure": adventure, "seats": [seat], "report": {}}
    at = f"/entries/{len(record['entries'])}/seats/0"
    verdict = judged({**record, "entries": [*record["entries"], game]})
    found = {
        (one["code"].partition("/")[2], one["at"][0].removeprefix(at)): one
        for one in verdict["findings"]
        if one["at"][0].startswith(at)
    }
    return found, {
        (one["question"], where.removeprefix(at)) for one in verdict["open"] for where in one["at"] if at in where
    }


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_an_artifact_is_offered_exactly_where_it_can_be_carried_with_where_it_was_used(record: Any) -> None:
    if record["entries"][-1]["type"] == "ended":
        return
    settled = [row["question"] for row in record.get("settles", ())]
    for place, player, may in nonempty(entitled(record)):
        found, open_ = entered(record, place, player, artifacts=list(ARTIFACTS))
        offered = {row["card"]: row for row in may["artifacts"]}
        assert sorted(offered) == [row["card"] for row in may["artifacts"]]
        for number, card in enumerate(ARTIFACTS):
            at = f"/artifacts/{number}"
            row = offered.get(card)
            assert (("artifact-not-earned", at) in found) == (row is None)
            if row is None:
                continue
            if row["sure"]:
                assert "question" not in row
            elif "question" in row:
                assert (row["question"], at) in open_
            again = found.get(("artifact-reuse", at))
            assert (again is not None) == row.get("used_sure", False)
            if again is not None:
                assert again["facts"]["earlier"] == row["used_in"]
            may_be = "used_in" in row and not row["used_sure"] and "draw-uses-up" not in settled
            assert (("draw-uses-up", at) in open_) == may_be


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_experience_is_offered_as_far_as_it_can_be_spent_with_where_it_was_spent(record: Any) -> None:
    if record["entries"][-1]["type"] == "ended":
        return
    for place, player, may in nonempty(entitled(record)):
        found, _ = entered(record, place, player, points_bought=may["xp"]["most"] + 1)
        budget = found["xp-budget", ""]
        assert budget["facts"]["earned"] == may["xp"]["most"]
        assert budget["entries"] == ["next", *may["xp"]["entries"]]
        again = found.get(("xp-reuse", ""))
        assert (again is not None) == may["xp"].get("used_sure", False)
        if again is not None:
            assert again["facts"]["earlier"] == may["xp"]["used_in"]
        if may["xp"]["most"]:
            found, _ = entered(record, place, player, points_bought=may["xp"]["most"])
            assert ("xp-budget", "") not in found
        assert 0 <= may["xp"]["least"] <= may["xp"]["most"]


def test_nobody_is_entitled_in_an_adventure_or_on_a_side_that_there_is_not() -> None:
    record = {"game": "attack-wing", "entries": [{"type": "joined", "id": "j", "player": "ann"}]}
    for place in (("nowhere", "balagos"), ("ambush-in-the-valley", "nobody")):
        with pytest.raises(LookupError):
            judged(record, place)


def test_the_entry_that_earned_an_artifact_is_named() -> None:
    [record] = [one for name, one in RECORDS.items() if name.endswith("an artifact goes with whoever earned it")]
    sources = {
        (player, row["card"], row["entry"])
        for place, player, may in entitled(record)
        for row in may["artifacts"]
        if place[0] != "ambush-in-the-valley"
    }
    earned = {
        (one["player"], card["card"], card["entry"]) for one in judged(record)["players"] for card in one["cards"]
    }
    assert sources == earned

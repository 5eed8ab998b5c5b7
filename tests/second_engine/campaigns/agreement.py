"""The engine and the second judge of records, side by side over records made up by number."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from rulesapi.engine.campaigns.adventures import Adventure
from rulesapi.engine.campaigns.verdict import judge_record
from rulesapi.engine.core.library import find_ruleset
from tests.second_engine.campaigns.generator import RecordMaker
from tests.second_engine.campaigns.judge import QUESTIONS, World, judge
from tests.second_engine.campaigns.worlds import TooManyWorlds, worlds

CASES = Path(__file__).parents[2] / "cases" / "attack-wing" / "campaigns"
TERMS = find_ruleset("attack-wing/1").campaign


@cache
def adventures() -> dict[str, Any]:
    """The adventures of the conformance cases."""
    return {one["slug"]: one for one in json.loads((CASES / "adventures.json").read_text("utf-8"))}


def agree_on_what_is_told(seed: int) -> None:
    """Fail unless both say the same of a record in which everything is told and settled."""
    record = RecordMaker(seed, adventures(), gaps=False).record()
    verdict = first(record)
    (filled, readings), *_ = worlds(record, adventures(), QUESTIONS)
    world = judge(filled, adventures(), readings)
    assert breaches(verdict) == world.breaches, (seed, json.dumps(record))
    spans = {one["player"]: (one["xp"]["least"], one["xp"]["most"]) for one in verdict["players"]}
    earned = {player: sum(world.xp.get(player, {}).values()) for player in spans}
    assert spans == {player: (xp, xp) for player, xp in earned.items()}, (seed, json.dumps(record))
    cards = {one["player"]: sorted((card["card"], card["sure"]) for card in one["cards"]) for one in verdict["players"]}
    assert cards == {
        player: sorted(
            [(card, True) for card, _, _ in world.cards.get(player, ())]
            + [(card, False) for card, _, _ in world.maybe.get(player, ())]
        )
        for player in cards
    }, (seed, json.dumps(record))


def agree_on_what_is_sure(seed: int) -> bool:
    """Fail if the engine says of a record with gaps what could be otherwise; false where too many ways were open."""
    record = RecordMaker(seed, adventures(), gaps=True).record()
    verdict = first(record)
    try:
        possible = played_out(record)
    except TooManyWorlds:
        return False
    told = json.dumps(record)
    assert breaches(verdict) <= set.intersection(*(world.breaches for world in possible)), (seed, told)
    for one in verdict["players"]:
        for world in possible:
            xp = sum(world.xp.get(one["player"], {}).values())
            assert one["xp"]["least"] <= xp <= one["xp"]["most"], (seed, one["player"], told)
            sure = {card["card"] for card in one["cards"] if card["sure"]}
            assert sure <= {card for card, _, _ in world.cards.get(one["player"], ())}, (seed, told)
    errors = [{code for code, _ in world.breaches} - {"adventure-players"} for world in possible]
    if verdict["verdict"] == "legal":
        assert not any(errors), (seed, told)
    if verdict["verdict"] == "illegal":
        assert all(errors), (seed, told)
    return True


def first(record: Any) -> Any:
    """The verdict of the engine."""
    return judge_record(record, {slug: Adventure.read(one) for slug, one in adventures().items()}, TERMS, release=1)


def breaches(verdict: Any) -> set[tuple[str, str]]:
    """What is wrong by a verdict, each by its rule and its places: of corrections in a circle the first one."""
    found = set()
    for one in verdict["findings"]:
        code = one["code"].partition("/")[2]
        found |= {(code, at) for at in (one["at"][:1] if code == "correction-cycle" else one["at"])}
    return found


def played_out(record: Any) -> list[World]:
    """What the second judge says of each way in which the gaps of a record can be filled."""
    return [judge(filled, adventures(), readings) for filled, readings in worlds(record, adventures(), QUESTIONS)]

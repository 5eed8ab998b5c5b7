"""Rewards of sessions: given and reported once, equal findings joined, and drawn adventures played again."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.engine_rate import count_lines
from rulesapi.engine.campaigns.adventures import Adventure
from rulesapi.engine.campaigns.bounds import MAX_COMPARISONS, size_of
from rulesapi.engine.campaigns.breaches import MAX_FINDINGS, MAX_NAMED
from rulesapi.engine.campaigns.verdict import judge_record
from rulesapi.engine.core.library import find_ruleset
from tests.engine import made_up_adventures
from tests.second_engine.campaigns.generator import RecordMaker

FOLDER = Path(__file__).parents[2] / "fixtures" / "attack-wing" / "adventures"
DOCUMENTS = [json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.json"))]
ADVENTURES = {one["slug"]: Adventure.read(one) for one in DOCUMENTS}
NAMES = {"aerobat-amulet": "Aerobat Amulet", "galadaeros": "Galadaeros", "eshaedra": "Eshaedra"}
TERMS = find_ruleset("attack-wing/1").campaign
LAIR, VALLEY = "in-for-a-penny-in-for-a-pounding", "ambush-in-the-valley"
WON = {"sides": {"galadaeros": {"end": "defeated"}, "eshaedra": {"end": "present"}}}
DRAWN = {"sides": {"galadaeros": {"end": "defeated"}, "eshaedra": {"end": "defeated"}}}


def joined(*players: str) -> list[dict[str, Any]]:
    return [{"type": "joined", "id": f"j-{player}", "player": player} for player in players]


def lair(word: str, report: dict[str, Any], **facts: Any) -> dict[str, Any]:
    seats = [{"player": "ann", "side": "eshaedra"}, {"player": "bo", "side": "galadaeros"}]
    return {"type": "played", "id": word, "adventure": LAIR, "seats": seats, "report": report, **facts}


def valley(word: str, *players: str) -> dict[str, Any]:
    sides = ("balagos", "eshaedra", "galadaeros")
    seats = [{"player": player, "side": side} for player, side in zip(players, sides, strict=True)]
    return {"type": "played", "id": word, "adventure": VALLEY, "seats": seats, "report": {}}


def judged(*entries: Any, players: tuple[str, ...] = ("ann", "bo"), **facts: Any) -> Any:
    record = {"game": "attack-wing", "entries": [*joined(*players), *entries], **facts}
    return judge_record(record, ADVENTURES, TERMS, release=1, names=NAMES)


def codes(findings: list[dict[str, Any]]) -> list[str]:
    return [one["code"].partition("/")[2] for one in findings]


# -- rewards -------------------------------------------------------------------------------------------------------


def test_rewards_earned_before_are_remarks_and_not_earned_again() -> None:
    amulet = [{"player": "ann", "card": "aerobat-amulet"}]
    verdict = judged(lair("g1", WON, rewards=amulet), lair("g2", WON))
    first, second = (one["rewards"] for one in verdict["sessions"])
    assert [(one["player"], one["xp"], one["card_sure"]) for one in first] == [("ann", {"least": 1, "most": 1}, True)]
    assert second == []
    assert verdict["verdict"] == "legal"
    [remark] = verdict["remarks"]
    assert (remark["code"], remark["entries"]) == ("attack-wing/reward-had-before", ["g2", "g1"])
    assert remark["cite"]["page"] == 35


def test_a_replay_that_claims_two_things_is_one_finding_with_both_places() -> None:
    both = [{"player": "ann", "xp": 1, "card": "aerobat-amulet"}]
    verdict = judged(lair("g1", WON, rewards=both), lair("g2", WON, rewards=both))
    [finding] = verdict["findings"]
    assert finding["code"] == "attack-wing/adventure-reward-once"
    assert finding["at"] == ["/entries/3/rewards/0/xp", "/entries/3/rewards/0/card"]
    assert verdict["remarks"] == []


def test_rewards_possibly_earned_before_are_possibly_earned_now() -> None:
    verdict = judged(lair("g1", {}), lair("g2", WON))
    assert [one["xp"] for one in verdict["sessions"][1]["rewards"]] == [{"least": 1, "most": 1}]
    assert verdict["remarks"] == []


# -- draws ---------------------------------------------------------------------------------------------------------


def test_a_draw_of_the_first_adventure_is_played_again_before_the_next() -> None:
    verdict = judged(lair("g1", DRAWN), valley("g2", "ann", "bo", "cy"), players=("ann", "bo", "cy"))
    assert codes(verdict["remarks"]) == ["draw-not-replayed"]
    [remark] = verdict["remarks"]
    assert (remark["at"], remark["entries"]) == (["/entries/4/adventure"], ["g2", "g1"])
    assert remark["cite"] == {
        "source": "Attack Wing rulebook",
        "page": 36,
        "section": None,
        "at": "p36/after-the-battle",
    }
    assert not verdict["findings"]


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        ([lair("g1", DRAWN), lair("g2", WON), valley("g3", "ann", "bo", "cy")], "it was played again"),
        ([lair("g1", DRAWN), valley("g3", "cy", "dee", "eve")], "others play"),
        ([lair("g1", {}), valley("g3", "ann", "bo", "cy")], "it is not known to be one"),
        ([lair("g1", WON), valley("g3", "ann", "bo", "cy")], "it was none"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_no_draw_is_remarked_on_that_nobody_left_behind(entries: list[Any], why: str) -> None:
    verdict = judged(*entries, players=("ann", "bo", "cy", "dee", "eve"))
    assert "draw-not-replayed" not in codes(verdict["remarks"]), why


# -- words ---------------------------------------------------------------------------------------------------------


def test_findings_name_cards_and_no_name_twice() -> None:
    seats = [
        {"player": "ann", "side": "eshaedra", "artifacts": ["aerobat-amulet"], "list": {"cards": ["wraith"]}},
        {"player": "bo", "side": "galadaeros"},
    ]
    verdict = judged(lair("g1", WON, seats=seats))
    said = {one["code"].partition("/")[2]: one["message"] for one in verdict["findings"]}
    assert said["artifact-not-earned"] == "ann carries Aerobat Amulet, but has not earned it before."
    assert said["adventure-required-card"].count("Eshaedra") == 1
    assert [one["facts"]["card"] for one in verdict["findings"]] == ["eshaedra", "aerobat-amulet"]


def test_a_card_that_the_catalog_does_not_have_is_named_by_its_slug() -> None:
    seats = [{"player": "ann", "side": "eshaedra", "artifacts": ["no-card"]}, {"player": "bo", "side": "galadaeros"}]
    assert "carries no-card" in judged(lair("g1", WON, seats=seats))["findings"][0]["message"]


# -- bounds --------------------------------------------------------------------------------------------------------


def long_record(games: int, artifacts: int) -> dict[str, Any]:
    seats = [{"player": "ann", "side": "eshaedra", "artifacts": [f"card-{number}" for number in range(artifacts)]}]
    game = {"type": "played", "adventure": VALLEY, "seats": [{**seats[0], "points_bought": 2}], "report": {}}
    return {"game": "attack-wing", "entries": [*joined("ann"), *({**game, "id": f"g{n}"} for n in range(games))]}


@pytest.mark.sampled
def test_the_work_of_judging_grows_with_the_record_and_no_faster() -> None:
    def work(games: int) -> int:
        return count_lines(lambda: judge_record(long_record(games, 20), ADVENTURES, TERMS, release=1))

    few, many = work(50), work(200)
    assert many < few * 4 * 1.2


def test_a_hundred_findings_of_a_kind_are_listed_and_the_others_counted() -> None:
    verdict = judge_record(long_record(300, 2), ADVENTURES, TERMS, release=1)
    told = codes(verdict["findings"])
    more = {one["code"].partition("/")[2]: one["number"] for one in verdict["more"]}
    assert more.keys() == {code for code in told if told.count(code) == MAX_FINDINGS}
    assert more["artifact-not-earned"] == 2 * 300 - MAX_FINDINGS
    assert more["xp-reuse"] == 299 - MAX_FINDINGS


def test_a_finding_names_a_few_entries_and_counts_the_others() -> None:
    earned = [lair(f"g{number}", WON) for number in range(60)]
    seat = [{"player": "ann", "side": "eshaedra", "points_bought": 9}, {"player": "bo", "side": "galadaeros"}]
    verdict = judged(*earned, lair("last", WON, seats=seat))
    [budget] = [one for one in verdict["findings"] if one["code"] == "attack-wing/xp-budget"]
    assert len(budget["entries"]) == MAX_NAMED
    assert budget["entries"][0] == "last"
    assert budget["more"] == {"at": 0, "entries": 61 - MAX_NAMED}


def test_a_circle_of_a_thousand_corrections_names_a_few() -> None:
    ring = [{"type": "corrected", "id": f"e{n}", "of": f"e{(n + 1) % 1000}", "entry": None} for n in range(1000)]
    verdict = judge_record({"game": "attack-wing", "entries": ring}, ADVENTURES, TERMS, release=1)
    [finding] = verdict["findings"]
    assert finding["more"] == {"at": 980, "entries": 980}
    assert "and 980 more" in finding["message"]


@pytest.mark.sampled
def test_no_verdict_is_longer_than_was_counted_before() -> None:
    documents = {slug: one.document for slug, one in ADVENTURES.items() if one.outcomes}
    for seed in range(60):
        record = RecordMaker(seed, documents, gaps=seed % 2 == 1).record()
        verdict = judge_record(record, ADVENTURES, TERMS, release=1, entitling=(VALLEY, "eshaedra"))
        counted = {field: verdict[field] for field in ("sessions", "players", "standings", "unknown", "entitlements")}
        assert len(json.dumps(counted)) - 2_000 <= size_of(record, ADVENTURES).answer_bytes, seed


def test_questions_that_can_be_settled_in_a_million_ways_are_counted_and_never_tried() -> None:
    readings = [{"reading": word, "text": word} for word in ("yes", "no")]
    questions = [{"question": f"q{number}", "text": "?", "readings": readings} for number in range(20)]
    own = made_up_adventures.adventure(questions=questions)
    won = {"side": "upper", "is": ["won"]}
    own["outcomes"][0]["when"] = [
        {"all": [won], "question": one["question"], "reading": "yes"} for one in own["questions"]
    ]
    game = {"type": "played", "id": "g", "adventure": own["slug"], "seats": [{"player": "ann", "side": "upper"}]}
    record = {"game": "attack-wing", "adventures": [own], "entries": [*joined("ann"), game]}
    size = size_of(record, ADVENTURES)
    assert size.comparisons > MAX_COMPARISONS
    assert "1,500,000" in str(size.excess())

"""Campaigns: the conformance cases of records, the adventures that come with Muster, and invalid records."""

import copy
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulesapi.engine.campaigns import reachability
from rulesapi.engine.campaigns.adventures import Adventure, Report
from rulesapi.engine.campaigns.outcomes import ending_of
from rulesapi.engine.campaigns.reachability import reachability_of
from rulesapi.engine.campaigns.terms import HOUSE_TERMS, RECORD_RULES
from rulesapi.engine.campaigns.verdict import digest, judge_record
from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library, find_ruleset
from rulesapi.engine.search.candidates import search_candidates
from rulesapi.engine.search.fixes import fixes
from rulesapi.engine.values.model import CannotJudge
from tests.engine import conformance_cases, made_up_adventures
from tests.engine.generators import validator
from tests.nonempty import nonempty
from tests.second_engine.campaigns.generator import RecordMaker

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "cases" / "attack-wing" / "campaigns"
FIXTURES = [json.loads(path.read_text("utf-8")) for path in sorted(ROOT.glob("fixtures/*/adventures/*.json"))]
TERMS = find_ruleset("attack-wing/1").campaign
FILES = {path.stem: json.loads(path.read_text("utf-8")) for path in CASES.glob("*.json") if path.stem != "adventures"}
ADVENTURES = {one["slug"]: Adventure.read(one) for one in json.loads((CASES / "adventures.json").read_text("utf-8"))}


def judged(record: Any) -> Any:
    return judge_record(record, ADVENTURES, TERMS, release=1)


def cases() -> Iterator[Any]:
    for rule, file in sorted(FILES.items()):
        for case in file["cases"]:
            yield pytest.param(case, id=f"{rule}: {case['name']}")


@pytest.mark.parametrize("case", list(cases()))
def test_a_record_is_judged_as_its_case_says(case: Any) -> None:
    record = copy.deepcopy(case["record"])
    validator("campaign.schema.json").validate(record)
    verdict = judged(record)
    assert record == case["record"]
    validator("campaign-verdict.schema.json").validate(verdict)
    assert verdict["verdict"] == case["verdict"]
    fields = ("code", "level", "at", "entries", "facts")
    assert [{field: one[field] for field in fields} for one in verdict["findings"]] == case["findings"]
    fields = ("question", "adventure", "at", "entries")
    assert [{field: one[field] for field in fields} for one in verdict["open"]] == case["open"]
    assert verdict["unknown"] == case["unknown"]
    assert verdict["winner"] == case["winner"]
    assert {
        one["player"]: {
            "xp": [one["xp"]["least"], one["xp"]["most"]],
            "entries": one["xp"]["entries"],
            "cards": [[card["card"], card["entry"], card["sure"]] for card in one["cards"]],
        }
        for one in verdict["players"]
    } == case["players"]


@cache
def recounted() -> tuple[Any, ...]:
    """Return the records of all cases and some generated records, with their verdicts."""
    records = [case["record"] for file in FILES.values() for case in file["cases"]]
    adventures = {slug: one.document for slug, one in ADVENTURES.items()}
    records += [RecordMaker(seed, adventures, gaps=seed % 2 == 1).record() for seed in range(100)]
    return tuple((record, judged(record)) for record in records)


def test_standings_rank_the_present_players_by_experience() -> None:
    for _, verdict in nonempty(recounted()):
        players = {one["player"]: one for one in verdict["players"]}
        rows = verdict["standings"]
        spans = [(row["xp"]["least"], row["xp"]["most"]) for row in rows]
        assert [row["rank"] for row in rows] == [1 + sum(other > span for other in spans) for span in spans]
        order = [(-least, -most, row["player"]) for (least, most), row in zip(spans, rows, strict=True)]
        assert order == sorted(order)
        taken_over = {
            one["player"]
            for one in players.values()
            if one["left"] is not None and one["left"] in [other["joined"] for other in players.values()]
        }
        assert {row["player"] for row in rows} == players.keys() - taken_over
        for row in rows:
            one = players[row["player"]]
            assert row == {
                "rank": row["rank"],
                "player": one["player"],
                "name": one["name"],
                "xp": {"least": one["xp"]["least"], "most": one["xp"]["most"]},
                "sessions": len(one["sessions"]),
                "wins": len(one["wins"]),
                "entries": one["xp"]["entries"],
            }


def test_each_player_has_sessions_and_the_first_certain_win_of_each_adventure() -> None:
    for record, verdict in nonempty(recounted()):
        if any(entry["type"] == "replaced" for entry in record["entries"]):
            continue  # a player who takes a place also has the games played there under another name
        for one in verdict["players"]:
            sat = [
                session
                for session in verdict["sessions"]
                if one["player"] in [seat["player"] for seat in session["seats"]]
            ]
            assert one["sessions"] == [session["entry"] for session in sat]
            first: dict[str, str] = {}
            for session in sat:
                if [row for row in session["rewards"] if row["player"] == one["player"] and row["xp"]["least"]]:
                    first.setdefault(session["adventure"], session["entry"])
            assert sorted(one["wins"]) == sorted(first.values())


def test_each_player_has_everything_spent_and_carried() -> None:
    for record, verdict in nonempty(recounted()):
        if any(entry["type"] in ("replaced", "corrected") for entry in record["entries"]):
            continue  # then an entry is found at another place
        entries = {entry["id"]: entry for entry in reversed(record["entries"])}
        for one in verdict["players"]:
            used = []
            for session in verdict["sessions"]:
                seats = entries[session["entry"]]["seats"]
                if one["player"] not in [seat["player"] for seat in session["seats"]]:
                    continue
                seat = next(seat for seat in seats if seat["player"] == one["player"])
                spent = seat.get("points_bought", 0) + 2 * len(seat.get("slots_bought", ()))
                what = [{"xp": spent}] if spent else []
                what += [{"card": card} for card in seat.get("artifacts", ())]
                used += [{"entry": session["entry"], "adventure": session["adventure"], **row} for row in what]
            told = [{key: value for key, value in row.items() if key != "counts"} for row in one["uses"]]
            by = json.dumps
            assert sorted(told, key=by) == sorted(used, key=by)


def test_uses_count_unless_the_session_was_a_draw() -> None:
    for record, verdict in nonempty(recounted()):
        draws = {
            session["entry"]: row["holds"]
            for session in verdict["sessions"]
            for row in session["outcomes"]
            if row["victory"] == "draw"
        }
        reading = {row["question"]: row["reading"] for row in record.get("settles", ())}.get("draw-uses-up")
        if "replaced" in [entry["type"] for entry in record["entries"]]:
            continue
        for row in (row for one in verdict["players"] for row in one["uses"]):
            if row["entry"] not in draws or reading == "used":
                assert row["counts"] is True
            elif draws[row["entry"]] is True and reading == "not-used":
                assert row["counts"] is False
            else:
                assert row["counts"] is None


def test_readings_in_force_are_listed_by_question_and_unknown_ones_refused() -> None:
    for record, verdict in nonempty(recounted()):
        refused = [one["at"] for one in verdict["findings"] if one["code"] == "attack-wing/unknown-question"]
        said = {
            row["question"]: row["reading"]
            for number, row in enumerate(record.get("settles", ()))
            if [f"/settles/{number}"] not in refused
        }
        assert verdict["settled"] == [{"question": one, "reading": said[one]} for one in sorted(said)]


def test_every_rule_of_records_has_a_case_that_breaks_it() -> None:
    for code in RECORD_RULES:
        found = {one["code"] for case in FILES[code]["cases"] for one in case["findings"]}
        assert f"attack-wing/{code}" in found


def test_every_rule_that_the_rulebook_has_cites_its_page() -> None:
    from_rulebook = {code for code in RECORD_RULES if code.startswith(("xp-", "artifact-", "adventure-"))}
    assert from_rulebook == set(TERMS.cites)
    assert {TERMS.cites[code].page for code in from_rulebook} == {34, 35}


@pytest.mark.parametrize("document", FIXTURES, ids=lambda document: document["slug"])
def test_every_outcome_of_an_adventure_that_comes_with_muster_can_be_reached(document: Any) -> None:
    found = reachability_of(Adventure.read(document))
    assert found.complete
    assert found.unreachable == ()


def test_an_outcome_that_nothing_leads_to_is_found() -> None:
    document = made_up_adventures.adventure()
    document["outcomes"][1]["when"] = [{"all": [{"side": "upper", "is": ["won"]}, {"side": "upper", "is": ["lost"]}]}]
    assert reachability_of(Adventure.read(document)).unreachable == ("2",)


def test_an_adventure_with_the_maximum_of_tried_ends_is_not_reported_as_complete(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    adventure = Adventure.read(made_up_adventures.adventure())
    ways = 9  # three ends of each of two sides
    for most, complete in ((ways - 1, False), (ways, False), (ways + 1, True)):
        monkeypatch.setattr(reachability, "MAX_REPORTS", most)
        assert reachability_of(adventure).complete is complete


def test_the_campaign_of_the_open_set_hangs_together() -> None:
    own = sorted(
        (one for one in FIXTURES if one.get("storyline") == "the-silent-stroke"),
        key=lambda document: document["number"],
    )
    assert [one["number"] for one in own] == [1, 2, 3, 4, 5]
    artifacts = {card for one in own for row in one["outcomes"] for of in row["earned"] for card in of.get("cards", ())}
    assert artifacts == {"crown-of-dripping-lead", "the-first-sounding-line", "the-reeves-iron-seal"}
    slugs = [one["slug"] for one in own]
    assert all(claim["adventure"] in slugs for one in nonempty(own) for claim in one.get("claims", ()))
    assert not any(side["required_cards"] for one in own for side in one["sides"])


def test_facts_of_a_report_that_do_not_decide_change_nothing() -> None:
    adventure = ADVENTURES["in-for-a-penny-in-for-a-pounding"]
    short = {"sides": {"galadaeros": {"end": "defeated"}, "eshaedra": {"end": "present"}}}
    long = {"sides": {"galadaeros": {"end": "defeated", "health": 0, "holds": [3]}, "eshaedra": {"end": "present"}}}
    endings = [ending_of(adventure, Report.read(one), {}) for one in (short, long)]
    assert endings[0] == endings[1]
    assert [one.outcome.paragraph for one in endings[0].results] == ["1"]


def test_a_campaign_of_a_game_without_rules_for_them_has_points_and_standings_and_sells_nothing() -> None:
    adventure = Adventure.read(made_up_adventures.adventure(game="dungeon-command"))
    seats = [{"player": "ann", "side": "upper"}, {"player": "bo", "side": "lower"}]
    joined = [{"type": "joined", "id": f"j-{player}", "player": player} for player in ("ann", "bo")]
    games = [
        {
            "type": "played",
            "id": f"g{number}",
            "adventure": adventure.slug,
            "seats": seats,
            "report": {"sides": {winner: {"end": "won"}, loser: {"end": "lost"}}},
        }
        for number, (winner, loser) in enumerate((("upper", "lower"), ("lower", "upper")))
    ]
    games[1] = {**games[1], "seats": [{**seats[0], "points_bought": 1}, seats[1]]}
    record = {"game": "dungeon-command", "entries": [*joined, *games]}
    verdict = judge_record(record, {adventure.slug: adventure}, HOUSE_TERMS, release=1)
    assert [one["xp"]["least"] for one in verdict["standings"]] == [1, 1]
    assert [one["code"] for one in verdict["findings"]] == ["dungeon-command/xp-budget"]
    assert verdict["findings"][0]["cite"]["source"] == "The campaign"


def test_a_chain_of_corrections_as_long_as_a_record_may_be_is_read_to_its_end() -> None:
    first = {"type": "joined", "id": "e0", "player": "ann"}
    chain = [{"type": "corrected", "id": f"e{n}", "of": f"e{n - 1}", "entry": None} for n in range(1, 999)]
    last = {"type": "corrected", "id": "e999", "of": "e998", "entry": {**first, "player": "bo"}}
    verdict = judged({"game": "attack-wing", "entries": [first, *chain, last]})
    assert verdict["verdict"] == "legal"
    assert [one["player"] for one in verdict["players"]] == ["bo"]


def test_a_circle_of_a_thousand_corrections_is_reported_once() -> None:
    ring = [{"type": "corrected", "id": f"e{n}", "of": f"e{(n + 1) % 1000}", "entry": None} for n in range(1000)]
    verdict = judged({"game": "attack-wing", "entries": ring})
    assert [one["code"] for one in verdict["findings"]] == ["attack-wing/correction-cycle"]


@pytest.mark.sampled
def test_the_same_session_a_thousand_times_is_judged_in_time_that_grows_with_the_record() -> None:
    joined = [{"type": "joined", "id": f"j{name}", "player": name} for name in ("ann", "bo")]
    seats = [{"player": "ann", "side": "ringers", "points_bought": 1}, {"player": "bo", "side": "bailiffs"}]
    game = {
        "type": "played",
        "adventure": "over-the-weir",
        "seats": seats,
        "report": {"sides": {"ringers": {"end": "won"}}},
    }
    verdict = judged({"game": "attack-wing", "entries": [*joined, *({**game, "id": f"g{n}"} for n in range(998))]})
    assert len(verdict["findings"]) <= 2 * 998
    assert verdict["players"][0]["xp"]["least"] == 4


def test_the_digest_of_a_record_depends_only_on_its_entries_and_their_order() -> None:
    first = {"type": "joined", "id": "a", "player": "ann"}
    second = {"player": "bo", "id": "b", "type": "joined"}
    one = digest({"game": "attack-wing", "entries": [first, second]})
    assert one == digest({"entries": [dict(reversed(first.items())), second], "game": "attack-wing"})
    assert one != digest({"game": "attack-wing", "entries": [second, first]})


def test_in_a_game_whose_rulebook_has_no_campaigns_the_points_of_an_adventure_are_the_limit_of_its_lists() -> None:
    documents_of_game = conformance_cases.library_documents("dnd-miniatures-2003")
    adventure = made_up_adventures.adventure(game="dnd-miniatures-2003")
    library = Library.build(
        release=1,
        game=documents_of_game["game"],
        cards=documents_of_game["cards"],
        formats=documents_of_game["formats"],
        adventures=[adventure],
    )
    campaign = {"adventure": adventure["slug"], "side": "upper"}
    legion = {"game": "dnd-miniatures-2003", "picks": [], "campaign": campaign}
    assert judge(library, legion).limit == 60
    with pytest.raises(CannotJudge) as refused:
        judge(library, {**legion, "campaign": {**campaign, "points_bought": 1}})
    assert refused.value.pointers == ("/campaign/points_bought",)


def test_a_list_in_a_campaign_offers_what_was_bought_and_earned_and_mends_what_is_lacking() -> None:
    library = conformance_cases.library("attack-wing")
    xp = {"least": 2, "most": 2, "entries": ["e1"]}
    campaign = {"adventure": "the-wolf-hunt", "side": "upper", "entitlements": {"xp": xp, "artifacts": []}}
    wolf = {"card": "hill-wolf", "upgrades": ["claws"], "bought_slot": "monster"}
    bought = {"game": "attack-wing", "picks": [wolf], "campaign": campaign}
    assert "lance-rider" in fitting(library, bought)
    assert "lance-rider" not in fitting(library, {**bought, "picks": [{"card": "hill-wolf", "upgrades": ["claws"]}]})
    golem = {"game": "attack-wing", "picks": [{"card": "bare-golem"}], "campaign": campaign}
    assert judge(library, golem).verdict == "illegal"
    offered = fixes(library, golem, 5).fixes
    assert offered
    assert all("hill-wolf" in json.dumps(one.as_document()) for one in offered)


def fitting(library: Library, legion: Any) -> set[str]:
    return {one.card for one in search_candidates(library, legion, "/picks/0").candidates if one.fits}

"""Fixes of lists that lack too many cards for brute force: found by the solver, or refused with a reason."""

import json
from pathlib import Path
from typing import Any

import pytest

from rulesapi.judging import completion_jobs, fix_search
from rulesapi.solver.client import SolverFailed
from tests import factories, worlds
from tests.engine.test_fixes import patched
from tests.rulesapi.api_client import ApiClient

pytestmark = pytest.mark.django_db

CARDS = Path(__file__).parents[2] / "fixtures" / "dungeon-command"
PACK = "heart-of-cormyr"


@pytest.fixture(autouse=True)
def time_enough(cards: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the solver enough time on a busy machine."""
    monkeypatch.setattr(completion_jobs, "INLINE_SECONDS", 30)


@worlds.once_a_module
def cards() -> None:
    """Publish all cards of a game of decks."""
    factories.publish(*(json.loads(file.read_text("utf-8")) for file in sorted(CARDS.rglob("*.json"))))


def deck(*picks: dict[str, Any] | str, **fields: Any) -> dict[str, Any]:
    lines = [{"card": pick} if isinstance(pick, str) else pick for pick in picks]
    return {"game": "dungeon-command", "picks": lines, **fields}


def changed_copies(before: dict[str, Any], after: dict[str, Any]) -> tuple[int, int]:
    """Return the number of added and removed copies."""
    come = gone = 0
    counts = [{}, {}]
    for number, document in enumerate((before, after)):
        for pick in document["picks"]:
            counts[number][pick["card"]] = counts[number].get(pick["card"], 0) + pick.get("count", 1)
    for slug in {*counts[0], *counts[1]}:
        change = counts[1].get(slug, 0) - counts[0].get(slug, 0)
        come, gone = come + max(change, 0), gone + max(-change, 0)
    return come, gone


def only_fix(api: ApiClient, legion: dict[str, Any], **question: Any) -> dict[str, Any]:
    """Return the legion after the only fix, which is proven to change the fewest cards."""
    answer = api.ask("fixes", {"legion": legion, **question}).json()
    assert (answer["verdict"], answer["complete"]) == ("illegal", True)
    assert "no_fix" not in answer
    (fix,) = answer["fixes"]
    assert (fix["verdict"], fix["points"]) == ("legal", 0)
    after: dict[str, Any] = patched(legion, fix["do"])
    assert api.judge(after).json()["verdict"] == "legal"
    return after


LEAST = 1 + 12 + 30
"""Minimum size of a list: a commander, 12 creatures and 30 orders."""


@pytest.mark.sampled
def test_one_creature_is_filled_up_to_a_legal_list_and_stays(api: ApiClient) -> None:
    legion = deck("elf-archer")
    assert changed_copies(legion, only_fix(api, legion)) == (LEAST - 1, 0)


@pytest.mark.sampled
def test_a_list_with_only_a_commander_is_filled_up_from_one_pack(api: ApiClient) -> None:
    legion = deck("rhynseera-the-alarphon", packs={PACK: 1})
    assert changed_copies(legion, only_fix(api, legion)) == (LEAST - 1, 0)


@pytest.mark.sampled
def test_cards_outside_the_owned_packs_are_replaced_by_cards_from_them(api: ApiClient) -> None:
    legion = deck("elf-archer", "wraith", packs={PACK: 1})
    after = only_fix(api, legion)
    assert changed_copies(legion, after) == (LEAST - 1, 1)
    assert "wraith" not in [pick["card"] for pick in after["picks"]]


@pytest.mark.sampled
def test_the_pool_of_a_question_says_what_may_come(api: ApiClient) -> None:
    legion = deck("elf-archer", packs={PACK: 2, "sting-of-lolth": 2})
    after = only_fix(api, legion, pool=[{"set": [PACK]}])
    documents = [json.loads(file.read_text("utf-8")) for file in CARDS.rglob("*.json")]
    of_pack = {document["slug"] for document in documents if document.get("set") == PACK}
    assert {pick["card"] for pick in after["picks"]} <= of_pack


def test_strangers_go(api: ApiClient) -> None:
    legion = deck("elf-archer", "zzzzzzzz-of-nowhere")
    after = only_fix(api, legion)
    assert changed_copies(legion, after) == (LEAST - 1, 1)


@pytest.mark.sampled
def test_too_few_cards_are_reported_as_no_legal_list(api: ApiClient) -> None:
    answer = api.ask("fixes", {"legion": deck("elf-archer", collection={"elf-archer": 3})}).json()
    assert (answer["complete"], answer["fixes"]) == (True, [])
    assert answer["no_fix"] == {
        "code": "no-legal-list",
        "message": "No legal list can be made of the cards that may be taken.",
    }


@pytest.mark.sampled
@pytest.mark.one_variant
@pytest.mark.parametrize("busy", [True, False], ids=["no place is free", "the solver ends"])
def test_if_the_solver_is_busy_the_answer_is_not_searched(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch, busy: bool
) -> None:
    def refuse(*args: Any) -> None:
        if not busy:
            raise SolverFailed

    monkeypatch.setattr(completion_jobs, "complete_at_once", refuse)
    answer = api.ask("fixes", {"legion": deck("elf-archer", collection={"elf-archer": 3})}).json()
    assert (answer["complete"], answer["fixes"], answer["no_fix"]["code"]) == (False, [], "not-searched")


@pytest.mark.sampled
def test_a_list_that_the_solver_does_not_know_is_mended_by_trying(api: ApiClient) -> None:
    answer = api.ask("fixes", {"legion": deck("elf-archer", format="first-game")}).json()
    assert answer["fixes"] or answer["no_fix"]["code"] in ("nothing-mends", "too-many-ways")


@pytest.mark.sampled
def test_a_verdict_carries_the_same_fix_at_each_error(api: ApiClient) -> None:
    legion = deck("elf-archer", packs={PACK: 1})
    verdict = api.judge(legion, "?fixes=5").json()
    errors = [finding for finding in verdict["findings"] if finding["level"] == "error"]
    offered = api.ask("fixes", {"legion": legion}).json()["fixes"]
    assert errors
    assert verdict["fixes_complete"]
    assert [finding["fixes"] for finding in errors] == [offered] * len(errors)


@pytest.mark.sampled
def test_a_verdict_says_why_it_has_no_fix(api: ApiClient) -> None:
    verdict = api.judge(deck("elf-archer", collection={"elf-archer": 3}), "?fixes=5").json()
    assert verdict["no_fix"]["code"] == "no-legal-list"
    assert "no_fix" not in api.judge(deck("elf-archer")).json()


@pytest.mark.sampled
def test_cards_left_out_by_the_solver_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = {"do": [], "status": "best-found", "left_out": 7}
    monkeypatch.setattr(completion_jobs, "complete_at_once", lambda *args: answer)
    found = fix_search.fixes(deck("elf-archer", collection={"elf-archer": 3}))
    assert not found["complete"]
    assert found["no_fix"] == {
        "code": "cards-left-out",
        "message": "No legal list was found. 7 cards could not be looked at: facts of them are not known.",
    }

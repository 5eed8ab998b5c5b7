"""Requests for the best completion of picks: answered inline or as a job."""

import json
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from pytest_django import Settings

from catalog.background import leases
from catalog.models import WorkerLease
from rulesapi.judging import completion_jobs, completions
from rulesapi.models import Completion
from rulesapi.solver import client
from rulesapi.solver.integer_program import IntegerProgram
from tests import factories
from tests.engine.test_fixes import patched
from tests.queued_tasks import run_queued_tasks
from tests.rulesapi.api_client import ApiClient
from tests.throttles import freeze_clock

DECK_CARDS = Path(__file__).parents[2] / "fixtures" / "dungeon-command"

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]


@pytest.fixture(autouse=True)
def cards() -> None:
    """Publish two creatures and three upgrades; the cost of one upgrade is unknown."""
    factories.publish_frame(
        factories.creature(slug="wraith", cost=25, attack=2, slots=[]),
        factories.creature(slug="ghoul", cost=10, attack=3, slots=["arcane", "heroic"], unique=True),
        factories.upgrade(slug="wand", slot="arcane", cost=3),
        factories.upgrade(slug="staff", slot="arcane", cost=5, keywords=["wooden"]),
        factories.upgrade(slug="riddle", slot="arcane", cost=None),
    )


@pytest.fixture
def busy() -> Iterator[None]:
    """Take the only inline slot, so that each request becomes a job."""
    with completion_jobs.inline_slot():
        yield


def legion(**fields: Any) -> dict[str, Any]:
    return {"game": "attack-wing", "points": 40, "picks": [{"card": "wraith"}], **fields}


# -- at once -----------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_the_points_left_are_filled_as_far_as_they_can_be(api: ApiClient) -> None:
    response = api.ask("completions", {"legion": legion()})
    assert response.status_code == 200
    answer = response.json()
    assert (answer["status"], answer["value"], answer["bound"], answer["gap"]) == ("optimal", 40, 40, 0)
    assert answer["objective"] == {"points": 40}
    assert answer["do"] == [{"op": "add", "path": "/picks/-", "value": {"card": "ghoul", "upgrades": ["staff"]}}]
    assert answer["legion"] == patched(legion(), answer["do"])
    assert answer["verdict"] == api.judge(answer["legion"]).json()
    assert answer["verdict"]["verdict"] == "legal"
    assert (answer["left_out"], answer["undecided"], answer["unweighed"]) == (0, 1, 0)
    assert response["Cache-Control"] == "no-store"
    assert api.ask("completions", {"legion": legion()}).json() == {**answer, "seconds": pytest.approx(1, abs=60)}


@pytest.mark.sampled
def test_the_weights_decide_which_completion_is_best(api: ApiClient) -> None:
    answer = api.ask("completions", {"legion": legion(points=50), "objective": {"attack": 5, "points": -1}}).json()
    assert answer["objective"] == {"attack": 5, "points": 35}
    assert [pick["card"] for pick in answer["legion"]["picks"]] == ["wraith", "ghoul"]


@pytest.mark.sampled
def test_a_pool_restricts_only_added_cards(api: ApiClient) -> None:
    payload = {"legion": legion(picks=[{"card": "ghoul"}]), "pool": [{"keyword": ["wooden"]}]}
    answer = api.ask("completions", payload).json()
    assert answer["legion"]["picks"] == [{"card": "ghoul", "upgrades": ["staff"]}]


@pytest.mark.sampled
def test_nothing_is_added_that_the_collection_does_not_have(api: ApiClient) -> None:
    owned = {"wraith": 1, "ghoul": 1, "wand": 1}
    answer = api.ask("completions", {"legion": legion(collection=owned)}).json()
    assert answer["objective"] == {"points": 38}
    assert answer["verdict"]["verdict"] == "legal"


@pytest.mark.sampled
def test_an_empty_legion_gets_its_first_creature(api: ApiClient) -> None:
    answer = api.ask("completions", {"legion": legion(picks=[], points=12)}).json()
    assert (answer["status"], answer["legion"]["picks"]) == ("optimal", [{"card": "ghoul"}])


@pytest.mark.sampled
@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("fields", "status", "verdict"),
    [
        ({"points": 26}, "nothing-fits", "legal"),
        ({"points": 20}, "illegal", "illegal"),
        ({"picks": [{"card": "nobody"}]}, "illegal", "illegal"),
        ({"picks": [{"card": "wraith", "upgrades": ["wand"]}]}, "illegal", "illegal"),
        ({"picks": [{"card": "ghoul", "upgrades": ["riddle"]}]}, "undetermined", "undetermined"),
    ],
)
def test_if_nothing_can_be_added_the_answer_has_the_reason(
    api: ApiClient, fields: dict[str, Any], status: str, verdict: str
) -> None:
    answer = api.ask("completions", {"legion": legion(**fields)}).json()
    assert (answer["status"], answer["verdict"]["verdict"], answer["do"]) == (status, verdict, [])
    assert answer["legion"] == legion(**fields)


@pytest.mark.sampled
def test_the_release_is_that_of_the_legion_or_of_the_address(api: ApiClient) -> None:
    factories.publish(factories.creature(slug="lich", cost=15))
    assert api.ask("completions", {"legion": legion()}).json()["release"] == 2
    assert api.ask("completions", {"legion": legion()}, "?release=1").json()["release"] == 1
    assert api.ask("completions", {"legion": legion(release=1)}).json()["release"] == 1


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"seconds": 0}, "/seconds"),
        ({"seconds": 61}, "/seconds"),
        ({"seconds": 1.5}, "/seconds"),
        ({"seconds": True}, "/seconds"),
        ({"objective": []}, "/objective"),
        ({"objective": {"beauty": 1}}, "/objective/beauty"),
        ({"objective": {"attack": 1001}}, "/objective/attack"),
        ({"objective": {"attack": "1"}}, "/objective/attack"),
        ({"pool": "all"}, "/pool"),
        ({"pool": []}, "/pool"),
        ({"pool": [{"card": ["no slug"]}]}, "/pool/0/card/0"),
        ({"hurry": True}, "/hurry"),
    ],
)
def test_a_question_is_read_closely(api: ApiClient, fields: dict[str, Any], pointer: str) -> None:
    problem = api.ask("completions", {"legion": legion(), **fields}).json()
    assert problem["code"] == "invalid-question"
    assert [fault["pointer"] for fault in problem["faults"]] == [pointer]


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("fields", "code", "pointer"),
    [
        ({"game": "chess"}, "unknown-game", "/legion/game"),
        ({"format": "epic"}, "unknown-format", "/legion/format"),
        ({"release": 9}, "unknown-release", "/legion/release"),
        ({"campaign": {"xp": 9}}, "invalid-legion", "/legion/campaign/xp"),
        ({"picks": [{"card": "wraith", "bought_slot": "arcane"}]}, "not-completable", "/legion/picks/0/bought_slot"),
        ({"facts": {"wraith": {"slug": "ghost"}}}, "invalid-legion", "/legion/facts/wraith/slug"),
        ({"points": 1001}, "not-completable", "/legion/points"),
        ({"team": [{"picks": []}]}, "not-completable", "/legion/team"),
        ({"mascot": "owl"}, "invalid-legion", "/legion/mascot"),
    ],
)
def test_a_legion_that_cannot_be_completed_is_refused_in_its_place(
    api: ApiClient, fields: dict[str, Any], code: str, pointer: str
) -> None:
    payload = legion(**fields)
    if "team" in fields:
        del payload["picks"]
    problem = api.ask("completions", {"legion": payload}).json()
    assert (problem["code"], problem["faults"][0]["pointer"]) == (code, pointer)


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("rules", "picks"),
    [
        ({"points": 29}, [{"card": "wraith"}]),
        ({"bans": [{"card": ["staff"]}]}, [{"card": "wraith"}, {"card": "ghoul", "upgrades": ["wand"]}]),
        ({"pool": [{"card": ["wraith", "ghoul"]}]}, [{"card": "wraith"}, {"card": "ghoul"}]),
        (
            {
                "slots": [{"slot": "arcane", "count": 1}],
                "limits": [{"cards": [{"card": ["staff", "wand"]}], "per": "legion", "at_most": 1}],
            },
            [{"card": "wraith"}, {"card": "ghoul", "upgrades": ["staff"]}],
        ),
        (
            {"slots": [{"slot": "arcane", "count": 1}], "bans": [{"card": ["ghoul"]}]},
            [{"card": "wraith", "upgrades": ["staff"]}],
        ),
    ],
)
def test_a_legion_is_completed_under_its_house_rules(
    api: ApiClient, rules: dict[str, Any], picks: list[dict[str, Any]]
) -> None:
    factories.publish(factories.house_rule(slug="kitchen-table", **rules))
    answer = api.ask("completions", {"legion": legion(house_rules=["kitchen-table"])}).json()
    assert answer["status"] in ("optimal", "nothing-fits")
    assert answer["legion"]["picks"] == picks
    assert answer["verdict"]["verdict"] == "legal"


def test_a_legion_whose_limit_is_waived_is_refused(api: ApiClient) -> None:
    waived = ["attack-wing/point-limit"]
    factories.publish(factories.house_rule(slug="kitchen-table", waives=waived))
    problem = api.ask("completions", {"legion": legion(house_rules=["kitchen-table"])}).json()
    assert (problem["code"], problem["faults"][0]["pointer"]) == ("not-completable", "/legion/points")


def test_one_address_may_ask_thirty_times_a_minute(
    api: ApiClient, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    freeze_clock(monkeypatch)
    settings.API_LIMITS = True
    answers = [api.ask("completions", b"{}") for _ in range(31)]
    assert [answer.status_code for answer in answers] == [400] * 30 + [429]
    assert 60 <= int(answers[-1]["Retry-After"]) <= 70


# -- as a job ----------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_a_long_completion_becomes_a_job_with_a_final_answer(api: ApiClient, busy: None) -> None:
    accepted = api.ask("completions", {"legion": legion()})
    assert accepted.status_code == 202
    job = accepted.json()
    assert accepted["Location"] == job["url"] == f"/api/v1/completions/{job['job']}/"
    assert job["state"] == "waiting"
    assert api.get(job["url"]).json() == job
    run_queued_tasks()
    done = api.get(job["url"]).json()
    assert (done["state"], done["progress"]["best"], done["progress"]["gap"]) == ("done", 40, 0)
    assert done["completion"]["do"] == [
        {"op": "add", "path": "/picks/-", "value": {"card": "ghoul", "upgrades": ["staff"]}}
    ]


@pytest.mark.sampled
@pytest.mark.parametrize(("share", "status"), [(0.1, 200), (0.9, 202)])
def test_a_completion_that_more_time_cannot_improve_is_answered_at_once(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch, share: float, status: int
) -> None:
    found = api.ask("completions", {"legion": legion()}).json()
    seconds = share * min(completion_jobs.INLINE_SECONDS, completions.DEFAULT_SECONDS)
    left_out = found | {"status": "best-found", "left_out": 1, "bound": None, "gap": None, "seconds": seconds}
    monkeypatch.setattr(completions, "complete_request", lambda *_: left_out)
    assert api.ask("completions", {"legion": legion()}).status_code == status


@pytest.mark.sampled
def test_a_job_keeps_to_the_release_that_was_the_newest_when_it_was_asked(api: ApiClient, busy: None) -> None:
    job = api.ask("completions", {"legion": legion()}).json()
    factories.publish(factories.creature(slug="lich", cost=15))
    run_queued_tasks()
    assert api.get(job["url"]).json()["completion"]["release"] == 1


@pytest.mark.sampled
def test_while_another_question_is_answered_at_once_the_next_becomes_a_job(api: ApiClient) -> None:
    with completion_jobs.inline_slot() as free:
        assert free
        assert api.ask("completions", {"legion": legion()}).status_code == 202
    assert api.ask("completions", {"legion": legion()}).status_code == 200


def test_a_question_taken_back_is_gone_and_not_worked_on(
    api: ApiClient, busy: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = api.ask("completions", {"legion": legion()}).json()
    assert api.delete(job["url"]).status_code == 204
    assert api.get(job["url"]).status_code == api.delete(job["url"]).status_code == 404
    monkeypatch.setattr(completions, "complete_request", None)
    run_queued_tasks()
    assert DBTaskResult.objects.get(task_path=completion_jobs.run_completion.module_path).status == "SUCCESSFUL"


@pytest.mark.sampled
def test_a_cancelled_job_is_stopped(api: ApiClient, busy: None, monkeypatch: pytest.MonkeyPatch) -> None:
    progress: list[bool] = []
    clock = iter(range(0, 1000, 2))
    monkeypatch.setattr("rulesapi.judging.completion_jobs.time.monotonic", lambda: next(clock))

    def answer(library: Any, question: Any, seconds: float, hear: Any, *, nice: int) -> dict[str, Any]:
        progress.append(hear(1, 9))
        assert Completion.objects.values_list("state", "best", "bound").get() == ("running", 1, 9)
        Completion.objects.all().delete()
        progress.append(hear(2, 9))
        return {"value": 2, "bound": 9}

    monkeypatch.setattr(completions, "complete_request", answer)
    api.ask("completions", {"legion": legion()})
    run_queued_tasks()
    assert progress == [True, False]


@pytest.mark.sampled
def test_a_job_that_fails_says_so(api: ApiClient, busy: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    job = api.ask("completions", {"legion": legion()}).json()
    broken = tmp_path / "solver.py"
    broken.write_text("raise SystemExit(3)")
    monkeypatch.setattr(client, "SCRIPT", broken)
    run_queued_tasks()
    assert api.get(job["url"]).json()["state"] == "failed"


def test_a_job_nobody_hears_of_any_more_counts_as_failed(api: ApiClient) -> None:
    ago = timezone.now() - 2 * completion_jobs.HEARTBEAT_TIMEOUT
    job = Completion.objects.create(question={}, release=1, seconds=9, state="running", started_at=ago, heard_at=ago)
    assert api.get(f"/api/v1/completions/{job.key}/").json()["state"] == "failed"


def lose(job: dict[str, Any], *, silent: timedelta = timedelta(0), attempts: int = 1) -> None:
    """Simulate a worker that was killed some time ago during a job."""
    ago = timezone.now() - silent
    Completion.objects.filter(key=job["job"]).update(state="running", started_at=ago, heard_at=ago)
    tasks = DBTaskResult.objects.filter(
        task_path=completion_jobs.run_completion.module_path, args_kwargs__args=[job["job"]]
    )
    assert tasks.update(status="RUNNING", started_at=ago - 2 * leases.LEASE, worker_ids=["gone"] * attempts)
    WorkerLease.objects.update_or_create(worker="gone", defaults={"seen_at": timezone.now() - 2 * leases.LEASE})


def taken_back() -> None:
    """Requeue lost tasks and run them."""
    assert leases.requeue_lost() == 1
    DBTaskResult.objects.update(run_after=timezone.now())
    run_queued_tasks()


def test_a_job_of_a_killed_worker_is_restarted(api: ApiClient, busy: None) -> None:
    job = api.ask("completions", {"legion": legion()}).json()
    lose(job, silent=leases.LEASE)
    assert api.get(job["url"]).json()["state"] == "running"
    taken_back()
    done = api.get(job["url"]).json()
    assert (done["state"], done["progress"]["best"]) == ("done", 40)


@pytest.mark.parametrize(
    "lost", [{"attempts": completion_jobs.MAX_ATTEMPTS}, {"silent": 2 * completion_jobs.HEARTBEAT_TIMEOUT}]
)
def test_a_job_that_ends_its_workers_or_was_lost_for_long_has_failed(
    api: ApiClient, busy: None, lost: dict[str, Any]
) -> None:
    job = api.ask("completions", {"legion": legion()}).json()
    lose(job, **lost)
    taken_back()
    assert api.get(job["url"]).json()["state"] == "failed"
    assert Completion.objects.get().state == "failed"


def test_jobs_that_were_lost_hold_no_place(api: ApiClient, busy: None) -> None:
    for _ in range(completion_jobs.MAX_WAITING):
        lose(api.ask("completions", {"legion": legion()}).json(), silent=completion_jobs.HEARTBEAT_TIMEOUT / 2)
    assert api.ask("completions", {"legion": legion()}).status_code == 503
    Completion.objects.update(heard_at=timezone.now() - completion_jobs.HEARTBEAT_TIMEOUT)
    assert api.ask("completions", {"legion": legion()}).status_code == 202


@pytest.mark.sampled
def test_a_solver_that_dies_while_a_request_waits_leaves_a_job(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    broken = tmp_path / "solver.py"
    broken.write_text("raise SystemExit(3)")
    with monkeypatch.context() as patch:
        patch.setattr(client, "SCRIPT", broken)
        job = api.ask("completions", {"legion": legion()})
    assert (job.status_code, job.json()["state"]) == (202, "waiting")
    run_queued_tasks()
    assert api.get(job.json()["url"]).json()["state"] == "done"


@pytest.mark.sampled
def test_a_solver_that_takes_no_model_is_waited_for_no_longer_than_it_was_given(tmp_path: Any) -> None:
    asleep = tmp_path / "solver.py"
    asleep.write_text("import time; time.sleep(600)")
    many = 100_000
    model = IntegerProgram(low=[0] * many, high=[1] * many, worth=[1] * many)
    with client.SolverClient(script=asleep) as solver, pytest.raises(client.SolverFailed, match="in time"):
        solver.solve(model, time.monotonic() + 0.01, lambda solved: True)


def test_jobs_are_forgotten_after_an_hour(api: ApiClient, busy: None) -> None:
    job = api.ask("completions", {"legion": legion()}).json()
    Completion.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert api.get(job["url"]).status_code == 404
    api.ask("completions", {"legion": legion()})
    assert Completion.objects.count() == 1


def test_keys_are_not_to_be_guessed() -> None:
    keys = {Completion(question={}, release=1, seconds=1).key for _ in range(100)}
    assert len(keys) == 100
    assert {len(key) for key in keys} == {22}


def test_asking_how_far_it_is_takes_one_query(api: ApiClient, django_assert_num_queries: Any) -> None:
    job = Completion.objects.create(question={}, release=1, seconds=9)
    with django_assert_num_queries(1):
        assert api.get(f"/api/v1/completions/{job.key}/").status_code == 200


def test_the_queued_task_does_not_contain_the_question(api: ApiClient, busy: None) -> None:
    api.ask("completions", {"legion": legion()})
    assert json.dumps(legion()) not in json.dumps(
        DBTaskResult.objects.get(task_path=completion_jobs.run_completion.module_path).args_kwargs
    )


# -- decks ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def packs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Publish all cards of a game of decks, with enough time for inline answers on a busy machine."""
    monkeypatch.setattr(completion_jobs, "INLINE_SECONDS", 30)
    documents = [json.loads(file.read_text("utf-8")) for file in sorted(DECK_CARDS.rglob("*.json"))]
    factories.publish(*documents)


def deck(**fields: Any) -> dict[str, Any]:
    return {"legion": {"game": "dungeon-command", "picks": [], "packs": {"heart-of-cormyr": 1}, **fields}}


@pytest.mark.sampled
@pytest.mark.usefixtures("packs")
def test_a_list_without_points_is_filled_up_to_its_least_sizes_from_the_packs_that_one_owns(api: ApiClient) -> None:
    answer = api.ask("completions", deck()).json()
    assert answer["status"] == "optimal"
    assert answer["verdict"]["verdict"] == "legal"
    assert answer["objective"] == {"level": answer["value"]}
    assert answer["value"] == answer["bound"]
    assert sum(pick.get("count", 1) for pick in answer["legion"]["picks"]) == 12 + 30 + 1


@pytest.mark.sampled
@pytest.mark.usefixtures("packs")
def test_a_repair_takes_out_what_no_legal_list_has_and_a_completion_does_not(api: ApiClient) -> None:
    crowd = [{"card": "dwarven-defender", "count": 9}]
    assert api.ask("completions", deck(picks=crowd)).json()["status"] == "illegal"
    answer = api.ask("completions", {**deck(picks=crowd), "repair": True}).json()
    assert (answer["status"], answer["verdict"]["verdict"]) == ("optimal", "legal")
    assert patched(deck(picks=crowd)["legion"], answer["do"]) == answer["legion"]


@pytest.mark.one_variant
@pytest.mark.usefixtures("packs")
@pytest.mark.parametrize(
    ("more", "code", "pointer"),
    [
        ({"objective": {"points": 1}}, "invalid-question", "/objective/points"),
        ({"repair": "yes"}, "invalid-question", "/repair"),
        (deck(format="first-game"), "not-completable", "/legion/format"),
        (deck(points=40), "invalid-legion", "/legion/points"),
    ],
)
def test_parameters_that_a_deck_does_not_allow_are_refused_at_their_place(
    api: ApiClient, more: dict[str, Any], code: str, pointer: str
) -> None:
    problem = api.ask("completions", {**deck(), **more}).json()
    assert (problem["code"], problem["faults"][0]["pointer"]) == (code, pointer)


def test_repair_is_refused_for_lists_with_points(api: ApiClient) -> None:
    problem = api.ask("completions", {"legion": legion(), "repair": True}).json()
    assert (problem["code"], problem["faults"][0]["pointer"]) == ("not-completable", "/legion/game")

"""Throttling per client address, and the headers that report it."""

import re
from contextlib import suppress
from multiprocessing.dummy import Pool
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from catalog.api_base import throttling
from catalog.api_base.throttling import RATE_LIMITS, RateLimitExceeded
from tests import factories
from tests.nonempty import nonempty
from tests.rulesapi import api_client
from tests.rulesapi.api_client import ApiClient
from tests.throttles import allow, freeze_clock

pytestmark = [pytest.mark.django_db, pytest.mark.guard]
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def few(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Enable throttling with small quotas, at a time when no window ends."""
    settings.API_LIMITS = True
    for name, policy in RATE_LIMITS.items():
        monkeypatch.setitem(RATE_LIMITS, name, policy._replace(quota=3))
    freeze_clock(monkeypatch)


def legion() -> dict[str, Any]:
    return {"game": "attack-wing", "picks": []}


def test_each_answer_says_what_is_left(api: ApiClient) -> None:
    factories.publish_frame()
    response = api.get("/api/v1/games/")
    assert response["RateLimit-Policy"] == '"reading";q=3;w=60'
    assert response["RateLimit"] == '"reading";r=2;t=70'
    assert api.get("/api/v1/games/", headers={"If-None-Match": response["ETag"]})["RateLimit"] == '"reading";r=1;t=70'
    assert api.get("/api/v1/cards/?nothing=1")["RateLimit"] == '"reading";r=0;t=70'


def test_one_question_too_many_is_refused_until_the_window_is_over(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    factories.publish_frame()
    answers = [api.get("/api/v1/games/") for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200] * 3 + [429] * 2
    assert answers[-1].json()["code"] == "too-many-requests"
    assert (answers[-1]["Retry-After"], answers[-1]["RateLimit"]) == ("70", '"reading";r=0;t=70')
    freeze_clock(monkeypatch, 1_000_089.5)
    assert api.get("/api/v1/games/")["Retry-After"] == "1"
    freeze_clock(monkeypatch, 1_000_090.0)
    assert api.get("/api/v1/games/").status_code == 200


def test_a_refused_client_is_told_when_the_request_will_be_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RATE_LIMITS, "judging", RATE_LIMITS["judging"]._replace(quota=30))
    for second in range(3):
        freeze_clock(monkeypatch, 1_000_020.0 + 20 * second)
        throttling.throttle("judging", "somebody", 10)
    for cost, seconds in ((1, 30), (10, 30), (11, 50), (30, 70), (1000, 70)):
        with pytest.raises(RateLimitExceeded) as refused:
            throttling.throttle("judging", "somebody", cost)
        assert refused.value.allowance.seconds == seconds
        assert refused.value.allowance.left == 0
    freeze_clock(monkeypatch, 1_000_090.0)
    assert throttling.throttle("judging", "somebody", 10).left == 0


@given(st.lists(st.tuples(st.floats(0, 40), st.integers(1, 3)), max_size=40))
def test_no_window_has_more_requests_than_the_quota_wherever_it_begins(asked: list[tuple[float, int]]) -> None:
    cache.clear()
    now, answered = 1_000_000.0, []
    with pytest.MonkeyPatch.context() as patch:
        for wait, cost in asked:
            now += wait
            freeze_clock(patch, now)
            with suppress(RateLimitExceeded):
                throttling.throttle("reading", "somebody", cost)
                answered.append((now, cost))
    for begin, _ in answered:
        assert sum(cost for when, cost in answered if begin <= when < begin + 60) <= RATE_LIMITS["reading"].quota


def test_each_sort_of_question_has_a_limit_of_its_own(api: ApiClient) -> None:
    factories.publish_frame()
    for ask in (
        lambda: api.get("/api/v1/"),
        lambda: api.judge(legion()),
        lambda: api.ask("packs", {"legion": legion()}),
        lambda: api.ask("completions", b"{}"),
    ):
        assert [ask().status_code == 429 for _ in range(4)] == [False] * 3 + [True]


def test_another_address_has_a_limit_of_its_own_and_nobody_names_his_address_himself(api: ApiClient) -> None:
    factories.publish_frame()
    forged = [api.get("/api/v1/", headers={"X-Forwarded-For": f"10.0.0.{number}"}) for number in range(4)]
    assert [answer.status_code for answer in forged] == [200] * 3 + [429]
    assert api.get("/api/v1/", REMOTE_ADDR="10.0.0.9").status_code == 200


def test_every_operation_is_counted(api: ApiClient) -> None:
    for address, methods in nonempty(api_client.described()["paths"].items()):
        for method, operation in methods.items():
            cache.clear()
            for parameter in operation["parameters"]:
                if parameter["in"] == "path":
                    address = address.replace(f"{{{parameter['name']}}}", str(parameter["example"]))
            assert "RateLimit" in api.generic(method.upper(), address), address


def test_pages_are_not_counted(client: Client) -> None:
    assert {client.get("/api/docs/").status_code for _ in range(5)} == {200}
    assert "RateLimit" not in client.get("/livez")


def test_with_limits_off_nothing_is_counted(api: ApiClient, settings: Settings) -> None:
    settings.API_LIMITS = False
    assert {api.get("/api/v1/").status_code for _ in range(5)} == {200}
    assert "RateLimit" not in api.get("/api/v1/")


def test_a_quota_can_be_multiplied_and_is_counted_all_the_same(api: ApiClient, settings: Settings) -> None:
    settings.THROTTLE_FACTOR = 2
    factories.publish_frame()
    answers = [api.get("/api/v1/games/") for _ in range(7)]
    assert [answer.status_code for answer in answers] == [200] * 6 + [429]
    assert answers[0]["RateLimit-Policy"] == '"reading";q=6;w=60'


def test_a_request_that_costs_more_than_the_quota_is_accepted_once_per_window() -> None:
    assert throttling.throttle("judging", "somebody", 1_000).left == 0
    with pytest.raises(RateLimitExceeded):
        throttling.throttle("judging", "somebody", 1_000)


def test_refused_requests_are_not_counted() -> None:
    throttling.throttle("judging", "somebody", 2)
    with pytest.raises(RateLimitExceeded) as refused:
        throttling.throttle("judging", "somebody", 2)
    assert (refused.value.allowance.left, refused.value.cost) == (1, 2)
    assert throttling.throttle("judging", "somebody", 1).left == 0


def test_many_at_the_same_time_are_counted_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RATE_LIMITS, "reading", RATE_LIMITS["reading"]._replace(quota=50))

    def ask(_: int) -> bool:
        try:
            throttling.throttle("reading", "somebody")
        except RateLimitExceeded:
            return False
        return True

    with Pool(8) as pool:
        assert sum(pool.map(ask, range(200))) == 50


def test_the_figures_are_published_as_they_are(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    page = re.sub(r"<[^>]+>", " ", client.get("/api/docs/").content.decode())
    manual = (ROOT / "docs" / "api.md").read_text("utf-8")
    operating = (ROOT / "docs" / "operating.md").read_text("utf-8")
    for policy in RATE_LIMITS.values():
        row = f"| {policy.name} | {policy.quota} | {policy.window} |"
        if policy.of_pages:
            assert row in operating
            continue
        assert row in manual
        assert re.search(rf"{policy.name}\s+{policy.quota}\s+{policy.window} ", page), policy


@pytest.mark.parametrize(
    ("legions", "cards", "cost"),
    [(1, 0, 1), (1, 480, 1), (50, 1_000, 1), (51, 0, 2), (1, 1_001, 2), (1_000, 12_000, 20), (100, 30_000, 30)],
)
def test_a_batch_counts_by_its_legions_or_its_cards_whichever_is_more(legions: int, cards: int, cost: int) -> None:
    assert throttling.cost_of(legions, cards) == cost


@pytest.mark.parametrize(("cards", "cost"), [(0, 1), (12, 1), (50, 1), (51, 2), (100, 2), (300, 6), (480, 6)])
def test_a_search_counts_by_the_cards_of_the_list_up_to_six(cards: int, cost: int) -> None:
    assert throttling.cost_of_search(cards) == cost


@pytest.mark.parametrize(
    ("address", "name", "wrap"),
    [
        ("verdicts", "judging", lambda legion: {"legions": [legion, {**legion, "name": "Another"}]}),
        ("fixes", "searching", lambda legion: {"legion": legion}),
        ("candidates", "searching", lambda legion: {"legion": legion, "at": ""}),
    ],
)
def test_requests_about_many_cards_cost_more(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch, address: str, name: str, wrap: Any
) -> None:
    factories.publish_frame()
    monkeypatch.setitem(RATE_LIMITS, name, RATE_LIMITS[name]._replace(quota=10))
    monkeypatch.setattr(throttling, "CARDS_PER_UNIT", 100)
    answers = [api.ask(address, wrap(legion() | {"picks": [{"card": "x"}] * of})) for of in (10, 90)]
    assert [f";r={left};" in answer["RateLimit"] for left, answer in zip((9, 7), answers, strict=True)] == [True, True]


def test_a_mirror_of_all_files_keeps_nobody_from_searching(
    api: ApiClient, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    factories.publish_frame(factories.creature(slug="wraith"))
    settings.API_LIMITS = True
    allow(monkeypatch, "searching", 2)
    allow(monkeypatch, "mirroring", 300)
    files = api.get("/api/v1/bulk/").json()["files"]
    assert len(files) > 2
    for one in files:
        assert api.get(one["address"])["RateLimit-Policy"] == '"mirroring";q=300;w=60'
    asked = api.ask("texts/read", {"game": "attack-wing", "text": "Wraith"})
    assert (asked.status_code, asked["RateLimit"].partition(";t=")[0]) == (200, '"searching";r=1')

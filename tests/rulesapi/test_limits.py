"""How much one address may ask, and how answers say so."""

import re
from multiprocessing.dummy import Pool
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from rulesapi import limits
from rulesapi.limits import POLICIES, TooMany
from tests import factories
from tests.rulesapi import contract
from tests.rulesapi.contract import ApiClient

pytestmark = [pytest.mark.django_db]
ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(autouse=True)
def few(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Count, with quotas that are soon used up, at a moment in which no window ends."""
    settings.API_LIMITS = True
    for name, policy in POLICIES.items():
        monkeypatch.setitem(POLICIES, name, policy._replace(quota=3))
    monkeypatch.setattr("rulesapi.limits.time.time", lambda: 1_000_020.0)


def legion() -> dict[str, Any]:
    return {"game": "attack-wing", "picks": []}


def test_each_answer_says_what_is_left(api: ApiClient) -> None:
    factories.publish_frame()
    response = api.get("/api/v1/games/")
    assert response["RateLimit-Policy"] == '"reading";q=3;w=60'
    assert response["RateLimit"] == '"reading";r=2;t=60'
    assert api.get("/api/v1/games/", headers={"If-None-Match": response["ETag"]})["RateLimit"] == '"reading";r=1;t=60'
    assert api.get("/api/v1/cards/?nothing=1")["RateLimit"] == '"reading";r=0;t=60'


def test_one_question_too_many_is_refused_until_the_window_ends(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    factories.publish_frame()
    answers = [api.get("/api/v1/games/") for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200] * 3 + [429] * 2
    assert answers[-1].json()["code"] == "too-many-requests"
    assert (answers[-1]["Retry-After"], answers[-1]["RateLimit"]) == ("60", '"reading";r=0;t=60')
    monkeypatch.setattr("rulesapi.limits.time.time", lambda: 1_000_079.5)
    assert api.get("/api/v1/games/")["Retry-After"] == "1"
    monkeypatch.setattr("rulesapi.limits.time.time", lambda: 1_000_080.0)
    assert api.get("/api/v1/games/").status_code == 200


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
    for address, methods in contract.described()["paths"].items():
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


def test_what_is_refused_counts_nothing() -> None:
    limits.spend("judging", "somebody", 2)
    with pytest.raises(TooMany) as refused:
        limits.spend("judging", "somebody", 2)
    assert (refused.value.spent.left, refused.value.cost) == (1, 2)
    assert limits.spend("judging", "somebody", 1).left == 0


def test_many_at_the_same_time_are_counted_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(POLICIES, "reading", POLICIES["reading"]._replace(quota=50))

    def ask(_: int) -> bool:
        try:
            limits.spend("reading", "somebody")
        except TooMany:
            return False
        return True

    with Pool(8) as pool:
        assert sum(pool.map(ask, range(200))) == 50


def test_a_count_that_is_gone_between_two_steps_is_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    add = cache.add
    lost = iter([lambda *_, **__: False, add])
    monkeypatch.setattr(cache, "add", lambda *args, **kwargs: next(lost)(*args, **kwargs))
    assert limits.spend("reading", "somebody").left == 2


def test_the_figures_are_published_as_they_are(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    page = re.sub(r"<[^>]+>", " ", client.get("/api/docs/").content.decode())
    manual = (ROOT / "docs" / "api.md").read_text("utf-8")
    for policy in POLICIES.values():
        assert f"| {policy.name} | {policy.quota} | {policy.window} |" in manual
        assert re.search(rf"{policy.name}\s+{policy.quota}\s+{policy.window} ", page), policy

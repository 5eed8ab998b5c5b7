"""Reports of wrong verdicts: stored data, repeated verdicts, and the curators' pages."""

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from catalog import permissions
from catalog.api_base import throttling
from rulesapi.judging import verdicts
from rulesapi.models import WrongVerdict
from rulesapi.verdict_reports import report_service
from tests import factories
from tests.rulesapi.api_client import ApiClient

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]
LIMIT = "attack-wing/point-limit"


@pytest.fixture(autouse=True)
def world() -> None:
    """Publish a creature."""
    factories.publish_frame(factories.creature(slug="wraith", cost=25))


def legion(**fields: Any) -> dict[str, Any]:
    return {"game": "attack-wing", "points": 20, "picks": [{"card": "wraith"}], **fields}


def reported(api: ApiClient, **fields: Any) -> Any:
    return api.ask("reports", {"legion": legion(), "expected": "legal", **fields})


def test_a_report_says_what_was_reported_and_gives_the_same_verdict_again(api: ApiClient) -> None:
    answer = reported(api, code=LIMIT, note="See page 28.").json()
    report = WrongVerdict.objects.get()
    assert (answer["verdict"], answer["expected"], answer["code"], answer["state"]) == (
        "illegal",
        "legal",
        LIMIT,
        "open",
    )
    assert (report.note, report.by, report.legion["release"]) == ("See page 28.", None, 1)
    factories.publish(factories.creature(slug="wraith", cost=5))
    assert report_service.verdict_now(report) == report.verdict == verdicts.judge(legion(release=1))
    assert report_service.verdict_now(report, newest=True)["verdict"] == "legal"


def test_only_fields_that_influence_a_verdict_are_stored(api: ApiClient) -> None:
    reported(api, legion=legion(name="Mine", notes="Secret", tags=["x"], ext={"a": 1}, collection={"wraith": 1}))
    assert WrongVerdict.objects.get().legion == legion(release=1, collection={"wraith": 1})


def test_a_repeated_report_is_stored_once(api: ApiClient) -> None:
    assert [reported(api).status_code for _ in range(2)] == [200, 200]
    reported(api, note="Another word.")
    assert WrongVerdict.objects.count() == 2


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"expected": "fine"}, "/expected"),
        ({"expected": "illegal"}, "/expected"),
        ({"expected": 7}, "/expected"),
        ({"code": "attack-wing/point-limits"}, "/code"),
        ({"note": "x" * 1001}, "/note"),
        ({"notes": "x"}, "/notes"),
        ({"legion": legion(picks=7)}, "/legion/picks"),
        ({"legion": legion(format="nowhere")}, "/legion/format"),
    ],
)
def test_an_invalid_report_is_refused_at_its_place_and_not_stored(
    api: ApiClient, fields: dict[str, Any], pointer: str
) -> None:
    response = reported(api, **fields)
    assert response.status_code == 400
    assert response.json()["faults"][0]["pointer"] == pointer
    assert not WrongVerdict.objects.exists()


def test_a_verdict_can_be_right_and_a_finding_wrong(api: ApiClient) -> None:
    assert reported(api, expected="illegal", code=LIMIT).status_code == 200


def test_no_more_are_taken_than_curators_can_look_at(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_service, "MAX_OPEN_REPORTS", 1)
    assert [reported(api, note=note).status_code for note in ("a", "b", "a")] == [200, 503, 200]
    WrongVerdict.objects.update(state="right")
    assert reported(api, note="b").status_code == 200


def test_reports_are_rate_limited(api: ApiClient, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.API_LIMITS = True
    monkeypatch.setitem(throttling.RATE_LIMITS, "reporting", throttling.RATE_LIMITS["reporting"]._replace(quota=1))
    cache.clear()
    assert [reported(api).status_code for _ in range(2)] == [200, 429]


# -- the curators' desk --------------------------------------------------------------------------------------------


def desk(role: str | None) -> Client:
    client, user = Client(), factories.UserFactory()
    if role:
        permissions.grant(user, role)
    client.force_login(user)
    return client


@pytest.fixture
def report(api: ApiClient) -> WrongVerdict:
    reported(api, code=LIMIT, note="See <b>page</b> 28.")
    return WrongVerdict.objects.get()


@pytest.mark.sampled
@pytest.mark.parametrize("role", [permissions.CURATOR, permissions.ADMIN])
def test_curators_see_the_former_and_the_current_verdict(report: WrongVerdict, role: str) -> None:
    factories.publish(factories.creature(slug="wraith", cost=5))
    page = desk(role).get(f"/admin/rulesapi/wrongverdict/{report.pk}/change/").content.decode()
    assert "Illegal, 25 points, release 1" in page and "Legal, 5 points, release 2" in page
    assert "See &lt;b&gt;page" in page


@pytest.mark.parametrize("role", [permissions.MODERATOR, None])
def test_nobody_else_sees_them(report: WrongVerdict, role: str | None) -> None:
    client = desk(role)
    for address in ("", f"{report.pk}/change/", f"{report.pk}/case.json"):
        response = client.get(f"/admin/rulesapi/wrongverdict/{address}")
        assert response.status_code in {302, 403, 404}, address


def test_a_curator_answers_and_takes_a_draft_of_a_case(report: WrongVerdict) -> None:
    client = desk(permissions.CURATOR)
    chosen = {"action": "was_wrong", "_selected_action": [report.pk]}
    assert client.post("/admin/rulesapi/wrongverdict/", chosen).status_code == 302
    report.refresh_from_db()
    assert report.state == "wrong"
    response = client.get(f"/admin/rulesapi/wrongverdict/{report.pk}/case.json")
    assert 'filename="attack-wing-point-limit-draft.json"' in response["Content-Disposition"]
    draft = json.loads(response.content)
    assert draft["rule"] == LIMIT
    (case,) = draft["cases"]
    assert (case["legion"], case["verdict"], case["findings"]) == (legion(), "legal", [])


@pytest.mark.sampled
def test_the_list_asks_the_database_as_often_for_many_as_for_few(report: WrongVerdict) -> None:
    client = desk(permissions.CURATOR)
    client.get("/admin/rulesapi/wrongverdict/")
    with CaptureQueriesContext(connection) as few:
        client.get("/admin/rulesapi/wrongverdict/")
    for number in range(60):
        WrongVerdict.objects.create(
            mark=str(number),
            game=report.game,
            digest=report.digest,
            legion=report.legion,
            verdict=report.verdict,
            expected="legal",
        )
    with CaptureQueriesContext(connection) as many:
        client.get("/admin/rulesapi/wrongverdict/")
    assert len(many) == len(few)

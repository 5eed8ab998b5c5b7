"""The Python client of the repository, asking a served Muster over HTTP."""

import socket
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.core.cache import cache
from muster_client import Muster, Refused, Unreachable
from pytest_django import Settings

from clients import verify_receipt
from rulesapi import limits
from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)
LEGION: dict[str, Any] = {"game": "attack-wing", "points": 20, "picks": [{"card": "wraith"}]}


@pytest.fixture
def muster(live_server: Any) -> Muster:
    """A client of a site with sixty creatures, which never waits."""
    factories.publish_frame(
        factories.creature(slug="wraith", cost=25), *(factories.creature(slug=f"one-{number}") for number in range(60))
    )
    return Muster(live_server.url, wait=lambda seconds: None)


def test_it_asks_all_that_it_knows_to_ask(muster: Muster) -> None:
    verdict = muster.judge(LEGION, fixes=1)
    assert (verdict["verdict"], verdict["findings"][0]["code"]) == ("illegal", "attack-wing/point-limit")
    judged, refused = muster.judge_all([LEGION, {"game": "attack-wing"}])
    assert isinstance(judged, dict) and judged["digest"] == verdict["digest"]
    assert isinstance(refused, Refused) and refused.code == "invalid-legion"
    assert muster.fixes(LEGION)[0]["verdict"] == "legal"
    assert {one["card"] for one in muster.candidates({**LEGION, "picks": []})} >= {"wraith"}
    assert muster.card("attack-wing", "wraith")["cost"] == 25
    assert len(list(muster.cards("attack-wing"))) == 61
    assert [card["slug"] for card in muster.cards("attack-wing", "cost=25")] == ["wraith"]
    assert verdict["findings"][0]["code"] in {rule["code"] for rule in muster.rules("attack-wing")}
    signed = muster.sign(LEGION)
    assert verify_receipt.verify(signed["code"], muster.keys()) == signed["receipt"]
    assert muster.report(LEGION, "legal", note="See page 28.")["verdict"] == "illegal"


def test_what_is_refused_is_raised_with_its_faults(muster: Muster) -> None:
    with pytest.raises(Refused) as refused:
        muster.judge({**LEGION, "picks": 7})
    assert (refused.value.status, refused.value.code) == (400, "invalid-legion")
    assert refused.value.faults[0].pointer == "/picks"


def test_a_question_too_many_is_asked_once_more_if_the_wait_is_short(
    muster: Muster, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.API_LIMITS = True
    monkeypatch.setitem(limits.POLICIES, "judging", limits.POLICIES["judging"]._replace(quota=1, window=1))
    cache.clear()
    waited: list[float] = []

    def wait(seconds: float) -> None:
        waited.append(seconds)
        cache.clear()

    patient = Muster(muster.site, wait=wait)
    for _ in range(20):  # until two of them fall into one second
        patient.judge(LEGION)
        if waited:
            break
    assert waited == [1]


def test_what_is_no_muster_is_told(live_server: Any) -> None:
    with pytest.raises(Unreachable):
        Muster(f"{live_server.url}/nowhere").judge(LEGION)
    with pytest.raises(Unreachable):
        Muster("http://127.0.0.1:9").judge(LEGION)
    with pytest.raises(ValueError, match="http"):
        Muster("ftp://localhost")


@pytest.mark.parametrize(
    "answer",
    [
        b"nonsense\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{",
        b"",
        b"HTTP/1.1 500 No\r\n" + b"x" * 70_000,
    ],
)
def test_what_speaks_no_http_is_unreachable_too(answer: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, ThreadPoolExecutor(1) as pool:

        def serve() -> None:
            connection, _ = server.accept()
            with connection:
                connection.recv(65_536)
                connection.sendall(answer)

        served = pool.submit(serve)
        with pytest.raises(Unreachable):
            Muster(f"http://127.0.0.1:{server.getsockname()[1]}").judge(LEGION)
        served.result()

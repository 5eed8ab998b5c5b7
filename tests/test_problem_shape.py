"""The problem document: the single format of all error responses of the API."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client, override_settings

from catalog import permissions, snapshots
from catalog.api_base import problems
from catalog.documents.errors import Fault
from catalog.publishing import Busy
from legions.api_tokens.models import Scope
from legions.my_lists.api_bodies import JSON_PATCH
from legions.saved_lists import services
from rulesapi.judging import completion_jobs
from rulesapi.judging.resolutions import MAX_SITUATIONS
from rulesapi.models import Completion
from tests import factories
from tests.legions.api_clients import LEGIONS_URL, TokenClient, token

pytestmark = pytest.mark.django_db

FIELDS = ["code", "detail", "faults", "status", "title", "type"]
LEGION = {"game": "attack-wing", "picks": []}
UNFIT = [{"op": "remove", "path": "/legion/name"}]

MORALE = "resolutions/attack-wing/morale"
"""A question of play."""


def judge(
    client: Client, body: bytes | dict[str, Any], query: str = "", to: str = "verdicts", **options: Any
) -> HttpResponse:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    return client.post(f"/api/v1/{to}/{query}", raw, **{"content_type": "application/json", **options})


@override_settings(API_LIMITS=True)
def once_too_often(client: Client) -> HttpResponse:
    return [judge(client, b"{}", to="completions") for _ in range(31)][-1]


def full(client: Client) -> HttpResponse:
    """Send a request while the queue is full and the only inline slot is taken."""
    Completion.objects.bulk_create(
        Completion(question={}, release=1, seconds=1) for _ in range(completion_jobs.MAX_WAITING)
    )
    with completion_jobs.inline_slot():
        return judge(client, {"legion": LEGION}, to="completions")


def uncounted() -> str:
    """Publish a set without counts of its cards, and return its slug."""
    factories.publish(factories.card_set(slug="a-box"))
    return "a-box"


def robot(scope: Scope = Scope.LEGIONS) -> TokenClient:
    """Return an API client that acts for a new user."""
    return TokenClient(token(factories.UserFactory(), scope))


def based(change: Callable[[TokenClient, str, str], HttpResponse]) -> Callable[[Client], HttpResponse]:
    """Return a function that saves a legion and changes it with the given client, address and base."""

    def way(client: Client) -> HttpResponse:
        by = robot()
        made = by.keep(LEGION)
        return change(by, made["Location"], made["ETag"])

    return way


def thrown_away(by: TokenClient, address: str, mark: str) -> HttpResponse:
    by.send("delete", address, If_Match=mark)
    return by.send("delete", address, If_Match=by.get(address)["ETag"])


def ended(by: TokenClient, address: str, mark: str) -> HttpResponse:
    at = f"{address}link/"
    shared = by.send("put", at, {}, If_Match=by.get(at)["ETag"])
    by.send("delete", at, If_Match=shared["ETag"])
    return by.get(shared.json()["url"])


def used_before(by: TokenClient, address: str, mark: str) -> HttpResponse:
    bodies = ({"legion": {**LEGION, "name": name}} for name in ("one", "two"))
    return [by.send("post", LEGIONS_URL, body, Idempotency_Key="k") for body in bodies][1]


def too_many(by: TokenClient, address: str, mark: str) -> HttpResponse:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(services, "MAX_LEGIONS", 1)
        return by.keep(LEGION)


def webhooks(_client: Client, most: int) -> HttpResponse:
    """Add a webhook twice when the limit is `most`."""
    by = robot(Scope.HOOKS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("legions.webhooks.services.MAX_HOOKS", most)
        return [by.send("post", "/api/v1/webhooks/", {"url": "https://example.org/"}) for _ in range(2)][1]


# A request that causes each problem: a problem that no request causes would not belong in the description.
CAUSES: dict[str, Callable[[Client], HttpResponse]] = {
    "malformed-json": lambda client: judge(client, b"{"),
    "invalid-legion": lambda client: judge(client, {"game": "attack-wing"}),
    "invalid-situation": lambda client: judge(client, {"soldiers": "two"}, to=MORALE),
    "too-many-situations": lambda client: judge(client, {"situations": [{}] * (MAX_SITUATIONS + 1)}, to=MORALE),
    "unknown-game": lambda client: judge(client, {**LEGION, "game": "chess"}),
    "unknown-format": lambda client: judge(client, {**LEGION, "format": "epic"}),
    "unknown-release": lambda client: client.get("/api/v1/cards/?release=99"),
    "unknown-kind": lambda client: client.get("/api/v1/cards/?kind=nothing"),
    "not-judged-yet": lambda client: judge(
        client, {"legion": {"game": "attack-wing", "team": [{"picks": []}]}}, to="texts"
    ),
    "unknown-house-rule": lambda client: judge(client, {**LEGION, "house_rules": ["mine"]}),
    "unknown-set": lambda client: judge(client, {**LEGION, "packs": {"no-box": 1}}),
    "uncounted-set": lambda client: judge(client, {**LEGION, "packs": {uncounted(): 1}}),
    "invalid-campaign": lambda client: judge(client, {"game": "attack-wing"}, to="campaigns/verdicts"),
    "invalid-question": lambda client: judge(client, {}, to="candidates"),
    "no-such-place": lambda client: judge(client, {"legion": LEGION, "at": "/picks/0"}, to="candidates"),
    "too-many-cards": lambda client: judge(
        client, {"legion": {**LEGION, "picks": [{"card": "wraith"}] * 101}, "at": ""}, to="candidates"
    ),
    "not-completable": lambda client: judge(client, {"legion": {**LEGION, "points": 5000}}, to="completions"),
    "too-many-requests": once_too_often,
    "queue-full": full,
    "unknown-parameter": lambda client: judge(client, LEGION, "?mends=5"),
    "invalid-query": lambda client: client.get("/api/v1/cards/?q=cots<4"),
    "invalid-parameter": lambda client: client.get("/api/v1/cards/?limit=many"),
    "bad-request": lambda client: client.get("/api/v1/cards/", headers={"Host": "not ours"}),
    "not-found": lambda client: client.get("/api/v1/nothing/"),
    "method-not-allowed": lambda client: client.delete("/api/v1/cards/"),
    "not-acceptable": lambda client: client.get("/api/v1/cards/", headers={"Accept": "text/csv"}),
    "too-large": lambda client: judge(client, b" " * (256 * 1024 + 1) + b"{}"),
    "unsupported-media-type": lambda client: judge(client, b"{}", content_type="text/plain"),
}
CAUSES |= {
    "unauthorized": lambda client: client.get(LEGIONS_URL),
    "forbidden": lambda client: robot(Scope.READ).keep(LEGION),
    "version-needed": based(lambda by, address, mark: by.send("delete", address)),
    "changed-meanwhile": based(lambda by, address, mark: by.send("delete", address, If_Match='"1-0"')),
    "invalid-patch": based(lambda by, address, mark: by.send("patch", address, {}, JSON_PATCH, If_Match=mark)),
    "patch-does-not-fit": based(lambda by, address, mark: by.send("patch", address, UNFIT, JSON_PATCH, If_Match=mark)),
    "thrown-away": based(thrown_away),
    "link-ended": based(ended),
    "key-used-before": based(used_before),
    "too-many-legions": based(too_many),
}
CAUSES |= {
    "webhook-there": lambda client: webhooks(client, 10),
    "too-many-webhooks": lambda client: webhooks(client, 1),
}
HALF_KNOWN = {"game": "attack-wing", "card": "half-known", "source": "A box"}


def offered(facts: dict[str, Any]) -> HttpResponse:
    """Offer facts of a card that has one unknown fact."""
    factories.publish(factories.creature(slug="half-known", cost=None))
    return robot(Scope.OFFER).send("post", "/api/v1/contributions/", {**HALF_KNOWN, "facts": facts})


def drafted(method: str, body: Any = None, tail: str = "") -> HttpResponse:
    """Send a curator's request about a card without a draft."""
    factories.publish(factories.creature(slug="half-known", cost=None))
    user = factories.user_with(permissions.CURATOR)
    by = TokenClient(token(user, Scope.CURATE))
    return by.send(method, f"/api/v1/curation/drafts/attack-wing/card/half-known/{tail}", body, If_Match="*")


CAUSES |= {
    "invalid-contribution": lambda client: offered({"cost": "much"}),
    "contribution-refused": lambda client: offered({"level": 5}),
    "invalid-document": lambda client: drafted("put", {"document": {}, "why": "Misread"}),
    "draft-refused": lambda client: drafted("post", {"do": "approve"}, "stage/"),
}
# Only a bug, an unreachable database, or a site without a key causes these.
OURS = {"internal-error", "no-signing-key", "out-of-order", "unavailable"}
# Problems before any view: tests/test_framing.py. Nothing sends too-slow since proxies end such connections.
OURS |= {"too-slow", "length-required"}


def check(response: HttpResponse, code: str) -> dict[str, Any]:
    assert response["Content-Type"] == "application/problem+json"
    assert response["Cache-Control"] == "no-store"
    problem = json.loads(response.content)
    assert sorted(problem) == FIELDS
    assert problem["code"] == code
    assert problem["type"] == f"/problems/{code}"
    assert problem["status"] == response.status_code == problems.PROBLEM_TYPES[code].status
    assert problem["title"] == problems.PROBLEM_TYPES[code].title
    assert problem["detail"]
    for fault in problem["faults"]:
        place = ["length", "offset"] if code == "invalid-query" else []
        assert sorted(fault) == sorted(["code", "message", "pointer", *place])
        assert fault["pointer"] == "" or fault["pointer"].startswith("/")
        assert fault["code"]
        assert fault["message"]
    return problem


def test_every_problem_has_a_request_that_causes_it() -> None:
    assert {*CAUSES, *OURS} == set(problems.PROBLEM_TYPES)


@pytest.mark.one_variant
@pytest.mark.parametrize("code", sorted(CAUSES))
def test_every_problem_has_the_one_shape(code: str, client: Client) -> None:
    factories.publish_frame()
    check(CAUSES[code](client), code)


@pytest.mark.one_variant
@pytest.mark.parametrize("code", sorted(problems.PROBLEM_TYPES))
def test_the_type_of_a_problem_leads_to_a_page_about_it(code: str, client: Client) -> None:
    page = client.get(problems.problem_document(code)["type"])
    assert page.status_code == 200
    assert code in page.content.decode()
    assert f'id="{code}"' in client.get("/problems/").content.decode()


def test_a_page_about_no_problem_is_not_found(client: Client) -> None:
    assert client.get("/problems/nonsense").status_code == 404


def test_a_forbidden_request_has_the_shape_of_problems() -> None:
    check(problems.exception_handler(PermissionDenied(), {}), "forbidden")


def test_a_database_that_is_away_is_a_503_that_says_when_to_come_back(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise OperationalError("could not connect to secret-host:5432")

    monkeypatch.setattr(snapshots, "newest", away)
    for response in (client.get("/api/v1/cards/"), judge(client, LEGION)):
        check(response, "unavailable")
        assert int(response["Retry-After"]) > 0
        assert b"secret-host" not in response.content


def test_a_writer_that_waits_too_long_gets_a_503_with_retry_after() -> None:
    response = problems.exception_handler(Busy("others have been writing"), {})
    assert check(response, "unavailable")["detail"] == problems.BUSY
    assert int(response["Retry-After"]) > 0


def test_a_fault_of_ours_is_a_500_that_gives_nothing_away(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise RuntimeError("the password is swordfish")

    monkeypatch.setattr(snapshots, "newest", broken)
    client = Client(raise_request_exception=False)
    for response in (client.get("/api/v1/cards/"), judge(client, LEGION)):
        problem = check(response, "internal-error")
        assert "swordfish" not in json.dumps(problem)


def test_a_problem_keeps_the_headers_of_its_address(client: Client) -> None:
    response = client.delete("/api/v1/verdicts/")
    assert response["Allow"] == "POST, OPTIONS"
    assert response["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"


def test_the_detail_of_one_fault_is_its_message_and_of_several_their_number() -> None:
    one, two = Fault("/a", "x", "A is wrong."), Fault("/b", "y", "B is wrong.")
    assert problems.problem_document("invalid-legion", [one])["detail"] == "A is wrong."
    assert problems.problem_document("invalid-legion", [one, two])["detail"] == "2 faults. The first: A is wrong."
    assert problems.problem_document("invalid-legion")["detail"] == problems.PROBLEM_TYPES["invalid-legion"].meaning


@pytest.mark.parametrize("path", ["/api/", "/api/v1/nothing", "/api/v2/cards/", "/api/v1/schemas/x.json"])
def test_unknown_addresses_of_the_api_are_problems(path: str, client: Client) -> None:
    check(client.get(path), "not-found")
    check(client.post(path), "not-found")


@pytest.mark.parametrize("path", ["/nothing-here", "/api-docs/", "/apiary/"])
def test_unknown_addresses_of_the_site_are_pages(path: str, client: Client) -> None:
    response = client.get(path)
    assert response.status_code == 404
    assert response["Content-Type"].startswith("text/html")

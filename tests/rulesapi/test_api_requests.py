"""API requests: equal responses for all clients, in English, and without database queries about the client."""

import gc
import json
import weakref
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import resolve
from rest_framework.views import APIView

from catalog.api_base.views import CachedReadView
from tests import factories

pytestmark = pytest.mark.django_db

LEGION = json.dumps({"game": "attack-wing", "picks": [{"card": "wraith"}]})
CARDS = "/api/v1/cards/?game=attack-wing&limit=3"
JSON = {"content_type": "application/json"}
ELSEWHERE = {"Origin": "https://tools.example"}
QUESTIONS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "index": ("GET", "/api/v1/", {}),
    "list": ("GET", CARDS, {}),
    "head": ("HEAD", CARDS, {}),
    "from elsewhere": ("GET", CARDS, {"headers": ELSEWHERE}),
    "preflight": ("OPTIONS", CARDS, {"headers": {**ELSEWHERE, "Access-Control-Request-Method": "GET"}}),
    "options": ("OPTIONS", CARDS, {}),
    "parameter refused": ("GET", "/api/v1/cards/?limit=0", {}),
    "not acceptable": ("GET", CARDS, {"headers": {"Accept": "text/html"}}),
    "acceptable": ("GET", CARDS, {"headers": {"Accept": "application/json;q=0.5, text/html"}}),
    "speaks German": ("GET", "/api/v1/cards/attack-wing/nobody/", {"headers": {"Accept-Language": "de"}}),
    "method refused": ("DELETE", CARDS, {}),
    "no such address": ("GET", "/api/v1/nowhere/", {}),
    "no such version": ("GET", "/api/v9/cards/", {}),
    "without slash": ("GET", "/api/v1/cards?limit=1", {}),
    "pages without slash": ("GET", "/api/docs", {}),
    "verdict": ("POST", "/api/v1/verdicts/", {"data": LEGION, **JSON}),
    "lines": ("POST", "/api/v1/verdicts/", {"data": LEGION, "content_type": "application/x-ndjson"}),
    "malformed": ("POST", "/api/v1/verdicts/", {"data": "{", **JSON}),
    "nobody's legions": ("GET", "/api/v1/legions/", {}),
    "no such link": ("GET", "/api/v1/legions/shared/nothing/", {}),
    "wanted": ("GET", "/api/v1/wanted/", {}),
    "strange host": ("GET", CARDS, {"headers": {"Host": "elsewhere.example"}}),
}


def answered(client: Client, question: str, **more: str) -> tuple[int, bytes, list[tuple[str, str]]]:
    method, path, options = QUESTIONS[question]
    response = client.generic(method, path, **options, **more)
    body = b"".join(response.streaming_content) if response.streaming else response.content
    headers = [(name, value) for name, value in response.items() if name != "X-Request-ID"]  # differs for each request
    return response.status_code, body, headers


@pytest.fixture(autouse=True)
def published() -> None:
    factories.publish_frame()
    factories.publish(factories.creature(slug="wraith"))


@pytest.mark.one_variant
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_cookie_does_not_change_the_response(question: str, client: Client) -> None:
    straight = answered(client, question)
    assert answered(client, question, HTTP_COOKIE="theme=dark") == straight
    assert not client.cookies


@pytest.mark.one_variant
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_repeated_request_gets_the_same_response(question: str, client: Client) -> None:
    assert answered(client, question) == answered(client, question)


def test_a_program_is_asked_one_query_and_nothing_about_sessions(
    client: Client, django_assert_num_queries: object
) -> None:
    client.get(CARDS)
    with django_assert_num_queries(1):
        response = client.get(CARDS)
    assert not response.wsgi_request.session.accessed


def test_cookies_and_tokens_identify_users_as_everywhere(client: Client) -> None:
    user = User.objects.create_user("bruenor")
    assert client.get(CARDS, HTTP_AUTHORIZATION="Bearer muster_x").wsgi_request.session.is_empty()
    client.force_login(user)
    request = client.get(CARDS).wsgi_request
    assert request.session["_auth_user_id"] == str(user.pk)


@pytest.mark.sampled
def test_a_response_is_in_english_after_one_in_another_language(client: Client) -> None:
    assert 'lang="de"' in client.get("/", headers={"Accept-Language": "de"}).content.decode()
    problem = client.get("/api/v1/cards/attack-wing/nobody/", headers={"Accept-Language": "de"}).json()
    assert problem["detail"].startswith("There is no card")


def test_an_unexpected_error_is_an_internal_problem(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> HttpResponse:
        raise RuntimeError("unforeseen")

    monkeypatch.setattr(CachedReadView, "_identity", fail)
    client.raise_request_exception = False
    straight, other = (answered(client, "list", **more) for more in ({}, {"HTTP_COOKIE": "theme=dark"}))
    assert straight == other
    assert (straight[0], json.loads(straight[1])["code"]) == (500, "internal-error")


def test_words_that_are_refused_are_refused_each_time(client: Client) -> None:
    assert client.get(CARDS).status_code == 200
    for _ in range(2):
        assert client.get(CARDS, headers={"Accept": "text/html"}).status_code == 406
        assert client.get(f"{CARDS}&limit=4").status_code == 400
        assert client.post(CARDS).status_code == 405


def test_a_publication_is_seen_by_words_that_are_understood(client: Client) -> None:
    before = client.get(CARDS)
    factories.publish(factories.creature())
    after = client.get(CARDS)
    assert (before["Muster-Release"], after["Muster-Release"]) == ("2", "3")
    assert before["ETag"] != after["ETag"]


@pytest.mark.parametrize("question", ["list", "verdict"])
def test_neither_the_view_nor_its_request_waits_for_the_collector(
    question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    references: list[weakref.ref[Any]] = []
    usual = APIView.initialize_request

    def noted(self: APIView, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        made = usual(self, request, *args, **kwargs)
        references.extend((weakref.ref(self), weakref.ref(made)))
        return made

    monkeypatch.setattr(APIView, "initialize_request", noted)
    method, path, options = QUESTIONS[question]
    view, args, kwargs = resolve(path.partition("?")[0])
    view(RequestFactory().generic(method, path, **options), *args, **kwargs)
    gc.disable()
    try:
        del references[:]
        view(RequestFactory().generic(method, path, **options), *args, **kwargs)
        assert [one() for one in references] == [None, None]
    finally:
        gc.enable()

"""The straight way of programs: the same answers as with all that stands around pages, and nothing left behind."""

import gc
import json
import weakref
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import ResolverMatch
from django.urls import resolve as usual
from rest_framework.views import APIView

from catalog.api_base import views as api_base_views
from catalog.api_base.views import CachedReadView
from config import api_middleware
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
    method, path, given = QUESTIONS[question]
    response = client.generic(method, path, **given, **more)
    body = b"".join(response.streaming_content) if response.streaming else response.content
    headers = [(name, value) for name, value in response.items() if name != "Request-Id"]  # another one each time
    return response.status_code, body, headers


@pytest.fixture(autouse=True)
def published() -> None:
    factories.publish_frame()
    factories.publish(factories.creature(slug="wraith"))


@pytest.mark.parametrize("question", QUESTIONS)
def test_whoever_shows_a_cookie_gets_the_very_same_answer_the_other_way(question: str, client: Client) -> None:
    straight = answered(client, question)
    assert answered(client, question, HTTP_COOKIE="theme=dark") == straight
    assert not client.cookies


@pytest.mark.parametrize("question", QUESTIONS)
def test_what_is_asked_again_is_answered_again(question: str, client: Client) -> None:
    assert answered(client, question) == answered(client, question)


def test_the_middleware_of_programs_is_a_part_of_the_other_in_the_same_order() -> None:
    below = iter(settings.MIDDLEWARE[settings.MIDDLEWARE.index("config.api_middleware.skip_page_middleware") :])
    assert all(one in below for one in settings.API_MIDDLEWARE)


def test_a_program_is_asked_one_query_and_nothing_about_sessions(
    client: Client, django_assert_num_queries: object
) -> None:
    client.get(CARDS)
    with django_assert_num_queries(1):
        response = client.get(CARDS)
    assert not hasattr(response.wsgi_request, "session")
    assert not hasattr(response.wsgi_request, "_messages")


def test_who_shows_a_cookie_or_a_token_is_known_as_everywhere(client: Client) -> None:
    user = User.objects.create_user("bruenor")
    assert client.get(CARDS, HTTP_AUTHORIZATION="Bearer muster_x").wsgi_request.session.is_empty()
    client.force_login(user)
    request = client.get(CARDS).wsgi_request
    assert request.session["_auth_user_id"] == str(user.pk)


def test_pages_and_what_is_no_question_of_the_api_go_the_other_way(client: Client) -> None:
    for path in ("/", "/api/docs/", "/account/login/"):
        assert hasattr(client.get(path).wsgi_request, "session"), path


def test_an_answer_is_in_english_whatever_was_spoken_before(client: Client) -> None:
    assert 'lang="de"' in client.get("/", headers={"Accept-Language": "de"}).content.decode()
    said = client.get("/api/v1/cards/attack-wing/nobody/", headers={"Accept-Language": "de"}).json()
    assert said["detail"].startswith("There is no card")


def test_where_a_path_leads_is_found_once_unless_it_is_very_long(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    walked: list[str] = []

    def resolve(path: str, urlconf: str) -> ResolverMatch:
        walked.append(path)
        return usual(path, urlconf)

    monkeypatch.setattr(api_middleware, "resolve", resolve)
    short, long = "/api/v1/cards/attack-wing/walked-once/", f"/api/v1/cards/attack-wing/{'x' * 300}/"
    for path in (short, short, long, long):
        client.get(path)
    assert walked == [short, long, long]


def test_what_nobody_foresaw_is_a_problem_of_ours(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> HttpResponse:
        raise RuntimeError("unforeseen")

    monkeypatch.setattr(CachedReadView, "get", fail)
    client.raise_request_exception = False
    straight, other = (answered(client, "list", **more) for more in ({}, {"HTTP_COOKIE": "theme=dark"}))
    assert straight == other
    assert (straight[0], json.loads(straight[1])["code"]) == (500, "internal-error")


# -- nothing is left behind ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("question", ["list", "verdict"])
def test_nothing_of_a_question_waits_for_the_collector(question: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits is looked through again and again, and holds up whoever asks at that moment."""
    asked: list[weakref.ref[HttpRequest]] = []
    views: list[weakref.ref[APIView]] = []
    usual = APIView.initialize_request

    def noted(self: APIView, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        asked.append(weakref.ref(request))
        views.append(weakref.ref(self))
        return usual(self, request, *args, **kwargs)

    monkeypatch.setattr(APIView, "initialize_request", noted)
    handler = WSGIHandler()
    ask(handler, question)
    gc.disable()
    try:
        ask(handler, question)
        assert [one() for one in (asked[1], views[1])] == [None, None]
    finally:
        gc.enable()


def ask(handler: WSGIHandler, question: str) -> None:
    """Ask as a server does, and keep nothing; the end of a request is not told, which would close the database."""
    method, path, given = QUESTIONS[question]
    handler.get_response(RequestFactory().generic(method, path, **given))


# -- what words have come to mean ------------------------------------------------------------------------------------


def readings() -> set[type[CachedReadView]]:
    found, waiting = set(), [CachedReadView]
    while waiting:
        found.add(one := waiting.pop())
        waiting += one.__subclasses__()
    return found


@pytest.mark.parametrize("view", sorted(readings(), key=lambda one: one.__name__))
def test_whose_words_are_understood_once_is_open_to_all(view: type[CachedReadView]) -> None:
    assert not view.authentication_classes and not view.permission_classes and not view.throttle_classes


def test_words_that_are_refused_are_refused_each_time(client: Client) -> None:
    assert client.get(CARDS).status_code == 200
    for _ in range(2):
        assert client.get(CARDS, headers={"Accept": "text/html"}).status_code == 406
        assert client.get(f"{CARDS}&limit=4").status_code == 400
        assert client.post(CARDS).status_code == 405


def test_the_words_kept_have_a_bound(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_base_views, "MAX_UNDERSTOOD", 3)
    monkeypatch.setattr(api_base_views, "_negotiated", {})
    for number in range(1, 9):
        client.get(f"/api/v1/cards/?limit={number}")
        assert 1 <= len(api_base_views._negotiated) <= 3
    client.get(CARDS, headers={"Accept": "*/*" + " " * api_base_views.LONGEST_UNDERSTOOD})
    assert len(api_base_views._negotiated) <= 3
    assert all(len(str(words)) < 2 * api_base_views.LONGEST_UNDERSTOOD for words in api_base_views._negotiated)


def test_a_publication_is_seen_by_words_that_are_understood(client: Client) -> None:
    before = client.get(CARDS)
    factories.publish(factories.creature())
    after = client.get(CARDS)
    assert (before["Muster-Release"], after["Muster-Release"]) == ("2", "3")
    assert before["ETag"] != after["ETag"]


def test_only_a_cookie_or_a_token_shows_somebody() -> None:
    def shown(**headers: str) -> bool:
        request = HttpRequest()
        request.META.update(headers)
        return api_middleware.has_credentials(request)

    assert not shown(HTTP_ACCEPT="*/*", HTTP_COOKIE="")
    assert shown(HTTP_COOKIE="x") and shown(HTTP_AUTHORIZATION="x")

"""Webhooks over REST: addresses, methods, permissions and responses."""

from collections.abc import Callable
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from django.utils import timezone
from drf_spectacular.generators import EndpointEnumerator

from catalog import permissions
from catalog.api_base import throttling
from legions.api_tokens import services as api_tokens_services
from legions.api_tokens.models import Scope, Token
from legions.webhooks import delivery as webhooks_delivery
from legions.webhooks import http_client, signatures
from legions.webhooks import services as webhooks_services
from legions.webhooks.http_client import PostResult
from legions.webhooks.models import Delivery, DeliveryAttempt, Webhook
from tests import factories
from tests.legions.api_clients import UNKNOWN_ID, TokenClient, stored_rows, token
from tests.legions.builder_helpers import stable_headers
from tests.legions.webhook_receiver import NAME, new_webhook

pytestmark = [pytest.mark.django_db, pytest.mark.guard]
HOOKS = "/api/v1/webhooks/"
ONE = f"{HOOKS}{{hook}}/"
DELIVERY = f"{ONE}deliveries/{{delivery}}/"
URL = f"https://{NAME}/muster"
METHODS = ("get", "post", "put", "patch", "delete")
NO, GONE, SHUT, LITTLE = 405, 404, 401, 403
ACTORS = {
    "anonymous": SHUT,
    "owner, by the session": SHUT,
    "owner, token expired": SHUT,
    "owner, token ended": SHUT,
    "owner, account closed": SHUT,
    "owner, token to read": LITTLE,
    "owner, token to change lists": LITTLE,
    "owner": None,
    "other": GONE,
    "curator": GONE,
    "admin": GONE,
}
OWNERS = {
    (HOOKS, "get"): 200,
    (HOOKS, "post"): 201,
    (ONE, "get"): 200,
    (ONE, "put"): 200,
    (ONE, "delete"): 204,
    (f"{ONE}secret/", "post"): 200,
    (f"{ONE}ping/", "post"): 202,
    (f"{ONE}deliveries/", "get"): 200,
    (DELIVERY, "get"): 200,
    (f"{DELIVERY}again/", "post"): 202,
}
BODIES = {(HOOKS, "post"): {"url": f"{URL}/new"}, (ONE, "put"): {"url": f"{URL}/new"}}


@pytest.fixture
def ada():
    return factories.UserFactory()


@pytest.fixture
def robot(ada):
    return TokenClient(token(ada, Scope.HOOKS))


def by_session(user: Any) -> TokenClient:
    robot = TokenClient()
    robot.force_login(user)
    return robot


def after(user: Any, do: Callable[[], Any]) -> TokenClient:
    robot = TokenClient(token(user, Scope.HOOKS))
    do()
    return robot


def role(name: str) -> Any:
    return factories.user_with(name)


def client_of(actor: str, owner: Any) -> TokenClient:
    expired = {"expiry": timezone.now() - timedelta(seconds=1)}
    return {
        "anonymous": TokenClient,
        "owner, by the session": lambda: by_session(owner),
        "owner, token expired": lambda: after(owner, lambda: Token.objects.update(**expired)),
        "owner, token ended": lambda: after(
            owner, lambda: api_tokens_services.revoke_token(user=owner, number=Token.objects.get().number)
        ),
        "owner, account closed": lambda: after(owner, lambda: type(owner).objects.update(is_active=False)),
        "owner, token to read": lambda: TokenClient(token(owner, Scope.READ)),
        "owner, token to change lists": lambda: TokenClient(token(owner, Scope.LEGIONS)),
        "owner": lambda: TokenClient(token(owner, Scope.HOOKS)),
        "other": lambda: TokenClient(token(factories.UserFactory(), Scope.HOOKS)),
        "curator": lambda: TokenClient(token(role(permissions.CURATOR), Scope.HOOKS)),
        "admin": lambda: TokenClient(token(role(permissions.ADMIN), Scope.HOOKS)),
    }[actor]()


def expected(actor: str, address: str, method: str) -> int:
    fate = ACTORS[actor]
    if fate in (SHUT, LITTLE):
        return fate
    known = OWNERS.get((address, method), NO)
    return GONE if known != NO and fate == GONE and "{hook}" in address else known


def state() -> list[Any]:
    return stored_rows(Webhook, Delivery, DeliveryAttempt)


def test_every_address_of_webhooks_has_its_rows() -> None:
    served = {
        (path, method.lower())
        for path, _, method, _ in EndpointEnumerator().get_api_endpoints()
        if path.startswith("/api/v1/webhooks/")
    }
    assert served == set(OWNERS)


@pytest.mark.parametrize("actor", ACTORS)
def test_a_webhook_belongs_only_to_its_owner(actor) -> None:
    owner = factories.UserFactory()
    client = client_of(actor, owner)
    for address, method in product(sorted({address for address, _ in OWNERS}), METHODS):
        Webhook.objects.all().delete()
        mine = new_webhook(owner)
        delivery = webhooks_services.send_test(hook=mine)
        before = state()
        at = address.format(hook=mine.pk, delivery=delivery.pk)
        response = client.send(method, at, BODIES.get((address, method)), If_Match="*")
        assert response.status_code == expected(actor, address, method), (method, address)
        if actor != "owner" and (address, method) != (HOOKS, "post"):
            assert NAME.encode() not in response.content
            assert state() == before, (method, address)


@pytest.mark.parametrize("actor", ["other", "curator", "admin", "owner, token to read"])
def test_somebody_elses_webhook_and_none_at_all_look_the_same(actor) -> None:
    client = client_of(actor, factories.UserFactory())
    theirs = new_webhook(factories.UserFactory())
    delivery = webhooks_services.send_test(hook=theirs)
    for address, method in OWNERS:
        if "{hook}" not in address:
            continue
        pairs = ((theirs.pk, delivery.pk), (UNKNOWN_ID, UNKNOWN_ID))
        answers = [
            client.send(method, address.format(hook=pk, delivery=of), BODIES.get((address, method)), If_Match="*")
            for pk, of in pairs
        ]
        assert answers[0].status_code == answers[1].status_code >= 400
        assert answers[0].content == answers[1].content, address
        assert stable_headers(answers[0]) == stable_headers(answers[1]), address


def test_a_delivery_is_found_only_under_its_webhook(robot, ada) -> None:
    first, second = new_webhook(ada), new_webhook(ada, f"{URL}/2")
    delivery = webhooks_services.send_test(hook=first)
    assert robot.get(f"{HOOKS}{second.pk}/deliveries/{delivery.pk}/").status_code == GONE


def test_a_new_webhook_shows_its_secret_once(robot, ada) -> None:
    made = robot.send("post", HOOKS, {"url": URL})
    assert made.status_code == 201
    body = made.json()
    one = Webhook.objects.get()
    assert signatures.decrypt_secret(one.secret) == body["secret"]
    assert made["Location"] == body["address"] == f"{HOOKS}{one.pk}/"
    assert one.site == "http://testserver/"
    read = robot.get(body["address"])
    assert read["ETag"] == made["ETag"]
    assert "secret" not in read.json()
    assert robot.get(HOOKS).json()["results"] == [read.json()]
    assert robot.get(body["address"], headers={"If-None-Match": read["ETag"]}).status_code == 304


def test_an_invalid_webhook_is_refused_with_its_reason(robot, ada) -> None:
    for body, pointer in (
        ({"url": "http://example.org/"}, "/url"),
        ({"url": "https://[::ffff:10.0.0.1]/"}, "/url"),
        ({"url": 7}, "/url"),
        ({}, ""),
        ({"url": URL, "secret": "mine"}, "/secret"),
        ([], ""),
    ):
        refused = robot.send("post", HOOKS, body)
        assert (refused.status_code, refused.json()["faults"][0]["pointer"]) == (400, pointer), body
    robot.send("post", HOOKS, {"url": URL})
    again = robot.send("post", HOOKS, {"url": URL})
    assert (again.status_code, again.json()["code"]) == (409, "webhook-there")
    for number in range(2, webhooks_services.MAX_HOOKS + 1):
        new_webhook(ada, f"{URL}/{number}")
    more = robot.send("post", HOOKS, {"url": f"{URL}/more"})
    assert (more.status_code, more.json()["code"]) == (409, "too-many-webhooks")


def test_a_change_is_based_on_what_there_is(robot, ada) -> None:
    one = new_webhook(ada)
    at = f"{HOOKS}{one.pk}/"
    mark = robot.get(at)["ETag"]
    for method, tail, body in (("put", "", {"url": URL}), ("delete", "", None), ("post", "secret/", None)):
        assert robot.send(method, at + tail, body).status_code == 428
        assert robot.send(method, at + tail, body, If_Match='"other"').status_code == 412
    off = robot.send("put", at, {"url": URL, "active": False}, If_Match=mark)
    assert (off.json()["active"], off.json()["off"]) == (False, "owner")
    assert robot.send("put", at, {"url": f"{URL}/x"}, If_Match=mark).status_code == 412
    on = robot.send("put", at, {"url": f"{URL}/x"}, If_Match=off["ETag"])
    assert (on.json()["active"], on.json()["url"]) == (True, f"{URL}/x")
    renewed = robot.send("post", f"{at}secret/", If_Match=on["ETag"])
    assert signatures.decrypt_secret(Webhook.objects.get().secret) == renewed.json()["secret"]
    assert renewed.json()["former_secret_until"] is not None
    assert robot.send("delete", at, If_Match=renewed["ETag"]).status_code == 204
    assert not Webhook.objects.exists()


def test_a_test_is_sent_and_what_came_of_it_read(robot, ada, monkeypatch) -> None:
    monkeypatch.setattr(
        http_client, "post", lambda *_: PostResult(DeliveryAttempt.Failure.STATUS, 7, 500, "Out of cards.")
    )
    one = new_webhook(ada)
    response = robot.send("post", f"{HOOKS}{one.pk}/ping/")
    assert (response.status_code, response.json()["state"], response.json()["tries"]) == (202, "waiting", [])
    webhooks_delivery.try_delivery(Delivery.objects.get().pk)
    read = robot.get(response["Location"]).json()
    assert (read["state"], read["next_try_at"]) == ("failed", None)
    (tried,) = read["tries"]
    assert (tried["status"], tried["trouble"], tried["answer"], tried["milliseconds"]) == (
        *(500, "status", "Out of cards.", 7),
    )
    again = robot.send("post", f"{response['Location']}again/")
    assert (again.json()["state"], len(again.json()["tries"])) == ("waiting", 1)
    assert again.json()["message"] == response.json()["message"]


def test_a_walk_along_the_log_sees_each_delivery_once(robot, ada, django_assert_num_queries) -> None:
    one = new_webhook(ada)
    for _ in range(7):
        webhooks_services.send_test(hook=one)
    seen, at = [], f"{HOOKS}{one.pk}/deliveries/?limit=3"
    while at:
        with django_assert_num_queries(5, exact=False):
            page = robot.get(at).json()
        seen += [row["id"] for row in page["results"]]
        at = page["next"]
    latest = Delivery.objects.order_by("-created_at", "-pk").values_list("pk", flat=True)
    assert seen == [str(pk) for pk in latest]
    assert robot.get(f"{HOOKS}{one.pk}/deliveries/?cursor=x").status_code == 400


def test_too_many_tests_are_refused_until_later(robot, ada, settings) -> None:
    settings.API_LIMITS = True
    one = new_webhook(ada)
    for _ in range(throttling.RATE_LIMITS["sending"].quota):
        assert robot.send("post", f"{HOOKS}{one.pk}/ping/").status_code == 202
    refused = robot.send("post", f"{HOOKS}{one.pk}/ping/")
    assert (refused.status_code, refused.json()["code"]) == (429, "too-many-requests")
    assert int(refused["Retry-After"]) <= 3600 + 3600 / throttling.PARTS

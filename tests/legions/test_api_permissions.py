"""Who may do what over the API of kept legions: every address, every method, everybody who could ask."""

from collections.abc import Callable
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from catalog import roles
from legions import services
from legions.api import tokens
from legions.api.bodies import MERGE_PATCH
from legions.api.models import Scope, Token
from legions.api.urls import api
from legions.models import Legion
from rulesapi.views.index import template
from tests import factories
from tests.legions.api_world import LEGIONS, NOBODYS, Robot, token
from tests.legions.tables import publish_table

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]

METHODS = ("get", "post", "put", "patch", "delete")
NO, GONE, SHUT, LITTLE = 405, 404, 401, 403
# Who asks, and what for: with which token, if any, and what becomes of a legion that is not theirs.
ACTORS = {
    "anonymous": SHUT,
    "guest, by the session": SHUT,
    "owner, by the session": SHUT,
    "owner, token expired": SHUT,
    "owner, token ended": SHUT,
    "owner, account closed": SHUT,
    "owner, token to read": LITTLE,
    "owner": None,
    "other": GONE,
    "curator": GONE,
    "admin": GONE,
}
ONE = f"{LEGIONS}{{pk}}/"
# address, method -> what its owner gets with a token that may change; an address without a row fails a test.
OWNERS = {
    (LEGIONS, "get"): 200,
    (LEGIONS, "post"): 201,
    (ONE, "get"): 200,
    (ONE, "put"): 200,
    (ONE, "patch"): 200,
    (ONE, "delete"): 204,
    (f"{ONE}undelete/", "post"): 200,
    (f"{ONE}states/", "get"): 200,
    (f"{ONE}states/{{number}}/", "get"): 200,
    (f"{ONE}differences/", "get"): 200,
    (f"{ONE}link/", "get"): 200,
    (f"{ONE}link/", "put"): 200,
    (f"{ONE}link/", "post"): 200,
    (f"{ONE}link/", "delete"): 204,
}
SHARED = f"{LEGIONS}shared/{{key}}/"
DOCUMENT = {"game": "attack-wing", "picks": [{"card": "giant"}]}
BODIES: dict[tuple[str, str], Any] = {
    (LEGIONS, "post"): {"legion": DOCUMENT},
    (ONE, "put"): {"legion": DOCUMENT, "folder": "Mine"},
    (ONE, "patch"): {"folder": "Mine"},
    (f"{ONE}link/", "put"): {},
}


@pytest.fixture(autouse=True)
def world():
    cache.clear()
    publish_table()


def by_session(user: Any = None) -> Robot:
    robot = Robot()
    if user is not None:
        robot.force_login(user)
    session = robot.session
    session["guest_key"] = "a guest"
    session.save()
    return robot


def after(user: Any, do: Callable[[], Any]) -> Robot:
    robot = Robot(token(user))
    do()
    return robot


def client_of(actor: str, owner: Any) -> Robot:
    """Return a client for one of the actors."""
    expired = {"expiry": timezone.now() - timedelta(seconds=1)}
    return {
        "anonymous": Robot,
        "guest, by the session": by_session,
        "owner, by the session": lambda: by_session(owner),
        "owner, token expired": lambda: after(owner, lambda: Token.objects.update(**expired)),
        "owner, token ended": lambda: after(owner, lambda: tokens.end(user=owner, number=Token.objects.get().number)),
        "owner, account closed": lambda: after(owner, lambda: type(owner).objects.update(is_active=False)),
        "owner, token to read": lambda: Robot(token(owner, Scope.READ)),
        "owner": lambda: Robot(token(owner)),
        "other": lambda: Robot(token(factories.UserFactory())),
        "curator": lambda: Robot(token(role(roles.CURATOR))),
        "admin": lambda: Robot(token(role(roles.ADMIN))),
    }[actor]()


def role(name: str) -> Any:
    user = factories.UserFactory()
    roles.grant(user, name)
    return user


def state() -> list[Any]:
    """Return all that could be changed of the legions there are."""
    return list(Legion.objects.order_by("pk").values()) + list(Legion.objects.order_by("pk").values("revisions"))


def expected(actor: str, address: str, method: str) -> int:
    """Return the status that an actor gets."""
    fate = ACTORS[actor]
    if fate == SHUT:
        return SHUT
    if fate == LITTLE and method != "get":
        return LITTLE
    known = OWNERS.get((address, method), NO)
    return GONE if known != NO and fate == GONE and "{pk}" in address else known


def test_every_address_of_the_api_of_legions_has_its_rows() -> None:
    served = {
        (template(pattern), method)
        for pattern in api
        for method in METHODS
        if hasattr(pattern.callback.view_class, method)
    }
    assert served == {*OWNERS, (SHARED, "get")}


@pytest.mark.parametrize("actor", ACTORS)
def test_a_kept_legion_is_its_owners_alone(actor) -> None:
    owner = factories.UserFactory()
    client = client_of(actor, owner)
    for address, method in product(sorted({address for address, _ in OWNERS}), METHODS):
        Legion.objects.all().delete()
        legion = factories.legion({"card": "giant"}, owner=owner, name="Secret bones")
        at = address.format(pk=legion.pk, number=1)
        before = state()
        kind = MERGE_PATCH if method == "patch" else "application/json"
        response = client.send(method, at, BODIES.get((address, method)), kind, If_Match="*")
        assert response.status_code == expected(actor, address, method), (method, address)
        if actor != "owner":
            assert b"Secret" not in response.content or (actor == "owner, token to read" and method == "get")
            if (address, method) != (LEGIONS, "post"):
                assert state() == before, (method, address)
        if response.status_code == SHUT:
            assert response["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize("holder", ["somebody", "a guest"])
@pytest.mark.parametrize("actor", ["other", "curator", "admin", "owner, token to read"])
def test_somebody_elses_legion_and_none_at_all_look_the_same(actor, holder) -> None:
    client = client_of(actor, factories.UserFactory())
    theirs = factories.legion({"card": "giant"}, owner=factories.UserFactory() if holder == "somebody" else None)
    services.share(legion=theirs)
    for address, method in OWNERS:
        if "{pk}" not in address:
            continue
        answers = []
        for pk in (theirs.pk, NOBODYS):
            kind = MERGE_PATCH if method == "patch" else "application/json"
            at = address.format(pk=pk, number=1)
            answers.append(client.send(method, at, BODIES.get((address, method)), kind, If_Match="*"))
        assert answers[0].status_code == answers[1].status_code >= 400
        assert answers[0].content == answers[1].content, address
        assert answers[0].headers == answers[1].headers, address


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("actor", ACTORS)
def test_a_shared_legion_is_read_by_everybody_until_its_link_is_ended(actor, method) -> None:
    owner = factories.UserFactory()
    legion = factories.legion({"card": "giant"}, owner=owner)
    key = services.share(legion=legion)
    client = client_of(actor, owner)
    asked = SHARED.format(key=key)
    assert client.send(method, asked).status_code == (200 if method == "get" else NO)
    if method == "get":
        services.delete(legion=legion)
        assert client.get(asked).status_code == GONE
        services.undelete(legion=legion)
        services.revoke(legion=legion)
        assert client.get(asked).status_code == 410


@pytest.mark.parametrize("actor", ACTORS)
def test_a_list_holds_ones_own_legions_and_no_others(actor) -> None:
    owner = factories.UserFactory()
    client = client_of(actor, owner)
    for whose in (owner, factories.UserFactory(), None):
        factories.legion({"card": "giant"}, owner=whose)
    response = client.get(LEGIONS)
    if ACTORS[actor] == SHUT:
        assert response.status_code == SHUT
    else:
        mine = [str(pk) for pk in Legion.objects.filter(owner=owner).values_list("pk", flat=True)]
        listed = [line["id"] for line in response.json()["results"]]
        assert listed == (mine if actor.startswith("owner") else [])


@pytest.mark.parametrize("csrf", [True, False])
def test_a_page_of_another_site_changes_nothing_with_somebodys_cookies(csrf) -> None:
    owner = factories.UserFactory()
    client = Client(enforce_csrf_checks=csrf)
    client.force_login(owner)
    legion = factories.legion({"card": "giant"}, owner=owner)
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", MERGE_PATCH):
        for at in (LEGIONS, f"{LEGIONS}{legion.pk}/", f"{LEGIONS}{legion.pk}/link/"):
            assert client.post(at, b'{"legion": {}}', content_type=kind).status_code == SHUT
    assert Legion.objects.get().version == 1


@pytest.mark.parametrize("pk", ["1", "not-an-id", f"{NOBODYS}0", "%00"])
def test_what_is_no_id_leads_nowhere(pk) -> None:
    assert Robot(token(factories.UserFactory())).get(f"{LEGIONS}{pk}/").status_code == GONE


def test_which_methods_there_are_is_told_to_everybody() -> None:
    response = Robot().options(f"{LEGIONS}{NOBODYS}/")
    assert response.status_code == 200
    assert {"GET", "PUT", "PATCH", "DELETE"} <= {method.strip() for method in response["Allow"].split(",")}

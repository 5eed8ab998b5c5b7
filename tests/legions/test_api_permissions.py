"""Permissions of the API: every address, every method, every actor."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.utils import timezone
from drf_spectacular.generators import EndpointEnumerator

from catalog import permissions
from catalog.curation import contributions
from catalog.models import Contribution, Record, Revision
from catalog.models.drafts import DraftState
from legions.api_tokens import services as api_tokens_services
from legions.api_tokens.models import Scope, Token
from legions.my_lists.api_bodies import MERGE_PATCH
from legions.saved_lists import services as saved_lists_services
from legions.saved_lists.models import Legion
from legions.sharing import services as sharing_services
from legions.webhooks import services as services_of_hooks
from legions.webhooks.models import Delivery, Webhook
from rulesapi.judging import completion_jobs
from tests import factories, worlds
from tests.legions.api_clients import LEGIONS_URL, UNKNOWN_ID, TokenClient, stored_rows, token
from tests.legions.builder_helpers import publish_cards, stable_headers
from tests.legions.permission_matrix import ELSE, actors, expected, rows, taken
from tests.legions.webhook_receiver import new_webhook
from tests.nonempty import nonempty
from tests.rulesapi.api_client import described
from tests.sampling import ACTORS_TREATED_ALIKE

pytestmark = [pytest.mark.django_db, pytest.mark.guard]

NOT_FOUND, UNAUTHORIZED = 404, 401
SHARED = f"{LEGIONS_URL}shared/{{key}}/"
DOCUMENT = {"game": "attack-wing", "picks": [{"card": "giant"}]}
ASKED = {"legion": DOCUMENT}
HOOKS = "/api/v1/webhooks/"
OFFERS, CURATION = "/api/v1/contributions/", "/api/v1/curation/contributions/"
DRAFT = "/api/v1/curation/drafts/{game}/{shelf}/{slug}/"
GIANT = factories.creature(slug="giant", name="Giant")
# Request bodies, and the values of the parameters in addresses.
BODIES: dict[tuple[str, str], Any] = {
    ("/api/v1/verdicts/", "POST"): DOCUMENT,
    ("/api/v1/campaigns/verdicts/", "POST"): {"game": "attack-wing", "entries": []},
    ("/api/v1/receipts/", "POST"): ASKED,
    ("/api/v1/reports/", "POST"): {**ASKED, "expected": "illegal"},
    ("/api/v1/candidates/", "POST"): {**ASKED, "at": ""},
    ("/api/v1/fixes/", "POST"): ASKED,
    ("/api/v1/packs/", "POST"): ASKED,
    ("/api/v1/completions/", "POST"): ASKED,
    ("/api/v1/cards/lookup/", "POST"): {"game": "attack-wing", "cards": ["giant"]},
    ("/api/v1/resolutions/{game}/{question}/", "POST"): {"soldiers": 3},
    ("/api/v1/texts/", "POST"): ASKED,
    ("/api/v1/texts/read/", "POST"): {"game": "attack-wing", "text": "Giant"},
    (LEGIONS_URL, "POST"): ASKED,
    (f"{LEGIONS_URL}{{pk}}/", "PUT"): {**ASKED, "folder": "Mine"},
    (f"{LEGIONS_URL}{{pk}}/", "PATCH"): {"folder": "Mine"},
    (f"{LEGIONS_URL}{{pk}}/link/", "PUT"): {},
    (HOOKS, "POST"): {"url": "https://example.org/"},
    (f"{HOOKS}{{hook}}/", "PUT"): {"url": "https://example.org/"},
    (OFFERS, "POST"): {"game": "attack-wing", "card": "half-known", "facts": {"level": 8}, "source": "A box"},
    (f"{OFFERS}{{contribution}}/answer/", "POST"): {"answer": "Yes."},
    (f"{CURATION}{{contribution}}/decision/", "POST"): {"accept": ["cost"]},
    (f"{CURATION}{{contribution}}/question/", "POST"): {"question": "Sure?"},
    (DRAFT, "PUT"): {"document": GIANT, "why": "Misread", "sources_hold": ["/cost", "/slots"]},
    (f"{DRAFT}stage/", "POST"): {"do": "put-up"},
}
WORDS = {
    "game": "attack-wing",
    "kind": "creature",
    "form": "json",
    "path": "attack-wing/creature",
    "rule": "point-limit",
    "question": "morale",
    "number": 1,
    "shelf": "card",
    "at": "actions/dodge",
}
SLUGS = {
    "games": "attack-wing",
    "cards": "giant",
    "sets": "box",
    "formats": "standard",
    "house-rules": "open-gate",
    "rulings": "two-of-a-name",
    "adventures": "over-the-hill",
    "references": "dodge",
    "sections": "actions-dodge",
    "curation": "giant",
}


@pytest.fixture(autouse=True)
def patience(cards, settings, tmp_path, monkeypatch):
    monkeypatch.setattr(completion_jobs, "INLINE_SECONDS", 60.0)
    settings.VAR_DIR, settings.SIGNING_KEY = tmp_path, "A" * 43
    cache.clear()


@worlds.once_a_module
def cards():
    half_known = factories.creature(slug="half-known", cost=None, level=None)
    publish_cards(
        factories.card_set(slug="box"),
        factories.house_rule(),
        factories.ruling(),
        factories.adventure(),
        factories.reference(),
        factories.rulebook(),
        factories.section(),
        half_known,
    )


def by_session(user: Any = None) -> TokenClient:
    robot = TokenClient()
    if user is not None:
        robot.force_login(user)
    session = robot.session
    session["guest_key"] = "a guest"
    session.save()
    return robot


def after(user: Any, do: Callable[[], Any], scope: Scope = Scope.LEGIONS) -> TokenClient:
    robot = TokenClient(token(user, scope))
    do()
    return robot


def client_of(actor: str, owner: Any) -> TokenClient:
    """Return a client for one of the actors."""
    expired = {"expiry": timezone.now() - timedelta(seconds=1)}
    return {
        "anonymous": TokenClient,
        "guest": by_session,
        "session": lambda: by_session(owner),
        "expired": lambda: after(owner, lambda: Token.objects.update(**expired)),
        "ended": lambda: after(
            owner, lambda: api_tokens_services.revoke_token(user=owner, number=Token.objects.get().number)
        ),
        "closed": lambda: after(owner, lambda: type(owner).objects.update(is_active=False)),
        "reader": lambda: TokenClient(token(owner, Scope.READ)),
        "owner": lambda: TokenClient(token(owner)),
        "other": lambda: TokenClient(token(factories.UserFactory())),
        "hooks": lambda: TokenClient(token(owner, Scope.HOOKS)),
        "hooking": lambda: TokenClient(token(factories.UserFactory(), Scope.HOOKS)),
        "moderator": lambda: TokenClient(token(role(permissions.MODERATOR))),
        "curator": lambda: TokenClient(token(role(permissions.CURATOR))),
        "admin": lambda: TokenClient(token(role(permissions.ADMIN))),
        "offering": lambda: TokenClient(token(owner, Scope.OFFER)),
        "curating": lambda: TokenClient(token(role(permissions.CURATOR), Scope.CURATE)),
        "elsewhere": lambda: TokenClient(token(role(permissions.CURATOR, keeps=("dungeon-command",)), Scope.CURATE)),
        "resigned": resigned,
    }[actor]()


def role(name: str, *, keeps: tuple[str, ...] = ()) -> Any:
    user = factories.user_with(name)
    permissions.assign_games(user, keeps)
    return user


def resigned() -> TokenClient:
    user = role(permissions.CURATOR)
    return after(user, lambda: permissions.revoke(user, permissions.CURATOR), Scope.CURATE)


def asked_about(owner: Any) -> Contribution:
    """Return a user's contribution with an open question of a curator."""
    offer = {"game": "attack-wing", "slug": "half-known", "facts": {"cost": 3}}
    one = contributions.submit(by=owner, origin=contributions.Origin(printed=True), **offer)
    return contributions.ask_contributor(
        number=one.pk, seen=one.version, by=role(permissions.CURATOR), question="Is it a 3?"
    )


def worked_on() -> Revision:
    """Return the draft of a card."""
    document = Record.objects.get(slug="giant").revisions.newest().get().document
    return factories.save_draft({**document, "text": "Hidden bones"}, by=None, why="Misread")


def state() -> list[Any]:
    """Return all mutable state of the legions and webhooks."""
    return stored_rows(Legion, Webhook, Delivery, Contribution, Revision, DraftState)


def served() -> set[tuple[str, str]]:
    """Return every address of the API with each of its methods, as the URL configuration has them."""
    return {(path, method) for path, _, method, _ in EndpointEnumerator().get_api_endpoints()}


def filled(address: str, **arguments: Any) -> str:
    """Return an address with existing objects in place of its parameters."""
    shelf = address.removeprefix("/api/v1/").partition("/")[0]
    return address.format(**{"slug": SLUGS.get(shelf, ""), **WORDS, **arguments})


def test_the_table_the_description_and_the_code_have_the_same_addresses_and_methods() -> None:
    described_ones = {(path, method.upper()) for path, methods in described()["paths"].items() for method in methods}
    assert taken() == served() == described_ones
    assert {address for address, method in rows() if method == ELSE} == {address for address, _ in taken()}


def tried_by(actor: str) -> dict[tuple[str, str], int]:
    """Return the requests of an actor with their expected statuses. Requests with equal answers are sampled among
    actors.
    """
    return {
        request: status
        for number, (request, status) in enumerate(expected(actor).items())
        if (alike := [one for one in actors() if expected(one)[request] == status])
        and alike.index(actor) % ACTORS_TREATED_ALIKE == number % min(ACTORS_TREATED_ALIKE, len(alike))
    }


def test_each_answer_to_each_request_is_tried_by_somebody() -> None:
    answers = {answer for actor in actors() for answer in expected(actor).items()}
    assert {answer for actor in actors() for answer in tried_by(actor).items()} == answers


@pytest.mark.parametrize("actor", actors())
def test_everybody_gets_what_the_table_says(actor) -> None:
    owner = factories.UserFactory()
    legion = factories.legion({"card": "giant"}, owner=owner, name="Hidden bones")
    key = sharing_services.share_legion(legion=factories.legion({"card": "giant"}, owner=owner, name="Shown"))
    client = client_of(actor, owner)
    job = completion_jobs.queue_completion({"legion": DOCUMENT}, 1, 1)
    webhook = new_webhook(owner)
    delivery = services_of_hooks.send_test(hook=webhook)
    asked, _ = asked_about(owner), worked_on()
    before = state()
    for (address, method), status in nonempty(tried_by(actor).items()):
        ids = {"pk": legion.pk, "hook": webhook.pk, "delivery": delivery.pk, "contribution": asked.pk}
        at = filled(address, key=job.key if "completions" in address else key, **ids)
        kind = MERGE_PATCH if method == "PATCH" else "application/json"
        mark = transaction.savepoint()
        response = client.send(method, at, BODIES.get((address, method)), kind, If_Match="*")
        assert response.status_code == status, (method, address, response.content[:300])
        if status == 405:
            assert method not in response["Allow"].split(", ")
        if status == UNAUTHORIZED:
            assert response["WWW-Authenticate"].startswith("Bearer")
        if status >= 400 or method in {"GET", "HEAD", "OPTIONS"}:
            assert state() == before, (method, address)
        if actor not in {"owner", "reader", "hooks", "curating"}:
            assert b"Hidden bones" not in response.content, (method, address)
        transaction.savepoint_rollback(mark)


@pytest.mark.parametrize("holder", ["somebody", "a guest"])
@pytest.mark.parametrize(
    "actor", ["other", "moderator", "curator", "admin", "reader", "hooking", "offering", "elsewhere"]
)
def test_data_of_others_and_missing_data_have_the_same_response(actor, holder) -> None:
    client, somebody = client_of(actor, factories.UserFactory()), factories.UserFactory()
    legion = factories.legion({"card": "giant"}, owner=somebody if holder == "somebody" else None)
    sharing_services.share_legion(legion=legion)
    webhook = new_webhook(somebody)
    theirs = {"pk": legion.pk, "hook": webhook.pk, "delivery": services_of_hooks.send_test(hook=webhook).pk}
    theirs |= {"contribution": asked_about(somebody).pk, "slug": worked_on().slug}
    for address, method in nonempty(taken()):
        if not {"{pk}", "{hook}", "{contribution}", "{shelf}"} & set(address.split("/")):
            continue
        answers = []
        nobodys = {**dict.fromkeys(theirs, UNKNOWN_ID), "contribution": 10**12, "slug": "nobodys"}
        for ids in (theirs, nobodys):
            kind = MERGE_PATCH if method == "PATCH" else "application/json"
            at = filled(address, **ids)
            answers.append(client.send(method, at, BODIES.get((address, method)), kind, If_Match="*"))
        assert answers[0].status_code == answers[1].status_code >= 400
        assert answers[0].content == answers[1].content, address
        assert stable_headers(answers[0]) == stable_headers(answers[1]), address


@pytest.mark.parametrize("actor", actors())
def test_a_shared_legion_is_read_by_everybody_until_its_link_is_ended(actor) -> None:
    owner = factories.UserFactory()
    legion = factories.legion({"card": "giant"}, owner=owner)
    asked = SHARED.format(key=sharing_services.share_legion(legion=legion))
    client = client_of(actor, owner)
    assert client.get(asked).status_code == 200
    saved_lists_services.delete_legion(legion=legion)
    assert client.get(asked).status_code == NOT_FOUND
    saved_lists_services.undelete_legion(legion=legion)
    sharing_services.revoke_link(legion=legion)
    assert client.get(asked).status_code == 410


@pytest.mark.parametrize("actor", actors())
def test_a_list_holds_ones_own_legions_and_no_others(actor) -> None:
    owner = factories.UserFactory()
    client = client_of(actor, owner)
    for whose in (owner, factories.UserFactory(), None):
        factories.legion({"card": "giant"}, owner=whose)
    response = client.get(LEGIONS_URL)
    if (status := expected(actor)[LEGIONS_URL, "GET"]) != 200:
        assert response.status_code == status
    else:
        mine = [str(pk) for pk in Legion.objects.filter(owner=owner).values_list("pk", flat=True)]
        listed = [line["id"] for line in response.json()["results"]]
        assert listed == (mine if actor in {"owner", "reader"} else [])


@pytest.mark.parametrize("csrf", [True, False])
def test_a_page_of_another_site_changes_nothing_with_somebodys_cookies(csrf) -> None:
    owner = factories.UserFactory()
    client = Client(enforce_csrf_checks=csrf)
    client.force_login(owner)
    legion = factories.legion({"card": "giant"}, owner=owner)
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", MERGE_PATCH):
        for at in (LEGIONS_URL, f"{LEGIONS_URL}{legion.pk}/", f"{LEGIONS_URL}{legion.pk}/link/"):
            assert client.post(at, b'{"legion": {}}', content_type=kind).status_code == UNAUTHORIZED
    assert Legion.objects.get().version == 1


@pytest.mark.parametrize("pk", ["1", "not-an-id", f"{UNKNOWN_ID}0", "%00"])
def test_an_invalid_id_is_not_found(pk) -> None:
    assert TokenClient(token(factories.UserFactory())).get(f"{LEGIONS_URL}{pk}/").status_code == NOT_FOUND


def test_allowed_methods_are_public() -> None:
    response = TokenClient().options(f"{LEGIONS_URL}{UNKNOWN_ID}/")
    assert response.status_code == 200
    assert {"GET", "PUT", "PATCH", "DELETE"} <= {method.strip() for method in response["Allow"].split(",")}

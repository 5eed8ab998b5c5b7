"""Permissions for saved legions: every address, every method, every actor."""

from collections.abc import Iterable
from itertools import product

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from legions.saved_lists import services
from legions.saved_lists.models import Legion
from legions.sharing import services as sharing_services
from tests import factories, worlds
from tests.legions.builder_helpers import publish_cards, stable_headers, without_csrf_tokens
from tests.nonempty import nonempty
from tests.sampling import OWN_LEGIONS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sessions"), pytest.mark.guard]

ACTORS = ("anonymous", "guest", "other-guest", "owner", "other", "staff")
METHODS = ("get", "post", "put", "patch", "delete")
NO, GONE, ENDED, SEEN, DONE = 405, 404, 410, 200, 302

# address (of the owner's legion), method -> the owner's status; everybody else gets 404, or 405 as the owner does.
OWNERS = {
    ("", "get"): SEEN,
    ("", "post"): 303,
    ("document/", "get"): SEEN,
    ("copies/", "get"): SEEN,
    ("wrong/", "get"): SEEN,
    ("wrong/", "post"): DONE,
    ("sheet/", "get"): SEEN,
    ("sheet.pdf", "get"): SEEN,
    ("cards-to-cut/", "get"): SEEN,
    ("cards-to-cut.pdf", "get"): SEEN,
    ("copy/", "post"): DONE,
    ("rename/", "post"): DONE,
    ("delete/", "post"): DONE,
    ("undelete/", "post"): DONE,
    ("share/", "post"): DONE,
    ("offer/", "post"): DONE,
    ("history/", "get"): DONE,
    ("history/1/", "get"): SEEN,
    ("history/1/", "post"): DONE,
    ("release/", "get"): SEEN,
    ("release/", "post"): DONE,
}
# address, method -> the status for everybody with the link of a shared legion.
LINKED = {
    ("", "get"): SEEN,
    ("picture.png", "get"): SEEN,
    ("embed/", "get"): SEEN,
    ("document/", "get"): SEEN,
    ("copies/", "get"): SEEN,
    ("wrong/", "get"): SEEN,
    ("wrong/", "post"): DONE,
    ("sheet/", "get"): SEEN,
    ("sheet.pdf", "get"): SEEN,
    ("cards-to-cut/", "get"): SEEN,
    ("cards-to-cut.pdf", "get"): SEEN,
    ("copy/", "post"): DONE,
}
DATA = {"do": "add/dragon", "name": "Another name", "version": 1}
REQUESTS = {
    "wrong/": {"expected": "legal", "note": "Look.", "agreed": "on"},
    "share/": {"do": "share"},
    "offer/": {"do": "withdraw", "card": "dragon"},
    "history/1/": {"do": "branch"},
}


@worlds.once_a_module
def sessions():
    """Publish cards, and log in each actor; return their cookies."""
    publish_cards()
    factories.publish(factories.creature(slug="newcomer"))
    people = {name: Client() for name in ACTORS}
    for name in ("guest", "other-guest"):
        session = people[name].session
        session["guest_key"] = name
        session.save()
    for name in ("owner", "other"):
        people[name].force_login(factories.UserFactory(username=name))
    people["staff"].force_login(factories.UserFactory(username="staff", is_staff=True, is_superuser=True))
    return {name: {cookie.key: cookie.value for cookie in client.cookies.values()} for name, client in people.items()}


@pytest.fixture
def clients(sessions):
    """A client for each actor."""
    people = {name: Client() for name in ACTORS}
    for name, client in people.items():
        client.cookies.load(sessions[name])
    return people


def ask(client, method, address, tail=""):
    return getattr(client, method)(address, REQUESTS.get(tail, DATA) if method == "post" else None)


def legion_of(clients, holder, release=None):
    fields = {"release": release} if release else {}
    if holder == "guest":
        return factories.legion({"card": "giant"}, guest_key="guest", **fields)
    return factories.legion({"card": "giant"}, owner=get_user_model().objects.get(username="owner"), **fields)


def tried_by(actor: str, pages: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the requests that an actor tries: the addresses, each with every method."""
    every = list(product(sorted({tail for tail, _ in pages}), METHODS))
    return every[ACTORS.index(actor) % OWN_LEGIONS :: OWN_LEGIONS]


@pytest.mark.parametrize("holder", ["owner", "guest"])
@pytest.mark.parametrize("actor", ACTORS)
def test_a_legion_belongs_only_to_its_holder(clients, actor, holder) -> None:
    for tail, method in nonempty(tried_by(actor, OWNERS)):
        Legion.objects.all().delete()
        legion = legion_of(clients, holder, release=1 if tail == "release/" else None)
        expected = OWNERS.get((tail, method), NO)
        if expected != NO and actor != holder:
            expected = GONE
        response = ask(clients[actor], method, f"/legions/{legion.pk}/{tail}", tail)
        assert response.status_code == expected, (method, tail)
        if actor != holder:
            now = Legion.objects.get()
            assert (now.version, now.deleted_at, now.share_key) == (1, None, None), (method, tail)


ENDS = {
    "shared": lambda legion: None,
    "revoked": lambda legion: sharing_services.revoke_link(legion=legion),
    "rotated": lambda legion: sharing_services.rotate_share_key(legion=legion),
    "deleted": lambda legion: services.delete_legion(legion=legion),
}


@pytest.mark.parametrize("actor", ACTORS)
@pytest.mark.parametrize("state", ENDS)
def test_a_link_opens_to_everybody_until_it_is_ended(clients, actor, state) -> None:
    legion = legion_of(clients, "owner")
    key = sharing_services.share_legion(legion=legion)
    ENDS[state](legion)
    for tail, method in nonempty(tried_by(actor, LINKED)):
        expected = LINKED.get((tail, method), NO)
        if expected != NO and state != "shared":
            expected = GONE if state == "deleted" else ENDED
        assert ask(clients[actor], method, f"/s/{key}/{tail}", tail).status_code == expected, (method, tail)
    assert Legion.objects.get(pk=legion.pk).version == 1


@pytest.mark.parametrize("actor", ["anonymous", "guest", "other", "staff"])
def test_somebody_elses_legion_and_none_at_all_look_the_same(clients, actor) -> None:
    legion = legion_of(clients, "owner")
    none = "00000000-0000-4000-8000-000000000000"
    theirs, missing = (clients[actor].get(f"/legions/{pk}/") for pk in (legion.pk, none))
    assert (theirs.status_code, missing.status_code) == (404, 404)
    assert without_csrf_tokens(theirs).replace(str(legion.pk), none) == without_csrf_tokens(missing)
    assert stable_headers(theirs) == stable_headers(missing)


@pytest.mark.parametrize("actor", ACTORS)
def test_a_list_holds_ones_own_legions_and_no_others(clients, actor) -> None:
    legions = {holder: legion_of(clients, holder) for holder in ("owner", "guest")}
    text = clients[actor].get("/legions/").content.decode()
    for holder, legion in nonempty(legions.items()):
        assert (str(legion.pk) in text) == (actor == holder)


@pytest.mark.parametrize("actor", ACTORS)
def test_only_who_has_an_account_chooses_a_display_name(clients, actor) -> None:
    response = clients[actor].post("/legions/name/", {"name": "A Name"})
    expected = "/account/login/?next=/legions/name/" if actor in {"anonymous", "guest", "other-guest"} else "/legions/"
    assert response["Location"] == expected


@pytest.mark.parametrize("actor", ACTORS)
def test_other_methods_are_refused(clients, actor) -> None:
    for method, address in product(
        ("put", "patch", "delete"),
        ("/build/", "/build/attack-wing/", "/legions/", "/legions/compare/", "/legions/do/", "/legions/undo/"),
    ):
        assert getattr(clients[actor], method)(address).status_code == NO, (method, address)


@pytest.mark.parametrize("actor", ACTORS)
def test_private_lists_are_compared_only_by_their_owner_and_shared_ones_by_everybody(clients, actor) -> None:
    legion = legion_of(clients, "owner")
    for token in (legion.pk, f"{legion.pk}.1"):
        response = clients[actor].get("/legions/compare/", {"with": str(token)})
        assert response.status_code == (SEEN if actor == "owner" else GONE), token
    key = sharing_services.share_legion(legion=legion)
    assert clients[actor].get("/legions/compare/", {"with": f"/s/{key}/"}).status_code == SEEN
    sharing_services.revoke_link(legion=legion)
    assert clients[actor].get("/legions/compare/", {"with": f"/s/{key}/"}).status_code == ENDED


@pytest.mark.parametrize("pk", ["1", "not-an-id", "00000000-0000-4000-8000-00000000000", "%00"])
def test_an_invalid_id_is_not_found(client, pk) -> None:
    assert client.get(f"/legions/{pk}/").status_code == 404

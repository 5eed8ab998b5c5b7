"""A user's list of legions, and the transfer of a guest's legions into an account."""

import pytest
from django.test import Client

from legions.accounts import profile_names
from legions.saved_lists import ready_lists, services
from legions.saved_lists.models import Legion
from legions.sharing import services as sharing_services
from tests import factories, worlds
from tests.legions.builder_helpers import address, after, publish_cards, start
from tests.legions.page_parser import Page
from tests.nonempty import nonempty

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing, pytest.mark.usefixtures("world")]

PASSWORD = "kept in a drawer for years"


@worlds.once_a_module
def world() -> None:
    publish_cards()


# -- the list ------------------------------------------------------------------------------------------------------


def test_an_empty_list_says_so_and_leads_to_the_table(client) -> None:
    page = Page(client.get("/legions/"))
    assert "No lists yet" in page.words
    assert page.all("a", href="/build/")


@pytest.mark.sampled
def test_the_list_shows_each_legion_with_its_price_and_verdict(client) -> None:
    start(client, "add/giant", "rename/First")
    start(client, "add/giant", "count/0/5", "rename/Second")
    client.get("/legions/")  # shows and clears the pending messages
    words = Page(client.get("/legions/")).words
    assert words.index("Second") < words.index("First")
    for part in ("30 of 120 points, Standard", "5 × Giant", "150 of 120 points, 30 over", "Legal", "Illegal"):
        assert part in words


@pytest.mark.sampled
def test_a_guest_sees_that_lists_are_kept_for_this_browser_only(client) -> None:
    start(client, "add/giant")
    assert "Saved in this browser only" in Page(client.get("/legions/")).words
    client.force_login(factories.UserFactory())
    assert "Saved in this browser only" not in Page(client.get("/legions/")).words


def test_a_legion_can_be_renamed_in_the_list(client) -> None:
    legion = start(client, "add/giant")
    client.post(f"{address(legion)}rename/", {"name": "Embers", "version": legion.version})
    assert Legion.objects.get().name == "Embers"
    assert "Renamed to “Embers”." in Page(client.get("/legions/")).words


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("sent", "status", "message"),
    [
        ({"name": "Embers", "version": "1"}, 409, "was changed elsewhere"),
        ({"name": "x" * 121, "version": "2"}, 400, "at most 120 characters"),
        ({"name": "Embers"}, 400, "whole number"),
        ({"name": "a\x00b", "version": "2"}, 400, "Null characters"),
    ],
)
def test_an_invalid_name_is_refused_and_nothing_is_renamed(client, sent, status, message) -> None:
    legion = start(client, "add/giant")
    response = client.post(f"{address(legion)}rename/", sent)
    assert response.status_code == status
    assert message in Page(response).words
    assert "name" not in Legion.objects.get().document


def test_a_copy_is_a_legion_of_its_own(client) -> None:
    legion = start(client, "add/giant", "rename/Embers")
    response = client.post(f"{address(legion)}copy/")
    copied = Legion.objects.exclude(pk=legion.pk).get()
    assert response["Location"] == address(copied)
    assert copied.name == "Copy of Embers"
    after(client, copied, "remove/0")
    assert Legion.objects.get(pk=legion.pk).document["picks"] == [{"card": "giant"}]


def test_a_copy_of_a_long_name_still_fits(client) -> None:
    legion = start(client, "add/giant", "rename/" + "x" * 120)
    client.post(f"{address(legion)}copy/")
    assert Legion.objects.count() == 2


def test_with_no_room_left_a_copy_is_refused_readably(client, monkeypatch) -> None:
    legion = start(client, "add/giant")
    monkeypatch.setattr(services, "MAX_LEGIONS", 1)
    response = client.post(f"{address(legion)}copy/", follow=True)
    assert "A guest can have up to 1 lists. Delete one first, or create an account" in Page(response).words
    response = client.post("/build/attack-wing/", {"do": "add/giant"})
    assert response.status_code == 409
    assert Legion.objects.count() == 1


def test_a_deleted_legion_can_be_restored_from_the_list(client) -> None:
    legion = start(client, "add/giant", "rename/Embers")
    response = client.post(f"{address(legion)}delete/", follow=True)
    page = Page(response)
    assert "“Embers” is deleted." in page.words
    assert page.all("button", id="undelete")
    assert not page.all("a", href=address(legion))
    response = client.post(f"{address(legion)}undelete/", follow=True)
    assert "“Embers” is back." in Page(response).words
    assert Page(response).all("a", href=address(legion))


@pytest.mark.sampled
def test_long_lists_come_in_pages(client) -> None:
    client.force_login(user := factories.UserFactory())
    for number in range(32):
        factories.legion({"card": "giant"}, owner=user, name=f"Legion {number}")
    first, second = (Page(client.get("/legions/", {"page": number})) for number in (1, 2))
    assert len(first.all("a", **{"class": "line__name"})) == 30
    assert len(second.all("a", **{"class": "line__name"})) == 2
    assert first.all("a", rel="next")
    assert second.all("a", rel="prev")


@pytest.mark.sampled
def test_the_list_asks_the_database_the_same_however_long_it_is(client, django_assert_num_queries) -> None:
    client.force_login(user := factories.UserFactory())
    for many in (1, 12):
        while Legion.objects.count() < many:
            factories.legion({"card": "giant"}, owner=user)
        client.get("/legions/")
        with django_assert_num_queries(11):
            client.get("/legions/")


def test_a_legion_whose_release_is_gone_is_still_listed(client) -> None:
    legion = start(client, "add/giant")
    Legion.objects.filter(pk=legion.pk).update(document={**legion.document, "format": "gone"})
    page = Page(client.get("/legions/"))
    assert page.all("a", href=address(legion))


def test_a_display_name_is_chosen_in_the_list(client) -> None:
    client.force_login(user := factories.UserFactory(username="somebody"))
    page = Page(client.get("/legions/"))
    assert page.all("input", id="display-name")[0]["value"] == "somebody"
    client.post("/legions/name/", {"name": "Sam <Body>"})
    user.refresh_from_db()
    assert profile_names.display_name(user) == "Sam <Body>"
    response = client.post("/legions/name/", {"name": " "})
    assert response.status_code == 400
    assert "Enter a name." in Page(response).words


# -- transfer of a guest's legions ------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_lists_of_a_guest_are_kept_after_signing_up(client) -> None:
    legion = start(client, "add/giant")
    data = {"username": "newcomer", "email": "", "password1": PASSWORD, "password2": PASSWORD}
    response = client.post("/account/signup/", data)
    assert response.status_code == 302, response.content.decode()
    legion.refresh_from_db()
    assert (legion.owner.username, legion.guest_key) == ("newcomer", None)
    assert "guest_key" not in client.session
    assert Page(client.get("/legions/")).all("a", href=address(legion))


def test_lists_of_a_guest_join_those_of_the_account_at_login(client) -> None:
    user = factories.UserFactory(username="somebody", password=PASSWORD)
    earlier = factories.legion({"card": "dragon"}, owner=user)
    legion = start(client, "add/giant")
    response = client.post("/account/login/", {"login": "somebody", "password": PASSWORD})
    assert response.status_code == 302, response.content.decode()
    assert set(Legion.objects.filter(owner=user)) == {earlier, legion}


def test_after_logging_out_nothing_of_the_account_is_seen(client) -> None:
    user = factories.UserFactory(username="somebody", password=PASSWORD)
    client.post("/account/login/", {"login": "somebody", "password": PASSWORD})
    legion = start(client, "add/giant")
    client.post("/account/logout/")
    assert client.get(address(legion)).status_code == 404
    assert "No lists yet" in Page(client.get("/legions/")).words
    assert Legion.objects.get().owner == user


@pytest.mark.sampled
def test_a_failed_log_in_moves_nothing(client) -> None:
    factories.UserFactory(username="somebody", password=PASSWORD)
    legion = start(client, "add/giant")
    client.post("/account/login/", {"login": "somebody", "password": "something else entirely"})
    legion.refresh_from_db()
    assert legion.owner is None
    assert client.get(address(legion)).status_code == 200


def test_a_guest_who_never_built_anything_signs_up_without_a_trace_of_a_key(client) -> None:
    data = {"username": "newcomer", "email": "", "password1": PASSWORD, "password2": PASSWORD}
    assert client.post("/account/signup/", data).status_code == 302
    assert not Legion.objects.exists()


# -- forged forms ------------------------------------------------------------------------------------------------------


def test_no_form_without_its_secret_changes_anything() -> None:
    client = Client(enforce_csrf_checks=True)
    legion = factories.legion({"card": "giant"})
    key = sharing_services.share_legion(legion=legion)
    forms = ["/build/attack-wing/", "/legions/name/", address(legion), f"/s/{key}/copy/"]
    forms += [f"{address(legion)}{name}/" for name in ("copy", "rename", "delete", "undelete", "share")]
    for form in forms:
        assert client.post(form, {"do": "add/dragon", "version": 1}).status_code == 403, form
    legion.refresh_from_db()
    assert (legion.version, legion.deleted_at, Legion.objects.count()) == (1, None, 1)


def test_the_ready_legions_that_come_with_muster_can_be_read() -> None:
    for folder in nonempty(ready_lists.READY_LISTS_DIR.iterdir()):
        for one in ready_lists.ready_lists(folder.name):
            assert one.document["game"] == folder.name
            assert one.name == one.document["name"]
            assert ready_lists.find_ready_list(folder.name, one.slug) == one
    assert ready_lists.ready_lists("no-such-game") == ()
    assert ready_lists.ready_lists("..") == ()

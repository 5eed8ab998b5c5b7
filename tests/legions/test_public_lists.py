"""Visibility of legions (private, with a link, public) and of the origin of a copy."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from catalog import permissions
from legions.accounts import profile_names
from legions.saved_lists import services
from legions.saved_lists.models import Legion
from legions.sharing import services as sharing_services
from legions.site.errors import ActionRefused
from tests import factories, worlds
from tests.clients import logged_in
from tests.legions.builder_helpers import HTMX_HEADERS, address, key_of, publish_cards, start
from tests.legions.page_parser import Page
from tests.legions.test_site_hostile_texts import sampled
from tests.nonempty import nonempty

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("world")]


@worlds.once_a_module
def world() -> None:
    publish_cards()


@pytest.fixture
def owner():
    return factories.UserFactory(username="owner")


@pytest.fixture
def embers(owner):
    return factories.legion({"card": "giant"}, owner=owner, name="Embers", collection={"giant": 0})


def share(client, legion, do):
    return client.post(f"{address(legion)}share/", {"do": do})


def listed(client, query=""):
    return Page(client.get(f"/shared/{query}"))


# -- private, by link, for everybody ---------------------------------------------------------------------------------


def test_a_legion_is_private_until_its_owner_says_otherwise(client, owner, embers) -> None:
    mine = logged_in(owner)
    assert (embers.share_key, embers.public) == (None, False)
    share(mine, embers, "share")
    assert "Embers" not in listed(client).words
    share(mine, embers, "publish")
    page = listed(client)
    embers.refresh_from_db()
    assert "Embers" in page.words
    assert "by owner" in page.words
    assert page.all("a", href=f"/s/{embers.share_key}/")
    share(mine, embers, "unlist")
    assert "Embers" not in listed(client).words
    assert client.get(f"/s/{embers.share_key}/").status_code == 200


def test_publishing_a_list_needs_no_existing_link(owner, embers) -> None:
    share(logged_in(owner), embers, "publish")
    embers.refresh_from_db()
    assert embers.public
    assert embers.share_key


def test_a_list_no_longer_shared_is_not_listed(client, owner, embers) -> None:
    sharing_services.list_in_gallery(legion=embers)
    share(logged_in(owner), embers, "revoke")
    embers.refresh_from_db()
    assert (embers.share_key, embers.public) == (None, False)
    assert "Embers" not in listed(client).words


def test_a_new_link_leaves_the_legion_in_the_list_under_it(client, embers) -> None:
    sharing_services.list_in_gallery(legion=embers)
    old = embers.share_key
    sharing_services.rotate_share_key(legion=embers)
    page = listed(client)
    assert not page.all("a", href=f"/s/{old}/")
    assert page.all("a", href=f"/s/{embers.share_key}/")


def test_a_deleted_legion_leaves_the_list_until_it_is_back(client, embers) -> None:
    sharing_services.list_in_gallery(legion=embers)
    services.delete_legion(legion=embers)
    assert "Embers" not in listed(client).words
    services.undelete_legion(legion=embers)
    assert "Embers" in listed(client).words


@pytest.mark.sampled
def test_a_guest_can_share_only_by_link(client) -> None:
    legion = start(client, "add/giant")
    assert share(client, legion, "publish").status_code == 400
    legion.refresh_from_db()
    assert (legion.share_key, legion.public) == (None, False)
    client.post(f"{address(legion)}share/", {"do": "share"})
    assert not Page(client.get(address(legion))).all("button", value="publish")
    with pytest.raises(ActionRefused):
        sharing_services.list_in_gallery(legion=legion)


def test_the_database_keeps_no_public_legion_without_link_or_owner(embers) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Legion.objects.filter(pk=embers.pk).update(public=True)


@pytest.mark.parametrize("do", ["publish", "unlist"])
def test_only_its_owner_says_who_finds_a_legion(client, embers, do) -> None:
    if do == "unlist":
        sharing_services.list_in_gallery(legion=embers)
    before = Legion.objects.values("share_key", "public").get()
    staff = factories.UserFactory(username="staff", is_staff=True, is_superuser=True)
    for somebody in (client, logged_in(factories.UserFactory(username="other")), logged_in(staff)):
        assert share(somebody, embers, do).status_code == 404
        assert Legion.objects.values("share_key", "public").get() == before


def test_the_list_shows_what_others_see_and_not_what_the_player_has(client, embers) -> None:
    sharing_services.list_in_gallery(legion=embers)
    assert "Legal" in listed(client).words
    sharing_services.show_collection(legion=embers, shown=True)
    assert "Illegal" in listed(client).words


@pytest.mark.sampled
def test_the_list_is_of_all_games_or_of_one(client, owner, embers) -> None:
    factories.publish(
        factories.game(game="dungeon-command", slug="dungeon-command", ruleset="dungeon-command/1"),
        factories.standard(game="dungeon-command", points=None, recommended_points=[]),
    )
    sharing_services.list_in_gallery(legion=embers)
    assert "Embers" in listed(client, "?game=attack-wing").words
    assert "Embers" not in listed(client, "?game=dungeon-command").words
    assert "Embers" not in listed(client, "?game=nothing").words


@pytest.mark.sampled
def test_the_list_asks_as_much_for_many_as_for_few(client, owner, embers, django_assert_num_queries) -> None:
    sharing_services.list_in_gallery(legion=embers)
    listed(client)
    with django_assert_num_queries(8):
        listed(client)
    for number in range(8):
        sharing_services.list_in_gallery(
            legion=factories.legion({"card": "giant"}, owner=owner, name=f"Legion {number}")
        )
    with django_assert_num_queries(8):
        listed(client)


def test_the_panel_says_who_finds_the_legion(owner, embers) -> None:
    mine = logged_in(owner)
    response = mine.post(f"{address(embers)}share/", {"do": "publish"}, headers=HTMX_HEADERS)
    page = Page(response)
    assert "It is one of the public lists" in page.words
    assert page.all("button", value="unlist")
    tag = next(link for link in Page(mine.get("/legions/")).all("a", **{"class": "tag"}))
    assert tag["href"] == f"/s/{Legion.objects.get().share_key}/"
    assert "</svg>public</a>" in mine.get("/legions/").content.decode()


@pytest.mark.parametrize("hostile_text", sampled(1))
def test_hostile_names_are_escaped_in_the_list(client, owner, hostile_text) -> None:
    sharing_services.list_in_gallery(legion=factories.legion({"card": "giant"}, owner=owner, name=hostile_text))
    profile_names.set_display_name(user=owner, name=hostile_text[:60])
    page = listed(client)
    assert hostile_text in page.text
    assert all(element["src"].startswith("/static/") for element in nonempty(page.all("script")))
    assert not {tag for tag, _ in page.elements} & {"iframe", "style", "base", "math", "foreignobject"}
    assert all(element["src"].startswith("/faces/") for element in nonempty(page.all("img")))
    for tag, attributes in nonempty(page.elements):
        assert not any(name.startswith("on") or name in {"style", "srcdoc"} for name in attributes), tag


# -- moderation ------------------------------------------------------------------------------------------------------


@pytest.mark.sampled
def test_admins_see_public_lists_and_cannot_change_them(owner, embers) -> None:
    sharing_services.list_in_gallery(legion=embers)
    private = factories.legion({"card": "giant"}, owner=owner, name="Private")
    for role in (permissions.ADMIN, permissions.MODERATOR):
        staff = factories.user_with(role)
        admin = logged_in(staff)
        page = admin.get("/admin/legions/legion/")
        assert "Embers" in page.content.decode()
        assert "Private" not in page.content.decode()
        for legion in (embers, private):
            assert admin.get(f"/admin/legions/legion/{legion.pk}/change/").status_code in {302, 403}
            assert admin.post(f"/admin/legions/legion/{legion.pk}/delete/", {"post": "yes"}).status_code in {302, 403}
        assert admin.get("/admin/legions/legion/add/").status_code == 403
    assert Legion.objects.count() == 2


def test_the_list_in_the_admin_is_for_nobody_without_the_right(owner, embers) -> None:
    sharing_services.list_in_gallery(legion=embers)
    curator = factories.user_with(permissions.CURATOR, username="curator")
    assert logged_in(curator).get("/admin/legions/legion/").status_code == 403
    assert logged_in(owner).get("/admin/legions/legion/").status_code == 302


# -- origin of copies ------------------------------------------------------------------------------------------------


def copied(client, legion):
    client.post(f"/s/{legion.share_key}/copy/")
    return Legion.objects.get(guest_key=key_of(client))


@pytest.mark.sampled
def test_a_copy_names_its_origin_while_that_is_shared(client, embers) -> None:
    sharing_services.share_legion(legion=embers)
    copy = copied(client, embers)
    assert copy.origin == embers
    page = Page(client.get(address(copy)))
    assert "Copied from Embers by owner." in page.words
    assert page.all("a", href=f"/s/{embers.share_key}/")
    sharing_services.revoke_link(legion=embers)
    page = Page(client.get(address(copy)))
    assert "Copied from a list that is no longer shared." in page.words
    assert "by owner" not in page.words


@pytest.mark.sampled
def test_others_do_not_get_the_link_of_an_origin_by_a_copy_of_it(client, embers) -> None:
    sharing_services.share_legion(legion=embers)
    copy = copied(client, embers)
    sharing_services.share_legion(legion=copy)
    page = Page(Client().get(f"/s/{copy.share_key}/"))
    assert "Copied from Embers by owner." in page.words
    assert not page.all("a", href=f"/s/{embers.share_key}/")
    sharing_services.list_in_gallery(legion=embers)
    assert Page(Client().get(f"/s/{copy.share_key}/")).all("a", href=f"/s/{embers.share_key}/")


@pytest.mark.sampled
def test_a_copy_of_ones_own_leads_to_ones_own(owner, embers) -> None:
    mine = logged_in(owner)
    copy_pk = mine.post(f"{address(embers)}copy/")["Location"].split("/")[2]
    assert Page(mine.get(f"/legions/{copy_pk}/")).all("a", href=address(embers))
    sharing_services.share_legion(legion=Legion.objects.get(pk=copy_pk))
    others = Page(Client().get(f"/s/{Legion.objects.get(pk=copy_pk).share_key}/"))
    assert "Copied from" not in others.words
    assert not others.all("a", href=address(embers))


@pytest.mark.sampled
def test_a_copy_outlives_its_origin(client, embers) -> None:
    sharing_services.share_legion(legion=embers)
    copy = copied(client, embers)
    services.delete_for_good(legions=Legion.objects.filter(pk=embers.pk))
    copy.refresh_from_db()
    assert copy.origin is None
    assert "Copied from" not in Page(client.get(address(copy))).words.replace("Copied from Embers", "")

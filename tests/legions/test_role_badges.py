"""Role badges: next to the names of curators and moderators, never in a name, one query per page, removed with the
role.
"""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from catalog import permissions
from legions.accounts import profile_names
from legions.accounts.holders import Holder
from legions.accounts.models import Profile
from legions.community import comment_services, moderation, profile_services
from legions.community.moderation import ReportTarget
from legions.saved_lists import services
from legions.sharing import services as sharing_services
from tests import factories
from tests.legions.builder_helpers import publish_cards
from tests.legions.page_parser import Page

pytestmark = [pytest.mark.django_db, pytest.mark.guard]


@pytest.fixture(autouse=True)
def world() -> None:
    publish_cards()


def person(name, *roles):
    user = factories.user_with(*roles, username=name)
    return type(user).objects.get(pk=user.pk)


def shown_list(owner, name="Embers"):
    legion = factories.legion({"card": "giant"}, owner=owner, name=name)
    sharing_services.list_in_gallery(legion=legion)
    return legion


def badges(address, language="en"):
    """Return the texts of the badges on a page, in order."""
    page = Client(headers={"accept-language": language}).get(address).content.decode()
    found = re.findall(r'<span class="role"><svg [^>]*aria-hidden="true">.*?</svg>(.*?</span>.*?)</span>', page)
    return [re.sub("<[^>]*>", "", one).strip() for one in found]


@pytest.mark.parametrize(
    ("held", "badge"),
    [
        ((), None),
        ((permissions.CONTRIBUTOR,), None),
        ((permissions.PUBLISHER,), None),
        ((permissions.CURATOR,), "curator"),
        ((permissions.MODERATOR,), "moderator"),
        ((permissions.CURATOR, permissions.MODERATOR), "moderator"),
        ((permissions.CURATOR, permissions.ADMIN), "admin"),
    ],
)
def test_people_with_deciding_roles_have_a_badge(held, badge) -> None:
    assert permissions.badge_of(person("cora", *held)) == badge


def test_a_superuser_has_that_of_an_admin_and_a_closed_account_none() -> None:
    user = person("root-beer", permissions.CURATOR)
    user.is_superuser = True
    assert permissions.badge_of(user) == "admin"
    user.is_active = False
    assert permissions.badge_of(user) is None
    assert permissions.badge_of(None) is None


@pytest.mark.parametrize(
    ("language", "badge"), [("en", "Role on Muster: curator"), ("de", "Rolle bei Muster: Kurator")]
)
def test_the_badge_is_at_every_name_and_ends_with_the_role(language, badge) -> None:
    cora = person("cora", permissions.CURATOR)
    profile_services.save_profile_page(user=cora, name="Cora", handle="corinna", shown=True)
    legion = shown_list(cora)
    comment_services.write_comment(user=cora, legion=legion, text="Mine.")
    pages = ("/shared/", "/people/corinna/", f"/s/{legion.share_key}/", f"/s/{legion.share_key}/embed/")
    for address, number in zip(pages, (1, 1, 2, 1), strict=True):
        assert badges(address, language) == [badge] * number, address
    permissions.revoke(cora, permissions.CURATOR)
    for address in pages:
        assert badges(address, language) == [], address


def test_players_have_none_and_who_is_barred_neither() -> None:
    cora, ada = person("cora", permissions.CURATOR), person("ada")
    profile_names.set_display_name(user=cora, name="Cora")
    Profile.objects.filter(user=cora).update(barred=True)
    shown_list(ada)
    shown_list(cora)
    assert badges("/shared/") == []


def test_the_badge_is_next_to_the_name_and_not_in_it() -> None:
    cora = person("cora", permissions.CURATOR)
    profile_services.save_profile_page(user=cora, name="Cora", handle="corinna", shown=True)
    page = Client().get("/people/corinna/").content.decode()
    assert '<h1 itemprop="name">Cora</h1> <span class="role">' in page


def test_a_copy_names_the_original_owner() -> None:
    cora, ada = person("cora", permissions.CURATOR), person("ada")
    legion = shown_list(cora)
    copy = services.copy_legion(document=legion.document, holder=Holder(user=ada), origin=legion)
    client = Client()
    client.force_login(ada)
    assert "Role on Muster: curator" in Page(client.get(f"/legions/{copy.pk}/")).words


@pytest.mark.parametrize(("address", "sections"), [("/shared/", 2), ("comments", 3)])
def test_however_many_have_roles_a_page_asks_once_for_each_section(address, sections) -> None:
    def queries(number):
        legion = shown_list(person(f"first{number}", permissions.CURATOR), f"First {number}")
        for place in range(number):
            one = person(f"cora{number}x{place}", permissions.CURATOR)
            shown_list(one, f"{number} {place}")
            comment_services.write_comment(user=one, legion=legion, text="Hello.")
        with CaptureQueriesContext(
            connection,
        ) as seen:
            Client().get(f"/s/{legion.share_key}/" if address == "comments" else address)
        return len([one for one in seen.captured_queries if "auth_group" in one["sql"]])

    queries(1)
    assert queries(2) == queries(6) <= sections


def moderator_and_reports(*reporters):
    """Return a moderator's client, and a curator's list that some users have reported."""
    legion = shown_list(person("cora", permissions.CURATOR))
    for by in reporters:
        moderation.create_report(by=by, target=ReportTarget.find("legion", legion.pk), reason="spam")
    client = Client()
    client.force_login(person("mo", permissions.MODERATOR))
    return client, legion


@pytest.mark.parametrize("address", ["/admin/legions/report/", "/admin/legions/report/about/legion/{legion.pk}/"])
def test_the_admin_shows_badges_next_to_names(address) -> None:
    client, legion = moderator_and_reports(person("ada"), person("carl", permissions.CURATOR))
    page = client.get(address.format(legion=legion)).content.decode()
    assert re.search(r'carl <span class="role">', page)
    assert not re.search(r'ada <span class="role">', page)
    assert ("cora <span" in page) == ("about" in address)


def test_the_desk_asks_for_the_roles_of_all_people_of_a_list_at_once() -> None:
    client, legion = moderator_and_reports(person("carl", permissions.CURATOR))

    def queries():
        with CaptureQueriesContext(connection) as seen:
            client.get("/admin/legions/report/")
        return len([one for one in seen.captured_queries if "auth_group" in one["sql"]])

    few = queries()
    for number in range(5):
        by = person(f"curator{number}", permissions.CURATOR)
        moderation.create_report(by=by, target=ReportTarget.find("legion", legion.pk), reason="spam")
    assert queries() == few


def test_the_api_has_the_role() -> None:
    cora = person("cora", permissions.CURATOR)
    legion = shown_list(cora)
    address = f"/api/v1/legions/shared/{legion.share_key}/"
    first = Client().get(address)
    assert (first.json()["by"], first.json()["role"]) == ("cora", "curator")
    permissions.revoke(cora, permissions.CURATOR)
    again = Client(headers={"if-none-match": first["ETag"]}).get(address)
    assert (again.status_code, again.json()["role"]) == (200, None)


@pytest.mark.parametrize("sign", "✓✔☑✅√🗸🗹🮱🛡🔰⛨⛉☗")
def test_no_name_has_the_mark_of_the_badge(sign) -> None:
    ada = person("ada")
    client = Client()
    client.force_login(ada)
    for name in (f"Ada {sign}", f"{sign}Ada", f"Ada{sign}\ufe0f"):
        response = client.post("/account/page/", {"name": name})
        assert response.status_code == 400
        assert "show roles" in Page(response).words
    assert client.post("/account/page/", {"name": "Ada ♥"}).status_code == 302

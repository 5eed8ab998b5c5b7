"""Favorites: one mark per user, a correct count, and no information about legions that are no longer shared."""

import pytest
from django.test import Client

from legions.community import favourite_services
from legions.community.models import Favourite
from legions.saved_lists import services
from legions.saved_lists.models import Legion
from legions.sharing import services as sharing_services
from tests import factories
from tests.clients import logged_in
from tests.contention import at_once
from tests.legions.builder_helpers import HTMX_HEADERS, publish_cards
from tests.legions.page_parser import Page
from tests.throttles import allow

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]


@pytest.fixture(autouse=True)
def world() -> None:
    publish_cards()


@pytest.fixture
def embers():
    legion = factories.legion({"card": "giant"}, owner=factories.UserFactory(username="a-name"), name="Embers")
    sharing_services.list_in_gallery(legion=legion)
    return legion


@pytest.fixture
def reader():
    return factories.UserFactory(username="reader")


def send(client, legion, do, **headers):
    return client.post(f"/s/{legion.share_key}/favourite/", {"do": do}, headers=headers)


def count(legion):
    return Legion.objects.get(pk=legion.pk).favoured


@pytest.mark.sampled
def test_a_mark_counts_once_however_often_it_is_asked_for(reader, embers) -> None:
    mine = logged_in(reader)
    for _ in range(3):
        assert send(mine, embers, "mark").status_code == 302
    assert (count(embers), Favourite.objects.count()) == (1, 1)
    assert "Embers" in Page(mine.get("/favourites/")).words
    for _ in range(3):
        send(mine, embers, "unmark")
    assert (count(embers), Favourite.objects.count()) == (0, 0)
    assert "No favourites yet" in Page(mine.get("/favourites/")).words


@pytest.mark.sampled
@pytest.mark.django_db(transaction=True)
def test_many_at_once_are_counted_right(shared) -> None:
    legion = factories.legion({"card": "giant"}, owner=factories.UserFactory())
    sharing_services.list_in_gallery(legion=legion)
    people = [factories.UserFactory() for _ in range(4)]

    def job(do, user):
        return lambda: do(user=user, legion=Legion.objects.get(pk=legion.pk))

    results = at_once(*[job(favourite_services.add_favourite, user) for user in people for _ in range(2)])
    assert sorted(results) == [False] * 4 + [True] * 4
    assert count(legion) == Favourite.objects.count() == 4
    ended = at_once(*[job(favourite_services.remove_favourite, user) for user in people[:2] for _ in range(3)])
    assert sorted(ended) == [False] * 4 + [True] * 2
    assert count(legion) == Favourite.objects.count() == 2


def test_only_who_is_logged_in_marks_and_the_way_leads_back(client, embers) -> None:
    response = send(client, embers, "mark")
    assert response["Location"] == f"/account/login/?next=/s/{embers.share_key}/"
    assert count(embers) == 0
    assert client.get("/favourites/")["Location"] == "/account/login/?next=/favourites/"


def test_htmx_opens_the_log_in_as_a_whole_page(client, embers) -> None:
    response = send(client, embers, "mark", **HTMX_HEADERS)
    assert (response.status_code, response.content) == (200, b"")
    assert response["HX-Redirect"] == f"/account/login/?next=/s/{embers.share_key}/"
    page = Page(client.get(response["HX-Redirect"]))
    assert "Log in or sign up to save favourites. Then press the button again." in page.words


def test_nobody_marks_their_own(embers) -> None:
    mine = logged_in(embers.owner)
    send(mine, embers, "mark")
    assert count(embers) == 0
    assert not Page(mine.get(f"/s/{embers.share_key}/")).all("button", value="mark")


@pytest.mark.sampled
def test_the_button_shows_its_state_and_htmx_gets_only_the_button(reader, embers) -> None:
    mine = logged_in(reader)
    response = mine.post(f"/s/{embers.share_key}/favourite/", {"do": "mark"}, headers=HTMX_HEADERS)
    assert Page(response).all("button", value="unmark")
    assert "1 favourite" in Page(response).words
    assert not Page(response).all("html")
    assert Page(mine.get(f"/s/{embers.share_key}/")).all("button", value="unmark")
    assert "1 favourite" in Page(Client().get("/shared/")).words


@pytest.mark.parametrize("do", ["", "other", "mark\x00"])
def test_an_invalid_action_changes_nothing(reader, embers, do) -> None:
    assert send(logged_in(reader), embers, do).status_code == 400
    assert count(embers) == 0


def private(legion):
    sharing_services.revoke_link(legion=legion)


def thrown_away(legion):
    services.delete_legion(legion=legion)


def deleted(legion):
    Legion.objects.filter(pk=legion.pk).delete()


def with_a_new_link(legion):
    sharing_services.remove_from_gallery(legion=legion)
    sharing_services.rotate_share_key(legion=legion)


@pytest.mark.sampled
@pytest.mark.parametrize("go", [private, thrown_away, deleted, with_a_new_link])
def test_a_list_no_longer_shared_disappears_without_revealing_its_name(reader, embers, go) -> None:
    favourite_services.add_favourite(user=reader, legion=embers)
    key = embers.share_key
    go(embers)
    mine = logged_in(reader)
    page = Page(mine.get("/favourites/"))
    assert "No longer shared" in page.words
    for secret in ("Embers", "Giant", "a-name", key, str(embers.pk)):
        assert secret not in page.text
    now = Legion.objects.filter(pk=embers.pk).first()
    assert now is None or not now.share_key or now.share_key not in mine.get("/favourites/").content.decode()
    number = Favourite.objects.get().pk
    assert mine.post(f"/favourites/{number}/remove/").status_code == 302
    assert not Favourite.objects.exists()


@pytest.mark.sampled
def test_a_favourite_by_link_stays_under_that_link_and_a_public_one_under_any(reader, embers) -> None:
    sharing_services.remove_from_gallery(legion=embers)
    favourite_services.add_favourite(user=reader, legion=embers)
    assert "Embers" in Page(logged_in(reader).get("/favourites/")).words
    sharing_services.list_in_gallery(legion=embers)
    sharing_services.rotate_share_key(legion=embers)
    assert f"/s/{embers.share_key}/" in logged_in(reader).get("/favourites/").content.decode()


def test_nobody_sees_or_removes_the_favourites_of_others(reader, embers) -> None:
    favourite_services.add_favourite(user=reader, legion=embers)
    number = Favourite.objects.get().pk
    for other in (factories.UserFactory(), factories.UserFactory(is_staff=True, is_superuser=True), embers.owner):
        theirs = logged_in(other)
        assert "No favourites yet" in Page(theirs.get("/favourites/")).words
        theirs.post(f"/favourites/{number}/remove/")
    assert count(embers) == 1


def test_nobody_waits_to_end_a_mark(reader, embers, monkeypatch) -> None:
    allow(monkeypatch, "favourites", 1)
    client = logged_in(reader)
    answers = [send(client, embers, do).status_code for do in ("mark", "mark", "unmark")]
    assert answers == [302, 429, 302]
    assert count(embers) == 0


def test_deleted_accounts_are_not_counted(reader, embers) -> None:
    favourite_services.add_favourite(user=reader, legion=embers)
    favourite_services.delete_favourites_of(user=reader)
    assert (count(embers), Favourite.objects.count()) == (0, 0)


@pytest.mark.sampled
def test_the_number_of_favourites_is_limited(reader, embers, monkeypatch) -> None:
    monkeypatch.setattr(favourite_services, "MAX_FAVOURITES", 0)
    response = logged_in(reader).post(f"/s/{embers.share_key}/favourite/", {"do": "mark"}, follow=True)
    assert "Remove one first" in Page(response).words
    response = send(logged_in(reader), embers, "mark", **HTMX_HEADERS)
    assert response["HX-Redirect"] == f"/s/{embers.share_key}/", "the page has the message"
    assert count(embers) == 0


@pytest.mark.sampled
@pytest.mark.django_db(transaction=True)
def test_concurrent_marks_respect_the_limit(shared, monkeypatch) -> None:
    monkeypatch.setattr(favourite_services, "MAX_FAVOURITES", 1)
    reader, owner = factories.UserFactory(), factories.UserFactory()
    legions = [factories.legion({"card": "giant"}, owner=owner) for _ in range(4)]
    for legion in legions:
        sharing_services.list_in_gallery(legion=legion)
    jobs = [lambda legion=legion: favourite_services.add_favourite(user=reader, legion=legion) for legion in legions]
    assert sorted(type(one).__name__ for one in at_once(*jobs)) == ["ActionRefused"] * 3 + ["bool"]
    assert Favourite.objects.count() == 1


@pytest.mark.sampled
@pytest.mark.parametrize("number", [10, 1_000])
def test_the_list_asks_as_much_for_many_as_for_few(reader, embers, django_assert_num_queries, number) -> None:
    legions = Legion.objects.bulk_create(
        Legion(
            owner=embers.owner,
            game=embers.game,
            document=embers.document,
            what="Started.",
            share_key=f"key-{index}",
            public=True,
            published_at=embers.published_at,
            updated_at=embers.updated_at,
        )
        for index in range(number)
    )
    Favourite.objects.bulk_create(Favourite(user=reader, legion=legion, key_hash="") for legion in legions)
    mine = logged_in(reader)
    mine.get("/favourites/")
    with django_assert_num_queries(7):
        mine.get("/favourites/")


@pytest.mark.sampled
def test_a_long_list_has_pages(reader, embers) -> None:
    for _ in range(31):
        legion = factories.legion({"card": "giant"}, owner=embers.owner)
        sharing_services.list_in_gallery(legion=legion)
        favourite_services.add_favourite(user=reader, legion=legion)
    mine = logged_in(reader)
    first = Page(mine.get("/favourites/"))
    second = Page(mine.get(f"/favourites/{first.all('a', rel='next')[0]['href']}"))
    links = [[one["href"] for one in page.all("a") if one.get("class") == "line__name"] for page in (first, second)]
    assert [len(found) for found in links] == [30, 1]
    assert not set(links[0]) & set(links[1])
    for query in ("?before=x", "?before=-1", "?before=%00", "?before=" + "9" * 40):
        assert mine.get(f"/favourites/{query}").status_code == 200

"""Profile pages: optional, with the information the user chose and no log-in data."""

import pytest

from legions.accounts.models import Profile
from legions.community import profile_services
from legions.sharing import services as sharing_services
from tests import factories
from tests.clients import logged_in
from tests.contention import at_once
from tests.legions.builder_helpers import publish_cards, without_csrf_tokens
from tests.legions.page_parser import Page, is_harmless
from tests.legions.test_site_hostile_texts import sampled

pytestmark = pytest.mark.django_db

DATA = {"name": "Ada", "handle": "lamplighter", "shown": "on"}


@pytest.fixture(autouse=True)
def world():
    publish_cards()


@pytest.fixture
def ada():
    return factories.UserFactory(username="ada.login", email="a.secret@example.org")


def with_page(user, **other):
    return profile_services.save_profile_page(
        user=user, **{"name": "Ada", "handle": "lamplighter", "shown": True, **other}
    )


def show(user, name="Embers"):
    legion = factories.legion({"card": "giant"}, owner=user, name=name)
    sharing_services.list_in_gallery(legion=legion)
    return legion


@pytest.mark.sampled
def test_a_page_is_there_for_who_asks_for_one(client, ada) -> None:
    show(ada)
    assert client.get("/people/lamplighter/").status_code == 404
    mine = logged_in(ada)
    assert mine.post("/account/page/", DATA).status_code == 302
    page = Page(client.get("/people/lamplighter/"))
    for words in ("Ada", f"Here since {ada.date_joined:%B %Y}", "1 public list", "Embers"):
        assert words in page.words
    assert Page(client.get("/shared/")).all("a", href="/people/lamplighter/")
    mine.post("/account/page/", {"name": "Ada"})
    assert client.get("/people/lamplighter/").status_code == 404
    assert not Page(client.get("/shared/")).all("a", href="/people/lamplighter/")


@pytest.mark.sampled
def test_a_page_says_nothing_of_how_somebody_logs_in(client, ada) -> None:
    legion = show(ada)
    with_page(ada)
    for address in ("/people/lamplighter/", "/people/lamplighter/atom/", "/shared/", f"/s/{legion.share_key}/"):
        text = client.get(address).content.decode()
        for secret in ("ada.login", "a.secret", "example.org"):
            assert secret not in text, address


@pytest.mark.sampled
def test_the_profile_has_only_public_content(client, ada) -> None:
    with_page(ada)
    factories.legion({"card": "giant"}, owner=ada, name="Private")
    sharing_services.share_legion(legion=factories.legion({"card": "giant"}, owner=ada, name="Linked"))
    response = client.get("/people/lamplighter/")
    assert "noindex" in response["X-Robots-Tag"]
    page = Page(response)
    assert "No public lists yet" in page.words
    assert "Private" not in page.words
    assert "Linked" not in page.words
    show(ada)
    assert "X-Robots-Tag" not in client.get("/people/lamplighter/")


def test_a_page_not_shown_and_none_at_all_look_the_same(client, ada) -> None:
    with_page(ada, shown=False)
    theirs, none = client.get("/people/lamplighter/"), client.get("/people/lamp-nobody/")
    assert (theirs.status_code, none.status_code) == (404, 404)
    assert without_csrf_tokens(theirs).replace("lamplighter", "lamp-nobody") == without_csrf_tokens(none)


def test_the_page_of_a_closed_account_is_gone(client, ada) -> None:
    with_page(ada)
    ada.is_active = False
    ada.save()
    assert client.get("/people/lamplighter/").status_code == 404
    assert client.get("/people/lamplighter/atom/").status_code == 404


@pytest.mark.sampled
def test_an_address_is_chosen_once_and_stays_ones_own(client, ada) -> None:
    with_page(ada)
    logged_in(ada).post("/account/page/", {**DATA, "name": "Ada the Second", "handle": "another"})
    assert Profile.objects.get(user=ada).handle == "lamplighter"
    logged_in(ada).post("/account/page/", {"name": "Ada"})
    other = logged_in(factories.UserFactory())
    response = other.post("/account/page/", {**DATA, "name": "Other"})
    assert response.status_code == 400
    assert "This address is taken" in Page(response).words
    assert Profile.objects.get(handle="lamplighter").user == ada


@pytest.mark.sampled
@pytest.mark.django_db(transaction=True)
def test_of_many_who_want_one_address_one_gets_it(shared) -> None:
    users = [factories.UserFactory() for _ in range(4)]
    outcomes = at_once(*[lambda user=user: with_page(user, name=user.username) for user in users])
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["ActionRefused"] * 3 + ["Profile"]
    assert Profile.objects.filter(handle="lamplighter", shown=True).count() == 1


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("handle", "message"),
    [
        ("", "Choose an address"),
        ("ab", "at least 3"),
        ("a" * 31, "at most 30"),
        ("Upper", "small letters"),
        ("with space", "small letters"),
        ("9lives", "beginning with a letter"),
        ("a--b", "small letters"),
        ("end-", "small letters"),
        ("línea", "small letters"),
        ("../x", "small letters"),
        ("moderator", "is reserved"),
        ("ada-login", "what you log in with"),
        ("a-secret", "what you log in with"),
    ],
)
def test_an_invalid_handle_is_refused_with_the_reason(ada, handle, message) -> None:
    response = logged_in(ada).post("/account/page/", {**DATA, "handle": handle})
    assert response.status_code == 400
    assert message in Page(response).words
    assert not Profile.objects.filter(shown=True).exists()


@pytest.mark.one_variant
@pytest.mark.parametrize("name", ["", "   ", "\u200b\u200e", "x" * 61, "a\x00b"])
def test_a_name_that_nobody_could_read_is_refused(ada, name) -> None:
    assert logged_in(ada).post("/account/page/", {**DATA, "name": name}).status_code == 400


def test_direction_marks_do_not_get_into_a_name(ada) -> None:
    assert logged_in(ada).post("/account/page/", {**DATA, "name": "\u202eAda\u200b"}).status_code == 400
    assert not Profile.objects.filter(user=ada).exists()


def test_only_who_is_logged_in_has_a_page(client) -> None:
    for answer in (client.get("/account/page/"), client.post("/account/page/", DATA)):
        assert answer["Location"].startswith("/account/login/")
    assert not Profile.objects.exists()


@pytest.mark.parametrize("address", ["/people/UPPER/", "/people/" + "a" * 200 + "/", "/people/a_b/", "/people/%00/"])
def test_an_invalid_address_is_not_found(client, address) -> None:
    assert client.get(address).status_code == 404


@pytest.mark.sampled
def test_the_form_says_what_is_shown_so_far(ada) -> None:
    page = Page(logged_in(ada).get("/account/page/"))
    assert "Shared lists show the name you log in with: ada.login." in page.words
    with_page(ada)
    page = Page(logged_in(ada).get("/account/page/"))
    assert page.all("input", name="handle")[0]["value"] == "lamplighter"
    assert "disabled" in page.all("input", name="handle")[0]
    assert page.all("a", href="/people/lamplighter/")


@pytest.mark.parametrize("hostile_text", sampled(2))
def test_hostile_names_and_tags_are_escaped(client, ada, hostile_text) -> None:
    with_page(ada, name=hostile_text[:60])
    legion = factories.legion({"card": "giant"}, owner=ada, name=hostile_text, tags=[hostile_text[:60]])
    sharing_services.list_in_gallery(legion=legion)
    mine = logged_in(ada)
    for asker, address in [
        (client, "/people/lamplighter/"),
        (client, "/shared/"),
        (client, f"/s/{legion.share_key}/"),
        (mine, "/account/page/"),
        (mine, "/account/"),
    ]:
        assert is_harmless(Page(asker.get(address))), address
    assert hostile_text[:60] in Page(client.get("/people/lamplighter/")).text

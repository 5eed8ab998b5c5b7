"""Reading cards, sets, formats and games."""

import pytest

from catalog.documents import canonical
from catalog.models import Revision
from tests import factories
from tests.rulesapi.api_client import ApiClient

pytestmark = pytest.mark.django_db


def renamed(card: dict, slug: str) -> dict:
    return {**card, "slug": slug, "formerly": [card["slug"]]}


def test_a_card_is_answered_as_the_text_it_is_stored_as(api: ApiClient) -> None:
    card = factories.creature(name="Æthelgár’s “Wraith”")
    release = factories.publish_frame(card)
    response = api.get(f"/api/v1/cards/attack-wing/{card['slug']}/")
    assert response.status_code == 200
    assert response.content.decode() == canonical.compact(card)
    revision = Revision.objects.get(slug=card["slug"])
    assert response["Muster-Release"] == str(release.number)
    assert response["Muster-Revision"] == str(revision.pk)
    assert response["ETag"] == f'"{release.number}-{revision.pk}"'
    assert response["Content-Type"] == "application/json"


@pytest.mark.parametrize("address", ["sets/attack-wing/first-set", "formats/attack-wing/standard", "games/attack-wing"])
def test_every_shelf_answers_with_its_documents(api: ApiClient, address: str) -> None:
    document_type, _, rest = address.partition("/")
    document = {
        "sets": factories.card_set(slug="first-set"),
        "formats": factories.standard(),
        "games": factories.game(),
    }[document_type]
    factories.publish(*{one["kind"]: one for one in (factories.game(), factories.standard(), document)}.values())
    assert api.get(f"/api/v1/{document_type}/{rest}/").json() == document
    assert api.get(f"/api/v1/{document_type}/").json() == {"release": 1, "next": None, "results": [document]}


def test_one_slug_on_two_shelves_is_two_documents(api: ApiClient) -> None:
    card, card_set = factories.creature(slug="chimera"), factories.card_set(slug="chimera")
    factories.publish_frame(card, card_set)
    assert api.get("/api/v1/cards/attack-wing/chimera/").json()["kind"] == "creature"
    assert api.get("/api/v1/sets/attack-wing/chimera/").json()["kind"] == "set"


@pytest.mark.parametrize(
    "address",
    ["cards/attack-wing/nobody", "cards/no-game/nobody", "sets/attack-wing/x", "formats/attack-wing/x", "games/x"],
)
def test_a_missing_document_is_a_problem(api: ApiClient, address: str) -> None:
    factories.publish_frame()
    response = api.get(f"/api/v1/{address}/")
    assert response.status_code == 404
    assert response.json()["code"] == "not-found"
    assert address.rpartition("/")[2] in response.json()["detail"]


def test_a_retired_card_keeps_answering(api: ApiClient) -> None:
    card = factories.creature(retired="Withdrawn by its makers")
    factories.publish_frame(card)
    assert api.get(f"/api/v1/cards/attack-wing/{card['slug']}/").json()["retired"] == card["retired"]
    assert len(api.get("/api/v1/cards/").json()["results"]) == 1


# -- drafts ------------------------------------------------------------------------------------------------------


def test_nobody_sees_a_draft(api: ApiClient) -> None:
    published = factories.creature()
    factories.publish_frame(published)
    secret = factories.creature(name="Not yet")
    factories.save_draft(secret, by=None, why="Later")
    factories.save_draft({**published, "cost": 99}, by=None, why="Later")
    assert api.get(f"/api/v1/cards/attack-wing/{secret['slug']}/").status_code == 404
    assert api.get(f"/api/v1/cards/attack-wing/{published['slug']}/").json() == published
    assert api.get("/api/v1/cards/").json()["results"] == [published]
    assert api.get("/api/v1/cards/?q=Not yet").json()["results"] == []
    assert api.get(f"/api/v1/cards/attack-wing/{secret['slug']}/?release=1").status_code == 404


# -- releases ----------------------------------------------------------------------------------------------------


def test_an_old_release_does_not_change(api: ApiClient) -> None:
    card = factories.creature(cost=20)
    factories.publish_frame(card)
    factories.publish({**card, "cost": 25})
    address = f"/api/v1/cards/attack-wing/{card['slug']}/"
    assert api.get(f"{address}?release=1").json()["cost"] == 20
    assert api.get(f"{address}?release=2").json()["cost"] == 25
    assert api.get(address).json()["cost"] == 25
    assert api.get("/api/v1/cards/?release=1").json()["results"][0]["cost"] == 20
    assert api.get("/api/v1/cards/").json()["release"] == 2


def test_a_card_is_not_in_the_releases_before_it(api: ApiClient) -> None:
    factories.publish_frame()
    card = factories.creature()
    factories.publish(card)
    assert api.get(f"/api/v1/cards/attack-wing/{card['slug']}/?release=1").status_code == 404
    assert api.get("/api/v1/cards/?release=1").json()["results"] == []


@pytest.mark.parametrize("number", [2, 99, 2_147_483_647])
def test_a_release_that_is_not_there_has_a_problem_of_its_own(api: ApiClient, number: int) -> None:
    factories.publish_frame()
    response = api.get(f"/api/v1/cards/?release={number}")
    assert response.status_code == 400
    assert response.json()["code"] == "unknown-release"
    assert response.json()["faults"][0]["pointer"] == "/release"


def test_before_anything_is_published_lists_are_empty(api: ApiClient) -> None:
    for name in ("games", "cards", "sets", "formats", "releases", "rules"):
        assert api.get(f"/api/v1/{name}/").json() == {"release": 0, "next": None, "results": []}
    assert api.get("/api/v1/cards/attack-wing/anything/").status_code == 404


# -- other slugs -------------------------------------------------------------------------------------------------


def test_a_former_slug_leads_to_the_new_one(api: ApiClient) -> None:
    card = factories.creature()
    factories.publish_frame(card)
    factories.publish(renamed(card, "red-dracolich"))
    address = f"/api/v1/cards/attack-wing/{card['slug']}/"
    response = api.get(address)
    assert response.status_code == 301
    assert response["Location"] == "/api/v1/cards/attack-wing/red-dracolich/"
    assert api.get(f"{address}?release=2")["Location"] == "/api/v1/cards/attack-wing/red-dracolich/?release=2"
    assert api.get(f"{address}?release=1").json() == card
    assert api.get("/api/v1/cards/attack-wing/red-dracolich/?release=1").status_code == 404
    assert [found["slug"] for found in api.get("/api/v1/cards/").json()["results"]] == ["red-dracolich"]


def test_a_former_slug_that_was_never_published_here_leads_on_too(api: ApiClient) -> None:
    factories.publish_frame(factories.creature(slug="now", formerly=["once", "before-that"]))
    assert api.get("/api/v1/cards/attack-wing/before-that/")["Location"].endswith("/now/")
    assert api.get("/api/v1/cards/attack-wing/before/").status_code == 404


def test_a_slug_in_another_field_does_not_redirect(api: ApiClient) -> None:
    factories.publish_frame(factories.creature(slug="now", formerly=["once"], keywords=["giant"]))
    assert api.get("/api/v1/cards/attack-wing/giant/").status_code == 404


def test_a_renamed_set_and_a_renamed_game_lead_on(api: ApiClient) -> None:
    card_set = factories.card_set(slug="second-wave", formerly=["wave-two"])
    factories.publish(factories.game(slug="attack-wing", formerly=["aw"]), factories.standard(), card_set)
    assert api.get("/api/v1/sets/attack-wing/wave-two/")["Location"] == "/api/v1/sets/attack-wing/second-wave/"
    assert api.get("/api/v1/games/aw/")["Location"] == "/api/v1/games/attack-wing/"


# -- conditional requests and HTTP methods -----------------------------------------------------------------------


@pytest.mark.one_variant
@pytest.mark.parametrize("name", ["games", "cards", "sets", "formats", "releases", "rules", "schemas"])
def test_a_client_with_a_current_response_gets_304(api: ApiClient, name: str) -> None:
    factories.publish_frame(factories.creature(), factories.card_set())
    address = f"/api/v1/{name}/"
    first = api.get(address)
    again = api.get(address, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    assert again.content == b""
    assert again["ETag"] == first["ETag"]
    assert again["Muster-Release"] == first["Muster-Release"]
    assert again["Cache-Control"] == first["Cache-Control"]


@pytest.mark.parametrize("header", ["*", "W/{}", '"other", {}', "{}, W/{}"])
def test_if_none_match_is_read_as_http_says(api: ApiClient, header: str) -> None:
    card = factories.creature()
    factories.publish_frame(card)
    address = f"/api/v1/cards/attack-wing/{card['slug']}/"
    etag = api.get(address)["ETag"]
    assert api.get(address, headers={"If-None-Match": header.replace("{}", etag)}).status_code == 304
    assert api.get(address, headers={"If-None-Match": '"other", nonsense'}).status_code == 200


def test_a_publication_changes_every_etag_of_the_newest_release(api: ApiClient) -> None:
    card = factories.creature()
    factories.publish_frame(card)
    addresses = [f"/api/v1/cards/attack-wing/{card['slug']}/", "/api/v1/cards/", "/api/v1/releases/"]
    before = [api.get(address)["ETag"] for address in addresses]
    factories.publish(factories.creature())
    for address, etag in zip(addresses, before, strict=True):
        assert api.get(address, headers={"If-None-Match": etag}).status_code == 200
        assert api.get(f"{address}?release=1", headers={"If-None-Match": etag}).status_code == 304


def test_a_named_release_may_be_cached_longer_than_the_newest(api: ApiClient) -> None:
    factories.publish_frame()
    assert api.get("/api/v1/cards/")["Cache-Control"] == "public, max-age=60"
    assert "immutable" in api.get("/api/v1/cards/?release=1")["Cache-Control"]


def test_head_has_the_headers_and_no_body(api: ApiClient) -> None:
    card = factories.creature()
    factories.publish_frame(card)
    for address in (f"/api/v1/cards/attack-wing/{card['slug']}/", "/api/v1/cards/"):
        read, head = api.get(address), api.head(address)
        assert head.status_code == 200
        assert head.content == b""
        for header in ("ETag", "Muster-Release", "Content-Type", "Content-Length", "Cache-Control"):
            assert head[header] == read[header]


def test_options_says_which_methods_there_are(api: ApiClient) -> None:
    factories.publish_frame()
    response = api.options("/api/v1/cards/")
    assert response.status_code == 200
    assert response["Allow"] == "GET, HEAD, OPTIONS"
    assert response.content == b""


@pytest.mark.one_variant
@pytest.mark.parametrize("method", ["post", "put", "patch", "delete", "trace"])
def test_reads_take_no_other_method(api: ApiClient, method: str) -> None:
    factories.publish_frame()
    response = getattr(api, method)("/api/v1/cards/")
    assert response.status_code == 405
    assert response["Allow"] == "GET, HEAD, OPTIONS"
    assert response.json()["code"] == "method-not-allowed"


# -- numbers of database queries ---------------------------------------------------------------------------------


@pytest.mark.sampled
@pytest.mark.parametrize("cards", [10, 500])
def test_the_number_of_queries_does_not_grow_with_the_catalog(
    api: ApiClient, cards: int, django_assert_num_queries: object
) -> None:
    documents = [factories.creature() for _ in range(cards)]
    factories.publish_frame(*documents)
    api.get(f"/api/v1/cards/attack-wing/{documents[-1]['slug']}/")  # reads the cards of the game once for its link
    with django_assert_num_queries(2):
        api.get(f"/api/v1/cards/attack-wing/{documents[0]['slug']}/")
    with django_assert_num_queries(2):
        api.get("/api/v1/cards/?limit=200")
    with django_assert_num_queries(4):
        api.get("/api/v1/cards/?game=attack-wing&kind=creature&q=creature&cost_min=1")
    with django_assert_num_queries(1):
        api.get("/api/v1/cards/?limit=200")
    with django_assert_num_queries(5):
        api.get("/api/v1/cards/attack-wing/nobody/")


# -- card titles -----------------------------------------------------------------------------------------------------


def test_a_list_says_what_to_call_a_card_without_a_name(api: ApiClient) -> None:
    factories.publish_frame(
        factories.creature(slug="wraith", name="Wraith"),
        factories.creature(slug="drider", name=None, **{"class": "Drider"}),
        factories.creature(slug="some-beast", name=None, **{"class": None}),
    )
    page = api.get("/api/v1/cards/?game=attack-wing").json()
    assert page["titles"] == {"attack-wing/drider": "Drider", "attack-wing/some-beast": "some-beast"}
    assert api.get("/api/v1/cards/?fields=name").json()["titles"] == page["titles"]
    assert "titles" not in api.get("/api/v1/cards/?q=wraith").json()


@pytest.mark.parametrize(
    ("address", "near"),
    [
        ("/api/v1/cards/?fields=nope", None),
        ("/api/v1/cards/?fields=copies,nme", ["name"]),
        ("/api/v1/cards/?kind=creature&fields=copis", None),
        ("/api/v1/cards/?kind=damage-card&fields=copis", ["copies"]),
        ("/api/v1/cards/attack-wing/wraith/?fields=copis", None),
        ("/api/v1/cards/attack-wing/wraith/?fields=levl", ["level"]),
        ("/api/v1/sets/?fields=cards,nam", ["name"]),
    ],
)
def test_a_field_that_may_have_been_meant_is_one_of_the_kind(
    api: ApiClient, address: str, near: list[str] | None
) -> None:
    factories.publish_frame(factories.creature(slug="wraith"))
    response = api.get(address)
    assert response.status_code == 400
    fault = response.json()["faults"][-1]
    assert fault["pointer"] == "/fields"
    assert fault.get("nearest") == near

"""Equal questions have equal answers in every process, regardless of the order of parameters."""

import itertools
from collections.abc import Iterator

import pytest
from django.http import HttpResponse

from catalog.api_base import query_params, views
from catalog.api_base.response_cache import ResponseCache
from tests import factories
from tests.legions.api_clients import TokenClient, token
from tests.rulesapi.api_client import ApiClient

pytestmark = pytest.mark.django_db

QUESTIONS = [
    "/api/v1/cards/?limit=2&game=attack-wing&kind=creature&release=1",
    "/api/v1/cards/?q=kind:creature&limit=2&game=attack-wing&facets=kind",
    "/api/v1/cards/?cost_max=900&cost_min=1&limit=1&fields=name",
    "/api/v1/sets/?limit=1&game=attack-wing&fields=name",
    "/api/v1/formats/?limit=1&game=attack-wing",
    "/api/v1/changes/?since=0&limit=2&game=attack-wing",
    "/api/v1/releases/?limit=1&release=2",
    "/api/v1/rules/?limit=2&game=attack-wing",
    "/api/v1/schemas/?limit=2&release=1",
    "/api/v1/wanted/?limit=1&game=attack-wing&kind=creature",
    "/api/v1/cards/attack-wing/wraith/?release=2&fields=name",
    "/api/v1/cards/attack-wing/old-wraith/?release=2&fields=name",
]


@pytest.fixture
def catalog() -> None:
    creatures = [factories.creature(cost=None) for _ in range(3)]
    renamed = factories.creature(slug="wraith", formerly=["old-wraith"])
    factories.publish_frame(factories.creature(slug="old-wraith"))
    factories.publish(renamed, *creatures, factories.card_set(slug="second-box"))


def in_two_processes(api: ApiClient, monkeypatch: pytest.MonkeyPatch, *addresses: str) -> Iterator[HttpResponse]:
    """Yield the answers of two processes with separate caches; each starts with another address."""
    for first in addresses:
        monkeypatch.setattr(views, "_responses", ResponseCache("test", 1024 * 1024))
        yield api.get(first)
        yield from (api.get(address) for address in addresses)


def told(response: HttpResponse) -> tuple[int, bytes, str, str]:
    return response.status_code, response.content, response["ETag"], response.get("Location", "")


@pytest.mark.sampled
@pytest.mark.parametrize("question", QUESTIONS)
def test_the_order_of_parameters_changes_nothing_in_any_process(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch, catalog: None, question: str
) -> None:
    path, _, query = question.partition("?")
    orders = [f"{path}?{'&'.join(order)}" for order in itertools.permutations(query.split("&"))]
    assert len({told(response) for response in in_two_processes(api, monkeypatch, *orders)}) == 1


def test_every_process_answers_304_for_a_current_response(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch, catalog: None
) -> None:
    orders = ("/api/v1/cards/?limit=1&game=attack-wing", "/api/v1/cards/?game=attack-wing&limit=1")
    held = api.get(orders[0])["ETag"]
    for first in orders:
        monkeypatch.setattr(views, "_responses", ResponseCache("test", 1024 * 1024))
        api.get(first)
        assert {api.get(one, headers={"If-None-Match": held}).status_code for one in orders} == {304}


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("/api/v1/cards/?limit=1&q=kind:creature+level%3E0", "/api/v1/cards/?q=kind%3Acreature%20level>0&limit=01"),
        ("/api/v1/cards/", "/api/v1/cards/?limit=50"),
        ("/api/v1/changes/?limit=2", "/api/v1/changes/?limit=2&since=0"),
        ("/api/v1/changes/?limit=2", "/api/v1/changes/?since=-0&limit=2"),
        ("/api/v1/cards/?limit=1&fields=name,text", "/api/v1/cards/?fields=text%2C+name,,name&limit=1"),
        ("/api/v1/cards/?limit=1&facets=kind,set", "/api/v1/cards/?facets=set,kind&limit=1"),
        ("/api/v1/cards/?limit=1&q=caf%C3%A9+or+is:official", "/api/v1/cards/?q=cafe%CC%81+or+is:official&limit=1"),
    ],
)
def test_a_value_that_is_written_otherwise_changes_nothing(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch, catalog: None, first: str, second: str
) -> None:
    assert len({told(response) for response in in_two_processes(api, monkeypatch, first, second)}) == 1


def test_a_walk_goes_through_the_same_addresses_however_it_began(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch, catalog: None
) -> None:
    def walked(address: str | None) -> list[str]:
        monkeypatch.setattr(views, "_responses", ResponseCache("test", 1024 * 1024))
        seen = []
        while address:
            seen.append(address)
            address = api.get(address).json()["next"]
        return seen[1:]

    first, second = map(walked, ("/api/v1/cards/?limit=1&game=attack-wing", "/api/v1/cards/?game=attack-wing&limit=1"))
    assert first == second
    assert len(first) == 3
    assert first[0].startswith("/api/v1/cards/?limit=1&game=attack-wing&cursor=")


def test_private_lists_do_not_depend_on_the_order_of_parameters(catalog: None) -> None:
    mine = TokenClient(token(factories.UserFactory()))
    for _ in range(2):
        assert mine.keep({"game": "attack-wing", "picks": []}).status_code == 201
    orders = ("/api/v1/legions/?limit=1&game=attack-wing", "/api/v1/legions/?game=attack-wing&limit=1")
    found = [mine.get(address) for address in orders]
    assert found[0].json()["next"] is not None
    assert found[0].content == found[1].content
    assert found[0]["ETag"] == found[1]["ETag"]


def test_a_parameter_that_is_given_twice_is_refused_in_every_order(api: ApiClient, catalog: None) -> None:
    for query in ("limit=2&limit=2&game=attack-wing", "limit=2&game=attack-wing&limit=2"):
        response = api.get(f"/api/v1/cards/?{query}")
        assert response.status_code == 400
        assert response.json()["faults"][0]["pointer"] == "/limit"


def test_an_address_says_lists_of_values_as_they_are_read() -> None:
    assert query_params.address("/x/", {"releases": (1, 2), "q": "a b"}) == "/x/?releases=1%2C2&q=a+b"
    assert query_params.address("/x/", {}) == "/x/"

"""Filters of lists, and pagination by cursor."""

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from catalog.api_base.request_body import MAX_FAULTS
from tests import factories
from tests.nonempty import nonempty
from tests.rulesapi.api_client import ApiClient

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]


def walk(api: ApiClient, address: str) -> Iterator[list[dict[str, Any]]]:
    """Yield the results of each page."""
    following: str | None = address
    while following:
        page = api.get(following).json()
        yield page["results"]
        following = page["next"]


def slugs(api: ApiClient, query: str) -> list[str]:
    response = api.get(f"/api/v1/cards/?{query}")
    assert response.status_code == 200, response.json()
    return [card["slug"] for card in response.json()["results"]]


# -- pagination --------------------------------------------------------------------------------------------------


@pytest.mark.one_variant
@pytest.mark.parametrize("limit", [1, 3, 7, 20, 200])
def test_a_walk_sees_every_card_once_and_in_order(api: ApiClient, limit: int) -> None:
    documents = [factories.creature() for _ in range(20)]
    factories.publish_frame(*documents)
    seen = [card["slug"] for page in walk(api, f"/api/v1/cards/?limit={limit}") for card in page]
    assert sorted(seen) == sorted(document["slug"] for document in documents)
    assert len(seen) == len(set(seen))


@pytest.mark.sampled
def test_a_page_has_fifty_results_unless_another_number_is_asked_for(api: ApiClient) -> None:
    factories.publish_frame(*(factories.creature() for _ in range(60)))
    assert [len(page) for page in walk(api, "/api/v1/cards/")] == [50, 10]
    assert len(api.get("/api/v1/cards/?limit=200").json()["results"]) == 60


def test_pages_stay_in_their_release_despite_a_new_one(api: ApiClient) -> None:
    documents = [factories.creature(slug=f"card-{number:02}") for number in range(6)]
    factories.publish_frame(*documents)
    pages = walk(api, "/api/v1/cards/?limit=2&kind=creature")
    seen = list(itertools.chain(next(pages)))
    factories.publish(
        factories.creature(slug="card-00a"), factories.creature(slug="card-99"), {**documents[4], "cost": 99}
    )
    seen += itertools.chain(*pages)
    assert seen == documents
    assert len(slugs(api, "limit=200")) == 8


def test_following_next_says_which_release_it_is_of(api: ApiClient) -> None:
    factories.publish_frame(factories.creature(), factories.creature())
    following = api.get("/api/v1/cards/?limit=1").json()["next"]
    factories.publish(factories.creature())
    response = api.get(following)
    assert response.json()["release"] == 1
    assert response["Muster-Release"] == "1"
    assert "immutable" in response["Cache-Control"]


def test_a_walk_keeps_its_filters(api: ApiClient) -> None:
    factories.publish_frame(*(factories.creature() for _ in range(4)), *(factories.upgrade() for _ in range(4)))
    pages = list(walk(api, "/api/v1/cards/?limit=3&kind=upgrade"))
    assert [len(page) for page in pages] == [3, 1]
    assert {card["kind"] for page in pages for card in page} == {"upgrade"}


@pytest.mark.sampled
@pytest.mark.parametrize("name", ["releases", "rules", "schemas", "sets"])
def test_every_list_can_be_walked(api: ApiClient, name: str) -> None:
    factories.publish_frame(factories.card_set())
    for _ in range(4):
        factories.publish(factories.card_set())
    whole = api.get(f"/api/v1/{name}/?limit=200").json()["results"]
    assert len(whole) > 3
    pages = list(walk(api, f"/api/v1/{name}/?limit=2"))
    assert [result for page in pages for result in page] == whole
    assert all(len(page) <= 2 for page in nonempty(pages))


@pytest.mark.one_variant
@pytest.mark.parametrize("token", ["x", "AAAA", "_____", "MSBhLw", "IiI", "MSAuLi8uLg", "OTk5OTk5OTk5OSBhL2I"])
@pytest.mark.parametrize("name", ["cards", "releases", "rules"])
def test_a_cursor_that_is_not_ours_is_refused(api: ApiClient, token: str, name: str) -> None:
    factories.publish_frame(factories.creature())
    response = api.get(f"/api/v1/{name}/?cursor={token}")
    assert response.status_code == 400
    assert response.json()["code"] in {"invalid-parameter", "unknown-release"}


def test_a_cursor_of_another_list_is_refused_or_starts_there(api: ApiClient) -> None:
    factories.publish_frame(factories.creature(), factories.creature())
    factories.publish(factories.creature())
    for name, other in itertools.permutations(["cards", "releases", "rules"], 2):
        cursor = api.get(f"/api/v1/{name}/?limit=1").json()["next"].rpartition("=")[2]
        assert api.get(f"/api/v1/{other}/?cursor={cursor}").status_code in {200, 400}


def test_a_cursor_and_another_release_do_not_go_together(api: ApiClient) -> None:
    factories.publish_frame(factories.creature(), factories.creature())
    factories.publish(factories.creature())
    following = api.get("/api/v1/cards/?limit=1&release=1").json()["next"]
    assert "release=1" in following
    assert api.get(following).status_code == 200
    response = api.get(following.replace("release=1", "release=2"))
    assert response.status_code == 400
    assert response.json()["faults"][0]["pointer"] == "/cursor"


# -- filters -----------------------------------------------------------------------------------------------------


@pytest.fixture
def cards() -> dict[str, str]:
    """Publish a few cards that differ in their filterable facts; return their slugs."""
    card_set = factories.card_set(slug="first-set")
    made = {
        "giant": factories.creature(slug="giant", name="Hill Giant", cost=20, level=5, alignment="neutral", text=None),
        "dragon": factories.creature(
            slug="dragon",
            **{"name": "Æshra", "class": "Red Dragon", "cost": 60, "level": 18, "alignment": "evil", "text": None},
            energy=["fire", "negative"],
            set="first-set",
        ),
        "unknown": factories.creature(
            slug="unknown", name=None, cost=None, level=None, alignment=None, energy=None, text="A riddle."
        ),
        "mail": factories.upgrade(slug="blackguards-mail", name="Blackguard’s Mail", slot="equipment", cost=4),
        "bolt": factories.spell(slug="bolt", name="Bolt 100%", energy=["fire"], cost=3),
    }
    factories.publish_frame(card_set, *made.values())
    return {name: card["slug"] for name, card in made.items()}


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("kind=spell", ["bolt"]),
        ("game=attack-wing&kind=upgrade", ["mail"]),
        ("set=first-set", ["dragon"]),
        ("slot=equipment", ["mail"]),
        ("alignment=evil", ["dragon"]),
        ("energy=fire", ["bolt", "dragon"]),
        ("energy=negative", ["dragon"]),
        ("cost_min=20", ["dragon", "giant"]),
        ("cost_max=4", ["mail", "bolt"]),
        ("cost_min=4&cost_max=20", ["mail", "giant"]),
        ("level_min=6", ["dragon"]),
        ("level_max=5", ["giant"]),
        ("q=giant&kind=creature&level_max=5", ["giant", "unknown"]),
        ("q=RED dragon", ["dragon"]),
        ("q=riddle", ["unknown"]),
        ("q=blackguard's", ["mail"]),
        ("q=100%25", ["bolt"]),
        ("q=_", []),
        ("q=%20", ["mail", "bolt", "dragon", "giant", "unknown"]),
        ("q=giant nothing", []),
    ],
)
def test_cards_are_narrowed_by_what_is_printed_on_them(
    api: ApiClient, cards: dict[str, str], query: str, expected: list[str]
) -> None:
    found = slugs(api, query)
    if query == "q=giant&kind=creature&level_max=5":
        assert found == [cards["giant"]]
    else:
        assert found == sorted(cards[name] for name in expected)


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("query", "code", "pointer"),
    [
        ("game=chess", "unknown-game", "/game"),
        ("kind=dragon", "unknown-kind", "/kind"),
        ("game=attack-wing&kind=dragon", "unknown-kind", "/kind"),
        ("knd=creature", "unknown-parameter", "/knd"),
        ("format=json", "unknown-parameter", "/format"),
        ("a/b~c=1", "unknown-parameter", "/a~1b~0c"),
        ("limit=0", "invalid-parameter", "/limit"),
        ("limit=201", "invalid-parameter", "/limit"),
        ("limit=-1", "invalid-parameter", "/limit"),
        ("limit=5.0", "invalid-parameter", "/limit"),
        ("limit=٣", "invalid-parameter", "/limit"),
        ("limit=", "invalid-parameter", "/limit"),
        ("limit=1&limit=2", "invalid-parameter", "/limit"),
        ("release=0", "invalid-parameter", "/release"),
        ("release=newest", "invalid-parameter", "/release"),
        ("release=99999999999999999999", "invalid-parameter", "/release"),
        ("release=2147483647", "unknown-release", "/release"),
        ("game=Attack Wing", "invalid-parameter", "/game"),
        ("game=attack-wing%0A", "invalid-parameter", "/game"),
        ("q=%00", "invalid-parameter", "/q"),
        ("q=", "invalid-parameter", "/q"),
        (f"q={'x' * 501}", "invalid-parameter", "/q"),
        ("cost_min=free", "invalid-parameter", "/cost_min"),
        ("cost_max=100001", "invalid-parameter", "/cost_max"),
        ("set=%22", "invalid-parameter", "/set"),
    ],
)
def test_unsupported_parameters_of_a_list_are_named(api: ApiClient, query: str, code: str, pointer: str) -> None:
    factories.publish_frame()
    response = api.get(f"/api/v1/cards/?{query}")
    assert response.status_code == 400
    assert response.json()["code"] == code
    assert [fault["pointer"] for fault in response.json()["faults"]] == [pointer]


def test_all_faults_of_a_query_are_reported_at_once(api: ApiClient) -> None:
    errors = api.get("/api/v1/cards/?knd=1&limit=x&cost_min=y").json()["faults"]
    assert [fault["pointer"] for fault in errors] == ["/knd", "/limit", "/cost_min"]


def test_bytes_that_are_no_text_do_no_harm(api: ApiClient) -> None:
    factories.publish_frame(factories.creature())
    for query in ("%ff%fe", "%ed%a0%80"):
        response = api.get(f"/api/v1/cards/?q={query}")
        assert (response.status_code, response.json()["code"]) == (400, "bad-request")
        assert [(fault["pointer"], fault["code"]) for fault in response.json()["faults"]] == [
            ("/q", "invalid-parameter")
        ]
        assert response.json()["detail"].startswith("This parameter is not UTF-8.")
    assert len(api.get("/api/v1/cards/?" + "&".join(f"q{n}=%ff" for n in range(MAX_FAULTS + 1))).json()["faults"]) == (
        MAX_FAULTS
    )
    assert api.get("/api/v1/cards/attack-wing/%ff/").status_code == 404
    assert api.get("/api/v1/cards/attack-wing/%00/").status_code == 404


class AnythingAsked(TestCase):
    """Any query parameters of a list get a response or a problem document."""

    @pytest.mark.sampled
    @given(
        st.dictionaries(
            st.sampled_from(["q", "game", "kind", "limit", "cursor", "release", "cost_min", "energy", "zzz"]),
            st.text(max_size=30) | st.integers(-5, 400).map(str),
            max_size=3,
        )
    )
    def test_no_query_breaks_a_list(self, query: dict[str, str]) -> None:
        assert ApiClient().get("/api/v1/cards/", query).status_code in {200, 400}


# -- rulings -----------------------------------------------------------------------------------------------------


def ruled(api: ApiClient, query: str) -> list[str]:
    response = api.get(f"/api/v1/rulings/?{query}")
    assert response.status_code == 200, response.json()
    return [ruling["slug"] for ruling in response.json()["results"]]


@pytest.fixture
def rulings() -> None:
    """Publish rulings about two rules and two cards, one card with a former slug."""
    unique, limit = "attack-wing/unique-name", "attack-wing/point-limit"
    wraith, giant = factories.creature(slug="wraith"), factories.creature(slug="giant", formerly=["big-one"])
    factories.publish_frame(
        wraith,
        giant,
        factories.creature(slug="wraith-lord"),
        factories.ruling(slug="both", rules=[unique, limit], cards=["giant"]),
        factories.ruling(slug="former", rules=[limit], cards=["big-one", "wraith"]),
        factories.ruling(slug="only-rule", rules=[unique], question='Is it of giant, “giant” or ["cards":["giant"]]?'),
    )


@pytest.mark.one_variant
@pytest.mark.usefixtures("rulings")
@pytest.mark.parametrize(
    ("query", "slugs"),
    [
        ("", ["both", "former", "only-rule"]),
        ("card=wraith", ["former"]),
        ("card=wraith-lord", []),
        ("card=giant", ["both", "former"]),
        ("card=big-one", ["both", "former"]),
        ("rule=attack-wing/unique-name", ["both", "only-rule"]),
        ("game=attack-wing&rule=attack-wing/point-limit&card=wraith", ["former"]),
        ("rule=attack-wing/slots", None),
        ("card=wrath", None),
        ("rule=unique-name", None),
    ],
)
def test_rulings_are_listed_by_the_card_and_the_rule_that_they_are_about(
    api: ApiClient, query: str, slugs: list[str] | None
) -> None:
    if slugs is not None:
        assert ruled(api, query) == slugs
    else:
        problem = api.get(f"/api/v1/rulings/?{query}")
        assert (problem.status_code, problem.json()["code"]) == (400, "invalid-parameter")
        assert problem.json()["faults"][0]["pointer"] == f"/{query.partition('=')[0]}"


@pytest.mark.usefixtures("rulings")
def test_a_card_that_was_meant_is_named_where_rulings_about_another_are_asked_for(api: ApiClient) -> None:
    assert "wraith" in api.get("/api/v1/rulings/?card=wrath").json()["faults"][0]["nearest"]


@pytest.mark.usefixtures("rulings")
def test_a_walk_of_rulings_keeps_to_what_was_asked(api: ApiClient) -> None:
    pages = list(walk(api, "/api/v1/rulings/?limit=1&card=giant"))
    assert [[one["slug"] for one in page] for page in pages] == [["both"], ["former"]]

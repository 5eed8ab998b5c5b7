"""The search over rules, rulings, terms and cards: its entries in a release, and the answers over REST."""

from typing import Any
from urllib.parse import quote

import pytest

from catalog import snapshots
from rulesapi.rulebooks import rule_search
from rulesapi.rulebooks.book import bind_book
from rulesapi.rulebooks.search.entries import Entry
from rulesapi.rulebooks.search_entries import search_entries
from tests import factories
from tests.rulesapi.api_client import ApiClient

GAME, ALL = "/api/v1/rules/attack-wing/search/", "/api/v1/search/"

OTHER = {"game": "dungeon-command", "slug": "dungeon-command"}
FRAME = (factories.game(), factories.standard(), factories.rulebook())
"""The documents that a rulebook needs in addition to its sections."""


def entries(*documents: dict[str, Any]) -> dict[str, Entry]:
    """Return the entries of documents by key."""
    books = [factories.rulebook(), *(one for one in documents if one["kind"] in ("section", "ruling", "reference"))]
    return {entry.key: entry for entry in search_entries(bind_book(1, books), documents)}


def section(address: str, **facts: Any) -> dict[str, Any]:
    """Return a section at an address without a text of its own."""
    document = factories.section(at=address, slug=address.replace("/", "-"), name=address.title(), **facts)
    return {key: value for key, value in document.items() if key != "text" or "text" in facts}


# -- entries -----------------------------------------------------------------------------------------------------


def test_a_section_has_its_text_its_words_and_the_headings_above_it() -> None:
    found = entries(
        section("combat", position=1),
        section("combat/arc", position=2, parent="combat"),
        section("combat/arc/rear", position=3, parent="combat/arc", text="It is behind.", also=["back"]),
    )["section/combat-arc-rear"]
    assert (found.kind, found.address, found.text, found.page) == ("rule", "combat/arc/rear", "It is behind.", 13)
    assert (found.other_words, found.headings) == (("back",), ("Combat/Arc", "Combat"))


def test_a_section_shows_the_text_it_leads_to_once() -> None:
    found = entries(
        section("dodge", references=["dodge"]),
        section("again", covered_by="own"),
        section("own", text="Own words."),
        section("asked", ruling="two-of-a-name", also=["twins"]),
        factories.ruling(also=["copies"], abilities=["Mirror Image"]),
        factories.reference(),
    )
    assert set(found) == {"section/dodge", "section/again", "section/own", "section/asked"}
    kinds = {key: (entry.kind, entry.group) for key, entry in found.items()}
    assert kinds["section/dodge"] == ("term", "dodge")
    assert kinds["section/again"] == ("rule", "own")
    assert kinds["section/asked"] == ("ruling", "asked")
    assert found["section/asked"].text.startswith("May two creatures of one unique name")
    assert found["section/asked"].other_words == ("twins", "copies", "Mirror Image")


def test_references_and_rulings_are_entries_at_the_section_they_are_about() -> None:
    found = entries(
        section("dodge", references=["dodge"], text="Own words."),
        factories.ruling(sections=["dodge"]),
        factories.reference(),
    )
    assert (found["reference/dodge"].kind, found["reference/dodge"].address) == ("term", "dodge")
    assert found["ruling/two-of-a-name"].address == "dodge"
    assert all(entry.is_aside for key, entry in found.items() if key != "section/dodge")
    assert entries(factories.reference())["reference/dodge"].address is None


@pytest.mark.parametrize(
    ("named", "address"),
    [(["feint"], "pass"), (["gone", "pass"], "pass"), (["gone"], None), (["nowhere"], None)],
)
def test_a_ruling_is_at_the_first_section_in_force_that_it_is_about(named: list[str], address: str | None) -> None:
    found = entries(
        section("pass", text="Own words.", formerly=["feint"]),
        section("gone", text="Old words.", retired="Not in the second print."),
        factories.ruling(sections=named),
    )["ruling/two-of-a-name"]
    assert (found.address, found.is_aside) == (address, address is not None)


def test_a_card_is_found_by_its_name_class_keywords_and_text() -> None:
    card = factories.creature(slug="wraith", name="Wraith", keywords=["hush-dragon"], text=None)
    found = entries(card)["card/wraith"]
    assert (found.kind, found.title, found.text, found.address) == ("card", "Wraith", "", None)
    assert found.other_words == ("Hill Giant", "hush dragon", "creature")
    powers = [{"name": "Reach 2", "text": "It reaches far."}, {"name": None, "text": "It taps."}]
    assert entries({**card, "powers": powers})["card/wraith"].text == "Reach 2: It reaches far. It taps."
    assert entries({**card, "name": None, "class": None})["card/wraith"].title == "wraith"


def test_documents_that_are_no_longer_valid_are_not_searched() -> None:
    gone = {"retired": "It is gone."}
    assert not entries(
        section("old", text="Old words.", **gone),
        factories.creature(**gone),
        factories.reference(**gone),
        factories.ruling(replaced_by="another"),
    )


# -- releases ----------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_publication_is_searched_at_once_and_an_old_release_stays_as_it_was(api: ApiClient) -> None:
    factories.publish(*FRAME, section("dodge", text="It takes a token."))
    assert [one["at"] for one in api.get(f"{GAME}?q=token").json()["results"]] == ["dodge"]
    factories.publish(section("pivot", position=20, text="It takes a token, too."))
    assert {one["at"] for one in api.get(f"{GAME}?q=token").json()["results"]} == {"dodge", "pivot"}
    assert [one["at"] for one in api.get(f"{GAME}?q=token&release=1").json()["results"]] == ["dodge"]


@pytest.mark.django_db
def test_an_index_is_built_once_for_a_release(django_assert_num_queries: Any) -> None:
    factories.publish(*FRAME, section("dodge", text="It takes a token."))
    snapshot = snapshots.newest()
    built = rule_search.index_of("attack-wing", snapshot)
    with django_assert_num_queries(0):
        assert rule_search.index_of("attack-wing", snapshot) is built


# -- REST --------------------------------------------------------------------------------------------------------


@pytest.fixture
def published(db: None) -> None:
    """A rule, a heading, a ruling, a term and a card of one game, and a rule of another."""
    factories.publish(
        *FRAME,
        section("dodge", text="A dodge cancels a hit."),
        section("dodging", position=20),
        factories.ruling(slug="dodging-twice", name="Dodging twice"),
        factories.reference(name="Dodge token", text="It is spent for a dodge."),
        factories.creature(slug="dodger", name="Artful Dodger", text="It dodges."),
        factories.game(**OTHER, ruleset="dungeon-command/1"),
        factories.standard(game="dungeon-command"),
        factories.rulebook(**OTHER),
        section("dodge", game="dungeon-command", text="Dodging taps."),
    )


def test_results_are_of_every_kind_with_their_documents(api: ApiClient, published: None) -> None:
    answer = api.get(f"{GAME}?q=dodging").json()
    assert answer["counts"] == {"rule": 2, "ruling": 1, "term": 1, "card": 1}
    assert {one["kind"] for one in answer["results"]} == {"rule", "ruling", "term", "card"}
    for one in answer["results"]:
        assert api.get(one["href"]).json()["game"] == one["game"] == "attack-wing"
    scores = [one["score"] for one in answer["results"]]
    assert scores == sorted(scores, reverse=True)
    assert answer["results"][0]["at"] == "dodge"


def test_games_are_not_mixed_and_all_are_searched_together(api: ApiClient, published: None) -> None:
    assert {one["game"] for one in api.get(f"{GAME}?q=dodge").json()["results"]} == {"attack-wing"}
    assert {one["game"] for one in api.get(f"{ALL}?q=dodge").json()["results"]} == {"attack-wing", "dungeon-command"}
    assert [one["game"] for one in api.get(f"{ALL}?q=taps").json()["results"]] == ["dungeon-command"]


def test_kinds_and_the_number_of_results_are_chosen(api: ApiClient, published: None) -> None:
    answer = api.get(f"{GAME}?q=dodge&kind=card,term&limit=1").json()
    assert [one["kind"] for one in answer["results"]] == ["term"]
    assert answer["counts"]["rule"] == 2


@pytest.mark.parametrize("address", [GAME, ALL])
@pytest.mark.parametrize("query", ["", "?q=", "?q=%20", "?q=%3F%21", "?q=the"])
def test_nothing_searched_finds_nothing(api: ApiClient, published: None, address: str, query: str) -> None:
    answer = api.get(f"{address}{query}").json()
    assert (answer["results"], answer["counts"]) == ([], {"rule": 0, "ruling": 0, "term": 0, "card": 0})


@pytest.mark.parametrize(
    "query",
    [
        "q=%00",
        "q=%ED%A0%80",
        "q=a&q=b",
        f"q={'a' * 101}",
        f"q={quote('armor ' * 10_000)}",
        "kind=map",
        "limit=0",
        "w=a",
    ],
)
def test_hostile_input_is_refused_with_a_problem(api: ApiClient, published: None, query: str) -> None:
    response = api.get(f"{GAME}?{query}")
    assert (response.status_code, response["Content-Type"]) == (400, "application/problem+json")


@pytest.mark.parametrize("query", ["%F0%9F%92%A5", "%E2%80%8B", "()[]{}%22%27%5C", "-" * 100, "a " * 50])
def test_strange_input_is_searched(api: ApiClient, published: None, query: str) -> None:
    assert api.get(f"{GAME}?q={query}").status_code == 200


def test_an_unknown_game_is_a_404_with_a_similar_one(api: ApiClient, published: None) -> None:
    response = api.get("/api/v1/rules/atack-wing/search/?q=dodge")
    assert response.status_code == 404
    assert "attack-wing" in response.json()["detail"]


@pytest.mark.parametrize("address", [GAME, ALL])
def test_an_answer_is_cached_and_read_from_any_origin(api: ApiClient, published: None, address: str) -> None:
    response = api.get(f"{address}?q=dodge", headers={"Origin": "https://bot.example"})
    assert (response["Cache-Control"], response["Access-Control-Allow-Origin"]) == ("public, max-age=60", "*")
    assert api.get(f"{address}?q=dodge", headers={"If-None-Match": response["ETag"]}).status_code == 304
    assert api.get(f"{address}?q=dodge&release=1")["Cache-Control"] == "public, max-age=86400, immutable"


def test_without_a_release_there_are_no_results(api: ApiClient, db: None) -> None:
    assert api.get(f"{ALL}?q=dodge").json()["results"] == []

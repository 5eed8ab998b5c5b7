"""Rulebooks over REST: the list of books, a book with its sections, and one section by its address."""

from typing import Any

import pytest

from tests import factories
from tests.rulesapi.api_client import ApiClient

pytestmark = pytest.mark.django_db
BOOK = "/api/v1/rulebooks/attack-wing/"


def section(address: str, position: int, **facts: Any) -> dict[str, Any]:
    document = factories.section(at=address, slug=address.replace("/", "-").replace(".", "-"), position=position)
    return {**{key: value for key, value in document.items() if key != "text"}, "name": f"Section {address}", **facts}


@pytest.fixture(autouse=True)
def published() -> None:
    factories.publish_frame(
        factories.rulebook(),
        section("p13/choices", 10),
        section("p13/dodge", 20, parent="p13/choices", text="As it was.", also=["evade"], see=["p14/pass"]),
        section("p14/pass", 30, parent="p13/choices", ruling="asked"),
        factories.ruling(slug="asked", question="May it?", answer="It may.", rules=["attack-wing/point-limit"]),
    )


def test_the_books_are_listed_with_the_number_of_their_sections(api: ApiClient) -> None:
    found = api.get("/api/v1/rulebooks/").json()
    assert (found["release"], found["next"]) == (1, None)
    [book] = found["results"]
    assert (book["game"], book["title"], book["source"]) == ("attack-wing", "Rules of Play", "Attack Wing rulebook")
    assert book["counted"] == {"reference": 1, "ruling": 1}


def test_a_book_has_its_sections_in_order_with_their_texts(api: ApiClient) -> None:
    response = api.get(BOOK)
    sections = response.json()["sections"]
    assert [(one["at"], one["text"], one["text_source"]) for one in sections] == [
        ("p13/choices", None, None),
        ("p13/dodge", "As it was.", "text"),
        ("p14/pass", "It may.", "ruling"),
    ]
    assert (sections[2]["question"], sections[2]["rulings"]) == ("May it?", ["asked"])
    assert (sections[1]["also"], sections[1]["see"], sections[1]["page"]) == (["evade"], ["p14/pass"], 13)
    assert api.get(BOOK, headers={"If-None-Match": response["ETag"]}).status_code == 304


def test_a_section_is_read_by_its_address_in_its_place(api: ApiClient) -> None:
    found = api.get(f"{BOOK}p13/dodge/").json()
    assert found["above"] == [{"at": "p13/choices", "title": "Section p13/choices"}]
    assert (found["previous"], found["next"], found["retired"]) == ("p13/choices", "p14/pass", None)
    assert api.get(f"{BOOK}p13/dodge").status_code == 308


def test_a_former_address_leads_to_the_current_one(api: ApiClient) -> None:
    factories.publish_frame(
        section("p12/dodge", 20, text="As it was.", formerly=["p13-dodge"], parent="p13/choices"),
    )
    moved = api.get(f"{BOOK}p13/dodge/?release=2")
    assert (moved.status_code, moved["Location"]) == (301, f"{BOOK}p12/dodge/?release=2")
    assert api.get(f"{BOOK}p13/dodge/?release=1").json()["at"] == "p13/dodge"


def test_a_retired_section_answers_with_the_reason(api: ApiClient) -> None:
    factories.publish_frame(section("p14/pass", 30, ruling="asked", retired="Not in the second print."))
    found = api.get(f"{BOOK}p14/pass/").json()
    assert (found["retired"], found["states"], found["next"]) == ("Not in the second print.", [], None)
    assert "p14/pass" not in [one["at"] for one in api.get(BOOK).json()["sections"]]


def test_an_unknown_address_or_game_is_named_with_near_ones(api: ApiClient) -> None:
    missing = api.get(f"{BOOK}p13/doge/")
    assert missing.status_code == 404 and "p13/dodge" in missing.json()["detail"]
    assert "attack-wing" in api.get("/api/v1/rulebooks/atack-wing/").json()["detail"]
    assert api.get("/api/v1/rulebooks/atack-wing/p13/dodge/").status_code == 404


def test_an_earlier_release_stays_as_it_was(api: ApiClient) -> None:
    factories.publish_frame(section("p13/dodge", 20, parent="p13/choices", text="As it is."))
    texts = [api.get(f"{BOOK}p13/dodge/?release={number}").json()["text"] for number in (1, 2)]
    assert texts == ["As it was.", "As it is."]


def test_a_retired_rulebook_is_no_longer_there_but_stays_in_earlier_releases(api: ApiClient) -> None:
    factories.publish_frame(factories.rulebook(retired="A second print replaces it."))
    assert api.get("/api/v1/rulebooks/").json()["results"] == []
    for address in (BOOK, f"{BOOK}p13/dodge/", "/api/v1/rules/attack-wing/coverage/"):
        missing = api.get(address)
        assert missing.status_code == 404 and "nearest" not in missing.json()
    found = api.get("/api/v1/rules/attack-wing/search/?q=may").json()["results"]
    assert [(one["kind"], one["at"]) for one in found] == [("ruling", None)]
    assert api.get(f"{BOOK}?release=1").json()["sections"][1]["at"] == "p13/dodge"
    assert [one["game"] for one in api.get("/api/v1/rulebooks/?release=1").json()["results"]] == ["attack-wing"]

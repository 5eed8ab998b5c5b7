"""House rules on the website: set in the builder; shown in the seal, the strip, shared pages, lists and rules."""

import pytest

from tests import factories
from tests.legions.builder_helpers import address, after, publish_cards, start
from tests.legions.page_parser import Page

pytestmark = pytest.mark.django_db

UNIQUE = "attack-wing/unique-name"
TWINS = {"slug": "twins", "name": "Twins", "text": "Namesakes may meet.", "waives": [UNIQUE]}
SPARK = {"slug": "spark", "name": "Spark", "text": "One arcane slot more.", "slots": [{"slot": "arcane", "count": 1}]}


@pytest.fixture(autouse=True)
def world():
    publish_cards()
    factories.publish(factories.house_rule(**TWINS), factories.house_rule(**SPARK, formerly=["glint"]))


def shown(client, legion):
    return Page(client.get(address(legion)))


@pytest.mark.sampled
def test_a_table_without_house_rules_says_nothing_of_them_but_what_there_is(client) -> None:
    page = shown(client, start(client, "add/giant"))
    assert "Namesakes may meet." in page.words
    assert {button.get("aria-pressed") for button in page.all("button", value="house/twins")} == {"false"}
    assert "Legal under" not in page.words
    assert "Without house rules" not in page.words


@pytest.mark.sampled
def test_one_button_agrees_and_takes_it_back_and_undo_knows_it(client) -> None:
    legion = start(client, "add/giant", "house/twins")
    assert legion.document["house_rules"] == ["twins"]
    assert legion.what == "House rule Twins on."
    page = shown(client, legion)
    assert {button.get("aria-pressed") for button in page.all("button", value="house/twins")} == {"true"}
    assert "Legal under Twins" in page.words
    legion = after(client, legion, "house/twins")
    assert "house_rules" not in legion.document
    assert after(client, legion, "undo").document["house_rules"] == ["twins"]


@pytest.mark.sampled
def test_waived_rules_and_the_outcome_without_house_rules_are_shown(client) -> None:
    legion = start(client, "add/dragon", "add/dragon", "house/twins")
    words = shown(client, legion).words
    assert "Legal under Twins" in words
    assert "Waived by Twins: Dragon is unique, but the legion has it 2 times." in words
    assert "Without house rules it would be illegal, with 120 of 120 points." in words
    assert "1 finding waived" in words


@pytest.mark.sampled
def test_a_slot_added_by_a_house_rule_is_on_the_table(client) -> None:
    legion = start(client, "add/dragon", "house/spark")
    assert shown(client, legion).all("a", id="slot-0-1")
    legion = after(client, legion, "equip/0/bolt")
    words = shown(client, legion).words
    assert "no slot left for it" not in words


@pytest.mark.sampled
def test_a_house_rule_named_by_a_former_slug_can_be_taken_back(client) -> None:
    legion = start(client, "add/dragon", "house/glint")
    page = shown(client, legion)
    assert "Legal under Spark" in page.words
    assert {button.get("aria-pressed") for button in page.all("button", value="house/glint")} == {"true"}
    assert "house_rules" not in after(client, legion, "house/glint").document


@pytest.mark.sampled
def test_of_many_house_rules_the_seal_says_how_many(client) -> None:
    factories.publish(*(factories.house_rule(slug=slug, name=slug.title(), points=500) for slug in ("ash", "birch")))
    legion = start(client, "add/giant", "house/ash", "house/birch", "house/twins")
    assert "Legal under 3 house rules" in shown(client, legion).words


def test_one_that_is_not_there_is_refused_and_nothing_changes(client) -> None:
    legion = start(client, "add/giant")
    for slug in ("no-such", "", "x" * 101):
        answer = client.post(address(legion), {"do": f"house/{slug}", "version": legion.version})
        assert answer.status_code == 400
    legion.refresh_from_db()
    assert "house_rules" not in legion.document


@pytest.mark.sampled
def test_a_retired_one_is_offered_to_those_only_who_have_it(client) -> None:
    legion = start(client, "add/giant", "house/twins")
    factories.publish(factories.house_rule(**TWINS, retired="Nobody plays it."))
    legion = after(client, legion, "release/3")
    assert shown(client, legion).all("button", value="house/twins")
    assert not shown(client, after(client, legion, "house/twins")).all("button", value="house/twins")
    assert "Namesakes may meet." not in Page(client.get("/rules/attack-wing/")).words


@pytest.mark.sampled
def test_a_shared_page_and_the_list_tell_it_too(client) -> None:
    legion = start(client, "add/dragon", "add/dragon", "house/twins")
    client.post(f"{address(legion)}share/", {"do": "share"})
    legion.refresh_from_db()
    words = Page(client.get(f"/s/{legion.share_key}/")).words
    assert "Legal under Twins" in words
    assert "Waived by Twins" in words
    listed = Page(client.get("/legions/")).words
    assert "Legal under Twins" in listed
    assert "without house rules illegal" in listed


def test_the_page_of_rules_has_the_text_of_each_with_what_it_waives(client) -> None:
    page = Page(client.get("/rules/attack-wing/"))
    assert page.all("li", id="house-twins")
    assert "Namesakes may meet." in page.words
    assert page.all("a", href="#unique-name")
    assert "Not official" in page.words

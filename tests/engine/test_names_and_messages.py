"""Names, places and messages."""

import pytest

from rulesapi.engine.core.upgrades import Upgrade
from rulesapi.engine.values.fuzzy_match import SlugIndex
from rulesapi.engine.values.messages import choose_template, fill_template, placeholders
from rulesapi.engine.values.model import Creature
from rulesapi.engine.values.names import (
    common_pointer,
    count_phrase,
    joined_list,
    normalized,
    slug_as_words,
    sorted_pointers,
)
from tests.engine import conformance_cases


@pytest.mark.parametrize(
    ("name", "same_name"),
    [("Cinder Queen", "cinder  QUEEN "), ("Caf\u00e9", "Cafe\u0301"), ("Stra\u00dfe", "STRASSE"), ("A\u00a0B", "A B")],
)
def test_names_are_compared_without_case_spaces_and_composition(name: str, same_name: str) -> None:
    assert normalized(name) == normalized(same_name)


def test_different_names_stay_different() -> None:
    assert normalized("Scales of Tiamat") != normalized("Scales of Bahamut")


@pytest.mark.parametrize(
    ("places", "above"),
    [
        (["/picks/1"], "/picks/1"),
        (["/picks/1", "/picks/1/upgrades/0"], "/picks/1"),
        (["/picks/1", "/picks/10"], "/picks"),
        (["/team/0/picks/0", "/team/1/picks/0"], "/team"),
        (["/picks/0", "/on"], ""),
    ],
)
def test_the_place_above_has_all_of_them_in_it(places: list[str], above: str) -> None:
    assert common_pointer(places) == above


def test_numbers_precede_words_in_the_order() -> None:
    assert sorted_pointers(["/picks/soldiers", "/picks/3"]) == ("/picks/3", "/picks/soldiers")


def test_places_are_sorted_by_number() -> None:
    places = [
        "/picks/10",
        "/picks/2/upgrades/10",
        "/picks/2/upgrades/9",
        "/picks/2",
        "",
        "/points",
        "/picks",
        "/picks/2",
    ]
    assert sorted_pointers(places) == (
        "",
        "/picks",
        "/picks/2",
        "/picks/2/upgrades/9",
        "/picks/2/upgrades/10",
        "/picks/10",
        "/points",
    )


def test_rows_of_words() -> None:
    assert [joined_list("abc"[:number]) for number in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert joined_list(["a", "b"], "or") == "a or b"
    assert slug_as_words("red-dragon") == "red dragon"
    assert [count_phrase(number, "slot", "slots") for number in (0, 1, 2)] == ["0 slots", "1 slot", "2 slots"]


TEMPLATES = ("{who} has {n} {n:slot|slots}: {all}.", "{who} has none of {all:or}.", "{who!k} is alone.")


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"who": "Ash", "n": 1, "all": ["a"]}, "Ash has 1 slot: a."),
        ({"who": "Ash", "n": 2, "all": ["a", "b", "c"]}, "Ash has 2 slots: a, b and c."),
        ({"who": "Ash", "n": 0, "all": ["a", "b"]}, "Ash has none of a or b."),
        ({"who": "red-dragon", "n": 0, "all": []}, "red dragon is alone."),
        ({"who": "", "n": 0, "all": []}, " is alone."),
        ({"who": "{n}", "n": 1, "all": ["{who}"]}, "{n} has 1 slot: {who}."),
    ],
)
def test_a_message_is_the_first_template_with_all_of_its_facts(facts: dict[str, object], message: str) -> None:
    assert fill_template(TEMPLATES, facts) == message
    assert choose_template(TEMPLATES, facts) in TEMPLATES


@pytest.mark.parametrize(
    ("noun", "article"),
    [("immediate", "an"), ("standard", "a"), ("Umber Hulk", "an"), ("unicorn", "a"), ("order", "an")],
)
def test_a_noun_has_the_article_of_its_sound(noun: str, article: str) -> None:
    assert fill_template(("It is {kind!a} card.",), {"kind": noun}) == f"It is {article} {noun} card."


def test_a_template_names_its_facts() -> None:
    assert placeholders(TEMPLATES[0]) == {"who", "n", "all"}


def test_near_names_are_the_closest_of_the_kind_asked_for() -> None:
    nearest = SlugIndex(conformance_cases.library("attack-wing").all_cards)
    assert [card.slug for card in nearest.to("cinder-qeen", (Creature,))] == ["cinder-queen", "cinder-queen-ascended"]
    assert [card.slug for card in nearest.to("relic-of-down", (Upgrade,))] == [
        "relic-of-dawn",
        "relic-of-noon",
        "relic-of-dusk",
    ]
    assert nearest.to("relic-of-down", (Creature,)) == []
    assert nearest.to("x", (Creature, Upgrade)) == []

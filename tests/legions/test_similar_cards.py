"""Similar cards: by facts alone, deterministic, and never because of unknown facts."""

import pytest

from legions.card_browser import similar_cards as similar
from legions.card_browser.similar_cards import MAX_SIMILAR, likeness, similar_cards
from legions.cards.stock import stock
from legions.game_words import words_of_game
from tests import factories
from tests.legions.page_parser import Page

pytestmark = pytest.mark.django_db

WING = words_of_game("attack-wing")


def titles(slug):
    return [card.slug for card in similar_cards(slug, stock("attack-wing"))]


def publish(*more):
    return factories.publish_frame(
        factories.spell(slug="bolt", name="Bolt", cost=4, minimum_level=5, energy=["fire"], keywords=["ray"]),
        factories.spell(slug="flame", name="Flame", cost=4, minimum_level=5, energy=["fire"], keywords=["ray"]),
        factories.spell(slug="frost", name="Frost", cost=9, minimum_level=9, energy=["cold"], keywords=[]),
        factories.spell(
            slug="gone", name="Gone", cost=4, minimum_level=5, energy=["fire"], keywords=["ray"], retired="Withdrawn."
        ),
        factories.upgrade(slug="club", name="Club", slot="equipment", cost=4),
        factories.creature(slug="giant", name="Giant"),
        *more,
    )


def test_the_most_alike_come_first_and_only_cards_of_the_kind():
    publish()
    found = titles("bolt")
    assert found[0] == "flame"
    assert not {"club", "giant", "gone", "bolt"} & set(found)


def test_likeness_is_the_same_from_both_sides_and_grows_with_each_fact_shared():
    one = {"slot": "arcane", "energy": ["fire", "cold"], "cost": 4, "keywords": ["ray", "burst"]}
    assert likeness(one, {**one, "keywords": ["ray"]}, WING) < likeness(one, one, WING)
    assert likeness(one, {**one, "cost": 9}, WING) < likeness(one, {**one, "cost": 5}, WING) < likeness(one, one, WING)
    other = {"slot": "arcane", "energy": ["fire"], "cost": 7, "keywords": ["ray"]}
    assert likeness(one, other, WING) == likeness(other, one, WING) > 0


def test_unknown_facts_do_not_count_as_similar():
    blank = {"slot": None, "energy": None, "cost": None, "keywords": None, "level": None}
    assert likeness(blank, blank, WING) == 0
    publish(*(factories.creature(slug=f"beast-{n}", name=f"Beast {n}", cost=None, level=None) for n in range(3)))
    assert similar_cards("nobody-knows-it", stock("attack-wing")) == ()


def test_no_more_are_named_than_there_is_room_for_and_they_are_looked_for_once(monkeypatch):
    publish(
        *(
            factories.spell(slug=f"s-{n}", name=f"S {n}", cost=4, minimum_level=5, energy=["fire"], keywords=["ray"])
            for n in range(2 * MAX_SIMILAR)
        )
    )
    first = titles("bolt")
    assert len(first) == MAX_SIMILAR
    monkeypatch.setattr(similar, "_similar", lambda *_: pytest.fail("looked for again in one release"))
    assert titles("bolt") == first


def test_similar_cards_are_computed_again_per_release():
    publish()
    assert "late" not in titles("bolt")
    factories.publish(
        factories.spell(slug="late", name="Late", cost=4, minimum_level=5, energy=["fire"], keywords=["ray"])
    )
    assert "late" in titles("bolt")


@pytest.mark.sampled
def test_the_page_of_a_card_names_them(client):
    publish()
    page = Page(client.get("/cards/attack-wing/bolt/"))
    assert "Similar cards" in page.words
    assert page.all("a", href="/cards/attack-wing/flame/")
    assert "Similar cards" not in Page(client.get("/cards/attack-wing/giant/")).words

"""Facets of the card browser: each is a term of the query, counted together with the rest of it, and removed by its
chip.
"""

import re

import pytest

from legions.card_browser import facets as module
from tests.legions.page_parser import Page, publish_world
from tests.nonempty import nonempty

BROWSE = "/cards/attack-wing/"


@pytest.fixture(autouse=True)
def world(db):
    return publish_world()


def counts(client, query=""):
    html = client.get(f"{BROWSE}?{query}").content.decode()
    return {name: int(number) for name, number in re.findall(r'id="count-([a-z-]+)">(\d+)<', html)}


def chips(client, query):
    page = Page(client.get(f"{BROWSE}?{query}"))
    return [link["href"] for link in page.all("a", **{"class": "chip"})]


@pytest.mark.sampled
def test_each_word_says_how_many_cards_it_would_find(client):
    found = counts(client)
    assert (found["kind-creature"], found["kind-spell"], found["energy-fire"], found["energy-lightning"]) == (
        2,
        1,
        1,
        1,
    )
    for name, number in nonempty(found.items()):
        facet, _, value = name.partition("-")
        query = f"is:{value}" if facet == "made" else f"{facet}:{value}"
        page = Page(client.get(BROWSE, {"q": query}))
        assert f"{number} card" in page.words, name


@pytest.mark.sampled
def test_the_other_facets_and_the_words_narrow_a_count_and_its_own_facet_does_not(client):
    found = counts(client, "energy=fire")
    assert found["energy-lightning"] == 1  # it could be selected as well
    assert (found["kind-creature"], found["kind-spell"]) == (1, 0)
    assert counts(client, "q=giant")["energy-lightning"] == 0
    assert counts(client, "q=no-such-thing")["kind-creature"] == 0


@pytest.mark.sampled
def test_a_chip_removes_its_term_and_nothing_else(client):
    assert chips(client, "") == []
    assert chips(client, "q=giant+energy:fire,cold&view=list") == [
        "?q=giant+energy%3Acold&view=list",
        "?q=giant+energy%3Afire&view=list",
        "?q=energy%3Afire%2Ccold&view=list",
    ]
    assert chips(client, "q=kind:creature") == ["?"]


def test_hostile_words_in_a_chip_are_text(client):
    html = client.get(BROWSE, {"q": '"<script>alert(1)</script>" kind:creature'}).content.decode()
    assert "<script>alert" not in html
    assert len(re.findall('class="chip"', html)) == 2


@pytest.mark.sampled
def test_the_results_of_a_word_are_computed_once_per_release(client, monkeypatch):
    counts(client)
    monkeypatch.setattr(module, "card_matches", lambda *_: pytest.fail("looked for again"))
    counts(client)


def test_a_click_is_answered_with_new_counts_and_a_typed_word_with_new_facets(client):
    htmx = {"HX-Request": "true"}
    clicked = client.get(BROWSE, {"energy": "fire", "was": "", "q": ""}, headers=htmx).content.decode()
    assert 'id="count-kind-spell" hx-swap-oob="true">0<' in clicked
    assert "filter-fields" not in clicked
    typed = client.get(BROWSE, {"q": "energy:fire", "was": ""}, headers=htmx).content.decode()
    assert 'id="filter-fields" hx-swap-oob="true"' in typed

"""The pages of the search over rules, rulings, terms and cards: in one game, and in all."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from legions.rulebook.search_results import MAX_EXCERPT, excerpt, marked
from rulesapi.rulebooks.search.query import MAX_QUERY_LENGTH
from tests import factories
from tests.legions.page_parser import Page, is_harmless
from tests.legions.test_rulebook_pages import section

RULES = "/rules/attack-wing/"
EVERYWHERE = "/search/"
GERMAN = {"Accept-Language": "de"}


@pytest.fixture
def world(db: None) -> None:
    """Publish a rule, a ruling, a reference and a card of Attack Wing about armor, and a rule of Dungeon Command."""
    factories.publish_frame(
        factories.rulebook(),
        section("6", 10, name="Attacks"),
        section("6.1", 20, name="Deflect hits", parent="6", text="Armor turns hits away.", also=["shield"]),
        section("6.2", 30, name="Melee", parent="6", text="Only one target.", people="Agree."),
        factories.ruling(name="About armor", question="Does armor help?", answer="It helps."),
        factories.reference(slug="armor-token", name="Armor token", text="One for each point of armor."),
        factories.creature(slug="ogre", name="Ogre in armor", cost=25, text="Its armor counts <b>twice</b>."),
        factories.game(game="dungeon-command", slug="dungeon-command", ruleset="dungeon-command/1"),
        factories.standard(game="dungeon-command"),
        factories.rulebook(game="dungeon-command", slug="dungeon-command"),
        section("1", 10, game="dungeon-command", name="Armor", text="There is no armor."),
    )


def titles(client: Client, address: str, **query: str) -> list[str]:
    """Return the titles of the results."""
    html = client.get(address, query).content.decode()
    found = re.findall(r'class="found__title">\s*<a[^>]*>(.*?)</a>', html, re.DOTALL)
    return [unescape(re.sub(r"<[^>]+>", "", one)) for one in found]


def test_results_name_rules_rulings_terms_and_cards_with_their_counts(client: Client, world: None) -> None:
    page = Page(client.get(RULES, {"q": "armor"}))
    assert "All 4 Rules 1 Rulings 1 Terms 1 Cards 1" in page.words
    assert "read as armor" in page.words
    assert set(titles(client, RULES, q="armor")) == {"Deflect hits", "About armor", "Armor token", "Ogre in armor"}


@pytest.mark.parametrize(
    ("title", "address"),
    [
        ("Deflect hits", f"{RULES}book/6/#6.1"),
        ("About armor", f"{RULES}#ruling-two-of-a-name"),
        ("Armor token", f"{RULES}reference/#armor-token"),
        ("Ogre in armor", "/cards/attack-wing/ogre/"),
    ],
)
def test_a_result_leads_to_its_place(client: Client, world: None, title: str, address: str) -> None:
    html = client.get(RULES, {"q": "armor"}).content.decode()
    links = re.findall(r'class="found__title">\s*<a href="([^"]+)"[^>]*>(.*?)</a>', html, re.DOTALL)
    assert (address, title) in [(link, re.sub(r"<[^>]+>", "", words)) for link, words in links]


def test_searched_words_are_marked_and_texts_stay_text(client: Client, world: None) -> None:
    response = client.get(RULES, {"q": "armour"})
    html = response.content.decode()
    assert "<mark>Armor</mark> turns hits away." in html
    assert "counts &lt;b&gt;twice&lt;/b&gt;" in html and is_harmless(Page(response))


def test_a_result_shows_its_place_its_kind_and_state(client: Client, world: None) -> None:
    page = Page(client.get(RULES, {"q": "armor"})).words
    assert "Deflect hits p. 13 Armor turns hits away. in words · rule" in page
    assert "Ogre in armor 25 points" in page and "card · Hill Giant, level 5" in page
    assert "for people to decide · rule" in Page(client.get(RULES, {"q": "melee"})).words


def test_a_kind_narrows_the_results_and_keeps_the_counts(client: Client, world: None) -> None:
    assert titles(client, RULES, q="armor", kind="card") == ["Ogre in armor"]
    page = Page(client.get(RULES, {"q": "armor", "kind": "card"}))
    assert "All 4 Rules 1 Rulings 1 Terms 1 Cards 1" in page.words
    assert [link["href"] for link in page.all("a") if link.get("aria-current") == "true" and "?" in link["href"]] == [
        "?q=armor&kind=card"
    ]
    assert len(titles(client, RULES, q="armor", kind="<i>nothing")) == 4


def test_all_games_are_searched_apart_from_each_other(client: Client, world: None) -> None:
    html = client.get(EVERYWHERE, {"q": "armor"}).content.decode()
    parts = html.split('<section class="results-game"')[1:]
    assert len(parts) == 2
    assert sorted("There is no" in part for part in parts) == [False, True]
    assert "All 5 Rules 2" in Page(client.get(EVERYWHERE, {"q": "armor"})).words


def test_the_game_of_the_page_before_comes_first(client: Client, world: None) -> None:
    for game in ("attack-wing", "dungeon-command"):
        html = client.get(EVERYWHERE, {"q": "armor", "game": game}).content.decode()
        assert html.split('<h2 class="label" id="in-')[1].startswith(game)


@pytest.mark.parametrize("address", [RULES, EVERYWHERE])
def test_nothing_found_says_what_else_to_do(client: Client, world: None, address: str) -> None:
    page = Page(client.get(address, {"q": "zzqqx"}))
    assert "Nothing found for “zzqqx”" in page.words and "Try fewer or other words" in page.words
    assert page.all("ul", **{"class": "tabs"}) == []


@pytest.mark.parametrize("address", [RULES, EVERYWHERE])
def test_nothing_found_says_in_german_that_only_english_words_are_found(
    client: Client, world: None, address: str
) -> None:
    german = {"accept-language": "de"}
    assert "Such nach englischen Wörtern" in Page(client.get(address, {"q": "fliegen"}, headers=german)).words
    assert "English words" not in Page(client.get(address, {"q": "fliegen"})).words


def test_the_field_of_the_empty_search_page_has_the_cursor(client: Client, world: None) -> None:
    (field,) = Page(client.get(EVERYWHERE)).all("input", id="site-q")
    assert "autofocus" in field
    (field,) = Page(client.get(EVERYWHERE, {"q": "armor"})).all("input", id="site-q")
    assert "autofocus" not in field


@pytest.mark.parametrize("address", [RULES, f"{RULES}book/", "/wanted/attack-wing/", "/cards/attack-wing/"])
def test_the_field_of_other_pages_leaves_the_cursor_where_it_is(client: Client, world: None, address: str) -> None:
    (field,) = Page(client.get(address)).all("input", id="site-q")
    assert "autofocus" not in field


def test_the_search_is_folded_on_a_page_that_counts_cards_of_open_sets(client: Client, world: None) -> None:
    page = Page(client.get("/wanted/attack-wing/"))
    assert page.all("form", **{"class": "site-search"})
    assert page.all("a", **{"class": "icon-button site-search__link"})


def test_without_a_query_the_search_says_how_to_ask_and_the_rules_are_listed(client: Client, world: None) -> None:
    assert "Type it as you would say it" in Page(client.get(EVERYWHERE)).words
    assert "Type it as you would say it" in Page(client.get(EVERYWHERE, {"q": " \x00 "})).words
    assert "Point limit" in Page(client.get(RULES, {"q": "  "})).words


@pytest.mark.parametrize("address", [RULES, EVERYWHERE])
@pytest.mark.parametrize(
    "query",
    [
        *("<script>alert(1)</script>", "' OR 1=1 --", '"' * 500, "(((", "*" * 99, "-- / \\ %", "\x00armor\x00"),
        *(
            "a " * 400,
            "x" * 5000,
            "🐉" * 60,
            "armor\r\nSet-Cookie: a",
            "../../etc",
            "%(q)s {0} {{ q }}",
            "AND OR NOT NEAR",
        ),
    ],
)
def test_hostile_queries_stay_text(client: Client, world: None, address: str, query: str) -> None:
    response = client.get(address, {"q": query, "kind": query, "game": query})
    assert response.status_code == 200 and is_harmless(Page(response))


@pytest.mark.parametrize("address", [RULES, EVERYWHERE])
def test_a_long_query_is_shown_as_it_is_searched(client: Client, world: None, address: str) -> None:
    page = Page(client.get(address, {"q": "x" * MAX_QUERY_LENGTH + " armor"}))
    assert f"Nothing found for “{'x' * MAX_QUERY_LENGTH}”" in page.words


def test_every_page_has_the_search_and_it_needs_no_script(client: Client, world: None) -> None:
    for address in ("/", "/cards/attack-wing/", "/account/login/", "/nothing/here/", EVERYWHERE):
        page = Page(client.get(address))
        (form,) = page.all("form", action=EVERYWHERE)
        assert form["role"] == "search" and page.all("input", id="site-q")[0]["name"] == "q"
    page = Page(client.get(RULES))
    assert page.all("form", action=RULES) and not page.all("form", action=EVERYWHERE)


def test_results_are_not_for_search_engines(client: Client, world: None) -> None:
    for address in (EVERYWHERE, RULES):
        assert 'content="noindex"' in client.get(address, {"q": "armor"}).content.decode()
    assert "noindex" not in client.get(RULES).content.decode()


def test_in_german_the_words_are_german_and_results_are_marked_as_english(client: Client, world: None) -> None:
    html = client.get(RULES, {"q": "armor"}, headers=GERMAN).content.decode()
    assert "verstanden als" in html and "Entscheidungen" in html
    assert re.search(r'<p class="found__text" lang="en">', html)


def test_results_ask_the_database_as_often_as_pinned(
    client: Client, world: None, django_assert_num_queries: Any
) -> None:
    for address, number in ((RULES, 2), (EVERYWHERE, 2)):
        client.get(address, {"q": "armor"})
        with django_assert_num_queries(number):
            client.get(address, {"q": "shield"})


def test_a_long_text_is_shown_around_its_first_searched_word() -> None:
    text = "It begins here and goes on for long, " * 5 + "until it ends. Then the armor counts. " + "And so on. " * 40
    start = text.index("armor")
    shown = str(excerpt(text, [(start, start + 5)]))
    assert shown.startswith("… Then the <mark>armor</mark> counts.") and shown.endswith("…")
    assert len(shown) < MAX_EXCERPT + 30


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("A list of words, " * 8, "A list of words"),
        ("A list of words, " * 30, None),
        ("It ends. " + "A list of words, " * 30, None),
        ("It ends. " + "A list of words, " * 8, "A list of words"),
        ("Is it? " + "word " * 31, "word word"),
    ],
)
def test_an_excerpt_begins_with_a_whole_word_and_has_its_mark(before: str, after: str | None) -> None:
    text = before + "armor counts. " + "And so on. " * 40
    shown = str(excerpt(text, [(len(before), len(before) + 5)]))
    assert "<mark>armor</mark>" in shown
    plain = re.sub(r"</?mark>", "", shown).strip("… ")
    place = text.index(plain)
    assert place == 0 or text[place - 1] == " "
    assert after is None or plain.startswith(after)


@pytest.mark.parametrize("text", ["", "Short.", "x" * 2000, "no end " * 200, "<b>" * 300])
def test_an_excerpt_is_escaped_and_bounded(text: str) -> None:
    shown = unescape(re.sub(r"</?mark>", "", str(excerpt(text, [(len(text) // 2, len(text) // 2)]))))
    assert len(shown) <= MAX_EXCERPT + 4 and shown.strip("… ") in text


def test_marks_of_a_text_are_escaped_apart() -> None:
    assert marked("a <b> c", [(2, 5)]) == "a <mark>&lt;b&gt;</mark> c"

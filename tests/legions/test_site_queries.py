"""The query of the card browser and its filters: two equivalent forms, with errors at their positions."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st

from catalog.search import syntax
from catalog.search.fields import query_language
from legions.card_browser.filters import Filters
from legions.game_words import RangeFilter
from tests import factories
from tests.catalog.search_queries import anything
from tests.legions.page_parser import CREATURE, SPELL, UPGRADE, Page, publish_world

BROWSE = "/cards/attack-wing/"
FILTERS = Filters(
    query_language("attack-wing"),
    {"kind": ["creature", "spell"], "set": ["a-set"], "energy": ["fire", "cold"], "slot": ["arcane", "dragon"]},
    (RangeFilter("cost", "Cost"), RangeFilter("level", "Level", 100)),
)


@pytest.fixture
def world(db):
    return publish_world()


def changed(query, **now):
    term = FILTERS.changed(syntax.parse(query).term, {name: tuple(values.split()) for name, values in now.items()})
    return syntax.write(term)


def asked(client, **data):
    """Return the query on the page, and the slugs of its results."""
    page = Page(client.get(BROWSE, {"view": "list", **data}))
    slugs = {link["href"].split("/")[-2] for link in page.all("a") if link.get("class") == "card-row__name"}
    return page.all("input", name="q")[-1]["value"], slugs


# -- filters and query ---------------------------------------------------------------------------------------------


def test_printed_abbreviations_select_the_filter_of_the_full_word() -> None:
    filters = Filters(query_language("dnd-miniatures-2003"), {"factions": ["lawful-good", "chaotic-evil"]}, ())
    term = syntax.parse("faction:LG,ce").term
    assert filters.shown(term) == {"factions": ("lawful-good", "chaotic-evil")}
    assert syntax.write(filters.changed(term, {"factions": ("lawful-good",)})) == "factions:lawful-good"


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("", {}),
        ("dragon kind:spell", {"kind": ("spell",)}),
        ("KIND:Spell", {"kind": ("spell",)}),
        ("energy:fire,cold", {"energy": ("fire", "cold")}),
        ("element:fire icon:arcane", {"energy": ("fire",), "slot": ("arcane",)}),
        ("cost>=3 cost<=5 level>=2", {"cost_min": ("3",), "cost_max": ("5",), "level_min": ("2",)}),
        ("is:open is:wanted", {"made": ("open",), "wanted": ("1",)}),
        ("is:official", {"made": ("official",)}),
        ("energy:fire energy:cold", {}),
        ("-energy:fire", {}),
        ("energy:fire or kind:spell", {}),
        ("kind:spell,creature", {}),
        ("energy:?", {}),
        ("energy:thunder", {}),
        ("cost<4 cost:3 level>=9999", {}),
        ("kind:nothing is:unique slots:dragon", {}),
    ],
)
def test_a_filter_shows_the_term_that_says_what_it_can_say(query, shown):
    assert FILTERS.shown(syntax.parse(query).term) == shown


@pytest.mark.parametrize(
    ("query", "now", "written"),
    [
        ("", {"kind": "spell"}, "kind:spell"),
        ("dragon", {"energy": "fire cold"}, "dragon energy:fire,cold"),
        ("kind:spell dragon", {"kind": "creature"}, "kind:creature dragon"),
        ("kind:spell dragon", {"kind": ""}, "dragon"),
        ("cost>=3 -troop", {"cost_min": "4", "cost_max": "9"}, "cost>=4 -troop cost<=9"),
        ("a or b", {"kind": "spell"}, "(a or b) kind:spell"),
        ("energy:fire energy:cold", {"energy": "fire"}, "energy:fire energy:cold energy:fire"),
        ("is:open", {"made": "official", "wanted": "1"}, "is:official is:wanted"),
        ("is:unique", {"made": "open"}, "is:unique is:open"),
        ('set:"The Set" x', {"set": "a-set"}, 'set:"The Set" x set:a-set'),
    ],
)
def test_filters_are_written_into_the_query(query, now, written):
    assert changed(query, **now) == written


@pytest.mark.sampled
@given(anything(), st.sampled_from([("kind", "spell"), ("energy", "fire"), ("cost_min", "3"), ("wanted", "1")]))
def test_a_filter_that_is_set_and_taken_away_leaves_the_query_as_it_was(term, clicked):
    name, value = clicked
    shown = FILTERS.shown(term)
    with_it = FILTERS.changed(term, {name: (value,)})
    assert syntax.parse(syntax.write(with_it)).term == with_it
    if name not in shown and FILTERS.shown(with_it).get(name) == (value,):
        assert FILTERS.changed(with_it, {name: ()}) == term


@pytest.mark.sampled
def test_filters_that_an_address_sets_are_written_into_the_query(client, world):
    assert asked(client, kind="spell") == ("kind:spell", {SPELL})
    assert asked(client, q="talent", kind="upgrade", cost_max="3") == ("talent kind:upgrade cost<=3", {UPGRADE})


@pytest.mark.sampled
def test_a_form_that_is_sent_changes_what_was_clicked_and_keeps_what_was_typed(client, world):
    typed = {"q": "kind:creature", "was": "kind:spell", "kind": "spell"}
    assert asked(client, **typed)[0] == "kind:creature"
    clicked = {"q": "kind:spell", "was": "kind:spell", "kind": "creature"}
    assert asked(client, **clicked)[0] == "kind:creature"
    both = {"q": "chief kind:spell", "was": "kind:spell", "kind": "spell", "energy": "fire"}
    assert asked(client, **both)[0] == "chief kind:spell energy:fire"
    taken_away = {"q": "kind:spell energy:fire", "was": "kind:spell energy:fire", "kind": "spell"}
    assert asked(client, **taken_away)[0] == "kind:spell"


# -- contents of the page ------------------------------------------------------------------------------------------


def test_the_query_is_read_back_in_words(client, world):
    page = Page(client.get(BROWSE, {"q": "kind:creature alignment:evil -energy:cold"}))
    assert re.search(r"1 card ?Creatures with the alignment evil, without the energy type cold", page.words)


def test_a_word_that_means_nothing_is_pointed_at_and_the_rest_finds_cards(client, world):
    page = Page(client.get(BROWSE, {"q": "enrgy:fire kind:spell owned"}))
    assert "enrgy:fire kind:spell owned No card has “enrgy”. Did you mean “energy”?" in page.words
    assert "Your collection is empty." in page.words
    assert len(page.all("mark")) == 2
    assert re.search(r"1 card ?Spells", page.words)
    status = page.all("div", id="query-errors")[0]
    assert status["role"] == "status"
    assert page.all("input", name="q")[-1]["aria-describedby"] == "query-errors"


@pytest.mark.sampled
def test_a_name_that_was_nearly_right_is_offered(client, world):
    page = Page(client.get(BROWSE, {"q": "hill giant cheif"}))
    assert "Did you mean Hill Giant Chief" in page.words
    assert page.all("a", href=f"{BROWSE}{CREATURE}/")


@pytest.mark.sampled
def test_cards_with_most_of_the_words_are_shown_where_none_has_all(client, world):
    page = Page(client.get(BROWSE, {"q": "hil cheif"}))
    assert "No card has all of these words" in page.words
    assert "These cards have most of the words:" in page.words
    assert page.all("a", href=f"{BROWSE}{CREATURE}/")
    rows = Page(client.get(BROWSE, {"q": "hil cheif", "view": "list"}))
    assert rows.all("a", href=f"{BROWSE}{CREATURE}/")
    assert "These cards" not in Page(client.get(BROWSE, {"q": "xylophone zither"})).words


@pytest.mark.sampled
def test_cards_that_fit_a_creature_can_be_searched(client, world):
    query, found = asked(client, q=f"fits:{CREATURE}")
    assert query == f"fits:{CREATURE}"
    assert found <= {SPELL, UPGRADE}
    page = Page(client.get(BROWSE, {"q": "fits:nobody-at-all"}))
    assert "There is no creature “nobody-at-all”" in page.words


@pytest.mark.sampled
def test_the_help_shows_queries_of_the_game_with_what_they_ask_for(client, world):
    page = Page(client.get(BROWSE))
    assert page.all("a", href="?q=kind%3Aspell%20energy%3Afire%20cost%3C%3D4")
    assert "Spells with the energy type fire, with a cost of 4 or less" in page.words


def test_htmx_gets_the_field_that_nobody_is_in(client, world):
    headers = {"HX-Request": "true", "HX-Target": "found"}
    typed = Page(client.get(BROWSE, {"q": "chief", "was": ""}, headers=headers))
    assert not typed.all("input", name="q")
    assert typed.all("div", id="filter-fields")[0]["hx-swap-oob"] == "true"
    assert typed.all("input", id="query-was")[0]["value"] == "chief"
    clicked = Page(client.get(BROWSE, {"q": "chief", "was": "chief", "kind": "creature"}, headers=headers))
    assert clicked.all("input", name="q")[0]["value"] == "chief kind:creature"
    assert not clicked.all("div", id="filter-fields")


@pytest.mark.sampled
@pytest.mark.parametrize("query", ["(" * 400, "a " * 400, "-" * 600, '"' * 300, "x" * 5_000, "kind:" + "a," * 300])
def test_no_query_breaks_the_page(client, world, query):
    response = client.get(BROWSE, {"q": query})
    assert response.status_code == 200
    assert Page(response).all("mark")
    assert client.get(BROWSE, {"q": query, "was": query, "kind": "spell"}).status_code == 200


@pytest.mark.sampled
@pytest.mark.django_db
@pytest.mark.parametrize("count", [10, 1_000])
def test_the_number_of_queries_does_not_grow_with_the_catalog(client, django_assert_num_queries, count):
    factories.publish_frame(
        factories.card_set(slug="a-set", official=False),
        *[factories.creature(set="a-set", energy=["fire"]) for _ in range(count)],
    )
    client.get(BROWSE)  # the first request reads the release, which is then cached
    with django_assert_num_queries(6):  # two for the word: the release, and whether any card of it contains that
        client.get(BROWSE, {"q": "energy:fire cost<=30 is:open -is:unique creature"})
    with django_assert_num_queries(5):  # the existence of the word is cached
        client.get(BROWSE, {"q": "energy:fire cost<=30 is:open creature"})
    with django_assert_num_queries(3):  # nothing is found, and no name was searched for
        client.get(BROWSE, {"q": "energy:cold"})
    with django_assert_num_queries(7):  # the word, the words of the release, and the names
        client.get(BROWSE, {"q": "xcraeturex"})
    with django_assert_num_queries(8):  # two for the cards with a similarly spelled word; the words are cached
        client.get(BROWSE, {"q": "xcraetures"})


def test_no_phone_corrects_what_is_typed_into_a_search_field():
    kept = {'autocorrect="off"', 'autocapitalize="off"', 'spellcheck="false"', 'autocomplete="off"'}
    fields = {}
    for file in (Path(settings.BASE_DIR) / "templates").rglob("*.html"):
        found = re.findall(r'<input\b[^>]*?(?:type="search"|id="searchbar")[^>]*', file.read_text())
        fields |= {f"{file.name} {number}": one for number, one in enumerate(found)}
    assert len(fields) >= 9
    assert not [name for name, one in fields.items() if any(attribute not in one for attribute in kept)]

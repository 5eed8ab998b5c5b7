"""The card browser, a card's page and the sets: search results, contents, and the number of database queries."""

import pytest
from django.contrib.auth.models import Permission

from catalog.models import Record
from legions.cards import card_sheet, stock
from tests import factories
from tests.legions.page_parser import CREATURE, OFFICIAL_SET, OPEN_SET, SPELL, UPGRADE, Page, publish_world
from tests.nonempty import nonempty

BROWSE = "/cards/attack-wing/"

# Searches depend on each database's handling of JSON, patterns and letters.
pytestmark = pytest.mark.db_facing


@pytest.fixture
def world(db):
    return publish_world()


def found(client, query):
    """Return the slugs of the cards that a search finds, in order."""
    page = Page(client.get(f"{BROWSE}?view=list&{query}"))
    return [link["href"].split("/")[-2] for link in page.all("a") if link.get("class") == "card-row__name"]


def test_flavour_text_is_apart_from_the_rules_in_italics(client, db) -> None:
    factories.publish(factories.game(), factories.standard())
    factories.publish(factories.creature(slug="bell", text="It rings.", flavour="Nobody <b>knows</b> why."))
    html = client.get("/cards/attack-wing/bell/").content.decode()
    assert '<p class="rules-text" lang="en">It rings.</p>' in html
    assert "<i>Nobody &lt;b&gt;knows&lt;/b&gt; why.</i>" in html
    assert "<dt>Flavour</dt>" not in html


# -- searching and filtering -----------------------------------------------------------------------------------------


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("query", "slugs"),
    [
        ("q=chief", {CREATURE}),
        ("q=CHIEF+hill", {CREATURE}),
        ("q=talent", {UPGRADE}),
        ("q=steadies", {SPELL, UPGRADE}),
        ("q=cost", set()),
        ("q=100%25", set()),
        ("kind=spell", {SPELL}),
        ("kind=creature&q=beast", {"unknown-beast"}),
        ("slot=heroic", {CREATURE}),
        ("slot=arcane", {CREATURE, SPELL}),
        ("slot=equipment&slot=arcane", {CREATURE, SPELL, UPGRADE}),
        ("alignment=evil", {CREATURE}),
        ("alignment=evil&alignment=neutral", {CREATURE, "unknown-beast"}),
        ("energy=fire", {CREATURE}),
        ("energy=fire&energy=lightning", {CREATURE, SPELL}),
        (f"set={OPEN_SET}", {CREATURE}),
        ("made=open", {CREATURE}),
        ("made=official", {"unknown-beast", SPELL, UPGRADE}),
        ("cost_min=4", {CREATURE}),
        ("cost_max=3", {SPELL, UPGRADE}),
        ("cost_min=3&cost_max=3", {SPELL, UPGRADE}),
        ("level_min=6", {SPELL}),
        ("level_max=5", {CREATURE, "unknown-beast"}),
        ("wanted=1", {"unknown-beast", UPGRADE, SPELL, CREATURE}),
        ("kind=spell&energy=fire", set()),
    ],
)
def test_a_search_finds_the_cards_that_are_meant(client, world, query, slugs):
    if query == "wanted=1":
        slugs = {"unknown-beast", UPGRADE}  # the upgrade's set is not known
    assert set(found(client, query)) == slugs


@pytest.mark.django_db
def test_only_a_value_that_is_null_counts_as_a_missing_fact(client):
    known = {"set": "a-set"}
    factories.publish_frame(
        factories.card_set(slug="a-set"),
        factories.creature(slug="tricky", text='It says "cost":null, and means it.', **known),
        factories.creature(slug="wanting", cost=None, **known),
        factories.creature(slug="nested", weapons=[{"name": "Bite", "melee": True, "arc": None, "range": 1}], **known),
    )
    assert set(found(client, "wanted=1")) == {"wanting", "nested"}


@pytest.mark.sampled
@pytest.mark.django_db
def test_plain_letters_find_a_name_with_accents(client):
    factories.publish_frame(factories.creature(slug="evocateur-noir", name="Évocateur Noir"))
    assert found(client, "q=evocateur") == ["evocateur-noir"]
    assert found(client, "q=%C3%89vocateur") == ["evocateur-noir"]


@pytest.mark.sampled
@pytest.mark.django_db
def test_cards_come_in_the_order_asked_for_and_what_is_not_known_comes_last(client):
    factories.publish_frame(
        factories.creature(slug="dear", name="B dear", cost=50, level=2),
        factories.creature(slug="cheap", name="C cheap", cost=5, level=9),
        factories.creature(slug="open", name="a open", cost=None, level=None),
    )
    assert found(client, "") == ["dear", "cheap", "open"]
    assert found(client, "sort=cost") == ["cheap", "dear", "open"]
    assert found(client, "sort=level") == ["dear", "cheap", "open"]
    assert found(client, "sort=-level") == ["cheap", "dear", "open"]
    assert found(client, "sort=name") == ["open", "dear", "cheap"]
    factories.publish(factories.creature(slug="newer", name="Z newer"))
    assert found(client, "sort=newest")[0] == "newer"


@pytest.mark.one_variant
@pytest.mark.django_db
@pytest.mark.parametrize("sort", ["", "cost", "level", "-level", "name", "newest"])
def test_official_cards_come_before_those_of_open_sets_even_if_unknown(client, sort):
    factories.publish_frame(
        factories.card_set(slug="starter", name="Starter"),
        factories.card_set(slug="bells", name="The Bells", official=False),
        factories.creature(slug="printed", name="M printed", cost=None, level=None, set="starter"),
        factories.creature(slug="of-no-set", name="Z of no set", cost=None, level=None, set=None),
        factories.creature(slug="a-bell", name="A bell", cost=90, level=1, set="bells"),
        factories.creature(slug="small-bell", name="Small bell", cost=1, level=20, set="bells"),
    )
    cards = found(client, f"sort={sort}")
    assert set(cards[:2]) == {"printed", "of-no-set"}
    assert set(cards[2:]) == {"a-bell", "small-bell"}


@pytest.mark.django_db
def test_cards_with_the_searched_name_come_before_cards_with_it_in_the_text(client):
    factories.publish_frame(
        factories.creature(slug="talker", cost=90, text="It tells of the griffin."),
        factories.creature(slug="griffin", name="Griffin", cost=10),
    )
    assert found(client, "q=griffin") == ["griffin", "talker"]


@pytest.mark.sampled
def test_unknown_terms_are_marked_and_ignored(client, world):
    response = client.get(f"{BROWSE}?cost_min=abc&level_max=99999999999999999999&kind=chess&q=chief")
    page = Page(response)
    assert response.status_code == 200
    assert page.all("input", name="q")[-1]["value"] == "chief kind:chess cost>=abc level<=99999999999999999999"
    assert len(page.all("mark")) == 3
    assert "“cost” is compared with a whole number, not “abc”." in page.words
    assert "“chess” is no kind of card." in page.words
    assert "1 card" in page.words


@pytest.mark.parametrize(
    "query",
    ["q=%00", "q=%EF%BF%BD", "q=" + "x" * 101, "page=-1", "page=x", "page=99999999999999999999", "q=%27%22%25_"],
)
def test_no_query_breaks_the_browser(client, world, query):
    assert client.get(f"{BROWSE}?{query}").status_code == 200


def test_a_search_that_finds_nothing_says_what_to_do(client, world):
    page = Page(client.get(f"{BROWSE}?q=zzzz&energy=fire"))
    assert "No cards match" in page.words
    assert page.all("a", href=BROWSE)


@pytest.mark.sampled
def test_the_address_carries_what_was_asked_for_and_the_form_shows_it(client, world):
    page = Page(client.get(f"{BROWSE}?q=hill&energy=fire&alignment=evil&cost_max=40&kind=creature&sort=name"))
    query = "hill kind:creature alignment:evil energy:fire cost<=40"
    assert page.all("input", name="q")[-1]["value"] == page.all("input", name="was")[0]["value"] == query
    assert "checked" in page.all("input", name="energy", value="fire")[0]
    assert "checked" not in page.all("input", name="energy", value="cold")[0]
    assert page.all("input", name="cost_max")[0]["value"] == "40"
    assert "checked" in page.all("input", name="kind", value="creature")[0]
    assert "1 card" in page.words and "Creatures saying “hill”, with the alignment evil" in page.words
    assert len(page.all("a", **{"class": "chip"})) == 5


@pytest.mark.sampled
@pytest.mark.django_db
def test_pages_keep_the_search_and_lead_on_and_back(client):
    factories.publish_frame(*[factories.creature(cost=7) for _ in range(33)])
    first = Page(client.get(f"{BROWSE}?cost_min=7"))
    assert "33 cards" in first.words
    assert "Page 1 of 3" in first.words
    assert first.all("a", rel="next")[0]["href"] == "?q=cost%3E%3D7&page=2"
    assert not first.all("a", rel="prev")
    last = Page(client.get(f"{BROWSE}?cost_min=7&page=3"))
    assert last.all("a", rel="prev")[0]["href"] == "?q=cost%3E%3D7&page=2"
    assert len([link for link in last.all("a") if link.get("class") == "tile"]) == 1


@pytest.mark.sampled
def test_htmx_gets_only_the_results_and_an_address_without_empty_fields(client, world):
    response = client.get(
        f"{BROWSE}?q=chief&kind=&slot=dragon&cost_min=&sort=", headers={"HX-Request": "true", "HX-Target": "found"}
    )
    assert "<html" not in response.content.decode()
    assert response.headers["HX-Replace-Url"] == f"{BROWSE}?q=chief+slot%3Adragon"
    assert "HX-Request" in response.headers["Vary"]


@pytest.mark.sampled
def test_the_search_works_without_scripts(client, world):
    page = Page(client.get(BROWSE))
    form = page.all("form", role="search")[-1]
    assert form["method"] == "get"
    assert form["action"] == BROWSE
    assert page.all("button")


# -- a card's page ---------------------------------------------------------------------------------------------------


def test_a_card_page_says_all_that_is_known_with_its_sources(client, world):
    page = Page(client.get(f"{BROWSE}{CREATURE}/"))
    for words in (
        "Hill Giant Chief",
        "Hill Giant, level 5, 20 points, unique",
        "Stands where it stands.",
        "Heroic, arcane",
        "Club: melee, forward arc, range 1",
        "A made-up rulebook, p. 1",
        "Transcribed by somebody else, checked against that:",
        "In this state since release 1",
    ):
        assert words in page.words, words
    assert page.all("svg", **{"class": "face"})
    assert page.all("a", href=f"/api/v1/cards/attack-wing/{CREATURE}/")
    assert page.all("a", href=f"/build/attack-wing/?card={CREATURE}")


def test_an_upgrade_leads_to_the_creatures_that_have_its_slot(client, world):
    page = Page(client.get(f"{BROWSE}{UPGRADE}/"))
    assert page.all("a", href=f"{BROWSE}?kind=creature&slot=equipment")
    assert not [link for link in page.all("a") if link["href"].startswith("/build/attack-wing/?card")]


def test_conditions_of_cards_are_shown_as_sentences(client, world):
    assert "Needs a creature of level 7 or higher." in Page(client.get(f"{BROWSE}{SPELL}/")).words


@pytest.mark.sampled
def test_unknown_facts_are_listed(client, world):
    page = Page(client.get(f"{BROWSE}unknown-beast/"))
    assert "Not known yet: cost, upgrade banner." in page.words


@pytest.mark.sampled
@pytest.mark.django_db
def test_a_card_without_a_name_goes_by_its_class(client):
    factories.publish_frame(factories.creature(slug="brass-dragon", name=None, **{"class": "Brass Dragon"}))
    assert "Brass Dragon" in Page(client.get(f"{BROWSE}brass-dragon/")).words
    assert "brass-dragon" in found(client, "q=brass")


@pytest.mark.django_db
def test_facts_are_numbered_by_the_page_they_are_from(client):
    sources = {
        "": {"source": "The book", "page": 3, "checked": False},
        "/cost": {"source": "https://example.org/cards/one/two/three", "checked": True, "note": "Seen on a picture."},
        "/level": {"source": "The book", "page": 3, "checked": True},
    }
    sheet = card_sheet.card_sheet(factories.creature(sources=sources))
    by_title = {source.short: source for source in sheet.sources}
    assert set(by_title) == {"The book", "example.org/cards/one"}
    book = by_title["The book"]
    assert {reading.checked for reading in book.readings.values()} == {True, False}
    assert sheet.cite_of("level") == card_sheet.FactCite(book.number, True)
    assert sheet.cite_of("attack") == card_sheet.FactCite(book.number, False)
    assert sheet.cite_of("cost") == card_sheet.FactCite(by_title["example.org/cards/one"].number, True)


@pytest.mark.django_db
def test_a_card_says_of_each_fact_how_sure_it_is(client):
    entry = {"source": "A list", "checked": False}
    sources = {
        "": {**entry, "checked": True, "basis": "printed"},
        "/cost": {**entry, "basis": "transcribed"},
        "/level": {**entry, "basis": "inferred", "note": "The list was published as legal."},
        "/energy": {**entry, "basis": "absent"},
        "/attack": {**entry, "basis": "transcribed", "doubt": "Other cards of its size have half of it."},
    }
    factories.publish_frame(factories.creature(slug="beast", energy=[], attack=9, sources=sources))
    words = Page(client.get(f"{BROWSE}beast/")).words
    assert "Seen on the printed card: " in words
    assert "Transcribed by somebody else, not checked yet: cost." in words
    assert "Inferred: level. The list was published as legal." in words
    assert "Taken as none, since no source names it: energy types." in words
    assert "Doubtful: primary weapon value. Other cards of its size have half of it." in words
    cites = card_sheet.card_sheet(factories.creature(sources=sources)).cite_of
    assert [cites(fact).state for fact in ("cost", "level", "energy", "attack", "name")] == [
        "transcribed",
        "inferred",
        "taken as none",
        "doubtful",
        "from the printed card",
    ]
    assert not cites("attack").checked


@pytest.mark.sampled
def test_every_kind_of_card_has_a_page(client, db):
    damage = {
        "kind": "damage-card",
        "game": "attack-wing",
        "slug": "scratched",
        "name": "Scratched",
        "set": None,
        "copies": 1,
        "flips": None,
        "text": None,
        "sources": factories.SOURCES,
    }
    troop = factories.creature(
        slug="troop", troop=True, costs={"2": 11, "3": 16, "4": None, "5": 25, "6": 30}, weapons=None, energy=None
    )
    anything = factories.upgrade(slug="anything", slot="any", requires=None, excludes=None, grants=None)
    bank = {"dial": None, "bearing": "bank", "speed": 1, "colour": "green"}
    dial = {
        "kind": "maneuver-card",
        "game": "attack-wing",
        "slug": "wolf-maneuvers",
        "name": "Wolf Maneuvers",
        "class": "Wolf",
        "set": None,
        "dials": None,
        "maneuvers": [
            bank | {"side": "left"},
            bank | {"side": "right"},
            {"dial": "ground", "bearing": "fall-back", "side": "none", "speed": 1, "colour": "red"},
        ],
        "sources": factories.SOURCES,
    }
    factories.publish_frame(damage, troop, anything, dial)
    assert "1 in the deck" in Page(client.get(f"{BROWSE}scratched/")).words
    page = Page(client.get(f"{BROWSE}wolf-maneuvers/"))
    assert "Maneuver card, 3 maneuvers" in page.words
    assert "Dial not known, green: bank left or right 1; ground, red: fall back 1" in page.words
    assert "Not known yet: set, dials, the dial of its maneuvers." in page.words
    page = Page(client.get(f"{BROWSE}troop/"))
    assert "2 soldiers: 11, 3 soldiers: 16, 4 soldiers: not known" in page.words
    page = Page(client.get(f"{BROWSE}anything/"))
    assert "restrictions, exclusions, slots it grants" in page.words


@pytest.mark.django_db
def test_a_retired_card_says_why_and_starts_no_legion(client):
    factories.publish_frame(factories.creature(slug="old", retired="Replaced by a later printing."))
    page = Page(client.get(f"{BROWSE}old/"))
    assert "Retired: Replaced by a later printing." in page.words
    assert not [link for link in page.all("a") if link["href"].startswith("/build/attack-wing/?card")]


@pytest.mark.django_db
def test_a_former_slug_leads_on_to_the_card_and_to_the_set(client):
    factories.publish_frame(
        factories.card_set(slug="new-set", formerly=["old-set"]),
        factories.creature(slug="new-name", formerly=["old-name", "older-name"]),
    )
    response = client.get(f"{BROWSE}older-name/")
    assert (response.status_code, response.url) == (301, f"{BROWSE}new-name/")
    assert client.get("/sets/attack-wing/old-set/").url == "/sets/attack-wing/new-set/"
    assert client.get(f"{BROWSE}old/").status_code == 404


@pytest.mark.django_db
def test_a_draft_is_shown_to_curators_and_to_nobody_else(client):
    factories.publish_frame()
    factories.save_draft(factories.creature(slug="draft", name="Not Yet"), by=None, why="test")
    assert Record.objects.filter(slug="draft").exists()
    assert client.get(f"{BROWSE}draft/").status_code == 404
    assert "draft" not in found(client, "")
    client.force_login(factories.UserFactory())
    assert client.get(f"{BROWSE}draft/").status_code == 404
    curator = factories.UserFactory()
    curator.user_permissions.add(Permission.objects.get(codename="view_card", content_type__app_label="catalog"))
    client.force_login(curator)
    page = Page(client.get(f"{BROWSE}draft/"))
    assert "A draft. Only curators see it." in page.words


# -- sets and rules --------------------------------------------------------------------------------------------------


def test_sets_are_listed_with_how_many_cards_they_have(client, world):
    words = Page(client.get("/sets/attack-wing/")).words
    assert "The Official Set 2 cards" in words
    assert "Official sets 2 cards" in words
    assert "Open sets 1 card The Open Set open set 1 card" in words
    assert "Of one more card it is not known which set it is from." in words


def test_a_set_shows_its_cards_by_kind(client, world):
    words = Page(client.get(f"/sets/attack-wing/{OFFICIAL_SET}/")).words
    assert words.index("Creatures 1") < words.index("Unknown Beast") < words.index("Spells 1") < words.index("Bolt")


def test_each_rule_has_the_anchor_that_findings_link_to(client, world):
    from rulesapi.engine.core.library import find_ruleset

    page = Page(client.get("/rules/attack-wing/"))
    anchors = {item["id"] for item in page.all("li") if item.get("class") == "rule"}
    for rule in nonempty(find_ruleset("attack-wing/1").rules):
        assert rule.code.partition("/")[2] in anchors
        assert rule.title in page.words
        assert rule.text in page.words


# -- database queries ------------------------------------------------------------------------------------------------

QUERIES = [
    ("/", 12),  # the first visit after a release renders the parts that are cached with it
    ("/", 2),
    (BROWSE, 4),
    (f"{BROWSE}?q=creature&energy=fire&made=open&cost_max=30", 6),
    (f"{BROWSE}?view=list&page=2", 4),
    ("/sets/attack-wing/", 2),
    ("/sets/attack-wing/a-set/", 3),
    ("/rules/attack-wing/", 7),
    (f"{BROWSE}the-card/", 11),
    ("/cards/", 1),
    ("/games/attack-wing/", 6),
    ("/?game=attack-wing", 1),
]


@pytest.mark.sampled
@pytest.mark.django_db
@pytest.mark.parametrize("count", [10, 500])
def test_the_database_is_asked_as_often_for_few_cards_as_for_many(client, django_assert_num_queries, count):
    stock._stocks.clear()  # else the ids would be fetched first, next to the cards of another test
    factories.publish_frame(
        factories.card_set(slug="a-set", official=False),
        factories.creature(slug="the-card", set="a-set"),
        *[factories.creature(set="a-set", energy=["fire"]) for _ in range(count - 1)],
    )
    for address, queries in QUERIES:
        with django_assert_num_queries(queries):
            client.get(address)

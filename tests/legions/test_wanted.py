"""The list of wanted facts: counts, search results, waiting lists, and the number of database queries."""

from dataclasses import replace
from typing import Any

import pytest
from django.core.cache import caches

from catalog.documents import card_facts
from legions.cards.fact_counts import FactCount
from legions.cards.stock import stock
from legions.contributing import affected_lists, wanted_facts
from legions.saved_lists.models import Legion
from tests import factories, worlds
from tests.legions.page_parser import Page
from tests.rulesapi.api_client import ApiClient

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing, pytest.mark.usefixtures("world")]

PLACE = "/wanted/attack-wing/"
FACTS = len(factories.creature().keys() - card_facts.NOT_ON_THE_CARD)


@worlds.once_a_module
def world() -> None:
    factories.publish_frame(
        factories.card_set(slug="open-set", name="The Open Set", official=False),
        factories.card_set(slug="wave", name="Wave One"),
        factories.creature(slug="giant", name="Old Giant", set="open-set"),
        factories.creature(slug="beast", name="Grey Beast", set="wave", cost=None, slots=None, text=None),
        factories.creature(slug="ghost", name="Ghost", cost=None, retired="Never sold."),
        factories.upgrade(slug="club", name="Club", set="wave"),
    )


def save_lists(count, *cards, **facts):
    for _ in range(count):
        factories.legion(*cards, **facts)


def names(client, query=""):
    page = Page(client.get(f"{PLACE}?{query}"))
    return [link["href"].split("/")[-2] for link in page.all("a") if link.get("class") == "card-row__name"]


def test_a_fact_is_one_field_that_a_card_says_and_known_when_all_of_it_is() -> None:
    weapon = {"name": "Club", "melee": None, "arc": "forward", "range": 1}
    one = factories.creature(weapons=[weapon], cost=None, text=None, set=None)
    assert card_facts.wanted_facts(one) == ["cost", "weapons"]
    assert card_facts.count_known_facts(one) == (FACTS - 2, FACTS)
    assert FactCount(0, 0, 0).percent == 100
    assert FactCount(10, 199, 200).percent == 99


def test_the_page_counts_by_game_set_and_kind_in_words_and_bars(client) -> None:
    page = Page(client.get(PLACE))
    creatures = 2 * FACTS
    assert f"{FACTS - 2 + len(factories.upgrade().keys() - card_facts.NOT_ON_THE_CARD)} of " in page.words
    assert f"{creatures - 3} of {creatures} facts" in page.words
    assert "Every fact is known" in page.words  # of the open set
    bars = {one["aria-label"]: (int(one["value"]), int(one["max"])) for one in page.all("progress")}
    assert bars["Known of Creature"] == (creatures - 3, creatures)
    assert bars["Known of Set not known"] == (FACTS - 1, FACTS)
    assert "beast" in page.text.lower()
    assert "2 facts wanted: cost, upgrade banner" in page.words.lower()


def test_the_facts_of_a_kind_are_counted_of_official_cards_and_of_open_ones_apart(client) -> None:
    creatures, upgrades = wanted_facts.groups_by_kind(stock("attack-wing"), "attack-wing")
    assert (creatures.cards, creatures.tally.total, creatures.open.cards, creatures.open.wanted) == (2, 2 * FACTS, 1, 0)
    assert (upgrades.cards, upgrades.open.cards) == (1, 0)
    assert Page(client.get(PLACE)).words.count("Beside them 1 card of open sets: every fact is known") == 2


def test_a_kind_that_only_open_sets_have_says_so_and_is_counted(client) -> None:
    factories.publish(factories.spell(slug="bell-song", name="Bell Song", set="open-set", cost=None))
    spells = wanted_facts.groups_by_kind(stock("attack-wing"), "attack-wing")[1]
    assert (spells.slug, spells.cards, spells.tally.total, spells.open.cards, spells.wanted) == ("spell", 0, 0, 1, 1)
    page = Page(client.get(PLACE))
    bars = {one["aria-label"]: (int(one["value"]), int(one["max"])) for one in page.all("progress")}
    assert bars["Known of Spell"] == (spells.open.known, spells.open.total)
    assert "1 card, of an open set" in page.words


def test_every_game_is_listed_with_its_facts(client) -> None:
    page = Page(client.get("/wanted/"))
    assert page.all("a", href=PLACE)
    assert len(page.all("progress")) == 1


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("query", "slugs"),
    [
        ("", ["ghost", "beast"]),
        ("set=wave", ["beast"]),
        ("set=?", ["ghost"]),
        ("set=open-set", []),
        ("kind=upgrade", []),
        ("kind=creature&q=GREY+b", ["beast"]),
        ("q=nothing", []),
        ("set=no-such&kind=%00&page=99999", ["ghost", "beast"]),
        ("q=%00&page=-1", ["ghost", "beast"]),
        ("q=%F0%9F", []),
    ],
)
def test_cards_are_found_by_set_kind_and_name(client, query, slugs) -> None:
    assert sorted(names(client, query)) == sorted(slugs)


@pytest.mark.sampled
def test_cards_of_more_lists_come_first_and_small_numbers_are_hidden(client) -> None:
    save_lists(6, {"card": "beast", "count": 2}, {"card": "beast"})
    save_lists(1, {"card": "giant", "upgrades": ["ghost"]})
    assert names(client) == ["beast", "ghost"]
    words = Page(client.get(PLACE)).words
    assert "6 lists wait for them" in words
    assert "Fewer than 5 lists wait for them" in words
    assert "1 list" not in words


def test_a_list_that_is_thrown_away_waits_for_nothing() -> None:
    save_lists(6, {"card": "beast"}, {"card": "beast"})
    Legion.objects.filter(pk=Legion.objects.first().pk).update(deleted_at="2026-01-01T00:00Z")
    assert affected_lists.waiting_lists("attack-wing", stock("attack-wing")) == {"beast": 5}


def test_a_list_waits_for_its_map_as_well() -> None:
    save_lists(6, {"card": "giant"})
    Legion.objects.update(document=factories.legion_document({"card": "giant"}, map="beast"))
    assert affected_lists.waiting_lists("attack-wing", stock("attack-wing"))["beast"] == 6


def test_a_count_is_cached_for_a_while_and_then_computed_again(monkeypatch) -> None:
    catalog = stock("attack-wing")
    save_lists(5, {"card": "beast"})
    assert affected_lists.waiting_lists("attack-wing", catalog) == {"beast": 5}
    save_lists(1, {"card": "beast"})
    assert affected_lists.waiting_lists("attack-wing", catalog) == {"beast": 5}
    monkeypatch.setattr(affected_lists, "FRESH_SECONDS", 0)
    assert affected_lists.waiting_lists("attack-wing", catalog) == {"beast": 6}


def test_during_a_count_others_get_the_former_one(monkeypatch) -> None:
    catalog = stock("attack-wing")
    save_lists(5, {"card": "beast"})
    busy = f"lists-waiting:attack-wing:{catalog.release}:counting"
    caches["derived"].set(busy, True, 60)
    assert affected_lists.waiting_lists("attack-wing", catalog) == {}
    caches["derived"].delete(busy)
    assert affected_lists.waiting_lists("attack-wing", catalog) == {"beast": 5}
    monkeypatch.setattr(affected_lists, "FRESH_SECONDS", 0)
    caches["derived"].set(busy, True, 60)
    save_lists(1, {"card": "beast"})
    assert affected_lists.waiting_lists("attack-wing", catalog) == {"beast": 5}


def test_the_facts_of_a_card_are_in_the_order_that_decides_most() -> None:
    catalog = stock("attack-wing")
    creature = factories.creature(slug="imp", attack=None, cost=None, slots=None, **{"class": None})
    card = replace(catalog.cards["beast"], document=creature)
    assert wanted_facts.wanted_labels(catalog, card) == ("cost", "upgrade banner", "primary weapon value", "class")


def test_a_card_for_which_a_public_list_waits_comes_before_one_in_more_lists() -> None:
    catalog = stock("attack-wing")
    first = [card.slug for card in wanted_facts.wanted_cards(catalog, {"beast": 6}, {"ghost": 1})]
    assert first == ["ghost", "beast"]


@pytest.mark.sampled
@pytest.mark.parametrize("count", [10, 100])
def test_the_page_asks_the_database_as_often_for_much_as_for_little(client, django_assert_num_queries, count) -> None:
    more = [factories.creature(cost=None) for _ in range(count)]
    factories.publish_documents(more, by=None, why="More")
    save_lists(count // 10, {"card": more[0]["slug"]})
    stock("attack-wing")
    with django_assert_num_queries(6):  # the game, the release, the lists; the public ones, and their release and rules
        client.get(PLACE)
    with django_assert_num_queries(2):
        client.get(PLACE)


@pytest.mark.sampled
def test_pages_lead_to_the_list_and_a_game_there_is_not_is_none(client) -> None:
    assert Page(client.get("/")).all("a", href="/wanted/")
    for address in ("/games/attack-wing/", "/sets/attack-wing/"):
        assert Page(client.get(address)).all("a", href=PLACE), address
    assert Page(client.get("/sets/attack-wing/wave/")).all("a", href=f"{PLACE}?set=wave#cards")
    assert not Page(client.get("/sets/attack-wing/open-set/")).all("a", href=f"{PLACE}?set=open-set#cards")
    assert client.get("/wanted/chess/").status_code == 404
    assert client.post(PLACE).status_code == 405


# -- the API -----------------------------------------------------------------------------------------------------------


def listed(query=""):
    answer = ApiClient().get(f"/api/v1/wanted/?{query}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_programs_get_each_card_that_wants_facts_and_what_it_wants() -> None:
    save_lists(7, {"card": "beast"})
    save_lists(1, {"card": "giant"})
    found = {row["slug"]: row for row in listed()["results"]}
    beast = found["beast"]
    missing = stock("attack-wing").cards["beast"].document
    assert beast["facts"] == card_facts.wanted_facts(missing)
    assert (beast["game"], beast["kind"], beast["set"], beast["waiting"]) == ("attack-wing", "creature", "wave", 7)
    assert set(found) == {card.slug for card in wanted_facts.wanted_cards(stock("attack-wing"), {}, {})}
    assert all(
        row["waiting"] in (0, affected_lists.MIN_SHOWN_COUNT - 1) or row["waiting"] >= affected_lists.MIN_SHOWN_COUNT
        for row in found.values()
    )
    assert ApiClient().get(beast["url"]).status_code == 200
    assert ApiClient().get(beast["page"]).status_code == 200


def test_programs_walk_along_it_and_narrow_it() -> None:
    everything = [row["slug"] for row in listed()["results"]]
    assert everything == sorted(everything)
    seen, at = [], "/api/v1/wanted/?limit=1"
    while at:
        page = ApiClient().get(at).json()
        seen += [row["slug"] for row in page["results"]]
        at = page["next"]
    assert seen == everything
    assert {row["set"] for row in listed("set=wave")["results"]} == {"wave"}
    assert {row["kind"] for row in listed("kind=creature&game=attack-wing")["results"]} == {"creature"}
    for wrong in ("cursor=x", "nothing=1", "limit=0"):
        assert ApiClient().get(f"/api/v1/wanted/?{wrong}").status_code == 400


@pytest.mark.parametrize(
    ("query", "code", "suggested"),
    [
        ("game=attack-wong", "unknown-game", ["attack-wing"]),
        ("kind=creture", "unknown-kind", ["creature"]),
        ("kind=commander&game=attack-wing", "unknown-kind", None),
        ("set=wavee", "unknown-set", ["wave"]),
    ],
)
def test_programs_hear_of_a_game_kind_or_set_that_does_not_exist(query: str, code: str, suggested: Any) -> None:
    answer = ApiClient().get(f"/api/v1/wanted/?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert answer.json()["faults"][0].get("nearest") == suggested


def test_the_api_has_counts_at_most_a_minute_old(django_assert_num_queries) -> None:
    first = ApiClient().get("/api/v1/wanted/?limit=1", headers={"Origin": "https://example.org"})
    assert first["Access-Control-Allow-Origin"] == "*"
    again = ApiClient().get("/api/v1/wanted/?limit=1", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    following = ApiClient().get(first.json()["next"])
    assert first["Cache-Control"] == following["Cache-Control"] == "public, max-age=60"
    with django_assert_num_queries(6, exact=False):
        listed()

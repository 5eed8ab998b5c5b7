"""Card search by query over the API: results, echoed queries, refusals and numbers of database queries."""

import itertools
from typing import Any
from urllib.parse import quote

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from catalog import snapshots
from catalog.search.fields import query_language
from rulesapi.judging import card_fitting
from tests import factories
from tests.rulesapi.api_client import ApiClient

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]

CARDS = "/api/v1/cards/"


def ask(api: ApiClient, query: str, **more: str) -> dict[str, Any]:
    response = api.get(CARDS, {"q": query, **more})
    assert response.status_code == 200, response.json()
    return response.json()


def slugs(api: ApiClient, query: str, **more: str) -> list[str]:
    return [card["slug"] for card in ask(api, query, **more)["results"]]


def query_errors(api: ApiClient, query: str, **more: str) -> list[dict[str, Any]]:
    response = api.get(CARDS, {"q": query, **more})
    assert response.status_code == 400
    assert response.json()["code"] == "invalid-query"
    return response.json()["faults"]


@pytest.fixture
def cards() -> None:
    """Publish a few cards that differ in their searchable facts."""
    factories.publish_frame(
        factories.card_set(slug="ours", name="Our Own", official=False),
        factories.creature(slug="giant", name="Hill Giant", level=5, slots=["arcane"], energy=[]),
        factories.creature(slug="wyrm", name="Évil Wyrm", level=18, slots=["dragon"], cost=None, energy=None),
        factories.spell(slug="fireball", name="Fireball", energy=["fire"], cost=3, minimum_level=5, set="ours"),
        factories.spell(slug="blizzard", name="Blizzard", energy=["cold"], cost=5, minimum_level=6),
        factories.upgrade(slug="saddle", name="Saddle", slot="dragon", keywords=["tack"], cost=None),
    )


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("kind:spell energy:fire cost<=4 level>=5", ["fireball"]),
        ("cost<=4", ["fireball"]),
        ("-cost<=4", ["blizzard", "giant"]),
        ("cost:?", ["saddle", "wyrm"]),
        ("slot:dragon", ["saddle", "wyrm"]),
        ("keyword:tack or is:open", ["fireball", "saddle"]),
        ('set:"our own"', ["fireball"]),
        ("evil", ["wyrm"]),
        ("fits:giant", ["fireball"]),
        ("-fits:giant kind:spell", ["blizzard"]),
        ("fits:wyrm", ["saddle"]),
    ],
)
def test_a_query_finds_what_it_asks_for(api: ApiClient, cards: None, query: str, expected: list[str]) -> None:
    assert slugs(api, query, game="attack-wing") == expected


def test_cards_that_only_may_fit_are_not_reported_as_fitting(api: ApiClient, cards: None) -> None:
    factories.publish(factories.spell(slug="riddle", minimum_level=None))
    assert slugs(api, "fits:giant kind:spell", game="attack-wing") == ["fireball"]
    assert slugs(api, "-fits:giant kind:spell", game="attack-wing") == ["blizzard"]


def test_the_answer_reads_the_query_back(api: ApiClient, cards: None) -> None:
    response = ask(api, "KIND:spells   fits:giant (“fireball”)", game="attack-wing")["query"]
    assert response == {
        "q": 'KIND:spells fits:giant "fireball"',
        "words": "Spells that fit Hill Giant, saying “fireball”",
    }
    assert "query" not in api.get(CARDS).json()


def test_a_query_and_the_other_parameters_narrow_together(api: ApiClient, cards: None) -> None:
    assert slugs(api, "level>=5", kind="spell", cost_max="4") == ["fireball"]


def test_a_query_walks_its_pages_and_its_release(api: ApiClient, cards: None) -> None:
    first = ask(api, "kind:spell", limit="1", facets="kind")
    following = api.get(first["next"]).json()
    assert [card["slug"] for page in (first, following) for card in page["results"]] == ["blizzard", "fireball"]
    assert first["facets"] == following["facets"] == {"kind": [{"value": "spell", "count": 2}]}
    factories.publish(factories.spell(slug="ray", name="Ray"))
    assert slugs(api, "ray") == ["ray"]
    assert slugs(api, "ray", release="1") == []


def test_all_games_can_be_asked_at_once_but_not_what_fits(api: ApiClient, cards: None) -> None:
    assert slugs(api, "level>=6 kind:creature") == ["wyrm"]
    (fault,) = query_errors(api, "fits:giant")
    assert (fault["code"], fault["offset"]) == ("cannot-ask", 5)


# -- fault positions -----------------------------------------------------------------------------------------------


def test_every_word_that_means_nothing_is_pointed_at(api: ApiClient, cards: None) -> None:
    query = "dragon enrgy:fire kind:spel set:our fits:gaint keyword:tac owned"
    found = query_errors(api, query, game="attack-wing")
    assert {fault["pointer"] for fault in found} == {"/q"}
    marked_words = [query[fault["offset"] : fault["offset"] + fault["length"]] for fault in found]
    assert marked_words == ["enrgy", "spel", "our", "gaint", "tac", "owned"]
    near = ["“energy”", "“spell”", "“ours”", "“giant”", "“tack”", "Without a collection"]
    assert all(word in fault["message"] for word, fault in zip(near, found, strict=True))


def test_a_card_that_carries_nothing_and_a_game_without_carriers_are_faults(api: ApiClient, cards: None) -> None:
    (fault,) = query_errors(api, "fits:fireball", game="attack-wing")
    assert "no creature “fireball”" in fault["message"]
    chess = factories.game(game="dungeon-command", slug="dungeon-command", ruleset="dungeon-command/1")
    factories.publish(chess, factories.standard(game="dungeon-command"))
    (fault,) = query_errors(api, "fits:fireball", game="dungeon-command")
    assert fault["message"] == "In this game no card is carried by another."


def test_creatures_that_may_have_been_meant_are_listed_as_everywhere(api: ApiClient, cards: None) -> None:
    factories.publish(*(factories.creature(slug=f"great-one-{letter}") for letter in "abc"))
    (fault,) = query_errors(api, "fits:great-one", game="attack-wing")
    assert fault["message"].endswith("Did you mean “great-one-a”, “great-one-b” or “great-one-c”?")


def test_names_that_were_nearly_right_are_offered(api: ApiClient, cards: None) -> None:
    near = {"game": "attack-wing", "slug": "fireball", "name": "Fireball"}
    assert ask(api, "firebll")["near"] == [near]
    assert ask(api, "kind:spell fierball")["near"] == [near]
    assert ask(api, "zzzzzz")["near"] == []
    assert "near" not in ask(api, "fireball")


@pytest.fixture
def rules_texts() -> None:
    """Publish cards with texts, none of which has all searched words."""
    factories.publish_frame(
        factories.spell(slug="prayer", name="Prayer of Healing", text="Its caster makes no attack.", energy=[]),
        factories.spell(slug="stroke", name="Ninth Stroke", text="Damage against your health.", energy=["cold"]),
        factories.upgrade(slug="token", name="Bronze Token", text="Re-roll 1 die.", keywords=["token"], cost=2),
        factories.upgrade(slug="blade", name="Blade", text="Re-roll no die, but deal damage.", keywords=[], cost=5),
    )


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("reroll", ["blade", "token"]),
        ("re-rolling", ["blade", "token"]),
        ("heal", ["prayer"]),
        ("healed", ["prayer"]),
        ("health", ["stroke"]),
        ("heal or health", ["prayer", "stroke"]),
        ("-heal kind:spell", []),
        ("-healed kind:spell", ["prayer", "stroke"]),
        ('"healed"', []),
        ("cold stroke", ["stroke"]),
        ("„Re-roll 1 die“ –blade", ["token"]),
        ("token, reroll.", ["token"]),
        ("cost<=２ token", ["token"]),
    ],
)
def test_words_are_found_in_all_their_forms_but_not_where_they_are_quoted_or_excluded(
    api: ApiClient, rules_texts: None, query: str, expected: list[str]
) -> None:
    assert slugs(api, query, game="attack-wing") == expected


def test_cards_with_most_of_the_words_are_separate_from_the_results(api: ApiClient, rules_texts: None) -> None:
    answer = ask(api, "reroll damage die heal", game="attack-wing")
    assert answer["results"] == []
    assert answer["near"] == [
        {
            "game": "attack-wing",
            "slug": "blade",
            "name": "Blade",
            "words": ["reroll", "damage", "die"],
            "missing": ["heal"],
        }
    ]
    assert "near" not in ask(api, "reroll damage die", game="attack-wing")


@pytest.mark.one_variant
@pytest.mark.parametrize(
    ("query", "more", "near"),
    [
        ("reroll heal", {}, ["prayer", "token", "blade"]),
        ("reroll heal cost<=2", {}, ["token"]),
        ("reroll heal -blade", {"kind": "upgrade"}, ["token"]),
        ("reroll heal", {"cost_max": "1"}, []),
        ("reroll xylophone zither", {}, []),
        ("dye reroll", {}, ["token", "blade"]),
        ("bronce die", {}, ["token"]),
        ("bronce", {}, ["token"]),
        ("the of heal reroll", {}, ["prayer", "token", "blade"]),
        ("(reroll heal) or (health zither)", {}, []),
        ("xylophone", {}, []),
        ("-heal -stroke -token -blade", {}, []),
    ],
)
def test_near_cards_match_the_rest_of_the_query(
    api: ApiClient, rules_texts: None, query: str, more: dict[str, str], near: list[str]
) -> None:
    answer = ask(api, query, game="attack-wing", **more)
    assert answer["results"] == []
    assert [one["slug"] for one in answer["near"]] == near


@pytest.mark.sampled
def test_near_cards_are_bounded_and_those_of_their_release(api: ApiClient) -> None:
    factories.publish_frame(*(factories.spell(text="Re-roll a die.", energy=[]) for _ in range(30)))
    factories.publish(factories.spell(slug="healer", text="Heal.", energy=[]))
    assert len(ask(api, "reroll healing cold", game="attack-wing")["near"]) == 0
    assert len(ask(api, "reroll fire", game="attack-wing")["near"]) == 20
    assert [one["slug"] for one in ask(api, "heal fire")["near"]] == ["healer"]
    assert ask(api, "heal fire", release="1")["near"] == []
    many = " ".join(f"word{number}" for number in range(39))
    assert ask(api, f"{many} reroll")["near"] == []


# -- counting ------------------------------------------------------------------------------------------------------


def test_facets_count_all_that_passes_and_say_what_is_not_known(api: ApiClient, cards: None) -> None:
    counted = api.get(CARDS, {"game": "attack-wing", "facets": "kind,cost,energy, slot,unique", "limit": "1"}).json()
    assert counted["facets"] == {
        "cost": [
            {"value": None, "count": 2},
            {"value": 20, "count": 1},
            {"value": 3, "count": 1},
            {"value": 5, "count": 1},
        ],
        "energy": [{"value": "cold", "count": 1}, {"value": "fire", "count": 1}, {"value": None, "count": 1}],
        "kind": [
            {"value": "creature", "count": 2},
            {"value": "spell", "count": 2},
            {"value": "upgrade", "count": 1},
        ],
        "slot": [{"value": "arcane", "count": 3}, {"value": "dragon", "count": 2}],
        "unique": [{"value": False, "count": 5}],
    }


@pytest.mark.parametrize("names", ["colour", "text", "weapons", "kind,nothing", ",".join(map(str, range(11)))])
def test_facets_that_cannot_be_counted_are_refused(api: ApiClient, cards: None, names: str) -> None:
    problem = api.get(CARDS, {"facets": names}).json()
    assert (problem["code"], problem["faults"][0]["pointer"]) == ("invalid-parameter", "/facets")


def test_at_most_ten_facets_are_counted(api: ApiClient, cards: None) -> None:
    names = [name for name, one in query_language("attack-wing").fields.items() if one.countable]
    assert api.get(CARDS, {"game": "attack-wing", "facets": ",".join(names[:10])}).status_code == 200
    assert api.get(CARDS, {"game": "attack-wing", "facets": ",".join(names[:11])}).status_code == 400


# -- numbers of database queries -----------------------------------------------------------------------------------


@pytest.mark.sampled
@pytest.mark.parametrize("cards", [10, 1_000])
def test_the_number_of_queries_does_not_grow_with_the_catalog(api: ApiClient, cards: int) -> None:
    costs = itertools.cycle(range(10))
    factories.publish_frame(*(factories.spell(cost=next(costs), energy=["fire"]) for _ in range(cards)))

    def queries(query: str, **more: str) -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            assert api.get(CARDS, {"game": "attack-wing", "q": query, **more}).status_code == 200
        return len(captured)

    # The release, the existence of the game, and the cards. A set is looked up once per release, and so is a word.
    assert queries("energy:fire cost<=4 -is:unique spell") == 4
    assert queries("energy:fire cost<=3 -is:unique spell") == 3
    assert queries("-is:open energy:fire") == 4
    assert queries("is:open or energy:fire") == 3
    assert queries("cost>=1", facets="kind,cost,energy,set") == 4
    # Without results: the words of the release, the most selective of them, and similar names.
    assert queries("nothing like it") == 8
    assert queries("nothing like that") == 7


# -- hostile -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "query",
    [
        "x" * 500,
        "a " * 250,
        "(" * 500,
        "-" * 500,
        "(a or " * 80,
        "energy:" + "fire," * 95,
        "cost:" + "1," * 240,
        '"' * 499,
        "'; DROP TABLE catalog_revision; --",
        "name:' OR '1'='1",
        '"(a+)+$" ' * 20,
        "%_%_%_%\\",
        "\u202e\u0000",
        "𝕕𝕣𝕒𝕘𝕠𝕟",
        "ﷺ" * 200,
        "fits:" + "a" * 400,
        "fits:../../etc/passwd",
        "set:" + "ы" * 200,
        "is:" + "unique," * 60,
    ],
)
def test_a_hostile_query_is_answered_or_refused(api: ApiClient, cards: None, query: str) -> None:
    for game in ({}, {"game": "attack-wing"}):
        response = api.get(CARDS, {"q": query, **game})
        assert response.status_code in {200, 400}
        if response.status_code == 400:
            assert response.json()["code"] in {"invalid-query", "invalid-parameter"}
            assert response.json()["faults"]


def test_thousands_of_terms_are_refused_before_they_are_read(api: ApiClient) -> None:
    response = api.get(f"{CARDS}?q={quote('dragon ' * 3_000)}")
    assert response.json()["code"] == "invalid-parameter"


class AnyQuery(TestCase):
    """Any query gets a response or a problem document."""

    @classmethod
    def setUpTestData(cls) -> None:
        factories.publish_frame(factories.creature(), factories.spell())

    @pytest.mark.sampled
    @given(st.text(max_size=60) | st.text('ab :-()"<>=,?!or', max_size=40))
    def test_no_query_breaks_the_list(self, query: str) -> None:
        response = ApiClient().get(CARDS, {"q": query, "game": "attack-wing", "facets": "kind"})
        assert response.status_code in {200, 400}


def test_fitting_cards_are_those_that_the_rules_allow(api: ApiClient, cards: None) -> None:
    snapshot = snapshots.newest()
    found = card_fitting.fitting_cards("attack-wing", snapshot, "giant")
    legion = {"game": "attack-wing", "picks": [{"card": "giant"}], "sources": ["official", "ours"]}
    answered = api.post(
        "/api/v1/candidates/",
        {"legion": legion, "at": "/picks/0"},
        content_type="application/json",
    ).json()
    assert found.yes == {one["card"] for one in answered["candidates"] if one["fits"] and one["card"] != "saddle"}
    assert found.yes == {"fireball"}

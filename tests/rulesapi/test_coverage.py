"""Coverage of rulebooks: every rule has a state, gathered from what cites it."""

from typing import Any

import pytest

from rulesapi.judging.resolutions import play_ruleset
from rulesapi.rulebooks.coverage import STATES, CitingRule, SectionCoverage, citing_rules, counted, coverage_of
from tests import factories
from tests.nonempty import nonempty
from tests.rulesapi.api_client import ApiClient
from tests.rulesapi.fixture_books import GAMES, fixture_book
from tests.rulesapi.test_rulebook_addresses import RULES


def covered(game: str, address: str) -> SectionCoverage:
    return coverage_of(fixture_book(game))[address]


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_a_book_has_a_state_and_no_heading_without_a_rule(game: str) -> None:
    sections = coverage_of(fixture_book(game))
    assert counted(sections.values()).total() == RULES[game]
    for address, one in nonempty(sections.items()):
        assert bool(one.states) == (one.section.text is not None), address
        assert list(one.states) == [state for state in STATES if state in one.states]


@pytest.mark.parametrize("game", GAMES)
def test_states_are_gathered_from_what_cites_a_section(game: str) -> None:
    of_play = {rule.code for rule in play.rules.values()} if (play := play_ruleset(game)) else set()
    for one in nonempty(coverage_of(fixture_book(game)).values()):
        assert bool(of_play.intersection(one.codes)) == ("resolved" in one.states), one.section.address
        assert bool(one.section.people) == ("people" in one.states), one.section.address
        assert (one.section.text_source == "ruling") == ("ruling" in one.states), one.section.address
        assert not ({"judged", "resolved"} & {*one.states}) or one.codes, one.section.address


@pytest.mark.parametrize(
    ("game", "address", "states", "code"),
    [
        ("attack-wing", "p28/legion-building", ("judged", "resolved", "reference"), "attack-wing/point-limit"),
        ("attack-wing", "p16/attack-arc", ("resolved", "people", "reference"), "attack-wing/arcs-differ"),
        ("attack-wing", "p35/experience-points", ("judged", "recorded", "reference"), "attack-wing/xp-budget"),
        ("attack-wing", "p20/spending-a-concentrate-token-2", ("resolved", "reference"), None),
        ("dungeon-command", "p15/building-your-own-warbands", ("judged", "reference"), None),
        ("dnd-miniatures-2008", "205.2", ("judged", "reference"), "dnd-miniatures-2008/faction"),
        ("dnd-miniatures-2008", "706.2.a", ("judged", "resolved", "reference"), "dnd-miniatures-2008/point-limit"),
        ("dnd-miniatures-2003", "damage/3", ("resolved", "ruling"), None),
        ("dnd-miniatures-2003", "cost/1", ("ruling", "people"), None),
        ("dnd-miniatures-2003", "dire-rat/1", ("judged", "resolved", "ruling"), "dnd-miniatures-2003/difficult"),
    ],
)
def test_the_strongest_state_comes_first(game: str, address: str, states: tuple[str, ...], code: str | None) -> None:
    one = covered(game, address)
    assert (one.states, one.state) == (states, states[0])
    assert code is None or code in one.codes


def test_an_adventure_records_the_sections_that_it_is_from() -> None:
    assert covered("attack-wing", "p38/after-the-battle").adventures == ("ambush-in-the-valley",)
    assert covered("attack-wing", "p34/adventure-play-area-size").adventures == (
        "ambush-in-the-valley",
        "in-for-a-penny-in-for-a-pounding",
    )


def test_a_rule_that_applies_several_sections_is_among_the_codes_of_each() -> None:
    for address in ("101.2", "101.3", "101.4", "101.5", "101.6"):
        assert "dnd-miniatures-2008/creature-count" in covered("dnd-miniatures-2008", address).codes


@pytest.mark.parametrize("game", GAMES)
def test_rules_for_lists_are_listed_before_those_of_play_and_of_campaigns(game: str) -> None:
    found: list[CitingRule] = list(nonempty(citing_rules(game)))
    places = [STATES.index(rule.state) for rule in found]
    assert places == sorted(places)


@pytest.fixture
def published(request: pytest.FixtureRequest) -> None:
    """Publish a rulebook with a section of each sort."""
    bare = {key: value for key, value in factories.section().items() if key != "text"}
    rows: list[dict[str, Any]] = [
        {"at": "p28/building", "name": "Building"},
        {"at": "p28/legion-building", "name": "Legion Building", "text": "Words.", "parent": "p28/building"},
        {"at": "p16/attack-arc", "name": "Attack Arc", "text": "Words.", "people": "It is seen on the table."},
        {"at": "p02/overview", "name": "Overview", "text": "Words.", "people": "It sets no rule."},
        {"at": "p40/asked", "name": "Asked", "ruling": "asked"},
    ]
    sections = [
        {**bare, **row, "slug": row["at"].replace("/", "-"), "position": number + 1} for number, row in enumerate(rows)
    ]
    factories.publish_frame(
        factories.rulebook(), *sections, factories.ruling(slug="asked", rules=["attack-wing/point-limit"])
    )


@pytest.mark.django_db
@pytest.mark.usefixtures("published")
def test_coverage_is_read_over_rest_with_the_words_of_its_first_version(api: ApiClient) -> None:
    response = api.get("/api/v1/rules/attack-wing/coverage/")
    assert response["Muster-Release"] == "1" and response["ETag"]
    found = response.json()
    assert (found["game"], found["source"]) == ("attack-wing", "Attack Wing rulebook")
    assert [(one["at"], one["state"], one["states"]) for one in found["sections"]] == [
        ("p28/building", None, []),
        ("p28/legion-building", "judged", ["judged", "resolved", "reference"]),
        ("p16/attack-arc", "resolved", ["resolved", "people", "reference"]),
        ("p02/overview", "table", ["people", "reference"]),
        ("p40/asked", "ruling", ["ruling"]),
    ]
    first, *_, overview, asked = found["sections"]
    assert (first["page"], first["title"], first["reason"], first["rules"]) == (13, "Building", None, [])
    assert (overview["reason"], asked["rulings"]) == ("It sets no rule.", ["asked"])
    assert "attack-wing/point-limit" in found["sections"][1]["rules"]


@pytest.mark.django_db
def test_a_game_without_a_rulebook_has_no_coverage(api: ApiClient) -> None:
    factories.publish_frame()
    assert api.get("/api/v1/rules/attack-wing/coverage/").status_code == 404
    assert api.get("/api/v1/rules/chess/coverage/").status_code == 404


def test_the_coverage_of_a_book_is_computed_once() -> None:
    assert coverage_of(fixture_book("attack-wing")) is coverage_of(fixture_book("attack-wing"))

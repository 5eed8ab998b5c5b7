"""Coverage of a rulebook: every section has a state, and every citation leads to a section."""

import pytest

from rulesapi.judging.coverage import coverage, covered_games, unknown_citations
from tests.nonempty import nonempty
from tests.rulesapi.api_client import ApiClient


@pytest.mark.parametrize("game", covered_games())
def test_every_section_of_a_rulebook_has_a_state(game: str) -> None:
    assert [one["title"] for one in coverage(game)["sections"] if one["state"] == "open"] == []


@pytest.mark.parametrize("game", covered_games())
def test_every_cite_of_a_rule_leads_to_a_section(game: str) -> None:
    assert unknown_citations(game) == []


@pytest.mark.parametrize("game", covered_games())
def test_what_is_for_people_says_why_and_what_is_judged_says_by_what(game: str) -> None:
    for one in nonempty(coverage(game)["sections"]):
        assert bool(one["reason"]) == (one["state"] in ("table", "reference")), one["title"]
        assert bool(one["rules"]) or one["state"] in ("table", "reference"), one["title"]


@pytest.mark.parametrize("game", covered_games())
def test_sections_stand_in_the_order_of_the_pages_and_once(game: str) -> None:
    sections = coverage(game)["sections"]
    assert [one["page"] for one in sections] == sorted(one["page"] for one in sections)
    assert len({one["title"] for one in sections}) == len(sections)


@pytest.mark.django_db
def test_coverage_is_read_over_rest(api: ApiClient) -> None:
    assert api.get("/api/v1/rules/attack-wing/coverage/").json() == coverage("attack-wing")
    assert api.get("/api/v1/rules/chess/coverage/").status_code == 404

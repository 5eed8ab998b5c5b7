"""Coverage of a rulebook: every section has a state, and every citation leads to a section."""

import pytest

from rulesapi.engine.core.library import rulesets_of
from rulesapi.judging.coverage import coverage, covered_games
from rulesapi.judging.resolutions import play_ruleset
from tests.nonempty import nonempty
from tests.rulesapi.api_client import ApiClient


@pytest.mark.parametrize("game", covered_games())
def test_every_section_of_a_rulebook_has_a_state(game: str) -> None:
    assert [one["title"] for one in coverage(game)["sections"] if one["state"] == "open"] == []


@pytest.mark.parametrize("game", covered_games())
def test_every_citation_of_a_rule_names_a_section(game: str) -> None:
    play = play_ruleset(game)
    rules = [*(rule for ruleset in rulesets_of(game) for rule in ruleset.rules), *(play.rules.values() if play else ())]
    source = coverage(game)["source"]
    sections = {section["title"] for section in coverage(game)["sections"]}
    assert {rule.cite.section for rule in nonempty(rules) if rule.cite.source == source} <= sections


@pytest.mark.parametrize("game", covered_games())
def test_a_section_names_its_rules_or_the_reason_why_it_has_none(game: str) -> None:
    for one in nonempty(coverage(game)["sections"]):
        assert bool(one["reason"]) == (one["state"] in ("table", "reference")), one["title"]
        assert bool(one["rules"]) or one["state"] in ("table", "reference"), one["title"]


@pytest.mark.parametrize("game", covered_games())
def test_each_section_occurs_once_in_the_order_of_pages(game: str) -> None:
    sections = coverage(game)["sections"]
    assert [one["page"] for one in sections] == sorted(one["page"] for one in sections)
    assert len({one["title"] for one in sections}) == len(sections)


@pytest.mark.django_db
def test_coverage_is_read_over_rest(api: ApiClient) -> None:
    assert api.get("/api/v1/rules/attack-wing/coverage/").json() == coverage("attack-wing")
    assert api.get("/api/v1/rules/chess/coverage/").status_code == 404

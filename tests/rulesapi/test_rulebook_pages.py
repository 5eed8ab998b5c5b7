"""Pages cited by rules, references and cards of Attack Wing, compared with the book's index and cross-references.

`attack_wing_pages.json` contains only facts: `index` has the pages of titles in the book's index, `cross_references`
those of "see ... on page N", `runs_over` the last page of a section that is cited beyond its first one, `references`
the index pages of our references, `rules` pages read in the text, and `starter_lists` the pages that list the starter
set's cards.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from rulesapi.engine.core.library import rulesets_of
from rulesapi.engine.games.attack_wing.play import PLAY
from rulesapi.engine.games.attack_wing.play.rules import RULEBOOK
from rulesapi.judging.coverage import coverage

FIXTURES = Path(__file__).parents[2] / "fixtures" / "attack-wing"
WITNESSES: dict[str, Any] = json.loads((Path(__file__).parent / "attack_wing_pages.json").read_text("utf-8"))
SECTIONS: dict[str, int] = {one["title"]: one["page"] for one in coverage("attack-wing")["sections"]}
CITED = [
    *((rule.code, rule.cite) for rule in PLAY.rules.values()),
    *((rule.code, rule.cite) for ruleset in rulesets_of("attack-wing") for rule in ruleset.rules),
]


def page_of_reference(slug: str) -> int:
    document = json.loads((FIXTURES / "references" / f"{slug}.json").read_text("utf-8"))
    page: int = document["sources"][""]["page"]
    return page


@pytest.mark.parametrize("title", WITNESSES["index"])
def test_a_section_is_on_a_page_that_the_index_names(title: str) -> None:
    assert SECTIONS[title] in WITNESSES["index"][title]


@pytest.mark.parametrize("title", WITNESSES["cross_references"])
def test_a_section_begins_where_cross_references_lead(title: str) -> None:
    assert SECTIONS[title] == WITNESSES["cross_references"][title]


@pytest.mark.parametrize(("code", "cite"), [pytest.param(*one, id=one[0]) for one in CITED])
def test_a_rule_cites_a_page_of_its_section(code: str, cite: Any) -> None:
    if cite.source == RULEBOOK:
        first = SECTIONS[cite.section]
        assert first <= cite.page <= WITNESSES["runs_over"].get(cite.section, first)


@pytest.mark.parametrize("code", WITNESSES["rules"])
def test_a_rule_cites_the_page_on_which_its_text_is(code: str) -> None:
    assert PLAY.rules[code].cite.page == WITNESSES["rules"][code]


@pytest.mark.parametrize("slug", WITNESSES["references"])
def test_a_reference_is_on_a_page_that_the_index_names(slug: str) -> None:
    assert page_of_reference(slug) in WITNESSES["references"][slug]


@pytest.mark.parametrize("slug", WITNESSES["starter_lists"])
def test_a_card_of_the_starter_set_is_cited_from_the_page_of_its_list(slug: str) -> None:
    [path] = [*FIXTURES.glob(f"*/{slug}.json")]
    assert json.loads(path.read_text("utf-8"))["sources"]["/set"]["page"] == WITNESSES["starter_lists"][slug]

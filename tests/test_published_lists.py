"""Published lists with their expected verdicts by the cards in fixtures/ alone.

A list that was published as legal is never illegal here, unless its own numbers contradict the rules; then the file
names the broken rule. Some are undetermined because the catalog does not know enough of their cards: such a verdict may
change only deliberately.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from rulesapi.engine.core.evaluation import judge
from tests.nonempty import nonempty
from tests.test_fixtures import DOCUMENTS, library

FILES = sorted((Path(__file__).resolve().parent.parent / "legions" / "games").glob("*/published_lists.json"))
LISTS: list[dict[str, Any]] = [one for file in FILES for one in json.loads(file.read_text("utf-8"))["lists"]]
PRICED = [one for one in LISTS if "published_points" in one]
TITLES = [one["title"] for one in LISTS]
FIELDED = [card for card in DOCUMENTS.values() if "fielded" in card]


def verdict(published: dict[str, Any]) -> dict[str, Any]:
    """Return the verdict on a published list by the fixtures."""
    legion = published["legion"]
    return judge(library(legion["game"]), legion).as_document()


def test_every_game_has_published_lists():
    assert {one["legion"]["game"] for one in LISTS} == {path.partition("/")[0] for path in DOCUMENTS}
    assert len(LISTS) >= 20


@pytest.mark.parametrize("published", LISTS, ids=TITLES)
def test_a_published_list_gets_its_verdict(published):
    found = verdict(published)
    broken = sorted({one["code"].partition("/")[2] for one in found["findings"] if one["level"] == "error"})
    assert (found["verdict"], broken) == (published["verdict"], published.get("breaks", []))
    assert sorted({one["question"] for one in found.get("open", ())}) == published.get("open", [])


@pytest.mark.parametrize("published", PRICED, ids=[one["title"] for one in PRICED])
def test_a_published_list_costs_what_was_printed(published):
    game = published["legion"]["game"]
    paid = [pick for pick in published["legion"]["picks"] if "minion_of" not in pick]
    costs = [DOCUMENTS[f"{game}/creature/{pick['card']}.json"]["cost"] * pick.get("count", 1) for pick in paid]
    assert sum(costs) == published["published_points"]


@pytest.mark.parametrize("published", LISTS, ids=TITLES)
def test_a_list_that_was_published_as_legal_is_illegal_only_where_its_page_adds_up_wrongly(published):
    if published["verdict"] == "illegal":
        assert published["published_points"] > published["legion"]["points"]
        assert published["breaks"] == ["point-limit"]


@pytest.mark.parametrize(
    "card", [card for card in DOCUMENTS.values() if "fielded" in card], ids=lambda card: card["slug"]
)
def test_each_published_warband_of_a_card_is_one_of_the_lists(card):
    warbands = [one["legion"] for one in LISTS if one["verdict"] != "illegal"]
    for row in nonempty(card["fielded"]):
        everybody = {card["slug"], *row["beside"]}
        assert any(
            legion.get("faction") == row["faction"] and {pick["card"] for pick in legion["picks"]} == everybody
            for legion in warbands
        )


def test_a_published_warband_with_fewer_creatures_or_another_faction_is_undetermined():
    published = next(one for one in LISTS if one["title"] == "Lawful good, Guy Fullerton, July 2007")
    legion = published["legion"]
    fewer = {**legion, "picks": [pick for pick in legion["picks"] if pick["card"] != "delver-sergeant"]}
    assert verdict({"legion": legion})["verdict"] == "legal"
    assert verdict({"legion": fewer})["verdict"] == "undetermined"
    assert verdict({"legion": {**legion, "faction": "chaotic-good"}})["verdict"] == "undetermined"

"""Remarks of a verdict in addition to its findings: official cards mixed with cards of open sets."""

from typing import Any

import pytest
from django.utils import translation
from hypothesis import given

from catalog import documents as schemas
from rulesapi.engine.core.evaluation import judge
from rulesapi.judging.verdict_text import verdict_lines
from rulesapi.translation import remark_message
from tests.engine.generators import chances
from tests.engine.published_libraries import GAMES, library

BELLS, BELLS_NAME = "the-nine-bells-of-tollwater", "The Nine Bells of Tollwater"
WRAITH, DRAGON = {"card": "wraith"}, {"card": "kiln-dragon"}


def legion(*picks: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"game": "attack-wing", "picks": list(picks), **more}


def remarks(document: dict[str, Any]) -> list[dict[str, Any]]:
    verdict = judge(library(document["game"]), document).as_document()
    assert schemas.faults_under_schema("verdict.schema.json", verdict) == []
    return [one for one in verdict["remarks"] if one["code"].endswith("/mixed-sources")]


def test_a_remark_on_mixed_sources_has_places_and_sets() -> None:
    assert remarks(legion(WRAITH, DRAGON)) == [
        {
            "code": "attack-wing/mixed-sources",
            "at": ["/picks/1"],
            "message": f"The list mixes official cards with 1 card of open sets: {BELLS_NAME}.",
            "facts": {"cards": 1, "sets": [BELLS_NAME], "slugs": [BELLS]},
        }
    ]


@pytest.mark.parametrize(
    "document",
    [
        legion(),
        legion(WRAITH),
        legion(DRAGON),
        legion(WRAITH, {"card": "no-such-card"}),
        legion(DRAGON, {"card": "no-such-card"}),
        {"game": "attack-wing", "team": [{"picks": [WRAITH]}, {"picks": []}]},
        {"game": "dungeon-command", "picks": []},
    ],
)
def test_nothing_is_remarked_of_a_list_that_does_not_mix(document: dict[str, Any]) -> None:
    assert remarks(document) == []


def test_an_upgrade_of_an_open_set_mixes_and_so_does_a_team_that_does_together() -> None:
    assert [one["at"] for one in remarks(legion({**WRAITH, "upgrades": ["fireball", "fen-stride"]}))] == [
        ["/picks/0/upgrades/1"]
    ]
    team = {"game": "attack-wing", "team": [{"picks": [WRAITH]}, {"picks": [DRAGON, DRAGON]}]}
    assert [one["at"] for one in remarks(team)] == [["/team/1/picks/0", "/team/1/picks/1"]]


def test_tiles_are_cards_of_the_list_and_figures_that_were_only_opened_are_not() -> None:
    found = library("dnd-miniatures-2003")
    tile = next(card.slug for card in found.all_cards if found.open_set_of(card) and card.kind == "terrain-tile")
    figures = [card for card in found.all_cards if card.kind == "creature"]
    ours = next(card.slug for card in figures if found.open_set_of(card))
    real = next(card.slug for card in figures if not found.open_set_of(card))
    document = {"game": "dnd-miniatures-2003", "picks": [{"card": real}], "pool": {ours: 1}}
    assert remarks(document) == []
    assert [one["at"] for one in remarks({**document, "tiles": [tile]})] == [["/tiles/0"]]


@pytest.mark.parametrize("game", GAMES)
@given(chances)
def test_a_list_mixes_sources_exactly_if_it_has_cards_of_both(game: str, chance: Any) -> None:
    found = library(game)
    bearers = [card for card in found.all_cards if card.kind == "creature"]
    picked = [chance.choice(bearers) for _ in range(chance.randint(0, 5))]
    places = [f"/picks/{number}" for number, card in enumerate(picked) if found.open_set_of(card)]
    document = {"game": game, "picks": [{"card": card.slug} for card in picked]}
    expected = places if 0 < len(places) < len(picked) else []
    assert [at for one in remarks(document) for at in one["at"]] == expected


def test_a_remark_is_in_the_language_of_the_page_and_in_plain_text() -> None:
    document = legion(WRAITH, DRAGON)
    verdict = judge(library("attack-wing"), document).as_document()
    (remark,) = verdict["remarks"]
    assert remark_message(remark) == remark["message"]
    with translation.override("de"):
        assert (
            remark_message(remark) == f"Die Liste mischt offizielle Karten mit 1 Karte aus offenen Sets: {BELLS_NAME}."
        )
        assert remark_message({**remark, "message": "As another edition said it."}) == "As another edition said it."
        assert remark_message({**remark, "code": "attack-wing/of-later"}) == remark["message"]
    lines = list(verdict_lines(verdict, document, library("attack-wing")))
    assert f"remark: {remark['message']}" in lines
    assert not any(
        line.startswith("remark")
        for line in verdict_lines({**verdict, "remarks": []}, document, library("attack-wing"))
    )

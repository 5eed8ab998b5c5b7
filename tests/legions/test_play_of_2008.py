"""Pages of the questions of D&D Miniatures 2008: what their forms offer."""

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import QueryDict

from legions.play.play_hooks import play_hooks
from legions.play.question_context import Table
from tests.engine.test_situations import answered
from tests.nonempty import nonempty

GAME = "dnd-miniatures-2008"
SLUGS = ("orla-venn-outlaw", "clockwork-bailiff")
MAX_SHOWN = 9
"""Fields of a form that are not folded, so that a page with 14 offered cards and two buttons has 25 controls."""


def form(question: str, query: str) -> Any:
    """Return the form of a question, read from a query string."""
    folder = Path(settings.BASE_DIR) / "fixtures" / GAME / "creature"
    cards = {slug: json.loads((folder / f"{slug}.json").read_text("utf-8")) for slug in SLUGS}
    made = play_hooks(GAME).forms[question](QueryDict(query), Table(GAME, cards))
    assert made.is_valid(), made.errors
    return made


def test_the_attacks_of_a_card_are_offered_by_name_if_there_are_several() -> None:
    asked = form("attack-roll", "attacker=Orla+Venn%2C+Outlaw&attacker_attack=2&target=Clockwork+Bailiff")
    offered = [("", "–"), ("1", "Notched Sword"), ("2", "Thrown Knife")]
    assert asked.fields["attacker_attack"].choices == offered
    assert asked.situation() == {
        "attacker": {"card": "orla-venn-outlaw", "attack": 2},
        "target": {"card": "clockwork-bailiff"},
    }
    assert "attacker_attack" not in form("attack-roll", "attacker=Clockwork+Bailiff").fields
    assert "attacker_attack" not in form("attack-roll", "attacker=Nobody").fields


def test_few_fields_are_not_folded() -> None:
    for question, made in nonempty(play_hooks(GAME).forms.items()):
        shown = [group for group in made(QueryDict(), Table(GAME, {})).shown_groups() if not group.folded]
        assert sum(len(group.names) for group in shown) <= MAX_SHOWN, question


def test_points_by_round_are_a_table_with_the_totals() -> None:
    made = form("victory-points", "scenario=assault&fallen_0=Orla+Venn%2C+Outlaw&fallen_0_owner=other&fallen_0_round=2")
    resolution = answered(GAME, "victory-points", made.situation())
    (table,) = made.result(resolution).tables
    assert table.title == "Points by round" and len(table.columns) == 5
    assert table.rows == [["1", "0", "0", "0", "0"], ["2", "39", "0", "39", "0"]]
    assert made.result(resolution).lines == [
        "One player: 39 victory points.",
        "Other player: 0 victory points.",
        "Scenario: Assault.",
        "Point limit: 200.",
    ]


def test_the_score_sheet_has_players_points_and_eliminated_creatures() -> None:
    query = "scenario=assault&limit=50&one=Anna&one_distance=3"
    query += "&fallen_0=Clockwork+Bailiff&fallen_0_owner=other&fallen_0_round=2"
    query += "&fallen_1=Clockwork+Bailiff&fallen_1_owner=other&fallen_1_round=3"
    made = form("victory-points", query)
    sheet = made.sheet(made.situation(), answered(GAME, "victory-points", made.situation()))
    assert [one for one, chosen in sheet.scenarios if chosen] == ["Assault"]
    assert [one for one, chosen in sheet.limits if chosen] == [50]
    assert [one.title for one in sheet.players] == ["Anna", "Other player"]
    assert [(one.total, one.distance) for one in sheet.players] == [("68", "3"), ("0", "")]
    assert sheet.rounds[1:] == [["2", "34", "34", "0", "0"], ["3", "34", "68", "0", "0"]]
    assert sheet.fallen == [[number, "Clockwork Bailiff", "34", "Anna"] for number in ("2", "3")]
    assert sheet.winner == "Anna" and "in round 3" in sheet.reason


def test_without_entries_the_score_sheet_is_blank() -> None:
    sheet = play_hooks(GAME).forms["victory-points"](QueryDict(), Table(GAME, {})).sheet(None, None)
    assert not any(chosen for _one, chosen in (*sheet.scenarios, *sheet.limits))
    assert {cell for row in sheet.fallen for cell in row} == {""} and len(sheet.fallen) > 9
    assert [row[0] for row in sheet.rounds] == [str(number) for number in range(1, 13)]
    assert {cell for row in sheet.rounds for cell in row[1:]} == {""}
    assert sheet.winner == sheet.reason == ""


def test_the_sheet_of_a_game_that_goes_on_has_room_for_the_totals() -> None:
    made = form("victory-points", "scenario=bounty&one=Anna&other=Bert")
    sheet = made.sheet(made.situation(), answered(GAME, "victory-points", made.situation()))
    assert [one.total for one in sheet.players] == ["", ""] and sheet.winner == ""


def test_a_page_without_a_sheet_has_none() -> None:
    assert play_hooks(GAME).forms["damage"](QueryDict(), Table(GAME, {})).sheet(None, None) is None

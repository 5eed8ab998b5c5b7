"""Pages of the questions of D&D Miniatures 2008: what their forms offer."""

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import QueryDict

from legions.play.play_hooks import play_hooks
from legions.play.question_context import Table
from tests.engine.test_situations import answered

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
    for question, made in play_hooks(GAME).forms.items():
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

"""The first adventure of the Attack Wing rulebook, played out by the text of its pages 36 and 37, and unusual
reports.
"""

import json
from collections.abc import Iterator
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest

from rulesapi.engine.campaigns.adventures import Adventure
from rulesapi.engine.campaigns.verdict import judge_record
from rulesapi.engine.core.library import find_ruleset
from tests.nonempty import nonempty

FOLDER = Path(__file__).parents[2] / "fixtures" / "attack-wing" / "adventures"
HOARD = json.loads((FOLDER / "in-for-a-penny-in-for-a-pounding.json").read_text("utf-8"))
ADVENTURES = {HOARD["slug"]: Adventure.read(HOARD)}
TERMS = find_ruleset("attack-wing/1").campaign
ESHAEDRA, GALADAEROS = SIDES = ("eshaedra", "galadaeros")
REPORT = "/entries/2/report"


def judged(report: dict[str, Any]) -> Any:
    joined = [{"type": "joined", "id": f"j-{side}", "player": side} for side in SIDES]
    seats = [{"player": side, "side": side} for side in SIDES]
    game = {"type": "played", "id": "g", "adventure": HOARD["slug"], "seats": seats, "report": report}
    return judge_record({"game": "attack-wing", "entries": [*joined, game]}, ADVENTURES, TERMS, release=1)


def report_of(ends: dict[str, str], order: tuple[str, ...] | None, health: int) -> dict[str, Any]:
    sides: dict[str, Any] = {side: {"end": end, "holds": []} for side, end in ends.items()}
    sides[ESHAEDRA]["health"] = health
    if ends[ESHAEDRA] == "left":
        sides[ESHAEDRA]["exit"] = "own-area"
    return {"sides": sides} if order is None else {"sides": sides, "order": list(order)}


def plays() -> Iterator[tuple[dict[str, str], tuple[str, ...], int]]:
    for of_eshaedra, of_galadaeros in product(("defeated", "left", "present"), repeat=2):
        ends = {ESHAEDRA: of_eshaedra, GALADAEROS: of_galadaeros}
        for order in permutations(side for side in SIDES if ends[side] != "present"):
            for health in (1, 2, 3, 6):
                yield ends, order, health


def by_the_book(ends: dict[str, str], order: tuple[str, ...], health: int) -> str:
    """Return the paragraph that applies: the game is over when either dragon leaves."""
    fallen: list[str] = []
    for side in order:
        if ends[side] == "defeated":
            fallen.append(side)
        elif side == ESHAEDRA:
            return "1" if GALADAEROS in fallen else "3"
        else:
            return "5" if ESHAEDRA in fallen else "2" if health >= 3 else "4"
    if len(fallen) == 2:
        return "draw"
    return {(): "", (GALADAEROS,): "1", (ESHAEDRA,): "5"}[tuple(fallen)]


def paragraphs(verdict: Any) -> list[tuple[str, Any]]:
    return [(one["paragraph"], one["holds"]) for one in verdict["sessions"][0]["outcomes"]]


def test_every_way_to_end_in_every_order_is_read_as_the_book_says() -> None:
    for ends, order, health in nonempty(plays()):
        verdict = judged(report_of(ends, order, health))
        paragraph = by_the_book(ends, order, health)
        assert paragraphs(verdict) == ([(paragraph, True)] if paragraph else []), (ends, order, health)
        assert not verdict["findings"]


def test_of_two_that_left_the_order_is_asked_for() -> None:
    verdict = judged(report_of({ESHAEDRA: "left", GALADAEROS: "left"}, None, 5))
    assert {one["at"] for one in verdict["unknown"]} >= {f"{REPORT}/order"}
    assert dict(paragraphs(verdict)) == {"2": None, "3": None}


def test_without_an_order_who_is_defeated_fell_before_the_other_left() -> None:
    verdict = judged(report_of({ESHAEDRA: "left", GALADAEROS: "defeated"}, None, 5))
    assert paragraphs(verdict) == [("1", True)]


@pytest.mark.parametrize(
    ("change", "pointers", "message"),
    [
        (
            {ESHAEDRA: {"end": "left", "exit": "north"}},
            [f"{REPORT}/sides/eshaedra/exit"],
            "Eshaedra cannot leave by north in In for a Penny, In for a Pounding.",
        ),
        (
            {ESHAEDRA: {"end": "present", "exit": "own-area"}},
            [f"{REPORT}/sides/eshaedra/exit"],
            "Eshaedra is reported as present in In for a Penny, In for a Pounding, but also as gone by own-area.",
        ),
        (
            {ESHAEDRA: {"end": "won"}},
            [f"{REPORT}/sides/eshaedra/end"],
            "In for a Penny, In for a Pounding has no end “won” for Eshaedra.",
        ),
        (
            {GALADAEROS: {"end": "left", "holds": [1, 2, 3]}},
            [f"{REPORT}/sides/galadaeros/holds"],
            "Galadaeros cannot hold the tokens 1, 2 and 3 in In for a Penny, In for a Pounding.",
        ),
        (
            {ESHAEDRA: {"end": "present", "holds": [1]}, GALADAEROS: {"end": "left", "holds": [1]}},
            [f"{REPORT}/sides/eshaedra/holds", f"{REPORT}/sides/galadaeros/holds"],
            "Eshaedra and Galadaeros cannot each hold token 1 of In for a Penny, In for a Pounding.",
        ),
    ],
)
def test_impossible_reports_are_findings(change: dict[str, Any], pointers: list[str], message: str) -> None:
    verdict = judged({"sides": {ESHAEDRA: {"end": "present"}, GALADAEROS: {"end": "left"}} | change})
    assert [(one["code"], one["at"], one["message"]) for one in verdict["findings"]] == [
        ("attack-wing/unknown-outcome", pointers, message)
    ]


def test_a_side_that_is_still_there_has_no_place_in_the_order() -> None:
    report = report_of({ESHAEDRA: "present", GALADAEROS: "left"}, (ESHAEDRA, GALADAEROS), 2)
    [finding] = judged(report)["findings"]
    assert (finding["code"], finding["at"]) == ("attack-wing/unknown-outcome", [f"{REPORT}/order/0"])
    assert finding["message"].startswith("Eshaedra has place 1 in the order")


def test_a_side_that_there_is_none_of_has_no_place_in_the_order() -> None:
    report = report_of({ESHAEDRA: "present", GALADAEROS: "left"}, ("balagos", GALADAEROS), 2)
    [finding] = judged(report)["findings"]
    assert (finding["code"], finding["at"]) == ("attack-wing/unknown-side", [f"{REPORT}/order/0"])


def test_a_token_reported_for_two_sides_makes_no_card_certain() -> None:
    verdict = judged(
        {"sides": {ESHAEDRA: {"end": "present", "health": 2, "holds": [1]}, GALADAEROS: {"end": "left", "holds": [1]}}}
    )
    assert {one["at"] for one in verdict["unknown"]} >= {f"{REPORT}/sides/galadaeros/holds"}
    assert not [card for player in verdict["players"] for card in player["cards"] if card["sure"]]

"""The second adventure of the Attack Wing rulebook, played out by the text of its pages 37 and 38."""

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
AMBUSH = json.loads((FOLDER / "ambush-in-the-valley.json").read_text("utf-8"))
ADVENTURES = {"ambush-in-the-valley": Adventure.read(AMBUSH)}
TERMS = find_ruleset("attack-wing/1").campaign
BALAGOS, ESHAEDRA, GALADAEROS = SIDES = ("balagos", "eshaedra", "galadaeros")
OPEN_EDGES = ("north", "east", "south")
RING = "ring-of-swift-breath"

Ends = dict[str, str]
"""The fate of each dragon: defeated, present, or the edge it left by."""


def record(report: dict[str, Any], **facts: Any) -> dict[str, Any]:
    """Return a record of one game, with each dragon played by a player of its name."""
    joined = [{"type": "joined", "id": f"j-{side}", "player": side} for side in SIDES]
    seats = [{"player": side, "side": side} for side in SIDES]
    game = {"type": "played", "id": "g", "adventure": AMBUSH["slug"], "seats": seats, "report": report}
    return {"game": "attack-wing", "entries": [*joined, game], **facts}


def judged(report: dict[str, Any], **facts: Any) -> Any:
    return judge_record(record(report, **facts), ADVENTURES, TERMS, release=1)


def report_of(ends: Ends, order: tuple[str, ...] | None) -> dict[str, Any]:
    sides = {
        side: {"end": end} if end in ("defeated", "present") else {"end": "left", "exit": end}
        for side, end in ends.items()
    }
    return {"sides": sides} if order is None else {"sides": sides, "order": list(order)}


def all_ends() -> Iterator[Ends]:
    mobile = ("defeated", "present", *OPEN_EDGES)
    for chosen in product(mobile, repeat=3):
        yield dict(zip(SIDES, chosen, strict=True))


def orders(ends: Ends) -> Iterator[tuple[str, ...]]:
    return permutations(side for side in SIDES if ends[side] != "present")


def by_the_book(ends: Ends, order: tuple[str, ...]) -> tuple[dict[str, set[int]], str | None]:
    """Return each dragon's possible points and the owner of the ring, played from the first departure to the last."""
    fallen: list[str] = []
    victories: dict[str, set[str]] = {}  # dragons that left with their objective, each with the dragons fallen by then
    for side in order:
        before = set(fallen)
        objective = {BALAGOS: GALADAEROS in before, ESHAEDRA: bool(before & {BALAGOS, GALADAEROS})}
        if ends[side] in OPEN_EDGES and objective.get(side, False):
            victories[side] = before
        else:
            fallen.append(side)
    earned: dict[str, set[int]] = {side: {0} for side in SIDES}
    if victories.get(BALAGOS, set()) >= {ESHAEDRA, GALADAEROS}:
        return earned | {BALAGOS: {2}}, BALAGOS
    if victories.get(ESHAEDRA, set()) >= {BALAGOS, GALADAEROS}:
        return earned | {ESHAEDRA: {2}}, ESHAEDRA
    if BALAGOS in victories:  # paragraph 2 for him, and for her if she left as well
        return earned | {BALAGOS: {1}, ESHAEDRA: {0, 1} if ESHAEDRA in fallen else {1}}, None
    if ESHAEDRA in victories:
        if GALADAEROS in victories[ESHAEDRA]:  # paragraph 2 for her alone: he did not leave
            return earned | {ESHAEDRA: {1}, BALAGOS: {0, 1}}, None
        return earned | {ESHAEDRA: {1}, GALADAEROS: {0, 1} if GALADAEROS in fallen else {1}}, None
    if GALADAEROS in fallen:  # paragraph 6: the others are defeated, or have not left in time
        return earned | {GALADAEROS: {1}}, None
    return earned | {GALADAEROS: {2}}, GALADAEROS


def spans(verdict: Any) -> dict[str, set[int]]:
    return {one["player"]: {one["xp"]["least"], one["xp"]["most"]} for one in verdict["players"]}


def ring(verdict: Any) -> str | None:
    return next((one["player"] for one in verdict["players"] if [(c["card"], c["sure"]) for c in one["cards"]]), None)


@pytest.mark.sampled
def test_every_way_to_end_in_every_order_earns_what_the_book_says() -> None:
    tried = 0
    for ends in nonempty(all_ends()):
        for order in orders(ends):
            tried += 1
            earned, holder = by_the_book(ends, order)
            verdict = judged(report_of(ends, order))
            assert spans(verdict) == earned, (ends, order)
            assert ring(verdict) == holder, (ends, order)
            open_ = any(len(one) > 1 for one in earned.values())
            assert verdict["verdict"] == ("undetermined" if open_ else "legal"), (ends, order)
            assert not verdict["findings"]
    assert tried == 493


def test_without_a_known_order_only_results_of_every_order_are_certain() -> None:
    for ends in nonempty(all_ends()):
        possible = [by_the_book(ends, order)[0] for order in orders(ends)]
        found = spans(judged(report_of(ends, None)))
        for side in SIDES:
            could_be = set().union(*(one[side] for one in possible))
            assert min(found[side]) <= min(could_be), (ends, side)
            assert max(found[side]) >= max(could_be), (ends, side)


@pytest.mark.parametrize(
    ("question", "reading", "earned"),
    [
        ("galadaeros-has-fallen", "both-earn", 1),
        ("galadaeros-has-fallen", "only-eshaedra", 0),
    ],
)
def test_whether_galadaeros_earns_who_fell_after_eshaedra_left_is_a_question_that_can_be_settled(
    question: str, reading: str, earned: int
) -> None:
    ends = {BALAGOS: "defeated", ESHAEDRA: "east", GALADAEROS: "defeated"}
    report = report_of(ends, (BALAGOS, ESHAEDRA, GALADAEROS))
    assert [one["question"] for one in judged(report)["open"]] == [question]
    verdict = judged(report, settles=[{"question": question, "reading": reading}])
    assert verdict["verdict"] == "legal"
    assert spans(verdict) == {BALAGOS: {0}, ESHAEDRA: {1}, GALADAEROS: {earned}}


@pytest.mark.parametrize("side", [BALAGOS, ESHAEDRA])
def test_nobody_leaves_by_the_cliff_so_what_became_of_the_dragon_is_not_known(side: str) -> None:
    ends = {BALAGOS: "defeated", ESHAEDRA: "defeated", GALADAEROS: "defeated"} | {side: "west"}
    verdict = judged(report_of(ends, (GALADAEROS, *({BALAGOS, ESHAEDRA} - {side}), side)))
    assert [(one["code"], one["at"]) for one in verdict["findings"]] == [
        ("attack-wing/unknown-outcome", [f"/entries/3/report/sides/{side}/exit"])
    ]
    assert verdict["verdict"] == "illegal"
    assert {"at": f"/entries/3/report/sides/{side}/end", "entry": "g"} in verdict["unknown"]
    assert spans(verdict)[side] == {0, 2}
    assert not [card for one in verdict["players"] for card in one["cards"] if card["sure"]]


def test_an_end_that_hangs_on_the_order_asks_for_the_order() -> None:
    verdict = judged(report_of({BALAGOS: "present", ESHAEDRA: "north", GALADAEROS: "defeated"}, None))
    assert verdict["unknown"] == [{"at": "/entries/3/report/order", "entry": "g"}]

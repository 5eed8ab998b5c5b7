"""Worlds of a record: every way to fill its gaps in reports, open questions, and choices of cards.

Everything is known in each of them, so the judge next to this module needs no third truth value.
"""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterator
from typing import Any

Record = dict[str, Any]
MOST_WORLDS = 4_000


class TooManyWorlds(Exception):
    """Too many worlds to play out."""


def worlds(
    record: Record, adventures: dict[str, Any], questions: dict[str, list[str]]
) -> Iterator[tuple[Record, dict]]:
    """Yield each way to fill the gaps: the record with all reports complete, and the reading of every question."""
    games = _games(record)
    told = [list(_reports(game, adventures.get(game["adventure"]))) for game in games]
    settled = {row["question"]: row["reading"] for row in record.get("settles", ())}
    open_ = _all_questions(adventures, questions)
    ways = [[settled[name]] if settled.get(name) in of else of for name, of in open_.items()]
    number = 1
    for some in (*told, *ways):
        number *= len(some)
    if number > MOST_WORLDS:
        raise TooManyWorlds
    for reports in itertools.product(*told):
        filled = copy.deepcopy(record)
        for game, report in zip(_games(filled), reports, strict=True):
            game["report"] = report
        for readings in itertools.product(*ways):
            yield filled, dict(zip(open_, readings, strict=True))


def _games(record: Record) -> list[dict]:
    """Return all games in a record, corrections included."""
    rows = [row.get("entry") if row["type"] == "corrected" else row for row in record["entries"]]
    return [row for row in rows if row and row["type"] == "played"]


def _all_questions(adventures: dict[str, Any], questions: dict[str, list[str]]) -> dict[str, list[str]]:
    found = dict(questions)
    for adventure in adventures.values():
        for row in adventure.get("questions", ()):
            found[row["question"]] = [one["reading"] for one in row["readings"]]
    return found


def _reports(game: dict, adventure: Any) -> Iterator[dict]:
    """Yield each complete report that agrees with the reported facts of a game."""
    if adventure is None:
        yield game.get("report", {})
        return
    told = game.get("report", {})
    sides = [
        list(_side_reports(side, told.get("sides", {}).get(side["side"], {}), adventure)) for side in adventure["sides"]
    ]
    names = [side["side"] for side in adventure["sides"]]
    for rows in itertools.product(*sides):
        together = dict(zip(names, rows, strict=True))
        gone = [name for name in names if together[name]["end"] in ("defeated", "left")]
        order = told.get("order")
        for ranked in itertools.permutations(gone):
            if order is not None and [one for one in ranked if one in order] != [one for one in order if one in gone]:
                continue
            if not _falls_after_the_end(adventure, together, ranked, order or ()):
                yield {"sides": together, "order": list(ranked)}


def _falls_after_the_end(adventure: Any, sides: dict, ranked: tuple[str, ...], order: list[str]) -> bool:
    """Return whether a side would be defeated after the end of the game, although the report does not say so."""
    ending = {side["side"] for side in adventure["sides"] if side.get("leaving_ends")}
    over = [number for number, name in enumerate(ranked) if name in ending and sides[name]["end"] == "left"]
    return any(
        sides[later]["end"] == "defeated" and not {later, ranked[number]} <= {*order}
        for number in over
        for later in ranked[number + 1 :]
    )


def _side_reports(side: dict, told: dict, adventure: Any) -> Iterator[dict]:
    """Yield all complete reports of a side; health and tokens that no outcome uses stay as reported."""
    asked = [one for outcome in adventure["outcomes"] for case in outcome["when"] for one in case["all"]]
    mine = [one for one in asked if one["side"] == side["side"]]
    marks = {row[field] for row in mine for field in ("least_health", "most_health") if field in row}
    held = any("holds" in row for row in mine) or any(
        reward.get("only_held") and reward["side"] == side["side"]
        for outcome in adventure["outcomes"]
        for reward in outcome["earned"]
    )
    numbers = [piece["number"] for piece in adventure.get("pieces", ())]
    most = adventure.get("most_held", 0)
    ends = [told["end"]] if "end" in told else side["ends"]
    leaves = "left" in ends and "exits" in side
    exits = [told["exit"]] if "exit" in told else side["exits"] if leaves else [None]
    healths = (
        [told["health"]] if "health" in told else sorted({0, *marks, *(mark + 1 for mark in marks)}) if marks else [0]
    )
    tokens: list[list[int]] = [told["holds"]] if "holds" in told else [[]]
    if held and "holds" not in told:
        tokens = [list(some) for size in range(most + 1) for some in itertools.combinations(numbers, size)]
    for end, way, health, holds in itertools.product(ends, exits, healths, tokens):
        yield {"end": end, "exit": way, "health": health, "holds": holds}

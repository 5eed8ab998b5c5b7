"""Cards as candidates for a place of a list, judged by the rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from catalog.documents.errors import InvalidInput
from rulesapi.judging import verdicts


@dataclass(frozen=True, slots=True)
class CandidateRows:
    """Candidates for a place, and whether all cards were tried."""

    rows: list[dict[str, Any]]
    complete: bool = True


def rows_at(
    document: dict[str, Any], pointer: str, among: set[str], taking: Mapping[str, frozenset[str]]
) -> CandidateRows:
    """Return cards as candidates for the place at `pointer`; those in `taking` replace their rivals.

    Raises InvalidInput `too-many-cards`.
    """
    found = verdicts.candidates(document, pointer, among=among - taking.keys())
    instead = replacement_rows(document, taking)
    return CandidateRows([*found["candidates"], *instead.rows], found["complete"] and instead.complete)


def replacement_rows(document: dict[str, Any], taking: Mapping[str, frozenset[str]]) -> CandidateRows:
    """Return the cards that would replace others as candidates. They are judged on the list without the replaced cards.

    `taking` maps each card to the cards it would replace; a card that would replace only itself is left out.
    """
    if not taking:
        return CandidateRows([])
    gone = frozenset().union(*taking.values())
    left = {**document, "picks": [pick for pick in document["picks"] if pick["card"] not in gone]}
    among = {slug for slug, rivals in taking.items() if rivals != {slug}}
    found = verdicts.candidates(left, "", among=among)
    return CandidateRows(found["candidates"], found["complete"])


def carrier_rows(upgrade: str, document: dict[str, Any], creatures: Sequence[str]) -> list[dict[str, Any]]:
    """Return `creatures` as candidates that carry `upgrade`, each judged alone on the table."""
    tables = [{**document, "picks": [{"card": slug, "upgrades": [upgrade]}]} for slug in creatures]
    judged = zip(creatures, verdicts.judge_all(tables), strict=True)
    return [
        {
            "card": slug,
            "fits": all(finding["level"] != "error" for finding in verdict["findings"]),
            "findings": verdict["findings"],
            "unknown": verdict["unknown"],
            "points": verdict["points"]["total"],
        }
        for slug, verdict in judged
        if not isinstance(verdict, InvalidInput)
    ]

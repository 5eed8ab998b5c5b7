"""Rows of an own adventure: add and remove sides, tokens, outcomes and cases."""

from collections.abc import Callable, Mapping, Sequence

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from legions.campaigns.records import Document

MAX_SIDES, MAX_PIECES, MAX_OUTCOMES, MAX_CASES = 6, 12, 12, 3
MAX_CELLS = 24
"""The maximum number of sides times the cases of all outcomes: each cell has fields, and the page must stay small."""


def _forget_sources(document: Document, field: str) -> None:
    """Drop the sources of single rows, because the rows have moved."""
    kept = document["sources"].items()
    document["sources"] = {place: one for place, one in kept if not place.startswith(f"/{field}/")}


def _new_number(taken: Sequence[int]) -> int:
    return max(taken, default=0) + 1


def _add_side(document: Document, index: Sequence[int]) -> str:
    words = {side["side"] for side in document["sides"]}
    number = next(one for one in range(len(words) + 1, len(words) * 2 + 2) if f"side-{one}" not in words)
    points = document["sides"][-1]["points"] if document["sides"] else None
    ends = document["sides"][-1]["ends"] if document["sides"] else ["won", "lost"]
    document["sides"].append(
        {
            "side": f"side-{number}",
            "name": "",
            "points": points,
            "required_cards": [],
            "objective": None,
            "ends": list(ends),
        }
    )
    return f"side-{len(document['sides']) - 1}-name"


def _remove_side(document: Document, index: Sequence[int]) -> None:
    """Remove a side, with its conditions and rewards in outcomes."""
    word = document["sides"].pop(index[0])["side"]
    _forget_sources(document, "sides")
    for outcome in document["outcomes"]:
        for case in outcome["when"]:
            case["all"] = [one for one in case["all"] if one["side"] != word]
        outcome["earned"] = [one for one in outcome["earned"] if one["side"] != word]


def _add_piece(document: Document, index: Sequence[int]) -> str:
    pieces = document.setdefault("pieces", [])
    pieces.append({"number": _new_number([piece["number"] or 0 for piece in pieces]), "what": ""})
    return f"piece-{len(pieces) - 1}-what"


def _remove_piece(document: Document, index: Sequence[int]) -> None:
    del document["pieces"][index[0]]
    _forget_sources(document, "pieces")
    if not document["pieces"]:
        del document["pieces"]


def _add_outcome(document: Document, index: Sequence[int]) -> str:
    taken = [int(one["paragraph"]) for one in document["outcomes"] if one["paragraph"].isdigit()]
    paragraph = str(_new_number(taken))
    document["outcomes"].append(
        {"paragraph": paragraph, "victory": "total", "text": "", "when": [{"all": []}], "earned": []}
    )
    return f"outcome-{len(document['outcomes']) - 1}-text"


def _remove_outcome(document: Document, index: Sequence[int]) -> None:
    del document["outcomes"][index[0]]
    _forget_sources(document, "outcomes")


def _add_case(document: Document, index: Sequence[int]) -> str:
    cases = document["outcomes"][index[0]]["when"]
    cases.append({"all": []})
    return f"outcome-{index[0]}-case-{len(cases) - 1}-{document['sides'][0]['side']}-is" if document["sides"] else ""


def _remove_case(document: Document, index: Sequence[int]) -> None:
    cases = document["outcomes"][index[0]]["when"]
    del cases[index[1]]
    if not cases:
        cases.append({"all": []})


ROW_CHANGES: Mapping[str, Callable[[Document, Sequence[int]], str | None]] = {
    "add-side": _add_side,
    "remove-side": _remove_side,
    "add-piece": _add_piece,
    "remove-piece": _remove_piece,
    "add-outcome": _add_outcome,
    "remove-outcome": _remove_outcome,
    "add-case": _add_case,
    "remove-case": _remove_case,
}
"""The changes by the names of their buttons; those that add a row return its first field."""


def change_rows(document: Document, action: str) -> str | None:
    """Add or remove a row of a document; return the field to focus, which may be empty, or None for an unknown change.

    Raises ValidationError if there is no room for another row.
    """
    name, *index = action.split("/")
    change = ROW_CHANGES.get(name)
    if change is None or not all(one.isascii() and one.isdigit() and len(one) < 5 for one in index):
        return None
    if name.startswith("add-") and not _has_room(document, name):
        raise ValidationError(_("There is no room for more here. What is longer than this is written as JSON."))
    try:
        return change(document, [int(one) for one in index]) or ""
    except (IndexError, KeyError):
        return None


def fits_form(document: Document) -> bool:
    """Return whether the rows of a document fit on the page."""
    rows = (
        (document["sides"], MAX_SIDES),
        (document.get("pieces", ()), MAX_PIECES),
        (document["outcomes"], MAX_OUTCOMES),
    )
    return all(len(found) <= most for found, most in rows)


def _has_room(document: Document, name: str) -> bool:
    """Return whether one more row fits on the page, with a field for each of its conditions."""
    sides = len(document["sides"]) + (name == "add-side")
    outcomes = len(document["outcomes"]) + (name == "add-outcome")
    cases = sum(len(one["when"]) for one in document["outcomes"]) + (name in ("add-outcome", "add-case"))
    pieces = len(document.get("pieces", ())) + (name == "add-piece")
    cells = cases * sides * (1 + pieces // 6)
    return sides <= MAX_SIDES and outcomes <= MAX_OUTCOMES and pieces <= MAX_PIECES and cells <= MAX_CELLS

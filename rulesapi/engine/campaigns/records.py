"""Reading of a campaign's record: its entries in order, with later corrections applied."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulesapi.engine.campaigns.breaches import MAX_NAMED, Breach
from rulesapi.engine.values.model import Document

JOINED, MOVED_OUT, REPLACED, PLAYED, CORRECTED, ENDED = "joined", "left", "replaced", "played", "corrected", "ended"
UPGRADED = "upgraded"
"""The type of an entry that names the catalog release used from then on; the record names it as well."""
SETTLED = "settled"
"""The type of an entry that tells that a question was settled or left open again; the record has what counts."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry with its corrections: its first id, the place of its current text, and the id of its last correction."""

    id: str
    at: str
    told_by: str
    document: Document


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """The valid entries, in order, and the errors in the order of the record."""

    entries: tuple[Entry, ...]
    breaches: tuple[Breach, ...]


def read_entries(entries: Sequence[Document]) -> ReadRecord:
    """Return the valid entries. A correction replaces the entry it corrects, or withdraws it."""
    breaches: list[Breach] = []
    place_by_id: dict[str, int] = {}
    for number, row in enumerate(entries):
        if row["id"] in place_by_id:
            breaches.append(Breach("entry-repeated", (f"/entries/{number}/id",), (row["id"],), {"entry": row["id"]}))
        else:
            place_by_id[row["id"]] = number
    in_circles = _circles(entries, place_by_id)
    breaches += _circle_breaches(in_circles, place_by_id)
    circling = {one for circle in in_circles for one in circle}
    standing: dict[str, Entry | None] = {}
    roots: dict[str, str] = {}
    for number, row in enumerate(entries):
        if place_by_id[row["id"]] != number:
            continue
        if row["type"] != CORRECTED:
            standing[row["id"]] = Entry(row["id"], f"/entries/{number}", row["id"], row)
            roots[row["id"]] = row["id"]
        elif row["id"] not in circling:
            breaches += _correct(row, number, place_by_id, standing, roots)
    breaches += _date_breaches(entries)
    return ReadRecord(tuple(entry for entry in standing.values() if entry is not None), tuple(breaches))


def _correct(
    row: Document,
    number: int,
    place: Mapping[str, int],
    standing: dict[str, Entry | None],
    roots: dict[str, str],
) -> Iterator[Breach]:
    """Apply a correction of an earlier entry or of another correction."""
    of, at = row["of"], f"/entries/{number}/of"
    if of not in place:
        yield Breach("unknown-entry", (at,), (row["id"],), {"of": of})
    elif place[of] > number:
        yield Breach("entry-order", (at,), (row["id"], of), {"entry": row["id"], "of": of})
    elif of in roots:  # otherwise the corrected entry is itself invalid and already reported
        root = roots[row["id"]] = roots[of]
        entry = row["entry"]
        standing[root] = None if entry is None else Entry(root, f"/entries/{number}/entry", row["id"], entry)


def _circles(entries: Sequence[Document], place_by_id: Mapping[str, int]) -> list[list[str]]:
    """Return the corrections that lead back to themselves, each circle once."""
    of = {row["id"]: row["of"] for row in entries if row["type"] == CORRECTED}
    circles: list[list[str]] = []
    done: set[str] = set()
    for start in of:
        path: list[str] = []
        here: str | None = start
        while here is not None and here in of and here not in done:
            done.add(here)
            path.append(here)
            here = of[here]
        if here in path:
            circles.append(sorted(path[path.index(here) :], key=lambda entry: place_by_id[entry]))
    return circles


def _circle_breaches(circles: Sequence[Sequence[str]], place_by_id: Mapping[str, int]) -> Iterator[Breach]:
    for circle in circles:
        places = tuple(f"/entries/{place_by_id[one]}/of" for one in circle)
        facts: dict[str, Any] = {"entries": list(circle[:MAX_NAMED])}
        if len(circle) > MAX_NAMED:
            facts["more"] = len(circle) - MAX_NAMED
        yield Breach("correction-cycle", places, tuple(circle), facts)


def _date_breaches(entries: Sequence[Document]) -> Iterator[Breach]:
    """Yield entries dated before an earlier entry; corrections may have any date."""
    latest = ""
    for number, row in enumerate(entries):
        on = row.get("on")
        if on is None or row["type"] == CORRECTED:
            continue
        if on < latest:
            facts = {"entry": row["id"], "on": on, "before": latest}
            yield Breach("entry-order", (f"/entries/{number}/on",), (row["id"],), facts)
        latest = max(latest, on)

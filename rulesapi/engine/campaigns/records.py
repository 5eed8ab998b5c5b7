"""A campaign's record as it is read: its entries in order, each as the corrections after it leave it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulesapi.engine.campaigns.breaches import MAX_NAMED, Breach
from rulesapi.engine.values.model import Document

JOINED, MOVED_OUT, REPLACED, PLAYED, CORRECTED, ENDED = "joined", "left", "replaced", "played", "corrected", "ended"
UPGRADED = "upgraded"
"""An entry that says by which release of the catalog the record is judged since; the record says so as well."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry as it counts: by its first id, at the place where its words stand, told by the last correction of it."""

    id: str
    at: str
    told_by: str
    document: Document


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """The entries that count, in order, and what is wrong with the order of the record."""

    entries: tuple[Entry, ...]
    breaches: tuple[Breach, ...]


def read_entries(rows: Sequence[Document]) -> ReadRecord:
    """The entries that count. A correction puts its words in the place of the entry it corrects, or takes that back."""
    breaches: list[Breach] = []
    place: dict[str, int] = {}
    for number, row in enumerate(rows):
        if row["id"] in place:
            breaches.append(Breach("entry-repeated", (f"/entries/{number}/id",), (row["id"],), {"entry": row["id"]}))
        else:
            place[row["id"]] = number
    in_circles = _circles(rows, place)
    breaches += _circle_breaches(in_circles, place)
    circling = {one for circle in in_circles for one in circle}
    standing: dict[str, Entry | None] = {}
    roots: dict[str, str] = {}
    for number, row in enumerate(rows):
        if place[row["id"]] != number:
            continue
        if row["type"] != CORRECTED:
            standing[row["id"]] = Entry(row["id"], f"/entries/{number}", row["id"], row)
            roots[row["id"]] = row["id"]
        elif row["id"] not in circling:
            breaches += _correct(row, number, place, standing, roots)
    breaches += _date_breaches(rows)
    return ReadRecord(tuple(entry for entry in standing.values() if entry is not None), tuple(breaches))


def _correct(
    row: Document,
    number: int,
    place: Mapping[str, int],
    standing: dict[str, Entry | None],
    roots: dict[str, str],
) -> Iterator[Breach]:
    """Carry out a correction, of an entry or of another correction, that corrects what stands before it."""
    of, at = row["of"], f"/entries/{number}/of"
    if of not in place:
        yield Breach("unknown-entry", (at,), (row["id"],), {"of": of})
    elif place[of] > number:
        yield Breach("entry-order", (at,), (row["id"], of), {"entry": row["id"], "of": of})
    elif of in roots:  # else what it corrects counts for nothing itself, and that has been said
        root = roots[row["id"]] = roots[of]
        entry = row["entry"]
        standing[root] = None if entry is None else Entry(root, f"/entries/{number}/entry", row["id"], entry)


def _circles(rows: Sequence[Document], place: Mapping[str, int]) -> list[list[str]]:
    """Corrections that lead back to themselves, each circle once."""
    of = {row["id"]: row["of"] for row in rows if row["type"] == CORRECTED}
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
            circles.append(sorted(path[path.index(here) :], key=lambda one: place[one]))
    return circles


def _circle_breaches(circles: Sequence[Sequence[str]], place: Mapping[str, int]) -> Iterator[Breach]:
    for circle in circles:
        places = tuple(f"/entries/{place[one]}/of" for one in circle)
        facts: dict[str, Any] = {"entries": list(circle[:MAX_NAMED])}
        if len(circle) > MAX_NAMED:
            facts["more"] = len(circle) - MAX_NAMED
        yield Breach("correction-cycle", places, tuple(circle), facts)


def _date_breaches(rows: Sequence[Document]) -> Iterator[Breach]:
    """Entries of a day before that of an entry above; corrections may be about any day."""
    latest = ""
    for number, row in enumerate(rows):
        on = row.get("on")
        if on is None or row["type"] == CORRECTED:
            continue
        if on < latest:
            facts = {"entry": row["id"], "on": on, "before": latest}
            yield Breach("entry-order", (f"/entries/{number}/on",), (row["id"],), facts)
        latest = max(latest, on)

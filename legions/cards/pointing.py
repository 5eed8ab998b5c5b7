"""Showing where in a query something means nothing."""

from collections.abc import Iterable
from dataclasses import dataclass

from catalog.faults import Fault

AROUND = 24


@dataclass(frozen=True, slots=True)
class Pointed:
    """A fault of a query for a page: the word that is meant, what stands before and after it, and the sentence."""

    before: str
    word: str
    after: str
    message: str


def pointed(query: str, faults: Iterable[Fault]) -> list[Pointed]:
    """Return the faults of `query` with the words that they point at and a little of what stands around them."""
    return [_pointed(query, fault) for fault in faults]


def _pointed(query: str, fault: Fault) -> Pointed:
    start = fault.offset or 0
    end = start + (fault.length or 0)
    before, after = query[:start], query[end:]
    return Pointed(
        before=before if len(before) <= AROUND else "…" + before[-AROUND:],
        word=query[start:end] if end - start <= 60 else query[start : start + 59] + "…",
        after=after if len(after) <= AROUND else after[:AROUND] + "…",
        message=fault.message,
    )

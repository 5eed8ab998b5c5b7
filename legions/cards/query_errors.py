"""Showing where in a query something means nothing."""

from collections.abc import Iterable
from dataclasses import dataclass

from catalog.documents.errors import Fault

CONTEXT_LENGTH = 24


@dataclass(frozen=True, slots=True)
class QueryErrorView:
    """A fault of a query for a page: the word that is meant, what stands before and after it, and the sentence."""

    before: str
    word: str
    after: str
    message: str


def query_error_views(query: str, errors: Iterable[Fault]) -> list[QueryErrorView]:
    """Return the faults of `query` with the words that they point at and a little of what stands around them."""
    return [_pointed(query, error) for error in errors]


def _pointed(query: str, error: Fault) -> QueryErrorView:
    start = error.offset or 0
    end = start + (error.length or 0)
    before, after = query[:start], query[end:]
    return QueryErrorView(
        before=before if len(before) <= CONTEXT_LENGTH else "…" + before[-CONTEXT_LENGTH:],
        word=query[start:end] if end - start <= 60 else query[start : start + 59] + "…",
        after=after if len(after) <= CONTEXT_LENGTH else after[:CONTEXT_LENGTH] + "…",
        message=error.message,
    )

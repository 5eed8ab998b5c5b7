"""Display of errors in queries with their context."""

from collections.abc import Iterable
from dataclasses import dataclass

from catalog.documents.errors import Fault

CONTEXT_LENGTH = 24


@dataclass(frozen=True, slots=True)
class QueryErrorView:
    """An error in a query for a page: the word at fault, the text before and after it, and the message."""

    before: str
    word: str
    after: str
    message: str


def query_error_views(query: str, errors: Iterable[Fault]) -> list[QueryErrorView]:
    """Return the errors of `query` with the words they point at and some surrounding text."""
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

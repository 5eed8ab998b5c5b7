"""Pagination of people's own data: `{"next": address or null, "results": [...]}`, the newest first.

A cursor holds the key of the last result, so that a client sees each result once, even if others change meanwhile.
"""

import json
from collections.abc import Iterable
from datetime import datetime
from itertools import islice
from typing import Any, ClassVar
from uuid import UUID

from django.db.models import Q, QuerySet
from rest_framework.pagination import BasePagination
from rest_framework.request import Request

from catalog.api_base import query_params
from catalog.api_base.pagination import decode_cursor, encode_cursor, invalid_cursor
from catalog.api_base.query_params import QueryParameter
from catalog.snapshots import MAX_NUMBER

CURSOR_PARAMETER = QueryParameter(
    "cursor", "The start of the page, from the address in `next`.", query_params.CURSOR.schema
)


class NumberPagination(BasePagination):
    """Pagination by a numeric `field`."""

    field: ClassVar[str] = "pk"
    next_page: str | None = None

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any]:
        """Return the results of the requested page. Raises InvalidInput for an invalid cursor."""
        limit = view.query.get("limit", query_params.DEFAULT_LIMIT)
        if "cursor" in view.query:
            queryset = queryset.filter(self.beyond(view.query["cursor"]))
        return self.first_page(self.rows(self.ordered(queryset), limit, view), request, view)

    def first_page(self, results: Iterable[Any], request: Request, view: Any) -> list[Any]:
        """Return the first page of these results, and set the address of the next page."""
        limit = view.query.get("limit", query_params.DEFAULT_LIMIT)
        page = list(islice(results, limit + 1))
        if len(page) > limit:
            cursor = encode_key(self.key(page[limit - 1]))
            self.next_page = query_params.next_address(request.path, view.query, cursor)
        return page[:limit]

    def page_document(self, data: list[Any]) -> dict[str, Any]:
        """Return the page with the results `data`, as JSON."""
        return {"next": self.next_page, "results": data}

    def ordered(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return the queryset in the order of the pagination."""
        return queryset.order_by(f"-{self.field}")

    def rows(self, queryset: QuerySet[Any], limit: int, view: Any) -> Iterable[Any]:
        """Return the results in order, one more than fits on a page: it shows whether there is another page."""
        return queryset[: limit + 1]

    def beyond(self, cursor: str) -> Q:
        """Return the condition for results after a cursor. Raises InvalidInput for an invalid one."""
        return Q(**{f"{self.field}__lt": parse_number(cursor)})

    def key(self, row: Any) -> Any:
        """Return the key of a result for the cursor."""
        return getattr(row, self.field)


class SequencePagination(NumberPagination):
    """Pagination of an append-only sequence, the last first. Each result is a tuple of its number, from 1 on, and the
    item.
    """

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any]:
        """Return the numbers and items of the page. Raises InvalidInput for an invalid cursor."""
        end = parse_number(view.query["cursor"]) - 1 if "cursor" in view.query else None
        return self.first_page(reversed(list(enumerate(queryset, 1))[:end]), request, view)

    def key(self, row: Any) -> int:
        """Return the number of a result."""
        return row[0]


class CreationPagination(NumberPagination):
    """Pagination by time of creation, the latest first."""

    def ordered(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return the queryset in the order of the pagination."""
        return queryset.order_by("-created_at", "-pk")

    def beyond(self, cursor: str) -> Q:
        """Return the condition for objects created before the cursor. Raises InvalidInput for an invalid one."""
        created, pk = parse_creation(cursor)
        return Q(created_at__lt=created) | Q(created_at=created, pk__lt=pk)

    def key(self, row: Any) -> Any:
        """Return the time of creation and the primary key of an object."""
        return [row.created_at.isoformat(), str(row.pk)]


def parse_creation(token: str) -> tuple[datetime, UUID]:
    """Return the time of creation and the primary key in a cursor. Raises InvalidInput for an invalid one."""
    try:
        created, pk = decode_key(token)
        when = datetime.fromisoformat(created)
        if when.tzinfo is None:
            raise ValueError
        return when, UUID(pk)
    except (ValueError, TypeError, AttributeError, OverflowError) as error:
        raise invalid_cursor() from error


def parse_number(token: str) -> int:
    """Return the number in a cursor. Raises InvalidInput for an invalid one."""
    try:
        found = decode_key(token)
    except ValueError as error:
        raise invalid_cursor() from error
    if type(found) is not int or not 1 <= found <= MAX_NUMBER:
        raise invalid_cursor()
    return found


def encode_key(key: Any) -> str:
    """Return a key encoded as a cursor."""
    return encode_cursor(json.dumps(key, separators=(",", ":")))


def decode_key(token: str) -> Any:
    """Return the key in a cursor. Raises ValueError for an invalid one."""
    return json.loads(decode_cursor(token))

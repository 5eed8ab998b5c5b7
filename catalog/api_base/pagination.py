"""Lists with cursor pagination: `{"release": 12, "next": address or null, "results": [...]}`.

A cursor contains the release and the key of the last result, so a client sees each result once, regardless of
publications meanwhile. A key is a short text that defines the order of the results, such as `game/slug`.
"""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, NamedTuple

from rest_framework.pagination import BasePagination
from rest_framework.request import Request

from catalog.api_base import query_params
from catalog.api_base.query_params import QueryParameter
from catalog.api_base.renderers import dumps
from catalog.api_base.response_cache import CachedResponse, digest_etag
from catalog.api_base.views import CachedReadView
from catalog.documents.errors import Fault, InvalidInput
from catalog.snapshots import Snapshot

_CURSOR = re.compile(r"([1-9][0-9]{0,9}) ([a-z0-9./-]{1,250})\Z", re.ASCII)


class Row(NamedTuple):
    """A result: its key, its JSON, and the title of a document without a name."""

    key: str
    text: str
    title: str = ""


GetRows = Callable[[str | None, int], list[Row]]
"""Takes a key and a limit, and returns up to that number of rows after the key."""


class Cursor(NamedTuple):
    """The start of a page: the release, and the key of the result before it."""

    release: int
    after: str

    @classmethod
    def read(cls, token: str) -> "Cursor":
        """Return the cursor encoded as `token`. Raises InvalidInput `invalid-parameter`."""
        try:
            plain = decode_cursor(token)
        except ValueError:
            plain = ""
        match = _CURSOR.match(plain)
        if match is None:
            raise invalid_cursor()
        return cls(int(match[1]), match[2])

    def write(self) -> str:
        """Return the cursor as a URL parameter."""
        return encode_cursor(f"{self.release} {self.after}")


def encode_cursor(text: str) -> str:
    """Return ASCII text encoded for an address."""
    return urlsafe_b64encode(text.encode("ascii")).decode("ascii").rstrip("=")


def decode_cursor(token: str) -> str:
    """Return the text encoded as `token`. Raises ValueError for an invalid token."""
    return urlsafe_b64decode(token + "=" * (-len(token) % 4)).decode("ascii")


def invalid_cursor(message: str = "This is no cursor of ours. Take it from the address in next.") -> InvalidInput:
    """Return the error for an invalid cursor."""
    return InvalidInput("invalid-parameter", [Fault("/cursor", "invalid-parameter", message)])


class ReleaseCursorPagination(BasePagination):
    """Cursor pagination within one release."""

    cursor: Cursor | None = None
    has_more = False

    def read_cursor(self, query: Mapping[str, Any]) -> None:
        """Read the start of the page. Raises InvalidInput for an invalid cursor, or for a cursor of another release."""
        if token := query.get("cursor"):
            self.cursor = Cursor.read(token)
            if query.get("release", self.cursor.release) != self.cursor.release:
                raise invalid_cursor(
                    f"The cursor belongs to release {self.cursor.release}. Leave release out, or start again without "
                    "a cursor."
                )

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any]:
        """Return the rows of the page. `queryset` is a `GetRows`; one extra row shows whether another page follows."""
        limit = view.query.get("limit", query_params.DEFAULT_LIMIT)
        rows = queryset(self.cursor.after if self.cursor else None, limit + 1)
        self.has_more = len(rows) > limit
        return rows[:limit]

    def next_page(self, view: "CursorListView", release: int, shown: Sequence[Row]) -> str | None:
        """Return the address of the next page, None on the last page."""
        if not self.has_more:
            return None
        cursor = Cursor(release, shown[-1].key).write()
        return query_params.next_address(view.request.path, view.query, cursor)


class CursorListView(CachedReadView):
    """Base of paginated lists of one release."""

    parameters: ClassVar[tuple[QueryParameter, ...]] = query_params.LISTING
    pagination_class = ReleaseCursorPagination
    paginator: ReleaseCursorPagination

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Read the parameters including the cursor. Raises InvalidInput for a cursor of another release."""
        super().initial(request, *args, **kwargs)
        self.paginator = self.pagination_class()
        self.paginator.read_cursor(self.query)

    def release(self) -> int | None:
        """Return the release of the cursor, or the requested release if there is no cursor."""
        return self.paginator.cursor.release if self.paginator.cursor else super().release()

    def rows(self, snapshot: Snapshot, after: str | None, most: int) -> list[Row]:
        """Return at most `most` results after the key `after`, sorted by key."""
        raise NotImplementedError

    def extra_members(self, snapshot: Snapshot, shown: Sequence[Row]) -> Iterator[tuple[str, Any]]:
        """Yield the additional members of a page, by name. Most lists have none."""
        return iter(())

    def make_response(self, snapshot: Snapshot, **address: Any) -> CachedResponse:
        """Return one page with its results as their stored text."""
        shown = self.paginator.paginate_queryset(partial(self.rows, snapshot), self.request, view=self)
        extra = b"".join(b"%b:%b," % (dumps(name), dumps(value)) for name, value in self.extra_members(snapshot, shown))
        body = b'{%b"next":%b,"release":%d,"results":[%b]}' % (
            extra,
            dumps(self.paginator.next_page(self, snapshot.release, shown)),
            snapshot.release,
            ",".join(row.text for row in shown).encode(),
        )
        return CachedResponse(body, digest_etag(body))

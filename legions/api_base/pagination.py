"""Lists of what somebody keeps, a page at a time.

A cursor holds the key of the last result, so that a walk sees each once, whatever is changed meanwhile.
"""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from itertools import islice
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.db.models import Q, QuerySet

from catalog.api_base import query_params
from catalog.api_base.query_params import QueryParameter
from catalog.documents.errors import Fault, InvalidInput
from catalog.documents.folding import fold
from catalog.publishing.snapshots import MAX_NUMBER
from legions.accounts.holders import Holder
from legions.saved_lists.models import FOLDER_LENGTH, Legion
from legions.saved_lists.tags import clean_name

from ..saved_lists import api_documents


def _truth(name: str, about: str) -> QueryParameter:
    return QueryParameter(
        name, about, {"type": "string", "pattern": "^(true|false)$", "maxLength": 5, "title": "true or false"}
    )


def _text(name: str, about: str, most: int) -> QueryParameter:
    return QueryParameter(name, about, {"type": "string", "minLength": 1, "maxLength": most})


CURSOR_PARAMETER = QueryParameter(
    "cursor", "Where the page starts: taken from the address in `next`.", query_params.CURSOR.schema
)
PARAMETERS = (
    query_params.slug("game", "Only those of this game."),
    _text("folder", "Only those in this folder; `-` for those in none.", FOLDER_LENGTH),
    _text("tag", "Only those with this tag, in whatever case.", 60),
    _truth("archived", "Only those that are archived, or that are not."),
    _truth("deleted", "With `true` those in the trash. Left out: those that are not."),
    query_params.LIMIT,
    CURSOR_PARAMETER,
)


def legions_page(holder: Holder, asked: Mapping[str, Any], path: str) -> dict[str, Any]:
    """Return a page of what `holder` keeps, those made last first. Raises InvalidInput for a cursor that is none."""
    limit = asked.get("limit", query_params.DEFAULT_LIMIT)
    found = (
        _found(holder, asked)
        .order_by("-created_at", "-pk")
        .values(*api_documents.LIST_COLUMNS, **api_documents.DOCUMENT_COLUMNS)
    )
    rows = list(islice(_tagged(found.iterator(chunk_size=limit + 1), asked.get("tag", "")), limit + 1))
    last = rows[limit - 1] if len(rows) > limit else None
    return {
        "next": last and next_page_url(path, asked, last["created_at"], last["id"]),
        "results": [api_documents.list_item(row) for row in rows[:limit]],
    }


def _found(holder: Holder, asked: Mapping[str, Any]) -> QuerySet[Legion]:
    held = Legion.objects.held_by(holder).filter(deleted_at__isnull=asked.get("deleted") != "true")
    if "game" in asked:
        held = held.filter(game=asked["game"])
    if "folder" in asked:
        held = held.filter(folder="" if asked["folder"] == "-" else clean_name(asked["folder"]))
    if "archived" in asked:
        held = held.filter(archived_at__isnull=asked["archived"] != "true")
    if "tag" in asked:  # no database finds it in the document alone; both find the word among those it is searched by
        held = held.filter(searched__contains=fold(asked["tag"]))
    if "cursor" in asked:
        created, pk = parse_cursor(asked["cursor"])
        held = held.filter(Q(created_at__lt=created) | Q(created_at=created, pk__lt=pk))
    return held


def _tagged(rows: Iterator[dict[str, Any]], tag: str) -> Iterator[dict[str, Any]]:
    wanted = clean_name(tag).casefold()
    for row in rows:
        if not tag or wanted in (one.casefold() for one in api_documents.row_tags(row)):
            yield row


# -- cursors -------------------------------------------------------------------------------------------------------


def next_page_url(path: str, asked: Mapping[str, Any], created: datetime, pk: UUID) -> str:
    """Return the address of the page after what was made then, with this id."""
    return f"{path}?{urlencode({**asked, 'cursor': encode_key([created.isoformat(), str(pk)])})}"


def parse_cursor(token: str) -> tuple[datetime, UUID]:
    """Return when what a page starts after was made, and its id. Raises InvalidInput for a cursor that is none."""
    try:
        created, pk = decode_key(token)
        when = datetime.fromisoformat(created)
        if when.tzinfo is None:
            raise ValueError
        return when, UUID(pk)
    except (ValueError, TypeError, AttributeError, OverflowError) as error:
        raise invalid_cursor() from error


def encode_key(key: Any) -> str:
    """Return a key as it stands in an address."""
    return urlsafe_b64encode(json.dumps(key, separators=(",", ":")).encode("ascii")).decode("ascii").rstrip("=")


def decode_key(token: str) -> Any:
    """Return the key that was written as `token`. Raises ValueError for what is none."""
    return json.loads(urlsafe_b64decode(token + "=" * (-len(token) % 4)).decode("ascii"))


def invalid_cursor() -> InvalidInput:
    """Return the refusal of a cursor."""
    message = "This is no cursor of ours. Take it from the address in next."
    return InvalidInput("invalid-parameter", [Fault("/cursor", "invalid-parameter", message)])


# -- states --------------------------------------------------------------------------------------------------------


def states_page(legion: Legion, asked: Mapping[str, Any], path: str) -> dict[str, Any]:
    """Return a page of the states of a legion, the newest first. Raises InvalidInput for a cursor that is none."""
    limit = asked.get("limit", query_params.DEFAULT_LIMIT)
    found = legion.revisions.order_by("-number").defer("document")
    if "cursor" in asked:
        found = found.filter(number__lt=parse_number(asked["cursor"]))
    rows = list(found[: limit + 1])
    last = {**asked, "cursor": encode_key(rows[limit - 1].number)} if len(rows) > limit else None
    return {
        "next": last and f"{path}?{urlencode(last)}",
        "results": [api_documents.state_item(row) for row in rows[:limit]],
    }


def parse_number(token: str) -> int:
    """Return the number that a page starts before. Raises InvalidInput for a cursor that is none."""
    try:
        found = decode_key(token)
    except ValueError as error:
        raise invalid_cursor() from error
    if type(found) is not int or not 1 <= found <= MAX_NUMBER:
        raise invalid_cursor()
    return found


# -- what has numbers ------------------------------------------------------------------------------------------------


def numbered_page(
    found: QuerySet[Any], asked: Mapping[str, Any], path: str, line: Callable[[Any], dict[str, Any]]
) -> dict[str, Any]:
    """Return a page of rows as `line` tells them, those made last first.

    Raises InvalidInput for a cursor that is none.
    """
    limit = asked.get("limit", query_params.DEFAULT_LIMIT)
    if "cursor" in asked:
        found = found.filter(pk__lt=parse_number(asked["cursor"]))
    rows = list(found.order_by("-pk")[: limit + 1])
    last = {**asked, "cursor": encode_key(rows[limit - 1].pk)} if len(rows) > limit else None
    return {"next": last and f"{path}?{urlencode(last)}", "results": [line(row) for row in rows[:limit]]}

"""Filters of saved lists in the API."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.db.models import QuerySet

from catalog.api_base import query_params
from catalog.api_base.query_params import QueryParameter
from legions.accounts.holders import Holder
from legions.api_base.pagination import CURSOR_PARAMETER, CreationPagination
from legions.changes.tags import clean_name
from legions.my_lists import api_documents
from legions.saved_lists.models import FOLDER_LENGTH, Legion


def _truth(name: str, about: str) -> QueryParameter:
    return QueryParameter(
        name, about, {"type": "string", "pattern": "^(true|false)$", "maxLength": 5, "title": "true or false"}
    )


def _text(name: str, about: str, most: int) -> QueryParameter:
    return QueryParameter(name, about, {"type": "string", "minLength": 1, "maxLength": most})


PARAMETERS = (
    query_params.slug("game", "Only results of this game."),
    _text("folder", "Only legions in this folder; `-` for those in no folder.", FOLDER_LENGTH),
    _text("tag", "Only legions with this tag; case is ignored.", 60),
    _truth("archived", "Only legions that are archived, or that are not."),
    _truth("deleted", "With `true` legions in the trash. Default: legions that are not."),
    query_params.LIMIT,
    CURSOR_PARAMETER,
)


def filter_legions(holder: Holder, params: Mapping[str, Any]) -> QuerySet[Any]:
    """Return the rows of `holder`'s lists that match. Rows without the tag may be included; see `LegionPagination`."""
    legions = Legion.objects.held_by(holder).filter(deleted_at__isnull=params.get("deleted") != "true")
    if "game" in params:
        legions = legions.filter(game=params["game"])
    if "folder" in params:
        legions = legions.filter(folder="" if params["folder"] == "-" else clean_name(params["folder"]))
    if "archived" in params:
        legions = legions.filter(archived_at__isnull=params["archived"] != "true")
    if "tag" in params:  # narrowed by the index text here, exactly in `LegionPagination`
        legions = legions.perhaps_tagged(params["tag"])
    return legions.values(*api_documents.LIST_COLUMNS, **api_documents.DOCUMENT_COLUMNS)


class LegionPagination(CreationPagination):
    """The pagination of saved lists, which also filters by tag."""

    def rows(self, queryset: QuerySet[Any], limit: int, view: Any) -> Iterable[Any]:
        """Return the rows with the requested tag, or all."""
        return _tagged(queryset.iterator(chunk_size=limit + 1), view.query.get("tag", ""))

    def key(self, row: Any) -> Any:
        """Return the key of a row: time of creation and id."""
        return [row["created_at"].isoformat(), str(row["id"])]


def _tagged(legion_rows: Iterator[dict[str, Any]], tag: str) -> Iterator[dict[str, Any]]:
    name = clean_name(tag).casefold()
    for row in legion_rows:
        if not tag or name in (one.casefold() for one in api_documents.row_tags(row)):
            yield row

"""API documents of saved lists, their states and their links."""

import json
from collections.abc import Mapping
from typing import Any

from django.db.models.fields.json import KT
from django.urls import reverse

from catalog.documents.differences import ABSENT, differences
from legions.own_numbers.applied_numbers import shown_with_numbers
from legions.saved_lists.models import Legion, LegionRevision


def legion_document(legion: Legion) -> dict[str, Any]:
    """Return a saved list with its document."""
    return {
        "id": str(legion.pk),
        "url": reverse("api-legion", args=[legion.pk]),
        "version": legion.version,
        "legion": legion.document,
        "folder": legion.folder,
        "archived": legion.archived_at is not None,
        "what": legion.what,
        "created_at": legion.created_at,
        "updated_at": legion.updated_at,
        "deleted_at": legion.deleted_at,
    }


LIST_COLUMNS = ("id", "version", "game", "folder", "archived_at", "created_at", "updated_at", "deleted_at")
# As texts: read as JSON, SQLite returns the name "6" as a number.
DOCUMENT_COLUMNS = {"named": KT("document__name"), "tagged": KT("document__tags")}


def row_tags(row: Mapping[str, Any]) -> list[str]:
    """Return the tags in a row of a query for lists."""
    return json.loads(row["tagged"]) if row["tagged"] else []


def list_item(row: dict[str, Any]) -> dict[str, Any]:
    """Return a saved list for an overview: name and tags instead of the document."""
    return {
        **{name: row[name] for name in LIST_COLUMNS if name not in ("id", "archived_at")},
        "id": str(row["id"]),
        "url": reverse("api-legion", args=[row["id"]]),
        "name": row["named"] or "",
        "tags": row_tags(row),
        "archived": row["archived_at"] is not None,
    }


def state_item(state: LegionRevision) -> dict[str, Any]:
    """Return a state in the history of a list, without its document."""
    return {
        "number": state.number,
        "url": reverse("api-legion-state", args=[state.legion_id, state.number]),
        "what": state.what,
        "saved_at": state.saved_at,
    }


def state_document(state: LegionRevision) -> dict[str, Any]:
    """Return a state of a list with its document."""
    return {**state_item(state), "legion": state.document}


def state_differences(before: LegionRevision, after: LegionRevision) -> dict[str, Any]:
    """Return the differences of two states by pointer."""
    found = differences(before.document, after.document)
    return {
        "before": before.number,
        "after": after.number,
        "differences": [
            {
                "pointer": one.pointer,
                **{
                    name: value for name, value in (("before", one.before), ("after", one.after)) if value is not ABSENT
                },
            }
            for one in found
        ],
    }


def link_document(legion: Legion) -> dict[str, Any]:
    """Return the sharing state of a list with its link, which is None if it is not shared."""
    key = legion.share_key
    return {
        "key": key,
        "page": reverse("shared", args=[key]) if key else None,
        "url": reverse("api-shared-legion", args=[key]) if key else None,
        "public": legion.public,
        "shows_collection": legion.shows_collection,
        "public_barred": legion.barred,
    }


def shared_document(legion: Legion, by: str, role: str | None) -> dict[str, Any]:
    """Return a shared list as its link shows it; `role` belongs to the user named `by`."""
    return {
        "legion": shown_with_numbers(legion),
        "by": by,
        "role": role,
        "public": legion.public,
        "updated_at": legion.updated_at,
    }

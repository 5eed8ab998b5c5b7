"""Libraries for previews: the newest release with some documents added, replaced or removed."""

from typing import Any

from catalog import snapshots
from catalog.documents import COMMON_TYPES
from catalog.extensions import PlannedPublication
from catalog.models import Revision
from catalog.publishing import identity
from rulesapi.engine.core.library import Library
from rulesapi.judging import verdicts
from rulesapi.judging.parsed_documents import read_documents

UNREAD_KINDS = frozenset(COMMON_TYPES) - frozenset(verdicts.LIBRARY_KINDS)
"""The kinds of documents that lists are not judged with, such as sections of rulebooks."""


def preview_library(game: str, plan: PlannedPublication) -> Library:
    """Return the library of a game as it would be after a publication plan is carried out.

    Unchanged cards are shared with the library of the newest release. Raises InvalidInput `unknown-game` or
    `not-judged-yet`, LookupError for an unknown ruleset.
    """
    now = verdicts.library(game)
    changed = {identity(change.document): change.document for change in plan.changes}
    gone = {one.pk for one in plan.moved}
    standing = Revision.objects.at(snapshots.newest().release).filter(game=game).exclude(kind__in=UNREAD_KINDS)
    documents: dict[Any, dict[str, Any]] = {
        identity(document): document
        for (pk, _created_at), document in read_documents(standing).items()
        if pk not in gone
    }
    documents |= {key: document for key, document in changed.items() if key[0] == game}
    frame = {kind: [one for one in documents.values() if one["kind"] == kind] for kind in COMMON_TYPES}
    cards = [one for one in documents.values() if one["kind"] not in COMMON_TYPES]
    return Library.build(
        release=now.release,
        game=frame["game"][0],
        cards=[(one, now.cards[one["slug"]]) if _is_unchanged(now, one) else one for one in cards],
        formats=frame["format"],
        house_rules=frame["house-rule"],
        rulings=frame["ruling"],
        sets=frame["set"],
        adventures=frame["adventure"],
    )


def affected_games(plan: PlannedPublication) -> list[str]:
    """Return the games that a plan changes."""
    return sorted({change.document["game"] for change in plan.changes})


def _is_unchanged(now: Library, document: dict[str, Any]) -> bool:
    return now.documents.get(document["slug"]) == document

"""Test data for changesets: curators who publish, cards with a source, and changesets of such cards."""

from typing import Any

from catalog import publishing
from catalog.models import Changeset, Record, Release
from catalog.models.changesets import ChangesetOrigin, ChangesetState, changeset_state
from catalog.publishing import changeset_publication, changeset_review, changesets
from catalog.publishing.changesets import changeset_drafts, changeset_token
from tests import factories

SOURCE = "The card"


def card(number: int, **facts: Any) -> dict[str, Any]:
    entry = {"source": facts.pop("source", SOURCE), "checked": False}
    return factories.creature(slug=f"card-{number}", name=f"Card {number}", **facts) | {"sources": {"": entry}}


def table(documents: list[dict[str, Any]], by: Any, why: str = "Wave two") -> Changeset:
    """Save documents as the drafts of a new changeset."""
    changeset = changesets.new_changeset(title=why, origin=ChangesetOrigin.TABLE, by=by)
    expected = {
        publishing.identity(one): publishing.edit_token(Record.objects.filter(slug=one["slug"]).first())
        for one in documents
    }
    publishing.save_drafts(documents, by=by, why=why, expected=expected, held=publishing.not_asked, changeset=changeset)
    return changeset


def seen(changeset: Changeset) -> str:
    return changeset_token(changeset_drafts(changeset))


def state(changeset: Changeset) -> ChangesetState:
    return changeset_state(Changeset.objects.counted().get(pk=changeset.pk))


def published(changeset: Changeset, author: Any, reviewer: Any) -> Release:
    """Put a changeset up for review, approve and publish it."""
    changeset_review.submit_rows(changeset, by=author, seen=seen(changeset))
    changeset_review.approve_rows(changeset, by=reviewer, seen=seen(changeset))
    return changeset_publication.publish_changeset(changeset, by=reviewer, seen=seen(changeset))[0]

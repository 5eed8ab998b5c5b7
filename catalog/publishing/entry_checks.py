"""Checks of documents before they are reviewed: the faults that would keep them out of a release.

Every entrance to the catalog reports the faults of `planning.compare`, with equal codes and messages. Files are checked
when they are published, rows of a table when they become drafts. A single draft may be saved with faults, to work on
it; it is checked when it is submitted for review, and again when it is approved.
"""

from collections.abc import Collection, Sequence

from catalog.documents.errors import Fault, InvalidInput
from catalog.models import Revision, Stage
from catalog.models.drafts import DraftAction
from catalog.publishing.planning import (
    CheckedDocuments,
    Document,
    Progress,
    ReasonOf,
    check_documents,
    compare,
    identity,
    no_progress,
    not_asked,
)
from catalog.publishing.published_revisions import PublishedRevisions
from catalog.publishing.referable_drafts import ReferableDrafts

STAGES_AT: dict[DraftAction, tuple[Stage, ...]] = {
    DraftAction.SENT: (Stage.DRAFT, Stage.REVIEW, Stage.APPROVED),
    DraftAction.APPROVED: (Stage.REVIEW, Stage.APPROVED),
}
"""The stages of other drafts that a draft may refer to when an action is taken on it."""


class Unpublishable(InvalidInput):
    """A draft with faults that would keep it out of a release; nothing was written.

    Pointers begin with the index of the draft if there are several.
    """

    def __init__(self, faults: Collection[Fault]) -> None:
        super().__init__("unpublishable", faults)


def entry_faults(incoming: Sequence[Document], progress: Progress = no_progress) -> list[tuple[int, Fault]]:
    """Return the faults of documents that are to become drafts, each with the index of its document.

    The documents may refer to published documents, to each other, and to any draft. Their sources are not checked:
    that depends on the states that they start from (`provenance`).
    """
    return _lasting_faults(check_documents(incoming, progress), None, DraftAction.SENT)


def draft_faults(drafts: Sequence[Revision], before: DraftAction = DraftAction.SENT) -> list[tuple[int, Fault]]:
    """Return the faults that prevent an action on drafts: submitting them for review, or approving them.

    Each fault has the index of its draft. Former sources of new values are not asked about, since that was done when
    the drafts were saved.
    """
    reasons = {identity(draft.document): draft.unsourced_reason for draft in drafts}
    checked = check_documents([draft.document for draft in drafts])
    return _lasting_faults(checked, lambda document: reasons[identity(document)], before)


def _lasting_faults(
    checked: CheckedDocuments, reason_of: ReasonOf | None, before: DraftAction
) -> list[tuple[int, Fault]]:
    """Return the faults of documents that remain if the drafts that wait with them are published, too."""
    games = {document["game"] for _index, document in checked.valid}
    in_force = PublishedRevisions(games)
    alone = compare(checked, in_force=in_force, held=not_asked, reason_of=reason_of).faults
    if not alone:
        return []
    waiting = ReferableDrafts(games, STAGES_AT[before])
    among = compare(checked, in_force=in_force, held=not_asked, reason_of=reason_of, waiting=waiting).faults
    known = {(index, fault.pointer, fault.code) for index, fault in alone}
    return [(index, fault) for index, fault in among if (index, fault.pointer, fault.code) in known]


def check_publishable(drafts: Sequence[Revision], before: DraftAction) -> None:
    """Raise Unpublishable if one of the drafts has a fault that prevents an action; other actions need no check."""
    if before not in STAGES_AT:
        return
    if faults := draft_faults(drafts, before):
        several = len(drafts) > 1
        raise Unpublishable([fault.under(f"/{index}" if several else "") for index, fault in faults])

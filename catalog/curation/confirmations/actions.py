"""Confirming a fact against the card or its source, and withdrawing the confirmation.

Each action names the value by its digest: if the fact was changed in the meantime, nothing is written. Both actions are
recorded in the audit log.
"""

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from catalog import audit, publishing
from catalog.curation.confirmations.fact_authors import authors_by_fact
from catalog.curation.confirmations.fact_status import FactStatus, confirmations_of_card, fact_statuses
from catalog.documents import provenance
from catalog.errors import Refused
from catalog.models import Confirmation, Record, Revision
from catalog.publishing.planning import identity
from catalog.publishing.releases import lock_writers


class ConfirmationNotAllowed(Refused):
    """The user may not confirm this fact; the reason for users is the text. Nothing was written."""


@transaction.atomic
def confirm(*, record: Record, fact: str, seen: str, by: User, printed: bool, named: bool = False) -> Confirmation:
    """Record that `by` has checked a fact of a published card, against the printed card or else against its source.

    `seen` is the digest of the value that the user saw. A second call returns the existing confirmation. Raises
    Conflict if the fact was changed in the meantime. Raises ConfirmationNotAllowed for an author of the fact and for a
    disputed fact. Without the printed card, it is also raised unless the fact has a source that states it with
    certainty.
    """
    lock_writers()
    revision, status = _seen(record, fact, seen)
    if mine := [other for other in status.confirmations if other.by_id == by.pk]:
        return mine[0]
    if by.pk in authors_by_fact(revision.document)[fact]:
        raise ConfirmationNotAllowed(_("You wrote or offered this. Somebody else confirms it."))
    if status.disputes:
        raise ConfirmationNotAllowed(_("Sources disagree about this. It can be confirmed when somebody has ruled."))
    if not printed and not status.sources:
        raise ConfirmationNotAllowed(_("No source is named for this. Compare it with the printed card."))
    if not printed and not provenance.states_it(status.sources[0]):
        raise ConfirmationNotAllowed(_("Its source is not certain about this. Compare it with the printed card."))
    source = {} if printed else status.sources[0]
    made = Confirmation.objects.create(
        record=revision.record,
        fact=fact,
        digest=seen,
        by=by,
        named=named,
        source=source.get("source", ""),
        page=source.get("page"),
    )
    audit.log_action("fact confirmed", by=by, of=_audit_label(revision, fact), after=_summary(made))
    return made


@transaction.atomic
def withdraw(*, record: Record, fact: str, seen: str, by: User) -> bool:
    """Withdraw the confirmation of this value of a fact by `by`; return whether there was one."""
    lock_writers()
    revision = _in_force(record)
    confirmations = confirmations_of_card(revision.document).filter(by=by)
    mine = next((one for one in confirmations if (one.fact, one.digest) == (fact, seen)), None)
    if mine is None:
        return False
    audit.log_action("fact not confirmed any more", by=by, of=_audit_label(revision, fact), before=_summary(mine))
    mine.delete()
    return True


def _seen(record: Record, fact: str, seen: str) -> tuple[Revision, FactStatus]:
    """Return the published card and the status of a fact with the digest `seen`. Raises Conflict."""
    revision = _in_force(record)
    status = next((one for one in fact_statuses(revision.document) if one.fact == fact), None)
    if status is None or not status.known or status.digest != seen:
        raise publishing.Conflict(
            _("“{fact}” of “{card}” has changed since you opened it. Check it again.").format(
                fact=fact, card=record.slug
            )
        )
    return revision, status


def _in_force(record: Record) -> Revision:
    """Return the card's revision in the newest release. Raises Conflict if there is none."""
    revision = record.revisions.newest().select_related("record").first()
    if revision is None:
        raise publishing.Conflict(_("“{card}” was given another slug, or is not published.").format(card=record.slug))
    return revision


def _audit_label(revision: Revision, fact: str) -> str:
    return f"{'/'.join(identity(revision.document))} {fact}"


def _summary(confirmation: Confirmation) -> dict[str, Any]:
    return {"sha256": confirmation.digest, "source": confirmation.source, "page": confirmation.page}

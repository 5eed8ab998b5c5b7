"""The ruling on a disputed fact: one value is upheld, the others are rejected and kept on record.

The value goes into the draft of its card with its source, and from there through review.
"""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from catalog.curation.contributions.disputes import close, dispute_token, disputes_about_same_fact
from catalog.curation.contributions.quotas import ContributionRefused, trust
from catalog.curation.contributions.review import (
    ACCEPT,
    DECLINE,
    ContributionChanged,
    clean_message,
    save_decision,
    write_to_draft,
)
from catalog.models import Contribution
from catalog.models.disputes import Dispute, DisputeOutcome
from catalog.publishing.releases import lock_writers


@transaction.atomic
def resolve(*, number: int, seen: str, by: User, holds: int | None, why: str) -> None:
    """Rule on a disputed fact: uphold the value of the dispute with number `holds`, or the catalog's value if None.

    `seen` is the token of the disputes that the curator saw. Raises ContributionChanged if they have changed. Raises
    ContributionRefused without a reason, for an author of one of the values, or if the card no longer exists.
    """
    lock_writers()
    disputes = disputes_about_same_fact(number)
    if (
        not disputes
        or dispute_token(disputes) != seen
        or (holds is not None and holds not in {one.pk for one in disputes})
    ):
        raise ContributionChanged
    reason = clean_message(why)
    if not reason:
        raise ContributionRefused(_("Give a reason. It is saved and shown to the contributor."))
    if any(one.contribution.by_id == by.pk for one in disputes):
        raise ContributionRefused(_("You offered one of these values. Another curator decides."))
    for dispute in disputes:
        _settle(dispute, holds=dispute.pk == holds, by=by, why=reason)


def _settle(dispute: Dispute, *, holds: bool, by: User, why: str) -> None:
    """Close a dispute and record the decision in its contribution."""
    offer = Contribution.objects.select_for_update(of=("self",)).get(pk=dispute.contribution_id)
    if holds:
        write_to_draft(offer, {dispute.fact: dispute.value}, by)
    did = {"do": ACCEPT} if holds else {"do": DECLINE, "why": why}
    offer.decided |= {dispute.fact: did}
    save_decision(offer)
    if holds and offer.by is not None:
        trust(offer.by, more=1, by=by)
    close(dispute, DisputeOutcome.HOLDS if holds else DisputeOutcome.OUT, by=by, why=why)

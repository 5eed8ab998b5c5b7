"""Ruling about a fact on which sources disagree: one value holds, the others are ruled out and stay on record.

What holds goes into the draft of its card with its source, and from there through review as everything does.
"""

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext as _

from catalog.models import Contribution
from catalog.models.disputes import Dispute, Outcome
from catalog.publishing.releases import one_at_a_time

from .disputing import close, mark, siblings
from .limits import Refused, trust
from .reviewing import ACCEPT, DECLINE, Moved, said, settled, write


@transaction.atomic
def rule(*, number: int, seen: str, by: AbstractBaseUser, holds: int | None, why: str) -> None:
    """Rule about a fact: of all that stand side by side there the dispute numbered `holds` has it right, or with None
    the catalog.

    `seen` is the mark of what was seen to stand there. Raises Moved, or Refused without a reason, for who brought one
    of the values, or where the card is gone.
    """
    one_at_a_time()
    beside = siblings(number)
    if not beside or mark(beside) != seen or (holds is not None and holds not in {one.pk for one in beside}):
        raise Moved
    reason = said(why)
    if not reason:
        raise Refused(_("Say why; it is kept, and whoever offered the value reads it."))
    if any(one.contribution.by_id == by.pk for one in beside):
        raise Refused(_("You brought one of these values. Another curator rules."))
    for one in beside:
        _settle(one, holds=one.pk == holds, by=by, why=reason)


def _settle(one: Dispute, *, holds: bool, by: AbstractBaseUser, why: str) -> None:
    """End a dispute, and have its offer say what became of the fact."""
    offer = Contribution.objects.select_for_update(of=("self",)).get(pk=one.contribution_id)
    if holds:
        write(offer, {one.fact: one.value}, by)
    did = {"do": ACCEPT} if holds else {"do": DECLINE, "why": why}
    offer.decided |= {one.fact: did}
    settled(offer)
    if holds and offer.by is not None:
        trust(offer.by, more=1, by=by)
    close(one, Outcome.HOLDS if holds else Outcome.OUT, by=by, why=why)

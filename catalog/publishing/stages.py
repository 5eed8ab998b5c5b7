"""The way of a draft into a release: worked on, put up for review, approved, or sent back with a reason.

Four eyes: who wrote the newest state of a draft does not approve it, as long as anybody else could. What two people
wrote one after the other is approved by the first of them at the earliest: the second has seen the work of the first,
and the first sees that of the second. Where there is one curator alone, that one approves their own work.

Whatever is written on a draft leads it back to where it is worked on (`editing`), so that what is approved is what was
looked at. Every step names the state that it is about: of two people the second is told, and nothing is done.
"""

from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from catalog import audit, roles
from catalog.models import Record, Revision, Shelf, Stage
from catalog.models.drafts import Deed

from . import gathering
from .history import remember
from .plans import identity
from .releases import as_reason, one_at_a_time
from .state import Conflict, ground, state

RIGHTS = {
    Shelf.CARD: "catalog.change_card",
    Shelf.SET: "catalog.change_cardset",
    Shelf.FORMAT: "catalog.change_format",
    Shelf.HOUSE_RULE: "catalog.change_houserule",
    Shelf.RULING: "catalog.change_ruling",
    Shelf.GAME: "catalog.change_game",
}
"""What it takes to write and to approve documents of each shelf."""
PUBLISH = "catalog.add_release"
"""What it takes to make a release."""
NOTED = {
    Deed.SENT: "draft put up for review",
    Deed.TAKEN_BACK: "draft taken back",
    Deed.APPROVED: "draft approved",
    Deed.RETURNED: "draft sent back",
}


class NotYours(Exception):
    """Somebody may not approve what they wrote themselves; nothing was written."""


def put_up(record: Record, *, by: AbstractBaseUser | None, expected: str, why: str = "") -> Revision:
    """Put a draft up for review, with a word to who reviews it or none. Raises Conflict."""
    return _step(record, Deed.SENT, {Stage.DRAFT}, Stage.REVIEW, by=by, expected=expected, why=why)


def take_back(record: Record, *, by: AbstractBaseUser | None, expected: str, why: str = "") -> Revision:
    """Go on working on a draft that stands for review or is approved. Raises Conflict."""
    return _step(
        record, Deed.TAKEN_BACK, {Stage.REVIEW, Stage.APPROVED}, Stage.DRAFT, by=by, expected=expected, why=why
    )


def send_back(record: Record, *, by: AbstractBaseUser | None, expected: str, why: str) -> Revision:
    """Send a draft back to who wrote it, and say why. Raises Conflict, or Malformed without a reason."""
    stages = {Stage.REVIEW, Stage.APPROVED}
    return _step(record, Deed.RETURNED, stages, Stage.DRAFT, by=by, expected=expected, why=as_reason(why))


def approve(record: Record, *, by: AbstractBaseUser, expected: str, why: str = "") -> Revision:
    """Approve a draft that stands for review, or anew one that a release has overtaken. Raises Conflict or NotYours."""
    stages = {Stage.REVIEW, Stage.APPROVED}
    return _step(record, Deed.APPROVED, stages, Stage.APPROVED, by=by, expected=expected, why=why)


def may_write(user: Any, game: str, shelf: str) -> bool:
    """Return whether a person may write documents of a shelf of a game, and approve what others wrote."""
    return roles.may_keep(user, game, RIGHTS[Shelf(shelf)])


def written_by(user: Any, drafts: QuerySet[Revision]) -> QuerySet[Revision]:
    """Return those of `drafts` that a person may write on."""
    shelves = [shelf for shelf, right in RIGHTS.items() if user.has_perm(right)]
    return roles.within(drafts.filter(record__shelf__in=shelves), roles.games_kept(user), "record__game")


def may_approve(user: Any, draft: Revision) -> bool:
    """Return whether a person may approve a draft: with the right to, and not their own where others have it."""
    record = draft.record
    return may_write(user, record.game, record.shelf) and (
        draft.by_id != user.pk or alone(user, record.game, record.shelf)
    )


def may_publish_at_once(user: Any, game: str, shelf: str) -> bool:
    """Return whether a person may write, approve and publish in one step: with both rights, and nobody else to ask."""
    return bool(user.has_perm(PUBLISH)) and may_write(user, game, shelf) and alone(user, game, shelf)


def alone(user: Any, game: str, shelf: str) -> bool:
    """Return whether nobody else could approve what this person wrote."""
    return not roles.keepers(game, RIGHTS[Shelf(shelf)]).exclude(pk=user.pk).exists()


def _step(
    record: Record,
    deed: Deed,
    stages: set[Stage],
    stage: Stage,
    *,
    by: AbstractBaseUser | None,
    expected: str,
    why: str,
) -> Revision:
    why = as_reason(why) if why.strip() else ""
    with transaction.atomic():
        one_at_a_time()
        draft = record.revisions.drafts().select_related("record", "by").first()
        if draft is None or draft.stage not in stages or state(record) != expected:
            raise Conflict(
                _("“{slug}” was changed by somebody else while you were looking at it.").format(slug=record.slug)
            )
        if deed == Deed.APPROVED and not may_approve(by, draft):
            raise NotYours(_("You wrote this. Somebody else approves it."))
        gathering.locked(draft)
        draft.stage = stage
        draft.gathered_in = None
        draft.approved_over = ground(draft.document) if deed == Deed.APPROVED else None
        draft.save(update_fields=["stage", "approved_over", "gathered_in"])
        of = "/".join(identity(draft.document))
        audit.note(NOTED[deed], by=by, of=of, after={"stage": stage, "sha256": audit.digest(draft.text)})
        remember([draft], deed, by=by, why=why)
    return draft

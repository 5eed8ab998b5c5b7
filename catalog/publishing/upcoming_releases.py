"""Upcoming releases: approved drafts that are reviewed together, optionally scheduled, and published all or none.

Every change names the version that the user has seen; if two users act at once, the second gets an error. While a
release is scheduled, its drafts cannot be changed, so that the published state is the one that was reviewed. Drafts
outdated by a release after their approval are not published.
"""

from hashlib import sha256
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from catalog import audit
from catalog.documents.errors import Fault, InvalidInput
from catalog.errors import Refused
from catalog.models import Release, Revision, Stage
from catalog.models.upcoming import UpcomingRelease, UpcomingState
from catalog.publishing.edit_conflicts import Conflict, outdated_drafts
from catalog.publishing.planning import PublicationPlan
from catalog.publishing.releases import clean_reason, lock_writers, plan_of_drafts, publish_drafts


class ReleaseRefused(Refused):
    """A release cannot be published or scheduled in its present state; the text is the reason. Nothing was written."""


def approved_drafts() -> Any:
    """Return the approved drafts that are in no upcoming release."""
    return Revision.objects.drafts().filter(stage=Stage.APPROVED, gathered_in=None)


def included_drafts(upcoming: UpcomingRelease) -> list[Revision]:
    """Return the drafts of an upcoming release in a fixed order."""
    return list(upcoming.drafts.select_related("record", "by").order_by("game", "kind", "slug"))


def release_plan(upcoming: UpcomingRelease) -> PublicationPlan:
    """Return the plan of publishing an upcoming release."""
    return plan_of_drafts(included_drafts(upcoming))


def release_token(upcoming: UpcomingRelease) -> str:
    """Return a token of the drafts and the newest release."""
    parts = [str(Release.objects.newest()), *(draft.text for draft in included_drafts(upcoming))]
    return sha256("\n".join(parts).encode()).hexdigest()


def create_upcoming(*, by: User | None, why: str) -> UpcomingRelease:
    """Create an upcoming release with all approved drafts that are in no other."""
    why = clean_reason(why)
    with transaction.atomic():
        lock_writers()
        upcoming = UpcomingRelease.objects.create(why=why, by=by)
        count = approved_drafts().update(gathered_in=upcoming)
        audit.log_action("release begun", by=by, of=audit_label(upcoming), after={"drafts": count})
    return upcoming


def include_approved(upcoming: UpcomingRelease, *, by: User | None, seen: int) -> int:
    """Add drafts approved in the meantime; return their number. Raises Conflict."""
    with transaction.atomic():
        locked = lock_upcoming(upcoming, seen, UpcomingState.OPEN)
        count: int = approved_drafts().update(gathered_in=locked)
        save_changed(locked, by, "release gathered", {"drafts": count})
    return count


def exclude_draft(upcoming: UpcomingRelease, draft: int, *, by: User | None, seen: int) -> None:
    """Remove one draft; it stays approved and can go into another release. Raises Conflict."""
    with transaction.atomic():
        locked = lock_upcoming(upcoming, seen, UpcomingState.OPEN, UpcomingState.SCHEDULED)
        found = locked.drafts.select_related("record").filter(pk=draft).first()
        if found is None:
            raise Conflict(_("It is not in this release any more."))
        locked.drafts.filter(pk=draft).update(gathered_in=None)
        save_changed(locked, by, "draft left out", {"draft": str(found.record)})


def discard_upcoming(upcoming: UpcomingRelease, *, by: User | None, seen: int) -> None:
    """Discard an upcoming release; its drafts stay approved. Raises Conflict."""
    with transaction.atomic():
        locked = lock_upcoming(upcoming, seen, UpcomingState.OPEN, UpcomingState.SCHEDULED)
        locked.drafts.update(gathered_in=None)
        locked.state, locked.due_at = UpcomingState.DROPPED, None
        save_changed(locked, by, "release dropped")


def publish_upcoming(upcoming: UpcomingRelease, *, by: User | None, seen: int) -> Release:
    """Publish all drafts of an upcoming release, or none. Raises Conflict or ReleaseRefused."""
    with transaction.atomic():
        locked = lock_upcoming(upcoming, seen, UpcomingState.OPEN, UpcomingState.SCHEDULED)
        return publish_locked(locked, by)


def refusals(upcoming: UpcomingRelease) -> list[str]:
    """Return the reasons against publishing an upcoming release now, one sentence each."""
    drafts = included_drafts(upcoming)
    if not drafts:
        return [_("The release has no documents.")]
    message = _("{title}: a release has changed the published document since the draft was approved. Review it again.")
    outdated = outdated_drafts(drafts)
    found = [message.format(title=draft.title) for draft in drafts if draft.pk in outdated]
    planned = plan_of_drafts(drafts)
    found += [f"{drafts[index].title}: {fault.message}" for index, fault in planned.faults]
    if not found and not planned.changes:
        found.append(_("Its drafts do not differ from the published documents."))
    return found


def check_not_scheduled(draft: Revision) -> None:
    """Raise InvalidInput `scheduled` for a draft in a scheduled release, which cannot be changed."""
    if reason := scheduled_reason(draft):
        raise InvalidInput("scheduled", [Fault("", "scheduled", reason)])


def scheduled_reason(draft: Revision) -> str:
    """Return why a draft in a scheduled release cannot be changed; `""` for other drafts."""
    upcoming = draft.gathered_in
    if upcoming is None or upcoming.state != UpcomingState.SCHEDULED:
        return ""
    message = _("It is in the release “{why}”, which is scheduled. Leave it out of that first.")
    return message.format(why=upcoming.why)


def publish_locked(locked: UpcomingRelease, by: User | None) -> Release:
    """Publish a locked upcoming release. Raises ReleaseRefused."""
    if reasons := refusals(locked):
        raise ReleaseRefused(" ".join(reasons))
    release = publish_drafts(included_drafts(locked), by=by, why=locked.why)
    assert release is not None  # otherwise refused above
    locked.state, locked.release, locked.stopped = UpcomingState.PUBLISHED, release, {}
    save_changed(locked, by, "upcoming release published", {"release": release.number})
    return release


def lock_upcoming(upcoming: UpcomingRelease, seen: int, *states: UpcomingState) -> UpcomingRelease:
    """Return an upcoming release in the version `seen`, with other writers locked out. Raises Conflict."""
    lock_writers()
    locked = UpcomingRelease.objects.filter(pk=upcoming.pk).first()
    if locked is None or locked.version != seen or locked.state not in states:
        raise Conflict(_("Somebody changed this release in the meantime; nothing was done."))
    return locked


def save_changed(locked: UpcomingRelease, by: User | None, action: str, after: Any = None) -> None:
    """Save a locked upcoming release as a new version, and log the action."""
    locked.version += 1
    locked.save()
    audit.log_action(action, by=by, of=audit_label(locked), after=after)


def audit_label(upcoming: UpcomingRelease) -> str:
    return f"upcoming release {upcoming.pk}"

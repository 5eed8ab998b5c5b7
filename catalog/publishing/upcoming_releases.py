"""How approved drafts become a release together: gathered, looked at, scheduled or not, published all or nothing.

Whoever changes an upcoming release names the version that they have seen; of two the second is told. While one is
scheduled, nobody writes on what is in it (`locked`), so that what is published is what was looked at. What a release
overtook after it was approved is not published.
"""

from datetime import datetime
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from catalog import audit
from catalog.documents.errors import Fault, InvalidInput
from catalog.models import Release, Revision, Stage
from catalog.models.upcoming import UpcomingRelease, UpcomingState

from . import scheduling
from .edit_conflicts import Conflict, is_outdated
from .planning import PublicationPlan, plan
from .releases import clean_reason, lock_writers, publish_drafts
from .signals import schedule_stopped


class ReleaseRefused(Exception):
    """A release cannot be published or scheduled as it is; its words say why. Nothing was written."""


def approved_drafts() -> Any:
    """Return the approved drafts that are in no upcoming release."""
    return Revision.objects.drafts().filter(stage=Stage.APPROVED, gathered_in=None)


def included_drafts(upcoming: UpcomingRelease) -> list[Revision]:
    """Return the drafts of an upcoming release, in one order."""
    return list(upcoming.drafts.select_related("record", "by").order_by("game", "kind", "slug"))


def release_plan(upcoming: UpcomingRelease) -> PublicationPlan:
    """Return what publishing an upcoming release would do to what is published."""
    return plan([draft.document for draft in included_drafts(upcoming)])


def release_token(upcoming: UpcomingRelease) -> str:
    """Return a mark of what is gathered and of the release that it would change."""
    told = [str(Release.objects.newest()), *(draft.text for draft in included_drafts(upcoming))]
    return sha256("\n".join(told).encode()).hexdigest()


def create_upcoming(*, by: AbstractBaseUser | None, why: str) -> UpcomingRelease:
    """Begin a release with everything that is approved and in no other."""
    why = clean_reason(why)
    with transaction.atomic():
        lock_writers()
        upcoming = UpcomingRelease.objects.create(why=why, by=by)
        count = approved_drafts().update(gathered_in=upcoming)
        audit.log_action("release begun", by=by, of=audit_label(upcoming), after={"drafts": count})
    return upcoming


def include_approved(upcoming: UpcomingRelease, *, by: AbstractBaseUser | None, seen: int) -> int:
    """Take in what was approved since; return how much that is. Raises CardConflict."""
    with transaction.atomic():
        held = _lock_upcoming(upcoming, seen, UpcomingState.OPEN)
        count: int = approved_drafts().update(gathered_in=held)
        _changed(held, by, "release gathered", {"drafts": count})
    return count


def exclude_draft(upcoming: UpcomingRelease, draft: int, *, by: AbstractBaseUser | None, seen: int) -> None:
    """Leave one draft out; it stays approved and can go into another release. Raises CardConflict."""
    with transaction.atomic():
        held = _lock_upcoming(upcoming, seen, UpcomingState.OPEN, UpcomingState.SCHEDULED)
        found = held.drafts.select_related("record").filter(pk=draft).first()
        if found is None:
            raise Conflict(_("It is not in this release any more."))
        held.drafts.filter(pk=draft).update(gathered_in=None)
        _changed(held, by, "draft left out", {"draft": str(found.record)})


def discard_upcoming(upcoming: UpcomingRelease, *, by: AbstractBaseUser | None, seen: int) -> None:
    """Give an upcoming release up; its drafts stay approved. Raises CardConflict."""
    with transaction.atomic():
        held = _lock_upcoming(upcoming, seen, UpcomingState.OPEN, UpcomingState.SCHEDULED)
        held.drafts.update(gathered_in=None)
        held.state, held.due_at = UpcomingState.DROPPED, None
        _changed(held, by, "release dropped")


def schedule(
    upcoming: UpcomingRelease,
    *,
    due_at: datetime,
    by: AbstractBaseUser | None,
    seen: int,
    site: str = "",
    language: str = settings.LANGUAGE_CODE,
) -> None:
    """Have a worker publish it at that time. Raises CardConflict, or Refused for what could not be published now
    either.

    Should the schedule stop, `by` is told in that language, with the way there on that site (its scheme and host).
    """
    if due_at <= timezone.now():
        raise ReleaseRefused(_("This time is past."))
    with transaction.atomic():
        held = _lock_upcoming(upcoming, seen, UpcomingState.OPEN, UpcomingState.SCHEDULED)
        if reasons := refusals(held):
            raise ReleaseRefused(" ".join(reasons))
        held.state, held.due_at, held.stopped, held.by = UpcomingState.SCHEDULED, due_at, {}, by
        held.site, held.language = site, language
        _changed(held, by, "release scheduled", {"due": due_at.isoformat()})
        scheduling.schedule_task(held)


def unschedule(upcoming: UpcomingRelease, *, by: AbstractBaseUser | None, seen: int) -> None:
    """Publish it at no time by itself. Raises CardConflict."""
    with transaction.atomic():
        held = _lock_upcoming(upcoming, seen, UpcomingState.SCHEDULED)
        held.state, held.due_at = UpcomingState.OPEN, None
        _changed(held, by, "release unscheduled")


def publish_upcoming(upcoming: UpcomingRelease, *, by: AbstractBaseUser | None, seen: int) -> Release:
    """Publish everything that is gathered as one release, or nothing. Raises CardConflict or Refused."""
    with transaction.atomic():
        held = _lock_upcoming(upcoming, seen, UpcomingState.OPEN, UpcomingState.SCHEDULED)
        return _publish(held, by)


def publish_due(number: int) -> Release | None:
    """Publish the upcoming release of that number if it is due; return it, None when there is nothing to do.

    Whoever comes second finds it published. One that cannot be published is stopped, and says why in each language.
    """
    with transaction.atomic():
        lock_writers()
        held = UpcomingRelease.objects.select_related("by").filter(pk=number, state=UpcomingState.SCHEDULED).first()
        if held is None or held.due_at is None or held.due_at > timezone.now():
            return None
        try:
            with transaction.atomic():
                return _publish(held, held.by)
        except ReleaseRefused:
            held.state, held.due_at, held.stopped = UpcomingState.OPEN, None, _why_not(held)
            _changed(held, None, "release stopped", {"why": held.stopped[settings.LANGUAGE_CODE]})
            schedule_stopped.send(sender=UpcomingRelease, upcoming=held)
    return None


def stopped_schedules() -> Any:
    """Return the upcoming releases that were not published when they were due, and that nobody has scheduled anew."""
    return UpcomingRelease.objects.filter(state=UpcomingState.OPEN).exclude(stopped={})


def refusals(upcoming: UpcomingRelease) -> list[str]:
    """Return why an upcoming release could not be published now, each reason a sentence."""
    drafts = included_drafts(upcoming)
    if not drafts:
        return [_("There is nothing in it.")]
    said = _("{title}: a release has changed what is published of it since it was approved. Look at it again.")
    found = [said.format(title=draft.title) for draft in drafts if is_outdated(draft)]
    planned = plan([draft.document for draft in drafts])
    found += [f"{drafts[index].title}: {fault.message}" for index, fault in planned.faults]
    if not found and not planned.changes:
        found.append(_("Nothing in it differs from what is published."))
    return found


def _why_not(upcoming: UpcomingRelease) -> dict[str, str]:
    """Return in each language why an upcoming release could not be published now."""
    said = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            said[language] = " ".join(refusals(upcoming))
    return said


def check_not_scheduled(draft: Revision) -> None:
    """Raise Malformed `scheduled` for a draft that nobody may write on now."""
    upcoming = draft.gathered_in
    if upcoming is not None and upcoming.state == UpcomingState.SCHEDULED:
        message = _("It is in the release “{why}”, which is scheduled. Leave it out of that first.")
        raise InvalidInput("scheduled", [Fault("", "scheduled", message.format(why=upcoming.why))])


def _publish(held: UpcomingRelease, by: AbstractBaseUser | None) -> Release:
    if reasons := refusals(held):
        raise ReleaseRefused(" ".join(reasons))
    release = publish_drafts(included_drafts(held), by=by, why=held.why)
    assert release is not None  # else it was refused above
    held.state, held.release, held.stopped = UpcomingState.PUBLISHED, release, {}
    _changed(held, by, "upcoming release published", {"release": release.number})
    return release


def _lock_upcoming(upcoming: UpcomingRelease, seen: int, *states: UpcomingState) -> UpcomingRelease:
    """Return an upcoming release as it was seen, while all other writers wait. Raises CardConflict."""
    lock_writers()
    held = UpcomingRelease.objects.filter(pk=upcoming.pk).first()
    if held is None or held.version != seen or held.state not in states:
        raise Conflict(_("Somebody changed this release in the meantime; nothing was done."))
    return held


def _changed(held: UpcomingRelease, by: AbstractBaseUser | None, what: str, told: Any = None) -> None:
    held.version += 1
    held.save()
    audit.log_action(what, by=by, of=audit_label(held), after=told)


def audit_label(upcoming: UpcomingRelease) -> str:
    """Return what the audit log calls an upcoming release."""
    return f"upcoming release {upcoming.pk}"

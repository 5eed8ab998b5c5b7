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
from catalog.faults import Fault, Malformed
from catalog.models import Release, Revision, Stage
from catalog.models.upcoming import Going, UpcomingRelease

from . import announcing, clock
from .plans import Plan, plan
from .releases import as_reason, one_at_a_time, release_of
from .state import Conflict, overtaken


class Refused(Exception):
    """A release cannot be published or scheduled as it is; its words say why. Nothing was written."""


def ready() -> Any:
    """Return the approved drafts that are in no upcoming release."""
    return Revision.objects.drafts().filter(stage=Stage.APPROVED, gathered_in=None)


def gathered(upcoming: UpcomingRelease) -> list[Revision]:
    """Return the drafts of an upcoming release, in one order."""
    return list(upcoming.drafts.select_related("record", "by").order_by("game", "kind", "slug"))


def planned(upcoming: UpcomingRelease) -> Plan:
    """Return what publishing an upcoming release would do to what is published."""
    return plan([draft.document for draft in gathered(upcoming)])


def mark(upcoming: UpcomingRelease) -> str:
    """Return a mark of what is gathered and of the release that it would change."""
    told = [str(Release.objects.newest()), *(draft.text for draft in gathered(upcoming))]
    return sha256("\n".join(told).encode()).hexdigest()


def begin(*, by: AbstractBaseUser | None, why: str) -> UpcomingRelease:
    """Begin a release with everything that is approved and in no other."""
    why = as_reason(why)
    with transaction.atomic():
        one_at_a_time()
        upcoming = UpcomingRelease.objects.create(why=why, by=by)
        count = ready().update(gathered_in=upcoming)
        audit.note("release begun", by=by, of=called(upcoming), after={"drafts": count})
    return upcoming


def gather(upcoming: UpcomingRelease, *, by: AbstractBaseUser | None, seen: int) -> int:
    """Take in what was approved since; return how much that is. Raises Conflict."""
    with transaction.atomic():
        held = _held(upcoming, seen, Going.OPEN)
        count: int = ready().update(gathered_in=held)
        _changed(held, by, "release gathered", {"drafts": count})
    return count


def leave_out(upcoming: UpcomingRelease, draft: int, *, by: AbstractBaseUser | None, seen: int) -> None:
    """Leave one draft out; it stays approved and can go into another release. Raises Conflict."""
    with transaction.atomic():
        held = _held(upcoming, seen, Going.OPEN, Going.SCHEDULED)
        found = held.drafts.select_related("record").filter(pk=draft).first()
        if found is None:
            raise Conflict(_("It is not in this release any more."))
        held.drafts.filter(pk=draft).update(gathered_in=None)
        _changed(held, by, "draft left out", {"draft": str(found.record)})


def drop(upcoming: UpcomingRelease, *, by: AbstractBaseUser | None, seen: int) -> None:
    """Give an upcoming release up; its drafts stay approved. Raises Conflict."""
    with transaction.atomic():
        held = _held(upcoming, seen, Going.OPEN, Going.SCHEDULED)
        held.drafts.update(gathered_in=None)
        held.state, held.due_at = Going.DROPPED, None
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
    """Have a worker publish it at that time. Raises Conflict, or Refused for what could not be published now either.

    Should the schedule stop, `by` is told in that language, with the way there on that site (its scheme and host).
    """
    if due_at <= timezone.now():
        raise Refused(_("This time is past."))
    with transaction.atomic():
        held = _held(upcoming, seen, Going.OPEN, Going.SCHEDULED)
        if reasons := refusals(held):
            raise Refused(" ".join(reasons))
        held.state, held.due_at, held.stopped, held.by = Going.SCHEDULED, due_at, {}, by
        held.site, held.language = site, language
        _changed(held, by, "release scheduled", {"due": due_at.isoformat()})
        clock.set_for(held)


def unschedule(upcoming: UpcomingRelease, *, by: AbstractBaseUser | None, seen: int) -> None:
    """Publish it at no time by itself. Raises Conflict."""
    with transaction.atomic():
        held = _held(upcoming, seen, Going.SCHEDULED)
        held.state, held.due_at = Going.OPEN, None
        _changed(held, by, "release unscheduled")


def publish_upcoming(upcoming: UpcomingRelease, *, by: AbstractBaseUser | None, seen: int) -> Release:
    """Publish everything that is gathered as one release, or nothing. Raises Conflict or Refused."""
    with transaction.atomic():
        held = _held(upcoming, seen, Going.OPEN, Going.SCHEDULED)
        return _publish(held, by)


def publish_due(number: int) -> Release | None:
    """Publish the upcoming release of that number if it is due; return it, None when there is nothing to do.

    Whoever comes second finds it published. One that cannot be published is stopped, and says why in each language.
    """
    with transaction.atomic():
        one_at_a_time()
        held = UpcomingRelease.objects.select_related("by").filter(pk=number, state=Going.SCHEDULED).first()
        if held is None or held.due_at is None or held.due_at > timezone.now():
            return None
        try:
            with transaction.atomic():
                return _publish(held, held.by)
        except Refused:
            held.state, held.due_at, held.stopped = Going.OPEN, None, _why_not(held)
            _changed(held, None, "release stopped", {"why": held.stopped[settings.LANGUAGE_CODE]})
            announcing.announce_stop(held)
    return None


def stopped() -> Any:
    """Return the upcoming releases that were not published when they were due, and that nobody has scheduled anew."""
    return UpcomingRelease.objects.filter(state=Going.OPEN).exclude(stopped={})


def refusals(upcoming: UpcomingRelease) -> list[str]:
    """Return why an upcoming release could not be published now, each reason a sentence."""
    drafts = gathered(upcoming)
    if not drafts:
        return [_("There is nothing in it.")]
    said = _("{title}: a release has changed what is published of it since it was approved. Look at it again.")
    found = [said.format(title=draft.title) for draft in drafts if overtaken(draft)]
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


def locked(draft: Revision) -> None:
    """Raise Malformed `scheduled` for a draft that nobody may write on now."""
    upcoming = draft.gathered_in
    if upcoming is not None and upcoming.state == Going.SCHEDULED:
        message = _("It is in the release “{why}”, which is scheduled. Leave it out of that first.")
        raise Malformed("scheduled", [Fault("", "scheduled", message.format(why=upcoming.why))])


def _publish(held: UpcomingRelease, by: AbstractBaseUser | None) -> Release:
    if reasons := refusals(held):
        raise Refused(" ".join(reasons))
    release = release_of(gathered(held), by=by, why=held.why)
    assert release is not None  # else it was refused above
    held.state, held.release, held.stopped = Going.PUBLISHED, release, {}
    _changed(held, by, "upcoming release published", {"release": release.number})
    return release


def _held(upcoming: UpcomingRelease, seen: int, *states: Going) -> UpcomingRelease:
    """Return an upcoming release as it was seen, while all other writers wait. Raises Conflict."""
    one_at_a_time()
    held = UpcomingRelease.objects.filter(pk=upcoming.pk).first()
    if held is None or held.version != seen or held.state not in states:
        raise Conflict(_("Somebody changed this release in the meantime; nothing was done."))
    return held


def _changed(held: UpcomingRelease, by: AbstractBaseUser | None, what: str, told: Any = None) -> None:
    held.version += 1
    held.save()
    audit.note(what, by=by, of=called(held), after=told)


def called(upcoming: UpcomingRelease) -> str:
    """Return what the audit log calls an upcoming release."""
    return f"upcoming release {upcoming.pk}"

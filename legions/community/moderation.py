"""Reports, and decisions of moderators. Each decision is stored with its author, time and reason.

Reported content is hidden, never deleted, so that it can be shown again; its author gets the reason.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Self

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from catalog import audit
from catalog.errors import ChangedMeanwhile
from legions.accounts.models import Profile
from legions.accounts.profile_names import display_name, profile_url
from legions.campaigns.adventure_texts import adventure_texts
from legions.campaigns.models import SharedAdventure
from legions.community.models import About, Comment, Decision, Report, Silence
from legions.saved_lists.models import Legion
from legions.site.errors import ActionRefused

MAX_REPORTS_PER_DAY = 30
MAX_NOTE_LENGTH = 500
MAX_REASON_LENGTH = 300
MAX_SAID_LENGTH = 10_000
"""The maximum length of a reported text that is stored with the report; adventures may be far longer."""
Do = Decision.Do


class AlreadyDecided(ChangedMeanwhile):
    """The refusal of a decision about an object that another moderator has decided about since it was shown."""


@dataclass(frozen=True)
class ReportTarget:
    """The subject of a report or a decision."""

    about: str
    obj: Any
    """The Comment, Legion, SharedAdventure or user."""

    @classmethod
    def find(cls, about: str, pk: Any) -> Self | None:
        """Return the object of a type with a key, or None.

        Private objects are included only if they were reported or decided about.
        """
        looked_into = Q(reports__isnull=False) | Q(decisions__isnull=False)
        found: QuerySet[Any]
        if about == About.COMMENT:
            to_be_seen = Q(legion__in=Legion.objects.public())
            known = Comment.objects.filter(to_be_seen | looked_into).distinct()
            found = known.select_related("legion__owner__profile", "by__profile")
        elif about == About.LEGION:
            in_the_list = Q(pk__in=Legion.objects.public().values("pk"))
            found = Legion.objects.filter(in_the_list | looked_into).select_related("owner__profile").distinct()
        elif about == About.PERSON:
            seen = Q(profile__shown=True) | (Q(profile__isnull=False) & looked_into)
            found = get_user_model().objects.filter(seen).select_related("profile").distinct()
        elif about == About.ADVENTURE:
            shown = Q(pk__in=SharedAdventure.objects.shown().values("pk"))
            found = SharedAdventure.objects.filter(shown | looked_into).select_related("owner__profile").distinct()
        else:
            return None
        target = found.filter(pk=pk).first()
        return cls(about, target) if target else None

    @classmethod
    def of(cls, subject: Report | Decision) -> Self | None:
        """Return the subject of a report or decision, or None if it was deleted."""
        target = getattr(subject, subject.about)
        return cls(subject.about, target) if target else None

    @property
    def key(self) -> dict[str, Any]:
        """The fields of the object in reports and decisions."""
        return {"about": self.about, self.about: self.obj}

    @property
    def owner(self) -> User | None:
        if self.about == About.COMMENT:
            return self.obj.by
        return self.obj if self.about == About.PERSON else self.obj.owner

    @property
    def by(self) -> str:
        """The public name of the owner, even if it is hidden."""
        owner = self.owner
        if owner is None:
            return ""
        profile = Profile.objects.filter(user=owner).first()
        return profile.name if profile else display_name(owner)

    @property
    def text(self) -> str:
        """The public text of the object; empty if it is not public, so that moderators cannot read private texts."""
        if self.about == About.COMMENT:
            return self.obj.text
        if self.about == About.PERSON:
            return self.obj.profile.name
        if self.about == About.ADVENTURE:
            return "\n".join(adventure_texts(self.obj.document)) if self.obj.share_key else ""
        if not self.obj.public:
            return ""
        shown = self.obj.shown
        return "\n".join(filter(None, [self.obj.name, shown.get("notes", ""), ", ".join(shown.get("tags", []))]))

    @property
    def address(self) -> str:
        """The public path of the object; empty if it is not public."""
        if self.about == About.COMMENT:
            return self.obj.address if self.obj.legion.public else ""
        if self.about == About.PERSON:
            return profile_url(self.obj)
        if self.about == About.ADVENTURE:
            return self.obj.address
        return f"/s/{self.obj.share_key}/" if self.obj.public else ""

    @property
    def hidden(self) -> bool:
        """True if a moderator has hidden it."""
        if self.about == About.COMMENT:
            return self.obj.hidden == Comment.Hidden.MODERATOR
        return self.obj.profile.barred if self.about == About.PERSON else self.obj.barred

    def reports(self) -> QuerySet[Report]:
        return Report.objects.filter(**self.key)

    def decisions(self) -> QuerySet[Decision]:
        return Decision.objects.filter(**self.key)


def create_report(*, by: User, target: ReportTarget, reason: str, note: str = "") -> Report:
    """Report an object to the moderators; a second report of a user on it returns the first one.

    Raises ActionRefused for the user's own object, and for a user with too many reports.
    """
    if target.owner == by:
        raise ActionRefused(_("It is yours: change it or take it away yourself."))
    try:
        with transaction.atomic():
            get_user_model().objects.select_for_update().get(pk=by.pk)
            if existing := target.reports().filter(by=by).first():
                return existing
            since = timezone.now() - timedelta(days=1)
            if Report.objects.filter(by=by, made_at__gt=since).count() >= MAX_REPORTS_PER_DAY:
                words = _("You have reported %(number)d things since yesterday. Go on tomorrow.")
                raise ActionRefused(words % {"number": MAX_REPORTS_PER_DAY})
            fields = {"reason": reason, "note": note[:MAX_NOTE_LENGTH], "said": target.text[:MAX_SAID_LENGTH]}
            return Report.objects.create(by=by, **target.key, **fields)
    except IntegrityError:
        return target.reports().get(by=by)


def newest_decision(target: ReportTarget) -> int:
    """Return the number of the newest decision about an object, or 0."""
    return target.decisions().order_by("-pk").values_list("pk", flat=True).first() or 0


@transaction.atomic
def decide_target(
    *, by: User, target: ReportTarget, seen: int, do: str, why: str, silent_days: int | None = None
) -> Decision:
    """Apply the decision of a moderator, and settle all reports about its object.

    `seen` is the newest decision that the moderator saw. With `silent_days` the owner may not comment for that time,
    with 0 indefinitely. Raises AlreadyDecided after a newer decision, ActionRefused for a decision that is not
    possible.
    """
    if target.owner == by:
        raise ActionRefused(_("It is yours, so another moderator decides."))
    # The lock makes the second of two simultaneous decisions see the first.
    type(target.obj).objects.select_for_update().get(pk=target.obj.pk)
    if newest_decision(target) != seen:
        raise AlreadyDecided
    if do in {Do.HIDE, Do.RESTORE}:
        _hide(target, hidden=do == Do.HIDE)
    elif do != Do.DECLINE:
        raise ActionRefused(_("Choose what to do."))
    fields = {**target.key, "by": by, "whom": target.owner, "why": why[:MAX_REASON_LENGTH]}
    decision = Decision.objects.create(do=do, **fields)
    of, before = f"{target.about} {target.obj.pk}", {"hidden": target.hidden}
    audit.log_action(f"moderator: {do}", by=by, of=of, before=before, after={"decision": decision.pk})
    if silent_days is not None and target.owner is not None:
        until = timezone.now() + timedelta(days=silent_days) if silent_days else None
        Silence.objects.update_or_create(user=target.owner, defaults={"until": until, "why": why[:MAX_REASON_LENGTH]})
        silence = Decision.objects.create(do=Do.SILENCE, until=until, **fields)
        audit.log_action(
            f"moderator: {Do.SILENCE}", by=by, of=f"user {target.owner.pk}", after={"decision": silence.pk}
        )
    target.reports().filter(decision__isnull=True).update(decision=decision)
    return decision


@transaction.atomic
def lift_silence(*, by: User, target: ReportTarget, why: str) -> bool:
    """Allow the owner of an object to comment again. Return whether the owner was silenced."""
    if target.owner is None or not Silence.objects.filter(user=target.owner).delete()[0]:
        return False
    decision = Decision.objects.create(
        do=Do.LET_SPEAK, by=by, whom=target.owner, why=why[:MAX_REASON_LENGTH], **target.key
    )
    audit.log_action(f"moderator: {Do.LET_SPEAK}", by=by, of=f"user {target.owner.pk}", after={"decision": decision.pk})
    return True


def decisions_about(user: User) -> QuerySet[Decision]:
    """Return the decisions that a user is informed about: those about their objects that changed something."""
    return Decision.objects.filter(whom=user).exclude(do=Do.DECLINE).order_by("-pk")


def hidden_reason(target: ReportTarget) -> str:
    """Return the reason why an object is hidden; empty if it is not."""
    if not target.hidden:
        return ""
    return target.decisions().filter(do=Do.HIDE).order_by("-pk").values_list("why", flat=True).first() or ""


def _hide(target: ReportTarget, *, hidden: bool) -> None:
    if target.about == About.COMMENT:
        state = Comment.Hidden.MODERATOR if hidden else Comment.Hidden.NOT
        found = Comment.objects.filter(pk=target.obj.pk, deleted_at__isnull=True)
        if not (found if hidden else found.filter(hidden=Comment.Hidden.MODERATOR)).update(hidden=state):
            raise ActionRefused(_("Its author has deleted it by now.") if hidden else _("It is not hidden."))
    elif target.about == About.LEGION:
        # Only the owner can make the list public again.
        changed: dict[str, Any] = {"barred": True, "public": False} if hidden else {"barred": False}
        Legion.objects.filter(pk=target.obj.pk).update(**changed)
    elif target.about == About.ADVENTURE:
        SharedAdventure.objects.filter(pk=target.obj.pk).update(barred=hidden)
    else:
        Profile.objects.filter(user=target.obj).update(barred=hidden)

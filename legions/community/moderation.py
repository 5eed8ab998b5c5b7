"""Reports, and what moderators decide. Each decision is kept with who made it, when and why.

What is wrong is hidden, never deleted, so that it can be shown again; its author is told the reason.
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

MAX_REPORTS_A_DAY = 30
MAX_NOTE_LENGTH = 500
MAX_REASON_LENGTH = 300
MAX_SAID_LENGTH = 10_000
"""So much of what was reported is kept with the report as it was then; an adventure may have far more."""
Do = Decision.Do


class AlreadyDecided(ChangedMeanwhile):
    """Somebody else has decided about the same thing since it was looked at; nothing was done."""


@dataclass(frozen=True)
class ReportTarget:
    """What a report or a decision is about."""

    about: str
    obj: Any
    """The Comment, the Legion, the SharedAdventure or the user."""

    @classmethod
    def find(cls, about: str, pk: Any) -> Self | None:
        """Return the thing of this sort with this key, None where there is none.

        What is private is none, unless somebody reported it or decided about it while it was not.
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
    def of(cls, one: Report | Decision) -> Self | None:
        """Return what a report or decision is about, None when that is deleted for good."""
        target = getattr(one, one.about)
        return cls(one.about, target) if target else None

    @property
    def key(self) -> dict[str, Any]:
        """The fields by which reports and decisions say what they are about."""
        return {"about": self.about, self.about: self.obj}

    @property
    def owner(self) -> User | None:
        """Whose it is."""
        if self.about == About.COMMENT:
            return self.obj.by
        return self.obj if self.about == About.PERSON else self.obj.owner

    @property
    def by(self) -> str:
        """Whose it is, in the name that others see, whatever is hidden of it."""
        owner = self.owner
        if owner is None:
            return ""
        profile = Profile.objects.filter(user=owner).first()
        return profile.name if profile else display_name(owner)

    @property
    def text(self) -> str:
        """What stands there for others to read; empty where they do not see it, so that moderators do not either."""
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
        """Where others see it, empty where they do not."""
        if self.about == About.COMMENT:
            return self.obj.address if self.obj.legion.public else ""
        if self.about == About.PERSON:
            return profile_url(self.obj)
        if self.about == About.ADVENTURE:
            return self.obj.address
        return f"/s/{self.obj.share_key}/" if self.obj.public else ""

    @property
    def hidden(self) -> bool:
        """Whether a moderator has hidden it."""
        if self.about == About.COMMENT:
            return self.obj.hidden == Comment.Hidden.MODERATOR
        return self.obj.profile.barred if self.about == About.PERSON else self.obj.barred

    def reports(self) -> QuerySet[Report]:
        """Return every report about it."""
        return Report.objects.filter(**self.key)

    def decisions(self) -> QuerySet[Decision]:
        """Return every decision about it."""
        return Decision.objects.filter(**self.key)


def create_report(*, by: User, target: ReportTarget, reason: str, note: str = "") -> Report:
    """Tell the moderators what is wrong with something; the same person's second report of it is the first one.

    Raises ActionRefused for one's own, and for who reports too much.
    """
    if target.owner == by:
        raise ActionRefused(_("It is yours: change it or take it away yourself."))
    try:
        with transaction.atomic():
            get_user_model().objects.select_for_update().get(pk=by.pk)
            if existing := target.reports().filter(by=by).first():
                return existing
            since = timezone.now() - timedelta(days=1)
            if Report.objects.filter(by=by, made_at__gt=since).count() >= MAX_REPORTS_A_DAY:
                words = _("You have reported %(number)d things since yesterday. Go on tomorrow.")
                raise ActionRefused(words % {"number": MAX_REPORTS_A_DAY})
            fields = {"reason": reason, "note": note[:MAX_NOTE_LENGTH], "said": target.text[:MAX_SAID_LENGTH]}
            return Report.objects.create(by=by, **target.key, **fields)
    except IntegrityError:
        return target.reports().get(by=by)


def newest_decision(target: ReportTarget) -> int:
    """Return the number of the newest decision about something, 0 without one."""
    return target.decisions().order_by("-pk").values_list("pk", flat=True).first() or 0


@transaction.atomic
def decide_target(
    *, by: User, target: ReportTarget, seen: int, do: str, why: str, silent_days: int | None = None
) -> Decision:
    """Do what a moderator decided about a thing and settle every report of it.

    `seen` is the newest decision that they saw. With `silent_days` whose it is may not comment for so long, with 0 for
    good. Raises AlreadyDecided when another decision came first, ActionRefused for what cannot be done.
    """
    if target.owner == by:
        raise ActionRefused(_("It is yours, so another moderator decides."))
    # Locked, so that of two who decide at once the second sees the first.
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
    """Let whose thing it is comment again; return whether they could not."""
    if target.owner is None or not Silence.objects.filter(user=target.owner).delete()[0]:
        return False
    decision = Decision.objects.create(
        do=Do.LET_SPEAK, by=by, whom=target.owner, why=why[:MAX_REASON_LENGTH], **target.key
    )
    audit.log_action(f"moderator: {Do.LET_SPEAK}", by=by, of=f"user {target.owner.pk}", after={"decision": decision.pk})
    return True


def decisions_about(user: User) -> QuerySet[Decision]:
    """Return the decisions that somebody is told of: what was done about theirs, not what was left as it is."""
    return Decision.objects.filter(whom=user).exclude(do=Do.DECLINE).order_by("-pk")


def hidden_reason(target: ReportTarget) -> str:
    """Return the reason why something is hidden, empty where it is not."""
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
        # Whose it is puts it back into the list, if they like: nobody else shows it to everybody.
        changed: dict[str, Any] = {"barred": True, "public": False} if hidden else {"barred": False}
        Legion.objects.filter(pk=target.obj.pk).update(**changed)
    elif target.about == About.ADVENTURE:
        SharedAdventure.objects.filter(pk=target.obj.pk).update(barred=hidden)
    else:
        Profile.objects.filter(user=target.obj).update(barred=hidden)

"""Models of contributions by players, and their photos."""

from typing import Any

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

SOURCE_LENGTH = 300
NOTE_LENGTH = 200


class ContributionState(models.TextChoices):
    """The state of a contribution."""

    OFFERED = "offered", _("waiting")
    ASKED = "asked", _("question asked")
    ACCEPTED = "accepted", _("accepted")
    DECLINED = "declined", _("declined")
    WITHDRAWN = "withdrawn", _("withdrawn")
    UNDONE = "undone", _("undone")
    DISPUTED = "disputed", _("sources disagree")


WAITING = (ContributionState.OFFERED, ContributionState.ASKED)


class ContributionQuerySet(models.QuerySet["Contribution"]):
    def offered(self) -> "ContributionQuerySet":
        """Return the open contributions: neither withdrawn nor fully decided."""
        return self.filter(state__in=WAITING)


class Contribution(models.Model):
    """Facts of a card that a user offers to the curators. A contribution by itself changes nothing in the catalog.

    `release` is the newest release at the time. `mends` is true for corrections of the catalog, false for facts that
    were not known. `digest` identifies the facts, and prevents repeated offers by one account. `by` is null if the
    account was deleted. `source` and `page` are the source; an empty source is the printed card. `sheet` is the set of
    the sheet that it was offered with; contributions of one sheet count as one. `batch` identifies the contributions
    offered together from a shelf, each with its own photo; they count as one, too.

    `decided` has the decision on each decided fact (`accept`, `decline`, `undone`, or `keep` while it is disputed) and
    the reason; `accepted` counts the accepted facts. `messages` has questions and answers in order. `version` counts
    changes, to detect decisions about an outdated state.
    """

    State = ContributionState

    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="contributions", editable=False
    )
    record = models.ForeignKey("catalog.Record", models.PROTECT, related_name="contributions", verbose_name=_("card"))
    facts = models.JSONField()
    digest = models.CharField(max_length=64, editable=False)
    mends = models.BooleanField(_("says that the catalog is wrong"), default=False, db_default=False)
    source = models.CharField(max_length=SOURCE_LENGTH, blank=True, default="", db_default="")
    sheet = models.CharField(max_length=100, blank=True, default="", db_default="", editable=False)
    batch = models.UUIDField(_("shelf"), null=True, blank=True, db_index=True, editable=False)
    page = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(9999)]
    )
    note = models.CharField(max_length=NOTE_LENGTH, blank=True, default="", help_text=_("For the curators."))
    thank = models.BooleanField(default=False, db_default=False)
    release = models.PositiveIntegerField(_("release"))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.OFFERED)
    decided = models.JSONField(default=dict)
    accepted = models.PositiveSmallIntegerField(default=0, db_default=0)
    messages = models.JSONField(default=list, db_column="talk")
    version = models.PositiveIntegerField(default=1, db_default=1)
    offered_at = models.DateTimeField(_("offered on"), auto_now_add=True)
    changed_at = models.DateTimeField(_("changed on"))

    objects = ContributionQuerySet.as_manager()

    class Meta:
        ordering = ["-changed_at", "-pk"]
        verbose_name = _("contribution")
        verbose_name_plural = _("contributions")
        constraints = [
            models.UniqueConstraint(fields=["by", "record", "digest"], name="contribution_once"),
            models.CheckConstraint(
                condition=Q(state__in=[state.value for state in ContributionState]), name="contribution_state_known"
            ),
        ]
        indexes = [models.Index(fields=["by", "-offered_at"], name="contribution_by")]

    def __str__(self) -> str:
        return f"{self.record}: {', '.join(self.facts)}"

    @property
    def game(self) -> str:
        return self.record.game

    @property
    def waits(self) -> bool:
        """True if a curator has to decide about some of the facts."""
        return self.state in WAITING

    @property
    def undecided(self) -> dict[str, Any]:
        """The facts without a decision."""
        return {fact: value for fact, value in self.facts.items() if fact not in self.decided}

    @property
    def taken(self) -> dict[str, Any]:
        """The accepted facts."""
        return {fact: self.facts[fact] for fact, how in self.decided.items() if how["do"] == "accept"}


class ContributionPhoto(models.Model):
    """The re-encoded photo of a card with a contribution. It is deleted after the decision."""

    contribution = models.OneToOneField(Contribution, models.CASCADE, related_name="photo")
    data = models.BinaryField()

    def __str__(self) -> str:
        return f"photo of {self.contribution_id}"

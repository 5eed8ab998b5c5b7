"""What the website stores of campaigns: the record, entry by entry, who sits where, and what players say of a game.

Nothing that follows from a record is stored: experience, artifacts, standings and the winner are derived from the
entries whenever they are shown (`rulesapi.engine.campaigns`).
"""

import uuid
from datetime import datetime
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from legions.accounts.holders import Holder, held_by, one_holder
from legions.saved_lists.share_keys import SHARE_KEY

NAME_LENGTH = 120
WORD_LENGTH = 60
"""Characters of the word by which a record means a player or an entry."""
REASON_LENGTH = 300


class CampaignQuerySet(models.QuerySet["Campaign"]):
    """Campaigns by whose they are, who plays in them and who may read them."""

    def led_by(self, holder: Holder) -> Self:
        """Return the campaigns that `holder` has started and leads."""
        return self.filter(held_by(holder))

    def of(self, holder: Holder) -> Self:
        """Return the campaigns that `holder` leads or has a seat in."""
        seated = CampaignSeat.objects.filter(held_by(holder, account="user")).values("campaign")
        return self.filter(held_by(holder) | Q(pk__in=seated))

    def by_key(self, field: str, key: str) -> "Campaign | None":
        """Return the campaign with this key in `field`, whatever is sent as one."""
        return self.filter(**{field: key}).first() if SHARE_KEY.fullmatch(key) else None

    def abandoned(self, since: datetime) -> Self:
        """Return the campaigns in which guests alone lead and play, and in which nothing has happened since then."""
        with_accounts = CampaignSeat.objects.filter(user__isnull=False).values("campaign")
        return self.filter(owner__isnull=True, updated_at__lt=since).exclude(pk__in=with_accounts)


class Campaign(models.Model):
    """A campaign: what its record says beside its entries (`head`), and who leads it.

    `plan` are the adventures that are offered, in their order. `entered` counts the entries: whoever adds one counts
    first, so that entries that come at once stand one after the other. Whoever has the link with the `invite_key` may
    take a seat, whoever has that with the `share_key` may read; without a key there is no such link. Either `owner` or
    `guest_key` is set, as of a legion.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="campaigns",
        verbose_name=_("led by"),
    )
    guest_key = models.CharField(max_length=64, null=True, blank=True, editable=False, db_index=True)  # noqa: DJ001 - unset is no key
    game = models.CharField(_("game"), max_length=100)
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    head = models.JSONField(default=dict, editable=False)
    plan = models.JSONField(default=list, editable=False)
    entered = models.PositiveIntegerField(_("entries"), default=0, editable=False)
    invite_key = models.CharField(max_length=64, null=True, unique=True, editable=False)  # noqa: DJ001 - as above
    share_key = models.CharField(max_length=64, null=True, unique=True, editable=False)  # noqa: DJ001 - as above
    created_at = models.DateTimeField(_("started"), editable=False)
    updated_at = models.DateTimeField(_("last change"), editable=False)

    objects = CampaignQuerySet.as_manager()

    class Meta:
        verbose_name = _("campaign")
        verbose_name_plural = _("campaigns")
        constraints = [
            one_holder("campaign_has_one_holder"),
        ]

    def __str__(self) -> str:
        return self.name


class CampaignSeat(models.Model):
    """Who plays as one player of a record. A player without a seat is vacant: somebody with the link may sit down."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="seats")
    player = models.CharField(max_length=WORD_LENGTH)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="campaign_seats"
    )
    guest_key = models.CharField(max_length=64, null=True, blank=True, editable=False, db_index=True)  # noqa: DJ001 - unset is no key
    taken_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "player"], name="campaign_seat_once"),
            models.UniqueConstraint(fields=["campaign", "user"], name="campaign_seat_of_user"),
            models.UniqueConstraint(fields=["campaign", "guest_key"], name="campaign_seat_of_guest"),
            one_holder("campaign_seat_has_one_holder", account="user"),
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.campaign_id}"


class CampaignEntry(models.Model):
    """One entry of a record, as the schema has it: added, and never changed after that.

    `by` is the player who wrote it, empty for whoever leads without playing. `once` marks the form that sent it, so
    that a form sent twice is one entry.
    """

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="entries", db_index=False)
    number = models.PositiveIntegerField()
    document = models.JSONField()
    by = models.CharField(max_length=WORD_LENGTH, blank=True, default="")
    once = models.CharField(max_length=64, blank=True, default="")
    entered_at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="campaign_entry_number"),
            models.UniqueConstraint(fields=["campaign", "once"], condition=~Q(once=""), name="campaign_entry_once"),
        ]

    def __str__(self) -> str:
        return f"{self.document.get('type')} {self.document.get('id')}"

    @property
    def told(self) -> dict[str, Any] | None:
        """What it says happened: of a correction what should have been said, None where that takes something back."""
        return self.document["entry"] if self.document["type"] == "corrected" else self.document


class CampaignOpinion(models.Model):
    """Whether a player agrees with what was entered of a game they played in, or disputes it and why."""

    entry = models.ForeignKey(CampaignEntry, models.CASCADE, related_name="opinions", db_index=False)
    player = models.CharField(max_length=WORD_LENGTH)
    agrees = models.BooleanField()
    why = models.CharField(max_length=REASON_LENGTH, blank=True, default="")
    given_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entry", "player"], name="campaign_opinion_once"),
            models.CheckConstraint(condition=Q(agrees=False) | Q(why=""), name="campaign_opinion_reason_of_dispute"),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {'agrees' if self.agrees else 'disputes'}"


class CampaignList(models.Model):
    """A list that a player builds for one side of an adventure. It stays while its campaign or itself does."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="lists", db_index=False)
    legion = models.OneToOneField("legions.Legion", models.CASCADE, related_name="campaign_list")
    player = models.CharField(max_length=WORD_LENGTH)
    adventure = models.CharField(max_length=200)
    side = models.CharField(max_length=200)

    class Meta:
        indexes = [models.Index(fields=["campaign", "player", "adventure"], name="campaign_list_of_player")]

    def __str__(self) -> str:
        return f"{self.player} as {self.side} in {self.adventure}"


class SharedAdventureQuerySet(models.QuerySet["SharedAdventure"]):
    """Own adventures by who may read them."""

    def shown(self) -> Self:
        """Return those that whoever has their link reads."""
        return self.filter(share_key__isnull=False, barred=False)

    def by_key(self, key: str) -> "SharedAdventure | None":
        """Return the one with this key that is shown, whatever is sent as one."""
        return self.shown().filter(share_key=key).first() if SHARE_KEY.fullmatch(key) else None


class SharedAdventure(models.Model):
    """An own adventure as it was when its author published it: whoever has the link reads it and takes a copy.

    It stands for itself: what becomes of the campaign that it was written in changes nothing of it. Without a
    `share_key` its link is ended. One that is `barred` a moderator has hidden.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="shared_adventures", verbose_name=_("of")
    )
    campaign = models.ForeignKey(Campaign, models.SET_NULL, null=True, related_name="shared_adventures", db_index=False)
    game = models.CharField(_("game"), max_length=100)
    slug = models.CharField(max_length=200)
    document = models.JSONField()
    share_key = models.CharField(max_length=64, null=True, unique=True, editable=False)  # noqa: DJ001 - unset is no key
    barred = models.BooleanField(_("hidden by a moderator"), default=False, db_default=False, editable=False)
    shared_at = models.DateTimeField(_("published"))

    objects = SharedAdventureQuerySet.as_manager()

    class Meta:
        verbose_name = _("published adventure")
        verbose_name_plural = _("published adventures")
        constraints = [models.UniqueConstraint(fields=["campaign", "slug"], name="shared_adventure_once")]
        indexes = [models.Index(fields=["-shared_at"], name="shared_adventure_new")]

    def __str__(self) -> str:
        return str(self.document["name"])

    @property
    def address(self) -> str:
        """Where it is read, empty where nobody does."""
        return reverse("shared-adventure", args=[self.share_key]) if self.share_key and not self.barred else ""

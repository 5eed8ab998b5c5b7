"""Stored data of campaigns: the entries of the record, the seats, and opinions on entries.

Nothing that can be derived from a record is stored: experience, artifacts, standings and the winner are computed from
the entries when they are shown (`rulesapi.engine.campaigns`).
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
from rulesapi.engine.campaigns.records import CORRECTED

NAME_LENGTH = 120
WORD_LENGTH = 60
"""The maximum length of the identifier of a player or an entry in a record, in characters."""
REASON_LENGTH = 300


class CampaignQuerySet(models.QuerySet["Campaign"]):
    """Campaigns by leader, player and access key."""

    def led_by(self, holder: Holder) -> Self:
        """Return the campaigns that `holder` leads."""
        return self.filter(held_by(holder))

    def of(self, holder: Holder) -> Self:
        """Return the campaigns that `holder` leads or has a seat in."""
        seated = CampaignSeat.objects.filter(held_by(holder, account="user")).values("campaign")
        return self.filter(held_by(holder) | Q(pk__in=seated))

    def by_key(self, field: str, key: str) -> "Campaign | None":
        """Return the campaign with this key in `field`, or None, also for malformed keys."""
        return self.filter(**{field: key}).first() if SHARE_KEY.fullmatch(key) else None

    def abandoned(self, since: datetime) -> Self:
        """Return the campaigns with guests only, in which nothing has happened since then."""
        with_accounts = CampaignSeat.objects.filter(user__isnull=False).values("campaign")
        return self.filter(owner__isnull=True, updated_at__lt=since).exclude(pk__in=with_accounts)


class Campaign(models.Model):
    """A campaign: its record without the entries (`head`), and its leader.

    `plan` are the offered adventures, in their order. `entered` counts the entries: a writer increments it first, so
    that simultaneous entries are added one after the other. A visitor with the link of the `invite_key` may take a
    seat, with that of the `share_key` may read; without a key there is no such link. Either `owner` or `guest_key` is
    set.
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
    """The seat of a user or guest as a player of a record. Players without a seat are vacant and can be taken over."""

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
    """An entry of a record, in the form of its schema. Entries are added and never changed.

    `by` is the player who wrote it, empty for a leader who does not play. `once` is the token of its form, so that a
    form sent twice makes one entry.
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
        """The reported event: for a correction the corrected entry, or None if it withdraws an entry."""
        return self.document["entry"] if self.document["type"] == CORRECTED else self.document


class CampaignOpinion(models.Model):
    """The opinion of a player on the entry of a game they played in: agreement, or a dispute with its reason."""

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
    """A list of a player for one side of an adventure. It is deleted with its campaign or its list."""

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
    """Own adventures by their visibility."""

    def shown(self) -> Self:
        """Return the adventures that can be read with their links."""
        return self.filter(share_key__isnull=False, barred=False)

    def by_key(self, key: str) -> "SharedAdventure | None":
        """Return the visible adventure with this key, or None, also for malformed keys."""
        return self.shown().filter(share_key=key).first() if SHARE_KEY.fullmatch(key) else None


class SharedAdventure(models.Model):
    """An own adventure as it was when its author published it: visitors with the link can read and copy it.

    It is independent of the campaign it was written in. Without a `share_key` it has no link. A moderator has hidden it
    if it is `barred`.
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
        """The path of its page; empty if it is hidden or its link has ended."""
        return reverse("shared-adventure", args=[self.share_key]) if self.share_key and not self.barred else ""

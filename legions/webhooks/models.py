"""Stored data of webhooks: addresses, messages, and results of attempts."""

import uuid
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

URL_LENGTH = 500
MAX_RESPONSE_LENGTH = 500


class WebhookQuerySet(models.QuerySet["Webhook"]):
    """Webhooks by activity."""

    def active(self) -> Self:
        """Return the webhooks that are notified of releases."""
        return self.filter(off="", user__is_active=True)


class Webhook(models.Model):
    """An address of a user's program that is notified of releases.

    `secret` is the signing key of its messages, encrypted with the site's secret key; after a change, messages are also
    signed with the `former_secret` until `former_until`. `site` is the address at which its owner uses this site,
    `language` the owner's language. `off` is the reason why nothing is sent, empty while it is active; `failed` counts
    the failed deliveries in a row.
    """

    class DisabledReason(models.TextChoices):
        OWNER = "owner", _("Switched off by you")
        FAILING = "failing", _("Turned off: nothing could be delivered for days")
        GONE = "gone", _("Turned off: the response was 410")

    number = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    url = models.CharField(max_length=URL_LENGTH)
    secret = models.TextField()
    former_secret = models.TextField(default="")
    former_until = models.DateTimeField(null=True)
    site = models.CharField(max_length=200)
    language = models.CharField(max_length=10)
    off = models.CharField(max_length=10, choices=DisabledReason, default="")
    failed = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = WebhookQuerySet.as_manager()

    class Meta:
        ordering = ["created_at", "number"]
        constraints = [
            models.UniqueConstraint(fields=["user", "url"], name="webhook_once"),
            models.CheckConstraint(condition=Q(off__in=["", "owner", "failing", "gone"]), name="webhook_off_known"),
        ]

    def __str__(self) -> str:
        return self.url


class Delivery(models.Model):
    """A message to a webhook; `body` contains the bytes of each attempt.

    `next_at` is the time of the next attempt of a waiting message. A message keeps its id in all attempts, so that
    receivers recognize repetitions.
    """

    class Event(models.TextChoices):
        RELEASE = "release.published", _("A release")
        PING = "ping", _("A test")

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        DELIVERED = "delivered", _("Delivered")
        FAILED = "failed", _("Not delivered")

    number = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    hook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries", db_index=False)
    event = models.CharField(max_length=20, choices=Event)
    release = models.PositiveIntegerField(null=True)
    body = models.TextField()
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["-created_at", "-number"]
        indexes = [
            models.Index(fields=["hook", "-created_at"], name="delivery_of_hook"),
            models.Index(fields=["created_at"], name="delivery_by_age"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["hook", "release"], name="delivery_of_release_once"),
            models.CheckConstraint(
                condition=Q(state="waiting", next_at__isnull=False) | (~Q(state="waiting") & Q(next_at__isnull=True)),
                name="delivery_waits_for_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} to {self.hook_id}"

    @property
    def message(self) -> str:
        """The id in the message headers."""
        return f"msg_{self.number.hex}"


class DeliveryAttempt(models.Model):
    """An attempt of a delivery: time, duration, beginning of the response, and the reason of a failure."""

    class Failure(models.TextChoices):
        STATUS = "status", _("The response status was not 200 to 299.")
        REDIRECT = "redirect", _("The response is a redirect. Redirects are not followed.")
        NOT_FOUND = "name-not-found", _("Unknown host name.")
        CLOSED = "address-not-allowed", _("The name leads to an address that is not on the open internet.")
        UNREACHABLE = "no-connection", _("The connection failed.")
        TLS = "not-secure", _("TLS error: check the certificate.")
        TIME = "too-slow", _("No response in time.")
        BROKEN = "no-http", _("The response was not valid HTTP.")
        LOCKED = "no-secret", _("This site cannot read the secret any more. Make a new one.")

    delivery = models.ForeignKey(Delivery, models.CASCADE, related_name="log")
    number = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    took = models.PositiveIntegerField(help_text="Milliseconds.")
    status = models.PositiveSmallIntegerField(null=True)
    trouble = models.CharField(max_length=20, choices=Failure, default="")
    answer = models.CharField(max_length=MAX_RESPONSE_LENGTH, default="")

    class Meta:
        db_table = "legions_try"
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.status or self.trouble} after {self.took} ms"

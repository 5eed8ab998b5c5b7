"""What is stored of webhooks: where they lead, what is to be sent there, and what came of each try."""

import uuid
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

URL_LENGTH = 500
MAX_RESPONSE_LENGTH = 500


class WebhookQuerySet(models.QuerySet["Webhook"]):
    """Webhooks by whether anything is sent to them."""

    def active(self) -> Self:
        """Return those that are notified of releases."""
        return self.filter(off="", user__is_active=True)


class Webhook(models.Model):
    """An address of somebody's program, which is notified of releases.

    `secret` is what its messages are signed with, locked with the secret key of the site; after a change the
    `former_secret` signs beside it `former_until` then. `site` is where its owner found this site, and `language` what
    they read. `off` says why nothing is sent any more, empty while it is; `failed` counts the deliveries in a row that
    were given up.
    """

    class DisabledReason(models.TextChoices):
        """Why nothing is sent."""

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
    """One message to one webhook: `body` is what is sent, byte for byte, at each try.

    While it waits, `next_at` is when it is tried next. A message keeps its id through all tries, so that whoever gets
    it twice knows.
    """

    class Event(models.TextChoices):
        """What it tells of."""

        RELEASE = "release.published", _("A release")
        PING = "ping", _("A test")

    class State(models.TextChoices):
        """What has come of it."""

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
        """The id that it is sent under."""
        return f"msg_{self.number.hex}"


class DeliveryAttempt(models.Model):
    """One try to deliver: when, what was answered (the first of it), how long it took, and what went wrong."""

    class Failure(models.TextChoices):
        """What can go wrong."""

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

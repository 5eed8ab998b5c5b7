"""Services for webhooks: add, change, remove, renew the secret, test, and resend."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import get_language, gettext

from catalog.api_base import throttling
from legions.site.errors import ActionRefused
from legions.webhooks import address_policy, signatures
from legions.webhooks import delivery as webhooks_delivery
from legions.webhooks.models import Delivery, Webhook

MAX_HOOKS = 5
FORMER_SECRET_LIFETIME = timedelta(days=1)
"""The time for which messages are also signed with a replaced secret."""


class TooManyHooks(ActionRefused):
    """The refusal of a webhook above the maximum number."""

    code = "too-many-webhooks"
    pointer = ""


class DuplicateAddress(ActionRefused):
    """The refusal of a second webhook of a user with the same address."""

    code = "webhook-there"
    pointer = "/url"


def current_policy() -> address_policy.AddressPolicy:
    """Return the address policy of this site."""
    return address_policy.AddressPolicy(at_home=settings.WEBHOOKS_TO_LOCALHOST)


@transaction.atomic
def add_webhook(*, user: Any, url: str, site: str) -> tuple[Webhook, str]:
    """Add a webhook of `user` with links to `site`. Return it with its secret, which is not shown again.

    Raises AddressRefused for an invalid address, TooManyHooks, DuplicateAddress.
    """
    address_policy.parse_url(url, current_policy())
    get_user_model().objects.select_for_update().get(pk=user.pk)  # makes simultaneous additions count in the limit
    if Webhook.objects.filter(user=user).count() >= MAX_HOOKS:
        raise TooManyHooks(
            gettext("You have %(most)d webhooks, which is the most. Remove one first.") % {"most": MAX_HOOKS}
        )
    secret = signatures.new_secret()
    hook = Webhook(user=user, url=url, site=site, language=get_language() or settings.LANGUAGE_CODE)
    hook.secret = signatures.encrypt_secret(secret)
    _save(hook, force_insert=True)
    return hook, secret


def change_webhook(*, hook: Webhook, url: str, active: bool) -> None:
    """Change the address of a webhook, or switch it off or on. Raises AddressRefused, DuplicateAddress."""
    address_policy.parse_url(url, current_policy())
    if not active and not hook.off:
        webhooks_delivery.switch_off(hook, Webhook.DisabledReason.OWNER)
    elif active:
        hook.off, hook.failed = "", 0
    hook.url = url
    _save(hook, update_fields=["url", "off", "failed"])


def _save(hook: Webhook, **how: Any) -> None:
    try:
        with transaction.atomic():
            hook.save(**how)
    except IntegrityError as error:
        raise DuplicateAddress(gettext("You have a webhook to this address.")) from error


def remove_webhook(*, hook: Webhook) -> None:
    """Delete a webhook with its log."""
    hook.delete()


def renew_secret(*, hook: Webhook) -> str:
    """Set a new secret and return it; it is not shown again. The former secret also signs messages for a day."""
    secret = signatures.new_secret()
    hook.former_secret, hook.former_until = hook.secret, timezone.now() + FORMER_SECRET_LIFETIME
    hook.secret = signatures.encrypt_secret(secret)
    hook.save(update_fields=["secret", "former_secret", "former_until"])
    return secret


@transaction.atomic
def send_test(*, hook: Webhook) -> Delivery:
    """Send a test to a webhook, also to one that is off, with a single attempt. Raises RateLimitExceeded."""
    _count(hook)
    now = timezone.now()
    (delivery,) = webhooks_delivery.note_deliveries([hook], Delivery.Event.PING, {}, noted_at=now)
    return delivery


@transaction.atomic
def resend_delivery(*, delivery: Delivery) -> None:
    """Send a delivery again, beginning with the first attempt; its log is continued. Raises RateLimitExceeded."""
    _count(delivery.hook)
    now = timezone.now()
    Delivery.objects.filter(pk=delivery.pk).update(state=Delivery.State.WAITING, tries=0, next_at=now)
    webhooks_delivery.schedule_attempt(delivery, None)


def _count(hook: Webhook) -> None:
    """Charge the owner of a webhook for a message. Raises RateLimitExceeded."""
    throttling.throttle("sending", throttling.account_ident(hook.user_id))

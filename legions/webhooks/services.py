"""What people do with their webhooks: add, change, remove, take a new secret, test, send once more."""

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
"""How long a secret that was replaced still signs beside the new one."""


class TooManyHooks(ActionRefused):
    """Nobody has more webhooks than the most."""

    code = "too-many-webhooks"
    pointer = ""


class DuplicateAddress(ActionRefused):
    """Somebody has a webhook to this address."""

    code = "webhook-there"
    pointer = "/url"


def current_policy() -> address_policy.AddressPolicy:
    """Return what is open here."""
    return address_policy.AddressPolicy(at_home=settings.WEBHOOKS_TO_LOCALHOST)


@transaction.atomic
def add_webhook(*, user: Any, url: str, site: str) -> tuple[Webhook, str]:
    """Add a webhook of `user`, who found this site at `site`; return it with its secret, which is told this once.

    Raises AddressRefused for what is no address, TooManyHooks, DuplicateAddress.
    """
    address_policy.parse_url(url, current_policy())
    get_user_model().objects.select_for_update().get(pk=user.pk)  # of many added at once none is one too many
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
    """Send to another address, or no more, or again. Raises AddressRefused, DuplicateAddress."""
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
    """Forget a webhook with its log."""
    hook.delete()


def renew_secret(*, hook: Webhook) -> str:
    """Give a webhook a new secret and return it, this once. The one before signs beside it for a day."""
    secret = signatures.new_secret()
    hook.former_secret, hook.former_until = hook.secret, timezone.now() + FORMER_SECRET_LIFETIME
    hook.secret = signatures.encrypt_secret(secret)
    hook.save(update_fields=["secret", "former_secret", "former_until"])
    return secret


@transaction.atomic
def send_test(*, hook: Webhook) -> Delivery:
    """Send a test to a webhook, also to one that is off; it is tried once. Raises RateLimitExceeded."""
    _count(hook)
    now = timezone.now()
    (delivery,) = webhooks_delivery.note_deliveries([hook], Delivery.Event.PING, {}, at=now)
    return delivery


@transaction.atomic
def resend_delivery(*, delivery: Delivery) -> None:
    """Send a delivery once more, from the first try on; the log goes on. Raises RateLimitExceeded."""
    _count(delivery.hook)
    now = timezone.now()
    Delivery.objects.filter(pk=delivery.pk).update(state=Delivery.State.WAITING, tries=0, next_at=now)
    webhooks_delivery.schedule_attempt(delivery, None)


def _count(hook: Webhook) -> None:
    """Count what somebody has this server send. Raises RateLimitExceeded."""
    throttling.throttle("sending", throttling.account_ident(hook.user_id))

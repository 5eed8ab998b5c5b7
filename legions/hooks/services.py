"""What people do with their webhooks: add, change, remove, take a new secret, test, send once more."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import get_language, gettext

from legions.services import Refused
from rulesapi import limits

from . import addresses, delivering, signing
from .models import Delivery, Webhook

MOST_HOOKS = 5
FORMER_SIGNS = timedelta(days=1)
"""How long a secret that was replaced still signs beside the new one."""


class TooManyHooks(Refused):
    """Nobody has more webhooks than the most."""


class ThereAlready(Refused):
    """Somebody has a webhook to this address."""


def policy() -> addresses.Policy:
    """Return what is open here."""
    return addresses.Policy(at_home=settings.WEBHOOKS_AT_HOME)


@transaction.atomic
def add(*, user: Any, url: str, site: str) -> tuple[Webhook, str]:
    """Add a webhook of `user`, who found this site at `site`; return it with its secret, which is told this once.

    Raises Unfit for what is no address, TooManyHooks, ThereAlready.
    """
    addresses.read(url, policy())
    get_user_model().objects.select_for_update().get(pk=user.pk)  # of many added at once none is one too many
    if Webhook.objects.filter(user=user).count() >= MOST_HOOKS:
        raise TooManyHooks(
            gettext("You have %(most)d webhooks, which is the most. Remove one first.") % {"most": MOST_HOOKS}
        )
    secret = signing.new_secret()
    hook = Webhook(user=user, url=url, site=site, language=get_language() or settings.LANGUAGE_CODE)
    hook.secret = signing.lock(secret)
    _save(hook, force_insert=True)
    return hook, secret


def change(*, hook: Webhook, url: str, active: bool) -> None:
    """Send to another address, or no more, or again. Raises Unfit, ThereAlready."""
    addresses.read(url, policy())
    if not active and not hook.off:
        delivering.switch_off(hook, Webhook.Off.OWNER)
    elif active:
        hook.off, hook.failed = "", 0
    hook.url = url
    _save(hook, update_fields=["url", "off", "failed"])


def _save(hook: Webhook, **how: Any) -> None:
    try:
        with transaction.atomic():
            hook.save(**how)
    except IntegrityError as error:
        raise ThereAlready(gettext("You have a webhook to this address.")) from error


def remove(*, hook: Webhook) -> None:
    """Forget a webhook with its log."""
    hook.delete()


def renew(*, hook: Webhook) -> str:
    """Give a webhook a new secret and return it, this once. The one before signs beside it for a day."""
    secret = signing.new_secret()
    hook.former_secret, hook.former_until = hook.secret, timezone.now() + FORMER_SIGNS
    hook.secret = signing.lock(secret)
    hook.save(update_fields=["secret", "former_secret", "former_until"])
    return secret


@transaction.atomic
def ping(*, hook: Webhook) -> Delivery:
    """Send a test to a webhook, also to one that is off; it is tried once. Raises TooMany."""
    _count(hook)
    now = timezone.now()
    (delivery,) = delivering.note([hook], Delivery.Event.PING, {}, at=now)
    return delivery


@transaction.atomic
def again(*, delivery: Delivery) -> None:
    """Send a delivery once more, from the first try on; the log goes on. Raises TooMany."""
    _count(delivery.hook)
    now = timezone.now()
    Delivery.objects.filter(pk=delivery.pk).update(state=Delivery.State.WAITING, tries=0, next_at=now)
    delivering.plan(delivery, None)


def _count(hook: Webhook) -> None:
    """Count what somebody has this server send. Raises TooMany."""
    limits.spend("sending", f"user-{hook.user_id}")

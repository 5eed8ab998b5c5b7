"""Subscriptions to mails about changed verdicts and watched cards, and sending them after a release.

Each user gets at most one mail per release: the notification is recorded in the transaction that stores the mail
(`legions/mails`). Interrupted work is continued later.
"""

from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django_tasks import task

from catalog.documents.errors import InvalidInput
from catalog.models import Release
from legions.my_lists.release_effects import standing_change
from legions.notifications.models import Alert
from legions.own_numbers.applied_numbers import with_numbers
from legions.own_numbers.models import OwnNumbers
from legions.own_numbers.services import current_facts
from legions.saved_lists.models import Legion, display_name_of_document
from legions.watching import notices
from legions.watching.notices import WatchedChanges
from legions.watching.watch_page import notice_rows
from rulesapi.engine.core.library import Library
from rulesapi.judging import verdicts

MAX_NAMED = 50
"""Maximum number of legions named in one mail."""
MAX_ATTEMPTS = 6
RETRY_DELAY = timedelta(minutes=20)
"""Time before the next attempt."""


def subscribe(*, user: Any, origin: str, language: str) -> None:
    """Subscribe a user to mails from the next release on. `origin` is the scheme and host of the links."""
    values = {"told": Release.objects.newest(), "origin": origin, "language": language}
    Alert.objects.update_or_create(user=user, defaults=values)


def unsubscribe(*, user: Any) -> None:
    """Remove the subscription of a user."""
    Alert.objects.filter(user=user).delete()


def is_subscribed(user: Any) -> bool:
    """Return whether a user is subscribed."""
    return Alert.objects.filter(user=user).exists()


def enqueue_notifications(release: Release) -> None:
    """Enqueue the mails about a release; called in the transaction that publishes it."""
    if Alert.objects.exists():
        notify_owners.enqueue(release.number)


@task()
def notify_owners(number: int, tries: int = MAX_ATTEMPTS) -> None:
    """Mail all subscribers not yet notified of this release; failed or interrupted work is retried later."""
    if not _pending_subscribers(number).exists():
        return
    if tries > 1:
        notify_owners.using(run_after=timezone.now() + RETRY_DELAY).enqueue(number, tries - 1)
    notify_all(number)


def notify_all(number: int) -> None:
    """Mail the subscribers a list of their legions whose verdict changed with a release, and of the cards and sets that
    they watch.
    """
    libraries: dict[str, tuple[Library, Library] | None] = {}
    release = Release.objects.get(number=number)
    watched = notices.watched_changes(release)
    for key in list(_pending_subscribers(number).values_list("pk", flat=True)):
        _notify_one(key, release, watched, libraries)


def _pending_subscribers(number: int) -> Any:
    return Alert.objects.filter(told__lt=number, user__is_active=True)


@transaction.atomic
def _notify_one(key: int, release: Release, watched: WatchedChanges, libraries: dict[str, Any]) -> None:
    number = release.number
    if not Alert.objects.filter(pk=key, told__lt=number).update(told=number):
        return
    alert = Alert.objects.select_related("user").get(pk=key)
    address = EmailAddress.objects.filter(user=alert.user, verified=True).order_by("-primary").first()
    if address is None:
        return
    changed = list(_changed(alert.user, number, libraries))
    notice = notices.notice_of(alert.user, release, watched)
    if not changed and notice is None:
        return
    with translation.override(alert.language):
        context = {"release": number, "legions": changed[:MAX_NAMED], "more": len(changed[MAX_NAMED:]), "alert": alert}
        context |= {"notice": notice, "rows": notice_rows([notice])[0] if notice else None}
        subject = " ".join(render_to_string("account/email/verdicts_changed_subject.txt", context).split())
        text = render_to_string("account/email/verdicts_changed_message.txt", context)
    send_mail(f"Muster: {subject}", text, None, [address.email])


def _changed(user: Any, number: int, libraries: dict[str, Any]) -> Any:
    """Yield the legions of a user with different verdicts before and after a release."""
    facts = {one.game: current_facts(one) for one in OwnNumbers.objects.filter(owner=user)}
    for legion in Legion.objects.not_deleted().filter(owner=user, archived_at=None).order_by("-updated_at"):
        both = _both(legion.game, number, libraries)
        change = standing_change(*both, with_numbers(legion.document, facts.get(legion.game, {}))) if both else None
        if change is not None and change.before.verdict != change.after.verdict:
            yield {
                "name": display_name_of_document(legion.document),
                "before": change.before.verdict,
                "after": change.after.verdict,
                "rules": change.rules,
                "path": reverse("legion", args=[legion.pk]),
            }


def _both(game: str, number: int, libraries: dict[str, Any]) -> tuple[Library, Library] | None:
    """Return the libraries of a game before and after a release; None if either does not exist."""
    if game not in libraries:
        try:
            libraries[game] = (verdicts.library(game, number - 1), verdicts.library(game, number))
        except InvalidInput:
            libraries[game] = None
    found: tuple[Library, Library] | None = libraries[game]
    return found

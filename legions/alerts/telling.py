"""Turning the mails on and off, and sending them after a release.

One mail at most for each person and release: that somebody was told is written in the transaction in which the mail is
handed over, and taken back when that fails, so that the worker can do it again.
"""

import logging
from datetime import timedelta
from smtplib import SMTPException
from typing import Any

from allauth.account.models import EmailAddress
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django_tasks import task

from catalog.faults import Malformed
from catalog.models import Release
from rulesapi import verdicts
from rulesapi.engine.ruleset import Library

from ..effects import differs
from ..models import Legion, name_of
from .models import Alert

log = logging.getLogger(__name__)
MOST_NAMED = 50
"""How many legions one mail names."""
TRIES = 6
AGAIN = timedelta(minutes=20)
"""After which it is tried again."""


def turn_on(*, user: Any, origin: str, language: str) -> None:
    """Tell somebody from the next release on. `origin` is the scheme and host that their links lead to."""
    given = {"told": Release.objects.newest(), "origin": origin, "language": language}
    Alert.objects.update_or_create(user=user, defaults=given)


def turn_off(*, user: Any) -> None:
    """Tell somebody no more."""
    Alert.objects.filter(user=user).delete()


def is_on(user: Any) -> bool:
    """Return whether somebody is told."""
    return Alert.objects.filter(user=user).exists()


def announce(release: Release) -> None:
    """Have a worker tell who asked; called in the transaction that publishes."""
    if Alert.objects.exists():
        work.enqueue(release.number)


@task()
def work(number: int, tries: int = TRIES) -> None:
    """Tell who asked and is not told yet; what fails, or is killed, is tried again later."""
    if not _untold(number).exists():
        return
    if tries > 1:
        work.using(run_after=timezone.now() + AGAIN).enqueue(number, tries - 1)
    tell(number)


def tell(number: int) -> None:
    """Tell everybody who asked which legions of theirs a release has given another verdict.

    Whoever cannot be reached now keeps nobody else from being told. Raises the last such error, so that the work counts
    as failed.
    """
    libraries: dict[str, tuple[Library, Library] | None] = {}
    failed: Exception | None = None
    for key in list(_untold(number).values_list("pk", flat=True)):
        try:
            _tell_one(key, number, libraries)
        except (OSError, SMTPException) as error:
            log.error("Somebody could not be told of release %d: %s", number, error)
            failed = error
    if failed:
        raise failed


def _untold(number: int) -> Any:
    return Alert.objects.filter(told__lt=number, user__is_active=True)


@transaction.atomic
def _tell_one(key: int, number: int, libraries: dict[str, Any]) -> None:
    if not Alert.objects.filter(pk=key, told__lt=number).update(told=number):
        return
    alert = Alert.objects.select_related("user").get(pk=key)
    address = EmailAddress.objects.filter(user=alert.user, verified=True).order_by("-primary").first()
    if address is None:
        return
    changed = list(_changed(alert.user, number, libraries))
    if not changed:
        return
    with translation.override(alert.language):
        said = {"release": number, "legions": changed[:MOST_NAMED], "more": len(changed[MOST_NAMED:]), "alert": alert}
        subject = " ".join(render_to_string("account/email/verdicts_changed_subject.txt", said).split())
        text = render_to_string("account/email/verdicts_changed_message.txt", said)
    send_mail(f"Muster: {subject}", text, None, [address.email])


def _changed(user: Any, number: int, libraries: dict[str, Any]) -> Any:
    """Yield the legions of somebody that stand otherwise by a release than by the one before it."""
    for legion in Legion.objects.kept().filter(owner=user, archived_at=None).order_by("-updated_at"):
        both = _both(legion.game, number, libraries)
        change = differs(*both, legion.document) if both else None
        if change is not None and change.before.verdict != change.after.verdict:
            yield {
                "name": name_of(legion.document),
                "before": change.before.verdict,
                "after": change.after.verdict,
                "rules": change.rules,
                "path": reverse("legion", args=[legion.pk]),
            }


def _both(game: str, number: int, libraries: dict[str, Any]) -> tuple[Library, Library] | None:
    """Return the libraries of a game before and after a release; None where either is not there."""
    if game not in libraries:
        try:
            libraries[game] = (verdicts.library(game, number - 1), verdicts.library(game, number))
        except Malformed:
            libraries[game] = None
    found: tuple[Library, Library] | None = libraries[game]
    return found

"""Curators, releases and subscribers for the drills of background work, made by `manage.py shell` in the cluster.

Each function prints its result as one line of JSON.
"""

import json
from collections.abc import Sequence
from datetime import timedelta

from allauth.account.internal.flows.login import record_authentication
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth import get_user_model
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone

from catalog import permissions, publishing
from catalog.models import Record, Release, Revision
from catalog.models.upcoming import UpcomingRelease, UpcomingState
from catalog.publishing import scheduling, upcoming_releases
from legions.notifications import verdict_changes
from legions.watching import services as watching
from legions.watching.models import WatchNotice
from tests import factories

CURATORS = ("ann", "ben")
ORIGIN = "https://muster.example"


def log_in() -> None:
    """Create the curators, and print the session key of the first one, who has passed the second step."""
    for name in CURATORS:
        curator, created = get_user_model().objects.get_or_create(username=name)
        if not created:
            continue
        permissions.grant(curator, permissions.CURATOR)
        permissions.grant(curator, permissions.PUBLISHER)
        Authenticator.objects.create(user=curator, type=Authenticator.Type.TOTP, data={})
    client, first = Client(), get_user_model().objects.get(username=CURATORS[0])
    client.force_login(first)
    request = HttpRequest()
    request.session = client.session
    record_authentication(request, first, method="mfa", type="totp")
    request.session.save()
    print(json.dumps(request.session.session_key))  # noqa: T201


def prepare_releases(number: int, cards: int) -> None:
    """Create releases, each of which changes a card that somebody watches; print their keys and versions."""
    ann, ben = (get_user_model().objects.get(username=name) for name in CURATORS)
    watched = [factories.creature(slug=f"watched-{turn}", cost=1) for turn in range(number)]
    factories.publish(*watched)
    reader = factories.UserFactory(username="reader")
    EmailAddress.objects.create(user=reader, email="reader@example.org", verified=True, primary=True)
    verdict_changes.subscribe(user=reader, origin=ORIGIN, language="en")
    prepared = []
    for turn, document in enumerate(watched):
        watching.watch(user=reader, record=Record.objects.get(slug=document["slug"]))
        others = [factories.creature(slug=f"beside-{turn}-{card}") for card in range(cards - 1)]
        for changed in [{**document, "cost": 2}, *others]:
            draft = publishing.save_and_submit(changed, by=ann, why="A drill", sources_hold=None)
            publishing.approve(draft.record, by=ben, expected=publishing.edit_token(draft.record))
        upcoming = upcoming_releases.create_upcoming(by=ann, why=f"Release of the drill, number {turn}")
        prepared.append([upcoming.pk, upcoming.version])
    print(json.dumps(prepared))  # noqa: T201


def schedule(numbers: Sequence[int], seconds: float) -> None:
    """Schedule upcoming releases in a few seconds, whether or not they were scheduled before; print nothing."""
    for upcoming in UpcomingRelease.objects.filter(pk__in=numbers):
        if upcoming.state == UpcomingState.SCHEDULED:
            scheduling.unschedule(upcoming, by=upcoming.by, seen=upcoming.version)
            upcoming.refresh_from_db()
        due_at = timezone.now() + timedelta(seconds=seconds)
        scheduling.schedule(upcoming, due_at=due_at, by=upcoming.by, seen=upcoming.version, site=ORIGIN)


def report_releases() -> None:
    """Print of each upcoming release its release, its documents there, and the notices about it."""
    found = {}
    for upcoming in UpcomingRelease.objects.order_by("pk"):
        release = upcoming.release_id
        found[upcoming.pk] = [
            release,
            Revision.objects.filter(since_id=release).count() if release else 0,
            WatchNotice.objects.filter(release_id=release).count() if release else 0,
        ]
    print(json.dumps({"newest": Release.objects.newest(), "releases": found}))  # noqa: T201

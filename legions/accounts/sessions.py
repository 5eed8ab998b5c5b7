"""The session engine: how long a session lasts.

An account's session ends 14 days after it was last used (`SESSION_COOKIE_AGE`), and 90 days after the log-in however
much it is used. A guest's goes on for as long as their legions are kept, in a campaign for a year. So that reading
does not write each time, the last use is noted once an hour (`session_activity.record_request`).
"""

from datetime import datetime, timedelta
from typing import Any, cast

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.http import HttpRequest
from django.utils import timezone

from legions.accounts.holders import GUEST_KEY, GUEST_RETENTION, SHARED_GUEST_RETENTION

MAX_SESSION_AGE = timedelta(days=90)
ACTIVITY_INTERVAL = timedelta(hours=1)
STARTED_KEY = "since"
LAST_SEEN_KEY = "seen"
IN_CAMPAIGN_KEY = "in-campaign"
"""Set in the session of a guest who leads a campaign or has a seat in one: months may pass between two games."""


class SessionStore(DatabaseStore):
    """Django's sessions in the database, with an end that no use puts off."""

    def save(self, must_create: bool = False) -> None:
        """Note when it was used, and of an account's since when it goes on."""
        data = self._get_session(no_load=must_create)  # type: ignore[attr-defined]  # not in the stubs
        now = int(timezone.now().timestamp())
        if SESSION_KEY in data or GUEST_KEY in data:
            data[LAST_SEEN_KEY] = now
        if SESSION_KEY in data:
            data.setdefault(STARTED_KEY, now)
        super().save(must_create=must_create)

    def begin_anew(self) -> None:
        """Count from now how long it may last at most: somebody has just logged in."""
        self[STARTED_KEY] = int(timezone.now().timestamp())

    def get_expiry_date(self, **kwargs: Any) -> datetime:
        """Return when it ends unless it is used; one of an account at the latest when it has lasted long enough."""
        used = kwargs.setdefault("modification", timezone.now())
        if SESSION_KEY in self:
            since = datetime.fromtimestamp(self.get(STARTED_KEY, used.timestamp()), used.tzinfo)
            return min(super().get_expiry_date(**kwargs), since + MAX_SESSION_AGE)
        if GUEST_KEY in self:
            retention = SHARED_GUEST_RETENTION if IN_CAMPAIGN_KEY in self else GUEST_RETENTION
            return used + retention + ACTIVITY_INTERVAL
        return super().get_expiry_date(**kwargs)

    def get_expiry_age(self, **kwargs: Any) -> int:
        """Return the seconds until it ends unless it is used."""
        used = kwargs.setdefault("modification", timezone.now())
        return max(0, int((self.get_expiry_date(**kwargs) - used).total_seconds()))

    @property
    def age(self) -> float:
        """Seconds since its account logged in; without end where nobody knows."""
        return timezone.now().timestamp() - self.get(STARTED_KEY, float("-inf"))

    @property
    def needs_activity_update(self) -> bool:
        """Whether its last use was noted so long ago that this one is worth writing down."""
        known = SESSION_KEY in self or GUEST_KEY in self
        return known and timezone.now().timestamp() - self.get(LAST_SEEN_KEY, 0) >= ACTIVITY_INTERVAL.total_seconds()


def session_of(request: HttpRequest) -> SessionStore:
    """Return the session of a request, which is one of this engine."""
    return cast("SessionStore", request.session)

"""The session engine, with the lifetime of sessions.

An account's session ends 14 days after its last use (`SESSION_COOKIE_AGE`), and 90 days after the log-in at the latest.
A guest's session lasts as long as their legions are kept, a year if they take part in a campaign. The last use is
recorded once an hour (`session_activity.record_request`), so that not every read request writes.
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
"""Set in the session of a guest who leads or plays in a campaign: months may pass between two games."""


class SessionStore(DatabaseStore):
    """Django's database sessions with a maximum lifetime."""

    def save(self, must_create: bool = False) -> None:
        """Save the session with the time of its last use and, for an account, of its log-in."""
        data = self._get_session(no_load=must_create)  # type: ignore[attr-defined]  # not in the stubs
        now = int(timezone.now().timestamp())
        if SESSION_KEY in data or GUEST_KEY in data:
            data[LAST_SEEN_KEY] = now
        if SESSION_KEY in data:
            data.setdefault(STARTED_KEY, now)
        super().save(must_create=must_create)

    def restart_lifetime(self) -> None:
        """Restart the maximum lifetime after a log-in."""
        self[STARTED_KEY] = int(timezone.now().timestamp())

    def get_expiry_date(self, **kwargs: Any) -> datetime:
        """Return the expiry time without further use. An account's session also ends at its maximum age."""
        used = kwargs.setdefault("modification", timezone.now())
        if SESSION_KEY in self:
            since = datetime.fromtimestamp(self.get(STARTED_KEY, used.timestamp()), used.tzinfo)
            return min(super().get_expiry_date(**kwargs), since + MAX_SESSION_AGE)
        if GUEST_KEY in self:
            retention = SHARED_GUEST_RETENTION if IN_CAMPAIGN_KEY in self else GUEST_RETENTION
            return used + retention + ACTIVITY_INTERVAL
        return super().get_expiry_date(**kwargs)

    def get_expiry_age(self, **kwargs: Any) -> int:
        """Return the seconds until the session expires without further use."""
        used = kwargs.setdefault("modification", timezone.now())
        return max(0, int((self.get_expiry_date(**kwargs) - used).total_seconds()))

    @property
    def age(self) -> float:
        """Seconds since the log-in, infinite if unknown."""
        return timezone.now().timestamp() - self.get(STARTED_KEY, float("-inf"))

    @property
    def needs_activity_update(self) -> bool:
        """True if the recorded last use is old enough to be updated."""
        known = SESSION_KEY in self or GUEST_KEY in self
        return known and timezone.now().timestamp() - self.get(LAST_SEEN_KEY, 0) >= ACTIVITY_INTERVAL.total_seconds()


def session_of(request: HttpRequest) -> SessionStore:
    """Return the session of a request, typed as this engine's."""
    return cast("SessionStore", request.session)

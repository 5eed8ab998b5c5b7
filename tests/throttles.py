"""Small quotas for tests, and the clock of the limits' windows."""

from types import SimpleNamespace

import pytest

from catalog.api_base.throttling import RATE_LIMITS, throttle


def allow(monkeypatch: pytest.MonkeyPatch, scope: str, quota: int) -> None:
    """Set the quota of a policy."""
    monkeypatch.setitem(RATE_LIMITS, scope, RATE_LIMITS[scope]._replace(quota=quota))


def freeze_clock(monkeypatch: pytest.MonkeyPatch, now: float = 1_000_020.0) -> None:
    """Stop the clock of the limits; by default at the start of a part of a one-minute window."""
    monkeypatch.setattr("catalog.api_base.throttling.time", SimpleNamespace(time=lambda: now))


def used_up(scope: str) -> None:
    """Use up the quota of the test client's address."""
    if left := throttle(scope, "127.0.0.1").left:
        throttle(scope, "127.0.0.1", left)

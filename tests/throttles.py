"""Quotas that a test uses up soon, and the clock that windows are told by."""

from types import SimpleNamespace

import pytest

from catalog.api_base.throttling import RATE_LIMITS, throttle


def allow(monkeypatch: pytest.MonkeyPatch, scope: str, quota: int) -> None:
    """Have a policy allow no more than so much."""
    monkeypatch.setitem(RATE_LIMITS, scope, RATE_LIMITS[scope]._replace(quota=quota))


def freeze_clock(monkeypatch: pytest.MonkeyPatch, now: float = 1_000_020.0) -> None:
    """Stop the clock of the limits; unless told otherwise where a part of a window of a minute begins."""
    monkeypatch.setattr("catalog.api_base.throttling.time", SimpleNamespace(time=lambda: now))


def used_up(scope: str) -> None:
    """Have the address of the test client ask as much as it may."""
    if left := throttle(scope, "127.0.0.1").left:
        throttle(scope, "127.0.0.1", left)

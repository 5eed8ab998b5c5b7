"""Quotas that a test uses up soon."""

import pytest

from rulesapi.limits import POLICIES, spend


def allow(monkeypatch: pytest.MonkeyPatch, scope: str, quota: int) -> None:
    """Have a policy allow no more than so much."""
    monkeypatch.setitem(POLICIES, scope, POLICIES[scope]._replace(quota=quota))


def used_up(scope: str) -> None:
    """Have the address of the test client ask as much as it may."""
    if left := spend(scope, "127.0.0.1").left:
        spend(scope, "127.0.0.1", left)

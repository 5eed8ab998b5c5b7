"""How much one address may ask of the API, counted across all processes that share a cache.

A policy is a quota for a window of seconds. Windows stand side by side, the same for everybody, so that counting is one
addition in the cache that no other process can get between. Answers say what is left, in the header fields of
draft-ietf-httpapi-ratelimit-headers.
"""

import time
from contextlib import suppress
from math import ceil
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache

LEGIONS_OF_ONE = 50
"""How many legions of a batch count as one question."""


class Policy(NamedTuple):
    """At most `quota` questions of a sort in each window of so many seconds; `about` says which these are."""

    name: str
    quota: int
    window: int
    about: str


POLICIES = {
    policy.name: policy
    for policy in (
        Policy("reading", 600, 60, "Reading documents, lists and descriptions, and asking how far a job is"),
        Policy("judging", 300, 60, f"Verdicts; a batch counts one for each {LEGIONS_OF_ONE} of them; signed verdicts"),
        Policy("searching", 120, 60, "Candidates, fixes, packs, many cards at once, and files of the catalog"),
        Policy("reporting", 20, 3600, "Reports of wrong verdicts"),
        Policy("completing", 30, 60, "Completions"),
        Policy("keeping", 120, 60, "Changes of kept legions and of webhooks, whatever comes of them"),
        Policy("sending", 20, 3600, "Tests of webhooks and deliveries sent again, of each account"),
    )
}


class Spent(NamedTuple):
    """What an address has left of a policy, and the seconds until it has all of it again."""

    policy: Policy
    left: int
    seconds: int

    def headers(self) -> dict[str, str]:
        """Return the header fields that say so."""
        name, quota, window, _ = self.policy
        return {
            "RateLimit-Policy": f'"{name}";q={quota};w={window}',
            "RateLimit": f'"{name}";r={self.left};t={self.seconds}',
        }


class TooMany(Exception):
    """An address has asked as much as it may for now."""

    def __init__(self, spent: Spent, cost: int) -> None:
        super().__init__(f"{spent.policy.name}: {cost} more than {spent.left}")
        self.spent = spent
        self.cost = cost


def cost_of(legions: int) -> int:
    """Return what so many verdicts in one question count."""
    return max(1, ceil(legions / LEGIONS_OF_ONE))


def spend(name: str, who: str, cost: int = 1) -> Spent | None:
    """Count a question of `who`; None where limits are off. Raises TooMany, and then nothing is counted."""
    if not settings.API_LIMITS:
        return None
    policy = POLICIES[name]
    now = time.time()
    window = int(now // policy.window)
    key = f"limit:{name}:{who}:{window}"
    seconds = ceil((window + 1) * policy.window - now)
    counted = _add(key, cost, policy.window)
    if counted > policy.quota:
        left = max(0, policy.quota - _add(key, -cost, policy.window))
        raise TooMany(Spent(policy, left, seconds), cost)
    return Spent(policy, policy.quota - counted, seconds)


def _add(key: str, cost: int, window: int) -> int:
    for _ in range(2):  # the shared cache may go away or come back between, and what counts meanwhile is another
        with suppress(ValueError):  # nearly always something is counted there already
            return int(cache.incr(key, cost))
        cache.add(key, 0, timeout=2 * window)
    return int(cache.incr(key, cost))

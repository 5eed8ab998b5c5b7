"""Rate limits of pages and of the API, and all their quotas.

A policy is a quota for a window of seconds. The window slides in sixths: requests are counted per sixth, with one
atomic addition in the cache, and count until a whole window has passed since the end of their sixth. So no window of
that length, wherever it begins, has more answered requests than the quota, and a request stops counting after the
window and a sixth at most. All processes with the shared cache count together (`catalog.api_base.cache_backends`). The
most frequent requests are counted several at a time (`catalog.api_base.throttle_reservations`). A client is an IPv4
address or the /64 of an IPv6 address (`catalog.api_base.client_addresses`). Responses report the remaining quota in the
header fields of draft-ietf-httpapi-ratelimit-headers.
"""

import time
from contextlib import suppress
from itertools import accumulate
from math import ceil
from typing import Any, NamedTuple, cast

from django.conf import settings
from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from catalog.api_base.cache_backends import FallbackCache
from catalog.api_base.client_addresses import current_ident, get_ident
from catalog.api_base.throttle_reservations import reservation_for

LEGIONS_PER_UNIT = 50
"""Number of legions of a batch that count as one request."""

PARTS = 6
"""Number of parts that a window slides by."""


CARDS_PER_UNIT = 1_000
"""Number of cards of a batch that count as one request, if that costs more."""

CARDS_PER_SEARCH_UNIT = 50
"""Number of cards of a list that count as one request of a search, which tries many changes of the list."""

MAX_SEARCH_UNITS = 6
"""The maximum cost of a search, whose computing time is limited separately."""


class RateLimit(NamedTuple):
    """A quota of requests in each window of seconds. `about` describes the requests that count.

    A policy `of_pages` applies to the website, also if `API_LIMITS` is off. Requests that are so frequent that counting
    takes a good part of the response time are reserved ahead (`catalog.api_base.throttle_reservations`), all others
    one by one.
    """

    name: str
    quota: int
    window: int
    about: str
    of_pages: bool = False
    reserves_ahead: bool = False


READING = "Reading documents, lists and descriptions, and the progress of jobs"
VERDICTS = (
    f"Verdicts and signed verdicts; a batch counts one for each {LEGIONS_PER_UNIT} legions or {CARDS_PER_UNIT:,} "
    "cards, whichever is more"
)
SEARCHES = (
    f"Candidates and fixes, counted once for each {CARDS_PER_SEARCH_UNIT} cards of the list, at most "
    f"{MAX_SEARCH_UNITS} times; packs, texts, and lookups of many cards"
)

RATE_LIMITS = {
    policy.name: policy
    for policy in (
        RateLimit("reading", 600, 60, READING, reserves_ahead=True),
        RateLimit("judging", 300, 60, VERDICTS, reserves_ahead=True),
        RateLimit("searching", 120, 60, SEARCHES),
        RateLimit("mirroring", 300, 60, "Files of the catalog, and their list"),
        RateLimit("reporting", 20, 3600, "Reports of wrong verdicts"),
        RateLimit("completing", 30, 60, "Completions"),
        RateLimit("keeping", 120, 60, "Changes of saved legions and of webhooks, failed ones included"),
        RateLimit("ending", 600, 60, "All requests with DELETE"),
        RateLimit("sending", 20, 3600, "Tests of webhooks and repeated deliveries, for each account"),
        RateLimit("mending", 30, 60, "Ways to fix a list", of_pages=True),
        RateLimit("entering", 60, 60, "Ways to make a card fit", of_pages=True),
        RateLimit("filling", 30, 60, "Filling up a list", of_pages=True),
        RateLimit("printing", 120, 600, "Pages to print", of_pages=True),
        RateLimit("pdfs", 30, 600, "PDFs", of_pages=True),
        RateLimit("photos", 20, 600, "Photos searched for a QR code", of_pages=True),
        RateLimit("receipts", 120, 600, "Checks of receipts", of_pages=True),
        RateLimit("collection-files", 30, 600, "Imports and exports of collections", of_pages=True),
        RateLimit("wrong-share-keys", 20, 600, "Unknown share links", of_pages=True),
        RateLimit("shared-campaigns", 300, 60, "Campaigns opened with a link", of_pages=True),
        RateLimit("campaign-imports", 30, 600, "Imports of campaign records", of_pages=True),
        RateLimit("wrong-verdicts", 20, 3600, "Reports of wrong verdicts", of_pages=True),
        RateLimit("reports", 20, 600, "Reports to the moderators", of_pages=True),
        RateLimit("comments", 30, 600, "Comments written, edited, restored or opened", of_pages=True),
        RateLimit("favourites", 60, 60, "Favourites marked", of_pages=True),
        RateLimit("watches", 120, 60, "Cards and sets watched", of_pages=True),
        RateLimit("contributions", 60, 600, "Contributions to cards, failed ones included", of_pages=True),
        RateLimit("sheets", 600, 600, "Cells of sheets, sent in groups", of_pages=True),
        RateLimit("shelf-photos", 120, 86_400, "Photos put on shelves in a day, for each account", of_pages=True),
        RateLimit("guests", 120, 3600, "New guests with stored data", of_pages=True),
        RateLimit("guest-lists", 100, 3600, "New lists of guests", of_pages=True),
        RateLimit(
            "guest-kilobytes",
            10_000,
            3600,
            ("Kilobytes stored for guests, including histories and copies"),
            of_pages=True,
        ),
        RateLimit("guest-kilobytes-a-day", 40_000, 86_400, "Kilobytes stored for guests in a day", of_pages=True),
        RateLimit("lists", 1_000, 3600, "New lists of accounts, from pages and the API", of_pages=True),
        RateLimit("kilobytes", 50_000, 3600, "Kilobytes stored for accounts, from pages and the API", of_pages=True),
        RateLimit("kilobytes-a-day", 200_000, 86_400, "Kilobytes stored for accounts in a day", of_pages=True),
        RateLimit("data-exports", 10, 3600, "Data exports of an account, for each account", of_pages=True),
        RateLimit("kept-changes", 20, 60, "Changes kept for users who were logged out", of_pages=True),
    )
}


def api_rate_limits() -> list[RateLimit]:
    """Return the policies of the API."""
    return [policy for policy in RATE_LIMITS.values() if not policy.of_pages]


class Allowance(NamedTuple):
    """The remaining quota of a client.

    `seconds` is the time until the whole quota is available again, or for a throttled client the time until the next
    request is allowed.
    """

    policy: RateLimit
    left: int
    seconds: int

    def headers(self) -> dict[str, str]:
        """Return the header fields of the remaining quota."""
        policy = self.policy
        return {
            "RateLimit-Policy": f'"{policy.name}";q={policy.quota};w={policy.window}',
            "RateLimit": f'"{policy.name}";r={self.left};t={self.seconds}',
        }


class RateLimitExceeded(Exception):
    """A request beyond the quota of a client."""

    def __init__(self, allowance: Allowance, cost: int) -> None:
        super().__init__(f"{allowance.policy.name}: {cost} more than {allowance.left}")
        self.allowance = allowance
        self.cost = cost

    def headers(self) -> dict[str, str]:
        """Return the header fields of the 429 response."""
        return {"Retry-After": str(self.allowance.seconds), **self.allowance.headers()}


def cost_of(legions: int, cards: int = 0) -> int:
    """Return the cost of a request for this number of verdicts, with this total number of cards."""
    return max(1, ceil(legions / LEGIONS_PER_UNIT), ceil(cards / CARDS_PER_UNIT))


def cost_of_search(cards: int) -> int:
    """Return the cost of a search that tries many changes of a list with this number of cards; 1 for usual lists."""
    return min(MAX_SEARCH_UNITS, max(1, ceil(cards / CARDS_PER_SEARCH_UNIT)))


def account_ident(number: int | None) -> str:
    """Return the key under which requests of an account are counted, from all addresses together."""
    return f"user-{number}"


def throttle(name: str, client: str, cost: int = 1) -> Allowance | None:
    """Count a request; return None if limits are off. Raises RateLimitExceeded, and then nothing is counted.

    A cost above the whole quota is lowered to the quota, so that such a request is possible at all.
    """
    policy = RATE_LIMITS[name]
    if not (policy.of_pages or settings.API_LIMITS):
        return None
    if settings.THROTTLE_FACTOR != 1:
        policy = policy._replace(quota=policy.quota * settings.THROTTLE_FACTOR)
    cost = min(cost, policy.quota)
    window = _Window(policy, client, time.time())
    if not policy.reserves_ahead:
        return window.allowance(window.count(cost))
    reservation, earlier = reservation_for(name, client, window.number)
    if earlier is not None and (unspent := earlier.end()):
        window.give_back(earlier.part, unspent)
    if (left := reservation.spend(cost)) is not None:
        return window.allowance(left)
    if (ahead := reservation.ahead()) and (left := window.reserve(cost + ahead)) is not None:
        return window.allowance(reservation.counted(cost, ahead, left))
    if unspent := reservation.end():  # too small for this request
        window.give_back(window.number, unspent)
    return window.allowance(reservation.counted(cost, 0, window.count(cost)))


class RateLimitThrottle(BaseThrottle):
    """Counts API requests against the rate limit that the view names (`get_throttle_scope`).

    DELETE has a limit of its own, so that an account can always be emptied. The remaining quota is stored as
    `allowance` of the view, which reports it in header fields.
    """

    def allow_request(self, request: Request, view: Any, cost: int = 1) -> bool:
        """Count a request, or its additional cost. Raises RateLimitExceeded."""
        scope = "ending" if request.method == "DELETE" else view.get_throttle_scope()
        view.allowance = throttle(scope, self.get_ident(request), cost)
        return True

    def get_ident(self, request: Request) -> str:
        """Return the key under which the client is counted."""
        return get_ident(request._request)


class _Window:
    """The counts of one client for a policy, in the current part of the window."""

    def __init__(self, policy: RateLimit, client: str, now: float) -> None:
        self._policy = policy
        self._client = client
        self._now = now
        self._part = policy.window / PARTS
        self._lifetime = 2 * policy.window
        self.number = int(now // self._part)

    def allowance(self, left: int) -> Allowance:
        """Return the allowance with the remaining quota."""
        return Allowance(self._policy, left, self._seconds(PARTS))

    def count(self, cost: int) -> int:
        """Count a request and return the remaining quota. Raises RateLimitExceeded, and then nothing is counted."""
        if (left := self._add(cost)) >= 0:
            return left
        self._add(-cost)
        quota = self._policy.quota
        keys = [self._key(number) for number in range(self.number - PARTS, self.number + 1)]
        found = cache.get_many(keys)
        counts = [found.get(key, 0) for key in keys]
        seconds = self._seconds(_parts_until(counts, quota - cost))
        raise RateLimitExceeded(Allowance(self._policy, max(0, quota - sum(counts)), seconds), cost)

    def reserve(self, cost: int) -> int | None:
        """Count several requests and return the remaining quota; None, without counting, if it is too small."""
        if (left := self._add(cost)) >= 0:
            return left
        self._add(-cost)
        return None

    def give_back(self, number: int, unspent: int) -> None:
        """Subtract unspent requests from a part of the window, unless that part has expired."""
        with suppress(ValueError):
            cache.incr(self._key(number), -unspent)

    def _add(self, delta: int) -> int:
        earlier = [self._key(number) for number in range(self.number - PARTS, self.number)]
        counted, before = cast("FallbackCache", cache).tally(self._key(self.number), earlier, delta, self._lifetime)
        return self._policy.quota - counted - before

    def _key(self, number: int) -> str:
        return f"throttle:{self._policy.name}:{self._client}:{number}"

    def _seconds(self, parts: int) -> int:
        """Return the seconds until this number of parts has passed after the current one."""
        return ceil((self.number + 1 + parts) * self._part - self._now)


def charge_storage(size: int, *, guest: bool, legions: int = 0) -> None:
    """Count the bytes and new lists to be stored for the client of the current request, if there is one.

    Raises RateLimitExceeded.
    """
    if not (who := current_ident()):
        return
    sort = "guest-" if guest else ""
    if legions:
        throttle(f"{sort}lists", who, legions)
    for window in ("", "-a-day"):  # the day is checked last: the hourly limit is reached more often
        throttle(f"{sort}kilobytes{window}", who, ceil(size / 1000))


def _parts_until(counts: list[int], most: int) -> int:
    """Return the number of parts that have to pass after the current one, until at most `most` of the counts remain."""
    still = sum(counts)
    return next((parts for parts, over in enumerate(accumulate(counts)) if still - over <= most), PARTS)

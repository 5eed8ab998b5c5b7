"""Reservations of rate limits: requests that a process counts in the shared cache in advance.

Each addition in the shared cache is a write that other processes wait for. For a client with many requests, several
requests are therefore counted at once, as a reservation. A reservation is counted before it is spent, so any number of
processes together never exceed the quota. Its size is the number of requests that the process has answered for this
client in this part of the window, at most `1 / SHARE` of the remaining quota and at most `MAX_RESERVATION`. A client
with few requests, or with little quota left, is therefore counted exactly. The rest of a reservation is returned with
the client's first request in a later part, or else expires with the window. A client may be throttled too early by the
amount that other processes have reserved.
"""

from __future__ import annotations

from threading import Lock

SHARE = 20
MAX_RESERVATION = 30
MAX_CALLERS = 10_000
"""Number of clients whose reservations a process keeps. Beyond it all are dropped, which at worst counts too much."""


class Reservation:
    """The reservation of one client for one policy and one part of the window; thread-safe."""

    __slots__ = ("_left", "_lock", "_unspent", "_used", "part")

    def __init__(self, part: int) -> None:
        self.part = part
        self._used = self._unspent = self._left = 0
        self._lock = Lock()

    def spend(self, cost: int) -> int | None:
        """Spend reserved requests. Return the remaining quota, None if the reservation is too small."""
        with self._lock:
            if self._unspent < cost:
                return None
            self._unspent -= cost
            self._used += cost
            return self._left + self._unspent

    def ahead(self) -> int:
        """Return the number of requests to reserve with the next addition."""
        return max(0, min(self._used, self._left // SHARE, MAX_RESERVATION) - self._unspent)

    def counted(self, cost: int, ahead: int, left: int) -> int:
        """Record an addition, and the quota that remained after it.

        Return the remaining quota including the reservation.
        """
        with self._lock:
            self._used += cost
            self._unspent += ahead
            self._left = left
            return left + self._unspent

    def end(self) -> int:
        """End the reservation, and return its unspent part."""
        with self._lock:
            unspent, self._unspent = self._unspent, 0
            return unspent


RESERVATIONS: dict[tuple[str, str], Reservation] = {}
"""The latest reservation of each policy and client."""


def reservation_for(policy: str, client: str, part: int) -> tuple[Reservation, Reservation | None]:
    """Return the client's reservation for this part of the window, and the earlier reservation that it replaces."""
    reservation = RESERVATIONS.get((policy, client))
    if reservation is not None and reservation.part == part:
        return reservation, None
    if len(RESERVATIONS) >= MAX_CALLERS:
        RESERVATIONS.clear()
    earlier, reservation = reservation, Reservation(part)
    RESERVATIONS[policy, client] = reservation
    return reservation, earlier

"""Counting ahead: what one process has counted for a caller in the cache that all share, and spends by itself.

Each addition in that cache is a write for which other processes wait. So of a client with many requests several are
counted at once, a lot. What is in a lot is counted before it is spent: never more than the quota is answered, however
many processes answer. A lot is as large as what the process has answered the caller in this part of the window, at
most `1 / SHARE` of what is left of the quota and `LARGEST`. So a client with few requests, or one that has nearly used
up the quota, is counted exactly. What is left of a lot is given back with the caller's first request in a later part,
else it is over with the window: somebody may be refused too early by as much as other processes have in a lot for them.
"""

from __future__ import annotations

from threading import Lock

SHARE = 20
LARGEST = 30
MAX_CALLERS = 10_000
"""Whose lots a process remembers; beyond that all are forgotten, which counts at worst too much."""


class Reservation:
    """Of one policy, for one caller, in one part of the window; safe for threads."""

    __slots__ = ("_left", "_lock", "_unspent", "_used", "part")

    def __init__(self, part: int) -> None:
        self.part = part
        self._used = self._unspent = self._left = 0
        self._lock = Lock()

    def spend(self, cost: int) -> int | None:
        """Spend what was counted ahead; return what is left of the quota, None where there is not enough in the lot."""
        with self._lock:
            if self._unspent < cost:
                return None
            self._unspent -= cost
            self._used += cost
            return self._left + self._unspent

    def ahead(self) -> int:
        """Return how much to count ahead with the next addition."""
        return max(0, min(self._used, self._left // SHARE, LARGEST) - self._unspent)

    def counted(self, cost: int, ahead: int, left: int) -> int:
        """Know what was added, and what is left of the quota beside it; return what is left with it."""
        with self._lock:
            self._used += cost
            self._unspent += ahead
            self._left = left
            return left + self._unspent

    def end(self) -> int:
        """Return what was not spent, which is spent no more."""
        with self._lock:
            unspent, self._unspent = self._unspent, 0
            return unspent


RESERVATIONS: dict[tuple[str, str], Reservation] = {}
"""Of each policy and caller the last."""


def reservation_for(policy: str, who: str, part: int) -> tuple[Reservation, Reservation | None]:
    """Return the lot of a caller in this part of the window, and of another part the one whose place it takes."""
    lot = RESERVATIONS.get((policy, who))
    if lot is not None and lot.part == part:
        return lot, None
    if len(RESERVATIONS) >= MAX_CALLERS:
        RESERVATIONS.clear()
    earlier, lot = lot, Reservation(part)
    RESERVATIONS[policy, who] = lot
    return lot, earlier

"""Which part of a walk from page to page is taken: a thirtieth for each commit, and all of it with `LONG=1`."""

from collections.abc import Iterable, Iterator, Sequence

from tests.sampling import IN_CHROMIUM, WHOLE

PART = 30
"""One page of so many is visited otherwise."""

Look = tuple[int, str]
"""The width of a window and a colour scheme."""


class Sample:
    """The pages that are visited, and the looks in which axe-core goes over each of them.

    The seed of the run, which is another one for each commit, says which thirtieth of the pages is visited, each in one
    look: sooner or later every page comes, in every look. `turn` leaves out what of the seed says whether the test is
    run at all: else some pages would never come.
    """

    def __init__(self, seed: int) -> None:
        self.turn = seed // IN_CHROMIUM

    def pages(self, addresses: Iterable[str], looks: Sequence[Look]) -> Iterator[tuple[str, Sequence[Look]]]:
        """Yield the addresses that are visited, in order, each with its looks."""
        for number, address in enumerate(sorted(set(addresses)), self.turn):
            if WHOLE or number % PART == 0:
                yield address, self.looks(looks, number // PART)

    def looks(self, looks: Sequence[Look], turn: int) -> Sequence[Look]:
        """Return all looks with `LONG=1`, and one of them otherwise."""
        return looks if WHOLE else [looks[turn % len(looks)]]

    def addresses(self, addresses: Iterable[str]) -> list[str]:
        """Return the addresses that are visited, in order."""
        return [address for address, _ in self.pages(addresses, [(0, "")])]

"""Sampling of the page walks: a fifteenth for each commit, and everything with `LONG=1`."""

from collections.abc import Iterable, Iterator, Sequence

from tests.sampling import IN_CHROMIUM, WHOLE

PART = 15
"""A sample visits one in N pages."""

Look = tuple[int, str]
"""The width of a window and a color scheme."""


class Sample:
    """The visited pages, and the looks in which axe-core checks each of them.

    The seed of the run, which differs for each commit, selects a fifteenth of the pages, each in one look: eventually
    every page is visited in every look. `turn` is the seed without the part that selects the test itself: otherwise
    some pages would never be selected.
    """

    def __init__(self, seed: int) -> None:
        self.turn = seed // IN_CHROMIUM

    def pages(self, addresses: Iterable[str], looks: Sequence[Look]) -> Iterator[tuple[str, Sequence[Look]]]:
        """Yield the visited addresses, in order, each with its looks."""
        for number, address in enumerate(sorted(set(addresses)), self.turn):
            if WHOLE or number % PART == 0:
                yield address, self.looks(looks, number // PART)

    def looks(self, looks: Sequence[Look], turn: int) -> Sequence[Look]:
        """Return all looks with `LONG=1`, and one of them otherwise."""
        return looks if WHOLE else [looks[turn % len(looks)]]

    def addresses(self, addresses: Iterable[str]) -> list[str]:
        """Return the visited addresses, in order."""
        return [address for address, _ in self.pages(addresses, [(0, "")])]

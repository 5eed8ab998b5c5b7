"""Many legions at once: what each is judged as, and their answers one after the other."""

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any, NamedTuple

from catalog import guard
from catalog.faults import Fault, Malformed

from . import snapshots, verdicts

MOST_WAYS = 20
"""Formats and releases that may be asked for, each."""

MOST_VERDICTS = 5_000
"""Verdicts of one question: it keeps a process from all others for as long."""

_AT_ONCE = 64 * 1024
"""Bytes that are read before the lines in them are judged."""

Answer = dict[str, Any] | Malformed
Said = Any | Malformed
"""A legion's document, or what is wrong with the bytes that it was to be read from."""


class Ways(NamedTuple):
    """The formats and releases that each legion is judged under; with none, those that it names itself."""

    formats: tuple[str, ...] = ()
    releases: tuple[int, ...] = ()

    @property
    def number(self) -> int:
        """How many verdicts each legion gets."""
        return max(1, len(self.formats)) * max(1, len(self.releases))

    def of(self, legion: Any) -> Iterator[Any]:
        """Yield a legion once for each format and, within a format, for each release."""
        if not self.formats and not self.releases:
            yield legion
            return
        for format_, release in product(self.formats or (None,), self.releases or (None,)):
            named = {"format": format_, "release": release}
            said = {field: value for field, value in named.items() if value is not None}
            yield {**legion, **said} if said and isinstance(legion, dict) else legion

    def check(self) -> None:
        """Refuse releases that there are not. Raises Malformed `unknown-release`."""
        for release in self.releases:
            try:
                snapshots.at(release)
            except Malformed as error:
                raise Malformed(
                    error.code, [Fault("/releases", one.code, one.message) for one in error.faults]
                ) from error


def judged(
    legions: Iterable[Said], ways: Ways, release: int | None, spend: Callable[[], None] = lambda: None
) -> Iterator[Answer]:
    """Yield the answers to legions in their order, each under all ways before the next.

    `spend` is asked before each verdict, and what it raises ends the answers. What was not to be read at all is
    answered as often as a legion is. Raises Malformed `unknown-release` before the first answer is asked for.
    """
    judge_one = verdicts.in_order(release)
    ways.check()
    return _judged(legions, ways, judge_one, spend)


def _judged(
    legions: Iterable[Said], ways: Ways, judge_one: Callable[[Any], Answer], spend: Callable[[], None]
) -> Iterator[Answer]:
    for legion in legions:
        for variant in ways.of(legion):
            spend()
            yield variant if isinstance(variant, Malformed) else judge_one(variant)


def lines(read: Callable[[int], bytes]) -> Iterator[Said]:
    """Yield the JSON of each line that is not empty, or what is wrong with it; a line that is too long spoils itself.

    `read` gives at most so many bytes, none at the end; not every server knows lines as it should. Raises Malformed
    `too-large` when all lines together are.
    """
    for raw in _split(_within(read)):
        if raw.strip():
            yield _parsed(raw)


def _split(parts: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the lines in these bytes, of one that is too long only so much that this shows."""
    begun = bytearray()
    for part in parts:
        *ended, rest = part.split(b"\n")
        for piece in ended:
            yield bytes(begun + piece)
            begun.clear()
        if len(begun) <= guard.BODY_LIMIT:
            begun += rest
    yield bytes(begun)


def _within(read: Callable[[int], bytes]) -> Iterator[bytes]:
    """Yield what is read until there is no more of it. Raises Malformed `too-large` when it is too much."""
    got = 0
    while part := read(_AT_ONCE):
        got += len(part)
        if got > guard.BATCH_LIMIT:
            message = f"More than {guard.BATCH_LIMIT:,} bytes, the most that is read at once. Send the rest apart."
            raise Malformed("too-large", [Fault("", "too-large", message)], status=413)
        yield part


def _parsed(raw: bytes) -> Said:
    try:
        return guard.loads(raw)
    except Malformed as error:
        return error

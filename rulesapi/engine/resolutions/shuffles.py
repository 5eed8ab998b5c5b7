"""Verifiable shuffles: the checksum of a seed is shown before, the seed itself afterwards.

One player chooses a seed and shows its checksum; then the players add words of their own, so that nobody has chosen the
order alone. `clients/verify_shuffle.py` repeats the shuffle from the description in `docs/referee.md`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")
_BLOCK = 4
"""Bytes of the stream for one number."""


def checksum(seed: str) -> str:
    """Return the checksum of a seed to show beforehand: its SHA-256 in hexadecimal digits."""
    return sha256(seed.encode()).hexdigest()


def shuffled(cards: Sequence[T], seed: str, player_words: Sequence[str] = (), number: int = 1) -> list[T]:
    """Return the cards in the order given by a seed and the words of the players, the top one first.

    `number` counts the shuffles of one game: the discards are shuffled again, by the same seed. All orders are equally
    likely (Fisher and Yates, with numbers left out that would favor some).
    """
    found = list(cards)
    numbers = _numbers("\n".join([seed, *player_words, str(number)]))
    for last in range(len(found) - 1, 0, -1):
        other = _below(last + 1, numbers)
        found[last], found[other] = found[other], found[last]
    return found


def _numbers(key: str) -> Iterator[int]:
    """Yield an endless stream of numbers: four bytes at a time of each SHA-256 of the key and a count."""
    count = 0
    while True:
        block = sha256(f"{key}\n{count}".encode()).digest()
        yield from (int.from_bytes(block[place : place + _BLOCK], "big") for place in range(0, len(block), _BLOCK))
        count += 1


def _below(bound: int, numbers: Iterator[int]) -> int:
    """Return the next number below a bound; numbers of the incomplete last range are left out."""
    whole = 256**_BLOCK // bound * bound
    return next(one for one in numbers if one < whole) % bound

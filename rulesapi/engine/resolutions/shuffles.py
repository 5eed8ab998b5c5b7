"""Shuffles that anybody can check: the checksum of a seed is shown before, the seed itself afterwards.

Who shuffles chooses a seed and shows its checksum; then the players add words of their own, so that nobody has chosen
the order alone. `clients/verify_shuffle.py` does the same from the description in `docs/referee.md`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")
_BLOCK = 4
"""Bytes of the stream that make one number."""


def checksum(seed: str) -> str:
    """What is shown of a seed before: its SHA-256 in hexadecimal digits."""
    return sha256(seed.encode()).hexdigest()


def shuffled(cards: Sequence[T], seed: str, words: Sequence[str] = (), number: int = 1) -> list[T]:
    """The cards in the order that a seed and the words of the players give, the top one first.

    `number` counts the shuffles of one game: the discards are shuffled anew, by the same seed. Each order is as likely
    as another (Fisher and Yates, with numbers that would favour some left out).
    """
    found = list(cards)
    numbers = _numbers("\n".join([seed, *words, str(number)]))
    for last in range(len(found) - 1, 0, -1):
        other = _below(last + 1, numbers)
        found[last], found[other] = found[other], found[last]
    return found


def _numbers(key: str) -> Iterator[int]:
    """An endless stream of numbers: of each SHA-256 of the key and a count, four bytes at a time."""
    count = 0
    while True:
        block = sha256(f"{key}\n{count}".encode()).digest()
        yield from (int.from_bytes(block[place : place + _BLOCK], "big") for place in range(0, len(block), _BLOCK))
        count += 1


def _below(bound: int, numbers: Iterator[int]) -> int:
    """The next number below a bound; those of the incomplete last row are left out."""
    whole = 256**_BLOCK // bound * bound
    return next(one for one in numbers if one < whole) % bound

"""A quick guess at a completion that uses all points, so that most lists need no solver.

It only knows prices, a number of cards, and cards that are not to be together; the engine judges the guess.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rulesapi.engine.values.model import Card

MAX_REPEATS = 3
"""The maximum copies of one card in a guess."""

MAX_ROOM = 30
"""The maximum number of cards in a guess."""


class Choice(NamedTuple):
    """A card for a guess: the points of one copy, and the maximum number of copies."""

    card: Card
    points: int
    most: int


def guess(choices: Sequence[Choice], points: int, room: int) -> Mapping[Card, int]:
    """Return copies of at most `room` cards that cost as many of the points as possible; few cards repeat.

    Bit N of a number is set if some of the cards cost N points together; there is one number for each count of cards.
    Another card with a cost of P shifts these bits by P.
    """
    rows = [
        choice
        for repeat in range(1, MAX_REPEATS + 1)
        for choice in choices
        if 0 < choice.points <= points and choice.most >= repeat
    ]
    room = min(room, MAX_ROOM)
    reached = [1] + [0] * room
    before: list[list[int]] = []
    within = (2 << points) - 1
    for choice in rows:
        before.append(list(reached))
        for number in range(room, 0, -1):
            reached[number] |= (reached[number - 1] << choice.points) & within
        if any(sums >> points for sums in reached):
            break
    total = max(sums.bit_length() - 1 for sums in reached)
    number = next(number for number, sums in enumerate(reached) if sums >> total & 1)
    copies: Counter[Card] = Counter()
    for choice, sums in zip(reversed(rows[: len(before)]), reversed(before), strict=True):
        if not sums[number] >> total & 1:
            copies[choice.card] += 1
            number, total = number - 1, total - choice.points
    return copies

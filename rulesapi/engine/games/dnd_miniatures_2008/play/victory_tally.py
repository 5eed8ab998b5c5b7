"""The points of two players as they are scored, round by round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rulesapi.engine.games.dnd_miniatures_2008.play.victory_inputs import RoundScore


@dataclass(slots=True)
class Tally:
    """The points so far, by round; not `known` if some of them are not.

    After a tie in everything the first player to score wins: `tied` has the totals of that tie (105.4.d).
    """

    limit: int
    rounds: dict[int, list[int]] = field(default_factory=dict)
    known: bool = True
    tied: tuple[int, ...] | None = None

    @property
    def totals(self) -> tuple[int, ...]:
        """The victory points of both players."""
        return tuple(sum(points[player] for points in self.rounds.values()) for player in (0, 1))

    def score(self, number: int, points: Sequence[int]) -> None:
        """Add the points of both players in a round."""
        scored = self.rounds.setdefault(number, [0, 0])
        for player in (0, 1):
            scored[player] += points[player]

    def would_win(self, further: Sequence[int] = (0, 0)) -> list[bool]:
        """Return of each player whether the points so far, and further ones, are enough to win."""
        totals = [total + more for total, more in zip(self.totals, further, strict=True)]
        if self.tied is None:
            return [total >= self.limit for total in totals]
        return [total > before for total, before in zip(totals, self.tied, strict=True)]

    def sheet(self) -> Iterator[RoundScore]:
        """Yield each round with its points and the totals after it."""
        one_total = other_total = 0
        for number in range(1, max(self.rounds, default=0) + 1):
            one, other = self.rounds.get(number, (0, 0))
            one_total, other_total = one_total + one, other_total + other
            yield RoundScore(round=number, one=one, other=other, one_total=one_total, other_total=other_total)

"""Figures of published lists: their verdicts, the facts that undetermined ones lack, and the cards that would decide.

The values of unknown facts are not guessed. A list counts as decided by some cards if its verdict depends on no fact of
any other card. Known facts may reveal that others matter, so the true number can be smaller.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library

UNDETERMINED = "undetermined"


@dataclass(frozen=True, slots=True)
class ListFigure:
    """A published list: its title, its verdict, the number of facts that it lacks, and the cards that lack them.

    `questions` is the number of open questions of the rulebook that it depends on. A list with a certain verdict lacks
    nothing and depends on none.
    """

    title: str
    verdict: str
    facts: int = 0
    cards: frozenset[str] = frozenset()
    questions: int = 0

    def is_decided_by(self, cards: Collection[str]) -> bool:
        """Return whether the list has a certain verdict, or would have one if all facts of these cards were known."""
        return self.verdict != UNDETERMINED or (not self.questions and self.cards <= set(cards))


@dataclass(frozen=True, slots=True)
class DecidedLists:
    """Cards, and the number of lists with a certain verdict if all facts of these cards were known."""

    cards: tuple[str, ...]
    lists: int


def list_figures(library: Library, published: Iterable[Mapping[str, Any]]) -> tuple[ListFigure, ...]:
    """Return the figures of published lists in their order."""
    return tuple(_figure(library, one) for one in published)


def _figure(library: Library, published: Mapping[str, Any]) -> ListFigure:
    verdict = judge(library, published["legion"]).as_document()
    if verdict["verdict"] != UNDETERMINED:
        return ListFigure(published["title"], verdict["verdict"])
    facts = {(unknown["card"], unknown["fact"].split("/")[1]) for unknown in verdict["unknown"]}
    cards = frozenset(card for card, _fact in facts)
    return ListFigure(published["title"], UNDETERMINED, len(facts), cards, len(verdict.get("open", ())))


def decided_by(figures: Iterable[ListFigure], cards: Collection[str]) -> int:
    """Return the number of lists with a certain verdict if all facts of these cards were known."""
    return sum(figure.is_decided_by(cards) for figure in figures)


def steps_to_verdicts(figures: Collection[ListFigure]) -> Iterator[DecidedLists]:
    """Yield the cards after which one more list is decided, each time the list that needs the fewest further cards.

    The first step has no cards and the lists that are decided now. Lists that depend on an open question have no step.
    """
    known: set[str] = set()
    yield DecidedLists((), decided_by(figures, known))
    waiting = [figure for figure in figures if figure.cards and not figure.questions]
    while waiting:
        nearest = min(waiting, key=lambda figure: (len(figure.cards - known), figure.title))
        known |= nearest.cards
        waiting = [figure for figure in waiting if not figure.is_decided_by(known)]
        yield DecidedLists(tuple(sorted(known)), decided_by(figures, known))

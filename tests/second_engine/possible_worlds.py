"""Possible worlds: ways to fill in the unknown facts of the catalog."""

import itertools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

#: A fact of a card: its slug and the JSON Pointer in its document.
Fact = tuple[str, str]
World = Mapping[Fact, Any]

#: Maximum number of worlds that are tried.
MAX_WORLDS = 4_000

#: The price of a creature of several soldiers that is not known to be a troop: tried, but never asked for.
HIDDEN_FACT = "/cost-of-what-may-be-a-troop"


class TooManyWorldsError(Exception):
    """Too many facts are unknown to try everything."""


class _UnreadError(Exception):
    """A question read a null for which the present world has no value yet."""

    def __init__(self, fact: Fact) -> None:
        super().__init__(fact)
        self.fact = fact


class WorldReader:
    """A reader of card facts in one world."""

    def __init__(self, world: World) -> None:
        self._world = world

    def __call__(self, card: Mapping[str, Any], fact: str) -> Any:
        """Return the value of a fact by its pointer; a null is taken from the world."""
        value: Any = card
        for step in fact.strip("/").split("/"):
            value = value[step]
        return self.guess((card["slug"], fact)) if value is None else value

    def guess(self, fact: Fact) -> Any:
        """Return the world's value of a fact that no document gives."""
        if fact not in self._world:
            raise _UnreadError(fact)
        return self._world[fact]


@dataclass(frozen=True)
class WorldAnswers:
    """The answers to a question in all worlds."""

    facts: tuple[Fact, ...]
    by_world: Mapping[tuple[Any, ...], Any]  # the positions of the chosen values -> the answer

    @property
    def values(self) -> list[Any]:
        return list(self.by_world.values())

    def deciding(self) -> set[Fact]:
        """Return the facts on which the answer depends: if one of them alone changes, the answer can change."""
        found = set()
        for position, fact in enumerate(self.facts):
            first_answers: dict[tuple[Any, ...], Any] = {}
            for world, answer in self.by_world.items():
                rest = world[:position] + world[position + 1 :]
                if first_answers.setdefault(rest, answer) != answer:
                    found.add(fact)
                    break
        return found


def ask_in_every_world(question: Callable[[WorldReader], Any], domain: Callable[[Fact], Iterable[Any]]) -> WorldAnswers:
    """Ask a question in every world.

    The nulls it reads are found by asking: each null without a value is tried with every value, until no branch finds
    another. Then the question is asked in every combination.
    """
    values: dict[Fact, list[Any]] = {}
    waiting: list[dict[Fact, Any]] = [{}]
    tried = 0
    while waiting:
        tried += 1
        if tried > MAX_WORLDS:
            raise TooManyWorldsError
        world = waiting.pop()
        try:
            question(WorldReader(world))
        except _UnreadError as unread:
            fact = unread.fact
            values.setdefault(fact, list(domain(fact)))
            waiting.extend({**world, fact: value} for value in values[fact])
    facts = tuple(values)
    size = 1
    for fact in facts:
        size *= len(values[fact])
    if size > MAX_WORLDS:
        raise TooManyWorldsError
    by_world = {}
    for chosen in itertools.product(*(range(len(values[fact])) for fact in facts)):
        world = {fact: values[fact][index] for fact, index in zip(facts, chosen, strict=True)}
        by_world[chosen] = question(WorldReader(world))
    return WorldAnswers(facts, by_world)

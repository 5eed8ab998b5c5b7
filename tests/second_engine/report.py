"""What the second judge has found so far, and how a rule is asked in every world."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from tests.second_engine.guessing import Guesses
from tests.second_engine.house import House
from tests.second_engine.reading import Table, in_order
from tests.second_engine.worlds import HIDDEN, Fact, Look, ask

WARNINGS = {"attack-wing/retired-card"}


@dataclass(frozen=True)
class Crowd:
    """Upgrades of one creature that compete for fewer slots than they are."""

    places: frozenset[str]
    icons: frozenset[str]
    slots: int


@dataclass
class Report:
    """What was found, while it is being found."""

    table: Table
    guesses: Guesses
    levels: Mapping[str, str]
    house: House = field(default_factory=House)
    found: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    open: bool = False
    unknown: set[Fact] = field(default_factory=set)
    touching: set[Fact] = field(default_factory=set)
    crowds: list[Crowd] = field(default_factory=list)
    waived: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)

    def counts(self, code: str) -> bool:
        """Whether breaking this rule makes a legion illegal."""
        if f"attack-wing/{code}" in self.house.waived():
            return False
        usual = "warning" if f"attack-wing/{code}" in WARNINGS else "error"
        return self.levels.get(f"attack-wing/{code}", usual) == "error"

    def broken(self, code: str, places: Iterable[str]) -> None:
        found = self.waived if f"attack-wing/{code}" in self.house.waived() else self.found
        found.append((f"attack-wing/{code}", tuple(sorted(set(places), key=in_order))))

    def left_open(self, code: str, deciding: Iterable[Fact], read: Iterable[Fact]) -> None:
        """A rule that is broken in some worlds only; it is left to the facts that decide."""
        if self.counts(code):
            self.open = True
            self.unknown |= {fact for fact in deciding if fact[1] != HIDDEN}
            self.touch(code, read)

    def touch(self, code: str, read: Iterable[Fact]) -> None:
        """Facts that have to do with a rule, though not with whether it is broken."""
        if self.counts(code):
            self.touching |= set(read)

    def decide(self, code: str, places: Iterable[str], question: Callable[[Look], bool]) -> None:
        """Ask one thing that may be wrong: broken in every world, in some, or in none."""
        answers = ask(question, self.guesses)
        if all(answers.values):
            self.broken(code, places)
        elif any(answers.values):
            self.left_open(code, answers.deciding(), answers.facts)

"""The results of a second judge, and rules asked in every world."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.second_engine.house_rules import HouseRules
from tests.second_engine.places import sorted_places
from tests.second_engine.possible_worlds import HIDDEN_FACT, Fact, WorldAnswers, WorldReader, ask_in_every_world


@dataclass(frozen=True)
class Breach:
    """A broken rule.

    `facts` is None if this judge does not give them; `by` is the slug of the waiver's source.
    """

    code: str
    level: str
    places: tuple[str, ...]
    facts: Mapping[str, Any] | None = None
    by: str | None = None


@dataclass(kw_only=True)
class Report:
    """The results of judging so far.

    `format` and `house` say which rules are asked, which are waived, and their levels. `warnings` are the codes that
    only warn by default, `optional` the codes that apply only if the format names them.
    """

    game: str
    guesses: Callable[[Fact], Iterable[Any]]
    format: Mapping[str, Any]
    house: HouseRules
    warnings: frozenset[str]
    optional: frozenset[str] = frozenset()
    found: list[Breach] = field(default_factory=list)
    waived: list[Breach] = field(default_factory=list)
    open: bool = False
    unknown: set[tuple[Fact, str]] = field(default_factory=set)
    touching: set[tuple[Fact, str]] = field(default_factory=set)
    questions: dict[str, tuple[set[str], set[str]]] = field(default_factory=dict)

    def asked(self, code: str) -> bool:
        """Return whether the format is played with this rule."""
        code = f"{self.game}/{code}"
        if code.partition("/")[2] in self.optional:
            return code in self.format.get("with", [])
        return code not in self.format.get("without", [])

    def waives(self, code: str) -> str | None:
        """Return the slug of the house rule or format that waives a rule; None if nothing does."""
        code = f"{self.game}/{code}"
        by_format = self.format["slug"] if code in self.format.get("waives", []) else None
        return self.house.waived().get(code, by_format)

    def level(self, code: str) -> str:
        """Return the level of a rule."""
        rows = {row["rule"]: row["level"] for row in self.format["levels"]} | self.house.weights()
        return str(rows.get(f"{self.game}/{code}", "warning" if code in self.warnings else "error"))

    def counts(self, code: str) -> bool:
        """Return whether breaking this rule makes a legion illegal."""
        return self.asked(code) and not self.waives(code) and self.level(code) == "error"

    @property
    def illegal(self) -> bool:
        return any(found.level == "error" for found in self.found)

    @property
    def verdict(self) -> str:
        return "illegal" if self.illegal else "undetermined" if self.open else "legal"

    def broken(self, code: str, places: Iterable[str], facts: Mapping[str, Any] | None = None) -> None:
        """Add a breach in every world, at these places."""
        if self.asked(code):
            by = self.waives(code)
            found = Breach(f"{self.game}/{code}", self.level(code), sorted_places(places), facts, by)
            (self.waived if by else self.found).append(found)

    def excused(self, code: str, places: Iterable[str], facts: Mapping[str, Any], by: str) -> None:
        """Add a breach that a card of the list excuses, unless the whole rule is waived."""
        if self.asked(code) and not self.waives(code):
            self.waived.append(Breach(f"{self.game}/{code}", self.level(code), sorted_places(places), facts, by))

    def left_open(self, code: str, deciding: Iterable[Fact], read: Iterable[Fact]) -> None:
        """Add a rule that is broken only in some worlds, with the facts that decide."""
        if self.counts(code):
            self.open = True
            self.unknown |= {(fact, f"{self.game}/{code}") for fact in deciding if fact[1] != HIDDEN_FACT}
            self.touch(code, read)

    def leave_to_reading(self, question: str, code: str, places: Iterable[str]) -> None:
        """Add a rule that is broken by one reading of the rulebook and not by another."""
        if self.counts(code):
            self.open = True
            at, codes = self.questions.setdefault(question, (set(), set()))
            at |= set(places)
            codes.add(f"{self.game}/{code}")

    def asked_of_readers(self) -> set[tuple[str, tuple[str, ...], tuple[str, ...]]]:
        """Return each deciding question, with its places and the rules that need the answer."""
        return {(slug, sorted_places(at), tuple(sorted(codes))) for slug, (at, codes) in self.questions.items()}

    def touch(self, code: str, read: Iterable[Fact]) -> None:
        """Add facts that a rule reads, though they do not decide whether it is broken."""
        if self.counts(code):
            self.touching |= {(fact, f"{self.game}/{code}") for fact in read}

    def ask(self, question: Callable[[WorldReader], Any]) -> WorldAnswers:
        """Return the answers to a question in all worlds."""
        return ask_in_every_world(question, self.guesses)

    def sure(self, question: Callable[[WorldReader], bool]) -> bool:
        """Return whether the answer is true in every world."""
        return all(self.ask(question).values)

    def decide(
        self,
        code: str,
        places: Iterable[str],
        question: Callable[[WorldReader], bool],
        facts: Mapping[str, Any] | None = None,
    ) -> None:
        """Evaluate a condition and report whether it is broken in every world, in some, or in none."""
        answers = self.ask(question)
        if all(answers.values):
            self.broken(code, places, facts)
        elif any(answers.values):
            self.left_open(code, answers.deciding(), answers.facts)

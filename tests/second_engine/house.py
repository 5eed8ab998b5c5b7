"""House rules: what a group has agreed on beside the rulebook, several of them together."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.second_engine.clauses import holds
from tests.second_engine.reading import Card
from tests.second_engine.worlds import Look

Document = Mapping[str, Any]


@dataclass(frozen=True)
class House:
    """What is agreed on. A rule that one makes an error is not waived by another, and the stricter weight holds."""

    rules: Sequence[Document] = ()

    @classmethod
    def of(cls, agreed: Iterable[str], known: Mapping[str, Document]) -> "House":
        """The house rules of these slugs, or former slugs, each once."""
        return cls([rule for slug, rule in known.items() if {slug, *rule.get("formerly", [])} & set(agreed)])

    def weights(self) -> dict[str, str]:
        """The rules that weigh otherwise than by the format."""
        rows = [(row["rule"], row["level"]) for rule in self.rules for row in rule.get("levels", [])]
        return {code: "error" if (code, "error") in rows else level for code, level in rows}

    def waived(self) -> set[str]:
        """The codes of the rules that do not hold."""
        strict = {code for code, level in self.weights().items() if level == "error"}
        return {code for rule in self.rules for code in rule.get("waives", [])} - strict

    def more_slots(self, creature: Card, look: Look) -> list[str]:
        """The icons that a creature has beside those of its banner."""
        return [
            row["slot"]
            for rule in self.rules
            for row in rule.get("slots", [])
            if all(holds(clause, creature, look) for clause in row.get("bearers", []))
            for _ in range(row["count"])
        ]

    def named_icons(self) -> set[str]:
        """Every icon of which it may add a slot."""
        return {row["slot"] for rule in self.rules for row in rule.get("slots", [])}

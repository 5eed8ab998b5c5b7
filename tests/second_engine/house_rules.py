"""House rules: a group's agreements on top of the rulebook, several of them together."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

Document = Mapping[str, Any]


@dataclass(frozen=True)
class HouseRules:
    """The house rules of a list.

    If one of them makes a rule an error, no other can waive it. If two give one rule different levels, the stricter
    level applies.
    """

    rules: Sequence[Document] = ()

    @classmethod
    def of(cls, agreed: Iterable[str], documents: Mapping[str, Document]) -> Self:
        """Return the house rules of these slugs, or former slugs, each once."""
        return cls([rule for slug, rule in documents.items() if {slug, *rule.get("formerly", [])} & set(agreed)])

    def weights(self) -> dict[str, str]:
        """Return the rules whose level differs from that of the format."""
        rows = [(row["rule"], row["level"]) for rule in self.rules for row in rule.get("levels", [])]
        return {code: "error" if (code, "error") in rows else level for code, level in rows}

    def waived(self) -> dict[str, str]:
        """Return the codes of the waived rules, each with the house rule that waives it: the first by slug."""
        strict = {code for code, level in self.weights().items() if level == "error"}
        by_slug = sorted(self.rules, key=lambda rule: str(rule["slug"]), reverse=True)
        return {code: rule["slug"] for rule in by_slug for code in rule.get("waives", []) if code not in strict}

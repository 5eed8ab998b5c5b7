"""House rules: what a group has agreed on beside the rulebook, several of them together."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

Document = Mapping[str, Any]


@dataclass(frozen=True)
class HouseRules:
    """What is agreed on. A rule that one makes an error is not waived by another, and the stricter weight holds."""

    rules: Sequence[Document] = ()

    @classmethod
    def of(cls, agreed: Iterable[str], known: Mapping[str, Document]) -> Self:
        """The house rules of these slugs, or former slugs, each once."""
        return cls([rule for slug, rule in known.items() if {slug, *rule.get("formerly", [])} & set(agreed)])

    def weights(self) -> dict[str, str]:
        """The rules that weigh otherwise than by the format."""
        rows = [(row["rule"], row["level"]) for rule in self.rules for row in rule.get("levels", [])]
        return {code: "error" if (code, "error") in rows else level for code, level in rows}

    def waived(self) -> dict[str, str]:
        """The codes of the rules that do not hold, and who says so: of several house rules the first by slug."""
        strict = {code for code, level in self.weights().items() if level == "error"}
        by_slug = sorted(self.rules, key=lambda rule: str(rule["slug"]), reverse=True)
        return {code: rule["slug"] for rule in by_slug for code in rule.get("waives", []) if code not in strict}

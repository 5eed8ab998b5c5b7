"""What became of the lines of a text."""

from dataclasses import asdict, dataclass
from typing import Any, Literal

RowOutcome = Literal["mapped", "guessed", "unknown", "dropped"]


@dataclass
class ReportRow:
    """What became of a card or line of a text.

    `mapped`: it is the card. `guessed`: it is most like the card, by `likeness` of 100, or one of several cards of its
    name. `unknown`: no card has the name; it stands in the legion by a slug made of the name, so that the verdict
    tells. `dropped`: it is not in the legion; `message` says why. `at` is its first place in the legion.
    """

    line: int
    text: str
    outcome: RowOutcome
    card: str | None = None
    at: str | None = None
    likeness: int | None = None
    message: str = ""

    def as_document(self) -> dict[str, Any]:
        """The row as JSON."""
        return asdict(self)

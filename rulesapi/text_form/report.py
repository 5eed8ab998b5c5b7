"""What became of the lines of a text."""

from dataclasses import asdict, dataclass
from typing import Any, Literal

RowOutcome = Literal["mapped", "guessed", "unknown", "dropped"]


@dataclass
class ReportRow:
    """The result for a card or a line of a text.

    `mapped`: it is the card, or without a `card` a line that was understood and names none. `guessed`: it is most like
    the card, by `likeness` of 100, one of several cards of its name, or a card beside which something was not read;
    without a `card` it was taken for a title or a heading. `unknown`: no card has the name; it is in the legion by a
    slug made of the name, so that the verdict says so. `dropped`: it is not in the legion; `message` gives the reason.
    `at` is its first place in the legion, `""` for a line about no place of it. With `may_be_card` a `1x` before the
    line makes a card of it.
    """

    line: int
    text: str
    outcome: RowOutcome
    card: str | None = None
    at: str | None = None
    likeness: int | None = None
    message: str = ""
    may_be_card: bool = False

    def as_document(self) -> dict[str, Any]:
        """The row as JSON."""
        return asdict(self)

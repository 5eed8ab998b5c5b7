"""The report about the lines of a text."""

from dataclasses import asdict, dataclass
from typing import Any, Literal

RowOutcome = Literal["mapped", "guessed", "unknown", "dropped"]


@dataclass
class ReportRow:
    """The result for a card or a line of a text.

    - `mapped`: the card was identified, or the line was understood and has no `card`.
    - `guessed`: the card is the most similar one by `likeness` of 100, one of several cards with this name, or has
      other text next to it that was not read. Without a `card`, the line was read as a title or a heading.
    - `unknown`: no card has the name; the legion contains a slug made from the name, so the verdict reports it.
    - `dropped`: the text is not in the legion; `message` gives the reason.

    `at` is the first place in the legion, or `""` for a line that concerns no place. With `may_be_card`, adding `1x`
    before the line turns it into a card.
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
        return asdict(self)

"""What could stand in a place of a legion."""

from typing import Any

from .. import verdicts
from .questions import Question


class Candidates(Question):
    """Every card that could stand in a place of a legion: whether it fits, what it costs, and every reason why not.

    `at` is the place: `/picks/0` for an upgrade on that creature, the empty text for a new creature. Each card is
    judged as a part of the legion: its findings are those that the verdict on the legion with that card would have and
    the verdict without it has not. From a pick of several copies one is taken out first and carries the card.

    A card `fits` when no rule is surely broken by it. That is no promise where something is not known: a card with
    `unknown` facts fits and may break a rule yet; `verdict_if_added` is then `undetermined`, unless the legion is
    illegal anyway. Who wants only what surely fits takes those that fit with nothing in `unknown`.

    With a `collection` in the legion, `owned` says how many copies of the card its owner has and `left` how many of
    them the legion does not use yet; a card with none left does not fit.

    A team is refused with `not-judged-yet`: ask with the legion of one of its players, as a legion of its own. So is a
    legion that lists more than 100 cards, with `too-many-cards`.
    """

    fields = ("at",)

    def answer(self, *, legion: Any, at: str) -> dict[str, Any]:
        """Return the candidates. Raises Malformed as `verdicts.candidates` does."""
        return verdicts.candidates(legion, at, release=self.query.get("release"))

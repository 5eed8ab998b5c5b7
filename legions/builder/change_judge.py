"""The judge of a change in the builder. It uses the holder's collection and numbers, and keeps its verdict for the
page.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from legions.accounts.holders import Holder
from legions.collection.availability import CollectionCopies, owned_copies, with_owned
from legions.collection.models import Collection
from legions.own_numbers.applied_numbers import with_numbers
from legions.own_numbers.models import OwnNumbers
from legions.own_numbers.services import Facts, current_facts
from legions.saved_lists.models import BuildStatus, Legion
from rulesapi.judging import verdicts


@dataclass(frozen=True)
class Holdings:
    """A holder's collection and own numbers of a game, which lists are judged with.

    They belong to the holder of `legion` if it is given, otherwise to `holder`.
    """

    game: str
    holder: Holder
    legion: Legion | None = None

    @cached_property
    def numbers(self) -> OwnNumbers | None:
        """The own numbers, or None."""
        if self.legion is not None:
            return OwnNumbers.objects.for_legion(self.legion)
        return OwnNumbers.objects.of(self.holder, self.game)

    @cached_property
    def facts(self) -> Facts:
        """The own numbers by card and fact."""
        return current_facts(self.numbers) if self.numbers is not None else {}

    @cached_property
    def owned(self) -> CollectionCopies | None:
        """The copies in the collection, or None if nothing is counted."""
        if self.legion is not None:
            return owned_copies(Collection.objects.for_legion(self.legion))
        return owned_copies(Collection.objects.of(self.holder, self.game))

    def judged_document(self, document: dict[str, Any], mark: str) -> dict[str, Any]:
        """Return a list document with the own numbers, and with the collection unless `mark` is "wanted"."""
        document = with_numbers(document, self.facts)
        return with_owned(document, self.owned) if mark != BuildStatus.WANTED else document


class ChangeJudge:
    """The judge of one change, which keeps its last verdict for the page of the changed list."""

    def __init__(self, holdings: Holdings, mark: str = BuildStatus.NONE) -> None:
        self.holdings = holdings
        self.mark = mark
        self._judged: dict[str, Any] = {}
        self._verdict: dict[str, Any] | None = None

    def __call__(self, document: Any) -> dict[str, Any]:
        """Return the verdict on a document. Raises the errors of `verdicts.judge`."""
        judged = verdicts.validated_legion(document)
        if "team" not in judged:
            judged = self.holdings.judged_document(judged, self.mark)
        self._verdict = verdicts.judge(judged)
        self._judged = {**judged, "release": self._verdict["release"]}
        return self._verdict

    def verdict_on(self, judged: dict[str, Any]) -> dict[str, Any] | None:
        """Return the kept verdict if it is on exactly this document, otherwise None."""
        return self._verdict if judged == self._judged else None

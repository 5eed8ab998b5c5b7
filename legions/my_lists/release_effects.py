"""The effects of a planned release on saved lists: changed verdicts and costs, and the rules responsible.

All saved lists are judged with the newest and with the planned release, whatever release they are on. Public lists are
named; private ones are only counted. No list is changed.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from catalog.documents.errors import InvalidInput
from catalog.extensions import PlannedPublication
from legions.saved_lists.models import Legion, display_name_of_document
from rulesapi.engine.core.evaluation import evaluate
from rulesapi.engine.core.library import Library
from rulesapi.engine.values.model import CannotJudge
from rulesapi.judging import preview_library, verdicts

BATCH_SIZE = 500
MAX_NAMED = 200
"""The maximum number of public lists that are named; all are counted."""
NOT_JUDGED = "not judged"


class Standing(NamedTuple):
    """The verdict on a list: outcome, points as far as they are known, and codes of errors."""

    verdict: str
    total: int | None
    known: int
    codes: frozenset[str]


class StandingChange(NamedTuple):
    """A list whose verdict or points change."""

    before: Standing
    after: Standing

    @property
    def rules(self) -> list[str]:
        """The codes of the rules that have new or fewer errors."""
        return sorted(self.before.codes ^ self.after.codes)


def standing_of(library: Library, document: dict[str, Any]) -> Standing:
    """Return the verdict and points of a list with a library."""
    try:
        weighed = evaluate(library, document)
    except CannotJudge as error:
        return Standing(NOT_JUDGED, None, 0, frozenset([error.code]))
    codes = frozenset(one.code for one in weighed.findings if one.level == "error")
    price = weighed.price
    return Standing(str(weighed.verdict), price.total, price.known, codes)


def standing_change(now: Library, then: Library, document: dict[str, Any]) -> StandingChange | None:
    """Return the change of a list between two libraries, or None."""
    before, after = standing_of(now, document), standing_of(then, document)
    return None if before == after else StandingChange(before, after)


def release_effects(plan: PlannedPublication, on_progress: Callable[[int, int], None]) -> dict[str, Any]:
    """Return the effects of a planned release on all saved lists as JSON, as `_Report` describes."""
    games = preview_library.affected_games(plan)
    legions = Legion.objects.not_deleted().filter(game__in=games)
    done, total = 0, legions.count()
    on_progress(done, total)
    report = _Report(total)
    for game in games:
        try:
            now, then = verdicts.library(game), preview_library.preview_library(game, plan)
        except (InvalidInput, LookupError):
            report.unjudged.append(game)  # a new game, or one without rules: none of its lists changes
            continue
        for legion in _list_rows(legions.filter(game=game)):
            if change := standing_change(now, then, legion[1]):
                report.add(legion, change)
            done += 1
            if done % 50 == 0:
                on_progress(done, total)
    return report.as_document()


def _list_rows(legions: Any) -> Iterator[tuple[Any, ...]]:
    columns = ("pk", "document", "public", "share_key")
    yield from legions.order_by("pk").values_list(*columns).iterator(chunk_size=BATCH_SIZE)


class _Report:
    """A report with the numbers of judged and changed lists, the changes, and the rules responsible."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.unjudged: list[str] = []
        self.verdicts: Counter[tuple[str, str]] = Counter()
        self.rules: Counter[str] = Counter()
        self.public = self.private = self.prices = 0
        self.named: list[dict[str, Any]] = []

    def add(self, legion: tuple[Any, ...], change: StandingChange) -> None:
        """Add a changed list."""
        _, document, public, share_key = legion
        before, after = change
        if before.verdict != after.verdict:
            self.verdicts[before.verdict, after.verdict] += 1
        self.prices += (before.total, before.known) != (after.total, after.known)
        self.rules.update(change.rules)
        if not public:
            self.private += 1
            return
        self.public += 1
        if len(self.named) < MAX_NAMED:
            row = {"name": display_name_of_document(document), "game": document["game"], "address": f"/s/{share_key}/"}
            points = [[before.total, before.known], [after.total, after.known]]
            self.named.append(
                {**row, "verdicts": [before.verdict, after.verdict], "points": points, "rules": change.rules}
            )

    def as_document(self) -> dict[str, Any]:
        return {
            "total": self.total,
            "public": self.public,
            "private": self.private,
            "prices": self.prices,
            "verdicts": [[before, after, count] for (before, after), count in self.verdicts.most_common()],
            "rules": [[code, count] for code, count in self.rules.most_common()],
            "named": sorted(self.named, key=lambda effect: effect["verdicts"][0] == effect["verdicts"][1]),
            "unjudged": self.unjudged,
        }

"""Rules: the code, the texts and the check of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from rulesapi.engine.core.lacks import Lacking
from rulesapi.engine.core.legion import Legion
from rulesapi.engine.values.fuzzy_match import SlugIndex
from rulesapi.engine.values.interpretations import RuleResult
from rulesapi.engine.values.model import Card, Citation, Severity

RuleCheck = Callable[[Legion, Any], Iterable[RuleResult]]
"""A rule's check of a list, given the library it is judged by.

It yields each thing that is wrong or excused, and each unknown fact or open question that would decide; never raises.
"""


class RuleLibrary(Protocol):
    """The part of a library that shared rules use; see `library.Library`."""

    @property
    def cards(self) -> Mapping[str, Card]: ...

    @property
    def contents(self) -> Mapping[str, Mapping[Card, int]]: ...

    @property
    def sets(self) -> Mapping[str, str]: ...

    @property
    def nearest(self) -> SlugIndex: ...

    def set_name(self, slug: str) -> str: ...


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule with its code and its texts. One without a check appears in the ledger and cannot be broken.

    `unwaivable_reason` says why no house rule can waive it; empty if one can. `may_leave_open` are the questions of the
    rulebook that it may ask. An `optional` rule runs only in the formats that name it. `lacking` are the ways in which
    its findings can be about something that the list does not have yet (see `unfinished`). Hints that save a search
    most of its runs are kept apart: see `Ruleset.hints_for`. A `standing` rule was added by the ruleset; the game does
    not name it.
    """

    code: str
    title: str
    text: str
    cite: Citation
    check: RuleCheck | None
    messages: tuple[str, ...] = ()
    level: Severity = "error"
    unwaivable_reason: str = ""
    may_leave_open: frozenset[str] = frozenset()
    optional: bool = False
    lacking: tuple[Lacking, ...] = ()
    standing: bool = False

    @property
    def reason(self) -> str:
        """The reason of its lines in the ledger: its code without the game."""
        return self.code.rpartition("/")[2]

"""Hints of a table for new players: the next step, and an example list.

They are shown once: a player who has dismissed them or has reached the last step does not see them again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalog.documents.errors import json_pointer
from legions.changes.basic import picks
from legions.game_words import ListWords
from legions.my_lists.list_lines import ReadyListLine
from legions.site import wording
from legions.site.marked_text import fill_marked, marked_text
from legions.verdicts.view_models import VerdictView

LAST_STEP = 3
MAX_SHARE_LEFT = 0.1
"""The maximum share of its points that a finished list has left; with more of them the next step is to add cards."""


@dataclass(frozen=True, slots=True)
class ExampleLine:
    """A line of the example with its cost; `points` is None in a game without points."""

    words: str
    points: int | None


@dataclass(frozen=True, slots=True)
class Example:
    """A ready list as an example: its lines, their sum, and its verdict."""

    slug: str
    name: str
    lines: tuple[ExampleLine, ...]
    sums: str
    outcome: str


@dataclass(frozen=True, slots=True)
class Hint:
    """The next step of a table. On an empty table, `lesson` explains the lists of the game, with an example.

    `words` name the `action` that they speak of as `{action}`, so that pages make it a link.
    """

    step: int
    words: str
    action: str = ""
    lesson: Sequence[Any] = ()
    example: Example | None = None


def first_hint(list_words: ListWords, ready: Sequence[ReadyListLine]) -> Hint:
    """Return the hint for an empty table: the game's lesson, with one of the `ready` lists as an example."""
    start = _("Add {nouns}, or start with a ready {word} and change it.") if ready else _("Add {nouns}.")
    words = start.format(nouns=list_words.nouns, word=list_words.word)
    return Hint(1, words, lesson=list_words.lesson, example=_example(ready))


def next_hint(list_words: ListWords, verdict: VerdictView, *, only_missing: bool, fills: bool) -> Hint:
    """Return the hint for a table with cards.

    `only_missing` means that nothing is wrong except missing facts, `fills` that the solver can add cards.
    """
    if only_missing:
        missing = _("No problems found so far. Enter the missing facts from your cards.")
        return Hint(2, missing)
    if verdict.outcome == "unfinished" and not fills:
        return Hint(2, _("Nothing is wrong so far. Still to do: {lacks}.").format(lacks=verdict.lacks))
    if verdict.outcome != "legal" and fills:
        return Hint(2, _("Only cards are missing. Add more, or let {action} show what fits best."), "complete")
    if verdict.outcome != "legal":
        wrong = _("Not legal yet. The bar below names the problem and its rule; {action} shows how to solve it.")
        return Hint(2, wrong, "repair")
    if fills:
        number = verdict.points.left or 0
        left = ngettext(
            "Legal, with {left} point left. Add more, or let {action} show what fits best.",
            "Legal, with {left} points left. Add more, or let {action} show what fits best.",
            number,
        )
        return Hint(2, left.format(left=number, action="{action}"), "complete")
    if (number := verdict.points.left or 0) > MAX_SHARE_LEFT * (verdict.points.limit or 0):
        more = ngettext("Legal, with {left} point left. Add more.", "Legal, with {left} points left. Add more.", number)
        return Hint(2, more.format(left=number))
    done = _("Your {word} is legal. Give it a name, and choose {action} to show it to others.")
    return Hint(LAST_STEP, done.format(word=list_words.word, action="{action}"), "share")


def _example(lines: Sequence[ReadyListLine]) -> Example | None:
    """Return the smallest legal ready list as an example."""
    legal = [line for line in lines if line.verdict is not None and line.verdict.outcome == "legal"]
    line = min(legal, key=lambda line: len(picks(line.document)), default=None)
    if line is None or line.verdict is None:
        return None
    shown = tuple(_line(index, pick, line) for index, pick in enumerate(picks(line.document)))
    return Example(line.ready.slug, line.ready.name, shown, line.verdict.sums, line.verdict.word)


def _line(index: int, pick: dict[str, Any], line: ReadyListLine) -> ExampleLine:
    count, title = pick.get("count", 1), line.stock.title(pick["card"])
    words = marked_text(f"{count} × {title}" if count > 1 else title)
    if carried := pick.get("upgrades"):
        upgrades = wording.join_names(map(line.stock.title, carried))
        words = fill_marked(_("{creature} with {upgrades}"), creature=words, upgrades=upgrades)
    verdict = line.verdict
    return ExampleLine(
        words, verdict.places.points_at(json_pointer("picks", index)) if verdict and verdict.priced else None
    )

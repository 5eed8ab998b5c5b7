"""The open points of a campaign: open and settled questions, and findings without an entry."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from legions.campaigns.game_results import FindingLine, finding_line
from legions.campaigns.question_texts import question_texts, settled_texts
from legions.campaigns.records import JudgedRecord
from legions.campaigns.timeline import EntryLink, Timeline
from legions.site import wording
from rulesapi.engine.campaigns.terms import RECORD_REMARKS, RECORD_RULES


@dataclass(frozen=True, slots=True)
class QuestionLine:
    """An open question, with its readings by their ids, and the entries that depend on it.

    `asked_by` is the slug of its adventure, or “rules”; two adventures may share the slug of a question.
    """

    question: str
    asked_by: str
    text: str
    readings: tuple[tuple[str, str], ...]
    entries: tuple[EntryLink, ...]


@dataclass(frozen=True, slots=True)
class SettledLine:
    """A question that a campaign has settled, with its reading."""

    question: str
    text: str
    reading: str


def question_line(
    question: Mapping[str, Any], judged: JudgedRecord, entries: tuple[EntryLink, ...] = ()
) -> QuestionLine:
    """Return an open question of a verdict as a line of a page."""
    texts = question_texts(question["question"], judged, question["adventure"])
    readings = tuple((row["reading"], texts.readings[row["reading"]]) for row in question["readings"])
    return QuestionLine(question["question"], question["adventure"] or "rules", texts.text, readings, entries)


@dataclass(frozen=True)
class OpenPoints:
    """The open points of a campaign."""

    judged: JudgedRecord
    timeline: Timeline

    @property
    def questions(self) -> list[QuestionLine]:
        """The open questions of the rulebook and the adventures that the verdict depends on."""
        return [
            question_line(one, self.judged, self.timeline.entry_links(one["entries"]))
            for one in self.judged.verdict["open"]
        ]

    @property
    def settled(self) -> list[SettledLine]:
        """The questions that the campaign has settled, each with its reading."""
        found = []
        for one in self.judged.verdict["settled"]:
            if texts := settled_texts(one["question"], one["reading"], self.judged):
                found.append(SettledLine(one["question"], texts.text, texts.readings[one["reading"]]))
        return found

    @cached_property
    def general_findings(self) -> list[FindingLine]:
        """The findings without an entry."""
        return [finding_line(one) for one in self.judged.verdict["findings"] if not one["entries"]]

    @property
    def more_findings(self) -> list[str]:
        """The numbers of findings and remarks that are not shown, a line for each rule."""
        words = _("{number} more like these are not shown: {rule}")
        rules = {**RECORD_RULES, **RECORD_REMARKS}
        found = ((row["number"], rules[row["code"].partition("/")[2]]) for row in self.judged.verdict.get("more", ()))
        return [words.format(number=number, rule=wording.translated(rule.title)) for number, rule in found]

"""The open points of a campaign: open and settled questions, and findings without an entry."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from legions.campaigns.game_results import FindingLine, finding_line
from legions.campaigns.records import JudgedRecord
from legions.campaigns.timeline import EntryLink, Timeline
from legions.site import wording
from rulesapi.engine.campaigns.terms import RECORD_REMARKS, RECORD_RULES


@dataclass(frozen=True, slots=True)
class QuestionLine:
    """An open question, with its readings by their ids, and the entries that depend on it."""

    question: str
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
    slug, rows = question["question"], question["readings"]
    if question["adventure"] is None:
        readings = tuple((row["reading"], wording.translated(row["text"])) for row in rows)
        return QuestionLine(slug, wording.translated(question["text"]), readings, entries)
    said = judged.words_of(question["adventure"])
    readings = tuple((row["reading"], said.reading(slug, row["reading"], row["text"])) for row in rows)
    return QuestionLine(slug, said.question(slug, question["text"]), readings, entries)


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
        known = {question.slug: question for question in self.judged.terms.questions}
        found = []
        for one in self.judged.verdict["settled"]:
            if question := known.get(one["question"]):
                texts = {reading.slug: reading.text for reading in question.interpretations}
                text, reading = wording.translated(question.title), wording.translated(texts[one["reading"]])
                found.append(SettledLine(question.slug, text, reading))
            else:
                found += self._settled_of_adventures(one)
        return found

    def _settled_of_adventures(self, settled: Mapping[str, str]) -> Iterator[SettledLine]:
        for adventure in self.judged.adventures.values():
            if row := adventure.questions.get(settled["question"]):
                texts = {reading["reading"]: reading["text"] for reading in row["readings"]}
                said, word = self.judged.words_of(adventure.slug), settled["reading"]
                if word in texts:
                    yield SettledLine(
                        settled["question"],
                        said.question(settled["question"], row["text"]),
                        said.reading(settled["question"], word, texts[word]),
                    )

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

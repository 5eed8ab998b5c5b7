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
    """An open question, with its readings and the entries that depend on it."""

    text: str
    readings: tuple[str, ...]
    entries: tuple[EntryLink, ...]


@dataclass(frozen=True)
class OpenPoints:
    """The open points of a campaign."""

    judged: JudgedRecord
    timeline: Timeline

    @property
    def questions(self) -> list[QuestionLine]:
        """The open questions of the rulebook and the adventures that the verdict depends on."""
        return [self._question(one) for one in self.judged.verdict["open"]]

    def _question(self, question: Mapping[str, Any]) -> QuestionLine:
        texts: list[str] = [question["text"], *(reading["text"] for reading in question["readings"])]
        if question["adventure"] is None:
            text, *readings = map(wording.translated, texts)
        else:
            said, slug = self.judged.words_of(question["adventure"]), question["question"]
            text = said.question(slug, question["text"])
            readings = [said.reading(slug, row["reading"], row["text"]) for row in question["readings"]]
        return QuestionLine(text, tuple(readings), self.timeline.entry_links(question["entries"]))

    @property
    def settled(self) -> list[tuple[str, str]]:
        """The questions that the campaign has settled, each with its reading."""
        known = {question.slug: question for question in self.judged.terms.questions}
        found = []
        for one in self.judged.verdict["settled"]:
            if question := known.get(one["question"]):
                texts = {reading.slug: reading.text for reading in question.interpretations}
                found.append((wording.translated(question.title), wording.translated(texts[one["reading"]])))
            else:
                found += self._settled_of_adventures(one)
        return found

    def _settled_of_adventures(self, settled: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        for adventure in self.judged.adventures.values():
            if row := adventure.questions.get(settled["question"]):
                texts = {reading["reading"]: reading["text"] for reading in row["readings"]}
                said, word = self.judged.words_of(adventure.slug), settled["reading"]
                if word in texts:
                    yield (
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

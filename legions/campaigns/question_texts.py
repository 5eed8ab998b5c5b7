"""The texts of a campaign's questions and of their readings, in the language of the page."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from legions.campaigns.records import JudgedRecord
from legions.site import wording


class QuestionTexts(NamedTuple):
    """The text of a question, and those of its readings by their ids."""

    text: str
    readings: Mapping[str, str]


def question_texts(question: str, judged: JudgedRecord, adventure: str | None = None) -> QuestionTexts:
    """Return the texts of a question of an adventure, or of the rulebook without one.

    Adventures share the slugs of their questions with their copies. Raises LookupError for an unknown question.
    """
    if adventure is None:
        asked = {row.slug: row for row in judged.terms.questions}[question]
        readings = {row.slug: wording.translated(row.text) for row in asked.interpretations}
        return QuestionTexts(wording.translated(asked.title), readings)
    row = judged.adventures[adventure].questions[question]
    texts = judged.words_of(adventure)
    readings = {one["reading"]: texts.reading(question, one["reading"], one["text"]) for one in row["readings"]}
    return QuestionTexts(texts.question(question, row["text"]), readings)


def settled_texts(question: str, reading: str | None, judged: JudgedRecord) -> QuestionTexts | None:
    """Return the texts of a settled question, None for an unknown one.

    A record does not name the adventure of a settled question. It is the first that has the reading, if any does:
    the rulebook, then the adventures that were played, the planned ones and all others.
    """
    sources = list(_asking(question, judged))
    adventures = [adventure for adventure, readings in sources if reading in readings] or [row[0] for row in sources]
    return question_texts(question, judged, adventures[0]) if adventures else None


def _asking(question: str, judged: JudgedRecord) -> Iterator[tuple[str | None, set[str]]]:
    """Yield the sources of a question, None for the rulebook or an adventure's slug, with the ids of its readings."""
    for asked in judged.terms.questions:
        if asked.slug == question:
            yield None, {row.slug for row in asked.interpretations}
    played = [session["adventure"] for session in judged.verdict["sessions"]]
    for adventure in dict.fromkeys([*played, *judged.campaign.plan, *judged.adventures]):
        if adventure in judged.adventures and (row := judged.adventures[adventure].questions.get(question)):
            yield adventure, {one["reading"] for one in row["readings"]}

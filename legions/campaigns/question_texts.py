"""The texts of a campaign's questions and of their readings, in the language of the page."""

from collections.abc import Mapping
from typing import NamedTuple

from legions.campaigns.records import JudgedRecord
from legions.site import wording


class QuestionTexts(NamedTuple):
    """The text of a question, and those of its readings by their ids."""

    text: str
    readings: Mapping[str, str]


def question_texts(question: str, judged: JudgedRecord) -> QuestionTexts | None:
    """Return the texts of a question of the rulebook or of an adventure, None for an unknown one."""
    for known in judged.terms.questions:
        if known.slug == question:
            readings = {one.slug: wording.translated(one.text) for one in known.interpretations}
            return QuestionTexts(wording.translated(known.title), readings)
    for adventure in judged.adventures.values():
        if row := adventure.questions.get(question):
            said = judged.words_of(adventure.slug)
            texts = {one["reading"]: said.reading(question, one["reading"], one["text"]) for one in row["readings"]}
            return QuestionTexts(said.question(question, row["text"]), texts)
    return None

"""The texts of an adventure in the language of the page, or in English and marked as such.

Names are not translated, except those of sides. The language of a campaign's own adventure is unknown: its texts are
never marked.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import get_language

from legions.site.marked_text import MarkedText, marked_text
from rulesapi.translation import is_english


class AdventureTexts:
    """The texts of an adventure by their places. `own` means that it is not from the catalog."""

    def __init__(self, translations: Iterable[Mapping[str, Any]], *, own: bool = False) -> None:
        language = "en" if is_english() else get_language() or "en"
        self._said: Mapping[str, Any] = next((one for one in translations if language.startswith(one["language"])), {})
        self._language = "" if own else "en"

    def name(self, name: str) -> MarkedText:
        """Return the name of the adventure, or another name that is not translated."""
        return marked_text(name, self._language)

    def side(self, side: str, name: str) -> MarkedText:
        """Return the name of a side."""
        return self._translated(name, self._row("sides", "side", side), "name")

    def text(self, text: str) -> MarkedText:
        """Return the description of the adventure."""
        return self._translated(text, self._said)

    def storyline(self, text: str) -> MarkedText:
        """Return the text of the storyline."""
        return self._translated(text, self._said, "storyline_text")

    def objective(self, side: str, text: str) -> MarkedText:
        """Return the objective of a side."""
        return self._translated(text, self._row("sides", "side", side), "objective")

    def piece(self, number: int, text: str) -> MarkedText:
        """Return the meaning of a token."""
        return self._translated(text, self._row("pieces", "number", number), "what")

    def special_rules(self, rules: Iterable[str]) -> list[MarkedText]:
        said = self._said.get("special_rules")
        return [marked_text(rule, self._language if said is None else "") for rule in said or rules]

    def question(self, question: str, text: str) -> MarkedText:
        return self._translated(text, self._row("questions", "question", question))

    def reading(self, question: str, reading: str, text: str) -> MarkedText:
        rows = self._row("questions", "question", question).get("readings", ())
        return self._translated(text, _row(rows, "reading", reading))

    def outcome(self, paragraph: str, text: str) -> MarkedText:
        """Return the text of an outcome."""
        return self._translated(text, self._row("outcomes", "paragraph", paragraph))

    def _row(self, field: str, key: str, value: Any) -> Mapping[str, Any]:
        return _row(self._said.get(field, ()), key, value)

    def _translated(self, text: str, row: Mapping[str, Any], field: str = "text") -> MarkedText:
        return marked_text(row.get(field, text), self._language if field not in row else "")


def _row(entries: Iterable[Mapping[str, Any]], key: str, value: Any) -> Mapping[str, Any]:
    return next((row for row in entries if row[key] == value), {})


def in_one_language(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return an adventure with only the texts in the language of the page, as far as they are translated."""
    said = AdventureTexts(document.get("translations", ()))
    found = {field: value for field, value in document.items() if field != "translations"}
    found["text"] = str(said.text(document["text"]))
    if "storyline_text" in document:
        found["storyline_text"] = str(said.storyline(document["storyline_text"]))
    found["special_rules"] = [str(rule) for rule in said.special_rules(document["special_rules"])]
    found["sides"] = [
        {
            **side,
            "name": str(said.side(side["side"], side["name"])),
            "objective": side["objective"] and str(said.objective(side["side"], side["objective"])),
        }
        for side in document["sides"]
    ]
    found["outcomes"] = [
        {**one, "text": str(said.outcome(one["paragraph"], one["text"]))} for one in document["outcomes"]
    ]
    if "pieces" in document:
        found["pieces"] = [{**one, "what": str(said.piece(one["number"], one["what"]))} for one in document["pieces"]]
    if "questions" in document:
        found["questions"] = [_question_in_one_language(one, said) for one in document["questions"]]
    return found


def _question_in_one_language(row: Mapping[str, Any], texts: AdventureTexts) -> dict[str, Any]:
    slug = row["question"]
    readings = [{**one, "text": str(texts.reading(slug, one["reading"], one["text"]))} for one in row["readings"]]
    return {**row, "text": str(texts.question(slug, row["text"])), "readings": readings}

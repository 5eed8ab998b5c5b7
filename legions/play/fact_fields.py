"""Fields of facts of cards, by the schemas of the cards."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from legions.cards.card_sheet import fact_words
from legions.cards.stock import stock
from legions.game_words import vocabulary
from legions.play.declared_fields import NONE, FormField, as_words, yes_or_no
from legions.play.forms import choice, number, ticks
from rulesapi.engine.resolutions.declared import Question
from rulesapi.engine.values.names import slug_as_words


class FactFields:
    """The fields of facts of cards in a question of a game; `cards` are the cards of the catalog by slug."""

    def __init__(self, game: str, question: Question, cards: Mapping[str, Mapping[str, Any]]) -> None:
        self.game = game
        self.question = question
        self.cards = cards

    def sets(self, kind: str) -> dict[str, str]:
        """Return the names of the sets with cards of a kind by slug."""
        slugs = {one["set"] for one in self.cards.values() if one["kind"] == kind and one.get("set")}
        sets = stock(self.game).sets if slugs else {}
        return {slug: str(one["name"] or slug) for slug, one in sorted(sets.items()) if slug in slugs}

    def of_fact(self, kind: str, fact: str, label: str) -> FormField:
        """Return the field of a fact by the schema of its card. Raises TypeError for a schema without a field."""
        schema = vocabulary.fact_schemas(self.game, kind)[fact]
        types = schema.get("type", ())
        if "integer" in types:
            return FormField(number(label, schema.get("maximum", 99), least=schema.get("minimum", 0)))
        if "boolean" in types:
            return yes_or_no(label)
        words = vocabulary.fact_values(self.game, fact)
        if "enum" in schema:
            return FormField(choice(label, {word: fact_words(self.game, fact, word)[0] for word in words}))
        if "array" in types and words:
            return FormField(ticks(label, {word: fact_words(self.game, fact, [word])[0] for word in words}))
        if "string" in types:
            return FormField(forms.CharField(label=label, required=False, max_length=schema.get("maxLength", 120)))
        if "array" not in types:
            raise TypeError(f"There is no field for {fact} of {kind}.")
        spelled = {word: slug_as_words(word) for word in self._decisive_words()} | {NONE: _("none of these")}
        of_clauses = schema["items"].get("$ref", "").endswith("/clause")
        return FormField(ticks(label, spelled), _as_clauses if of_clauses else as_words)

    def _decisive_words(self) -> list[str]:
        """Return the words that cards of each kind in the question use: others decide nothing."""
        used: dict[str, set[str]] = {}
        for part in filter(lambda part: part.kind, self.question.parts().values()):
            facts = [name for name in part.inputs if self._is_word_list(part.kind, name)]
            cards = [card for card in self.cards.values() if card["kind"] == part.kind]
            used.setdefault(part.kind, set()).update(_words_of([card.get(fact) for card in cards for fact in facts]))
        return sorted(set.intersection(*used.values())) if used else []

    def _is_word_list(self, kind: str, fact: str) -> bool:
        schema = vocabulary.fact_schemas(self.game, kind).get(fact, {}) if kind else {}
        return "array" in schema.get("type", ()) and not vocabulary.fact_values(self.game, fact)


def _words_of(value: Any) -> Iterator[str]:
    """Yield the words in lists and clauses of words."""
    if isinstance(value, list | dict):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _words_of(one)
    elif isinstance(value, str):
        yield value


def _as_clauses(chosen: list[str]) -> list[dict[str, list[str]]]:
    return [{"keyword": [word]} for word in as_words(chosen)]

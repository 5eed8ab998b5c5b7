"""Queries, read with the words of the entries and the vocabulary: the things that are searched, each with other words.

A word that no entry has is an abbreviation, the start of a word, two words without their space, or misspelled.
"""

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from rulesapi.rulebooks.search.known_words import KnownWords
from rulesapi.rulebooks.search.tokens import Phrase, Token, tokens
from rulesapi.rulebooks.search.vocabulary import Meaning, Vocabulary

MAX_QUERY_LENGTH = 100
"""The maximum length of a query, in characters. The API refuses a longer one, and pages shorten it."""
MAX_WORDS = 25
"""The maximum number of words of a query. The rest is not read."""
MAX_PHRASE_WORDS = 6
MAX_GUESSED_WORDS = 8
"""The number of unknown words of a query that are guessed."""
MIN_JOINED_LENGTH = 6
MIN_PART_LENGTH = 3


Role = Literal["whole", "part", "question"]
"""The role of a concept in its query."""
WEIGHTS: Mapping[Role, float] = {"whole": 1, "part": 0.5, "question": 0.15}
"""The weights of concepts by their roles."""


class Alternative(NamedTuple):
    """One expression that is searched for a concept."""

    phrase: Phrase
    weight: float


class Concept(NamedTuple):
    """One thing that a query names: how it was understood, the expressions for it, and its weight in the query.

    Its `role` is `part` for a word of an expression that is a concept of its own, and `question` for a word that only
    makes a question.
    """

    text: str
    alternatives: tuple[Alternative, ...]
    weight: float = 1
    role: Role = "whole"


class QueryReader:
    """Reads queries for one set of entries."""

    def __init__(self, vocabulary: Vocabulary, known_words: KnownWords) -> None:
        self.vocabulary = vocabulary
        self.known_words = known_words

    def read(self, query: str) -> list[Concept]:
        """Return the concepts of a query that entries contain, in order.

        Question words are concepts of little weight, unless the query consists of them.
        """
        typed = tokens(query)[:MAX_WORDS]
        concepts = list(self._read(typed, self.vocabulary.ignored))
        if all(concept.role == "question" for concept in concepts):
            concepts = list(self._read(typed, frozenset()))
        return [concept for concept in concepts if concept.alternatives]

    def _read(self, typed: list[Token], ignored: frozenset[str]) -> Iterator[Concept]:
        start, guesses = 0, 0
        while start < len(typed):
            length, phrase = self._longest_expression(typed, start)
            token = typed[start]
            if phrase:
                yield from self._expression(phrase, typed[start : start + length], ignored)
            elif self._is_known(token):
                yield self._word(token, "question" if token.stem in ignored else "whole")
            elif guesses < MAX_GUESSED_WORDS and token.stem not in ignored:
                guesses += 1
                yield from self._guess(token.word)
            start += length

    def _longest_expression(self, typed: list[Token], start: int) -> tuple[int, Phrase | None]:
        """Return the number of words of the longest known expression that begins here, and its phrase; 1 for none."""
        for length in range(min(MAX_PHRASE_WORDS, len(typed) - start), 1, -1):
            here = typed[start : start + length]
            stems = tuple(token.stem for token in here)
            telling = self.vocabulary.telling(stems)
            if self._is_expression(stems):
                return length, stems
            if len(telling) > 1 and telling[-1] == stems[-1] and self._is_expression(telling):
                return length, telling
            if joined := self._joined(here):
                return length, joined
        return 1, None

    def _expression(self, phrase: Phrase, here: list[Token], ignored: frozenset[str]) -> Iterator[Concept]:
        """Yield the concept of an expression of several words, then those of its words."""
        telling = [token for token in here if token.stem not in ignored]
        shown = here[here.index(telling[0]) :] if telling else here
        yield self._concept(phrase, " ".join(token.word for token in shown))
        yield from (self._word(token, "part") for token in telling if self._is_known(token))

    def _is_expression(self, phrase: Phrase) -> bool:
        return phrase in self.vocabulary.meanings or self.known_words.has(phrase)

    def _joined(self, typed: list[Token]) -> Phrase | None:
        """Return the stem of two words without the space between them, if that is a word: “battle field”."""
        word = "".join(token.word for token in typed)
        if len(typed) != 2 or len(word) < MIN_JOINED_LENGTH:
            return None
        stem = self.known_words.stem_of(word)
        return (stem,) if stem else None

    def _word(self, token: Token, role: Role) -> Concept:
        return self._concept((token.stem,), token.word)._replace(weight=WEIGHTS[role], role=role)

    def _is_known(self, token: Token) -> bool:
        return (token.stem,) in self.vocabulary.meanings or self.known_words.has((token.stem,))

    def _concept(self, phrase: Phrase, text: str, weight: float = 1) -> Concept:
        """Return the concept of an expression with its other meanings that entries contain."""
        meanings = [one for one in self.vocabulary.meanings.get(phrase, ()) if self.known_words.has(one.phrase)]
        itself = [Alternative(phrase, weight)] if self.known_words.has(phrase) else []
        others = [Alternative(one.phrase, one.weight * weight) for one in meanings]
        return Concept(self._name(phrase, text, meanings, bool(itself)), (*itself, *others))

    def _name(self, phrase: Phrase, text: str, meanings: list[Meaning], is_in_entries: bool) -> str:
        if phrase in self.vocabulary.names:
            return self.vocabulary.names[phrase]
        return meanings[0].text if meanings and not is_in_entries else self.known_words.usual_form(text)

    def _guess(self, word: str) -> Iterator[Concept]:
        """Yield the likeliest concepts for an unknown word."""
        if completions := self.known_words.completions(word):
            yield Concept(word, tuple(Alternative((stem,), weight) for stem, weight in completions.items()))
        elif parts := self._split(word):
            yield from (self._concept((stem,), part) for part, stem in parts)
        elif corrected := self._corrected(word):
            yield corrected

    def _split(self, word: str) -> tuple[tuple[str, str], ...]:
        """Return the two known words, with their stems, that a word consists of; nothing if it does not."""
        for end in range(MIN_PART_LENGTH, len(word) - MIN_PART_LENGTH + 1):
            first, second = self.known_words.stem_of(word[:end]), self.known_words.stem_of(word[end:])
            if first and second:
                return (word[:end], first), (word[end:], second)
        return ()

    def _corrected(self, word: str) -> Concept | None:
        """Return the concept of the words of which `word` may be a misspelling."""
        corrections = self.known_words.corrections(word)
        concepts = []
        for correction, weight in corrections.items():
            stem = self.known_words.stem_of(correction)
            if stem:
                concepts.append(self._concept((stem,), correction, weight))
        if not concepts:
            return None
        alternatives = tuple(one for concept in concepts for one in concept.alternatives)
        return Concept(concepts[0].text, alternatives)

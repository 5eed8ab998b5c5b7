"""Queries, read with the words of the entries and the vocabulary: the things that are searched, each with other words.

A word that no entry has is an abbreviation, the start of a word, two words without their space, or misspelled.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, Protocol

from rulesapi.rulebooks.search.tokens import Phrase, Token, tokens
from rulesapi.rulebooks.search.vocabulary import Meaning, Vocabulary

MAX_QUERY_LENGTH = 100
"""The maximum length of a query, in characters. The rest is not read."""
MAX_WORDS = 25
MAX_PHRASE_WORDS = 6
MAX_GUESSED_WORDS = 8
"""The number of unknown words of a query that are guessed."""
PART_WEIGHT = 0.5
"""The weight of a word that is part of a known expression, which is searched as a whole as well."""
MIN_JOINED_LENGTH = 6
MIN_PART_LENGTH = 3


class Alternative(NamedTuple):
    """One expression that is searched for a concept."""

    phrase: Phrase
    weight: float


class Concept(NamedTuple):
    """One thing that a query names: how it was understood, the expressions for it, and its weight in the query.

    `is_part` is true for a word of an expression that is a concept of its own.
    """

    text: str
    alternatives: tuple[Alternative, ...]
    weight: float = 1
    is_part: bool = False


class KnownWords(Protocol):
    """The words of all entries."""

    def has(self, phrase: Phrase) -> bool:
        """Return whether an entry contains the words next to each other. Phrases are those of the vocabulary."""

    def completions(self, word: str) -> Mapping[str, float]:
        """Return the stems of words that begin with `word`, each with a weight."""

    def corrections(self, word: str) -> Mapping[str, float]:
        """Return the words of which `word` may be a misspelling, each with a weight."""

    def stem_of(self, word: str) -> str | None:
        """Return the stem of a word; None if no entry contains it and players do not use it."""


class QueryReader:
    """Reads queries for one set of entries."""

    def __init__(self, vocabulary: Vocabulary, known_words: KnownWords) -> None:
        self.vocabulary = vocabulary
        self.known_words = known_words

    def read(self, query: str) -> list[Concept]:
        """Return the concepts of a query in order. Question words are left out, except if there is nothing else."""
        typed = tokens(query[:MAX_QUERY_LENGTH])[:MAX_WORDS]
        read = list(self._read(typed, self.vocabulary.ignored))
        return read or list(self._read(typed, frozenset()))

    def _read(self, typed: list[Token], ignored: frozenset[str]) -> Iterator[Concept]:
        start, guesses = 0, 0
        while start < len(typed):
            length = self._expression_length(typed, start)
            if length > 1:
                yield self._expression(typed[start : start + length])
                parts = [token for token in typed[start : start + length] if token.stem not in ignored]
                yield from (self._word(token, PART_WEIGHT, is_part=True) for token in parts if self._is_known(token))
            elif typed[start].stem in ignored:
                pass
            elif self._is_known(typed[start]):
                yield self._word(typed[start])
            elif guesses < MAX_GUESSED_WORDS:
                guesses += 1
                yield from self._guess(typed[start].word)
            start += length

    def _expression_length(self, typed: list[Token], start: int) -> int:
        """Return the number of words of the longest known expression that begins here; 1 for none."""
        for length in range(min(MAX_PHRASE_WORDS, len(typed) - start), 1, -1):
            if self._is_expression(typed[start : start + length]):
                return length
        return 1

    def _is_expression(self, typed: list[Token]) -> bool:
        phrase = tuple(token.stem for token in typed)
        return phrase in self.vocabulary.meanings or self.known_words.has(phrase) or self._joined(typed) is not None

    def _joined(self, typed: list[Token]) -> Phrase | None:
        """Return the stem of two words without the space between them, if that is a word: “battle field”."""
        word = "".join(token.word for token in typed)
        if len(typed) != 2 or len(word) < MIN_JOINED_LENGTH:
            return None
        stem = self.known_words.stem_of(word)
        return (stem,) if stem else None

    def _expression(self, typed: list[Token]) -> Concept:
        phrase = tuple(token.stem for token in typed)
        joined = self._joined(typed)
        if joined and phrase not in self.vocabulary.meanings:
            phrase = joined
        return self._concept(phrase, " ".join(token.word for token in typed))

    def _word(self, token: Token, weight: float = 1, *, is_part: bool = False) -> Concept:
        return self._concept((token.stem,), token.word)._replace(weight=weight, is_part=is_part)

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
        return meanings[0].text if meanings and not is_in_entries else text

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

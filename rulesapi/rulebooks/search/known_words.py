"""The words that a query may consist of: those of the entries, and those of players.

A word that is none of these is looked up by its letters: as the beginning of a word, or as a misspelling.
"""

from collections.abc import Collection, Iterable, Sequence

from catalog.search.spelling import allowed_edits, nearest
from catalog.search.words import stem
from rulesapi.rulebooks.search.tokens import Phrase

MIN_START_LENGTH = 4
MAX_COMPLETIONS = 6
MAX_CORRECTIONS = 3
COMPLETION_WEIGHT = 0.9
CORRECTION_WEIGHT = 0.85
LATER_WEIGHT = 0.9
"""The share that each further correction has of the weight of the one before."""


class KnownWords:
    """The words of all entries, the most frequent first, and the words of players.

    `terms` are the stems and expressions of the entries; the stems of an expression are separated by spaces.
    """

    def __init__(self, terms: Collection[str], entry_words: Sequence[str], spoken_words: Iterable[str]) -> None:
        self._terms = terms
        self._words = entry_words
        self._stems = {word: stem(word) for word in (*entry_words, *spoken_words)}
        self._usual = {self._stems[word]: word for word in reversed(entry_words)}
        self._by_length: dict[int, list[tuple[int, str]]] = {}
        for word in self._stems:
            self._by_length.setdefault(len(word), []).append((_letters(word), word))

    def has(self, phrase: Phrase) -> bool:
        """Return whether an entry contains a word, or an expression of the vocabulary."""
        return " ".join(phrase) in self._terms

    def stem_of(self, word: str) -> str | None:
        """Return the stem of a word; None if it is not known."""
        return self._stems.get(word)

    def usual_form(self, word: str) -> str:
        """Return a word as it is usually written in the entries, the word itself if it is one of theirs."""
        return word if word in self._stems else self._usual.get(stem(word), word)

    def completions(self, start: str) -> dict[str, float]:
        """Return the stems of the most frequent words that begin with `start`, with their weights.

        A short start has none.
        """
        if len(start) < MIN_START_LENGTH:
            return {}
        complete = [self._stems[word] for word in self._words if word.startswith(start)]
        return dict.fromkeys(complete[:MAX_COMPLETIONS], COMPLETION_WEIGHT)

    def corrections(self, word: str) -> dict[str, float]:
        """Return the words of which `word` may be a misspelling, with their weights."""
        edits = allowed_edits(word)
        letters = _letters(word)
        candidates = [
            other
            for length in range(len(word) - edits, len(word) + edits + 1)
            for other_letters, other in self._by_length.get(length, ())
            if (letters ^ other_letters).bit_count() <= 2 * edits
        ]
        near = nearest(word, candidates, MAX_CORRECTIONS)
        return {other: CORRECTION_WEIGHT * LATER_WEIGHT**place for place, other in enumerate(near)}


def _letters(word: str) -> int:
    """Return a number with a bit for each different letter of a word, by which most words need no comparison."""
    letters = 0
    for letter in word:
        letters |= 1 << (ord(letter) % 64)
    return letters

"""The words of all entries by their letters: the beginnings of words, and words that differ in a letter or two."""

from collections.abc import Iterable

from catalog.search.spelling import allowed_edits, nearest

MIN_START_LENGTH = 4
MAX_COMPLETIONS = 6
MAX_CORRECTIONS = 3
COMPLETION_WEIGHT = 0.9
CORRECTION_WEIGHT = 0.85
LATER_WEIGHT = 0.9
"""The share that each further word has of the weight of the one before."""


class Spellings:
    """Looks words up by a beginning or a misspelling. Frequent words come first."""

    def __init__(self, words_by_frequency: Iterable[str]) -> None:
        self._words = tuple(words_by_frequency)
        self._by_length: dict[int, list[tuple[int, str]]] = {}
        for word in self._words:
            self._by_length.setdefault(len(word), []).append((_letters(word), word))

    def completions(self, start: str) -> dict[str, float]:
        """Return the most frequent words that begin with `start`, with their weights; none for a short start."""
        if len(start) < MIN_START_LENGTH:
            return {}
        complete = [word for word in self._words if word.startswith(start)]
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
    """Return a number with a bit for each different letter of a word: words with few common bits are not compared."""
    letters = 0
    for letter in word:
        letters |= 1 << (ord(letter) % 64)
    return letters

"""Misspellings of words: up to two different letters, fewer in short words."""

from collections.abc import Iterable

MAX_WORD_LENGTH = 60
"""Maximum length of words that are compared."""
SHORT, LONG = 4, 7
"""Minimum lengths of words for one and for two different letters."""


def allowed_edits(word: str) -> int:
    """Return the number of letters in which a misspelling of `word` may differ."""
    return (len(word) >= SHORT) + (len(word) >= LONG)


def nearest(word: str, candidates: Iterable[str], most: int) -> list[str]:
    """Return up to `most` known words of which `word` may be a misspelling, the nearest first.

    A letter that is missing, added, replaced, or swapped with the next one counts as one difference. If only one is
    allowed, the first letters have to agree. The digits of both words always have to agree.
    """
    edits = allowed_edits(word)
    if not edits or len(word) > MAX_WORD_LENGTH:
        return []
    letters = frozenset(word)
    found = []
    for other in candidates:
        if abs(len(other) - len(word)) > edits or len(letters ^ frozenset(other)) > 2 * edits:
            continue
        if (edits == 1 and other[:1] != word[:1]) or _digits(other) != _digits(word):
            continue
        distance = edit_distance(word, other)
        if 0 < distance <= edits:
            found.append((distance, other))
    return [other for _distance, other in sorted(found)[:most]]


def edit_distance(word: str, target: str) -> int:
    """Return the number of letters in which two words differ. A swap of neighboring letters counts as one."""
    before: list[int] = []
    above = list(range(len(target) + 1))
    for row, letter in enumerate(word, 1):
        here = [row]
        for column, another in enumerate(target, 1):
            cost = min(above[column] + 1, here[-1] + 1, above[column - 1] + (letter != another))
            if row > 1 and column > 1 and letter == target[column - 2] and word[row - 2] == another:
                cost = min(cost, before[column - 2] + 1)
            here.append(cost)
        before, above = above, here
    return above[-1]


def _digits(word: str) -> str:
    return "".join(filter(str.isdigit, word))

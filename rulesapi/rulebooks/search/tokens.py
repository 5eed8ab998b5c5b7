"""Words of texts and queries: their stems and places, with the joined form of hyphenated words."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from catalog.documents.text_folding import unaccented
from catalog.search.words import stem

_WORD = re.compile(r"[^\W_]+(?:['’ʼ][^\W_]+)*")
_APOSTROPHE = "'"
_HYPHENS = frozenset("-‐‑–")

Phrase = tuple[str, ...]
"""The stems of one or several words that follow each other."""


class Token(NamedTuple):
    """A word of a text: folded, its stem, and its place. `joins_next` is true before a hyphen."""

    word: str
    stem: str
    start: int
    end: int
    joins_next: bool


def tokens(text: str) -> list[Token]:
    """Return the words of a text in order. The parts of a hyphenated word are words of their own."""
    return list(_tokens(text))


def phrase_of(text: str) -> Phrase:
    """Return the stems of the words of a text."""
    return tuple(token.stem for token in _tokens(text))


def joined(line: Sequence[Token]) -> Iterator[str]:
    """Yield each pair of words with a hyphen between them as one word: “followup” for “follow-up”."""
    for first, second in pairwise(line):
        if first.joins_next and not (first.word.isdigit() or second.word.isdigit()):
            yield first.word + second.word


def _tokens(text: str) -> Iterator[Token]:
    for match in _WORD.finditer(text):
        word = _folded(match[0])
        if word:
            end = match.end()
            joins_next = text[end : end + 1] in _HYPHENS and text[end + 1 : end + 2].isalnum()
            yield Token(word, stem(word), match.start(), end, joins_next)


def _folded(word: str) -> str:
    return word.lower().replace(_APOSTROPHE, "") if word.isascii() else unaccented(word)

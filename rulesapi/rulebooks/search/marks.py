"""The places of searched expressions in a text, for marking them."""

from collections.abc import Sequence

from rulesapi.rulebooks.search.entries import SearchedPhrases
from rulesapi.rulebooks.search.query import MAX_PHRASE_WORDS
from rulesapi.rulebooks.search.tokens import Phrase, Token, tokens

Span = tuple[int, int]
"""The start and the end of a word in a text, in characters."""


def find_marks(text: str, searched: SearchedPhrases) -> tuple[Span, ...]:
    """Return the places of the searched expressions in a text, in order and without overlaps.

    Ignored words inside an expression are marked with it.
    """
    words = tokens(text)
    longest = max(map(len, searched.phrases), default=0)
    first_stems = {phrase[0] for phrase in searched.phrases if phrase}
    marks: list[Span] = []
    start = 0
    while start < len(words):
        may_begin = words[start].stem in first_stems
        end = _end_of_match(words, start, longest, searched) if may_begin else start
        if end > start:
            marks.append((words[start].start, words[end - 1].end))
        start = max(end, start + 1)
    return tuple(marks)


def _end_of_match(tokens: Sequence[Token], start: int, longest: int, searched: SearchedPhrases) -> int:
    """Return the end of the longest searched expression that begins at a word; `start` if none does."""
    phrases, ignored = searched
    telling: Phrase = ()
    best = start
    for end in range(start + 1, min(len(tokens), start + MAX_PHRASE_WORDS) + 1):
        stem_here = tokens[end - 1].stem
        if end == start + 1 or stem_here not in ignored:
            telling = (*telling, stem_here)
        literal = tuple(word.stem for word in tokens[start:end])
        if telling in phrases or literal in phrases:
            best = end if literal in phrases or stem_here not in ignored else best
        if len(telling) > longest:
            break
    return best

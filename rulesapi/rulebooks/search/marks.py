"""The places of searched expressions in a text, for marking them."""

from collections.abc import Collection, Sequence

from rulesapi.rulebooks.search.entries import Span
from rulesapi.rulebooks.search.query import MAX_PHRASE_WORDS
from rulesapi.rulebooks.search.tokens import Phrase, Token, tokens


def find_marks(text: str, searched: Collection[Phrase], ignored: Collection[str]) -> tuple[Span, ...]:
    """Return the places of the searched expressions in a text, in order and without overlaps.

    Ignored words inside an expression are marked with it.
    """
    words = tokens(text)
    longest = max(map(len, searched), default=0)
    marks: list[Span] = []
    start = 0
    while start < len(words):
        end = _end_of_match(words, start, longest, searched, ignored)
        if end > start:
            marks.append((words[start].start, words[end - 1].end))
        start = max(end, start + 1)
    return tuple(marks)


def _end_of_match(
    tokens: Sequence[Token], start: int, longest: int, searched: Collection[Phrase], ignored: Collection[str]
) -> int:
    """Return the end of the longest searched expression that begins at a word; `start` if none does."""
    telling: Phrase = ()
    best = start
    for end in range(start + 1, min(len(tokens), start + MAX_PHRASE_WORDS) + 1):
        stem_here = tokens[end - 1].stem
        if end == start + 1 or stem_here not in ignored:
            telling = (*telling, stem_here)
        literal = tuple(word.stem for word in tokens[start:end])
        if telling in searched or literal in searched:
            best = end if literal in searched or stem_here not in ignored else best
        if len(telling) > longest:
            break
    return best

"""The words of entries, counted by field: how rare each is, and what it adds to the score of an entry by BM25F."""

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import log
from typing import NamedTuple

from catalog.search.words import stem
from rulesapi.rulebooks.search import ranking
from rulesapi.rulebooks.search.entries import Entry
from rulesapi.rulebooks.search.tokens import Phrase, Token, joined, phrase_of, tokens
from rulesapi.rulebooks.search.vocabulary import Vocabulary

SATURATION = 1.2
"""BM25's k1: how fast further mentions of a word stop to count."""


class Field(NamedTuple):
    """The weight of a field of an entry, and how much its length counts against it (BM25's b)."""

    weight: float
    length_share: float


FIELDS = {
    "title": Field(3, 0.2),
    "other_words": Field(2.2, 0.2),
    "text": Field(1, 0.5),
    "headings": Field(0.6, 0.3),
}


class PhraseFinder:
    """Finds the expressions of a vocabulary in texts."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._telling: dict[str, list[Phrase]] = defaultdict(list)
        self._literal: dict[str, list[Phrase]] = defaultdict(list)
        for phrase in vocabulary.phrases():
            is_telling = vocabulary.telling(phrase) == phrase
            (self._telling if is_telling else self._literal)[phrase[0]].append(phrase)

    def found(self, stems: Phrase) -> Iterator[str]:
        """Yield each expression as often as a text contains it."""
        yield from _found(self._vocabulary.telling(stems), self._telling)
        yield from _found(stems, self._literal)


def _found(stems: Phrase, by_first: Mapping[str, Sequence[Phrase]]) -> Iterator[str]:
    for start, first in enumerate(stems):
        for phrase in by_first.get(first, ()):
            if stems[start : start + len(phrase)] == phrase:
                yield " ".join(phrase)


class Postings(NamedTuple):
    """The numbers of the entries with a word or expression, and what it adds to the score of each."""

    numbers: "array[int]"
    impacts: "array[float]"


class CountedEntries:
    """The words and expressions of entries, counted by field, and the titles of the entries.

    A game may have ten thousand cards with a million words, so all counts are numbers in arrays.
    """

    def __init__(self, entries: Iterable[Entry], vocabulary: Vocabulary) -> None:
        self.titles: list[ranking.EntryTitles] = []
        self._frequency: Counter[str] = Counter()
        self._lengths = [array("L") for _ in FIELDS]
        self._counts: dict[str, array[int]] = {}
        phrases = PhraseFinder(vocabulary)
        for number, entry in enumerate(entries):
            self.titles.append(_titles(entry, vocabulary))
            for place, texts in enumerate(([entry.title], entry.other_words, [entry.text], entry.headings)):
                self._count(number, place, [tokens(text) for text in texts], phrases)

    def words_by_frequency(self) -> list[str]:
        """Return the words of all entries, the most frequent first, also hyphenated ones without their hyphens."""
        return [word for word, _ in self._frequency.most_common()]

    def rarity_of_terms(self, groups: Iterable[Iterable[Phrase]]) -> dict[str, float]:
        """Return how much each word and expression decides: BM25's inverse document frequency.

        Expressions for one thing are equally rare: those of a group count as one.
        """
        of_groups: dict[str, set[int]] = {}
        for group in groups:
            terms = [term for phrase in group if (term := " ".join(phrase)) in self._counts]
            entries = (of_groups.get(term) or self._entries_with(term) for term in terms)
            of_groups.update(dict.fromkeys(terms, set[int]().union(*entries)))
        total = len(self.titles)
        numbers = {term: len(of_groups.get(term) or self._entries_with(term)) for term in self._counts}
        return {term: log(1 + (total - number + 0.5) / (number + 0.5)) for term, number in numbers.items()}

    def postings(self, rarity: Mapping[str, float]) -> dict[str, Postings]:
        """Return the postings of each word and expression."""
        shares = [_shares(field, lengths) for field, lengths in zip(FIELDS.values(), self._lengths, strict=True)]
        return {term: _postings(codes, rarity[term], shares) for term, codes in self._counts.items()}

    def _count(self, number: int, place: int, lines: Sequence[list[Token]], phrases: PhraseFinder) -> None:
        self._lengths[place].append(sum(map(len, lines)))
        for line in lines:
            self._frequency.update(token.word for token in line)
            self._frequency.update(joined(line))
        for term, count in _counted(lines, phrases).items():
            self._counts.setdefault(term, array("Q")).append(_encode(number, place, count))

    def _entries_with(self, term: str) -> set[int]:
        return {_decode(code)[0] for code in self._counts[term]}


def _encode(number: int, place: int, count: int) -> int:
    """Return the count of a word in the field at a place of the entry with a number, as one number."""
    return number << 32 | place << 24 | count


def _decode(code: int) -> tuple[int, int, int]:
    return code >> 32, code >> 24 & 0xFF, code & 0xFFFFFF


def _shares(field: Field, lengths: Sequence[int]) -> "array[float]":
    """Return how much a word in this field counts in each entry, by the length of the field there."""
    average = (sum(lengths) / max(1, sum(map(bool, lengths)))) or 1
    return array(
        "d",
        (field.weight / (1 - field.length_share + field.length_share * length / average) for length in lengths),
    )


def _postings(codes: Iterable[int], rarity: float, shares: Sequence[Sequence[float]]) -> Postings:
    frequencies: dict[int, float] = defaultdict(float)
    for number, place, count in map(_decode, codes):
        frequencies[number] += count * shares[place][number]
    impacts = (rarity * frequency / (SATURATION + frequency) for frequency in frequencies.values())
    return Postings(array("L", frequencies), array("d", impacts))


def _titles(entry: Entry, vocabulary: Vocabulary) -> ranking.EntryTitles:
    return ranking.EntryTitles(
        names=tuple(dict.fromkeys(_title(text, vocabulary) for text in (entry.title, *_topic(entry.title)))),
        other_words=tuple(_title(text, vocabulary) for text in entry.other_words),
    )


def _topic(title: str) -> Iterator[str]:
    """Yield the part of a title before a colon: “Dazed” of “Dazed: one action”."""
    topic, colon, _ = title.partition(":")
    if colon:
        yield topic


def _title(text: str, vocabulary: Vocabulary) -> ranking.Title:
    return tuple(dict.fromkeys(vocabulary.telling(phrase_of(text))))


def _counted(lines: Iterable[list[Token]], phrases: PhraseFinder) -> Counter[str]:
    counts: Counter[str] = Counter()
    for line in lines:
        stems = tuple(token.stem for token in line)
        counts.update(stems)
        counts.update(map(stem, joined(line)))
        counts.update(phrases.found(stems))
    return counts

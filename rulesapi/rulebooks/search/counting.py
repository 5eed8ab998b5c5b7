"""The words of entries, counted by field: how rare each is, and what it adds to the score of an entry by BM25F."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
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
    """The weight of a field, and how much its length counts against it (BM25's b)."""

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


class CountedEntry:
    """The words of an entry, counted by field."""

    def __init__(self, entry: Entry, phrases: PhraseFinder, vocabulary: Vocabulary) -> None:
        texts = {
            "title": [entry.title],
            "other_words": entry.other_words,
            "text": [entry.text],
            "headings": entry.headings,
        }
        self.tokens = {name: [tokens(text) for text in several] for name, several in texts.items()}
        self.counts = {name: _counted(lines, phrases) for name, lines in self.tokens.items()}
        self.lengths = {name: sum(map(len, lines)) for name, lines in self.tokens.items()}
        self.titles = ranking.EntryTitles(
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


def rarity_of_terms(counted: Sequence[CountedEntry], groups: Iterable[Iterable[Phrase]]) -> dict[str, float]:
    """Return how much each word and expression decides: BM25's inverse document frequency.

    Expressions for one thing are equally rare: those of a group count as one.
    """
    entries: dict[str, set[int]] = defaultdict(set)
    for number, one in enumerate(counted):
        for term in chain.from_iterable(one.counts.values()):
            entries[term].add(number)
    for group in groups:
        terms = [term for phrase in group if (term := " ".join(phrase)) in entries]
        entries.update(dict.fromkeys(terms, set().union(*(entries[term] for term in terms))))
    total = len(counted)
    return {term: log(1 + (total - len(numbers) + 0.5) / (len(numbers) + 0.5)) for term, numbers in entries.items()}


def postings_of(counted: Sequence[CountedEntry], rarity: Mapping[str, float]) -> dict[str, list[tuple[int, float]]]:
    """Return the entries of each word and expression, each with what it adds to the score of the entry."""
    average = {
        name: (sum(one.lengths[name] for one in counted) / max(1, sum(bool(one.lengths[name]) for one in counted))) or 1
        for name in FIELDS
    }
    postings: dict[str, list[tuple[int, float]]] = defaultdict(list)
    for number, one in enumerate(counted):
        frequencies: dict[str, float] = defaultdict(float)
        for name, field in FIELDS.items():
            share = field.weight / (1 - field.length_share + field.length_share * one.lengths[name] / average[name])
            for term, count in one.counts[name].items():
                frequencies[term] += count * share
        for term, frequency in frequencies.items():
            postings[term].append((number, rarity[term] * frequency / (SATURATION + frequency)))
    return dict(postings)


def words_by_frequency(counted: Sequence[CountedEntry]) -> list[str]:
    """Return the words of all entries, the most frequent first, also hyphenated ones without their hyphens."""
    frequency: Counter[str] = Counter()
    for line in chain.from_iterable(lines for one in counted for lines in one.tokens.values()):
        frequency.update(token.word for token in line)
        frequency.update(joined(line))
    return [word for word, _ in frequency.most_common()]

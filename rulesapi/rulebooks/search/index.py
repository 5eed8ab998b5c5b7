"""The index of the entries of one game, and the search in it.

Entries are scored by BM25F: each field of an entry counts with its own weight, and the more often a word is in all
entries, the less it decides. `ranking` then compares the best with the titles and other words as wholes.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import log
from typing import NamedTuple

from catalog.search.words import stem
from rulesapi.rulebooks.search import ranking
from rulesapi.rulebooks.search.entries import KINDS, NOTHING, Entry, Hit, Kind, SearchAnswer
from rulesapi.rulebooks.search.query import Concept, QueryReader
from rulesapi.rulebooks.search.spelling import Spellings
from rulesapi.rulebooks.search.tokens import Phrase, Token, joined, tokens
from rulesapi.rulebooks.search.vocabulary import Vocabulary

SATURATION = 1.2
"""BM25's k1: how fast further mentions of a word stop to count."""
RANKED_ENTRIES = 80
"""The number of entries, the best by their words, that are ranked by their titles and other words as well."""
MAX_RESULTS = 100


class Field(NamedTuple):
    """The weight of a field, and how much its length counts against it (BM25's b)."""

    weight: float
    length_share: float


FIELDS = {
    "title": Field(3, 0.3),
    "other_words": Field(2.2, 0.3),
    "text": Field(1, 0.5),
    "headings": Field(0.6, 0.3),
}
KIND_WEIGHTS: Mapping[Kind, float] = {"rule": 1, "ruling": 1, "term": 0.95, "card": 0.7}
HEADING_WEIGHT = 0.5
"""The share of its score that a heading without a text keeps."""
REPEATED_WEIGHT = 0.6
"""The share of its score that an entry keeps if a better one shows the same text."""
LEAST_SHARE = 0.25
"""The share of the best score that an entry needs to be found."""


class SearchIndex:
    """The entries of a game, ready to be searched. It never changes, so threads may share it."""

    def __init__(self, entries: Iterable[Entry], vocabulary: Vocabulary) -> None:
        self.entries = tuple(entries)
        self._phrases = _PhraseFinder(vocabulary.phrases())
        counted = [_CountedEntry(entry, self._phrases) for entry in self.entries]
        self._rarity = _rarity(counted)
        self._postings = _postings(counted, self._rarity)
        self._titles = [ranking.titles(one.titles, vocabulary.ignored) for one in counted]
        self._stem_of, self._spellings = _spellings(counted, vocabulary)
        self._reader = QueryReader(vocabulary, self)

    # -- the words of all entries, for the reader of queries --------------------------------------------------------

    def has(self, phrase: Phrase) -> bool:
        return " ".join(phrase) in self._postings

    def stem_of(self, word: str) -> str | None:
        return self._stem_of.get(word)

    def completions(self, word: str) -> dict[str, float]:
        return {self._stem_of[one]: weight for one, weight in self._spellings.completions(word).items()}

    def corrections(self, word: str) -> dict[str, float]:
        return self._spellings.corrections(word)

    # -- the search -------------------------------------------------------------------------------------------------

    def search(self, query: str, most: int, kinds: Collection[Kind] | None = None) -> SearchAnswer:
        """Return up to `most` entries for a query, of all kinds or of some, the best first."""
        concepts = [concept for concept in self._reader.read(query) if concept.alternatives]
        if not concepts:
            return NOTHING
        ranked = self._ranked(concepts)
        counts = Counter(self.entries[number].kind for number, _ in ranked)
        chosen = [(number, score) for number, score in ranked if not kinds or self.entries[number].kind in kinds]
        searched = {one.phrase for concept in concepts for one in concept.alternatives}
        hits = tuple(self._hit(number, score, searched) for number, score in chosen[: min(most, MAX_RESULTS)])
        read_as = tuple(dict.fromkeys(concept.text for concept in concepts if not concept.is_part))
        return SearchAnswer(read_as, {kind: counts[kind] for kind in KINDS}, hits)

    def _ranked(self, concepts: Sequence[Concept]) -> list[tuple[int, float]]:
        """Return the numbers of the entries that were found with their scores, the best first."""
        scores: dict[int, float] = defaultdict(float)
        for concept in concepts:
            for number, score in self._concept_scores(concept).items():
                scores[number] += score * concept.weight
        for number in scores:
            entry = self.entries[number]
            scores[number] *= KIND_WEIGHTS[entry.kind] * (1 if entry.text else HEADING_WEIGHT)
        best = sorted(scores, key=lambda number: -scores[number])[:RANKED_ENTRIES]
        searched = ranking.searched_stems(concepts, self._rarity)
        for number in best:
            scores[number] *= ranking.bonus(self._titles[number], searched, self._rarity)
        return self._without_repeats(sorted(scores.items(), key=lambda item: (-item[1], item[0])))

    def _concept_scores(self, concept: Concept) -> dict[int, float]:
        """Return the score of each entry for the expression of a concept that it matches best."""
        scores: dict[int, float] = {}
        for alternative in concept.alternatives:
            for number, impact in self._postings.get(" ".join(alternative.phrase), ()):
                score = impact * alternative.weight
                if score > scores.get(number, 0):
                    scores[number] = score
        return scores

    def _without_repeats(self, ranked: Sequence[tuple[int, float]]) -> list[tuple[int, float]]:
        """Return the found entries with less score for those whose text a better one shows."""
        if not ranked:
            return []
        shown: set[str] = set()
        least = ranked[0][1] * LEAST_SHARE
        reduced = []
        for number, score in ranked:
            group = self.entries[number].group
            if score >= least:
                reduced.append((number, score * REPEATED_WEIGHT if group and group in shown else score))
            shown.add(group)
        return sorted(reduced, key=lambda item: (-item[1], item[0]))

    def _hit(self, number: int, score: float, searched: Collection[Phrase]) -> Hit:
        entry = self.entries[number]
        return Hit(entry, score, _marks(entry.title, searched), _marks(entry.text, searched))


class _PhraseFinder:
    """Finds expressions of several words in texts."""

    def __init__(self, phrases: Iterable[Phrase]) -> None:
        self._by_first: dict[str, list[Phrase]] = defaultdict(list)
        for phrase in phrases:
            self._by_first[phrase[0]].append(phrase)

    def found(self, stems: Sequence[str]) -> Iterator[str]:
        for start, first in enumerate(stems):
            for phrase in self._by_first.get(first, ()):
                if tuple(stems[start : start + len(phrase)]) == phrase:
                    yield " ".join(phrase)


class _CountedEntry:
    """The words of an entry, counted by field."""

    def __init__(self, entry: Entry, phrases: _PhraseFinder) -> None:
        texts = {
            "title": [entry.title],
            "other_words": entry.other_words,
            "text": [entry.text],
            "headings": entry.headings,
        }
        self.tokens = {name: [tokens(text) for text in several] for name, several in texts.items()}
        self.counts = {name: _counted(lines, phrases) for name, lines in self.tokens.items()}
        self.lengths = {name: sum(map(len, lines)) for name, lines in self.tokens.items()}
        named = (*self.tokens["title"], *self.tokens["other_words"])
        self.titles = [tuple(token.stem for token in line) for line in named]


def _counted(lines: Iterable[list[Token]], phrases: _PhraseFinder) -> Counter[str]:
    counts: Counter[str] = Counter()
    for line in lines:
        stems = [token.stem for token in line]
        counts.update(stems)
        counts.update(map(stem, joined(line)))
        counts.update(phrases.found(stems))
    return counts


def _rarity(counted: Sequence[_CountedEntry]) -> dict[str, float]:
    """Return how much each word and expression decides: BM25's inverse document frequency."""
    frequency: Counter[str] = Counter()
    for one in counted:
        frequency.update(set().union(*one.counts.values()))
    total = len(counted)
    return {term: log(1 + (total - count + 0.5) / (count + 0.5)) for term, count in frequency.items()}


def _postings(counted: Sequence[_CountedEntry], rarity: Mapping[str, float]) -> dict[str, list[tuple[int, float]]]:
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


def _spellings(counted: Sequence[_CountedEntry], vocabulary: Vocabulary) -> tuple[dict[str, str], Spellings]:
    """Return the stem of each word, and the words for misspelled ones."""
    frequency: Counter[str] = Counter()
    for one in counted:
        for lines in one.tokens.values():
            for line in lines:
                frequency.update(token.word for token in line)
                frequency.update(joined(line))
    words = [word for word, _ in frequency.most_common()]
    return {word: stem(word) for word in words}, Spellings(words)


def _marks(text: str, searched: Collection[Phrase]) -> tuple[tuple[int, int], ...]:
    """Return the places of the searched expressions in a text, in order and without overlaps."""
    found = tokens(text)
    stems = [token.stem for token in found]
    places: dict[int, int] = {}
    longest = max(map(len, searched), default=0)
    for start in range(len(found)):
        for length in range(min(longest, len(found) - start), 0, -1):
            if tuple(stems[start : start + length]) in searched:
                places[start] = start + length
                break
    marks: list[tuple[int, int]] = []
    end = 0
    for start, stop in places.items():
        if start >= end:
            marks.append((found[start].start, found[stop - 1].end))
            end = stop
    return tuple(marks)

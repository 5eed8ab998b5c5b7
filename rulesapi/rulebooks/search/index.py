"""The index of the entries of one game, and the search in it.

Entries are scored by BM25F: each field of an entry counts with its own weight, and the more often a word is in all
entries, the less it decides. `ranking` then compares the best with the titles and other words as wholes.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from rulesapi.rulebooks.search import ranking
from rulesapi.rulebooks.search.addresses import Addresses
from rulesapi.rulebooks.search.counted_entries import CountedEntries
from rulesapi.rulebooks.search.entries import KINDS, Entry, Hit, Kind, SearchAnswer, SearchedPhrases
from rulesapi.rulebooks.search.known_words import KnownWords
from rulesapi.rulebooks.search.query import Concept, QueryReader
from rulesapi.rulebooks.search.vocabulary import Vocabulary

RANKED_ENTRIES = 80
"""The number of entries, the best by their words, that are ranked by their titles and other words as well."""
MAX_RESULTS = 100
CARD_WEIGHT, ASIDE_WEIGHT = 0.7, 0.8
HEADING_WEIGHT = 0.5
"""The share of its score that a heading without a text keeps. Its title is no reason to show it before the rules."""
REPEATED_WEIGHT = 0.6
"""The share of its score that an entry keeps if a better one shows the same text."""
LEAST_SHARE = 0.25
"""The share of the best score by words that an entry needs to be found."""


class SearchIndex:
    """The entries of a game, ready to be searched. It never changes, so threads may share it."""

    def __init__(self, entries: Iterable[Entry], vocabulary: Vocabulary) -> None:
        self.entries = tuple(entries)
        counted = CountedEntries(self.entries, vocabulary)
        self._rarity = counted.rarity_of_terms(vocabulary.groups)
        self._postings = counted.postings(self._rarity)
        self._titles = counted.titles
        self._ignored = vocabulary.ignored
        self._addresses = Addresses(self.entries)
        known_words = KnownWords(self._postings, counted.words_by_frequency(), vocabulary.spoken_words)
        self._reader = QueryReader(vocabulary, known_words)

    def search(self, query: str, most: int, kinds: Collection[Kind] | None = None) -> SearchAnswer:
        """Return up to `most` entries for a query, of all kinds or of some, the best first."""
        addressed = self._addresses.read(query)
        concepts = self._reader.read(addressed.rest)
        ranked = self._ranked(concepts, addressed.scores)
        counts = Counter(self.entries[number].kind for number, _ in ranked)
        chosen = [(number, score) for number, score in ranked if not kinds or self.entries[number].kind in kinds]
        hits = tuple(Hit(self.entries[number], score) for number, score in chosen[: min(most, MAX_RESULTS)])
        understood = (concept.text for concept in concepts if concept.role == "whole")
        read_as = tuple(dict.fromkeys((*addressed.addresses, *understood)))
        return SearchAnswer(read_as, {kind: counts[kind] for kind in KINDS}, hits, self._searched(concepts))

    def _ranked(self, concepts: Sequence[Concept], addressed: Mapping[int, float]) -> list[tuple[int, float]]:
        """Return the numbers of the entries that were found with their scores, the best first.

        `addressed` are the scores of entries whose addresses are searched.
        """
        scores = self._scores(concepts)
        for number, score in addressed.items():
            scores[number] = scores.get(number, 0) + score
        ranked = sorted(scores.items(), key=_best_first)
        least = ranked[0][1] * LEAST_SHARE if ranked else 0
        found = {number: score for number, score in ranked if score >= least}
        searched = ranking.searched_stems(concepts, self._rarity)
        for number in list(found)[:RANKED_ENTRIES]:
            if not self.entries[number].is_heading:
                found[number] *= ranking.bonus(self._titles[number], searched, self._rarity)
        return self._without_repeats(sorted(found.items(), key=_best_first))

    def _scores(self, concepts: Sequence[Concept]) -> dict[int, float]:
        """Return the score of each entry by the words that it contains. Question words alone give none."""
        scores: dict[int, float] = defaultdict(float)
        for concept in sorted(concepts, key=lambda concept: concept.role == "question"):
            for number, score in self._concept_scores(concept).items():
                if number in scores or concept.role != "question":
                    scores[number] += score * concept.weight
        for number in scores:
            entry = self.entries[number]
            scores[number] *= _weight(entry)
        return scores

    def _concept_scores(self, concept: Concept) -> dict[int, float]:
        """Return the score of each entry for the expression of a concept that it matches best."""
        scores: dict[int, float] = {}
        for alternative in concept.alternatives:
            postings = self._postings.get(" ".join(alternative.phrase))
            for number, impact in zip(*postings, strict=True) if postings else ():
                score = impact * alternative.weight
                if score > scores.get(number, 0):
                    scores[number] = score
        return scores

    def _without_repeats(self, ranked: Iterable[tuple[int, float]]) -> list[tuple[int, float]]:
        """Return the found entries with less score for those whose text a better one shows."""
        shown: set[str] = set()
        reduced = []
        for number, score in ranked:
            group = self.entries[number].group
            reduced.append((number, score * REPEATED_WEIGHT if group and group in shown else score))
            shown.add(group)
        return sorted(reduced, key=_best_first)

    def _searched(self, concepts: Iterable[Concept]) -> SearchedPhrases:
        marked = (concept for concept in concepts if concept.role != "question")
        return SearchedPhrases(
            frozenset(one.phrase for concept in marked for one in concept.alternatives), self._ignored
        )


def _weight(entry: Entry) -> float:
    if entry.is_heading:
        return HEADING_WEIGHT
    return CARD_WEIGHT if entry.kind == "card" else ASIDE_WEIGHT if entry.is_aside else 1


def _best_first(scored: tuple[int, float]) -> tuple[float, int]:
    number, score = scored
    return -score, number

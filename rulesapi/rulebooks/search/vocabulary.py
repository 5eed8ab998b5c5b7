"""The words that players use and the words of the books that mean the same, from the JSON files in `vocabulary`.

`common.json` applies to every game, `<game>.json` to one. `ignored` are words that only make a question. Each group of
`same` has expressions for one thing, the usual one first. `like` maps what players say to the expressions of the books
it may mean, the likeliest first.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from rulesapi.rulebooks.search.tokens import Phrase, phrase_of

FOLDER = Path(__file__).parent / "vocabulary"
COMMON = "common"
SAME_WEIGHT = 0.9
LIKE_WEIGHT = 0.7
LATER_LIKE_WEIGHT = 0.9
"""The share that each further meaning of `like` has of the one before."""


class Meaning(NamedTuple):
    """An expression of the books for one of the players, as stems and as words. A lower weight is a worse match."""

    phrase: Phrase
    text: str
    weight: float


@dataclass(frozen=True)
class Vocabulary:
    """The vocabulary of one game.

    `ignored` are stems. `meanings` has the other expressions for an expression, the best first. `names` has the usual
    expression of each group of `same`, under the others, and `groups` has the expressions of each group.
    `spoken_words` are the single words of players, as they are spelled.

    An expression of several words is found with any ignored words in it: “line of sight” is the phrase line, sight.
    Only one that would then be a single word keeps them: “go first”.
    """

    ignored: frozenset[str] = frozenset()
    meanings: Mapping[Phrase, tuple[Meaning, ...]] = field(default_factory=dict)
    names: Mapping[Phrase, str] = field(default_factory=dict)
    groups: tuple[tuple[Phrase, ...], ...] = ()
    spoken_words: frozenset[str] = frozenset()

    def telling(self, stems: Iterable[str]) -> Phrase:
        """Return the stems that are not ignored."""
        return tuple(stem for stem in stems if stem not in self.ignored)

    def phrases(self) -> frozenset[Phrase]:
        """Return all expressions of several words."""
        every = {*self.meanings, *(one.phrase for several in self.meanings.values() for one in several)}
        return frozenset(one for one in every if len(one) > 1)


@cache
def vocabulary_of(game: str) -> Vocabulary:
    """Return the vocabulary of a game: the common words and its own."""
    return read_vocabulary(json.loads(file.read_text("utf-8")) for file in _files(game) if file.is_file())


def read_vocabulary(documents: Iterable[Mapping[str, Any]]) -> Vocabulary:
    """Return the vocabulary in the documents of one or several files."""
    every = list(documents)
    collected = _Collected(
        frozenset(stem for one in every for word in one.get("ignored", ()) for stem in phrase_of(word))
    )
    for document in every:
        for group in document.get("same", ()):
            collected.add_group(group)
        for spoken, texts in document.get("like", {}).items():
            collected.add(spoken, texts, LIKE_WEIGHT, LATER_LIKE_WEIGHT)
    return Vocabulary(
        ignored=collected.ignored,
        meanings=collected.best_first(),
        names=collected.names,
        groups=tuple(collected.groups),
        spoken_words=frozenset(collected.spoken_words),
    )


def _files(game: str) -> tuple[Path, Path]:
    return FOLDER / f"{COMMON}.json", FOLDER / f"{game}.json"


class _Collected:
    """The expressions of a vocabulary while its files are read."""

    def __init__(self, ignored: frozenset[str]) -> None:
        self.ignored = ignored
        self.meanings: dict[Phrase, dict[Phrase, Meaning]] = {}
        self.names: dict[Phrase, str] = {}
        self.groups: list[tuple[Phrase, ...]] = []
        self.spoken_words: set[str] = set()

    def add_group(self, group: list[str]) -> None:
        self.groups.append(tuple(map(self._phrase, group)))
        for spoken in group:
            self.add(spoken, [other for other in group if other != spoken], SAME_WEIGHT, 1)
            if spoken != group[0]:
                self.names.setdefault(self._phrase(spoken), group[0])

    def add(self, spoken: str, texts: Iterable[str], weight: float, fading: float) -> None:
        """Add meanings of an expression. A meaning that it has already keeps its better weight."""
        key = self._phrase(spoken)
        if len(key) == 1 and spoken.isalpha():
            self.spoken_words.add(spoken)
        its_meanings = self.meanings.setdefault(key, {})
        for text in texts:
            stems = self._phrase(text)
            if stems != key and (stems not in its_meanings or its_meanings[stems].weight < weight):
                its_meanings[stems] = Meaning(stems, text, weight)
            weight *= fading

    def best_first(self) -> dict[Phrase, tuple[Meaning, ...]]:
        return {
            spoken: tuple(sorted(several.values(), key=lambda meaning: -meaning.weight))
            for spoken, several in self.meanings.items()
        }

    def _phrase(self, text: str) -> Phrase:
        stems = phrase_of(text)
        telling = tuple(stem for stem in stems if stem not in self.ignored)
        return telling if len(telling) > 1 else stems

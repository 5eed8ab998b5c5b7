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

from rulesapi.rulebooks.search.tokens import Phrase, phrase

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
    expression of each group of `same`, under the others.
    """

    ignored: frozenset[str] = frozenset()
    meanings: Mapping[Phrase, tuple[Meaning, ...]] = field(default_factory=dict)
    names: Mapping[Phrase, str] = field(default_factory=dict)

    def phrases(self) -> frozenset[Phrase]:
        """Return all expressions of several words."""
        every = {*self.meanings, *(one.phrase for several in self.meanings.values() for one in several)}
        return frozenset(one for one in every if len(one) > 1)

    def spoken_words(self) -> frozenset[Phrase]:
        """Return the expressions of the players that are a single word."""
        return frozenset(one for one in self.meanings if len(one) == 1)


@cache
def vocabulary_of(game: str) -> Vocabulary:
    """Return the vocabulary of a game: the common words and its own."""
    return read_vocabulary(json.loads(file.read_text("utf-8")) for file in _files(game) if file.is_file())


def read_vocabulary(documents: Iterable[Mapping[str, Any]]) -> Vocabulary:
    """Return the vocabulary in the documents of one or several files."""
    ignored: set[str] = set()
    meanings: dict[Phrase, dict[Phrase, Meaning]] = {}
    names: dict[Phrase, str] = {}
    for document in documents:
        ignored.update(stem for word in document.get("ignored", ()) for stem in phrase(word))
        for group in document.get("same", ()):
            _add_group(group, meanings, names)
        for spoken, texts in document.get("like", {}).items():
            _add(meanings, phrase(spoken), texts, LIKE_WEIGHT, LATER_LIKE_WEIGHT)
    best_first = {
        spoken: tuple(sorted(several.values(), key=lambda meaning: -meaning.weight))
        for spoken, several in meanings.items()
    }
    return Vocabulary(frozenset(ignored), best_first, names)


def _files(game: str) -> tuple[Path, Path]:
    return FOLDER / f"{COMMON}.json", FOLDER / f"{game}.json"


def _add_group(group: list[str], meanings: dict[Phrase, dict[Phrase, Meaning]], names: dict[Phrase, str]) -> None:
    for spoken in group:
        _add(meanings, phrase(spoken), [other for other in group if other != spoken], SAME_WEIGHT, 1)
        if spoken != group[0]:
            names.setdefault(phrase(spoken), group[0])


def _add(
    meanings: dict[Phrase, dict[Phrase, Meaning]], spoken: Phrase, texts: Iterable[str], weight: float, fading: float
) -> None:
    """Add meanings of an expression, keeping the better weight of a meaning that it has already."""
    known_meanings = meanings.setdefault(spoken, {})
    for text in texts:
        stems = phrase(text)
        if stems != spoken and (stems not in known_meanings or known_meanings[stems].weight < weight):
            known_meanings[stems] = Meaning(stems, text, weight)
        weight *= fading

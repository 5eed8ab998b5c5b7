"""The search over the rules, rulings, terms and cards of games in a release.

A published release never changes, so the index of each game is cached in the process. An index has one game, so the
words of one edition never find a rule of another.
"""

from collections import Counter
from collections.abc import Collection
from typing import NamedTuple

from catalog.models import DocumentType, Revision
from catalog.snapshots import Snapshot
from rulesapi.judging.parsed_documents import read_documents
from rulesapi.judging.release_cache import Parts, ReleaseCache
from rulesapi.rulebooks.book import book_at
from rulesapi.rulebooks.search.entries import KINDS, Hit, Kind
from rulesapi.rulebooks.search.index import SearchIndex
from rulesapi.rulebooks.search.vocabulary import vocabulary_of
from rulesapi.rulebooks.search_entries import search_entries

UNSEARCHED_TYPES = frozenset(DocumentType.values) - {DocumentType.RULING, DocumentType.REFERENCE, DocumentType.CARD}
"""The types of documents that are not read for a search. Sections are read with the book."""


class GameHit(NamedTuple):
    """An entry that was found, with its game."""

    game: str
    hit: Hit


class RuleSearch(NamedTuple):
    """The answer to a query in one or several games.

    `read_as` are the words as they were understood, those of the game with the best hit first. `counts` has the number
    of found entries of each kind.
    """

    read_as: tuple[str, ...]
    counts: dict[Kind, int]
    hits: tuple[GameHit, ...]


_indexes: ReleaseCache[SearchIndex, None] = ReleaseCache(
    "rule-indexes", fewest=8, most_bytes=48 * 1024 * 1024, entry_bytes=1_700, part_bytes=0
)


def searched_games(snapshot: Snapshot) -> list[str]:
    """Return the slugs of the games of a release, in order."""
    games = Revision.objects.at(snapshot.release).of_type(DocumentType.GAME)
    return list(games.order_by("slug").values_list("slug", flat=True))


def search_games(
    games: Collection[str], query: str, most: int, snapshot: Snapshot, kinds: Collection[Kind] | None = None
) -> RuleSearch:
    """Return up to `most` entries of these games for a query, of all kinds or of some, the best first."""
    answers = [(game, index_of(game, snapshot).search(query, most, kinds)) for game in games]
    answers.sort(key=lambda item: -item[1].hits[0].score if item[1].hits else 0)
    counts = sum((Counter(answer.counts) for _, answer in answers), Counter[Kind]())
    hits = sorted((GameHit(game, hit) for game, answer in answers for hit in answer.hits), key=_by_score)
    read_as = dict.fromkeys(word for _, answer in answers if answer.hits for word in answer.read_as)
    return RuleSearch(tuple(read_as), {kind: counts[kind] for kind in KINDS}, tuple(hits[:most]))


def index_of(game: str, snapshot: Snapshot) -> SearchIndex:
    """Return the index of a game in a release."""
    return _indexes.get(game, snapshot, lambda _shared: _read(game, snapshot))


def _by_score(game_hit: GameHit) -> float:
    return -game_hit.hit.score


def _read(game: str, snapshot: Snapshot) -> tuple[SearchIndex, Parts[None]]:
    revisions = Revision.objects.at(snapshot.release).filter(game=game).exclude(kind__in=UNSEARCHED_TYPES)
    documents = read_documents(revisions.order_by("slug"))
    entries = search_entries(book_at(game, snapshot), documents.values())
    return SearchIndex(entries, vocabulary_of(game)), dict.fromkeys(documents)

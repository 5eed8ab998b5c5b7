"""The entries that are searched, and the answer to a search."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from rulesapi.rulebooks.search.tokens import Phrase

Kind = Literal["rule", "ruling", "term", "card"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""The kinds of entries, in the order in which they are shown."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A rule, ruling, term or card as it is searched and shown.

    `key` identifies it in its index: its document type and slug, such as `section/604-4-b`. `address` is its place in
    the rulebook, None if it has none. `other_words` are words that players use for it, each a short phrase. `headings`
    are the titles above it, the nearest first. Entries with one `group` show one text: they do not take places from
    each other. `text` is empty for a heading without a rule of its own. `is_aside` is true for a text about a section
    that is not the section itself, which comes first if both match alike.
    """

    kind: Kind
    key: str
    address: str | None
    title: str
    text: str
    other_words: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()
    page: int | None = None
    group: str = ""
    is_aside: bool = False

    @property
    def is_heading(self) -> bool:
        """True for a heading without a rule of its own."""
        return not self.text and self.kind != "card"


class Hit(NamedTuple):
    """An entry that was found, and its score from 0 upwards."""

    entry: Entry
    score: float


class SearchedPhrases(NamedTuple):
    """The expressions that were searched, and the ignored words that may be inside them."""

    phrases: frozenset[Phrase]
    ignored: frozenset[str]


class SearchAnswer(NamedTuple):
    """The answer to a query.

    `read_as` are the words as they were understood, without question words. `counts` has the number of found entries of
    each kind, of which `hits` are the best; a choice of kinds does not change the counts. `searched` are the
    expressions to mark in texts; question words are not among them.
    """

    read_as: tuple[str, ...]
    counts: Mapping[Kind, int]
    hits: tuple[Hit, ...]
    searched: SearchedPhrases

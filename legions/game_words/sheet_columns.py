"""Columns of tables of facts.

A column holds one fact, ratings distinguished by a letter, several facts that most cards lack, or a value in a row of a
fact.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from catalog import documents
from catalog.documents import card_facts
from catalog.documents.schema_properties import LISTS, Property, document_properties
from catalog.documents.semantic_validation import RATED

LEADS = {rating: leads for leads, rating in RATED.items()}
"""The fact that decides whether a card has a rating, keyed by the rating."""


@dataclass(frozen=True, slots=True)
class RowPart:
    """A value in a fact that is a list of rows: the member `key` of the row with the values `where`, or of row `at`,
    counted from 0.

    A `whole` fact is entered only on cards on which the catalog has none of its rows. `tells` are other facts that
    list the values of a member of the rows, with that member.
    """

    key: str
    at: int = 0
    where: Mapping[str, Any] = field(default_factory=dict)
    whole: bool = False
    tells: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column. Without a `label` it has the title of its fact.

    With `ratings` it holds several facts that look alike in print: the rating for each letter that can precede the
    number, with an empty letter for a single rating. Several `facts` without ratings are facts that most cards lack:
    the only value that can be entered is “none”, for all of them together. With a `part` it holds one value of a fact
    that is a list of rows.
    """

    facts: tuple[str, ...]
    label: Any = ""
    ratings: Mapping[str, str] = field(default_factory=dict)
    only_if: tuple[str, Any] | None = None
    part: RowPart | None = None

    @property
    def key(self) -> str:
        """The name of the column in forms and files."""
        if self.part is None:
            return self.facts[0]
        return "-".join([self.facts[0], *map(str, self.part.where.values()), str(self.part.at + 1), self.part.key])

    @property
    def fact(self) -> str:
        """The only or first fact of the column."""
        return self.facts[0]

    @property
    def says_none_alone(self) -> bool:
        """True if only "none" can be entered."""
        return len(self.facts) > 1 and not self.ratings


class GridWords(NamedTuple):
    """The words of a shelf about the fact in grids, which is only offered once it is said to be complete.

    `complete` is the label of the button that says so, and `help` its explanation; `is_complete` replaces both
    afterwards. `left_out` is the reason why a `{card}` is not offered.
    """

    complete: Any
    is_complete: Any
    help: Any
    left_out: Any


@dataclass(frozen=True, slots=True)
class FactGrid:
    """A grid of columns with a part of the same `fact`, one for each cell, or None where there is no value.

    `rows` have a label and a cell for each of the `headings`. Each cell has one of the `choices` or is empty.
    """

    title: Any
    fact: str
    corner: Any
    headings: tuple[Any, ...]
    rows: tuple[tuple[str, tuple[SheetColumn | None, ...]], ...]
    choices: tuple[str, ...]
    words: GridWords

    @property
    def columns(self) -> list[SheetColumn]:
        return [column for _label, cells in self.rows for column in cells if column is not None]


def columns_of_facts(*facts: str) -> tuple[SheetColumn, ...]:
    """Return a column for each of these facts."""
    return tuple(SheetColumn((fact,)) for fact in facts)


@cache
def property_of(game: str, kind: str, fact: str) -> Property:
    """Return the schema property of a fact. Raises KeyError."""
    path = documents.schema_path({"game": game, "kind": kind})
    return {one.key: one for one in document_properties(path)}[fact]


@cache
def member_of(game: str, kind: str, fact: str, key: str) -> Property:
    """Return the schema property of a member of the rows of a fact. Raises KeyError."""
    return {one.key: one for one in property_of(game, kind, fact).members}[key]


def column_property(game: str, kind: str, column: SheetColumn) -> Property:
    """Return the schema property of the only value in a column of one fact. Raises KeyError."""
    if column.part is None:
        return property_of(game, kind, column.fact)
    return member_of(game, kind, column.fact, column.part.key)


@cache
def is_reportable(game: str, kind: str, fact: str) -> bool:
    """Return whether a fact can be unknown on cards of this kind, so that players may report it."""
    return fact in card_facts.reportable_facts(documents.schema_path({"game": game, "kind": kind}))


@cache
def choice_keys(choices: tuple[str, ...]) -> dict[str, str]:
    """Return the key for each value of a fact: its first letter that no earlier value uses.

    A value of several parts has their first letters as key. `none` is omitted: it has a common key.
    """
    found: dict[str, str] = {}
    for choice in choices:
        if choice == "none":
            continue
        parts = choice.split("-")
        keys = ["".join(part[0] for part in parts)] if len(parts) > 1 else list(choice)
        key = next((key for key in keys if key not in found.values()), choice)
        found[choice] = key
    return found


def is_list(schema_property: Property) -> bool:
    """Return whether a fact is a list, which may be empty."""
    return schema_property.construct in LISTS

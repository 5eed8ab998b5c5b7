"""Which columns a sheet has: one fact each, ratings told apart by a letter, or facts that a card mostly has none of."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from catalog import documents
from catalog.documents import card_facts
from catalog.documents.schema_properties import LISTS, Property, document_properties
from catalog.documents.semantic_validation import RATED

LEADS = {rating: leads for leads, rating in RATED.items()}
"""The fact that tells whether a card has a rating, by the fact that is the rating."""


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """One column. Without a `label` it is called as its fact is.

    With `ratings` it holds several facts that are printed alike: the rating for each letter that can be written before
    the number, or behind no letter where there is one rating alone. Otherwise several `facts` are such as a card mostly
    has none of: that can be said of all of them with one key, and nothing else.
    """

    facts: tuple[str, ...]
    label: Any = ""
    ratings: Mapping[str, str] = field(default_factory=dict)
    only_if: tuple[str, Any] | None = None

    @property
    def key(self) -> str:
        """What it is called in forms and files."""
        return self.facts[0]

    @property
    def says_none_alone(self) -> bool:
        """Whether nothing can be written there but that there is none."""
        return len(self.facts) > 1 and not self.ratings


def columns_of_facts(*facts: str) -> tuple[SheetColumn, ...]:
    """Return a column for each of these facts."""
    return tuple(SheetColumn((fact,)) for fact in facts)


@cache
def property_of(game: str, kind: str, fact: str) -> Property:
    """Return what the schema of a kind of card says of a fact. Raises KeyError."""
    path = documents.schema_path({"game": game, "kind": kind})
    return {one.key: one for one in document_properties(path)}[fact]


@cache
def is_reportable(game: str, kind: str, fact: str) -> bool:
    """Return whether a fact of a kind of card can be not known, so that players may say it."""
    return fact in card_facts.reportable_facts(documents.schema_path({"game": game, "kind": kind}))


@cache
def choice_keys(choices: tuple[str, ...]) -> dict[str, str]:
    """Return the key for each of the words that a fact may have: its first letter that no word before it has.

    A word of several parts has their first letters. `none` has the key that stands for none everywhere.
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


def is_list(one: Property) -> bool:
    """Return whether a fact is a list, of which there may be nothing."""
    return one.construct in LISTS

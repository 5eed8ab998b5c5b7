"""Kinds of inputs of a question: what can be entered, without the parts of a situation."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from `least` to `most`, in multiples of `step`; `unit` is shown behind it.

    It may be the place of an entry among the `entries` of the part's card, a list of objects with names, from 1 on. An
    `ordinal` is a place from 0 on, which pages count from 1 on; with `entries`, a place in that list of its part.
    """

    least: int
    most: int
    step: int = 1
    unit: str = ""
    entries: str = ""
    ordinal: bool = False


@dataclass(frozen=True, slots=True)
class NumberOr(Number):
    """A whole number or a word, with the label of the word."""

    words: Mapping[str, str] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several words, with their labels."""

    words: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SeveralOf:
    """Several words, with the labels of all possible ones: each at most once, or up to `most` that may repeat.

    Pages offer the words in `twice` a second time.
    """

    words: Mapping[str, str]
    most: int = 0
    twice: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Text:
    """A text of players, with its maximum and minimum length, and its pattern if it has one.

    Pages offer the names of the cards of the kinds in `offers`.
    """

    most: int
    least: int = 1
    pattern: str = ""
    offers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Texts:
    """Up to `most` texts of players, each with a maximum length, which pages ask for in one line or in several."""

    most: int
    longest: int
    in_one_line: bool = False


@dataclass(frozen=True, slots=True)
class Deal:
    """The name of a deal, from which a secret seed is made.

    Pages generate it if the input `of` is entered and nobody shuffles by hand.
    """

    of: str


@dataclass(frozen=True, slots=True)
class Numbers:
    """Up to `entries` whole numbers from `least` to `most`, in order; `ordinal` is as in `Number`."""

    most: int
    entries: int
    least: int = 0
    ordinal: bool = False


@dataclass(frozen=True, slots=True)
class Slugs:
    """Up to `most` cards by slug."""

    most: int


@dataclass(frozen=True, slots=True)
class OneCard:
    """A card of a kind by slug."""

    kind: str


@dataclass(frozen=True, slots=True)
class SetWith:
    """A set with cards of a kind by slug. Pages offer all such sets, and `other` for no set."""

    kind: str
    other: str


class Beyond(Enum):
    """The value of a measured range that is longer than the ruler."""

    OUT_OF_RANGE = "out of range"


@dataclass(frozen=True, slots=True)
class Measured:
    """A range on a ruler with sections from 1 to `longest`, or null, which is `OUT_OF_RANGE`; up to `most` is read."""

    longest: int
    most: int = 99
    least: int = 0


@dataclass(frozen=True, slots=True)
class Dice:
    """The faces of up to `most` rolled dice, in order; `faces` are their labels."""

    faces: Mapping[str, str]
    most: int


@dataclass(frozen=True, slots=True)
class Grid:
    """Up to `most` places of a grid, each to the right of and behind an `origin`, at most `reach` from it.

    Pages `ask` for them, and show the places up to `shown`: ahead of the origin, behind it, and to each side.
    """

    origin: str
    ask: str
    reach: int
    most: int
    shown: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class PlayedAdventure:
    """The adventure that is played, with the rules of it that players have settled; `or_flag` if true is enough."""

    or_flag: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact of the card of its part. Its values are those of the schema of that card."""


@dataclass(frozen=True, slots=True)
class Section:
    """A group of fields on a page, with its title; a `folded` one is opened by a tap."""

    title: str
    folded: bool = False

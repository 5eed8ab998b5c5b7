"""Comparison and formatting of names."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from itertools import takewhile


def normalized(name: str) -> str:
    """Return the form in which two printed names are compared.

    Case, width of spaces and Unicode composition do not count.
    """
    return " ".join(unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold()).split())


def slug_as_words(slug: str) -> str:
    """Return a slug as words: "red dragon" for `red-dragon`."""
    return slug.replace("-", " ")


def with_article(noun: str) -> str:
    """Return a noun with its indefinite article, by the sound that it begins with: "an order", "a unicorn"."""
    begins = noun.casefold()
    vowel = begins.startswith(tuple("aeiou")) and not begins.startswith(("eu", "one", "uni", "use"))
    return f"{'an' if vowel else 'a'} {noun}"


def joined_list(items: Iterable[str], last: str = "and") -> str:
    """Return the words as a list in text: "a", "a and b", "a, b and c"."""
    *rest, end = list(items) or [""]
    return f"{', '.join(rest)} {last} {end}" if rest else end


def count_phrase(number: int, singular: str, plural: str) -> str:
    """Return a number with its noun: "1 slot", "3 slots"."""
    return f"{number} {singular if number == 1 else plural}"


@lru_cache(maxsize=4096)
def pointer_sort_key(pointer: str) -> tuple[tuple[int, int, str], ...]:
    """Return the sort key of a place: numbers by value, `/picks/2` before `/picks/10`, a whole before its parts."""
    return tuple([(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in pointer.split("/")])


def sorted_pointers(pointers: Iterable[str]) -> tuple[str, ...]:
    """Return the places, each once, in the order of `pointer_sort_key`."""
    places = set(pointers)
    return tuple(sorted(places, key=pointer_sort_key) if len(places) > 1 else places)


def common_pointer(pointers: Iterable[str]) -> str:
    """Return the nearest place that contains all of these; for a single place, the place itself."""
    steps = zip(*(pointer.split("/") for pointer in pointers), strict=False)
    return "/".join(step[0] for step in takewhile(lambda step: len(set(step)) == 1, steps))

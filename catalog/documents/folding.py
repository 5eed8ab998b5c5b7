"""Texts in the form in which they are searched: case, accents, apostrophes and hyphens do not count.

What is folded of a card is kept beside its document (`Revision.folded`), so that both databases find the same and
neither has to know how to fold.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from .card_facts import wanted_pointers
from .constructs import LISTS, Construct, Property, document_properties
from .schemas import document_type, schema_path

EVERYTHING = "*"
"""Where the folded words of the whole card stand; no fact is called so."""
UNKNOWN = "\n\n"
"""What the folded lines of a fact end with when something in it is not known. No folded text has a line break."""
IDENTITY = frozenset({"kind", "game", "slug", "set", "formerly", "retired", "sources"})
"""Keys of a card that are no text to search: which card it is, and what became of it."""
_DROPPED = re.compile("['’‘ʼ`´]")
# Letters of which Unicode does not say what they are made of.
_REPLACEMENTS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
_SPACE = re.compile(r"[\s‐‑–—-]+")


def fold(text: str) -> str:
    """Return `text` as it is compared: `Évocateur’s  Wood-Elf` is `evocateurs wood elf`."""
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    plain = "".join(letter for letter in decomposed if not unicodedata.combining(letter)).translate(_REPLACEMENTS)
    return _SPACE.sub(" ", _DROPPED.sub("", plain)).strip()


def search_texts(document: dict[str, Any]) -> dict[str, str]:
    """Return the searched texts of a card by its facts, and under `*` all the words it says; nothing of no card.

    A fact that is not known is left out.
    """
    if document_type(document) != "card":
        return {}
    known = [
        (one, document[one.key])
        for one in document_properties(schema_path(document))
        if one.key not in IDENTITY and document.get(one.key) is not None
    ]
    texts = {one.key: "\n".join(_lines(value)) for one, value in known if is_text(one)}
    texts |= {key: text + UNKNOWN for key, text in texts.items() if wanted_pointers(document[key])}
    lines = [line for one, value in known for line in _searchable_texts(one, value)]
    return {**texts, EVERYTHING: "\n".join([fold(document["slug"]), *lines])}


def is_text(one: Property) -> bool:
    """Return whether a fact is searched by what stands in it: a text, or something that is made of several facts."""
    lists = set(LISTS) - {Construct.CHOICES, Construct.SEQUENCE, Construct.WORDS}
    return one.construct in {Construct.TEXT, Construct.OBJECT, Construct.CLAUSE, *lists}


def _lines(value: Any, label: str = "") -> Iterator[str]:
    """Yield each single value below `value`, after the word it stands under: `range 2`."""
    if isinstance(value, dict):
        for key, item in sorted(value.items()):  # PostgreSQL keeps keys in an order of its own
            yield from _lines(item, key)
    elif isinstance(value, list):
        for item in value:
            yield from _lines(item, label)
    elif value is not None:
        spoken = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
        yield fold(f"{label} {spoken}")


def _searchable_texts(one: Property, value: Any) -> Iterator[str]:
    """Yield the names, sentences and keywords in a fact, without its numbers and the words of closed lists."""
    if one.construct is Construct.TEXT:
        yield fold(value)
    elif one.construct is Construct.WORDS:
        yield from (fold(str(word)) for word in value)
    elif one.construct is Construct.ROWS:
        for row in value:
            for member in one.members:
                if member.construct is Construct.TEXT and row.get(member.key) is not None:
                    yield fold(row[member.key])

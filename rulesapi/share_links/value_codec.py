"""The encoding of words and values in bits: numbers for words the release has, all others spelled out."""

import json
from bisect import bisect_left
from typing import Any

from catalog.documents import json_input
from rulesapi.share_links.bit_stream import BITS_PER_CHARACTER, BitReader, BitWriter

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789-_/"
"""The letters of words, six bits each. Their order is part of the format version, like that of `FIELDS`."""

FIELDS = (
    "against",
    "faction",
    "map",
    "pool",
    "tiles",
    "treasure",
    "attached_to",
    "bought_slot",
    "formed",
    "minion_of",
    "summoned_by",
    "unit",
    "sources",
)
"""Names of rare fields, four bits each; any other name is spelled out after the value 15."""
INLINE_LENGTH = 15

MAX_DEPTH = 8
_KINDS = 3
_WORD, _NUMBER, _LIST, _OBJECT, _TRUE, _FALSE, _JSON = range(7)


def put_word(to: BitWriter, word: str, vocabulary: list[str]) -> None:
    """Write a word as its number in the sorted `vocabulary`; other words follow the next number as letters or bytes."""
    width = len(vocabulary).bit_length()
    number = bisect_left(vocabulary, word)
    if vocabulary[number : number + 1] == [word]:
        to.fixed(number, width)
        return
    to.fixed(len(vocabulary), width)
    spelled = set(word) <= set(LETTERS)
    to.fixed(spelled, 1)
    if spelled:
        to.number(len(word), 3)
        for letter in word:
            to.fixed(LETTERS.index(letter), BITS_PER_CHARACTER)
    else:
        put_text(to, word)


def take_word(of: BitReader, vocabulary: list[str]) -> str:
    """Read a word written with an equal `vocabulary`. Raises ValueError."""
    number = of.fixed(len(vocabulary).bit_length())
    if number < len(vocabulary):
        return vocabulary[number]
    if number > len(vocabulary):
        raise ValueError("a word that nobody knows")
    if not of.fixed(1):
        return take_text(of)
    spelled = [of.fixed(BITS_PER_CHARACTER) for _ in of.many(3)]
    if any(letter >= len(LETTERS) for letter in spelled):
        raise ValueError("a letter that there is not")
    return "".join(LETTERS[letter] for letter in spelled)


def put_text(to: BitWriter, text: str) -> None:
    """Write any text as UTF-8 bytes."""
    raw = text.encode()
    to.number(len(raw), 3)
    for byte in raw:
        to.fixed(byte, 8)


def take_text(of: BitReader) -> str:
    """Read a text written by `put_text`. Raises ValueError."""
    return bytes(of.fixed(8) for _ in of.many(3)).decode()


def put_field(to: BitWriter, name: str) -> None:
    if name in FIELDS:
        to.fixed(FIELDS.index(name), 4)
        return
    to.fixed(INLINE_LENGTH, 4)
    put_word(to, name, [])


def take_field(of: BitReader) -> str:
    """Read the name of a field. Raises ValueError."""
    number = of.fixed(4)
    if number == INLINE_LENGTH:
        return take_word(of, [])
    if number >= len(FIELDS):
        raise ValueError("a field that nobody knows")
    return FIELDS[number]


def put_value(to: BitWriter, value: Any, vocabulary: list[str]) -> None:
    """Write any JSON value. Values without a kind of their own, such as negative numbers, are written as JSON text."""
    if isinstance(value, bool):
        to.fixed(_TRUE if value else _FALSE, _KINDS)
    elif isinstance(value, str):
        to.fixed(_WORD, _KINDS)
        put_word(to, value, vocabulary)
    elif isinstance(value, int) and value >= 0:
        to.fixed(_NUMBER, _KINDS)
        to.number(value, 2)
    elif isinstance(value, list):
        to.fixed(_LIST, _KINDS)
        to.number(len(value), 2)
        for item in value:
            put_value(to, item, vocabulary)
    elif isinstance(value, dict):
        to.fixed(_OBJECT, _KINDS)
        to.number(len(value), 2)
        for key in sorted(value):
            put_word(to, key, vocabulary)
            put_value(to, value[key], vocabulary)
    else:
        to.fixed(_JSON, _KINDS)
        put_text(to, json.dumps(value))


def take_value(of: BitReader, vocabulary: list[str], deep: int = 0) -> Any:
    """Read a JSON value written with an equal `vocabulary`. Raises ValueError."""
    if deep > MAX_DEPTH:
        raise ValueError("nested too deep")
    kind = of.fixed(_KINDS)
    if kind == _WORD:
        return take_word(of, vocabulary)
    if kind == _NUMBER:
        return of.number(2)
    if kind == _LIST:
        return [take_value(of, vocabulary, deep + 1) for _ in of.many(2)]
    if kind == _OBJECT:
        return {take_word(of, vocabulary): take_value(of, vocabulary, deep + 1) for _ in of.many(2)}
    if kind in (_TRUE, _FALSE):
        return kind == _TRUE
    if kind != _JSON:
        raise ValueError("a value of no kind")
    return json_input.loads(take_text(of).encode())

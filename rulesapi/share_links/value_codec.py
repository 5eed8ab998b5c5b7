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


def put_word(writer: BitWriter, word: str, vocabulary: list[str]) -> None:
    """Write a word as its number in the sorted `vocabulary`; other words follow the next number as letters or bytes."""
    width = len(vocabulary).bit_length()
    number = bisect_left(vocabulary, word)
    if vocabulary[number : number + 1] == [word]:
        writer.fixed(number, width)
        return
    writer.fixed(len(vocabulary), width)
    spelled = set(word) <= set(LETTERS)
    writer.fixed(spelled, 1)
    if spelled:
        writer.number(len(word), 3)
        for letter in word:
            writer.fixed(LETTERS.index(letter), BITS_PER_CHARACTER)
    else:
        put_text(writer, word)


def take_word(reader: BitReader, vocabulary: list[str]) -> str:
    """Read a word written with an equal `vocabulary`. Raises ValueError."""
    number = reader.fixed(len(vocabulary).bit_length())
    if number < len(vocabulary):
        return vocabulary[number]
    if number > len(vocabulary):
        raise ValueError("a word that nobody knows")
    if not reader.fixed(1):
        return take_text(reader)
    spelled = [reader.fixed(BITS_PER_CHARACTER) for _ in reader.many(3)]
    if any(letter >= len(LETTERS) for letter in spelled):
        raise ValueError("a letter that there is not")
    return "".join(LETTERS[letter] for letter in spelled)


def put_text(writer: BitWriter, text: str) -> None:
    """Write any text as UTF-8 bytes."""
    raw = text.encode()
    writer.number(len(raw), 3)
    for byte in raw:
        writer.fixed(byte, 8)


def take_text(reader: BitReader) -> str:
    """Read a text written by `put_text`. Raises ValueError."""
    return bytes(reader.fixed(8) for _ in reader.many(3)).decode()


def put_field(writer: BitWriter, name: str) -> None:
    if name in FIELDS:
        writer.fixed(FIELDS.index(name), 4)
        return
    writer.fixed(INLINE_LENGTH, 4)
    put_word(writer, name, [])


def take_field(reader: BitReader) -> str:
    """Read the name of a field. Raises ValueError."""
    number = reader.fixed(4)
    if number == INLINE_LENGTH:
        return take_word(reader, [])
    if number >= len(FIELDS):
        raise ValueError("a field that nobody knows")
    return FIELDS[number]


def put_value(writer: BitWriter, value: Any, vocabulary: list[str]) -> None:
    """Write any JSON value. Values without a kind of their own, such as negative numbers, are written as JSON text."""
    if isinstance(value, bool):
        writer.fixed(_TRUE if value else _FALSE, _KINDS)
    elif isinstance(value, str):
        writer.fixed(_WORD, _KINDS)
        put_word(writer, value, vocabulary)
    elif isinstance(value, int) and value >= 0:
        writer.fixed(_NUMBER, _KINDS)
        writer.number(value, 2)
    elif isinstance(value, list):
        writer.fixed(_LIST, _KINDS)
        writer.number(len(value), 2)
        for item in value:
            put_value(writer, item, vocabulary)
    elif isinstance(value, dict):
        writer.fixed(_OBJECT, _KINDS)
        writer.number(len(value), 2)
        for key in sorted(value):
            put_word(writer, key, vocabulary)
            put_value(writer, value[key], vocabulary)
    else:
        writer.fixed(_JSON, _KINDS)
        put_text(writer, json.dumps(value))


def take_value(reader: BitReader, vocabulary: list[str], depth: int = 0) -> Any:
    """Read a JSON value written with an equal `vocabulary`. Raises ValueError."""
    if depth > MAX_DEPTH:
        raise ValueError("nested too deep")
    kind = reader.fixed(_KINDS)
    if kind == _WORD:
        return take_word(reader, vocabulary)
    if kind == _NUMBER:
        return reader.number(2)
    if kind == _LIST:
        return [take_value(reader, vocabulary, depth + 1) for _ in reader.many(2)]
    if kind == _OBJECT:
        return {take_word(reader, vocabulary): take_value(reader, vocabulary, depth + 1) for _ in reader.many(2)}
    if kind in (_TRUE, _FALSE):
        return kind == _TRUE
    if kind != _JSON:
        raise ValueError("a value of no kind")
    return json_input.loads(take_text(reader).encode())

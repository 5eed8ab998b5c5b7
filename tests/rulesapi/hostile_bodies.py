"""Malicious request bodies: each must be refused quickly and without side effects."""

import gzip
import itertools
import json
from collections.abc import Iterator
from functools import cache

LEGION = {"game": "attack-wing", "picks": [{"card": "wraith"}]}
FINE = json.dumps(LEGION).encode()

_VALUES = {
    "NaN": b"NaN",
    "infinity": b"Infinity",
    "minus infinity": b"-Infinity",
    "1e999": b"1e999",
    "-1e400": b"-1e400",
    "beyond 2^53": b"9007199254740993",
    "4,000 digits": b"9" * 4_000,
    "5,000 digits": b"9" * 5_000,
    "a million digits": b"9" * 200_000,
    "half": b"1.5",
    "minus zero": b"-0",
    "lone high surrogate": rb'"\ud800"',
    "lone low surrogate": rb'"\udfff"',
    "surrogates the wrong way round": rb'"\udc00\ud800"',
    "NUL": rb'"\u0000"',
    "bare NUL": b'"\x00"',
    "bare line break": b'"\n"',
    "bad escape": rb'"\x41"',
    "half an escape": rb'"\u12"',
    "text without end": b'"abc',
    "bad UTF-8": b'"\xff\xfe"',
    "cut UTF-8": b'"\xe2\x82"',
    "overlong UTF-8": b'"\xc0\xaf"',
    "surrogate as UTF-8": b'"\xed\xa0\x80"',
    "11,000 characters": b'"' + b"x" * 11_000 + b'"',
    "null": b"null",
    "true": b"true",
    "object": b"{}",
    "array": b"[]",
    "nested array": b"[[[[]]]]",
    "duplicate keys": b'{"a": 1, "a": 2}',
    "duplicate keys by escape": rb'{"a": 1, "\u0061": 2}',
    "duplicate keys deeper": b'[{"b": {"a": 1, "a": 2}}]',
    "600 items": b"[" + b",".join([b"1"] * 600) + b"]",
    "3,000 keys": b"{" + b",".join(b'"k%d": 1' % number for number in range(3_000)) + b"}",
    "comment": b"1 /* one */",
    "trailing comma": b"[1,]",
    "single quotes": b"'a'",
    "hexadecimal": b"0x10",
    "leading zero": b"007",
    "plus": b"+1",
    "undefined": b"undefined",
    "path": rb'"../../etc/passwd"',
    "prototype": b'{"__proto__": {"legal": true}}',
}
_PLACES = {
    "as the body": b"%b",
    "as the game": b'{"game": %b, "picks": []}',
    "as the format": b'{"game": "attack-wing", "format": %b, "picks": []}',
    "as the points": b'{"game": "attack-wing", "points": %b, "picks": []}',
    "as the picks": b'{"game": "attack-wing", "picks": %b}',
    "as a card": b'{"game": "attack-wing", "picks": [{"card": %b}]}',
    "as an upgrade": b'{"game": "attack-wing", "picks": [{"card": "wraith", "upgrades": [%b]}]}',
    "as the own numbers": b'{"game": "attack-wing", "picks": [], "facts": %b}',
    "as a card's own numbers": b'{"game": "attack-wing", "picks": [], "facts": {"wraith": %b}}',
    "as an own number": b'{"game": "attack-wing", "picks": [], "facts": {"wraith": {"level": %b}}}',
    "in an own list": b'{"game": "attack-wing", "picks": [], "facts": {"wraith": {"keywords": [%b]}}}',
    "as the batch": b'{"legions": %b}',
}
# Combinations with a valid value.
_FINE = {
    ("object", "as the own numbers"),
    ("array", "as the picks"),
    ("array", "as the batch"),
    ("nested array", "as the batch"),
    ("600 items", "as the batch"),
    ("duplicate keys deeper", "as the batch"),
}


def bodies(every: int = 1, turn: int = 0) -> Iterator[tuple[str, bytes]]:
    """Yield every malicious body with its name, or a rotating sample of them.

    A sample has malicious bodies for every place and every value; `every` turns cover all bodies.
    """
    for (row, (value, raw)), (column, (place, frame)) in itertools.product(
        enumerate(_VALUES.items()), enumerate(_PLACES.items())
    ):
        if (row + column + turn) % every == 0 and ((value, place) not in _FINE or "duplicate" in value):
            yield f"{value} {place}", frame % raw
    yield from itertools.islice(_no_legions(), turn % every, None, every)


def values(every: int = 1, every_other: int = 1, turn: int = 0) -> Iterator[tuple[str, bytes]]:
    """Yield malicious bodies for endpoints that expect no legion, with their names, or a rotating sample of them.

    `every_other` is the sampling rate of bodies that are no JSON or no legion.
    """
    yield from itertools.islice(_VALUES.items(), turn % every, None, every)
    yield from itertools.islice(_no_legions(), turn % every_other, None, every_other)


@cache
def _no_legions() -> tuple[tuple[str, bytes], ...]:
    return tuple(_made_no_legions())


def _made_no_legions() -> Iterator[tuple[str, bytes]]:
    for depth in (33, 100, 1_000, 100_000, 1_000_000):
        yield f"{depth} arrays deep", b"[" * depth
        yield f"{depth} arrays deep and closed", b"[" * depth + b"]" * depth
        yield f"{depth} objects deep", b'{"a":' * depth
        yield f"{depth} deep in a pick", b'{"game":"attack-wing","picks":[' + b"[" * depth
        yield f"{depth} deep in a batch", b'{"legions":[' + b"[" * depth + b"]" * depth + b"]}"
    for encoding in ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-7", "cp500"):
        yield f"encoded as {encoding}", FINE.decode().encode(encoding) if encoding != "utf-7" else b"+AHs-"
    yield "with a byte order mark", b"\xef\xbb\xbf" + FINE
    yield "compressed", gzip.compress(FINE)
    yield "twice", FINE + FINE
    yield "with something after it", FINE + b" x"
    yield "cut short", FINE[:-1]
    yield "a form", b"game=attack-wing&picks="
    yield "XML", b"<legion game='attack-wing'/>"
    yield "only spaces", b" \n\t"
    yield "only zeros", b"\x00" * 1_000
    yield "300 kB of spaces", FINE + b" " * 300_000
    yield "100,000 keys", b"{" + b",".join(b'"k%d":1' % number for number in range(100_000)) + b"}"
    yield "a wide array", b"[" + b"1," * 100_000 + b"1]"
    yield "1,001 legions", b'{"legions": [' + b",".join([FINE] * 1_001) + b"]}"
    yield "a batch of nothing known", b'{"legions": [], "points": 120}'
    yield "eleven megabytes", b'{"legions": ["' + b"x" * 11_000_000 + b'"]}'

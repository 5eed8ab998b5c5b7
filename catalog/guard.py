"""The one door for JSON from outside: the API, card files and the admin all come in here.

What stock parsers let through or choke on is refused before anything else looks at it: deep or wide documents,
duplicate keys, NaN and infinities, huge integers, NUL, lone surrogates, bad UTF-8. Depth is measured on the bytes,
because the parser itself fails on deep input.
"""

import json
import math
import re
import unicodedata
from collections.abc import Iterable
from typing import Any

from .faults import Fault, Malformed, point

BODY_LIMIT = 256 * 1024
BATCH_LIMIT = 10 * 1024 * 1024
DEPTH_LIMIT = 32
NODE_LIMIT = 2_000
STRING_LIMIT = 10_000
ARRAY_LIMIT = 500
BATCH_ARRAY_LIMIT = 1_000
INTEGER_LIMIT = 2**53

# A string with its escapes, or one bracket: enough to walk a document's nesting without parsing it. A string that
# never ends is taken to the end of the input, so that each byte is looked at once whatever is sent.
_STRUCTURE = re.compile(rb'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)
# Zero-width characters and direction marks: two names that differ only in these look the same.
_INVISIBLE = re.compile("[\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")


def loads(raw: bytes, *, limit: int = BODY_LIMIT, batch: str | None = None) -> Any:
    """Parse `raw` (UTF-8 JSON, at most `limit` bytes) and return the value.

    `batch` names a top-level array that holds many documents: it may be longer than other arrays, and each of its
    items has the node allowance of one document.

    Raises Malformed: `too-large` (413), or `malformed-json` with the place and reason.
    """
    if len(raw) > limit:
        message = f"The body has {len(raw):,} bytes; at most {limit:,} are read."
        raise Malformed("too-large", [Fault("", "too-large", message)], status=413)
    _check_depth(raw)
    try:
        value = json.loads(
            raw.decode("utf-8"),
            object_pairs_hook=_object,
            parse_constant=_constant,
            parse_int=_integer,
            parse_float=_number,
        )
    except UnicodeDecodeError as error:
        raise _refuse("bad-utf-8", f"Byte {error.start} is not UTF-8. Send JSON as UTF-8.") from error
    except json.JSONDecodeError as error:
        message = f"Not JSON at line {error.lineno}, column {error.colno}: {error.msg.lower()}."
        raise _refuse("not-json", message) from error
    check(value, batch=batch)
    return value


def check(value: Any, *, batch: str | None = None) -> None:
    """Check a value that is parsed already against the limits that `loads` applies.

    Raises Malformed `malformed-json` with the first place that breaks a limit.
    """
    if batch is not None and isinstance(value, dict) and isinstance(value.get(batch), list):
        items = value[batch]
        if len(items) > BATCH_ARRAY_LIMIT:
            message = f"{len(items):,} items; at most {BATCH_ARRAY_LIMIT:,} are taken at once. Send the rest apart."
            raise _refuse("array-too-long", message, point(batch))
        _walk({key: item for key, item in value.items() if key != batch}, ())
        for index, item in enumerate(items):
            _walk(item, (batch, index))
        return
    _walk(value, ())


def tidy(value: Any) -> Any:
    """Return `value` with every string in NFC and without zero-width characters and direction marks."""
    if isinstance(value, str):
        return value if value.isascii() else _INVISIBLE.sub("", unicodedata.normalize("NFC", value))
    if isinstance(value, list):
        return [tidy(item) for item in value]
    if isinstance(value, dict):
        return {key: tidy(item) for key, item in value.items()}
    return value


def _check_depth(raw: bytes) -> None:
    if raw.count(b"[") + raw.count(b"{") <= DEPTH_LIMIT:
        return
    depth = 0
    for match in _STRUCTURE.finditer(raw):
        byte = match[0]
        if byte in (b"[", b"{"):
            depth += 1
            if depth > DEPTH_LIMIT:
                raise _refuse("too-deep", f"Nested deeper than {DEPTH_LIMIT} levels.")
        elif byte in (b"]", b"}"):
            depth -= 1


def _walk(root: Any, base: tuple[str | int, ...]) -> None:
    """Look at every value below `root` once; `base` is its own place in the body."""
    nodes = 0
    waiting: list[tuple[Any, tuple[str | int, ...]]] = [(root, base)]
    while waiting:
        value, path = waiting.pop()
        nodes += 1
        if nodes > NODE_LIMIT:
            raise _refuse("too-many-values", f"More than {NODE_LIMIT:,} values in one document.", point(*base))
        if isinstance(value, str):
            _check_string(value, path)
        elif isinstance(value, (dict, list)):
            # Values that were parsed elsewhere, a form's for example, have had no bytes to measure the depth on.
            if len(path) - len(base) >= DEPTH_LIMIT:
                raise _refuse("too-deep", f"Nested deeper than {DEPTH_LIMIT} levels.", point(*base))
            waiting.extend((item, (*path, key)) for key, item in _items(value, path))
        elif isinstance(value, (int, float)):
            _check_number(value, path)


def _items(value: dict[str, Any] | list[Any], path: tuple[str | int, ...]) -> Iterable[tuple[str | int, Any]]:
    if isinstance(value, dict):
        for key in value:
            _check_string(key, path)
        return value.items()
    if len(value) > ARRAY_LIMIT:
        message = f"{len(value):,} items; at most {ARRAY_LIMIT} are read."
        raise _refuse("array-too-long", message, point(*path))
    return enumerate(value)


def _check_number(value: float, path: tuple[str | int, ...]) -> None:
    if not math.isfinite(value):
        raise _refuse("not-a-number", "NaN and infinities are no JSON numbers.", point(*path))
    if abs(value) > INTEGER_LIMIT:
        raise _refuse("number-too-large", "Numbers go up to 2^53.", point(*path))


def _check_string(value: str, path: tuple[str | int, ...]) -> None:
    if len(value) > STRING_LIMIT:
        message = f"{len(value):,} characters; a text has at most {STRING_LIMIT:,}."
        raise _refuse("string-too-long", message, point(*path))
    if "\x00" in value:
        raise _refuse("nul", "The NUL character (\\u0000) cannot be kept. Leave it out.", _printable(point(*path)))
    if not value.isascii() and any("\ud800" <= character <= "\udfff" for character in value):
        message = "Half of a surrogate pair (\\ud800 to \\udfff) is no character. Send the whole character."
        raise _refuse("lone-surrogate", message, _printable(point(*path)))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        seen: set[str] = set()
        repeated = next(key for key, _ in pairs if key in seen or seen.add(key))
        raise _refuse("duplicate-key", f"The key “{_printable(repeated)[:100]}” stands twice in one object.")
    return result


def _constant(name: str) -> Any:
    raise _refuse("not-a-number", f"{name} is no JSON number.")


def _integer(digits: str) -> int:
    if len(digits) > 17:
        raise _refuse("number-too-large", f"The number {digits[:20]}… is too large; whole numbers go up to 2^53.")
    return int(digits)


def _number(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise _refuse("number-too-large", f"The number {digits[:20]} is too large.")
    return value


def _printable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _refuse(code: str, message: str, pointer: str = "") -> Malformed:
    return Malformed("malformed-json", [Fault(_printable(pointer), code, message)])

"""Validation of all JSON from outside: from the API, card files and the admin.

Input that stock parsers accept or fail on is rejected first: deep or wide documents, duplicate keys, NaN and
infinities, huge integers, NUL, lone surrogates, invalid UTF-8.
"""

import codecs
import json
import math
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from catalog.documents.errors import Fault, InvalidInput, format_number, json_pointer

BODY_LIMIT = 256 * 1024
BATCH_LIMIT = 10 * 1024 * 1024
DEPTH_LIMIT = 32
NODE_LIMIT = 2_000
STRING_LIMIT = 10_000
ARRAY_LIMIT = 500
BATCH_ARRAY_LIMIT = 1_000
INTEGER_LIMIT = 2**53

# Zero-width characters, soft hyphens and direction marks. Names that differ only in these look identical.
_LEFT_OUT = re.compile("[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")

# Default_Ignorable_Code_Point of Unicode 17.0 (DerivedCoreProperties), and the empty Braille cell. All of them are
# invisible.
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_SHOW_NOTHING = frozenset({"Zs", "Zl", "Zp", "Cc", "Cf"})
"""Unicode categories of invisible characters: spaces, controls, formats."""


def loads(raw: bytes, *, limit: int = BODY_LIMIT, batch: str | None = None, long_text: str | None = None) -> Any:
    """Parse `raw` (UTF-8 JSON, at most `limit` bytes) and return the value.

    `batch` names a top-level array of documents. It may be longer than other arrays, and the caller has to `check` its
    items one by one, so that a bad item affects only itself. `long_text` names a top-level text of any length.

    Raises InvalidInput: `too-large` (413), or `malformed-json` with the place and reason.
    """
    if len(raw) > limit:
        message = _("More than {limit} bytes, which is the most that is read at once.").format(
            limit=format_number(limit)
        )
        raise InvalidInput("too-large", [Fault("", "too-large", message)], status=413)
    value = _parse(raw)
    if not _is_small(raw):
        check(value, batch=batch, long_text=long_text)
    return value


def check(value: Any, *, batch: str | None = None, long_text: str | None = None) -> None:
    """Check a parsed value against the limits of `loads`.

    Raises InvalidInput `malformed-json` with the first place that breaks a limit, and `too-large` (413) for a batch
    that is too long.
    """
    if batch is not None and isinstance(value, dict) and isinstance(value.get(batch), list):
        items = value[batch]
        if len(items) > BATCH_ARRAY_LIMIT:
            message = _("{number} items; at most {most} are taken at once. Send the rest apart.")
            text = message.format(number=format_number(len(items)), most=format_number(BATCH_ARRAY_LIMIT))
            raise InvalidInput("too-large", [Fault(json_pointer(batch), "array-too-long", text)], status=413)
        _check_depth(value)
        value = {**value, batch: None}
    if long_text is not None and isinstance(value, dict) and isinstance(value.get(long_text), str):
        _check_characters(value[long_text], (long_text,))
        value = {**value, long_text: ""}
    if not _is_plain(value):
        _walk(value)


def tidy(value: Any) -> Any:
    """Return `value` with all texts in NFC and without zero-width characters and direction marks.

    Keys are not changed. A value that needs no change is returned itself, not a copy.
    """
    if _is_tidy([value]):
        return value
    if isinstance(value, str):
        # Invisible characters are removed first: one may be between a letter and its accent.
        return unicodedata.normalize("NFC", _LEFT_OUT.sub("", value))
    if isinstance(value, list):
        return [tidy(item) for item in value]
    return {key: tidy(item) for key, item in value.items()}


def is_blank(text: str) -> bool:
    """Return whether `text` consists of invisible characters only, and not of spaces alone."""
    return bool(text.strip()) and not any(map(_shows, INVISIBLE.sub("", text)))


def _shows(character: str) -> bool:
    return unicodedata.category(character) not in _SHOW_NOTHING


def _is_tidy(value: dict[str, Any] | list[Any]) -> bool:
    """Return whether all texts in `value` are ASCII, so that `tidy` cannot change them."""
    for item in value.values() if isinstance(value, dict) else value:
        if isinstance(item, str):
            if not item.isascii():
                return False
        elif isinstance(item, (dict, list)) and not _is_tidy(item):
            return False
    return True


# -- on the bytes ------------------------------------------------------------------------------------------------


def _is_small(raw: bytes) -> bool:
    """Return whether the bytes alone prove that no value breaks a limit, so that the values need no check.

    Every value but the first follows a comma or an opening bracket, so these give an upper bound of the number of
    values. A strict parser accepts NUL and lone surrogates only in escaped form.
    """
    brackets = raw.count(b"[") + raw.count(b"{")
    values = raw.count(b",") + brackets + 1
    return len(raw) <= STRING_LIMIT and values <= ARRAY_LIMIT and brackets <= DEPTH_LIMIT and b"\\u" not in raw


# -- parsing -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class _RefusedValue:
    """A placeholder for a refused value in the parsed JSON, until its place is known."""

    code: str
    message: str


def _parse(raw: bytes) -> Any:
    """Return the value of the JSON in `raw`. Raises InvalidInput for JSON that no parser may accept."""
    refused: list[_RefusedValue] = []

    def refuse(code: str, message: str) -> _RefusedValue:
        refused.append(_RefusedValue(code, message))
        return refused[-1]

    def pairs(items: list[tuple[str, Any]]) -> Any:
        result = dict(items)
        return result if len(result) == len(items) else refuse("duplicate-key", _repeated(items))

    def constant(name: str) -> Any:
        return refuse("not-a-number", _("{name} is not a JSON number. Send a number or null.").format(name=name))

    def integer(digits: str) -> Any:
        # Longer integers are not even converted: that takes time quadratic in the number of digits.
        fits = len(digits) <= len(str(-INTEGER_LIMIT)) and abs(int(digits)) <= INTEGER_LIMIT
        return int(digits) if fits else refuse("number-too-large", _too_large(digits))

    def number(digits: str) -> Any:
        value = float(digits)
        return value if abs(value) <= INTEGER_LIMIT else refuse("number-too-large", _too_large(digits))

    try:
        value = json.loads(
            raw.decode("utf-8"),
            object_pairs_hook=pairs,
            parse_constant=constant,
            parse_int=integer,
            parse_float=number,
        )
    except RecursionError as error:
        raise _too_deep() from error
    except ValueError as error:
        raise _unreadable(raw, error) from error
    if refused:
        # The last one: an earlier one may be in an object that was itself refused.
        raise _refuse(refused[-1].code, refused[-1].message, json_pointer(*_path_to(value, refused[-1])))
    return value


def _unreadable(raw: bytes, error: ValueError) -> InvalidInput:
    """Return the error for bytes that are not UTF-8, or not JSON."""
    if isinstance(error, UnicodeDecodeError):
        message = _("Byte {number} is not UTF-8. Save or send it as UTF-8.").format(number=error.start + 1)
        return _refuse("bad-utf-8", message)
    if not isinstance(error, json.JSONDecodeError):
        raise error
    if raw.startswith(codecs.BOM_UTF8):
        return _refuse("not-json", _("It starts with a byte order mark. Save it as UTF-8 without one."))
    message = _("Not JSON at line {line}, column {column}: {reason}.")
    shown = message.format(line=error.lineno, column=error.colno, reason=json_reason(error.msg))
    return _refuse("not-json", shown)


def _path_to(value: Any, refused: _RefusedValue) -> tuple[str | int, ...]:
    """Return the path to the refused value, which is part of `value`."""
    waiting: list[tuple[Any, tuple[str | int, ...]]] = [(value, ())]
    while waiting:
        item, path = waiting.pop()
        if item is refused:
            return path
        below = item.items() if isinstance(item, dict) else enumerate(item) if isinstance(item, list) else ()
        waiting.extend((inner, (*path, key)) for key, inner in below)
    raise LookupError(refused)


def _repeated(items: list[tuple[str, Any]]) -> str:
    seen: set[str] = set()
    for key, _value in items:
        if key in seen:
            break
        seen.add(key)
    message = _("The key “{key}” is in this object twice. Remove one.")
    return message.format(key=_printable(key)[:100])


def _too_deep() -> InvalidInput:
    return _refuse("too-deep", _("Nested deeper than {most} levels.").format(most=DEPTH_LIMIT))


def _too_large(digits: str) -> str:
    shown = digits if len(digits) <= 20 else f"{digits[:20]}…"
    return _("The number {number} is too large; numbers go up to 2^53.").format(number=shown)


def json_reason(message: str) -> str:
    """Return the reason in a message of Python's parser, without the words that introduce the place."""
    reasons = {
        "expecting value": _("expecting value"),
        "extra data": _("extra data"),
        "expecting property name enclosed in double quotes": _("expecting property name enclosed in double quotes"),
        "illegal trailing comma before end of object": _("illegal trailing comma before end of object"),
        "illegal trailing comma before end of array": _("illegal trailing comma before end of array"),
        "expecting ':' delimiter": _("expecting ':' delimiter"),
        "expecting ',' delimiter": _("expecting ',' delimiter"),
        "unterminated string": _("unterminated string"),
        "invalid control character": _("invalid control character"),
        "invalid \\escape": _("invalid \\escape"),
        "invalid \\uxxxx escape": _("invalid \\uXXXX escape"),
    }
    reason = message.lower().removesuffix(" at").removesuffix(" starting").removesuffix(":").strip()
    return reasons.get(reason, reason)


# -- in parsed values --------------------------------------------------------------------------------------------


def _is_plain(root: Any) -> bool:
    """Return whether a quick check of all texts together proves that no limit is broken, as for nearly all input."""
    texts: list[str] = []
    nodes, level = 1, [root]
    for _level in range(DEPTH_LIMIT):
        below: list[Any] = []
        for value in level:
            kind = type(value)
            if kind is dict:
                texts += value
                items = value.values()
            elif kind is list and len(value) <= ARRAY_LIMIT:
                items = value
            else:
                return False
            nodes += len(items)
            for item in items:
                kind = type(item)
                if kind is str:
                    texts.append(item)
                elif kind is dict or kind is list:
                    below.append(item)
                elif kind is not bool and item is not None and (kind is not int or abs(item) > INTEGER_LIMIT):
                    return False
        if not below:
            text = "".join(texts)
            return nodes <= NODE_LIMIT and len(text) <= STRING_LIMIT and text.isascii() and "\x00" not in text
        level = below
    return False


def _check_depth(root: Any) -> None:
    """Raise InvalidInput for a value that is nested too deeply."""
    level = [root]
    for _level in range(DEPTH_LIMIT):
        inner = (item for value in level for item in (value.values() if isinstance(value, dict) else value))
        level = [item for item in inner if isinstance(item, (dict, list))]
        if not level:
            return
    raise _too_deep()


def _walk(root: Any) -> None:
    """Visit every value below `root` once, and raise InvalidInput for the first that breaks a limit."""
    nodes = 1
    _check_leaf(root, ())
    waiting: list[tuple[Any, tuple[str | int, ...]]] = [(root, ())]
    while waiting:
        value, path = waiting.pop()
        if not isinstance(value, (dict, list)):
            continue
        if len(path) >= DEPTH_LIMIT:
            raise _too_deep()
        items = _items(value, path)
        nodes += len(value)
        if nodes > NODE_LIMIT:
            message = _("More than {most} values in one document.").format(most=format_number(NODE_LIMIT))
            raise _refuse("too-many-values", message)
        for key, item in items:
            if isinstance(item, (dict, list)):
                waiting.append((item, (*path, key)))
            else:
                _check_leaf(item, path, key)


def _check_leaf(value: Any, path: tuple[str | int, ...], *key: str | int) -> None:
    """Check a text or number. Path and key are only joined in case of a fault."""
    if isinstance(value, str):
        if len(value) > STRING_LIMIT or "\x00" in value or not value.isascii():
            _check_string(value, (*path, *key))
    elif isinstance(value, (int, float)) and not -INTEGER_LIMIT <= value <= INTEGER_LIMIT:
        _check_number(value, (*path, *key))


def _items(value: dict[str, Any] | list[Any], path: tuple[str | int, ...]) -> Iterable[tuple[str | int, Any]]:
    if isinstance(value, dict):
        for key in value:
            _check_string(key, path)
        return value.items()
    if len(value) > ARRAY_LIMIT:
        message = _("{number} items; at most {most} are read.")
        text = message.format(number=format_number(len(value)), most=ARRAY_LIMIT)
        raise _refuse("array-too-long", text, json_pointer(*path))
    return enumerate(value)


def _check_number(value: float, path: tuple[str | int, ...]) -> None:
    if isinstance(value, float) and not math.isfinite(value):
        raise _refuse(
            "not-a-number", _("NaN and infinities are not JSON numbers. Send a number or null."), json_pointer(*path)
        )
    if abs(value) > INTEGER_LIMIT:
        raise _refuse("number-too-large", _("Numbers go up to 2^53."), json_pointer(*path))


def _check_string(value: str, path: tuple[str | int, ...]) -> None:
    if len(value) > STRING_LIMIT:
        message = _("{number} characters; a text has at most {most}.")
        text = message.format(number=format_number(len(value)), most=format_number(STRING_LIMIT))
        raise _refuse("string-too-long", text, json_pointer(*path))
    _check_characters(value, path)


def _check_characters(value: str, path: tuple[str | int, ...]) -> None:
    if "\x00" in value:
        raise _refuse("nul", _("The NUL character (\\u0000) cannot be stored. Leave it out."), json_pointer(*path))
    try:
        value.encode()
    except UnicodeEncodeError as error:
        message = _("Half of a surrogate pair (\\ud800 to \\udfff) is no character. Send the whole character.")
        raise _refuse("lone-surrogate", message, json_pointer(*path)) from error


def _printable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _refuse(code: str, message: str, pointer: str = "") -> InvalidInput:
    return InvalidInput("malformed-json", [Fault(_printable(pointer), code, message)])

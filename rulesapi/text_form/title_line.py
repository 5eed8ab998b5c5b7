"""The title line: what a legion is called, and under what it is judged."""

import re
from collections.abc import Callable
from typing import Any

from rulesapi.engine.core.library import Library
from rulesapi.engine.core.names import slug_as_words

from .line_parser import MAX_SLUG_LENGTH, SLUG, normalized_line

MAX_NAME_LENGTH = 120
MAX_POINTS = 100_000
MAX_RELEASE = 2**53 - 1
MAX_HOUSE_RULES = 100

_SETTINGS = re.compile(r"\s*\(([^()]*)\)\Z")
_POINTS = re.compile(r"([0-9]{1,6})\s*(?:points?|pts?)\Z", re.IGNORECASE)
_FORMAT = re.compile(rf"format\s+({SLUG})\Z")
_RELEASE = re.compile(r"release\s+([0-9]{1,16})\Z", re.IGNORECASE)
_DATE = re.compile(r"on\s+([1-9][0-9]{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01]))\Z", re.IGNORECASE)
_HOUSE_RULE = re.compile(rf"house rule\s+({SLUG})\Z", re.IGNORECASE)

Settings = dict[str, Any]


def title_line(library: Library, legion: dict[str, Any]) -> str:
    """The title line of a legion, always with its `#`."""
    name = _split_settings(normalized_line(legion.get("name", "")))[0].get("name", "")
    settings = []
    if slug := legion.get("format"):
        settings.append(slug if slug in library.formats else f"format {slug}")
    if "points" in legion:
        settings.append(f"{legion['points']} points")
    if "release" in legion:
        settings.append(f"release {legion['release']}")
    if "on" in legion:
        settings.append(f"on {legion['on']}")
    settings += [f"house rule {slug}" for slug in legion.get("house_rules", ())]
    bracket = f"({', '.join(settings)})" if settings or _SETTINGS.search(name) else ""
    return " ".join(part for part in ("#", name, bracket) if part)


def read_title(library: Library, text: str) -> tuple[Settings, list[str]]:
    """The fields of a legion that a title says, and the parts of it that say nothing we know."""
    match = _SETTINGS.search(text)
    if match is None:
        return _split_settings(text)
    parts = [part.strip() for part in match[1].split(",") if part.strip()]
    fields: Settings = {}
    unread = [part for part in parts if not _read_setting(library, part, fields)]
    if parts and not fields:
        return _split_settings(text)
    named, too_long = _split_settings(text[: match.start()])
    return {**named, **fields}, [*too_long, *unread]


def has_settings(library: Library, text: str) -> bool:
    """Whether a line ends with settings, of which a cost in brackets is not one."""
    match = _SETTINGS.search(text)
    return match is not None and any(_read_setting(library, part.strip(), {}) for part in match[1].split(","))


def _split_settings(text: str) -> tuple[Settings, list[str]]:
    name = " ".join(text.split())
    short = name[:MAX_NAME_LENGTH].strip()
    return {"name": short} if short else {}, [name[MAX_NAME_LENGTH:]] if name[MAX_NAME_LENGTH:] else []


def _read_setting(library: Library, part: str, fields: Settings) -> bool:
    """Put what one part says into the fields; False when it says nothing we know, or what was said before."""
    if match := _HOUSE_RULE.match(part):
        rules = fields.setdefault("house_rules", [])
        fits = match[1] not in rules and len(rules) < MAX_HOUSE_RULES and len(match[1]) <= MAX_SLUG_LENGTH
        if fits:
            rules.append(match[1])
        return fits
    for field, value in _values(library, part):
        if value is None or field in fields:
            return False
        fields[field] = value
        return True
    return False


def _values(library: Library, part: str) -> list[tuple[str, Any]]:
    """The field that a part is about, with its value; None for one that cannot be."""
    readers: tuple[tuple[re.Pattern[str], str, Callable[[str], Any]], ...] = (
        (_POINTS, "points", lambda digits: _number_within(int(digits), MAX_POINTS)),
        (_RELEASE, "release", lambda digits: _number_within(int(digits), MAX_RELEASE)),
        (_DATE, "on", str),
        (_FORMAT, "format", lambda slug: slug if len(slug) <= MAX_SLUG_LENGTH else None),
    )
    for pattern, field, read in readers:
        if match := pattern.match(part):
            return [(field, read(match[1]))]
    folded = part.casefold()
    return [("format", slug) for slug in library.formats if folded in (slug, slug_as_words(slug))][:1]


def _number_within(number: int, most: int) -> int | None:
    return number if 1 <= number <= most else None

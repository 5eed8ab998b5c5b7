"""The title line of a legion: its name and the settings for judging it."""

import re
from collections.abc import Callable
from datetime import date
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from catalog.documents.errors import format_number
from rulesapi.engine.core.library import Library
from rulesapi.engine.values.names import slug_as_words
from rulesapi.text_form.line_parser import MAX_SLUG_LENGTH, SLUG, normalized_line
from rulesapi.text_form.name_index import NameIndex
from rulesapi.text_form.number_reading import POINT_WORDS, says_a_number
from rulesapi.text_form.report import RowOutcome

MAX_NAME_LENGTH = 120
MAX_POINTS = 100_000
MAX_RELEASE = 2**53 - 1
MAX_HOUSE_RULES = 100

_SETTINGS = re.compile(r"\s*\(([^()]*)\)\Z")
_BRACKET = re.compile(r"[(\[][^()\[\]]*[)\]]")
_COMMA = re.compile(r"(?<!\d),|,(?!\d{3}(?!\d))")
"""A comma between settings, not between the thousands of a number."""
_GROUPED = r"\d{1,3}(?:[.,'’ ]\d{3})+|\d{1,9}"
_POINTS = re.compile(rf"({_GROUPED})\s*(?:-\s*)?{POINT_WORDS}\.?\Z", re.IGNORECASE)
_NUMBER = re.compile(rf"({_GROUPED})\Z")
_FORMAT = re.compile(rf"format\s+({SLUG})\Z", re.IGNORECASE)
_RELEASE = re.compile(r"release\s+(\d{1,16})\Z", re.IGNORECASE)
_DATE = re.compile(r"on\s+(\S+)\Z", re.IGNORECASE)
_PLAIN_DATE = re.compile(r"[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}\Z")
_HOUSE_RULE = re.compile(rf"house rule\s+({SLUG})\Z", re.IGNORECASE)
_ABOUT_SETTINGS = re.compile(
    rf"(?:format|release|on|house rules?|limit)\b.*\d|(?:format|release|house rules?)\s|.*\d\s*{POINT_WORDS}", re.I
)

Settings = dict[str, Any]


class TitleNote(NamedTuple):
    """A part of a title that was not understood or that a verdict rejects, with the reason."""

    text: str
    outcome: RowOutcome
    message: str


def title_line(names: NameIndex, legion: dict[str, Any]) -> str:
    """Return the title line of a legion, always with its `#`."""
    library = names.library
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
    ambiguous = _SETTINGS.search(name) or names.has_very_name(f"# {name}")
    bracket = f"({', '.join(settings)})" if settings or ambiguous else ""
    return " ".join(part for part in ("#", name, bracket) if part)


class SettingsReader:
    """A reader that collects the fields of a legion from its title and labels in `fields`."""

    def __init__(self, library: Library, newest_release: Callable[[], int] | None = None) -> None:
        self.library = library
        self.newest_release = newest_release or (lambda: library.release)
        self.fields: Settings = {}
        self.notes: list[TitleNote] = []

    def read_title(self, text: str) -> None:
        """Read a title: a name followed by settings in brackets."""
        before, beside = text, ""
        while match := _SETTINGS.search(before):
            parts = [part.strip() for part in _COMMA.split(match[1]) if part.strip()]
            understood = [self.read_setting(part) for part in parts]
            before = text[: match.start()]
            if any(understood) or not parts:
                text = f"{before}{beside}"
                self.notes += [_not_read(part) for part, is_read in zip(parts, understood, strict=True) if not is_read]
                break
            beside = text[match.start() :]
        self._read_name(text)
        self.notes += [_stays_in_name(bracket) for bracket in _BRACKET.findall(text)]

    def read_label(self, field: str, text: str) -> bool:
        """Read a label line about the list; return whether all of it was read, otherwise add notes with the reasons."""
        notes = len(self.notes)
        if field == "date":
            message = _("A date beside the list is not read. To have it judged by a day, write “On: 2026-03-01”.")
            self.notes.append(TitleNote(text, "dropped", message))
            return False
        if field == "name":
            if "name" in self.fields:
                self.notes.append(TitleNote(text, "dropped", _("The list has a name already.")))
                return False
            self._read_name(text)
            return len(self.notes) == notes
        before = {"format": "format ", "release": "release ", "on": "on ", "house_rules": "house rule "}.get(field, "")
        for part in filter(None, map(str.strip, _COMMA.split(text))):
            said = f"{part} points" if field == "points" and _NUMBER.match(part) else part
            if not self.read_setting(said) and not self.read_setting(f"{before}{part}"):
                self.notes.append(_not_read(part))
        return len(self.notes) == notes

    def _read_name(self, text: str) -> None:
        named, too_long = _split_settings(text)
        self.fields = {**named, **self.fields}
        self.notes += [TitleNote(part, "dropped", _("This part of the title was not read.")) for part in too_long]

    def read_setting(self, part: str) -> bool:
        """Store the setting in a part, or note why it is rejected; return False if the part is no setting."""
        if match := _HOUSE_RULE.match(part):
            return self._read_house_rule(part, match[1].casefold())
        notes = len(self.notes)
        field, value = self._value(part)
        if field and field in self.fields:
            self.notes.append(TitleNote(part, "dropped", _("This is there already.")))
        elif value is not None:
            self.fields[field] = value
            self._check(part, field, value)
        return value is not None or len(self.notes) > notes

    def _read_house_rule(self, part: str, slug: str) -> bool:
        rules = self.fields.get("house_rules", [])
        if slug in rules or len(rules) == MAX_HOUSE_RULES or len(slug) > MAX_SLUG_LENGTH:
            return False
        self.fields["house_rules"] = [*rules, slug]
        if slug not in self.library.house_rules:
            self.notes.append(TitleNote(part, "unknown", _("This game has no house rule {slug}.").format(slug=slug)))
        return True

    def _check(self, part: str, field: str, value: Any) -> None:
        """Note a value that a verdict will reject."""
        if field == "format" and value not in self.library.formats:
            message = _("This game has no format {slug}. It has: {formats}.")
            known = ", ".join(sorted({one.slug for one in self.library.formats.values()}))
            self.notes.append(TitleNote(part, "unknown", message.format(slug=value, formats=known)))
        if field == "release" and value > self.library.release and value > (newest := self.newest_release()):
            message = _("There is no release {number}. The newest is {newest}.")
            self.notes.append(TitleNote(part, "unknown", message.format(number=value, newest=newest)))

    def _value(self, part: str) -> tuple[str, Any]:
        """Return the field of a part and its value; the value is None if it is invalid or the part is no setting."""
        readers: tuple[tuple[re.Pattern[str], str, Callable[[str], Any]], ...] = (
            (_POINTS, "points", lambda digits: self._points(part, digits)),
            (_RELEASE, "release", lambda digits: _number_within(int(digits), MAX_RELEASE)),
            (_DATE, "on", lambda text: self._date(part, text)),
            (_FORMAT, "format", lambda slug: slug.casefold() if len(slug) <= MAX_SLUG_LENGTH else None),
        )
        for pattern, field, read in readers:
            if match := pattern.match(part):
                return field, read(match[1])
        folded = part.casefold()
        known = next((slug for slug in self.library.formats if folded in (slug, slug_as_words(slug))), None)
        return ("format", known) if known is not None else ("", None)

    def _points(self, part: str, digits: str) -> int | None:
        points = _number_within(int("".join(filter(str.isdecimal, digits))), MAX_POINTS)
        if points is None:
            message = _("A limit is from 1 to {most} points.").format(most=format_number(MAX_POINTS))
            self.notes.append(TitleNote(part, "dropped", message))
        return points

    def _date(self, part: str, text: str) -> str | None:
        try:
            return date.fromisoformat(text).isoformat() if _PLAIN_DATE.match(text) else None
        except ValueError:
            message = _("There is no such day. Write year, month and day: 2026-03-01.")
            self.notes.append(TitleNote(part, "dropped", message))
            return None


def has_settings(library: Library, text: str) -> bool:
    """Return whether a line ends with settings in brackets; a cost in brackets is none."""
    reader = SettingsReader(library)
    match = _SETTINGS.search(text)
    return match is not None and any(reader.read_setting(part.strip()) for part in _COMMA.split(match[1]))


def _not_read(part: str) -> TitleNote:
    message = _(
        "This part of the title was not read. A title can have the format, the limit, the release, a date and house "
        "rules: (standard, 120 points, release 3, on 2026-03-01, house rule open-doors)."
    )
    return TitleNote(part, "dropped", message)


def _stays_in_name(bracket: str) -> TitleNote:
    """Return the note about a bracket kept in the name; a bracket with a number may be meant as a setting."""
    if says_a_number(bracket) or _ABOUT_SETTINGS.match(bracket[1:-1].strip()):
        message = _(
            "This was not read and stays in the name. Limit, format, release and day are read in the last round "
            "bracket of the title: (standard, 120 points)."
        )
        return TitleNote(bracket, "guessed", message)
    return TitleNote(bracket, "mapped", _("This bracket is a part of the name."))


def _split_settings(text: str) -> tuple[Settings, list[str]]:
    name = " ".join(text.split())
    short = name[:MAX_NAME_LENGTH].strip()
    return {"name": short} if short else {}, [name[MAX_NAME_LENGTH:]] if name[MAX_NAME_LENGTH:] else []


def _number_within(number: int, most: int) -> int | None:
    return number if 1 <= number <= most else None

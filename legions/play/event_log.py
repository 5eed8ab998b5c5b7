"""The log of events of a declared question: its lines in a form, and its events as JSON."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _

from legions.play.declared_fields import MAX_CELL_LENGTH, FormField
from legions.play.forms import NamedCard
from rulesapi.engine.resolutions.input_kinds import Flag, Number, OneCard, OneOf
from rulesapi.engine.resolutions.inputs import Input, Part
from rulesapi.translation import translated

LOG = "log"
"""Name of the field with the lines of a log."""
MAX_LOG, MAX_LOG_LENGTH = 100, 20_000
"""Maximum events on a page, which keeps it small, and maximum length of their lines; a situation may have more."""
_SEPARATOR = "|"


def log_field() -> forms.CharField:
    """Return the field with the lines of a log."""
    return forms.CharField(required=False, max_length=MAX_LOG_LENGTH, widget=forms.HiddenInput)


@dataclass(frozen=True, slots=True)
class EventLog:
    """A log: its lines have the values of the fields of an event, in the order of its inputs.

    `start` begins the names of the fields of the next event; `fields` are these fields by the names of their inputs.
    """

    name: str
    part: type[Part]
    start: str
    fields: Mapping[str, FormField]

    def after(self, data: QueryDict, *, adds: bool, is_card: Callable[[NamedCard, str], bool]) -> None:
        """Append the next event to the log in the data of a form, or remove the last one.

        An event that is not complete, or names a card that there is not, stays in its fields.
        """
        lines = data.get(LOG, "").splitlines()
        if adds and self._is_complete(data, is_card):
            lines.append(self._line(data))
            for name in [*self.fields][1:]:
                data.pop(f"{self.start}_{name}", None)
        elif not adds:
            lines = lines[:-1]
        data[LOG] = "\n".join(lines[:MAX_LOG])

    def events(self, text: str) -> list[dict[str, Any]]:
        """Return the events of the lines that a form has written."""
        found = map(self._event, text.splitlines()[:MAX_LOG])
        return [event for event in found if event]

    def words(self, event: Mapping[str, Any], title_of: Callable[[str], str]) -> str:
        """Return an event in words; `title_of` returns the name of a card."""
        shown = ((one, event.get(one.name, one.default)) for one in self.part.inputs.values())
        return ", ".join(_in_words(one, value, title_of) for one, value in shown if value)

    def _line(self, data: QueryDict) -> str:
        texts = [data.get(f"{self.start}_{name}", "").replace(_SEPARATOR, " ") for name in self.fields]
        return _SEPARATOR.join(" ".join(text.split())[:MAX_CELL_LENGTH] for text in texts)

    def _event(self, line: str) -> dict[str, Any]:
        """Return the event of a line, without defaults; empty for a line that no form has written."""
        cells = line.split(_SEPARATOR)
        if len(cells) != len(self.fields):
            return {}
        try:
            return dict(self._values(cells))
        except ValidationError:
            return {}

    def _values(self, cells: list[str]) -> Iterator[tuple[str, Any]]:
        for (name, made), cell in zip(self.fields.items(), cells, strict=True):
            value = made.field.clean(cell)
            entered = None if value is False or value in ("", []) else value
            found = None if entered is None else made.as_json(entered)
            if found is not None and found != self.part.inputs[name].default:
                yield name, found

    def _is_complete(self, data: QueryDict, is_card: Callable[[NamedCard, str], bool]) -> bool:
        """Return whether the next event has all that is asked for, and names no card that there is not."""
        event = self._event(self._line(data))
        lacks = any(self._is_needed(name, event) and name not in event for name in self.fields)
        return (
            bool(event)
            and not lacks
            and all(
                is_card(made.field, text)
                for name, made in self.fields.items()
                if isinstance(made.field, NamedCard) and (text := data.get(f"{self.start}_{name}", "").strip())
            )
        )

    def _is_needed(self, name: str, event: Mapping[str, Any]) -> bool:
        """Return whether an input of an event is asked for and shown."""
        one = self.part.inputs[name]
        if one.default is not None or one.omitted or one.shown_if is None:
            return False
        if isinstance(one.shown_if, str):
            return event.get(one.shown_if) is not None
        return one.goes_with(self.part, event.get)


def _in_words(declared: Input[Any], value: Any, title_of: Callable[[str], str]) -> str:
    match declared.kind:
        case OneOf(words):
            return str(translated(words[value]))
        case Flag():
            return str(translated(declared.label))
        case Number():
            return _("%(label)s: %(number)d") % {"label": translated(declared.label), "number": value}
        case OneCard():
            return title_of(value)
    return str(value)

"""Form fields of declared questions: texts, a choice that is never empty, a deal, and the lines of a log."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.http import QueryDict
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

from legions.play.forms import NamedCard
from rulesapi.engine.resolutions.input_kinds import Deal, Flag, Number, Numbers, OneCard, OneOf, Text, Texts
from rulesapi.engine.resolutions.inputs import Input, Part
from rulesapi.translation import translated

LOG = "log"
"""Name of the field with the lines of a log."""
DRAWN, BY_HAND = "drawn", "hand"
"""Name of the field that says who shuffles, and its value if players do."""
MAX_LOG, MAX_LOG_LENGTH = 100, 20_000
"""Maximum events on a page, which keeps it small, and maximum length of their lines; a situation may have more."""
MAX_CELL_LENGTH = 120
MAX_LINES_LENGTH, MAX_LINE_LENGTH = 2000, 500
"""Maximum length of all texts of a list, entered in lines and in one line."""
DEAL_LENGTH = 16
_SEPARATOR = "|"


class FormField(NamedTuple):
    """A field for an input: its form field, and the function that converts its value to JSON."""

    field: forms.Field
    as_json: Callable[[Any], Any] = lambda value: value


class FirstChoice(forms.ChoiceField):
    """A select field whose first choice counts if none is sent, as browsers select it."""

    def __init__(self, label: str, choices: Mapping[str, str]) -> None:
        super().__init__(label=label, required=False, choices=list(choices.items()))
        self.first = next(iter(choices))

    def clean(self, value: Any) -> Any:
        """Return the choice. Raises ValidationError for a choice that there is not."""
        return super().clean(self.first if value is None else value)


class DealField(forms.CharField):
    """The name of a deal, which is generated if none is sent."""

    def __init__(self, label: str) -> None:
        super().__init__(label=label, required=False, max_length=64, widget=forms.HiddenInput, initial=new_deal)

    def clean(self, value: Any) -> str:
        """Return the name. Raises ValidationError for one that is too long."""
        return str(super().clean(value)) or new_deal()


class NumbersField(forms.CharField):
    """Several numbers in a row, as cards print them: 12/7."""

    def __init__(self, kind: Numbers, label: str) -> None:
        label = _("%(label)s, such as 12/7") % {"label": label}
        super().__init__(label=label, required=False, max_length=MAX_CELL_LENGTH)
        self.kind = kind

    def clean(self, value: Any) -> list[int]:
        """Return the numbers. Raises ValidationError for other texts, and for numbers that there are not."""
        found = [part.replace("−", "-") for part in re.split(r"[\s,;/]+", str(super().clean(value))) if part]
        if not all(re.fullmatch(r"[+-]?\d{1,4}", part, re.ASCII) for part in found):
            raise ValidationError(_("Write whole numbers with / between them."))
        numbers = [int(part) for part in found]
        if len(numbers) > self.kind.entries or any(not self.kind.least <= one <= self.kind.most for one in numbers):
            allowed = {"entries": self.kind.entries, "least": self.kind.least, "most": self.kind.most}
            raise ValidationError(_("Up to %(entries)d numbers from %(least)d to %(most)d.") % allowed)
        return numbers


def text_field(kind: Text | Texts | Deal, label: str) -> FormField:
    """Return the field of a text, of several texts, or of the name of a deal."""
    if isinstance(kind, Deal):
        return FormField(DealField(label))
    if isinstance(kind, Text):
        return FormField(_text(kind, label))
    separated, most, longest = _by_commas if kind.in_one_line else str.splitlines, kind.most, kind.longest
    field = _text_line(label) if kind.in_one_line else _text_lines(label)
    return FormField(field, lambda entered: [one.strip()[:longest] for one in separated(entered) if one.strip()][:most])


def _text(kind: Text, label: str) -> forms.CharField:
    if kind.offers:
        return NamedCard(label, kind.offers, is_label=True)
    field = forms.CharField(label=label, required=False, max_length=kind.most, min_length=kind.least)
    if kind.pattern:
        field.validators.append(RegexValidator(kind.pattern))
    return field


def _text_line(label: str) -> forms.CharField:
    label = _("%(label)s, separated by commas") % {"label": label}
    return forms.CharField(label=label, required=False, max_length=MAX_LINE_LENGTH)


def _text_lines(label: str) -> forms.CharField:
    label = _("%(label)s, one in each line") % {"label": label}
    widget = forms.Textarea(attrs={"rows": 2})
    return forms.CharField(label=label, required=False, max_length=MAX_LINES_LENGTH, widget=widget)


def _by_commas(entered: str) -> list[str]:
    return entered.split(",")


def new_deal() -> str:
    """Return the name of a new deal."""
    return get_random_string(DEAL_LENGTH)


def who_shuffles() -> FirstChoice:
    """Return the field that says who shuffles."""
    return FirstChoice(_("Shuffled"), {"seed": _("by Muster"), BY_HAND: _("by hand")})


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

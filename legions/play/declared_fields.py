"""Form fields of the kinds of inputs of declared questions."""

import dataclasses
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

from legions.play.forms import FacesField, NamedCard, NumberField, choice, number, one_of, tick, ticks
from rulesapi.engine.resolutions.input_kinds import (
    Deal,
    Dice,
    Flag,
    Measured,
    Number,
    NumberOr,
    Numbers,
    OneOf,
    PlayedAdventure,
    SeveralOf,
    Text,
    Texts,
)
from rulesapi.engine.resolutions.inputs import Input
from rulesapi.translation import translated

DRAWN, BY_HAND = "drawn", "hand"
"""Name of the field that says who shuffles, and its value if players do."""
MAX_CELL_LENGTH = 120
MAX_LINES_LENGTH, MAX_LINE_LENGTH = 2000, 500
"""Maximum length of all texts of a list, entered in lines and in one line."""
DEAL_LENGTH = 16
MAX_RADIOS = 5
"""Maximum words of a choice that are buttons; more of them are a list to choose from."""
OUT_OF_RANGE = "0"
"""The value of a choice that says that what was measured is out of range."""
NONE = "none"
"""The end of the name of a field that says that a list is empty; also the value of a choice that says so."""
SECOND = "_2"
"""The end of the value of a choice that is offered a second time."""
NULL = object()
"""The value of a field that says null."""


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
        field.validators.append(RegexValidator(kind.pattern, _("Copy it whole, as it was shown.")))
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


def field_of(declared: Input[Any], label: str) -> FormField | None:
    """Return the field of an input that is no fact; None for a part."""
    match declared.kind:
        case Number() | Numbers():
            return _of_numbers(declared.kind, label)
        case Flag():
            return yes_or_no(label) if declared.default is None else FormField(tick(label))
        case OneOf(words):
            return FormField(_choice_of(declared, label, translated_words(words)))
        case Measured(longest):
            return _measured(longest, label, menu=declared.menu)
        case SeveralOf():
            return _several_of(declared.kind, label, may_be_none=declared.default is None)
        case Text() | Texts() | Deal():
            return text_field(declared.kind, label)
        case Dice(faces):
            return FormField(FacesField(label, translated_words(faces)))
        case PlayedAdventure(or_flag=True):
            return FormField(tick(_("An adventure is played")))
    return None


def _of_numbers(kind: Number | Numbers, label: str) -> FormField:
    """Return the field of a number, of a number or a word, or of several numbers."""
    match kind:
        case Numbers(ordinal=True):
            from_one = dataclasses.replace(kind, least=1, most=kind.most + 1)
            return FormField(NumbersField(from_one, _from_one(label)), lambda places: [place - 1 for place in places])
        case Numbers():
            return FormField(NumbersField(kind, label))
        case NumberOr():
            return FormField(number(label, kind.most))
        case Number(ordinal=True):
            return FormField(number(_from_one(label), kind.most + 1, least=1), lambda place: place - 1)
    return FormField(_number(kind, label))


def _choice_of(declared: Input[Any], label: str, labels: Mapping[str, str]) -> forms.ChoiceField:
    """Return the field of a choice of one word: a list, which is empty for the default of a menu, or a row of buttons.

    A default of another choice is its first word, which counts if none is sent.
    """
    default = declared.default
    if declared.menu:
        return choice(label, {word: text for word, text in labels.items() if word != default})
    if default is not None:
        return FirstChoice(label, {default: labels[default], **labels})
    return (one_of if len(labels) <= MAX_RADIOS else choice)(label, labels)


def _several_of(kind: SeveralOf, label: str, *, may_be_none: bool) -> FormField:
    """Return a box for each word, one more for each that is offered a second time, and one that says that none is it.

    The last one is there for words that are asked for.
    """
    words = translated_words(kind.words)
    words |= {word + SECOND: _("%(word)s, a second time") % {"word": words[word]} for word in kind.twice}
    words |= {NONE: _("none of these")} if may_be_none else {}
    return FormField(ticks(label, words), lambda chosen: [word.removesuffix(SECOND) for word in as_words(chosen)])


def as_words(chosen: list[str]) -> list[str]:
    """Return the chosen words, without the one that says that there are none."""
    return [word for word in chosen if word != NONE]


def _from_one(label: str) -> str:
    return _("%(label)s, from 1 on") % {"label": label}


def _measured(longest: int, label: str, *, menu: bool) -> FormField:
    """Return the sections of a ruler, as a list or as a row of buttons."""
    sections = {str(section): str(section) for section in range(1, longest + 1)}
    field = (choice if menu else one_of)(label, {**sections, OUT_OF_RANGE: _("out of range")})
    return FormField(field, lambda entered: NULL if entered == OUT_OF_RANGE else int(entered))


def translated_words(labels: Mapping[str, str]) -> dict[str, str]:
    return {word: translated(label) for word, label in labels.items()}


def _number(kind: Number, label: str) -> NumberField:
    unit = f" ({translated(kind.unit)})" if kind.unit else ""
    return number(f"{label}{unit}", kind.most, least=kind.least, step=kind.step)


def yes_or_no(label: str) -> FormField:
    return FormField(choice(label, {"yes": _("Yes"), "no": _("No")}), lambda value: value == "yes")

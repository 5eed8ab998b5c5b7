"""Django fields for the plain constructs of schemas. They parse the input and leave validation to the schema.

An empty single value means “not known”. The meaning of an empty list is a separate choice (`objects`).
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from catalog.documents.schema_properties import Construct, Property

NOT_KNOWN = _("not known")
# Texts that may be longer get a textarea.
ONE_LINE = 300
YES_NO = {"": None, "true": True, "false": False}


class PlainText(forms.CharField):
    r"""A text with its line breaks normalized to `\n`."""

    def to_python(self, value: Any) -> str:
        return (super().to_python(value) or "").replace("\r\n", "\n").replace("\r", "\n")


class WholeNumber(forms.IntegerField):
    """A whole number or empty. The schema validates its bounds."""

    default_error_messages = {"invalid": _("Write a whole number.")}

    def to_python(self, value: Any) -> int | None:
        return super().to_python(str(value or "").strip())


class YesNo(forms.ChoiceField):
    """Yes, no or not known."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=[("", NOT_KNOWN), ("true", _("yes")), ("false", _("no"))], **kwargs)

    def prepare_value(self, value: Any) -> Any:
        return {True: "true", False: "false"}.get(value, value) if isinstance(value, bool) else value

    def clean(self, value: Any) -> bool | None:
        return YES_NO[super().clean(value)]


class WordList(PlainText):
    """A list of slugs or whole numbers on one line, separated by spaces or commas."""

    def __init__(self, *, numbers: bool, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.numbers = numbers

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(str(item) for item in value) if isinstance(value, list) else value

    def clean(self, value: Any) -> list[Any]:
        words = re.split(r"[\s,]+", super().clean(value).strip(", \n\t"))
        words = [word for word in words if word]
        if not self.numbers:
            return words
        try:
            return [int(word) for word in words]
        except ValueError as error:
            raise ValidationError(_("Write whole numbers, with spaces or commas between them.")) from error


class Lines(PlainText):
    """A list of texts, one on each line."""

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list) else value

    def clean(self, value: Any) -> list[str]:
        lines = (line.strip() for line in super().clean(value).split("\n"))
        return [line for line in lines if line]


def _text(prop: Property) -> forms.Field:
    widget: forms.Widget = forms.TextInput()
    if prop.schema.get("maxLength", 0) > ONE_LINE:
        widget = forms.Textarea(attrs={"rows": 4})
    if prop.nullable:
        widget.attrs["placeholder"] = NOT_KNOWN
    return PlainText(widget=widget)


def _integer(prop: Property) -> forms.Field:
    attrs = {"inputmode": "numeric", "size": 6, "autocomplete": "off"}
    if prop.nullable:
        attrs["placeholder"] = NOT_KNOWN
    return WholeNumber(widget=forms.TextInput(attrs=attrs))


def _boolean(prop: Property) -> forms.Field:
    return YesNo() if prop.nullable else forms.BooleanField()


def _enum(prop: Property) -> forms.Field:
    nothing = NOT_KNOWN if prop.nullable else _("choose") if prop.required else _("not stated")
    return forms.ChoiceField(choices=[("", nothing), *_labelled(prop.choices)])


def _choices(prop: Property) -> forms.Field:
    return forms.MultipleChoiceField(choices=_labelled(prop.choices), widget=forms.CheckboxSelectMultiple())


def _word_list(prop: Property) -> forms.Field:
    return WordList(numbers=prop.items.get("type") == "integer", widget=forms.TextInput(attrs={"autocomplete": "off"}))


def _lines(prop: Property) -> forms.Field:
    return Lines(widget=forms.Textarea(attrs={"rows": 2}))


FIELD_FACTORIES: dict[Construct, Callable[[Property], forms.Field]] = {
    Construct.TEXT: _text,
    Construct.INTEGER: _integer,
    Construct.BOOLEAN: _boolean,
    Construct.ENUM: _enum,
    Construct.CHOICES: _choices,
    Construct.WORDS: _word_list,
    Construct.LINES: _lines,
}


def field_for(prop: Property) -> forms.Field:
    """Return the field of a property with a plain construct."""
    field = FIELD_FACTORIES[prop.construct](prop)
    field.required = field.widget.is_required = False
    field.label = _(prop.title)
    field.help_text = prop.description and _(prop.description)
    return field


def sort_choices(field: forms.Field, chosen: Any) -> None:
    """Sort the choices of a field so that selecting `chosen` from the top keeps the order of `chosen`."""
    if isinstance(field, forms.ChoiceField):
        choices: Any = field.choices
        field.choices = in_order(list(choices), chosen)


def in_order(choices: Sequence[tuple[str, str]], chosen: Any) -> list[tuple[str, str]]:
    """Return `choices` in an order in which selecting `chosen` from the top keeps the order of `chosen`.

    A browser sends selected values in the order of the page, but a document keeps the order in which it was written.
    """
    values = [value for value, _ in choices]
    ticked = list(dict.fromkeys(value for value in chosen or () if value in values))
    if ticked == [value for value in values if value in ticked]:
        return list(choices)
    labels = dict(choices)
    return [(value, labels[value]) for value in [*ticked, *(value for value in values if value not in ticked)]]


def _labelled(values: list[str]) -> list[tuple[str, str]]:
    return [(value, pgettext("value", value).replace("-", " ")) for value in values]

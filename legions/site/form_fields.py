"""Form fields for texts and names that people write."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from catalog.documents import json_input, names

WHOLE_NUMBER_ERRORS = {
    "required": gettext_lazy("Enter a whole number, for example 120."),
    "invalid": gettext_lazy("Enter a whole number, for example 120."),
    "min_value": gettext_lazy("Enter a number of at least %(limit_value)s."),
    "max_value": gettext_lazy("Enter a number of at most %(limit_value)s."),
}


_EMPTY_LINES = re.compile(r"\n[ \t]*(?:\n[ \t]*){2,}")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


class CleanTextField(forms.CharField):
    """A text field that removes invisible characters, normalizes the text, and requires a visible character."""

    def to_python(self, value: Any) -> str:
        """Return the text normalized and stripped."""
        text: str = json_input.tidy(super().to_python(value)).strip()
        return "" if json_input.is_blank(text) else text


class NameField(CleanTextField):
    """A field for a one-line name, without characters that make it look different from its content."""

    def to_python(self, value: Any) -> str:
        """Return the name normalized. Raises ValidationError for characters that are not allowed in names."""
        names.validate(value)
        return super().to_python(value)


class CleanLinesField(CleanTextField):
    """A text field for several lines, with at most one empty line in a row."""

    def to_python(self, value: Any) -> str:
        r"""Return the text without control characters and with `\n` as line ending."""
        lines = str(value or "").replace("\r\n", "\n").replace("\r", "\n")
        return _EMPTY_LINES.sub("\n\n", super().to_python(_CONTROL.sub("", lines)))


def whole_number_field(least: int, most: int, **options: Any) -> forms.IntegerField:
    """Return a field for a whole number from `least` to `most`."""
    return forms.IntegerField(min_value=least, max_value=most, error_messages=WHOLE_NUMBER_ERRORS, **options)

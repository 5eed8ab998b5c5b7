"""The form field for a display name."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from catalog.documents.json_input import INVISIBLE
from legions.site.form_fields import NameField


class DisplayNameField(NameField):
    """The name shown next to what a person shares, without invisible characters."""

    def __init__(self, **kwargs: Any) -> None:
        messages = {"required": _("Enter a name."), "max_length": _("A name has at most 60 characters.")}
        super().__init__(max_length=60, error_messages=messages, **kwargs)

    def to_python(self, value: Any) -> str:
        """Return the name with one space between its words."""
        return " ".join(INVISIBLE.sub("", super().to_python(value)).split())

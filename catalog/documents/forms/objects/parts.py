"""Shared parts of the document forms: choices, the display of a property, and the handling of faults."""

import builtins
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.forms.utils import ErrorDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from catalog.documents.forms.fields import NOT_KNOWN
from catalog.documents.schema_properties import LISTS, Construct, Property

FILL_IN = _("Fill this in; it cannot be left out.")
# The meanings of a fact without input, and their labels.
UNKNOWN, NONE, UNREAD = "unknown", "none", "unread"
EMPTY_CHOICES = {UNKNOWN: NOT_KNOWN, NONE: _("printed as none"), UNREAD: _("printed, but no number is known")}

Pointer = Sequence[str]
ErrorEntry = tuple[str, str, str]
TEMPLATES = {
    Construct.OBJECT: "object",
    Construct.ROWS: "rows",
    Construct.CLAUSES: "rows",
    Construct.SEQUENCE: "rows",
    Construct.CLAUSE: "clause",
}


@dataclass(frozen=True, slots=True)
class PropertyField:
    """A property on the page: its field or nested form, and the choice of the meaning of an empty value."""

    property: Property
    field: forms.BoundField | None
    nested: Any
    empty: forms.BoundField | None
    in_optional: bool

    @builtins.property
    def title(self) -> str:
        """The title of the property in the language of the page."""
        return gettext(self.property.title)

    @builtins.property
    def marked(self) -> bool:
        """True if the page marks the property as required. In optional rows nothing is marked."""
        return self.needed and not self.in_optional

    @builtins.property
    def wide(self) -> bool:
        """True if the property takes a whole line of the page."""
        texts = isinstance(self.field.field.widget, forms.Textarea) if self.field else True
        return texts or self.property.construct in (Construct.CHOICES, Construct.LINES)

    @builtins.property
    def template(self) -> str:
        return f"admin/catalog/form/{TEMPLATES.get(self.property.construct, 'field')}.html"

    @builtins.property
    def needed(self) -> bool:
        """True if an empty value is a fault."""
        one = self.property
        optional = one.nullable or one.only_if or one.construct in LISTS or one.construct is Construct.BOOLEAN
        return one.required and not optional


class DocumentPartForm(forms.Form):
    """The base of the forms in this package: faults can be hidden, and parsed values can be queried.

    With `judged=False` no faults are shown, because the user only asked for another row.
    """

    shown_by = "admin/catalog/form/members.html"
    # True if rows of this form have a checkbox that removes them.
    ticked_off = True

    def __init__(self, *args: Any, properties: Sequence[Property], judged: bool = True, **kwargs: Any) -> None:
        # The content of a row decides whether it is blank, not its changes.
        kwargs["empty_permitted"] = False
        super().__init__(*args, **kwargs)
        self.properties = list(properties)
        self.judged = judged

    @builtins.property
    def errors(self) -> ErrorDict:
        """The faults to show; empty while faults are hidden."""
        found = super().errors
        return found if self.judged else ErrorDict()

    @builtins.property
    def id(self) -> str:
        """The id of the element that contains this form."""
        return f"id_{self.prefix}"

    def error_entries(self) -> Iterator[ErrorEntry]:
        """Yield the id and label of the field and the message, for every fault."""
        for name, messages in self.errors.items():
            where, label = (self.id, "") if name == NON_FIELD_ERRORS else (self[name].auto_id, str(self[name].label))
            for message in messages:
                yield where, label, str(message)

    def unreadable(self, name: str) -> bool:
        """Return whether the input of the field could not be parsed."""
        super().errors  # noqa: B018 - the property parses the fields on first access
        return name not in self.cleaned_data

    def raw_value(self, name: str) -> Any:
        """Return the parsed value of the field `name`, None if it is empty or unreadable."""
        return None if self.unreadable(name) else self.cleaned_data[name] or None

    def is_blank_field(self, name: str) -> bool:
        """Return whether the field is empty. Zero and “no” count as values."""
        return not self.unreadable(name) and (self.cleaned_data[name] in ("", None) or self.cleaned_data[name] == [])

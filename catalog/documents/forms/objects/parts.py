"""What all forms here share: their words, what a page shows of a property, and how faults are kept and told."""

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
# What a fact with nothing filled in means: the choice beside it, and its words.
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
    """One property as a page shows it: its field or nested form, and the choice of what leaving it empty means."""

    property: Property
    field: forms.BoundField | None
    nested: Any
    empty: forms.BoundField | None
    in_optional: bool

    @builtins.property
    def title(self) -> str:
        """What the property is called, in the language of the page."""
        return gettext(self.property.title)

    @builtins.property
    def marked(self) -> bool:
        """Whether the page says that it cannot be left blank; in a row that may be blank it says nothing."""
        return self.needed and not self.in_optional

    @builtins.property
    def wide(self) -> bool:
        """Whether it takes a whole line of the page."""
        texts = isinstance(self.field.field.widget, forms.Textarea) if self.field else True
        return texts or self.property.construct in (Construct.CHOICES, Construct.LINES)

    @builtins.property
    def template(self) -> str:
        """The template that shows this part."""
        return f"admin/catalog/form/{TEMPLATES.get(self.property.construct, 'field')}.html"

    @builtins.property
    def needed(self) -> bool:
        """Whether leaving it blank is a fault."""
        one = self.property
        optional = one.nullable or one.only_if or one.construct in LISTS or one.construct is Construct.BOOLEAN
        return one.required and not optional


class DocumentPartForm(forms.Form):
    """What the forms of this folder have in common: faults that can be kept back, and values that can be asked for.

    With `judged=False` no fault is shown, because somebody only asks for another row.
    """

    shown_by = "admin/catalog/form/members.html"
    # Whether a row of this form has a tick that removes it.
    ticked_off = True

    def __init__(self, *args: Any, properties: Sequence[Property], judged: bool = True, **kwargs: Any) -> None:
        # Whether a row is blank is told by what is in it, not by what changed.
        kwargs["empty_permitted"] = False
        super().__init__(*args, **kwargs)
        self.properties = list(properties)
        self.judged = judged

    @builtins.property
    def errors(self) -> ErrorDict:
        """The faults, none while they are kept back."""
        found = super().errors
        return found if self.judged else ErrorDict()

    @builtins.property
    def id(self) -> str:
        """The id of the element that holds this form."""
        return f"id_{self.prefix}"

    def error_entries(self) -> Iterator[ErrorEntry]:
        """Yield the id of the field, its label and the message of every fault."""
        for name, messages in self.errors.items():
            where, label = (self.id, "") if name == NON_FIELD_ERRORS else (self[name].auto_id, str(self[name].label))
            for message in messages:
                yield where, label, str(message)

    def unreadable(self, name: str) -> bool:
        """Return whether what stands in the field could not be read."""
        super().errors  # noqa: B018 - the first look reads the fields
        return name not in self.cleaned_data

    def raw_value(self, name: str) -> Any:
        """Return what was read from the field `name`, None when it is blank or unreadable."""
        return None if self.unreadable(name) else self.cleaned_data[name] or None

    def is_blank_field(self, name: str) -> bool:
        """Return whether nothing stands in the field. Zero and “no” are something."""
        return not self.unreadable(name) and (self.cleaned_data[name] in ("", None) or self.cleaned_data[name] == [])

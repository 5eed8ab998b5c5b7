"""Forms of objects, with a field or nested form for each member, and of lists whose rows are objects."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from catalog.documents.differences import ABSENT
from catalog.documents.forms.fields import FIELD_FACTORIES, field_for, sort_choices
from catalog.documents.forms.objects.clauses import ClauseForm
from catalog.documents.forms.objects.parts import (
    EMPTY_CHOICES,
    FILL_IN,
    NONE,
    UNKNOWN,
    UNREAD,
    DocumentPartForm,
    ErrorEntry,
    Pointer,
    PropertyField,
)
from catalog.documents.forms.objects.rows import RowsFormSet, rows_formset
from catalog.documents.schema_properties import LISTS, Construct, Property

# Blank rows after the filled ones; for single icons, enough for a whole banner.
BLANK_ROWS, BLANK_ITEMS = 1, 6


class ObjectForm(DocumentPartForm):
    """The form of an object: the facts of a document, a row, a source. `initial` is the object itself.

    `nothing` is the default meaning of an empty list without a known value, `UNKNOWN` or `NONE`. With `optional` the
    whole object may be left empty.
    """

    def __init__(self, *args: Any, nothing: str = UNKNOWN, optional: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.optional = optional
        self.nested: dict[str, Any] = {}
        for one in self.properties:
            if one.construct in FIELD_FACTORIES:
                self._add_field(one)
            else:
                self.nested[one.key] = self._nest(one)
            if one.nullable and (one.construct in LISTS or one.construct is Construct.OBJECT):
                self.fields[f"{one.key}-empty"] = self._empty_choice(one, nothing)

    @property
    def parts(self) -> Iterator[PropertyField]:
        """The members as shown on the page, in the schema's order."""
        for one in self.properties:
            field = self[one.key] if one.key in self.fields else None
            empty = self[f"{one.key}-empty"] if f"{one.key}-empty" in self.fields else None
            yield PropertyField(one, field, self.nested.get(one.key), empty, self.optional)

    @property
    def unfolded(self) -> bool:
        """True if the form has content, so that it is shown unfolded."""
        return bool(self.errors) or not self.blank if self.is_bound else bool(self.initial)

    @property
    def blank(self) -> bool:
        """True if nothing is filled in."""
        return all(self.is_blank(one) for one in self.properties)

    def is_blank(self, prop: Property) -> bool:
        """Return whether nothing is filled in for a property. An unchecked box counts as empty."""
        if prop.key in self.nested:
            return self.nested[prop.key].blank
        unticked = prop.construct is Construct.BOOLEAN and not prop.nullable and self.raw_value(prop.key) is None
        return unticked or self.is_blank_field(prop.key)

    def value(self) -> dict[str, Any]:
        """Return the object, without unreadable values."""
        values = ((one.key, self._value(one)) for one in self.properties)
        return {key: value for key, value in values if value is not ABSENT}

    def clean(self) -> dict[str, Any]:
        """Add errors for missing values. All other validation belongs to the schema."""
        if not (self.optional and self.blank):
            for part in self.parts:
                if part.needed and self.is_blank(part.property):
                    self.place([part.property.key], str(FILL_IN))
        return self.cleaned_data

    def is_valid(self) -> bool:
        """Return whether this form and its nested forms have no faults."""
        return super().is_valid() and all(nested.is_valid() for nested in self.nested.values())

    def knows(self, key: str) -> bool:
        return any(one.key == key for one in self.properties)

    def place(self, pointer: Pointer, message: str) -> None:
        """Add a fault to the field at this pointer, or to the top of the form if there is no such field."""
        key = pointer[0] if pointer else None
        if key in self.nested:
            self.nested[key].place(pointer[1:], message)
        else:
            self.add_error(key if key in self.fields else None, message)

    def error_entries(self) -> Iterator[ErrorEntry]:
        """Yield all faults, nested forms included, in the order of the page."""
        own = list(super().error_entries())
        yield from (fault for fault in own if not fault[1])
        for part in self.parts:
            yield from (fault for fault in own if part.field is not None and fault[0] == part.field.auto_id)
            if part.nested is not None:
                yield from part.nested.error_entries()
            yield from (fault for fault in own if part.empty is not None and fault[0] == part.empty.auto_id)

    def _add_field(self, prop: Property) -> None:
        field = self.fields[prop.key] = field_for(prop)
        if prop.construct is Construct.CHOICES:
            posted = field.widget.value_from_datadict(self.data, self.files, self.add_prefix(prop.key))
            sort_choices(field, posted if self.is_bound else self.initial.get(prop.key))

    def _empty_choice(self, prop: Property, nothing: str) -> forms.Field:
        second = UNREAD if prop.construct is Construct.OBJECT else NONE
        value = self.initial.get(prop.key, ABSENT)
        unknown = value is None or (value is ABSENT and nothing != second)
        return forms.ChoiceField(
            label=_("If left empty"),
            choices=[(choice, EMPTY_CHOICES[choice]) for choice in (UNKNOWN, second)],
            initial=UNKNOWN if unknown else second,
            required=False,
        )

    def _nest(self, prop: Property) -> Any:
        initial = self.initial.get(prop.key)
        data = self.data if self.is_bound else None
        prefix = self.add_prefix(prop.key)
        if prop.construct in LISTS:
            return rows_for(prop, initial or [], data=data, prefix=prefix, judged=self.judged)
        form = ClauseForm if prop.construct is Construct.CLAUSE else ObjectForm
        return form(data, initial=initial or {}, prefix=prefix, properties=prop.members, judged=self.judged)

    def _value(self, prop: Property) -> Any:
        if self.is_blank(prop):
            return self._nothing(prop)
        if prop.key in self.nested:
            return self.nested[prop.key].value()
        return ABSENT if self.unreadable(prop.key) else self.cleaned_data[prop.key]

    def _nothing(self, prop: Property) -> Any:
        """Return the value of a property without input."""
        if prop.only_if is not None:
            other, expected = prop.only_if
            if self.cleaned_data.get(other) != expected:
                return ABSENT
        elif not prop.required:
            was_unknown = prop.nullable and self.initial.get(prop.key, ABSENT) is None
            return None if was_unknown else ABSENT
        if prop.nullable:
            choice = self.cleaned_data.get(f"{prop.key}-empty")
            if choice == UNREAD:
                return {member.key: None for member in prop.members}
            return [] if choice == NONE else None
        if prop.construct in LISTS:
            return []
        return False if prop.construct is Construct.BOOLEAN else ABSENT


class ItemForm(ObjectForm):
    """A row with a single value, such as an icon of a banner. It is removed by choosing nothing."""

    ticked_off = False

    def value(self) -> Any:
        return super().value().get("item")

    def place(self, pointer: Pointer, message: str) -> None:
        """Add a fault to the only field."""
        super().place(["item"], message)


def rows_for(prop: Property, initial: list[Any], *, data: Any, prefix: str, judged: bool) -> RowsFormSet:
    """Return the formset of a list of objects, clauses or single values, with `initial` filled in."""
    form: type[DocumentPartForm] = ObjectForm
    members, blank = prop.members, BLANK_ROWS
    if prop.construct is Construct.CLAUSES:
        form = ClauseForm
    elif prop.construct is Construct.SEQUENCE:
        form, blank = ItemForm, max(BLANK_ROWS, BLANK_ITEMS - len(initial))
        initial = [{"item": value} for value in initial]
    most = prop.schema["maxItems"]
    extra = min(blank, max(0, most - len(initial)))
    return rows_formset(
        form, data, initial, prefix, extra=extra, most=most, spare=BLANK_ROWS, properties=members, judged=judged
    )
